"""Asks a voice for one turn, and collects what it says into the one event it becomes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roundtable_tui.analysis.progress import elaboration_turns as turns_taken
from roundtable_tui.domain.journal.events import USER, Outcome, Role, Spoke, Tokens, Utterance
from roundtable_tui.domain.talk.steering_phrases import addressed
from roundtable_tui.errors import VoiceError
from roundtable_tui.voices.protocol import (
    Asked,
    Claimed,
    Part,
    Purpose,
    Ready,
    Recorded,
    Said,
    Settled,
    TurnRequest,
    Used,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roundtable_tui.analysis.moves import Speak
    from roundtable_tui.domain.dossier.dossier import IdGiver
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Knowledge
    from roundtable_tui.voices.protocol import CodeReader


ELABORATION_TURNS = 10
"""How often the user can speak in an elaboration, if the settings say nothing else."""


def turn_request(
    move: Speak,
    state: State,
    knowledge: Knowledge,
    ids: IdGiver,
    code: CodeReader | None = None,
    elaboration_turns: int = ELABORATION_TURNS,
) -> TurnRequest:
    """What a voice needs to know for this move; an elaboration that has had its turns ends now."""
    step, record = knowledge.step(move.step), state.steps.get(move.step)
    if step is None:
        raise VoiceError(f"The step {move.step} is no longer among the knowledge files.", "Put its file back.")
    turns_left = elaboration_turns - turns_taken(record, state) if record and record.elaborating else 0
    over = move.purpose is Purpose.DISCUSS and turns_left <= 0
    names = {persona.first_name: key for key, persona in knowledge.personas.items()}
    return TurnRequest(
        id=f"{state.seq}",
        purpose=Purpose.SYNTHESISE if over else move.purpose,
        state=state,
        knowledge=knowledge,
        step=step,
        persona=knowledge.persona(record.persona if record and record.persona else step.persona),
        depth=record.depth if record and record.depth else step.depth,
        ids=ids,
        turn=state.turn.number if state.turn else state.exchange,
        words=move.words,
        question=move.question,
        missing=move.missing,
        addressed=tuple(names[name] for name in addressed(move.words, tuple(names))),
        turns_left=turns_left,
        code=code,
    )


class Answer:
    """Collects the parts of one turn."""

    def __init__(self, request: TurnRequest) -> None:
        self._request = request
        self._said: list[Utterance] = []
        self._parts: list[Part] = []

    def take(self, part: Part) -> None:
        match part:
            case Said(more=True) if self._said:
                last = self._said[-1]
                self._said[-1] = replace(last, text=last.text + part.text)
            case Said():
                self._said.append(Utterance(part.speaker, part.text, part.role))
            case Asked(question=question):
                words = Utterance(self._request.persona.key, question.text, Role.QUESTION)
                if self._said[-1:] != [words]:  # a voice may have let them stream already
                    self._said.append(words)
        self._parts.append(part)

    def as_event(self, voice: str, outcome: Outcome) -> Spoke:
        if outcome is not Outcome.FINISHED:
            return Spoke(voice, self._request.id, outcome, tuple(self._said), tokens=self._tokens)
        return Spoke(
            voice=voice,
            request=self._request.id,
            outcome=outcome,
            said=tuple(self._said),
            changes=tuple(part.change for part in self._parts if isinstance(part, Recorded)),
            claims=tuple(part.claim for part in self._parts if isinstance(part, Claimed)),
            settled=tuple(part.key for part in self._parts if isinstance(part, Settled)),
            asked=next((part.question for part in reversed(self._parts) if isinstance(part, Asked)), None),
            complete=any(isinstance(part, Ready) for part in self._parts),
            tokens=self._tokens,
        )

    @property
    def _tokens(self) -> tuple[Tokens, ...]:
        """One sum for each model."""
        sums: dict[str, Tokens] = {}
        for used in (part.tokens for part in self._parts if isinstance(part, Used)):
            sums[used.model] = sums[used.model] + used if used.model in sums else used
        return tuple(sums.values())


def unanswered(state: State) -> Sequence[Utterance]:
    """What was said last and still waits for the user: shown again when an item is resumed."""
    turn = max((spoken.turn for spoken in state.transcript), default=0)
    return [spoken.utterance for spoken in state.transcript if spoken.turn == turn and spoken.utterance.speaker != USER]
