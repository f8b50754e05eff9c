"""What every failure of a model has in common: a sentence, and what can be done about it."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar, Self

from roundtable_tui.errors import VoiceError


class Remedy(StrEnum):
    """What the user can do about it; the hint says it in words."""

    RETRY = "retry"
    OFFLINE = "offline"
    SETTINGS = "settings"


_IN_WORDS = {
    Remedy.RETRY: "try again",
    Remedy.OFFLINE: "go on offline",
    Remedy.SETTINGS: "change the settings",
}


class ModelError(VoiceError):
    """The model could not finish its turn."""

    remedies: ClassVar[tuple[Remedy, ...]] = (Remedy.RETRY, Remedy.OFFLINE)
    about_the_request: ClassVar[bool] = False
    """Whether it comes from what was sent, so that sending the same again is of no use."""
    passing: bool = False
    """Whether it may well be over in a moment, so that trying again by ourselves makes sense."""

    def __init__(self, sentence: str, hint: str = "", *, wait: float | None = None) -> None:
        super().__init__(sentence, hint or self._hint())
        self.wait = wait
        """Seconds the server asked us to wait."""

    def for_good(self) -> Self:
        """The same, after the server said that trying again is of no use."""
        self.passing = False
        return self

    @classmethod
    def _hint(cls) -> str:
        *most, last = (_IN_WORDS[remedy] for remedy in cls.remedies)
        hint = f"{', '.join(most)}{',' if len(most) > 1 else ''} or {last}." if most else f"{last}."
        return hint[0].upper() + hint[1:]


class NoToolsError(ModelError):
    """Whoever answers cannot take tools; the same can be asked in text."""

    about_the_request = True
