"""Comments go out as a file and come back from it as they were, whoever wrote them and in whatever order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from roundtable_tui.domain.comments.comment import (
    Anchor,
    Comment,
    CommentOutcome,
    CommentPlace,
    CommentSort,
    Dealt,
    comment_id,
)
from roundtable_tui.domain.journal.comment_events import CommentMade, CommentsBrought, CommentsSent
from roundtable_tui.domain.journal.events import APP, USER, Event
from roundtable_tui.domain.journal.fold.fold import fold
from roundtable_tui.errors import UsageError
from roundtable_tui.review import comment_file

if TYPE_CHECKING:
    from collections.abc import Callable

    from roundtable_tui.domain.journal.state import Comments

_lines = st.text(st.characters(exclude_categories=("C", "Z")) | st.just(" "), max_size=30).map(str.strip)
_tricky = st.sampled_from(["# a heading", "> quoted", "\\back", "<!-- remark -->", "**[Done]** no", "*By me*", "-->"])
_texts = st.lists(_lines | _tricky, min_size=1, max_size=4).map("\n".join).filter(lambda text: bool(text.strip()))
_anchors = st.builds(
    Anchor,
    st.sampled_from(CommentPlace),
    st.sampled_from(["requirements-spec.md", "shop/models.py", "FR-003"]),
    st.lists(_lines | _tricky, max_size=2).map(tuple),
    _lines,
    _lines,
    st.sampled_from(["", "FR-003"]),
    st.integers(0, 99),
)


@st.composite
def comments(draw: st.DrawFn, author: str = "") -> Comment:
    sort, text, anchor = draw(st.sampled_from(CommentSort)), draw(_texts).strip(), draw(_anchors)
    at = draw(st.sampled_from(["2026-11-18T10:00:00Z", "2026-11-18T11:00:00Z"]))
    return Comment(comment_id(sort, text, anchor, author, at), sort, text, anchor, author, at)


def fates(of: list[Comment]) -> st.SearchStrategy[dict[str, Dealt]]:
    one = st.builds(
        Dealt,
        st.just(""),
        st.sampled_from(CommentOutcome),
        _lines,
        st.sampled_from(["", "Maya"]),
        at=st.sampled_from(["2026-11-18T12:00:00Z", "2026-11-18T13:00:00Z"]),
    )
    drawn = st.lists(one, min_size=len(of), max_size=len(of))
    return drawn.map(
        lambda some: {
            comment.id: Dealt(comment.id, dealt.outcome, dealt.reason, dealt.by, at=dealt.at)
            for comment, dealt in zip(of, some, strict=True)
        }
    )


def bringing(*files: str) -> Comments:
    """An item that took in these files, one after the other."""
    events = []
    for number, text in enumerate(files, 1):
        found = comment_file.read(text, "comments.md")
        body = CommentsBrought("comments.md", found.comments, found.dealt)
        events.append(Event(number, "2026-11-18T14:00:00Z", 0, APP, 0, body))
    return fold(events).comments


@given(st.lists(comments("Ana"), max_size=4, unique_by=lambda one: one.id), st.data())
def test_what_is_written_is_read_as_it_was(some: list[Comment], data: st.DataObject) -> None:
    dealt = data.draw(fates(some))
    found = comment_file.read(comment_file.written("Pay", "pay", some, dealt, "me"), "comments.md")
    assert not found.problems
    assert {one.id: one for one in found.comments} == {one.id: one for one in some}
    settled = {name: one for name, one in dealt.items() if one.outcome is not CommentOutcome.ASKED}
    named = {name: replace(one, by=one.by or "me") for name, one in settled.items()}
    assert {one.comment: one for one in found.dealt} == named


@given(
    st.lists(comments("Ana"), max_size=3, unique_by=lambda one: one.id),
    st.lists(comments("Ben"), max_size=3, unique_by=lambda one: one.id),
    st.data(),
)
def test_two_files_give_the_same_in_either_order(ana: list[Comment], ben: list[Comment], data: st.DataObject) -> None:
    shared = [*ana, *ben]
    files = [
        comment_file.written("Pay", "pay", some, data.draw(fates(some)), author)
        for some, author in ((shared, "Ana"), ([*ben, *ana][:2], "Ben"))
    ]
    one, other = bringing(*files), bringing(*reversed(files))
    assert one.sent == other.sent
    assert one.dealt == other.dealt
    assert comment_file.written("Pay", "pay", one.sent.values(), one.dealt, "me") == comment_file.written(
        "Pay", "pay", other.sent.values(), other.dealt, "me"
    )


def test_a_file_taken_in_twice_changes_nothing_the_second_time() -> None:
    text = comment_file.written("Pay", "pay", [_comment("Say by when.")], {}, "me")
    assert bringing(text) == bringing(text, text)


def test_what_somebody_writes_by_hand_is_read_by_its_quote() -> None:
    text = """# Comments

## requirements-spec.md

### Question
*By Ben*
> - **AC-001-02**: The invoice is due in 30 days.

Also for customers abroad?
Ask legal.
"""
    (found,) = comment_file.read(text, "comments.md").comments
    assert (found.sort, found.author) == (CommentSort.QUESTION, "Ben")
    assert found.text == "Also for customers abroad?\nAsk legal."
    assert found.anchor.name == "requirements-spec.md"
    assert found.anchor.quote == ("- **AC-001-02**: The invoice is due in 30 days.",)


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text.replace('"anchor"', '"ankor"'),
        lambda text: text.replace('"anchor": {', '"anchor": ['),
        lambda text: text.replace("Say by when.", ""),
    ],
)
def test_a_comment_that_cannot_be_read_is_named_and_the_others_are_taken(damage: Callable[[str], str]) -> None:
    good = comment_file.written("Pay", "pay", [_comment("Another one.")], {}, "me")
    bad = comment_file.written("Pay", "pay", [_comment("Say by when.")], {}, "me")
    found = comment_file.read(damage(bad) + good, "comments.md")
    assert [one.text for one in found.comments] == ["Another one."]
    assert len(found.problems) == 1
    assert found.problems[0].startswith("comments.md:")


def test_a_file_without_end_is_refused() -> None:
    with pytest.raises(UsageError, match="longer than"):
        comment_file.read("x" * (comment_file.LARGEST + 1), "comments.md")


def test_control_characters_of_a_stranger_never_come_in() -> None:
    text = comment_file.written("Pay", "pay", [_comment("red")], {}, "me").replace("red", "re\x1b[31md")
    assert "\x1b" not in comment_file.read(text, "comments.md").comments[0].text


def test_an_own_comment_that_comes_back_is_known() -> None:
    mine = _comment("Say by when.")
    sent = [
        Event(1, "2026-11-18T10:00:00Z", 0, USER, 0, CommentMade(mine)),
        Event(2, "2026-11-18T10:01:00Z", 1, USER, 0, CommentsSent((mine.id,))),
    ]
    found = comment_file.read(comment_file.written("Pay", "pay", [mine], {}, "Ana"), "back.md")
    back = Event(3, "2026-11-18T10:02:00Z", 1, APP, 0, CommentsBrought("back.md", found.comments, found.dealt))
    assert fold([*sent, back]).comments.sent == {mine.id: mine}


def _comment(text: str) -> Comment:
    anchor = Anchor(CommentPlace.DOCUMENT, "requirements-spec.md", ("- **AC-001-02**: Due in 30 days.",), line=7)
    at = "2026-11-18T10:00:00Z"
    return Comment(comment_id(CommentSort.CHANGE, text, anchor, "", at), CommentSort.CHANGE, text, anchor, "", at)
