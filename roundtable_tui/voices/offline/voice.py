"""The offline voice: one question at a time, and one line that says what it kept of the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.questions import ELABORATION_KEY, GAPS_KEY, Question
from roundtable_tui.domain.journal.values import Role
from roundtable_tui.domain.knowledge.phases import PHASES
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.domain.talk.spoken_words import words_of
from roundtable_tui.voices.agenda import pending
from roundtable_tui.voices.gaps import gaps_question
from roundtable_tui.voices.offline.openings import open_step
from roundtable_tui.voices.offline.point_questions import opening, question_for
from roundtable_tui.voices.offline.questions import ask, with_choices
from roundtable_tui.voices.protocol import Asked, Part, Ready, Recorded, Said
from roundtable_tui.voices.receipts import acknowledgement, what_was_kept
from roundtable_tui.voices.tasks import (
    Answer,
    AskPoint,
    CarryOn,
    Discuss,
    Elaborate,
    Feedback,
    Gaps,
    OpenStep,
    OpenTalk,
    Synthesise,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from roundtable_tui.voices.protocol import Brief

_NO_MODEL = (
    "There is no model at the table, so the others cannot join in. I'll ask the deeper questions of this step myself."
)
_NOTHING_DEEPER = (
    "There is no model at the table, so the others cannot join in, and I have no deeper question left about this step. "
    "What comes to mind, just type it."
)

_ASKING = frozenset("what which how why who when where is are do does can could would should".split())
_EARLY = 4
"""Among so many words a name and a filler leave room for the one that asks."""


class OfflineVoice:
    """Understands nothing it was not taught: what it cannot read it keeps word for word."""

    name = "offline"

    async def speak(self, brief: Brief) -> AsyncIterator[Part]:
        for part in spoken(brief):
            yield part


def spoken(brief: Brief) -> Iterator[Part]:
    """One turn, whatever it is for."""
    match brief.task:
        case OpenStep():
            yield from open_step(brief)
        case OpenTalk(point=point):
            yield Said(brief.persona.key, opening(brief.state))
            yield Asked(question_for(point, (), brief.state))
        case AskPoint(point=point, following=following):
            yield Asked(question_for(point, following, brief.state))
        case Answer():
            from roundtable_tui.voices.offline.answers import answer  # what answers mean: once there is one

            yield from answer(brief)
        case Feedback():
            yield from _feedback(brief)
        case Gaps():
            from roundtable_tui.voices.gap_answers import choices_for

            question = Question(brief.step.id, GAPS_KEY, gaps_question(brief.missing, brief.state))
            yield Asked(with_choices(question, choices_for(brief.missing, brief.state)))
        case Elaborate():
            deeper = next(pending(brief.step, Depth.DEEP, brief.state), None)
            yield Said(brief.persona.key, _NO_MODEL if deeper else _NOTHING_DEEPER)
            yield from ask(brief, deeper)
        case Discuss():
            yield from _feedback(brief)
        case Synthesise() | CarryOn():
            yield Ready()
        case _:
            from roundtable_tui.voices.offline.conversation import converse  # likewise

            yield from converse(brief)


def _feedback(brief: Brief) -> Iterator[Part]:
    """Said at the menu: kept as a note on the step, or done to the entries it names."""
    from roundtable_tui.voices.offline.captures import Capturer
    from roundtable_tui.voices.offline.conversation import answers_to_open_questions
    from roundtable_tui.voices.offline.shown_lists import said_at_menu

    if to := _spoken_to(brief):
        yield from _kept_for(to, brief)
        return
    if answered := tuple(answers_to_open_questions(brief)):
        yield from answered
        return
    captured = said_at_menu(brief, Capturer(brief.state, brief.ids, brief.turn, brief.code))
    if captured.refused:
        yield Said(brief.persona.key, captured.refused)
        return
    yield from (Recorded(change) for change in captured.changes)
    yield Said(
        brief.persona.key,
        acknowledgement(brief.persona, brief.words, brief.turn, at_menu=brief.state.talk.ending is None),
    )
    yield Said(brief.persona.key, what_was_kept(captured), Role.CAPTURED)


def _spoken_to(brief: Brief) -> str:
    """Who is spoken to by name, as the object of a sentence; empty where nobody is."""
    from roundtable_tui.domain.talk.address import addressed

    table = [brief.knowledge.persona(key).first_name for key in dict.fromkeys(phase.persona for phase in PHASES)]
    everybody = tuple(persona.first_name for persona in brief.knowledge.personas.values())
    to = addressed(brief.words, everybody, table)
    if len(to) > 1 and {*to} == {*table}:
        return "all of us"
    return " and ".join(filter(None, (", ".join(to[:-1]), *to[-1:])))


def _kept_for(to: str, brief: Brief) -> Iterator[Part]:
    """Nobody can answer without a model: what was said to somebody stays for them, under their name."""
    from roundtable_tui.voices.offline.captures import Capturer

    capturer = Capturer(brief.state, brief.ids, brief.turn, brief.code)
    text = f"For {to}: {brief.words.strip()}"
    asks = "?" in text or not _ASKING.isdisjoint(words_of(brief.words)[:_EARLY])
    captured = capturer.open_question(text, None) if asks else capturer.note(text, None)
    yield from (Recorded(change) for change in captured.changes)
    yield Said(brief.persona.key, f"There is no model at the table to answer that, so I keep it for {to}.")
    yield Said(brief.persona.key, what_was_kept(captured), Role.CAPTURED)
    if isinstance(brief.task, Discuss) and brief.task.question.key != ELABORATION_KEY:
        yield Asked(brief.task.question)
