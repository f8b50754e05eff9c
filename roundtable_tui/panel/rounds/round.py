"""Plays one round: a question, the seats' ballots in parallel and blind, the synthesis of unnamed ballots."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from roundtable_tui.domain.knowledge.panel import Participation
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.errors import RoundtableError, VoiceError
from roundtable_tui.items.budget import BudgetSpentError
from roundtable_tui.panel.project_context import with_code
from roundtable_tui.panel.record.ballots import Ballot, Request
from roundtable_tui.panel.record.pending_ballots import AskedQuestion, PendingRound
from roundtable_tui.panel.record.session import FocusType, NextAction, PanelSession, Round, SeatKind
from roundtable_tui.panel.rounds.entry_changes import Changed, with_synthesis
from roundtable_tui.panel.rounds.parts import PanelParts
from roundtable_tui.panel.rounds.updates import (
    Noticed,
    PanelUpdate,
    QuestionAsked,
    RoundOpened,
    SeatChanged,
    SeatState,
    Synthesising,
)
from roundtable_tui.panel.rules.agenda import closing_topics, focus_for, spoken_of, updated_agenda
from roundtable_tui.panel.rules.conclusion import next_action, owes_stress_test
from roundtable_tui.panel.rules.consensus import Verdict, blockers, checked_groups, is_tied, verdict
from roundtable_tui.panel.rules.escalation import due_issues
from roundtable_tui.panel.rules.phases import current_phase, is_last
from roundtable_tui.panel.seats.anonymity import veiled
from roundtable_tui.panel.seats.files_facilitator import fallback_synthesis, files_question
from roundtable_tui.panel.seats.protocol import Reply
from roundtable_tui.panel.seats.replies import MalformedError, read_ballot, read_question
from roundtable_tui.panel.seats.synthesis import Settlement, SynthesisReply, read_synthesis
from roundtable_tui.panel.seats.tasks import FacilitatorTask, Repair, SynthesisTask, seat_task, situation_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from roundtable_tui.panel.seats.anonymity import Veiled
    from roundtable_tui.panel.seats.protocol import PanelVoice
    from roundtable_tui.panel.seats.tasks import Situation

_T = TypeVar("_T")
OWN = "you"
"""The user's own ballot, beside the panel."""
_ALONE = "The facilitator speaks alone in this phase."
_NOT_ASKED = "Not asked in this round."
_GONE = "No longer seated."
NO_ANSWER = "No answer: "
_LONGEST_POSITION = 600


class PlayedRound(Struct, frozen=True):
    """The session as it should now be written, with the round in it."""

    session: PanelSession
    round: Round
    verdict: Verdict


@dataclass(slots=True)
class RoundPlay:
    """One round under way; what has to survive is on disk before it counts."""

    parts: PanelParts
    session: PanelSession
    on_disk: Callable[..., Awaitable[object]]
    publish: Callable[[PanelUpdate], None]
    missing: dict[str, str] = field(default_factory=dict)
    ballots: dict[str, Ballot] = field(default_factory=dict)
    own_ballot: Ballot | None = None
    requests: list[Request] = field(default_factory=list)
    """The facilitator's."""
    context: str = ""
    """The project as this round is told it, for everybody the same."""
    tokens: int = 0
    """Of every answer there was, also of those that could not be read."""

    async def play(self, pending: PendingRound | None) -> PlayedRound:
        """From the start, or from what a pause left of it."""
        parts, session = self.parts, self.session
        phase = current_phase(session, parts.strategy)
        if pending:
            asked = await self._taken_up(pending)
            self.tokens = asked.request.tokens + sum(one.request.tokens for one in self.ballots.values())
        else:
            focus = focus_for(session, parts.agenda, parts.strategy)
            self.publish(RoundOpened(len(session.rounds) + 1, phase.name, focus.topic_id))
            context = await self._context(spoken_of(session, focus))
            asked = await self._ask(situation_of(session, parts.agenda, parts.strategy, focus, context))
            await self.on_disk(parts.opened.pending.open, asked)
        self.requests.append(asked.request)
        self.publish(QuestionAsked(asked, resumed=pending is not None))
        self.context = await self._context((*asked.texts, *spoken_of(session, asked.focus)))
        await self._collect(asked)
        if asked.seats and not self.ballots:
            why = next(iter(self.missing.values()), "").removeprefix(NO_ANSWER)
            raise VoiceError(f"No seat could answer. {why}".strip(), "Resume the panel to ask them again.")
        situation = situation_of(session, parts.agenda, parts.strategy, asked.focus, self.context)
        veil = veiled(session, parts.knowledge, self.ballots, parts.shuffle)
        self.publish(Synthesising(len(self.ballots), len(self.missing)))
        return self._played(asked, veil, await self._synthesise(situation, asked, veil))

    async def _context(self, about: Sequence[str]) -> str:
        """With the code that bears on this, chosen anew: what was asked for in one round is there in the next."""
        return with_code(self.parts.context, str(await self.on_disk(self.parts.code, about)))

    async def _taken_up(self, pending: PendingRound) -> AskedQuestion:
        """The open round as it was left; where others sit here now, they are asked too and those who left are not."""
        asked, seated = pending.asked, self.session.seats
        self.ballots = {seat: ballot for seat, ballot in pending.ballots.items() if seat in seated}
        self.own_ballot = pending.own_ballot
        if set(asked.seats) <= set(seated):
            return asked
        asked = replace(asked, seats=tuple(seated))
        now = PendingRound(asked, self.ballots, self.own_ballot)
        await self.on_disk(self.parts.opened.pending.rewrite, now)
        return asked

    async def _ask(self, situation: Situation) -> AskedQuestion:
        parts = self.parts
        seats = tuple(self.session.seats)
        chooses = parts.strategy.participation is Participation.TARGETED and not parts.strategy.everyone
        task = FacilitatorTask(
            situation=situation,
            facilitator=parts.knowledge.facilitator,
            skills=parts.knowledge.skills_of(parts.knowledge.facilitator.skills),
            seats=tuple(parts.knowledge.participant(seat) for seat in seats) if chooses else (),
            stress_test=owes_stress_test(self.session, parts.strategy),
        )

        async def ask(repair: Repair | None) -> Reply:
            asking = replace(task, repair=repair)
            return await self._timed("question", parts.facilitator.ask(asking), asking)

        found, reply = await self._read(ask, lambda reply: read_question(reply, seats))
        question = found or read_question(Reply(files_question(task)), seats)
        if found is None:
            self.publish(Noticed("The facilitator's question could not be read, so the one of the files is asked."))
        answering = question.seats if chooses and question.seats else seats
        return AskedQuestion(
            round=situation.round,
            phase=situation.phase.name,
            focus=situation.focus,
            text=question.question,
            options=question.options,
            probing=question.probing,
            seats=() if situation.phase.facilitator_only else answering,
            stress_test=task.stress_test,
            fallback=found is None,
            request=reply.request,
        )

    async def _collect(self, asked: AskedQuestion) -> None:
        """All seats that have not answered yet, so many models at once as may be; people keep no model waiting.

        A seat that fails costs only its own answer.
        """
        limit = asyncio.Semaphore(self.parts.at_once)
        for seat in asked.seats:
            state = SeatState.SEALED if seat in self.ballots else SeatState.WAITING
            self.publish(SeatChanged(seat, state))
        try:
            async with asyncio.TaskGroup() as group:
                for seat in asked.seats:
                    if seat not in self.ballots:
                        group.create_task(self._seat(asked, seat, limit))
                if self.parts.own and asked.seats and self.own_ballot is None:
                    group.create_task(self._own(asked))
        except BaseExceptionGroup as several:
            raise _first(several) from None

    async def _seat(self, asked: AskedQuestion, seat: str, limit: asyncio.Semaphore) -> None:
        asks_a_model = self.parts.seats[seat].seat.kind is SeatKind.MODEL
        async with limit if asks_a_model else nullcontext():
            self.publish(SeatChanged(seat, SeatState.THINKING))
            try:
                ballot = await self._ballot(asked, seat, self.parts.seats[seat])
            except BudgetSpentError:
                raise
            except VoiceError as error:
                self.missing[seat] = f"{NO_ANSWER}{one_line(error.sentence, 200)}"
                self.publish(SeatChanged(seat, SeatState.MISSING, reason=self.missing[seat]))
                return
        await self.on_disk(self.parts.opened.pending.seal, asked, seat, ballot)
        self.ballots[seat] = ballot
        self.publish(SeatChanged(seat, SeatState.SEALED))

    async def _own(self, asked: AskedQuestion) -> None:
        """The user's ballot beside the panel; without one the round is none the worse."""
        voice = self.parts.own
        if voice is None:
            return
        try:
            ballot = await self._ballot(asked, OWN, voice)
        except VoiceError:
            return
        await self.on_disk(self.parts.opened.pending.seal_own, asked, ballot)
        self.own_ballot = ballot

    async def _ballot(self, asked: AskedQuestion, seat: str, voice: PanelVoice) -> Ballot:
        parts = self.parts
        task = seat_task(self.session, parts.knowledge, parts.strategy, asked, seat, self.context)

        async def vote(repair: Repair | None) -> Reply:
            voting = replace(task, repair=repair)
            return await self._timed(seat, voice.ballot(voting), voting)

        ballot, _ = await self._read(vote, lambda reply: read_ballot(reply, asked))
        if ballot is None:
            raise VoiceError("What it answered could not be read, and not when it was asked again either.")
        return ballot

    async def _synthesise(self, situation: Situation, asked: AskedQuestion, veil: Veiled) -> SynthesisReply:
        parts = self.parts
        task = SynthesisTask(
            situation=situation,
            facilitator=parts.knowledge.facilitator,
            asked=replace(asked, seats=()),
            ballots=veil.ballots,
            missing=len(self.missing),
            skills=parts.knowledge.skills_of(parts.knowledge.facilitator.skills),
        )

        async def sum_up(repair: Repair | None) -> Reply:
            summing = replace(task, repair=repair)
            return await self._timed("synthesis", parts.facilitator.synthesise(summing), summing)

        found, reply = await self._read(sum_up, lambda reply: read_synthesis(reply, task), _faults)
        self.requests.append(reply.request)
        if found is None:
            self.publish(Noticed("The facilitator's synthesis could not be read, so the ballots are only counted."))
            return read_synthesis(Reply(fallback_synthesis(task)), task)
        return found

    async def _read(
        self,
        ask: Callable[[Repair | None], Awaitable[Reply]],
        read: Callable[[Reply], _T],
        lesser: Callable[[_T], tuple[str, ...]] = lambda _: (),
    ) -> tuple[_T | None, Reply]:
        """What was answered; where it cannot be used, once more; nothing where that cannot be used either.

        Lesser faults are worth the second attempt too, but not the answer: it stands where nobody can be asked again.
        """
        reply = await ask(None)
        first: _T | None = None
        try:
            first = read(reply)
            problem = " ".join(lesser(first))
        except MalformedError as error:
            problem = str(error)
        if not problem:
            return first, reply
        try:
            again = await ask(Repair(reply.text, problem))
        except VoiceError:
            if first is None:
                raise
            return first, reply
        try:
            return read(again), again
        except MalformedError:
            return first, again

    async def _timed(self, actor: str, answering: Awaitable[Reply], task: object) -> Reply:
        """The reply with the time it took, where the voice does not know better; all of it dumped if wanted."""
        parts = self.parts
        began, clock = parts.timer(), parts.clock()
        reply = await answering
        if not reply.request.seconds:
            seconds = round(parts.timer() - began, 2)
            reply = replace(reply, request=replace(reply.request, seconds=seconds))
        self.tokens += reply.request.tokens
        if parts.dump:
            number = len(self.session.rounds) + 1
            await self.on_disk(parts.dump, parts.opened, number, actor, task, reply, clock, parts.clock())
        return reply

    def _played(self, asked: AskedQuestion, veil: Veiled, said: SynthesisReply) -> PlayedRound:
        """The names return, the rules decide, and the session becomes what it will be written as."""
        parts, before = self.parts, self.session
        proposed = [[veil.seats[label] for label in group] for group in said.groups]
        groups = checked_groups(self.ballots, proposed)
        found = verdict(
            parts.strategy,
            self.ballots,
            groups,
            threshold=before.limits.threshold,
            blocks=blockers(before, asked.focus.topic_id),
            claimed=said.claims_consensus,
            is_last_phase=is_last(parts.strategy, asked.phase),
        )
        if found.reached:
            held = groups[0] if groups and not is_tied(self.ballots, groups) else ()
            said = _with_agreed_conflict(said, asked, veil.ballot_of(held[0]) if held else None)
        changed = with_synthesis(
            before, said, topic_id=asked.focus.topic_id, name_of=veil.seat, agreed=found.reached, leading=found.leading
        )
        done = self._round(asked, said, changed, found)
        session = replace(changed.session, rounds=(*before.rounds, done))
        topics = closing_topics(parts.strategy, said.topics, reached=found.reached)
        session = replace(session, agenda=updated_agenda(session, parts.agenda, topics, said.covered))
        issues = due_issues(session, parts.agenda, done.escalation_reason)
        action = next_action(session, parts.agenda, parts.strategy, said.next_action, escalates=bool(issues))
        done = replace(done, next_action=action)
        return PlayedRound(replace(session, rounds=(*before.rounds, done)), done, found)

    def _round(self, asked: AskedQuestion, said: SynthesisReply, changed: Changed, found: Verdict) -> Round:
        return Round(
            number=asked.round,
            timestamp=self.parts.now(),
            phase=asked.phase,
            topic_id=asked.focus.topic_id,
            focus=asked.focus,
            question=asked.text,
            options=asked.options,
            probing=asked.probing,
            stress_test=asked.stress_test,
            synthesis=said.synthesis,
            positions=self._positions(asked),
            ballots=dict(sorted(self.ballots.items())),
            own_ballot=self.own_ballot,
            missing=dict(sorted(self.missing.items())),
            groups=found.groups,
            key_decisions=said.agreed,
            created=changed.created,
            amended=changed.amended,
            consensus=found.reached,
            wanted=said.next_action,
            escalation_reason=said.escalation_reason or _reason(said),
            recommendation=said.recommendation,
            requests=tuple(request for request in self.requests if request.id or request.tokens),
            tokens=self.tokens,
        )

    def _positions(self, asked: AskedQuestion) -> Mapping[str, str]:
        """Everybody who ever sat here, with what they said or why they said nothing."""
        silent = _ALONE if not asked.seats else _NOT_ASKED
        found: dict[str, str] = {}
        for seat in dict.fromkeys((*self.session.participants, *self.session.seats)):
            if seat in self.ballots:
                found[seat] = one_line(self.ballots[seat].position, _LONGEST_POSITION)
            elif seat in self.missing:
                found[seat] = self.missing[seat]
            else:
                found[seat] = silent if seat in self.session.seats else _GONE
        return found


def _faults(said: SynthesisReply | None) -> tuple[str, ...]:
    return said.problems if said else ()


def _reason(said: SynthesisReply) -> str:
    return said.recommendation or said.synthesis if said.next_action is NextAction.ESCALATE else ""


def _with_agreed_conflict(said: SynthesisReply, asked: AskedQuestion, leading: Ballot | None) -> SynthesisReply:
    """A conflict that a round was about is over once the round agreed, whether or not the synthesis says so."""
    if asked.focus.type is not FocusType.CONFLICT or leading is None:
        return said
    chosen = next((one.text for one in asked.options if one.id == leading.option), leading.position)
    return replace(said, settled=(*said.settled, Settlement(asked.focus.id, chosen)))


def _first(several: BaseExceptionGroup[BaseException]) -> BaseException:
    """The one that says what happened: what the user can act upon comes before anything else."""
    flat = [_first(one) if isinstance(one, BaseExceptionGroup) else one for one in several.exceptions]
    return next((one for one in flat if isinstance(one, RoundtableError)), flat[0])
