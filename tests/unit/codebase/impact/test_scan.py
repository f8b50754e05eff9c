"""A scan finds the words, the files they touch and why; every finding can be looked up, and it can be stopped."""

from __future__ import annotations

import json
import os
import subprocess
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from roundtable_tui.codebase.files.citations import verify
from roundtable_tui.codebase.impact.overview import map_project
from roundtable_tui.codebase.impact.project_scan import Progress, StoppedError
from roundtable_tui.codebase.impact.scan import STOPPED, scan
from roundtable_tui.domain.dossier.provenance import Exact
from roundtable_tui.domain.journal.code_facts import Hit, Scanned
from roundtable_tui.domain.journal.codec import from_wire, to_wire
from roundtable_tui.domain.journal.events import Event

if TYPE_CHECKING:
    from pathlib import Path

CODE = {
    "shop/__init__.py": "",
    "shop/invoice.py": "from shop.money import Money\n\nclass Invoice:\n    def total(self):\n        return Money\n",
    "shop/money.py": "class Money:\n    pass\n",
    "shop/checkout.py": "from shop.invoice import Invoice\n\n\ndef pay(order):\n    return Invoice().total()\n",
    "shop/web.py": "from shop.checkout import pay\n\n\nif __name__ == '__main__':\n    pay(None)\n",
    "tests/test_invoice.py": "from shop.invoice import Invoice\n\n\ndef test_total():\n    assert Invoice().total()\n",
    "docs/billing.md": "An invoice is sent.\n",
    "docs/requirements/x/requirements-spec.md": "invoice invoice invoice\n",
    ".env": "INVOICE_TOKEN=hunter2hunter2hunter2\n",
    "package-lock.json": '{"invoice": 1}\n',
}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("project")
    for name, text in CODE.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


@pytest.fixture(scope="module")
def found(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Scanned:
    return scan(root, ("invoice", "nowhere"), ("docs/requirements",), cache_folder=tmp_path_factory.mktemp("cache"))


def test_words_are_counted_without_our_own_documents_and_without_what_is_left_out(found: Scanned) -> None:
    assert found.hits[1] == Hit("nowhere", 0, 0)
    assert (found.hits[0].files, found.hits[0].top[0]) == (4, "tests/test_invoice.py")
    assert {one.reason: one.files for one in found.left_out_why} == {"generated": 1, "secret": 1}
    assert (found.searched, found.left_out) == (7, 2)


def test_the_tiers_follow_the_imports(found: Scanned) -> None:
    tiers = {one.path: one.tier for one in found.touched}
    assert tiers["shop/invoice.py"] == 1
    assert (tiers["shop/money.py"], tiers.get("shop/web.py")) == (2, 2 if tiers["shop/checkout.py"] == 1 else 3)
    assert (tiers["tests/test_invoice.py"], tiers["docs/billing.md"]) == (3, 3)
    assert found.likely == tuple(path for path, tier in tiers.items() if tier == 1)


def test_every_finding_has_lines_that_stand_where_it_says(root: Path, found: Scanned) -> None:
    assert [one.path for one in found.touched if one.lines is None] == []
    assert {str(verify(root, one.lines)) for one in found.touched if one.lines} == {str(Exact())}
    places = {one.path: (one.lines.path, one.lines.start) for one in found.touched if one.lines}
    assert places["shop/invoice.py"] == ("shop/invoice.py", 3)
    assert places["shop/money.py"] == ("shop/invoice.py", 1)


def test_the_line_shown_is_the_one_in_which_most_of_the_words_meet(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("from x import invoice\n\n\nx = invoice(total)\ny = total(invoice)\n")
    (one,) = scan(tmp_path, ("invoice", "total")).touched
    assert one.lines is not None
    assert one.lines.start == 4


def test_sizes_rest_on_reasons_in_words(found: Scanned) -> None:
    assert found.scope == "small"
    assert (found.complexity, found.risk) == ("low", "low")
    assert all(reason.startswith("shop/") for reason in found.risk_because)


def test_a_scan_survives_the_journal(found: Scanned) -> None:
    event = Event(1, "at", 1, "app", 0, found)
    assert from_wire(json.loads(json.dumps(to_wire(event)))) == event


def test_an_old_journal_still_reads() -> None:
    old = {"v": 1, "seq": 1, "at": "", "exchange": 1, "actor": "app", "cause": 0, "type": "Scanned"}
    old |= {"words": ["a"], "hits": [], "likely": ["a.py"], "searched": 3, "left_out": 0}
    assert from_wire(old).body == Scanned(("a",), (), ("a.py",), 3, 0)


@pytest.mark.parametrize("stage", ["listing files", "searching", "reading the history"])
def test_a_stopped_scan_says_so_and_finds_nothing(root: Path, tmp_path: Path, stage: str) -> None:
    seen: list[str] = []
    stopped = scan(
        root,
        ("invoice",),
        stopped=lambda: stage in seen,
        progress=lambda now: seen.append(now.stage),
        cache_folder=tmp_path,
    )
    assert (stopped.problem, stopped.likely, stopped.touched) == (STOPPED, (), ())


def test_a_stopped_map_is_no_map(root: Path, tmp_path: Path) -> None:
    with pytest.raises(StoppedError):
        map_project(root, stopped=lambda: True, cache_folder=tmp_path)


def test_progress_tells_the_hits_before_the_code_is_read(root: Path, tmp_path: Path) -> None:
    told: list[Progress] = []
    scan(root, ("invoice",), progress=told.append, cache_folder=tmp_path)
    hits = next(number for number, one in enumerate(told) if one.hits)
    assert told[hits].hits[0].word == "invoice"
    assert all(one.stage != "reading the code" for one in told[:hits])


def test_an_empty_folder_is_fine(tmp_path: Path) -> None:
    nothing = scan(tmp_path, ("invoice",))
    assert (nothing.problem, nothing.searched, nothing.likely, nothing.scope) == ("", 0, (), "")


@pytest.mark.skipif(os.name == "nt", reason="names are text there")
def test_names_that_are_no_text_can_be_told_and_looked_up(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"invoice-\xe9.py")).write_bytes(b"# \xe9 invoice\n")
    scanned = scan(tmp_path, ("invoice",))
    assert scanned.likely == ("invoice-\\xe9.py",)
    assert scanned.touched[0].lines is not None
    assert verify(tmp_path, scanned.touched[0].lines) == Exact()


def test_the_history_counts_as_evidence(tmp_path: Path) -> None:
    subprocess.run(("git", "init", "-q"), cwd=tmp_path, check=True)
    for number in range(20):
        (tmp_path / "invoice.py").write_text(f"invoice = {number}\n")
        subprocess.run(("git", "add", "."), cwd=tmp_path, check=True)
        subprocess.run(("git", "commit", "-qm", "x"), cwd=tmp_path, check=True)
    scanned = scan(tmp_path, ("invoice",))
    assert [(one.path, one.commits, one.authors) for one in scanned.churn] == [("invoice.py", 20, 1)]
    assert "invoice.py was changed by 20 of the last 20 commits" in scanned.risk_because
    clone = tmp_path / "clone"
    subprocess.run(("git", "clone", "-q", "--depth=1", f"file://{tmp_path}", str(clone)), check=True)
    shallow = scan(clone, ("invoice",))
    assert (shallow.churn, shallow.commits) == ((), 0)
    assert "shallow clone" in shallow.gaps[0]


@pytest.mark.skipif(os.name == "nt", reason="names are text there")
def test_the_map_of_a_project_with_odd_names_tells_how_often_they_changed(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"caf\xe9\n-.py")).write_text("import os\n")
    for arguments in (("init", "-q"), ("add", "."), ("commit", "-qm", "x")):
        subprocess.run(("git", *arguments), cwd=tmp_path, check=True)
    mapped = map_project(tmp_path)
    assert [(one.path, one.commits) for one in mapped.churn] == [("caf\\xe9\\x0a-.py", 1)]


def test_a_project_without_words_is_told_by_what_it_is_made_of(root: Path, tmp_path: Path) -> None:
    mapped = map_project(root, ("docs/requirements",), cache_folder=tmp_path)
    assert mapped.languages == (("python", 5),)
    assert mapped.folders == (("shop", 5),)
    assert dict(mapped.hubs)["shop/invoice.py"] == 1
    assert [(one.kind, one.path) for one in mapped.entrances if one.kind == "main"] == [("main", "shop/web.py")]
    assert replace(mapped, left_out=()).files == 7
