"""Puts the requests of a conversation together, and those of the look beside it: a brief in, an `Ask` out."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from roundtable_tui.domain.comments.wording import where
from roundtable_tui.domain.dossier.kinds import SPECS, TALKED_OF, Kind
from roundtable_tui.domain.dossier.questions import AMENDMENT
from roundtable_tui.domain.journal.state import TEAM
from roundtable_tui.domain.journal.values import LookDepth, LookPart
from roundtable_tui.domain.knowledge.coverage import is_met
from roundtable_tui.domain.knowledge.look_parts import has_read
from roundtable_tui.domain.knowledge.points.open_points import tier_of, topics_asked
from roundtable_tui.domain.knowledge.points.stated_before import is_of_an_answer, stated_before
from roundtable_tui.domain.knowledge.points.taken_in import taken_in
from roundtable_tui.domain.knowledge.points.touched import hanging_on
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.voices.model.exchange import Ask, Passage
from roundtable_tui.voices.model.prompt import stable
from roundtable_tui.voices.model.prompt.entry_text import in_a_line, title
from roundtable_tui.voices.model.prompt.talk_situation import look_situation, point_text, talk_situation
from roundtable_tui.voices.model.prompt.task_text import settled_text
from roundtable_tui.voices.model.prompt.templates import fenced, filled
from roundtable_tui.voices.tasks import AskPoint, CarryOn, Deepen, Look, OpenTalk, Reply

if TYPE_CHECKING:
    from collections.abc import Callable

    from roundtable_tui.domain.knowledge.points.point_names import OpenPoint
    from roundtable_tui.voices.model.exchange import ToolSpec
    from roundtable_tui.voices.model.tools.acceptance import Settlement
    from roundtable_tui.voices.protocol import Brief

_MOST_POINTS = {"trivial": 2, "light": 5, "standard": 12, "epic": 18}
_OF_STEPS = (Kind.SCOPE, Kind.AREA, Kind.KEYWORD, Kind.ESTIMATE, Kind.REVIEW)
"""What only the steps of guided mode ask for."""
_BUILT_ON = 4
"""Earlier answers that a question hangs on, at most."""
_LATER_POINTS = 3
"""Points that architecture and design may raise each."""


def compose_talk(brief: Brief, settled: Settlement, model: str, redact: Callable[[str], str]) -> Ask:
    prompt = (
        Passage(stable.item(brief.state.item, redact), kept=True),
        Passage(talk_situation(brief, redact)),
        Passage(f"# What to do now\n\n{talk_task(brief, settled, redact)}"),
    )
    return Ask(model, (Passage(_system(stable.Same(brief.knowledge)), kept=True),), prompt, talk_tools())


def compose_look(brief: Brief, task: Look, model: str, redact: Callable[[str], str]) -> Ask:
    same = stable.Same(brief.knowledge)
    system = _worker_system(same, task.worker) if task.worker else _look_system(same)
    prompt = (
        Passage(stable.item(brief.state.item, redact), kept=True),
        Passage(look_situation(brief, redact)),
        *([Passage(_inbox(task, redact))] if task.inbox else ()),
        *([Passage(_comments(brief, task, redact))] if task.comments else ()),
        Passage(look_task(brief, task)),
    )
    tools = look_tools(task.depth, comments=bool(task.comments))
    return Ask(model, (Passage(system, kept=True),), prompt, tools, apart=True)


def _inbox(task: Look, redact: Callable[[str], str]) -> str:
    return filled("team", "Inbox", letters=fenced("what reached you", redact("\n".join(task.inbox))))


def _comments(brief: Brief, task: Look, redact: Callable[[str], str]) -> str:
    """Each with its id, what it wants, where it stands and whose it is; a colleague's is not the user's word."""
    parts = []
    for one in task.comments:
        turn = brief.state.comments.turns.get(one.id, 0)
        by = f"a colleague, {one_line(one.author, 80)}" if one.author else f"the user in turn {turn}"
        quote = "\n".join(f"> {line}" for line in one.anchor.quote)
        parts.append(
            "\n".join(part for part in (f"{one.id}, {one.sort} by {by}, on {where(one)}", quote, one.text) if part)
        )
    return filled("comments", "Comments", comments=fenced("the comments", redact("\n\n".join(parts))))


@lru_cache(maxsize=4)
def _look_system(same: stable.Same) -> str:
    tools = filled("talk_tools", kinds=_kinds(same), more=filled("look", "Tools of the look"))
    return filled("look", "System", tools=tools)


@lru_cache(maxsize=12)
def _worker_system(same: stable.Same, worker: str) -> str:
    """Their own words, and of the others only what is theirs."""
    knowledge, persona = same.knowledge, same.knowledge.persona(worker)
    own = "\n".join(
        stable.kind_text(spec, knowledge)
        for spec in SPECS.values()
        if spec.owner in (worker, None) and spec.kind in TALKED_OF
    )
    others = "\n".join(
        f"- {one_line(knowledge.persona(key).first_name, 40)}: "
        f"{', '.join(f'`{spec.kind}`' for spec in SPECS.values() if spec.owner == key)}"
        for key in stable.ANALYSTS
        if key != worker
    )
    tools = filled("talk_tools", kinds=own, more=filled("look", "Tools of the look"))
    name = one_line(persona.first_name, 40)
    return filled("team", "System", who=name, persona=stable.persona_text(persona), others=others, tools=tools)


@lru_cache(maxsize=4)
def _system(same: stable.Same) -> str:
    knowledge = same.knowledge
    people = "\n\n".join(stable.persona_in_talk(knowledge.persona(key)) for key in stable.ANALYSTS)
    tools = filled("talk_tools", kinds=_kinds(same), more=filled("talk_turns", "Tools of the talk"))
    return "\n\n".join((filled("rules"), filled("conversation", personas=people), tools))


@lru_cache(maxsize=4)
def _kinds(same: stable.Same) -> str:
    wanted = (spec for spec in SPECS.values() if spec.kind in TALKED_OF and spec.kind not in _OF_STEPS)
    return "\n".join(stable.kind_text(spec, same.knowledge) for spec in wanted)


@lru_cache(maxsize=1)
def talk_tools() -> tuple[ToolSpec, ...]:
    from roundtable_tui.voices.model.tools.talk_schemas import talk_specs

    return talk_specs()


@lru_cache(maxsize=4)
def look_tools(depth: LookDepth, *, comments: bool = False) -> tuple[ToolSpec, ...]:
    from roundtable_tui.voices.model.tools.talk_schemas import look_specs

    return look_specs(depth, comments=comments)


def talk_task(brief: Brief, settled: Settlement, redact: Callable[[str], str]) -> str:
    words = {
        "persona": one_line(brief.persona.first_name, 60),
        "turn": str(brief.turn),
        "question": fenced("the question", redact(brief.question.text) if brief.question else "(none)"),
        "look": _look_under_way(brief),
    }
    told = {
        "settled": settled_text(brief, settled, redact),
        "tidings": _tidings(brief, redact),
        "since": _since(brief, redact),
        "before": _said_before(brief, redact),
        "mind": _mind(brief),
    }
    match brief.task:
        case OpenTalk(point=point):
            return filled("talk_turns", "Open", next=_next(point, brief, redact), **words)
        case AskPoint(point=point):
            return filled("talk_turns", "Ask", next=_next(point, brief, redact), **words)
        case CarryOn():
            return filled("talk_turns", "Carry on", taken=_kept_alone(brief, redact), **words)
        case Deepen():
            return filled("talk_turns", "Deepen", **words)
        case Reply(question=question) if question.topic == AMENDMENT:
            said = fenced("their words", redact(brief.words))
            return filled("talk_turns", "Amended", **{**told, **words, "question": said})
        case Reply(following=following):
            following_point = next(iter(following), None)
            return filled("talk_turns", "Reply", next=_next(following_point, brief, redact), **told, **words)
    raise TypeError(brief.task)


def nothing_recorded() -> str:
    return filled("talk_turns", "Nothing recorded")


def _next(point: OpenPoint | None, brief: Brief, redact: Callable[[str], str]) -> str:
    if point is None:
        return "nothing: nothing is left to ask."
    return f"this:\n\n{fenced('the next open point', redact(point_text(point, brief.state)))}"


def _look_under_way(brief: Brief) -> str:
    told = brief.state.conversation
    under_way = told.look_depth is not None and LookPart.READING not in told.look
    reads = f"\n\n{filled('talk_turns', 'Look under way')}" if under_way else ""
    team = brief.state.mode == TEAM and told.look_depth is not None
    return f"{reads}\n\n{filled('team', 'Talk')}" if team else reads


def _tidings(brief: Brief, redact: Callable[[str], str]) -> str:
    notes = brief.state.conversation.tidings
    if not notes:
        return ""
    text = fenced("what was found out", redact("\n\n".join(notes)))
    return f"{filled('talk_turns', 'Tidings', notes=text)}\n\n"


def _taken(brief: Brief, redact: Callable[[str], str], before: int = 0) -> str:
    entries = taken_in(brief.state, before)
    return fenced("kept by the program", redact("\n".join(map(title, entries)))) if entries else ""


def _kept_alone(brief: Brief, redact: Callable[[str], str]) -> str:
    """What no model has heard of yet, for the last look at the dossier."""
    taken = _taken(brief, redact)
    return f"\n\n{filled('talk_turns', 'Kept alone', taken=taken)}" if taken else ""


def _since(brief: Brief, redact: Callable[[str], str]) -> str:
    """What the user answered meanwhile that needed no model: nobody has carried it on."""
    taken = _taken(brief, redact, brief.turn)
    return f"{filled('talk_turns', 'Since', taken=taken)}\n\n" if taken else ""


def _said_before(brief: Brief, redact: Callable[[str], str]) -> str:
    """What was settled just now is no earlier statement, and neither is what stands below the question."""
    question = brief.question
    if question is None or question.topic == AMENDMENT:
        return ""
    shown = (*question.sides, *question.offers)
    asked = question.text.split("\n")[0]
    dossier = brief.state.dossier
    near = (entry for name in hanging_on(question.subjects, dossier) if (entry := dossier.get(name)))
    built_on = [entry for entry in near if is_of_an_answer(entry)][:_BUILT_ON]
    found = [
        entry
        for entry in {one.id: one for one in (*built_on, *stated_before(f"{asked} {brief.words}", dossier))}.values()
        if entry.id not in shown and not any(getattr(source, "turn", 0) == brief.turn for source in entry.sources)
    ]
    if not found:
        return ""
    entries = fenced("what they said before", redact("\n".join(map(in_a_line, found))))
    return f"{filled('talk_turns', 'Said before', entries=entries)}\n\n"


def _mind(brief: Brief) -> str:
    breaches = brief.state.conversation.breaches
    return f"\n\n{filled('talk_turns', 'Mind', breaches=' '.join(breaches))}" if breaches else ""


# The look


def look_task(brief: Brief, task: Look) -> str:
    tier = tier_of(brief.state)
    calls = str(task.most_calls)
    points = _MOST_POINTS.get(tier, _MOST_POINTS["standard"])
    match task.part:
        case None if task.comments:
            return filled("comments", "Task", calls=calls, who=one_line(brief.persona.first_name, 40))
        case None:
            return filled("team", "Mend", calls=calls)
        case LookPart.READING:
            how = filled("look", "Light" if task.depth is LookDepth.LIGHT else "Thorough")
            if task.documents:
                how = f"{how}\n\n{filled('look', 'Discovery', documents=', '.join(task.documents))}"
            return filled("look", "Reading", how=how, calls=calls)
        case LookPart.REQUIREMENTS:
            early = "" if has_read(brief.state) else f"\n\n{filled('look', 'Still reading')}"
            return filled("look", "Requirements", points=str(points), calls=calls) + early
        case LookPart.ARCHITECTURE if task.also is LookPart.DESIGN:
            parts = (
                filled("look", "Both in one go", calls=calls),
                filled("look", "Architecture", points=str(_LATER_POINTS)),
                filled("look", "Design", points=str(_LATER_POINTS), criteria=_criteria(brief)),
            )
            return "\n\n".join(parts)
        case LookPart.ARCHITECTURE:
            drafted = filled("look", "Architecture", points=str(_LATER_POINTS))
            return f"{drafted}\n\n{filled('look', 'End of a draft', calls=calls)}"
        case LookPart.DESIGN:
            drafted = filled("look", "Design", points=str(_LATER_POINTS), criteria=_criteria(brief))
            return f"{drafted}\n\n{filled('look', 'End of a draft', calls=calls)}"


def _criteria(brief: Brief) -> str:
    """Those of the topics that no entry meets so far, each with its key."""
    found = [
        f"- {topic.id}/{one.id}: {one_line(one.text, 160)}"
        for topic in topics_asked(brief.state, brief.knowledge)
        for one in topic.criteria
        if not is_met(topic, one, brief.state)
    ]
    return fenced("criteria that nothing meets yet", "\n".join(found) or "none")


def few_left(left: int) -> str:
    return filled("look", "Few left", left=str(left))


def go_on() -> str:
    return filled("look", "Go on")
