"""Knows which file is written in which language, and brings in a grammar only when a file needs it."""

from __future__ import annotations

import importlib
import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from roundtable_tui.codebase.parse.queries import QUERIES

if TYPE_CHECKING:
    from tree_sitter import Parser, Query

_BY_ENDING = {
    "python": "py pyi pyw",
    "javascript": "js jsx mjs cjs",
    "typescript": "ts mts cts",
    "tsx": "tsx",
    "component": "vue svelte",
    "go": "go",
    "rust": "rs",
    "java": "java",
    "c": "c h",
    "cpp": "cpp cc cxx c++ hpp hh hxx h++ ipp inl tpp ino cu cuh",
    "ruby": "rb rake gemspec ru",
    "php": "php phtml php5 php7",
    "csharp": "cs csx",
    "kotlin": "kt kts",
    "scala": "scala sc",
    "groovy": "groovy gradle",
    "swift": "swift",
    "objective-c": "m mm",
    "dart": "dart",
    "lua": "lua",
    "perl": "pl pm t",
    "shell": "sh bash zsh fish ksh",
    "powershell": "ps1 psm1",
    "elixir": "ex exs",
    "erlang": "erl hrl",
    "haskell": "hs",
    "ocaml": "ml mli",
    "fsharp": "fs fsx",
    "clojure": "clj cljs cljc",
    "r": "r",
    "julia": "jl",
    "zig": "zig",
    "nim": "nim",
    "sql": "sql",
    "protobuf": "proto",
    "graphql": "graphql gql",
    "terraform": "tf",
    "css": "css scss sass less",
    "html": "html htm",
    "markdown": "md markdown rst adoc txt",
    "yaml": "yml yaml",
    "toml": "toml",
    "json": "json jsonc json5",
    "ini": "ini cfg conf properties",
    "xml": "xml csproj fsproj vbproj props targets",
}
_BY_NAME = {
    "dockerfile": "docker",
    "makefile": "make",
    "gnumakefile": "make",
    "jenkinsfile": "groovy",
    "rakefile": "ruby",
    "gemfile": "ruby",
    "vagrantfile": "ruby",
    "cmakelists.txt": "cmake",
    "go.mod": "gomod",
}
_BY_INTERPRETER = {
    "python": "python",
    "node": "javascript",
    "deno": "typescript",
    "ruby": "ruby",
    "php": "php",
    "perl": "perl",
    "lua": "lua",
    "bash": "shell",
    "sh": "shell",
    "zsh": "shell",
    "ksh": "shell",
    "dash": "shell",
}
_ENDINGS = {ending: language for language, endings in _BY_ENDING.items() for ending in endings.split()}
_SHEBANG = re.compile(rb"#![^\n]*?\b([a-z]+)[\d.]*\s*(?:-[^\n]*)?(?:\n|$)")
_SURELY_CPP = re.compile(
    rb"^\s*(?:class\s+\w+[^;]*\{|namespace\s|template\s*<|using\s|public:|private:|protected:)|\bstd::", re.MULTILINE
)
_FAMILIES = {
    "javascript": "web",
    "typescript": "web",
    "tsx": "web",
    "component": "web",
    "c": "c",
    "cpp": "c",
    "objective-c": "c",
    "java": "jvm",
    "kotlin": "jvm",
    "scala": "jvm",
    "groovy": "jvm",
}
_NOT_CODE = frozenset("markdown yaml toml json ini xml html css docker make cmake gomod".split()) | {""}
_GRAMMARS = {
    "python": ("tree_sitter_python", "language"),
    "javascript": ("tree_sitter_javascript", "language"),
    "typescript": ("tree_sitter_typescript", "language_typescript"),
    "tsx": ("tree_sitter_typescript", "language_tsx"),
    "component": ("tree_sitter_typescript", "language_typescript"),
    "go": ("tree_sitter_go", "language"),
    "rust": ("tree_sitter_rust", "language"),
    "java": ("tree_sitter_java", "language"),
    "c": ("tree_sitter_c", "language"),
    "cpp": ("tree_sitter_cpp", "language"),
    "ruby": ("tree_sitter_ruby", "language"),
    "php": ("tree_sitter_php", "language_php"),
    "csharp": ("tree_sitter_c_sharp", "language"),
}
GRAMMARS = tuple(_GRAMMARS)


class Grammar(NamedTuple):
    """A parser and the one query that finds in its trees what we want to know."""

    parser: Parser
    query: Query


def language_of(name: str, data: bytes = b"") -> str:
    """The language of a file, by its name and then by how it begins; empty where nobody can tell."""
    base = name.rsplit("/", 1)[-1].lower()
    if known := _BY_NAME.get(base):
        return known
    stem, dot, ending = base.rpartition(".")
    language = _ENDINGS.get(ending, "") if dot and stem else ""
    if language == "c" and ending == "h" and _SURELY_CPP.search(data):
        return "cpp"
    if language or (dot and stem):
        return language
    found = _SHEBANG.match(data[:200])
    return _BY_INTERPRETER.get(found[1].decode("ascii"), "") if found else ""


def family_of(language: str) -> str:
    """Languages that can use each other's definitions share a family."""
    return _FAMILIES.get(language, language)


def is_code(language: str) -> bool:
    return language not in _NOT_CODE


@cache
def grammar_of(language: str) -> Grammar | None:
    """None where no grammar is installed for the language: its files are read as text."""
    if language not in _GRAMMARS:
        return None
    module, function = _GRAMMARS[language]
    try:
        sitter = importlib.import_module("tree_sitter")
        loaded = sitter.Language(getattr(importlib.import_module(module), function)())
        return Grammar(sitter.Parser(loaded), sitter.Query(loaded, QUERIES[language]))
    except (ImportError, AttributeError, ValueError):
        return None
