"""The voice of a model: says what the analysts say, records what they learn, and always leaves the turn to the user."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import replace
from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier import Change, Op
from roundtable_tui.domain.events import Role
from roundtable_tui.domain.provenance import Confirmed
from roundtable_tui.domain.questions import ELABORATION_KEY, GAPS_KEY, Question
from roundtable_tui.domain.state import ForAnswer, ForDecision
from roundtable_tui.domain.talk import yes_or_no
from roundtable_tui.voices.claude import tasks
from roundtable_tui.voices.claude.elaboration import Perspectives
from roundtable_tui.voices.claude.message import Manner
from roundtable_tui.voices.claude.prefix import ANALYSTS, seated
from roundtable_tui.voices.claude.prompting import compose, tools
from roundtable_tui.voices.claude.settings import ClaudeSettings, ModelRole
from roundtable_tui.voices.claude.tools import ENDING, LOOKING, RECORDING, Desk
from roundtable_tui.voices.claude.turn import Turn
from roundtable_tui.voices.claude.wire import Wire
from roundtable_tui.voices.offline.agenda import as_question, pending
from roundtable_tui.voices.offline.capturing import Captured
from roundtable_tui.voices.offline.gaps import gaps_question
from roundtable_tui.voices.offline.wording import acknowledgement, what_was_kept
from roundtable_tui.voices.protocol import Asked, Claimed, Purpose, Ready, Recorded, Said, Settled

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator

    from roundtable_tui.domain.kinds import Value
    from roundtable_tui.domain.steps import Persona
    from roundtable_tui.voices.claude.parts import Call
    from roundtable_tui.voices.protocol import Part, TurnRequest

_JOIN_IN = "What do you think? Name one of us, speak to all, or say done."
_ROLES = {
    Purpose.ELABORATE: ModelRole.ELABORATION,
    Purpose.DISCUSS: ModelRole.ELABORATION,
    Purpose.SYNTHESISE: ModelRole.SYNTHESIS,
}
_TOOLS = {
    Purpose.FEEDBACK: LOOKING | RECORDING | {"ask"},
    Purpose.GAPS: LOOKING | RECORDING | {"ask"},
    Purpose.ELABORATE: LOOKING | {"ask"},
    Purpose.DISCUSS: LOOKING | {"ask"},
    Purpose.SYNTHESISE: LOOKING | RECORDING | {"propose_complete"},
}
_MUST_END = (Purpose.OPEN, Purpose.ANSWER, Purpose.GAPS)


class ClaudeVoice:
    """Speaks to whatever speaks the Messages API."""

    name = "claude"

    def __init__(self, settings: ClaudeSettings, wire: Wire | None = None, redact: Callable[[str], str] = str) -> None:
        """`redact` takes secrets out of everything the model reads."""
        self._settings = settings
        self._wire = wire or Wire(settings)
        self._redact = redact

    async def warm(self) -> None:
        """Loads what takes time, so that the first turn does not wait for it."""
        await asyncio.to_thread(tools)
        await self._wire.warm()

    async def close(self) -> None:
        await self._wire.close()

    async def speak(self, request: TurnRequest) -> AsyncIterator[Part]:
        parts = self._elaborate(request) if request.purpose is Purpose.ELABORATE else self._turn(request)
        async with aclosing(parts):
            async for part in parts:
                yield part

    def next_call(self, request: TurnRequest) -> Call:
        """What would be sent for this request."""
        return self._call(request, tasks.task_for(request, self._redact, _confirmed(request)))

    async def _turn(self, request: TurnRequest) -> AsyncGenerator[Part, None]:
        desk = self._desk(request)
        for change in desk.recorder.confirm(_confirmed(request), Confirmed(request.turn)):
            yield Recorded(change)
        role = Role.SYNTHESIS if request.purpose is Purpose.SYNTHESISE else Role.TALK
        at_table = () if role is Role.SYNTHESIS else seated(request.knowledge)
        turn = Turn(self._wire, desk, Manner(request.persona, at_table, role), must_end=request.purpose in _MUST_END)
        call = await asyncio.to_thread(self.next_call, request)
        async with aclosing(turn.parts(call)) as parts:
            async for part in parts:
                yield part
        for part in _outcome(request, desk, spoke=turn.spoke):
            yield part

    async def _elaborate(self, request: TurnRequest) -> AsyncGenerator[Part, None]:
        keys = dict.fromkeys((request.persona.key, *ANALYSTS))
        perspectives = Perspectives(
            [request.knowledge.persona(key) for key in keys], lambda persona: self._alone(request, persona)
        )
        async with aclosing(perspectives.parts()) as answers:
            async for part in answers:
                yield part
        desk = self._desk(request)
        turn = Turn(self._wire, desk, Manner(request.persona, seated(request.knowledge)), must_end=False)
        call = self._call(request, tasks.discussion(request, perspectives.answers))
        async with aclosing(turn.parts(call)) as parts:
            async for part in parts:
                yield part
        for part in _outcome(request, desk, spoke=turn.spoke):
            yield part

    async def _alone(self, request: TurnRequest, persona: Persona) -> AsyncGenerator[Part, None]:
        """One analyst who has not heard the others."""
        desk = Desk(replace(request, persona=persona), self._redact, LOOKING)
        turn = Turn(self._wire, desk, Manner(persona, (persona,)), must_end=False)
        call = await asyncio.to_thread(self._call, request, tasks.alone(request, persona))
        async with aclosing(turn.parts(call)) as parts:
            async for part in parts:
                yield part

    def _desk(self, request: TurnRequest) -> Desk:
        return Desk(request, self._redact, _TOOLS.get(request.purpose, LOOKING | RECORDING | ENDING))

    def _call(self, request: TurnRequest, task: str) -> Call:
        model = self._settings.model_for(_ROLES.get(request.purpose, ModelRole.INTERVIEW))
        return compose(request, task, model, self._redact)


def _confirmed(request: TurnRequest) -> tuple[str, ...]:
    """What a plain yes has confirmed: exactly the entries that were shown."""
    question = request.question
    if request.purpose is not Purpose.ANSWER or question is None or yes_or_no(request.words, default=False) is not True:
        return ()
    return question.offers


# What the turn comes to


def _outcome(request: TurnRequest, desk: Desk, *, spoke: bool) -> Iterator[Part]:
    """The records, one line that names them, and what it is that the user is asked now."""
    confirmed = [change for change in desk.recorder.changes if change.op is Op.CONFIRM]
    recorded = [change for change in desk.recorder.changes if change.op is not Op.CONFIRM]
    at_once = _confirmed(request)
    by_the_model = [change for change in confirmed if change.id not in at_once]
    yield from (Recorded(change) for change in (*recorded, *by_the_model))
    yield from (Claimed(claim) for claim in desk.claims)
    if request.purpose is Purpose.FEEDBACK and not spoke:
        yield Said(request.persona.key, acknowledgement(request.persona, request.words, request.turn))
    if line := _kept(confirmed, recorded):
        yield Said(request.persona.key, line, Role.CAPTURED)
    ending = list(_ending(request, desk))
    yield from _settled(request, ending)
    yield from ending


def _kept(confirmed: list[Change], recorded: list[Change]) -> str:
    said = [f"Confirmed: {', '.join(change.id for change in confirmed)}"] if confirmed else []
    if recorded:
        said.append(what_was_kept(Captured(_by_entry(recorded))))
    return " ".join(said)


def _by_entry(changes: list[Change]) -> list[Change]:
    """One change for each entry, though its fields have different origins."""
    found: dict[str, Change] = {}
    for change in changes:
        earlier = found.get(change.id)
        if earlier is None or change.op is Op.DROP:
            found[change.id] = change
            continue
        fields: dict[str, Value] = {**earlier.fields, **change.fields}
        found[change.id] = replace(earlier, fields=fields)
    return list(found.values())


def _ending(request: TurnRequest, desk: Desk) -> Iterator[Part]:
    after = replace(request, state=desk.recorder.state)
    match request.purpose:
        case Purpose.FEEDBACK:
            yield from (Asked(question) for question in (desk.question,) if question)
        case Purpose.SYNTHESISE:
            yield Ready()
        case Purpose.ELABORATE | Purpose.DISCUSS:
            yield from _open_to_the_user(after, desk.question)
        case Purpose.GAPS:
            plain = Question(request.step.id, GAPS_KEY, gaps_question(request.missing, after.state))
            yield Asked(desk.question or plain)
        case Purpose.ANSWER if request.question and request.question.key == GAPS_KEY:
            yield Ready()
        case _ if desk.question:
            yield Asked(desk.question)
        case _ if desk.complete:
            yield Ready()
        case _:
            yield from _plain_follow_up(after)


def _open_to_the_user(request: TurnRequest, asked: Question | None) -> Iterator[Part]:
    """Where the user can join an elaboration; one in the middle of a step goes back to what was being asked there."""
    record = request.state.steps.get(request.step.id)
    if record and record.elaborating:
        text = asked.text if asked else _JOIN_IN
        yield Asked(Question(request.step.id, ELABORATION_KEY, text, asked.why if asked else ""))
        return
    before = request.state.turn.answers if request.state.turn else None
    before = before.resume if isinstance(before, ForDecision) else before
    if isinstance(before, ForAnswer):
        yield Asked(before.question)
    else:
        yield from _plain_follow_up(request)


def _plain_follow_up(request: TurnRequest) -> Iterator[Part]:
    """The next question of the step file, so that the talk never stalls."""
    answered = frozenset({request.question.key}) if request.question else frozenset()
    following = (one for one in pending(request.step, request.depth, request.state) if one.key not in answered)
    found = next(following, None)
    yield Asked(as_question(request.step, found, request.state)) if found else Ready()


def _settled(request: TurnRequest, ending: list[Part]) -> Iterator[Settled]:
    """Which of the step's questions need not be asked again, also by a voice that asks them one by one."""
    if request.purpose is Purpose.ANSWER and request.question:
        asked_again = any(isinstance(part, Asked) and part.question.key == request.question.key for part in ending)
        if not asked_again:
            yield Settled(request.question.key)
    closes = request.purpose in (Purpose.OPEN, Purpose.ANSWER) and any(isinstance(part, Ready) for part in ending)
    if closes:
        prompts = request.step.section(request.depth).prompts
        yield from (Settled(f"{request.depth}/{number}") for number in range(1, len(prompts) + 1))
