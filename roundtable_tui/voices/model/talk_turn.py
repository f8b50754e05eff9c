"""A model's turn in a conversation: what the program can settle or ask by itself needs no request, the rest does."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.provenance import Stated
from roundtable_tui.domain.dossier.questions import AMENDMENT, Question
from roundtable_tui.domain.journal.events import APP
from roundtable_tui.domain.journal.values import Role, Utterance
from roundtable_tui.domain.knowledge.points.point_names import AGAINST, RAISED, REST, PointKind, ids_in
from roundtable_tui.domain.knowledge.points.taken_in import is_to_be_carried
from roundtable_tui.domain.knowledge.points.twin_questions import twins_of
from roundtable_tui.domain.talk.assents import Assent, replies_by_part
from roundtable_tui.domain.talk.manners.breaches import asked_before, broken_rules
from roundtable_tui.domain.talk.replies import Meant, reply_to
from roundtable_tui.domain.talk.reply_phrases import who_knows
from roundtable_tui.domain.talk.verdicts import RIGHT_NOW, WHAT_TO_CHANGE
from roundtable_tui.errors import VoiceError
from roundtable_tui.voices.contradictions import question_between
from roundtable_tui.voices.model.decisions import decides, kept_though, supersede, supersede_rest
from roundtable_tui.voices.model.prompt.stable import seated
from roundtable_tui.voices.model.prompt.talk_prompt import compose_talk, nothing_recorded
from roundtable_tui.voices.model.tools.acceptance import settle
from roundtable_tui.voices.model.tools.points import keep_words
from roundtable_tui.voices.model.tools.talk_toolbox import TalkToolbox
from roundtable_tui.voices.model.turn.message import Manner
from roundtable_tui.voices.model.turn.outcome import recorded_parts
from roundtable_tui.voices.model.turn.talk_receipt import receipt
from roundtable_tui.voices.model.turn.turn import Turn
from roundtable_tui.voices.offline.point_questions import question_for
from roundtable_tui.voices.protocol import Asked, BrokeOff, Ready, Recorded, Said, Settled
from roundtable_tui.voices.raised_questions import question_of, question_of_rest
from roundtable_tui.voices.tasks import AskAmendment, AskPoint, CarryOn, Deepen, Reply

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Collection, Iterator

    from roundtable_tui.domain.knowledge.points.point_names import OpenPoint
    from roundtable_tui.voices.model.exchange import Ask, Transport
    from roundtable_tui.voices.model.tools.acceptance import Settlement
    from roundtable_tui.voices.protocol import Brief, Part


class Conversation:
    """Every task of conversation mode, over one connection."""

    def __init__(self, transport: Transport, model: str, redact: Callable[[str], str]) -> None:
        self._transport, self._model, self._redact = transport, model, redact

    async def parts(self, brief: Brief) -> AsyncGenerator[Part, None]:
        match brief.task:
            case AskAmendment():
                yield Asked(_amendment(brief, WHAT_TO_CHANGE))
                return
            case CarryOn() if not is_to_be_carried(brief.state):
                yield Ready()
                return
            case AskPoint(point=point, following=following) if asks_by_itself(point):
                yield Asked(as_it_stands(point, following, brief))
                return
        toolbox, heard = self._toolbox(brief), Words()
        settled = settle(brief, toolbox.recorder)
        supersede(brief, settled, toolbox.recorder)
        for change in toolbox.recorder.changes:
            yield Recorded(change)
        if not _is_over(brief, settled):
            turn = Turn(
                self._transport,
                toolbox,
                Manner(brief.persona, tuple(dict.fromkeys((*seated(brief.knowledge), *brief.speakers)))),
                must_end=isinstance(brief.task, Reply) and not toolbox.recorder.settled,
                nudge=lambda *, spoke: None if toolbox.has_recorded else nothing_recorded(),  # noqa: ARG005
            )
            ask = await asyncio.to_thread(self._ask_after, settled, brief, toolbox)
            try:
                async with aclosing(turn.parts(ask)) as parts:
                    async for part in parts:
                        if isinstance(brief.task, CarryOn) and isinstance(part, Said) and part.role is Role.TALK:
                            continue  # there is nothing to say to anybody: “Done.” is the model's own end
                        heard.take(part)
                        yield part
            except VoiceError as trouble:
                if not decides(brief, settled):
                    raise
                toolbox = self._as_settled(brief, toolbox)
                yield Said(APP, kept_though(trouble), Role.NOTICE)
                yield BrokeOff()
        for part in _outcome(brief, settled, toolbox):
            heard.take(part)
            yield part
        for part in _marked(brief, heard):
            yield part

    def ask_for(self, brief: Brief) -> Ask:
        """What would be sent for this brief, if anything is."""
        toolbox = self._toolbox(brief)
        return self._ask_after(settle(brief, toolbox.recorder), brief, toolbox)

    def _ask_after(self, settled: Settlement, brief: Brief, toolbox: TalkToolbox) -> Ask:
        return compose_talk(replace(brief, state=toolbox.recorder.state), settled, self._model, self._redact)

    def _as_settled(self, brief: Brief, toolbox: TalkToolbox) -> TalkToolbox:
        """Without what the model has done since."""
        again, recorder = self._toolbox(brief), toolbox.recorder
        for change in recorder.changes[: recorder.settled]:
            again.recorder.apply(change)
        again.recorder.note_settled()
        return again

    def _toolbox(self, brief: Brief) -> TalkToolbox:
        from roundtable_tui.voices.model.tools.talk_schemas import TALK_TOOLS

        return TalkToolbox(brief, self._redact, TALK_TOOLS)


def asks_by_itself(point: OpenPoint) -> bool:
    """Whether the point has its words already."""
    return point.kind in (PointKind.RAISED, PointKind.CONTRADICTION, PointKind.GUESS)


def as_it_stands(point: OpenPoint, following: tuple[OpenPoint, ...], brief: Brief) -> Question:
    if point.kind is PointKind.GUESS:
        return question_for(point, following, brief.state)
    if point.name.key.startswith(f"{AGAINST}/"):
        return question_between(point, brief.state)
    if point.name.key.startswith(f"{REST}/"):
        return question_of_rest(point, brief.state)
    return question_of(point, brief.state)


def _amendment(brief: Brief, text: str) -> Question:
    return Question("", f"{brief.state.conversation.amendments}", text, topic=AMENDMENT)


def _is_over(brief: Brief, settled: Settlement) -> bool:
    """Whether the reply needs no model: the guess was taken as it stood and is kept, all that was shown was confirmed,
    or the user does not know, nor who does.
    """
    question = brief.question
    if not isinstance(brief.task, Reply) or question is None or question.topic == AMENDMENT:
        return False
    if _does_not_know(brief):
        return True
    taken = [one for one in settled.taken if one.entry]
    if question.offers:
        return settled.assent is Assent.PLAIN and len(settled.confirmed) == len(question.offers)
    if question.parts:
        return len(taken) == len(question.parts)
    took_the_guess = len(taken) == 1 and taken[0].text == question.suggestion
    return took_the_guess and not settled.lost and not settled.besides


def _does_not_know(brief: Brief) -> bool:
    question = brief.question
    if question is None or not question.key.startswith(f"{RAISED}/"):
        return False
    reply = reply_to(brief.words, guess=question.suggestion, asked=question.text)
    return reply.meant is Meant.UNKNOWN and not who_knows(brief.words)


def _asks_back(brief: Brief) -> bool:
    question = brief.question
    return question is not None and reply_to(brief.words, asked=question.text).meant is Meant.ASKS_BACK


class Words:
    """What was said and asked in a turn, put together."""

    def __init__(self) -> None:
        self.said: list[Utterance] = []
        self.question: Question | None = None

    def take(self, part: Part) -> None:
        match part:
            case Said(more=True, text=text) if self.said:
                self.said[-1] = replace(self.said[-1], text=self.said[-1].text + text)
            case Said(speaker=speaker, text=text, role=role):
                self.said.append(Utterance(speaker, text, role))
            case Asked(question=question):
                self.question = question


def _marked(brief: Brief, heard: Words) -> Iterator[Part]:
    """A turn that breaks a rule of the talk is marked; the next prompt says so too."""
    earlier = asked_before(brief.state.talk.ledger, heard.question)
    names = [persona.first_name for persona in brief.speakers]
    breaches = broken_rules(heard.said, heard.question, earlier, names)
    if breaches:
        yield Said(APP, f"A reminder to the analysts: {' '.join(one.sentence for one in breaches)}", Role.NOTICE)


# What a turn comes to


def _outcome(brief: Brief, settled: Settlement, toolbox: TalkToolbox) -> Iterator[Part]:
    question = brief.question
    if isinstance(brief.task, Deepen) or (isinstance(brief.task, Reply) and _asks_back(brief)):
        toolbox.again = True
    if isinstance(brief.task, Reply) and question and not toolbox.again:
        _close(brief, question, toolbox)
        supersede_rest(brief, settled, toolbox.recorder)
    yield from recorded_parts(toolbox)
    unknown = isinstance(brief.task, Reply) and _does_not_know(brief)
    if line := receipt(toolbox.recorder.changes, toolbox.recorder.get, unknown=unknown):
        yield Said(brief.persona.key, line, Role.CAPTURED)
    if isinstance(brief.task, CarryOn):
        yield Ready()
        return
    if question and question.topic == AMENDMENT:
        if not brief.state.talk.ending:
            yield Asked(_amendment(brief, _asked_text(toolbox) or RIGHT_NOW))
        return
    if toolbox.again and question:
        yield Asked(toolbox.question or question)
        return
    if isinstance(brief.task, Reply) and question:
        yield Settled(question.key, question.topic, question.criterion)
    yield from _next_question(brief, toolbox)


def _asked_text(toolbox: TalkToolbox) -> str:
    return toolbox.question.text if toolbox.question else ""


def _close(brief: Brief, question: Question, toolbox: TalkToolbox) -> None:
    """What was raised and is answered is no open question any more; words nobody made anything of are kept."""
    recorder = toolbox.recorder
    if _does_not_know(brief):
        return
    answered = _answered_in(question, brief, recorder.parts_answered)
    named = dict.fromkeys((*answered, *(one for name in answered for one in twins_of(name, brief.state.dossier))))
    raised = [entry for name in named if (entry := recorder.get(name))]
    if not toolbox.has_recorded and not recorder.settled:
        keep_words(recorder, [name for entry in raised for name in entry.refs("about")], brief)
    for entry in raised:
        call = f"{brief.id}/closed/{entry.id}"
        recorder.apply(Change(Op.DROP, entry.id, entry.kind, sources=(Stated(brief.turn),), call=call))


def _answered_in(question: Question, brief: Brief, told: Collection[int]) -> tuple[str, ...]:
    """The raised questions that the words answer: of a list those they number, and those the model heard in them; all
    where they number none.
    """
    form, ids = question.key.partition("/")[0], ids_in(question.key)
    if form == RAISED:
        return ids
    if form != REST:
        return ()
    numbered = replies_by_part(brief.words, len(ids))
    return tuple(name for place, name in enumerate(ids) if place in numbered or place in told) if numbered else ids


def _next_question(brief: Brief, toolbox: TalkToolbox) -> Iterator[Part]:
    """In the words the model found for it if it is still the next; else as it stands, or the mode has it worded."""
    if isinstance(brief.task, AskPoint):
        yield Asked(toolbox.question or as_it_stands_or_plain(brief.task.point, brief))
        return
    point = toolbox.next_point()
    if point is None:
        return
    if toolbox.question and toolbox.question.name == point.question:
        yield Asked(toolbox.question)
    elif asks_by_itself(point):
        yield Asked(as_it_stands(point, (), replace(brief, state=toolbox.recorder.state)))
    elif not isinstance(brief.task, Reply):
        yield Asked(question_for(point, (), toolbox.recorder.state))


def as_it_stands_or_plain(point: OpenPoint, brief: Brief) -> Question:
    """A model that words nothing leaves the question as its file has it."""
    return as_it_stands(point, (), brief) if asks_by_itself(point) else question_for(point, (), brief.state)
