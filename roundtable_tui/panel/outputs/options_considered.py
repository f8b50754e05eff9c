"""What a decision was chosen over: as its entry lists it, else what the rounds before offered or held."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.panel.record.ballots import texts_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from roundtable_tui.panel.record.ballots import Ballot
    from roundtable_tui.panel.record.entries import Entry
    from roundtable_tui.panel.record.session import PanelSession, Round

_MOST = 8
_LONGEST = 400


class Considered(Struct, frozen=True):
    name: str
    pros: tuple[str, ...] = ()
    cons: tuple[str, ...] = ()


def listed_options(entry: Entry) -> tuple[Considered, ...]:
    """As whoever put the entry down lists them."""
    listed = entry.fields.get("options")
    found: list[Considered] = []
    for one in listed if isinstance(listed, list) else ():
        if isinstance(one, str) and one:
            found.append(Considered(one))
        elif isinstance(one, dict) and isinstance(name := one.get("name") or one.get("text"), str) and name:
            found.append(Considered(name, texts_in(one.get("pros")), texts_in(one.get("cons"))))
    return tuple(found)


def options_considered(session: PanelSession, entry: Entry) -> tuple[Considered, ...]:
    """Two at least, the decision among them; nothing where no other was put into words."""
    if listed := listed_options(entry):
        return listed
    voted = [one for one in session.rounds if one.ballots and one.topic_id == entry.topic_id]
    offered = [one for one in voted if one.options]
    found = tuple(_offered(offered[-1])) if offered else tuple(_held(session, entry, voted))
    return found if len(found) > 1 else ()


def _offered(one: Round) -> Iterator[Considered]:
    for option in one.options:
        ballots = [ballot for ballot in one.ballots.values() if ballot.option == option.id]
        yield _with_reasons(option.text, ballots)


def _held(session: PanelSession, entry: Entry, voted: Sequence[Round]) -> Iterator[Considered]:
    """The decision first, which stands for those who agreed on it, unless no round put one down.

    Of several phases only a debate's first says what there is to choose among.
    """
    found: dict[str, Considered] = {}
    if entry.created_round:
        found[_plain(entry.text("decision") or entry.description or entry.title)] = Considered(entry.title)
    if session.sides.pro:
        voted = [one for one in voted if one.phase == session.phases[0]]
    elif len(session.phases) > 1:
        voted = ()
    for one in voted:
        for group in one.groups[1:] if one.consensus else one.groups:
            ballots = sorted((one.ballots[seat] for seat in group), key=lambda ballot: -ballot.confidence)
            position = one_line(ballots[0].position, _LONGEST)
            found[_plain(position)] = _with_reasons(position, ballots)
    yield from list(found.values())[:_MOST]


def _with_reasons(name: str, ballots: Iterable[Ballot]) -> Considered:
    pros, cons = dict[str, None](), dict[str, None]()
    for ballot in ballots:
        pros |= dict.fromkeys(ballot.rationale)
        cons |= dict.fromkeys(ballot.concerns)
    return Considered(name, tuple(pros), tuple(cons))


def _plain(text: str) -> str:
    return one_line(text, _LONGEST).casefold().rstrip(". ")
