"""No name, setting or link leads a write out of the places this program may write."""

from __future__ import annotations

import sys
from pathlib import Path, PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.errors import OutsideError
from roundtable_tui.storage.paths import ProjectPaths, contained, is_reserved_name, writable_target

with_links = pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege on Windows")

ESCAPES = [
    "",
    ".",
    "..",
    "../other",
    "a/../../b",
    "a/..",
    "/etc/passwd",
    "//server/share",
    "C:\\Windows",
    "C:file",
    "\\\\server\\share",
    "a\\..\\b",
    "a\0b",
    "con",
    "NUL.txt",
    "a/Com1/b",
    "lpt¹",
    "stream:hidden",
    "dot.",
    "space ",
]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    root.mkdir()
    return root


@pytest.fixture
def paths(root: Path) -> ProjectPaths:
    return ProjectPaths(root)


def test_the_layout_is_the_one_other_programs_know(paths: ProjectPaths, root: Path) -> None:
    places = {
        paths.meta("pay"): "docs/requirements/pay/meta.json",
        paths.draft("pay"): "docs/requirements/pay/draft.md",
        paths.journal("pay"): "docs/requirements/pay/.roundtable/journal.jsonl",
        paths.base_folder("pay"): "docs/requirements/pay/.roundtable/base",
        paths.history_folder("pay"): "docs/requirements/pay/.roundtable/history",
        paths.item_lock("pay"): "docs/requirements/pay/.roundtable/lock",
        paths.nfr_matrix: "docs/common/nfr-matrix.md",
        paths.backlog: "BACKLOG.md",
        paths.config: ".roundtable/config.yaml",
        paths.panels: ".s2s",
    }
    assert {place.relative_to(root).as_posix() for place in places} == set(places.values())


def test_the_roots_are_settings(root: Path) -> None:
    paths = ProjectPaths(root, requirements="specs/./items", common="specs/shared")
    assert paths.meta("pay") == root / "specs/items/pay/meta.json"
    assert paths.nfr_matrix == root / "specs/shared/nfr-matrix.md"


@pytest.mark.parametrize("name", ESCAPES)
def test_a_name_that_escapes_is_refused(root: Path, name: str) -> None:
    with pytest.raises(OutsideError):
        contained(root, root, name)


@pytest.mark.parametrize("name", [*ESCAPES, ".git", "docs/.GIT/hooks"])
@pytest.mark.parametrize("setting", ["requirements", "common"])
def test_a_setting_that_escapes_is_refused(root: Path, setting: str, name: str) -> None:
    with pytest.raises(OutsideError):
        ProjectPaths(root, **{setting: name})


@pytest.mark.parametrize("slug", ["a/b", ".hidden", "..", "", "aux"])
def test_an_item_is_one_visible_folder(paths: ProjectPaths, slug: str) -> None:
    with pytest.raises(OutsideError):
        paths.item_folder(slug)


@pytest.mark.parametrize("name", ["a", "a/b.md", "ünï", "con-2", "..a", PurePosixPath("a/b")])
def test_an_ordinary_name_is_kept(root: Path, name: str | PurePosixPath) -> None:
    assert contained(root, root, name) == root / name


@given(st.text(max_size=20))
def test_whatever_is_accepted_lies_inside(name: str) -> None:
    root = Path("/nowhere/project")
    try:
        path = contained(root, root, name)
    except OutsideError:
        return
    assert path != root
    assert ".." not in path.parts
    assert path.is_relative_to(root)


@with_links
def test_a_link_out_of_the_project_is_refused(paths: ProjectPaths, root: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (root / "docs").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OutsideError, match="a link that leads out of the project"):
        paths.meta("pay")


@with_links
def test_a_dangling_link_out_of_the_project_is_refused(root: Path, tmp_path: Path) -> None:
    (root / "link").symlink_to(tmp_path / "not-there-yet")
    with pytest.raises(OutsideError):
        contained(root, root, "link")


@with_links
def test_a_link_that_stays_inside_may_be_read(root: Path) -> None:
    (root / "real").mkdir()
    (root / "link").symlink_to(root / "real")
    assert contained(root, root, "link/file") == root / "link/file"


@with_links
def test_a_project_may_itself_be_reached_by_a_link(root: Path, tmp_path: Path) -> None:
    (tmp_path / "shortcut").symlink_to(root)
    paths = ProjectPaths(tmp_path / "shortcut")
    assert writable_target(paths, paths.meta("pay")) == tmp_path / "shortcut/docs/requirements/pay/meta.json"


@pytest.mark.parametrize(
    "place",
    [
        "docs/requirements/pay/meta.json",
        "docs/requirements/pay/.roundtable/history/1/spec.md",
        "docs/common/nfr-matrix.md",
        "BACKLOG.md",
        ".s2s/sessions/x.yaml",
        ".roundtable/config.yaml",
    ],
)
def test_the_allowed_places_are_writable(paths: ProjectPaths, root: Path, place: str) -> None:
    assert writable_target(paths, root / place) == root / place


@pytest.mark.parametrize(
    "place",
    [
        ".",
        "README.md",
        "src/main.py",
        "docs/requirements",
        "docs/requirements/pay",
        "docs/requirements/../../src/main.py",
        "docs/common/other.md",
        "docs/BACKLOG.md",
        ".git/config",
        "docs/requirements/pay/.git/hooks/pre-commit",
        ".roundtable",
        ".s2s",
        "../project2/BACKLOG.md",
    ],
)
def test_every_other_place_is_refused(paths: ProjectPaths, root: Path, place: str) -> None:
    with pytest.raises(OutsideError, match="not one of the places"):
        writable_target(paths, root / place)


@with_links
@pytest.mark.parametrize("target", ["src", ".git"])
def test_a_link_to_a_forbidden_place_inside_is_refused(paths: ProjectPaths, root: Path, target: str) -> None:
    (root / target).mkdir()
    (root / "docs").mkdir()
    (root / "docs/requirements").symlink_to(root / target)
    with pytest.raises(OutsideError):
        writable_target(paths, root / "docs/requirements/hooks/meta.json")


@with_links
def test_a_linked_backlog_is_not_replaced(paths: ProjectPaths, root: Path) -> None:
    (root / "notes.md").write_bytes(b"")
    (root / "BACKLOG.md").symlink_to(root / "notes.md")
    with pytest.raises(OutsideError):
        writable_target(paths, paths.backlog)


def test_a_place_the_user_named_is_writable_too(paths: ProjectPaths, tmp_path: Path) -> None:
    export = tmp_path / "export"
    assert writable_target(paths, export / "spec.md", also=[export]) == export / "spec.md"


@pytest.mark.parametrize(("name", "reserved"), [("CON", True), ("con.txt", True), ("console", False), ("com10", False)])
def test_reserved_names_are_known(name: str, reserved: bool) -> None:
    assert is_reserved_name(name) is reserved
