"""Finds the file a test is about by the test's name: `test_orders.py`, `orders.spec.ts`, `OrdersTest.java`."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from roundtable_tui.codebase.files.roles import Role, role_of
from roundtable_tui.codebase.parse.languages import family_of, is_code

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from roundtable_tui.codebase.graph.outlines import Outline

_NAMES = re.compile(
    r"tests?[_-](?P<after>.+)|(?P<before>.+?)(?:[_.-](?:tests?|spec|specs|unit|e2e))+|(?P<camel>.+?)(?:Tests?|Specs?|IT|TestCase)"
)
_SAY_LITTLE = frozenset(
    "src lib main test tests spec specs unit integration __tests__ java kotlin scala python app packages".split()
)
_OF_TESTS = frozenset("test tests spec specs __tests__".split())


def subject_of(name: str) -> str:
    """What a test file is called after: `orders` for `tests/test_orders.py`; its own name in a `__tests__` folder."""
    stem = _stem(name)
    if found := _NAMES.fullmatch(stem):
        return found["after"] or found["before"] or found["camel"]
    return stem if role_of(name) is Role.TEST else ""


def tests_by_name(outlines: Mapping[str, Outline], needed: Mapping[str, set[str]]) -> Iterator[tuple[str, str]]:
    """Tests with the file each is named after: the one it imports, else the one in the most similar place.

    A test in a folder that says something is not about a file in a place that has nothing in common with it.
    """
    tests: list[str] = []
    sources: dict[tuple[str, str], list[str]] = defaultdict(list)
    for name, outline in outlines.items():
        if not is_code(outline.language):
            continue
        if role_of(name) is Role.TEST:
            tests.append(name)
        else:
            sources[family_of(outline.language), _stem(name)].append(name)
    for test in tests:
        found = sources.get((family_of(outlines[test].language), subject_of(test)), [])
        imported = [name for name in found if name in needed.get(test, ())]
        folders = _telling(test)
        near = imported or [name for name in found if not folders or folders & _telling(name)]
        if subject := _most_alike(folders, near):
            yield test, subject


def _stem(name: str) -> str:
    base = name.rpartition("/")[2]
    return base.partition(".d.")[0] if ".d." in base else base.rpartition(".")[0] or base


def _most_alike(folders: set[str], names: list[str]) -> str:
    if len(names) < 2:
        return names[0] if names else ""
    ranked = sorted(((len(folders & _telling(name)), name) for name in names), reverse=True)
    return ranked[0][1] if ranked[0][0] > ranked[1][0] else ""


def _telling(name: str) -> set[str]:
    return set(_way_to(name))


def _way_to(name: str) -> tuple[str, ...]:
    return tuple(folder for folder in name.split("/")[:-1] if folder not in _SAY_LITTLE)


class TestFolders:
    """The folders of tests, by what they are called after: a test there may test any file of the folder it mirrors."""

    __test__ = False

    def __init__(self, names: Iterable[str]) -> None:
        tests = (name for name in names if role_of(name) is Role.TEST and _OF_TESTS.intersection(name.split("/")))
        self._ways = {way for name in tests if (way := _way_to(name))}

    def mirror(self, name: str) -> bool:
        """`tests/checkout/test_steps.py` mirrors `shop/checkout/views.py`; tests in `tests/` itself mirror nothing."""
        way = _way_to(name)
        return any(way[begin:] in self._ways for begin in range(len(way)))
