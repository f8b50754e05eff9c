"""A citation resolves to its lines, is found again when they move, and never leads out of the project."""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from roundtable_tui.codebase.files.citations import WorkingTree, cite, file_name, text_name, verify
from roundtable_tui.domain.dossier.provenance import Cited, Exact, Gone, Moved
from roundtable_tui.errors import CitationError

CODE = "import os\n\n\ndef total(invoice):\n    return sum(invoice.lines)\n\n\ndef other():\n    return None\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / "src").mkdir(parents=True)
    (folder / "src" / "billing.py").write_text(CODE)
    return folder


def git(root: Path, *arguments: str) -> None:
    subprocess.run(("git", *arguments), cwd=root, check=True, capture_output=True)


def test_a_fresh_citation_is_exact(root: Path) -> None:
    cited = cite(root, "src/billing.py", 4, 5)
    assert (cited.path, cited.start, cited.end) == ("src/billing.py", 4, 5)
    assert verify(root, cited) == Exact()


def test_the_endings_of_lines_do_not_matter(root: Path) -> None:
    cited = cite(root, "src/billing.py", 4, 5)
    (root / "src" / "billing.py").write_bytes(CODE.replace("\n", "\r\n").encode())
    assert verify(root, cited) == Exact()


def test_lines_pushed_down_are_found_again(root: Path) -> None:
    cited = cite(root, "src/billing.py", 4, 5)
    (root / "src" / "billing.py").write_text("# one\n# two\n" + CODE)
    assert verify(root, cited) == Moved(replace(cited, start=6, end=7))


def test_of_several_places_the_nearest_is_taken(root: Path) -> None:
    cited = cite(root, "src/billing.py", 8, 9)
    (root / "src" / "billing.py").write_text("def other():\n    return None\n\n\n" + CODE)
    assert verify(root, cited) == Moved(replace(cited, start=12, end=13))


def test_changed_lines_are_gone(root: Path) -> None:
    cited = cite(root, "src/billing.py", 4, 5)
    (root / "src" / "billing.py").write_text(CODE.replace("sum", "max"))
    assert verify(root, cited) == Gone("these lines have changed")


def test_a_renamed_file_is_followed_by_what_git_knows(root: Path) -> None:
    git(root, "init")
    git(root, "add", ".")
    git(root, "commit", "-m", "one")
    cited = cite(root, "src/billing.py", 4, 5)
    git(root, "mv", "src/billing.py", "src/invoicing.py")
    assert cited.commit
    assert verify(root, cited) == Moved(replace(cited, path="src/invoicing.py"))


def test_a_file_in_another_folder_is_followed_by_its_name_if_its_lines_are_telling(root: Path) -> None:
    git(root, "init")
    cited, trivial = cite(root, "src/billing.py", 4, 5), cite(root, "src/billing.py", 2, 3)
    (root / "lib").mkdir()
    (root / "src" / "billing.py").rename(root / "lib" / "billing.py")
    assert verify(root, cited) == Moved(replace(cited, path="lib/billing.py"))
    assert verify(root, trivial) == Gone("there is no such file")


def test_lines_in_two_namesakes_are_gone_because_nobody_knows_which(root: Path) -> None:
    git(root, "init")
    cited = cite(root, "src/billing.py", 4, 5)
    for folder in ("a", "b"):
        (root / folder).mkdir()
        (root / folder / "billing.py").write_text(CODE)
    (root / "src" / "billing.py").unlink()
    assert verify(root, cited) == Gone("there is no such file")


@pytest.mark.parametrize(
    ("path", "start", "end", "problem"),
    [
        ("a.py", 1, 3, ""),
        ("a.py", 3, 4, "the file has only 3 lines"),
        ("a.py", 0, 1, "these are no lines"),
        ("a.py", 3, 2, "these are no lines"),
        ("b.py", 1, 1, "there is no such file"),
        ("../outside.py", 1, 1, "its name leads out of the project"),
        ("/etc/passwd", 1, 1, "its name leads out of the project"),
        ("", 1, 1, "its name leads out of the project"),
        ("a\0.py", 1, 1, "its name leads out of the project"),
        ("link.py", 1, 1, "it is, or passes through, a link that leads out of the project"),
        ("folder", 1, 1, "it is a folder"),
        (".env", 1, 1, "it may hold secrets and is never read"),
        (".git/config", 1, 1, "it may hold secrets and is never read"),
        ("notes.txt", 1, 1, "it may hold secrets and is never read"),
        ("cloud/config", 1, 1, "it may hold secrets and is never read"),
        ("x" * 5000, 1, 1, "it cannot be read (File name too long)"),
    ],
)
def test_a_citation_without_a_digest_resolves_only_inside_the_project(
    tmp_path: Path, path: str, start: int, end: int, problem: str
) -> None:
    root = tmp_path / "project"
    (root / "folder").mkdir(parents=True)
    (root / "a.py").write_text("1\n2\n3")
    (root / ".env").write_text("KEY=1\n")
    (tmp_path / "outside.py").write_text("1\n")
    (root / "link.py").symlink_to(tmp_path / "outside.py")
    (root / ".aws").mkdir()
    (root / ".aws" / "config").write_text("KEY=1\n")
    (root / "notes.txt").symlink_to(".aws/config")
    (root / "cloud").symlink_to(".aws")
    assert verify(root, Cited(path, start, end)) == (Gone(problem) if problem else Exact())


def test_what_cannot_be_shown_cannot_be_cited(root: Path) -> None:
    with pytest.raises(CitationError, match="the file has only 9 lines"):
        cite(root, "src/billing.py", 9, 10)


def test_looking_for_moved_lines_runs_no_program_the_repository_names(root: Path) -> None:
    git(root, "init")
    git(root, "add", ".")
    git(root, "commit", "-m", "first")
    cited = cite(root, "src/billing.py", 2, 3)
    (root / ".gitattributes").write_text("*.py filter=theirs\n")
    git(root, "config", "filter.theirs.clean", "touch ran; cat")
    (root / "src" / "billing.py").write_text("nothing\n")
    assert isinstance(verify(root, cited), Gone)
    assert not (root / "ran").exists()


def test_a_commit_that_is_none_is_not_handed_to_git(root: Path) -> None:
    git(root, "init")
    assert verify(root, Cited("gone.py", 1, 1, "0" * 16, "--output=/tmp/x")) == Gone("there is no such file")


@pytest.mark.skipif(os.name == "nt", reason="names are text there")
def test_a_name_that_is_no_text_is_written_as_text_and_found_by_it(root: Path) -> None:
    name = os.fsdecode(b"caf\xe9.py")
    (root / name).write_text("x = 1\n")
    cited = cite(root, name, 1, 1)
    assert cited.path == "caf\\xe9.py"
    assert verify(root, cited) == Exact()
    assert WorkingTree(root).exists(cited.path)


@given(st.binary().map(os.fsdecode).filter(lambda name: "\\x" not in name))
def test_every_name_comes_back_from_its_text(name: str) -> None:
    assert file_name(text_name(name)) == name


LINES = st.lists(st.binary(max_size=8).map(lambda line: line.replace(b"\n", b"").replace(b"\r", b"")), max_size=6)


@settings(max_examples=25)
@given(LINES, LINES.filter(bool), LINES, LINES)
def test_lines_are_the_same_lines_wherever_they_are_found_again(
    above: list[bytes], lines: list[bytes], below: list[bytes], new: list[bytes]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "a").write_bytes(b"".join(line + b"\n" for line in (*above, *lines, *below)))
        cited = cite(root, "a", len(above) + 1, len(above) + len(lines))
        (root / "a").write_bytes(b"".join(line + b"\n" for line in (*new, *lines, *below)))
        standing = verify(root, cited)
        found = standing.to if isinstance(standing, Moved) else cited
        assert WorkingTree(root).shown("a", found.start, found.end) == lines
