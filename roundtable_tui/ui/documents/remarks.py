"""What somebody wrote in the margin of a text, as the views of it show that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct
from textual.content import Content
from textual.widgets import Static

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roundtable_tui.domain.comments.comment import CommentPlace

_MOST = 3
"""Remarks on one line that are shown with their words."""


class Remark(Struct, frozen=True):
    """On these lines of a text, counted from 1."""

    first: int
    last: int
    sign: str
    """How it stands, in one cell."""
    text: str
    weight: int = 0
    """Of several on a line the sign of the heaviest is shown."""


RemarksOn = Callable[[str, Sequence[str]], Sequence[Remark]]
"""Those on a text, by its name and its lines."""


class Margin(Protocol):
    """Where remarks on texts come from, and where new ones go."""

    def remarks(self, place: CommentPlace, name: str, lines: Sequence[str]) -> Sequence[Remark]: ...

    def comment(
        self,
        place: CommentPlace,
        name: str,
        lines: Sequence[str],
        first: int,
        last: int,
        then: Callable[[], object] | None = None,
    ) -> None:
        """The user wants to say something about these lines of a text, counted from 1; `then` once it is kept."""
        ...


def signs_of(remarks: Iterable[Remark]) -> dict[int, str]:
    """By line what stands beside it."""
    found: dict[int, Remark] = {}
    for remark in remarks:
        for line in range(remark.first, remark.last + 1):
            known = found.get(line)
            if known is None or remark.weight > known.weight:
                found[line] = remark
    return {line: remark.sign for line, remark in found.items()}


class RemarkFoot(Static):
    """Below a text: the remarks on the line the cursor is on; gone while there are none."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    RemarkFoot {
        height: auto; max-height: 6; padding: 0 1; display: none;
        background: $panel; color: $foreground; border-top: solid $border;
    }
    """

    def show(self, remarks: Sequence[Remark]) -> None:
        """Each whole, as far as there is room."""
        told = [f"{one.sign} {one.text}" for one in remarks[:_MOST]]
        if len(remarks) > _MOST:
            told.append(f"… and {len(remarks) - _MOST} more here")
        self.update(Content("\n".join(told)))
        self.display = bool(told)
