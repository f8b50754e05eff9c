"""What the session itself says, whatever the mode."""

from __future__ import annotations

from roundtable_tui.domain.journal.events import APP
from roundtable_tui.domain.journal.values import Role, Utterance

NOTHING_TO_TAKE_BACK = "There is nothing to take back."
NOTHING_TO_BRING_BACK = "There is nothing to bring back: something else was said since, or nothing was taken back."


def code_moved_on(then: str, now: str) -> Utterance:
    text = f"This analysis was made at commit {then}; the code is at {now} now. Go through it again? (y/N)"
    return Utterance(APP, text, Role.QUESTION)


def is_current(commit: str) -> str:
    at = f" (commit {commit})" if commit else ""
    return f"This analysis is complete and current{at}. Nothing needs to be asked."


def keeps_changing(name: str) -> str:
    return f"{name} changes again and again while it is being written; it is left as it is until the next step."
