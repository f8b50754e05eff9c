"""The offline voice: one question at a time, and one line that says what it kept of the answer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.kinds import SPECS, Kind
from roundtable_tui.domain.dossier.provenance import Confidence, Confirmed
from roundtable_tui.domain.dossier.questions import GAPS_KEY, Capture, Question
from roundtable_tui.domain.journal.values import Role
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.domain.talk.steering_phrases import dont_know, passes, yes_or_no
from roundtable_tui.voices.agenda import find_prompt, pending, prompts_of
from roundtable_tui.voices.gaps import answer_to_gaps, gaps_question
from roundtable_tui.voices.offline import answer_forms
from roundtable_tui.voices.offline.captures import Captured, Capturer
from roundtable_tui.voices.offline.conversation import converse
from roundtable_tui.voices.offline.openings import open_step
from roundtable_tui.voices.offline.questions import AGAIN, ask, depth_of, entry_of, with_changes
from roundtable_tui.voices.protocol import Asked, Part, Ready, Recorded, Said, Settled
from roundtable_tui.voices.receipts import acknowledgement, confirmed, what_was_kept
from roundtable_tui.voices.tasks import Answer, Discuss, Elaborate, Feedback, Gaps, OpenStep, Synthesise

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.voices.protocol import Brief

_NO_MODEL = (
    "There is no model at the table, so the others cannot join in. I'll ask the deeper questions of this step myself."
)
_NOTHING_DEEPER = (
    "There is no model at the table, so the others cannot join in, and I have no deeper question left about this step. "
    "What comes to mind, just type it."
)
_NOTHING_TO_CONFIRM = "I have nothing written down here that a yes could confirm, so in your own words, please."
_DROP = re.compile(r"\s*(?:please\s+)?(?:drop|remove|delete|strike|take out)\s+(?P<ids>[A-Z]{1,6}-\d.*)", re.IGNORECASE)


class OfflineVoice:
    """Understands nothing it was not taught: what it cannot read it keeps word for word."""

    name = "offline"

    async def speak(self, brief: Brief) -> AsyncIterator[Part]:
        for part in self._turn(brief):
            yield part

    def _turn(self, brief: Brief) -> Iterator[Part]:
        match brief.task:
            case OpenStep():
                yield from open_step(brief)
            case Answer():
                yield from _answer(brief)
            case Feedback():
                yield from _feedback(brief)
            case Gaps():
                yield Asked(Question(brief.step.id, GAPS_KEY, gaps_question(brief.missing, brief.state)))
            case Elaborate():
                deeper = next(pending(brief.step, Depth.DEEP, brief.state), None)
                yield Said(brief.persona.key, _NO_MODEL if deeper else _NOTHING_DEEPER)
                yield from ask(brief, deeper)
            case Discuss():
                yield from _feedback(brief)
            case Synthesise():
                yield Ready()
            case _:
                yield from converse(brief)


def _answer(brief: Brief) -> Iterator[Part]:
    question, words = brief.question, brief.words
    if question is None:
        yield from _go_on(brief)
        return
    agreed = yes_or_no(words, default=False)
    if question.offers and agreed is not None:
        yield from _confirmed_or_not(brief, question, agreed=agreed)
        return
    capture = _capture_for(brief, question)
    if agreed and _needs_words(question, capture):
        yield Said(brief.persona.key, _NOTHING_TO_CONFIRM)
        yield Asked(question)
        return
    captured, settled = _captured(brief, question, capture)
    corrected = _only_corrects(question, captured)
    withdrawn = [] if corrected else _withdrawn(brief, question, captured)
    yield from (Recorded(change) for change in (*withdrawn, *captured.changes))
    yield Said(brief.persona.key, what_was_kept(captured), Role.CAPTURED)
    after = with_changes(brief, (*withdrawn, *captured.changes), settled)
    rest = _unconfirmed(question, captured, after) if corrected else ()
    if rest:
        yield Asked(Question(question.step, question.key, _and_the_others(rest), offers=tuple(e.id for e in rest)))
        return
    yield from (Settled(key) for key in sorted(settled))
    yield from _go_on(after)


def _needs_words(question: Question, capture: Capture | None) -> bool:
    """Whether a bare yes says nothing: where a name, a number, a choice or a sentence was asked for."""
    if capture is None:
        return question.key == GAPS_KEY
    return capture.kind not in (Kind.REVIEW, Kind.NOTE)


def _captured(brief: Brief, question: Question, capture: Capture | None) -> tuple[Captured, frozenset[str]]:
    capturer = Capturer(brief.state, brief.ids, brief.turn)
    about = brief.state.dossier.get(question.about)
    settled = frozenset({question.key})
    if dont_know(brief.words):
        return capturer.open_question(one_line(question.text.split("\n")[0], 300), about), settled
    if passes(brief.words):
        return Captured(), settled
    if question.key == GAPS_KEY:
        return answer_to_gaps(capturer, brief.missing, brief.state, brief.words), settled
    if question.offers and (dropped := _to_drop(brief)):
        return capturer.dropped(dropped), settled
    if question.key.endswith(f"/{AGAIN}"):
        return _said_of_entries(brief, capturer), settled
    if question.offers and (shown := _labelled(brief, question.offers)):
        return Captured([capturer.reworded(entry, text) for entry, text in shown], by_id=True), settled
    if capture is None:
        return capturer.note(brief.words, about), settled
    if capture.for_each and (listed := _listed(brief, capture, question)):
        return _each(brief, capturer, capture, question, listed)
    return capturer.capture(capture, brief.words, about), settled


def _each(
    brief: Brief, capturer: Capturer, capture: Capture, question: Question, listed: dict[str, str]
) -> tuple[Captured, frozenset[str]]:
    """One answer that names several entries settles the question for each of them."""
    captured = Captured()
    stem = "/".join(question.key.split("/")[:2])
    for entry_id, text in listed.items():
        captured.add(capturer.capture(capture, text, brief.state.dossier.get(entry_id)))
    return captured, frozenset(f"{stem}/{entry_id}" for entry_id in listed)


def _listed(brief: Brief, capture: Capture, question: Question) -> dict[str, str]:
    """What the answer says of each entry it names, if naming entries is all it does."""
    field = SPECS[capture.kind].field(capture.field)
    named = answer_forms.labelled(brief.words) or (answer_forms.grouped(brief.words, field) if field else {})
    stem = "/".join(question.key.split("/")[:2])
    row = pending(brief.step, depth_of(brief), brief.state)
    asked_of = [part.about.id for part in row if part.about and part.stem == stem]
    if everything := answer_forms.for_all(brief.words):
        named = dict.fromkeys(asked_of, everything)
    elif field and len(choices := answer_forms.lone_choices(field, brief.words)) == len(asked_of) > 1:
        named = dict(zip(asked_of, choices, strict=True))
    entries = [entry_of(brief, entry_id) for entry_id in named]
    return named if named and all(entry and entry.kind is capture.for_each for entry in entries) else {}


def _capture_for(brief: Brief, question: Question) -> Capture | None:
    """What the question's answer becomes; a later field of a review belongs to the review of this step."""
    prompt = find_prompt(brief.step, question.key)
    capture = prompt.capture if prompt else None
    if capture is None or capture.preset or capture.kind is not Kind.REVIEW:
        return capture
    siblings = (other.capture for other in prompts_of(brief.step, question.key) if other.capture)
    preset = next((other.preset for other in siblings if other.kind is capture.kind and other.preset), ())
    return replace(capture, preset=preset)


def _confirmed_or_not(brief: Brief, question: Question, *, agreed: bool) -> Iterator[Part]:
    """A yes confirms exactly what was shown; a no asks the question the file has."""
    prompt = find_prompt(brief.step, question.key)
    if not agreed:
        yield Said(brief.persona.key, "Then tell me in your own words.")
        text = prompt.text if prompt and not question.about else "What should it be? " + _corrections(question)
        yield Asked(replace(question, text=text))
        return
    entries = [entry for entry_id in question.offers if (entry := entry_of(brief, entry_id))]
    source = (Confirmed(brief.turn),)
    changes = [Change(Op.CONFIRM, entry.id, entry.kind, sources=source) for entry in entries]
    yield from (Recorded(change) for change in changes)
    yield Said(brief.persona.key, confirmed(entries), Role.CAPTURED)
    capture = prompt.capture if prompt else None
    if capture and not any(entry.kind is capture.kind for entry in entries):
        yield Said(brief.persona.key, "That much stands. What I asked is still open.")
        yield Asked(replace(question, text=prompt.text if prompt else question.text, offers=()))
        return
    yield Settled(question.key)
    yield from _go_on(with_changes(brief, changes, frozenset({question.key})))


def _corrections(question: Question) -> str:
    return f'Correct an entry by its id, as "{question.offers[0]}: …".'


def _only_corrects(question: Question, captured: Captured) -> bool:
    """An answer that rewords or takes out some of what was shown by its id says nothing about the others."""
    return bool(captured.by_id and captured.changes) and all(
        change.op in (Op.REVISE, Op.DROP) and change.id in question.offers for change in captured.changes
    )


def _unconfirmed(question: Question, captured: Captured, brief: Brief) -> tuple[Entry, ...]:
    changed = {change.id for change in captured.changes}
    shown = (entry for entry_id in question.offers if (entry := entry_of(brief, entry_id)))
    return tuple(entry for entry in shown if entry.id not in changed and entry.confidence is not Confidence.HIGH)


def _and_the_others(entries: tuple[Entry, ...]) -> str:
    listed = "\n".join(f"- {entry.id} {one_line(entry.text(), 120)}" for entry in entries)
    return f"And the others, do they stand as they are?\n{listed}\n\nSay yes, or correct them in the same way."


def _withdrawn(brief: Brief, question: Question, captured: Captured) -> list[Change]:
    """Guesses that were shown and answered with something else are taken back, unless that answer filled them."""
    revised = {change.id for change in captured.changes}
    kinds = {change.kind for change in captured.changes}
    shown = [entry for entry_id in question.offers if (entry := entry_of(brief, entry_id))]
    return [
        Change(Op.DROP, entry.id, entry.kind)
        for entry in shown
        if (entry.kind in kinds or captured.nothing)
        and entry.id not in revised
        and entry.confidence is not Confidence.HIGH
        and not entry.is_from_document
    ]


def _feedback(brief: Brief) -> Iterator[Part]:
    """Said at the menu: kept as a note on the step, or on the entries it names."""
    capturer = Capturer(brief.state, brief.ids, brief.turn)
    dropped = _to_drop(brief)
    captured = capturer.dropped(dropped) if dropped else _said_of_entries(brief, capturer)
    yield from (Recorded(change) for change in captured.changes)
    yield Said(brief.persona.key, acknowledgement(brief.persona, brief.words, brief.turn))
    yield Said(brief.persona.key, what_was_kept(captured), Role.CAPTURED)


def _said_of_entries(brief: Brief, capturer: Capturer) -> Captured:
    """Lines like `FR-002: …` say entries anew; anything else is a note, beside the entry it mentions."""
    named = answer_forms.labelled(brief.words)
    if named and (known := _labelled(brief, tuple(named))):
        return Captured([capturer.reworded(entry, text) for entry, text in known])
    mentioned = (entry for entry_id in answer_forms.ids_in(brief.words) if (entry := entry_of(brief, entry_id)))
    return capturer.note(brief.words, next(mentioned, None))


def _labelled(brief: Brief, among: tuple[str, ...]) -> list[tuple[Entry, str]]:
    """The entries an answer says anew, if that is all it does and all of them are among these."""
    named = answer_forms.labelled(brief.words)
    known = [
        (entry, text) for entry_id, text in named.items() if entry_id in among and (entry := entry_of(brief, entry_id))
    ]
    return known if len(known) == len(named) else []


def _to_drop(brief: Brief) -> list[Entry]:
    found = _DROP.fullmatch(brief.words)
    ids = answer_forms.ids_in(found["ids"].upper()) if found else ()
    entries = [entry for entry_id in ids if (entry := entry_of(brief, entry_id))]
    return entries if len(entries) == len(ids) else []


def _go_on(brief: Brief) -> Iterator[Part]:
    if brief.question and brief.question.key.endswith((GAPS_KEY, f"/{AGAIN}")):
        yield Ready()
        return
    yield from ask(brief, next(pending(brief.step, depth_of(brief), brief.state), None))
