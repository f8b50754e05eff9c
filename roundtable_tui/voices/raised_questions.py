"""Questions that somebody raised with a guess, whoever puts them: an open point in, what the user reads out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.footing import confidence_in
from roundtable_tui.domain.dossier.kinds import SPECS, FieldType, Kind
from roundtable_tui.domain.dossier.provenance import Confidence
from roundtable_tui.domain.dossier.questions import Question, QuestionPart
from roundtable_tui.domain.knowledge.points.agent_questions import asked_by
from roundtable_tui.domain.knowledge.points.point_names import PointKind
from roundtable_tui.domain.knowledge.points.twin_questions import reasons
from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.points.point_names import OpenPoint

_CRITERION = f"{Kind.AC.value}.text"
_LONGEST = 500
_LONGEST_IN_LIST = 240
_THE_REST = "These are smaller. Shall we build it so?"
_HOW_TO_PICK = "Answer with a number, or in your own words."
_HOW_TO_FILL_IN = "Answer like “1: …; 2: …”."
_HOW_TO_AGREE = "Say yes if my guesses are right, or answer like “1: …; 2: …”."
_HOW_TO_CORRECT = "Say yes to all of it, or correct a line, like “2: …”."


def question_of(point: OpenPoint, state: State, worded: str = "") -> Question:
    """A raised point as it is put to the user, in its own words or in those that were found for it just now."""
    entry = state.dossier.get(point.about[0]) if point.about else None
    sides = tuple(
        side for name in (entry.refs("about") if entry else ()) if (side := state.dossier.get(name)) is not None
    )
    guess = entry.text("guess") if entry else ""
    others = entry.get("choices") if entry else ()
    choices = [guess, *others] if guess and isinstance(others, tuple) and others else []
    if point.kind is PointKind.CONTRADICTION:
        choices = [*(side.text(side.sentence_field) for side in sides), *choices[:1]]
    stake = reasons(point, state.dossier)
    lines = [f"{choice} (my guess)" if choice == guess else choice for choice in choices]
    keeps, written = _written_down(entry, state) if entry else ("", "")
    whole = [f"The guess as it is written down, {keeps}: {one_line(written, _LONGEST)}"] if written else []
    agent = _waiting_agent(point, state)
    waits = [f"{agent}, which builds this, waits for the answer."] if agent else []
    return Question(
        step="",
        key=point.name.key,
        text="\n".join((worded or point.text, *waits, *below(stake, "" if choices else guess, lines, ()), *whole)),
        why=stake,
        suggestion=guess,
        about=entry.id if entry else "",
        topic=point.name.topic,
        criterion=point.name.criterion,
        becomes=keeps,
        choices=tuple(map(statement_of, choices)),
        sides=tuple(side.id for side in sides) if point.kind is PointKind.CONTRADICTION else (),
        subjects=entry.refs("about") if entry else (),
        original=point.text if worded else "",
        agent=agent,
    )


def _written_down(entry: Entry, state: State) -> tuple[str, str]:
    """Where the answer goes, and how the guess is worked out there, if it is by now: that is what a yes keeps."""
    keeps, guess = entry.text("keeps"), entry.text("guess")
    name, _, field = keeps.partition(".")
    place = state.dossier.get(name) if guess else None
    if place is None:
        return keeps, ""
    field = field or place.sentence_field
    worked_out = place.text(field) not in ("", guess) and confidence_in(place, field) is not Confidence.HIGH
    return (name, place.text(field)) if worked_out or name == keeps else (keeps, "")


def _waiting_agent(point: OpenPoint, state: State) -> str:
    entries = (state.dossier.get(name) for name in (*point.about[:1], *point.twins))
    return next((source.agent for entry in entries if entry and (source := asked_by(entry))), "")


def statement_of(choice: str) -> str:
    """A choice without what it would change: this is what is kept if the user picks it."""
    return choice.partition("→")[0].strip() or choice


def question_of_rest(point: OpenPoint, state: State) -> Question:
    """Several small things with a guess each: a yes takes all of them, a number changes one."""
    entries = [entry for name in point.about if (entry := state.dossier.get(name))]
    parts = tuple(
        QuestionPart(one_line(entry.text(), _LONGEST), *_guess_in_list(entry, state), entry.refs("about"))
        for entry in entries
    )
    return Question(
        step="",
        key=point.name.key,
        text="\n".join((_THE_REST, *_as_built(parts), "", _HOW_TO_CORRECT)),
        topic=point.name.topic,
        criterion=point.name.criterion,
        parts=parts,
    )


def _as_built(parts: Sequence[QuestionPart]) -> Iterator[str]:
    """What a yes agrees to: a sentence says it by itself, without the question it answers."""
    for number, part in enumerate(parts, 1):
        yield f"{number}. {part.suggestion or part.text}"


def _guess_in_list(entry: Entry, state: State) -> tuple[str, str]:
    """The guess and its place: what is written down already is shown as it stands there, if it is short.

    A criterion goes to the requirement that its question is about, and is a constraint where that names none.
    """
    guess, (keeps, written) = entry.text("guess"), _written_down(entry, state)
    if written and len(written) <= _LONGEST_IN_LIST:
        return written, keeps
    about = [one for name in entry.refs("about") if (one := state.dossier.get(name))]
    homeless = keeps == _CRITERION and not any(one.kind in (Kind.FR, Kind.AC) for one in about)
    return guess, f"{Kind.CONSTRAINT.value}.text" if written or homeless else keeps


def shown(entry: Entry) -> str:
    """The entry with all it says, uncut and on one line, as it is put to the user for a yes."""
    spec = SPECS[entry.kind]
    rest = [
        f"{name.replace('_', ' ')}: {one_line(entry.text(name))}"
        for name in entry.fields
        if name != spec.main and (field := spec.field(name)) and field.type is not FieldType.REFS
    ]
    head = one_line(entry.text(spec.main))
    return " ".join((entry.id, *([head] if head else ()), *([f"({'; '.join(rest)})"] if rest else ())))


def below(why: str, suggestion: str, choices: Sequence[str], parts: Sequence[QuestionPart]) -> list[str]:
    """All that a user needs to answer with a word; a blank line keeps what follows a list out of its last item."""
    lines = [f"Why I ask: {why}"] if why else []
    if suggestion:
        lines.append(f"My guess: {suggestion}")
    lines += [f"{number}. {choice}" for number, choice in enumerate(choices, 1)]
    for number, part in enumerate(parts, 1):
        lines.append(f"{number}. {part.text}" + (f" My guess: {part.suggestion}" if part.suggestion else ""))
    if choices:
        lines += ["", _HOW_TO_PICK]
    if parts:
        lines += ["", _HOW_TO_AGREE if all(part.suggestion for part in parts) else _HOW_TO_FILL_IN]
    return lines
