"""What the user decides holds at once: the loser is superseded, and a model that fails takes nothing back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Confidence
from roundtable_tui.domain.journal.events import Outcome, Spoke
from roundtable_tui.domain.journal.values import Role
from roundtable_tui.domain.journal.waiting import ForAnswer
from roundtable_tui.domain.knowledge.points.taken_in import taken_in
from roundtable_tui.errors import VoiceError
from roundtable_tui.session.intents import Submit
from tests.support.messages_api.replies import Fault, Reply, ToolUse, fails
from tests.support.voices.analyst_model import AnalystModel, point
from tests.support.voices.talking_model import begun, until_raised, with_model

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.session.session import ItemSession
    from tests.support.messages_api.server import MessagesServer, Received

pytestmark = pytest.mark.xdist_group("anthropic")
SOON, LATE = "Invoices are due after 14 days.", "Invoices are due after 60 days."
THIRD = "Invoices are due after 30 days."


async def torn(session: ItemSession, model: AnalystModel, **more: Any) -> tuple[str, str]:
    """Two things the user said stand against each other, and they are asked which of them holds."""
    await begun(session)
    await until_raised(session)
    await session.do(Submit(SOON))
    await session.do(Submit(LATE))
    first, second = (one.id for one in session.state.dossier.of(Kind.CONSTRAINT) if one.text() in (SOON, LATE))
    sides: dict[str, Any] = {"sort": "contradiction", "about": [first, second], "guess": "", "keeps": ""}
    model.raises = point("Which of the two is it?", **sides | more)
    await session.do(Submit("Reminders go out weekly."))
    waiting = session.state.talk.waiting
    assert isinstance(waiting, ForAnswer)
    assert waiting.question.sides == (first, second)
    return first, second


def superseded(session: ItemSession) -> list[Entry]:
    return [note for note in session.state.dossier.of(Kind.NOTE) if note.text().startswith("Superseded")]


def using(model: AnalystModel, *calls: tuple[str, dict[str, Any]]) -> Any:
    """Answers the next request with just these calls."""
    once = iter([Reply(tuple(ToolUse(name, given, f"toolu_x{number}") for number, (name, given) in enumerate(calls)))])
    return lambda received: next(once, None) or model(received)


async def test_words_that_only_a_model_understands_supersede_what_they_decide_against(
    tmp_path: Path, server: MessagesServer
) -> None:
    server.answer = model = AnalystModel()
    async with with_model(tmp_path, server) as session:
        first, second = await torn(session, model)
        words = "Finance insists on the longer one."
        quoted = {"said": [{"turn": session.state.exchange + 1, "quote": words}], "code": [], "entries": []}
        settled = {"act": "confirm", "ids": [second], "field": "", "value": "", "evidence": quoted}
        server.answer = using(model, ("settle_entries", settled))
        await session.do(Submit(words))
        assert session.state.dossier.get(first) is None
        (note,) = superseded(session)
        assert SOON in note.text()
        assert note.refs("about") == (second,)


async def test_a_third_way_takes_the_place_of_both(tmp_path: Path, server: MessagesServer) -> None:
    server.answer = model = AnalystModel()
    async with with_model(tmp_path, server) as session:
        first, second = await torn(session, model, guess=THIRD, keeps="constraint.text", choices=["Never."])
        requests = len(server.received)
        await session.do(Submit("3"))
        assert "a third way" in server.received[requests].body.decode()
        assert session.state.dossier.get(first) is session.state.dossier.get(second) is None
        (kept,) = (one for one in session.state.dossier.of(Kind.CONSTRAINT) if one.text() == THIRD)
        assert kept.confidence is Confidence.HIGH
        assert [SOON in note.text() or LATE in note.text() for note in superseded(session)] == [True, True]


async def test_the_side_that_a_third_way_is_kept_in_stays(tmp_path: Path, server: MessagesServer) -> None:
    server.answer = model = AnalystModel()
    async with with_model(tmp_path, server) as session:
        await begun(session)
        await until_raised(session)
        decided, guess = next((one.id, one.text("decision")) for one in session.state.dossier.of(Kind.DECISION))
        await session.do(Submit(LATE))
        said = next(one.id for one in session.state.dossier.of(Kind.CONSTRAINT) if one.text() == LATE)
        sides = {
            "sort": "contradiction",
            "about": [said, decided],
            "guess": guess,
            "keeps": f"{decided}.decision",
            "choices": ["Never."],
        }
        model.raises = point("Which of the two is it?", **sides)
        await session.do(Submit("Reminders go out weekly."))
        waiting = session.state.talk.waiting
        assert isinstance(waiting, ForAnswer)
        assert waiting.question.sides == (said, decided)
        await session.do(Submit("3"))
        assert session.state.dossier.get(decided) is not None
        assert session.state.dossier.get(said) is None


async def test_what_a_model_drops_itself_stays_in_the_record_too(tmp_path: Path, server: MessagesServer) -> None:
    server.answer = model = AnalystModel()
    async with with_model(tmp_path, server) as session:
        first, second = await torn(session, model)
        words = f"{first} was a slip of mine."
        quoted = {"said": [{"turn": session.state.exchange + 1, "quote": words}], "code": [], "entries": []}
        server.answer = using(model, ("revise_entry", {"id": first, "fields": [], "drop": True, "evidence": quoted}))
        await session.do(Submit(words))
        assert session.state.dossier.get(second) is not None
        (note,) = superseded(session)
        assert SOON in note.text()


async def test_what_the_code_does_today_stays_on_record_where_the_user_decides_against_it(
    tmp_path: Path, server: MessagesServer
) -> None:
    server.answer = model = AnalystModel()
    async with with_model(tmp_path, server) as session:
        await begun(session)
        await until_raised(session)
        await session.do(Submit(SOON))
        (said,) = (one.id for one in session.state.dossier.of(Kind.CONSTRAINT) if one.text() == SOON)
        (found,) = (one.id for one in session.state.dossier.of(Kind.ZONE))
        sides: dict[str, Any] = {"sort": "contradiction", "about": [found, said], "guess": "", "keeps": ""}
        model.raises = point("Which of the two is it?", **sides)
        await session.do(Submit("Reminders go out weekly."))
        await session.do(Submit("2"))
        theirs = session.state.dossier.get(said)
        assert theirs is not None
        assert theirs.confidence is Confidence.HIGH
        assert session.state.dossier.get(found) is not None
        assert superseded(session) == []


# A model that fails


def failing(model: AnalystModel, server: MessagesServer) -> None:
    """The next request fails; those after it go well."""
    broken = iter([True])

    def answer(received: Received) -> Reply:
        return fails(Fault.UNAUTHORIZED) if next(broken, False) else model(received)

    server.answer = answer


async def test_a_decision_holds_though_the_model_that_was_to_carry_it_on_fails(
    tmp_path: Path, server: MessagesServer
) -> None:
    server.answer = model = AnalystModel()
    async with with_model(tmp_path, server) as session:
        first, second = await torn(session, model)
        failing(model, server)
        await session.do(Submit("2"))
        assert session.state.dossier.get(first) is None
        assert [SOON in note.text() for note in superseded(session)] == [True]
        notices = [one.utterance.text for one in session.state.talk.transcript if one.utterance.role is Role.NOTICE]
        assert any("What you decided is kept" in text for text in notices)
        assert second in [entry.id for entry in taken_in(session.state)], "the next turn is told of it"
        assert isinstance(session.state.talk.waiting, ForAnswer)


async def test_a_choice_that_was_taken_holds_though_the_model_fails(tmp_path: Path, server: MessagesServer) -> None:
    server.answer = model = AnalystModel()
    async with with_model(tmp_path, server) as session:
        await begun(session)
        await until_raised(session)
        model.raises = point("Who may export?", guess="Clerks may export.", choices=["Anyone may export."], loss="high")
        await session.do(Submit("Parcels go by post."))
        failing(model, server)
        await session.do(Submit("2"))
        kept = [one.confidence for one in session.state.dossier if one.text() == "Anyone may export."]
        assert kept == [Confidence.HIGH]


async def test_words_that_decide_nothing_wait_to_be_sent_again(tmp_path: Path, server: MessagesServer) -> None:
    server.answer = model = AnalystModel()
    async with with_model(tmp_path, server) as session:
        await torn(session, model)
        failing(model, server)
        before = session.state.dossier
        with pytest.raises(VoiceError):
            await session.do(Submit("2, but only for private customers."))
        assert session.state.dossier.version == before.version
        spoken = [event.body.outcome for event in session.events if isinstance(event.body, Spoke)]
        assert spoken[-1] is Outcome.FAILED
