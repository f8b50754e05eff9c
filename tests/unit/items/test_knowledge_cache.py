"""Knowledge is read again only when one of its files has changed, whatever became of what was remembered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roundtable_tui.items.knowledge_cache import known_in
from roundtable_tui.library.assets import shipped_assets
from roundtable_tui.library.loader import load_knowledge

if TYPE_CHECKING:
    from pathlib import Path

_PERSONA = "---\nkey: sam\nname: Sam {surname}\nrole: Tester\n---\n\nTries things out.\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / "personas").mkdir(parents=True)
    (folder / "personas" / "sam.md").write_text(_PERSONA.format(surname="Reed"), "utf-8")
    return folder


def remembered(cache: Path) -> list[Path]:
    return list(cache.glob("knowledge-*.json"))


def test_what_is_remembered_is_what_the_files_say(tmp_path: Path, project: Path) -> None:
    places, cache = [project, shipped_assets()], tmp_path / "cache"

    first, second = known_in(places, cache), known_in(places, cache)

    assert first == second == load_knowledge(places)
    assert len(remembered(cache)) == 1


def test_a_changed_file_is_read_again(tmp_path: Path, project: Path) -> None:
    cache = tmp_path / "cache"
    known_in([project], cache)

    (project / "personas" / "sam.md").write_text(_PERSONA.format(surname="Shaw"), "utf-8")

    assert known_in([project], cache).personas["sam"].name == "Sam Shaw"


def test_a_new_file_is_read(tmp_path: Path, project: Path) -> None:
    cache = tmp_path / "cache"
    known_in([project], cache)

    (project / "personas" / "kim.md").write_text(_PERSONA.replace("sam", "kim"), "utf-8")

    assert set(known_in([project], cache).personas) == {"sam", "kim"}


@pytest.mark.parametrize("content", [b"", b"{", b'{"digest": "x"}', b"\x00\xff", b"[]"])
def test_whatever_lies_in_the_cache_the_files_count(tmp_path: Path, project: Path, content: bytes) -> None:
    cache = tmp_path / "cache"
    known_in([project], cache)
    remembered(cache)[0].write_bytes(content)

    assert known_in([project], cache) == load_knowledge([project])


def test_a_link_that_leads_nowhere_is_told_each_time(tmp_path: Path, project: Path) -> None:
    (project / "personas" / "kim.md").symlink_to(tmp_path / "nowhere.md")

    assert [known_in([project], tmp_path / "cache").warnings for _ in range(2)] == [
        load_knowledge([project]).warnings
    ] * 2


def test_a_cache_that_cannot_be_written_costs_only_time(tmp_path: Path, project: Path) -> None:
    cache = tmp_path / "cache"
    cache.write_text("a file where the folder should be", "utf-8")

    assert known_in([project], cache) == load_knowledge([project])


def test_a_step_changed_in_a_linked_folder_is_read_again(tmp_path: Path) -> None:
    shipped = next((shipped_assets() / "steps" / "00-quick-scan").glob("*01*.md")).read_text("utf-8")
    place, cache = tmp_path / "place", tmp_path / "cache"
    (place / "steps").mkdir(parents=True)
    (place / "steps" / "00-quick-scan").symlink_to(place / "kept", target_is_directory=True)
    (place / "kept").mkdir()
    (place / "kept" / "one.md").write_text(shipped, "utf-8")
    before = known_in([place], cache)

    (place / "kept" / "one.md").write_text(shipped.replace("Scope Estimation", "How big it is"), "utf-8")

    assert known_in([place], cache) == load_knowledge([place]) != before
