"""What is written comes back as it was, through our own reader and through anybody's."""

from __future__ import annotations

import re

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.formats.yaml import Plain, read_yaml
from roundtable_tui.formats.yaml_writer import Writable, write_yaml

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40) | st.sampled_from(
    [
        "",
        "yes",
        "null",
        "1e3",
        "12:30",
        "a: b",
        "- a",
        "# no",
        "two\nlines",
        "two\nlines\n",
        " led\nin",
        "x\n\n",
        "\ttab",
    ]
)
VALUES = st.recursive(
    TEXTS | st.integers(-(10**6), 10**6) | st.booleans() | st.none(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS.filter(bool), inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(TEXTS.filter(bool), VALUES, max_size=5))
def test_any_parser_reads_what_was_written(value: dict[str, Writable]) -> None:
    assert yaml.safe_load(write_yaml(value)) == (value or None)


@given(st.dictionaries(TEXTS.filter(bool), TEXTS, max_size=5))
def test_our_reader_reads_the_same_texts(value: dict[str, Writable]) -> None:
    assert (read_yaml(write_yaml(value)) or {}) == value


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"status": Plain("active")}, "status: active\n"),
        ({"status": "active"}, 'status: "active"\n'),
        (
            {"round": 1, "reached": True, "rate": 0.5, "closed_at": None},
            "round: 1\nreached: true\nrate: 0.5\nclosed_at: null\n",
        ),
        ({"made": ["REQ-001", "REQ-002"]}, 'made: ["REQ-001", "REQ-002"]\n'),
        ({"maps": {}, "lists": []}, "maps: {}\nlists: []\n"),
        ({"said": "one\ntwo"}, "said: |-\n  one\n  two\n"),
        (
            {"rounds": [{"round": 1, "by": {"qa-lead": "No."}}]},
            'rounds:\n  - round: 1\n    by:\n      qa-lead: "No."\n',
        ),
        ({"plain": Plain("not so plain")}, 'plain: "not so plain"\n'),
    ],
)
def test_it_looks_as_other_programs_expect_it(value: dict[str, Writable], text: str) -> None:
    assert write_yaml(value) == text


def test_what_others_search_the_raw_file_for_does_not_stand_in_a_text() -> None:
    value: dict[str, Writable] = {"said": "the status: active flag", "more": "first\nstatus: active"}
    text = write_yaml(value, re.compile(r"status: "))
    assert "status: active" not in text
    assert yaml.safe_load(text) == value


def test_a_scalar_without_quotes_is_marked_only_if_wanted() -> None:
    marked = read_yaml("a: 1\nb: '1'\nc: null\n", mark_plain=True)
    assert isinstance(marked, dict)
    assert [isinstance(marked[name], Plain) for name in "ab"] == [True, False]
    assert marked["c"] is None
    assert read_yaml("a: 1") == {"a": "1"}
