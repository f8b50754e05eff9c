"""What the user's words mean where they were said: a command, a decision, a change of depth, or an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.questions import ELABORATION_KEY
from roundtable_tui.domain.journal.events import (
    APP,
    Chose,
    Continued,
    Decided,
    Decision,
    DecisionAsked,
    DepthChanged,
    Left,
    Remarked,
    Role,
    Utterance,
)
from roundtable_tui.domain.journal.waiting import ForAnswer, ForDecision, ForMenu
from roundtable_tui.domain.talk.depth import WHICH_DEPTH, Depth, acknowledgement, depth_request
from roundtable_tui.domain.talk.menu import SKIP_QUESTION, MenuCommand, parse_menu
from roundtable_tui.domain.talk.steering_phrases import (
    ends_elaboration,
    takes_back,
    wants_to_continue,
    wants_to_stop,
    yes_or_no,
)
from roundtable_tui.modes.guided import wording
from roundtable_tui.modes.guided.progress import close_with_gaps, missing_checks, remaining
from roundtable_tui.session.moves import Append, Move, Speak, TakeBack
from roundtable_tui.voices.protocol import Purpose

if TYPE_CHECKING:
    from roundtable_tui.domain.journal.state import State, Turn
    from roundtable_tui.domain.knowledge.knowledge import Knowledge


def deal_with(turn: Turn, state: State, knowledge: Knowledge) -> Move:
    if state.talk.left and (wants_to_continue(turn.text) or parse_menu(turn.text) is MenuCommand.CONTINUE):
        return Append((Continued(),))
    if turn.command:
        return _command(turn.command, state, knowledge)
    if isinstance(turn.answers, ForDecision):
        return _decision(turn.answers, turn, state)
    if isinstance(turn.answers, ForMenu) and (command := parse_menu(turn.text)):
        return Append((Chose(command),))
    if special := _means_something_else(turn, state):
        return special
    if not turn.text.strip():
        return remark(wording.NOTHING_SAID)
    match turn.answers:
        case ForMenu(step=step_id):
            return Speak(Purpose.FEEDBACK, step_id, turn.text)
        case ForAnswer(question=question) if question.key == ELABORATION_KEY:
            return Speak(Purpose.DISCUSS, question.step, turn.text, question)
        case ForAnswer(question=question):
            step = knowledge.step(question.step)
            missing = missing_checks(step, state) if step else ()
            return Speak(Purpose.ANSWER, question.step, turn.text, question, missing)
    return (
        Speak(Purpose.FEEDBACK, state.guided.current, turn.text)
        if state.guided.current
        else remark(wording.NOTHING_SAID)
    )


def _means_something_else(turn: Turn, state: State) -> Move | None:
    """Messages that steer the talk instead of answering it."""
    record = state.guided.current_step
    if record and record.elaborating and ends_elaboration(turn.text):
        return Speak(Purpose.SYNTHESISE, record.id, turn.text)
    if takes_back(turn.text):
        return TakeBack()
    request = depth_request(turn.text)
    if isinstance(request, Depth):
        return Append((_depth_change(request, state),))
    if request:
        return Append((DecisionAsked(Decision.WHICH_DEPTH, (Utterance(APP, WHICH_DEPTH, Role.QUESTION),)),))
    if wants_to_stop(turn.text):
        said = Utterance(APP, wording.EARLY_EXIT_QUESTION, Role.QUESTION)
        return Append((DecisionAsked(Decision.EARLY_EXIT, (said,)),))
    return None


def _depth_change(depth: Depth, state: State) -> DepthChanged:
    record = state.guided.current_step
    speaker = record.persona if record and record.persona else APP
    return DepthChanged(state.guided.phase, depth, (Utterance(speaker, acknowledgement(depth)),))


def _decision(waiting: ForDecision, turn: Turn, state: State) -> Move:
    if waiting.what is Decision.WHICH_DEPTH:
        request = depth_request(turn.text)
        if isinstance(request, Depth):
            return Append((_depth_change(request, state),))
        return remark(WHICH_DEPTH)
    answer = yes_or_no(turn.text, waiting.default)
    if waiting.what is Decision.EARLY_EXIT and wants_to_continue(turn.text):
        answer = False
    if waiting.what is Decision.EARLY_EXIT and wants_to_stop(turn.text):
        answer = True
    if answer is None:
        return remark(wording.YES_OR_NO)
    if waiting.what is Decision.NEXT_PHASE and not answer:
        return Append((Left((Utterance(APP, wording.LEFT, Role.NOTICE),)),))
    return Append((Decided(waiting.what, answer),))


def _command(command: MenuCommand, state: State, knowledge: Knowledge) -> Move:
    record = state.guided.current_step
    step = knowledge.step(state.guided.current)
    if record is None or step is None:
        return remark(wording.NOTHING_SAID)
    match command:
        case MenuCommand.SKIP:
            if not remaining(state, knowledge, state.guided.phase):
                return remark(wording.NOTHING_TO_SKIP)
            said = Utterance(APP, SKIP_QUESTION, Role.QUESTION)
            return Append((DecisionAsked(Decision.SKIP_PHASE, (said,)),))
        case MenuCommand.ELABORATE:
            return Speak(Purpose.ELABORATE, step.id)
    if record.elaborating:
        return Speak(Purpose.SYNTHESISE, step.id)
    missing = missing_checks(step, state)
    if missing and not record.asked_for_gaps:
        return Speak(Purpose.GAPS, step.id, missing=missing)
    return Append((close_with_gaps(step, record, state),))


def remark(text: str) -> Append:
    return Append((Remarked((Utterance(APP, text, Role.NOTICE),)),))
