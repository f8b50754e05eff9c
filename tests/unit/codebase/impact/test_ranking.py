"""Words point at files, and what they say flows along the ties between files without getting more."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundtable_tui.codebase.impact.ranking import Graph, Mention, Mentions, ranks, relevance, spread, telling_among

NAMES = st.sampled_from("abcdefgh")
GRAPHS = st.dictionaries(NAMES, st.dictionaries(NAMES, st.floats(0.1, 5), max_size=4), max_size=8)
SEEDS = st.dictionaries(NAMES, st.floats(0.1, 10), min_size=1, max_size=8)


def of(graph: dict[str, dict[str, float]]) -> Graph:
    return lambda name: graph.get(name, {})


def by_iteration(graph: dict[str, dict[str, float]], seeds: dict[str, float], stays: float) -> dict[str, float]:
    """The same ranks by many rounds over the whole graph."""
    total = sum(seeds.values())
    moving = {name: weight / total for name, weight in seeds.items()}
    found: dict[str, float] = {}
    for _ in range(400):
        following: dict[str, float] = {}
        for name, amount in moving.items():
            ties = graph.get(name, {})
            flow = sum(ties.values())
            found[name] = found.get(name, 0.0) + amount * (stays if flow else 1.0)
            for other, strength in ties.items():
                following[other] = following.get(other, 0.0) + amount * (1 - stays) * strength / flow
        moving = following
    return found


@settings(max_examples=40)
@given(GRAPHS, SEEDS)
def test_pushing_gives_the_ranks_that_iterating_gives(
    graph: dict[str, dict[str, float]], seeds: dict[str, float]
) -> None:
    pushed, iterated = spread(of(graph), seeds, 0.3, 1e-9), by_iteration(graph, seeds, 0.3)
    for name in {*pushed, *iterated}:
        assert pushed.get(name, 0.0) == pytest.approx(iterated.get(name, 0.0), abs=1e-6)


@settings(max_examples=40)
@given(GRAPHS, SEEDS)
def test_nothing_is_added_on_the_way(graph: dict[str, dict[str, float]], seeds: dict[str, float]) -> None:
    found = spread(of(graph), seeds)
    assert all(rank >= 0 for rank in found.values())
    assert sum(found.values()) <= 1 + 1e-9


def test_without_seeds_there_are_no_ranks() -> None:
    assert spread(of({"a": {"b": 1.0}}), {}) == {}
    assert spread(of({"a": {"b": 1.0}}), {"a": 0.0}) == {}


def test_a_file_between_two_that_are_meant_ranks_above_one_beside_them() -> None:
    graph = of({"a": {"middle": 1}, "b": {"middle": 1}, "c": {"beside": 1}})
    found = spread(graph, {"a": 1, "b": 1, "c": 1})
    assert found["middle"] > found["beside"]


def mentioned(**files: dict[str, Mention]) -> Mentions:
    return Mentions(files, {"invoice": 0.9, "payment": 0.9, "data": 0.2})


@pytest.mark.parametrize(
    ("more", "less"),
    [
        ({"invoice": Mention(1)}, {"data": Mention(1)}),
        ({"invoice": Mention(2)}, {"invoice": Mention(1)}),
        ({"invoice": Mention(1), "payment": Mention(1)}, {"invoice": Mention(2)}),
        ({"invoice": Mention(1, 1)}, {"invoice": Mention(1)}),
        ({"invoice": Mention(1, 0, 1)}, {"invoice": Mention(1, 1)}),
        ({"invoice": Mention(1)}, {"data": Mention(1000)}),
    ],
)
def test_telling_words_names_and_variety_count_for_more(more: dict[str, Mention], less: dict[str, Mention]) -> None:
    scores = relevance(mentioned(more=more, less=less))
    assert scores["more"] > scores["less"]


def test_what_everything_is_tied_to_does_not_outrank_what_the_words_are_about() -> None:
    users = {f"{number}.py": {"hub.py": 1.0} for number in range(50)}
    ties = users | {"a.py": {"hub.py": 1.0, "b.py": 1.0}, "hub.py": dict.fromkeys(users, 1.0)}
    found = ranks({"a.py": 1.0} | dict.fromkeys(users, 0.2), of(ties), lambda _: 1, lambda _: 0)
    assert found["a.py"] == max(found.values())
    assert found["hub.py"] < found["a.py"] / 2


def test_of_two_files_that_say_the_same_the_larger_one_ranks_higher() -> None:
    found = ranks({"a.py": 1.0, "b.py": 1.0}, of({}), lambda _: 1, {"a.py": 10, "b.py": 1000}.__getitem__)
    assert found["b.py"] > found["a.py"]


def test_what_is_tied_to_an_important_file_ranks_above_what_is_tied_to_none() -> None:
    found = ranks({"a.py": 1.0, "b.py": 0.3, "c.py": 0.3}, of({"a.py": {"b.py": 1.0}}), lambda _: 1, lambda _: 0)
    assert found["a.py"] > found["b.py"] > found["c.py"]


def test_a_file_without_a_mention_has_no_relevance() -> None:
    assert relevance(mentioned(a={"invoice": Mention()}, b={})) == {}


@pytest.mark.parametrize(("files", "telling"), [(0, 1.0), (23, 1.0), (100, 1.0), (1000, 3.0), (100_000, 3.0)])
def test_how_rare_a_word_is_says_little_among_few_files(files: int, telling: float) -> None:
    assert telling_among(files) == telling


def test_in_a_small_project_one_rare_word_does_not_outweigh_what_the_change_is_about() -> None:
    said = {"once": {"invoice": Mention(1)}, "about": {"checkout": Mention(9, 2, 1), "plan": Mention(4)}}
    small = Mentions(said, {"invoice": 1.0, "checkout": 0.4, "plan": 0.4}, telling_among(23))
    found = relevance(small)
    assert found["about"] > found["once"]
