"""Reads facts off the bare text, for languages without a grammar and for files no grammar should see."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.codebase.parse.file_facts import FileFacts, Import, Symbol, Use
from roundtable_tui.codebase.parse.import_statements import read_imports
from roundtable_tui.codebase.parse.languages import family_of

if TYPE_CHECKING:
    from collections.abc import Iterator

_LONGEST_LINE = 2_000
_MOST = 5_000
_KINDS = {
    "class": "class struct object record union actor defmodule".split(),
    "interface": "interface trait protocol mixin defprotocol".split(),
    "type": "enum type typealias newtype data message service table view".split(),
    "module": "module package namespace".split(),
    "macro": "macro defmacro".split(),
    "function": "def defp defun defn func function fn fun sub proc procedure rpc".split(),
}
_KIND_OF = {word: kind for kind, words in _KINDS.items() for word in words}
_MODIFIERS = (
    "(?:(?:export|default|public|private|protected|internal|static|final|abstract|sealed|open|override|async|pub|data"
    "|case|inline|suspend|local|partial|create|or|replace|const|unsafe|virtual|readonly|global)\\s+)*"
)
_DEFINITION = re.compile(
    rf"^[ \t]*{_MODIFIERS}({'|'.join(_KIND_OF)})\s+(?:\([^()\n]{{0,100}}\)\s*)?([A-Za-z_$][\w$.:?!-]*)", re.IGNORECASE
)
_SHELL_FUNCTION = re.compile(r"^\s*(?:function\s+)?([A-Za-z_][\w-]*)\s*\(\)\s*\{?")
_CALL = re.compile(r"(?<![\w.>:])([A-Za-z_]\w{2,})\s*\(")
_MEMBER_CALL = re.compile(r"(?:\.|->|::)([A-Za-z_]\w{2,})\s*\(")
_NAMESPACE = re.compile(r"^\s*(?:package|namespace)\s+([\w.\\]+)\s*[;{]?\s*$")
_COMMENTS = ("//", "#", "--", "*", "/*", ";", "%", '"""', "'''")
_IMPORTS = {
    "python": re.compile(r"^\s*(?:import\s+\w|from\s+[.\w]+\s+import\s)"),
    "web": re.compile(r"^\s*(?:import\b|export\b[^=]*\bfrom\b)|\brequire\(|\bimport\("),
    "go": re.compile(r'^\s*(?:import\s+)?(?:[\w.]+\s+)?"[\w./-]+"\s*$'),
    "rust": re.compile(r"^\s*(?:pub(?:\([^)]*\))?\s+)?(?:use\s|mod\s+\w+\s*;|extern\s+crate\s)"),
    "jvm": re.compile(r"^\s*import\s"),
    "c": re.compile(r"^\s*#\s*(?:include|import)\b"),
    "ruby": re.compile(r"^\s*(?:require|require_relative|load|autoload)\b"),
    "php": re.compile(r"^\s*(?:use\s+[\w\\]|(?:require|include)(?:_once)?\b)"),
    "csharp": re.compile(r"^\s*(?:global\s+)?using\s+(?!var\b)[\w.= ]+;"),
    "shell": re.compile(r"^\s*(?:source|\.)\s+\S"),
    "lua": re.compile(r"\brequire\b"),
    "dart": re.compile(r"^\s*(?:import|export|part)\s+['\"]"),
    "protobuf": re.compile(r"^\s*import\b"),
}
_ANY_IMPORT = re.compile(r"^\s*(?:import|use|open|alias|require|using|with)\s+[A-Za-z_]")


def text_facts(language: str, text: str) -> FileFacts:
    """Definitions, calls and imports as patterns see them, line by line."""
    importing = _IMPORTS.get(family_of(language), _ANY_IMPORT)
    definitions: list[Symbol] = []
    imports: list[Import] = []
    uses: dict[tuple[str, bool], Use] = {}
    namespaces: list[str] = []
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if len(line) > _LONGEST_LINE or not line.strip():
            continue
        if importing.search(line) and len(imports) < _MOST:
            imports += read_imports(language, _whole_statement(lines, number - 1), number)
            continue
        if line.lstrip().startswith(_COMMENTS):
            continue
        if found := _NAMESPACE.match(line):
            namespaces.append(found[1])
        elif (symbol := _defined(language, line, number)) and len(definitions) < _MOST:
            definitions.append(symbol)
        elif len(uses) < _MOST:
            for use in _called(line, number):
                uses.setdefault((use.name, use.member), use)
    return FileFacts(language, tuple(definitions), tuple(uses.values()), tuple(imports), tuple(namespaces))


def _whole_statement(lines: list[str], first: int) -> str:
    """The line, with those that follow while a bracket it opened is still open."""
    text = lines[first].strip()
    for line in lines[first + 1 : first + 60]:
        if text.count("(") + text.count("{") <= text.count(")") + text.count("}"):
            break
        text += f"\n{line.strip()}"
    return text


def _defined(language: str, line: str, number: int) -> Symbol | None:
    if language == "shell" and (shell := _SHELL_FUNCTION.match(line)):
        return Symbol(shell[1], "function", number, number)
    found = _DEFINITION.match(line)
    if not found or (language != "sql" and found[1] != found[1].lower()):
        return None
    name = re.split(r"[.:]+", found[2].rstrip(".:?!-"))[-1]
    return Symbol(name, _KIND_OF[found[1].lower()], number, number) if name else None


def _called(line: str, number: int) -> Iterator[Use]:
    for name in _CALL.findall(line):
        yield Use(name, number)
    for name in _MEMBER_CALL.findall(line):
        yield Use(name, number, True)
