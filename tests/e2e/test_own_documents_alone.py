"""A finished item of ours whose journal stayed on another machine: its documents are all there is of it."""

from __future__ import annotations

import asyncio
import json
import shutil
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.dossier.kinds import SPECS, Kind
from roundtable_tui.domain.journal.events import Ending
from roundtable_tui.items.open_item import open_item
from roundtable_tui.session.intents import Start, Submit
from roundtable_tui.session.updates import Noticed
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.golden import GOLDEN, PROJECT
from tests.support.projects import project_in
from tests.support.sessions import seated

if TYPE_CHECKING:
    from pathlib import Path

SLUG = "let-clinics-pay-by-invoice"
PHASES = ["00-quick-scan", "01-requirements", "02-impact-analysis", "03-architecture", "04-design"]
META = {"slug": SLUG, "source": "manual", "description": "Let clinics pay by invoice", "phases_completed": PHASES}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The golden documents in their project, without a journal."""
    shutil.copytree(PROJECT, tmp_path, dirs_exist_ok=True)
    shutil.copytree(GOLDEN, tmp_path / "docs", dirs_exist_ok=True)
    item = tmp_path / "docs" / "requirements" / SLUG
    (item / "meta.json").write_text(json.dumps(META), encoding="utf-8")
    return item


def told_after(folder: Path, *words: str) -> tuple[dict[str, dict[str, object]], list[str]]:
    """The entries on record after these words were said, and what was noticed beside the talk."""
    told: list[str] = []

    async def go() -> dict[str, dict[str, object]]:
        opened = open_item(project_in(folder.parents[2]), SLUG)
        async with seated(opened, OfflineVoice()) as session:
            session.subscribe(lambda update: told.append(update.text) if isinstance(update, Noticed) else None)
            await session.do(Start())
            assert session.state.talk.ending is Ending.COMPLETE
            for text in words:
                await session.do(Submit(text))
            return {
                entry.id: {name: entry.fields[name].value for name in entry.fields} for entry in session.state.dossier
            }

    return asyncio.run(go()), told


def documents(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir() if path.is_file()}


def lines_apart(before: str, after: str) -> set[str]:
    """The lines that differ, without those of the header, which says when and how sure."""
    ours, theirs = ({line for line in text.split("\n") if not line.startswith("**")} for text in (before, after))
    return ours ^ theirs


@pytest.mark.parametrize(
    ("words", "name", "anew"),
    [
        ("FR-004: The invoice comes by email", "requirements-spec.md", "### FR-004: The invoice comes by email"),
        ("INT-001: checkout → invoices", "component-interactions.md", "### INT-001: checkout → invoices"),
        ("IF-001: qualifies(order)", "interface-spec.md", "### IF-001: qualifies(order)"),
    ],
)
def test_words_change_the_lines_they_are_about_and_no_other(folder: Path, words: str, name: str, anew: str) -> None:
    before = documents(folder)
    _, told = told_after(folder, words)
    after = documents(folder)
    assert before.keys() == after.keys()
    assert anew in after[name].split("\n")
    entry_id = words.partition(":")[0]
    assert all(entry_id in line or line == "" for line in lines_apart(before[name], after[name]))
    assert not [line for line in told if line.startswith("Conflict")]
    assert after["meta.json"] == before["meta.json"]


def test_a_remark_leaves_every_entry_as_it_stands(folder: Path) -> None:
    before, _ = told_after(folder)
    after, _ = told_after(folder, "FR-002 is what worries me")
    assert {entry_id: fields for entry_id, fields in after.items() if not entry_id.startswith("NOTE")} == before


@pytest.mark.parametrize(
    ("entry_id", "field", "value"),
    [
        ("ERR-001", "code", "INV-101"),
        ("ERR-001", "text", "the VAT ID does not fit its country"),
        ("BUILD-003", "depends_on", ("BUILD-001", "BUILD-002")),
        ("IF-001", "module", ("MOD-001",)),
        ("ADR-0001", "status", "accepted"),
        ("US-007", "so_that", "our losses on invoices stay under 1 % of their sum"),
        ("US-007", "title", "Stop serving customers who do not pay"),
        ("US-007", "traces", ("FR-007",)),
    ],
)
def test_a_field_is_read_back_as_it_was_said(folder: Path, entry_id: str, field: str, value: object) -> None:
    entries, _ = told_after(folder)
    assert entries[entry_id][field] == value


@pytest.mark.parametrize(
    ("prefix", "field"),
    [
        (Kind.MODULE, "responsibility"),
        (Kind.FLOW, "source"),
        (Kind.FLOW, "sink"),
        (Kind.OPTION, "cons"),
        (Kind.INTEGRATION, "failure"),
        (Kind.ERROR, "response"),
        (Kind.ERROR, "recovery"),
    ],
)
def test_what_stands_in_tables_and_labels_is_read_back(folder: Path, prefix: Kind, field: str) -> None:
    entries, _ = told_after(folder)

    found = [fields for entry_id, fields in entries.items() if entry_id.startswith(f"{SPECS[prefix].prefix}-")]
    assert found
    assert all(fields.get(field) for fields in found)
