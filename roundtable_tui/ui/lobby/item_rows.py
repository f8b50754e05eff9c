"""Makes of an item's summary what the lobby says about it, and finds items by words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.journal.state import TALKING_MODES
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.items.status import Stage, coverage_of, standing
from roundtable_tui.ui.lobby.item_list import ItemRow

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import datetime

    from roundtable_tui.storage.items import ItemSummary

_LONGEST = 300
_MARKS = {
    Stage.NEW: ("○", "quiet"),
    Stage.IN_PROGRESS: ("◐", "under-way"),
    Stage.AWAITING_REVIEW: ("◆", "waiting"),
    Stage.ANALYZED: ("✓", "done"),
    Stage.OTHER: ("·", "quiet"),
    Stage.UNREADABLE: ("!", "wrong"),
}
_ASKED = ("?", "waiting")
"""A coding agent waits for an answer, however the item stands."""
_MINUTE, _HOUR, _DAY, _WEEK = 60, 3600, 86400, 7 * 86400


def item_row(item: ItemSummary, now: datetime) -> ItemRow:
    stands = standing(item)
    mark, look = _MARKS[stands.stage] if not item.asked else _ASKED
    slug = one_line(item.slug, _LONGEST)
    title = one_line(item.description[:_LONGEST]) or slug
    ticket = one_line(item.source_id, 40)
    talking = item.mode in TALKING_MODES and stands.stage is Stage.IN_PROGRESS
    status = "under way" if talking else stands.words
    status += f", {item.asked} asked" if item.asked else ""
    return ItemRow(
        key=item.slug,
        title=title,
        mark=mark,
        status=status,
        look=look,
        percent=coverage_of(item),
        changed=ago(item.last_change, now) if item.last_change else "",
        ticket=ticket,
        about=_about(item, slug, ticket),
        haystack=f"{title}\n{slug}\n{ticket}\n{status}\n{stands.stage}".casefold(),
        readable=not item.problem,
        finished=stands.finished,
    )


def _about(item: ItemSummary, slug: str, ticket: str) -> str:
    if item.problem:
        return one_line(item.problem, _LONGEST)
    steps = len(item.steps_completed)
    done = f"{steps} step{'' if steps == 1 else 's'} done" if steps else "no step done yet"
    if item.mode in TALKING_MODES:  # which has no steps of its own
        done = ""
    many = "a question" if item.asked == 1 else f"{item.asked} questions"
    asked = f"{many} of a coding agent to answer" if item.asked else ""
    return "  ·  ".join(part for part in (slug, ticket, item.mode and one_line(item.mode, 20), done, asked) if part)


def matching(rows: Sequence[ItemRow], words: str) -> Sequence[ItemRow]:
    """Those that have every word somewhere, in any order."""
    wanted = words.casefold().split()
    return [row for row in rows if all(word in row.haystack for word in wanted)] if wanted else rows


def ago(then: datetime, now: datetime) -> str:
    """How long ago, as people say it."""
    seconds = (now - then).total_seconds()
    if -_MINUTE < seconds < _MINUTE:
        return "just now"
    if seconds < 0 or seconds >= 8 * _WEEK:
        at = then.astimezone()
        return f"{at.day} {at:%b %Y}"
    if seconds < _HOUR:
        return _many(seconds / _MINUTE, "minute")
    if seconds < _DAY:
        return _many(seconds / _HOUR, "hour")
    if seconds < 2 * _DAY:
        return "yesterday"
    if seconds < 2 * _WEEK:
        return _many(seconds / _DAY, "day")
    return _many(seconds / _WEEK, "week")


def _many(number: float, what: str) -> str:
    whole = int(number)
    return f"{whole} {what}{'' if whole == 1 else 's'} ago"


def item_rows(items: Iterable[ItemSummary], now: datetime) -> list[ItemRow]:
    return [item_row(item, now) for item in items]


def next_rows(parts: Iterator[tuple[ItemSummary, ...]], now: datetime) -> list[ItemRow]:
    """The next part of the list in words; nothing after the last."""
    return item_rows(next(parts, ()), now)
