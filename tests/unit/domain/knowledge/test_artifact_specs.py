"""When an artifact may be written for the first time, row by row of the table of artifacts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.dossier.dossier import Dossier, Entry, FieldValue
from roundtable_tui.domain.dossier.kinds import Kind, Value
from roundtable_tui.domain.journal.code_facts import Scanned
from roundtable_tui.domain.journal.events import ItemCreated
from roundtable_tui.domain.knowledge.artifact_specs import (
    ARTIFACTS,
    LEAD,
    artifact,
    asks_architecture,
    missing_for,
    ready,
)
from roundtable_tui.domain.knowledge.phases import ALEX, JORDAN, MAYA, PHASE_KEYS
from tests.support.states import changed

if TYPE_CHECKING:
    from roundtable_tui.domain.journal.state import State

SCAN = Scanned(("pay",), (), (), 20, 0)


def entry(entry_id: str, kind: Kind, **fields: Value) -> Entry:
    return Entry(entry_id, kind, {name: FieldValue(value, ()) for name, value in fields.items()}, 1)


def state(*entries: Entry, scan: Scanned | None = None, tier: str = "standard") -> State:
    item = ItemCreated("pay", "Pay by invoice", "manual", "", "conversation", tier)
    return changed(item=item, dossier=Dossier({one.id: one for one in entries}), scan=scan)


SPEC = (
    entry("PROB-001", Kind.PROBLEM, text="Late."),
    entry("USER-001", Kind.USER, text="Accountant"),
    *(entry(f"FR-{number:03d}", Kind.FR, title="Pay") for number in (1, 2, 3)),
    *(entry(f"AC-{number:03d}-01", Kind.AC, text="Paid.", fr=(f"FR-{number:03d}",)) for number in (1, 2, 3)),
)
STORY = entry("US-001", Kind.STORY, title="As an accountant")
QUALITY = entry("NFR-001", Kind.QUALITY, text="Fast")
FILE = entry("FILE-001", Kind.FILE, path="app/pay.py", tier="1")
OPTIONS = (entry("OPT-001", Kind.OPTION, title="Queue"), entry("OPT-002", Kind.OPTION, title="Table"))
DECISION = entry("ADR-0001", Kind.DECISION, title="Queue")
CONTESTED = entry("ADR-0002", Kind.DECISION, title="Table", status="contested")
MODULE = entry("MOD-001", Kind.MODULE, text="billing", responsibility="Bills.")
INTERFACE = entry("IF-001", Kind.INTERFACE, text="pay()")
TECHNOLOGY = entry("TECH-001", Kind.TECHNOLOGY, text="Redis")
INTEGRATION = entry("INT-001", Kind.INTEGRATION, text="Bank")
FLOW = entry("FLOW-001", Kind.FLOW, text="Invoice to bank")
ERROR = entry("ERR-001", Kind.ERROR, text="Bank is down")
DESIGN = {"module-design.md", "design-summary.md"}


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        (state(), set()),
        (state(scan=SCAN), {"quick-scan.md"}),
        (state(scan=Scanned((), (), (), 0, 0, problem="stopped")), set()),
        (state(*SPEC), {"requirements-spec.md"}),
        (state(*SPEC[1:]), set()),
        (state(SPEC[0], *SPEC[2:]), set()),
        (state(*SPEC[:-1]), set()),
        (state(*SPEC, STORY), {"requirements-spec.md", "user-stories.json", "traceability-matrix.csv"}),
        (state(*SPEC, QUALITY), {"requirements-spec.md", "nfr-matrix.md"}),
        (state(STORY, QUALITY), set()),
        (state(FILE, scan=SCAN), {"quick-scan.md", "impact-analysis.md"}),
        (state(FILE), set()),
        (state(entry("FILE-001", Kind.FILE, path="a.py"), scan=SCAN), {"quick-scan.md"}),
        (state(*OPTIONS, DECISION), {"architecture-overview.md"}),
        (state(OPTIONS[0], DECISION), set()),
        (state(*OPTIONS), set()),
        (state(DECISION, TECHNOLOGY, INTEGRATION), {"tech-stack-decision.md", "component-interactions.md"}),
        (state(DECISION, MODULE), DESIGN),
        (state(MODULE), {"design-summary.md"}),
        (state(MODULE, tier="light"), DESIGN),
        (state(MODULE, tier="epic"), {"design-summary.md"}),
        (state(DECISION, CONTESTED, MODULE), {"design-summary.md"}),
        (state(DECISION, entry("MOD-001", Kind.MODULE, text="billing")), set()),
        (state(DECISION, MODULE, INTERFACE), {*DESIGN, "interface-spec.md", "interface-spec.yaml"}),
        (state(DECISION, MODULE, FLOW, ERROR), {*DESIGN, "data-flow.md", "error-taxonomy.md"}),
    ],
)
def test_an_artifact_is_ready_when_its_row_says_so(now: State, expected: set[str]) -> None:
    assert {spec.name for spec in ready(now)} == expected


def test_what_is_missing_is_said_in_words() -> None:
    spec = artifact("requirements-spec.md")
    assert spec is not None
    assert missing_for(spec, state(SPEC[0])) == (
        "at least one user type",
        "at least three functional requirements with an acceptance criterion",
    )


@pytest.mark.parametrize(
    ("name", "owner"),
    [
        ("quick-scan.md", LEAD),
        ("requirements-spec.md", MAYA),
        ("user-stories.json", MAYA),
        ("traceability-matrix.csv", MAYA),
        ("nfr-matrix.md", MAYA),
        ("impact-analysis.md", ALEX),
        ("architecture-overview.md", ALEX),
        ("tech-stack-decision.md", ALEX),
        ("component-interactions.md", ALEX),
        ("module-design.md", JORDAN),
        ("interface-spec.md", JORDAN),
        ("interface-spec.yaml", JORDAN),
        ("data-flow.md", JORDAN),
        ("error-taxonomy.md", JORDAN),
        ("design-summary.md", JORDAN),
    ],
)
def test_every_artifact_has_its_owner(name: str, owner: str) -> None:
    spec = artifact(name)
    assert spec is not None
    assert (spec.owner, spec.shared) == (owner, name == "nfr-matrix.md")


def test_every_artifact_belongs_to_a_phase_and_is_listed_once() -> None:
    names = [spec.name for spec in ARTIFACTS]
    assert len(set(names)) == len(names)
    assert {spec.phase for spec in ARTIFACTS} == set(PHASE_KEYS)


def test_an_unknown_artifact_is_none() -> None:
    assert artifact("novel.md") is None


@pytest.mark.parametrize(("tier", "asked"), [("trivial", False), ("light", False), ("standard", True), ("epic", True)])
def test_only_larger_tiers_are_asked_about_architecture(tier: str, asked: bool) -> None:
    assert asks_architecture(tier) is asked
