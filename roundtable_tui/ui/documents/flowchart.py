"""Reads the flowcharts of Mermaid that documents hold: text in, boxes and arrows out, None for anything else."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from msgspec import Struct

MOST_NODES = 60
"""A chart of more boxes than this is no picture any more."""

_HEAD = re.compile(r"(?:flowchart|graph)\s+(LR|RL|TD|TB|BT)\s*;?")
_NODE = re.compile(
    r"\s*(?P<id>\w+)"
    r'(?:\[\s*"(?P<quoted>[^"]*)"\s*\]|\[(?P<square>[^\[\]"]*)\]|\(\s*"(?P<round_quoted>[^"]*)"\s*\)'
    r'|\((?P<round>[^()"]*)\)|\{\s*"?(?P<curly>[^{}"]*)"?\s*\})?\s*'
)
_ARROW = re.compile(r"(?:-->|---|==>|===|-\.->|-\.-)(?:\|(?P<label>[^|]*)\|)?|--\s+(?P<said>[^->|]+?)\s+-->")
_NUMBERED = re.compile(r"#(\d{1,6});")
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_LAST_CHARACTER = 0x10FFFF


class Arrow(Struct, frozen=True):
    source: str
    target: str
    label: str = ""


@dataclass(slots=True)
class Flowchart:
    """The words of each box by its name, and the arrows between them, in the order written."""

    direction: str
    boxes: dict[str, str] = field(default_factory=dict)
    arrows: list[Arrow] = field(default_factory=list)


def read_flowchart(text: str) -> Flowchart | None:
    """None for what is not a flowchart, or has something in it that would not be drawn."""
    lines = [line.strip().removesuffix(";") for line in text.split("\n")]
    lines = [line for line in lines if line and not line.startswith("%%")]
    head = _HEAD.fullmatch(lines[0]) if lines else None
    if head is None:
        return None
    chart = Flowchart(head[1])
    if not all(_read_statement(line, chart) for line in lines[1:]):
        return None
    return chart if 0 < len(chart.boxes) <= MOST_NODES else None


def _read_statement(line: str, chart: Flowchart) -> bool:
    """A box, or boxes with arrows between them; False for anything else."""
    found = _NODE.match(line)
    if found is None:
        return False
    before = _box(found, chart)
    at = found.end()
    while at < len(line):
        arrow = _ARROW.match(line, at)
        found = _NODE.match(line, arrow.end()) if arrow else None
        if arrow is None or found is None:
            return False
        name = _box(found, chart)
        one = Arrow(before, name, _words(arrow["label"] or arrow["said"] or ""))
        if one not in chart.arrows:
            chart.arrows.append(one)
        before, at = name, found.end()
    return True


def _box(found: re.Match[str], chart: Flowchart) -> str:
    """The name of a box; its words count where they are written, not where it is only named."""
    name = found["id"]
    shapes = (found[shape] for shape in ("quoted", "square", "round_quoted", "round", "curly"))
    written = next((words for words in shapes if words is not None), None)
    if written is not None:
        chart.boxes[name] = _words(written) or name
    chart.boxes.setdefault(name, name)
    return name


def _words(text: str) -> str:
    """As they are read: `#40;` is a bracket."""
    said = _NUMBERED.sub(_character, _BREAK.sub(" ", text))
    return " ".join("".join(sign if sign.isprintable() else " " for sign in said).split())


def _character(found: re.Match[str]) -> str:
    number = int(found[1])
    return chr(number) if number <= _LAST_CHARACTER else found[0]
