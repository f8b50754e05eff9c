"""Whether a repository's own git configuration can make the program run a command."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from time import perf_counter
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.codebase.files import git

if TYPE_CHECKING:
    from pathlib import Path

_COMMAND = re.compile(r"^none 1 0 (?:-c \S+ )+")
SETTINGS = {
    "a remote that is a program": {"remote.origin.url": "ext::{run}", "protocol.ext.allow": "always"},
    "a program that serves a local remote": {
        "remote.origin.url": "{root}/elsewhere",
        "remote.origin.uploadpack": "{run};",
        "protocol.file.allow": "always",
    },
    "a program that reaches a remote by ssh": {
        "remote.origin.url": "ssh://example.org/project",
        "core.sshCommand": "{run};",
        "protocol.ssh.allow": "always",
    },
    "a program in the place of a proxy": {
        "remote.origin.url": "git://example.org/project",
        "core.gitProxy": "{run}",
        "protocol.git.allow": "always",
    },
    "another address for a harmless one": {
        "remote.origin.url": "https://example.org/project",
        "url.ext::{run} .insteadOf": "https://",
        "protocol.ext.allow": "always",
    },
    "a helper with a name of its own": {"remote.origin.vcs": "ext", "remote.origin.url": "{run}"},
    "a program that knows the password": {
        "remote.origin.url": "http://127.0.0.1:1/project",
        "credential.helper": "!{run}",
        "core.askPass": "{run}",
        "protocol.allow": "always",
    },
    "programs that serve others": {"core.alternateRefsCommand": "{run}", "uploadpack.packObjectsHook": "{run}"},
    "programs that trace and edit": {"trace2.eventTarget": "{run}", "core.editor": "{run}", "sequence.editor": "{run}"},
    "commands under the names of its own": {"alias.log": "!{run}", "alias.ls-files": "!{run}", "alias.diff": "!{run}"},
    "a program that watches the files": {"core.fsmonitor": "{run}"},
    "a program that pages": {"core.pager": "{run}", "pager.log": "{run}"},
    "a program that compares": {"diff.external": "{run}", "diff.trap.command": "{run}", "diff.trap.textconv": "{run}"},
    "a program that filters": {"filter.trap.clean": "{run}", "filter.trap.process": "{run}"},
    "a program that checks signatures": {"log.showSignature": "true", "gpg.program": "{run}"},
}


def _git(root: Path, *arguments: str) -> str:
    done = subprocess.run(("git", *arguments), cwd=root, check=True, capture_output=True, text=True)
    return done.stdout.strip()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A partial clone that lacks the files of its first commit, so that its history wants a fetch."""
    root = tmp_path / "clone"
    root.mkdir()
    _git(root, "init", "-q")
    for name, value in (("user.name", "A"), ("user.email", "a@example.org"), ("core.repositoryFormatVersion", "1")):
        _git(root, "config", name, value)
    (root / ".gitattributes").write_text("* diff=trap filter=trap\n")
    for words in ("one", "two"):
        (root / "a.txt").write_text(words)
        _git(root, "add", ".")
        _git(root, "commit", "-qm", words)
    tree = _git(root, "rev-parse", "HEAD~1^{tree}")
    (root / ".git" / "objects" / tree[:2] / tree[2:]).unlink()
    _git(root, "config", "extensions.partialClone", "origin")
    _git(root, "config", "remote.origin.promisor", "true")
    return root


@pytest.mark.parametrize("included", [False, True], ids=["in its own file", "in a file that it includes"])
@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
def test_no_setting_of_a_repository_runs_a_program(root: Path, settings: dict[str, str], included: bool) -> None:
    ran = root.parent / "ran"
    program = root.parent / "program"
    program.write_text(f"#!/bin/sh\ntouch {ran}\n")
    program.chmod(0o755)
    first = _git(root, "rev-parse", "HEAD~1")
    place = ["--file", str(root / "more")] if included else []
    for name, value in settings.items():
        names = {"run": str(program), "root": str(root.parent)}
        _git(root, "config", *place, name.format(**names), value.format(**names))
    if included:
        _git(root, "config", "include.path", "../more")

    read_all(root, first)

    assert not ran.exists()


def read_all(root: Path, commit: str) -> None:
    """Everything that is ever asked of git."""
    git.head(root)
    git.known_files(root)
    git.history(root, 10)
    git.commits_about(root, ["one"], "", 10)
    git.commits_about(root, [], "a.txt", 10)
    git.cut_off_at(root)
    git.renamed_since(root, commit)
    git.commit_named(root, "HEAD~1")
    git.blobs_at(root, commit)
    git.staged_blobs(root)
    git.filtered(root, [b"a.txt"])
    git.user_name(root)


def test_every_call_only_reads_and_reaches_no_network(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, real = _git(root, "rev-parse", "HEAD~1"), shutil.which("git")
    shims = root.parent / "shims"
    shims.mkdir()
    calls = shims / "calls"
    wanted = "$GIT_ALLOW_PROTOCOL $GIT_NO_LAZY_FETCH $GIT_OPTIONAL_LOCKS"
    (shims / "git").write_text(f'#!/bin/sh\necho "{wanted} $*" >> {calls}\nexec {real} "$@"\n')
    (shims / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{shims}:{os.environ['PATH']}")
    monkeypatch.setenv("GIT_ALLOW_PROTOCOL", "ext:file:ssh")

    read_all(root, first)

    made = [line for line in calls.read_text().splitlines() if line.startswith("none 1 0 -c core.fsmonitor=false ")]
    assert len(made) == len(calls.read_text().splitlines()) >= 8
    assert {_COMMAND.sub("", line).split()[0] for line in made} == git._READ


def test_whatever_is_more_than_reading_is_refused(root: Path) -> None:
    with pytest.raises(ValueError, match="more than reading"):
        git._git(root, "fetch")


def test_a_clone_that_lacks_some_files_is_listed_all_the_same(root: Path) -> None:
    assert git.known_files(root) == [b".gitattributes", b"a.txt"]
    assert git.head(root)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
@pytest.mark.parametrize("name", ["HEAD", "shallow"])
def test_a_pipe_among_the_files_of_a_repository_is_waited_for_once(
    root: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(git, "_SECONDS", 0.5)
    monkeypatch.setattr(git, "_SECONDS_THEN", 0.05)
    (root / ".git" / name).unlink(missing_ok=True)
    os.mkfifo(root / ".git" / name)
    begun = perf_counter()
    for _ in range(9):
        git.head(root)
        git.cut_off_at(root)
    assert perf_counter() - begun < 4.0, "9 seconds, if each were waited for"
