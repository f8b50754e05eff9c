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
    StepReopened,
)
from roundtable_tui.domain.journal.values import Role, Utterance
from roundtable_tui.domain.journal.waiting import ForAnswer, ForDecision, ForMenu
from roundtable_tui.domain.talk.command_lines import CommandForm, CommandLine, Line, Takes, parse_command
from roundtable_tui.domain.talk.depth import WHICH_DEPTH, Depth, acknowledgement, depth_request
from roundtable_tui.domain.talk.menu import SKIP_QUESTION, MenuCommand, parse_menu
from roundtable_tui.domain.talk.small_talk import says_nothing
from roundtable_tui.domain.talk.steering_phrases import (
    ends_elaboration,
    takes_back,
    wants_to_continue,
    wants_to_stop,
    yes_or_no,
)
from roundtable_tui.modes.guided import wording
from roundtable_tui.modes.guided.briefs import discuss, speak
from roundtable_tui.modes.guided.progress import asks_for_gaps, close_with_gaps, missing_checks, remaining
from roundtable_tui.session.moves import Append, Move, TakeBack
from roundtable_tui.voices.tasks import Answer, Elaborate, Feedback, Gaps, Synthesise

if TYPE_CHECKING:
    from roundtable_tui.domain.journal.state import State, Turn
    from roundtable_tui.domain.knowledge.knowledge import Knowledge


TYPED_COMMANDS = (
    CommandForm("continue"),
    CommandForm("elaborate"),
    CommandForm("skip"),
    CommandForm("depth", Takes.CHOICE, tuple(Depth)),
    CommandForm("reopen", Takes.WORD),
    CommandForm("undo"),
    CommandForm("help"),
)


def deal_with(turn: Turn, state: State, knowledge: Knowledge, elaboration_turns: int) -> Move:
    if state.talk.left and (wants_to_continue(turn.text) or parse_menu(turn.text) is MenuCommand.CONTINUE):
        return Append((Continued(),))
    if turn.command:
        return _command(turn.command, state, knowledge)
    if line := parse_command(turn.text, TYPED_COMMANDS):
        return _typed(line, state)
    if isinstance(turn.answers, ForDecision):
        return _decision(turn.answers, turn, state)
    if isinstance(turn.answers, ForMenu) and (command := parse_menu(turn.text)):
        return Append((Chose(command),))
    if special := _means_something_else(turn, state, knowledge):
        return special
    if not turn.text.strip():
        return remark(wording.NOTHING_SAID)
    match turn.answers:
        case ForMenu() if says_nothing(turn.text):
            return remark(wording.SAYS_NOTHING)
        case ForMenu(step=step_id):
            return speak(Feedback(turn.text), step_id, state, knowledge)
        case ForAnswer(question=question) if question.key == ELABORATION_KEY:
            return discuss(turn.text, question, state, knowledge, elaboration_turns)
        case ForAnswer(question=question):
            step = knowledge.step(question.step)
            missing = missing_checks(step, state) if step else ()
            return speak(Answer(turn.text, question, missing), question.step, state, knowledge)
    return (
        speak(Feedback(turn.text), state.guided.current, state, knowledge)
        if state.guided.current
        else remark(wording.NOTHING_SAID)
    )


def _means_something_else(turn: Turn, state: State, knowledge: Knowledge) -> Move | None:
    """Messages that steer the talk instead of answering it."""
    record = state.guided.current_step
    if record and record.elaborating and ends_elaboration(turn.text):
        return speak(Synthesise(turn.text), record.id, state, knowledge)
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
            return speak(Elaborate(), step.id, state, knowledge)
    if record.elaborating:
        return speak(Synthesise(), step.id, state, knowledge)
    missing = missing_checks(step, state)
    if missing and asks_for_gaps(record, state):
        return speak(Gaps(missing), step.id, state, knowledge)
    return Append((close_with_gaps(step, record, state),))


def _typed(line: CommandLine, state: State) -> Move:
    """A command that was typed, as `/continue`; what is none is answered with what there is."""
    if line.line is not Line.COMMAND:
        return remark(wording.no_such_command(line.name, line.nearest))
    match line.name:
        case "undo":
            return TakeBack()
        case "depth" if line.argument in list(Depth):
            return Append((_depth_change(Depth(line.argument), state),))
        case "reopen" if line.argument in state.guided.steps:
            return Append((StepReopened(line.argument),))
        case "continue" | "elaborate" | "skip":
            return Append((Chose(MenuCommand[line.name.upper()]),))
    return remark(wording.TYPED_COMMANDS)


def remark(text: str) -> Append:
    return Append((Remarked((Utterance(APP, text, Role.NOTICE),)),))
