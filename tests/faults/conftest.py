"""Counts what is tried against each promise; a run over the promises ends in a table of what held."""

from __future__ import annotations

from collections import Counter, defaultdict
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.config.loader import user_folder
from tests.faults.elsewhere import ELSEWHERE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytest import TerminalReporter  # noqa: PT013 (a name for types only)

_HERE = "tests/faults/"
_POINTS = "points"
_MEASURED = "measured"
_WIDTH = 92


class Promise:
    """One test's share of a promise: every place at which it is tried is counted, held or not."""

    def __init__(self) -> None:
        self.points = {"tried": 0, "lost": 0}
        self.measured: list[str] = []

    @contextmanager
    def point(self, label: str = "") -> Iterator[None]:
        """What fails in here broke the promise at this point."""
        self.points["tried"] += 1
        try:
            yield
        except BaseException as error:
            self.points["lost"] += 1
            if label:
                error.add_note(label)
            raise

    def note(self, sentence: str) -> None:
        """A figure to be printed below the table."""
        self.measured.append(sentence)


@pytest.fixture
def promise(request: pytest.FixtureRequest) -> Promise:
    made = Promise()
    request.node.user_properties += [(_POINTS, made.points), (_MEASURED, made.measured)]
    return made


@pytest.fixture(autouse=True)
def _guided_by_setting(home: Path) -> None:
    """Whoever sits here has set guided mode; other walks say what they want."""
    folder = user_folder()
    assert folder.is_relative_to(home)
    folder.mkdir(parents=True)
    (folder / "config.yaml").write_text("mode: guided\n")


class _Table:
    """What the reports of all tests say, one row a promise."""

    def __init__(self) -> None:
        self.tried: Counter[str] = Counter()
        self.lost: Counter[str] = Counter()
        self.measured: dict[str, list[str]] = defaultdict(list)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        key = _promise_of(report.nodeid)
        if not key or report.skipped or (report.when != "call" and report.passed):
            return
        found = dict(report.user_properties)
        points = found.get(_POINTS) or {}
        assert isinstance(points, dict)
        self.tried[key] += points.get("tried") or 1
        self.lost[key] += points.get("lost") or report.failed
        noted = found.get(_MEASURED) or []
        assert isinstance(noted, list)
        self.measured[key] += noted

    def pytest_terminal_summary(self, terminalreporter: TerminalReporter) -> None:
        if not self.tried:
            return
        write = terminalreporter.write_line
        write("")
        write(f"{'promise':<{_WIDTH}}{'tried':>8}{'survived':>10}{'lost':>6}")
        for key, tried in sorted(self.tried.items()):
            write(f"{_sentence(key):<{_WIDTH}}{tried:>8,}{tried - self.lost[key]:>10,}{self.lost[key]:>6,}")
        tried, lost = self.tried.total(), self.lost.total()
        write(f"{'in all':<{_WIDTH}}{tried:>8,}{tried - lost:>10,}{lost:>6,}")
        for sentence in (sentence for key in sorted(self.measured) for sentence in self.measured[key]):
            write(sentence)


def _promise_of(nodeid: str) -> str:
    file = nodeid.partition("::")[0]
    return ELSEWHERE.get(file, "") or (file.removeprefix(_HERE).partition("/")[0] if file.startswith(_HERE) else "")


def _sentence(key: str) -> str:
    return (import_module(f"tests.faults.{key}").__doc__ or key).strip()


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):  # the workers of xdist only count; who started them prints
        config.pluginmanager.register(_Table(), "promises")
