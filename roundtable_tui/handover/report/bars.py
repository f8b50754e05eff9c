"""Draws shares of a whole as bars: what the statements rest on, and how far something is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.handover.report.svg import element, title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markupsafe import Markup

    from roundtable_tui.handover.report.content import Share

_LONG, _HIGH, _GAP = 1000.0, 14, 3.0


def stacked(shares: Sequence[Share]) -> Markup:
    """One bar of several parts, each as long as its count."""
    total = sum(share.count for share in shares)
    parts, x = [], 0.0
    for number, share in enumerate(shares, 1):
        width = share.count * _LONG / total
        gap = _GAP if number < len(shares) else 0.0
        told = title(f"{share.name}: {share.count}")
        shape = element("rect", told, x=x, y=0, width=max(width - gap, 1.0), height=_HIGH, class_=f"part {share.css}")
        parts.append(shape)
        x += width
    label = ", ".join(f"{share.name}: {share.count} of {total}" for share in shares)
    return _bar("stack", parts, label)


def filled(done: int, total: int) -> Markup:
    """How much of something is done."""
    width = done * _LONG / total if total else 0.0
    parts = [element("rect", x=0, y=0, width=_LONG, height=_HIGH, class_="rest")]
    parts += [element("rect", x=0, y=0, width=width, height=_HIGH, class_="done")] if width else []
    return _bar("filled", parts, f"{done} of {total}")


def _bar(kind: str, parts: Sequence[Markup], label: str) -> Markup:
    return element(
        "svg",
        *parts,
        class_=f"bar {kind}",
        viewBox=f"0 0 {_LONG:.0f} {_HIGH}",
        preserveAspectRatio="none",
        role="img",
        aria_label=label,
    )
