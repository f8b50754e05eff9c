"""Comments without a model: they wait, go out together, become questions to answer, and survive everything."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.comments.comment import Anchor, CommentOutcome, CommentPlace, CommentSort, Dealt
from roundtable_tui.domain.comments.listing import comment_rows
from roundtable_tui.domain.comments.standing import CommentStanding, standing
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.journal.fold.fold import fold
from roundtable_tui.domain.journal.waiting import ForAnswer
from roundtable_tui.items.open_item import open_item
from roundtable_tui.plain.reviewing.comment_reports import export_comments
from roundtable_tui.review import comment_file
from roundtable_tui.session.beside.comment_intents import (
    BringComments,
    CloseComment,
    MakeComment,
    SendComments,
    WithdrawComment,
)
from roundtable_tui.session.intents import Start, Submit, Undo
from roundtable_tui.storage.slugs import slug_of
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.commented import SPEC, comment, on_entry, on_line
from tests.support.conversations import converse, open_conversation
from tests.support.projects import DESCRIPTION, project_in
from tests.support.sessions import seated

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.session.session import ItemSession

CHANGE = MakeComment(CommentSort.CHANGE, "Thirty days, not fourteen.", on_entry("FR-001"))
QUESTION = MakeComment(CommentSort.QUESTION, "Also abroad?", on_line("Pay by invoice", "FR-001"))


def sitting_down(folder: Path) -> ItemSession:
    return seated(open_conversation(project_in(folder), "light"), OfflineVoice())


def has_requirements(state: State) -> bool:
    return bool(state.dossier.of(Kind.FR)) and isinstance(state.talk.waiting, ForAnswer)


async def commented(session: ItemSession) -> None:
    await session.do(Start())
    await converse(session, has_requirements)
    await session.do(CHANGE)
    await session.do(QUESTION)


def stands(session: ItemSession) -> list[CommentStanding]:
    comments = session.state.comments
    return [standing(name, session.state) for name in (*comments.sent, *comments.waiting)]


async def test_comments_that_are_sent_become_questions_about_what_they_are_on(tmp_path: Path) -> None:
    async with sitting_down(tmp_path) as session:
        await commented(session)
        assert stands(session) == [CommentStanding.WAITING] * 2
        await session.do(SendComments())
        assert stands(session) == [CommentStanding.OPEN] * 2
        asked = [one for one in session.state.dossier.of(Kind.QUESTION) if "FR-001" in one.refs("about")]
        assert len(asked) == 2
        assert "Thirty days, not fourteen." in asked[0].text()
        said = [one.utterance.text for one in session.state.talk.transcript]
        assert any("2 of your comments are open questions now" in one for one in said)
        assert fold(session.events) == session.state


async def test_one_answer_settles_the_question_and_with_it_the_comment(tmp_path: Path) -> None:
    async with sitting_down(tmp_path) as session:
        await commented(session)
        await session.do(SendComments())
        (dealt, *_) = session.state.comments.dealt.values()
        (question,) = dealt.entries
        await converse(session, lambda state: _asks(state, question))
        assert _asks(session.state, question), "it is asked"
        title = _title(session.state)
        assert f"it says now: “{title}”" in session.state.talk.transcript[-1].utterance.text
        await session.do(Submit("It is due 30 days after the order."))
        assert standing(dealt.comment, session.state) is CommentStanding.ANSWERED
        assert _title(session.state) == "It is due 30 days after the order.", "the change is made"
        known = session.state.comments.dealt[dealt.comment]
        assert (known.reason, known.by) == ("It is due 30 days after the order.", "")
        file = tmp_path / "ben.md"
        export_comments(project_in(tmp_path), slug_of(DESCRIPTION), file, "Ben")
        (told,) = comment_file.read(file.read_text(), "ben.md").dealt
        assert (told.outcome, told.reason, told.by) == (CommentOutcome.ANSWERED, known.reason, "Ben")


async def test_an_answer_that_names_the_question_makes_the_change_and_is_the_reason(tmp_path: Path) -> None:
    async with sitting_down(tmp_path) as session:
        await commented(session)
        await session.do(SendComments())
        change, question = session.state.comments.dealt.values()
        await session.do(Submit(f"{change.entries[0]}: It is due 30 days after the order."))
        assert _title(session.state) == "It is due 30 days after the order."
        known = session.state.comments.dealt[change.comment]
        assert (known.reason, known.by) == ("It is due 30 days after the order.", "")
        await session.do(Submit(f"{question.entries[0]}: No, only here."))
        assert stands(session) == [CommentStanding.ANSWERED] * 2
        assert session.state.comments.dealt[question.comment].reason == "No, only here."
        assert any("No, only here." in one.text() for one in session.state.dossier.of(Kind.NOTE))


async def test_a_change_of_a_line_that_says_something_else_of_an_entry_leaves_what_the_entry_is(tmp_path: Path) -> None:
    async with sitting_down(tmp_path) as session:
        await session.do(Start())
        await converse(session, has_requirements)
        title = _title(session.state)
        line = on_line("Priority: Must Have", "FR-001")
        await session.do(MakeComment(CommentSort.CHANGE, "It can wait.", line))
        await session.do(SendComments())
        (dealt,) = session.state.comments.dealt.values()
        await session.do(Submit(f"{dealt.entries[0]}: Should Have"))
        assert _title(session.state) == title
        assert session.state.comments.dealt[dealt.comment].reason == "Should Have"


@pytest.mark.parametrize("words", ["no", "leave it", "I don't know", "your call"])
async def test_a_reply_that_is_no_wording_stays_beside_the_question(tmp_path: Path, words: str) -> None:
    async with sitting_down(tmp_path) as session:
        await commented(session)
        title = _title(session.state)
        await session.do(SendComments())
        change, _ = session.state.comments.dealt.values()
        await session.do(Submit(f"{change.entries[0]}: {words}"))
        assert _title(session.state) == title


def _title(state: State) -> str:
    entry = state.dossier.get("FR-001")
    return entry.text("title") if entry else ""


def _asks(state: State, question: str) -> bool:
    waiting = state.talk.waiting
    return isinstance(waiting, ForAnswer) and waiting.question.key == f"raised/{question}"


async def test_what_waits_is_there_the_next_time_and_can_be_written_anew_or_withdrawn(tmp_path: Path) -> None:
    async with sitting_down(tmp_path) as session:
        await commented(session)
    project = project_in(tmp_path)
    async with seated(open_item(project, slug_of(DESCRIPTION)), OfflineVoice()) as session:
        first, second = session.state.comments.waiting
        await session.do(MakeComment(CommentSort.OBJECTION, "Sixty days.", on_entry("FR-001"), instead_of=first))
        await session.do(WithdrawComment(second))
        (left,) = session.state.comments.waiting.values()
        assert (left.sort, left.text) == (CommentSort.OBJECTION, "Sixty days.")


async def test_taking_back_the_sending_lets_them_wait_and_sends_nothing_twice(tmp_path: Path) -> None:
    async with sitting_down(tmp_path) as session:
        await commented(session)
        await session.do(SendComments())
        asked = len(session.state.dossier.of(Kind.QUESTION))
        await session.do(Undo())
        assert stands(session) == [CommentStanding.WAITING] * 2
        await session.do(SendComments())
        assert stands(session) == [CommentStanding.OPEN] * 2
        assert len(session.state.dossier.of(Kind.QUESTION)) == asked


async def test_what_a_colleague_wrote_comes_in_once_and_is_asked_in_their_name(tmp_path: Path) -> None:
    theirs = comment("Legal has to agree.", on_entry("FR-001"), CommentSort.OBJECTION, "Ana")
    async with sitting_down(tmp_path) as session:
        await commented(session)
        for _ in range(2):
            await session.do(BringComments("ana.md", (theirs,), ()))
        assert standing(theirs.id, session.state) is CommentStanding.OPEN
        asked = [one.text() for one in session.state.dossier.of(Kind.QUESTION) if "Legal has to agree." in one.text()]
        assert len(asked) == 1
        assert asked[0].startswith("Ana has an objection to FR-001")


async def test_an_entry_that_a_colleague_only_quotes_by_its_id_is_what_their_comment_is_about(tmp_path: Path) -> None:
    by_hand = Anchor(CommentPlace.DOCUMENT, SPEC, ("FR-001",))
    async with sitting_down(tmp_path) as session:
        await commented(session)
        await session.do(BringComments("ana.md", (comment("Legal has to agree.", by_hand, author="Ana"),), ()))
        (asked,) = (one for one in session.state.dossier.of(Kind.QUESTION) if "Legal has to agree." in one.text())
        assert asked.refs("about") == ("FR-001",)
        assert asked.text("stake").startswith("Ana commented on it")
        lines = ["# Requirements", "", "### FR-001: Pay by invoice", "So that FR-001 and FR-002 can be built."]
        (row,) = (one for one in comment_rows(session.state, {SPEC: lines}) if one.author)
        assert (row.line, row.lost) == (3, False)


async def test_what_is_asked_at_another_table_is_asked_here_too(tmp_path: Path) -> None:
    theirs = comment("Legal has to agree.", on_entry("FR-001"), CommentSort.OBJECTION, "Ana")
    asked = Dealt(theirs.id, CommentOutcome.ASKED, by="maya", entries=("Q-077",), at="2026-11-18T10:00:00Z")
    async with sitting_down(tmp_path) as session:
        await commented(session)
        await session.do(BringComments("ana.md", (theirs,), (asked,)))
        assert standing(theirs.id, session.state) is CommentStanding.OPEN
        assert session.state.comments.dealt[theirs.id].entries != ("Q-077",)


async def test_one_can_close_a_comment_oneself_and_open_it_again(tmp_path: Path) -> None:
    async with sitting_down(tmp_path) as session:
        await commented(session)
        await session.do(SendComments())
        name = next(iter(session.state.comments.sent))
        asked = {one.text() for one in session.state.dossier.of(Kind.QUESTION)}
        await session.do(CloseComment(name, CommentOutcome.DECLINED, "We stay with fourteen."))
        assert standing(name, session.state) is CommentStanding.DECLINED
        assert len(session.state.dossier.of(Kind.QUESTION)) == len(asked) - 1, "what is settled is not asked any more"
        await session.do(CloseComment(name))
        assert standing(name, session.state) is CommentStanding.OPEN
        assert sorted(one.text() for one in session.state.dossier.of(Kind.QUESTION)) == sorted(asked)
        await session.do(WithdrawComment(name))
        assert len(session.state.dossier.of(Kind.QUESTION)) == len(asked) - 1


async def test_an_empty_comment_and_an_empty_batch_change_nothing(tmp_path: Path) -> None:
    async with sitting_down(tmp_path) as session:
        await session.do(Start())
        before = session.state.seq
        await session.do(MakeComment(CommentSort.CHANGE, "  ", on_entry("FR-001")))
        await session.do(SendComments())
        assert session.state.seq == before
