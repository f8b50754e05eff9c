"""A question as it was put to the user: what it asks, what it is for, and what its answer becomes."""

from __future__ import annotations

from dataclasses import dataclass

from roundtable_tui.domain.dossier.kinds import Kind

GAPS_KEY = "gaps"
"""The question a step asks once, before it closes with something missing."""

ELABORATION_KEY = "elaboration"
"""Where an elaboration leaves room for the user to join in."""


@dataclass(frozen=True, slots=True)
class Capture:
    """What the answer to a question becomes in the dossier."""

    kind: Kind
    field: str
    for_each: Kind | None = None
    """Asked once per entry of this kind, or answered by a list that names them."""
    preset: tuple[tuple[str, str], ...] = ()
    """Further fields set along with the answer, as `role: primary`."""


@dataclass(frozen=True, slots=True)
class Question:
    """`key` names the question within its step, so that it is asked once: `standard/2` or `standard/2/FR-001`."""

    step: str
    key: str
    text: str
    why: str = ""
    suggestion: str = ""
    about: str = ""
    """The entry it is about, where it is asked once per entry."""
    offers: tuple[str, ...] = ()
    """Entries shown for confirmation: a yes confirms exactly these."""
