"""Items are listed from meta.json alone, and found by whatever the user calls them."""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.storage.backlog import entries
from roundtable_tui.storage.disk import MEGABYTE, RealDisk
from roundtable_tui.storage.items import ItemSummary, list_items, resolve
from roundtable_tui.storage.paths import ProjectPaths

if TYPE_CHECKING:
    from pathlib import Path

NOW = datetime(2026, 11, 16, 3, 3, 19, tzinfo=UTC)
with_links = pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege on Windows")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "project" / "docs" / "requirements"
    folder.mkdir(parents=True)
    return folder


def listed(folder: Path) -> dict[str, ItemSummary]:
    root = folder.parent.parent
    return {item.slug: item for item in list_items(RealDisk(), ProjectPaths(root), NOW)}


def add(folder: Path, slug: str, meta: bytes | None = b"{}") -> Path:
    (folder / slug).mkdir()
    if meta is not None:
        (folder / slug / "meta.json").write_bytes(meta)
    return folder / slug


def test_a_project_without_items_has_none(tmp_path: Path) -> None:
    assert list_items(RealDisk(), ProjectPaths(tmp_path), NOW) == []


def test_an_item_says_what_its_meta_says(folder: Path) -> None:
    path = add(
        folder,
        "pay",
        b'{"description": "Pay", "analysis_status": "partial", "phases_completed": ["00-quick-scan"],'
        b' "steps_completed": ["00-01"], "source_id": "GH-7", "coverage": {"scope": {"pct": 40}}}',
    )
    os.utime(path / "meta.json", (NOW.timestamp(), NOW.timestamp()))
    assert listed(folder)["pay"] == ItemSummary(
        slug="pay",
        description="Pay",
        status="partial",
        source_id="GH-7",
        phases_completed=("00-quick-scan",),
        steps_completed=("00-01",),
        coverage={"scope": 40},
        last_change=NOW,
    )


def test_items_come_by_slug_and_other_files_are_none(folder: Path) -> None:
    add(folder, "b")
    add(folder, "a")
    add(folder, ".hidden")
    (folder / "README.md").write_bytes(b"")
    assert list(listed(folder)) == ["a", "b"]


def test_a_folder_with_only_a_draft_is_a_raw_item(folder: Path) -> None:
    path = add(folder, "pay", None)
    (path / "draft.md").write_bytes(b"# Pay")
    assert (listed(folder)["pay"].status, listed(folder)["pay"].problem) == ("raw", "")


@pytest.mark.parametrize(
    ("meta", "draft", "description"),
    [
        (b'{"description": "Pay by invoice"}', b"# A draft", "Pay by invoice"),
        (b'{"title": "Pay by invoice"}', b"# A draft", "Pay by invoice"),
        (b"{}", b"\n# Pay by invoice\n\nWords.", "Pay by invoice"),
        (b"{}", b"---\ntitle: Pay by invoice\n---\n\n# GH-30", "Pay by invoice"),
        (b"{}", b"---\nid: 1\n---\n\nPay by invoice", "Pay by invoice"),
        (None, b"Pay by invoice\n", "Pay by invoice"),
        (b"{}", None, ""),
    ],
)
def test_an_item_is_described_by_its_meta_or_its_draft(
    folder: Path, meta: bytes | None, draft: bytes | None, description: str
) -> None:
    path = add(folder, "pay", meta)
    if draft is not None:
        (path / "draft.md").write_bytes(draft)
    assert listed(folder)["pay"].description == description


def test_a_meta_that_cannot_be_understood_is_a_problem_of_that_item_only(folder: Path) -> None:
    add(folder, "bad", b"{")
    add(folder, "good")
    assert listed(folder)["bad"].problem == "The meta.json of bad cannot be understood."
    assert listed(folder)["good"].problem == ""


def test_a_folder_in_place_of_meta_is_a_problem(folder: Path) -> None:
    (add(folder, "odd", None) / "meta.json").mkdir()
    assert "folder where a file should be" in listed(folder)["odd"].problem


def test_a_huge_meta_is_a_problem(folder: Path) -> None:
    path = add(folder, "huge")
    with (path / "meta.json").open("wb") as file:
        file.truncate(50 * MEGABYTE)
    assert "is 50 MB; at most 4 MB" in listed(folder)["huge"].problem


@with_links
def test_a_linked_folder_is_not_followed_out_of_the_project(folder: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "meta.json").write_bytes(b'{"description": "secret"}')
    (folder / "link").symlink_to(outside)
    assert listed(folder)["link"].description == ""
    assert "leads out of the project" in listed(folder)["link"].problem


@with_links
def test_a_linked_meta_is_not_followed_out_of_the_project(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.json").write_bytes(b'{"description": "secret"}')
    (add(folder, "sly", None) / "meta.json").symlink_to(tmp_path / "secret.json")
    assert listed(folder)["sly"].description == ""


@with_links
def test_a_circle_of_links_is_a_problem_or_nothing(folder: Path) -> None:
    (add(folder, "loop", None) / "meta.json").symlink_to("meta.json")
    assert "link" in listed(folder)["loop"].problem


@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may do what permissions forbid")
def test_an_unreadable_folder_is_a_problem(folder: Path) -> None:
    path = add(folder, "closed")
    path.chmod(0)
    try:
        assert "permission denied" in listed(folder)["closed"].problem
    finally:
        path.chmod(0o700)


ITEMS = [
    ItemSummary("pay-by-invoice"),
    ItemSummary("gh-12-faster-search", source_id="GH-12"),
    ItemSummary("abc-7-dark-mode", source_id="ABC-7"),
    ItemSummary("light-mode"),
    ItemSummary("1.1"),
]
BACKLOG = entries(
    b"- 1.1 [ ] Something else\n"
    b"- 1.2 [ ] Pay by invoice\n"
    b"- 1.3 [ ] Pay by card\n"
    b"- 1.4 [ ] Faster search (#12)\n"
    b"- 1.5 [ ] Export, see #99\n"
)


@pytest.mark.parametrize(
    ("text", "slugs"),
    [
        ("pay-by-invoice", ["pay-by-invoice"]),
        ("  pay-by-invoice ", ["pay-by-invoice"]),
        ("1.1", ["1.1"]),
        ("dark-mode", ["abc-7-dark-mode"]),
        ("mode", ["abc-7-dark-mode", "light-mode"]),
        ("1.2", ["pay-by-invoice"]),
        ("1.3", ["pay-by-card"]),
        ("1.4", ["gh-12-faster-search"]),
        ("9.9", []),
        ("#12", ["gh-12-faster-search"]),
        ("ABC-7", ["abc-7-dark-mode"]),
        ("abc-7", ["abc-7-dark-mode"]),
        ("#99", ["export-see-99"]),
        ("#9", []),
        ("by card", ["pay-by-card"]),
        ("PAY BY", ["pay-by-invoice", "pay-by-card"]),
        ("nothing like it", []),
        ("", []),
        ("   ", []),
    ],
)
def test_an_item_is_found_by_the_first_rule_that_fits(text: str, slugs: list[str]) -> None:
    assert [candidate.slug for candidate in resolve(text, ITEMS, BACKLOG).candidates] == slugs


GUESTS = [
    ItemSummary("REQ-0001-discover"),
    ItemSummary("REQ-0001-simplify"),
    ItemSummary("REQ-GH-208-plan-the-work", source_id="GH-208"),
    ItemSummary("BUG-0029-GH-18-quotes"),
    ItemSummary("BUG-GH-241-false-success", source_id="GH-241"),
    ItemSummary("gh-60-61-build", source_id="GH-60+GH-61"),
    ItemSummary("override", source_id="#108b"),
]
TICKETED = entries(
    b"- [A] #208 Plan the work [github: GH-208] -> [requirements](docs/requirements/REQ-GH-208-plan-the-work/)\n"
    b"- #18 [ ] Quotes in names\n"
    b"- [ ] #255 Plan a holiday\n"
)


@pytest.mark.parametrize(
    ("text", "slugs"),
    [
        ("REQ-GH-208-plan-the-work", ["REQ-GH-208-plan-the-work"]),
        ("req-gh-208-plan-the-work", ["REQ-GH-208-plan-the-work"]),
        ("plan-the-work", ["REQ-GH-208-plan-the-work"]),
        ("REQ-GH-208", ["REQ-GH-208-plan-the-work"]),
        ("#208", ["REQ-GH-208-plan-the-work"]),
        ("GH-208", ["REQ-GH-208-plan-the-work"]),
        ("208", ["REQ-GH-208-plan-the-work"]),
        ("#18", ["BUG-0029-GH-18-quotes"]),
        ("BUG-0029", ["BUG-0029-GH-18-quotes"]),
        ("29", ["BUG-0029-GH-18-quotes"]),
        ("bug-gh-241", ["BUG-GH-241-false-success"]),
        ("#61", ["gh-60-61-build"]),
        ("#108b", ["override"]),
        ("REQ-1", ["REQ-0001-discover", "REQ-0001-simplify"]),
        ("BUG-0001", []),
        ("#255", ["plan-a-holiday"]),
        ("plan", ["REQ-GH-208-plan-the-work", "plan-a-holiday"]),
    ],
)
def test_a_guest_is_found_by_slug_number_ticket_or_part_of_a_title(text: str, slugs: list[str]) -> None:
    assert [candidate.slug for candidate in resolve(text, GUESTS, TICKETED).candidates] == slugs


def test_one_match_is_an_answer_and_several_are_a_choice() -> None:
    one, several, none = (resolve(text, ITEMS, BACKLOG) for text in ("1.2", "pay by", "unknown"))
    assert one.one is not None
    assert one.one.item == ITEMS[0]
    assert (several.one, several.is_choice) == (None, True)
    assert (none.one, none.is_choice) == (None, False)


def test_a_backlog_line_without_a_folder_is_found_as_a_line() -> None:
    found = resolve("1.3", ITEMS, BACKLOG).one
    assert found is not None
    assert (found.item, found.entry) == (None, BACKLOG[2])
