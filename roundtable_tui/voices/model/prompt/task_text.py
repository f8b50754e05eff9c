"""The end of a prompt: what the model is to do in this turn, and which tools it may use for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.questions import GAPS_KEY
from roundtable_tui.domain.knowledge.checks import lacking
from roundtable_tui.domain.talk.assents import Assent
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.errors import VoiceError
from roundtable_tui.voices.model.prompt.templates import fenced, filled
from roundtable_tui.voices.model.tools.acceptance import Settlement, Taken, shown_names
from roundtable_tui.voices.tasks import Answer, Discuss, Elaborate, Feedback, Gaps, OpenStep, Synthesise

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from roundtable_tui.domain.dossier.questions import Question
    from roundtable_tui.domain.knowledge.knowledge import Persona
    from roundtable_tui.voices.protocol import Brief

_FEW_TURNS = 3


def task_for(brief: Brief, redact: Callable[[str], str], settled: Settlement | None = None) -> str:
    """`settled` is what the user's reply has settled already."""
    asked = redact(brief.question.text) if brief.question else "(none)"
    words = {**_words(brief), "question": fenced("the question", asked)}
    replied = settled_text(brief, settled or Settlement(), redact)
    match brief.task:
        case OpenStep():
            return filled("turns", "Again" if brief.state.settled(brief.step.id) else "Open", **words)
        case Answer() if brief.question and brief.question.key == GAPS_KEY:
            return filled("turns", "Answer to gaps", settled=replied, **words)
        case Answer():
            return filled("turns", "Answer", settled=replied, **words)
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
        case _:
            raise VoiceError("A model cannot lead a conversation yet.", "Go on offline, or choose guided mode.")


def alone(brief: Brief, persona: Persona) -> str:
    return filled("elaboration", "Alone", **{**_words(brief), "persona": _named(persona)})


def discussion(brief: Brief, answers: Mapping[str, str]) -> str:
    """`answers` is what each persona said, by name."""
    heard = "\n\n".join(fenced(name, text) for name, text in answers.items())
    return filled("elaboration", "Discussion", answers=heard, **_words(brief))


def settled_text(brief: Brief, settled: Settlement, redact: Callable[[str], str]) -> str:
    """What the user's reply has settled already, and what is left to the model."""
    question = brief.question
    if question is None:
        return ""
    parts = []
    if settled.confirmed:
        parts.append(filled("turns", "Yes to what was shown", entries=", ".join(settled.confirmed)))
    elif question.offers and settled.assent is Assent.MORE:
        parts.append(filled("turns", "Yes and more", entries=", ".join(question.offers)))
    if settled.lost:
        parts.append(filled("turns", _how_decided(question, settled), entries=", ".join(settled.lost)))
    parts += [_took(one, redact) for one in settled.taken]
    if settled.besides:
        parts.append(filled("turns", "Said besides", words=fenced("what they said besides", redact(settled.besides))))
        return "".join(f"{part}\n\n" for part in parts)
    if question.suggestion and not settled.taken and settled.assent is Assent.MORE:
        parts.append(filled("turns", "Yes to the guess and more"))
    if settled.assent is Assent.AGAINST and question.offers and not question.suggestion:
        parts.append(filled("turns", "Yes to faults", entries=", ".join(question.offers)))
    elif settled.assent is Assent.AGAINST:
        parts.append(filled("turns", "Yes against the guess"))
    if settled.assent is Assent.DELEGATED and not settled.taken:
        parts.append(filled("turns", "Left to us"))
    if not parts and (names := shown_names(brief)):
        parts.append(filled("turns", "Yours to hear", shown=", ".join(names)))
    return "".join(f"{part}\n\n" for part in parts)


def _how_decided(question: Question, settled: Settlement) -> str:
    """In a conversation the program has taken out what was not picked."""
    if not settled.confirmed:
        return "A third way"
    return "Superseded" if question.topic else "Decided against"


def _took(taken: Taken, redact: Callable[[str], str]) -> str:
    heading = {
        (False, False): "Yes to the guess",
        (False, True): "Guess kept",
        (True, False): "Guess left to us",
        (True, True): "Guess kept for them",
    }[taken.delegated, bool(taken.entry)]
    return filled("turns", heading, words=fenced("what they took", redact(taken.text)), entry=taken.entry)


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
