"""How it is said that a tool call cannot be carried out."""

from __future__ import annotations


class BadCallError(Exception):
    """A tool call that cannot be carried out; the message tells the model what to do instead."""

    def __init__(self, told: str, reason: str = "") -> None:
        super().__init__(told)
        self.reason = reason or told
        """What of it is for the user to read."""


class UselessCallError(BadCallError):
    """One that would fail with any other input too."""


class LeaveItError(BadCallError):
    """One of several that is not done and may be left at that: nothing has to be sent again for it."""
