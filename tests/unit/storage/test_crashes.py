"""The crash simulator itself: each way a machine can stop gives exactly the images it should."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.support.disk.crashes import CrashImage, Image, crash_images, endings_after, materialise
from tests.support.disk.disks import Operation

if TYPE_CHECKING:
    from pathlib import Path


def images(*operations: Operation, before: Image | None = None) -> list[CrashImage]:
    return list(crash_images(operations, before or Image()))


def contents(found: list[CrashImage], name: str) -> set[bytes | None]:
    return {image.files.get(name) for image in found}


def write(name: str, data: bytes) -> Operation:
    return Operation("write", name, data)


def append(name: str, data: bytes) -> Operation:
    return Operation("append", name, data)


def sync(name: str) -> Operation:
    return Operation("sync", name)


def sync_folder(name: str = ".") -> Operation:
    return Operation("sync_folder", name)


def rename(source: str, target: str) -> Operation:
    return Operation("replace", source, target=target)


def test_nothing_done_is_the_folder_as_it_was() -> None:
    before = Image({"a": b"1"}, {"f"})
    assert [(image.files, image.folders) for image in images(before=before)] == [({"a": b"1"}, {"f"})]


def test_an_unsynced_write_may_be_whole_torn_zeroed_or_lost() -> None:
    assert contents(images(write("a", b"12345678")), "a") == {None, b"12345678", b"1234", b"\0" * 8}


def test_an_unsynced_overwrite_may_leave_the_old_content() -> None:
    found = images(write("a", b"new!"), before=Image({"a": b"old"}))
    assert contents(found, "a") == {b"old", b"new!", b"ne", b"\0" * 4}


def test_an_unsynced_append_never_touches_what_was_there() -> None:
    found = images(append("a", b"34"), before=Image({"a": b"12"}))
    assert contents(found, "a") == {b"12", b"1234", b"123", b"12\0\0"}


def test_a_synced_append_is_safe() -> None:
    found = endings_after([append("a", b"34"), sync("a")], Image({"a": b"12"}))
    assert contents(found, "a") == {b"1234"}


def test_a_synced_file_with_an_unsynced_name_may_be_gone() -> None:
    assert contents(endings_after([write("a", b"12"), sync("a")], Image()), "a") == {b"12", None}


def test_a_synced_file_in_a_synced_folder_is_safe() -> None:
    assert contents(endings_after([write("a", b"12"), sync("a"), sync_folder()], Image()), "a") == {b"12"}


def test_a_named_file_with_unsynced_data_may_be_empty() -> None:
    assert b"" in contents(images(write("a", b"12"), sync_folder()), "a")


def test_a_rename_is_undone_until_the_folder_is_synced() -> None:
    before = Image({"new": b"2", "a": b"1"})
    found = images(rename("new", "a"), before=before)
    assert [image.files for image in found] == [{"new": b"2", "a": b"1"}, {"a": b"2"}]


def test_of_two_unsynced_renames_the_second_may_come_first() -> None:
    found = images(rename("a", "b"), rename("c", "d"), before=Image({"a": b"1", "c": b"2"}))
    assert {"a": b"1", "d": b"2"} in [image.files for image in found]


def test_of_two_unsynced_writes_the_second_may_come_first() -> None:
    found = images(write("a", b"new"), write("c", b"new"), before=Image({"a": b"1", "c": b"2"}))
    assert {"a": b"1", "c": b"new"} in [image.files for image in found]


def test_a_rename_of_unsynced_data_may_leave_an_empty_file() -> None:
    found = images(write("t", b"22"), rename("t", "a"), before=Image({"a": b"1"}))
    assert [image.files["a"] for image in found if "renamed before" in image.label] == [b""]


def test_a_rename_of_synced_data_never_leaves_an_empty_file() -> None:
    found = images(write("t", b"22"), sync("t"), rename("t", "a"), before=Image({"a": b"1"}))
    assert contents(found, "a") == {b"1", b"22"}


def test_a_removal_is_undone_until_the_folder_is_synced() -> None:
    before = Image({"a": b"1"})
    removal = Operation("remove", "a")
    assert contents(images(removal, before=before), "a") == {b"1", None}
    assert contents(endings_after([removal, sync_folder()], before), "a") == {None}


def test_a_new_folder_and_all_in_it_is_lost_until_its_parent_is_synced() -> None:
    made = (Operation("make_folder", "f"), write("f/a", b"1"), sync("f/a"), sync_folder("f"))
    lost = [image for image in images(*made) if not image.folders]
    assert [image.files for image in lost] == [{}]
    assert contents(endings_after([*made, sync_folder()], Image()), "f/a") == {b"1"}


def test_a_truncation_is_undone_until_it_is_synced() -> None:
    found = images(Operation("truncate", "a", size=1), before=Image({"a": b"12"}))
    assert contents(found, "a") == {b"12", b"1"}


def test_identical_images_are_given_once() -> None:
    found = images(write("a", b"1"), sync("a"), sync_folder(), sync("a"), sync_folder())
    keys = [(frozenset(image.files.items()), frozenset(image.folders)) for image in found]
    assert len(keys) == len(set(keys))


def test_a_materialised_image_is_the_image(tmp_path: Path) -> None:
    image = Image({"f/a": b"1", "b": b"\0"}, {"f", "empty"})
    materialise(image, tmp_path / "there")
    assert Image.of(tmp_path / "there") == image


def test_an_image_can_leave_out_what_does_not_belong(tmp_path: Path) -> None:
    materialise(Image({".git/config": b"", "a": b"1"}, {".git"}), tmp_path)
    assert Image.of(tmp_path, without=[".git"]) == Image({"a": b"1"})
