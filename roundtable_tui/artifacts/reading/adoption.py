"""Brings a document of another program into our forms before ours is first merged into it, and keeps the rest of it.

What was read from it stands under our ids then, and counts as known: where the analysis has moved on, it follows.
Everything else in it is text of its author and stays.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from roundtable_tui.artifacts.reading.intake import told_in
from roundtable_tui.artifacts.reading.outline import BULLET, below, first_paragraph, outline, plain, without_number
from roundtable_tui.artifacts.reading.requirements import AC_LINE
from roundtable_tui.artifacts.reading.statements import priority_of
from roundtable_tui.artifacts.reading.stories import listed
from roundtable_tui.artifacts.render.markup import inline, prose
from roundtable_tui.domain.dossier.kinds import SPECS, Kind
from roundtable_tui.domain.dossier.provenance import FromDocument

if TYPE_CHECKING:
    from roundtable_tui.artifacts.reading.outline import Part
    from roundtable_tui.artifacts.reading.statements import Statement
    from roundtable_tui.domain.dossier.dossier import Dossier

_HEADED = (Kind.FR, Kind.USER, Kind.MODULE, Kind.INTERFACE)
"""Kinds that have a heading of their own in our documents, at this level:"""
_LEVEL = 3
_LISTED = (Kind.AC, Kind.EXCLUSION)
_HEADING = re.compile(r" {0,3}(?P<marks>#{1,6})[ \t]+(?P<title>.*?)[ \t]*#*[ \t]*")
_RATED = re.compile(
    r"[ \t]*(?:[-*+][ \t]+)?\*\*(?P<label>Priority|MoSCoW|Confidence)(?::\*\*|\*\*[ \t]*:)(?P<value>.*)"
)
_DESCRIBED = re.compile(r"[ \t]*(?:[-*+][ \t]+)?\*\*(?:Description|Requirement)(?::\*\*|\*\*[ \t]*:)[ \t]*(?P<text>.*)")
_ANNOUNCED = re.compile(r"[ \t]*\*\*Acceptance Criteria(?:\*\*[ \t]*:?|:\*\*)[ \t]*", re.IGNORECASE)
_STORY_FIELDS = ("title", "role", "want", "so_that", "story", "priority", "traces")
_NAME_OF_CRITERION = re.compile(r"AC-?[\w.-]*\d\w?")


@dataclass(frozen=True, slots=True)
class Adopted:
    text: str
    """Theirs, in our forms."""
    base: str | None
    """As much of it as the analysis knows; None if nothing."""


def adopted(name: str, text: str, render: str, dossier: Dossier) -> Adopted:
    """`render` is what the analysis would write in its place."""
    if name == "user-stories.json":
        return _stories(name, text)
    if name.endswith(".md"):
        return _Rewriting(name, text, render, dossier).result()
    return Adopted(text, None)


class _Rewriting:
    """One Markdown document on its way into our forms, line by line."""

    def __init__(self, name: str, text: str, render: str, dossier: Dossier) -> None:
        self._lines = text.split("\n")
        self._parts = outline(text)
        self._headings = {part.line - 1 for part in self._parts if part.level}
        self._known: set[int] = set()
        """Lines that say what the analysis knows, by index."""
        self._gone: set[int] = set()
        self._take_over_headings(render)
        for entry_id, statement in told_in(name, text):
            entry = dossier.get(entry_id)
            sources = entry.sources if entry and entry.kind is statement.kind else ()
            if any(isinstance(source, FromDocument) and source.path == name for source in sources):
                self._rewrite(entry_id, statement)

    def result(self) -> Adopted:
        kept = [at for at in range(len(self._lines)) if at not in self._gone]
        base: list[str] = []
        heading = ""
        for at in kept:
            if at in self._headings and at not in self._known:
                heading = self._lines[at]
            if at in self._known:
                base += [*([heading, ""] if heading else []), self._lines[at], ""]
                heading = ""
        return Adopted("\n".join(self._lines[at] for at in kept), "\n".join(base) if base else None)

    def _take_over_headings(self, render: str) -> None:
        """A heading that differs from one of ours only by a number before it is that heading."""
        ours = {part.title.casefold(): f"{'#' * part.level} {part.title}" for part in outline(render) if part.level > 1}
        for part in self._parts:
            heading = _HEADING.fullmatch(self._lines[part.line - 1]) if part.level > 1 else None
            if heading and without_number(heading["title"]) != heading["title"] and part.title.casefold() in ours:
                self._lines[part.line - 1] = ours[part.title.casefold()]

    def _rewrite(self, entry_id: str, statement: Statement) -> None:
        at = statement.line - 1
        if not 0 <= at < len(self._lines):
            return
        main = str(statement.fields.get(SPECS[statement.kind].main, ""))
        if statement.kind in _HEADED and at in self._headings:
            place = next(number for number, part in enumerate(self._parts) if part.line == statement.line)
            self._set(at, f"{'#' * _LEVEL} {entry_id}: {inline(main)}")
            self._shift(place)
            if statement.kind is Kind.FR:
                self._rewrite_requirement(self._parts[place], statement)
        elif statement.kind in _LISTED and (BULLET.fullmatch(self._lines[at]) or AC_LINE.fullmatch(self._lines[at])):
            colon = ":" if statement.kind is Kind.AC else ""
            self._set(at, f"- **{entry_id}**{colon} {inline(main)}")
            self._gone.update(range(at + 1, statement.last))
        elif statement.kind is Kind.PROBLEM:
            self._known.update(self._paragraph(at))

    def _rewrite_requirement(self, part: Part, statement: Statement) -> None:
        for line in part.lines:
            at = line.number - 1
            rated = _RATED.fullmatch(line.text)
            if rated and rated["label"] == "Confidence":
                self._set(at, f"**Confidence**: {plain(rated['value'])}")
            elif rated and (priority := priority_of(rated["value"].strip())):
                self._set(at, f"**Priority**: {priority}")
            elif _ANNOUNCED.fullmatch(line.text):
                self._gone.add(at)
            elif (told := _DESCRIBED.fullmatch(line.text)) and told["text"]:
                self._set(at, prose(str(statement.fields.get("text", told["text"]))))
        told_first = first_paragraph(part.lines)
        if told_first and plain(told_first.text) == plain(str(statement.fields.get("text", ""))):
            self._known.update(self._paragraph(told_first.number - 1))

    def _set(self, at: int, line: str) -> None:
        self._lines[at] = line
        self._known.add(at)

    def _shift(self, place: int) -> None:
        """The headings below one that moves to our level stay below it."""
        moved = _LEVEL - self._parts[place].level
        for part in below(self._parts, place)[1:] if moved > 0 else ():
            at = part.line - 1
            if at not in self._known and (heading := _HEADING.fullmatch(self._lines[at])):
                self._lines[at] = f"{'#' * min(6, part.level + moved)} {heading['title']}"

    def _paragraph(self, at: int) -> range:
        end = at
        while end < len(self._lines) and self._lines[end].strip():
            end += 1
        return range(at, end)


def _stories(name: str, text: str) -> Adopted:
    """The stories under the name readers look for, each with our id; what else the file holds stays beside them."""
    told = listed(text)
    ids = {statement.line: entry_id for entry_id, statement in told_in(name, text)}
    if not told or not ids:
        return Adopted(text, None)
    theirs: list[dict[str, Any]] = []
    known: list[dict[str, Any]] = []
    for number, one in enumerate(told, 1):
        story = {**one, "id": ids.get(number, one.get("id"))}
        theirs.append(story)
        fields = [field for field in _STORY_FIELDS if field in story]
        if _names_criteria(story.get("acceptance_criteria")):
            fields.append("acceptance_criteria")
        known.append({"id": story["id"], **{field: story[field] for field in fields}})
    return Adopted(_json({"stories": theirs, **_beside(text)}), _json({"stories": known}))


def _beside(text: str) -> dict[str, Any]:
    loaded = json.loads(text)
    kept = ("stories", "user_stories", "userStories", "userstories")
    return {name: value for name, value in loaded.items() if name not in kept} if isinstance(loaded, dict) else {}


def _names_criteria(value: object) -> bool:
    """Whether a list only names criteria that are told elsewhere."""
    return isinstance(value, list) and all(isinstance(one, str) and _NAME_OF_CRITERION.fullmatch(one) for one in value)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
