"""Who beside the three could sit at the table: whom the user's words call for, and what is theirs to ask."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.knowledge.phases import ALEX, JORDAN, MAYA

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Knowledge, Persona
    from roundtable_tui.domain.knowledge.points.point_names import OpenPoint

ANALYSTS = (MAYA, ALEX, JORDAN)
OWN_QUESTIONS = 2
"""So many questions somebody asks who was brought in."""
_RECOMMENDED = 2
_PATIENCE = 3
"""Questions before a single word is reason enough."""
_MOST_OFFERED = 2
_SHORT = {
    "security-reviewer": "security", "qa-lead": "qa", "ux-researcher": "ux", "devops-engineer": "operations",
}  # fmt: skip
_TOPICS = {"security-reviewer": "security"}
_KINDS = {
    "qa-lead": frozenset({Kind.AC, Kind.ERROR}),
    "ux-researcher": frozenset({Kind.JOURNEY, Kind.STORY}),
    "devops-engineer": frozenset({Kind.RISK, Kind.QUALITY, Kind.INTEGRATION}),
}
_WORD = re.compile(r"[a-z]+")


class Call(Struct, frozen=True):
    """Somebody the subject calls for, and the words that do."""

    persona: str
    words: tuple[str, ...]

    @property
    def recommended(self) -> bool:
        return len(self.words) >= _RECOMMENDED


def short_name(persona: str) -> str:
    """What is typed to seat somebody: `/seat security`."""
    return _SHORT.get(persona, persona)


def contributors(knowledge: Knowledge) -> tuple[Persona, ...]:
    """Those who can be brought in; they own no document."""
    return tuple(one for one in knowledge.personas.values() if one.triggers and one.key not in ANALYSTS)


def named_seat(words: str, knowledge: Knowledge) -> Persona | None:
    """Whoever is meant by a short name, a first name or a key."""
    wanted = words.strip().lower()
    for one in contributors(knowledge):
        if wanted in (short_name(one.key), one.key.lower(), one.first_name.lower()):
            return one
    return None


def called_for(state: State, knowledge: Knowledge) -> Call | None:
    """Whom to offer now: each at most once, whoever more words call for first, and never many."""
    told = state.conversation
    if len(told.offered) >= _MOST_OFFERED or not state.talk.user_turns:
        return None
    said = _said(state)
    known = {*told.offered, *told.seated}
    calls = [Call(one.key, _hits(one, said)) for one in contributors(knowledge) if one.key not in known]
    heaviest = max(calls, key=lambda call: len(call.words), default=None)
    if heaviest is None or not heaviest.words:
        return None
    waited = state.talk.ledger.topic_questions >= _PATIENCE
    return heaviest if heaviest.recommended or waited else None


def _said(state: State) -> frozenset[str]:
    """The words of the user: what the change is called, the draft, and what they answered."""
    texts = [state.item.description, state.item.draft] if state.item else []
    texts += [line.utterance.text for line in state.talk.transcript if line.utterance.speaker == "user"]
    return frozenset().union(*map(_words, texts))


@lru_cache(maxsize=2048)
def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower()))


def _hits(persona: Persona, said: frozenset[str]) -> tuple[str, ...]:
    found = (word for word in persona.triggers if {word.lower(), f"{word.lower()}s"} & said)
    return tuple({word.lower().removesuffix("s"): word for word in found}.values())


def is_theirs(persona: str, point: OpenPoint) -> bool:
    """Whether an open point is what somebody was brought in for."""
    if persona in _TOPICS:
        return point.name.topic == _TOPICS[persona]
    return point.capture is not None and point.capture.kind in _KINDS.get(persona, frozenset())


def own_points(persona: str, points: Iterable[OpenPoint]) -> tuple[OpenPoint, ...]:
    """The first of the open points that are theirs to ask; of points that go together only one."""
    found: dict[tuple[str, str], OpenPoint] = {}
    for point in points:
        if is_theirs(persona, point):
            found.setdefault((point.name.topic, point.name.criterion), point)
    return tuple(found.values())[:OWN_QUESTIONS]
