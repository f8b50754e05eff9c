"""Any dossier renders, and what is rendered says the same when other programs read it."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING

import pytest
import yaml
from hypothesis import given, settings
from msgspec.structs import replace

from roundtable_tui.artifacts.reading import parsing
from roundtable_tui.artifacts.render.file_names import artifact_files, record_files, with_files
from roundtable_tui.artifacts.render.machine_data import matrix, stories
from roundtable_tui.artifacts.render.phrasing import title_of
from roundtable_tui.artifacts.render.renderer import Renderer
from roundtable_tui.artifacts.render.template_view import View
from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Confirmed
from roundtable_tui.domain.journal.state import Conversation
from roundtable_tui.domain.journal.values import Stage
from roundtable_tui.domain.knowledge.artifact_specs import ARTIFACTS
from roundtable_tui.domain.talk.sanitize import neutral, one_line
from roundtable_tui.library.assets import shipped_assets
from roundtable_tui.library.loader import load_knowledge
from tests.support.dossiers import change, full, small, state_of, states
from tests.support.states import changed

if TYPE_CHECKING:
    from roundtable_tui.domain.journal.state import State

NAMES = (
    *(spec.name for spec in ARTIFACTS),
    *("tasks.md", "requirements-summary.md", "architecture-summary.md", "adr-0001-own-invoices.md", "adr-0404-gone.md"),
    *("something-else.md", "something-else.json", "something-else.csv", "something-else.yaml"),
)


@cache
def shipped() -> Renderer:
    return Renderer(load_knowledge([shipped_assets()]), [shipped_assets()])


@pytest.mark.slow
@settings(max_examples=60)
@given(states())
def test_any_dossier_renders_and_reads_back_as_the_same_entries(state: State) -> None:
    files = shipped().render_all(state, NAMES)
    _requirements_read_back(state, files["requirements-spec.md"])
    _stories_and_matrix_read_back(state, files)
    _files_read_back(state, files["impact-analysis.md"])
    _size_reads_back(state, files["quick-scan.md"])
    _interfaces_read_back(state, files["interface-spec.yaml"])
    for name, text in files.items():
        assert text == neutral(text), name
        if name.endswith(".md") and name != "nfr-matrix.md":
            assert list(parsing.header(text)) == [
                "Source", "Date", "Status", "Confidence", "Last Updated", "Coverage",
            ]  # fmt: skip
    for name in ("something-else.json", "something-else.yaml"):
        assert isinstance(json.loads(files[name]), dict)


def _requirements_read_back(state: State, spec: str) -> None:
    view = View(state)
    expected = [
        (
            fr.id,
            title_of(fr),
            fr.text("priority"),
            str(fr.confidence),
            {ac.id: one_line(ac.text()) or "–" for ac in view.criteria.get(fr.id, ())},
        )
        for fr in state.dossier.of(Kind.FR)
    ]
    found = [(fr.id, fr.title, fr.priority, fr.confidence, fr.criteria) for fr in parsing.requirements(spec)]
    assert found == expected


def _stories_and_matrix_read_back(state: State, files: dict[str, str]) -> None:
    view = View(state)
    assert {"stories": list(parsing.stories(files["user-stories.json"]))} == stories(view)
    assert list(parsing.matrix(files["traceability-matrix.csv"])) == matrix(view)


def _files_read_back(state: State, impact: str) -> None:
    files = state.dossier.of(Kind.FILE)
    view = View(state)
    direct = {(one_line(file.text("path")), file.text("action")) for file in view.direct if one_line(file.text("path"))}
    assert {(file.path, file.action) for file in parsing.directly_affected(impact) if file.path} >= direct
    tiers = {(one_line(file.text("path")), file.text("tier")) for file in files if file.text("tier")}
    read = {(file.path, file.tier) for file in parsing.tiers(impact)}
    assert {row for row in tiers if row[0]} <= read
    loaded = parsing.last_json(impact)
    assert list(loaded) == [
        "files_directly_affected",
        "modules_affected",
        "risk_level",
        "blast_radius",
        "coverage_gaps",
        "files",
        "modules",
        "gaps",
        "tiers",
    ]


def _size_reads_back(state: State, quick_scan: str) -> None:
    size = View(state).assessment.size
    known = {"Scope": size.scope, "File Count": size.file_count, "Complexity": size.complexity}
    expected = {name: str(value) for name, value in known.items() if value is not None}
    assert parsing.size(quick_scan) == expected
    assert parsing.last_json(quick_scan).get("affected_file_count") == size.file_count


def _interfaces_read_back(state: State, text: str) -> None:
    loaded = yaml.safe_load(text)["interfaces"]
    interfaces = state.dossier.of(Kind.INTERFACE)
    assert [one["id"] for one in loaded] == [interface.id for interface in interfaces]
    for one, interface in zip(loaded, interfaces, strict=True):
        if "schema" in interface.fields:
            wanted = "\n".join(line.rstrip() for line in neutral(interface.text("schema")).strip().split("\n"))
            read = "\n".join(line.rstrip() for line in str(one["schema"]).split("\n"))
            assert read == wanted


def test_everything_on_record_is_said_in_some_document() -> None:
    state = full()
    rendered = "\n".join(shipped().render_all(state, artifact_files(state, NAMES)).values()).casefold()
    unsaid = [
        f"{entry.id}.{name}"
        for entry in state.dossier
        for name, said in entry.fields.items()
        if isinstance(said.value, str) and " word" in said.value and said.value not in rendered
        if name != "keeps"  # where an answer goes is nothing to read
    ]
    assert unsaid == []


def test_rendering_the_same_state_twice_gives_the_same_bytes() -> None:
    other = Renderer(load_knowledge([shipped_assets()]), [shipped_assets()])
    assert shipped().render_all(small(), NAMES) == other.render_all(small(), NAMES)


def test_every_requirement_leads_to_its_criteria_stories_modules_and_files() -> None:
    state = with_files(small(), ("requirements-spec.md", "module-design.md"))
    summary = shipped().render("design-summary.md", state)
    row = next(line for line in summary.splitlines() if line.startswith("| [FR-001]"))
    assert parsing.cells(row) == [
        "[FR-001](requirements-spec.md#fr-001-order-on-invoice)",
        "Order on invoice",
        "AC-001-01, AC-001-02",
        "US-001",
        "[MOD-001](module-design.md#mod-001-billinginvoices)",
        "`billing/invoices.py` *(proposed)*",
    ]


def test_the_matrix_has_a_row_for_each_criterion_with_each_story() -> None:
    rows = parsing.matrix(shipped().render("traceability-matrix.csv", small()))
    assert [row[:4] for row in rows] == [
        ("FR-001", "AC-001-01", "US-001", "High"),
        ("FR-001", "AC-001-02", "US-001", "High"),
        ("FR-002", "AC-002-01", "US-002", "Medium"),
    ]


def test_a_requirement_without_criteria_or_story_still_has_a_row() -> None:
    state = state_of([change(Kind.FR, "FR-001", title="Alone")])
    assert parsing.matrix(shipped().render("traceability-matrix.csv", state)) == (("FR-001", "", "", "High", "turn 3"),)


def test_a_file_that_does_not_exist_yet_is_marked_beside_its_action() -> None:
    impact = shipped().render("impact-analysis.md", small())
    assert "| `billing/invoices.py` | CREATE | *(proposed)* numbers them |" in impact


def test_a_question_stands_beside_the_entry_it_is_about_and_nowhere_else() -> None:
    state = small()
    files = shipped().render_all(state, NAMES)
    assert [name for name, text in files.items() if "Who signs it off?" in text] == ["requirements-spec.md"]


def test_lines_of_code_stay_cited_where_an_entry_rests_on_them() -> None:
    assert "`billing/tasks.py:10-12`" in shipped().render("module-design.md", small())


def test_what_nobody_confirmed_is_listed_as_an_assumption() -> None:
    design = shipped().render("module-design.md", small())
    assert "- Nobody has confirmed this module yet: [MOD-002](module-design.md#mod-002-dunning)." in design


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith(".md")])
def test_no_heading_is_empty(name: str) -> None:
    lines = [line for line in shipped().render(name, small()).splitlines() if line]
    for line, following in zip(lines, [*lines[1:], "## end"], strict=True):
        if line.startswith("## "):
            assert not following.startswith(("# ", "## ")), line


def test_a_decision_record_says_status_context_decision_and_consequences() -> None:
    record = shipped().render("adr-0001-own-invoices.md", small())
    wanted = {"## Status", "## Context", "## Considered Options", "## Decision", "## Consequences"}
    assert wanted <= set(parsing.headings(record))
    assert "Fifteen days of work." in record.split("## Consequences")[1]


@pytest.mark.parametrize("name", ["user-stories.json", "traceability-matrix.csv", "nfr-matrix.md"])
def test_a_file_for_one_kind_of_entry_is_written_when_there_is_one(name: str) -> None:
    assert artifact_files(state_of([]), [name]) == ()
    assert artifact_files(small(), [name]) == (name,)
    assert artifact_files(with_files(state_of([]), [name]), [name]) == (name,)


def test_with_the_architecture_a_record_is_written_for_each_decision() -> None:
    assert artifact_files(small(), ["architecture-overview.md"]) == (
        "architecture-overview.md",
        "adr-0001-own-invoices-because-numbering-is-ours.md",
    )
    assert artifact_files(small(), ["quick-scan.md"]) == ("quick-scan.md",)


def test_a_change_of_one_requirement_leaves_the_design_documents_as_they_were() -> None:
    before = small()
    entries = dict(before.dossier.entries)
    changed = state_of([change(Kind.RISK, "RISK-001", text="Nobody pays")])
    dossier = replace(
        before.dossier,
        entries={**entries, **changed.dossier.entries},
        version=before.dossier.version + 1,
        version_turn=4,
    )
    after = replace(before, dossier=dossier)
    names = ("module-design.md", "interface-spec.md", "data-flow.md", "impact-analysis.md", "user-stories.json")
    assert shipped().render_all(before, names) == shipped().render_all(after, names)


PROPOSED = change(Kind.DECISION, "ADR-0001", title="We number by ourselves", status="proposed")


@pytest.mark.parametrize(
    ("state", "standing"),
    [
        (state_of([PROPOSED]), "Proposed"),
        (state_of([PROPOSED, Change(Op.CONFIRM, "ADR-0001", Kind.DECISION, sources=(Confirmed(2),))]), "Accepted"),
        (changed(state_of([PROPOSED]), conversation=Conversation(accepted={Stage.ARCHITECTURE: "x"})), "Proposed"),
        (changed(state_of([PROPOSED]), conversation=Conversation(accepted={Stage.REQUIREMENTS: "x"})), "Proposed"),
        (changed(state_of([PROPOSED]), conversation=Conversation(domains=(Stage.ARCHITECTURE,), ended=9)), "Accepted"),
        (
            changed(
                state_of([change(Kind.DECISION, "ADR-0001", title="We number", status="contested")]),
                conversation=Conversation(domains=(Stage.ARCHITECTURE,)),
            ),
            "Contested",
        ),
    ],
)
def test_a_decision_is_accepted_with_the_user_or_with_the_architecture(state: State, standing: str) -> None:
    (name,) = record_files(state).values()
    assert f"## Status\n\n{standing}\n" in shipped().render(name, state)
