"""What a step still lacks: whether a question asks for it, and how it is asked for in one go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.graph import related
from roundtable_tui.domain.dossier.kinds import SPECS, FieldType, Kind
from roundtable_tui.domain.knowledge.checks import Check, CheckName, holds, lacking
from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.dossier.questions import Capture
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Step
    from roundtable_tui.domain.talk.depth import Depth


def asks_for(check: Check, capture: Capture | None) -> bool:
    """Whether a question with this capture asks for what the check wants."""
    if capture is None:
        return False
    match check.name:
        case CheckName.SEARCHED | CheckName.SCANNED:
            return capture.kind is Kind.KEYWORD and capture.preset in ((), (("use", "search"),))
        case CheckName.SIZED:
            return capture.kind is Kind.AREA
        case CheckName.COUNT | CheckName.EVERY if check.kind:
            return _fills(capture, check, check.kind)
    return False


def _fills(capture: Capture, check: Check, kind: Kind) -> bool:
    if check.field and not SPECS[kind].field(check.field):
        return capture.kind is Kind(check.field)
    if capture.kind is not kind:
        return False
    if check.value:
        return (check.field, check.value) in capture.preset or capture.field == check.field
    return capture.field == (check.field or SPECS[kind].main) or not check.field


def all_asked_for(step: Step, depth: Depth, state: State) -> bool:
    """Whether the step has asked for everything it lacks, so that asking again would be asking twice."""
    prompts = [prompt for _, prompt in step.listed(depth)]
    missing = [check for check in step.checks if not holds(check, state)]
    return bool(missing) and all(any(asks_for(check, prompt.capture) for prompt in prompts) for check in missing)


def gaps_question(missing: Sequence[Check], state: State) -> str:
    phrases = list(dict.fromkeys(lacking(check, state) for check in missing))
    ids = [entry.id for check in missing for entry in entries_concerned(check, state)]
    if len(phrases) == 1:
        text = f"Before I close this step, one thing is still open: {phrases[0]}. What can you tell me?"
    else:
        listed = "\n".join(f"- {phrase}" for phrase in phrases)
        text = f"Before I close this step, this is still open. What can you tell me?\n{listed}\n"
    which = [_line(entry) for check in missing for entry in to_choose(check, state)]
    if which:
        text = "\n".join((text, "Say which of these it is:", *which))
    elif ids:
        concerned = (_line(entry) for check in missing for entry in entries_concerned(check, state))
        text = "\n".join((text.rstrip(), *dict.fromkeys(concerned)))
    how = f'Answer with a line for each, in this order, like "{ids[0]}: …". ' if len(ids) > 1 else ""
    return f"{text}\n{how}Say skip to leave it open."


def _line(entry: Entry) -> str:
    return f"- {entry.id} {one_line(entry.text(), 80)}"


def to_choose(check: Check, state: State) -> tuple[Entry, ...]:
    """Where one entry has to have a certain value, those that could be given it: a decision that is accepted."""
    if check.kind is None or check.name is not CheckName.COUNT or check.op not in (">=", ">") or not check.value:
        return ()
    field = SPECS[check.kind].field(check.field)
    if field is None or field.type is not FieldType.CHOICE or check.kind is not Kind.DECISION:
        return ()
    return tuple(entry for entry in state.dossier.of(check.kind) if entry.text(check.field) != check.value)


def entries_concerned(check: Check, state: State) -> tuple[Entry, ...]:
    """The entries that lack something, where the check is about entries that are there."""
    if check.kind is None or check.name not in (CheckName.EVERY, CheckName.NOT_ALL, CheckName.ACYCLIC):
        return ()
    entries = state.dossier.of(check.kind)
    if check.name is not CheckName.EVERY:
        return entries
    own = SPECS[check.kind].field(check.field) is not None
    return tuple(
        entry
        for entry in entries
        if (not entry.text(check.field) if own else not related(state.dossier, entry, Kind(check.field)))
    )
