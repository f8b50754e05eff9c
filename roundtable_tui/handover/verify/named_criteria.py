"""Which criteria are named in the project's tests, however a language lets one write an id."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.codebase.files.listing import list_files, read_source
from roundtable_tui.codebase.files.roles import Role, is_program, role_of
from roundtable_tui.handover.gherkin import is_exported, outcomes_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from pathlib import Path

    from roundtable_tui.codebase.files.listing import ProjectFile

_ID = re.compile(r"(?<![A-Za-z0-9])ac[-_ ]?(\d{3,4})[-_ ]?(\d{2,3})(?!\d)", re.IGNORECASE)
"""`AC-001-02`, `test_ac_001_02_…`, `@AC-001-02`, and `ac00102`."""
_RUN_AS_THEY_ARE = frozenset("feature robot bats t ipynb yaml yml http hurl".split())
"""Endings of tests that are no code and are run all the same; whatever else lies beside tests is not run."""
_STEP_FOLDERS = frozenset("features steps step_defs step_definitions stepdefs".split())
_NO_WORD = re.compile(r"[\W_]+")


def named_in_tests(root: Path, wanted: Iterable[str], skip: Sequence[str] = ()) -> frozenset[str]:
    """Of these ids, those that stand in a file of tests; files that may hold secrets are not read.

    A feature that we exported is a test only of what somebody wrote steps for.
    """
    left = {_parts(name): name for name in wanted}
    tests = [file for file in list_files(root, skip).files if _is_test(file.name)] if left else []
    found: set[str] = set()
    promised: dict[str, tuple[str, ...]] = {}
    for file in tests:
        text = read_source(file).text
        if file.name.endswith(".feature") and is_exported(text):
            promised |= outcomes_of(text)
            continue
        for match in _ID.finditer(text):
            if name := left.get((match[1], match[2])):
                found.add(name)
        if len(found) == len(left):
            break
    open_promises = {name: steps for name, steps in promised.items() if name in left.values() and name not in found}
    return frozenset(found | _with_steps(tests, open_promises))


def _with_steps(tests: Collection[ProjectFile], promised: Mapping[str, tuple[str, ...]]) -> set[str]:
    """Of these scenarios, those whose outcomes all stand word for word in code."""
    if not promised:
        return set()
    code = "".join(_words(read_source(file).text) for file in tests if is_program(file.name))
    return {name for name, steps in promised.items() if steps and all(_words(step) in code for step in steps)}


def _words(text: str) -> str:
    return f" {_NO_WORD.sub(' ', text).strip().casefold()} "


def _is_test(name: str) -> bool:
    *folders, base = name.split("/")
    if base.rpartition(".")[2].lower() == "feature":
        return True
    is_beside_tests = role_of(name) is Role.TEST or not _STEP_FOLDERS.isdisjoint(map(str.lower, folders))
    return is_beside_tests and (is_program(name) or base.rpartition(".")[2].lower() in _RUN_AS_THEY_ARE)


def _parts(name: str) -> tuple[str, str]:
    _, _, numbers = name.partition("-")
    first, _, second = numbers.partition("-")
    return first, second
