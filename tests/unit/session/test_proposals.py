"""What comes in beside the talk: ids are given where the journal is owned, and nothing is dropped without a word."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Confirmed, Inferred, Stated
from roundtable_tui.domain.dossier.questions import Question
from roundtable_tui.domain.journal.fold.fold import fold
from roundtable_tui.session.intents import Review, Start, Submit, Undo
from roundtable_tui.session.proposals import Accepted, Proposal, Stale
from roundtable_tui.voices.offline.voice import OfflineVoice
from roundtable_tui.voices.protocol import Asked, Recorded
from tests.support.projects import PHASE_00, open_sample, project_in
from tests.support.sessions import seated

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from roundtable_tui.voices.protocol import Brief, Part


def risk(name: str, text: str) -> Change:
    return Change(Op.RECORD, name, Kind.RISK, {"text": text}, (Inferred(),))


async def test_two_speakers_at_once_each_get_an_id_of_their_own(tmp_path: Path) -> None:
    async with seated(open_sample(project_in(tmp_path)), OfflineVoice()) as session:
        await session.do(Start())
        based = session.state.seq
        made = [Proposal(who, based, (risk("mine", f"{who} is afraid"),)) for who in ("alex", "jordan")]
        first, second = await asyncio.gather(*map(session.propose, made))
        assert (first, second) == (Accepted({"mine": "RISK-001"}, based + 1), Accepted({"mine": "RISK-002"}, based + 2))
        assert [entry.text() for entry in session.state.dossier.of(Kind.RISK)] == ["alex is afraid", "jordan is afraid"]
        assert fold(session.events) == session.state


class SlowVoice:
    """Takes an id, waits until it is told to go on, and records its entry only then."""

    name = "slow"

    def __init__(self) -> None:
        self.has_its_id, self.may_go_on = asyncio.Event(), asyncio.Event()

    async def speak(self, brief: Brief) -> AsyncIterator[Part]:
        taken = brief.ids.next(Kind.RISK)
        self.has_its_id.set()
        await self.may_go_on.wait()
        yield Recorded(Change(Op.RECORD, taken, Kind.RISK, {"text": "said in the turn"}, (Stated(1),)))
        yield Asked(Question(brief.step.id, "standard/1", "And then?"))


async def test_a_proposal_in_the_middle_of_a_turn_takes_no_id_from_it(tmp_path: Path) -> None:
    voice = SlowVoice()
    async with seated(open_sample(project_in(tmp_path)), voice) as session:
        turn = asyncio.ensure_future(session.do(Start()))
        await voice.has_its_id.wait()
        await session.propose(Proposal("alex", session.state.seq, (risk("mine", "found beside it"),)))
        voice.may_go_on.set()
        await turn
        risks = {entry.id: entry.text() for entry in session.state.dossier.of(Kind.RISK)}
        assert risks == {"RISK-001": "said in the turn", "RISK-002": "found beside it"}


async def test_references_between_proposed_entries_follow_their_ids(tmp_path: Path) -> None:
    async with seated(open_sample(project_in(tmp_path)), OfflineVoice()) as session:
        await session.do(Start())
        changes = (
            Change(Op.RECORD, "pay", Kind.FR, {"title": "Pay by invoice"}, (Inferred(),)),
            Change(Op.RECORD, "limit", Kind.AC, {"text": "Up to 500", "fr": ("pay",)}, (Inferred((), ("pay",)),)),
        )
        based = session.state.seq
        outcome = await session.propose(Proposal("alex", based, changes))
        assert outcome == Accepted({"pay": "FR-001", "limit": "AC-001-01"}, based + 1)
        (criterion,) = session.state.dossier.of(Kind.AC)
        assert criterion.refs("fr") == ("FR-001",)
        assert criterion.sources == (Inferred((), ("FR-001",)),)


async def test_a_proposal_about_an_entry_that_changed_meanwhile_comes_back_whole(tmp_path: Path) -> None:
    async with seated(open_sample(project_in(tmp_path)), OfflineVoice()) as session:
        await session.do(Start())
        await session.propose(Proposal("alex", session.state.seq, (risk("mine", "It is slow"),)))
        read = session.state.seq
        reworded = Change(Op.REVISE, "RISK-001", Kind.RISK, {"text": "It is late"}, (Stated(1),))
        await session.do(Review(lambda _turn: (reworded,)))
        late = Change(Op.REVISE, "RISK-001", Kind.RISK, {"text": "It is very slow"}, (Inferred(),))
        outcome = await session.propose(Proposal("alex", read, (late, risk("other", "And costly"))))
        assert outcome == Stale(("RISK-001",))
        assert [entry.text() for entry in session.state.dossier.of(Kind.RISK)] == ["It is late"]


PROBLEM = Change(Op.RECORD, "PROB-001", Kind.PROBLEM, {"text": "Finance loses two days"}, (Stated(1),))
YES = Change(Op.CONFIRM, "RISK-001", Kind.RISK, sources=(Confirmed(1),))


@pytest.mark.parametrize(
    ("done", "late"),
    [
        (PROBLEM, Change(Op.RECORD, "mine", Kind.PROBLEM, {"text": "Billing is slow"}, (Inferred(),))),
        (PROBLEM, Change(Op.RECORD, "PROB-001", Kind.PROBLEM, {"text": "Billing is slow"}, (Inferred(),))),
        (YES, Change(Op.REVISE, "RISK-001", Kind.RISK, {"text": "It is very slow"}, (Inferred(),))),
        (YES, Change(Op.DROP, "RISK-001", Kind.RISK, sources=(Inferred(),))),
    ],
    ids=["the one problem", "the one problem by its id", "confirmed, then revised", "confirmed, then dropped"],
)
async def test_what_the_user_said_or_confirmed_meanwhile_is_not_replaced(
    tmp_path: Path, done: Change, late: Change
) -> None:
    async with seated(open_sample(project_in(tmp_path)), OfflineVoice()) as session:
        await session.do(Start())
        await session.propose(Proposal("alex", session.state.seq, (risk("mine", "It is slow"),)))
        read = session.state.seq
        await session.do(Review(lambda _turn: (done,)))
        before = session.state.dossier.get(done.id)
        assert await session.propose(Proposal("alex", read, (late,))) == Stale((done.id,))
        assert session.state.dossier.get(done.id) == before


async def test_a_proposer_may_go_on_with_what_it_changed_itself_but_not_with_what_others_did(tmp_path: Path) -> None:
    async with seated(open_sample(project_in(tmp_path)), OfflineVoice()) as session:
        await session.do(Start())
        read = session.state.seq
        first = await session.propose(Proposal("alex", read, (risk("mine", "It is slow"),)))
        assert isinstance(first, Accepted)
        own = {"RISK-001": first.at}
        again = Change(Op.REVISE, "RISK-001", Kind.RISK, {"text": "It is very slow"}, (Inferred(),))
        second = await session.propose(Proposal("alex", read, (again,), own=own))
        assert isinstance(second, Accepted)
        await session.do(Review(lambda _turn: (YES,)))
        assert await session.propose(Proposal("alex", read, (again,), own={"RISK-001": second.at})) == Stale(
            ("RISK-001",)
        )


async def test_what_was_found_beside_the_talk_survives_taking_back_an_answer(tmp_path: Path) -> None:
    async with seated(open_sample(project_in(tmp_path)), OfflineVoice()) as session:
        await session.do(Start())
        await session.do(Submit(PHASE_00[0]))
        await session.propose(Proposal("alex", session.state.seq, (risk("mine", "It is slow"),)))
        await session.do(Undo())
        assert [entry.text() for entry in session.state.dossier.of(Kind.RISK)] == ["It is slow"]
        assert not session.state.dossier.of(Kind.SCOPE)
