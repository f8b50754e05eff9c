"""Shows a session as lines: plain text for people, or one JSON object a line for programs."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Protocol, TextIO

from roundtable_tui.domain.dossier.questions import AMENDMENT
from roundtable_tui.domain.journal.codec import to_wire
from roundtable_tui.domain.journal.events import APP, Decided, Reinstated, Retracted
from roundtable_tui.domain.journal.values import Role, Utterance
from roundtable_tui.domain.journal.waiting import ForAnswer, ForDecision, ForMenu, ForVerdict
from roundtable_tui.domain.knowledge.points.open_points import about_to_go
from roundtable_tui.domain.talk.menu import INVITATION, RULE
from roundtable_tui.domain.talk.sanitize import neutral
from roundtable_tui.session.updates import Happened, Noticed, Searching, Update
from roundtable_tui.session.voice_turn import unanswered, what_waits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Knowledge
    from roundtable_tui.session.session import ItemSession

COMPLETE = "ROUNDTABLE_COMPLETE"


class Printer(Protocol):
    def show(self, update: Update) -> None: ...
    def waiting(self, session: ItemSession) -> None:
        """It is the user's turn."""
        ...

    def answer(self, text: str) -> None:
        """What an answers file said there."""
        ...

    def finished(self, state: State) -> None: ...


_BY_ITSELF = " of at most "


def questions_to_go(session: ItemSession) -> int | None:
    """About how many questions are left, the one that waits among them; None where nobody counts them."""
    state = session.state
    asked = state.talk.waiting
    if not state.converses or not isinstance(asked, ForAnswer) or asked.question.topic in ("", AMENDMENT):
        return None
    return about_to_go(state, session.knowledge)


_SAID_ONCE = (Role.CAPTURED, Role.NOTICE)
"""What belongs to the answer before and not to the question that is put again."""


class TextPrinter:
    """Every utterance on lines of its own, with the speaker's name before it."""

    def __init__(self, knowledge: Knowledge, out: TextIO | None = None) -> None:
        self._knowledge = knowledge
        self._out = out or sys.stdout
        self._doing = ""
        self._turned_back = False
        """Something was taken or brought back, or the talk goes on, and what waits now was said a while ago."""

    def show(self, update: Update) -> None:
        match update:
            case Happened(event=event):
                said = getattr(event.body, "said", ())
                self._turned_back = isinstance(event.body, Retracted | Reinstated | Decided) or (
                    self._turned_back and not said
                )
                for utterance in said:
                    self.utterance(utterance)
            case Noticed(text=text):
                self._line(text)
            case Searching(text=text):
                self._tell_what_is_done(text)

    def _tell_what_is_done(self, text: str) -> None:
        """What the table does by itself, once for each part of it: the rest is for a line that can be overwritten."""
        who = " ".join(text.split()[:2])
        if _BY_ITSELF in text and who != self._doing:
            self._doing = who
            self._line(f"({text.partition(' (')[0]} …)")

    def utterance(self, utterance: Utterance) -> None:
        match utterance.role:
            case Role.HEADER:
                self._line(f"\n{utterance.text}\n")
            case Role.CAPTURED:
                self._line(f"  {utterance.text}\n")
            case Role.NOTICE:
                self._line(utterance.text)
            case Role.GREETING if utterance.speaker != APP:
                self._line(f"{self._knowledge.persona(utterance.speaker).name}: {utterance.text}")
            case _ if utterance.speaker == APP:
                self._line(utterance.text)
            case _:
                self._line(f"{self._knowledge.persona(utterance.speaker).first_name}: {utterance.text}")

    def put_again(self, said: Sequence[Utterance]) -> None:
        """What waits and was said a while ago."""
        for utterance in said:
            self.utterance(utterance)
        self._turned_back = self._turned_back and not said

    def waiting(self, session: ItemSession) -> None:
        if self._turned_back and session.state.talk.waiting:
            said = unanswered(session.state)
            self.put_again([one for one in said if one.role not in _SAID_ONCE] or said[-1:])
        self._turned_back = False
        if options := [command.option for command in session.commands() if command.option]:
            self._line("\n".join((RULE, *(option.line for option in options), INVITATION, RULE)))

    def answer(self, text: str) -> None:
        self._line("\n".join(f"> {line}" for line in text.splitlines() or [""]))

    def finished(self, state: State) -> None:
        if state.talk.ending:
            self._line(COMPLETE)

    def _line(self, text: str) -> None:
        print(neutral(text), file=self._out, flush=True)


class JsonPrinter:
    """Every journal line as it is written, notices, and what the session waits for."""

    def __init__(self, out: TextIO | None = None) -> None:
        self._out = out or sys.stdout

    def show(self, update: Update) -> None:
        match update:
            case Happened(event=event):
                self._object(to_wire(event))
            case Noticed(text=text):
                self._object({"type": "Notice", "text": text})

    def waiting(self, session: ItemSession) -> None:
        """With all that a program needs to put it to somebody, also where it was said in an earlier run."""
        state = session.state
        item = {"slug": state.item.slug} if state.item else {}
        words = "\n\n".join(one.text for one in what_waits(state))
        match state.talk.waiting:
            case ForAnswer(question=question):
                place = {"topic": question.topic} if question.topic else {"step": question.step}
                left = questions_to_go(session)
                more = {} if left is None else {"to_go": left}
                asked = {"for": "answer", **place, "question": question.text, **more}
            case ForVerdict(stage=stage):
                asked = {"for": "verdict", "stage": stage, "summary": words}
            case ForMenu(step=step):
                options = [command.option.letter for command in session.commands() if command.option]
                asked = {"for": "menu", "step": step, "options": options}
            case ForDecision(what=what, default=default):
                asked = {"for": "decision", "what": what, "default": default, "question": words}
            case _:
                return
        self._object({"type": "Waiting", **item, **asked})

    def answer(self, text: str) -> None:
        """The user's words are an event of their own."""

    def finished(self, state: State) -> None:
        if state.talk.ending and state.item:
            ending = {"slug": state.item.slug, "ending": state.talk.ending, "artifacts": sorted(state.files.artifacts)}
            self._object({"type": COMPLETE, **ending})

    def _object(self, value: dict[str, object]) -> None:
        print(json.dumps(value, ensure_ascii=True), file=self._out, flush=True)
