"""Small projects in memory, linked as an index links them."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

from roundtable_tui.codebase.graph.builder import linked
from roundtable_tui.codebase.graph.dependencies import Dependencies, EdgeTable, Tie
from roundtable_tui.codebase.graph.entry_points import entry_points
from roundtable_tui.codebase.graph.outlines import outline_from_json
from roundtable_tui.codebase.graph.project_tree import ProjectTree
from roundtable_tui.codebase.parse.file_facts import to_json
from roundtable_tui.codebase.parse.symbols import facts_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roundtable_tui.codebase.graph.entry_points import EntryPoint


def graph_of(sources: Mapping[str, str]) -> Dependencies:
    return project_of(sources)[0]


def project_of(sources: Mapping[str, str]) -> tuple[Dependencies, tuple[EntryPoint, ...]]:
    """The graph and the entry points of files given as text."""
    facts = {name: facts_of(name, dedent(text).encode()) for name, text in sources.items()}
    outlines = {name: outline_from_json(to_json(found)) for name, found in facts.items()}
    tree = ProjectTree(sources, lambda name: dedent(sources[name]))
    edges, passing_on = linked(tree, outlines)
    numbered = ((tree.number[one], tree.number[other], tie, line, what) for one, other, tie, line, what in edges)
    graph = Dependencies(tree.names, EdgeTable.of(len(tree.names), numbered))
    return graph, entry_points(tree, outlines, passing_on)


def needed(sources: Mapping[str, str]) -> dict[str, set[str]]:
    """For each file that needs any, the files it needs."""
    graph = graph_of(sources)
    return {name: set(graph.needs(name)) for name in sources if graph.needs(name)}


def ties_of(graph: Dependencies) -> set[tuple[str, str, Tie]]:
    return {(edge.source, edge.target, edge.tie) for name in graph.names for edge in graph.edges_from(name)}
