"""What the user's words mean where they were said: a command, a decision, a change of depth, or an answer."""

from __future__ import annotations

import re
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
    Ending,
    Left,
    Remarked,
    StepReopened,
)
from roundtable_tui.domain.journal.step_records import StepStatus
from roundtable_tui.domain.journal.values import Role, Utterance
from roundtable_tui.domain.journal.waiting import ForAnswer, ForDecision, ForMenu
from roundtable_tui.domain.talk.address import addressed
from roundtable_tui.domain.talk.command_lines import CommandForm, CommandLine, Line, Takes
from roundtable_tui.domain.talk.depth import WHICH_DEPTH, Depth, acknowledgement, depth_request
from roundtable_tui.domain.talk.hearing import Heard, Meaning, Place, Setting, decided, hear
from roundtable_tui.domain.talk.menu import SKIP_QUESTION, MenuCommand, parse_menu
from roundtable_tui.domain.talk.replies import begins_with_yes
from roundtable_tui.domain.talk.steering_phrases import brings_back, ends_elaboration, takes_back, wants_to_continue
from roundtable_tui.modes.guided import wording
from roundtable_tui.modes.guided.briefs import ANALYSTS, discuss, speak
from roundtable_tui.modes.guided.progress import asks_for_gaps, close_with_gaps, missing_checks, remaining
from roundtable_tui.modes.renaming import HOW, new_name, renamed
from roundtable_tui.session.moves import Append, BringBack, Move, TakeBack
from roundtable_tui.voices.tasks import Answer, Elaborate, Feedback, Gaps, OpenStep, Synthesise

if TYPE_CHECKING:
    from roundtable_tui.domain.dossier.questions import Question
    from roundtable_tui.domain.journal.state import State, Turn
    from roundtable_tui.domain.knowledge.knowledge import Knowledge


TYPED_COMMANDS = (
    CommandForm("continue"),
    CommandForm("elaborate"),
    CommandForm("skip"),
    CommandForm("depth", Takes.CHOICE, tuple(Depth)),
    CommandForm("reopen", Takes.WORD),
    CommandForm("rename", Takes.TEXT),
    CommandForm("undo"),
    CommandForm("redo"),
    CommandForm("help"),
)


_CONTINUING = {Decision.EARLY_EXIT: False, Decision.NEXT_PHASE: True}
"""What "continue" says where it answers the question."""


def deal_with(turn: Turn, state: State, knowledge: Knowledge, elaboration_turns: int) -> Move:
    if state.talk.left and (wants_to_continue(turn.text) or parse_menu(turn.text) is MenuCommand.CONTINUE):
        return Append((Continued(),))
    if not turn.command and (name := new_name(turn.text)):
        return renamed(name)
    if state.talk.ending and not isinstance(turn.answers, ForDecision):
        return _after_the_end(turn, state.talk.ending, state, knowledge)
    if turn.command:
        return _command(turn.command, state, knowledge)
    record = state.guided.current_step
    if record and record.elaborating and not isinstance(turn.answers, ForDecision) and ends_elaboration(turn.text):
        return speak(Synthesise(turn.text), record.id, state, knowledge)
    heard = hear(turn.text, _setting(turn, state, knowledge))
    if heard.command:
        return _typed(heard.command, state)
    if isinstance(turn.answers, ForDecision):
        return _decision(turn.answers, turn, heard, state, knowledge)
    if steered := _steered(heard.meaning, state):
        return steered
    if not turn.text.strip():
        return remark(wording.NOTHING_SAID)
    return _taken_as_words(turn, heard, state, knowledge, elaboration_turns)


def _after_the_end(turn: Turn, ending: Ending, state: State, knowledge: Knowledge) -> Move:
    """Said of a finished analysis: kept like feedback at its last menu; one only wrapped up can be gone on with."""
    goes_on = ending is Ending.EARLY and (turn.command or wants_to_continue(turn.text))
    if goes_on:
        return Append((Continued(),))
    names = tuple(persona.first_name for persona in knowledge.personas.values())
    heard = hear(turn.text, Setting(Place.MENU, TYPED_COMMANDS, names))
    if heard.command and heard.command.name in ("undo", "redo", "reopen", "rename"):
        return _typed(heard.command, state)
    match heard.meaning:
        case Meaning.UNDO:
            return TakeBack()
        case Meaning.REDO:
            return BringBack()
        case Meaning.CONTENT if turn.text.strip() and not turn.command:
            return speak(Feedback(turn.text), _last_step(state, knowledge), state, knowledge)
    return remark(wording.AFTER_THE_END)


def _last_step(state: State, knowledge: Knowledge) -> str:
    """The step that was talked about last; where none was, the last there is."""
    every = [step.id for steps in knowledge.steps.values() for step in steps]
    known = [step_id for step_id in state.guided.steps if step_id in every]
    return next((one for one in (state.guided.current, *reversed(known), *reversed(every)) if one), "")


def _setting(turn: Turn, state: State, knowledge: Knowledge) -> Setting:
    """Where the words were said: what they could be an answer to, and who could be spoken to."""
    names = tuple(persona.first_name for persona in knowledge.personas.values())
    seated = tuple(knowledge.persona(key).first_name for key in ANALYSTS)
    match turn.answers:
        case ForDecision():
            return Setting(Place.DECISION, TYPED_COMMANDS, names, seated, state.talk.last_asked)
        case ForAnswer(question=question) if question.key == ELABORATION_KEY:
            return Setting(Place.ELABORATION, TYPED_COMMANDS, names, seated)
        case ForAnswer(question=question):
            shown = question.suggestion or (question.text if question.offers or question.choices else "")
            return Setting(Place.QUESTION, TYPED_COMMANDS, names, seated, question.text, shown)
        case ForMenu():
            return Setting(Place.MENU, TYPED_COMMANDS, names, seated)
    return Setting(Place.QUESTION, TYPED_COMMANDS, names, seated)


def _steered(meaning: Meaning, state: State) -> Move | None:
    """Messages that steer the talk instead of answering it."""
    match meaning:
        case Meaning.ELABORATE | Meaning.CONTINUE | Meaning.SKIP:
            return Append((Chose(MenuCommand[meaning.name]),))
        case Meaning.UNDO:
            return TakeBack()
        case Meaning.REDO:
            return BringBack()
        case Meaning.BRIEF | Meaning.STANDARD | Meaning.DEEP:
            return Append((_depth_change(Depth(meaning.value), state),))
        case Meaning.BOTH:
            return Append((DecisionAsked(Decision.WHICH_DEPTH, (Utterance(APP, WHICH_DEPTH, Role.QUESTION),)),))
        case Meaning.STOP:
            said = Utterance(APP, wording.EARLY_EXIT_QUESTION, Role.QUESTION)
            return Append((DecisionAsked(Decision.EARLY_EXIT, (said,)),))
    return None


def _taken_as_words(turn: Turn, heard: Heard, state: State, knowledge: Knowledge, elaboration_turns: int) -> Move:
    nothing = heard.meaning is Meaning.NOTHING
    match turn.answers:
        case ForMenu() if nothing:
            return remark(wording.SAYS_NOTHING)
        case ForMenu(step=step_id):
            return speak(Feedback(turn.text), step_id, state, knowledge)
        case ForAnswer(question=question) if question.key == ELABORATION_KEY:
            if nothing:
                return remark(wording.NOTHING_TO_DISCUSS)
            return discuss(turn.text, question, state, knowledge, elaboration_turns, heard.to)
        case ForAnswer() if nothing and not begins_with_yes(turn.text):
            return remark(wording.NOTHING_SAID)
        case ForAnswer(question=question) if to := _spoken_to(turn.text, state, knowledge):
            return discuss(turn.text, question, state, knowledge, elaboration_turns, to)
        case ForAnswer(question=question) if _is_a_lone_key(turn.text, question):
            return remark(wording.LONE_KEY)
        case ForAnswer(question=question):
            step = knowledge.step(question.step)
            missing = missing_checks(step, state) if step else ()
            return speak(Answer(turn.text, question, missing), question.step, state, knowledge)
    if not state.guided.current or nothing:
        return remark(wording.NOTHING_ASKED)
    record = state.guided.current_step
    opened = record is not None and record.status is StepStatus.DONE
    # Said where a step was engaged and its opening never came: the voice opens it now, with these words before it.
    return speak(Feedback(turn.text) if opened else OpenStep(), state.guided.current, state, knowledge)


def _spoken_to(words: str, state: State, knowledge: Knowledge) -> tuple[str, ...]:
    """Who is called by name in an elaboration, also where one of its questions is open."""
    record = state.guided.current_step
    if record is None or not record.elaborating:
        return ()
    names = tuple(persona.first_name for persona in knowledge.personas.values())
    return addressed(words, names, tuple(knowledge.persona(key).first_name for key in ANALYSTS))


def _is_a_lone_key(text: str, question: Question) -> bool:
    """Whether it is only the letter of a menu that is not there, and no answer to "A, B or C?".

    What there is to choose from goes by numbers: "c" is not the third of it.
    """
    if parse_menu(text) is None or len(text.strip(" .!")) > 1:
        return False
    return text.strip(" .!").upper() not in re.findall(r"\b[A-Z]\b", question.text)


def _depth_change(depth: Depth, state: State) -> DepthChanged:
    record = state.guided.current_step
    speaker = record.persona if record and record.persona else APP
    return DepthChanged(state.guided.phase, depth, (Utterance(speaker, acknowledgement(depth)),))


def _decision(waiting: ForDecision, turn: Turn, heard: Heard, state: State, knowledge: Knowledge) -> Move:
    if waiting.what is Decision.WHICH_DEPTH:
        request = depth_request(turn.text)
        if isinstance(request, Depth):
            return Append((_depth_change(request, state),))
        return remark(WHICH_DEPTH)
    answer = decided(turn.text, heard.meaning, default=waiting.default, continuing=_CONTINUING.get(waiting.what))
    if answer is None and waiting.what is Decision.REANALYSE and state.talk.ending:
        said = _after_the_end(turn, state.talk.ending, state, knowledge)
        return remark(wording.YES_OR_NO) if said == remark(wording.AFTER_THE_END) else said
    if answer is None:
        return _taken_or_brought_back(turn.text) or remark(wording.YES_OR_NO)
    if waiting.what is Decision.NEXT_PHASE and not answer:
        return Append((Left((Utterance(APP, wording.LEFT, Role.NOTICE),)),))
    return Append((Decided(waiting.what, answer),))


def _taken_or_brought_back(words: str) -> Move | None:
    if takes_back(words):
        return TakeBack()
    return BringBack() if brings_back(words) else None


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
        case "rename":
            return renamed(line.argument) if line.argument.strip() else remark(HOW)
        case "undo":
            return TakeBack()
        case "redo":
            return BringBack()
        case "depth" if line.argument in list(Depth):
            return Append((_depth_change(Depth(line.argument), state),))
        case "reopen" if line.argument in state.guided.steps:
            return Append((StepReopened(line.argument),))
        case "continue" | "elaborate" | "skip":
            return Append((Chose(MenuCommand[line.name.upper()]),))
    return remark(wording.TYPED_COMMANDS)


def remark(text: str) -> Append:
    return Append((Remarked((Utterance(APP, text, Role.NOTICE),)),))
