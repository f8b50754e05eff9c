"""What a worker of a team is shown: the dossier and the talk, its own notes, and what reached it, within bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.domain.dossier.kinds import SPECS
from roundtable_tui.domain.journal.events import USER
from roundtable_tui.domain.journal.values import PART_OWNERS
from roundtable_tui.domain.knowledge.team_work import said_since
from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Knowledge

_MOST_LETTERS = 40
_MOST_ANSWERS = 8
_LONGEST = 600


def view_of(persona: str, state: State) -> State:
    """Without what the others noted for themselves and looked at."""
    told = state.conversation
    notes = {part: note for part, note in told.notes.items() if PART_OWNERS[part] == persona}
    return replace(
        state,
        conversation=replace(told, notes=notes, tidings=()),
        code=replace(state.code, seen=state.team.seen.get(persona, ())),
    )


def inbox_of(persona: str, state: State, knowledge: Knowledge) -> tuple[str, ...]:
    """What the others found for them and what the user said that concerns them, the oldest first."""
    letters = tuple(_letters(persona, state, knowledge))
    return (*letters[-_MOST_LETTERS:], *tuple(_answers(persona, state))[-_MOST_ANSWERS:])


def _letters(persona: str, state: State, knowledge: Knowledge) -> Iterator[str]:
    for letter in state.team.inbox.get(persona, ()):
        name = one_line(knowledge.persona(letter.by).first_name, 40)
        about = f" (about {letter.about})" if letter.about else ""
        yield f"{name} found{about}: {one_line(letter.text, _LONGEST)}"


def _answers(persona: str, state: State) -> Iterator[str]:
    said = {entry.id: f"{entry.id}, {SPECS[entry.kind].one}" for entry in said_since(persona, state)}
    if not said:
        return
    heard = state.team.heard.get(persona, 0)
    for line in state.talk.transcript:
        if line.utterance.speaker == USER and line.turn > heard and not line.partial:
            yield f"The user said in turn {line.turn}: {one_line(line.utterance.text, _LONGEST)}"
    yield f"Recorded from it: {'; '.join(said.values())}"
