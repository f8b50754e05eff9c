"""What the user's words mean in a conversation: a command, a verdict, a decision, a wish, or an answer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.provenance import Confirmed
from roundtable_tui.domain.dossier.questions import AMENDMENT
from roundtable_tui.domain.journal.conversation_events import (
    AmendmentEnded,
    BudgetSet,
    LookBegun,
    PointMarked,
    Seated,
    TopicDeferred,
    VerdictGiven,
)
from roundtable_tui.domain.journal.events import (
    Chose,
    Continued,
    Decided,
    Decision,
    DecisionAsked,
    DepthChanged,
    ModeChosen,
    Remarked,
    Reviewed,
)
from roundtable_tui.domain.journal.state import GUIDED, TALKING_MODES
from roundtable_tui.domain.journal.values import PointMark, PointName, Role, Utterance, Verdict
from roundtable_tui.domain.journal.waiting import AMENDING, ForAnswer, ForDecision, ForVerdict
from roundtable_tui.domain.knowledge.look_parts import parts_left
from roundtable_tui.domain.knowledge.points.aside_points import points_aside
from roundtable_tui.domain.knowledge.points.open_points import open_points, questions_for, questions_left
from roundtable_tui.domain.knowledge.points.point_names import criterion_of, deeper_keys, topic_of
from roundtable_tui.domain.knowledge.seats import OWN_QUESTIONS, named_seat, own_points
from roundtable_tui.domain.talk.command_lines import CommandForm, CommandLine, Line, Takes
from roundtable_tui.domain.talk.depth import WHICH_DEPTH, Depth, acknowledgement, depth_request
from roundtable_tui.domain.talk.hearing import Heard, Meaning, Place, Setting, decided, hear
from roundtable_tui.domain.talk.menu import MenuCommand, parse_menu
from roundtable_tui.domain.talk.steering_phrases import (
    brings_back,
    only_says,
    phrases,
    takes_back,
    wants_to_continue,
)
from roundtable_tui.domain.talk.verdicts import WHAT_THEN, more_to_change
from roundtable_tui.modes.conversation import wording
from roundtable_tui.modes.conversation.briefs import persona_of, reply, speak_about
from roundtable_tui.modes.conversation.confirmation import shown
from roundtable_tui.modes.conversation.point_list import listed_points
from roundtable_tui.modes.conversation.summaries import summary
from roundtable_tui.modes.renaming import HOW, new_name, renamed
from roundtable_tui.session.moves import Append, BringBack, Move, TakeBack
from roundtable_tui.voices.tasks import Deepen

if TYPE_CHECKING:
    from roundtable_tui.domain.dossier.questions import Question
    from roundtable_tui.domain.journal.state import State, Turn
    from roundtable_tui.domain.journal.values import Stage
    from roundtable_tui.domain.knowledge.knowledge import Knowledge

TYPED_COMMANDS = (
    CommandForm("continue"),
    CommandForm("elaborate"),
    CommandForm("skip"),
    CommandForm("accept"),
    CommandForm("amend"),
    CommandForm("entries"),
    CommandForm("ledger"),
    CommandForm("look"),
    CommandForm("strike", Takes.WORD),
    CommandForm("first", Takes.WORD),
    CommandForm("back", Takes.WORD),
    CommandForm("budget", Takes.TEXT),
    CommandForm("depth", Takes.CHOICE, tuple(Depth)),
    CommandForm("mode", Takes.WORD),
    CommandForm("seat", Takes.TEXT),
    CommandForm("rename", Takes.TEXT),
    CommandForm("undo"),
    CommandForm("redo"),
    CommandForm("help"),
)
_ONLY_AMENDS = dict.fromkeys(
    phrases(
        "amend, change, revise, update, modify, no, nope, not quite, needs work, redo, amend it, change it, revise it, "
        "i want to amend, i want to change something, i'd like to amend, not yet, e"
    ),
    True,
)
_BUDGET = re.compile(r"(?:about\s+)?(\d{1,3})\s*(questions?|q|minutes?|mins?|m)?\W*", re.IGNORECASE)
_ROOM = re.compile(
    r"(?:(?:i|we)(?:'ve| have)?\s+(?:only\s+)?(?:got|have)?\s*(?:time for\s+)?)?(?:only\s+|just\s+)?(\d{1,3})\s+"
    r"(?:more\s+)?(questions|minutes)(?:\s+(?:left|please|max|at most|more))?\W*",
    re.IGNORECASE,
)


def deal_with(turn: Turn, state: State, knowledge: Knowledge) -> Move:
    if state.talk.left and wants_to_continue(turn.text):
        return Append((Continued(),))
    if turn.command:
        return _command(turn.command, turn, state, knowledge)
    if name := new_name(turn.text):
        return renamed(name)
    match turn.answers:
        case ForDecision() as waiting:
            return _decision(waiting, turn, state, knowledge)
        case ForVerdict() as waiting:
            return _judged(waiting, turn, state, knowledge)
        case ForAnswer(question=question):
            return _answered(question, turn, state, knowledge)
    heard = hear(turn.text, Setting(Place.QUESTION, TYPED_COMMANDS))
    if heard.command:
        return _typed(heard.command, turn, state, knowledge)
    ended = state.talk.ending and heard.meaning is Meaning.STOP
    if not ended and (steered := _steered(heard)):
        return steered
    return _after_the_end(turn, state, knowledge) if state.talk.ending else remark(wording.NOTHING_ASKED)


def _after_the_end(turn: Turn, state: State, knowledge: Knowledge) -> Move:
    """Said of a finished analysis: kept like an amendment, and the documents follow."""
    heard = hear(turn.text, Setting(Place.MENU, TYPED_COMMANDS))
    if heard.meaning is Meaning.CONTENT and turn.text.strip():
        return reply(turn.text, AMENDING, state, knowledge)
    return remark(wording.FINISHED)


def remark(text: str) -> Append:
    return Append((Remarked((wording.notice(text),)),))


def _answered(question: Question, turn: Turn, state: State, knowledge: Knowledge) -> Move:
    setting = Setting(Place.QUESTION, TYPED_COMMANDS, asked=question.text, guess=question.suggestion)
    heard = hear(turn.text, setting)
    if heard.command:
        return _typed(heard.command, turn, state, knowledge)
    if steered := _steered(heard):
        return steered
    if not turn.text.strip():
        return remark(wording.NOTHING_SAID)
    if room := _ROOM.fullmatch(turn.text.strip()):
        return _budget(int(room[1]), state)
    if question.topic == AMENDMENT:
        return _amended(heard, question, turn, state, knowledge)
    match heard.meaning:
        case Meaning.PASSED:
            return Append((_put_off(question),))
        case Meaning.NOTHING:
            return remark(wording.NOTHING_SAID)
    return reply(turn.text, question, state, knowledge)


def _amended(heard: Heard, question: Question, turn: Turn, state: State, knowledge: Knowledge) -> Move:
    """That it is right, that there is no more, or C end the amendment without a request; all else is what changes."""
    more = more_to_change(turn.text, question.text)
    if more is False or parse_menu(turn.text) is MenuCommand.CONTINUE:
        return Append((AmendmentEnded(),))
    says_nothing = more or heard.meaning is Meaning.NOTHING
    return remark(WHAT_THEN) if says_nothing else reply(turn.text, question, state, knowledge)


def _steered(heard: Heard) -> Move | None:
    match heard.meaning:
        case Meaning.UNDO:
            return TakeBack()
        case Meaning.REDO:
            return BringBack()
        case Meaning.BRIEF | Meaning.STANDARD | Meaning.DEEP as depth:
            return _depth_change(Depth(depth.value))
        case Meaning.BOTH:
            return Append((DecisionAsked(Decision.WHICH_DEPTH, (wording.question(WHICH_DEPTH),)),))
        case Meaning.STOP:
            return Append((DecisionAsked(Decision.EARLY_EXIT, (wording.question(wording.EARLY_EXIT_QUESTION),)),))
    return None


def _depth_change(depth: Depth) -> Append:
    return Append((DepthChanged("", depth, (wording.notice(acknowledgement(depth)),)),))


def _decision(waiting: ForDecision, turn: Turn, state: State, knowledge: Knowledge) -> Move:
    heard = hear(turn.text, Setting(Place.DECISION, TYPED_COMMANDS, asked=state.talk.last_asked))
    if heard.command:
        return _typed(heard.command, turn, state, knowledge)
    if takes_back(turn.text):
        return TakeBack()
    if brings_back(turn.text):
        return BringBack()
    if waiting.what is Decision.WHICH_DEPTH:
        request = depth_request(turn.text)
        return _depth_change(request) if isinstance(request, Depth) else remark(WHICH_DEPTH)
    continuing = False if waiting.what is Decision.EARLY_EXIT else None
    answer = decided(turn.text, heard.meaning, default=waiting.default, continuing=continuing)
    if answer is None and waiting.what is Decision.REANALYSE:
        said = _after_the_end(turn, state, knowledge)
        return remark(wording.YES_OR_NO) if said == remark(wording.FINISHED) else said
    return remark(wording.YES_OR_NO) if answer is None else Append((Decided(waiting.what, answer),))


def _judged(waiting: ForVerdict, turn: Turn, state: State, knowledge: Knowledge) -> Move:
    stage = waiting.stage
    if letter := parse_menu(turn.text):
        return _command(letter, turn, state, knowledge)
    heard = hear(turn.text, Setting(Place.VERDICT, TYPED_COMMANDS))
    if heard.command:
        return _typed(heard.command, turn, state, knowledge)
    if steered := _steered(heard):
        return steered
    match heard.meaning:
        case Meaning.SHOW:
            return Append((shown(stage, state, knowledge),))
        case Meaning.ACCEPT:
            return Append((VerdictGiven(stage, Verdict.ACCEPT),))
    only_amends = only_says(turn.text, _ONLY_AMENDS, phrases("please, let's, i, we, to, it, this, that, thanks"))
    if not turn.text.strip() or (not only_amends and _says_nothing(turn.text)):
        return remark(wording.WHAT_A_VERDICT_IS)
    return Append((VerdictGiven(stage, Verdict.AMEND, goes_on=not only_amends),))


def _says_nothing(text: str) -> bool:
    """A skip, or small talk: neither says what a summary should say instead."""
    heard = hear(text, Setting(Place.QUESTION, TYPED_COMMANDS))
    return heard.meaning in (Meaning.PASSED, Meaning.NOTHING)


def _command(command: MenuCommand, turn: Turn, state: State, knowledge: Knowledge) -> Move:
    """E brings the others in, C moves on, S puts the topic off; at a summary C accepts and E amends."""
    match turn.answers:
        case ForVerdict(stage=stage):
            if command is MenuCommand.SKIP:
                return remark(wording.WHAT_A_VERDICT_IS)
            verdict = Verdict.ACCEPT if command is MenuCommand.CONTINUE else Verdict.AMEND
            return Append((VerdictGiven(stage, verdict),))
        case ForAnswer(question=question) if question.topic == AMENDMENT:
            return Append((AmendmentEnded(),)) if command is MenuCommand.CONTINUE else remark(wording.NOTHING_SAID)
        case ForAnswer(question=question) if question.topic:
            return _about_question(command, question, state, knowledge)
    return remark(wording.NOTHING_ASKED)


def _about_question(command: MenuCommand, question: Question, state: State, knowledge: Knowledge) -> Move:
    name = PointName(question.topic, question.criterion, question.key)
    topic, criterion = topic_of(name, knowledge), criterion_of(name, knowledge)
    match command:
        case MenuCommand.CONTINUE:
            return Append((_put_off(question),))
        case MenuCommand.SKIP:
            return Append((TopicDeferred(question.topic, (wording.topic_deferred(topic.name if topic else ""),)),))
    ledger = state.talk.ledger
    known = {named.key for named in ledger.points if named.subject == name.question.subject}
    keys = deeper_keys(topic, criterion, knowledge) if topic and criterion and questions_left(state) else ()
    deeper = tuple(key for key in keys if key not in known)
    return speak_about(Deepen(question, deeper), name.topic, persona_of(name, knowledge), state)


def _put_off(question: Question) -> PointMarked:
    name = PointName(question.topic, question.criterion, question.key)
    return PointMarked(name, PointMark.DEFERRED, (wording.notice(wording.LEFT_OUT),))


def _typed(line: CommandLine, turn: Turn, state: State, knowledge: Knowledge) -> Move:
    """A command that was typed, as `/strike 2`; what is none is answered with what there is."""
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
            return _depth_change(Depth(line.argument))
        case "continue" | "elaborate" | "skip":
            return Append((Chose(MenuCommand[line.name.upper()]),))
        case "accept" | "amend" if isinstance(turn.answers, ForVerdict):
            return Append((VerdictGiven(turn.answers.stage, Verdict(line.name)),))
        case "entries" if isinstance(turn.answers, ForVerdict):
            return _entries_accepted(turn.answers.stage, turn, state, knowledge)
        case "strike" | "first":
            return _marked(line, state, knowledge)
        case "back":
            return _put_back(line, state, knowledge)
        case "budget":
            return budget_from(line.argument, state)
        case "mode" if line.argument in (GUIDED, *TALKING_MODES) and line.argument != state.mode:
            return Append((ModeChosen(line.argument),))
        case "seat":
            return seat(line.argument, state, knowledge)
        case "look":
            return _look_again(state)
        case "ledger":
            return remark(ledger_text(state, knowledge))
    return remark(wording.TYPED_COMMANDS)


def _entries_accepted(stage: Stage, turn: Turn, state: State, knowledge: Knowledge) -> Move:
    """The guesses that the summary shows in full are the user's from here on; the summary itself still waits."""
    entries = wording.to_confirm(summary(stage, state, knowledge), state)
    if not entries:
        return remark(wording.NOT_SHOWN_IN_FULL)
    changes = tuple(Change(Op.CONFIRM, one.id, one.kind, sources=(Confirmed(turn.number),)) for one in entries)
    return Append((Reviewed(changes), Remarked((wording.confirmed(entries, state),))))


def _look_again(state: State) -> Move:
    """What was stopped or broke off is taken up after this turn."""
    if state.conversation.look_depth is None or not parts_left(state):
        return remark(wording.NOTHING_TO_LOOK_AT)
    said = (wording.notice(wording.LOOKS_AGAIN),)
    return Append((LookBegun(state.conversation.look_depth), Remarked(said)))


def _marked(line: CommandLine, state: State, knowledge: Knowledge) -> Move:
    points = listed_points(state, knowledge)
    place = int(line.argument) if line.argument.isdecimal() else 0
    if not 0 < place <= len(points):
        return remark(wording.NO_SUCH_POINT)
    point = points[place - 1]
    if line.name == "strike":
        return Append((PointMarked(point.name, PointMark.STRUCK, (wording.notice(wording.STRUCK),)),))
    begun = point.question in state.talk.ledger.points
    if not questions_left(state) and not begun:
        return remark(wording.NO_QUESTION_LEFT)
    return Append((PointMarked(point.name, PointMark.PULLED, (wording.notice(wording.FIRST),)),))


def seat(words: str, state: State, knowledge: Knowledge) -> Move:
    """Brings somebody in, who asks what is theirs to ask next, or leaves it at the three."""
    if words.strip().lower() in ("no", "none", "nobody"):
        last = next(reversed(state.conversation.offered), "")
        return Append((Seated(last, yes=False, said=(wording.notice(wording.NOBODY_ELSE),)),))
    persona = named_seat(words, knowledge)
    if persona is None:
        return remark(wording.seats(knowledge))
    if persona.key in state.conversation.seated:
        return remark(f"{persona.first_name} is at the table already.")
    joins = Seated(persona.key, yes=True, said=(Utterance(persona.key, persona.identity, Role.GREETING),))
    room = min(questions_left(state), OWN_QUESTIONS)
    theirs = own_points(persona.key, open_points(state, knowledge))[:room]
    return Append((joins, *(PointMarked(point.name, PointMark.PULLED) for point in reversed(theirs))))


def _put_back(line: CommandLine, state: State, knowledge: Knowledge) -> Move:
    points = points_aside(state, knowledge)
    place = int(line.argument) if line.argument.isdecimal() else 0
    if not 0 < place <= len(points):
        return remark(wording.NOTHING_ASIDE)
    point = points[place - 1]
    return Append((PointMarked(point.name, point.comes_back_by, (wording.notice(wording.BACK),)),))


def budget_from(words: str, state: State) -> Move:
    number = budget_in(words)
    return remark(wording.BUDGET_HOW) if number is None else _budget(number, state)


def budget_in(words: str) -> int | None:
    """How many questions these words make room for; a minute is about a question."""
    found = _BUDGET.fullmatch(words.strip())
    return int(found[1]) if found else None


def _budget(number: int, state: State) -> Append:
    """The one being asked is among those there are to be."""
    return Append((BudgetSet(questions_for(number, state), (wording.budget_noted(number),)),))


def ledger_text(state: State, knowledge: Knowledge) -> str:
    points, aside = listed_points(state, knowledge), points_aside(state, knowledge)
    lines = [f"{number}. {wording.point_line(point, state, knowledge)}" for number, point in enumerate(points, 1)]
    left = questions_left(state)
    head = f"{left} {'question' if left == 1 else 'questions'} may still be put. Open, the heaviest first:"
    back = [f"{number}. {wording.aside_line(point)}" for number, point in enumerate(aside, 1)]
    return "\n".join(
        (*((head, *lines) if lines else ("Nothing is open any more.",)), *((wording.ASIDE, *back) if back else ()))
    )
