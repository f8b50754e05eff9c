"""A document as it is shown: what its name says it is, in any width, with what is new in it marked."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from roundtable_tui.ui.documents.layout import CITATION, lay_out_passage
from roundtable_tui.ui.documents.passages import (
    LARGEST,
    Head,
    Passage,
    Shape,
    View,
    carried_on,
    difference,
    head_of,
    passages,
)

if TYPE_CHECKING:
    from roundtable_tui.ui.lines.line_wrap import Laid

SPEC = b"""# Requirements

**Source**: manual\x20\x20
**Status**: In Progress\x20\x20
**Confidence**: Mixed

## Functional Requirements

### FR-001: Pay by invoice

- **AC-001-01**: It is sent.
- **AC-001-02**: It is paid.

Found in `src/pay.py:12-20` and [the spec](requirements-spec.md).

| File | Action |
|---|---|
| `src/pay.py` | MODIFY |
| `src/bill.py` | CREATE |
"""


def shown(found: tuple[Passage, ...], width: int = 80) -> list[tuple[str, bool]]:
    return [(written(line), new) for passage in found for line, new in lay_out_passage(passage, width)]


def written(line: Laid) -> str:
    return "".join(run.text for run in (*line.lead, *line.runs)).rstrip()


def text_of_all(found: tuple[Passage, ...], width: int = 80) -> str:
    return "\n".join(line for line, _ in shown(found, width))


def new_lines(name: str, before: bytes, after: bytes, view: View = View.RENDERED) -> list[str]:
    old = carried_on(passages(name, before, view), ())
    return [line for line, new in shown(carried_on(passages(name, after, view), old)) if new]


def test_markdown_is_rendered() -> None:
    found = text_of_all(passages("requirements-spec.md", SPEC))
    assert "FR-001: Pay by invoice" in found
    assert "• AC-001-01: It is sent." in found
    assert "**" not in found
    assert "src/pay.py  │ MODIFY" in found


def test_the_raw_view_shows_the_file_as_it_is() -> None:
    assert text_of_all(passages("requirements-spec.md", SPEC, View.RAW), 200).splitlines() == [
        line.rstrip() for line in SPEC.decode().splitlines()
    ]


def test_a_document_says_how_far_and_how_sure_it_is() -> None:
    assert head_of(SPEC.decode()) == Head("In Progress", "Mixed")
    assert head_of("plain words") == Head()


def test_csv_is_an_aligned_table() -> None:
    found = passages("matrix.csv", b'FR_ID,Count,Source\r\nFR-001,7,"turn 3, said ""yes"""\r\nFR-0002,12,x\r\n')
    assert text_of_all(found).splitlines() == [
        "FR ID   │ Count │ Source",
        "────────┼───────┼───────────────────",
        'FR-001  │     7 │ turn 3, said "yes"',
        "FR-0002 │    12 │ x",
    ]


TRACES = b"""FR_ID,AC_ID,User_Story_ID,Confidence,Source
FR-001,AC-001-01,US-001,High,turn 21
FR-001,AC-001-02,US-001,Medium,turn 21
"""


def test_csv_of_five_columns_is_still_a_table_beside_the_talk() -> None:
    assert [line.rstrip() for line in text_of_all(passages("traces.csv", TRACES), 40).splitlines()] == [
        "FR ID │AC ID    │User   │Confide│Source",
        "      │         │Story  │nce    │",
        "      │         │ID     │       │",
        "──────┼─────────┼───────┼───────┼───────",
        "FR-001│AC-001-01│US-001 │High   │turn 21",
        "FR-001│AC-001-02│US-001 │Medium │turn 21",
    ]


def test_headings_of_tight_columns_stay_whole_where_there_is_room() -> None:
    traces = TRACES.replace(b"AC-001-01", b"").replace(b"AC-001-02", b"")
    assert text_of_all(passages("traces.csv", traces), 39).splitlines()[0].split("│")[3] == "Confidence"


def test_csv_without_room_for_a_table_names_each_row_once() -> None:
    assert text_of_all(passages("traces.csv", TRACES), 30).splitlines()[:3] == [
        "FR-001",
        "  AC ID AC-001-01 · User Story",
        "  ID US-001 · Confidence High",
    ]


def test_a_short_row_of_csv_is_filled_up() -> None:
    assert "a │ b" in text_of_all(passages("x.csv", b"a,b\n1\n"))


def test_json_on_one_line_is_spread_with_every_value_as_written() -> None:
    found = text_of_all(passages("x.json", b'{"a":[1.10,{"b":"x, {y}"}],"e":[],"f":{}}'))
    assert found.splitlines() == [
        "{",
        '  "a": [',
        "    1.10,",
        "    {",
        '      "b": "x, {y}"',
        "    }",
        "  ],",
        '  "e": [],',
        '  "f": {}',
        "}",
    ]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(alphabet=st.characters(min_codepoint=32, max_codepoint=126)),
    lambda inner: st.lists(inner) | st.dictionaries(st.text('abc{},:[]"\\'), inner),
    max_leaves=8,
)


def test_a_long_line_of_json_goes_on_further_in_than_it_begins() -> None:
    data = b'{\n    "story": "As a practice manager, I want to order on invoice, so that it is quick"\n}\n'
    lines = [line for one in passages("a.json", data) for line, _ in lay_out_passage(one, 40)]
    shown = ["".join(run.text for run in (*line.lead, *line.runs)) for line in lines]
    assert shown == [
        "{",
        '    "story": "As a practice manager, I',
        "      want to order on invoice, so that",
        '      it is quick"',
        "}",
    ]


@given(json_values)
def test_spread_json_means_the_same(value: object) -> None:
    found = passages("x.json", json.dumps(value).encode())
    assert json.loads("\n".join(passage.text for passage in found)) == value


@pytest.mark.parametrize(
    ("name", "data", "note"),
    [
        ("x.json", b"{oops", "This is not JSON"),
        ("x.csv", b'a,"b', "This is not CSV"),
        ("x.csv", b"a\n" * 2_001, "2,001 rows"),
        ("x.md", b"a\0b", "These 3 bytes are not text."),
        ("x.md", b"", "This document is empty."),
        ("x.json", b" ", "This document is empty."),
        ("x.md", b"a" * (LARGEST + 1), "Only the first"),
    ],
)
def test_what_is_not_as_its_name_says_is_shown_with_a_note(name: str, data: bytes, note: str) -> None:
    first = passages(name, data)[0]
    assert first.shape is Shape.NOTE
    assert note in first.text


def test_a_place_in_the_code_and_a_link_can_be_followed() -> None:
    found = passages("spec.md", SPEC)
    targets = [run.target for passage in found for line, _ in lay_out_passage(passage, 80) for run in line.runs]
    assert [target for target in targets if target] == [f"{CITATION}src/pay.py:12-20", "requirements-spec.md"]


def test_only_the_changed_row_of_a_table_is_new() -> None:
    assert new_lines("spec.md", SPEC, SPEC.replace(b"| CREATE", b"| NO CHANGE OF ANY KIND")) == [
        "src/bill.py │ NO CHANGE OF ANY KIND"
    ]


def test_only_the_added_item_of_a_list_is_new() -> None:
    after = SPEC.replace(b"- **AC-001-02**", b"- **AC-001-03**: It is dunned.\n- **AC-001-02**")
    assert new_lines("spec.md", SPEC, after) == ["• AC-001-03: It is dunned."]


def test_an_inserted_line_does_not_mark_what_it_moved() -> None:
    before = "\n".join(f"line {number}" for number in range(200)).encode()
    after = before.replace(b"line 7\n", b"line 7\nnew\n")
    assert new_lines("x.txt", before, after) == ["new"]


def test_where_something_was_taken_out_of_a_passage_it_is_marked() -> None:
    after = SPEC.replace(b"- **AC-001-02**: It is paid.\n", b"")
    assert new_lines("spec.md", SPEC, after) == ["• AC-001-01: It is sent."]


def test_the_first_sight_of_a_document_marks_nothing() -> None:
    assert not any(new for _, new in shown(carried_on(passages("spec.md", SPEC), ())))


def test_passages_keep_their_keys_through_changes_around_and_in_them() -> None:
    old = carried_on(passages("spec.md", SPEC), ())
    changed = SPEC.replace(b"## Functional", b"New words.\n\n## Functional").replace(b"It is sent", b"It was sent")
    new = carried_on(passages("spec.md", changed), old)
    keys = {passage.text.splitlines()[0]: passage.key for passage in old}
    again = {passage.text.splitlines()[0]: passage.key for passage in new}
    assert again["### FR-001: Pay by invoice"] == keys["### FR-001: Pay by invoice"]
    assert again["- **AC-001-01**: It was sent."] == keys["- **AC-001-01**: It is sent."]
    assert len(set(again.values())) == len(new)


def test_a_difference_shows_signs_and_the_lines_around() -> None:
    before = b"one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n"
    found = difference(before, before.replace(b"five", b"5"))
    assert [passage.label for passage in found] == ["Lines 2–8"]
    assert found[0].text.splitlines() == ["  two", "  three", "  four", "- five", "+ 5", "  six", "  seven", "  eight"]


def test_changes_far_apart_stand_apart_and_near_ones_together() -> None:
    lines = [f"{number}" for number in range(40)]
    far = difference("\n".join(lines).encode(), "\n".join(["a", *lines[1:39], "b"]).encode())
    near = difference("\n".join(lines).encode(), "\n".join(["a", *lines[1:6], "b", *lines[7:]]).encode())
    assert (len(far), len(near)) == (2, 1)


def test_nothing_differing_is_said() -> None:
    assert difference(SPEC, SPEC)[0].text == "Nothing differs between the two."


def test_of_a_changed_line_only_the_changed_words_stand_out() -> None:
    found = difference(b"Pay by invoice within 30 days\n", b"Pay by invoice within 14 days\n")
    lines = [line for line, _ in lay_out_passage(found[0], 80)]
    assert [[run.text for run in line.runs if "differing" in run.names] for line in lines] == [["30"], ["14"]]


def test_a_long_line_of_a_difference_bears_its_sign_on_every_line() -> None:
    found = difference(b"", b"word " * 40)
    lines = text_of_all(found, 30).splitlines()
    assert len(lines) > 3
    assert all(line.startswith("+ ") for line in lines)


@given(st.text("ab\n"), st.text("ab\n"))
def test_a_difference_holds_exactly_what_went_and_what_came(before: str, after: str) -> None:
    found = difference(before.encode(), after.encode())
    lines = [line for passage in found if passage.shape is Shape.DIFF for line in passage.text.split("\n")]
    gone = [line[2:] for line in lines if line.startswith("- ")]
    came = [line[2:] for line in lines if line.startswith("+ ")]
    assert len(before.splitlines()) - len(gone) == len(after.splitlines()) - len(came)
    assert not Counter(gone) - Counter(before.splitlines())
    assert not Counter(came) - Counter(after.splitlines())


@given(
    st.sampled_from(["a.md", "a.json", "a.csv", "a.yaml", "a.txt", "A.MD"]),
    st.binary(max_size=80) | st.text(max_size=80).map(str.encode),
    st.binary(max_size=80) | st.text('|-*#`\n ab,"{}[]:1', max_size=80).map(str.encode),
    st.sampled_from(View),
    st.integers(1, 60),
)
def test_any_bytes_are_shown_in_any_width(name: str, before: bytes, after: bytes, view: View, width: int) -> None:
    if view is View.DIFF:
        found = difference(before, after)
    else:
        found = carried_on(passages(name, after, view), carried_on(passages(name, before, view), ()))
    assert found
    assert len({passage.key for passage in found}) == len(found)
    for passage in found:
        for line, _ in lay_out_passage(passage, width):
            widest = max((cell_len(sign) for sign in written(line)), default=0)
            assert cell_len(written(line)) <= max(width, widest)


def test_the_marks_of_an_items_part_are_not_shown_but_stay_in_the_source() -> None:
    data = b"# Shared\n\n<!-- roundtable:begin one -->\n## One\n\nFast.\n<!-- roundtable:end one -->\n"
    shown, raw = ("\n".join(part.text for part in passages("a.md", data, view)) for view in (View.RENDERED, View.RAW))
    assert "roundtable:" not in shown
    assert "Fast." in shown
    assert "roundtable:begin one" in raw
