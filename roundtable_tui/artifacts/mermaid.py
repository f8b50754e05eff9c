"""Mermaid diagrams from the dossier: what people look at before they read, safe for any text in it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_LONGEST_LABEL = 60
_MEANS_SOMETHING = re.compile(r"[^A-Za-z0-9 .,/_()'+\-\u0080-\U0010ffff]")
_KEYWORD = re.compile(r"\bend\b")
_ARROW = re.compile(r"\s*(?:→|⇒|-{1,2}>|=>)\s*")


def label(text: str) -> str:
    """The inside of a quoted label; every character that Mermaid could read as its own is written as a number."""
    safe = _MEANS_SOMETHING.sub(lambda found: f"#{ord(found[0])};", one_line(text, _LONGEST_LABEL))
    return _KEYWORD.sub("#101;nd", safe)


def node(entry_id: str) -> str:
    return re.sub(r"\W", "_", entry_id)


def graph(nodes: Mapping[str, str], links: Iterable[tuple[str, str]], direction: str = "LR") -> str:
    """A flowchart of these nodes (id to label); each link once, and none to a node that is not there."""
    lines = [f"flowchart {direction}"]
    lines += [f'    {node(entry_id)}["{label(text)}"]' for entry_id, text in nodes.items()]
    known = dict.fromkeys((source, target) for source, target in links if source in nodes and target in nodes)
    lines += [f"    {node(source)} --> {node(target)}" for source, target in known]
    return fence(lines)


def ends(text: str) -> tuple[str, str] | None:
    """Both ends of "checkout → ledger"; of a chain, the first and the last."""
    parts = [part for part in _ARROW.split(one_line(text)) if part]
    return (parts[0], parts[-1]) if len(parts) > 1 else None


def stations(text: str) -> tuple[str, ...]:
    """The stations of "form → queue → ledger", in order."""
    return tuple(part for part in _ARROW.split(one_line(text)) if part)


def fence(lines: Iterable[str]) -> str:
    return "\n".join(["```mermaid", *lines, "```"])
