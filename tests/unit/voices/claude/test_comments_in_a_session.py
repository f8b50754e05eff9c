"""Comments that a model deals with: changed, answered, declined or asked, and never left without a word."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from roundtable_tui.domain.comments.comment import CommentSort
from roundtable_tui.domain.comments.standing import CommentStanding, standing, to_take_up
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Stated
from roundtable_tui.domain.journal.events import USER
from roundtable_tui.modes.registry import all_modes
from roundtable_tui.session.beside.comment_intents import MakeComment, SendComments
from roundtable_tui.session.intents import Start, Submit
from roundtable_tui.session.session import ItemSession
from roundtable_tui.session.updates import Noticed, Searching
from tests.support.commented import on_entry
from tests.support.conversations import open_conversation
from tests.support.messages_api.replies import Fault, Reply, ToolUse, fails
from tests.support.projects import project_in
from tests.support.voices.analyst_model import PATH, AnalystModel
from tests.support.voices.model_voices import voice_at

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.session.updates import Update
    from tests.support.messages_api.server import MessagesServer, Received

pytestmark = pytest.mark.xdist_group("anthropic")
_OWN = re.compile(r"(c-[0-9a-f]{10}), (\w+) by")


class CommentingModel(AnalystModel):
    """Settles each comment as its text says it should: "declined: because …"; one that says "nothing" it leaves."""

    def __init__(self) -> None:
        super().__init__(points=0)
        self.shown = ""
        self.before: list[ToolUse] = []
        """What it does before it settles them."""

    def __call__(self, received: Received) -> Reply:
        text = str(received.request["messages"][0])
        if "deal with these comments" not in text:
            return super().__call__(received)
        self.asked.append("comments")
        self.shown = text
        uses = [*self.before, *self._settled(text), ToolUse("finish", {"note": ""}, "toolu_end")]
        return Reply(tuple(uses))

    def _settled(self, text: str) -> list[ToolUse]:
        found: list[ToolUse] = []
        for number, match in enumerate(_OWN.finditer(text)):
            said = text[match.end() :].split("c-")[0]
            outcome = re.search(r"(done|answered|declined|asked): ([^\\<]+)", said)
            if outcome:
                call: dict[str, Any] = {"comment": match[1], "outcome": outcome[1], "reason": outcome[2], "entries": []}
                found.append(ToolUse("settle_comment", call, f"toolu_c{number}"))
        return found


async def prepared(folder: Path, server: MessagesServer, model: CommentingModel) -> ItemSession:
    (folder / PATH).parent.mkdir(parents=True)
    (folder / PATH).write_text("def make_invoice(order):\n    return order\n")
    server.answer = model
    session = ItemSession(open_conversation(project_in(folder), "light"), voice_at(server), all_modes())
    await session.do(Start())
    await session.do(Submit("Finance loses two days a month."))
    await session.investigate()
    return session


async def made(session: ItemSession, *texts: str) -> list[str]:
    for text in texts:
        await session.do(MakeComment(CommentSort.CHANGE, text, on_entry("FR-001")))
    names = list(session.state.comments.waiting)
    await session.do(SendComments())
    return names


async def test_each_comment_ends_as_the_model_says_with_its_reason(tmp_path: Path, server: MessagesServer) -> None:
    async with await prepared(tmp_path, server, model := CommentingModel()) as session:
        told: list[Update] = []
        session.subscribe(told.append)
        done, answered, declined, asked = await made(
            session, "done: so it is", "answered: thirty", "declined: too dear", "asked: only you know"
        )
        assert standing(done, session.state) is CommentStanding.OPEN, "it takes a while"
        await session.look_ahead()
        assert model.asked.count("comments") == 1
        stands = [standing(name, session.state) for name in (done, answered, declined, asked)]
        assert stands == [
            CommentStanding.DONE,
            CommentStanding.ANSWERED,
            CommentStanding.DECLINED,
            CommentStanding.OPEN,
        ]
        assert session.state.comments.dealt[declined].reason == "too dear"
        assert any(isinstance(one, Searching) and "deals with your comments" in one.text for one in told)


async def test_what_the_model_changes_for_a_comment_is_the_users_own_word(
    tmp_path: Path, server: MessagesServer
) -> None:
    model = CommentingModel()
    async with await prepared(tmp_path, server, model) as session:
        turn = session.state.exchange + 1
        quoted = {"said": [{"turn": turn, "quote": "Call it Billing"}], "code": [], "entries": []}
        fields = [{"name": "title", "value": "Billing"}]
        revise = {"id": "FR-001", "fields": fields, "drop": False, "evidence": quoted}
        model.before = [ToolUse("revise_entry", revise, "toolu_0")]
        (name,) = await made(session, "Call it Billing (done: renamed)")
        await session.look_ahead()
        assert standing(name, session.state) is CommentStanding.DONE
        renamed = session.state.dossier.entries["FR-001"]
        assert renamed.text("title") == "Billing"
        assert Stated(turn) in renamed.fields["title"].sources
        said = [one.utterance.text for one in session.state.talk.transcript if one.utterance.speaker == USER]
        assert any("Call it Billing" in one for one in said)


async def test_what_the_model_leaves_is_put_to_the_user(tmp_path: Path, server: MessagesServer) -> None:
    async with await prepared(tmp_path, server, CommentingModel()) as session:
        done, left = await made(session, "done: so it is", "nothing")
        await session.look_ahead()
        assert standing(done, session.state) is CommentStanding.DONE
        (question,) = session.state.comments.dealt[left].entries
        entry = session.state.dossier.get(question)
        assert entry is not None
        assert entry.kind is Kind.QUESTION
        assert "FR-001" in entry.refs("about")


async def test_a_server_that_fails_leaves_them_sent_and_the_next_time_takes_them_up(
    tmp_path: Path, server: MessagesServer
) -> None:
    model = CommentingModel()
    async with await prepared(tmp_path, server, model) as session:
        told: list[Update] = []
        session.subscribe(told.append)
        server.answer = lambda _: fails(Fault.UNAUTHORIZED)
        (name,) = await made(session, "done: so it is")
        await session.look_ahead()
        assert [one.id for one in to_take_up(session.state)] == [name]
        assert any(isinstance(one, Noticed) and "They stay as sent" in one.text for one in told)
        server.answer = model
        await session.look_ahead()
        assert standing(name, session.state) is CommentStanding.DONE
