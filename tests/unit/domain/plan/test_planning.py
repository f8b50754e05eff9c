"""What holds of every plan, and of a plan that is made again."""

from __future__ import annotations

from graphlib import TopologicalSorter
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from roundtable_tui.domain.dossier.dossier import Change, Dossier, Op, apply_change, note_used
from roundtable_tui.domain.dossier.kinds import ACTIONS, PRIORITIES, Kind, Value
from roundtable_tui.domain.dossier.provenance import HandEdit, Inferred, Source, Stated
from roundtable_tui.domain.plan.planning import plan_changes, plan_on_record, planned
from tests.support.dossiers import NASTY, change, small

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roundtable_tui.domain.plan.tasks import Plan, Task

_TEXTS = st.one_of(st.sampled_from(["Order on invoice", "Remind late payers", "ledger.book"]), st.sampled_from(NASTY))


def after(dossier: Dossier, changes: Iterable[Change]) -> Dossier:
    entries, used = dict(dossier.entries), dict(dossier.used)
    for one in changes:
        apply_change(entries, one, 9)
        note_used(used, one.id)
    return replace(dossier, entries=entries, used=used)


def recorded(dossier: Dossier) -> Dossier:
    """The dossier once its plan is journaled."""
    return after(dossier, plan_changes(dossier))


def revised(entry_id: str, kind: Kind, source: Source | None = None, **fields: Value) -> Change:
    return Change(Op.REVISE, entry_id, kind, fields, (source or Stated(4),))


def by_title(plan: Plan, words: str) -> Task:
    return next(task for task in plan.tasks if words in task.title)


@st.composite
def dossiers(draw: st.DrawFn) -> Dossier:
    """Requirements, modules, steps, files and decisions that refer to each other in any way, circles included."""

    def ids(prefix: str, most: int, width: int = 3) -> list[str]:
        return [f"{prefix}-{number:0{width}d}" for number in range(1, draw(st.integers(0, most)) + 1)]

    def some(known: list[str]) -> tuple[str, ...]:
        return tuple(draw(st.lists(st.sampled_from(known), max_size=3))) if known else ()

    frs, modules, steps, files = ids("FR", 4), ids("MOD", 4), ids("BUILD", 4), ids("FILE", 5)
    made = [change(Kind.FR, one, title=draw(_TEXTS), priority=draw(st.sampled_from(PRIORITIES))) for one in frs]
    for fr in frs:
        numbers = range(1, draw(st.integers(0, 3)) + 1)
        made += [change(Kind.AC, f"AC-{fr[3:]}-{number:02d}", text=draw(_TEXTS), fr=(fr,)) for number in numbers]
    for one in files:
        path = draw(st.sampled_from(["a/ledger.py", "a/invoice.py", "tests/test_ledger.py", "b c.md", *NASTY]))
        made.append(change(Kind.FILE, one, path=path, action=draw(st.sampled_from(ACTIONS)), traces=some(frs)))
    made += [
        change(Kind.MODULE, one, text=draw(_TEXTS), depends_on=some(modules), traces=some(frs), files=some(files))
        for one in modules
    ]
    made += [change(Kind.BUILD_STEP, one, text=draw(_TEXTS), depends_on=some(steps)) for one in steps]
    for one in ids("ADR", 2, 4):
        status = draw(st.sampled_from(["accepted", "proposed"]))
        made.append(change(Kind.DECISION, one, title=draw(_TEXTS), status=status))
    return after(Dossier(), made)


def owed(dossier: Dossier) -> set[str]:
    """What must have a task."""
    musts = [fr for fr in dossier.of(Kind.FR) if fr.get("priority") == "Must Have"]
    names = {ac.id for fr in musts for ac in dossier.children(fr.id)}
    return names | {one.id for one in dossier.of(Kind.DECISION) if one.get("status") == "accepted"}


@given(dossiers())
def test_no_task_waits_for_itself_and_each_comes_after_what_it_waits_for(dossier: Dossier) -> None:
    plan = planned(dossier)
    place = {task.id: number for number, task in enumerate(plan.tasks)}
    TopologicalSorter({task.id: task.blocked_by for task in plan.tasks}).prepare()
    assert all(place[other] < place[task.id] for task in plan.tasks for other in task.blocked_by)


@given(dossiers())
def test_every_must_criterion_and_accepted_decision_has_a_task_or_is_named(dossier: Dossier) -> None:
    plan = planned(dossier)
    served = {name for task in plan.tasks for name in task.traces}
    assert owed(dossier) <= served | set(plan.uncovered)
    assert served.isdisjoint(plan.uncovered)


@given(dossiers())
def test_every_task_serves_a_criterion_or_a_decision_that_exists(dossier: Dossier) -> None:
    for task in planned(dossier).tasks:
        assert any(name.startswith(("AC-", "ADR-")) for name in task.traces)
        assert set(task.traces) <= dossier.entries.keys()


@given(dossiers())
def test_a_plan_made_twice_is_the_same_plan(dossier: Dossier) -> None:
    first = recorded(dossier)
    assert plan_on_record(first) == planned(dossier)
    assert plan_changes(first) == ()


@given(dossiers(), st.data())
def test_ids_keep_their_meaning_and_ticks_stay_whatever_else_changes(dossier: Dossier, data: st.DataObject) -> None:
    first = recorded(dossier)
    tasks = plan_on_record(first).tasks
    ticked = {task.id for task in tasks if data.draw(st.booleans())}
    hand = HandEdit("tasks.md")
    changed = after(first, [revised(name, Kind.TASK, hand, done="yes") for name in sorted(ticked)])
    gone = data.draw(st.lists(st.sampled_from(sorted(dossier.entries)), max_size=3)) if dossier.entries else []
    more = change(Kind.AC, "AC-001-09", text="Something new", fr=("FR-001",))
    changed = after(changed, [*(Change(Op.DROP, one, dossier.entries[one].kind) for one in gone), more])
    second = {task.id: task for task in planned(changed).tasks}
    before = {task.id: task for task in tasks}
    assert ticked <= second.keys()
    assert all(second[name].done for name in ticked)
    assert {name: second[name].about for name in before.keys() & second.keys()} == {
        name: before[name].about for name in before.keys() & second.keys()
    }
    assert plan_changes(recorded(changed)) == ()


def test_a_requirement_becomes_a_task_of_each_module_that_serves_it() -> None:
    plan = planned(small().dossier)
    assert [(task.id, task.stage, task.title) for task in plan.tasks] == [
        ("T001", "Must Have", "billing.invoices: Order on invoice"),
        ("T002", "Should Have", "dunning: Remind late payers"),
    ]
    assert plan.tasks[0].traces == ("FR-001", "AC-001-01", "AC-001-02", "ADR-0001")
    assert plan.tasks[0].files == (("billing/invoices.py", "CREATE"),)
    assert plan.tasks[1].blocked_by == ("T001",)
    assert plan.uncovered == ()


def test_a_test_stands_beside_what_it_tests() -> None:
    new = change(Kind.FILE, "FILE-003", path="tests/billing/test_invoices.py", action="CREATE", tier="3")
    task = by_title(planned(after(small().dossier, [new])), "Order on invoice")
    assert [path for path, _ in task.files] == ["billing/invoices.py", "tests/billing/test_invoices.py"]


def test_a_file_is_created_once_and_whatever_else_touches_it_waits() -> None:
    more = [
        change(Kind.FR, "FR-003", title="Cancel an order", priority="Must Have"),
        change(Kind.AC, "AC-003-01", text="A cancelled order is refunded", fr=("FR-003",)),
        revised("MOD-001", Kind.MODULE, traces=("FR-001", "FR-003")),
    ]
    plan = planned(after(small().dossier, more))
    first, second = by_title(plan, "Order on invoice"), by_title(plan, "Cancel an order")
    assert first.files == (("billing/invoices.py", "CREATE"),)
    assert second.files == (("billing/invoices.py", "MODIFY"),)
    assert second.blocked_by == (first.id,)


def test_the_build_order_makes_the_phases() -> None:
    steps = [
        change(Kind.BUILD_STEP, "BUILD-001", text="Schema and migration"),
        change(Kind.BUILD_STEP, "BUILD-002", text="Ordering on invoice", depends_on=("BUILD-001",)),
        change(Kind.BUILD_STEP, "BUILD-003", text="Reminders for late payers", depends_on=("BUILD-002",)),
    ]
    plan = planned(after(small().dossier, steps))
    assert plan.stages == ("Schema and migration", "Ordering on invoice", "Reminders for late payers")
    assert by_title(plan, "Schema").traces == ("FR-001", "AC-001-01", "AC-001-02")
    assert by_title(plan, "Order on invoice").blocked_by == (by_title(plan, "Schema").id,)


@pytest.mark.parametrize("priority", ["Must Have", "Should Have", ""])
def test_a_requirement_without_a_criterion_and_a_file_without_a_place_are_named(priority: str) -> None:
    more = [
        change(Kind.FR, "FR-008", title="Swim", priority="Won't Have"),
        change(Kind.FR, "FR-009", title="Fly", priority=priority),
        change(Kind.FILE, "FILE-009", path="zzz/qqq.cfg", action="MODIFY", tier="1"),
    ]
    assert planned(after(small().dossier, more)).uncovered == ("FR-009", "FILE-009")


def test_a_done_task_stays_as_it_was_and_what_came_later_is_another() -> None:
    first = after(recorded(small().dossier), [revised("T001", Kind.TASK, HandEdit("tasks.md"), done="yes")])
    new = change(Kind.AC, "AC-001-03", text="An order can be on paper", fr=("FR-001",))
    plan = planned(after(first, [new]))
    assert next(task for task in plan.tasks if task.id == "T001").traces == (
        "FR-001",
        "AC-001-01",
        "AC-001-02",
        "ADR-0001",
    )
    later = next(task for task in plan.tasks if task.id == "T003")
    assert later.title == "billing.invoices: Order on invoice: what was added since"
    assert later.traces == ("FR-001", "AC-001-03")
    assert not later.done


def test_what_the_user_wrote_into_a_task_is_not_written_over() -> None:
    first = after(recorded(small().dossier), [revised("T001", Kind.TASK, HandEdit("tasks.md"), title="Invoices first")])
    plan = planned(after(first, [revised("FR-001", Kind.FR, title="Order by letter")]))
    assert next(task for task in plan.tasks if task.id == "T001").title == "Invoices first"


def test_a_task_of_somebody_else_is_kept_and_what_it_serves_is_not_planned_again() -> None:
    own = change(Kind.TASK, "T001", (Stated(3),), title="All of it", traces=("FR-002", "AC-002-01"), done="no")
    plan = planned(after(small().dossier, [own]))
    assert [task.title for task in plan.tasks if "AC-002-01" in task.traces] == ["All of it"]


def test_a_task_whose_requirement_is_gone_goes_unless_it_is_done() -> None:
    first = recorded(small().dossier)
    without = [Change(Op.DROP, "AC-002-01", Kind.AC), Change(Op.DROP, "FR-002", Kind.FR)]
    assert "T002" not in {task.id for task in planned(after(first, without)).tasks}
    ticked = after(first, [revised("T002", Kind.TASK, HandEdit("tasks.md"), done="yes")])
    assert "T002" in {task.id for task in planned(after(ticked, without)).tasks}


def test_an_id_that_was_given_out_is_never_given_again() -> None:
    first = recorded(small().dossier)
    without = after(first, [Change(Op.DROP, "T002", Kind.TASK)])
    assert {task.id for task in planned(without).tasks} == {"T001", "T003"}


def test_circles_that_the_user_writes_are_left_out_of_the_plan() -> None:
    hand = HandEdit("tasks.md")
    first = after(
        recorded(small().dossier),
        [
            revised("T001", Kind.TASK, hand, blocked_by=("T002",)),
            revised("T002", Kind.TASK, hand, blocked_by=("T001",)),
        ],
    )
    waits = {task.id: task.blocked_by for task in plan_on_record(first).tasks}
    assert (waits["T001"], waits["T002"]) == (("T002",), ())


def test_tasks_rest_on_the_turns_of_what_they_were_cut_from() -> None:
    first = next(one for one in plan_changes(small().dossier) if one.id == "T001")
    assert first.sources == (Inferred((3,), ("FR-001", "MOD-001", "AC-001-01", "AC-001-02", "ADR-0001")),)


def one_fr(number: int, title: str, *criteria: str) -> list[Change]:
    fr = f"FR-{number:03d}"
    return [
        change(Kind.FR, fr, title=title, priority="Must Have"),
        *(change(Kind.AC, f"AC-{number:03d}-{at:02d}", text=text, fr=(fr,)) for at, text in enumerate(criteria, 1)),
    ]


def cached() -> Dossier:
    """Work as people describe it: modules and steps that name code, and criteria that all speak of one function."""
    return after(
        Dossier(),
        [
            *one_fr(1, "Evicted entries", "The function is called with the result that is evicted", "Nothing is lost"),
            *one_fr(2, "Expired entries", "An error of the function is logged when an entry expires"),
            *one_fr(3, "A failing function", "A failing function is logged", "The caller of `cached` gets its result"),
            *one_fr(4, "Documented", "The manual says when the function is called"),
            change(Kind.MODULE, "MOD-001", text="`Cache` and its kinds", traces=("FR-001", "FR-003")),
            change(Kind.MODULE, "MOD-002", text="`TTLCache`", traces=("FR-002",)),
            change(Kind.FILE, "FILE-001", path="docs/index.rst", action="MODIFY", traces=("FR-001",)),
            change(Kind.FILE, "FILE-002", path="tests/test_decorator.py", action="MODIFY", traces=("FR-003",)),
            change(Kind.BUILD_STEP, "BUILD-001", text="The base class `Cache`"),
            change(Kind.BUILD_STEP, "BUILD-002", text="`TTLCache` with expired entries", depends_on=("BUILD-001",)),
            change(
                Kind.BUILD_STEP,
                "BUILD-003",
                text="Tests of `cached` in test_decorator.py: the caller gets the result",
                depends_on=("BUILD-001",),
            ),
            change(Kind.BUILD_STEP, "BUILD-004", text="Describe it in docs/index.rst", depends_on=("BUILD-002",)),
        ],
    )


def test_a_requirement_is_built_in_the_step_that_speaks_of_its_subject_or_names_its_module() -> None:
    plan = planned(cached())
    stages = {task.title: task.stage for task in plan.tasks}
    assert stages["`Cache` and its kinds: Evicted entries"] == "The base class `Cache`"
    assert stages["`TTLCache`: Expired entries"] == "`TTLCache` with expired entries"


def test_a_step_that_no_requirement_belongs_to_serves_only_the_criteria_it_speaks_of() -> None:
    task = by_title(planned(cached()), "Tests of `cached`")
    assert task.traces == ("FR-003", "AC-003-02")
    assert task.files == (("tests/test_decorator.py", "MODIFY"),)


def test_groundwork_that_speaks_of_no_criterion_serves_the_next_requirement_and_not_all() -> None:
    steps = [
        change(Kind.BUILD_STEP, "BUILD-005", text="Prepare the workspace"),
        revised("BUILD-001", Kind.BUILD_STEP, depends_on=("BUILD-005",)),
    ]
    assert by_title(planned(after(cached(), steps)), "Prepare").traces == ("FR-001", "AC-001-01", "AC-001-02")


def test_a_step_touches_the_files_it_calls_by_name_and_serves_what_they_are_touched_for() -> None:
    task = by_title(planned(cached()), "Describe it")
    assert task.files == (("docs/index.rst", "MODIFY"),)
    assert "FR-001" in task.traces


def test_a_decision_that_was_proposed_stands_in_the_tasks_it_speaks_of_and_a_contested_one_does_not() -> None:
    title, said = "Where expired entries of the `TTLCache` go", "Into a list until the call ends."
    proposed = change(Kind.DECISION, "ADR-0001", title=title, decision=said, status="proposed")
    plan = planned(after(cached(), [proposed]))
    assert [task.title for task in plan.serving("ADR-0001")] == ["`TTLCache`: Expired entries"]
    contested = planned(after(cached(), [proposed, revised("ADR-0001", Kind.DECISION, status="contested")]))
    assert contested.serving("ADR-0001") == ()


def test_an_accepted_decision_that_speaks_of_nothing_planned_is_a_task() -> None:
    stray = change(Kind.DECISION, "ADR-0001", title="Postgres", decision="Use Postgres 16", status="accepted")
    assert by_title(planned(after(cached(), [stray])), "Carry out ADR-0001").traces == ("ADR-0001",)
