"""Reads the text of one import statement, whoever found it: the grammar in a tree, or a pattern in plain text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.codebase.parse.file_facts import Import

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_COMMENT = re.compile(r"#[^\n]*|\\\n")
_SLASH_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_QUOTED = re.compile(r"""(["'`])((?:(?!\1)[^\\\n])*)\1""")
_MOST_NAMES = 500
_DEEPEST = 20


def read_imports(language: str, statement: str, line: int) -> tuple[Import, ...]:
    """What a statement imports; none if it is not an import after all."""
    reader = _READERS.get(language, _dotted)
    return tuple(reader(statement, line))


def _python(statement: str, line: int) -> Iterator[Import]:
    text = " ".join(_COMMENT.sub(" ", statement).replace("(", " ").replace(")", " ").split())
    if text.startswith("from "):
        target, _, names = text[5:].partition(" import ")
        yield Import(target.replace(" ", ""), line, _listed(names))
        return
    for part in text.removeprefix("import ").split(","):
        yield Import(part.partition(" as ")[0].strip(), line)


def _listed(names: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in names.split(",") if part.strip())[:_MOST_NAMES]


def _web(statement: str, line: int) -> Iterator[Import]:
    text = " ".join(_SLASH_COMMENT.sub(" ", statement).split()) if "://" not in statement else statement
    quoted = _QUOTED.findall(text)
    if not quoted:
        return
    if not text.startswith(("import", "export")):
        if re.match(r"(?:require(?:\.resolve)?|import)\s*\(", text):
            yield Import(quoted[0][1], line)
        return
    target = quoted[-1][1] if "from" in text else quoted[0][1]
    head = text[: text.rfind(target) - 1]
    how = "export" if text.startswith("export") else ""
    yield Import(target, line, tuple(_web_names(head, how)), how)


def _web_names(head: str, how: str) -> Iterator[str]:
    braces = re.search(r"\{(.*)\}", head)
    if braces:
        for name in _listed(braces[1]):
            yield name.removeprefix("type ")
    outside = re.sub(r"\{.*\}", "", head)
    if "*" in outside:
        yield "*"
    elif not how and (
        default := re.match(r"import\s+(?!(?:type\s+)?from\b)(?:type\s+)?([\w$]+)\s*(?:,|from|$)", outside)
    ):
        yield f"default as {default[1]}"


def _go(statement: str, line: int) -> Iterator[Import]:
    for alias, target in re.findall(r"([\w.]+\s+)?[\"`]([^\"`\n]+)[\"`]", statement.removeprefix("import")):
        yield Import(target, line, (alias.strip(),) if alias else ())


def _rust(statement: str, line: int) -> Iterator[Import]:
    text = " ".join(_SLASH_COMMENT.sub(" ", statement).split()).rstrip(";").strip()
    text = re.sub(r"^pub(?:\s*\([^)]*\))?\s+", "", exported := text)
    if text.startswith("mod "):
        yield Import(text[4:].strip(), line, (), "mod")
    elif text.startswith("extern crate "):
        yield Import(text[13:].partition(" as ")[0].strip(), line)
    elif text.startswith("use "):
        how = "export" if exported != text else ""
        for path in _spread(text[4:].replace(" as ", "\0").replace(" ", "").replace("\0", " as ")):
            yield _rust_path(path.removeprefix("::"), line, how)


def _rust_path(path: str, line: int, how: str) -> Import:
    full, _, alias = path.partition(" as ")
    head, _, last = full.rpartition("::")
    if last == "self":
        return Import(head, line, (), how)
    if last == "*":
        return Import(head, line, ("*",), how)
    return Import(full, line, (f"{last} as {alias}" if alias else last,), how)


def _spread(path: str, depth: int = 0) -> Iterator[str]:
    """Every path that `a::{b, c::{d, e}}` stands for."""
    opening = path.find("{")
    if opening < 0 or depth > _DEEPEST:
        yield path
        return
    head, inside = path[:opening], path[opening + 1 : path.rfind("}")]
    level = start = 0
    for at, sign in enumerate(f"{inside},"):
        level += (sign == "{") - (sign == "}")
        if sign == "," and level == 0:
            if part := inside[start:at]:
                yield from _spread(head + part, depth + 1)
            start = at + 1


def _java(statement: str, line: int) -> Iterator[Import]:
    text = " ".join(_SLASH_COMMENT.sub(" ", statement).split()).rstrip(";").removeprefix("import").strip()
    how = "static" if text.startswith("static ") else ""
    target, _, alias = re.sub(r"\s*\.\s*", ".", text.removeprefix("static ")).strip().partition(" as ")
    if target.endswith((".*", "._")):
        yield Import(target[:-2], line, ("*",), how)
    elif group := re.fullmatch(r"([\w.]+)\.\{(.*)\}", target):
        for name in _listed(group[2]):
            yield Import(f"{group[1]}.{name.partition(' ')[0]}", line, (), how)
    elif re.fullmatch(r"[\w.$]+", target):
        yield Import(target, line, (alias,) if alias else (), how)


def _c(statement: str, line: int) -> Iterator[Import]:
    if found := re.search(r"(?:include|import)\s*(?:\"([^\"\n]+)\"|<([^>\n]+)>)", statement):
        yield Import(found[1] or found[2], line, (), "" if found[1] else "system")


def _ruby(statement: str, line: int) -> Iterator[Import]:
    found = re.match(r"\s*(require_relative|require|load|autoload)\b(.*)", statement, re.DOTALL)
    if not found or not (quoted := _QUOTED.findall(found[2])) or "#{" in quoted[-1][1]:
        return
    how = {"require_relative": "relative", "load": "file"}.get(found[1], "")
    yield Import(quoted[-1][1], line, (), how)


def _php(statement: str, line: int) -> Iterator[Import]:
    text = " ".join(_SLASH_COMMENT.sub(" ", statement).split()).rstrip(";").strip()
    if not re.match(r"use\b", text):
        if quoted := _QUOTED.findall(text):
            how = "relative" if "__DIR__" in text or "dirname" in text else "file"
            yield Import(quoted[-1][1].lstrip("/") if how == "relative" else quoted[-1][1], line, (), how)
        return
    text = re.sub(r"^use\s+(?:function\s+|const\s+)?", "", text)
    head, brace, inside = text.partition("{")
    for part in _listed(inside.rstrip("} ") if brace else text):
        target, _, alias = re.sub(r"^(?:function|const)\s+", "", part).partition(" as ")
        target = (head.strip() if brace else "") + target.strip()
        yield Import(target.strip("\\"), line, (alias.strip(),) if alias else ())


def _csharp(statement: str, line: int) -> Iterator[Import]:
    text = " ".join(_SLASH_COMMENT.sub(" ", statement).split()).rstrip(";").strip()
    how = "global" if text.startswith("global ") else ""
    text = text.removeprefix("global ").removeprefix("using ").strip()
    if text.startswith("static "):
        how, text = "static", text.removeprefix("static ")
    if "=" in text:
        how, text = "static", text.partition("=")[2]
    if re.fullmatch(r"[\w.]+", target := text.strip().removeprefix("global::")):
        yield Import(target, line, (), how)


def _shell(statement: str, line: int) -> Iterator[Import]:
    if found := re.match(r"\s*(?:source|\.)\s+[\"']?([^\s\"';|&]+)", statement):
        yield Import(re.sub(r"^\$\{?\w+\}?/|^\$\([^)]*\)/?", "", found[1]), line, (), "file")


def _quoted_file(statement: str, line: int) -> Iterator[Import]:
    if quoted := _QUOTED.findall(statement):
        yield Import(quoted[0][1], line, (), "file")


def _lua(statement: str, line: int) -> Iterator[Import]:
    if quoted := _QUOTED.findall(statement):
        yield Import(quoted[0][1].replace(".", "/"), line, (), "file")


def _dotted(statement: str, line: int) -> Iterator[Import]:
    """`import`, `use`, `open`, `alias` and the like, followed by a name with dots or colons in it."""
    if found := re.match(r"\s*[a-z#@]+\s+(?:qualified\s+|static\s+|module\s+)?([\w.:]+)", statement):
        yield Import(found[1].replace("::", ".").strip("."), line)


_READERS: dict[str, Callable[[str, int], Iterator[Import]]] = {
    "python": _python,
    "javascript": _web,
    "typescript": _web,
    "tsx": _web,
    "component": _web,
    "go": _go,
    "rust": _rust,
    "java": _java,
    "kotlin": _java,
    "scala": _java,
    "groovy": _java,
    "c": _c,
    "cpp": _c,
    "objective-c": _c,
    "ruby": _ruby,
    "php": _php,
    "csharp": _csharp,
    "shell": _shell,
    "lua": _lua,
    "dart": _quoted_file,
    "protobuf": _quoted_file,
}
