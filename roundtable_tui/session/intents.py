"""What a user can want of an open item: one list of verbs for the screen, plain mode, recordings and the shell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from roundtable_tui.domain.dossier.dossier import Change
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.domain.talk.menu import MenuCommand
from roundtable_tui.storage.versions import Version


@dataclass(frozen=True, slots=True)
class Start:
    """Take up the item where it stands: say so, do what is owed, and ask what was not answered."""

    depth: Depth | None = None
    """Asked for on opening: it holds for everything not yet begun."""


@dataclass(frozen=True, slots=True)
class Submit:
    """The user's words, exactly as typed."""

    text: str


@dataclass(frozen=True, slots=True)
class Choose:
    command: MenuCommand


@dataclass(frozen=True, slots=True)
class ChangeDepth:
    depth: Depth


@dataclass(frozen=True, slots=True)
class Reopen:
    step: str


@dataclass(frozen=True, slots=True)
class Revise:
    """Say something else instead of what was said in that turn."""

    turn: int
    text: str


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last thing the user said or did."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Let what was taken back last count again; nothing else may have been said or done since."""


@dataclass(frozen=True, slots=True)
class Retry:
    """Do again what the voice could not finish."""


@dataclass(frozen=True, slots=True)
class GoOn:
    """Take the talk up again that the user left, or ended early."""


@dataclass(frozen=True, slots=True)
class BeginAgain:
    """Go through a finished analysis once more; what is known stays."""


@dataclass(frozen=True, slots=True)
class ChooseMode:
    mode: str


@dataclass(frozen=True, slots=True)
class Rename:
    """Call the item something else; the talk stays where it is, and the folder keeps its name."""

    description: str


@dataclass(frozen=True, slots=True)
class WrapUp:
    """End the analysis here without asking, with the gaps marked."""


@dataclass(frozen=True, slots=True)
class Review:
    """What the user decides about entries; `changes` is told the turn they are stated or confirmed in.

    The talk stays where it is, so that an item can be reviewed without being taken up. Without `at_once` the documents
    wait until nothing more is decided for a moment, at the longest until the item is let go.
    """

    changes: Callable[[int], tuple[Change, ...]]
    at_once: bool = True


@dataclass(frozen=True, slots=True)
class TakeInEdits:
    """Look at the artifacts again: what was written into them by hand counts, and the others follow."""


@dataclass(frozen=True, slots=True)
class TakeOurs:
    """Settle a conflict for the analysis: its version is written over the user's, which stays in the history."""

    name: str


@dataclass(frozen=True, slots=True)
class Restore:
    """Put an earlier version back as the user's own text, and let the analysis follow; what it replaces is kept."""

    version: Version


Intent = (
    Start
    | Submit
    | Choose
    | ChangeDepth
    | Reopen
    | Revise
    | Undo
    | Redo
    | Retry
    | GoOn
    | BeginAgain
    | ChooseMode
    | Rename
    | WrapUp
    | Review
    | TakeInEdits
    | TakeOurs
    | Restore
)
