"""Reads out of a specification what surrounds its requirements: the problem, the users, qualities and what is out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.artifacts.reading.identified import standing, whole_title
from roundtable_tui.artifacts.reading.outline import below, bullets, first_paragraph, labels, outline, plain, prose
from roundtable_tui.artifacts.reading.statements import Statement
from roundtable_tui.domain.dossier.kinds import Kind, Value

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roundtable_tui.artifacts.reading.outline import Line, Part

_PROBLEM = re.compile(r"^(?:the )?problem(?: statement)?\b", re.IGNORECASE)
_BACKGROUND = re.compile(r"^(?:business context|context|background|overview|summary|introduction)\b", re.IGNORECASE)
_USERS = re.compile(r"^(?:stakeholders?(?: and personas?)?|personas?|user types?|users)$", re.IGNORECASE)
_OUT = re.compile(r"^(?:out[- ]of[- ]scope|exclusions?|non-goals?|not in scope)\b", re.IGNORECASE)
_QUALITY = re.compile(r"(?P<name>NFR-?\d{1,5})\b\**\s*[:.)—–-]*\s*(?P<text>.*)")
_TARGET = re.compile(r"^(?:threshold|target|metric|measure(?:ment)?|holds when|budget)$")
_NAMED_ITEM = re.compile(r"\*\*(?P<name>[^*]{2,80}?):?\*\*:?\s*(?P<rest>.*)")
_RANK = re.compile(
    r"(?P<role>primary|secondary|tertiary|indirect)(?: (?:personas?|users?|stakeholders?))?\s*[:—–-]?\s*(?P<name>.*)",
    re.IGNORECASE,
)
_ID = re.compile(r"^\**[A-Z]{1,6}-\d+\**[:.]?\s*")
_NOTHING = re.compile(r"^(?:none|n/?a|nothing|tbd|-+)\b\.?$", re.IGNORECASE)


def context(text: str) -> Iterator[Statement]:
    """What a specification says besides its requirements, each by the first heading that is about it."""
    parts = outline(text)
    yield from _problem(parts)
    yield from _users(parts)
    yield from _qualities(parts)
    yield from _exclusions(parts)


def _problem(parts: Sequence[Part]) -> Iterator[Statement]:
    said: Line | None = None
    for part in parts:
        labelled = dict(labels(part.lines))
        if label := labelled.get("problem statement") or labelled.get("problem"):
            said = label
            break
    for pattern in (_PROBLEM, _BACKGROUND):
        about = (part for part in parts if part.level > 1 and part.is_called(pattern))
        said = said or next((found for part in about if (found := first_paragraph(part.lines))), None)
    if said and (words := prose(said.text)):
        yield Statement(Kind.PROBLEM, {"text": words}, said.number)


def _users(parts: Sequence[Part]) -> Iterator[Statement]:
    at = next((at for at, part in enumerate(parts) if part.level > 1 and part.is_called(_USERS)), None)
    if at is None:
        return
    section, *deeper = below(parts, at)
    for part in deeper:
        name = whole_title(Kind.USER, plain(_ID.sub("", part.title)), part)
        if part.level == section.level + 1 and (fields := _user(name)):
            fields |= standing(Kind.USER, part)
            about = dict(labels(part.lines))
            if pain := about.get("pain points") or about.get("pain") or about.get("what goes wrong today"):
                fields["pain"] = plain(pain.text)
            yield Statement(Kind.USER, fields, part.line)
    if not deeper:
        for item in bullets(section.lines):
            named = _NAMED_ITEM.match(item.text)
            told = _user(plain(named["name"]), plain(named["rest"])) if named else {}
            if told:
                yield Statement(Kind.USER, told, item.number)


def _user(name: str, rest: str = "") -> dict[str, Value]:
    """A kind of user by its name; where that only says how near they are, the words behind it name them."""
    rank = _RANK.fullmatch(name)
    text = (rank["name"] or rest) if rank else name
    if not text:
        return {}
    role = rank["role"].casefold() if rank else ""
    return {"text": text, **({"role": role} if role in ("primary", "secondary") else {})}


def _qualities(parts: Sequence[Part]) -> Iterator[Statement]:
    for part in parts:
        heading = _QUALITY.fullmatch(part.title) if part.level > 1 else None
        if heading:
            told = first_paragraph(part.lines)
            words = plain(heading["text"]) or (told.text if told else "")
            about = next((line for label, line in labels(part.lines) if _TARGET.search(label)), None)
            fields: dict[str, Value] = {"text": words}
            if about and (threshold := plain(about.text)):
                fields["threshold"] = threshold
            if words:
                yield Statement(Kind.QUALITY, fields, part.line, heading["name"])
        for item in bullets(part.lines):
            named = _QUALITY.fullmatch(item.text.lstrip("*["))
            if named and (words := plain(named["text"])):
                yield Statement(Kind.QUALITY, {"text": words}, item.number, named["name"])


def _exclusions(parts: Sequence[Part]) -> Iterator[Statement]:
    at = next((at for at, part in enumerate(parts) if part.level > 1 and part.is_called(_OUT)), None)
    if at is None:
        return
    for part in below(parts, at):
        for item in bullets(part.lines):
            if (words := plain(_ID.sub("", item.text))) and not _NOTHING.fullmatch(words):
                yield Statement(Kind.EXCLUSION, {"text": words}, item.number)
