"""The smells a requirement can have, and how one that was found is told: why it matters and what would mend it."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class Smell(StrEnum):
    VAGUE = "vague"
    MISSING_ACTOR = "missing-actor"
    MISSING_OUTCOME = "missing-outcome"
    UNTESTABLE = "untestable"
    NO_MEASURE = "no-measure"
    SEVERAL = "several"
    PASSIVE = "passive"


class Smelled(Struct, frozen=True):
    smell: Smell
    reason: str
    suggestion: str
