"""Finds who would have decided otherwise in a round, with their position and their reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.panel.record.ballots import Stance
from roundtable_tui.panel.record.session import Minority

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from roundtable_tui.panel.record.entries import Entry
    from roundtable_tui.panel.record.session import PanelSession, Round

_AGAINST = (Stance.BLOCK, Stance.STAND_ASIDE)


def minority_of(one: Round) -> tuple[Minority, ...]:
    """The groups beside the leading one, and in it whoever stood aside or blocked."""
    found = [_minority(group, one) for group in one.groups[1:]]
    leading = one.groups[0] if one.groups else tuple(one.ballots)
    return (*found, *_against(leading, one))


def _against(seats: Iterable[str], one: Round) -> tuple[Minority, ...]:
    return tuple(_minority((seat,), one) for seat in seats if one.ballots[seat].stance in _AGAINST)


def minority_about(session: PanelSession, entry: Entry) -> tuple[Minority, ...]:
    """Of the rounds about the entry's topic."""
    return _last_held([one for one in session.rounds if one.topic_id == entry.topic_id])


def last_minority(session: PanelSession) -> tuple[Minority, ...]:
    return _last_held(session.rounds)


def carriers(session: PanelSession, entry: Entry) -> tuple[str, ...]:
    """Who stands behind an entry in the end: whoever supported it on the way and holds something else now does not."""
    against = {seat for one in minority_about(session, entry) if not one.given_up for seat in one.seats}
    for known in (entry.supported_by, tuple(session.seats)):
        if found := tuple(seat for seat in known if seat not in against):
            return found
    return ()


def _last_held(rounds: Sequence[Round]) -> tuple[Minority, ...]:
    """Of the last round with a vote, else of the last one of the same phase in which somebody held what nobody holds
    now.

    What somebody said in an earlier phase may have been their part and not their opinion; where the facilitator sums
    up alone in the end, nothing was voted on, and only who stood aside or blocked would have decided otherwise.
    """
    voted = [one for one in rounds if one.ballots]
    if not voted:
        return ()
    last = voted[-1]
    if not rounds[-1].ballots:
        return _against(tuple(last.ballots), last)
    if found := minority_of(last):
        return found
    held = {_worded(ballot.position) for ballot in last.ballots.values()}
    for one in reversed(voted[:-1]):
        if one.phase != last.phase:
            continue
        if found := tuple(each for each in minority_of(one) if _worded(each.position) not in held):
            return tuple(replace(each, given_up=one.number) for each in found)
    return ()


def _worded(position: str) -> str:
    return one_line(position).casefold().rstrip(". ")


def _minority(seats: tuple[str, ...], one: Round) -> Minority:
    heaviest = max(seats, key=lambda seat: one.ballots[seat].confidence)
    ballot = one.ballots[heaviest]
    reasons = tuple(dict.fromkeys(reason for seat in seats for reason in one.ballots[seat].rationale))
    concerns = tuple(dict.fromkeys(text for seat in seats for text in one.ballots[seat].concerns))
    return Minority(seats, ballot.position, reasons or concerns)
