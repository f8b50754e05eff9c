"""What becomes of a hand edit in a YAML artifact, case by case."""

from __future__ import annotations

import pytest

from roundtable_tui.artifacts.merge.three_way import merge
from roundtable_tui.artifacts.merge.verdict import UnreadableError

BASE = """item: pay-by-invoice
description: "Pay by invoice"
interfaces:
  - id: IF-001
    name: Invoice API
    modules: [MOD-001, MOD-002]
    schema: |2-
        {
          "amount": 1
        }
    confidence: low
  - id: IF-002
    name: Mail
    modules: []
    confidence: low
"""
NEWS = BASE.replace("name: Mail", "name: Mail to the clinic")


def merged(theirs: str, ours: str = NEWS, base: str | None = BASE) -> str:
    """The text, where nothing should be in dispute."""
    result = merge("interface-spec.yaml", base, theirs, ours)
    assert result.conflicts == ()
    return result.text


def test_a_number_and_a_flag_stay_as_they_were_written_also_next_to_news() -> None:
    theirs = BASE.replace("    name: Mail\n", "    name: Mail\n    v: 1.10\n    flag: no\n")
    assert merged(theirs) == theirs.replace("name: Mail\n", "name: Mail to the clinic\n")


@pytest.mark.parametrize(
    "written",
    [
        *("1.10", "1_000", "010", "0o17", "0x1F", "1e3", ".5", "+1", "12:30:45", "no", "on", "Off", "y", "TRUE", "~"),
        *("null", "", "2024-01-01", "2024-01-01 10:00:00 +2", "!!str 12", "!custom {a: 1}", "&anchor text", "<<", "="),
        *('"quoted"', "'it''s'", '"\\u00e9 \\t"', "two  spaces", "https://example.org/#x", "a: b".replace(": ", ":")),
        *(
            "|\n      literal\n        text\n",
            ">-\n      folded\n      text",
            "|+\n      kept\n\n",
            '"over\n      lines"',
        ),
        *("[1.10,no , ~]", "{ a: 010, b: [ ] }", "[\n      1, # one\n      2\n    ]", f"{'long ' * 60}line".rstrip()),
    ],
)
def test_every_spelling_survives_in_an_entry_with_news(written: str) -> None:
    theirs = BASE.replace(
        "    name: Mail\n", f"    mine: {written}\n    name: Mail\n    other: {written.replace('&', '&b')}\n"
    )
    assert merged(theirs) == theirs.replace("name: Mail\n", "name: Mail to the clinic\n")


@pytest.mark.parametrize(
    ("written", "after"),
    [
        ("    'name' :   Mail   # for now\n", "    'name' :   Mail to the clinic   # for now\n"),
        ('    name: "Mail"\n', "    name: Mail to the clinic\n"),
        ("    name: |-  # a block\n      Mail\n", "    # a block\n    name: Mail to the clinic\n"),
        ("    name:\n      Mail\n", "    name:\n      Mail to the clinic\n"),
    ],
)
def test_a_value_with_news_is_replaced_where_it_stands(written: str, after: str) -> None:
    assert merged(BASE.replace("    name: Mail\n", written)) == BASE.replace("    name: Mail\n", after)


def test_remarks_and_empty_lines_stay_where_they_are() -> None:
    theirs = (
        BASE.replace("item:", "# Reviewed by Sofia.\n\nitem:")
        .replace("  - id: IF-002", "\n  # only in the pilot\n  - id: IF-002  # later\n    # see the ticket")
        .replace("modules: []", "modules: []   # none")
    )
    assert merged(theirs + "# the end\n") == theirs.replace("name: Mail", "name: Mail to the clinic") + "# the end\n"


def test_a_new_entry_comes_in_at_the_users_margin() -> None:
    theirs = "interfaces:\n- id: IF-001 # mine\n  name: a\n"
    base = "interfaces:\n    - id: IF-001\n      name: a\n"
    ours = base + "    - id: IF-002\n      schema: |2-\n          x\n            y\n"
    assert merged(theirs, ours, base) == theirs + "- id: IF-002\n  schema: |2-\n      x\n        y\n"


def test_a_remark_above_an_entry_moves_with_it() -> None:
    theirs = BASE.replace("  - id: IF-001", "  # the main one\n  - id: IF-001")
    ours = BASE.replace("interfaces:\n", "interfaces:\n  - id: IF-000\n    name: First\n")
    assert merged(theirs, ours) == theirs.replace("interfaces:\n", "interfaces:\n  - id: IF-000\n    name: First\n")


def test_what_the_analysis_no_longer_has_goes_but_the_remarks_in_it_stay() -> None:
    theirs = BASE.replace("    name: Mail\n", "    name: Mail  # ask Sofia\n")
    ours = BASE[: BASE.index("  - id: IF-002")]
    assert merged(theirs, ours) == ours + "  # ask Sofia\n"


def test_the_first_entries_take_the_place_of_the_empty_list() -> None:
    empty = BASE[: BASE.index("interfaces:")] + "interfaces: []\n"
    assert merged(empty + "mine: 1.10\n", BASE, empty) == BASE + "mine: 1.10\n"


def test_the_empty_list_takes_the_place_of_the_last_entries() -> None:
    empty = BASE[: BASE.index("interfaces:")] + "interfaces: []\n"
    assert merged(BASE + "mine: 1.10\n", empty) == empty + "mine: 1.10\n"


def test_an_item_joins_a_list_between_brackets() -> None:
    theirs = BASE.replace("[MOD-001, MOD-002]", "[ MOD-001, # the first\n      MOD-002, MOD-900 ]")
    ours = BASE.replace("[MOD-001, MOD-002]", "[MOD-001, MOD-002, MOD-003]")
    assert merged(theirs, ours) == theirs.replace("MOD-002, MOD-900", "MOD-002, MOD-900, MOD-003")


def test_an_entry_between_braces_gets_its_news_between_braces() -> None:
    theirs = BASE.replace(
        "  - id: IF-002\n    name: Mail\n    modules: []\n    confidence: low\n",
        "  - {id: IF-002, name: 'Mail', modules: [], confidence: low, v: 1.10}\n",
    )
    ours = NEWS.replace("    modules: []\n", '    modules: [MOD-001]\n    schema: "a, b"\n')
    assert merged(theirs, ours) == theirs.replace(
        "'Mail', modules: []", 'Mail to the clinic, modules: [MOD-001], schema: "a, b"'
    )


def test_an_alias_stays_an_alias() -> None:
    theirs = BASE + "defaults: &defaults\n  retries: 03\nown:\n  <<: *defaults\n"
    assert merged(theirs) == theirs.replace("name: Mail", "name: Mail to the clinic")


@pytest.mark.parametrize(
    ("theirs", "said"),
    [
        (BASE.replace("name: Mail", "name: &mail Mail") + "again: *mail\n", "without risk"),
        (BASE + "---\nanother: document\n", "several documents"),
        (BASE + "item: twice\n", "says 'item' twice"),
        (BASE.replace("    name: Mail", "    ? name\n    : Mail"), "shares its line"),
        (BASE + f"deep: {'[' * 200}{']' * 200}\n", "nested too deeply"),
    ],
)
def test_what_cannot_be_changed_without_risk_is_refused(theirs: str, said: str) -> None:
    with pytest.raises(UnreadableError, match=said):
        merge("interface-spec.yaml", BASE, theirs, NEWS)


def test_a_few_hundred_bytes_of_aliases_are_refused_before_they_are_unfolded() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 6)]
    with pytest.raises(UnreadableError, match="it says more than 100,000 values by line"):
        merge("interface-spec.yaml", BASE, BASE + "\n".join(lines) + "\n", NEWS)


def test_where_both_changed_a_value_the_users_spelling_stays_and_the_conflict_is_told() -> None:
    theirs = BASE.replace("confidence: low\n  - id", "confidence: 0.90\n  - id")
    ours = BASE.replace("confidence: low\n  - id", "confidence: high\n  - id")
    result = merge("interface-spec.yaml", BASE, theirs, ours)
    assert result.text == theirs
    assert result.conflicts == ("IF-001 confidence: “0.90” stays; the analysis now says “high”",)


def test_quotes_alone_are_no_change_to_settle() -> None:
    theirs = BASE.replace("name: Mail", "name: 'Mail'")
    assert merged(theirs) == NEWS
