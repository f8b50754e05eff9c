"""What a key or a bare letter means for a step, and what is asked before it closes or opens one: from the state."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Knowledge, Step
    from roundtable_tui.session.session import ItemSession
    from roundtable_tui.ui.dialogs.choice import ConfirmScreen


def question_before(name: str, session: ItemSession) -> ConfirmScreen | None:
    """What is asked before a command is carried out; most need no question."""
    match name:
        case "continue":
            return closing_question(session.state, session.knowledge)
        case "readers":
            from roundtable_tui.ui.dialogs.choice import ConfirmScreen

            told = [
                session.asides.readings.estimate().sentence,
                "Where they differ, both readings become an open point for you.",
            ]
            return ConfirmScreen("Have the criteria read twice?", told, "Read them")
    return None


def closing_question(state: State, knowledge: Knowledge) -> ConfirmScreen | None:
    """What to ask before the step closes; None at the menu, and where the talk will first say what is missing."""
    from roundtable_tui.domain.journal.state import GUIDED
    from roundtable_tui.domain.journal.waiting import ForAnswer

    if state.mode != GUIDED:
        return None
    step, record = knowledge.step(state.guided.current), state.guided.current_step
    if step is None or record is None or not isinstance(state.talk.waiting, ForAnswer):
        return None
    from roundtable_tui.domain.knowledge.checks import lacking
    from roundtable_tui.modes.guided.progress import asks_for_gaps, missing_checks
    from roundtable_tui.ui.dialogs.choice import ConfirmScreen

    missing = [f"• {lacking(check, state)}" for check in missing_checks(step, state)]
    if missing and asks_for_gaps(record, state):
        return None
    head = "Still missing, and then only assumed:" if missing else "Nothing the step needs is missing."
    told = ("A question waits for your answer.", head, *missing)
    return ConfirmScreen(f"Close {step.title} now?", told, "Close it and go on", "Answer first")


def picked_letter(text: str, state: State) -> str:
    """The command a bare letter picks from the menu, by name: it is a key then, and nothing that was said."""
    from roundtable_tui.domain.journal.waiting import ForMenu
    from roundtable_tui.domain.talk.menu import parse_menu

    if len(text.strip()) != 1 or not isinstance(state.talk.waiting, ForMenu):
        return ""
    command = parse_menu(text)
    return command.name.lower() if command else ""


def reopening_question(step: Step) -> ConfirmScreen:
    from roundtable_tui.ui.dialogs.choice import ConfirmScreen

    told = ("What is written down stays. The step is open again until you close it.",)
    return ConfirmScreen(f"Go through {step.title} again?", told, "Open it again")
