"""The index: built by other processes, kept by content, and never in the way when something is wrong."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.codebase.files.listing import ProjectFile
from roundtable_tui.codebase.graph.dependencies import Dependencies
from roundtable_tui.codebase.graph.entry_points import EntryPoint
from roundtable_tui.codebase.index.build_process import index_files, index_into
from roundtable_tui.codebase.index.index import Index, build_index
from roundtable_tui.codebase.index.store import IndexStore, Seen, store_name
from roundtable_tui.codebase.parse.file_facts import FileFacts, from_json, to_json
from roundtable_tui.codebase.parse.symbols import facts_of
from roundtable_tui.codebase.parse.worker_pool import Job, Reader, own_process, read_by_processes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

ORDERS = {
    "shop/__init__.py": "",
    "shop/orders.py": "from shop.money import Money\n\nclass Order:\n    def pay(self): pass\n",
    "shop/money.py": "class Money: pass\n",
    "shop/cli.py": "from shop.orders import Order\n\nif __name__ == '__main__':\n    Order()\n",
    "README.md": "# Shop\n",
}
LONG_AGO = 1_700_000_000


def project(root: Path, sources: dict[str, str]) -> tuple[ProjectFile, ...]:
    for name, text in sources.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        os.utime(path, (LONG_AGO, LONG_AGO))
    return tuple(ProjectFile(name, root / name) for name in sorted(sources))


class Reading:
    """Reads in this process, and keeps in mind what it was asked to read."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def __call__(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, str]]:
        for job in jobs:
            self.names.append(job.name)
            yield job, to_json(facts_of(job.name, job.data))


def indexed(root: Path, files: tuple[ProjectFile, ...], store: IndexStore) -> tuple[bytes, list[str]]:
    """The key of the graph, and the files that had to be read for it."""
    reading = Reading()
    key = index_files(root, [file.name for file in files], store, reading, lambda _: None)
    return key, reading.names


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


@pytest.fixture
def store(tmp_path: Path) -> Iterator[IndexStore]:
    opened = IndexStore(tmp_path / "kept.sqlite")
    yield opened
    opened.close()


def test_an_index_knows_facts_graph_and_ways_in(root: Path, tmp_path: Path) -> None:
    no_text = os.fsdecode(b"caf\xe9.py") if sys.platform == "linux" else "café.py"
    files = project(root, ORDERS | {no_text: "from shop import money\nclass Odd: pass\n"})
    heard: list[tuple[int, int]] = []
    index = build_index(root, files, tmp_path / "cache", progress=lambda done, every: heard.append((done, every)))
    with contextlib.closing(index):
        assert index.problem == ""
        assert index.dependencies.needs("shop/cli.py") == ("shop/orders.py",)
        assert set(index.dependencies.needed_by("shop/money.py")) == {"shop/orders.py", no_text}
        assert [symbol.name for symbol in index.facts("shop/orders.py").definitions] == ["Order", "pay"]
        assert [symbol.name for symbol in index.facts(no_text).definitions] == ["Odd"]
        assert index.facts("shop/orders.py").parsed
        assert index.facts("elsewhere.py") == FileFacts("")
        assert EntryPoint("main", "main", "shop/cli.py", 3) in index.entry_points
        assert heard[-1] == (len(files), len(files))
        assert heard == sorted(heard)


def test_only_what_changed_is_read_again(root: Path, store: IndexStore) -> None:
    files = project(root, ORDERS)
    first, read = indexed(root, files, store)
    assert read == [file.name for file in files]
    assert indexed(root, files, store) == (first, [])
    (root / "shop/money.py").write_text("class Money: pass\nclass Rate: pass\n")
    second, read = indexed(root, files, store)
    assert read == ["shop/money.py"]
    assert second != first
    facts = store.facts("shop/money.py")
    assert facts
    assert [symbol.name for symbol in facts.definitions] == ["Money", "Rate"]


def test_content_that_was_there_before_is_known_when_it_comes_back(root: Path, store: IndexStore) -> None:
    files = project(root, ORDERS)
    first, _ = indexed(root, files, store)
    project(root, {"shop/money.py": "class Other: pass\n"})
    os.utime(root / "shop/money.py", (LONG_AGO + 9, LONG_AGO + 9))
    assert indexed(root, files, store)[1] == ["shop/money.py"]
    project(root, {"shop/money.py": ORDERS["shop/money.py"]})
    assert indexed(root, files, store) == (first, [])


def test_a_file_that_changed_just_before_it_was_read_is_looked_at_again(root: Path, store: IndexStore) -> None:
    files = project(root, {"a.py": "one = 1\n"})
    path = root / "a.py"
    os.utime(path)
    indexed(root, files, store)
    before = path.stat()
    path.write_text("two = 2\n")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert indexed(root, files, store)[1] == ["a.py"]


def test_a_file_that_was_replaced_by_one_of_the_same_size_and_date_is_read_again(root: Path, store: IndexStore) -> None:
    files = project(root, {"a.py": "one = 1\n"})
    indexed(root, files, store)
    project(root, {"a.py": "two = 2\n"})
    assert indexed(root, files, store)[1] == ["a.py"]


def test_a_file_that_is_gone_is_forgotten(root: Path, store: IndexStore) -> None:
    files = project(root, ORDERS)
    indexed(root, files, store)
    indexed(root, files[:2], store)
    assert set(store.seen()) == {file.name for file in files[:2]}


def test_secret_and_unreadable_files_have_no_facts_and_are_no_trouble(root: Path, store: IndexStore) -> None:
    files = (*project(root, {".env": "KEY=1\n", "a.py": ""}), ProjectFile("gone.py", root / "gone.py"))
    assert indexed(root, files, store)[1] == ["a.py"]
    assert store.facts(".env") is None


def test_a_project_without_files_is_fine(root: Path, store: IndexStore) -> None:
    key, _ = indexed(root, (), store)
    assert store.graph(key) is not None


DAMAGE: dict[str, Callable[[Path], object]] = {
    "no database": lambda path: path.write_bytes(b"this is no database" * 100),
    "cut off": lambda path: path.write_bytes(path.read_bytes()[:5000]),
    "overwritten": lambda path: path.write_bytes(path.read_bytes()[:4096] + os.urandom(path.stat().st_size - 4096)),
    "other tables": lambda path: _tables_of_another_kind(path),
    "a graph of another kind": lambda path: _change(path, "UPDATE graphs SET data = x'00000000'"),
}


def _change(path: Path, statement: str) -> None:
    database = sqlite3.connect(path)
    database.execute(statement)
    database.commit()
    database.close()


def _tables_of_another_kind(path: Path) -> None:
    path.unlink()
    _change(path, "CREATE TABLE facts (something TEXT)")


@pytest.mark.parametrize("how", DAMAGE)
def test_a_damaged_cache_is_thrown_away_silently(how: str, root: Path, tmp_path: Path) -> None:
    names, path = [file.name for file in project(root, ORDERS)], tmp_path / "kept.sqlite"
    key = index_into(path, root, names, Reading(), lambda _: None)
    DAMAGE[how](path)
    assert index_into(path, root, names, Reading(), lambda _: None) == key
    with contextlib.closing(IndexStore(path)) as store:
        found = store.graph(key)
        assert found
        assert Dependencies(names, found[0]).needs("shop/cli.py") == ("shop/orders.py",)


def test_facts_that_were_lost_are_read_off_the_text(root: Path, tmp_path: Path) -> None:
    path = tmp_path / "kept.sqlite"
    names = [file.name for file in project(root, ORDERS)]
    index_into(path, root, names, Reading(), lambda _: None)
    _change(path, "UPDATE facts SET data = x'00'")
    with contextlib.closing(Index(root, names, store=IndexStore(path))) as index:
        assert [symbol.name for symbol in index.facts("shop/money.py").definitions] == ["Money"]


def started_by(process: int) -> set[int]:
    """The processes below this one, and those below them."""
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    below = {int(child) for task in tasks for child in task.read_text().split()}
    return below.union(*map(started_by, below))


def is_running(process: int) -> bool:
    """One that has ended may still be listed until somebody has taken note of its end."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are told otherwise there")
def test_stopped_on_the_way_it_says_so_leaves_no_process_and_a_cache_that_serves(root: Path, tmp_path: Path) -> None:
    files = project(root, ORDERS | {f"shop/part{number}.py": "import shop.money\n" for number in range(40)})
    before = started_by(os.getpid())
    seen: set[int] = set()
    index = build_index(
        root, files, tmp_path / "cache", lambda: bool(seen), lambda *_: seen.update(started_by(os.getpid()) - before)
    )
    assert index.problem == "Indexing was stopped."
    assert index.dependencies.needs("shop/cli.py") == ()
    assert [symbol.name for symbol in index.facts("shop/money.py").definitions] == ["Money"]
    moments = iter(range(500))
    while alive := [one for one in seen if is_running(one)]:
        assert next(moments, None) is not None, f"{alive} outlived the index."
        threading.Event().wait(0.01)
    again = build_index(root, files, tmp_path / "cache")
    assert again.dependencies.needs("shop/part7.py") == ("shop/money.py",)
    assert [path.name for path in (tmp_path / "cache").iterdir()] == [store_name(root)]
    again.close()


def test_a_process_that_cannot_be_started_leaves_an_index_without_a_graph(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "no-such-python"))
    index = build_index(root, project(root, ORDERS), tmp_path / "cache")
    assert index.problem.startswith("The code could not be indexed")


def test_a_project_cannot_slip_its_own_modules_into_our_processes_and_needs_no_cache(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trap = f"open({str(tmp_path / 'sprung')!r}, 'w')\n"
    names = ("json.py", "sqlite3.py", "roundtable_tui/__init__.py", "tree_sitter.py", "sitecustomize.py")
    files = project(root, dict.fromkeys(names, trap))
    monkeypatch.chdir(root)
    monkeypatch.setenv("PYTHONPATH", str(root))
    (tmp_path / "file").write_text("")
    index = build_index(root, files, tmp_path / "file" / "cache")
    assert index.problem == ""
    assert not (tmp_path / "sprung").exists()
    index.close()


def test_several_processes_find_the_same(root: Path, tmp_path: Path) -> None:
    files = project(root, {f"part{number}.py": f"import part{(number + 1) % 40}\n" for number in range(40)})
    jobs = [Job(file.name, file.path.read_bytes(), b"") for file in files]
    found = dict(read_by_processes(jobs, 2))
    assert {job.name: from_json(text) for job, text in found.items()} == {
        job.name: facts_of(job.name, job.data) for job in jobs
    }


DYING = "import sys\nfor line in sys.stdin.buffer:\n    if b'bad' in line: {how}\n    print('ok', flush=True)\n"


@pytest.mark.parametrize("how", ["import os; os.abort()", "sys.exit(3)", "import time; time.sleep(60)"])
def test_a_file_that_kills_or_stalls_its_reader_is_read_as_text(how: str) -> None:
    reader = Reader(0.2, [sys.executable, "-I", "-S", "-c", DYING.format(how=how)])
    try:
        assert reader.read(Job("good.py", b"", b"")) == "ok"
        threading.Timer(0.3, reader.end_if_late).start()
        facts = from_json(reader.read(Job("bad.py", b"class Order: pass\n", b"")))
        assert ([symbol.name for symbol in facts.definitions], facts.parsed) == (["Order"], False)
        assert reader.read(Job("good.py", b"", b"")) == "ok"
    finally:
        reader.close()


def test_readers_that_only_die_are_not_asked_for_ever(tmp_path: Path) -> None:
    reader = Reader(5, [str(tmp_path / "no-such-program")])
    texts = [reader.read(Job("a.py", b"class Order: pass\n", b"")) for _ in range(40)]
    assert len(set(texts)) == 1
    assert reader._deaths == 40


@pytest.mark.slow
def test_hostile_code_does_not_take_more_than_its_share() -> None:
    job = Job("A.java", b"class A { int x = " + b"a<\n" * 20_000 + b"; }", b"")
    reader = Reader()
    try:
        facts = from_json(reader.read(job))
        assert not facts.parsed
    finally:
        reader.close()


def test_the_store_keeps_everything_or_nothing(store: IndexStore) -> None:
    store.keep({"a": Seen(1, 1, 1, b"x")}, {b"x": "[]"})
    with pytest.raises(OverflowError):
        store.keep({"b": Seen(1 << 80, 1, 1, b"y")}, {b"y": "[]"})
    assert (set(store.seen()), store.known()) == ({"a"}, {b"x"})


def test_a_process_of_ours_runs_isolated() -> None:
    assert own_process("x")[1] == "-I"
