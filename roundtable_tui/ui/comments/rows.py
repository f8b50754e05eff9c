"""What the list of comments says of each: how it stands, where it is, its words; and all of it beside the list."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct
from rich.cells import cell_len

from roundtable_tui.domain.comments.listing import CommentRow
from roundtable_tui.domain.comments.standing import CommentStanding
from roundtable_tui.domain.talk.sanitize import neutral, one_line
from roundtable_tui.ui.comments.margin import SIGNS, called
from roundtable_tui.ui.lines.line_wrap import Run
from roundtable_tui.ui.widgets.row_list import RowList, fitted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from roundtable_tui.domain.journal.state import State

_LONGEST = 200
_PLACE = 34
"""Cells in which its place is told."""
_HEADINGS = {
    CommentStanding.WAITING: "Not sent yet",
    CommentStanding.OPEN: "Open",
    CommentStanding.ANSWERED: "Answered",
    CommentStanding.DONE: "Done",
    CommentStanding.DECLINED: "Declined",
}
NOTHING = """**There are no comments yet.**

In a document, in the code or on an entry of the review, `m` marks lines; Enter writes beside them what should change,
what you want to know or what you object to. They wait here until you send them, all together.

A colleague's comments come in with `roundtable-tui review ITEM --import FILE`."""


class ListedComment(Struct, frozen=True):
    """A comment, or the heading above some."""

    key: str
    text: str
    comment: CommentRow | None = None

    @property
    def selectable(self) -> bool:
        return self.comment is not None


def listed(rows: Iterable[CommentRow]) -> Iterator[ListedComment]:
    """Each standing under a heading with how many there are."""
    by_standing: dict[CommentStanding, list[CommentRow]] = {}
    for row in rows:
        by_standing.setdefault(row.standing, []).append(row)
    for standing, some in by_standing.items():
        yield ListedComment(standing.name, f"{_HEADINGS[standing]} {len(some)}")
        yield from (ListedComment(row.id, one_line(row.text, _LONGEST), row) for row in some)


def place_of(row: CommentRow) -> str:
    """Where it is: with the line it has now, or that its words are gone."""
    line = f":{row.line}" if row.line and ":" not in row.where else ""
    return f"{row.where}{line}{' (lost)' if row.lost else ''}"


class CommentList(RowList[ListedComment]):
    COMPONENT_CLASSES: ClassVar[set[str]] = {"comments--lost"}
    DEFAULT_CSS = """
    CommentList { & > .comments--lost { color: $warning; text-style: bold; } }
    """

    def line_of(self, row: ListedComment, width: int) -> Iterator[Run]:
        comment = row.comment
        if comment is None:
            yield Run(fitted(row.text.upper(), width), ("heading",))
            return
        settled = comment.standing not in (CommentStanding.WAITING, CommentStanding.OPEN)
        yield Run(f"{SIGNS[comment.standing]} ", ("quiet",) if settled else ("accent",))
        place = fitted(place_of(comment), min(max(width // 2, 12), _PLACE))
        yield Run(f"{place} ", ("lost",) if comment.lost else ("quiet",) if settled else ("strong",))
        yield Run(fitted(row.text, width - cell_len(place) - 3), ("quiet",) if settled else ())


def told_about(row: CommentRow, state: State, names: Mapping[str, str], owner: str) -> str:
    """All there is to say, as Markdown in which nothing a stranger wrote counts as such."""
    return "\n\n".join(_told(row, state, names, owner))


def _told(row: CommentRow, state: State, names: Mapping[str, str], owner: str) -> Iterator[str]:
    by = f" by {_plain(row.author)}" if row.author else ""
    yield f"**{row.sort.capitalize()}{by}, {row.standing}**"
    yield _plain(place_of(row))
    if row.quote:
        yield _block(row.quote)
    if row.lost:
        yield "*These words are gone: they were rewritten or dropped. The comment stays until it is settled.*"
    elif row.edited:
        yield "*The words there have changed since.*"
    yield _plain(row.text)
    if row.standing is CommentStanding.WAITING:
        yield f"*Sent, it goes to {owner}.*"
    if row.reason:
        yield f"**{_plain(called(row.by, names))}:** {_plain(row.reason)}"
    for name in row.entries:
        if entry := state.dossier.get(name):
            yield f"→ {name} {_plain(one_line(entry.text(), _LONGEST))}"
        elif not row.reason:
            yield f"→ {name}, which is settled"


def _block(lines: Sequence[str]) -> str:
    """As it was written, whatever is in it."""
    longest = max((len(one) - len(one.lstrip("`")) for one in lines), default=0)
    fence = "`" * max(longest + 1, 3)
    return "\n".join((fence, *(neutral(line) for line in lines), fence))


def _plain(text: str) -> str:
    """Signs that would be read as Markdown stand for themselves."""
    return "".join(f"\\{sign}" if sign in "\\`*_[]<>#|~!" else sign for sign in neutral(text))
