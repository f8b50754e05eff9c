"""Words an open point as one question: an open point and the state in, the question as it is put out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.dossier import IdGiver
from roundtable_tui.domain.dossier.kinds import SPECS, Kind
from roundtable_tui.domain.dossier.questions import Question
from roundtable_tui.domain.knowledge.points.point_names import PointKind
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.voices.agenda import about_one
from roundtable_tui.voices.contradictions import question_between
from roundtable_tui.voices.offline.drafts import Drafter
from roundtable_tui.voices.offline.questions import how_to_correct
from roundtable_tui.voices.offline.scan_proposals import Findings
from roundtable_tui.voices.raised_questions import question_of, question_of_rest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.points.point_names import OpenPoint

_MANY = 2
_LISTED = 20
_NAMED = 2
_LONGEST = 200


def opening(state: State) -> str:
    """What is known before anything was said, in the user's own words."""
    item = state.item
    change = one_line(item.description, _LONGEST).rstrip(".") if item else ""
    if not change:
        return "Let's begin with what you would like to change."
    draft = item.draft.strip() if item else ""
    if draft:
        return f'I have read your draft and start from it: "{change}".'
    return f'You would like this: "{change}". Before how, I\'d like to hear why.'


def question_for(point: OpenPoint, following: Iterable[OpenPoint], state: State) -> Question:
    """The question under the point's own name; what hangs on it stands as its reason."""
    entries = tuple(entry for entry_id in point.about if (entry := state.dossier.get(entry_id)))
    why, name = _why(point), point.name
    resting = _hanging(point)
    match point.kind:
        case PointKind.GUESS if point.guess and entries:
            text = f"I take it that {_quoted(entries[0])}. Is that right?{resting}"
            return Question(
                "", name.key, text, why, point.guess, offers=point.about, topic=name.topic, criterion=name.criterion
            )
        case PointKind.GUESS:
            return Question(
                "", name.key, _list_to_correct(entries, state), why, offers=tuple(entry.id for entry in entries),
                topic=name.topic, criterion=name.criterion,
            )  # fmt: skip
        case PointKind.CONTRADICTION if len(entries) == len(point.about) > 1:
            return question_between(point, state)
        case PointKind.RAISED | PointKind.CONTRADICTION:
            return question_of_rest(point, state) if len(entries) > 1 else question_of(point, state)
        case PointKind.UNKNOWN:
            return Question("", name.key, point.text, why, topic=name.topic, criterion=name.criterion)
    text = about_one(point.text, entries[0]) if entries else f"{point.text}{_known_so_far(point, state)}"
    row = [one for one in (point, *following) if _same_row(one, point)]
    text = f"{text}{_how_to_list(row, state)}{resting}"
    about = entries[0].id if entries else ""
    return Question("", name.key, text, why, about=about, topic=name.topic, criterion=name.criterion)


def _quoted(entry: Entry) -> str:
    return f'"{one_line(entry.text(), _LONGEST).rstrip(".")}" ({entry.id})'


def _why(point: OpenPoint) -> str:
    """What hangs on it, as the end of a sentence."""
    documents = [name for name in point.hangs if "." in name]
    more = len(documents) - _NAMED
    named = ", ".join(documents[:_NAMED]) + (f" and {more} more" if more > 0 else "")
    return " and ".join(part for part in (", ".join(_resting(point)), named) if part)


def _resting(point: OpenPoint) -> list[str]:
    return [name for name in point.hangs if "." not in name and name not in point.about][: _NAMED + 1]


def _hanging(point: OpenPoint) -> str:
    """Said with the question where entries rest on it; which documents wait for it is no matter of the talk."""
    resting = _resting(point)
    return f"\nWhat hangs on it: {', '.join(resting)}." if resting else ""


def _known_so_far(point: OpenPoint, state: State) -> str:
    capture = point.capture
    if capture is None or SPECS[capture.kind].single:
        return ""
    preset = dict(capture.preset)
    known = [
        entry
        for entry in state.dossier.of(capture.kind)
        if all(entry.text(name) == value for name, value in preset.items())
    ]
    if not known:
        return ""
    listed = "\n".join(f"- {entry.id} {one_line(entry.text(), 120)}" for entry in known[:_LISTED])
    return f"\nSo far I have:\n{listed}\n\nWhat is missing there?"


def _same_row(one: OpenPoint, point: OpenPoint) -> bool:
    same = (one.name.topic, one.name.criterion) == (point.name.topic, point.name.criterion)
    return same and one.kind is PointKind.CRITERION and bool(one.about)


def _how_to_list(row: list[OpenPoint], state: State) -> str:
    """So that nobody has to answer like questions one by one."""
    if len(row) < _MANY:
        return ""
    entries = [entry for one in row[:_LISTED] if (entry := state.dossier.get(one.about[0]))]
    listed = "\n".join(f"{entry.id}: {one_line(entry.text(), 60)}" for entry in entries)
    number = "both" if len(row) == _MANY else f"all {len(row)}"
    return f"\nYou can answer for {number} at once, with a line for each by its id:\n{listed}"


def _list_to_correct(entries: tuple[Entry, ...], state: State) -> str:
    drafter = Drafter(state, IdGiver(state.dossier.used))
    lines = "\n".join(f"- {drafter.line(entry)}" for entry in entries)
    searched = Findings(state).searched or "what was said"
    first = entries[0].id if entries else "FILE-001"
    if entries and entries[0].kind not in (Kind.FILE, Kind.ENTRY_POINT, Kind.ZONE):
        many = SPECS[entries[0].kind].many
        return f"These are the {many} as we understand them so far:\n{lines}\n\n{how_to_correct(first)}"
    what = "these files have" if all(entry.kind is Kind.FILE for entry in entries) else "these have"
    return (
        f"I can see from the codebase, by {searched}, that {what} most to do with it:\n{lines}\n\n"
        f"{how_to_correct(first)}"
    )
