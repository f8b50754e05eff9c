"""Reads what a voice answered into values; what cannot be used is said as a sentence the voice can mend it by."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.talk.sanitize import neutral, one_line
from roundtable_tui.formats.yaml import Value, YamlError, read_yaml
from roundtable_tui.panel.record.ballots import Ballot, Option, Stance, texts_in

if TYPE_CHECKING:
    from roundtable_tui.panel.record.pending_ballots import AskedQuestion
    from roundtable_tui.panel.seats.protocol import Reply

LONGEST = 400_000
LONGEST_TEXT = 8_000
MOST_ITEMS = 40
_FENCED = re.compile(r"```[\w-]*\n(.*?)```", re.DOTALL)


class MalformedError(ValueError):
    """The answer cannot be used; the message says why, as a sentence."""


class QuestionReply(Struct, frozen=True):
    question: str
    probing: str = ""
    options: tuple[Option, ...] = ()
    seats: tuple[str, ...] = ()
    """Those it is for; none means all."""


def fields_of(reply: Reply) -> dict[str, Value]:
    """The fields of an answer: as they were given, or read out of a text with one JSON or YAML object in it."""
    if not isinstance(reply.content, str):
        return {name: _cleaned(value) for name, value in reply.content.items()}
    text = reply.content.strip()
    if not text:
        raise MalformedError("The answer is empty.")
    if len(text) > LONGEST:
        raise MalformedError("The answer is too long.")
    for candidate in dict.fromkeys(_candidates(text)):
        found = _object_in(candidate)
        if found:
            return {name: _cleaned(value) for name, value in found.items()}
    raise MalformedError("The answer is not one JSON object.")


def read_question(reply: Reply, seats: Iterable[str]) -> QuestionReply:
    """`seats` are those who can be asked."""
    fields = fields_of(reply)
    question = text_in(fields, "question")
    if not question:
        raise MalformedError("There is no 'question'.")
    known = tuple(seats)
    named = fields.get("participants")
    asked = tuple(dict.fromkeys(texts_in(named))) if named not in (None, "all", ["all"]) else ()
    strangers = [seat for seat in asked if seat not in known]
    if strangers:
        raise MalformedError(f"'{one_line(strangers[0], 60)}' in 'participants' has no seat at this table.")
    options = read_options(fields.get("options"))
    return QuestionReply(question, text_in(fields, "exploration") or text_in(fields, "probing"), options, asked)


def read_ballot(reply: Reply, asked: AskedQuestion) -> Ballot:
    fields = fields_of(reply)
    position = text_in(fields, "position")
    if not position:
        raise MalformedError("There is no 'position'.")
    option = one_line(text_in(fields, "option"), 60)
    known = {one.id.lower(): one.id for one in asked.options}
    if not known or option.lower() in ("none", "other", "null"):
        option = ""
    if option and option.lower() not in known:
        offered = ", ".join(known.values())
        raise MalformedError(f"'option' is '{option}', which the question does not offer ({offered}).")
    trade_offs = fields.get("trade_offs")
    return Ballot(
        position=position,
        option=known.get(option.lower(), ""),
        rationale=_texts(fields, "rationale"),
        trade_offs=trade_offs if isinstance(trade_offs, dict) else _said_as(trade_offs),
        concerns=_texts(fields, "concerns"),
        suggestions=_texts(fields, "suggestions"),
        confidence=read_confidence(fields.get("confidence")),
        stance=read_stance(fields.get("stance")),
        request=reply.request,
    )


def read_confidence(value: Value) -> float:
    """From 0 to 1; a per cent sign is understood."""
    text = value.strip() if isinstance(value, str) else ""
    if not text:
        raise MalformedError("There is no 'confidence' from 0 to 1.")
    try:
        number = float(text.rstrip("% ")) / (100 if text.endswith("%") else 1)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1:
        raise MalformedError(f"'confidence' is '{one_line(text, 20)}', not a number from 0 to 1.")
    return round(number, 4)


def read_stance(value: Value) -> Stance:
    if value is None or value == "":
        return Stance.SUPPORT
    said = re.sub(r"[\s_]+", "-", value.strip().lower()) if isinstance(value, str) else ""
    if said not in list(Stance):
        raise MalformedError(f"'stance' is '{one_line(str(value), 20)}', not one of {', '.join(Stance)}.")
    return Stance(said)


def read_options(value: Value) -> tuple[Option, ...]:
    """As a list of {id, text}, a list of texts, or a map from id to text."""
    listed = [{"id": name, "text": text} for name, text in value.items()] if isinstance(value, dict) else value
    found: dict[str, Option] = {}
    for number, one in enumerate(listed if isinstance(listed, list) else (), start=1):
        given = one if isinstance(one, dict) else {"text": one}
        text = text_in(given, "text") or text_in(given, "name")
        name = one_line(text_in(given, "id"), 40) or f"option-{number}"
        if not text:
            continue
        if name.lower() in found:
            raise MalformedError(f"There are two options with the id '{name}'.")
        found[name.lower()] = Option(name, text)
    return tuple(found.values())[:MOST_ITEMS]


def _candidates(text: str) -> Iterable[str]:
    """The whole of it, what stands between fences, and what stands between the outermost braces."""
    yield text
    yield from (found[1] for found in _FENCED.finditer(text))
    if 0 <= (start := text.find("{")) < (end := text.rfind("}")):
        yield text[start : end + 1]


def _object_in(text: str) -> Mapping[str, Value] | None:
    try:
        found = json.loads(text, parse_float=str, parse_int=str, parse_constant=str)
    except (ValueError, RecursionError):
        try:
            found = read_yaml(text)
        except YamlError:
            return None
    return found if isinstance(found, dict) else None


def _cleaned(value: object, depth: int = 0) -> Value:
    """Harmless texts, lists and maps, of bounded size, whatever was given."""
    if depth > 8:
        return None
    match value:
        case str():
            return neutral(value).strip()[:LONGEST_TEXT]
        case bool():
            return "true" if value else "false"
        case int() | float():
            return str(value)
        case Mapping():
            parts = list(value.items())[: 10 * MOST_ITEMS]
            return {one_line(str(name), 80): _cleaned(part, depth + 1) for name, part in parts}
        case list() | tuple():
            return [_cleaned(part, depth + 1) for part in list(value)[: 10 * MOST_ITEMS]]
    return None


def text_in(fields: Mapping[str, Value], name: str) -> str:
    value = fields.get(name)
    return value if isinstance(value, str) else ""


def _texts(fields: Mapping[str, Value], name: str) -> tuple[str, ...]:
    return tuple(one for one in texts_in(fields.get(name)) if one)[:MOST_ITEMS]


def _said_as(value: Value) -> dict[str, Value]:
    said = texts_in(value)
    return {"accepting_as_cost": list(said)} if said else {}
