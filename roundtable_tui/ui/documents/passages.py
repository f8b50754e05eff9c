"""Reads a document's bytes into passages: what is shown of it, and which of it was not there before."""

from __future__ import annotations

import csv
import io
import itertools
import json
import re
from difflib import SequenceMatcher
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import PurePath
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from roundtable_tui.domain.talk.sanitize import neutral

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from markdown_it import MarkdownIt

LARGEST = 2 * 1024 * 1024
LINES_IN_A_PASSAGE = 40
CONTEXT = 3
MOST_ROWS = 2_000
_MANY_LINES = 3_000
"""Above this the comparison of two texts takes the quicker way, which may show more as changed."""

_LANGUAGES = {".json": "json", ".yaml": "yaml", ".yml": "yaml", ".py": "python", ".toml": "toml"}
_MARKDOWN = (".md", ".markdown")
_FIELD = re.compile(r"\*\*(?P<name>Status|Confidence)\*\*: *(?P<value>[^\n]*?) *$", re.MULTILINE)
_OUR_MARK = re.compile(r"<!-- roundtable:(?:begin|end) (?P<slug>[^>]*?) *-->")
"""Where an item's part of a shared document begins and ends: for programs, not for readers."""
_OF_A_TASK = re.compile(r"[-*+] \[[ xX]\] T\d{3,} |  (?:files|blocked_by): ")
_LINE_ENDS_HERE = "  "
"""As Markdown says it."""
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_JSON_SIGNS = re.compile(r'"(?:\\.|[^"\\])*"|[{}\[\],:]|[^\s{}\[\],:"]+')

Opcode = tuple[str, int, int, int, int]


class View(StrEnum):
    RENDERED = "rendered"
    RAW = "raw"
    DIFF = "diff"


class Shape(StrEnum):
    """How the text of a passage is to be laid out."""

    MARKDOWN = "markdown"
    CODE = "code"
    TABLE = "table"
    DIFF = "diff"
    NOTE = "note"


class Passage(Struct, frozen=True):
    """A part of a document that is laid out by itself."""

    shape: Shape
    text: str
    key: str = ""
    """The same as long as the passage is the same one, changed or not."""
    language: str = ""
    whole: str = ""
    """Of code: the text it is cut from, since colours depend on what stands above."""
    line: int = 0
    """Where it starts in the document, or of code, in `whole`."""
    numbers: int = 0
    """Of code: how wide the numbers beside its lines are; 0 for none."""
    skipped: int = 0
    """Of code: how many lines of the file stand above `whole`."""
    label: str = ""
    """Stands above it."""
    changed: bool = False
    before: str = ""
    """If changed: what stood there."""


class Head(Struct, frozen=True):
    """What a document says of itself."""

    status: str = ""
    confidence: str = ""


def text_of(data: bytes) -> str:
    """The words in the bytes, whatever the bytes are."""
    return neutral(data[:LARGEST].decode("utf-8-sig", "replace"))


def head_of(text: str) -> Head:
    """Status and confidence as the document's header states them, nothing where it has none."""
    found = {match["name"]: match["value"] for match in reversed([*_FIELD.finditer(text[:2_000])])}
    return Head(found.get("Status", ""), found.get("Confidence", ""))


def passages(name: str, data: bytes, view: View = View.RENDERED) -> tuple[Passage, ...]:
    """The document as rendered or raw; a document that is not what its name says is shown raw, with a note."""
    if b"\0" in data[:LARGEST]:
        return (Passage(Shape.NOTE, f"These {len(data):,} bytes are not text."),)
    text = text_of(data)
    found = _raw(text) if view is View.RAW else _rendered(name, text)
    if len(data) > LARGEST:
        found.insert(0, Passage(Shape.NOTE, f"Only the first {LARGEST:,} of {len(data):,} bytes are shown."))
    if not found:
        found.append(Passage(Shape.NOTE, "This document is empty."))
    return tuple(found)


def prepare(name: str, data: bytes) -> bytes:
    """The bytes again, with the slow part of showing them done; for a thread that has just read a long document."""
    passages(name, data)
    return data


def _rendered(name: str, text: str) -> list[Passage]:
    suffix = PurePath(name).suffix.lower()
    if suffix in _MARKDOWN:
        return list(_markdown(text))
    if suffix == ".csv":
        return _csv(text)
    if suffix == ".json":
        return _json(text)
    return _code(text, _LANGUAGES.get(suffix, ""))


def _raw(text: str) -> list[Passage]:
    return _code(text, "")


def _code(text: str, language: str) -> list[Passage]:
    text = text.rstrip("\n")
    if not text:
        return []
    lines = text.split("\n")
    return [
        Passage(Shape.CODE, "\n".join(lines[at : at + LINES_IN_A_PASSAGE]), language=language, whole=text, line=at)
        for at in range(0, len(lines), LINES_IN_A_PASSAGE)
    ]


def _markdown(text: str) -> Iterator[Passage]:
    lines = list(_for_readers(text.split("\n")))
    for start, section in _sections(lines):
        for first, last in _ranges("\n".join(section)):
            yield Passage(Shape.MARKDOWN, "\n".join(section[first:last]).rstrip(), line=start + first)


def _for_readers(lines: Iterable[str]) -> Iterator[str]:
    """Without our marks and the slug behind the name of the item whose part it is; a task keeps its lines."""
    slug = ""
    for line in lines:
        if mark := _OUR_MARK.fullmatch(line):
            slug = mark["slug"]
            yield ""
        elif _OF_A_TASK.match(line):
            yield f"{line}{_LINE_ENDS_HERE}"
        else:
            yield line.removesuffix(f" ({slug})") if slug and line.startswith("#") else line


def _sections(lines: Sequence[str]) -> Iterator[tuple[int, Sequence[str]]]:
    """The text cut before its headings, which end whatever stands above them, so that one edit parses one section."""
    start, fence, comment = 0, "", False
    for at, line in enumerate(lines):
        if fence:
            if line.lstrip().startswith(fence) and not line.strip().strip(fence[0]):
                fence = ""
        elif comment:
            comment = "-->" not in line
        elif line.startswith("#") and at > start:
            yield start, lines[start:at]
            start = at
        elif opened := _FENCE.match(line):
            fence = opened[1]
        elif line.startswith("<!--"):
            comment = "-->" not in line
    yield start, lines[start:]


@lru_cache(maxsize=1024)
def _ranges(section: str) -> tuple[tuple[int, int], ...]:
    """The lines of each part at the top, with the blank ones below it."""
    starts = [token.map[0] for token in _parser().parse(section) if token.level == 0 and token.map]
    return tuple(itertools.pairwise([*dict.fromkeys(starts), section.count("\n") + 1]))


@cache
def _parser() -> MarkdownIt:
    """Finds the blocks of a text and does not read what is in them."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"maxNesting": 30}).enable("table")
    parser.core.ruler.enableOnly(["normalize", "block"])
    return parser


def _json(text: str) -> list[Passage]:
    try:
        json.loads(text)
    except ValueError as problem:
        return [Passage(Shape.NOTE, f"This is not JSON: {problem}."), *_code(text, "json")] if text.strip() else []
    except RecursionError:
        return _code(text, "json")
    return _code(text if "\n" in text.strip() else _spread(text), "json")


def _spread(text: str) -> str:
    """JSON on many lines with every value as it was written."""
    out: list[str] = []
    depth = 0
    opened = False
    for sign in _JSON_SIGNS.findall(text):
        if sign in "}]":
            depth -= 1
            out.append(sign if opened else f"\n{'  ' * depth}{sign}")
        else:
            out += [f"\n{'  ' * depth}"] if opened else []
            out.append({",": f",\n{'  ' * depth}", ":": ": "}.get(sign, sign))
            depth += sign in "{["
        opened = sign in ("{", "[")
    return "".join(out)


def _csv(text: str) -> list[Passage]:
    try:
        rows = [row for row in csv.reader(io.StringIO(text), strict=True) if row]
    except csv.Error as problem:
        return [Passage(Shape.NOTE, f"This is not CSV: {problem}."), *_code(text, "")]
    if len(rows) > MOST_ROWS:
        return [Passage(Shape.NOTE, f"{len(rows):,} rows, shown as they are written."), *_code(text, "")]
    return [Passage(Shape.TABLE, text)] if rows else []


def carried_on(now: Iterable[Passage], before: Sequence[Passage]) -> tuple[Passage, ...]:
    """The passages now, with the keys of those they continue and marked where they differ from them.

    Without a document before nothing is marked: what is all new needs no marks.
    """
    now = list(now)
    fresh = _fresh_keys(before)
    if not before:
        return tuple(replace(one, key=next(fresh)) for one in now)
    found: list[Passage] = []
    for tag, i1, i2, j1, j2 in _opcodes([_identity(one) for one in before], [_identity(one) for one in now]):
        old, new = before[i1:i2], now[j1:j2]
        if tag == "equal":
            found += [_same(one, other) for one, other in zip(new, old, strict=True)]
            continue
        gone = "\n\n".join(one.text for one in old)
        for one, other in itertools.zip_longest(new, old[: len(new)]):
            found.append(replace(one, key=other.key if other else next(fresh), changed=True, before=gone))
    return tuple(found)


def difference(before: bytes, after: bytes) -> tuple[Passage, ...]:
    """What has to be done to the text before to get the text after, each place with the lines around it."""
    a, b = text_of(before).splitlines(), text_of(after).splitlines()
    found: list[Passage] = []
    for codes in _grouped(_opcodes(a, b)):
        lines: list[str] = []
        for tag, i1, i2, j1, j2 in codes:
            if tag == "equal":
                lines += [f"  {line}" for line in b[j1:j2]]
                continue
            lines += [f"- {line}" for line in a[i1:i2]]
            lines += [f"+ {line}" for line in b[j1:j2]]
        first, last = codes[0][3] + 1, codes[-1][4]
        label = f"Lines {first}–{last}" if last > first else f"Line {max(last, 1)}"
        found.append(Passage(Shape.DIFF, "\n".join(lines), f"d{len(found)}", line=first, label=label))
    return tuple(found) or (Passage(Shape.NOTE, "Nothing differs between the two.", "same"),)


def _grouped(codes: Iterable[Opcode]) -> Iterator[list[Opcode]]:
    """Changes with the lines around them; those so near each other that these lines touch stand together."""
    group: list[Opcode] = []
    for number, (tag, i1, i2, j1, j2) in enumerate(codes := list(codes)):
        if tag != "equal":
            group.append((tag, i1, i2, j1, j2))
            continue
        ends, begins = number > 0, number + 1 < len(codes)
        if i2 - i1 <= CONTEXT * (ends + begins):
            group.append((tag, i1, i2, j1, j2))
            continue
        if ends:
            yield [*group, (tag, i1, i1 + CONTEXT, j1, j1 + CONTEXT)]
        group = [(tag, i2 - CONTEXT, i2, j2 - CONTEXT, j2)] if begins else []
    if any(tag != "equal" for tag, *_ in group):
        yield group


def unmarked(shown: Iterable[Passage]) -> tuple[Passage, ...]:
    return tuple(replace(one, changed=False, before="") if one.changed else one for one in shown)


def _same(now: Passage, before: Passage) -> Passage:
    """The passage before, unless it is cut from a text that has changed elsewhere."""
    return replace(now, key=before.key) if now.whole else before


def _identity(passage: Passage) -> tuple[str, str]:
    return passage.shape, passage.text


def _fresh_keys(before: Iterable[Passage]) -> Iterator[str]:
    taken = {one.key for one in before}
    return (key for number in itertools.count(1) if (key := f"p{number}") not in taken)


def _opcodes(a: Sequence[object], b: Sequence[object]) -> list[Opcode]:
    """As difflib gives them, with what is the same at both ends set aside first."""
    least = min(len(a), len(b))
    head = next((at for at in range(least) if a[at] != b[at]), least)
    tail = next((at for at in range(least - head) if a[-1 - at] != b[-1 - at]), least - head)
    middle_a, middle_b = a[head : len(a) - tail], b[head : len(b) - tail]
    quick = max(len(middle_a), len(middle_b)) > _MANY_LINES
    codes = SequenceMatcher(None, middle_a, middle_b, autojunk=quick).get_opcodes()
    found = [("equal", 0, head, 0, head)] if head else []
    found += [(tag, i1 + head, i2 + head, j1 + head, j2 + head) for tag, i1, i2, j1, j2 in codes]
    return found + ([("equal", len(a) - tail, len(a), len(b) - tail, len(b))] if tail else [])
