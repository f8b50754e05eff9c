"""What would be sent next can be read before it is sent, and a phase can be handed to another program."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.errors import UsageError
from roundtable_tui.items.open_item import open_item
from roundtable_tui.plain.prompt_report import NEXT_WORDS, dispatch_report, prompt_report
from roundtable_tui.session.intents import Start, Submit
from roundtable_tui.storage.paths import ProjectPaths
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.messages_api.rules import check_request
from tests.support.program import program
from tests.support.projects import PHASE_00, SLUG, open_sample, project_in, run, write_code
from tests.support.sessions import seated

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.items.project import Project

SECRET = "password: 'hunter2-correct-horse'"


async def talked(project: Project, *answers: str) -> None:
    """Leaves the item as a window does that is closed: waiting."""
    async with seated(open_sample(project), OfflineVoice()) as session:
        await session.do(Start())
        for answer in answers:
            await session.do(Submit(answer))


def test_a_new_item_shows_how_it_would_be_opened(tmp_path: Path) -> None:
    project = project_in(tmp_path)
    open_sample(project).release()
    shown = prompt_report(project, SLUG)
    assert "Maya begins step 00-01 (Scope Estimation)" in shown
    assert "Let customers pay by invoice" in shown
    assert '"name": "record_entries"' in shown


async def test_an_item_that_waits_shows_a_place_for_what_the_user_will_say(tmp_path: Path) -> None:
    project = project_in(tmp_path)
    await talked(project, PHASE_00[0])
    shown = prompt_report(project, SLUG)
    assert f"user: {NEXT_WORDS}" in shown
    assert "Which parts of the product would you have to open up" in shown


async def test_the_request_is_printed_as_it_goes_over_the_wire_and_without_secrets(tmp_path: Path) -> None:
    project = project_in(tmp_path)
    await talked(project, f"Pay by invoice. {SECRET}")
    request = json.loads(prompt_report(project, SLUG, as_json=True))
    check_request(request, ())
    assert "hunter2" not in json.dumps(request)
    assert "[secret removed]" in json.dumps(request)


def test_an_item_that_was_wrapped_up_shows_how_it_would_be_taken_up_again(tmp_path: Path) -> None:
    project = project_in(tmp_path)
    run(project, PHASE_00[:1])
    assert "Maya takes up step 00-01 (Scope Estimation) again" in prompt_report(project, SLUG)


async def test_looking_changes_nothing(tmp_path: Path) -> None:
    project = project_in(tmp_path)
    await talked(project, PHASE_00[0])
    journal = project.paths.journal(SLUG)
    before = journal.read_bytes()
    prompt_report(project, SLUG)
    assert journal.read_bytes() == before
    open_item(project, SLUG).release()


async def test_where_nobody_would_speak_next_that_is_said(tmp_path: Path) -> None:
    project = project_in(tmp_path)
    await talked(project, *PHASE_00[:3], "s")
    with pytest.raises(UsageError, match="not for a model"):
        prompt_report(project, SLUG)


def test_a_phase_is_handed_over_in_the_form_of_the_protocol(tmp_path: Path) -> None:
    write_code(tmp_path)
    project = project_in(tmp_path)
    run(project, PHASE_00[:3])
    assert (
        dispatch_report(project, SLUG)
        == f"""\
Execute Phase 00 - Quick Scan for analysis.

ANALYSIS MODE: Do NOT write to state.json. Do NOT create branches.
Do NOT invoke the orchestrator.

Artifact folder: {SLUG}
Artifact path: docs/requirements/{SLUG}/
Phase key: 00-quick-scan

META CONTEXT:
  steps_completed: ["00-01"]
  depth_overrides: {{}}
  phases_completed: []

DEPTH CONTEXT:
  quick_scan_scope: medium
  quick_scan_file_count: 0
  quick_scan_complexity: medium

Produce artifacts compatible with existing phase agent outputs.
Update meta.json steps_completed after each step.
Present menu at each step boundary."""
    )


def test_the_command_prints_both(tmp_path: Path) -> None:
    folder = ProjectPaths(tmp_path).item_folder("parrots")
    folder.mkdir(parents=True)
    (folder / "meta.json").write_text(json.dumps({"phases_completed": ["00-quick-scan"], "description": "Parrots"}))
    ran = program("prompt", "parrots", "--dispatch", "--project", tmp_path)
    assert ran.code == 0
    assert ran.out.startswith("Execute Phase 01 - Requirements for analysis.")
    ran = program("prompt", "parrots", "--project", tmp_path)
    assert (ran.code, ran.sentences) == (0, [])
    assert "Parrots" in ran.out
    assert [path.name for path in folder.iterdir()] == ["meta.json"]
