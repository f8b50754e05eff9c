"""What a synthesis proposes becomes entries under ids of the program's, and nothing that was put down is erased."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from roundtable_tui.domain.knowledge.panel import EntryKind
from roundtable_tui.panel.record.entries import Agreement, Conflict, Entry, Method, OpenQuestion
from roundtable_tui.panel.rounds.entry_changes import Changed, with_synthesis
from roundtable_tui.panel.seats.synthesis import (
    EntryAmendment,
    NewConflict,
    NewEntry,
    NewQuestion,
    Settlement,
    SynthesisReply,
)
from tests.unit.panel.samples import round_of, session_of

if TYPE_CHECKING:
    from roundtable_tui.panel.record.session import PanelSession

NAMES = {"A": "qa-lead", "B": "technical-lead"}
DECISION = Entry("ARCH-001", EntryKind.DECISION, "A table", topic_id="main", fields={"decision": "x"})


def applied(session: PanelSession, agreed: bool = True, **said: object) -> Changed:
    reply = SynthesisReply("So.", **said)  # type: ignore[arg-type]
    return with_synthesis(session, reply, topic_id="main", name_of=NAMES.get, agreed=agreed, leading=("qa-lead",))


@given(st.lists(st.sampled_from(EntryKind), max_size=12))
def test_every_new_thing_gets_an_id_of_its_own(kinds: list[EntryKind]) -> None:
    plain = [kind for kind in kinds if kind not in (EntryKind.OPEN_QUESTION, EntryKind.CONFLICT)]
    entries = tuple(NewEntry(kind, f"Entry {number}") for number, kind in enumerate(plain))
    questions = tuple(NewQuestion(f"Q{n}") for n, kind in enumerate(kinds) if kind is EntryKind.OPEN_QUESTION)
    conflicts = tuple(NewConflict(f"C{n}") for n, kind in enumerate(kinds) if kind is EntryKind.CONFLICT)
    found = applied(session_of(entries=(DECISION,)), entries=entries, questions=questions, conflicts=conflicts)
    assert len(set(found.created)) == len(found.created) == len(kinds)
    assert "ARCH-001" not in found.created
    assert {one.id for one in found.session.everything} == {"ARCH-001", *found.created}


def test_an_id_of_an_earlier_round_is_not_given_again() -> None:
    session = session_of(round_of(1, created=("ARCH-004",)))
    assert applied(session, entries=(NewEntry(EntryKind.DECISION, "x"),)).created == ("ARCH-005",)


def test_nothing_counts_as_agreed_that_the_rules_do_not_call_agreed() -> None:
    proposed = (NewEntry(EntryKind.DECISION, "x", agreement=Agreement.CONSENSUS),)
    assert applied(session_of(), entries=proposed).session.entries[0].agreement == "consensus"
    assert applied(session_of(), agreed=False, entries=proposed).session.entries[0].agreement == "draft"
    amended = (EntryAmendment("ARCH-001", "adopted", agreement=Agreement.CONSENSUS),)
    draft = session_of(entries=(DECISION,))
    assert applied(draft, agreed=False, amendments=amended).session.entries[0].agreement == "draft"
    assert applied(draft, amendments=amended).session.entries[0].agreement == "consensus"


def test_who_supports_an_entry_is_named_by_seat() -> None:
    named = NewEntry(EntryKind.DECISION, "x", agreement=Agreement.CONSENSUS, supported_by=("B", "Z"))
    unnamed = NewEntry(EntryKind.DECISION, "y", agreement=Agreement.CONSENSUS)
    one, other = applied(session_of(), entries=(named, unnamed)).session.entries
    assert (one.supported_by, other.supported_by) == (("technical-lead",), ("qa-lead",))


def test_the_same_entry_is_not_put_down_twice() -> None:
    session = session_of(entries=(DECISION,))
    assert applied(session, entries=(NewEntry(EntryKind.DECISION, "a TABLE"),)).created == ()
    assert applied(session, entries=(NewEntry(EntryKind.RISK, "A table"),)).created == ("RISK-001",)


def test_a_draft_that_is_agreed_later_is_supported_by_those_who_carry_it_then() -> None:
    draft = session_of(entries=(replace(DECISION, supported_by=("software-architect",)),))

    def supporters(**change: object) -> tuple[str, ...]:
        amended = EntryAmendment("ARCH-001", "adopted", **change)  # type: ignore[arg-type]
        return applied(draft, amendments=(amended,)).session.entries[0].supported_by

    assert supporters() == ("software-architect",)
    assert supporters(agreement=Agreement.CONSENSUS) == ("qa-lead",)
    assert supporters(supported_by=("B", "Z")) == ("technical-lead",)
    assert supporters(agreement=Agreement.CONSENSUS, supported_by=("A", "B")) == ("qa-lead", "technical-lead")


def test_an_amendment_leaves_its_trace() -> None:
    change = EntryAmendment("ARCH-001", "narrower", "Cost", description="One table.", fields={"rationale": "cheap"})
    found = applied(session_of(round_of(1), entries=(DECISION,)), amendments=(change,))
    (entry,) = found.session.entries
    assert (entry.status, entry.description, entry.fields) == (
        "amended",
        "One table.",
        {"decision": "x", "rationale": "cheap"},
    )
    assert [(one.round, one.change, one.reason) for one in entry.amendments] == [(2, "narrower", "Cost")]
    assert found.amended == ("ARCH-001",)


def test_an_amendment_cannot_reach_what_is_the_programs() -> None:
    change = EntryAmendment("ARCH-001", "x", fields={"status": "withdrawn", "created_round": "99", "id": "ARCH-009"})
    (entry,) = applied(session_of(entries=(DECISION,)), amendments=(change,)).session.entries
    assert (entry.id, entry.status, entry.fields) == ("ARCH-001", "amended", {"decision": "x"})


def test_what_is_withdrawn_stays_in_the_record() -> None:
    change = EntryAmendment("ARCH-001", "withdrawn", withdrawn=True)
    session = applied(session_of(entries=(DECISION,)), amendments=(change,)).session
    assert session.entries[0].status == "withdrawn"
    assert session.live_entries == ()


def test_what_names_nothing_there_is_passed_over() -> None:
    found = applied(
        session_of(),
        amendments=(EntryAmendment("ARCH-009", "x"),),
        settled=(Settlement("CONF-009", "y"), Settlement("OQ-009", "z")),
    )
    assert found == Changed(session_of())


def test_conflicts_and_questions_are_settled_with_their_round() -> None:
    session = session_of(
        round_of(1), conflicts=(Conflict("CONF-001", "Which"),), questions=(OpenQuestion("OQ-001", "When?"),)
    )
    settled = (Settlement("CONF-001", "The table", Method.FACILITATOR), Settlement("OQ-001", "Tomorrow"))
    found = applied(session, settled=settled).session
    assert (found.conflicts[0].status, found.conflicts[0].resolution_method) == ("resolved", "facilitator")
    assert (found.questions[0].resolution, found.questions[0].resolved_round) == ("Tomorrow", 2)


def test_a_conflict_that_is_open_is_not_raised_again_but_a_settled_one_is() -> None:
    again = (NewConflict("Which", positions={"A": "Queue", "Z": "?"}),)
    open_one = session_of(conflicts=(Conflict("CONF-001", "which"),))
    assert applied(open_one, conflicts=again).created == ()
    settled = session_of(conflicts=(Conflict("CONF-001", "Which", status="resolved"),))
    found = applied(settled, conflicts=again)
    assert found.created == ("CONF-002",)
    assert found.session.conflicts[1].positions == {"qa-lead": "Queue"}


def test_a_conflict_that_has_become_another_is_over() -> None:
    session = session_of(conflicts=(Conflict("CONF-001", "Which"), Conflict("CONF-002", "Who")))
    found = applied(session, conflicts=(NewConflict("How many", replaces=("CONF-001", "CONF-009")),)).session
    assert [one.status for one in found.conflicts] == ["resolved", "open", "open"]
    assert found.conflicts[0].resolution == "It became CONF-003: How many"


def test_what_is_settled_can_be_named_by_its_title() -> None:
    session = session_of(conflicts=(Conflict("CONF-001", "Which"),), questions=(OpenQuestion("OQ-001", "When?"),))
    found = applied(session, settled=(Settlement("which", "The table"), Settlement("oq-001", "Tomorrow"))).session
    assert (found.conflicts[0].resolution, found.questions[0].resolution) == ("The table", "Tomorrow")
