"""Conversations with a model from the opening to the end: each tier keeps rules, thresholds and secrets."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.journal.conversation_events import ConfirmationEnded
from roundtable_tui.domain.journal.events import ArtifactsWritten, Ending, Spoke, UserSaid
from roundtable_tui.domain.journal.fold.fold import fold
from roundtable_tui.domain.journal.values import Role
from roundtable_tui.domain.journal.waiting import ForAnswer, ForVerdict
from roundtable_tui.domain.knowledge.points.open_points import QUESTIONS
from roundtable_tui.domain.knowledge.seats import ANALYSTS
from roundtable_tui.domain.talk.manners.breaches import asked_before, broken_rules
from roundtable_tui.items.voices import without_secrets
from roundtable_tui.modes.registry import all_modes
from roundtable_tui.plain.demo import played
from roundtable_tui.plain.printers import TextPrinter
from roundtable_tui.recordings.recording import recorded
from roundtable_tui.recordings.samples import open_sample
from roundtable_tui.session.intents import Start, Submit
from roundtable_tui.session.session import ItemSession
from roundtable_tui.voices.claude.settings import ClaudeSettings
from roundtable_tui.voices.claude.voice import ClaudeVoice
from tests.support.conversations import next_words, open_conversation
from tests.support.messages_api.clients import wire_to
from tests.support.projects import project_in
from tests.support.voices.analyst_model import PATH, AnalystModel

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.domain.journal.state import State
    from tests.support.messages_api.server import MessagesServer

pytestmark = pytest.mark.xdist_group("anthropic")
IN_CODE = "sk-ant-api03-" + "Zq8Lx2Vb7Nm4Kp9Wd3Rt6Yh1Jc5Gf0Ss"
IN_WORDS = "ghp_" + "q8Lx2Vb7Nm4Kp9Wd3Rt6Yh1Jc5Gf0SsTuVw3"
CODE = f'KEY = "{IN_CODE}"\n\n\ndef make_invoice(order):\n    return order\n'
AMENDMENT = f"The gateway's token is {IN_WORDS}, so write that it is kept elsewhere."
_ENOUGH = 90


def write_code_at(folder: Path) -> None:
    (folder / PATH).parent.mkdir(parents=True)
    (folder / PATH).write_text(CODE)


def seat(folder: Path, server: MessagesServer, tier: str) -> ItemSession:
    write_code_at(folder)
    voice = ClaudeVoice(ClaudeSettings(), wire_to(server.url), redact=without_secrets)
    return ItemSession(open_conversation(project_in(folder), tier), voice, all_modes())


async def to_the_end(session: ItemSession) -> None:
    """Answers whatever is asked: the first question and the first summary with a secret, guesses with a yes."""
    amended = False
    await session.do(Start())
    await session.do(Submit(f"Finance loses two days a month, and {IN_WORDS} is in every mail."))
    await session.investigate()
    for _ in range(_ENOUGH):
        match session.state.talk.waiting:
            case None:
                return
            case ForVerdict() if not amended:
                amended = True
                await session.do(Submit("amend"))
                await session.do(Submit(AMENDMENT))
            case ForAnswer(question=question) if question.suggestion or question.offers:
                await session.do(Submit("yes"))
            case _:
                await session.do(Submit(next_words(session)))
    raise AssertionError("it never ends")


def lacks(state: State, name: str, tier: str) -> str:
    """What FORMATS.md wants to be known before this document is first written, and is not."""
    dossier = state.dossier
    with_criteria = {name for one in dossier.of(Kind.AC) for name in one.refs("fr")}
    spec = dossier.of(Kind.PROBLEM) and dossier.of(Kind.USER) and len(with_criteria) >= 3
    decided = dossier.of(Kind.DECISION) and dossier.of(Kind.OPTION)
    bounded = dossier.of(Kind.MODULE) and (decided or tier in ("trivial", "light"))
    needs = {
        "quick-scan.md": state.code.scan,
        "requirements-spec.md": spec,
        "user-stories.json": spec and dossier.of(Kind.STORY),
        "traceability-matrix.csv": spec,
        "impact-analysis.md": state.code.scan and dossier.of(Kind.FILE),
        "architecture-overview.md": decided,
        "module-design.md": bounded,
        "interface-spec.md": bounded and dossier.of(Kind.INTERFACE),
        "interface-spec.yaml": bounded and dossier.of(Kind.INTERFACE),
    }
    return "" if needs.get(name, True) else name


@pytest.mark.parametrize("tier", ["trivial", "light", "standard", "epic"])
async def test_a_conversation_of_each_tier_ends_by_the_rules_and_tells_no_secret(
    tmp_path: Path, server: MessagesServer, tier: str
) -> None:
    server.answer = model = AnalystModel(points=1)
    async with seat(tmp_path, server, tier) as session:
        await to_the_end(session)
        state, events = session.state, tuple(session.events)
        await session.do(Submit("Support staff can send an invoice again."))
        assert any("Support staff" in entry.text() for entry in session.state.dossier)
        assert not any(isinstance(one.body, Spoke) and one.body.asked for one in session.events[len(events) :])
    assert state.talk.ending is Ending.COMPLETE
    assert state.talk.ledger.topic_questions <= QUESTIONS[tier]
    assert tier == "trivial" or "carry" in model.asked, "it goes through the dossier once more, with a word to nobody"
    assert not [one for one in state.talk.transcript if one.utterance.text == "Done."]
    for number, event in enumerate(events):
        match event.body:
            case Spoke(said=said, asked=question):
                earlier = asked_before(fold(events[:number]).talk.ledger, question)
                assert broken_rules(said, question, earlier) == (), said
                assert not [one.text for one in said if one.role is Role.HEADER]
            case ArtifactsWritten(files=files) if not any(
                isinstance(one.body, ConfirmationEnded) for one in events[:number]
            ):
                before = fold(events[:number])
                new = [file.path.rpartition("/")[2] for file in files if file.path not in before.files.artifacts]
                assert not [missing for name in new if (missing := lacks(before, name, tier))]
    expected = {"requirements-spec.md"} | ({"impact-analysis.md", "module-design.md"} if tier != "trivial" else set())
    assert expected <= {name.rpartition("/")[2] for name in state.files.artifacts}
    assert ("architecture-overview.md" in state.files.artifacts) == (tier in ("standard", "epic"))
    titles = [task.text("title") for task in state.dossier.of(Kind.TASK)]
    assert titles == (["Send the invoice with the order"] if tier != "trivial" else []), "as the model cuts them"
    sent = b"".join(one.body for one in server.received)
    assert b"Finance loses two days a month" in sent
    assert IN_CODE.encode() not in sent
    assert IN_WORDS.encode() not in sent
    assert any(IN_WORDS in event.body.text for event in events if isinstance(event.body, UserSaid)), "exactly as typed"


@pytest.mark.parametrize("tier", ["light", "standard", "epic"])
async def test_all_three_have_spoken_by_the_third_exchange_whatever_the_model_says(
    tmp_path: Path, server: MessagesServer, tier: str
) -> None:
    server.answer = model = AnalystModel()
    model.says = "That is noted."
    async with seat(tmp_path, server, tier) as session:
        await session.do(Start())
        await session.do(Submit("Finance loses two days a month."))
        await session.investigate()
        for _ in range(2):
            await session.do(Submit("We have not thought about it much, but it should be simple."))
        spoken = {line.utterance.speaker for line in session.state.talk.transcript}
    assert set(ANALYSTS) <= spoken


async def test_recorded_it_plays_to_the_same_end_without_a_model(tmp_path: Path, server: MessagesServer) -> None:
    server.answer = AnalystModel(points=2)
    async with seat(tmp_path / "recorded", server, "standard") as then:
        await to_the_end(then)
    write_code_at(tmp_path / "played")
    project = open_sample(tmp_path / "played")
    async with played(project, recorded(then.events), TextPrinter(project.knowledge, io.StringIO())) as now:
        assert now.state.talk.ending is Ending.COMPLETE
        assert now.state.conversation.accepted == then.state.conversation.accepted
        assert now.state.spent == then.state.spent
        tasks = [task.text("title") for task in now.state.dossier.of(Kind.TASK)]
        assert tasks == [task.text("title") for task in then.state.dossier.of(Kind.TASK)], "as the model cut them then"
