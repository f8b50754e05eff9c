"""Merges what the user wrote into an artifact with what the analysis now says; the user's text wins, none is lost."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from msgspec.structs import replace

from roundtable_tui.artifacts.merge.markdown_sections import (
    Block,
    Document,
    Section,
    Sort,
    as_text,
    cells,
    is_unfinished,
    parse,
)
from roundtable_tui.artifacts.merge.sequences import Identity, Rules, alike, merge_sequence
from roundtable_tui.artifacts.merge.structured import merge_csv, merge_json
from roundtable_tui.artifacts.merge.verdict import Merged, UnreadableError, others_rely_on, quoted
from roundtable_tui.artifacts.merge.yaml_text import merge_yaml

_MARKERS = re.compile(r"^(?:<{7}|>{7})(?: |$)", re.MULTILINE)


def merge(name: str, base: str | None, theirs: str, ours: str) -> Merged:
    """The file as it should now be; UnreadableError where theirs cannot be understood and must stay as it is.

    `base` is the render that their text began from, None if there was none. Line ends are LF throughout.
    """
    if theirs in (base, ours):
        return Merged(ours)
    if found := _MARKERS.search(theirs):
        line = theirs.count("\n", 0, found.start()) + 1
        raise UnreadableError(f"it holds the marks of an unfinished merge (line {line})")
    match name.rpartition(".")[2].lower():
        case "json":
            return merge_json(base, theirs, ours)
        case "csv":
            return merge_csv(base, theirs, ours)
        case "yaml" | "yml":
            return merge_yaml(base, theirs, ours)
    return merge_markdown(base or "", theirs, ours)


def merge_markdown(base: str, theirs: str, ours: str) -> Merged:
    if is_unfinished(theirs) and not is_unfinished(ours):
        raise UnreadableError("a block of code in it is never closed")
    render = parse(ours)
    before = parse(base)
    edited = parse(theirs, before.tail or render.tail)
    merging = _Merging()
    sections = merge_sequence(
        [one for one in before.sections if not one.is_pending],
        [*_own_header_lines(edited), *(one for one in edited.sections if not one.is_pending)],
        render.sections,
        merging.section_rules,
    )
    merging.note_what_is_always_rendered(before, edited)
    text = as_text(Document(render.header, tuple(sections), render.tail))
    return Merged(text, tuple(dict.fromkeys(merging.conflicts)), tuple(merging.left_out))


def dressed_as(text: str, render: str) -> str:
    """The text under the header of another render, and with the other parts that only the program writes."""
    told, worn = parse(text), parse(render)
    own = [one for one in told.sections if not one.is_pending]
    pending = [one for one in worn.sections if one.is_pending]
    return as_text(Document(worn.header, (*own, *pending), worn.tail))


@dataclass(slots=True)
class _Merging:
    """One merge of one document, and what cannot be settled in it."""

    conflicts: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    @property
    def section_rules(self) -> Rules[Section]:
        return Rules(_section_identity, lambda one: one.text, self._section, self._section_deleted, self._section_lost)

    def note_what_is_always_rendered(self, before: Document, edited: Document) -> None:
        changed = [line for line in edited.header if line not in before.header and _label(line) in ("", *_HEADER)]
        pending = {block.text for one in before.sections if one.is_pending for block in one.blocks}
        for one in edited.sections:
            if one.is_pending:
                changed += [block.text for block in one.blocks if block.text not in pending]
        if before.tail and edited.tail != before.tail:
            changed.append("the json block at the end")
        self.left_out += changed

    def _section(self, before: Section | None, edited: Section, render: Section) -> Section:
        heading = self._text(before.heading if before else None, edited.heading, render.heading, "the heading")
        blocks = merge_sequence(
            before.blocks if before else (), edited.blocks, render.blocks, self._block_rules(_named(render))
        )
        return replace(render, heading=heading, blocks=tuple(blocks))

    def _block_rules(self, place: str) -> Rules[Block]:
        def merged(before: Block | None, edited: Block, render: Block) -> Block:
            text = self._row(before, edited, render, place)
            if text is None:
                text = self._text(before.text if before else None, edited.text, render.text, place)
            return replace(render, text=text, apart=render.apart if text == render.text else edited.apart)

        def deleted(before: Block, render: Block) -> None:
            if others_rely_on(render.key):
                self.conflicts.append(f"{render.key} was deleted by hand and stays deleted; the analysis still has it")
            elif not alike(before.text, render.text):
                self.conflicts.append(
                    f"{place}: deleted by hand and stays deleted; the analysis now says {quoted(render.text)}"
                )

        def lost(before: Block, edited: Block) -> None:
            del before
            self.conflicts.append(f"{place}: {quoted(edited.text)} stays; the analysis no longer says it")

        return Rules(_block_identity, lambda one: one.text, merged, deleted, lost)

    def _row(self, before: Block | None, edited: Block, render: Block, place: str) -> str | None:
        """A row whose table has other columns now, cell by cell; None where their own words would lose their column."""
        if before is None or not render.columns or edited.columns != before.columns or edited.columns == render.columns:
            return None
        was = dict(zip(before.columns, cells(before.text), strict=False))
        theirs = dict(zip(edited.columns, cells(edited.text), strict=False))
        changed = {column for column, cell in theirs.items() if not alike(cell, was.get(column, ""))}
        if not changed <= {*render.columns}:
            return None
        ours = zip(render.columns, cells(render.text), strict=False)
        row = [
            self._text(was.get(column), theirs[column], cell, place) if column in changed else cell
            for column, cell in ours
        ]
        return f"| {' | '.join(row)} |"

    def _text(self, before: str | None, edited: str, render: str, place: str) -> str:
        if edited in (before, render):
            return render
        if render == before or alike(edited, render):
            return edited
        if before is not None and alike(edited, before):
            return render
        self.conflicts.append(f"{place}: {quoted(edited)} stays; the analysis now says {quoted(render)}")
        return edited

    def _section_deleted(self, before: Section, render: Section) -> None:
        if others_rely_on(render.key):
            self.conflicts.append(f"{render.key} was deleted by hand and stays deleted; the analysis still has it")
        elif not alike(before.text, render.text):
            self.conflicts.append(f"{_named(render)} was deleted by hand and stays deleted; it would now say more")

    def _section_lost(self, before: Section, edited: Section) -> None:
        del before
        self.conflicts.append(f"{_named(edited)} was changed by hand and stays; the analysis no longer has it")


_HEADER = ("Source", "Date", "Status", "Confidence", "Last Updated", "Coverage", "See also")


def _own_header_lines(edited: Document) -> list[Section]:
    """Lines the user added to the header; those the program writes there are its own."""
    own = [line for line in edited.header[1:] if _label(line) not in _HEADER]
    blocks = tuple(Block(Sort.LABELLED, line, _label(line).casefold()) for line in own)
    return [Section("", 0, "", is_id=False, blocks=blocks)] if blocks else []


def _label(line: str) -> str:
    found = re.match(r"\*\*([^*\n]+)\*\*", line)
    return found[1] if found else ""


def _named(section: Section) -> str:
    if section.is_id:
        return section.key
    return section.heading.lstrip("# ").strip() or "the beginning"


def _section_identity(section: Section) -> Identity:
    if section.is_id:
        return Identity(section.key, fixed=True)
    return Identity((section.under, section.key), sort=f"heading {section.level}")


def _block_identity(block: Block) -> Identity:
    if block.sort is Sort.ROW:
        table = () if block.is_id else block.columns
        return Identity(("row", table, block.key), fixed=block.is_id, sort=block.sort)
    if block.key:
        return Identity(block.key, fixed=block.is_id, sort=block.sort)
    return Identity(sort=block.sort)
