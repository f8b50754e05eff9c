"""Puts a request to the model together: what stays the same first, then where we are, then what to do now."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from roundtable_tui.domain.knowledge.checks import holds
from roundtable_tui.domain.knowledge.coverage import coverage_of
from roundtable_tui.voices.agenda import pending
from roundtable_tui.voices.model.exchange import Ask, Passage
from roundtable_tui.voices.model.prompt import stable
from roundtable_tui.voices.model.prompt.situation import situation
from roundtable_tui.voices.tasks import Discuss, Elaborate, Synthesise

if TYPE_CHECKING:
    from collections.abc import Callable

    from roundtable_tui.voices.model.exchange import ToolSpec
    from roundtable_tui.voices.protocol import Brief


def compose(brief: Brief, task: str, model: str, redact: Callable[[str], str] = str) -> Ask:
    """One request: the same bytes in every turn of a phase, then in every turn of the step, then where we are."""
    same = stable.Same(brief.knowledge)
    rules, phase = _system(same, brief.step.phase)
    prompt = (
        Passage(stable.item(brief.state.item, redact), kept=True),
        Passage(_step(same, brief.step.id, _view(brief)), kept=True),
        Passage(situation(brief, redact)),
        Passage(f"# What to do now\n\n{task}"),
    )
    return Ask(model, (Passage(rules, kept=True), Passage(phase)), prompt, tools())


@lru_cache(maxsize=8)
def _system(same: stable.Same, phase_key: str) -> tuple[str, str]:
    return stable.table(same.knowledge), stable.phase_knowledge(same.knowledge, phase_key)


@lru_cache(maxsize=8)
def _step(same: stable.Same, step_id: str, view: stable.StepView) -> str:
    step = same.knowledge.step(step_id)
    return stable.step_knowledge(same.knowledge, step, view) if step else ""


def _view(brief: Brief) -> stable.StepView:
    step, state = brief.step, brief.state
    topics = (topic for topic in brief.knowledge.topics if step.id in topic.steps)
    return stable.StepView(
        brief.depth,
        brief.persona,
        everybody=isinstance(brief.task, Elaborate | Discuss | Synthesise),
        asked=all(holds(check, state) for check in step.checks) and not any(pending(step, brief.depth, state)),
        met=frozenset(topic.id for topic in topics if not coverage_of(topic, state).missing),
    )


@lru_cache(maxsize=1)
def tools() -> tuple[ToolSpec, ...]:
    """What the model may call for; takes a moment the first time."""
    from roundtable_tui.voices.model.tools.schemas import tool_specs

    return tool_specs()
