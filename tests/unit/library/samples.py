"""Small knowledge files to begin a test from, and a way to put them in a place."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

STEP_HEAD = {
    "step_id": '"07-01"',
    "title": "A look around",
    "persona": "business-analyst",
    "depth": "standard",
    "outputs": "[notes.md]",
}
STEP_BODY = """\
## Standard Mode

Let's begin.

1. Who is it for?
2. What hurts?
"""
TOPIC_HEAD = {
    "topic_id": "pricing",
    "topic_name": "Pricing",
    "primary_persona": "business-analyst",
    "coverage_criteria": "[A price is named]",
}
PERSONA_HEAD = {"key": "business-analyst", "name": "Maya Chen", "role": "Business Analyst"}


def with_head(head: dict[str, str | None], body: str = "") -> str:
    """A file of these `name: value` lines (None leaves one out) and this body."""
    lines = [f"{name}: {value}" for name, value in head.items() if value is not None]
    return "\n".join(["---", *lines, "---", "", body])


def step_text(body: str | None = None, **changes: str | None) -> str:
    return with_head({**STEP_HEAD, **changes}, STEP_BODY if body is None else body)


def topic_text(body: str | None = None, **changes: str | None) -> str:
    return with_head({**TOPIC_HEAD, **changes}, body or "")


def persona_text(body: str | None = None, **changes: str | None) -> str:
    return with_head({**PERSONA_HEAD, **changes}, body or "")


def put(place: Path, name: str, text: str | bytes) -> Path:
    """Writes a file into a place, with the folders it needs."""
    path = place / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path
