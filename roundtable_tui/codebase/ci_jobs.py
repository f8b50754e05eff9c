"""Finds the jobs of the usual CI services by the indentation of their files: no YAML is loaded, so none can harm."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.codebase.facts import Entry

if TYPE_CHECKING:
    from collections.abc import Iterator

_KEY = re.compile(r"^( *)([\w.${} /:-]+?|\"[^\"]+\"|'[^']+')\s*:(?:\s|$)")
_GITLAB_WORDS = frozenset(
    "stages variables include default workflow image services before_script after_script cache pages spec".split()
)
_ONE_JOB = (".travis.yml", "bitbucket-pipelines.yml", "appveyor.yml", ".drone.yml", ".woodpecker.yml")
_STAGE = re.compile(r"\bstage\s*\(\s*['\"]([^'\"\n]+)['\"]")


def ci_jobs(name: str, text: str) -> Iterator[Entry]:
    """The jobs that a CI file declares; none for any other file."""
    base = name.rsplit("/", 1)[-1]
    if re.search(r"(?:^|/)\.(?:github|gitea|forgejo)/workflows/[^/]+\.ya?ml$", name):
        for line, job in _keys_below(text, "jobs"):
            yield Entry("ci", f"{base}: {job}", line)
    elif base in (".gitlab-ci.yml", ".gitlab-ci.yaml"):
        yield from _gitlab(text)
    elif re.search(r"(?:^|/)\.circleci/config\.ya?ml$", name):
        for line, job in _keys_below(text, "jobs"):
            yield Entry("ci", job, line)
    elif base.startswith("azure-pipelines") and base.endswith((".yml", ".yaml")):
        for found in re.finditer(r"^\s*-\s*(?:job|deployment)\s*:\s*(\S+)", text, re.MULTILINE):
            yield Entry("ci", found[1], text.count("\n", 0, found.start(1)) + 1)
    elif base == "Jenkinsfile":
        for found in _STAGE.finditer(text):
            yield Entry("ci", found[1], text.count("\n", 0, found.start(1)) + 1)
    elif base in _ONE_JOB or (re.search(r"(?:^|/)(?:\.ci|ci)/[^/.]+(?:\.sh)?$", name) and text.startswith("#!")):
        yield Entry("ci", base, 1)


def _keys_below(text: str, parent: str) -> Iterator[tuple[int, str]]:
    """The keys one step in from a key at the margin."""
    inside, step = False, 0
    for number, line in enumerate(text.split("\n"), 1):
        found = _KEY.match(line)
        if not found:
            continue
        depth, key = len(found[1]), found[2].strip("\"'")
        if depth == 0:
            inside, step = key == parent, 0
        elif inside:
            step = step or depth
            if depth == step:
                yield number, key


def _gitlab(text: str) -> Iterator[Entry]:
    """Keys at the margin that run something, by `script`, `trigger` or what they extend."""
    job = ("", 0)
    for number, line in enumerate(text.split("\n"), 1):
        if not (found := _KEY.match(line)):
            continue
        key = found[2].strip("\"'")
        if not found[1]:
            job = (key, number)
        elif key in ("script", "trigger", "extends") and job[0] not in _GITLAB_WORDS and not job[0].startswith("."):
            yield Entry("ci", job[0], job[1])
