"""Takes a Markdown document apart into what a person edits as one thing: a heading, a paragraph, a row, an entry."""

from __future__ import annotations

import re
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from roundtable_tui.formats.markdown import Fences

PENDING = "Pending Sections"
ENTRY_ID = re.compile(r"(?:[A-Z]{1,5}-\d{3}-\d{2}|[A-Z]{1,5}-\d{3,4}|T\d{3,4})(?![\w-])")

_HEADING = re.compile(r"(?P<marks>#{1,6})[ \t]+(?P<text>.*?)[ \t]*#*$")
_ITEM = re.compile(r"(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+(?=T\d{3}))?(?P<text>.*)$")
"""The box before a task is no part of what names it."""
_LABEL = re.compile(r"\*\*(?P<label>[^*\n]{1,60})\*\*")
_LABELLED_LINE = re.compile(r"\*\*(?P<label>[^*\n]{1,60})\*\*:|(?P<plain>[A-Z][A-Za-z ]{1,30}): \S")
_CELL = re.compile(r"((?:\\.|[^|])*)(?:\||$)")
_RULE_ROW = re.compile(r"\|?[ :|-]*-[ :|-]*\|?$")


class Sort(StrEnum):
    PARAGRAPH = "paragraph"
    ITEM = "item"
    LABELLED = "labelled line"
    TABLE = "table"
    ROW = "row"
    FENCE = "fence"


class Block(Struct, frozen=True):
    sort: Sort
    text: str
    key: str = ""
    """An id, a label or a first cell that names it; empty if only its text does."""
    is_id: bool = False
    apart: bool = True
    """An empty line stands before it."""
    columns: tuple[str, ...] = ()
    """The head of the table a row stands in."""


class Section(Struct, frozen=True):
    """A heading and what stands under it up to the next heading of any level."""

    heading: str
    level: int
    key: str
    is_id: bool
    blocks: tuple[Block, ...]
    under: str = ""
    """The id of the entry it stands under, if it has none of its own."""

    @property
    def is_pending(self) -> bool:
        return self.key == PENDING.casefold()

    @property
    def text(self) -> str:
        return "\n".join((self.heading, *(block.text for block in self.blocks)))


class Document(Struct, frozen=True):
    header: tuple[str, ...]
    sections: tuple[Section, ...]
    tail: str
    """The json block at the end that programs read; empty if there is none."""


def is_unfinished(text: str) -> bool:
    """Whether a fence is never closed, so that everything after it is no longer what it looks like."""
    return _fences(text.split("\n"))[1]


def parse(text: str, tail_like: str = "") -> Document:
    """`tail_like` tells which json block is the program's, where the user wrote others."""
    lines = text.split("\n")
    inside, _ = _fences(lines)
    header_end = _header_end(lines)
    tail, span = _tail(lines, tail_like)
    header = tuple(line for line in lines[:header_end] if line.strip())
    body_end = span.start if tail else len(lines)
    sections = _sections(list(zip(lines[header_end:body_end], inside[header_end:body_end], strict=True)))
    after = _sections(list(zip(lines[span.stop :], inside[span.stop :], strict=True))) if tail else []
    after = [replace(one, key=one.key or "after the end") for one in after]
    return Document(header, tuple(one for one in (*sections, *after) if one.heading or one.blocks), tail)


def as_text(document: Document) -> str:
    parts: list[str] = list(document.header)
    if len(parts) > 1:
        parts.insert(1, "")
    for section in document.sections:
        if section.heading:
            parts += [*([""] if parts else []), section.heading]
        before: Block | None = None
        for block in section.blocks:
            parts += [*([""] if parts and _is_apart(before, block) else []), block.text]
            before = block
    if document.tail:
        parts += ["", document.tail]
    return "\n".join(parts) + "\n"


def _is_apart(before: Block | None, block: Block) -> bool:
    """As it was written, except where two parts would run into each other or a table would fall apart."""
    if before is None:
        return True
    if block.sort is Sort.ROW and before.sort in (Sort.ROW, Sort.TABLE):
        return False
    continues = {Sort.ITEM: (Sort.ITEM, Sort.PARAGRAPH, Sort.LABELLED), Sort.LABELLED: (Sort.LABELLED,)}
    return block.apart or before.sort not in continues.get(block.sort, ())


def cells(row: str) -> tuple[str, ...]:
    """The cells of a table row, still escaped."""
    parts = [found[1].strip() for found in _CELL.finditer(row.strip().removeprefix("|"))]
    return tuple(parts[:-1] if parts and not parts[-1] else parts)


def _fences(lines: list[str]) -> tuple[list[bool], bool]:
    """Which lines belong to fenced code, and whether the last fence is left open."""
    fences = Fences()
    return [fences.take(line) for line in lines], bool(fences.mark)


def _header_end(lines: list[str]) -> int:
    """The title, and the labelled lines that follow it."""
    start = next((number for number, line in enumerate(lines) if line.strip()), len(lines))
    if start == len(lines) or not lines[start].startswith("# "):
        return 0
    at = start + 1
    while at < len(lines) and not lines[at].strip():
        at += 1
    if at == len(lines) or not _LABEL.match(lines[at]):
        return start + 1
    while at < len(lines) and _LABEL.match(lines[at]):
        at += 1
    return at


def _tail(lines: list[str], like: str) -> tuple[str, range]:
    """The json block most like the program's, by default the one nothing follows."""
    blocks = []
    fences, start = Fences(), 0
    for at, line in enumerate(lines):
        start = start if fences.mark else at
        if fences.take(line) and fences.info == "json" and (not fences.mark or at + 1 == len(lines)):
            blocks.append(range(start, at + 1))
    if like:
        wanted = set(like.split("\n")[1:-1])
        shared = [(len(wanted & {lines[number] for number in block}), block.start, block) for block in blocks]
        blocks = [max(shared)[2]] if shared and max(shared)[0] else []
    else:
        blocks = [block for block in blocks[-1:] if not any(line.strip() for line in lines[block.stop :])]
    if not blocks:
        return "", range(0)
    return "\n".join(lines[number] for number in blocks[0]), blocks[0]


def _sections(lines: list[tuple[str, bool]]) -> list[Section]:
    sections: list[Section] = []
    current = Section("", 0, "", is_id=False, blocks=())
    body: list[tuple[str, bool]] = []
    under: list[tuple[int, str]] = []
    for line, fenced in lines:
        heading = None if fenced else _HEADING.match(line)
        if heading is None:
            body.append((line, fenced))
            continue
        sections.append(replace(current, blocks=_blocks(body)))
        level, text = len(heading["marks"]), heading["text"]
        under = [(depth, entry) for depth, entry in under if depth < level]
        found = ENTRY_ID.match(text)
        key = found[0] if found else " ".join(text.casefold().split())
        current = Section(line, level, key, bool(found), (), "" if found else under[-1][1] if under else "")
        if found:
            under.append((level, key))
        body = []
    return [*sections, replace(current, blocks=_blocks(body))]


def _blocks(body: list[tuple[str, bool]]) -> tuple[Block, ...]:
    blocks: list[Block] = []
    apart = False
    chunk: list[str] = []
    was_fenced = False

    def close() -> None:
        nonlocal apart, chunk
        if chunk:
            blocks.extend(_chunk_blocks(chunk, apart=apart, fenced=was_fenced))
            apart, chunk = False, []

    for line, fenced in body:
        if fenced != was_fenced or (fenced and chunk and _is_closed(chunk)):
            close()
        was_fenced = fenced
        if not fenced and not line.strip():
            close()
            apart = True
        else:
            chunk.append(line)
    close()
    return tuple(blocks)


def _is_closed(chunk: list[str]) -> bool:
    fences = Fences()
    for line in (chunk[0], *chunk[1:][-1:]):
        fences.take(line)
    return not fences.mark


def _chunk_blocks(lines: list[str], *, apart: bool, fenced: bool) -> list[Block]:
    """The blocks of lines that no empty line parts."""
    if fenced:
        return [Block(Sort.FENCE, "\n".join(lines), apart=apart)]
    if len(lines) > 1 and "|" in lines[0] and _RULE_ROW.fullmatch(lines[1].strip()):
        columns = tuple(cell.casefold() for cell in cells(lines[0]))
        head = Block(Sort.TABLE, "\n".join(lines[:2]), " ".join(columns), apart=apart)
        return [head, *(_row(line, columns) for line in lines[2:])]
    if all(line.lstrip().startswith("|") for line in lines):
        return [replace(_row(line, ()), apart=apart and number == 0) for number, line in enumerate(lines)]
    if all(_LABELLED_LINE.match(line) for line in lines):
        return [_labelled(line, apart=apart and number == 0) for number, line in enumerate(lines)]
    return _prose_blocks(lines, apart=apart)


def _prose_blocks(lines: list[str], *, apart: bool) -> list[Block]:
    blocks: list[Block] = []
    chunk: list[str] = []
    for line in lines:
        if _ITEM.match(line) and chunk:
            blocks.append(_prose_block(chunk, apart=apart and not blocks))
            chunk = []
        chunk.append(line)
    return [*blocks, _prose_block(chunk, apart=apart and not blocks)]


def _prose_block(lines: list[str], *, apart: bool) -> Block:
    text = "\n".join(lines)
    item = _ITEM.match(lines[0])
    if item is None:
        return Block(Sort.PARAGRAPH, text, apart=apart)
    label = _LABEL.match(item["text"])
    found = ENTRY_ID.match(label["label"] if label else item["text"])
    if found:
        return Block(Sort.ITEM, text, found[0], is_id=True, apart=apart)
    return Block(Sort.ITEM, text, label["label"].casefold() if label else "", apart=apart)


def _labelled(line: str, *, apart: bool) -> Block:
    found = _LABELLED_LINE.match(line)
    label = (found["label"] or found["plain"]) if found else ""
    return Block(Sort.LABELLED, line, label.casefold(), apart=apart)


def _row(line: str, columns: tuple[str, ...]) -> Block:
    first = next(iter(cells(line)), "")
    found = ENTRY_ID.search(first)
    named = bool(found) or first.startswith("`")
    return Block(Sort.ROW, line, found[0] if found else first, is_id=named, apart=False, columns=columns)
