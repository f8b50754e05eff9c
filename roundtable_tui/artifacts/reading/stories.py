"""Reads user stories out of user-stories.json, whatever its fields are called, and out of a specification."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from roundtable_tui.artifacts.reading.outline import bullets, first_paragraph, outline, plain
from roundtable_tui.artifacts.reading.statements import Statement, names_in, priority_of
from roundtable_tui.domain.dossier.kinds import Kind, Value
from roundtable_tui.domain.dossier.short_titles import ROLE
from roundtable_tui.domain.talk.sanitize import neutral, one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

LISTS = ("stories", "user_stories", "userStories", "userstories")
_ROLE = ("role", "as_a", "as_an", "persona", "actor", "user", "asA")
_WANT = ("want", "i_want", "iWant")
_DEEDS = ("i_want_to", "goal", "action")
"""Fields that say what somebody does, not what they want."""
_SO_THAT = ("so_that", "benefit", "so", "value", "soThat")
_TRACES = (
    "traces", "traces_to", "fr_refs", "fr_ref", "related_frs", "requirement_refs", "linked_requirements",
    "functional_requirements", "functional_requirement", "requirements", "frs", "requirement",
)  # fmt: skip
SENTENCE = re.compile(
    rf"as {ROLE},?\s+"
    r"i (?:want|need|would like|(?P<can>can)) (?P<want>.+?)"
    r"(?:,?\s+so(?: that)? (?P<so_that>.+?))?\.?",
    re.IGNORECASE | re.DOTALL,
)
_LONGEST = 2_000
"""Letters of a story; what is longer is a text about one."""
_TRACED = re.compile(r"\s*\((?:FR-\d+(?:,\s*)?)+\)\.?\s*\Z")
"""What a story is traced to, behind its sentence."""
_NAME = re.compile(r"(?P<name>US-?\d{1,5}[a-z]?)\b\**\s*[:.)—–-]*\s*(?P<title>.*)")


def stories_in_json(text: str) -> Iterator[Statement]:
    """Every story of the file; one that says nothing is passed over."""
    for number, told in enumerate(listed(text), 1):
        if found := _story(told, number):
            yield found


def listed(text: str) -> list[Mapping[str, Any]]:
    """The stories as they stand in the file: a list, a list under one of its names, or objects by id."""
    try:
        loaded = json.loads(text)
    except (ValueError, RecursionError):
        return []
    if isinstance(loaded, dict):
        loaded = next((loaded[name] for name in LISTS if name in loaded), [])
    if isinstance(loaded, dict):
        loaded = [{"id": name, **one} for name, one in loaded.items() if isinstance(one, dict)]
    return [one for one in loaded if isinstance(one, dict)] if isinstance(loaded, list) else []


def stories_in_text(text: str) -> Iterator[Statement]:
    """Headings and items that begin with the id of a story."""
    for part in outline(text):
        heading = _NAME.fullmatch(part.title) if part.level > 1 else None
        if heading:
            told = first_paragraph(part.lines)
            fields = _parts(plain(told.text) if told else "") or _parts(heading["title"])
            title = plain(heading["title"])
            if title := title or str(fields.get("want", "")).removeprefix("to "):
                yield Statement(Kind.STORY, {"title": title, **fields}, part.line, heading["name"])
        for item in bullets(part.lines):
            named = _NAME.fullmatch(item.text.lstrip("*["))
            if named and (fields := _parts(_TRACED.sub("", plain(named["title"])))):
                wish = str(fields["want"]).removeprefix("to ")
                yield Statement(
                    Kind.STORY, {"title": wish[:1].upper() + wish[1:], **fields}, item.number, named["name"]
                )


def _story(told: Mapping[str, Any], number: int) -> Statement | None:
    sentence = next((told[name] for name in ("story", "description", "text") if isinstance(told.get(name), str)), "")
    fields: dict[str, Value] = dict(_parts(sentence))
    for field, names in (("role", _ROLE), ("want", _WANT), ("so_that", _SO_THAT)):
        if said := _text(told, names):
            fields[field] = said
    if not isinstance(told.get("want", told.get("i_want")), str) and (deed := _text(told, _DEEDS)):
        fields["want"] = f"to {deed.removeprefix('to ')}"
    wish = str(fields.get("want", "")).removeprefix("to ")
    title = _text(told, ("title", "name", "summary")) or wish or one_line(str(sentence), 120)
    if not title:
        return None
    fields = {"title": title, **fields}
    if priority := priority_of(_text(told, ("priority", "moscow"))):
        fields["priority"] = priority
    traces = [name for key in _TRACES for name in names_in(" ".join(_texts(told.get(key))), ("FR", "REQ", "BR"))]
    if traces:
        fields["traces"] = tuple(dict.fromkeys(traces))
    name = told.get("id")
    return Statement(Kind.STORY, fields, number, one_line(name, 40) if isinstance(name, str) else "")


def _text(told: Mapping[str, Any], names: Iterable[str]) -> str:
    return next((neutral(told[name]).strip() for name in names if isinstance(told.get(name), str) and told[name]), "")


def _texts(value: object) -> list[str]:
    """All texts in a value, however it nests them: `"FR-1, FR-2"`, a list, or objects with ids."""
    match value:
        case str():
            return [value]
        case list():
            return [text for one in value for text in _texts(one)]
        case dict():
            return [text for one in value.values() for text in _texts(one) if not isinstance(one, dict | list)]
    return []


def _parts(sentence: str) -> dict[str, Value]:
    found = SENTENCE.fullmatch(plain(sentence)) if sentence and len(sentence) <= _LONGEST else None
    if found is None:
        return {}
    parts = {name: part for name in ("role", "want", "so_that") if (part := found[name])}
    return {**parts, "want": f"to {parts['want']}"} if found["can"] else dict(parts)
