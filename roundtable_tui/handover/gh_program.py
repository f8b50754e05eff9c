"""Makes issues with the `gh` program of the user, each task once: what an earlier run made is found by its title."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.errors import RoundtableError
from roundtable_tui.handover.github import mark_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from roundtable_tui.handover.github import Issue

_LINKS_SINCE = (2, 94)
_MOST_ISSUES = "10000"
_SECONDS = 120
_NUMBER = re.compile(r"/issues/(\d+)\s*$")
_VERSION = re.compile(r"gh version (\d+)\.(\d+)")


class GhError(RoundtableError):
    """`gh` is not there, or refused."""


class Made(Struct, frozen=True):
    task: str
    number: int
    is_new: bool


class GhProgram:
    """The user's own `gh`, signed in as they are, in the folder of the project."""

    def __init__(self, folder: Path) -> None:
        found = shutil.which("gh")
        if found is None:
            raise GhError("The program `gh` was not found.", "Install it from cli.github.com and sign in.")
        self._program, self._folder = found, folder
        read = _VERSION.search(self._run("--version"))
        self._links = read is not None and (int(read[1]), int(read[2])) >= _LINKS_SINCE

    def make(self, issues: Iterable[Issue], slug: str, parent: int = 0) -> Iterator[Made]:
        """One after the other, so that what was made is known even if the next one fails."""
        known = self._known()
        numbers: dict[str, int] = {}
        for issue in issues:
            earlier = next((one for one in known if _is_for(one, issue, slug)), None)
            if earlier is not None:
                numbers[issue.task] = int(earlier["number"])
                yield Made(issue.task, numbers[issue.task], is_new=False)
            elif not issue.done:
                waits = [numbers[one] for one in issue.waits_for if one in numbers]
                numbers[issue.task] = self._create(issue, waits, parent)
                yield Made(issue.task, numbers[issue.task], is_new=True)

    def _known(self) -> list[dict[str, Any]]:
        fields = ("--state", "all", "--limit", _MOST_ISSUES, "--json", "number,title,body")
        try:
            found = json.loads(self._run("issue", "list", *fields))
            return [one for one in found if isinstance(one, dict) and isinstance(one.get("number"), int)]
        except (ValueError, TypeError, RecursionError):
            raise GhError("What `gh issue list` answered cannot be read.", "Try it by hand.") from None

    def _create(self, issue: Issue, waits: list[int], parent: int) -> int:
        arguments = ["issue", "create", "--title", issue.title, "--body-file", "-"]
        body = issue.body
        if self._links:
            arguments += ["--parent", str(parent)] if parent else []
            arguments += ["--blocked-by", ",".join(map(str, waits))] if waits else []
        else:
            body += "".join(f"\nBlocked by #{number}\n" for number in waits)
            body += f"\nPart of #{parent}\n" if parent else ""
        answer = self._run(*arguments, typed=body, about=issue.task)
        number = _NUMBER.search(answer)
        if number is None:
            sentence = f"`gh` did not say which number the issue of {issue.task} has."
            raise GhError(sentence, "Look at the repository's issues, then run it again.")
        return int(number[1])

    def _run(self, *arguments: str, typed: str = "", about: str = "") -> str:
        environment = {**os.environ, "GH_PROMPT_DISABLED": "1", "NO_COLOR": "1"}
        try:
            done = subprocess.run(
                [self._program, *arguments],
                cwd=self._folder,
                input=typed,
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                timeout=_SECONDS,
                env=environment,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise GhError(f"`gh` could not be run: {one_line(str(error), 120)}.", "Try it by hand.") from None
        if done.returncode:
            what = f"`gh` refused the issue of {about}" if about else "`gh` refused"
            said = one_line(done.stderr, 200).rstrip(".") or f"exit code {done.returncode}"
            raise GhError(f"{what}: {said}.", "Run it again when that is mended: what was made is found again.")
        return done.stdout


def _is_for(known: dict[str, Any], issue: Issue, slug: str) -> bool:
    """By its title; tasks of other items have the same ids, and say in their bodies whose they are."""
    title, body = str(known.get("title", "")), str(known.get("body") or "")
    if not re.match(rf"{re.escape(issue.task)}(?!\w)", title):
        return False
    return mark_of(issue.task, slug) in body or f"Task {issue.task} of `" not in body
