"""What counts as said twice, and what does not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.artifacts.lint.repetition import Passage, repetition
from tests.support.dossiers import texts

SAID = "Clinic groups with more than five sites may not use a card"
"""Twelve words: five sequences of eight."""


def document(body: str) -> str:
    return f"# Title\n\n**Source**: manual  \n**Status**: Draft\n\n## Section\n\n{body}\n"


@pytest.mark.parametrize(
    ("documents", "repeated", "sequences"),
    [
        ({"a.md": document(SAID)}, 0, 5),
        ({"a.md": document(SAID), "b.md": document(SAID)}, 10, 10),
        ({"a.md": document(f"- {SAID}\n- {SAID}")}, 10, 10),
        ({"a.md": document(f"{SAID}\n\n| a | {SAID} |")}, 10, 11),
        ({"a.md": document(SAID), "b.md": document(SAID.upper())}, 10, 10),
        ({"a.md": document("Seven words are no statement at all")}, 0, 0),
        ({"a.md": document("Four words a line\n- four words a line\n- four words a line")}, 0, 0),
    ],
)
def test_every_sequence_that_stands_twice_counts_each_time(
    documents: dict[str, str], repeated: int, sequences: int
) -> None:
    found = repetition(documents)
    assert (found.repeated, found.sequences) == (repeated, sequences)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (document(SAID), f"# {SAID}\n\n**Source**: {SAID}\n\n{SAID}\n"),
        (document(SAID), f"# Title\n\n## In Short\n\n{SAID}\n\n### More of it\n\n{SAID}\n"),
        (document(SAID), document(f"```json\n{SAID}\n```")),
        (document(SAID), document(f'```mermaid\nN1["{SAID}"]\n```')),
        (
            document("FR-001, FR-002, FR-003, AC-001-01, AC-001-02, US-001, MOD-001, IF-001"),
            document("FR-001, FR-002, FR-003, AC-001-01, AC-001-02, US-001, MOD-001, IF-001"),
        ),
        (document("- [ ] T001 Order\n  files: a/b.py (MODIFY), c/d.py (CREATE), e/f.py (DELETE), g/h.py (MODIFY)"),)
        * 2,
        (document("[FR-001](a.md#one-two-three-four-five-six-seven-eight)"),) * 2,
    ],
)
def test_heads_summaries_ids_links_and_what_programs_read_do_not_count(one: str, other: str) -> None:
    assert repetition({"one.md": one, "other.md": other}).repeated == 0


@pytest.mark.parametrize("name", ["requirements-summary.md", "architecture-summary.md", "user-stories.json"])
def test_a_summary_and_a_data_file_may_say_it_again(name: str) -> None:
    assert repetition({"requirements-spec.md": document(SAID), name: document(SAID)}).repeated == 0


def test_code_that_people_read_counts() -> None:
    schema = "```text\norder: {sites: int, country: str, city: str, street: str}\n```"
    assert repetition({"a.md": document(schema), "b.md": document(schema)}).share == 1


def test_the_worst_passages_are_whole_and_say_where_they_stand() -> None:
    twice = "only one half of this is said twice in these pages"
    found = repetition({"a.md": document(f"{SAID}\n\n{twice}"), "b.md": document(f"So: {SAID}\n\n- {twice}")})
    assert found.worst == (Passage(SAID.lower(), ("a.md", "b.md")), Passage(twice, ("a.md", "b.md")))


def test_of_nothing_nothing_is_repeated() -> None:
    assert repetition({}).share == 0
    assert not repetition({"a.md": ""}).too_much


@given(st.dictionaries(st.sampled_from(["a.md", "b.md", "quick-scan.md"]), texts().map(document)))
def test_the_share_of_any_documents_lies_between_none_and_all(documents: dict[str, str]) -> None:
    found = repetition(documents)
    assert 0 <= found.share <= 1
    assert bool(found.repeated) == bool(found.worst)
