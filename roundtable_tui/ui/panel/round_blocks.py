"""Makes of rounds what there is to read of them: question, revealed ballots, synthesis, decisions and the outcome."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.panel.record.ballots import Stance
from roundtable_tui.panel.record.entries import Lifecycle
from roundtable_tui.panel.record.session import Choice
from roundtable_tui.panel.rounds.updates import agreement
from roundtable_tui.ui.lines.blocks import Block, Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from roundtable_tui.panel.record.ballots import Ballot, Option
    from roundtable_tui.panel.record.pending_ballots import AskedQuestion
    from roundtable_tui.panel.record.session import Escalation, PanelSession, Round

    NameOf = Callable[[str], str]

LATER = "Who said what is shown once you have decided."
_FACILITATOR = "Facilitator"


def session_blocks(session: PanelSession, name_of: NameOf, *, veiled: bool) -> Iterator[Block]:
    """Everything so far, oldest first; while it is `veiled`, nothing says who said what in the last round."""
    last = session.last_round
    for one in session.rounds:
        yield from question_blocks(one.number, one.phase, one.question, one.probing, one.options)
        yield from reveal_blocks(one, session, name_of, veiled=veiled and one is last)
        yield from record_blocks(one, session)
        for number, escalation in enumerate(session.escalations):
            if escalation.round == one.number:
                yield decision_block(escalation, number)
    if not session.rounds:
        for number, escalation in enumerate(session.escalations):
            yield decision_block(escalation, number)
    if session.is_closed:
        yield from outcome_blocks(session, name_of)


def asked_blocks(asked: AskedQuestion) -> Iterator[Block]:
    return question_blocks(asked.round, asked.phase, asked.text, asked.probing, asked.options)


def question_blocks(
    number: int, phase: str, question: str, probing: str, options: tuple[Option, ...]
) -> Iterator[Block]:
    yield Block(round_key(number), f"Round {number} · {one_line(phase, 60)}", Kind.HEADER, markdown=False, turn=number)
    parts = [question, probing, *(f"{one.id}: {one_line(one.text)}" for one in options)]
    text = "\n".join(part for part in parts if part)
    yield Block(f"{number}-asked", text, Kind.QUESTION, label=_FACILITATOR, style="label", markdown=False, turn=number)


def round_key(number: int) -> str:
    return f"round-{number}"


def reveal_blocks(done: Round, session: PanelSession, name_of: NameOf, *, veiled: bool) -> Iterator[Block]:
    """What the round came to; while it is `veiled`, without who said what."""
    number = done.number
    if veiled:
        yield Block(f"{number}-veiled", LATER, Kind.NOTICE, markdown=False, turn=number)
    else:
        for seat, ballot in done.ballots.items():
            yield ballot_block(f"{number}-seat-{seat}", name_of(seat), ballot, number)
        if done.own_ballot:
            yield ballot_block(f"{number}-own", "You, beside the panel", done.own_ballot, number)
    for seat, reason in done.missing.items():
        text = f"{name_of(seat)}: {reason}"
        yield Block(f"{number}-missing-{seat}", text, Kind.NOTICE, markdown=False, turn=number)
    if done.synthesis:
        label = " · ".join(part for part in (f"Synthesis of round {number}", agreement(done, session)) if part)
        yield Block(f"{number}-synthesis", done.synthesis, Kind.SYNTHESIS, label=label, style="heading", turn=number)
    for at, text in enumerate(done.key_decisions):
        yield Block(f"{number}-key-{at}", text, Kind.CAPTURED, markdown=False, turn=number, gap=0)


def record_blocks(done: Round, session: PanelSession) -> Iterator[Block]:
    """What the round put down, and what it gave up."""
    withdrawn = {one.id: one.amendments for one in session.entries if one.status is Lifecycle.WITHDRAWN}
    changed = (*done.created, *done.amended)
    gone = [one for one in done.amended if withdrawn.get(one) and withdrawn[one][-1].round == done.number]
    for label, ids in (("Written down", [one for one in changed if one not in gone]), ("Given up", gone)):
        if ids:
            key, text = f"{done.number}-{label}", f"{label}: {', '.join(ids)}"
            yield Block(key, text, Kind.CAPTURED, markdown=False, turn=done.number, gap=0)


def ballot_block(key: str, name: str, ballot: Ballot, turn: int = 0) -> Block:
    """One answer: who, how sure, and everything it says; as it was written, never as markup."""
    label = " · ".join(part for part in (name, ballot_facts(ballot)) if part)
    return Block(key, ballot_text(ballot), label=label, style="label", markdown=False, turn=turn)


def ballot_facts(ballot: Ballot) -> str:
    sure = f"{ballot.confidence:.0%} sure"
    stance = "" if ballot.stance is Stance.SUPPORT else ballot.stance.value
    return " · ".join(part for part in (ballot.option, sure, stance) if part)


def ballot_text(ballot: Ballot) -> str:
    lines = [ballot.position]
    lines += [f"• {text}" for text in ballot.rationale]
    lines += [f"! {text}" for text in ballot.concerns]
    lines += [f"→ {text}" for text in ballot.suggestions]
    return "\n".join(lines)


def decision_block(one: Escalation, number: int) -> Block:
    """What went to the user, and what they said."""
    match one.choice:
        case Choice.CONTINUE:
            said = f"The panel goes on until round {one.until_round}."
        case Choice.ACCEPT:
            said = f"You took the recommendation: {one.user_decision}"
        case _:
            said = f"You decided: {one.user_decision}"
    return Block(
        f"decision-{number}", f"{one.reason}\n{said}", Kind.USER, markdown=False, turn=one.round, label="Your decision"
    )


def outcome_blocks(session: PanelSession, name_of: NameOf) -> Iterator[Block]:
    outcome = session.outcome
    rounds = len(session.rounds)
    ended = f"The panel ended after {rounds} round{'' if rounds == 1 else 's'}"
    yield Block("ended", ended, Kind.HEADER, markdown=False, turn=rounds + 1)
    if outcome is None:
        yield Block("nothing", "It was closed without documents.", Kind.NOTICE, markdown=False, turn=rounds + 1)
        return
    for at, one in enumerate(outcome.minority):
        who = ", ".join(map(name_of, one.seats))
        text = "\n".join([one.position, *(f"• {reason}" for reason in one.rationale)])
        held = f"Held in round {one.given_up}, not in the end" if one.given_up else "Would have decided otherwise"
        label = f"{held}: {who}"
        yield Block(f"minority-{at}", text, label=label, style="label", markdown=False, turn=rounds + 1)
    for at, file in enumerate(files_of(session)):
        yield Block(f"file-{at}", f"Written: {file}", Kind.CAPTURED, markdown=False, turn=rounds + 1, gap=int(not at))


def files_of(session: PanelSession) -> tuple[str, ...]:
    """The documents of a panel that has ended."""
    outcome = session.outcome
    return tuple(dict.fromkeys(name for name in (outcome.file, *outcome.files) if name)) if outcome else ()
