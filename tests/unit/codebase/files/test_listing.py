"""What belongs to the project is listed, what does not is counted by its reason, and nobody looks outside."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from roundtable_tui.codebase.files.exclusions import LARGEST, LeftOut
from roundtable_tui.codebase.files.listing import ProjectFile, list_files, read_source

if TYPE_CHECKING:
    from pathlib import Path


def write(root: Path, files: dict[str, str | bytes]) -> Path:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return root


def git(root: Path, *arguments: str) -> None:
    subprocess.run(("git", *arguments), cwd=root, check=True, capture_output=True)


def committed(root: Path, files: dict[str, str | bytes]) -> Path:
    root.mkdir(exist_ok=True)
    write(root, files)
    git(root, "init")
    git(root, "add", "--all", "--force")
    git(root, "commit", "-m", "one")
    return root


def names(root: Path, *skip: str) -> list[str]:
    return [file.name for file in list_files(root, skip).files]


def test_git_says_what_belongs_to_the_project(tmp_path: Path) -> None:
    write(tmp_path, {".gitignore": "*.log\n", "a.py": "1", "b.log": "1", "sub/c.py": "1"})
    git(tmp_path, "init")
    git(tmp_path, "add", "a.py")
    assert names(tmp_path) == [".gitignore", "a.py", "sub/c.py"]
    assert names(tmp_path / "sub") == ["c.py"]


def test_submodules_and_work_trees_are_listed_with_their_files(tmp_path: Path) -> None:
    part = committed(tmp_path / "part", {"inner.py": "1", "old.log": "1"})
    whole = committed(tmp_path / "whole", {"outer.py": "1"})
    git(whole, "-c", "protocol.file.allow=always", "submodule", "add", str(part), "lib/part")
    write(whole, {"lib/part/.gitignore": "*.tmp\n", "lib/part/new.py": "1", "lib/part/new.tmp": "1"})
    inside = ["lib/part/.gitignore", "lib/part/inner.py", "lib/part/new.py", "lib/part/old.log"]
    assert names(whole) == [".gitmodules", *inside, "outer.py"]
    git(whole, "worktree", "add", str(tmp_path / "tree"))
    assert names(tmp_path / "tree") == ["outer.py"]


def test_a_folder_that_cannot_be_read_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, {"a.py": "1", "closed/b.py": "1"})
    look = os.scandir

    def guarded(path: Path) -> object:
        if path.name == "closed":
            raise PermissionError
        return look(path)

    monkeypatch.setattr(os, "scandir", guarded)
    listing = list_files(tmp_path)
    assert ([file.name for file in listing.files], listing.left_out) == (["a.py"], {LeftOut.UNREADABLE: 1})


def test_a_submodule_that_is_not_checked_out_is_empty(tmp_path: Path) -> None:
    root = committed(tmp_path / "whole", {"a.py": "1"})
    git(root, "update-index", "--add", "--cacheinfo", f"160000,{'1' * 40},lib/part")
    (root / "lib/part").mkdir(parents=True)
    assert names(root) == ["a.py"]


def test_what_a_sparse_checkout_leaves_out_and_what_was_deleted_is_absent(tmp_path: Path) -> None:
    root = committed(tmp_path, {"here/a.py": "1", "there/b.py": "1", "gone.py": "1"})
    git(root, "sparse-checkout", "set", "here")
    (root / "gone.py").unlink(missing_ok=True)
    listing = list_files(root)
    assert ([file.name for file in listing.files], listing.left_out) == (["here/a.py"], {LeftOut.ABSENT: 2})


def test_a_repository_cannot_make_git_run_a_program(tmp_path: Path) -> None:
    root = committed(tmp_path, {"a.py": "1"})
    git(root, "config", "core.fsmonitor", "touch ran; false")
    assert names(root) == ["a.py"]
    assert not (root / "ran").exists()


def test_a_folder_that_a_larger_project_ignores_is_walked(tmp_path: Path) -> None:
    write(tmp_path, {".gitignore": "scratch/\n", "scratch/a.py": "1"})
    git(tmp_path, "init")
    assert names(tmp_path / "scratch") == ["a.py"]


def test_without_git_the_nearest_ignore_rule_decides(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            ".gitignore": "*.log\n/only_here.py\n[bad\n",
            "sub/.gitignore": "!keep.log\ndeep/\n",
            "sub/.ignore": "searched_not.py\n",
            "a.py": "1",
            "only_here.py": "1",
            "sub/only_here.py": "1",
            "b.log": "1",
            "sub/keep.log": "1",
            "sub/c.log": "1",
            "sub/deep/d.py": "1",
            "sub/searched_not.py": "1",
            ".github/workflows/ci.yml": "1",
            "env/pyvenv.cfg": "1",
            "env/lib.py": "1",
            "package.json": "{}",
            "build/out.js": "1",
            "src/build/real.py": "1",
        },
    )
    assert [name for name in names(tmp_path) if "ignore" not in name] == [
        ".github/workflows/ci.yml", "a.py", "package.json", "src/build/real.py", "sub/keep.log", "sub/only_here.py",
    ]  # fmt: skip


_SEGMENTS = st.sampled_from(["a", "b", "c.py"])
_RULES = st.lists(
    st.sampled_from(["a", "b/", "/a", "!a", "!b/", "*.py", "!c.py", "a/b", "**/b", "a/**", "/*", "!/b", "# c", "a/*"]),
    max_size=4,
).map("\n".join)


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sets(st.lists(_SEGMENTS, min_size=1, max_size=3).map("/".join)), _RULES, _RULES)
def test_the_walk_lists_what_git_would(
    tmp_path_factory: pytest.TempPathFactory, wanted: set[str], rules: str, inner: str
) -> None:
    root = tmp_path_factory.mktemp("walk")
    leaves = {name for name in wanted if not any(other.startswith(f"{name}/") for other in wanted)}
    write(root, {".gitignore": rules, **{f"{name}/f": "1" for name in leaves}, "a/.gitignore": inner})
    walked = names(root)
    git(root, "init")
    listed = subprocess.run(
        ("git", "ls-files", "--others", "--exclude-standard"), cwd=root, check=True, capture_output=True, text=True
    )
    assert walked == sorted(listed.stdout.split())


LONG_LINES = "var a=1;" * 1000
KINDS: dict[str, tuple[str | bytes, LeftOut]] = {
    ".env": ("PASSWORD=x", LeftOut.SECRET),
    "logo.png": ("", LeftOut.BINARY),
    "blob": (b"a\0b", LeftOut.BINARY),
    "package-lock.json": ("{}", LeftOut.GENERATED),
    "api_pb2.py": ("x = 1", LeftOut.GENERATED),
    "a.go": ("// Code generated by mockgen. DO NOT EDIT.\n", LeftOut.GENERATED),
    "b.js": ("/**\n * @generated SignedSource\n */\n", LeftOut.GENERATED),
    "b.py": ("# This file was automatically generated, see make.py\n", LeftOut.GENERATED),
    "b.sql": ("-- Generated by sqlc. Do not edit.\n", LeftOut.GENERATED),
    "d.c": ("/* Generated by Cython 3.0.5 */\n\nint x;\n", LeftOut.GENERATED),
    "c.cs": ("// <auto-generated>\n", LeftOut.GENERATED),
    "d.min.js": ("a()", LeftOut.MINIFIED),
    "e.js": (f"/*! licence */\n{LONG_LINES}", LeftOut.MINIFIED),
    "f.txt": (b"a" * (LARGEST + 1), LeftOut.HUGE),
    "node_modules/x/g.js": ("1", LeftOut.VENDORED),
    "vendor/h.go": ("1", LeftOut.VENDORED),
    "PKG-INFO": ("Name: shop", LeftOut.GENERATED),
    "src/shop.egg-info/SOURCES.txt": ("setup.py", LeftOut.GENERATED),
}


@pytest.mark.parametrize("name", KINDS)
def test_what_is_not_the_projects_own_text_is_counted_by_its_reason(tmp_path: Path, name: str) -> None:
    content, reason = KINDS[name]
    write(tmp_path, {name: content, "own.py": "1"})
    listing = list_files(tmp_path)
    assert ([file.name for file in listing.files], listing.left_out) == (["own.py"], {reason: 1})


OWN: dict[str, str | bytes] = {
    "empty.py": "",
    "latin.py": "# caf\xe9\n".encode("latin-1"),
    "wide.cs": "class A {}\n".encode("utf-16"),
    "prose.md": "A long paragraph. " * 500,
    "about.py": '"""Ids are automatically generated, do not edit them."""\n',
    "0001_first.py": "# Generated by Django 4.2 on 2023-05-01\n",
    "says.js": "/* Reports. Generated by the server, shown here. */\n",
    "writes.py": "\n" * 30 + "HEAD = '# DO NOT EDIT'\n",
    "shop/vendor/model.py": "class Vendor: ...\n",
    ".env.example": "PASSWORD=\n",
    "-rf": "1",
    "two\nlines.py": "1",
}


@pytest.mark.parametrize("name", OWN)
def test_what_only_looks_foreign_is_read(tmp_path: Path, name: str) -> None:
    write(tmp_path, {name: OWN[name]})
    assert names(tmp_path) == [name]


def test_vendor_beside_declared_packages_holds_other_peoples_code(tmp_path: Path) -> None:
    write(tmp_path, {"service/go.mod": "module x", "service/vendor/a.go": "1", "service/own.go": "1"})
    assert names(tmp_path) == ["service/go.mod", "service/own.go"]


def test_our_own_documents_are_passed_over(tmp_path: Path) -> None:
    write(tmp_path, {"docs/requirements/a.md": "1", "docs/requirements.md": "1"})
    assert names(tmp_path, "docs/requirements") == ["docs/requirements.md"]


@pytest.mark.parametrize("with_git", [True, False])
def test_no_link_is_followed(tmp_path: Path, with_git: bool) -> None:
    write(tmp_path, {"outside/a.py": "1", "in/.env": "PASSWORD=x", "in/b.py": "1"})
    root = tmp_path / "in"
    (root / "out.py").symlink_to(tmp_path / "outside/a.py")
    (root / "folder").symlink_to(tmp_path / "outside")
    (root / "harmless.txt").symlink_to(".env")
    (root / "nowhere").symlink_to("missing")
    if with_git:
        git(root, "init")
        git(root, "add", "--all")
    listing = list_files(root)
    assert [file.name for file in listing.files] == ["b.py"]
    assert listing.left_out == {LeftOut.OUTSIDE: 2, LeftOut.LINK: 2, LeftOut.SECRET: 1}


def test_a_tracked_folder_that_became_a_link_leads_nowhere(tmp_path: Path) -> None:
    write(tmp_path, {"outside/a.py": "elsewhere"})
    root = committed(tmp_path / "in", {"sub/a.py": "1"})
    (root / "sub/a.py").unlink()
    (root / "sub").rmdir()
    (root / "sub").symlink_to(tmp_path / "outside")
    listing = list_files(root)
    assert listing.files == ()
    assert listing.left_out[LeftOut.OUTSIDE] >= 1


def test_names_that_are_no_text_survive(tmp_path: Path) -> None:
    name = os.fsdecode(b"caf\xe9.py")
    try:
        (tmp_path / name).write_bytes(b"x = 1\n")
    except OSError:
        pytest.skip("this file system takes only text for names")
    (file,) = list_files(tmp_path).files
    assert (file.name, read_source(file).text) == (name, "x = 1\n")


def test_nothing_at_all_is_fine(tmp_path: Path) -> None:
    assert list_files(tmp_path).files == ()


def test_it_stops_when_told(tmp_path: Path) -> None:
    write(tmp_path, {f"{number}.py": "1" for number in range(200)})
    asked = iter([False] * 3)
    listing = list_files(tmp_path, stopped=lambda: next(asked, True))
    assert not listing.complete
    assert 0 < len(listing.files) < 200


@given(
    st.binary(max_size=100).filter(lambda data: b"\0" not in data and not data.startswith((b"\xff\xfe", b"\xfe\xff")))
)
@settings(max_examples=50)
def test_bytes_that_are_no_text_survive_reading(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.txt"
    path.write_bytes(data)
    text = read_source(ProjectFile("any.txt", path)).text
    assert text.encode("utf-8", "surrogateescape") == data.removeprefix(b"\xef\xbb\xbf")


def test_text_in_utf_16_is_read_as_text(tmp_path: Path) -> None:
    write(tmp_path, OWN)
    assert read_source(ProjectFile("wide.cs", tmp_path / "wide.cs")).text == "class A {}\n"


@pytest.mark.parametrize("name", [".env", "blob", "f.txt", "link.py", "folder", "missing.py"])
def test_what_cannot_be_read_says_why(tmp_path: Path, name: str) -> None:
    write(tmp_path, {name: content for name, (content, _) in KINDS.items()} | {"a.py": "1"})
    (tmp_path / "link.py").symlink_to("a.py")
    (tmp_path / "folder").mkdir()
    source = read_source(ProjectFile(name, tmp_path / name))
    expected = {"link.py": LeftOut.LINK, "folder": LeftOut.UNREADABLE, "missing.py": LeftOut.UNREADABLE}
    assert (source.data, source.why_not) == (b"", expected.get(name) or KINDS[name][1])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders here")
def test_a_pipe_in_the_project_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    assert list_files(tmp_path).left_out == {LeftOut.UNREADABLE: 1}
    assert read_source(ProjectFile("pipe.py", tmp_path / "pipe.py")).why_not is LeftOut.UNREADABLE
