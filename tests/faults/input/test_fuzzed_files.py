"""Files that others wrote, damaged in every way: they are read, or set aside with a sentence, and never overwritten."""

from __future__ import annotations

import asyncio
import json
import shutil
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.config.loader import load_settings, user_folder
from roundtable_tui.domain.talk.sanitize import neutral
from roundtable_tui.errors import RoundtableError, StorageError, UsageError
from roundtable_tui.items.handover import item_meant, read_handover
from roundtable_tui.items.project import open_project
from roundtable_tui.library.assets import shipped_assets
from roundtable_tui.library.loader import load_knowledge
from roundtable_tui.panel.settings import load_panel_settings
from roundtable_tui.plain.answers_file import read_answers
from roundtable_tui.storage.disk import RealDisk
from roundtable_tui.storage.journal import parse
from roundtable_tui.storage.meta import read_meta, write_meta
from roundtable_tui.storage.paths import ProjectPaths
from tests.support.disk.crashes import Image
from tests.support.fuzzing import attempt, damaged, damaged_text
from tests.support.program import program
from tests.support.projects import DESCRIPTION, PHASE_00, SLUG, project_in, run, write_code
from tests.unit.panel.tables import planned, seated_at, shelf_in

if TYPE_CHECKING:
    from pathlib import Path

    from tests.faults.conftest import Promise

pytestmark = pytest.mark.slow

ITEM = f"docs/requirements/{SLUG}"
PRIVATE = f"{ITEM}/.roundtable"
NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)
ANSWERS = (
    f"description: {DESCRIPTION}\ndraft: notes.md\nmode: guided\ntier: light\ndepth: deep\nanswers:\n  - One.\n  - C\n"
)
CONFIG = """\
mode: guided
depth: standard
requirements: docs/requirements
editor: vim
theme: roundtable
notice_after: 20
keys: {talk.retry: ctrl+r}
claude: {model: claude-opus-5-5, base_url: "https://api.anthropic.com", timeout: 60, key_command: [pass, show]}
"""
PANEL_CONFIG = """\
roundtable:
  strategy: {default: debate, by_workflow_type: {specs: standard}, consensus: {threshold: 0.7}}
  participants: {default: [software-architect], by_workflow_type: {design: [qa-lead]}}
  escalation: {enabled: true, triggers: {max_rounds_per_conflict: 3, confidence_below: 0.5, critical_keywords: [law]}}
  limits: {min_rounds: 1, max_rounds: 9}
  verbose: false
"""
PROMPT = f"""\
SLUG: {SLUG}
ARTIFACT_FOLDER: docs/requirements/{SLUG}/
META_CONTEXT: {{"phases_completed": ["00-quick-scan"], "depth_overrides": {{"01": "deep"}}}}
USER_RESPONSE: Forty clinics are chased by hand.
DRAFT_CONTENT:
# {DESCRIPTION}
SIZING_INFO:
  effective_intensity: light
PERSONA_CONTEXT:
--- maya.md ---
You are Maya.
"""


def is_safe(text: str) -> bool:
    return neutral(text) == text and "\n" not in text


def told(trouble: RoundtableError) -> None:
    """In words that are safe on any terminal."""
    assert trouble.sentence
    assert is_safe(str(trouble))


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("begun")
    write_code(root)
    run(project_in(root), PHASE_00[:4])
    return root


class Restored:
    """The same project again and again, with one file of it damaged."""

    def __init__(self, begun: Path, root: Path) -> None:
        self.begun, self.root = begun, root
        shutil.copytree(begun, root, dirs_exist_ok=True)
        self.code = self._code()

    def with_(self, name: str, data: bytes) -> None:
        shutil.rmtree(self.root / ITEM)
        shutil.copytree(self.begun / ITEM, self.root / ITEM)
        (self.root / name).write_bytes(data)

    def go_on(self) -> None:
        try:
            run(project_in(self.root), PHASE_00[:5])
        except RoundtableError as trouble:
            told(trouble)
        assert self._code() == self.code

    def _code(self) -> dict[str, bytes]:
        ours = ("docs/", ".roundtable/", "BACKLOG.md")
        return {name: data for name, data in Image.of(self.root).files.items() if not name.startswith(ours)}

    def holds(self, data: bytes, name: str) -> bool:
        """Whether these bytes are still in the file, or in a copy beside it."""
        place = self.root / name
        return any(data in path.read_bytes() for path in place.parent.glob(f"{place.name}*"))


def test_meta_json(begun: Path, tmp_path: Path, promise: Promise) -> None:
    good = (begun / ITEM / "meta.json").read_bytes()
    known = json.dumps({**json.loads(good), "sizing_decision": {"effective_intensity": "light"}, "x": [1, None]})

    def read(data: bytes) -> None:
        meta = read_meta(data, NOW)
        if meta is not None:
            write_meta(meta)

    attempt(promise, damaged(good, known.encode()), read, 1500)
    there = Restored(begun, tmp_path)

    def go_on(data: bytes) -> None:
        there.with_(f"{ITEM}/meta.json", data)
        before = read_meta(data, NOW)
        there.go_on()
        after = read_meta((there.root / ITEM / "meta.json").read_bytes(), NOW)
        if before is None:
            assert there.holds(data, f"{ITEM}/meta.json")
        elif after is not None:
            theirs = set(before.raw) - set(json.loads(good))
            assert theirs <= set(after.raw) | {"phase_a_completed"}

    attempt(promise, damaged(good, known.encode()), go_on, 400)


def test_the_journal(begun: Path, tmp_path: Path, promise: Promise) -> None:
    good = (begun / PRIVATE / "journal.jsonl").read_bytes()

    def read(data: bytes) -> None:
        contents = parse(data)
        assert contents.newer or (contents.good + contents.rest).startswith(data[: len(contents.good)])

    attempt(promise, damaged(good), read, 1000)
    there = Restored(begun, tmp_path)

    def go_on(data: bytes) -> None:
        there.with_(f"{PRIVATE}/journal.jsonl", data)
        contents = parse(data)
        there.go_on()
        after = (there.root / PRIVATE / "journal.jsonl").read_bytes()
        assert after.startswith(contents.good) or after == data
        rest = data[len(contents.good) :].strip(b"\0\n ")
        torn = b"\n" not in rest
        assert torn or contents.newer or there.holds(rest, f"{PRIVATE}/journal.jsonl")

    attempt(promise, damaged(good), go_on, 400)


def test_settings(tmp_path: Path, promise: Promise) -> None:
    user, project = user_folder() / "config.yaml", tmp_path / "config.yaml"

    def load(data: bytes) -> None:
        for file in (user, project):
            file.write_bytes(data)
            loaded = load_settings(project)
            assert all(is_safe(warning) for warning in loaded.warnings)
            assert file.read_bytes() == data
        user.write_text("mode: guided\n")
        assert load_settings(project).settings.claude.base_url == ""

    attempt(promise, damaged(CONFIG.encode()), load, 800)


def test_settings_of_panels(tmp_path: Path, promise: Promise) -> None:
    paths = ProjectPaths(tmp_path)
    (tmp_path / ".s2s").mkdir()

    def load(data: bytes) -> None:
        (tmp_path / ".s2s/config.yaml").write_bytes(data)
        settings = load_panel_settings(RealDisk(), paths)
        assert all(is_safe(warning) for warning in settings.warnings)

    attempt(promise, damaged(PANEL_CONFIG.encode()), load, 800)


def test_sessions_of_panels(tmp_path: Path, promise: Promise) -> None:
    played = seated_at(tmp_path, planned())
    asyncio.run(played.run())
    shelf = shelf_in(tmp_path)
    name = played.session.id
    path = shelf.path(name)
    good = path.read_bytes()

    def read(data: bytes) -> None:
        for copy in path.parent.glob("*.corrupt-*"):
            copy.unlink()
        path.write_bytes(data)
        try:
            shelf.read(name)
        except StorageError as trouble:
            told(trouble)
        for summary in shelf.summaries():
            assert is_safe(summary.problem)
        assert path.read_bytes() == data

    attempt(promise, damaged(good), read, 900)


def test_knowledge_files(tmp_path: Path, promise: Promise) -> None:
    assets = shipped_assets()
    samples = {
        folder: [path.read_bytes() for path in sorted((assets / folder).rglob("*.md"))[:4]]
        for folder in ("steps/00-quick-scan", "topics", "personas")
    }
    for folder, texts in samples.items():
        place = tmp_path / folder / ("a/mine.md" if folder == "topics" else "mine.md")
        place.parent.mkdir(parents=True)

        def load(data: bytes, place: Path = place) -> None:
            place.write_bytes(data)
            assert all(is_safe(warning) for warning in load_knowledge([tmp_path]).warnings)
            assert place.read_bytes() == data

        attempt(promise, damaged(*texts), load, 400)
        place.unlink()


def test_a_project_opens_whatever_its_knowledge_files_say(tmp_path: Path, promise: Promise) -> None:
    place = tmp_path / ".roundtable/steps/00-quick-scan/01-mine.md"
    place.parent.mkdir(parents=True)
    shipped = sorted((shipped_assets() / "steps/00-quick-scan").glob("*.md"))

    def opens(data: bytes) -> None:
        place.write_bytes(data)
        assert open_project(ProjectPaths(tmp_path)).knowledge.steps

    attempt(promise, damaged(*(path.read_bytes() for path in shipped)), opens, 60)


def test_answers_files(tmp_path: Path, promise: Promise) -> None:
    file = tmp_path / "answers.yaml"

    def read(data: bytes) -> None:
        file.write_bytes(data)
        try:
            found = read_answers(RealDisk(), file)
        except UsageError as trouble:
            told(trouble)
        else:
            assert all(isinstance(answer, str) for answer in found.answers)

    attempt(promise, damaged(ANSWERS.encode()), read, 1000)


def test_dispatch_prompts(tmp_path: Path, promise: Promise) -> None:
    paths = ProjectPaths(tmp_path)

    def read(prompt: str) -> None:
        try:
            handover = read_handover(prompt)
            name = item_meant(handover, paths)
        except UsageError as trouble:
            told(trouble)
        else:
            assert paths.item_folder(name).parent == tmp_path / "docs/requirements"
            assert all(is_safe(problem) for problem in handover.problems)

    attempt(promise, damaged_text(PROMPT, errors="replace"), read, 1200)
    write_code(tmp_path)
    before = Image.of(tmp_path / "src").files

    def take_over(prompt: str) -> None:
        ran = program("dispatch", "-", "--offline", "--project", tmp_path, typed=prompt)
        assert ran.code in (0, 1, 2), ran.err
        assert "Traceback" not in ran.err
        assert Image.of(tmp_path / "src").files == before

    attempt(promise, damaged_text(PROMPT), take_over, 60)
