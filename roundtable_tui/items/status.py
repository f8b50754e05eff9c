"""How an item stands, in the words of the lobby, from what meta.json says and nothing else."""

from __future__ import annotations

from enum import StrEnum
from statistics import fmean
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.knowledge.phases import PHASES, Phase, phases_for
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.storage.meta import ANALYZED, PARTIAL, RAW

if TYPE_CHECKING:
    from roundtable_tui.storage.items import ItemSummary

TALKED_THROUGH = ("conversation", "team")
_NOTE_STEPS = frozenset({"00-01", "01-01", "01-06"})
"""The steps of a trivial change; done without those between them, the note is finished."""
_LONGEST_STATUS = 24


class Stage(StrEnum):
    NEW = "new"
    IN_PROGRESS = "in progress"
    AWAITING_REVIEW = "awaiting review"
    ANALYZED = "analyzed"
    OTHER = "other"
    """What another tool calls it."""
    UNREADABLE = "cannot be read"


class Standing(Struct, frozen=True):
    stage: Stage
    phase: str = ""
    """The name of the phase it is in, while it is in progress."""
    status: str = ""
    """The word of the tool that wrote it, where it is none of ours."""
    went_through: bool = False
    """All that is asked was asked, whatever that tool calls it."""

    @property
    def words(self) -> str:
        """For people, in the lobby and in lists: "in Requirements"."""
        if self.stage is Stage.OTHER:
            return self.status
        return f"in {self.phase}" if self.phase else str(self.stage)

    @property
    def finished(self) -> bool:
        return self.stage in (Stage.ANALYZED, Stage.AWAITING_REVIEW) or self.went_through


def standing(item: ItemSummary) -> Standing:
    if item.problem:
        return Standing(Stage.UNREADABLE)
    if item.status not in (RAW, PARTIAL, ANALYZED):
        status = one_line(item.status, _LONGEST_STATUS)
        return Standing(Stage.OTHER, status=status, went_through=_went_through_all_it_asks(item))
    if item.status == ANALYZED:
        waits = item.mode in TALKED_THROUGH and not item.accepted
        return Standing(Stage.AWAITING_REVIEW if waits else Stage.ANALYZED)
    if item.mode in TALKED_THROUGH and item.accepted:
        return Standing(Stage.ANALYZED)
    if item.mode not in TALKED_THROUGH and _went_through_all_it_asks(item):
        return Standing(Stage.ANALYZED)
    if item.status == RAW and not item.steps_completed:
        return Standing(Stage.NEW)
    return Standing(Stage.IN_PROGRESS, _phase_of(item).name)


def coverage_of(item: ItemSummary) -> int | None:
    """How much of all topics is covered, in percent; None where nobody has measured it."""
    if not item.coverage:
        return None
    return int(fmean(min(max(share, 0.0), 100.0) for share in item.coverage.values()))


def _went_through_all_it_asks(item: ItemSummary) -> bool:
    """Guided mode goes phase by phase, so the last one ended means the end, also where a small change left some out."""
    if PHASES[-1].key in item.phases_completed:
        return True
    note = {about.key for about in phases_for("trivial")}
    return set(item.phases_completed) == note and set(item.steps_completed) == _NOTE_STEPS


def _phase_of(item: ItemSummary) -> Phase:
    """The one the last completed step belongs to, else the first that has not ended."""
    asked = phases_for(item.tier)
    open_phases = [about for about in asked if about.key not in item.phases_completed]
    begun = {step[:2] for step in item.steps_completed}
    under_way = [about for about in open_phases if about.number in begun]
    return (under_way or open_phases or [asked[-1]])[-1 if under_way else 0]
