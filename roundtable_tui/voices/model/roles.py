"""What a model is asked for: the settings may name another model for each."""

from __future__ import annotations

from enum import StrEnum


class ModelRole(StrEnum):
    INTERVIEW = "interview"
    ELABORATION = "elaboration"
    SYNTHESIS = "synthesis"
    INVESTIGATION = "investigation"
    SECOND_READER = "second_reader"
