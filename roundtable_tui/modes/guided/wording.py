"""What the app itself says between the voice's words: greetings, headers, handoffs, boundaries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.kinds import SPECS, Kind
from roundtable_tui.domain.journal.events import APP
from roundtable_tui.domain.journal.step_records import StepStatus
from roundtable_tui.domain.journal.values import Role, Utterance
from roundtable_tui.domain.knowledge.phases import Phase, phase
from roundtable_tui.domain.talk.depth import Depth, DepthSource, announcement
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.modes.guided.progress import phase_after, remaining

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Knowledge, Persona, Step
    from roundtable_tui.domain.talk.depth import DepthChoice

EARLY_EXIT_QUESTION = (
    "You'd like to wrap up? I'll write artifacts based on what we've covered so far. (y to wrap up, or say continue)"
)
YES_OR_NO = "I need a yes or a no here."
NOTHING_TO_SKIP = "This is the last step of the phase, so there is nothing left to skip. C goes on."
NOTHING_ASKED = "Nothing is asked just now, so that was not written down. Reopen a step to add to it."
AFTER_THE_END = (
    "The analysis is finished, and that says nothing to add to it. Whatever you tell me about it is kept, and the "
    "documents follow; an id and new words (FR-001: …) change an entry, /reopen 01-02 goes back to a step, /undo takes "
    "the last answer back."
)
NOTHING_SAID = "I didn't catch an answer. Say skip to leave the question out, or I don't know to keep it open."
NOTHING_TO_DISCUSS = "Say what you think, ask one of us by name or all of us, or say done to sum up."
LONE_KEY = (
    "While a question waits, a letter alone is neither a command nor an answer. /continue goes on without an answer, "
    "/skip leaves out the rest of the phase."
)
SAYS_NOTHING = (
    "That says nothing about this step, so nothing was noted. C goes on, E talks it over with everybody, "
    "S skips the rest of the phase; anything you say about the step itself is kept as feedback."
)
TYPED_COMMANDS = (
    "You can type /continue, /elaborate, /skip, /depth brief (or standard, deep), /reopen 01-02, /rename, /undo, "
    "/redo and /help; anything else is an answer."
)
LEFT = "The phase is recorded. Come back any time; C goes on with the next one."
ELABORATION_ENDS_SOON = "Two more turns, then we sum up. Say done to sum up now."
_RECENT = 3
_TITLES = 6


def header(persona: Persona, step: Step) -> Utterance:
    return Utterance(APP, f"{persona.name} ({persona.role}) -- Step {step.id}: {step.title}", Role.HEADER)


def depth_note(persona: Persona, choice: DepthChoice) -> tuple[Utterance, ...]:
    """Announced where the size of the change chose the depth; standard calls no attention to itself."""
    if choice.source is not DepthSource.SCAN or choice.depth is Depth.STANDARD:
        return ()
    return (Utterance(persona.key, announcement(choice.depth), Role.GREETING),)


def greeting(persona: Persona, about: Phase) -> Utterance:
    article = f"your {persona.role}"
    text = f"Hi, I'm {persona.first_name}, {article}. I'll be guiding you through {about.subject}. Let's get started."
    return Utterance(persona.key, text, Role.GREETING)


def moving_on(persona: Persona, about: Phase) -> Utterance:
    return Utterance(persona.key, f"On to {about.subject}.", Role.GREETING)


def handoff(outgoing: Persona, finished: Phase, incoming: Persona, begun: Phase) -> Utterance:
    text = (
        f"{outgoing.name} has finished {finished.subject}. "
        f"Handing off to {incoming.name} ({incoming.role}) who will {begun.task}."
    )
    return Utterance(APP, text, Role.GREETING)


def reviewed(outgoing: Persona, incoming: Persona, state: State) -> Utterance:
    """What the next persona works with, counted from the dossier."""
    document = {"business-analyst": "requirements spec", "solutions-architect": "architecture"}
    counts = [
        f"{len(entries)} {SPECS[kind].one if len(entries) == 1 else SPECS[kind].many}"
        for kind in (Kind.FR, Kind.USER, Kind.CONSTRAINT, Kind.RISK, Kind.FILE, Kind.DECISION, Kind.INTEGRATION)
        if (entries := state.dossier.of(kind))
    ]
    scope = state.dossier.one(Kind.SCOPE)
    change = scope.text("text") if scope else (state.item.description if state.item else "")
    summary = one_line(change, 160).rstrip(".") + ("; " + _and(counts) if counts else "") + "."
    text = (
        f"I've reviewed {outgoing.first_name}'s {document.get(outgoing.key, 'notes')}. "
        f"Here's what I'm working with: {summary}"
    )
    return Utterance(incoming.key, text, Role.GREETING)


def welcome_back(state: State, knowledge: Knowledge) -> Utterance | None:
    """For a resumed item: what is done, what is next, and what was lately talked over."""
    if not state.talk.user_turns:
        return None
    record = state.guided.current_step
    led_by = record.persona if record and record.persona else phase(state.guided.phase).persona
    persona = knowledge.persona(led_by)
    done = [
        _title(step.id, step.title, knowledge)
        for step in state.guided.steps.values()
        if step.status is StepStatus.DONE and step.phase == state.guided.phase
    ]
    completed = f" Last time we completed {_and(done[-_TITLES:])}." if done else ""
    recent = [_title(one.step, "", knowledge) for one in state.guided.elaborations[-_RECENT:]]
    talked = f" We talked over {_and(recent)} in depth." if recent else ""
    text = f"Welcome back.{completed}{talked} Let's pick up from {_next_title(state, knowledge)}."
    return Utterance(persona.key, text, Role.GREETING)


def _next_title(state: State, knowledge: Knowledge) -> str:
    """The step at hand; after a done one, the step or the phase that follows."""
    record = state.guided.current_step
    if record and record.status is not StepStatus.DONE:
        return _title(record.id, record.title, knowledge)
    following = next(iter(remaining(state, knowledge, state.guided.phase)), None)
    if following:
        return following.title
    after = phase_after(state)
    return after.name if after else phase(state.guided.phase).name


def taken_over(phase_key: str, state: State, knowledge: Knowledge) -> Utterance:
    """For an item that another tool, or another mode, has brought some way."""
    persona = knowledge.persona(phase(phase_key).persona)
    done = [title for step_id in state.guided.steps_done if (title := _title(step_id, "", knowledge))]
    first = next((step for step in knowledge.steps.get(phase_key, ()) if step.id not in state.guided.steps), None)
    here = first.title if first else phase(phase_key).name
    completed = f" Last time we completed {_and(done[-_TITLES:])}." if done else ""
    return Utterance(persona.key, f"Welcome back.{completed} Let's pick up from {here}.", Role.GREETING)


def no_such_command(name: str, nearest: str) -> str:
    meant = f" Did you mean /{nearest}?" if nearest and nearest != name else ""
    return f"/{name} cannot be used like this.{meant} {TYPED_COMMANDS}"


def empty_phase(ended: Phase) -> Utterance:
    return Utterance(APP, f"There are no steps for {ended.label}, so there is nothing to ask.", Role.NOTICE)


def finished_early(slug: str) -> Utterance:
    text = f"Wrapped up. What we covered is written; the gaps are marked. Open {slug} again to go on."
    return Utterance(APP, text, Role.NOTICE)


def _title(step_id: str, title: str, knowledge: Knowledge) -> str:
    step = knowledge.step(step_id)
    return step.title if step else title


def _and(parts: Sequence[str]) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"
