"""Words that the model speaks through a tool: read while they are being written, and never shown twice."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.voices.model.turn.say_tool import Once, SpokenWords

TEXT = st.text(st.characters() | st.sampled_from('"\\/\b\f\n\r\tué🧾\ud83d\ude00')) | st.sampled_from(
    ["🧾", "\\u00e9", "\ud83d", "\ude00\ud83d", "\ud83d\\ude00", '\\"', "\ud83dx", "\ud83d\n"]
)


@st.composite
def in_pieces(draw: st.DrawFn, whole: str) -> list[str]:
    cuts = draw(st.lists(st.integers(0, len(whole)), max_size=12) | st.just(list(range(len(whole)))))
    return [whole[start:end] for start, end in pairwise(sorted({0, *cuts, len(whole)}))]


@given(st.data(), TEXT, st.booleans())
def test_words_are_those_of_the_whole_call_wherever_its_pieces_end(data: st.DataObject, text: str, plain: bool) -> None:
    call = json.dumps({"text": text}, ensure_ascii=not plain)
    spoken = SpokenWords()
    words = "".join(spoken.take(piece) for piece in data.draw(in_pieces(call)))
    assert words == json.loads(call)["text"]
    assert spoken.rest(json.loads(call)) == ""


@given(TEXT, st.data())
def test_what_is_told_of_a_call_that_breaks_off_is_how_its_words_begin(text: str, data: st.DataObject) -> None:
    call = json.dumps({"text": text})
    cut = call[: data.draw(st.integers(0, len(call)))]
    spoken = SpokenWords()
    whole = json.loads(call)["text"]
    assert whole.startswith("".join(spoken.take(piece) for piece in data.draw(in_pieces(cut))))


@given(st.data(), st.text('{}":\\tex ud83\n', max_size=40))
def test_what_is_no_such_call_is_read_without_trouble(data: st.DataObject, nonsense: str) -> None:
    spoken = SpokenWords()
    assert isinstance("".join(map(spoken.take, data.draw(in_pieces(nonsense)))), str)


@pytest.mark.parametrize(
    ("pieces", "told"),
    [
        (['{"text": "a\\', 'n", "b"}'], ["a", "\n"]),
        (['{"text":"\\ud83e\\udd', 'fe!"}'], ["", "🧾!"]),
        (['{"text":"\\ud83e', '\\n"}'], ["", "\ud83e\n"]),
        (['{"te', 'xt" : "So', "me\nwords"], ["", "So", "me\nwords"]),
        (['{"text": "So\\x', "me"], ["So", ""]),
    ],
)
def test_half_an_escape_waits_for_its_other_half(pieces: list[str], told: list[str]) -> None:
    spoken = SpokenWords()
    assert [spoken.take(piece) for piece in pieces] == told


def test_words_that_could_not_be_told_before_are_told_at_the_end() -> None:
    spoken = SpokenWords()
    assert spoken.take('{"tone": "dry", "text": "So be it."}') == ""
    assert spoken.rest({"tone": "dry", "text": "So be it."}) == "So be it."


@pytest.mark.parametrize("whole", [{}, {"text": 3}, {"text": "Other words"}])
def test_an_end_that_does_not_fit_adds_nothing(whole: dict[str, object]) -> None:
    spoken = SpokenWords()
    spoken.take('{"text": "So"')
    assert spoken.rest(whole) == ""


# Twice the same


def shown(*utterances: tuple[bool, str], size: int = 3) -> list[str]:
    """What is shown of each; True is said with the tool."""
    once = Once()
    found = []
    for by_say, text in utterances:
        once.begin(by_say=by_say)
        found.append("".join(once.take(text[at : at + size]) for at in range(0, len(text), size)))
    return found


SO = "So they wait."


@pytest.mark.parametrize(
    ("first", "second", "new"),
    [
        (SO, SO, ""),
        (SO, f"\n{SO}\n", ""),
        (SO, "So they", ""),
        (SO, f"{SO} And then?", "And then?"),
        (SO, "So they leave.", "So they leave."),
        ("So", "Some wait.", "Some wait."),
        (SO, "Right.", "Right."),
        ("", SO, SO),
    ],
)
def test_words_come_once_whether_they_are_said_or_written_first(first: str, second: str, new: str) -> None:
    for by_say in (True, False):
        assert shown((by_say, first), (not by_say, second)) == [first, new]


def test_words_that_come_twice_in_the_same_way_are_shown_as_they_come() -> None:
    assert shown((False, SO), (False, SO)) == [SO, SO]


@given(st.lists(st.tuples(st.booleans(), st.text("ab \n", max_size=6)), max_size=4), st.integers(1, 4))
def test_where_pieces_end_makes_no_difference_to_what_is_shown(said: list[tuple[bool, str]], size: int) -> None:
    assert shown(*said, size=size) == shown(*said, size=100)
