"""Composes what a model is told on a panel, from a task and nothing else: pure texts, the same for the same task."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.knowledge.panel import Policy
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.panel.project_context import LONGEST
from roundtable_tui.panel.record.entries import SPECS
from roundtable_tui.panel.record.session import FocusType
from roundtable_tui.panel.seats.told_record import (
    counted,
    flat,
    told_conflicts,
    told_entries,
    told_questions,
    told_rounds,
    told_settlements,
)
from roundtable_tui.voices.model.prompt.templates import cut, fenced, filled

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from roundtable_tui.domain.knowledge.panel import FacilitatorFile, Participant, Skill
    from roundtable_tui.panel.record.ballots import Option
    from roundtable_tui.panel.record.entries import EntrySpec
    from roundtable_tui.panel.seats.tasks import (
        FacilitatorTask,
        Repair,
        SeatTask,
        Situation,
        SynthesisTask,
        UnnamedBallot,
    )

_LONGEST_FILE = 9_000
_LONGEST_REPLY = 6_000
_FORMS = {
    "options": '[{"name", "pros": [], "cons": []}]',
    "consequences": '{"positive": [], "negative": []}',
    "interfaces": '{"provides": [], "requires": []}',
    "future_consideration": "(true|false)",
}
"""How fields are written that are neither a text nor a list of texts."""


class PanelPrompt(Struct, frozen=True):
    system: str
    message: str


def question_prompt(task: FacilitatorTask) -> PanelPrompt:
    situation = task.situation
    named = ", ".join(f"{seat.id} ({one_line(seat.role, 60)})" for seat in task.seats)
    participants = (
        filled("panel/question", "Targeted", seats=named) if task.seats else filled("panel/question", "Everyone")
    )
    message = filled(
        "panel/question",
        "Task",
        round=str(situation.round),
        phase=situation.phase.name,
        situation=_situation(situation),
        focus=_focus(situation),
        phase_method=_method(situation),
        stress_test=f"\n{filled('panel/question', 'Stress test')}\n" if task.stress_test else "",
        participants=participants,
    )
    return PanelPrompt(_facilitator(task.facilitator, task.skills, situation), _mended(message, task.repair))


def ballot_prompt(task: SeatTask) -> PanelPrompt:
    asked = task.asked
    side = f"\n{filled('panel/ballot', task.side)}\n" if task.side else ""
    message = filled(
        "panel/ballot",
        "Task",
        material=_material(task),
        round=str(asked.round),
        question=fenced("the question", asked.text),
        options=_options(asked.options),
        exploration=f"\n{fenced('a further thought', asked.probing)}\n" if asked.probing else "",
        phase=task.phase.name,
        suffix=task.phase.suffix or "Say plainly what you would do and why.",
        side=side,
        option_form=filled("panel/ballot", "Option" if asked.options else "No option"),
        stance=filled("panel/ballot", "Stance", what=task.stands_to) if task.stands_to else "",
    )
    return PanelPrompt(_seat(task), _mended(message, task.repair))


def synthesis_prompt(task: SynthesisTask) -> PanelPrompt:
    situation = task.situation
    number = len(task.ballots)
    count = f"There {'is' if number == 1 else 'are'} {counted(number, 'ballot')}."
    if task.missing:
        count += f" Of the others, {counted(task.missing, 'seat')} gave no answer."
    if situation.phase.facilitator_only:
        count = filled("panel/synthesis", "Nobody voted")
    message = filled(
        "panel/synthesis",
        "Task",
        round=str(situation.round),
        situation=_situation(situation, before=True),
        question=fenced("the question", task.asked.text) + _options(task.asked.options),
        count=count,
        ballots="\n\n".join(_ballot(one, stands=_can_stand(situation)) for one in task.ballots),
        focus=_focus(situation, summing_up=True),
        phase_method=_method(situation),
        types="; ".join(_type(SPECS[kind]) for kind in situation.agenda.entries),
        topic=situation.focus.topic_id,
    )
    return PanelPrompt(_facilitator(task.facilitator, task.skills, situation), _mended(message, task.repair))


def _facilitator(file: FacilitatorFile, skills: Sequence[Skill], situation: Situation) -> str:
    parts = (file.stance, file.asking, file.synthesising, file.never)
    text = "\n\n".join(part for part in parts if part) or file.name
    own = filled(
        "panel/facilitator",
        file=fenced("the facilitator", cut(text, _LONGEST_FILE)),
        strategy=situation.strategy.name,
        method=fenced("the strategy", cut(situation.strategy.facilitator or situation.strategy.name, _LONGEST_FILE)),
        agenda=situation.agenda.name,
        purpose=fenced("the agenda", cut(situation.agenda.purpose or situation.agenda.name, _LONGEST_FILE)),
    )
    return "\n\n".join((filled("panel/rules"), own, *_skills(skills)))


def _seat(task: SeatTask) -> str:
    participant = task.participant
    part = participant.workflows.get(task.workflow, "")
    own = filled(
        "panel/seat",
        who=participant.name,
        role=f" ({participant.role})" if participant.role else "",
        file=fenced("your view of things", cut(_participant(participant, task.strategy.id), _LONGEST_FILE)),
        part="" if part in ("", "default") else f"On this panel you are there for one thing above all: {part}.",
    )
    method = fenced(f"the strategy {task.strategy.name}", task.strategy.seats or task.strategy.name)
    return "\n\n".join((filled("panel/rules"), own, method, *_skills(task.skills)))


def _participant(participant: Participant, strategy: str) -> str:
    parts = (
        participant.lens,
        participant.defers,
        participant.strategies.get(strategy, ""),
        participant.blocks,
        participant.stance,
    )
    return "\n\n".join(part for part in parts if part) or participant.name


def _skills(skills: Iterable[Skill]) -> list[str]:
    return [fenced(f"what you know: {skill.name}", cut(skill.text, _LONGEST_FILE)) for skill in skills]


def _situation(situation: Situation, *, before: bool = False) -> str:
    """`before`: the round in hand is not counted in it yet."""
    agenda = "\n".join(
        f"- {state.topic_id}: {state.status}{' (critical)' if _critical(situation, state.topic_id) else ''}"
        for state in situation.states
    )
    parts = [
        fenced("the topic", situation.topic),
        _section("The project", _context(situation.context)),
        _section("The agenda", agenda),
        _section("The rounds so far", told_rounds(situation.syntheses)),
        _section("Entries", told_entries(situation.entries)),
        _section("Open conflicts", told_conflicts(situation.conflicts, situation.round - 1)),
        _section("Open questions", told_questions(situation.questions)),
        _section("Decided by the user", _list(situation.decisions)),
        _section(
            "What kept the panel from ending before this round" if before else "What keeps the panel from ending",
            "\n".join(f"- {one}" for one in situation.lacking),
        ),
    ]
    return "\n\n".join(part for part in parts if part)


def _material(task: SeatTask) -> str:
    parts = [
        fenced("the topic", task.topic),
        _section("The project", _context(task.context)),
        _section("What earlier rounds came to", told_rounds(task.syntheses, briefly=True)),
        _section("What has been put down", told_entries(task.entries, task.conflicts, agreed_briefly=True)),
        _section("What is in dispute", told_conflicts(task.conflicts, task.asked.round - 1)),
        _section("What was in dispute, and how it ended", told_settlements(task.settled)),
        _section("What the panel could not answer by itself", told_questions(task.questions)),
        _section("Decided by the user, and no longer open", _list(task.decisions)),
    ]
    return "\n\n".join(part for part in parts if part)


def _focus(situation: Situation, *, summing_up: bool = False) -> str:
    focus = situation.focus
    topic = situation.agenda.topic(focus.topic_id)
    match focus.type:
        case FocusType.CONFLICT:
            about = f"The conflict {focus.id}."
            if not summing_up:
                about += " Ask for what would settle it, not for the positions once more."
        case FocusType.OPEN_QUESTION:
            about = f"The open question {focus.id}."
        case FocusType.AGENDA:
            about = f"The topic {focus.id}."
    if topic is None:
        return about
    done = "\n".join(f"- {criterion}" for criterion in topic.done_when)
    least = f"\n\nEntries it needs at least: {topic.min_entries}." if topic.min_entries else ""
    facts = f"{topic.name}. {topic.question}\n\nDone when:\n{done}{least}"
    return f"{about}\n\n{fenced('the topic of the agenda', facts)}"


def _method(situation: Situation) -> str:
    """What the seats are told in this phase, so that the facilitator's question fits it; or what it asks of them."""
    phase = situation.phase
    said = filled("panel/question", "Own phase" if phase.facilitator_only else "Phase")
    return f"{said}\n\n{fenced(f'the phase {phase.name}', phase.suffix)}\n" if phase.suffix else ""


def _can_stand(situation: Situation) -> bool:
    """Whether anything was on the table to which somebody could take a stance."""
    return bool(situation.entries) or situation.strategy.policy is Policy.CONSENT


def _ballot(one: UnnamedBallot, *, stands: bool) -> str:
    """`stands`: the seats were asked for a stance."""
    ballot = one.ballot
    side = {"pro": "argues for", "con": "argues against", "observer": "observes"}.get(one.side, "")
    lines = [
        f"Position: {ballot.position}",
        f"Side: {side}" if side else "",
        f"Option: {ballot.option}" if ballot.option else "",
        _points("Because", ballot.rationale),
        _points("Trade-offs", [f"{name}: {flat(value)}" for name, value in ballot.trade_offs.items() if value]),
        _points("Concerns", ballot.concerns),
        _points("Suggestions", ballot.suggestions),
        f"Confidence: {ballot.confidence:g}",
        f"Stance: {ballot.stance}" if stands or ballot.blocks else "",
    ]
    return fenced(f"ballot {one.label}", "\n".join(line for line in lines if line))


def _options(options: Iterable[Option]) -> str:
    listed = "\n".join(f"- {option.id}: {one_line(option.text)}" for option in options)
    return f"\n{fenced('the options', listed)}\n" if listed else ""


def _type(spec: EntrySpec) -> str:
    more = []
    for name in spec.fields:
        choices = spec.choices.get(name)
        form = f"({'|'.join(choices)})" if choices else "[list]" if name in spec.lists else _FORMS.get(name, "")
        more.append(f"{name} {form}".rstrip())
    return f"`{spec.kind}` with {', '.join(more)}" if more else f"`{spec.kind}`"


def _section(title: str, text: str) -> str:
    return f"# {title}\n\n{fenced(title.lower(), text)}" if text.strip() else ""


def _context(text: str) -> str:
    return cut(text, LONGEST) if text.strip() else ""


def _list(lines: Iterable[str]) -> str:
    return "\n".join(f"- {one_line(line, 600)}" for line in lines)


def _points(title: str, points: Sequence[str]) -> str:
    return f"{title}:\n" + "\n".join(f"- {point}" for point in points) if points else ""


def _critical(situation: Situation, topic_id: str) -> bool:
    topic = situation.agenda.topic(topic_id)
    return topic is not None and topic.critical


def _mended(message: str, repair: Repair | None) -> str:
    if repair is None:
        return message
    again = filled(
        "panel/repair", "Task", problem=repair.problem, reply=fenced("your answer", cut(repair.reply, _LONGEST_REPLY))
    )
    return f"{message}\n\n{again}"
