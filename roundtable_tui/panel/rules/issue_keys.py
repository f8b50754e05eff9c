"""What is the same issue, whoever brings it to the user and why: a name for each thing the user can settle."""

from __future__ import annotations


def conflict_issue(conflict: str) -> str:
    return f"conflict:{conflict}"


def block_issue(seat: str, topic_id: str) -> str:
    return f"block:{seat}:{topic_id}"


def present_key(key: str) -> str:
    """As it is called now: sessions of before had a name of its own for a conflict with a critical word."""
    kind, _, conflict = key.partition(":")
    return conflict_issue(conflict) if kind == "critical" else key
