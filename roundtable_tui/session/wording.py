"""What the session itself says, whatever the mode."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.journal.events import APP
from roundtable_tui.domain.journal.values import Role, Utterance

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roundtable_tui.domain.dossier.dossier import Change, Dossier

NOTHING_TO_TAKE_BACK = "There is nothing to take back."
NOTHING_TO_PLAN = (
    "There is nothing to plan yet: a task serves an acceptance criterion or an accepted decision, and there is none."
)
NOTHING_TO_BRING_BACK = "There is nothing to bring back: something else was said since, or nothing was taken back."

_MOST_NAMED = 6


def code_moved_on(then: str, now: str) -> Utterance:
    text = f"This analysis was made at commit {then}; the code is at {now} now. Go through it again? (y/N)"
    return Utterance(APP, text, Role.QUESTION)


def is_current(commit: str) -> str:
    at = f" (commit {commit})" if commit else ""
    return f"This analysis is complete and current{at}. Nothing needs to be asked; what you say about it is kept."


def went_too(gone: Sequence[str], kept: Sequence[str], slug: str) -> str:
    """What became of documents that only the answer taken back had called for."""
    went = f"{_and(gone)} went with it; the history has {'it' if len(gone) == 1 else 'them'}: " if gone else ""
    stays = f"{_and(kept)} {'holds' if len(kept) == 1 else 'hold'} text of yours and stays." if kept else ""
    return " ".join(filter(None, (went and f"{went}roundtable-tui history {slug}.", stays)))


def _and(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def keeps_changing(name: str) -> str:
    return f"{name} changes again and again while it is being written; it is left as it is until the next step."


def planned(dossier: Dossier, changes: Sequence[Change]) -> str:
    """What became of the plan, and what it does not cover."""
    from roundtable_tui.domain.plan.planning import plan_on_record
    from roundtable_tui.domain.plan.tasks import DOCUMENT

    plan = plan_on_record(dossier)
    if not plan.tasks and not changes:
        return NOTHING_TO_PLAN
    counted = f"{_number(len(plan.tasks), 'task')} in {_number(len(plan.stages), 'phase')}"
    lead = f"The plan has {counted}: {DOCUMENT}." if changes else f"The plan is up to date, {counted}: {DOCUMENT}."
    if not plan.uncovered:
        return lead
    more = len(plan.uncovered) - _MOST_NAMED
    named = (*plan.uncovered[:_MOST_NAMED], *([f"{more} more"] if more > 0 else ()))
    return f"{lead} No task covers {_and(named)}."


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
