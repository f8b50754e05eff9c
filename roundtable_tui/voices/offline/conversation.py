"""The offline voice in a conversation: an answer in, entries and a receipt out; a deeper question, an amendment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.kinds import SPECS, Kind
from roundtable_tui.domain.dossier.provenance import Confirmed
from roundtable_tui.domain.dossier.questions import AMENDMENT, Question
from roundtable_tui.domain.journal.values import PointName, Role
from roundtable_tui.domain.knowledge.points.point_names import (
    GUESS,
    UNKNOWN,
    capture_of,
    criterion_of,
    deep_prompt,
    ids_in,
)
from roundtable_tui.domain.knowledge.points.twin_questions import twins_of
from roundtable_tui.domain.talk.assents import picked
from roundtable_tui.domain.talk.replies import Meant, reply_to
from roundtable_tui.domain.talk.reply_phrases import who_knows
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.domain.talk.thin_answers import expected_of, is_thin
from roundtable_tui.domain.talk.verdicts import RIGHT_NOW
from roundtable_tui.voices import raised_answers
from roundtable_tui.voices.contradictions import beaten, superseded
from roundtable_tui.voices.entry_remarks import remark_on_entry
from roundtable_tui.voices.offline import answer_forms
from roundtable_tui.voices.offline.captures import Captured, Capturer
from roundtable_tui.voices.offline.readings import TOO_LITTLE, left_to_the_table, with_who_knows
from roundtable_tui.voices.offline.shown_lists import (
    answer_to_shown,
    beside_the_question,
    done_by_id,
    ids_of_nothing,
    said_of_entries,
)
from roundtable_tui.voices.protocol import Asked, Part, Recorded, Said, Settled
from roundtable_tui.voices.raised_answers import is_raised_question
from roundtable_tui.voices.receipts import confirmed, what_was_kept
from roundtable_tui.voices.tasks import AskAmendment, Deepen, Reply

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from roundtable_tui.domain.dossier.questions import Capture
    from roundtable_tui.voices.protocol import Brief

_NO_MODEL = "There is no model at the table, so the others cannot join in. I'll ask a deeper question about it myself."
_NOTHING_DEEPER = (
    "There is no model at the table, so the others cannot join in, and I have no deeper question about this. "
    "What comes to mind, just type it."
)
_IN_YOUR_WORDS = "Then tell me in your own words."
_NOTHING_TO_CONFIRM = "I have nothing written down here that a yes could confirm, so in your own words, please."
_WHAT_TO_CHANGE = (
    'What is to change? Name an entry by its id, as "FR-002: …" or "drop FR-002"; anything else I keep as a note. '
    "C shows the summaries again."
)


def converse(brief: Brief) -> Iterator[Part]:
    match brief.task:
        case Deepen(question=question, deeper=deeper):
            yield from _deepen(brief, question, deeper)
        case AskAmendment():
            yield Asked(_amendment(brief, _WHAT_TO_CHANGE))
        case Reply(question=question) if question.topic == AMENDMENT:
            yield from _amended(brief)
        case Reply(question=question):
            yield from _replied(brief, question)


def _amendment(brief: Brief, text: str) -> Question:
    return Question("", f"{brief.state.conversation.amendments}", text, topic=AMENDMENT)


def _deepen(brief: Brief, question: Question, deeper: tuple[str, ...]) -> Iterator[Part]:
    key = next(iter(deeper), "")
    prompt = deep_prompt(key, brief.knowledge)
    yield Said(brief.persona.key, _NO_MODEL if prompt else _NOTHING_DEEPER)
    if prompt is None:
        yield Asked(question)
        return
    yield Asked(Question("", key, prompt.text, topic=question.topic, criterion=question.criterion))


def _amended(brief: Brief) -> Iterator[Part]:
    captured = said_of_entries(brief, Capturer(brief.state, brief.ids, brief.turn, brief.code))
    yield from (Recorded(change) for change in captured.changes)
    yield Said(brief.persona.key, captured.refused) if captured.refused else _receipt(brief, captured)
    if not brief.state.talk.ending:
        yield Asked(_amendment(brief, RIGHT_NOW))


def _receipt(brief: Brief, captured: Captured) -> Said:
    return Said(brief.persona.key, what_was_kept(captured), Role.CAPTURED)


def _replied(brief: Brief, question: Question) -> Iterator[Part]:
    capturer = Capturer(brief.state, brief.ids, brief.turn, brief.code)
    if answers := _open_questions_named(brief):
        yield from _answered_beside(brief, answers)
        yield Asked(question)
        return
    reply = reply_to(brief.words, guess=question.suggestion, asked=question.text)
    capture = capture_of(_name(question), brief.knowledge)
    if remark := remark_on_entry(brief, capture):
        yield from (Recorded(change) for change in remark.changes)
        yield _receipt(brief, remark)
        yield Asked(question)
        return
    if done := beside_the_question(brief, question, capture, capturer) or done_by_id(brief, question, capturer):
        yield from _done_beside(brief, question, done)
        return
    match reply.meant:
        case Meant.ASKS_BACK:
            yield Said(brief.persona.key, _explained(brief, question))
            yield Asked(question)
            return
        case Meant.UNKNOWN if is_raised_question(question):
            if who_knows(brief.words):
                asked = brief.state.dossier.get(next(iter(ids_in(question.key)), ""))
                yield from (Recorded(change) for change in capturer.note(brief.words, asked).changes)
            yield Said(brief.persona.key, _stays_open(brief, question), Role.CAPTURED)
            yield Settled(question.key, question.topic, question.criterion)
            return
        case Meant.UNKNOWN:
            about = brief.state.dossier.get(question.about)
            text = with_who_knows(one_line(question.text.split("\n")[0], 300), brief.words)
            captured = capturer.open_question(text, about)
        case Meant.DELEGATED if not is_raised_question(question):
            captured = _delegated(brief, question)
        case Meant.YES | Meant.GUESS if question.offers:
            yield from _confirmed(brief, question)
            return
        case Meant.NO if question.offers:
            yield Said(brief.persona.key, _IN_YOUR_WORDS)
            yield Asked(replace(question, text=_plain_text(brief, question), offers=(), suggestion=""))
            return
        case Meant.YES if capture is not None and not is_raised_question(question):
            yield Said(brief.persona.key, _NOTHING_TO_CONFIRM)
            yield Asked(question)
            return
        case _:
            yield from _kept(brief, question, capture, capturer)
            return
    yield from _recorded(brief, captured, (question.key,), question)


def _done_beside(brief: Brief, question: Question, done: Captured) -> Iterator[Part]:
    """Something was done to entries by their ids: the question stays, unless what it is about is gone."""
    yield from (Recorded(change) for change in done.changes)
    yield Said(brief.persona.key, done.refused) if done.refused else _receipt(brief, done)
    if not any(change.op is Op.DROP and change.id == question.about for change in done.changes):
        yield Asked(question)


def _kept(brief: Brief, question: Question, capture: Capture | None, capturer: Capturer) -> Iterator[Part]:
    """An answer in the user's own words, or corrections of what was shown."""
    keys: tuple[str, ...] = (question.key,)
    place = picked(brief.words, question.choices) if question.sides else None
    about = brief.state.dossier.get(question.about)
    if place is not None and place < len(question.sides):
        captured = _decided(brief, question, place)
    elif is_raised_question(question):
        captured = Captured(raised_answers.answered(brief, question))
    elif question.key.startswith(f"{UNKNOWN}/"):
        captured = _answered_after_all(brief, next(iter(ids_in(question.key)), ""), brief.words)
    elif question.offers:
        captured = answer_to_shown(brief, question, capture, capturer)
    elif capture is None:
        captured = capturer.note(brief.words, about)
    elif capture.for_each and (listed := _listed(brief, capture)):
        captured, stem = Captured(), question.key.partition("/")[0]
        for entry_id, text in listed.items():
            captured.add(capturer.capture(capture, text, brief.state.dossier.get(entry_id)))
        keys = tuple(f"{stem}/{entry_id}" for entry_id in listed)
    elif unknown := ids_of_nothing(brief, capture.kind):
        captured = Captured(refused=unknown)
    elif _is_too_little(brief, question, capture):
        captured = Captured(refused=TOO_LITTLE)
    else:
        captured = capturer.capture(capture, brief.words, about)
    if captured.refused:
        yield Said(brief.persona.key, captured.refused)
        yield Asked(question)
        return
    yield from _recorded(brief, captured, keys, question)


def _is_too_little(brief: Brief, question: Question, capture: Capture) -> bool:
    """Whether an answer is asked back: a bare no to what needs a sentence, or once, a word where one is expected."""
    if SPECS[capture.kind].single and answer_forms.says_nothing(brief.words):
        return True
    point = brief.state.talk.ledger.points.get(question.name)
    asked_before = point is not None and len(point.asked) > 1
    return not (asked_before or question.choices) and is_thin(brief.words, expected_of(capture))


def _recorded(brief: Brief, captured: Captured, keys: Iterable[str], question: Question) -> Iterator[Part]:
    yield from (Recorded(change) for change in captured.changes)
    yield _receipt(brief, captured)
    yield from (Settled(key, question.topic, question.criterion) for key in keys)


def _decided(brief: Brief, question: Question, place: int) -> Captured:
    """Of two things that contradict each other the user picked one."""
    sides = [entry for name in question.sides if (entry := brief.state.dossier.get(name))]
    winner = next((entry for entry in sides if entry.id == question.sides[place]), None)
    if winner is None:
        return Captured()
    changes = [Change(Op.CONFIRM, winner.id, winner.kind, sources=(Confirmed(brief.turn),))]
    lost = beaten(question, winner.id, brief.state)
    for loser in sides:
        if loser.id in lost:
            changes += superseded(loser, winner, brief.turn, brief.ids, f"{brief.id}/lost/{loser.id}")
    return Captured(changes)


def _name(question: Question) -> PointName:
    return PointName(question.topic, question.criterion, question.key)


def _stays_open(brief: Brief, question: Question) -> str:
    """It was on record as an open question before it was asked."""
    entries = [entry for name in ids_in(question.key) if (entry := brief.state.dossier.get(name))]
    named = " · ".join(f"{entry.id} {one_line(entry.text(), 120)}" for entry in entries)
    return f"Kept as an open question: {named}"


def _explained(brief: Brief, question: Question) -> str:
    if is_raised_question(question):
        why = f"It decides this: {question.why}. " if question.why else ""
        guess = f"If nobody says otherwise, it is built like this: {question.suggestion}" if question.suggestion else ""
        return f"{why}{guess}".strip() or "Each line is how it would be built if nobody says otherwise."
    if question.key.startswith(f"{GUESS}/"):
        return "Nobody has said this yet; I read it out of the code or concluded it. I'd like to know whether it holds."
    criterion = criterion_of(_name(question), brief.knowledge)
    return f"What I am after is this: {criterion.text}" if criterion else "Whatever you can tell me about it helps."


def _plain_text(brief: Brief, question: Question) -> str:
    criterion = criterion_of(_name(question), brief.knowledge)
    listed = len(question.offers) > 1
    asks = criterion.question if listed and criterion and "{title}" not in criterion.question else ""
    return asks or "What should it be?"


def _delegated(brief: Brief, question: Question) -> Captured:
    """The guess is kept and stays a guess: an assumption says that the user left it to the table."""
    criterion = criterion_of(_name(question), brief.knowledge)
    named = ", ".join(question.offers) or (criterion.text if criterion else one_line(question.text, 200))
    return left_to_the_table(brief, question, named)


def _confirmed(brief: Brief, question: Question) -> Iterator[Part]:
    """A yes confirms exactly what was shown."""
    entries = [entry for entry_id in question.offers if (entry := brief.state.dossier.get(entry_id))]
    source = (Confirmed(brief.turn),)
    yield from (Recorded(Change(Op.CONFIRM, entry.id, entry.kind, sources=source)) for entry in entries)
    yield Said(brief.persona.key, confirmed(entries), Role.CAPTURED)
    yield Settled(question.key, question.topic, question.criterion)


def _listed(brief: Brief, capture: Capture) -> dict[str, str]:
    """What the answer says of each entry it names, if naming entries is all it does."""
    field = SPECS[capture.kind].field(capture.field)
    named = answer_forms.labelled(brief.words) or (answer_forms.grouped(brief.words, field) if field else {})
    if not named and capture.for_each and (everything := answer_forms.for_all(brief.words)):
        lacking = [entry.id for entry in brief.state.dossier.of(capture.for_each) if capture.field not in entry.fields]
        named = dict.fromkeys(lacking, everything)
    entries = [brief.state.dossier.get(entry_id) for entry_id in named]
    return named if named and all(entry and entry.kind is capture.for_each for entry in entries) else {}


def answers_to_open_questions(brief: Brief) -> Iterator[Part]:
    """What is said to questions named by their ids, wherever it is said; nothing where the words say anything else."""
    if answers := _open_questions_named(brief):
        yield from _answered_beside(brief, answers)


def _open_questions_named(brief: Brief) -> dict[str, str]:
    """What the user says to questions they had left open, where they name them by their ids: `Q-001: …`."""
    named = answer_forms.labelled(brief.words)
    entries = [brief.state.dossier.get(entry_id) for entry_id in named]
    return named if named and all(entry and entry.kind is Kind.QUESTION for entry in entries) else {}


def _answered_beside(brief: Brief, answers: dict[str, str]) -> Iterator[Part]:
    captured = Captured()
    for entry_id, words in answers.items():
        captured.add(_answered_after_all(brief, entry_id, words))
    yield from (Recorded(change) for change in captured.changes)
    yield _receipt(brief, captured)


def _answered_after_all(brief: Brief, entry_id: str, words: str) -> Captured:
    """What was not known before is kept beside what it is about, or in it, and is no open question any more."""
    captured = Captured([raised_answers.in_own_words(brief, entry_id, words)])
    if brief.state.dossier.get(entry_id):
        gone = (entry_id, *twins_of(entry_id, brief.state.dossier))
        captured.changes += [Change(Op.DROP, name, Kind.QUESTION) for name in gone]
    return captured
