"""Takes names and order from ballots before they are read, and gives the names back afterwards."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from roundtable_tui.panel.record.ballots import rewritten
from roundtable_tui.panel.seats.tasks import UnnamedBallot

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from roundtable_tui.domain.knowledge.panel import PanelKnowledge
    from roundtable_tui.panel.record.ballots import Ballot
    from roundtable_tui.panel.record.session import PanelSession

    Shuffle = Callable[[Sequence[str]], list[str]]

SOMEBODY = "[somebody at the table]"


class Veiled(Struct, frozen=True):
    """The ballots of a round as the facilitator reads them, and who wrote which."""

    ballots: tuple[UnnamedBallot, ...]
    seats: Mapping[str, str]
    """By label."""

    def seat(self, label: str) -> str | None:
        """Whose ballot this is; a label is known with or without what stands around it."""
        return self.seats.get(label.strip().removeprefix("ballot ").removeprefix("Ballot ").strip())

    def ballot_of(self, seat: str) -> Ballot | None:
        """Without a word that tells whose it is: what it says may be told to everybody later."""
        return next((one.ballot for one in self.ballots if self.seats[one.label] == seat), None)


def veiled(session: PanelSession, knowledge: PanelKnowledge, ballots: Mapping[str, Ballot], shuffle: Shuffle) -> Veiled:
    """In an order that nobody can foresee, under letters, without a word that tells who wrote it."""
    names = _names(session, knowledge)
    order = shuffle(sorted(ballots))
    seats = {label_of(number): seat for number, seat in enumerate(order)}
    has_sides = bool(session.sides.pro or session.sides.con)
    return Veiled(
        tuple(
            UnnamedBallot(label, _unnamed(ballots[seat], names), session.sides.of(seat) if has_sides else "")
            for label, seat in seats.items()
        ),
        seats,
    )


def without_names(text: str, names: re.Pattern[str] | None) -> str:
    return names.sub(SOMEBODY, text) if names else text


def unsigned(texts: Iterable[str], session: PanelSession, knowledge: PanelKnowledge) -> tuple[str, ...]:
    """What was said, without a word or an order that tells who said it."""
    names = _names(session, knowledge)
    return tuple(sorted({without_names(text, names) for text in texts}))


def _names(session: PanelSession, knowledge: PanelKnowledge) -> re.Pattern[str] | None:
    """Ids, names and roles of everybody who has ever sat here, and the models behind them."""
    found = {seat.model for seat in session.seats.values()}
    for seat in (*session.participants, *session.seats):
        participant = knowledge.participant(seat)
        found |= {seat, participant.name, participant.role}
    words = sorted((_however_joined(name) for name in found if len(name) > 1), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(words)})(?![\w-])", re.IGNORECASE) if words else None


def _however_joined(name: str) -> str:
    return r"[\s_-]+".join(re.escape(part) for part in re.split(r"[\s_-]+", name) if part)


def _unnamed(ballot: Ballot, names: re.Pattern[str] | None) -> Ballot:
    def clean_text(text: str) -> str:
        return without_names(text, names)

    def clean(texts: Iterable[str]) -> tuple[str, ...]:
        return tuple(map(clean_text, texts))

    return replace(
        ballot,
        position=clean_text(ballot.position),
        rationale=clean(ballot.rationale),
        concerns=clean(ballot.concerns),
        suggestions=clean(ballot.suggestions),
        trade_offs={clean_text(name): rewritten(value, clean_text) for name, value in ballot.trade_offs.items()},
        request=type(ballot.request)(),
    )


def label_of(number: int) -> str:
    """A, B, … Z, AA, AB …"""
    label = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        label = chr(65 + rest) + label
    return label
