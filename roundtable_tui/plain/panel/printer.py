"""Prints what happens on a panel line by line, for terminals without a screen, pipes and screen readers."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from roundtable_tui.domain.talk.sanitize import neutral, one_line
from roundtable_tui.panel.record.ballots import Stance
from roundtable_tui.panel.rounds.updates import (
    Concluded,
    Decided,
    Escalating,
    Noticed,
    Paused,
    QuestionAsked,
    RoundOpened,
    RoundWritten,
    SeatChanged,
    SeatState,
    Synthesising,
    agreement,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from roundtable_tui.panel.rounds.updates import PanelUpdate


class PanelPrinter:
    def __init__(
        self, out: TextIO | None = None, *, at_the_terminal: Collection[str] = (), facilitator_thinks: bool = False
    ) -> None:
        """Seats of people who write at the same terminal are told there that a ballot is sealed.

        A facilitator that is a model takes a while for its question.
        """
        self._out = out or sys.stdout
        self._facilitator_thinks = facilitator_thinks
        self._at_the_terminal = at_the_terminal
        self._held: list[str] | None = None

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keeps what there is to tell until nobody types any more."""
        self._held = []
        try:
            yield
        finally:
            told, self._held = self._held, None
            for text in told:
                self._line(text)

    def show(self, update: PanelUpdate) -> None:
        match update:
            case RoundOpened(number=number) if self._facilitator_thinks:
                self._line(f"\nThe facilitator puts the question of round {number} together.")
            case QuestionAsked(asked=asked):
                self._line(f"\nRound {asked.round}, {asked.phase}: {asked.text}")
                for option in asked.options:
                    self._line(f"  {option.id}: {one_line(option.text)}")
            case SeatChanged(seat=seat, state=SeatState.THINKING, reason=reason) if reason:
                self._line(f"  {seat}: {reason}")
            case SeatChanged(seat=seat, state=SeatState.SEALED) if seat not in self._at_the_terminal:
                self._line(f"  {seat}: sealed")
            case SeatChanged(seat=seat, state=SeatState.MISSING, reason=reason):
                self._line(f"  {seat}: missing. {reason}")
            case SeatChanged(seat=seat, state=SeatState.REVEALED, ballot=ballot) if ballot:
                stance = "" if ballot.stance is Stance.SUPPORT else f", {ballot.stance}"
                sure = f"{ballot.confidence:.0%}{stance}"
                self._line(f"  {seat} ({sure}): {one_line(ballot.position)}")
            case Synthesising(ballots=ballots, missing=missing):
                reads = ballots or missing
                self._line(f"  The facilitator {'reads the ballots' if reads else 'speaks alone in this phase'}.")
            case RoundWritten(round=done, session=session, share=share):
                self._line(done.synthesis)
                if done.ballots:
                    agreed = agreement(done, session)
                    self._line(
                        f"  {agreed + '; ' if agreed else ''}the largest group has {share:.0%} of all confidence."
                    )
                if done.created:
                    self._line(f"  New: {', '.join(done.created)}")
            case Escalating(issue=issue):
                self._line(f"\nThis goes to you: {issue.reason}")
            case Decided():
                self._line("  Your decision is recorded.")
            case Paused(session=session):
                self._line(f"\nPaused. Go on with: roundtable-tui panel resume {session.id}")
            case Concluded(session=session, outcome=outcome):
                held = len(session.rounds)
                self._line(f"\nThe panel has ended after {held} round{'' if held == 1 else 's'}.")
                for file in outcome.files:
                    self._line(f"  {file}")
            case Noticed(text=text):
                self._line(text)

    def _line(self, text: str) -> None:
        if self._held is not None:
            self._held.append(text)
            return
        print(neutral(text), file=self._out, flush=True)
