"""JSON to be printed: readable in every script, and harmless on every terminal that shows it."""

from __future__ import annotations

import json
import re

_STEERING = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")


def json_text(value: object, indent: int | None = 2) -> str:
    """Characters that steer a terminal or turn a line around stand there as their numbers, which says the same."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return _STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
