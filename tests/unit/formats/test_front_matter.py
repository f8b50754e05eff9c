"""The head of a knowledge file is text, lists and mappings, and nothing in it can do harm."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.domain.talk.sanitize import neutral
from roundtable_tui.formats.front_matter import Head, HeadError, split
from roundtable_tui.formats.yaml import DEEPEST, Value


def head(yaml: str) -> Head:
    return split(f"---\n{yaml}\n---\nbody", neutral)[0]


def test_head_and_body_are_split_at_the_second_line_of_dashes() -> None:
    assert split("---\na: b\n---\n\nbody\n---\nmore\n") == ({"a": "b"}, "body\n---\nmore")


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("00-01", "00-01"),
        ("07", "07"),
        ("no", "no"),
        ("1.50", "1.50"),
        ("2026-11-16", "2026-11-16"),
        ("0x1F", "0x1F"),
        ("'null'", "null"),
        ("null", None),
        ("~", None),
        ("", None),
        ("!!int 12", "12"),
        ("!!python/object:os.system x", "x"),
        ('"\\e[31mred"', "red"),
        ("[a, [b], {c: d}]", ["a", ["b"], {"c": "d"}]),
    ],
)
def test_every_scalar_is_the_text_that_was_written(written: str, read: Value) -> None:
    assert head(f"x: {written}") == {"x": read}


def test_an_alias_stands_for_what_it_names() -> None:
    assert head("a: &one [x]\nb: *one") == {"a": ["x"], "b": ["x"]}


def test_aliases_of_aliases_are_refused_before_they_are_unfolded() -> None:
    lines = ["l0: &l0 [x, x]", *(f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 9)}]" for n in range(1, 60))]
    with pytest.raises(HeadError, match="says more than 100,000 values by line 7, with what its aliases repeat"):
        head("\n".join(lines))


def test_a_merge_key_is_an_ordinary_name() -> None:
    assert head("a: &a {x: y}\nb: {<<: *a}") == {"a": {"x": "y"}, "b": {"<<": {"x": "y"}}}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("no head at all", "does not begin with a head"),
        ("", "does not begin with a head"),
        ("---\ntitle: x\n", "not closed"),
        ("---\n- a\n- b\n---\n", "name: value"),
        ("---\n---\n", "name: value"),
        ("---\na: b\nc: [d\n---\n", "not valid YAML in line"),
        ("---\na: b: c\n---\n", "line 2"),
        ("---\na: 1\na: 2\n---\n", "'a' twice"),
        ("---\n[x]: y\n---\n", "name that is not a text"),
        ("---\na: *b\n---\n", "unknown '*b' in line 2"),
        ("---\na: &a [*a]\n---\n", "unknown '*a'"),
        ("---\na: " + "[" * 50_000 + "\n---\n", "nested too deeply"),
        ("---\na: " + "- " * 50_000 + "\n---\n", "YAML"),
    ],
)
def test_what_is_not_a_head_says_why(text: str, said: str) -> None:
    with pytest.raises(HeadError, match=r".") as caught:
        split(text)
    assert said in str(caught.value)


def test_nesting_is_allowed_up_to_the_limit() -> None:
    inner = DEEPEST - 1
    assert head(f"a: {'[' * inner}{']' * inner}")
    with pytest.raises(HeadError):
        head(f"a: {'[' * DEEPEST}{']' * DEEPEST}")


@given(st.text(st.characters(codec="utf-8")))
def test_any_text_is_a_head_or_a_head_error(text: str) -> None:
    problem = ""
    try:
        found, _ = split(f"---\n{text}")
    except HeadError as error:
        found, problem = {}, str(error)
    assert isinstance(found, dict)
    assert len(problem) < 300
