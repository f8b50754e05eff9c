"""The cross-check: each disagreement is found where it is, and a sound dossier is left alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from roundtable_tui.artifacts.lint.crosscheck import check_search, cross_check
from roundtable_tui.artifacts.lint.requirements import smells_of
from roundtable_tui.domain.dossier.dossier import Change, Dossier, Entry, Op, apply_change, note_used
from roundtable_tui.domain.dossier.kinds import SPECS, FieldType, Kind, Value
from roundtable_tui.domain.dossier.provenance import Cited, Exact, Gone, Inferred, Moved, Source, Standing, Stated
from roundtable_tui.domain.journal.code_facts import Entrance, Scanned, Touched
from roundtable_tui.domain.journal.events import ItemCreated, PhaseEnd
from roundtable_tui.domain.journal.state import State
from tests.support.states import changed

if TYPE_CHECKING:
    from roundtable_tui.artifacts.lint.findings import Finding

STATED: tuple[Source, ...] = (Stated(1),)
Row = tuple[str, Kind, dict[str, Value]]

SOUND: tuple[Row, ...] = (
    ("FR-001", Kind.FR, {"title": "Pay by invoice", "priority": "Must Have"}),
    ("AC-001-01", Kind.AC, {"text": "The plan is active within 60 seconds", "fr": ("FR-001",)}),
    (
        "US-001",
        Kind.STORY,
        {"title": "Pay", "role": "clerk", "want": "pay", "so_that": "I can book", "traces": ("FR-001",)},
    ),
    ("OPT-001", Kind.OPTION, {"title": "Own invoices"}),
    ("ADR-0001", Kind.DECISION, {"title": "Own invoices", "status": "accepted", "options": ("OPT-001",)}),
    ("INT-001", Kind.INTEGRATION, {"text": "checkout → billing"}),
    ("MOD-001", Kind.MODULE, {"text": "billing.invoices", "responsibility": "Numbers", "traces": ("FR-001",)}),
    ("IF-001", Kind.INTERFACE, {"text": "place_order(id) -> Invoice", "module": ("MOD-001",)}),
    ("FILE-001", Kind.FILE, {"path": "billing/models.py", "action": "MODIFY", "tier": "1"}),
)


@dataclass
class Tree:
    """A working tree by the number of lines of each file."""

    files: dict[str, int] = field(default_factory=lambda: {"billing/models.py": 10})

    def exists(self, path: str) -> bool:
        return path in self.files

    def standing(self, cited: Cited) -> Standing:
        if cited.path not in self.files:
            return Gone("there is no such file")
        if cited.digest == "further down":
            return Moved(replace(cited, start=cited.start + 1, end=cited.end + 1))
        return Exact() if 1 <= cited.start <= cited.end <= self.files[cited.path] else Gone("it is shorter")


def state_of(*rows: Row, sources: dict[str, tuple[Source, ...]] | None = None, ended: str = "") -> State:
    entries: dict[str, Entry] = {}
    used: dict[str, int] = {}
    for seq, (entry_id, kind, fields) in enumerate(rows, 1):
        known = (sources or {}).get(entry_id, STATED)
        assert apply_change(entries, Change(Op.RECORD, entry_id, kind, fields, known), seq), entry_id
        note_used(used, entry_id)
    item = ItemCreated("pay", "Pay", "manual", "", "guided", "standard")
    phases = {ended: PhaseEnd.FINISHED} if ended else {}
    return changed(item=item, dossier=Dossier(entries, used), phases_ended=phases)


def with_row(row: Row) -> tuple[Row, ...]:
    """The sound dossier with this row added, or in the place of the one with its id."""
    return (*(one for one in SOUND if one[0] != row[0]), row)


def without(entry_id: str) -> tuple[Row, ...]:
    return tuple(one for one in SOUND if one[0] != entry_id)


def places(findings: tuple[Finding, ...]) -> set[tuple[str, str]]:
    return {(finding.entry, finding.code) for finding in findings}


def test_a_sound_analysis_has_no_finding() -> None:
    assert cross_check(state_of(*SOUND, ended="04-design"), Tree()) == ()


def test_an_analysis_that_has_only_begun_has_no_finding() -> None:
    assert cross_check(state_of(("FR-001", Kind.FR, {"title": "Pay by invoice"})), Tree()) == ()


@pytest.mark.parametrize(
    ("rows", "place"),
    [
        (
            with_row(("AC-009-01", Kind.AC, {"text": "It is paid", "fr": ("FR-009",)})),
            ("AC-009-01", "unknown-reference"),
        ),
        (with_row(("NOTE-001", Kind.NOTE, {"text": "See FR-007"})), ("NOTE-001", "unknown-mention")),
        (without("AC-001-01"), ("FR-001", "no-criterion")),
        (without("US-001"), ("FR-001", "no-story")),
        (
            with_row(("MOD-001", Kind.MODULE, {"text": "billing.invoices", "responsibility": "Numbers"})),
            ("FR-001", "no-design"),
        ),
        (with_row(("INT-001", Kind.INTEGRATION, {"text": "Xero"})), ("INT-001", "no-interface")),
        (without("ADR-0001"), ("", "no-decision")),
        (
            with_row(("ADR-0001", Kind.DECISION, {"title": "Own", "status": "contested"})),
            ("ADR-0001", "contested-decision"),
        ),
        (
            with_row(("MOD-001", Kind.MODULE, {"text": "billing", "traces": ("FR-001",), "depends_on": ("MOD-001",)})),
            ("MOD-001", "circle"),
        ),
        (
            with_row(("FILE-002", Kind.FILE, {"path": "billing/gone.py", "action": "MODIFY"})),
            ("FILE-002", "file-missing"),
        ),
        (with_row(("NOTE-001", Kind.NOTE, {"text": "as in billing/models.py:11"})), ("NOTE-001", "citation")),
        (with_row(("NOTE-001", Kind.NOTE, {"text": "as in `billing/old.py:3-4`"})), ("NOTE-001", "citation")),
    ],
)
def test_each_disagreement_is_found_where_it_is(rows: tuple[Row, ...], place: tuple[str, str]) -> None:
    assert places(cross_check(state_of(*rows, ended="04-design"), Tree())) == {place}


@pytest.mark.parametrize(
    "text",
    [
        "Call http://localhost:8080/health",
        "example.com:443 answers",
        "at 10:30 the job runs",
        "billing/models.py:3-10 holds the rule",
        "see ISO-27001 and SHA-256",
    ],
)
def test_what_only_looks_like_a_citation_or_an_id_is_left_alone(text: str) -> None:
    assert cross_check(state_of(*with_row(("NOTE-001", Kind.NOTE, {"text": text}))), Tree()) == ()


def test_a_requirement_put_off_needs_neither_story_nor_design() -> None:
    put_off: Row = ("FR-002", Kind.FR, {"title": "Pay in instalments", "priority": "Won't Have"})
    criterion: Row = ("AC-002-01", Kind.AC, {"text": "Two rates of 50 % each", "fr": ("FR-002",)})
    assert cross_check(state_of(*SOUND, put_off, criterion, ended="04-design"), Tree()) == ()


def test_the_fix_of_an_unknown_reference_takes_only_that_reference_out() -> None:
    row: Row = ("US-002", Kind.STORY, {"title": "Pay", "traces": ("FR-001", "FR-009")})
    state = state_of(*SOUND, row)
    (finding,) = cross_check(state)
    assert finding.change
    entries = dict(state.dossier.entries)
    assert apply_change(entries, finding.change, 99)
    assert entries["US-002"].refs("traces") == ("FR-001",)
    assert entries["US-002"].confidence == state.dossier.entries["US-002"].confidence


def test_a_source_that_cites_lines_that_are_gone_is_found() -> None:
    state = state_of(*SOUND, sources={"MOD-001": (*STATED, Cited("billing/models.py", 8, 12))})
    assert places(cross_check(state, Tree())) == {("MOD-001", "citation")}


def test_lines_that_moved_are_a_note_with_the_citation_brought_up_to_date() -> None:
    old = Cited("billing/models.py", 2, 3, "further down")
    state = state_of(*SOUND, sources={"MOD-001": (old, Inferred(turns=(1,)))})
    (finding,) = cross_check(state, Tree())
    assert (finding.code, finding.counts) == ("citation-moved", False)
    assert finding.change is not None
    assert finding.change.sources == (replace(old, start=3, end=4), Inferred(turns=(1,)))
    assert finding.change.fields["text"] == "billing.invoices"


def test_what_the_search_found_is_told_together_where_it_moved_or_is_gone() -> None:
    lines = [Cited("billing/models.py", number, number, "further down") for number in range(1, 6)]
    gone, stands, of_an_entry = Cited("gone.py", 1, 1), Cited("billing/models.py", 1, 1), Cited("old.py", 1, 1)
    touched = [Touched(one.path, 1, "", (), one) for one in (*lines, gone, of_an_entry)]
    scan = Scanned((), (), (), 1, 0, touched=tuple(touched), entrances=(Entrance("main", "a", "b", 1, stands),))
    state = changed(state_of(*SOUND, sources={"MOD-001": (*STATED, of_an_entry)}), scan=scan)
    moved, lost = check_search(state, Tree())
    assert (moved.code, moved.counts, lost.code, lost.counts) == ("citation-moved", False, "citation", True)
    assert moved.reason.count(" is now ") == 3
    assert moved.reason.endswith("; and 2 more.")
    assert lost.reason.endswith(": gone.py:1 (there is no such file).")


def test_without_a_working_tree_citations_are_not_judged() -> None:
    assert cross_check(state_of(*with_row(("NOTE-001", Kind.NOTE, {"text": "as in billing/old.py:3"})))) == ()


def test_a_guess_is_no_finding_because_the_documents_list_it() -> None:
    assert cross_check(state_of(*SOUND, sources={"AC-001-01": (Inferred(),)})) == ()


def test_what_follows_from_a_guess_can_be_no_surer_than_it() -> None:
    sources: dict[str, tuple[Source, ...]] = {
        "INT-001": (Inferred(),),
        "MOD-001": (Inferred(turns=(1,), entries=("INT-001",)),),
    }
    (finding,) = cross_check(state_of(*SOUND, sources=sources))
    assert (finding.entry, finding.code) == ("MOD-001", "confidence")


def test_what_follows_from_the_users_words_and_the_code_is_as_sure_as_it_says() -> None:
    sources: dict[str, tuple[Source, ...]] = {
        "INT-001": (Cited("billing/api.py", 1, 1),),
        "MOD-001": (Inferred(turns=(1,), entries=("INT-001",)),),
    }
    assert cross_check(state_of(*SOUND, sources=sources)) == ()


_IDS = ("FR-001", "FR-002", "AC-001-01", "MOD-001", "MOD-002", "US-001", "nonsense")


@st.composite
def dossiers(draw: st.DrawFn) -> Dossier:
    entries: dict[str, Entry] = {}
    for seq, kind in enumerate(draw(st.lists(st.sampled_from(list(Kind)), max_size=12)), 1):
        fields: dict[str, Value] = {}
        for spec in SPECS[kind].fields:
            if not draw(st.booleans()):
                continue
            match spec.type:
                case FieldType.TEXT:
                    fields[spec.name] = draw(st.text(max_size=30))
                case FieldType.NUMBER:
                    fields[spec.name] = draw(st.integers(0, 99))
                case FieldType.CHOICE:
                    fields[spec.name] = draw(st.sampled_from(spec.choices))
                case _:
                    fields[spec.name] = tuple(draw(st.lists(st.sampled_from(_IDS), max_size=3)))
        entry_id = draw(st.sampled_from(_IDS))
        apply_change(entries, Change(Op.RECORD, entry_id, kind, fields, STATED), seq)
    return Dossier(entries)


@given(dossiers())
def test_any_dossier_can_be_checked(dossier: Dossier) -> None:
    for finding in (*cross_check(State(dossier=dossier), Tree()), *smells_of(dossier)):
        assert not finding.entry or finding.entry in dossier.entries
        assert finding.reason
        assert finding.suggestion
