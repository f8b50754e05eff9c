"""Tasks that somebody else cut: which may not be taken, and what becomes of the others when the plan is made again."""

from __future__ import annotations

import pytest
from hypothesis import given
from msgspec.structs import replace

from roundtable_tui.domain.dossier.dossier import Change, Dossier, Op
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import HandEdit
from roundtable_tui.domain.plan.planning import plan_changes, plan_on_record, planned
from roundtable_tui.domain.plan.proposal import ProposedTask, as_changes, to_cut, what_is_wrong
from roundtable_tui.domain.plan.tasks import serves
from tests.support.dossiers import change, small
from tests.unit.domain.plan.test_planning import after, dossiers, revised

PATHS = ("billing/invoices.py",)
DECIDED = ProposedTask("Create the invoice table", "Invoices can be stored", ("ADR-0001",))
ORDERED = ProposedTask("Order on invoice", "A clinic orders", ("AC-001-01", "AC-001-02"), PATHS, ("1",))
REMINDED = ProposedTask("Remind late payers", "Late payers hear of it", ("AC-002-01",), ("billing/tasks.py",), ("1",))
WHOLE = (DECIDED, ORDERED, REMINDED)


def taken_in(dossier: Dossier, proposal: tuple[ProposedTask, ...] = WHOLE) -> Dossier:
    return after(dossier, as_changes(proposal, dossier))


def test_tasks_that_hold_are_taken_as_they_were_cut() -> None:
    first = taken_in(small().dossier)
    plan = plan_on_record(first)
    assert [(task.id, task.title, task.stage) for task in plan.tasks] == [
        (f"T00{number}", one.title, one.stage) for number, one in enumerate(WHOLE, 1)
    ]
    assert plan.tasks[1].traces == ("FR-001", "AC-001-01", "AC-001-02")
    assert plan.tasks[1].files == (("billing/invoices.py", "CREATE"),)
    assert [task.blocked_by for task in plan.tasks] == [(), ("T001",), ("T001",)]
    assert plan.uncovered == ()
    assert plan_changes(first) == (), "the rules have nothing to add, and do not reword them"


@given(dossiers())
def test_whatever_holds_leaves_nothing_to_be_cut_by_rule(dossier: Dossier) -> None:
    own = to_cut(dossier)
    parts = tuple(dict.fromkeys(part for task in own for part in task.traces if serves(part)))
    paths = tuple(dict.fromkeys(path for task in own for path, _ in task.files))
    first = taken_in(dossier, (ProposedTask("All of it", "Once", parts, paths),) if own else ())
    assert to_cut(first) == ()
    assert plan_changes(after(first, plan_changes(first))) == ()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ((DECIDED, ORDERED), "No task serves AC-002-01."),
        ((DECIDED, replace(ORDERED, files=()), REMINDED), "No task touches billing/invoices.py."),
        ((*WHOLE, replace(REMINDED, traces=())), "Task 4 serves no criterion and no decision."),
        ((*WHOLE, replace(REMINDED, traces=("AC-009-01",))), "Task 4 serves AC-009-01"),
        ((*WHOLE, replace(REMINDED, files=("/etc/passwd",))), "Task 4 touches /etc/passwd"),
        ((replace(DECIDED, after=("2",)), *WHOLE[1:]), "Task 1 waits for 2"),
        ((*WHOLE, replace(REMINDED, after=("T404",))), "Task 4 waits for T404"),
        ((*WHOLE, DECIDED), "Task 4 goes back to the stage"),
        ((*WHOLE[:2], replace(REMINDED, title="  ")), "Task 3 needs a title"),
    ],
)
def test_what_does_not_hold_is_said_and_not_taken(wrong: tuple[ProposedTask, ...], said: str) -> None:
    dossier = small().dossier
    assert any(one.startswith(said) for one in what_is_wrong(wrong, dossier))
    assert as_changes(wrong, dossier) == ()


def test_a_criterion_that_comes_later_is_a_task_of_its_own_after_them() -> None:
    new = change(Kind.AC, "AC-001-03", text="An order can be on paper", fr=("FR-001",))
    (later,) = to_cut(after(taken_in(small().dossier), [new]))
    assert later.traces == ("FR-001", "AC-001-03")
    assert later.blocked_by == ("T002",) or later.files == (("billing/invoices.py", "MODIFY"),)


def test_a_decision_that_comes_later_stands_in_an_open_task_that_is_there_already() -> None:
    title, said = "Remind late payers by letter", "A reminder is a letter."
    new = change(Kind.DECISION, "ADR-0002", title=title, decision=said, status="accepted")
    first = after(taken_in(small().dossier), [new])
    plan = planned(first)
    assert [(task.id, task.title) for task in plan.serving("ADR-0002")] == [("T003", "Remind late payers")]
    assert len(plan.tasks) == len(WHOLE)
    assert plan_changes(after(first, plan_changes(first))) == ()


def test_one_that_serves_nothing_any_more_goes_unless_it_is_done_or_somebody_wrote_in_it() -> None:
    without = [Change(Op.DROP, "AC-002-01", Kind.AC), Change(Op.DROP, "FR-002", Kind.FR)]
    first = taken_in(small().dossier)
    assert [task.id for task in planned(after(first, without)).tasks] == ["T001", "T002"]
    for field, value in (("done", "yes"), ("title", "Mine")):
        kept = after(first, [revised("T003", Kind.TASK, HandEdit("tasks.md"), **{field: value})])
        assert "T003" in {task.id for task in planned(after(kept, without)).tasks}


def test_a_file_that_is_named_later_and_no_task_touches_is_not_passed_over() -> None:
    new = [
        change(Kind.FILE, "FILE-009", path="billing/order.py", action="MODIFY", tier="1"),
        revised("MOD-001", Kind.MODULE, files=("FILE-001", "FILE-009")),
    ]
    assert "FILE-009" in planned(after(taken_in(small().dossier), new)).uncovered
