"""Which entries a model is shown of a large dossier, because an answer may have to change them."""

from __future__ import annotations

from roundtable_tui.domain.dossier.dossier import Dossier, with_changes
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Inferred
from roundtable_tui.domain.knowledge.points.touched import hanging_on, speaking_of
from tests.support.voices.model_turns import known

GUESS = Inferred()
REQUIREMENT = known(Kind.FR, "FR-001", GUESS, title="Replaced values", text="A value that is replaced is handed over.")
CRITERION = known(Kind.AC, "AC-001-01", GUESS, text="Storing twice hands the first value over.", fr=("FR-001",))
TRAP = known(Kind.ZONE, "ZONE-001", GUESS, text="A replaced value that grows leaves as an eviction.")
FAR = known(Kind.ZONE, "ZONE-002", GUESS, text="A pickled cache loses its function.", mitigation="Decide on copies.")
LONG = known(
    Kind.NOTE, "NOTE-001", GUESS, text=f"Every value of {' '.join(f'word{n}' for n in range(60))} is replaced."
)
DOSSIER = with_changes(Dossier(), [REQUIREMENT, CRITERION, FAR, LONG, TRAP], 1)
ANSWER = "Tell us the reason of every value that is replaced: replaced, not an eviction."


def test_a_trap_that_nothing_joins_to_the_question_is_found_by_what_it_speaks_of() -> None:
    found = speaking_of(ANSWER, DOSSIER)
    assert found[0] == "ZONE-001"
    assert "ZONE-002" not in found
    assert "ZONE-001" not in hanging_on(("FR-001",), DOSSIER)


def test_a_long_entry_does_not_come_first_for_its_length() -> None:
    found = speaking_of(ANSWER, DOSSIER)
    assert found.index("FR-001") < found.index("NOTE-001")


def test_what_a_line_joins_to_the_question_is_touched_by_it() -> None:
    assert hanging_on(("FR-001",), DOSSIER) == ("AC-001-01",)
