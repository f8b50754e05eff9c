"""Every malformed file gives one clear sentence that names it; what was good is kept and nothing is lost."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml

from tests.support.program import program
from tests.support.projects import DESCRIPTION, PHASE_00, SLUG, write_code

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

MEGABYTE = 1024 * 1024
ITEM = Path("docs/requirements", SLUG)


def loop(path: Path) -> None:
    path.symlink_to(path.name)


def folder(path: Path) -> None:
    path.mkdir()


def holding(data: bytes) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        path.write_bytes(data)

    return make


BINARY = holding(bytes(range(256)) * 8)
LATIN_1 = holding("description: Café\nanswers: []\n".encode("latin-1"))
HUGE = holding(b"a: b\n" * (50 * MEGABYTE // 5))
NONSENSE = holding(b"{]: &*\n\t- x")
DAMAGE = {"binary": BINARY, "latin-1": LATIN_1, "50 MB": HUGE, "link in a circle": loop, "folder": folder}


def damaged(**extra: Callable[[Path], None]) -> list[object]:
    every = DAMAGE | {name.replace("_", " "): make for name, make in extra.items()}
    return [pytest.param(make, id=name) for name, make in every.items()]


def answers_in(root: Path, **more: object) -> Path:
    file = root / "answers.yaml"
    file.write_text(yaml.safe_dump({"description": DESCRIPTION, "answers": list(PHASE_00), **more}))
    return file


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write_code(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return ran_with(tmp_path_factory.mktemp("finished"), PHASE_00)


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return ran_with(tmp_path_factory.mktemp("begun"), PHASE_00[:4])


def ran_with(root: Path, answers: Sequence[str]) -> Path:
    write_code(root)
    program("run", "--answers", answers_in(root, answers=list(answers)), "--project", root)
    return root


@pytest.mark.parametrize(
    "make",
    damaged(nonsense=NONSENSE, empty=holding(b""), a_list=holding(b"- a\n"), no_description=holding(b"answers: []")),
)
def test_an_answers_file_that_cannot_be_used_is_named_and_nothing_begins(
    make: Callable[[Path], None], root: Path
) -> None:
    file = root / "bad.yaml"
    make(file)
    ran = program("run", "--answers", file, "--project", root)
    assert ran.code == 2
    assert len(ran.sentences) == 1
    assert "bad.yaml" in ran.sentences[0]
    assert not (root / "docs").exists()


@pytest.mark.parametrize("make", damaged())
def test_a_draft_that_cannot_be_read_is_named_and_nothing_begins(make: Callable[[Path], None], root: Path) -> None:
    make(root / "notes.md")
    ran = program("run", "--answers", answers_in(root, draft="notes.md"), "--project", root)
    assert ran.code == 2
    assert len(ran.sentences) == 1
    assert "notes.md" in ran.sentences[0]
    assert not (root / "docs").exists()


def test_a_draft_that_is_not_there_is_named(root: Path) -> None:
    ran = program("run", "--answers", answers_in(root, draft="gone.md"), "--project", root)
    assert (ran.code, len(ran.sentences)) == (2, 1)
    assert "gone.md" in ran.sentences[0]


@pytest.mark.parametrize(
    "make", damaged(nonsense=NONSENSE, wrong_value=holding(b"depth: bottomless"), unknown=holding(b"colour: red"))
)
def test_settings_that_cannot_be_used_are_named_and_the_run_goes_on(make: Callable[[Path], None], root: Path) -> None:
    (root / ".roundtable").mkdir()
    make(root / ".roundtable/config.yaml")
    ran = program("run", "--answers", answers_in(root), "--project", root)
    assert ran.code == 0
    assert len(ran.sentences) == 1
    assert "config.yaml" in ran.sentences[0]
    assert ran.out.endswith("ROUNDTABLE_COMPLETE\n")


@pytest.mark.parametrize("make", damaged(nonsense=NONSENSE, no_head=holding(b"# Hello")))
def test_a_step_file_that_cannot_be_used_is_named_and_left_out(make: Callable[[Path], None], root: Path) -> None:
    steps = root / ".roundtable/steps/00-quick-scan"
    steps.mkdir(parents=True)
    make(steps / "09-mine.md")
    ran = program("run", "--answers", answers_in(root), "--project", root)
    assert ran.code == 0
    assert len(ran.sentences) == 1
    assert "09-mine.md" in ran.sentences[0]
    assert ran.out.endswith("ROUNDTABLE_COMPLETE\n")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xef\xbb\xbf{}",
        b"[]",
        b"{",
        b'{"a": NaN}',
        bytes(range(256)),
        b"{}" + b" " * (50 * MEGABYTE),
        b"[" * 100_000,
    ],
    ids=["empty", "BOM", "a list", "torn", "NaN", "binary", "50 MB", "deep"],
)
def test_a_meta_json_nobody_can_read_is_kept_aside_and_made_anew(data: bytes, root: Path, finished: Path) -> None:
    shutil.copytree(finished, root, dirs_exist_ok=True)
    meta = root / ITEM / "meta.json"
    good = json.loads(meta.read_bytes())
    meta.write_bytes(data)
    longer = [*PHASE_00, "It goes wrong every month."]
    ran = program("run", "--answers", answers_in(root, answers=longer), "--project", root)
    assert ran.code == 0
    assert json.loads(meta.read_bytes())["steps_completed"] == good["steps_completed"]
    copies = list(meta.parent.glob("meta.json.corrupt-*"))
    assert [copy.read_bytes() for copy in copies] == [data]
    assert "meta.json" in ran.out + ran.err


@pytest.mark.parametrize("make", [pytest.param(loop, id="link in a circle"), pytest.param(folder, id="folder")])
@pytest.mark.parametrize("name", ["meta.json", ".roundtable/journal.jsonl"])
def test_something_else_in_the_place_of_an_items_file_stops_the_run_with_a_sentence(
    name: str, make: Callable[[Path], None], root: Path, begun: Path
) -> None:
    shutil.copytree(begun, root, dirs_exist_ok=True)
    file = root / ITEM / name
    saved = file.read_bytes()
    file.unlink()
    make(file)
    ran = program("run", "--answers", answers_in(root), "--project", root)
    assert ran.code == 1
    assert len(ran.sentences) == 1
    assert file.name in ran.sentences[0]
    file.rmdir() if file.is_dir() and not file.is_symlink() else file.unlink()
    file.write_bytes(saved)
    assert program("run", "--answers", answers_in(root), "--project", root).code == 0


@pytest.mark.parametrize("make", [pytest.param(loop, id="link in a circle"), pytest.param(folder, id="folder")])
def test_something_else_in_the_place_of_a_document_is_left_alone_and_named(
    make: Callable[[Path], None], root: Path, begun: Path
) -> None:
    shutil.copytree(begun, root, dirs_exist_ok=True)
    document = root / ITEM / "quick-scan.md"
    document.unlink()
    make(document)
    ran = program("run", "--answers", answers_in(root), "--project", root)
    assert ran.code == 1
    assert sum("quick-scan.md" in line for line in ran.out.splitlines()) == 1
    assert document.is_symlink() or document.is_dir()
    assert ran.out.endswith("ROUNDTABLE_COMPLETE\n")


def test_a_journal_damaged_in_the_middle_keeps_its_good_part_and_sets_the_rest_aside(
    root: Path, finished: Path
) -> None:
    shutil.copytree(finished, root, dirs_exist_ok=True)
    journal = root / ITEM / ".roundtable/journal.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    rest = b"\xff\xfe garbage\n" + b"".join(lines[11:])
    journal.write_bytes(b"".join(lines[:10]) + rest)
    ran = program("run", "--answers", answers_in(root), "--project", root)
    assert ran.code == 0
    assert "damaged after line 10" in ran.out
    assert [copy.read_bytes() for copy in journal.parent.glob("*.corrupt-*")] == [rest]
    assert journal.read_bytes().splitlines(keepends=True)[:10] == lines[:10]


def test_a_journal_of_a_later_version_is_never_written(root: Path, begun: Path) -> None:
    shutil.copytree(begun, root, dirs_exist_ok=True)
    journal = root / ITEM / ".roundtable/journal.jsonl"
    journal.write_bytes(journal.read_bytes() + b'{"v":99,"seq":1,"type":"Dreamt"}\n')
    before = journal.read_bytes()
    ran = program("run", "--answers", answers_in(root), "--project", root)
    assert ran.code != 0
    assert "later version" in ran.out + ran.err
    assert journal.read_bytes() == before


@pytest.mark.parametrize("key", ["description", "item"])
def test_an_item_folder_that_leads_out_of_the_project_is_never_written(
    key: str, root: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (root / "docs/requirements").mkdir(parents=True)
    (root / ITEM).symlink_to(elsewhere)
    file = answers_in(root)
    file.write_text(yaml.safe_dump({key: DESCRIPTION if key == "description" else SLUG, "answers": list(PHASE_00)}))
    ran = program("run", "--answers", file, "--project", root)
    assert ran.code == (0 if key == "description" else 1)
    assert not list(elsewhere.iterdir())


def test_a_file_where_the_items_should_be_is_named(root: Path) -> None:
    (root / "docs").write_text("not a folder")
    ran = program("run", "--answers", answers_in(root), "--project", root)
    assert ran.code == 1
    assert len(ran.sentences) == 1
    assert "docs" in ran.sentences[0]
