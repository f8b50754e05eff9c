"""Shows what a model would be sent next for an item, and the prompt that hands a phase to another program."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.dossier import IdGiver
from roundtable_tui.domain.journal.events import APP, Body, Continued, Ending, Event, MetaWritten, UserSaid
from roundtable_tui.domain.journal.fold.fold import Fold, fold
from roundtable_tui.domain.journal.waiting import ForAnswer, ForMenu
from roundtable_tui.domain.knowledge.phases import PHASES
from roundtable_tui.domain.knowledge.sizing import assess
from roundtable_tui.errors import UsageError
from roundtable_tui.formats.json_output import json_text
from roundtable_tui.items.lookup import existing_slug
from roundtable_tui.items.open_item import open_item
from roundtable_tui.items.trust import ProjectTrust
from roundtable_tui.items.voices import CLAUDE, without_secrets
from roundtable_tui.modes.registry import all_modes
from roundtable_tui.session.moves import Append, Rest, Speak, WriteMeta
from roundtable_tui.session.voice_turn import brief_for
from roundtable_tui.storage.disk import read_if_there
from roundtable_tui.storage.meta import META_LIMIT, read_meta
from roundtable_tui.voices.claude.client import body_of
from roundtable_tui.voices.claude.settings import ClaudeSettings
from roundtable_tui.voices.claude.voice import ClaudeVoice

if TYPE_CHECKING:
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Knowledge
    from roundtable_tui.items.project import Project
    from roundtable_tui.voices.claude.types import Block, Call

NEXT_WORDS = "(what you say next)"
_FEW = 12
"""Moves between opening an item and the first word of a voice."""
_DISPATCH = """\
Execute Phase {number} - {name} for analysis.

ANALYSIS MODE: Do NOT write to state.json. Do NOT create branches.
Do NOT invoke the orchestrator.

Artifact folder: {slug}
Artifact path: {path}/
Phase key: {key}

META CONTEXT:
  steps_completed: {steps}
  depth_overrides: {depths}
  phases_completed: {phases}

DEPTH CONTEXT:
  quick_scan_scope: {scope}
  quick_scan_file_count: {files}
  quick_scan_complexity: {complexity}

Produce artifacts compatible with existing phase agent outputs.
Update meta.json steps_completed after each step.
Present menu at each step boundary."""


def prompt_report(project: Project, item: str, settings: ClaudeSettings | None = None, *, as_json: bool = False) -> str:
    """The next request, word for word; where it waits for the user, with a place for what they will say."""
    settings = settings or ClaudeSettings()
    slug = existing_slug(project, item)
    knowledge = ProjectTrust(project).knowledge_for(CLAUDE)
    state, move = _next_turn(open_item(project, slug, look_only=True).events, knowledge)
    request = brief_for(move, state, knowledge, IdGiver(state.dossier.used))
    call = ClaudeVoice(settings, redact=without_secrets).next_call(request)
    if as_json:
        return json_text(body_of(call, settings))
    return "\n\n".join(_shown(call))


def _next_turn(events: tuple[Event, ...], knowledge: Knowledge) -> tuple[State, Speak]:
    """What a voice would be asked if the item were opened now and, where it waits for them, the user spoke."""
    if not events:
        raise UsageError("Nothing was said in this item yet.", "Open it once, then look again.")
    folded, modes = Fold(events), all_modes()
    if folded.state.talk.left or folded.state.talk.ending is Ending.EARLY:
        _happens(folded, Continued())
    for _ in range(_FEW):
        state = folded.state
        match modes[state.mode].next_move(state, knowledge):
            case Speak() as move:
                return state, move
            case Append(bodies=bodies):
                _happens(folded, *bodies)
            case WriteMeta():
                _happens(folded, MetaWritten())
            case Rest() if isinstance(state.talk.waiting, ForAnswer | ForMenu):
                _happens(folded, UserSaid(NEXT_WORDS), exchange=state.exchange + 1)
            case _:
                break
    raise UsageError("The next thing in this item is not for a model to say.", "Open it and go on until it asks you.")


def _happens(folded: Fold, *bodies: Body, exchange: int | None = None) -> None:
    for body in bodies:
        state = folded.state
        number = state.exchange if exchange is None else exchange
        folded.add(Event(state.seq + 1, state.changed_at, number, APP, 0, body))


def _shown(call: Call) -> list[str]:
    parts = [f"# model: {call.model}"]
    parts.append(_part("tools", json_text([*call.tools])))
    parts += [_part(f"system {number}", block["text"], block) for number, block in enumerate(call.system, 1)]
    for message in call.messages:
        blocks = message["content"]
        parts += [_part(f"{message['role']} {number}", one["text"], one) for number, one in enumerate(blocks, 1)]
    return parts


def _part(name: str, text: str, block: Block | None = None) -> str:
    kept = ", up to here kept in the server's cache" if block and "cache_control" in block else ""
    return f"# ----- {name}: {len(text):,} characters{kept}\n\n{text}"


def dispatch_report(project: Project, item: str) -> str:
    """Hands the first phase that is not done to a program that speaks the delegation protocol."""
    slug = existing_slug(project, item)
    state = fold(open_item(project, slug, look_only=True).events)
    meta = read_meta(read_if_there(project.disk, project.paths.meta(slug), META_LIMIT), project.clock())
    done = meta.phases_completed if meta else ()
    phase = next((phase for phase in PHASES if phase.key not in done), None)
    if phase is None:
        raise UsageError("All phases of this item are done.", "There is nothing to hand over.")
    size = assess(state).size
    return _DISPATCH.format(
        number=phase.number,
        name=phase.name,
        slug=slug,
        path=project.paths.item_folder(slug).relative_to(project.paths.root).as_posix(),
        key=phase.key,
        steps=_as_json(meta.steps_completed if meta else ()),
        depths=_as_json(meta.depth_overrides if meta else {}),
        phases=_as_json(done),
        scope=size.scope or "unknown",
        files=size.file_count or 0,
        complexity=size.complexity or "unknown",
    )


def _as_json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))
