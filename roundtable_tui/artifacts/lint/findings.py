"""What a check found: where, why it matters and what to do about it, in one form for every check there is."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from roundtable_tui.domain.dossier.dossier import Change


class Severity(StrEnum):
    ERROR = "error"
    """Something is broken: part of the analysis cannot be read or trusted."""
    WARNING = "warning"
    """Something should be mended before anybody builds on it."""
    NOTE = "note"
    """Worth knowing, nothing to mend."""


class Finding(Struct, frozen=True):
    severity: Severity
    code: str
    """A name that stays the same, for programs and for those who search for it."""
    where: str
    """The artifact or file it shows in."""
    entry: str
    """The dossier entry it is about; empty if it is about a file."""
    reason: str
    suggestion: str
    change: Change | None = None
    """The change to the dossier that mends it, where that needs no judgement."""

    @property
    def counts(self) -> bool:
        """Whether this makes a check fail; a note does not."""
        return self.severity is not Severity.NOTE
