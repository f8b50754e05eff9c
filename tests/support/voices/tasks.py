"""Tasks of a voice by their type, with whatever of words and question such a task comes with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.questions import Question
from roundtable_tui.voices.tasks import Answer, Discuss, Elaborate, Feedback, Gaps, OpenStep, Synthesise, Task

if TYPE_CHECKING:
    from roundtable_tui.domain.knowledge.checks import Check

ANY_QUESTION = Question("", "own/0", "What is it about?")


def task_of(
    kind: type[Task], words: str = "", question: Question | None = None, missing: tuple[Check, ...] = ()
) -> Task:
    asked = question or ANY_QUESTION
    made: dict[type[Task], Task] = {
        OpenStep: OpenStep(),
        Answer: Answer(words, asked, missing),
        Feedback: Feedback(words),
        Gaps: Gaps(missing),
        Elaborate: Elaborate(),
        Discuss: Discuss(words, asked),
        Synthesise: Synthesise(words),
    }
    return made[kind]
