"""When to look into the code, and for which words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.codebase.search.keywords import telling_words
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.journal.events import USER
from roundtable_tui.domain.journal.state import StepStatus
from roundtable_tui.storage.paths import PANELS, PRIVATE

if TYPE_CHECKING:
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Step
    from roundtable_tui.storage.paths import ProjectPaths

_LOOKS_AT_CODE = (Kind.KEYWORD, Kind.ESTIMATE, Kind.FILE)
MOST_WORDS = 12


def words_to_scan(step: Step, state: State) -> tuple[str, ...]:
    """The words to search before this step goes on; none if it needs no search or has one of just these."""
    if not state.user_turns or not _looks_at_code(step):
        return ()
    record = state.steps.get(step.id)
    if record is None or record.status not in (StepStatus.ENGAGED, StepStatus.READY):
        return ()
    words = wanted_words(state)
    if state.scan and (state.scan.words == words or not words):
        return ()
    return words


def own_folders(paths: ProjectPaths) -> tuple[str, ...]:
    """Where we write ourselves: it speaks of the change, and is no code."""
    return (paths.requirements, paths.common, PRIVATE, PANELS, paths.backlog.name)


def wanted_words(state: State) -> tuple[str, ...]:
    """The keywords agreed on; until there are any, the telling words of what the user wrote."""
    chosen = [
        entry.text() for entry in state.dossier.of(Kind.KEYWORD) if entry.text("use") in ("search", "pattern", "")
    ]
    if chosen:
        return tuple(dict.fromkeys(chosen))[:MOST_WORDS]
    texts = [spoken.utterance.text for spoken in state.transcript if spoken.utterance.speaker == USER]
    item = state.item
    return telling_words((item.description, item.draft, *texts) if item else texts, MOST_WORDS)


def _looks_at_code(step: Step) -> bool:
    prompts = [prompt for section in step.sections.values() for prompt in section.prompts]
    return any(prompt.capture and prompt.capture.kind in _LOOKS_AT_CODE for prompt in prompts)
