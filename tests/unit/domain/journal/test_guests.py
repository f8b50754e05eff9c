"""What the journal keeps of an item that another program made: its facts stay facts, whatever is taken back."""

from __future__ import annotations

import json

from roundtable_tui.domain.dossier.dossier import Change, IdGiver, Op
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Confidence, FromDocument
from roundtable_tui.domain.journal.codec import from_wire, to_wire
from roundtable_tui.domain.journal.events import (
    OUTSIDE,
    ChangedOutside,
    Decided,
    Decision,
    Ending,
    Event,
    Finished,
    ItemCreated,
    PhaseCompleted,
    PhaseEnd,
    Retracted,
    TakenIn,
    UserSaid,
)
from tests.unit.domain.journal.lines import QUICK_SCAN, REQUIREMENTS, Line, after

GUEST = ItemCreated("pay", "Pay by invoice", "github", "GH-7", "guided", "standard", guest=True)
SOURCE = FromDocument("requirements-spec.md", 12)
TAKEN = TakenIn(
    ("requirements-spec.md",), (Change(Op.RECORD, "FR-004", Kind.FR, {"title": "Order by invoice"}, (SOURCE,)),)
)
META = ChangedOutside({"codebase_hash": "abc1234", "phases_completed": [QUICK_SCAN, REQUIREMENTS]})
OPENED: tuple[Line, ...] = ((0, GUEST), (0, META), (0, TAKEN))


def test_what_documents_say_is_on_record_with_the_document_as_its_source() -> None:
    entry = after(*OPENED).dossier.entries["FR-004"]
    assert entry.sources == (SOURCE,)
    assert entry.confidence is Confidence.MEDIUM


def test_the_next_id_follows_theirs() -> None:
    assert IdGiver(after(*OPENED).dossier.used).next(Kind.FR) == "FR-005"


def test_taking_back_the_first_thing_said_leaves_what_was_read() -> None:
    state = after((0, GUEST), (1, TAKEN), (1, UserSaid("drop that")), (1, Retracted()))
    assert "FR-004" in state.dossier.entries


def test_opening_a_guest_owes_nothing_to_meta_json() -> None:
    assert not after(*OPENED).files.meta_owed


def test_a_phase_that_ends_keeps_the_commit_a_guest_was_analysed_at() -> None:
    ended = (1, PhaseCompleted(QUICK_SCAN, PhaseEnd.FINISHED, "fff9999"))
    assert after(*OPENED, ended).code.commit == "abc1234"


def test_a_guest_without_a_commit_gets_one() -> None:
    ended = (1, PhaseCompleted(QUICK_SCAN, PhaseEnd.FINISHED, "fff9999"))
    assert after((0, GUEST), ended).code.commit == "fff9999"


def test_analysed_anew_a_guest_is_ours() -> None:
    anew = (1, Decided(Decision.REANALYSE, yes=True))
    state = after(*OPENED, (0, Finished(Ending.COMPLETE)), anew, (1, PhaseCompleted(QUICK_SCAN, PhaseEnd.EMPTY, "f")))
    assert state.item is not None
    assert (state.item.guest, state.code.commit) == (False, "f")


def test_a_guest_that_was_finished_elsewhere_has_its_phases_behind_it() -> None:
    state = after(*OPENED, (0, Finished(Ending.COMPLETE)))
    assert list(state.guided.phases_ended) == [QUICK_SCAN, REQUIREMENTS]


def test_a_guest_reads_back_from_its_journal() -> None:
    event = Event(1, "2026-11-16T03:03:19.016Z", 0, OUTSIDE, 0, TAKEN)
    assert from_wire(json.loads(json.dumps(to_wire(event)))) == event


def test_an_item_from_before_there_were_guests_is_none() -> None:
    line = {"v": 1, "seq": 1, "at": "", "exchange": 0, "actor": "app", "cause": 0, "type": "ItemCreated"}
    fields = {"slug": "pay", "description": "Pay", "source": "manual", "source_id": "", "mode": "guided"}
    body = from_wire({**line, **fields, "tier": "standard"}).body
    assert isinstance(body, ItemCreated)
    assert not body.guest
