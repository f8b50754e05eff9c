"""What everybody has to answer for a panel to go as it went: read back out of its session.

Of what was amended only the last wording is on record, so that an entry has it from its first round on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct, field

from roundtable_tui.panel.record.ballots import Ballot, Request
from roundtable_tui.panel.record.entries import Agreement, Lifecycle, Method
from roundtable_tui.panel.record.session import FocusType, PanelSession, Round, TopicStatus
from roundtable_tui.panel.rounds.round import NO_ANSWER
from roundtable_tui.panel.seats.anonymity import label_of
from roundtable_tui.panel.seats.protocol import Reply

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from roundtable_tui.formats.yaml import Value
    from roundtable_tui.panel.record.entries import Conflict, Entry, OpenQuestion

    Fields = dict[str, Value]


def question_reply(session: PanelSession, done: Round) -> Reply:
    asked = [seat for seat in session.seats if seat in done.ballots or seat in done.missing]
    everybody = len(asked) in (0, len(session.seats))
    fields: Fields = {
        "question": done.question,
        "probing": done.probing,
        "options": [{"id": one.id, "text": one.text} for one in done.options],
        "participants": "all" if everybody else list(asked),
    }
    return Reply(fields, done.requests[0] if done.requests else Request())


def ballot_reply(ballot: Ballot) -> Reply:
    fields: Fields = {
        "position": ballot.position,
        "option": ballot.option,
        "rationale": list(ballot.rationale),
        "trade_offs": dict(ballot.trade_offs),
        "concerns": list(ballot.concerns),
        "suggestions": list(ballot.suggestions),
        "confidence": str(ballot.confidence),
        "stance": ballot.stance.value,
    }
    return Reply(fields, ballot.request)


def why_missing(done: Round, seat: str) -> str:
    """The sentence of a seat that gave no answer."""
    return done.missing.get(seat, "").removeprefix(NO_ANSWER) or "It was not asked."


def synthesis_reply(session: PanelSession, done: Round) -> Reply:
    """With ballots under the letters they have in the order of their seats' names."""
    return Reply(_Synthesis(session, done).fields(), done.requests[-1] if len(done.requests) > 1 else Request())


class _Synthesis(Struct, frozen=True):
    session: PanelSession
    done: Round
    letters: Mapping[str, str] = field(default_factory=dict)

    def fields(self) -> Fields:
        done = self.done
        letters = {seat: label_of(number) for number, seat in enumerate(sorted(done.ballots))}
        made = _Synthesis(self.session, done, letters)
        here = {one.id: one for one in self.session.everything}
        created = [here[name] for name in done.created if name in here]
        return {
            "synthesis": done.synthesis,
            "groups": [made.labels(group) for group in done.groups],
            "consensus": list(done.key_decisions),
            "consensus_reached": "true" if done.consensus else "false",
            "entries": [made.entry(one) for one in created if one in self.session.entries],
            "open_questions": [_question(one) for one in self.session.questions if one in created],
            "conflicts": [made.conflict(one) for one in self.session.conflicts if one in created],
            "amended": list(made.amendments()),
            "withdrawn": list(made.withdrawn()),
            "resolved": list(made.settled()),
            "agenda_update": list(made.agenda()),
            "next_action": done.wanted.value,
            "recommendation": done.recommendation,
            "escalation_reason": done.escalation_reason,
        }

    def labels(self, seats: Iterable[str]) -> list[Value]:
        return [self.letters[seat] for seat in seats if seat in self.letters]

    def entry(self, one: Entry) -> Fields:
        agreed_later = _agreed_in(self.session, one)
        return {
            **one.fields,
            "type": one.kind.value,
            "title": one.title,
            "description": one.description,
            "agreement": Agreement.DRAFT.value if agreed_later else one.agreement,
            "topic_id": one.topic_id,
            "supported_by": self.labels(one.supported_by),
        }

    def conflict(self, one: Conflict) -> Fields:
        positions: Fields = {self.letters[seat]: text for seat, text in one.positions.items() if seat in self.letters}
        return {
            "title": one.title,
            "description": one.description,
            "topic_id": one.topic_id,
            "positions": positions,
        }

    def amendments(self) -> Iterator[Fields]:
        number = self.done.number
        for name in self.done.amended:
            entry = self.session.entry(name)
            for change in entry.amendments if entry else ():
                if entry is None or change.round != number or _is_withdrawal(entry, change.change):
                    continue
                found: Fields = {"id": name, "change": change.change, "reason": change.reason}
                if _agreed_in(self.session, entry) == number:
                    found["agreement"] = entry.agreement
                if all(seat in self.letters for seat in entry.supported_by):
                    found["supported_by"] = self.labels(entry.supported_by)
                yield found

    def withdrawn(self) -> Iterator[str]:
        for entry in self.session.entries:
            last = entry.amendments[-1] if entry.amendments else None
            if last and last.round == self.done.number and _is_withdrawal(entry, last.change):
                yield entry.id

    def settled(self) -> Iterator[Fields]:
        """What the user decided comes from the user again."""
        number = self.done.number
        for question in self.session.questions:
            if question.resolved_round == number:
                yield {"id": question.id, "resolution": question.resolution}
        for one in self.session.conflicts:
            if one.resolved_round == number and one.resolution_method != Method.ESCALATION:
                yield {"id": one.id, "resolution": one.resolution, "method": one.resolution_method}

    def agenda(self) -> Iterator[Fields]:
        """A topic is asked to be closed from the last round about it on; what it covers, as it was put down."""
        number = self.done.number
        for state in self.session.agenda:
            about = [
                one.number
                for one in self.session.rounds
                if one.topic_id == state.topic_id and one.focus.type is FocusType.AGENDA
            ]
            closes = state.status is TopicStatus.CLOSED and number >= max(about, default=len(self.session.rounds))
            covered = [text for text, when in self._coverage(state.coverage) if when == number]
            if closes or covered:
                status = TopicStatus.CLOSED if closes else TopicStatus.PARTIAL
                yield {"topic_id": state.topic_id, "new_status": status.value, "coverage_added": [*covered]}

    def _coverage(self, coverage: tuple[str, ...]) -> Iterator[tuple[str, int]]:
        """What was said to be covered, with its round: it stands before the entries of the same round."""
        waiting: list[str] = []
        for text in coverage:
            if entry := self.session.entry(text):
                yield from ((one, entry.created_round) for one in waiting)
                waiting = []
            else:
                waiting.append(text)
        yield from ((one, len(self.session.rounds)) for one in waiting)


def _question(one: OpenQuestion) -> Fields:
    return {
        "title": one.title,
        "description": one.description,
        "topic_id": one.topic_id,
        "blocking": "true" if one.blocking else "false",
    }


def _agreed_in(session: PanelSession, entry: Entry) -> int:
    """The round that changed how far an entry is agreed; 0 where it was so from the beginning."""
    if entry.agreement == Agreement.DRAFT:
        return 0
    agreed = {one.number for one in session.rounds if one.consensus or entry.agreement != Agreement.CONSENSUS}
    changes = [one.round for one in entry.amendments if one.round in agreed and not _is_withdrawal(entry, one.change)]
    return max(changes, default=0)


def _is_withdrawal(entry: Entry, change: str) -> bool:
    return entry.status == Lifecycle.WITHDRAWN and change == "withdrawn"
