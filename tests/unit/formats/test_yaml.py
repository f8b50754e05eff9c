"""However little text it takes to say it, nothing is read that would say too much to handle."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.formats.yaml import (
    MOST_LETTERS,
    MOST_NODES,
    Mapping,
    Scalar,
    Sequence,
    YamlError,
    line_of,
    read_yaml,
    tree_of,
)

if TYPE_CHECKING:
    from roundtable_tui.formats.yaml import Node, Value


def bomb(levels: int, width: int = 9) -> str:
    """Lists of aliases of lists of aliases: what it says grows by the width with every level."""
    lines = [f"- &a0 [{', '.join('x' * width)}]"]
    lines += [f"- &a{n} [{', '.join([f'*a{n - 1}'] * width)}]" for n in range(1, levels)]
    return "\n".join(lines) + "\n"


def size(value: Value) -> int:
    match value:
        case list():
            return 1 + sum(map(size, value))
        case dict():
            return 1 + sum(1 + size(part) for part in value.values())
    return 1


def parts(node: Node) -> tuple[Node, ...]:
    match node:
        case Sequence():
            return node.items
        case Mapping():
            return tuple(part for pair in node.pairs for part in pair)
    return ()


@pytest.mark.parametrize("levels", [6, 9, 100])
def test_a_few_hundred_bytes_of_aliases_are_refused_in_a_sentence(levels: int) -> None:
    with pytest.raises(YamlError, match=r"^says more than 100,000 values by line \d+, with what its aliases repeat$"):
        read_yaml(bomb(levels))


def test_what_is_read_never_says_more_than_it_may() -> None:
    assert size(read_yaml(bomb(4))) <= MOST_NODES


@pytest.mark.parametrize(
    "text",
    [
        "- x\n" * MOST_NODES,
        "[" + "[]," * MOST_NODES + "]",
        "{" + ",".join(f"a{n}" for n in range(MOST_NODES)) + "}",
        "---\n- x\n" * MOST_NODES,
    ],
    ids=["items", "empty lists", "names", "documents"],
)
def test_a_text_of_very_many_values_is_refused(text: str) -> None:
    with pytest.raises(YamlError, match="says more than 100,000 values"):
        read_yaml(text)


def test_a_long_word_repeated_by_aliases_is_refused() -> None:
    long = "x" * (MOST_LETTERS // 100)
    with pytest.raises(YamlError, match=f"says more than {MOST_LETTERS:,} letters"):
        read_yaml(f"- &long {long}\n" + "- *long\n" * 100)


def test_a_text_that_is_too_long_is_not_even_looked_at() -> None:
    with pytest.raises(YamlError, match="is longer than"):
        read_yaml("#" * (MOST_LETTERS + 1))


def test_nesting_is_counted_through_aliases() -> None:
    lines = ["- &a0 [x]", *(f"- &a{n} [*a{n - 1}]" for n in range(1, 30))]
    with pytest.raises(YamlError, match="nested too deeply in line 12"):
        read_yaml("\n".join(lines))


def test_an_alias_may_be_used_where_it_says_little() -> None:
    assert read_yaml("a: &a {x: [1]}\nb: *a\n") == {"a": {"x": ["1"]}, "b": {"x": ["1"]}}


def test_what_was_named_in_one_document_is_unknown_in_the_next() -> None:
    with pytest.raises(YamlError, match="unknown"):
        read_yaml("a: &a x\n---\nb: *a\n")


def test_a_name_is_found_by_its_line_and_one_that_is_not_there_has_none() -> None:
    text = "a: 1\nb:\n  # a: 2\n  a: 3\n"
    assert [line_of(text, path) for path in (("a",), ("b", "a"), ("a", "b"), ("c",))] == [1, 4, 0, 0]


def test_a_text_that_is_no_yaml_has_no_lines() -> None:
    assert line_of("a: [\n", ("a",)) == 0


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("no", "false", False),
        ("no", "'no'", False),
        ("1.10", "1.1", False),
        ("abc", '"abc"', True),
        ("~", "null", True),
        ("~", "''", False),
        ("12", "!!str 12", False),
        ("2024-01-01", "'2024-01-01'", False),
    ],
)
def test_two_spellings_mean_the_same_only_if_every_program_reads_the_same(one: str, other: str, same: bool) -> None:
    roots = [tree_of(text).root for text in (one, other)]
    meanings = [root.meaning for root in roots if isinstance(root, Scalar)]
    assert (meanings[0] == meanings[1]) is same


@given(st.text(st.sampled_from("ab:{}[]-,&*#'\"|>~?!é😀 \t\r\n\ufeff"), max_size=40))
def test_every_part_of_a_tree_stands_where_it_says(text: str) -> None:
    try:
        tree = tree_of(text)
    except YamlError:
        return
    nodes = [tree.root] if tree.root else []
    while nodes:
        node = nodes.pop()
        assert 0 <= node.start <= node.end <= len(text)
        for part in parts(node):
            assert node.start <= part.start <= part.end <= node.end
            nodes.append(part)
        if isinstance(node, Scalar) and node.style in ("'", '"'):
            assert text[node.end - 1] == node.style
