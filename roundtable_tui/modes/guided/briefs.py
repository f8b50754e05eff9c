"""What guided mode asks a voice for: a task about one step, who leads it, and what may be recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.kinds import SPECS, TALKED_OF, Kind
from roundtable_tui.domain.dossier.questions import Question, StepSubject
from roundtable_tui.domain.journal.events import APP
from roundtable_tui.domain.journal.values import Role, Utterance
from roundtable_tui.domain.knowledge.phases import PHASES
from roundtable_tui.errors import VoiceError
from roundtable_tui.modes.guided import wording
from roundtable_tui.modes.guided.progress import elaboration_turns
from roundtable_tui.session.moves import Speak
from roundtable_tui.voices.tasks import Discuss, Elaborate, Synthesise, Task

if TYPE_CHECKING:
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Knowledge, Step

_WARN_AT = 2
"""Turns left of an elaboration when the user is told that it will end."""
ANALYSTS = tuple(dict.fromkeys(phase.persona for phase in PHASES))


def speak(task: Task, step_id: str, state: State, knowledge: Knowledge, said: tuple[Utterance, ...] = ()) -> Speak:
    step, record = knowledge.step(step_id), state.guided.steps.get(step_id)
    if step is None:
        raise VoiceError(f"The step {step_id} is no longer among the knowledge files.", "Put its file back.")
    lead = record.persona if record and record.persona else step.persona
    together = isinstance(task, Elaborate | Discuss | Synthesise)
    return Speak(
        task,
        speakers=tuple(dict.fromkeys((lead, *(ANALYSTS if together else ())))),
        depth=record.depth if record and record.depth else step.depth,
        subject=StepSubject(step.id),
        records=TALKED_OF if state.talk.ending else _recordable(task, step, lead),
        window=_window(step, state),
        said=said,
    )


def discuss(
    words: str, question: Question, state: State, knowledge: Knowledge, turns: int, to: tuple[str, ...]
) -> Speak:
    """An elaboration that has had its turns ends now; shortly before, the user is told. `to` are first names."""
    record = state.guided.steps.get(question.step)
    left = turns - elaboration_turns(record, state) if record and record.elaborating else 0
    if left <= 0:
        return speak(Synthesise(words), question.step, state, knowledge)
    names = {persona.first_name: key for key, persona in knowledge.personas.items()}
    called = tuple(names[name] for name in to)
    warning = (Utterance(APP, wording.ELABORATION_ENDS_SOON, Role.NOTICE),) if left == _WARN_AT else ()
    return speak(Discuss(words, question, called, left), question.step, state, knowledge, warning)


def _recordable(task: Task, step: Step, lead: str) -> frozenset[Kind]:
    """What the lead owns, what the step asks for, and everything where all sit together and sum up."""
    if isinstance(task, Synthesise):
        return TALKED_OF
    return frozenset(kind for kind in TALKED_OF if SPECS[kind].owner in (None, lead)) | step.kinds


def _window(step: Step, state: State) -> int:
    guided = state.guided
    return guided.window if guided.window_phase == step.phase else len(state.talk.transcript)
