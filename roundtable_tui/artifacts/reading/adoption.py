"""Brings a document of another program into our forms before ours is first merged into it, and keeps the rest of it.

What was read from it stands under our ids then, and counts as known: where the analysis has moved on, it follows.
Everything else in it is text of its author and stays.
"""

from __future__ import annotations

import csv
import io
import json
import re
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from roundtable_tui.artifacts.reading.intake import MATRIX, told_in
from roundtable_tui.artifacts.reading.outline import (
    BULLET,
    HEADING,
    Line,
    below,
    first_paragraph,
    outline,
    plain,
    without_number,
)
from roundtable_tui.artifacts.reading.specification import AC_LINE
from roundtable_tui.artifacts.reading.statements import priority_of
from roundtable_tui.artifacts.reading.stories import LISTS, listed
from roundtable_tui.artifacts.render.machine_data import MATRIX_HEADER
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
_RATED = re.compile(
    r"[ \t]*(?:[-*+][ \t]+)?\*\*(?P<label>Priority|MoSCoW|Confidence)(?::\*\*|\*\*[ \t]*:)(?P<value>.*)"
)
_DESCRIBED = re.compile(r"[ \t]*(?:[-*+][ \t]+)?\*\*(?:Description|Requirement)(?::\*\*|\*\*[ \t]*:)[ \t]*(?P<text>.*)")
_ANNOUNCED = re.compile(r"[ \t]*\*\*Acceptance Criteria(?:\*\*[ \t]*:?|:\*\*)[ \t]*", re.IGNORECASE)
_CRITERIA = re.compile(r"\W*acceptance criteria\W*", re.IGNORECASE)
_STORY_FIELDS = ("title", "role", "want", "so_that", "story", "priority", "traces")
_NAME_OF_CRITERION = re.compile(r"AC-?[\w.-]*\d\w?")


class Adopted(Struct, frozen=True):
    text: str
    """Theirs, in our forms."""
    base: str | None
    """As much of it as the analysis knows; None if nothing."""


def is_in_our_forms(name: str, text: str) -> bool:
    """Whether this program wrote it, perhaps on another machine that kept the journal for itself."""
    if name == "user-stories.json":
        told = listed(text)
        return bool(told) and not _beside(text) and all(set(_STORY_FIELDS) - {"so_that"} <= {*one} for one in told)
    if name == MATRIX:
        return text.startswith(",".join(MATRIX_HEADER) + "\n")
    return all(re.search(rf"^\*\*{label}\*\*: ", text, re.MULTILINE) for label in ("Last Updated", "Coverage"))


def adopted(name: str, text: str, render: str, dossier: Dossier) -> Adopted:
    """`render` is what the analysis would write in its place."""
    if name == "user-stories.json":
        return _stories(name, text)
    if name == MATRIX:
        return Adopted(text, _same_rows(text, render))
    taken = (source for entry in dossier for source in entry.sources if isinstance(source, FromDocument))
    if name.endswith(".md") and any(source.path == name for source in taken):
        return _Rewriting(name, text, render, dossier).result()
    return Adopted(text, None)


class _Rewriting:
    """One Markdown document on its way into our forms, line by line."""

    def __init__(self, name: str, text: str, render: str, dossier: Dossier) -> None:
        self._lines = text.split("\n")
        self._order = list(range(len(self._lines)))
        self._parts = outline(text)
        self._headings = {part.line - 1: part for part in self._parts if part.level}
        self._known: set[int] = set()
        """Lines that say what the analysis knows, by index."""
        self._apart: set[int] = set()
        """Lines that stand on their own in our documents."""
        self._ours = {part.title.casefold(): part.level for part in outline(render) if part.level > 1}
        self._ends: dict[str, int] = {}
        """The last line under the heading of each requirement itself, by its id."""
        self._take_over_headings()
        told = {(entry_id, one.kind): one for entry_id, one in reversed(told_in(name, text))}
        for (entry_id, kind), statement in reversed(told.items()):
            entry = dossier.get(entry_id)
            if entry is None and kind in _LISTED:
                self._remove(range(statement.line - 1, max(statement.line, statement.last)))
            elif entry is None or entry.kind is kind:
                self._rewrite(entry_id, statement)

    def result(self) -> Adopted:
        self._order = [at for at in self._order if not self._is_left_empty(at)]
        text: list[str] = []
        for at in self._order:
            text += ["", self._lines[at], ""] if at in self._apart else [self._lines[at]]
        return Adopted("\n".join(text), self._base())

    def _base(self) -> str | None:
        """The known lines under their headings, as far as those are headings of ours too."""
        base: list[str] = []
        heading: str | None = ""
        last = -1
        for at in self._order:
            if at in self._headings and at not in self._known:
                mark, _, title = self._lines[at].strip().partition(" ")
                heading = self._lines[at] if self._ours.get(title.strip().casefold()) == len(mark) else None
            elif at in self._known and (heading is not None or at in self._headings):
                heading = "" if at in self._headings else heading
                together = at == last + 1 and not {at, last} & (self._apart | self._headings.keys())
                base += [*([heading, ""] if heading else []), *([] if together else [""]), self._lines[at]]
                heading, last = "", at
        return "\n".join(base) if base else None

    def _take_over_headings(self) -> None:
        """A heading that differs from one of ours only by a number before it is that heading."""
        for at, part in self._headings.items():
            heading = HEADING.fullmatch(self._lines[at]) if part.level > 1 else None
            level = self._ours.get(part.title.casefold())
            if heading and level and without_number(heading["title"]) != heading["title"]:
                self._lines[at] = f"{'#' * level} {part.title}"

    def _rewrite(self, entry_id: str, statement: Statement) -> None:
        at = statement.line - 1
        if not 0 <= at < len(self._lines):
            return
        main = str(statement.fields.get(SPECS[statement.kind].main, ""))
        if statement.kind in _HEADED and at in self._headings:
            part = self._headings[at]
            self._set(at, f"{'#' * _LEVEL} {entry_id}: {inline(main)}")
            self._shift(part)
            if statement.kind is Kind.FR:
                self._ends[entry_id] = part.lines[-1].number - 1 if part.lines else at
                self._rewrite_requirement(part, statement)
        elif statement.kind in _LISTED and (BULLET.fullmatch(self._lines[at]) or AC_LINE.fullmatch(self._lines[at])):
            colon = ":" if statement.kind is Kind.AC else ""
            self._set(at, f"- **{entry_id}**{colon} {inline(main)}")
            self._remove(range(at + 1, statement.last))
            if statement.kind is Kind.AC:
                self._move_to_its_requirement(entry_id, at)
        elif statement.kind is Kind.PROBLEM:
            self._known.update(self._paragraph(at))

    def _rewrite_requirement(self, part: Part, statement: Statement) -> None:
        for line in part.lines:
            at = line.number - 1
            rated = _RATED.fullmatch(line.text)
            if rated and rated["label"] == "Confidence":
                self._set(at, f"**Confidence**: {plain(rated['value'])}", apart=True)
            elif rated and (priority := priority_of(rated["value"].strip())):
                self._set(at, f"**Priority**: {priority}", apart=True)
            elif _ANNOUNCED.fullmatch(line.text):
                self._remove(range(at, at + 1))
            elif (told := _DESCRIBED.fullmatch(line.text)) and told["text"]:
                self._set(at, prose(str(statement.fields.get("text", told["text"]))), apart=True)
        told_first = first_paragraph(part.lines)
        if told_first and plain(told_first.text) == plain(str(statement.fields.get("text", ""))):
            self._known.update(self._paragraph(told_first.number - 1))

    def _move_to_its_requirement(self, entry_id: str, at: int) -> None:
        """A criterion told further down stands under its requirement itself, as in our documents."""
        end = self._ends.get(f"FR-{entry_id.split('-')[1]}")
        if end is None or at <= end:
            return
        self._order.remove(at)
        self._order.insert(self._order.index(end) + 1, at)
        self._ends[f"FR-{entry_id.split('-')[1]}"] = at

    def _is_left_empty(self, at: int) -> bool:
        """A heading that announces criteria, when none are left below it."""
        part = self._headings.get(at)
        if part is None or not _CRITERIA.fullmatch(part.title) or at in self._known:
            return False
        place = self._order.index(at)
        following = (other for other in self._order[place + 1 :] if self._lines[other].strip())
        first = next(following, None)
        return first is None or first in self._headings

    def _set(self, at: int, line: str, *, apart: bool = False) -> None:
        self._lines[at] = line
        self._known.add(at)
        if apart:
            self._apart.add(at)

    def _remove(self, lines: range) -> None:
        gone = set(lines)
        self._order = [at for at in self._order if at not in gone]

    def _shift(self, part: Part) -> None:
        """The headings below one that moves to our level stay below it."""
        moved = _LEVEL - part.level
        for inner in below(self._parts, self._parts.index(part))[1:] if moved > 0 else ():
            at = inner.line - 1
            if at not in self._known and (heading := HEADING.fullmatch(self._lines[at])):
                self._lines[at] = f"{'#' * min(6, inner.level + moved)} {heading['title']}"

    def _paragraph(self, at: int) -> range:
        end = at
        while end < len(self._lines) and Line(0, self._lines[end]).is_prose:
            end += 1
        return range(at, max(end, at + 1))


def _same_rows(text: str, render: str) -> str | None:
    """Their rows with the ids of ours, where they have our columns: what we say of them may change."""
    try:
        theirs, ours = ([*csv.reader(io.StringIO(one), strict=True)] for one in (text, render))
    except csv.Error:
        return None
    if not theirs or not ours or theirs[0][: len(ours[0])] != ours[0]:
        return None
    ids = {tuple(row[:3]) for row in ours[1:]}
    out = io.StringIO()
    rows = [row[: len(ours[0])] for row in theirs[1:] if tuple(row[:3]) in ids]
    csv.writer(out, lineterminator="\n").writerows([ours[0], *rows])
    return out.getvalue()


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
    return {name: value for name, value in loaded.items() if name not in LISTS} if isinstance(loaded, dict) else {}


def _names_criteria(value: object) -> bool:
    """Whether a list only names criteria that are told elsewhere."""
    return isinstance(value, list) and all(isinstance(one, str) and _NAME_OF_CRITERION.fullmatch(one) for one in value)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
