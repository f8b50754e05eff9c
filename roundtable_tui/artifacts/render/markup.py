"""The user's words as Markdown content: they can say anything, but they cannot break the document."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from textwrap import dedent
from typing import TYPE_CHECKING

from roundtable_tui.domain.talk.sanitize import neutral, one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

NOTHING = "–"
"""Stands in a table cell where nothing is known."""

_PUNCTUATION = re.escape("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_CODE_SPAN = re.compile(r"`[^`\n]+`")
_BREAKS_CELL = re.compile(r"[|\\]")
"""What has to be escaped in a cell and cannot be between backticks."""
_SPECIAL = re.compile(
    r"\\"  # would escape what follows
    r"|`"  # would pair with a backtick of the template
    r"|<(?=[A-Za-z/!?])"  # would start a tag or a comment
    r"|&(?=#?\w+;)"  # would be read as another character
    r"|~(?=~~)"  # would fence
    r"|\*(?=\*(?:AC-\d|Source\b|Date\b|Status\b|Confidence\b|Priority\b|Last Updated\b|Coverage\b))"  # parsed labels
)
_LINE_START = re.compile(
    r"^(?P<before>\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)*)"
    r"(?P<mark>\#{1,6}(?=\s|$)|>|\||=+\s*$|-{3,}|(?:[*_]\s*){3,}$|[-:|\s]*-[-:|\s]*$|~~~)"
)
_PARSED_LINE = re.compile(r"^(?P<before>\s*)(?P<name>Scope|File Count|Complexity)(?=:)", re.IGNORECASE)
_ITEM_START = re.compile(r"^(?:(?P<bullet>[-+*])(?=\s|$)|(?P<number>\d{1,9})(?P<dot>[.)])(?=\s|$))")
_MARKED = re.compile(r"\s*(?:[-*+•–]|(?P<number>\d{1,3})[.)])\s+(?=\S)")
_LONGEST_LISTED = 55
"""A longer line may have been broken because it was full."""
_TRAILING_HASHES = re.compile(r"(?P<space>^|\s)(?P<hashes>#+)$")
_ESCAPED = re.compile(rf"\\([{_PUNCTUATION}])|(`[^`\n]+`)|(<br>)")


def _escaped(text: str, never_code: re.Pattern[str] | None = None) -> str:
    """Everything outside pairs of backticks without its special meaning; what stands between them stays code."""
    parts: list[str] = []
    end = 0
    for span in _CODE_SPAN.finditer(text):
        before = text[end : span.start()]
        is_code = not before.endswith("`") and text[span.end() : span.end() + 1] != "`"
        if not is_code or (never_code and never_code.search(span[0])):
            parts += [_SPECIAL.sub(r"\\\g<0>", before), _SPECIAL.sub(r"\\\g<0>", span[0])]
        else:
            parts += [_SPECIAL.sub(r"\\\g<0>", before), span[0]]
        end = span.end()
    parts.append(_SPECIAL.sub(r"\\\g<0>", text[end:]))
    return "".join(parts)


def unescaped(text: str) -> str:
    """What the user wrote, from a line or a cell of a rendered document."""
    return _ESCAPED.sub(lambda found: found[1] or found[2] or "\n", text)


def inline(text: object) -> str:
    """On one line, safe at the start of a list item and inside a heading."""
    line = _escaped(one_line(str(text)))
    line = _TRAILING_HASHES.sub(r"\g<space>\\\g<hashes>", line)
    return _unstructured(_ITEM_START.sub(_escaped_item, line))


def prose(text: object) -> str:
    """Paragraphs and lists as they were written; no line starts a heading, a fence, a table or a parsed line."""
    lines = [_unstructured(line) for line in _escaped(neutral(str(text)).strip()).split("\n")]
    listed = set(_list_lines(lines))
    return "\n".join(f"- {line.strip()}" if number in listed else line for number, line in enumerate(lines))


def item(text: object) -> str:
    """The rest of a list item: on its line, or where the user wrote a list, that list below it."""
    lines = [line for line in neutral(str(text)).split("\n") if line.strip()]
    marked = [bool(_MARKED.match(line)) for line in lines]
    listed = _list_lines(lines)
    if len(lines) < 2 or not (any(marked) or listed):
        return inline(text)
    start = marked.index(True) if any(marked) else listed[0]
    items: list[str] = []
    for line in lines[start:]:
        if any(marked) and not _MARKED.match(line):
            items[-1] += f" {line.strip()}"
        else:
            items.append(line)
    return "\n".join([inline(" ".join(lines[:start])), *map(_nested, items)])


def bullet(text: object) -> str:
    """A list item of its own; where the user wrote nothing but a list, each of its lines is one."""
    told = item(text)
    return dedent(told.removeprefix("\n")) if told.startswith("\n") else f"- {told}"


def _nested(line: str) -> str:
    marked = _MARKED.match(line)
    mark = f"{marked['number']}." if marked and marked["number"] else "-"
    return f"  {mark} {inline(line[marked.end() :] if marked else line)}"


def _list_lines(lines: Sequence[str]) -> tuple[int, ...]:
    """Lines that are a list without its marks: none was broken because it was full, and none has a mark."""
    found: list[int] = []
    start = 0
    for number, line in enumerate([*lines, ""]):
        if line.strip():
            continue
        opens = number - start > 2 and lines[start].rstrip().endswith(":")
        rest = range(start + opens, number)
        if (
            len(rest) > 1
            and not any(map(_MARKED.match, lines[start:number]))
            and not _is_wrapped(lines[rest.start : number])
        ):
            found += rest
        start = number + 1
    return tuple(found)


def _is_wrapped(lines: Sequence[str]) -> bool:
    return any(
        line.rstrip().endswith((",", "-")) or (len(line) > _LONGEST_LISTED and following.lstrip()[:1].islower())
        for line, following in pairwise(lines)
    )


def _unstructured(line: str) -> str:
    line = _LINE_START.sub(r"\g<before>\\\g<mark>", line)
    return _PARSED_LINE.sub(r"\g<before>\g<name>\\", line)


def _escaped_item(found: re.Match[str]) -> str:
    return f"\\{found['bullet']}" if found["bullet"] else f"{found['number']}\\{found['dot']}"


def cell(text: object) -> str:
    """One cell of a table; a dash where there is nothing to say."""
    safe = _escaped(neutral(str(text)).strip(), _BREAKS_CELL).replace("|", "\\|")
    return "<br>".join(line.strip() for line in safe.split("\n")) or NOTHING


def code(text: object) -> str:
    """A path or name between backticks, as many as it takes."""
    inside = one_line(str(text))
    if not inside:
        return NOTHING
    fence = "`" * (_longest_run(inside) + 1)
    space = " " if inside.startswith("`") or inside.endswith("`") else ""
    return f"{fence}{space}{inside}{space}{fence}"


def code_cell(text: object) -> str:
    """A path or name between backticks in a cell of a table."""
    inside = one_line(str(text))
    return cell(inside) if "\\|" in inside else code(inside).replace("|", "\\|")


def fenced(text: object) -> str:
    """Something to copy, such as a schema, exactly as it was written."""
    inside = neutral(str(text)).strip("\n")
    fence = "`" * max(3, _longest_run(inside) + 1)
    return f"{fence}text\n{inside}\n{fence}"


def _longest_run(text: str) -> int:
    return max((len(run) for run in re.findall("`+", text)), default=0)


def sentence(text: object) -> str:
    """On one line, beginning with a capital letter and ending with a full stop, whatever the user left out."""
    line = inline(text)
    if not line:
        return ""
    if line[-1].isalnum() or line[-1] in ")]`'\"”’%€$":
        line += "."
    return line if _IS_CODE.match(line) else line[0].upper() + line[1:]


_IS_CODE = re.compile(r"\S*[^\s\w'’,;.:!?)-]|\S*[\w)][._:]\w|[b-df-hj-np-tv-xz0-9]+\b", re.IGNORECASE)
"""A first word that is a path, a name from the code or an abbreviation keeps its small letter."""


def anchor(heading: str) -> str:
    """The fragment under which a reader finds a heading."""
    return re.sub(r"[^\w\- ]", "", one_line(heading).lower()).replace(" ", "-")


_NEEDS_QUOTES = re.compile(r'[",\r\n]|^\s|\s$')
_PLAIN_YAML = re.compile(r"[A-Za-z][A-Za-z0-9 _./()-]*")
_YAML_WORDS = frozenset("y n yes no true false on off null none".split())
_UNPRINTABLE_YAML = re.compile("[\ufffe\uffff]")


def as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


def as_csv(cells: Iterable[object]) -> str:
    """One record, quoted as RFC 4180 asks."""
    return ",".join(_quoted(neutral(str(cell))) for cell in cells)


def _quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"' if _NEEDS_QUOTES.search(cell) else cell


def as_yaml(value: object, indent: int = 0) -> str:
    """One scalar or a list of them; text of several lines as a block, indented below its key."""
    if isinstance(value, list | tuple):
        return f"[{', '.join(_yaml_line(str(part)) for part in value)}]"
    text = neutral(str(value)).strip()
    if "\n" not in text or _UNPRINTABLE_YAML.search(text):
        return _yaml_line(text)
    margin = " " * (indent + 2)
    lines = [line.rstrip() for line in text.split("\n")]
    return "|2-\n" + "\n".join(margin + line if line else "" for line in lines)


def _yaml_line(text: str) -> str:
    text = neutral(text)
    if _PLAIN_YAML.fullmatch(text) and text.strip() == text and text.lower() not in _YAML_WORDS:
        return text
    quoted = json.dumps(text, ensure_ascii=False)
    return _UNPRINTABLE_YAML.sub(lambda found: f"\\u{ord(found[0]):04x}", quoted)
