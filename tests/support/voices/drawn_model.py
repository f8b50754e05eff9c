"""A model by draw: it says, records, raises, confirms and asks whatever comes up, in any order, well or badly."""

from __future__ import annotations

import asyncio
import itertools
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from roundtable_tui.domain.knowledge.points.open_points import open_points
from roundtable_tui.voices.model.exchange import Calling, Saying, Stopped, StopReason, ToolCall, Usage
from roundtable_tui.voices.model.speaker import ModelSpeaker
from tests.support.voices.model_turns import entry

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from roundtable_tui.domain.dossier.kinds import Value
    from roundtable_tui.voices.model.exchange import Ask, AskPart, Desk
    from roundtable_tui.voices.protocol import Brief, Part

_MEANINGS = (
    ("How many days does a customer have to pay an invoice?", "How many days do customers have to pay their invoice?"),
    ("Should the exported CSV include archived invoices?", "Are archived invoices part of the CSV export?"),
    ("Who may export invoices?", "Which users may export invoices?"),
    ("What happens to an invoice without a customer?", "How is an invoice without a customer handled?"),
    ("How long are letters kept?",),
    ("Which colour has the letterhead?",),
    ("What stands below the total?", "What does it say below the total?"),
    ("Where does the greeting stand?",),
)
"""What can be raised, each in one wording or two."""
_HEAVY = 3
"""The first of them weigh enough to be asked alone."""
MEANING = {text: number for number, texts in enumerate(_MEANINGS) for text in texts}
_SAID = ("I can see that in the code.", "Alex: That fits.", "Great question! [C] to continue?", "user: yes", "")


def drawn_point(draw: st.DrawFn) -> dict[str, Value]:
    """A raised question by its fields."""
    text = draw(st.sampled_from(sorted(MEANING)))
    number = MEANING[text]
    heavy = number < _HEAVY
    return {
        "text": text,
        "guess": f"As it is in case {number}",
        "keeps": "constraint.text",
        "sort": "limit" if heavy else "visible",
        "loss": "high" if heavy else "low",
        "sure": "low" if heavy else "high",
        "knows": "user",
        "stake": draw(st.sampled_from(["the due date", "the export"])),
    }


class DrawnModel:
    """A transport with nobody at the other end."""

    def __init__(self, draw: st.DrawFn) -> None:
        self._draw = draw
        self._calls = itertools.count(1)
        self._brief: Brief | None = None

    def turn(self, brief: Brief) -> list[Part]:
        """All parts of one turn of a model-led voice."""
        self._brief = brief
        return asyncio.run(self._collected(brief))

    async def _collected(self, brief: Brief) -> list[Part]:
        speaker = ModelSpeaker(self, lambda _: "a-model")
        return [part async for part in speaker.speak(brief)]

    async def call(self, ask: Ask, desk: Desk | None = None) -> AsyncGenerator[AskPart, None]:
        calls = [] if len(ask.rounds) > 1 else [self._call() for _ in range(self._draw(st.integers(0, 3)))]
        for call in calls:
            yield Calling(call.name)
            if call.name == "say":
                yield Saying(call.input["text"])
        for call in calls:
            yield call
        yield Usage(10, 5)
        yield Stopped(StopReason.TOOL_USE if calls else StopReason.END_TURN, tuple(call.id for call in calls))

    def _call(self) -> ToolCall:
        name, given = self._wanted()
        return ToolCall(f"toolu_{next(self._calls)}", name, given)

    def _wanted(self) -> tuple[str, dict[str, Any]]:
        draw, brief = self._draw, self._brief
        assert brief is not None
        ids = [one.id for one in brief.state.dossier]
        evidence = {"said": [{"turn": brief.turn, "quote": brief.words}], "code": [], "entries": ids[:1]}
        match draw(st.integers(0, 5)):
            case 0:
                return "say", {"text": draw(st.sampled_from(_SAID))}
            case 1:
                words = brief.words or "nothing"
                return "record_entries", {"entries": [entry("constraint", evidence, text=words)]}
            case 2:
                return "raise_points", {"points": [self._point() for _ in range(draw(st.integers(1, 3)))]}
            case 3 if ids:
                picked = draw(st.lists(st.sampled_from([*ids, "guess"]), min_size=1, max_size=3))
                act = draw(st.sampled_from(["confirm", "delegate", "close"]))
                return "settle_entries", {"act": act, "ids": picked, "field": "", "value": "", "evidence": evidence}
        points = [one.name.key for one in open_points(brief.state, brief.knowledge)]
        before = [name.key for name in brief.state.talk.ledger.points]
        key = draw(st.sampled_from(["", "again", *points[:4], *before]))
        text = draw(st.sampled_from(sorted(MEANING)))
        return "ask", {"point": key, "text": text} | dict.fromkeys(("suggestion", "keeps", "why"), "") | {
            "choices": [], "confirms": draw(st.lists(st.sampled_from(ids), max_size=2)) if ids else [],
        }  # fmt: skip

    def _point(self) -> dict[str, Any]:
        fields = dict(drawn_point(self._draw))
        return {"label": "", "question": fields.pop("text"), "choices": [], "about": [], **fields}
