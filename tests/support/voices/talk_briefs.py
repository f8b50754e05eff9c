"""Requests as a session makes them in a conversation: what the user said, what is known, what the voice is to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.questions import Question
from roundtable_tui.domain.journal.state import CONVERSATION, Conversation
from roundtable_tui.domain.talk.ledger import Ledger, Point, Standing
from roundtable_tui.voices.tasks import Reply
from tests.support.states import changed
from tests.support.voices.model_turns import request_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roundtable_tui.domain.dossier.dossier import Change
    from roundtable_tui.voices.protocol import Brief, CodeReader
    from roundtable_tui.voices.tasks import Task

PROBLEM = Question(
    "",
    "problem-stated",
    "What goes wrong today?\nWhy I ask: it decides the rest.\nMy guess: Nothing",
    topic="problem-discovery",
    criterion="problem-stated",
)


def talk_brief(
    *said: str,
    entries: Sequence[Change] = (),
    question: Question = PROBLEM,
    task: Task | None = None,
    total: int | None = None,
    code: CodeReader | None = None,
) -> Brief:
    """The user has said these things, the last of them to this question; `total` is how many there are to be."""
    brief = request_in("01-01", *said, entries=entries)
    assert brief.state.item is not None
    state = changed(
        replace(brief.state, mode=CONVERSATION, conversation=Conversation(total=total)),
        item=replace(brief.state.item, mode=CONVERSATION),
        ledger=Ledger({question.name: Point(Standing.ASKED, question, (len(said),))}),
        steps={},
        phase="",
        current="",
    )
    return replace(
        brief,
        task=task or Reply(said[-1] if said else "", question),
        state=state,
        subject=question.subject,
        records=frozenset(Kind),
        code=code,
    )
