"""How the package is laid out: folders one can overlook, names that say enough, and screens without import cycles."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import roundtable_tui

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

PACKAGE = Path(roundtable_tui.__file__).parent
MOST_MODULES = 16
MOST_LINES = 400
ROLES = frozenset(
    {"actions", "controller", "keys", "panes", "parts", "rows", "screen", "view", "voice"}
    | {"briefs", "commands", "mode", "outline", "steering", "wording"}
)
"""Names that several folders of a package may use: the folder says whose it is."""
FILES = tuple(sorted(PACKAGE.rglob("*.py")))
INITS = tuple(path for path in FILES if path.name == "__init__.py" and path.parent != PACKAGE)
MODULES = tuple(path for path in FILES if path.name != "__init__.py")

Graph = dict[str, set[str]]


def named(path: Path) -> str:
    """A file as it is named in a failure."""
    return path.relative_to(PACKAGE).as_posix()


def module_name(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(source: str, modules: frozenset[str]) -> Iterator[str]:
    """The modules a source names in any import: at the top, in a function, or only for its types."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                submodule = f"{node.module}.{alias.name}"
                yield submodule if submodule in modules else node.module


def cycles(graph: Mapping[str, set[str]]) -> list[tuple[str, ...]]:
    """The strongly connected components of more than one module (Tarjan)."""
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    found: list[tuple[str, ...]] = []

    def visit(module: str) -> None:
        order[module] = lowest[module] = len(order)
        stack.append(module)
        for imported in sorted(graph[module]):
            if imported not in order:
                visit(imported)
                lowest[module] = min(lowest[module], lowest[imported])
            elif imported in stack:
                lowest[module] = min(lowest[module], order[imported])
        if lowest[module] == order[module]:
            place = stack.index(module)
            component = tuple(sorted(stack[place:]))
            del stack[place:]
            found.extend([component] if len(component) > 1 else [])

    for module in sorted(graph):
        if module not in order:
            visit(module)
    return found


def round_trip(graph: Mapping[str, set[str]], component: tuple[str, ...]) -> str:
    """The shortest way round through the first module of a cycle, as it is shown in a failure."""
    start = component[0]
    paths: list[tuple[str, ...]] = [(start,)]
    seen = {start}
    while paths:
        path = paths.pop(0)
        for imported in sorted(graph[path[-1]] & set(component)):
            if imported == start:
                return " -> ".join((*path, start))
            if imported not in seen:
                seen.add(imported)
                paths.append((*path, imported))
    return ", ".join(component)


def ui_graph() -> Graph:
    names = {module_name(path): path for path in FILES if path.is_relative_to(PACKAGE / "ui")}
    every = frozenset(names)
    return {name: set(imports_of(path.read_text("utf-8"), every)) & every for name, path in names.items()}


def test_no_folder_holds_more_modules_than_one_can_overlook() -> None:
    counts = Counter(path.parent for path in MODULES)
    assert {named(folder): count for folder, count in counts.items() if count > MOST_MODULES} == {}


def test_no_module_of_the_screen_imports_itself_by_way_of_others() -> None:
    graph = ui_graph()
    rounds = [f"{len(component)} modules, {round_trip(graph, component)}" for component in cycles(graph)]
    assert not rounds, "\n".join(rounds)


@pytest.mark.parametrize(
    "importing",
    ["from a import b\n", "import a.b\n", "if TYPE_CHECKING:\n    from a.b import C\n", "def f():\n    import a.b\n"],
)
def test_an_import_counts_wherever_it_stands(importing: str) -> None:
    assert set(imports_of(importing, frozenset({"a.b"}))) == {"a.b"}


def test_a_cycle_is_found_and_named_by_its_way_round() -> None:
    graph = {"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}
    assert cycles(graph) == [("a", "b", "c")]
    assert round_trip(graph, ("a", "b", "c")) == "a -> b -> c -> a"


def test_no_module_name_stands_twice_in_a_package_unless_it_names_a_role() -> None:
    places: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for path in MODULES:
        room = path.relative_to(PACKAGE).parts[0]
        places[room, path.stem].append(named(path))
    assert [paths for (_, name), paths in places.items() if len(paths) > 1 and name not in ROLES] == []


def test_every_init_below_the_package_is_empty() -> None:
    assert [named(path) for path in INITS if path.read_text("utf-8").strip()] == []


def test_no_module_is_longer_than_one_can_read_at_once() -> None:
    lengths = {named(path): len(path.read_text("utf-8").splitlines()) for path in MODULES}
    assert {name: lines for name, lines in lengths.items() if lines > MOST_LINES} == {}
