"""What stands in the target folder is joined with an export or left alone, and nothing outside it is touched."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roundtable_tui.errors import OutsideError, StorageError
from roundtable_tui.handover.material import Export
from roundtable_tui.handover.writer import Fate, TargetFolder
from tests.support.projects import project_in

if TYPE_CHECKING:
    from pathlib import Path

TASKS = "# Tasks\n\n## First\n\n- [ ] T001 Write it\n- [ ] T002 Read it\n"


@pytest.fixture
def place(tmp_path: Path) -> TargetFolder:
    (tmp_path / "project").mkdir()
    return again(tmp_path)


def again(root: Path) -> TargetFolder:
    """The same folder on a later day."""
    return TargetFolder(project_in(root / "project"), "item", "any", root / "out")


def made(yields: str = "", /, **files: str) -> Export:
    return Export({name.replace("_", "."): text for name, text in files.items()}, (), yields=frozenset([yields]))


def exported(there: TargetFolder, export: Export) -> list[Fate]:
    planned = there.plan(export)
    there.write(planned)
    return [file.fate for file in planned.files]


def test_a_file_that_was_there_before_is_refused_and_nothing_at_all_is_written(
    place: TargetFolder, tmp_path: Path
) -> None:
    place.folder.mkdir()
    (place.folder / "b.md").write_text("mine")
    planned = place.plan(made(a_md="a\n", b_md="b\n"))
    assert [file.why for file in planned.refused] == ["b.md is there already and is not from this export."]
    with pytest.raises(StorageError, match=r"b\.md"):
        place.write(planned)
    assert [path.name for path in place.folder.iterdir()] == ["b.md"]
    assert (place.folder / "b.md").read_text() == "mine"


def test_what_nobody_touched_follows_the_analysis(place: TargetFolder, tmp_path: Path) -> None:
    assert exported(place, made(a_feature="one\n")) == [Fate.NEW]
    assert exported(again(tmp_path), made(a_feature="one\n")) == [Fate.SAME]
    assert exported(again(tmp_path), made(a_feature="two\n")) == [Fate.CHANGED]
    assert (place.folder / "a.feature").read_text() == "two\n"


def test_a_box_ticked_by_hand_stays_ticked(place: TargetFolder, tmp_path: Path) -> None:
    exported(place, made(tasks_md=TASKS))
    file = place.folder / "tasks.md"
    file.write_text(TASKS.replace("[ ] T001", "[x] T001"))
    assert exported(again(tmp_path), made(tasks_md=TASKS)) == [Fate.SAME]
    assert exported(again(tmp_path), made(tasks_md=f"{TASKS}- [ ] T003 Send it\n")) == [Fate.MERGED]
    assert file.read_text() == f"{TASKS}- [ ] T003 Send it\n".replace("[ ] T001", "[x] T001")


def test_line_ends_of_another_system_are_no_change_and_stay(place: TargetFolder, tmp_path: Path) -> None:
    exported(place, made(tasks_md=TASKS))
    file = place.folder / "tasks.md"
    file.write_bytes(TASKS.replace("\n", "\r\n").encode())
    assert exported(again(tmp_path), made(tasks_md=f"{TASKS}- [ ] T003 Send it\n")) == [Fate.CHANGED]
    assert file.read_bytes() == f"{TASKS}- [ ] T003 Send it\n".replace("\n", "\r\n").encode()


def test_a_changed_file_that_cannot_be_merged_is_refused_by_name(place: TargetFolder, tmp_path: Path) -> None:
    exported(place, made(a_feature="one\n"))
    (place.folder / "a.feature").write_text("mine\n")
    planned = again(tmp_path).plan(made(a_feature="two\n"))
    assert [file.why for file in planned.refused] == ["a.feature was changed by hand since it was exported."]


def test_a_file_that_yields_stays_as_it_is(place: TargetFolder) -> None:
    place.folder.mkdir()
    (place.folder / "a.json").write_text("{}")
    assert exported(place, made("a.json", a_json='{"a": 1}')) == [Fate.KEPT]
    assert (place.folder / "a.json").read_text() == "{}"


def test_what_an_earlier_export_had_is_named_until_it_is_gone(place: TargetFolder, tmp_path: Path) -> None:
    exported(place, made(a_md="a\n", b_md="b\n"))
    exported(again(tmp_path), made(a_md="a\n"))
    assert again(tmp_path).plan(made(a_md="a\n")).stale == ("b.md",)
    (place.folder / "b.md").unlink()
    assert again(tmp_path).plan(made(a_md="a\n")).stale == ()


def test_a_crash_in_the_middle_leaves_nothing_that_counts_as_written_by_hand(
    place: TargetFolder, tmp_path: Path
) -> None:
    exported(place, made(a_feature="one\n", b_feature="one\n"))
    planned = place.plan(made(a_feature="two\n", b_feature="two\n"))
    (place.folder / "b.feature").write_text("moved\n")
    with pytest.raises(StorageError, match="changed while it was being exported"):
        place.write(planned)
    (place.folder / "b.feature").write_text("one\n")
    assert exported(again(tmp_path), made(a_feature="three\n", b_feature="three\n")) == [Fate.CHANGED, Fate.CHANGED]


@pytest.mark.parametrize("name", ["../evil.md", "/evil.md", "a/../../evil.md", "a\\b.md", "c:evil.md"])
def test_a_name_that_leaves_the_folder_is_refused(place: TargetFolder, name: str) -> None:
    with pytest.raises(OutsideError):
        place.plan(Export({name: "x"}, ()))


def test_a_link_that_leaves_the_folder_is_refused(place: TargetFolder, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    place.folder.mkdir()
    (place.folder / "specs").symlink_to(elsewhere)
    with pytest.raises(OutsideError, match="specs"):
        place.plan(Export({"specs/a.md": "x"}, ()))
    assert list(elsewhere.iterdir()) == []


def test_a_link_in_place_of_a_file_is_refused(place: TargetFolder) -> None:
    place.folder.mkdir()
    (place.folder / "real.md").write_text("mine")
    (place.folder / "a.md").symlink_to("real.md")
    assert [file.fate for file in place.plan(made(a_md="x")).files] == [Fate.REFUSED]


def test_gits_own_folder_is_no_target(tmp_path: Path) -> None:
    with pytest.raises(OutsideError):
        TargetFolder(project_in(tmp_path), "item", "any", tmp_path / ".git" / "hooks")


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(StorageError, match="not a folder"):
        TargetFolder(project_in(tmp_path), "item", "any", tmp_path / "file")
