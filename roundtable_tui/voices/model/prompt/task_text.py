"""The end of a prompt: what the model is to do in this turn, and which tools it may use for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.questions import GAPS_KEY
from roundtable_tui.domain.knowledge.checks import lacking
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.domain.talk.steering_phrases import yes_or_no
from roundtable_tui.voices.model.prompt.templates import fenced, filled
from roundtable_tui.voices.model.tools.evidence import begins_with_yes
from roundtable_tui.voices.tasks import Answer, Discuss, Elaborate, Feedback, Gaps, OpenStep, Synthesise

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from roundtable_tui.domain.knowledge.knowledge import Persona
    from roundtable_tui.voices.protocol import Brief

_FEW_TURNS = 3


def task_for(brief: Brief, redact: Callable[[str], str], confirmed: Sequence[str] = ()) -> str:
    """`confirmed` names the entries that the user's yes has confirmed already."""
    asked = redact(brief.question.text) if brief.question else "(none)"
    words = {**_words(brief), "question": fenced("the question", asked)}
    match brief.task:
        case OpenStep():
            return filled("turns", "Again" if brief.state.settled(brief.step.id) else "Open", **words)
        case Answer() if brief.question and brief.question.key == GAPS_KEY:
            return filled("turns", "Answer to gaps", **words)
        case Answer():
            return filled("turns", "Answer", settled=_settled(brief, confirmed), **words)
        case Feedback():
            return filled("turns", "Feedback", **words)
        case Gaps():
            lacks = dict.fromkeys(lacking(check, brief.state) for check in brief.missing)
            missing = "\n".join(f"- {gap}" for gap in lacks)
            return filled("turns", "Gaps", missing=missing, **words)
        case Discuss(addressed=addressed, turns_left=left):
            told = {"addressed": _addressed(brief, addressed), "turns_left": _left(left)}
            return filled("elaboration", "Joined", **told, **words)
        case Synthesise():
            return filled("elaboration", "Synthesis", **words)
        case Elaborate():
            return alone(brief, brief.persona)


def alone(brief: Brief, persona: Persona) -> str:
    return filled("elaboration", "Alone", **{**_words(brief), "persona": _named(persona)})


def discussion(brief: Brief, answers: Mapping[str, str]) -> str:
    """`answers` is what each persona said, by name."""
    heard = "\n\n".join(fenced(name, text) for name, text in answers.items())
    return filled("elaboration", "Discussion", answers=heard, **_words(brief))


def _settled(brief: Brief, confirmed: Sequence[str]) -> str:
    """What the user's yes has settled already, and what the model has to do so that it does."""
    question = brief.question
    if question is None or not begins_with_yes(brief.words):
        return ""
    plain = yes_or_no(brief.words, default=False) is True
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


def _words(brief: Brief) -> dict[str, str]:
    return {
        "persona": _named(brief.persona),
        "step": f"{one_line(brief.step.id, 40)} ({one_line(brief.step.title, 120)})",
        "depth": brief.depth.value,
        "turn": str(brief.turn),
    }


def _named(persona: Persona) -> str:
    return one_line(persona.first_name, 60)


def _addressed(brief: Brief, keys: Sequence[str]) -> str:
    names = [_named(brief.knowledge.persona(key)) for key in keys]
    if not names:
        return "They speak to nobody in particular: whoever has something to say answers."
    return f"They speak to {' and '.join(names)}, who {'answers' if len(names) == 1 else 'answer'}."


def _left(turns: int) -> str:
    if turns > _FEW_TURNS:
        return "There is time; do not hurry to a conclusion."
    return "The discussion is almost over: steer towards what can be decided."
