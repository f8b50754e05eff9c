"""What can go wrong, each as one sentence for the user and a hint what to do; raised low, shown once, high."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """What the shell sees; documented in the README."""

    DONE = 0
    FINDINGS = 1
    USAGE = 2
    LOCKED = 3
    VOICE_FAILED = 4
    UNEXPECTED = 70
    INTERRUPTED = 130


class RoundtableError(Exception):
    """A problem the user can do something about: `sentence` says what happened, `hint` what to do."""

    exit_code = ExitCode.FINDINGS

    def __init__(self, sentence: str, hint: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.sentence} {self.hint}".strip()


class UsageError(RoundtableError):
    """What was asked for makes no sense as asked: flags, answers file, draft."""

    exit_code = ExitCode.USAGE


class StorageError(RoundtableError):
    """The disk refused: full, read-only, a folder where a file should be."""

    slug = ""
    """Of the item that can only be read because of it, where it is one."""


class OutsideError(StorageError):
    """A path that would leave the folders this program may write."""


class JournalChangedError(StorageError):
    """Somebody else changed the journal while we had it open."""


class ReadOnlyError(RoundtableError):
    """The item may be looked at but not changed here."""


class LockedError(ReadOnlyError):
    """Another window holds the item."""

    exit_code = ExitCode.LOCKED
    slug = ""
    """Of the item that is held, where it is one."""


class CitationError(RoundtableError):
    """Lines of code that cannot be cited, because nobody could look them up."""


class VoiceError(RoundtableError):
    """The voice could not finish its turn."""

    exit_code = ExitCode.VOICE_FAILED
    again = "Try again"
    """What it means to let it take the same turn once more."""
