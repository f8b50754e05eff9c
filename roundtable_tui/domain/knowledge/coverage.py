"""How much of each topic is covered; a function of state and knowledge, never stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Confidence, confidence, lowest
from roundtable_tui.domain.knowledge.checks import holds

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Criterion, Topic


class Coverage(Struct, frozen=True):
    topic: str
    met: tuple[str, ...]
    missing: tuple[str, ...]
    confidence: Confidence
    deferred: bool = False
    """The user has put it off: it is not covered, whatever is known of it."""

    @property
    def total(self) -> int:
        return len(self.met) + len(self.missing)

    @property
    def percent(self) -> int:
        return len(self.met) * 100 // self.total if self.total else 0

    @property
    def covered(self) -> bool:
        return bool(self.met) and not self.missing and not self.deferred


def coverage_of(topic: Topic, state: State) -> Coverage:
    met = tuple(criterion.id for criterion in topic.criteria if is_met(topic, criterion, state))
    missing = tuple(criterion.id for criterion in topic.criteria if criterion.id not in met)
    strengths = [_strength(topic, criterion, state) for criterion in topic.criteria if criterion.id in met]
    return Coverage(topic.id, met, missing, lowest(strengths), topic.id in state.conversation.deferred)


def coverage(topics: Iterable[Topic], state: State) -> tuple[Coverage, ...]:
    return tuple(coverage_of(topic, state) for topic in topics)


def is_met(topic: Topic, criterion: Criterion, state: State) -> bool:
    """By its check where it has one; else by an accepted claim, or an entry of a kind its answer becomes.

    Whoever accepted the summaries has looked at the whole and said what they think of it.
    """
    if state.conversation.domains and any(capture.kind is Kind.REVIEW for capture in criterion.captures):
        return True
    if criterion.check:
        return holds(criterion.check, state)
    if (topic.id, criterion.id) in state.topics.claims:
        return True
    return any(state.dossier.of(capture.kind) for capture in criterion.captures)


def _strength(topic: Topic, criterion: Criterion, state: State) -> Confidence:
    kinds = {capture.kind for capture in criterion.captures}
    if criterion.check and criterion.check.kind:
        kinds.add(criterion.check.kind)
    found = [entry.confidence for entry in state.dossier if entry.kind in kinds]
    if claim := state.topics.claims.get((topic.id, criterion.id)):
        found.append(confidence(claim.evidence))
    return lowest(found)
