"""Answers any question as somebody plausibly would, by what its answer is to become."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.dossier import single_id
from roundtable_tui.domain.dossier.kinds import SPECS, FieldType, Kind
from roundtable_tui.domain.dossier.questions import GAPS_KEY, Question
from roundtable_tui.domain.journal.waiting import ForAnswer, ForDecision, ForMenu
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.session.intents import Submit
from roundtable_tui.session.updates import Happened, Update

if TYPE_CHECKING:
    from collections.abc import Callable

    from roundtable_tui.domain.dossier.questions import Capture
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Knowledge
    from roundtable_tui.session.session import ItemSession


_LINES = {
    Kind.AREA: "checkout\nbilling",
    Kind.KEYWORD: "invoice\ncheckout\npayment",
    Kind.FR: "Pay by invoice\nDownload an invoice\nRemind late payers",
    Kind.STORY: "As a clerk, I want to see open invoices, so that I know whom to call",
    Kind.OPTION: "Own invoices\nA bought service",
    Kind.BUILD_STEP: "Model and migration\nScreens",
    Kind.TECHNOLOGY: "Django\nPostgreSQL",
    Kind.QUALITY: "Speed\nPrivacy",
    Kind.MODULE: "billing.invoices\nbilling.reminders",
    Kind.INTERFACE: "remind(invoice: Invoice, on: date) -> Letter",
    Kind.INTEGRATION: "checkout → billing\nbilling → mail",
}
_FILES = {"1": "billing/models.py modify", "2": "reports/revenue.py no change", "3": "tests/test_billing.py create"}
_CHOICES = {
    "nature": "It only adds.",
    "verdict": "go",
    "certainty": "medium",
    "style": "synchronous",
}


def plausible(capture: Capture | None, about: str, state: State) -> str:
    """An answer that fits the capture and names no more than a person would."""
    if capture is None:
        return "Nothing unusual about it."
    preset = dict(capture.preset)
    if capture.kind is Kind.AREA and "type" in preset:
        return f"the {preset['type']} queue"
    if capture.kind is Kind.KEYWORD and preset.get("use") != "search":
        return f"{preset.get('use')}_name"
    if capture.kind is Kind.FILE:
        return _FILES[preset["tier"]]
    spec = SPECS[capture.kind].field(capture.field)
    assert spec is not None
    match spec.type:
        case FieldType.NUMBER:
            return "7" if capture.field == "modified" else "2"
        case FieldType.CHOICE if capture.field == "priority":
            return "Must Have" if about.endswith("001") else "Should Have"
        case FieldType.CHOICE:
            return _CHOICES.get(capture.field, "medium")
        case FieldType.REFS if capture.field == "traces":
            return ", ".join(entry.id for entry in state.dossier.of(Kind.FR)) or "none"
        case FieldType.REFS:
            return "none"
    if capture.field == SPECS[capture.kind].main:
        return _LINES.get(capture.kind, f"The {capture.kind} that matters most".replace("_", " "))
    return f"What to say of {capture.field.replace('_', ' ')} {about}".strip()


def answer_to(question: Question, state: State, knowledge: Knowledge) -> str:
    if question.key == GAPS_KEY:
        return "skip"
    knows_better = question.offers == (single_id(Kind.ESTIMATE),) and not question.key.startswith(Depth.BRIEF)
    if question.offers and not knows_better:
        return "yes"
    step = knowledge.step(question.step)
    assert step is not None
    depth, numbers = question.key.split("/")[:2]
    if "&" in numbers:
        return "all: medium, high" if "medium" in question.text else "all: the form → the table"
    captures = [step.section(Depth(depth)).prompts[int(number) - 1].capture for number in numbers.split("+")]
    if len(captures) > 1:
        answers = (plausible(capture, "", state) for capture in captures)
        return "\n".join(f"{number}: {words}" for number, words in enumerate(answers, 1))
    if captures[0] and captures[0].for_each and not question.about:
        return "\n".join(_line(captures[0], entry_id, state) for entry_id in _asked_of(question))
    return plausible(captures[0], question.about, state)


def _asked_of(question: Question) -> list[str]:
    return [line.split()[1] for line in question.text.splitlines() if line.startswith("- ")]


def _line(capture: Capture, entry_id: str, state: State) -> str:
    return "\n".join(f"{entry_id}: {line}" for line in plausible(capture, entry_id, state).splitlines())


def single_questions(question: Question) -> int:
    """How many questions this message holds: those put together, and both of a pair, count one by one."""
    numbers = "/".join(question.key.split("/")[1:2])
    return 1 + numbers.count("+") + numbers.count("&")


@dataclass
class Talk:
    """What a run of a session asked and was answered."""

    questions: list[Question] = field(default_factory=list)
    entries: list[str] = field(default_factory=list)


def next_entry(session: ItemSession) -> str:
    """What a cooperative user types now."""
    match session.state.talk.waiting:
        case ForAnswer(question=question):
            return answer_to(question, session.state, session.knowledge)
        case ForMenu():
            return "C"
        case ForDecision():
            return "y"
    raise AssertionError("The session waits for nothing.")


async def go_through(
    session: ItemSession, until: Callable[[State], bool] | None = None, talk: Talk | None = None
) -> Talk:
    """Answers everything until the analysis ends, or until what is waited for."""
    talk = talk or Talk()
    while not session.state.talk.ending and not session.state.talk.left and not (until and until(session.state)):
        if isinstance(session.state.talk.waiting, ForAnswer):
            talk.questions.append(session.state.talk.waiting.question)
        entry = next_entry(session)
        talk.entries.append(entry)
        await session.do(Submit(entry))
    return talk


def listener(lines: list[str]) -> Callable[[Update], None]:
    """Collects every sentence that is said, in order."""

    def listen(update: Update) -> None:
        if isinstance(update, Happened):
            lines.extend(utterance.text for utterance in getattr(update.event.body, "said", ()))

    return listen
