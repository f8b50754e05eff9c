"""Recognises the few forms an answer can have; everything else is kept as it was written."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from roundtable_tui.domain.kinds import ACTIONS, PRIORITIES, Field, FieldType, Kind
from roundtable_tui.domain.talk import words_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_BULLET = re.compile(r"\s*(?:[-*•–]|\d{1,3}[.)])\s+(?=\S)")
_LABELLED = re.compile(r"\s*(?:[-*•]\s+)?([A-Z]{1,6}-\d{2,6}(?:-\d{1,4})?)\s*[:=–-]\s*(\S.*)", re.DOTALL)
_ID = re.compile(r"\b[A-Z]{1,6}-\d{2,6}(?:-\d{1,4})?\b")
_STORY = re.compile(
    r"\s*as an?\s+(?P<role>.+?),?\s+i\s+(?:want|would like|need)\s+(?P<want>.+?)"
    r"(?:,?\s+so that\s+(?P<so_that>.+?))?[\s.]*",
    re.IGNORECASE | re.DOTALL,
)
_GIVEN_WHEN_THEN = re.compile(r"\s*(?:given\b.*\bwhen\b.*\bthen\b|when\b.*\bthen\b)", re.IGNORECASE | re.DOTALL)
_PATH = re.compile(r"`([^`\n]+)`|((?:[\w.@+-]+/)+[\w.@+-]*\w|\b[\w-]+\.[A-Za-z]\w{0,7}\b)")
_LIST_PART = re.compile(r"\s*(?:,|;|\band\b)\s*", re.IGNORECASE)
_NUMBER = re.compile(r"(?<![\w.])\d{1,6}(?![\w.]*\w)")
_PRIORITY_TAG = re.compile(
    r"[\s\[(–-]*\b(must|should|could|won['’]?t)(?:[ -]have)?\b[\])\s]*$"
    r"|^[\s\[(]*(must|should|could|won['’]?t)[ -]have[\])\s]*[:–-]\s*",
    re.IGNORECASE,
)
_NUMBER_WORDS = {
    word: number
    for number, word in enumerate("zero one two three four five six seven eight nine ten eleven twelve".split())
} | {"none": 0, "no": 0}
_NAMES_THINGS = (Kind.KEYWORD, Kind.AREA, Kind.FILE, Kind.TECHNOLOGY)
"""Kinds whose entries are names, so that "billing, email and search" is three of them."""

_SAYS: Mapping[str, Mapping[str, str]] = {
    "nature": {
        "additive": "additive, adds, add, adding, new, beside, only adds",
        "modifying": "modifying, modifies, modify, changes, change, changing, replaces, replace, alters",
        "both": "both",
    },
    "priority": dict(
        zip(PRIORITIES, ("must, musts", "should, shoulds", "could, coulds", "wont, will not"), strict=True)
    ),
    "action": dict(
        zip(
            ACTIONS,
            ("create, new, add", "modify, change, edit, update", "delete, remove", "no change, unchanged"),
            strict=True,
        )
    ),
    "style": {"synchronous": "synchronous, sync", "asynchronous": "asynchronous, async"},
    "verdict": {"go": "go", "go with changes": "go with changes", "no-go": "no-go, no go, stop"},
}


@dataclass(frozen=True, slots=True)
class Story:
    role: str
    want: str
    so_that: str


def items(answer: str, kind: Kind) -> tuple[str, ...]:
    """The entries an answer lists: bullets, lines, or for names a list with commas."""
    lines = [line for line in answer.splitlines() if line.strip()]
    if any(_BULLET.match(line) for line in lines):
        return _bulleted(lines)
    if len(lines) > 1:
        return tuple(line.strip() for line in lines)
    return _named(answer.strip()) if kind in _NAMES_THINGS else (answer.strip(),)


def _bulleted(lines: Iterable[str]) -> tuple[str, ...]:
    found: list[str] = []
    for line in lines:
        if mark := _BULLET.match(line):
            found.append(line[mark.end() :].strip())
        elif found and line[:1].isspace():
            found[-1] += f" {line.strip()}"
        else:
            found.append(line.strip())
    return tuple(found)


def _named(line: str) -> tuple[str, ...]:
    parts = [part for part in _LIST_PART.split(line.rstrip(".")) if part]
    if len(parts) > 1 and all(len(part.split()) <= 4 for part in parts):
        return tuple(parts)
    return (line,)


def labelled(answer: str) -> dict[str, str]:
    """`FR-002: …` lines by id; empty unless every line has that form."""
    found: dict[str, str] = {}
    for line in answer.splitlines():
        if not line.strip():
            continue
        match = _LABELLED.fullmatch(line)
        if not match:
            return {}
        found[match[1]] = match[2].strip()
    return found


def ids_in(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_ID.findall(text)))


def story(text: str) -> Story | None:
    """The parts of "As a …, I want …, so that …"."""
    found = _STORY.fullmatch(text)
    if not found:
        return None
    return Story(found["role"].strip(), found["want"].strip(), (found["so_that"] or "").strip())


def is_given_when_then(text: str) -> bool:
    return bool(_GIVEN_WHEN_THEN.match(text))


def path(text: str) -> str:
    """The first thing in the text that looks like a file, or that stands in backticks."""
    found = _PATH.search(text)
    return (found[1] or found[2]).strip() if found else ""


def without_priority(text: str) -> tuple[str, str]:
    """A requirement without its "(must have)" tag, and the priority the tag names."""
    found = _PRIORITY_TAG.search(text)
    if not found:
        return text, ""
    word = (found[1] or found[2]).lower().replace("’", "'")
    rest = (text[: found.start()] + text[found.end() :]).strip(" -–:")
    priority = next(name for name in PRIORITIES if name.lower().startswith(word[:3]))
    return (rest, priority) if rest else (text, "")


def number(text: str) -> int | None:
    """The number an answer gives; the largest, where it gives a range."""
    if found := _NUMBER.findall(text):
        return max(int(part) for part in found)
    spelled = [_NUMBER_WORDS[word] for word in words_of(text) if word in _NUMBER_WORDS]
    return max(spelled) if spelled else None


def choice(field: Field, text: str) -> str:
    """The one choice the text names as a whole word; empty if it names none, or several."""
    if field.type is not FieldType.CHOICE:
        return ""
    synonyms = _SAYS.get(field.name, {})
    said = words_of(text)
    named: list[tuple[int, str]] = []
    for option in field.choices:
        phrases = [words_of(phrase) for phrase in (option, *synonyms.get(option, "").split(","))]
        lengths = [len(phrase) for phrase in phrases if phrase and _occurs(phrase, said)]
        if lengths:
            named.append((max(lengths), option))
    if field.name == "nature" and {"additive", "modifying"} <= {option for _, option in named}:
        return "both"
    longest = max((length for length, _ in named), default=0)
    best = [option for length, option in named if length == longest]
    return best[0] if len(best) == 1 else ""


def _occurs(phrase: tuple[str, ...], words: tuple[str, ...]) -> bool:
    return any(words[start : start + len(phrase)] == phrase for start in range(len(words) - len(phrase) + 1))
