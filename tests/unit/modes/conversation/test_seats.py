"""Somebody beside the three is offered once and quietly, joins when the user says so, and asks what is theirs."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.journal.values import Role
from roundtable_tui.domain.journal.waiting import ForAnswer
from roundtable_tui.modes.conversation.mode import ConversationMode
from roundtable_tui.session.intents import Start, Submit
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.conversations import open_conversation
from tests.support.projects import project_in, shipped_knowledge, write_code
from tests.support.sessions import seated

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.domain.journal.state import State

RUTH = "security-reviewer"
SECRETIVE = "Anybody with a stolen token and an old password can pay for others."


def talked(root: Path, *words: str, tier: str = "standard") -> State:
    async def whole() -> State:
        write_code(root)
        async with seated(open_conversation(project_in(root), tier), OfflineVoice()) as session:
            await session.do(Start())
            for text in words:
                await session.do(Submit(text))
            return session.state

    return asyncio.run(whole())


def lines(state: State) -> list[str]:
    return [line.utterance.text for line in state.talk.transcript]


def asking(state: State) -> str:
    """Who put the question that is open."""
    waiting = state.talk.waiting
    assert isinstance(waiting, ForAnswer)
    text = waiting.question.text
    said = [line.utterance for line in state.talk.transcript if line.utterance.role is Role.QUESTION]
    return next(line.speaker for line in reversed(said) if line.text == text)


def test_two_words_of_hers_recommend_ruth_and_the_question_stays(tmp_path: Path) -> None:
    state = talked(tmp_path, SECRETIVE)
    offers = [line for line in lines(state) if "/seat" in line]
    why = 'Since you speak of "password" and "token": Ruth Adeyemi (Security Reviewer) should be at the table.'
    assert offers == [f"{why} /seat security does it, /seat no leaves it."]
    assert isinstance(state.talk.waiting, ForAnswer)
    assert state.conversation.offered == (RUTH,)
    assert not state.conversation.seated


def test_one_word_offers_her_only_after_a_while(tmp_path: Path) -> None:
    once = talked(tmp_path / "a", "They type the password by hand.")
    assert not [line for line in lines(once) if "/seat" in line]
    later = talked(tmp_path / "b", "They type the password by hand.", "Pay by invoice", "It is paid.", "skip")
    assert [line for line in lines(later) if "could join us. /seat security" in line]


@pytest.mark.parametrize("answer", ["/seat no", "Pay by invoice"])
def test_she_is_never_offered_again(tmp_path: Path, answer: str) -> None:
    state = talked(tmp_path, SECRETIVE, answer, "The token of an admin needs encryption and a login.", "skip")
    assert len([line for line in lines(state) if "Ruth" in line]) == 1
    assert not state.conversation.seated


def test_seated_she_is_at_the_table_and_asks_one_or_two_questions_of_her_own(tmp_path: Path) -> None:
    state = talked(tmp_path, SECRETIVE, "/seat security")
    assert state.conversation.seated == (RUTH,)
    assert asking(state) == RUTH
    assert isinstance(state.talk.waiting, ForAnswer)
    assert state.talk.waiting.question.topic == "security"
    rows = [(row.text, row.note) for row in ConversationMode().outline(state, shipped_knowledge()).rows]
    assert ("Ruth Adeyemi", "Security Reviewer") in rows
    on = talked(tmp_path / "on", SECRETIVE, "/seat ruth", "Only the owner", "Card numbers", "skip", "skip", "skip")
    asked = [line.utterance for line in on.talk.transcript if line.utterance.role is Role.QUESTION]
    assert sum(line.speaker == RUTH for line in asked) == 2


def test_in_a_small_change_she_joins_without_questions(tmp_path: Path) -> None:
    state = talked(tmp_path, SECRETIVE, "/seat security", tier="light")
    assert state.conversation.seated == (RUTH,)
    assert asking(state) != RUTH


@pytest.mark.parametrize("words", ["/seat", "/seat the-king"])
def test_a_name_nobody_has_is_answered_with_who_there_is(tmp_path: Path, words: str) -> None:
    said = lines(talked(tmp_path, words))[-1]
    assert "/seat security for Ruth Adeyemi (Security Reviewer)" in said
    assert "/seat operations for Henrik Dahl" in said


def test_who_is_seated_may_speak_and_is_in_the_brief(tmp_path: Path) -> None:
    from roundtable_tui.modes.conversation.briefs import speak_about
    from roundtable_tui.voices.tasks import AskAmendment

    state = talked(tmp_path, "/seat qa")
    assert speak_about(AskAmendment(), "", "business-analyst", state).speakers[-1] == "qa-lead"
