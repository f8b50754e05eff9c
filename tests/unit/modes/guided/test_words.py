"""Words that are no content, in a real session: what they do, and that they leave nothing in the dossier."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.journal.waiting import ForAnswer, ForMenu
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.modes.guided import wording
from roundtable_tui.session.intents import Start, Submit
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.projects import open_sample, project_in, write_code
from tests.support.sessions import seated
from tests.support.voices.scripted import go_through, listener

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from roundtable_tui.domain.journal.state import State


@pytest.fixture
def talk(tmp_path: Path) -> Callable[..., tuple[State, State, list[str]]]:
    """Goes to a place, says these words there; the state before, the state after, and what was said to them."""
    write_code(tmp_path)

    def say(*words: str, until: Callable[[State], bool] | None = None) -> tuple[State, State, list[str]]:
        lines: list[str] = []

        async def whole() -> tuple[State, State]:
            async with seated(open_sample(project_in(tmp_path)), OfflineVoice()) as session:
                await session.do(Start(Depth.STANDARD))
                if until:
                    await go_through(session, until)
                before = session.state
                session.subscribe(listener(lines))
                for one in words:
                    await session.do(Submit(one))
                return before, session.state

        before, after = asyncio.run(whole())
        return before, after, lines

    return say


def at_menu(step: str) -> Callable[[State], bool]:
    return lambda state: isinstance(state.talk.waiting, ForMenu) and state.talk.waiting.step == step


def in_step(step: str) -> Callable[[State], bool]:
    return lambda state: state.guided.current == step


def shows_something(state: State) -> bool:
    return isinstance(state.talk.waiting, ForAnswer) and bool(state.talk.waiting.question.offers)


@pytest.mark.parametrize("words", ["ok", "yes", "next", "continue", "skip", "Next pls", "thx 👍", "hm", "sounds good"])
def test_what_says_nothing_at_the_menu_records_nothing_and_is_told_what_does_what(
    talk: Callable[..., tuple[State, State, list[str]]], words: str
) -> None:
    before, after, lines = talk(words, until=at_menu("00-01"))
    assert after.dossier == before.dossier
    assert after.talk.waiting == ForMenu("00-01")
    assert lines == [wording.SAYS_NOTHING]


@pytest.mark.parametrize("words", ["/help", "/HELP", " /help "])
@pytest.mark.parametrize("until", [None, at_menu("00-01")], ids=["question", "menu"])
def test_help_is_a_command_everywhere(
    talk: Callable[..., tuple[State, State, list[str]]], words: str, until: Callable[[State], bool] | None
) -> None:
    before, after, lines = talk(words, until=until)
    assert after.dossier == before.dossier
    assert after.talk.waiting == before.talk.waiting
    assert lines == [wording.TYPED_COMMANDS]


@pytest.mark.parametrize("words", ["c", "C.", "🙂", "hm", "please", "pls 🙏", "thx", "/help"])
def test_a_stray_letter_or_sound_answers_no_question(
    talk: Callable[..., tuple[State, State, list[str]]], words: str
) -> None:
    before, after, _ = talk("1: Clinics can pay by invoice.\n2: both", words)
    assert after.dossier.of(Kind.AREA) == before.dossier.of(Kind.AREA) == ()
    assert isinstance(after.talk.waiting, ForAnswer)
    assert after.talk.waiting.question.key.startswith("standard/2")


def offers_a_choice(state: State) -> bool:
    return isinstance(state.talk.waiting, ForAnswer) and bool(state.talk.waiting.question.choices)


@pytest.mark.parametrize("words", ["c", "C", "s"])
def test_the_letter_of_a_menu_picks_nothing_where_choices_go_by_numbers(
    talk: Callable[..., tuple[State, State, list[str]]], words: str
) -> None:
    before, after, lines = talk(words, until=offers_a_choice)
    assert after.dossier == before.dossier
    assert after.talk.waiting == before.talk.waiting
    assert lines == [wording.LONE_KEY]


def test_a_word_where_a_sentence_is_expected_is_asked_back_once_and_then_kept(
    talk: Callable[..., tuple[State, State, list[str]]],
) -> None:
    _, asked_back, lines = talk("invoices", until=in_step("01-01"))
    assert asked_back.dossier.of(Kind.PROBLEM) == ()
    assert any("A sentence would help" in line for line in lines)
    _, kept, _ = talk("invoices", until=None)
    assert [entry.text() for entry in kept.dossier.of(Kind.PROBLEM)] == ["invoices"]


def test_an_ok_to_what_is_shown_is_a_yes(talk: Callable[..., tuple[State, State, list[str]]]) -> None:
    before, after, _ = talk("ok", until=shows_something)
    assert after.dossier.version > before.dossier.version
    assert after.talk.waiting != before.talk.waiting


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        ("jordan, which errors do you see?", "For Jordan: jordan, which errors do you see?"),
        ("hm, alex, is that safe?", "For Alex: hm, alex, is that safe?"),
        ("@alex is that safe?", "For Alex: @alex is that safe?"),
        ("jordan which errors do you see", "For Jordan: jordan which errors do you see"),
        ("everyone, what is missing?", "For all of us: everyone, what is missing?"),
        ("what do the three of you think?", "For all of us: what do the three of you think?"),
    ],
)
@pytest.mark.parametrize("elaborating", [True, False], ids=["in an elaboration", "at the menu"])
def test_what_is_said_to_somebody_stays_for_them_where_no_model_can_answer(
    talk: Callable[..., tuple[State, State, list[str]]], words: str, kept: str, elaborating: bool
) -> None:
    said = ("e", words) if elaborating else (words,)
    before, after, lines = talk(*said, until=at_menu("00-01"))
    assert [entry.text() for entry in after.dossier.of(Kind.QUESTION)] == [kept]
    new = {*after.dossier.entries} - {*before.dossier.entries}
    assert {after.dossier.entries[one].kind for one in new} == {Kind.QUESTION}
    assert any("There is no model at the table to answer that, so I keep it for" in line for line in lines)
    assert isinstance(after.talk.waiting, ForAnswer if elaborating else ForMenu)


def test_a_question_left_open_is_answered_by_its_id_at_the_menu(
    talk: Callable[..., tuple[State, State, list[str]]],
) -> None:
    _, open_still, _ = talk("I don't know", "checkout", "both")
    assert isinstance(open_still.talk.waiting, ForMenu)
    assert [entry.id for entry in open_still.dossier.of(Kind.QUESTION)] == ["Q-001"]
    _, answered, _ = talk("Q-001: Clinics pay by invoice.")
    assert not list(answered.dossier.of(Kind.QUESTION))
    assert any("Clinics pay by invoice." in entry.text() for entry in answered.dossier.of(Kind.NOTE))
