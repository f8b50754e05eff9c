"""Who speaks and what that has cost: at the foot of the sidebar in short, in its rows in full."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.session.outline import Row, RowKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roundtable_tui.items.budget import Bill  # noqa: TC004 (only where something was spent is it loaded)

_THOUSAND = 1000


class VoiceNote(Struct, frozen=True):
    """Who speaks, and what it used where that is counted."""

    name: str
    turn: Bill | None = None
    item: Bill | None = None
    budget: str = ""


def voice_rows(voice: VoiceNote) -> Iterator[Row]:
    """What `voice_in_short` does not say already."""
    if voice.turn is None or voice.item is None:
        return
    yield Row(RowKind.HEADING, "voice", "Cost")
    facts = {
        "Last turn": voice.turn.in_words,
        "Tokens sent": _short(voice.item.sent),
        "  of them cached": _short(voice.item.cached),
        "Tokens answered": _short(voice.item.answered),
    }
    for name, note in facts.items():
        yield Row(RowKind.FACT, f"voice {name}", name, note, quiet=True)


def voice_in_short(voice: VoiceNote) -> str:
    """Who speaks and what the item cost so far, in a few words."""
    name = one_line(voice.name, 60)
    if voice.item is None:
        return name
    return f"{_spent(voice.item, voice.budget)} · {name}"


def _spent(bill: Bill, budget: str) -> str:
    return f"{bill.in_words} of {budget}" if budget else bill.in_words


def _short(tokens: int) -> str:
    return f"{tokens / 1000:,.1f}k" if tokens >= _THOUSAND else str(tokens)
