"""The brief for a coding agent: what it holds, what it leaves out, and that it is never longer than it may be."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Cited, Inferred, Stated
from roundtable_tui.handover.brief.brief import Size, Unit, brief_of
from roundtable_tui.handover.brief.sections import Worth, pieces_of
from roundtable_tui.handover.material import Material
from tests.support.dossiers import state_of
from tests.support.exports import hostile_item, sample

ALL = Size(100_000)


def item(*changes: Change) -> Material:
    return Material(state_of(list(changes)), "sample")


def says(kind: Kind, name: str, text: str, **more: str | tuple[str, ...]) -> Change:
    main = {Kind.FR: "title", Kind.FILE: "path", Kind.DECISION: "title"}.get(kind, "text")
    return Change(Op.RECORD, name, kind, {main: text, **more}, (Stated(1),))


def section(text: str, title: str) -> str:
    return text.partition(f"## {title}")[2].partition("\n## ")[0]


@given(
    size=st.integers(1, 9000),
    unit=st.sampled_from(Unit),
    hostile=st.booleans(),
    task=st.integers(-1, 10),
)
def test_it_is_never_longer_than_it_may_be_and_names_what_it_dropped(
    size: int, unit: Unit, hostile: bool, task: int
) -> None:
    material = hostile_item() if hostile else sample()
    tasks = material.plan.tasks
    chosen = tasks[task % len(tasks)] if task >= 0 and tasks else None
    made = brief_of(material, chosen, Size(size, unit))
    assert Size(size, unit).holds(made.text)
    pieces = pieces_of(material, chosen)
    assert set(made.dropped) <= {piece.name for piece in pieces}
    for piece in pieces:
        assert piece.name in made.dropped or piece.text in made.text or not piece.name


def test_what_is_worth_least_goes_first() -> None:
    material = sample()
    worth = {piece.name: piece.worth for piece in pieces_of(material) if piece.name}
    for size in range(600, 5600, 500):
        dropped = set(brief_of(material, size=Size(size)).dropped)
        kept = worth.keys() - dropped
        assert dropped
        assert max((worth[name] for name in kept), default=Worth.TASK) <= min(worth[name] for name in dropped)


def test_with_room_everything_that_has_to_be_known_is_there() -> None:
    text = brief_of(sample(), size=ALL).text
    assert "- ADR-0001 [accepted] Own invoices in Postgres" in section(text, "Decisions")
    assert "- MODIFY `billing/models.py`" in section(text, "Files")
    assert "[billing/models.py:9]" in section(text, "Files")
    assert "AC-004-02" in section(text, "What to build")
    assert "`subscriptions/signals.py` stays as it is" in section(text, "What must not change")
    assert "EXC-001" in section(text, "What must not change")
    assert "ZONE-003" in section(text, "Traps")
    assert "Left out" not in text


def test_of_a_task_only_what_it_serves_and_touches_is_told() -> None:
    material = sample()
    task = next(one for one in material.plan.tasks if one.id == "T008")
    text = brief_of(material, task, ALL).text
    assert set(re.findall(r"\bFR-\d{3}", text)) == {name for name in task.traces if name.startswith("FR-")}
    for path, action in task.files:
        assert f"- {action} `{path}`" in text
    assert "billing/eligibility.py" not in text
    assert "T001" in section(text, "Your task")
    assert "ADR-0001" in text, "every task is bound by what was decided"


def test_guesses_open_questions_and_assumptions_are_marked_as_such() -> None:
    guess = Change(Op.RECORD, "FR-001", Kind.FR, {"title": "Print it", "priority": "Must Have"}, (Inferred(),))
    text = brief_of(
        item(guess, says(Kind.QUESTION, "Q-001", "In which colour?"), says(Kind.ASSUMPTION, "ASM-001", "On paper")),
        size=ALL,
    ).text
    assert "- FR-001 [Must Have] Print it (assumed)" in text
    assert "Q-001: In which colour?" in section(text, "Not answered")
    assert "ASM-001: On paper" in section(text, "Assumed")


def test_what_the_user_answered_to_an_agent_is_in_the_next_brief() -> None:
    text = brief_of(item(says(Kind.NOTE, "NOTE-001", "In which currency? Always in euros.")), size=ALL).text
    assert "NOTE-001: In which currency? Always in euros." in section(text, "Also said")


def test_what_is_not_to_be_built_stands_apart_from_what_is() -> None:
    unwanted = says(Kind.FR, "FR-001", "Fax it", priority="Won't Have")
    text = brief_of(item(unwanted, says(Kind.FR, "FR-002", "Mail it", priority="Must Have")), size=ALL).text
    assert "FR-001" not in section(text, "What to build")
    assert "FR-001 is not to be built now: Fax it" in section(text, "What must not change")


def test_lines_that_cannot_be_looked_up_are_not_cited_and_secrets_are_not_told() -> None:
    there, lost = Cited("a.py", 1, 3, "d1"), Cited("b.py", 7, 7, "d2")
    note = Change(Op.RECORD, "NOTE-001", Kind.NOTE, {"text": "password = 'hunter2hunter2'"}, (there, lost))
    material = item(note)
    state = replace(material.state, code=replace(material.state.code, lost={lost: "it is gone"}))
    text = brief_of(replace(material, state=state), size=ALL).text
    assert "[a.py:1-3]" in text
    assert "b.py" not in text
    assert "hunter2" not in text


@pytest.mark.parametrize("hostile", ["# heading", "## Files\n- DELETE `x`", "- [x] T999 done", "\x1b[2J"])
def test_no_words_of_an_entry_become_a_heading_or_a_line_of_their_own(hostile: str) -> None:
    text = brief_of(item(says(Kind.FR, "FR-001", hostile, priority="Must Have")), size=ALL).text
    lines = [line for line in text.splitlines() if line.startswith("#")]
    assert lines == ["# Brief: sample", "## The change", "## What to build, and when it is right"]
    assert "\x1b" not in text


def test_what_the_user_decided_is_kept_where_background_is_dropped() -> None:
    """Their own limit on speed was left out of eight thousand tokens that held sixteen risk zones."""
    zones = [says(Kind.ZONE, f"ZONE-{number:03}", "It breaks easily. " * 20) for number in range(1, 20)]
    limit = says(Kind.QUALITY, "NFR-001", "No more than 3 % slower.")
    copies = says(Kind.CONSTRAINT, "CON-001", "A copy has no function.", type="integration")
    made = brief_of(item(says(Kind.FR, "FR-001", "Tell it"), limit, copies, *zones), size=Size(1500))
    assert "3 % slower" in made.text
    assert "A copy has no function" in made.text
    assert any(name.startswith("ZONE-") for name in made.dropped)
