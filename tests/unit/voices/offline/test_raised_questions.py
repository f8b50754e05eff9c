"""A draft goes on without a model: what was raised is asked with its guess, and an answer becomes what it says."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.kinds import Kind, Value
from roundtable_tui.domain.dossier.provenance import Confidence, Inferred, confidence
from roundtable_tui.domain.journal.values import PointMark, Role
from roundtable_tui.domain.journal.waiting import ForAnswer
from roundtable_tui.domain.knowledge.points.open_points import open_points
from roundtable_tui.session.intents import MarkPoint, Start, Submit
from roundtable_tui.session.proposals import Proposal
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.conversations import open_conversation
from tests.support.projects import project_in
from tests.support.sessions import seated

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from roundtable_tui.domain.dossier.questions import Question
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.session.session import ItemSession

_WEIGHED: dict[str, Value] = {"sort": "limit", "sure": "low", "knows": "user", "about": ("FR-001",)}


def _raised(text: str, guess: str, **more: Value) -> dict[str, Value]:
    return {"text": text, "guess": guess, "keeps": "constraint.text", "loss": "high", **_WEIGHED, **more}


HEAVY = _raised("How many days are there to pay?", "30 days after the order", stake="the due date")
LIGHT = [
    _raised(f"What about the {name}?", f"The {name} stays as it is", loss="low", sure="high", about=())
    for name in ("footer", "greeting", "letterhead")
]


WORKED_OUT = "An order is paid within 30 days, a credit note shortens nothing, and a partial payment keeps the date."


def asked_of(session: ItemSession) -> Question:
    waiting = session.state.talk.waiting
    assert isinstance(waiting, ForAnswer)
    return waiting.question


def talked(
    root: Path, questions: list[dict[str, Value]], key: str, talk: Callable[[ItemSession], Awaitable[None]]
) -> State:
    """An item for which these were raised, with the one of this sort asked."""

    async def run() -> State:
        async with seated(open_conversation(project_in(root)), OfflineVoice()) as session:
            await session.do(Start())
            await session.do(Submit("Accounting chases people by hand."))
            fields: dict[str, Value] = {"title": "Pay by invoice", "text": WORKED_OUT, "priority": "Must Have"}
            found = [Change(Op.RECORD, "r", Kind.FR, fields, (Inferred((1,)),))]
            found += [
                Change(Op.RECORD, f"q{n}", Kind.QUESTION, one, (Inferred((1,)),)) for n, one in enumerate(questions)
            ]
            await session.propose(Proposal("somebody", session.state.seq, tuple(found)))
            name = next(
                one.name for one in open_points(session.state, session.knowledge) if one.name.key.startswith(key)
            )
            await session.do(MarkPoint(name, PointMark.PULLED))
            await talk(session)
            return session.state

    return asyncio.run(run())


def say(*words: str) -> Callable[[ItemSession], Awaitable[None]]:
    async def talk(session: ItemSession) -> None:
        for one in words:
            await session.do(Submit(one))

    return talk


def test_it_is_asked_with_its_guess_and_what_hangs_on_it(tmp_path: Path) -> None:
    async def look(session: ItemSession) -> None:
        question = asked_of(session)
        assert question.text == (
            "How many days are there to pay?\nWhy I ask: the due date\nMy guess: 30 days after the order"
        )
        await session.do(Submit("what do you mean?"))
        assert asked_of(session).name == question.name
        said = [one.utterance.text for one in session.state.talk.transcript]
        assert any("the due date" in text and "30 days after the order" in text for text in said[-3:-1])

    talked(tmp_path, [HEAVY], "raised/", look)


@pytest.mark.parametrize(("words", "sure"), [("yes", Confidence.HIGH), ("whatever you think", Confidence.MEDIUM)])
def test_a_guess_that_is_taken_is_kept_where_it_belongs(tmp_path: Path, words: str, sure: Confidence) -> None:
    state = talked(tmp_path, [HEAVY], "raised/", say(words))
    (kept,) = state.dossier.of(Kind.CONSTRAINT)
    assert kept.text() == "30 days after the order"
    assert kept.confidence is sure, "left to the table is not confirmed"
    assert not state.dossier.of(Kind.QUESTION)
    assert bool(state.dossier.of(Kind.ASSUMPTION)) == (sure is not Confidence.HIGH)


def test_a_yes_to_a_short_guess_confirms_what_was_worked_out_meanwhile(tmp_path: Path) -> None:
    async def agree(session: ItemSession) -> None:
        assert f"The guess as it is written down, FR-001: {WORKED_OUT}" in asked_of(session).text
        await session.do(Submit("yes"))

    state = talked(tmp_path, [HEAVY | {"keeps": "FR-001.text"}], "raised/", agree)
    kept = state.dossier.get("FR-001")
    assert kept is not None
    assert (kept.text("text"), confidence(kept.fields["text"].sources)) == (WORKED_OUT, Confidence.HIGH)
    assert not state.dossier.of(Kind.QUESTION)


def test_a_guess_that_is_taken_confirms_what_says_the_same_elsewhere(tmp_path: Path) -> None:
    state = talked(tmp_path, [{**HEAVY, "guess": WORKED_OUT}], "raised/", say("yes"))
    assert state.dossier.entries["FR-001"].confidence is Confidence.HIGH


def test_another_answer_is_picked_by_its_number(tmp_path: Path) -> None:
    question = _raised("How many days are there to pay?", "30 days", choices=("14 days", "60 days"))
    state = talked(tmp_path, [question], "raised/", say("3"))
    assert [one.text() for one in state.dossier.of(Kind.CONSTRAINT)] == ["60 days"]
    assert not state.dossier.of(Kind.QUESTION)


def test_what_the_user_does_not_know_stays_the_one_open_question_it_was(tmp_path: Path) -> None:
    state = talked(tmp_path, [HEAVY], "raised/", say("no idea, Petra would know"))
    assert [one.text() for one in state.dossier.of(Kind.NOTE)] == ["no idea, Petra would know"]
    assert [one.id for one in state.dossier.of(Kind.QUESTION)] == ["Q-001"]
    receipt = [one.utterance.text for one in state.talk.transcript if one.utterance.role is Role.CAPTURED][-1]
    assert receipt == "Kept as an open question: Q-001 How many days are there to pay?"


def test_small_ones_are_put_as_a_list_that_a_yes_takes(tmp_path: Path) -> None:
    async def look(session: ItemSession) -> None:
        text = asked_of(session).text
        assert "1. The footer stays as it is" in text
        await session.do(Submit("yes"))

    state = talked(tmp_path, LIGHT, "rest/", look)
    assert [one.text() for one in state.dossier.of(Kind.CONSTRAINT)] == [one["guess"] for one in LIGHT]
    assert all(one.confidence is Confidence.HIGH for one in state.dossier.of(Kind.CONSTRAINT))
    assert not state.dossier.of(Kind.QUESTION)


def test_one_of_a_list_is_answered_by_its_number_and_the_others_stay_guesses(tmp_path: Path) -> None:
    state = talked(tmp_path, LIGHT, "rest/", say("2: we say hello; 3: yes"))
    assert [one.text() for one in state.dossier.of(Kind.CONSTRAINT)] == ["The letterhead stays as it is"]
    assert any("greeting" in one.text() and "we say hello" in one.text() for one in state.dossier.of(Kind.NOTE))
    assert [one.text() for one in state.dossier.of(Kind.QUESTION)] == ["What about the footer?"]
