"""Finds what has to go to the user, each thing once, and writes the user's decision into the session."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from roundtable_tui.domain.knowledge.panel import EntryKind
from roundtable_tui.panel.record.entries import Agreement, Amendment, Lifecycle, Method, Settled
from roundtable_tui.panel.record.session import Choice, Escalation
from roundtable_tui.panel.rules.agenda import is_critical
from roundtable_tui.panel.rules.consensus import standing_blocks
from roundtable_tui.panel.rules.issue_keys import block_issue, conflict_issue, present_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from roundtable_tui.domain.knowledge.panel import Agenda
    from roundtable_tui.panel.record.entries import Conflict, Entry
    from roundtable_tui.panel.record.session import PanelSession

USER = "user"


class Issue(Struct, frozen=True):
    key: str
    """The same as long as it is the same issue."""
    reason: str
    positions: tuple[str, ...] = ()
    """Without names: the user decides by what was said, not by who said it."""
    recommendation: str = ""
    conflict: str = ""
    """The id of the conflict it is about, if it is about one."""


class Decision(Struct, frozen=True):
    choice: Choice
    text: str = ""
    """What the user decides, in their own words."""
    rounds: int = 1
    """How many more rounds the panel may try, where it goes on."""


def due_issues(session: PanelSession, agenda: Agenda, asked_by_facilitator: str = "") -> tuple[Issue, ...]:
    """What has to go to the user after the last round and has not been there; the gravest first."""
    found: list[Issue] = []
    if asked_by_facilitator and session.last_round and not _was_put(session, asked_by_facilitator):
        conflict = _only_conflict(session)
        key = conflict_issue(conflict) if conflict else _only_block(session, asked_by_facilitator)
        key = key or _facilitators_key(session, asked_by_facilitator)
        found.append(Issue(key, asked_by_facilitator, _positions(session), _recommended(session), conflict))
    if session.limits.escalation:
        found += _triggered(session, agenda)
    once = {one.key: one for one in reversed(found) if not was_asked(session, one.key)}
    return tuple(one for one in found if once.get(one.key) is one)


def raised_hand(session: PanelSession) -> Issue:
    """The user wants to speak; that is always an issue of its own."""
    number = sum(one.issue.startswith("hand:") for one in session.escalations) + 1
    return Issue(f"hand:{number}", "You raised your hand.", _positions(session), _recommended(session))


def was_asked(session: PanelSession, key: str) -> bool:
    """Whether the user has decided it, or lets the panel go on for some rounds more."""
    asked = [one for one in session.escalations if present_key(one.issue) == key]
    if not asked:
        return False
    last = asked[-1]
    return last.is_settled or len(session.rounds) < last.until_round


def decided(session: PanelSession, issue: Issue, decision: Decision) -> PanelSession:
    """The session with the user's decision in it: a conflict it is about is resolved by it."""
    rounds = len(session.rounds)
    text = issue.recommendation if decision.choice is Choice.ACCEPT else decision.text
    goes_on = decision.choice is Choice.CONTINUE
    record = Escalation(
        round=rounds,
        issue=issue.key,
        reason=issue.reason,
        positions=issue.positions,
        recommendation=issue.recommendation,
        choice=decision.choice,
        user_decision="" if goes_on else text,
        until_round=rounds + max(1, decision.rounds) if goes_on else 0,
    )
    session = replace(session, escalations=(*session.escalations, record))
    conflict = next((one for one in session.open_conflicts if one.id == issue.conflict), None)
    if conflict is None or goes_on:
        return session
    decide = partial(_decided_entry, conflict=conflict, text=text, reason=issue.reason, rounds=rounds)
    session = replace(session, entries=tuple(map(decide, session.entries)))
    return session.with_conflict(_resolved(conflict, text, rounds))


def words_in(text: str, words: Iterable[str]) -> tuple[str, ...]:
    """Which of these words stand in the text as whole words, in any case."""
    return tuple(word for word in words if word and re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text, re.I))


def _triggered(session: PanelSession, agenda: Agenda) -> Iterator[Issue]:
    limits = session.limits
    last = session.last_round
    rounds = len(session.rounds)
    for conflict in session.open_conflicts:
        said, advice = tuple(conflict.positions.values()), _recommended(session)
        if words := words_in(conflict.text, limits.critical_keywords):
            reason = f"{conflict.id} ({conflict.title}) is in dispute, and it is about {' and '.join(words)}."
            yield Issue(conflict_issue(conflict.id), reason, said, advice, conflict.id)
        elif conflict.age(rounds) >= limits.max_rounds_per_conflict:
            reason = f"{conflict.id} ({conflict.title}) has been open for {conflict.age(rounds)} rounds."
            yield Issue(conflict_issue(conflict.id), reason, said, advice, conflict.id)
    for block in standing_blocks(session):
        ballot = block.round.ballots[block.seat]
        if words := words_in("\n".join((ballot.position, *ballot.concerns)), limits.critical_keywords):
            reason = f"Somebody blocks, and it is about {' and '.join(words)}."
            harm = (f"What blocks: {text}" for text in ballot.concerns)
            said = tuple(dict.fromkeys((*_positions(session), ballot.position, *harm)))
            yield Issue(block_issue(block.seat, block.round.topic_id), reason, said, _recommended(session))
    mean = last.mean_confidence if last else None
    asked_already = any(one.round == rounds for one in session.escalations)
    if last is None or mean is None or asked_already:
        return
    if mean < limits.confidence_below and is_critical(agenda, last.topic_id):
        reason = f"The panel is unsure about {last.topic_id}: its confidence is {mean:.0%} on average."
        yield Issue(f"confidence:{last.topic_id}", reason, _positions(session), _recommended(session))


def _was_put(session: PanelSession, reason: str) -> bool:
    """Whether the user has answered just this after the last round; what it was about may be settled by now."""
    return any(one.round == len(session.rounds) and one.reason == reason for one in session.escalations)


def _only_block(session: PanelSession, reason: str) -> str:
    """The one block there is, where the facilitator asks about it."""
    match standing_blocks(session):
        case [only] if re.search(r"\b(un)?block", reason, re.IGNORECASE):
            return block_issue(only.seat, only.round.topic_id)
    return ""


def _facilitators_key(session: PanelSession, reason: str) -> str:
    """What the facilitator asks about one thing is the same as before where the user still lets the panel go on with
    it, or where it is asked in much the same words; else it is something new.
    """
    last = session.last_round
    key = f"facilitator:{last.focus.id or last.topic_id}" if last else "facilitator:"
    before = [one for one in session.escalations if one.issue == key or one.issue.startswith(f"{key}#")]
    for one in before:
        if len(session.rounds) < one.until_round or _is_alike(one.reason, reason):
            return one.issue
    return f"{key}#{len(before) + 1}" if before else key


def _is_alike(one: str, other: str) -> bool:
    """Whether they share half of the words that say something."""
    few, many = sorted((_telling(one), _telling(other)), key=len)
    return 2 * len(few & many) >= len(few)


def _telling(text: str) -> set[str]:
    return {word for word in re.findall(r"\w+", text.casefold()) if len(word) > 3}


def _only_conflict(session: PanelSession) -> str:
    """What the last round was about, if it was a conflict, or the only one that is open about its topic."""
    last = session.last_round
    if last is None:
        return ""
    about = [one.id for one in session.open_conflicts if one.topic_id in ("", last.topic_id)]
    return last.focus.id if last.focus.id in about else about[0] if len(about) == 1 else ""


def _positions(session: PanelSession) -> tuple[str, ...]:
    last = session.last_round
    return tuple(dict.fromkeys(ballot.position for ballot in last.ballots.values())) if last else ()


def _recommended(session: PanelSession) -> str:
    return session.last_round.recommendation if session.last_round else ""


def _decided_entry(entry: Entry, conflict: Conflict, text: str, reason: str, rounds: int) -> Entry:
    """What was contested together with this conflict is agreed, as the user decided it."""
    together = (entry.created_round, entry.topic_id) == (conflict.created_round, conflict.topic_id)
    if not (together and entry.is_live and entry.agreement == Agreement.CONFLICT):
        return entry
    decision = {"decision": text} if entry.kind is EntryKind.DECISION else {}
    return replace(
        entry,
        status=Lifecycle.AMENDED,
        agreement=Agreement.CONSENSUS,
        description=entry.description or text,
        fields={**entry.fields, **decision},
        amendments=(*entry.amendments, Amendment(rounds, f"Decided by the user: {text}", reason)),
    )


def _resolved(conflict: Conflict, text: str, rounds: int) -> Conflict:
    return replace(
        conflict,
        status=Settled.RESOLVED,
        resolution=text,
        resolved_round=rounds,
        resolution_method=Method.ESCALATION,
        resolved_by=USER,
    )
