"""The end of a prompt: what the model is to do in this turn, and which tools it may use for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.questions import GAPS_KEY
from roundtable_tui.domain.knowledge.checks import lacking
from roundtable_tui.domain.talk.replies import begins_with_yes, yes_or_no
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.voices.model.prompt.templates import fenced, filled
from roundtable_tui.voices.protocol import Purpose

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from roundtable_tui.domain.knowledge.knowledge import Persona
    from roundtable_tui.voices.protocol import TurnRequest

_FEW_TURNS = 3


def task_for(request: TurnRequest, redact: Callable[[str], str], confirmed: Sequence[str] = ()) -> str:
    """`confirmed` names the entries that the user's yes has confirmed already."""
    asked = redact(request.question.text) if request.question else "(none)"
    words = {**_words(request), "question": fenced("the question", asked)}
    match request.purpose:
        case Purpose.OPEN:
            record = request.state.steps.get(request.step.id)
            return filled("turns", "Again" if record and record.settled else "Open", **words)
        case Purpose.ANSWER if request.question and request.question.key == GAPS_KEY:
            return filled("turns", "Answer to gaps", **words)
        case Purpose.ANSWER:
            return filled("turns", "Answer", settled=_settled(request, confirmed), **words)
        case Purpose.FEEDBACK:
            return filled("turns", "Feedback", **words)
        case Purpose.GAPS:
            lacks = dict.fromkeys(lacking(check, request.state) for check in request.missing)
            missing = "\n".join(f"- {gap}" for gap in lacks)
            return filled("turns", "Gaps", missing=missing, **words)
        case Purpose.DISCUSS:
            return filled("elaboration", "Joined", addressed=_addressed(request), turns_left=_left(request), **words)
        case Purpose.SYNTHESISE:
            return filled("elaboration", "Synthesis", **words)
        case Purpose.ELABORATE:
            return alone(request, request.persona)


def alone(request: TurnRequest, persona: Persona) -> str:
    return filled("elaboration", "Alone", **{**_words(request), "persona": _named(persona)})


def discussion(request: TurnRequest, answers: Mapping[str, str]) -> str:
    """`answers` is what each persona said, by name."""
    heard = "\n\n".join(fenced(name, text) for name, text in answers.items())
    return filled("elaboration", "Discussion", answers=heard, **_words(request))


def _settled(request: TurnRequest, confirmed: Sequence[str]) -> str:
    """What the user's yes has settled already, and what the model has to do so that it does."""
    question = request.question
    if question is None or not begins_with_yes(request.words):
        return ""
    plain = yes_or_no(request.words, default=False) is True
    parts = []
    if confirmed:
        parts.append(filled("turns", "Yes to what was shown", entries=", ".join(confirmed)))
    elif question.offers:
        parts.append(filled("turns", "Yes and more", entries=", ".join(question.offers)))
    if question.suggestion:
        parts.append(filled("turns", "Yes to the guess" if plain else "Yes to the guess and more"))
    return "".join(f"{part}\n\n" for part in parts)


def nudge(*, spoke: bool) -> str:
    return filled("turns", "Nudge after words" if spoke else "Nudge")


def _words(request: TurnRequest) -> dict[str, str]:
    return {
        "persona": _named(request.persona),
        "step": f"{one_line(request.step.id, 40)} ({one_line(request.step.title, 120)})",
        "depth": request.depth.value,
        "turn": str(request.turn),
    }


def _named(persona: Persona) -> str:
    return one_line(persona.first_name, 60)


def _addressed(request: TurnRequest) -> str:
    names = [_named(request.knowledge.persona(key)) for key in request.addressed]
    if not names:
        return "They speak to nobody in particular: whoever has something to say answers."
    return f"They speak to {' and '.join(names)}, who {'answers' if len(names) == 1 else 'answer'}."


def _left(request: TurnRequest) -> str:
    if request.turns_left > _FEW_TURNS:
        return "There is time; do not hurry to a conclusion."
    return "The discussion is almost over: steer towards what can be decided."
