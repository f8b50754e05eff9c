"""A brief for a coding agent that never exceeds the size it may have: what does not fit is dropped and named."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.handover.brief.sections import DROPPED, pieces_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roundtable_tui.domain.plan.tasks import Task
    from roundtable_tui.handover.brief.sections import Piece
    from roundtable_tui.handover.material import Material

_NAMED = 6
_HEAD = (
    "Ids are those of the analysis: name the criterion's id in the test that shows it. "
    "“(assumed)” marks what nobody has confirmed; [path:lines] is where the code shows it."
)


class Unit(StrEnum):
    TOKENS = "tokens"
    CHARACTERS = "characters"


class Size(Struct, frozen=True):
    """How long a brief may be."""

    most: int
    unit: Unit = Unit.TOKENS

    def holds(self, text: str) -> bool:
        return self.of(text) <= self.most

    def of(self, text: str) -> int:
        """Tokens are estimated on the safe side: one for three characters of ASCII, and one for every other."""
        if self.unit is Unit.CHARACTERS:
            return len(text)
        plain = sum(character.isascii() for character in text)
        return -(-plain // 3) + len(text) - plain

    @property
    def words(self) -> str:
        return f"{self.most:,} {self.unit}"


USUAL = Size(8000)


class Brief(Struct, frozen=True):
    text: str
    dropped: tuple[str, ...] = ()
    """What did not fit, by the names of entries and tasks."""


def brief_of(material: Material, task: Task | None = None, size: Size = USUAL) -> Brief:
    """A pure function of what is known: as much of it as fits, the most needed first."""
    pieces = pieces_of(material, task)
    title = f"# Brief: {task.id} of {material.slug}" if task else f"# Brief: {material.slug}"
    ranked = sorted(range(len(pieces)), key=lambda place: (pieces[place].worth, place))
    low, high = 0, len(ranked)
    while low < high:  # the most that fits without what is said of the rest
        middle = (low + high + 1) // 2
        low, high = (middle, high) if size.holds(_text(title, pieces, ranked[:middle])) else (low, middle - 1)
    for in_short in (False, True):
        for kept in range(low, 0, -1):
            left = [pieces[place] for place in ranked[kept:]]
            text = _text(title, pieces, ranked[:kept], _note(left, size, in_short=in_short))
            if size.holds(text):
                return Brief(text, tuple(piece.name for piece in left if piece.name))
    nothing = _cut(f"{title}\n\nNothing fits into {size.words}.\n", size)
    return Brief(nothing, tuple(one.name for one in pieces if one.name))


def _text(title: str, pieces: Sequence[Piece], kept: Sequence[int], note: str = "") -> str:
    sections: dict[str, list[str]] = {}
    for place in sorted(kept):
        sections.setdefault(pieces[place].section, []).append(pieces[place].text)
    parts = [f"{title}\n\n{_HEAD}"]
    parts += ["\n".join((f"## {name}", "", *lines)) for name, lines in sections.items()]
    return "\n\n".join((*parts, note) if note else parts) + "\n"


def _note(left: Sequence[Piece], size: Size, *, in_short: bool) -> str:
    """What is said of what did not fit: in short only where there is no room to name it."""
    if not left:
        return ""
    head = f"## Left out to fit {size.words}"
    if in_short:
        return f"{head}: {len(left)} {'piece' if len(left) == 1 else 'pieces'}"
    by_section: dict[str, list[str]] = {}
    for piece in left:
        by_section.setdefault(piece.section, []).append(piece.name or "all of it")
    lines = [f"- {section}: {_listed(names)}" for section, names in by_section.items()]
    return "\n".join((head, "", f"Dropped in this order: {DROPPED}.", "", *lines))


def _listed(names: Sequence[str]) -> str:
    more = len(names) - _NAMED
    return ", ".join(names[:_NAMED]) + (f" and {more} more" if more > 0 else "")


def _cut(text: str, size: Size) -> str:
    while text and not size.holds(text):
        text = text[: max(0, len(text) - 1 - (size.of(text) - size.most) // 3)]
    return text
