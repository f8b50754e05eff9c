"""What is on record is told once, whole where somebody has to take a stance on it, and with how it ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.domain.knowledge.panel import EntryKind
from roundtable_tui.panel.record.entries import Agreement, Conflict, Entry, OpenQuestion, Settled
from roundtable_tui.panel.seats.told_record import told_entries, told_questions, told_rounds, told_settlements

if TYPE_CHECKING:
    from roundtable_tui.formats.yaml import Value

LONG = "A consequence that matters. " * 60
OPTIONS: list[Value] = [{"name": "A queue", "cons": ["slow"]}, {"name": "A table", "cons": ["small"]}]
DRAFT = Entry(
    "ARCH-001",
    EntryKind.DECISION,
    "A queue",
    created_round=2,
    topic_id="main",
    fields={"options": OPTIONS, "rationale": LONG, "consequences": {"negative": ["It must be watched."]}},
)
DISPUTE = Conflict("CONF-001", "Queue or table", created_round=2, topic_id="main")


def test_a_draft_is_told_to_its_last_consequence() -> None:
    text = told_entries([DRAFT])
    assert text.endswith("consequences: negative: It must be watched.")
    assert "options:\n- name: A queue; cons: slow\n- name: A table; cons: small\n" in text


def test_what_a_draft_weighs_is_left_to_the_dispute_about_it() -> None:
    text = told_entries([DRAFT], [DISPUTE])
    assert "options: they are what CONF-001 is about" in text
    assert "It must be watched." in text
    assert "A table" not in text
    assert "A table" in told_entries([DRAFT], [replace(DISPUTE, created_round=1)])


def test_among_too_many_entries_the_drafts_stay_whole() -> None:
    agreed = replace(DRAFT, id="ARCH-002", agreement=Agreement.CONSENSUS, description="Agreed.")
    text = told_entries([*[agreed] * 12, DRAFT])
    assert text.count("It must be watched.") == 1
    assert text.count("Agreed.") == 12


def test_of_older_rounds_only_whole_sentences_are_told() -> None:
    text = told_rounds([(1, LONG), (2, LONG)], briefly=True)
    first, second = text.split("\n\n")
    assert len(first) < 500
    assert first.endswith("matters.")
    assert len(second) > len(LONG)


def test_questions_and_disputes_say_how_they_ended() -> None:
    still = OpenQuestion("OQ-001", "Who pays?", created_round=1)
    known = OpenQuestion("OQ-002", "How many?", status=Settled.RESOLVED, resolution="Ten.", resolved_round=2)
    over = replace(DISPUTE, status=Settled.RESOLVED, resolution="A table, for its size.", resolved_round=3)
    assert told_questions([still, known]) == (
        "- OQ-001, not answered since round 1: Who pays?\n- OQ-002, answered in round 2: How many? Ten."
    )
    assert told_settlements([over]) == "- CONF-001, settled in round 3: Queue or table: A table, for its size."
