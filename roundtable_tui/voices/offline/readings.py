"""What one answer to one question becomes, about one entry or several, and why it is asked back instead."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.kinds import SPECS, FieldType, Kind
from roundtable_tui.domain.dossier.provenance import Inferred
from roundtable_tui.domain.dossier.questions import GAPS_KEY
from roundtable_tui.domain.talk.assents import picked
from roundtable_tui.domain.talk.reply_phrases import who_knows
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.domain.talk.steering_phrases import dont_know, passes
from roundtable_tui.domain.talk.thin_answers import Expects, expected_of, is_thin
from roundtable_tui.voices.agenda import find_prompt, pending, prompts_of
from roundtable_tui.voices.gap_answers import answer_to_gaps
from roundtable_tui.voices.offline import answer_forms, pairs
from roundtable_tui.voices.offline.captures import Captured, Capturer, refers_to
from roundtable_tui.voices.offline.list_answers import ShownList, corrected, unknown_of, without_heading
from roundtable_tui.voices.offline.questions import AGAIN, depth_of
from roundtable_tui.voices.offline.shown_lists import answer_to_shown, ids_of_nothing, said_of_entries

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.dossier.kinds import Field, Value
    from roundtable_tui.domain.dossier.questions import Capture, Question
    from roundtable_tui.voices.protocol import Brief

_SEVERAL = 2
_ONCE_MORE = "once-more"
"""The last part of the key of a question that is put a second time because the answer said too little."""
DENIED = "denied"
"""The last part of the key of the question that follows a no to the whole of it."""
NOTHING_TO_CONFIRM = "There is nothing here yet that a yes could confirm. Tell me in your own words, or say skip."
WHICH = "I could not tell which of these you mean."
NO_LIST_HERE = 'I could not tell which entry that is. Name it by its id, as in "drop FR-001", or answer the question.'
_ONLY_OPERATES = re.compile(
    r"\s*(?:please\s+)?(?:drop|remove|delete|strike|keep|take out|leave out)\s+(?:the\s+)?"
    r"(?:number\s+|nr\.?\s*|no\.?\s*|#)?(?:\d{1,2}|first|second|third|fourth|last|it|this|that|them|all)(?:\s+(?:one|ones|entry|line|item))?\s*[.!]*\s*",
    re.IGNORECASE,
)
TOO_LITTLE = "That is too little for me to write down. A sentence would help; skip leaves it out."


def once_more(question: Question) -> Question:
    """The same question, marked, so that it is not put a third time."""
    return question if is_asked_once_more(question) else replace(question, key=f"{question.key}/{_ONCE_MORE}")


def is_asked_once_more(question: Question) -> bool:
    return question.key.endswith(f"/{_ONCE_MORE}")


def bare_key(question: Question) -> str:
    return question.key.removesuffix(f"/{_ONCE_MORE}").removesuffix(f"/{DENIED}")


def asked_back(brief: Brief, question: Question, capture: Capture | None, *, agreed: bool) -> str:
    """Why an answer is asked for once more; empty where it can be taken in."""
    words = brief.words
    if dont_know(words) or passes(words) or answer_forms.for_all(words):
        return ""
    if agreed and _needs_words(question, capture):
        return NOTHING_TO_CONFIRM
    if not question.offers and _ONLY_OPERATES.fullmatch(words):
        return NO_LIST_HERE
    if is_asked_once_more(question) or capture is None or question.offers or _picks(brief, question, capture):
        return ""
    rows = capture.for_each is not None and answer_forms.labelled(words)
    if not rows and (unknown := ids_of_nothing(brief, capture.kind)):
        return unknown
    expects = expected_of(capture)
    if expects is Expects.VALUE or capture.kind in (Kind.REVIEW, Kind.NOTE, Kind.QUESTION):
        return ""
    return TOO_LITTLE if is_thin(words, expects) else ""


def _picks(brief: Brief, question: Question, capture: Capture) -> str:
    """What the words pick of what is offered: one of the choices, or for a decision one of the ways to build it."""
    options = brief.state.dossier.of(Kind.OPTION) if capture.kind is Kind.DECISION and not capture.for_each else ()
    offered = question.choices or tuple(option.text() for option in options)
    place = picked(brief.words, offered)
    return offered[place] if place is not None else ""


def _needs_words(question: Question, capture: Capture | None) -> bool:
    """Whether a bare yes says nothing: where a name, a number, a choice or a sentence was asked for."""
    if capture is None:
        return question.key == GAPS_KEY
    return capture.kind not in (Kind.REVIEW, Kind.NOTE)


def captured_from(brief: Brief, question: Question, capture: Capture | None) -> tuple[Captured, frozenset[str]]:
    capturer = Capturer(brief.state, brief.ids, brief.turn, brief.code)
    about = brief.state.dossier.get(question.about)
    settled = settled_by(question)
    words = brief.words
    if dont_know(words) and pairs.is_pair(question):
        return open_questions(capturer, pairs.asked_in(brief.step, question, brief.state)), settled
    if dont_know(words):
        return capturer.open_question(with_who_knows(left_open(question), words), about), settled
    if passes(words):
        return Captured(), settled
    if bare_key(question) == GAPS_KEY:
        return answer_to_gaps(capturer, brief.missing, brief.state, words), settled
    if question.key.endswith(f"/{AGAIN}"):
        return said_of_entries(brief, capturer, question.offers), settled
    if question.offers:
        return answer_to_shown(brief, question, capture, capturer), settled
    if pairs.is_pair(question):
        said = pairs.answer_to_pair(brief.step, question, words, brief.state, capturer)
        return said or asked_which(brief, question, WHICH, settled)
    if capture is None:
        return capturer.note(words, about), settled
    if capture.for_each and about is None:
        return _row(brief, question, capture, capturer)
    if question.key.endswith(f"/{DENIED}"):
        return _reason_for_no(capture, capturer, words), settled
    if choice := _picks(brief, question, capture):
        return capturer.capture(capture, choice, about), settled
    if capture.for_each and about and (row := row_answer(brief, capture, capturer, question)):
        return row.captured, row.settled | settled
    known = ShownList(brief.state.dossier.of(capture.kind), capture, brief.state.dossier)
    if about is None and known.is_called_by_id_in(words) and (done := corrected(known, words, capturer)):
        return done, settled
    return capturer.capture(capture, without_heading(words, capture.kind), about), settled


def settled_by(question: Question) -> frozenset[str]:
    """The keys of all that an answer to the question settles."""
    return frozenset(pairs.stems_of(question)) if pairs.is_pair(question) else frozenset({bare_key(question)})


def left_to_the_table(brief: Brief, question: Question, named: str) -> Captured:
    """The guess is kept and stays a guess: an assumption says that the user left it to the table."""
    about = question.offers or ((question.about,) if question.about else ())
    text = f"The user left this to the analysts: {named}"
    fields: dict[str, Value] = {"text": text, "about": about} if about else {"text": text}
    entry_id = brief.ids.next(Kind.ASSUMPTION)
    return Captured([Change(Op.RECORD, entry_id, Kind.ASSUMPTION, fields, (Inferred((brief.turn,), about),))])


def left_open(question: Question) -> str:
    """The question for a document: what it lists below itself is named in it."""
    first, *lines = question.text.split("\n")
    ids = [found[1] for line in lines if (found := _LISTED.match(line))]
    named = f"{', '.join(ids[:-1])} and {ids[-1]}" if len(ids) > 1 else "".join(ids)
    return one_line(_EACH_OF_THESE.sub(f"each of {named}", first, count=1) if named else first, 300)


def with_who_knows(asked: str, words: str) -> str:
    """An open question, with whom to ask where the user said so."""
    return f"{asked} ({who})" if (who := who_knows(words)) else asked


_LISTED = re.compile(r"- ([A-Z]{1,6}-\d{1,6}(?:-\d{1,4})?)\s")
_EACH_OF_THESE = re.compile(r"\beach of these\b")


def _reason_for_no(capture: Capture, capturer: Capturer, words: str) -> Captured:
    """Stands in the review as what was said: the no, and what would have to change."""
    said = words if capture.field == "verdict" else f"No. {words}"
    return capturer.capture(replace(capture, field=SPECS[Kind.REVIEW].main), said, None)


def _row(brief: Brief, question: Question, capture: Capture, capturer: Capturer) -> tuple[Captured, frozenset[str]]:
    """An answer about several entries at once; asked back once where it does not say which it means."""
    said = row_answer(brief, capture, capturer, question)
    if said:
        return said.captured, said.settled
    return asked_which(brief, question, WHICH, frozenset({bare_key(question)}))


def asked_which(
    brief: Brief, question: Question, unclear: str, settled: frozenset[str]
) -> tuple[Captured, frozenset[str]]:
    if not is_asked_once_more(question):
        return Captured(refused=unclear), frozenset()
    note = Capturer(brief.state, brief.ids, brief.turn, brief.code).note(brief.words, None)
    return Captured(note.changes, f"{unclear} I kept it as a note."), settled


def capture_for(brief: Brief, question: Question) -> Capture | None:
    """What the question's answer becomes; a later field of a review belongs to the review of this step."""
    prompt = find_prompt(brief.step, question.key)
    capture = prompt.capture if prompt else None
    if capture is None or capture.preset or capture.kind is not Kind.REVIEW:
        return capture
    siblings = (other.capture for other in prompts_of(brief.step, question.key) if other.capture)
    preset = next((other.preset for other in siblings if other.kind is capture.kind and other.preset), ())
    return replace(capture, preset=preset)


def open_questions(capturer: Capturer, questions: Iterable[str]) -> Captured:
    captured = Captured()
    for question in questions:
        captured.add(capturer.open_question(one_line(question, 300), None))
    return captured


class RowAnswer(Struct, frozen=True):
    captured: Captured
    settled: frozenset[str] = frozenset()
    """The keys of the questions it answers, one for each entry it speaks of."""


def row_answer(brief: Brief, capture: Capture, capturer: Capturer, question: Question) -> RowAnswer | None:
    """What the answer says of the entries it names; None where it does not say which it means.

    A question about one entry is answered for others only by an answer that names them.
    """
    stem = "/".join(question.key.split("/")[:2])
    row = _waiting_row(brief, stem)
    field = SPECS[capture.kind].field(capture.field)
    if unknown := _unknown_targets(brief, field, capture):
        return RowAnswer(Captured(refused=unknown_of(unknown)))
    said = _by_id(brief.words, field) or _by_place(brief.words, field, row, alone=bool(question.about))
    kinds = {entry.id: entry.kind for entry in brief.state.dossier}
    if said and all(kinds.get(entry_id) is capture.for_each for entry_id in said):
        return _each(brief, capturer, capture, stem, said)
    if unknown := [entry_id for entry_id in said if entry_id not in kinds]:
        return RowAnswer(Captured(refused=unknown_of(unknown)))
    traced = bool(said) and _names_targets(said, capture, brief)
    if not traced and (said or question.about or len(row) < _SEVERAL):
        return None
    return _corrected(brief, capture, capturer, stem, row)


def _waiting_row(brief: Brief, stem: str) -> tuple[Entry, ...]:
    waiting = pending(brief.step, depth_of(brief), brief.state)
    return tuple(part.about for part in waiting if part.about and part.stem == stem)


def _by_id(words: str, field: Field | None) -> dict[str, str]:
    return answer_forms.labelled(words) or (answer_forms.grouped(words, field) if field else {})


def _by_place(words: str, field: Field | None, row: tuple[Entry, ...], *, alone: bool) -> dict[str, str]:
    """What is said of all of them at once, or of each in the order they were shown."""
    ids = [entry.id for entry in row]
    if everything := answer_forms.for_all(words):
        return dict.fromkeys(ids, everything)
    if len(ids) < _SEVERAL:
        return {}
    if field and len(choices := answer_forms.lone_choices(field, words)) == len(ids):
        return dict(zip(ids, choices, strict=True))
    if alone:
        return {}
    if field and field.type is FieldType.CHOICE and answer_forms.lone_choice(field, words):
        return dict.fromkeys(ids, words)
    if field and field.type is FieldType.REFS and _says_of_all(words, field):
        return dict.fromkeys(ids, words)
    lines = [line.strip() for line in words.splitlines() if line.strip()]
    named = any(entry.text().casefold() in line.casefold() for entry in row for line in lines)
    return dict(zip(ids, lines, strict=True)) if len(lines) == len(ids) and not named else {}


def _says_of_all(words: str, field: Field) -> bool:
    """Whether each is traced to nothing, or to all there are; that all wait for all of them nobody means."""
    return answer_forms.says_nothing(words) or (
        answer_forms.says_everything(words) and refers_to(field.name, None) is not None
    )


def _unknown_targets(brief: Brief, field: Field | None, capture: Capture) -> list[str]:
    """Ids of the sort that was asked for which nothing has."""
    if field is None or field.type is not FieldType.REFS:
        return []
    kinds = (refers_to(field.name, capture.kind), capture.for_each)
    prefixes = {SPECS[kind].prefix for kind in kinds if kind}
    named = answer_forms.ids_in(brief.words.upper())
    return [one for one in named if one.partition("-")[0] in prefixes and one not in brief.state.dossier.entries]


def _names_targets(said: dict[str, str], capture: Capture, brief: Brief) -> bool:
    """Whether traces are told from the other side: `FR-001: MOD-008`."""
    field = SPECS[capture.kind].field(capture.field)
    known = all(entry_id in brief.state.dossier.entries for entry_id in said)
    return known and field is not None and field.type is FieldType.REFS


def _each(brief: Brief, capturer: Capturer, capture: Capture, stem: str, said: dict[str, str]) -> RowAnswer:
    captured = Captured()
    for entry_id, text in said.items():
        captured.add(capturer.capture(capture, text, brief.state.dossier.get(entry_id)))
    return RowAnswer(captured, frozenset(f"{stem}/{entry_id}" for entry_id in said))


def _corrected(
    brief: Brief, capture: Capture, capturer: Capturer, stem: str, row: tuple[Entry, ...]
) -> RowAnswer | None:
    """Entries called by their names or numbers, and whatever else can be done to a list."""
    entries = tuple(brief.state.dossier.of(capture.for_each)) if capture.for_each else ()
    if not entries:
        return None
    done = corrected(ShownList(entries, capture, brief.state.dossier), brief.words, capturer, can_add=False)
    if done is None or done.refused:
        return RowAnswer(done) if done else None
    if all(change.op is Op.CONFIRM for change in done.changes):
        return None  # they are named, and nothing of what was asked for is said of them
    touched = {change.id for change in done.changes} | {
        ref for change in done.changes for name in ("fr", "module", "traces") for ref in _refs(change.fields.get(name))
    }
    return RowAnswer(done, frozenset(f"{stem}/{entry.id}" for entry in row if entry.id in touched))


def _refs(value: object) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else ()
