"""A model that holds a whole conversation: it reads, drafts, raises points and answers, by what each request asks."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING, Any

from tests.support.messages_api.replies import Reply, ToolUse, says
from tests.support.voices.model_turns import entry

if TYPE_CHECKING:
    from tests.support.messages_api.server import Received

PATH = "src/billing/invoices.py"
GUESS = "An invoice is due 30 days after the order."
LIMIT = "How many days does a customer have to pay an invoice?"
NOTE = "The reminder job in invoices.py already skips orders without a due date."


def point(question: str = LIMIT, **more: Any) -> dict[str, Any]:
    """A point as the model raises it."""
    return {
        "label": "",
        "question": question,
        "guess": GUESS,
        "keeps": "constraint.text",
        "stake": "the due date on every invoice",
        "choices": [],
        "about": [],
        "sort": "limit",
        "loss": "medium",
        "sure": "low",
        "knows": "user",
    } | more


class AnalystModel:
    """Answers each request from what it says; `asked` counts the kinds of requests it got."""

    def __init__(self, points: int = 3) -> None:
        self._ids = itertools.count(1)
        self._points = points
        self.asked: list[str] = []
        self.says = "Alex: I can see that in invoices.py."
        self.raises: dict[str, Any] | None = None
        """What it raises with the next answer."""

    def __call__(self, received: Received) -> Reply:
        request = received.request
        text = _text_of(request["messages"][0])
        rounds = sum(message["role"] == "assistant" for message in request["messages"])
        kind = kind_of(received)
        self.asked.append(kind)
        match kind:
            case "reading":
                return self._reading(rounds)
            case "mend":
                return self._reply(self._use("finish", note=""))
            case "requirements" | "architecture" | "design" | "architecture and design":
                return self._draft(kind)
            case "open":
                return self._reply(
                    self._use("say", text="You want customers to pay by invoice."), self._asks(text, "What is it for?")
                )
            case "ask":
                return self._reply(self._asks(text))
            case "carry":
                return says("Done.")
            case "plan":
                return self._reply(self._use("cut_tasks", tasks=[_all_in_one(text)]))
        return self._answer(text, rounds)

    # The look

    def _reading(self, rounds: int) -> Reply:
        if rounds == 0:
            return self._reply(
                self._use("search_code", words="invoice"), self._use("read_code", path=PATH, start=1, end=3)
            )
        code = {"said": [], "code": [{"path": PATH, "start": 1, "end": 2}], "entries": []}
        return self._reply(
            self._use(
                "record_entries",
                entries=[
                    entry("file", code, path=PATH, action="MODIFY", tier="1", why="makes the invoice"),
                    entry("zone", code, text="Orders without a due date are skipped", type="fragile"),
                    entry("note", code, text="Today: an invoice is made by one function"),
                ],
            ),
            self._use("finish", note=NOTE),
        )

    def _draft(self, part: str) -> Reply:
        said = {"said": [{"turn": 0, "quote": "customers pay by invoice"}], "code": [], "entries": []}
        match part:
            case "requirements":
                entries = [
                    entry("problem", said, text="Customers cannot pay by invoice"),
                    entry("user", said, text="business customers", role="primary"),
                ]
                for number in range(1, 4):
                    name = f"r{number}"
                    entries.append(
                        entry("fr", said, name, title=f"Invoice {number}", text=f"{number}.", priority="Must Have")
                    )
                    entries.append(entry("ac", said, text=f"Given order {number}, an invoice is sent", fr=name))
                    entries.append(
                        entry("story", said, title=f"Pay {number}", role="customer", want="pay later", traces=name)
                    )
                raised = [
                    point(f"{LIMIT} Case {number}.", guess=f"{GUESS} Case {number}.", about=["FR-001"])
                    for number in range(1, self._points + 1)
                ]
                return self._reply(
                    self._use("record_entries", entries=entries),
                    self._use("raise_points", points=raised),
                    self._use("finish", note="Three requirements."),
                )
            case "architecture" | "architecture and design":
                from_frs = {"said": [], "code": [], "entries": ["FR-001"]}
                entries = [
                    entry("option", from_frs, "a", title="In the order", pros="simple", cons="grows"),
                    entry("option", from_frs, "b", title="A module of its own", pros="apart", cons="more"),
                    entry("decision", from_frs, title="Own module", decision="b", status="proposed", options="a, b"),
                ]
            case _:
                entries = []
        if "design" in part:
            from_frs = {"said": [], "code": [], "entries": ["FR-001"]}
            entries += [
                entry("module", from_frs, "m", text="billing.terms", responsibility="due dates", traces="FR-001"),
                entry("interface", from_frs, text="due_date(order)", schema="date", module="m"),
            ]
        return self._reply(self._use("record_entries", entries=entries), self._use("finish", note=f"{part} drafted."))

    # The talk

    def _answer(self, text: str, rounds: int) -> Reply:
        if rounds:
            return self._reply()
        turn, words = _last_words(text)
        quoted = {"said": [{"turn": turn, "quote": words}], "code": [], "entries": []}
        raised, self.raises = [self.raises] if self.raises else [], None
        return self._reply(
            self._use("say", text=self.says),
            self._use("record_entries", entries=[entry("constraint", quoted, text=words)]),
            *([self._use("raise_points", points=raised)] if raised else ()),
        )

    def _asks(self, text: str, question: str = "") -> ToolUse:
        """In the words of the point, where there are no others."""
        key = re.search(r'what="the next open point">\n(\S+?): (.*)', text)
        empty: dict[str, Any] = {"suggestion": "", "keeps": "", "why": "", "choices": [], "confirms": []}
        return self._use("ask", point=key[1] if key else "", text=question or (key[2] if key else "And then?"), **empty)

    def _use(self, name: str, **given: Any) -> ToolUse:
        return ToolUse(name, given, f"toolu_{next(self._ids)}", chunk=4000)

    def _reply(self, *blocks: ToolUse) -> Reply:
        return Reply(blocks)


def _text_of(message: dict[str, Any]) -> str:
    content = message["content"]
    return content if isinstance(content, str) else "\n".join(part.get("text", "") for part in content)


def _all_in_one(text: str) -> dict[str, Any]:
    """One task of all that was cut by rule."""
    told = {name: re.findall(rf"^   {name}: (.*)$", text, re.MULTILINE) for name in ("serves", "files")}
    parts = {name: sorted({part for line in lines for part in line.split(", ")}) for name, lines in told.items()}
    return {"title": "Send the invoice with the order", "stage": "Customers get invoices", "after": [], **parts}


def kind_of(received: Received) -> str:
    """What a request is for."""
    text = _text_of(received.request["messages"][0])
    for part, mark in {
        "reading": "What to do now: read the code",
        "architecture and design": "What to do now: architecture and design, in one go",
        "requirements": "What to do now: draft the requirements",
        "architecture": "What to do now: draft the architecture",
        "design": "What to do now: draft the design",
        "mend": "What to do now: mend",
        "plan": "Cut the work as you would hand it out",
        "open": "opens the conversation, alone",
        "ask": "puts this open point to the user",
        "deepen": "wants more perspectives",
        "carry": "this is the last look at the dossier",
        "amended": "was shown a summary and wants something changed",
    }.items():
        if mark in text:
            return part
    return "reply"


def _last_words(text: str) -> tuple[int, str]:
    said = re.findall(r"^\[turn (\d+)\] user: (.*)$", text, re.MULTILINE)
    return int(said[-1][0]), said[-1][1]
