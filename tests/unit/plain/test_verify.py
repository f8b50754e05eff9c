"""Was built what was planned: a plan, a repository, and what `verify` says about the two."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.artifacts.lint.findings import Finding, Severity
from roundtable_tui.codebase.files.changes import changes_since
from roundtable_tui.codebase.files.citations import cite
from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Stated
from roundtable_tui.items.open_item import open_item
from roundtable_tui.plain.handover.verify_report import Verified, verify_report
from roundtable_tui.session.intents import Review
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.exports import SAMPLE, TARGETS, sample
from tests.support.golden import analysed
from tests.support.program import program
from tests.support.projects import project_in
from tests.support.sessions import seated

if TYPE_CHECKING:
    from pathlib import Path

SLUG = SAMPLE


def git(root: Path, *words: str) -> str:
    identity = ("-c", "user.name=T", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false")
    return subprocess.run(("git", *identity, *words), cwd=root, check=True, capture_output=True, text=True).stdout


@pytest.fixture(scope="module")
def planned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample, analysed, planned and committed: nothing is built yet."""
    root = tmp_path_factory.mktemp("planned") / "project"
    root.mkdir()
    analysed(root)
    program("plan", SLUG, "--project", root)
    git(root, "init", "-q", ".")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "Analysed")
    return root


@pytest.fixture
def root(planned: Path, tmp_path: Path) -> Path:
    return shutil.copytree(planned, tmp_path / "project")


def found(root: Path, *more: str) -> dict[str, set[str]]:
    """The places, or the entries, of every finding by its code."""
    said = json.loads(program("verify", SLUG, "--since", "HEAD", "--json", "--project", root, *more).out)
    codes: dict[str, set[str]] = {}
    for finding in said["findings"]:
        codes.setdefault(finding["code"], set()).add(finding["entry"] or finding["where"])
    return codes


def test_where_nothing_is_built_everything_planned_is_named(root: Path) -> None:
    ran = program("verify", SLUG, "--since", "HEAD", "--project", root)
    assert ran.code == 1
    codes = found(root)
    assert "billing/invoices.py" in codes["create-missing"]
    assert "billing/models.py" in codes["planned-untouched"]
    assert "AC-001-01" in codes["criterion-untested"]
    assert "unplanned-change" not in codes


def test_what_is_built_is_not_named_any_more(root: Path) -> None:
    (root / "billing/invoices.py").write_text("def place_invoice_order(): ...\n")
    with (root / "billing/models.py").open("a") as file:
        file.write("\nclass Invoice: ...\n")
    (root / "tests/billing").mkdir(parents=True, exist_ok=True)
    (root / "tests/billing/test_invoices.py").write_text(
        "def test_ac_001_01_the_form_asks(): ...\n# AC-001-02\nAC00301 = 1\n"
    )
    codes = found(root)
    assert not {"billing/invoices.py", "tests/billing/test_invoices.py"} & codes["create-missing"]
    assert "billing/models.py" not in codes["planned-untouched"]
    assert not {"AC-001-01", "AC-001-02", "AC-003-01"} & codes["criterion-untested"]
    git(root, "add", "-A")
    git(root, "commit", "-qm", "Built")
    assert found(root, "--since", "HEAD~1") == codes, "committed or not, it was touched"


WRITTEN = tuple(target for target in TARGETS if target != "github")


@pytest.mark.parametrize("place", [".", "tests", "spec"])
def test_no_export_of_ours_is_a_test_of_anything_nor_a_change_that_nobody_planned(root: Path, place: str) -> None:
    before = found(root)
    for target in WRITTEN:
        assert program("export", SLUG, target, "--to", root / place, "--project", root).code == 0
    assert (root / place / "features" / SLUG / "fr-001.feature").is_file()
    assert found(root) == before


def test_an_exported_scenario_is_a_test_once_somebody_has_written_its_steps(root: Path) -> None:
    assert program("export", SLUG, "gherkin", "--to", root, "--project", root).code == 0
    steps = root / "features/steps/orders.py"
    steps.parent.mkdir(parents=True)
    steps.write_text('@then("the order is refused with error INV-101 and nothing is stored")\ndef _(): ...\n')
    untested = found(root)["criterion-untested"]
    assert "AC-001-02" not in untested
    assert "AC-001-01" in untested


def test_a_feature_of_the_projects_own_counts_and_a_document_beside_the_tests_does_not(root: Path) -> None:
    (root / "features").mkdir()
    (root / "features/own.feature").write_text("@AC-001-01\nFeature: Own\n")
    for name in ("tests/plan.md", "tests/cases.json", "specs/notes.txt"):
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text('"AC-001-02"')
    untested = found(root)["criterion-untested"]
    assert "AC-001-01" not in untested
    assert "AC-001-02" in untested


def test_what_was_touched_beside_the_plan_is_named_and_what_was_to_stay_more_so(root: Path) -> None:
    (root / "reports/other.py").write_text("x = 1\n")
    (root / "CHANGES.md").write_text("News\n")
    with (root / "subscriptions/signals.py").open("a") as file:
        file.write("\nx = 1\n")
    (root / "docs/requirements" / SLUG / "mine.md").write_text("Notes\n")
    said = json.loads(program("verify", SLUG, "--since", "HEAD", "--json", "--project", root).out)
    by_place = {one["where"]: (one["code"], one["severity"]) for one in said["findings"]}
    assert by_place["reports/other.py"] == ("unplanned-change", "warning")
    assert by_place["CHANGES.md"] == ("unplanned-change", "note")
    assert by_place["subscriptions/signals.py"] == ("forbidden-change", "warning")
    assert not any(place.endswith("mine.md") for place in by_place)


def test_cited_lines_that_moved_or_went_are_named_by_what_rests_on_them(root: Path) -> None:
    path = root / "reports/mrr.py"
    path.write_text("# a new first line\n" + path.read_text())
    codes = found(root)
    assert codes["citation-moved"]
    (root / "subscriptions/services.py").write_text("gone = True\n")
    assert found(root)["citation-gone"]


def test_lines_that_one_edit_moved_together_are_told_in_one_line_and_each_to_a_program() -> None:
    moved = [
        Finding(Severity.NOTE, "citation-moved", f"a.py:{at}", f"FR-00{at}", "It moved.", "Look.")
        for at in (1, 2, 3, 4)
    ]
    other = Finding(Severity.NOTE, "citation-moved", "b.py:7", "FR-009", "It moved.", "Look.")
    done = Verified(sample(), (*moved, other), (), None)
    said = verify_report(done, as_json=False)
    assert "citation-moved (a.py): 4 cited places of it stand elsewhere in it now: those of FR-001, FR-002" in said
    assert "citation-moved (b.py:7 FR-009): It moved." in said
    assert said.count("citation-moved") == 2
    assert len(json.loads(verify_report(done, as_json=True))["findings"]) == 5


def test_a_decision_that_check_sees_contested_is_named(root: Path) -> None:
    assert "decision-contradicted" not in found(root)
    doubt = Change(Op.REVISE, "ADR-0001", Kind.DECISION, {"status": "contested"}, (Stated(1),))

    async def review() -> None:
        async with seated(open_item(project_in(root), SLUG), OfflineVoice()) as session:
            await session.do(Review(lambda _turn: (doubt,)))

    asyncio.run(review())
    assert found(root)["decision-contradicted"] == {"ADR-0001"}


def test_a_decision_whose_lines_changed_is_named_for_that_and_not_as_contradicted(root: Path) -> None:
    seen = cite(root, "subscriptions/services.py", 1, 5)
    shown = Change(Op.REVISE, "ADR-0001", Kind.DECISION, {"consequences": "as the code does it"}, (seen,))

    async def review() -> None:
        async with seated(open_item(project_in(root), SLUG), OfflineVoice()) as session:
            await session.do(Review(lambda _turn: (shown,)))

    asyncio.run(review())
    (root / "subscriptions/services.py").write_text("gone = True\n")
    codes = found(root)
    assert "ADR-0001" in codes["citation-gone"]
    assert "decision-contradicted" not in codes


def test_the_findings_come_as_sarif_with_lines_and_fingerprints_that_stay(root: Path, tmp_path: Path) -> None:
    file = tmp_path / "out.sarif"
    program("verify", SLUG, "--since", "HEAD", "--sarif", file, "--project", root)
    first = json.loads(file.read_text())
    results = first["runs"][0]["results"]
    untested = next(one for one in results if "AC-001-01" in one["message"]["text"])
    place = untested["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"].endswith("requirements-spec.md")
    assert place["region"]["startLine"] > 1
    (root / "reports/other.py").write_text("x = 1\n")
    assert program("verify", SLUG, "--since", "HEAD", "--sarif", file, "--project", root).code == 1
    again = json.loads(file.read_text())["runs"][0]["results"]
    prints = {one["partialFingerprints"]["roundtableFinding/v1"] for one in results}
    assert len(again) == len(results) + 1
    assert prints < {one["partialFingerprints"]["roundtableFinding/v1"] for one in again}
    file.write_text("mine")
    refused = program("verify", SLUG, "--since", "HEAD", "--sarif", file, "--project", root)
    assert (refused.code, file.read_text()) == (1, "mine")


def test_without_a_commit_to_compare_with_the_rest_is_checked_all_the_same(root: Path) -> None:
    shutil.rmtree(root / ".git")
    said = json.loads(program("verify", SLUG, "--json", "--project", root).out)
    codes = {finding["code"] for finding in said["findings"]}
    assert {"nothing-to-compare", "create-missing", "criterion-untested"} <= codes
    assert "planned-untouched" not in codes


@pytest.mark.parametrize("since", ["no-such-branch", "--output=/tmp/x", "HEAD; rm -rf ."])
def test_a_commit_that_is_none_is_named_and_never_an_option_of_git(root: Path, since: str) -> None:
    ran = program("verify", SLUG, f"--since={since}", "--project", root)
    assert ran.code == 2
    assert "Git knows no commit" in ran.err


def test_a_filter_of_the_repository_is_never_run_and_line_ends_are_no_change(root: Path) -> None:
    (root / ".gitattributes").write_text("reports/mrr.py filter=evil\n")
    git(root, "add", ".gitattributes")
    git(root, "commit", "-qm", "Attributes")
    git(root, "config", "filter.evil.clean", "touch ran; cat")
    for name in ("reports/mrr.py", "billing/models.py"):
        path = root / name
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    changes = changes_since(root, "HEAD")
    assert changes is not None
    assert changes.all == frozenset()
    assert not (root / "ran").exists()
