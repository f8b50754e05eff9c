"""The rows of the sidebar: what the mode outlines, with long sections folded, and what speaking has cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.session.outline import Row, RowKind, in_sections

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from roundtable_tui.items.budget import Bill  # noqa: TC004 (only where something was spent is it loaded)

FEW = 5
"""Rows of a folded section that stay in view."""
_FOLDING = (RowKind.ARTIFACT, RowKind.QUESTION)
_THOUSAND = 1000


class VoiceNote(Struct, frozen=True):
    """Who speaks, and what it used where that is counted."""

    name: str
    turn: Bill | None = None
    item: Bill | None = None
    budget: str = ""


def sidebar_rows(
    outlined: Sequence[Row], voice: VoiceNote, unfolded: Collection[str], recent: Sequence[str]
) -> tuple[Row, ...]:
    return in_sections(folded(outlined, unfolded, recent), voice_rows(voice))


def folded(rows: Sequence[Row], unfolded: Collection[str], recent: Sequence[str]) -> tuple[Row, ...]:
    """`unfolded` names sections by what their folding row is about; of `recent` documents the latest come last."""
    shown: list[Row] = []
    for kind, section in _sections(rows):
        if kind not in _FOLDING or len(section) <= FEW + 1:
            shown += section
        elif kind in unfolded:
            shown += [*section, Row(RowKind.PHASE, kind, "show fewer", quiet=True)]
        else:
            kept = _kept(section, recent)
            shown += [*kept, Row(RowKind.PHASE, kind, f"and {len(section) - len(kept)} more", quiet=True)]
    return tuple(shown)


def _kept(section: Sequence[Row], recent: Sequence[str]) -> list[Row]:
    """Those that changed last, then the first there are; and whatever there is something to say about."""
    latest = {name: place for place, name in enumerate(recent, 1)}
    few = sorted(section, key=lambda row: -latest.get(row.key, 0))[:FEW]
    return [row for row in section if row in few or row.note or row.here]


def _sections(rows: Sequence[Row]) -> Iterator[tuple[RowKind, list[Row]]]:
    """Rows of one kind that stand together."""
    section: list[Row] = []
    for row in rows:
        if section and row.kind is not section[0].kind:
            yield section[0].kind, section
            section = []
        section.append(row)
    if section:
        yield section[0].kind, section


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
