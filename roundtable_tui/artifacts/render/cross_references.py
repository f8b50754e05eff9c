"""Links from a document to where something is described, but only to files that are written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.artifacts.render.file_names import DECISION_RECORD, template_for
from roundtable_tui.artifacts.render.markup import anchor
from roundtable_tui.artifacts.render.phrasing import full_title, name_of
from roundtable_tui.domain.dossier.kinds import SPECS, Kind
from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from collections.abc import Collection, Container, Iterable, Mapping

    from roundtable_tui.artifacts.render.template_view import View
    from roundtable_tui.domain.dossier.dossier import Entry

SPEC, IMPACT = "requirements-spec.md", "impact-analysis.md"
ARCHITECTURE, DESIGN = "architecture-overview.md", "design-summary.md"
QUICK_SCAN = "quick-scan.md"

HOMES = {
    Kind.FR: SPEC,
    Kind.MODULE: "module-design.md",
    Kind.INTERFACE: "interface-spec.md",
    Kind.FLOW: "data-flow.md",
    Kind.OPTION: ARCHITECTURE,
    Kind.INTEGRATION: "component-interactions.md",
}
"""In which document an entry has a heading of its own."""

FOR_PEOPLE = {
    SPEC: "what it must do",
    IMPACT: "what changes, for planning",
    ARCHITECTURE: "how and why, for reviewing",
    DESIGN: "the modules, for building",
}
"""The documents people read, with what stands in each and for whom."""

_BESIDE = {
    SPEC: {"user-stories.json": "for programs", "traceability-matrix.csv": "for programs"},
    IMPACT: {QUICK_SCAN: "the first look"},
    ARCHITECTURE: {"tech-stack-decision.md": "why this technology", "component-interactions.md": "the contracts"},
    DESIGN: {
        "module-design.md": "each module in detail",
        "interface-spec.md": "the calls",
        "interface-spec.yaml": "the same for programs",
        "data-flow.md": "what flows where",
        "error-taxonomy.md": "what can go wrong",
    },
}
"""The smaller files that go with each of them."""

_A_STATEMENT = 8
"""Fewer words are a name and may stand in many places."""

_GOES_WITH = {
    **{small: large for large, files in _BESIDE.items() for small in files if small != QUICK_SCAN},
    "requirements-summary.md": SPEC,
    "architecture-summary.md": ARCHITECTURE,
    DECISION_RECORD: ARCHITECTURE,
}


def link_to(view: View, entry: Entry) -> str:
    """The entry's id, leading to where it is described if that is written."""
    if entry.kind is Kind.DECISION and view.leads_to(record := view.records.get(entry.id, "")):
        return f"[{entry.id}]({record})"
    home = HOMES.get(entry.kind, "")
    if not view.leads_to(home):
        return entry.id
    return f"[{entry.id}]({home}#{anchor(f'{entry.id}: {name_of(entry)}')})"


def links_to(view: View, entries: Iterable[Entry]) -> str:
    return ", ".join(link_to(view, entry) for entry in entries)


def file_link(view: View, name: str, heading: str = "", words: str = "") -> str:
    """A link to a document, or to a heading in it; nothing if it is not written."""
    if not view.leads_to(name) or name == view.here:
        return ""
    return f"[{words or name}]({name}{f'#{anchor(heading)}' if heading else ''})"


def in_full(view: View, entry: Entry) -> str:
    """What a heading or a row gives only in short; where another entry says the same, the way there."""
    text = full_title(entry)
    return told_once(view, text, entry) if text else ""


def told_once(view: View, text: str, entry: Entry | None = None) -> str:
    """The text, or where the same words stand already under another entry, the way there."""
    first = view.ask(_first_told).get(_plain(text))
    if first is None or (entry and first.id == entry.id):
        return text
    if first.kind is Kind.PROBLEM:
        place = f"[Business Context]({SPEC}#business-context)" if view.leads_to(SPEC) else ""
    else:
        place = link_to(view, first) if view.leads_to(HOMES[first.kind]) else ""
    return f"In full: {place}." if place else text


def says_it_again(view: View, entry: Entry) -> bool:
    """Whether another entry, which a document describes in full, says the same at length."""
    first = view.ask(_first_told).get(_plain(entry.text()))
    return first is not None and first.id != entry.id


def _first_told(view: View) -> Mapping[str, Entry]:
    """Long texts, each with the first entry that says it of those that have a place of their own."""
    found: dict[str, Entry] = {}
    for kind in (Kind.PROBLEM, *HOMES):
        for entry in view.of[kind]:
            text = _plain(entry.text(SPECS[kind].main))
            if len(text.split()) >= _A_STATEMENT:
                found.setdefault(text, entry)
    return found


def _plain(text: str) -> str:
    return one_line(text).rstrip(".!").casefold()


def see_also(view: View) -> str:
    """What else was written, and for whom: of a small file the document it goes with, of that all the others."""
    if large := _GOES_WITH.get(template_for(view.here)):
        return file_link(view, large)
    names = {**FOR_PEOPLE, **_BESIDE.get(view.here, {})}
    links = [(file_link(view, name), about) for name, about in names.items()]
    return "; ".join(f"{link} ({about})" for link, about in links if link)


def main_document(written: Container[str], names: Collection[str]) -> str:
    """Of these documents the written one that people read first; nothing if none is written."""
    ours = [name for name in (*FOR_PEOPLE, QUICK_SCAN) if name in names]
    return next((name for name in (*ours, *names) if name in written and name.endswith(".md")), "")


def speaks_for_all(written: Container[str]) -> str:
    """The first document that people read, of those that are written: what belongs to no other stands there."""
    return next((name for name in (*FOR_PEOPLE, QUICK_SCAN) if name in written), "")
