"""How documents put an entry into words: its title, its heading, links to it, and where it comes from."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.artifacts.render.markup import anchor, code, code_cell, inline
from roundtable_tui.domain.dossier.kinds import PRIORITIES, SPECS, Kind
from roundtable_tui.domain.dossier.provenance import (
    Ballot,
    Cited,
    Confirmed,
    FromDocument,
    HandEdit,
    Inferred,
    Source,
    Stated,
)
from roundtable_tui.domain.talk.sanitize import neutral, one_line

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roundtable_tui.domain.dossier.dossier import Entry

UNTITLED = "(untitled)"

HOMES = {
    Kind.FR: "requirements-spec.md",
    Kind.MODULE: "module-design.md",
    Kind.INTERFACE: "interface-spec.md",
    Kind.FLOW: "data-flow.md",
    Kind.OPTION: "architecture-overview.md",
    Kind.INTEGRATION: "component-interactions.md",
}
"""In which document an entry has a heading of its own."""

_TOLD = re.compile(r"\s*as an? ", re.IGNORECASE)
_ARTICLE = re.compile(r"(?:an?|the|my|our|any|every|each|someone|somebody)\b", re.IGNORECASE)


def title_of(entry: Entry) -> str:
    """What an entry is called, on one line; never nothing."""
    title = one_line(entry.text(SPECS[entry.kind].main))
    if entry.kind is Kind.STORY and _TOLD.match(title) and (want := one_line(entry.text("want")).removeprefix("to ")):
        title = want[0].upper() + want[1:]
    return title or next((line for name in entry.fields if (line := one_line(entry.text(name)))), UNTITLED)


def heading_of(entry: Entry) -> str:
    return f"{entry.id}: {inline(title_of(entry))}"


def link_to(entry: Entry) -> str:
    """The entry's id, leading to the heading where it is described."""
    home = HOMES.get(entry.kind)
    return f"[{entry.id}]({home}#{anchor(f'{entry.id}: {title_of(entry)}')})" if home else entry.id


def links_to(entries: Iterable[Entry]) -> str:
    return ", ".join(link_to(entry) for entry in entries)


def told(story: Entry) -> str:
    """The story as one sentence: as a …, I want …, so that …."""
    title = neutral(story.text("title")).strip()
    role, want, so_that = (neutral(story.text(name)).strip() for name in ("role", "want", "so_that"))
    if _TOLD.match(title) and (not so_that or so_that in title):
        return title
    if not role:
        return f"{want or title}{f', so that {so_that}' if so_that else ''}"
    article = "" if _ARTICLE.match(role) else "an " if role[0].lower() in "aeio" else "a "
    return f"As {article}{role}, I want {want or title}{f', so that {so_that}' if so_that else ''}."


def source_text(source: Source) -> str:
    """Where something comes from, as a phrase."""
    match source:
        case Stated(turn=0):
            return "the item itself"
        case Stated(turn=turn):
            return f"turn {turn}"
        case Confirmed(turn=turn):
            return f"confirmed in turn {turn}"
        case HandEdit(path=path):
            return f"edited by hand in {one_line(path)}"
        case FromDocument(path=path):
            return one_line(path)
        case Cited():
            return cited(source)
        case Ballot(session=session, round=number, seat=seat):
            return f"panel {one_line(session)}, round {number}, {one_line(seat)}"
        case Inferred(turns=turns, entries=entries):
            basis = [f"turn {turn}" if turn else "the item itself" for turn in turns] + [*map(one_line, entries)]
            return f"inferred from {', '.join(basis)}" if basis else "assumed"


def cited(source: Cited) -> str:
    lines = f"{source.start}" if source.end <= source.start else f"{source.start}-{source.end}"
    return f"{one_line(source.path)}:{lines}"


def sources_text(entry: Entry) -> str:
    return "; ".join(dict.fromkeys(source_text(source) for source in entry.sources))


def citations(entry: Entry) -> str:
    """The lines of code an entry rests on."""
    return ", ".join(dict.fromkeys(code(cited(source)) for source in entry.sources if isinstance(source, Cited)))


def highest_priority(entries: Iterable[Entry]) -> str:
    found = {entry.text("priority") for entry in entries}
    return next((priority for priority in PRIORITIES if priority in found), "")


def path_cell(entry: Entry) -> str:
    return code_cell(entry.text("path")) if "path" in entry.fields else code_cell(title_of(entry))
