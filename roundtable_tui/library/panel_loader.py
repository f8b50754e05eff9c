"""Loads what panels run on from several places, the first of which wins, and says what was left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.knowledge.panel import FACILITATOR, FacilitatorFile, PanelKnowledge, Participant
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.library.agendas import read_agenda, read_skill
from roundtable_tui.library.files import files_beside, shown
from roundtable_tui.library.participants import read_participant
from roundtable_tui.library.places import load_files
from roundtable_tui.library.strategies import read_strategy

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path
    from typing import TypeVar

    from roundtable_tui.library.files import Found
    from roundtable_tui.library.knowledge_file import Document

    T = TypeVar("T")


def load_panel_knowledge(places: Sequence[Path]) -> PanelKnowledge:
    """What the files in these places say, first place first; a file that cannot be used becomes a warning."""
    warnings: list[str] = []
    sitting = load_files(places, files_beside, "participants", _only(read_participant), _seat, warnings)
    strategies = load_files(
        places, files_beside, "strategies", _only(read_strategy), lambda strategy: strategy.id, warnings
    )
    agendas = load_files(places, files_beside, "agendas", _only(read_agenda), lambda agenda: agenda.id, warnings)
    skills = load_files(places, files_beside, "skills", _only(read_skill), lambda skill: skill.id, warnings)
    known = {skill.id for skill in skills}
    for one in sitting:
        warnings += [_unknown_skill(one.path, name) for name in one.skills if name not in known]
    facilitators = [one for one in sitting if isinstance(one, FacilitatorFile)]
    return PanelKnowledge(
        participants={one.id: one for one in sitting if isinstance(one, Participant)},
        strategies={strategy.id: strategy for strategy in strategies},
        agendas={agenda.id: agenda for agenda in agendas},
        skills={skill.id: skill for skill in skills},
        facilitator=facilitators[0] if facilitators else FacilitatorFile("Facilitator"),
        warnings=tuple(warnings),
    )


def _only(parse: Callable[[Document], T]) -> Callable[[Document, Found], T]:
    return lambda document, _: parse(document)


def _seat(one: Participant | FacilitatorFile) -> str:
    return FACILITATOR if isinstance(one, FacilitatorFile) else one.id


def _unknown_skill(path: str, name: str) -> str:
    return (
        f"{shown(path)} names the skill '{one_line(name, 60)}', which has no file, so it is left out of the prompt. "
        f"Add its file, or take the name out."
    )
