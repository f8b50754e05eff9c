"""The graph of files: planted dependencies are found, none are invented, and real packages make sense."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundtable_tui.codebase.graph.dependencies import Dependencies, Edge, EdgeTable, Tie
from roundtable_tui.codebase.graph.test_pairs import TestFolders, subject_of
from tests.unit.codebase.sources import graph_of, needed, project_of, ties_of

if TYPE_CHECKING:
    from collections.abc import Mapping

FOLDERS = ("core", "core/deep", "mail")


class Planted:
    """A project in one language in which it is known who needs whom."""

    ending = ""
    extra: Mapping[str, str] = MappingProxyType({})

    def path(self, number: int) -> str:
        return f"shop/{FOLDERS[number % 3]}/{self.stem(number)}{self.ending}"

    def stem(self, number: int) -> str:
        return f"part{number}"

    def source(self, number: int, needs: list[int]) -> str:
        raise NotImplementedError


class PlantedPython(Planted):
    ending = ".py"
    extra = MappingProxyType(dict.fromkeys(("shop/__init__.py", *(f"shop/{one}/__init__.py" for one in FOLDERS)), ""))

    def source(self, number: int, needs: list[int]) -> str:
        lines = ["import os, json", f"def work{number}(): pass", "def run(): pass"]
        for other in needs:
            module = self.path(other).removesuffix(".py").replace("/", ".")
            package, _, name = module.rpartition(".")
            forms = (f"import {module}", f"from {package} import {name}", f"from {module} import work{other}")
            lines.append(forms[(number + other) % 3])
        return "\n".join(lines)


class PlantedTypescript(Planted):
    ending = ".ts"

    def source(self, number: int, needs: list[int]) -> str:
        up = "../" * self.path(number).count("/")
        lines = ['import fs from "fs";', f"export function work{number}() {{ run(); }}", "function run() {}"]
        for other in needs:
            path = f"{up}{self.path(other).removesuffix('.ts')}"
            forms = (
                f'import {{work{other}}} from "{path}";',
                f'const a{other} = require("{path}");',
                f'import("{path}");',
            )
            lines.append(forms[(number + other) % 3])
        return "\n".join(lines)


class PlantedJava(Planted):
    ending = ".java"

    def stem(self, number: int) -> str:
        return f"Part{number}"

    def source(self, number: int, needs: list[int]) -> str:
        own = self.path(number).rpartition("/")[0].replace("/", ".")
        lines, fields = [f"package {own};", "import java.util.List;"], ["List<String> names;"]
        for other in needs:
            package = self.path(other).rpartition("/")[0].replace("/", ".")
            if package != own:
                lines.append(f"import {package}.Part{other};")
            fields.append(f"Part{other} p{other};")
        return "\n".join((*lines, f"public class Part{number} {{ {' '.join(fields)} void run() {{}} }}"))


class PlantedGo(Planted):
    ending = ".go"
    extra = MappingProxyType({"go.mod": "module example.com/m\n"})

    def source(self, number: int, needs: list[int]) -> str:
        own = self.path(number).rpartition("/")[0]
        packages = {self.path(other).rpartition("/")[0] for other in needs} - {own}
        lines = [f"package {own.rpartition('/')[2]}", 'import "fmt"']
        lines += [f'import "example.com/m/{package}"' for package in sorted(packages)]
        calls = ["fmt.Println()"]
        for other in needs:
            package = self.path(other).rpartition("/")[0]
            calls.append(f"Work{other}()" if package == own else f"{package.rpartition('/')[2]}.Work{other}()")
        return "\n".join((*lines, f"func Work{number}() {{ {'; '.join(calls)} }}"))


class PlantedC(Planted):
    ending = ".h"

    def source(self, number: int, needs: list[int]) -> str:
        up = "../" * self.path(number).count("/")
        lines = [f'#include "{up}{self.path(other)}"' for other in needs]
        return "\n".join(("#include <stdio.h>", *lines, f"int work{number}(void);"))


class PlantedRust(Planted):
    ending = ".rs"
    extra = MappingProxyType({"Cargo.toml": '[package]\nname = "shop"\n'})

    def path(self, number: int) -> str:
        return f"src/{FOLDERS[number % 3]}/part{number}.rs"

    def source(self, number: int, needs: list[int]) -> str:
        lines = ["use std::fmt;", f"pub fn work{number}() {{}}"]
        for other in needs:
            module = self.path(other).removeprefix("src/").removesuffix(".rs").replace("/", "::")
            lines.append((f"use crate::{module}::work{other};", f"use crate::{module};")[(number + other) % 2])
        return "\n".join(lines)


LANGUAGES = (PlantedPython(), PlantedTypescript(), PlantedJava(), PlantedGo(), PlantedC(), PlantedRust())
GRAPHS = st.integers(2, 9).flatmap(
    lambda size: st.lists(st.sets(st.integers(0, size - 1), max_size=4), min_size=size, max_size=size)
)


@settings(max_examples=25)
@given(GRAPHS, st.sampled_from(LANGUAGES))
def test_planted_dependencies_are_found_and_none_invented(graph: list[set[int]], language: Planted) -> None:
    wanted = {number: sorted(needs - {number}) for number, needs in enumerate(graph)}
    sources = {language.path(number): language.source(number, needs) for number, needs in wanted.items()}
    expected = {
        language.path(number): {language.path(one) for one in needs} for number, needs in wanted.items() if needs
    }
    assert needed({**sources, **language.extra}) == expected


@settings(max_examples=40)
@given(
    st.lists(
        st.tuples(
            st.integers(0, 5), st.integers(0, 5), st.sampled_from(Tie), st.integers(0, 9), st.text("ab", max_size=2)
        )
    )
)
def test_the_graph_reads_the_same_from_both_ends(edges: list[tuple[int, int, Tie, int, str]]) -> None:
    names = [f"f{number}" for number in range(6)]
    graph = Dependencies(names, EdgeTable.of(6, edges))
    forth = [edge for name in names for edge in graph.edges_from(name)]
    back = [edge for name in names for edge in graph.edges_to(name)]
    assert len(forth) == len(set(forth)) == len(graph)
    assert set(forth) == set(back)
    assert {(edge.source, edge.target, edge.tie, edge.what) for edge in forth} == {
        (f"f{one}", f"f{other}", tie, what) for one, other, tie, _, what in edges
    }


def test_an_unknown_file_needs_nothing() -> None:
    graph = Dependencies(["a.py"])
    assert (graph.needs("b.py"), graph.needed_by("b.py"), graph.tests_of("b.py")) == ((), (), ())


def test_a_method_only_one_file_has_ties_its_callers_that_can_reach_it() -> None:
    sources = {
        "engine.py": "class Engine:\n    def ignite(self): pass\n    def append(self): pass\n",
        "factory.py": "from engine import Engine\ndef make(): return Engine()\n",
        "car.py": "from factory import make\nmake().ignite()\nmake().append()\n",
        "stranger.py": "import os\nos.ignite()\n",
    }
    assert ("car.py", "engine.py", Tie.USE) in ties_of(graph_of(sources))
    assert needed(sources).keys() == {"factory.py", "car.py"}


def test_the_reasons_of_an_edge_can_be_told() -> None:
    graph = graph_of(
        {"shop/__init__.py": "from .a import f\n", "shop/a.py": "def f(): pass\n", "x.py": "\nfrom shop import f\n"}
    )
    assert graph.edges_from("x.py") == (
        Edge("x.py", "shop/__init__.py", Tie.IMPORT, 2, "shop"),
        Edge("x.py", "shop/a.py", Tie.THROUGH, 2, "f"),
    )
    assert graph.strengths_from("x.py") == {"shop/__init__.py": 1.0, "shop/a.py": 0.8}


@pytest.mark.parametrize(
    ("test", "subject"),
    [
        ("tests/test_orders.py", "orders"),
        ("orders_test.go", "orders"),
        ("src/orders.spec.ts", "orders"),
        ("src/orders.test.tsx", "orders"),
        ("src/test/java/OrdersTest.java", "Orders"),
        ("OrdersTests.cs", "Orders"),
        ("spec/orders_spec.rb", "orders"),
        ("src/__tests__/orders.js", "orders"),
        ("src/orders.py", ""),
        ("src/latest.py", ""),
    ],
)
def test_a_test_is_named_after_what_it_tests(test: str, subject: str) -> None:
    assert subject_of(test) == subject


@pytest.mark.parametrize(
    ("test", "source", "mirrored"),
    [
        ("tests/checkout/test_steps.py", "checkout/views.py", True),
        ("tests/unit/checkout/test_steps.py", "src/shop/checkout/views.py", True),
        ("checkout/tests/test_steps.py", "checkout/views.py", True),
        ("tests/checkout/test_steps.py", "checkout/deep/views.py", False),
        ("tests/checkout/test_steps.py", "billing/views.py", False),
        ("tests/test_steps.py", "checkout/views.py", False),
        ("checkout/steps_test.go", "checkout/views.go", False),
    ],
)
def test_a_folder_of_tests_mirrors_the_folder_of_its_name(test: str, source: str, mirrored: bool) -> None:
    assert TestFolders((test, source)).mirror(source) is mirrored


def test_tests_are_found_by_name_and_by_what_they_import() -> None:
    graph = graph_of(
        {
            "shop/orders.py": "def total(): pass\n",
            "shop/admin/orders.py": "",
            "tests/test_orders.py": "from shop.orders import total\n",
            "tests/admin/test_orders.py": "",
            "tests/test_everything.py": "import shop.orders\n",
            "other/tests/test_report.py": "",
            "shop/report.py": "import shop.orders\n",
        }
    )
    assert graph.tests_of("shop/orders.py") == ("tests/test_orders.py", "tests/test_everything.py")
    assert graph.tests_of("shop/admin/orders.py") == ("tests/admin/test_orders.py",)


def installed(package: str) -> dict[str, str]:
    """The files of an installed package, as a project that holds it."""
    spec = find_spec(package)
    assert spec
    assert spec.origin
    folder = Path(spec.origin).parent
    return {
        f"{package}/{path.relative_to(folder).as_posix()}": path.read_text("utf-8", "replace")
        for path in sorted(folder.rglob("*.py"))
    }


@pytest.mark.parametrize(
    ("package", "name", "needs"),
    [
        ("click", "click/core.py", {"click/types.py", "click/exceptions.py", "click/parser.py", "click/_utils.py"}),
        ("click", "click/decorators.py", {"click/core.py", "click/globals.py", "click/utils.py"}),
        (
            "jinja2",
            "jinja2/environment.py",
            {"jinja2/compiler.py", "jinja2/lexer.py", "jinja2/parser.py", "jinja2/nodes.py"},
        ),
        ("jinja2", "jinja2/sandbox.py", {"jinja2/environment.py", "jinja2/exceptions.py"}),
    ],
)
def test_known_imports_of_installed_packages_resolve(package: str, name: str, needs: set[str]) -> None:
    graph = graph_of(installed(package))
    assert needs <= set(graph.needs(name))
    assert all(name in graph.needed_by(other) for other in needs)


def test_every_relative_import_of_an_installed_package_leads_to_a_file() -> None:
    sources = installed("click")
    graph, points = project_of(sources)
    for name, text in sources.items():
        modules = {f"click/{module}.py" for module in re.findall(r"^\s*from \.(\w+) import", text, re.MULTILINE)}
        assert modules <= set(graph.needs(name)), name
    offered = {point.name: (point.path, point.line) for point in points if point.kind == "api"}
    path, line = offered["click.Command"]
    assert path == "click/core.py"
    assert sources[path].split("\n")[line - 1].startswith("class Command")
