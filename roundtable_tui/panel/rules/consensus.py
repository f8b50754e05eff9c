"""Decides whether a round ended agreed: by the weight of the largest group, by consent, or by the facilitator."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.knowledge.panel import Policy
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.panel.record.ballots import Stance
from roundtable_tui.panel.record.session import Round
from roundtable_tui.panel.rules.issue_keys import block_issue, conflict_issue, present_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from roundtable_tui.domain.knowledge.panel import Strategy
    from roundtable_tui.panel.record.ballots import Ballot
    from roundtable_tui.panel.record.session import PanelSession

Groups = tuple[tuple[str, ...], ...]


class Block(Struct, frozen=True):
    """An objection that stands, in the round it was last said in."""

    seat: str
    round: Round


class Verdict(Struct, frozen=True):
    reached: bool
    share: float
    """Of all confidence, that of the largest group: for the meter, whatever the policy."""
    leading: tuple[str, ...] = ()
    blocked_by: tuple[str, ...] = ()
    groups: Groups = ()
    """Who stands together in the end, the leading ones first: under consent everybody who carries what was adopted."""


def is_partition(groups: Sequence[Sequence[str]], seats: Iterable[str]) -> bool:
    """Whether every one of the seats stands in exactly one group, and nobody else does."""
    named = [seat for group in groups for seat in group]
    return len(named) == len(set(named)) and set(named) == set(seats)


def checked_groups(ballots: Mapping[str, Ballot], proposed: Sequence[Sequence[str]] = ()) -> Groups:
    """Whose positions are alike: as proposed if that makes sense, else by option and wording; the heaviest first.

    Two ballots that name different options are never alike, whatever was proposed; where it was proposed all the same,
    options alone say who is.
    """
    groups = proposed if is_partition(proposed, ballots) else _by_wording(ballots)
    split = [part for group in groups for part in _by_option(group, ballots)]
    if len(split) > len(groups):
        split = _joined(split, ballots)
    return tuple(sorted(split, key=lambda group: (-weight(group, ballots), group)))


def weight(group: Iterable[str], ballots: Mapping[str, Ballot]) -> float:
    return sum(ballots[seat].confidence for seat in group)


def share_of_largest(ballots: Mapping[str, Ballot], groups: Groups) -> float:
    """The confidence of the largest group over all confidence; none where nobody is confident of anything."""
    whole = weight(ballots, ballots)
    return max((weight(group, ballots) for group in groups), default=0.0) / whole if whole > 0 else 0.0


def is_tied(ballots: Mapping[str, Ballot], groups: Groups) -> bool:
    """Whether no group outweighs all the others."""
    first, *others = [weight(group, ballots) for group in groups] or [0.0]
    return any(math.isclose(first, other, abs_tol=1e-9) for other in others)


def standing_blocks(session: PanelSession) -> tuple[Block, ...]:
    """Of every seat its last word about each topic, where that was a block and the user has not decided it since."""
    last: dict[tuple[str, str], Block] = {}
    for one in session.rounds:
        if can_be_objected_to(session, one):
            topic = "" if session.by_phase else one.topic_id
            last |= {(seat, topic): Block(seat, one) for seat in one.ballots}
    return tuple(found for found in last.values() if _blocks(found) and not _is_decided(found, session))


def blockers(session: PanelSession, topic_id: str) -> frozenset[str]:
    """Who objects to what is proposed about this topic; without one, about any."""
    every = session.by_phase or not topic_id
    return frozenset(one.seat for one in standing_blocks(session) if every or one.round.topic_id in ("", topic_id))


def can_be_objected_to(session: PanelSession, one: Round) -> bool:
    """Whether anything was proposed when it was held: the first of several phases is there to bring proposals."""
    if len(session.phases) < 2 or one.phase != session.phases[0]:
        return True
    return any(entry.created_round < one.number and entry.topic_id in ("", one.topic_id) for entry in session.entries)


def _blocks(one: Block) -> bool:
    return one.round.ballots[one.seat].blocks


def _is_decided(block: Block, session: PanelSession) -> bool:
    """Whether the user has settled this block since, or a conflict about the same in which its seat took part."""
    topic = block.round.topic_id
    settled = {
        present_key(one.issue) for one in session.escalations if one.is_settled and one.round >= block.round.number
    }
    if block_issue(block.seat, topic) in settled:
        return True
    return any(
        conflict_issue(one.id) in settled and block.seat in one.positions and topic in ("", one.topic_id)
        for one in session.conflicts
    )


def verdict(
    strategy: Strategy,
    ballots: Mapping[str, Ballot],
    groups: Groups,
    *,
    threshold: float = 0.0,
    blocks: Iterable[str] = (),
    claimed: bool = False,
    is_last_phase: bool = True,
) -> Verdict:
    """`blocks` are those that stand from rounds before; `claimed` is what the facilitator says.

    Fewer ballots than the strategy needs seats decide nothing.
    """
    share = share_of_largest(ballots, groups)
    voted = {seat for seat, ballot in ballots.items() if ballot.blocks}
    blocked = tuple(sorted(voted | {seat for seat in blocks if seat not in ballots}))
    enough = len(ballots) >= strategy.min_seats
    match strategy.policy:
        case Policy.WEIGHTED_MAJORITY:
            reached = enough and share >= (threshold or strategy.threshold)
        case Policy.CONSENT:
            reached = enough and not blocked and is_last_phase
        case Policy.FACILITATOR_JUDGMENT | Policy.FACILITATOR_SYNTHESIS:
            reached = claimed and is_last_phase
    if reached and strategy.policy is Policy.CONSENT:
        groups = _carrying(ballots, groups)
        return Verdict(reached, share_of_largest(ballots, groups), groups[0], blocked, groups)
    leading = groups[0] if groups and not is_tied(ballots, groups) else ()
    return Verdict(reached, share, leading, blocked, groups)


def _carrying(ballots: Mapping[str, Ballot], groups: Groups) -> Groups:
    """Those who carry what nobody blocked, however they put it; beside them whoever stood aside."""
    aside = {seat for seat, ballot in ballots.items() if ballot.stance is Stance.STAND_ASIDE}
    carriers = tuple(sorted(set(ballots) - aside))
    others = [tuple(seat for seat in group if seat in aside) for group in groups]
    return ((carriers,) if carriers else ()) + tuple(group for group in others if group)


def _by_wording(ballots: Mapping[str, Ballot]) -> list[list[str]]:
    """By the option they name, else by the very same words."""
    groups: dict[tuple[str, str], list[str]] = {}
    for seat, ballot in ballots.items():
        key = ("option", ballot.option) if ballot.option else ("text", one_line(ballot.position).casefold())
        groups.setdefault(key, []).append(seat)
    return list(groups.values())


def _by_option(group: Sequence[str], ballots: Mapping[str, Ballot]) -> list[tuple[str, ...]]:
    """The group, taken apart where its ballots name different options; who names none stays with the most."""
    parts: dict[str, list[str]] = {}
    for seat in group:
        if ballots[seat].option:
            parts.setdefault(ballots[seat].option, []).append(seat)
    if len(parts) < 2:
        return [tuple(sorted(group))] if group else []
    largest = max(parts.values(), key=lambda part: (len(part), weight(part, ballots)))
    largest += [seat for seat in group if not ballots[seat].option]
    return [tuple(sorted(part)) for part in parts.values()]


def _joined(parts: Sequence[tuple[str, ...]], ballots: Mapping[str, Ballot]) -> list[tuple[str, ...]]:
    """Those of one option together; whoever names none stays as they were."""
    by_option: dict[str | int, list[str]] = {}
    for number, part in enumerate(parts):
        option: str | int = next((ballots[seat].option for seat in part if ballots[seat].option), number)
        by_option.setdefault(option, []).extend(part)
    return [tuple(sorted(group)) for group in by_option.values()]
