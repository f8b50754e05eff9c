"""Comments on lines: marked by key, written, seen in the margin, sent, answered and gone to, at both sizes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.comments.comment import CommentOutcome, CommentPlace, CommentSort
from roundtable_tui.domain.comments.standing import CommentStanding, standing
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Cited
from roundtable_tui.session.beside.comment_intents import MakeComment
from roundtable_tui.ui.comments.comment_form import CommentScreen, CommentText
from roundtable_tui.ui.comments.screen import CommentsScreen
from roundtable_tui.ui.composer.typing_pace import FAST
from roundtable_tui.ui.dialogs.code import CodeScreen
from roundtable_tui.ui.documents.view import DocumentView
from roundtable_tui.ui.review.screen import ReviewScreen
from roundtable_tui.ui.widgets.headline import Headline
from tests.support.commented import SPEC, on_line
from tests.support.screen.tables import Sitting, app_in, sitting, specified

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.domain.comments.comment import Comment
    from roundtable_tui.ui.documents.commented_preview import CommentedPreview

SIZES = [(140, 40), (80, 24)]


def waiting(sat: Sitting) -> list[Comment]:
    return list(sat.state.comments.waiting.values())


async def at_document(sat: Sitting) -> CommentedPreview:
    """In the requirements, with nothing marked."""
    sat.table.show_document(SPEC)
    await sat.settle()
    sat.table.set_focus(sat.table.preview.body)
    await sat.press("g")
    return sat.table.preview


async def written(sat: Sitting, text: str, *keys: str) -> None:
    """In the form that is open, after these keys."""
    form = sat.app.screen
    assert isinstance(form, CommentScreen), f"It shows {form}."
    await sat.press(*keys)
    form.text.fill(text)
    await sat.press("enter")
    await sat.settle()


def to_line(preview: CommentedPreview, words: str) -> int:
    """The line of the document with these words, on which the cursor is put."""
    number = next(at for at, line in enumerate(preview.lines, 1) if words in line)
    preview.body.go_to_source(number)
    return number


@pytest.mark.parametrize("size", SIZES)
async def test_marked_lines_of_a_document_are_commented_on_and_found_in_the_margin(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with sitting(app_in(tmp_path, specified(tmp_path)), size) as sat:
        preview = await at_document(sat)
        await sat.press("m")
        assert preview.body.marks.active
        number = to_line(preview, "### FR-001")
        await sat.press("shift+down", "enter")
        await written(sat, "Say by when.", "tab")
        (made,) = waiting(sat)
        assert (made.sort, made.text) == (CommentSort.QUESTION, "Say by when.")
        assert (made.anchor.place, made.anchor.name, made.anchor.entry) == (CommentPlace.DOCUMENT, SPEC, "FR-001")
        assert made.anchor.quote[0] == preview.lines[number - 1]
        assert [(one.first, one.sign) for one in preview.remarks] == [(number, "✎")]
        shown = [preview.body.render_line(y).text[:1] for y in range(preview.body.size.height)]
        assert "▸" in shown, "the cursor stays there"
        await sat.press("escape")
        shown = [preview.body.render_line(y).text[:1] for y in range(preview.body.size.height)]
        assert "✎" in shown
        assert "✎ 1 to send: I" in sat.table.query_one(Headline).render().plain


async def test_once_a_line_is_marked_fast_keys_mark_and_another_document_begins_unmarked(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, specified(tmp_path))) as sat:
        preview = await at_document(sat)
        await sat.press("m")
        sat.app.pace.fast = FAST
        await sat.pilot.press("j", "V", "j", "j")
        await sat.settle()
        assert sat.table.composer.words == ""
        assert len(list(preview.body.marks.lines)) >= 3
        sat.table.show_document(next(one for one in sat.state.files.artifacts if one != SPEC))
        await sat.settle()
        assert not preview.body.marks.active


async def test_what_is_selected_with_the_mouse_is_commented_on_at_once(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, specified(tmp_path))) as sat:
        preview = await at_document(sat)
        for row in (0, 3):
            await (sat.pilot.hover if row else sat.pilot.mouse_down)(DocumentView, offset=(6, row))
        await sat.pilot.mouse_up(DocumentView, offset=(6, 3))
        await sat.press("m")
        await written(sat, "Who reads this?", "f6")
        (made,) = waiting(sat)
        assert made.anchor.quote[0].startswith("# Requirements Specification")
        assert len(made.anchor.quote) > 1
        assert preview.body.marks.active


async def test_the_cursor_on_a_commented_line_shows_what_was_written_there(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, specified(tmp_path))) as sat:
        preview = await at_document(sat)
        to_line(preview, "### FR-001")
        await sat.press("m")
        await written(sat, "Say by when.")
        foot = preview.query_one("RemarkFoot")
        assert foot.display
        assert "Change, not sent yet: Say by when." in str(foot.render())
        await sat.press("g")
        assert not foot.display


async def test_marked_lines_are_copied_from_any_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []
    async with sitting(app_in(tmp_path, specified(tmp_path))) as sat:
        monkeypatch.setattr(sat.app, "copy_to_clipboard", copied.append)
        preview = await at_document(sat)
        to_line(preview, "### FR-001")
        title = preview.lines[preview.body.source_cursor - 1].removeprefix("### ")
        await sat.press("y")
        assert not preview.body.marks.active
        await sat.press("ctrl+g", "g", "m", "V", "j", "y")
        await sat.until(lambda: len(sat.notices) >= 2)
        assert all("Copied" in one for one in sat.notices[:2])
        if copied:
            assert copied[0] == title


async def test_lines_of_the_talk_are_marked_once_the_composer_is_left(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, specified(tmp_path))) as sat:
        await sat.leave_composer()
        await sat.press("m")
        assert sat.table.transcript.marks.active
        assert sat.table.composer.words == ""
        await sat.press("y")
        await sat.until(lambda: any("Copied" in one for one in sat.notices))


@pytest.mark.parametrize("size", SIZES)
async def test_what_waits_is_listed_sent_and_becomes_a_question_where_there_is_no_model(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with sitting(app_in(tmp_path, specified(tmp_path)), size) as sat:
        preview = await at_document(sat)
        to_line(preview, "### FR-001")
        await sat.press("m")
        await written(sat, "Say by when.")
        await sat.press("escape", "I")
        listing = sat.app.screen
        assert isinstance(listing, CommentsScreen)
        told = " ".join(line.text for line in listing.told.rendered_lines)
        assert "Say by when." in told
        await sat.press("s")
        (name,) = sat.state.comments.sent
        await sat.until(lambda: bool(sat.state.comments.dealt))
        assert standing(name, sat.state) is CommentStanding.OPEN
        assert any("Say by when." in one.text() for one in sat.state.dossier.of(Kind.QUESTION))
        await sat.press("d")
        await written(sat, "It says so now.")
        assert standing(name, sat.state) is CommentStanding.DONE
        assert sat.state.comments.dealt[name].reason == "It says so now."
        await sat.press("r")
        assert standing(name, sat.state) is CommentStanding.OPEN
        await sat.press("enter")
        assert sat.app.screen is sat.table
        await sat.until(lambda: preview.body.marks.active)
        assert "### FR-001" in preview.lines[preview.body.source_cursor - 1]
        assert "Your comment is an open question now" in sat.said


async def test_the_question_a_comment_became_is_answered_in_the_list_and_the_change_is_made(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, specified(tmp_path))) as sat:
        preview = await at_document(sat)
        to_line(preview, "### FR-001")
        await sat.press("m")
        await written(sat, "Name it anew.")
        await sat.press("escape", "I")
        listing = sat.app.screen
        assert isinstance(listing, CommentsScreen)
        assert not listing.check_action("answer", ()), "nobody has asked anything"
        await sat.press("s")
        await sat.until(lambda: bool(sat.state.comments.dealt))
        await sat.press("a")
        assert "It says now" in str(sat.app.screen.query_one("#comment-on").render())
        await written(sat, "Settle the invoice")
        entry = sat.state.dossier.get("FR-001")
        assert entry is not None
        assert entry.text("title") == "Settle the invoice"
        (name,) = sat.state.comments.sent
        assert standing(name, sat.state) is CommentStanding.ANSWERED
        told = " ".join(line.text for line in listing.told.rendered_lines)
        assert "You: Settle the invoice" in told
        assert "which is settled" not in told


async def test_a_comment_on_the_last_line_leaves_the_line_in_sight_and_nothing_else_marked(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, specified(tmp_path)), (80, 24)) as sat:
        preview = await at_document(sat)
        await sat.press("m", "G", "m")
        await written(sat, "Who reads this?")
        assert preview.query_one("RemarkFoot").display
        shown = [preview.body.render_line(y).text[:1] for y in range(preview.body.size.height)]
        assert "▸" in shown
        await sat.press("k", "shift+up", "shift+up", "m")
        await written(sat, "And this?")
        shown = [preview.body.render_line(y).text[:1] for y in range(preview.body.size.height)]
        assert "┃" not in shown
        assert len(list(preview.body.marks.lines)) == 1


async def test_a_comment_that_waits_can_be_written_anew_and_withdrawn(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, specified(tmp_path))) as sat:
        preview = await at_document(sat)
        to_line(preview, "### FR-001")
        await sat.press("m")
        await written(sat, "Say by when.")
        await sat.press("escape", "I", "e")
        await written(sat, "Say by when, and who.", "f7")
        assert [(one.sort, one.text) for one in waiting(sat)] == [(CommentSort.OBJECTION, "Say by when, and who.")]
        await sat.press("x", "y")
        assert waiting(sat) == []


async def test_what_was_left_in_the_form_stands_there_the_next_time(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, specified(tmp_path))) as sat:
        preview = await at_document(sat)
        to_line(preview, "### FR-001")
        await sat.press("m")
        asked = [str(sat.app.screen.query_one(CommentText).placeholder)]
        await sat.press("tab")
        asked.append(str(sat.app.screen.query_one(CommentText).placeholder))
        assert asked == ["What should change here?", "What do you want to know?"]
        await sat.press(*"half", "escape")
        assert waiting(sat) == []
        await sat.press("m")
        form = sat.app.screen
        assert isinstance(form, CommentScreen)
        assert form.draft.text == "half"


async def test_words_that_are_gone_leave_a_comment_that_says_so(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, specified(tmp_path))) as sat:
        gone = on_line("Nobody ever wrote this sentence about penguins.")
        await sat.table.link.session.do(MakeComment(CommentSort.CHANGE, "Keep it.", gone))
        await sat.leave_composer()
        await sat.press("I")
        listing = sat.app.screen
        assert isinstance(listing, CommentsScreen)
        await sat.until(lambda: any(row.comment and row.comment.lost for row in listing.comments.rows))
        told = " ".join(line.text for line in listing.told.rendered_lines)
        assert "These words are gone" in told
        assert "penguins" in told
        assert listing.check_action("go", ()) is None


async def test_lines_of_the_code_are_commented_on_where_they_are_read(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, specified(tmp_path))) as sat:
        (sat.app.request.folder / "pay.py").write_text("def pay():\n    return charge()\n")
        sat.table.show_code(Cited("pay.py", 2, 2))
        await sat.settle()
        code = sat.app.screen
        assert isinstance(code, CodeScreen)
        await sat.press("m", "m")
        await written(sat, "What if it fails?", "f6")
        (made,) = waiting(sat)
        assert (made.anchor.place, made.anchor.name, made.anchor.line) == (CommentPlace.CODE, "pay.py", 2)
        assert made.anchor.quote == ("    return charge()",)
        assert code.view.sign_beside(code.view.marks.cursor[0], code.view.marks.cursor[1]) == "✎"  # type: ignore[index]


@pytest.mark.parametrize("size", SIZES)
async def test_an_entry_of_the_review_is_commented_on_and_shows_it(tmp_path: Path, size: tuple[int, int]) -> None:
    async with sitting(app_in(tmp_path, specified(tmp_path)), size) as sat:
        await sat.press("ctrl+right_square_bracket")
        review = sat.app.screen
        assert isinstance(review, ReviewScreen)
        review.reveal("FR-001")
        await sat.press("m")
        await written(sat, "Ask Ines about this.", "f7")
        (made,) = waiting(sat)
        assert (made.anchor.place, made.anchor.name) == (CommentPlace.ENTRY, "FR-001")
        card = " ".join(review.card.shown_text.split())
        assert "✎ Objection, not sent yet: Ask Ines about this." in card
        assert not any("Ask Ines" in one.text() for one in sat.state.dossier.of(Kind.NOTE))
        await sat.press("escape")
        assert any("1 comment waits to be sent" in one for one in sat.notices)


async def test_a_settled_comment_says_by_whom_and_why_in_the_margin(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, specified(tmp_path))) as sat:
        preview = await at_document(sat)
        to_line(preview, "### FR-001")
        await sat.press("m")
        await written(sat, "Say by when.")
        sat.table.commenting.send()
        await sat.until(lambda: bool(sat.state.comments.dealt))
        (name,) = sat.state.comments.sent
        assert [one.sign for one in preview.remarks] == ["○"]
        sat.table.commenting.close(name, CommentOutcome.DECLINED, "Not in this release.")
        await sat.until(lambda: [one.sign for one in preview.remarks] == ["✗"])
        assert preview.remarks[0].text == "Change, declined: Say by when. → You: Not in this release."
