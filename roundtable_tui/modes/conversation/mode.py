"""Conversation mode: what is owed next, decided from the state alone, so that a resume decides the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.domain.dossier.questions import AMENDMENT
from roundtable_tui.domain.journal.conversation_events import SeatOffered, Steered
from roundtable_tui.domain.journal.events import Decision, DepthChanged
from roundtable_tui.domain.journal.state import CONVERSATION, Confirmation
from roundtable_tui.domain.journal.values import PointName
from roundtable_tui.domain.journal.waiting import ForAnswer
from roundtable_tui.domain.knowledge.look_parts import gave_up, has_drafted, has_read, is_under_way
from roundtable_tui.domain.knowledge.phases import MAYA
from roundtable_tui.domain.knowledge.points.agent_questions import next_asked
from roundtable_tui.domain.knowledge.points.amended_points import next_touched
from roundtable_tui.domain.knowledge.points.open_points import depth_of, next_point
from roundtable_tui.domain.knowledge.points.taken_in import is_to_be_carried
from roundtable_tui.domain.knowledge.seats import called_for
from roundtable_tui.domain.knowledge.team_work import jobs
from roundtable_tui.domain.readings.reading import to_read
from roundtable_tui.modes.conversation import records, wording
from roundtable_tui.modes.conversation.briefs import ask, open_talk, speak_about
from roundtable_tui.modes.conversation.commands import commands
from roundtable_tui.modes.conversation.confirmation import confirm, finish_early
from roundtable_tui.modes.conversation.findings import brought_by_scan
from roundtable_tui.modes.conversation.outline import outline
from roundtable_tui.session.code.background_scan import inquiry
from roundtable_tui.session.moves import Append, AwaitLook, AwaitReaders, Move, Rest, Scan
from roundtable_tui.voices.tasks import AskAmendment, CarryOn

if TYPE_CHECKING:
    from collections.abc import Collection

    from roundtable_tui.domain.journal.events import Body
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.journal.values import Utterance
    from roundtable_tui.domain.knowledge.knowledge import Knowledge
    from roundtable_tui.domain.knowledge.points.point_names import OpenPoint
    from roundtable_tui.domain.talk.depth import Depth
    from roundtable_tui.session.mode import Command
    from roundtable_tui.session.outline import Outline

TURNS_WITHOUT_PROGRESS = 5
_BEFORE_THE_SCAN = 2
"""Questions that are put before the search of the code is waited for: until then it runs beside the talk."""
_TALKING = (Confirmation.IDLE, Confirmation.COMPLETE)


class ConversationMode:
    """One flowing conversation with all three: the heaviest open point next, summaries at the end."""

    name: str = CONVERSATION

    def __init__(self, read_twice: bool = False) -> None:
        """`read_twice`: before the summaries two readers go through the criteria."""
        self._read_twice = read_twice

    def next_move(self, state: State, knowledge: Knowledge) -> Move:
        if state.talk.turn:
            from roundtable_tui.modes.conversation.steering import deal_with  # what words mean: once there are any

            return deal_with(state.talk.turn, state, knowledge)
        if state.talk.ending or state.talk.left:
            return self.owed(state, knowledge) or _asked_after_the_end(state, knowledge) or Rest()
        if state.talk.agreed is Decision.EARLY_EXIT:
            return finish_early(state, knowledge)
        if state.talk.waiting:
            if stuck := _stuck(state):
                return Append((Steered(stuck),))
            if isinstance(state.talk.waiting, ForAnswer) and (offer := _offered(state, knowledge)):
                return offer
            return self.owed(state, knowledge) or Rest()
        return _go_on(state, knowledge, read_twice=self._read_twice)

    def owed(self, state: State, knowledge: Knowledge) -> Move | None:
        return records.owed(state, knowledge)

    def commands(self, state: State, knowledge: Knowledge) -> tuple[Command, ...]:
        return commands(state, knowledge)

    def outline(self, state: State, knowledge: Knowledge, opened: Collection[str] = ()) -> Outline:
        return outline(state, knowledge, opened)

    def welcome(self, state: State, knowledge: Knowledge) -> Utterance | None:
        return wording.welcome_back(state, knowledge)

    def with_depth(self, state: State, depth: Depth) -> tuple[Body, ...]:
        return (DepthChanged("", depth),) if depth is not depth_of(state) else ()


def _asked_after_the_end(state: State, knowledge: Knowledge) -> Move | None:
    """A coding agent that stands still is answered, whatever else was left open."""
    point = next_asked(state, knowledge) if state.talk.ending and not state.talk.waiting else None
    return ask(point, state, knowledge) if point else None


def _go_on(state: State, knowledge: Knowledge, *, read_twice: bool) -> Move:
    """The next question, or, where there is none, the way to the end."""
    told = state.conversation
    if told.confirmation is Confirmation.AMENDING:
        return speak_about(AskAmendment(), "", MAYA, state)
    point = _next_elsewhere(state, knowledge) if told.confirmation in _TALKING and not told.shown else None
    if point is None and told.shown:
        point = next_touched(state, knowledge)
    if point is None and told.pulled:
        point = next((one for one in (next_point(state, knowledge),) if one and one.pulled), None)
    if point and not state.talk.user_turns and not state.talk.ledger.topic_questions:
        return open_talk(point, state)
    if look := _look_into_code(state, ending=point is None):
        return look
    if point and (offer := _offered(state, knowledge)):
        return offer
    if point:
        return ask(point, state, knowledge)
    if told.confirmation is Confirmation.IDLE and (has_drafted(state) or gave_up(state)) and is_to_be_carried(state):
        return speak_about(CarryOn(), "", MAYA, state)
    if read_twice and told.confirmation is Confirmation.IDLE and to_read(state):
        return AwaitReaders()
    return confirm(state, knowledge)


def _offered(state: State, knowledge: Knowledge) -> Append | None:
    """Somebody the subject calls for is named once, in a line that waits for nothing."""
    call = called_for(state, knowledge) if state.conversation.confirmation is Confirmation.IDLE else None
    if call is None:
        return None
    said = (wording.seat_offered(knowledge.persona(call.persona), call),)
    return Append((SeatOffered(call.persona, said),))


def _stuck(state: State) -> PointName | None:
    """The point at hand, where several answers in a row brought nothing."""
    asked = state.talk.waiting
    if state.conversation.stalled < TURNS_WITHOUT_PROGRESS or not isinstance(asked, ForAnswer):
        return None
    question = asked.question
    return (
        PointName(question.topic, question.criterion, question.key) if question.topic not in ("", AMENDMENT) else None
    )


def _next_elsewhere(state: State, knowledge: Knowledge) -> OpenPoint | None:
    """The heaviest point, but of another topic as long as the talk is being led away from one."""
    left, told = state.conversation.steered_from, state.conversation
    if left:
        elsewhere = replace(state, conversation=replace(told, deferred=(*told.deferred, left)))
        if point := next_point(elsewhere, knowledge):
            return point
    return next_point(state, knowledge)


def _look_into_code(state: State, *, ending: bool) -> Move | None:
    """The search is waited for where its findings are due, and they come to the table once.

    What the table reads by itself stands in for them; that is waited for only where nothing is left to ask.
    """
    if is_under_way(state):
        return AwaitLook() if ending else None
    if ending and jobs(state):
        return AwaitLook()
    due = state.talk.user_turns and (ending or state.talk.ledger.topic_questions >= _BEFORE_THE_SCAN)
    if not due or state.conversation.brought or has_read(state):
        return None
    if state.code.scan is None and (wanted := inquiry(state)):
        return Scan(wanted)
    return Append((brought_by_scan(state),)) if state.code.scan else None
