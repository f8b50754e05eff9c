"""Reads the fields of one entry out of one line, where the line has a form that leaves no doubt."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.kinds import ACTIONS, SPECS, Field, FieldType, Kind, Value
from roundtable_tui.voices.offline import answer_forms

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Fields = dict[str, Value]

_BECAUSE = re.compile(r"(?P<what>.+?),?\s+because\s+(?P<why>.+)", re.IGNORECASE | re.DOTALL)
_NAME_THEN_REST = re.compile(r"(?P<name>[^:()\[\]{}]{1,80}?)(?::\s+|\s+[–—]\s+|\s+-\s+)(?P<rest>.+)", re.DOTALL)
_CODE_FIRST = re.compile(r"`?(?P<code>[A-Z][A-Z0-9]*(?:[_-][A-Z0-9]+)+)`?\s*(?::|[–—]|\s-)\s*(?P<text>.+)", re.DOTALL)
_RESPONSE = re.compile(r"(?P<text>.+?)\s*(?:→|=>|->|:)\s*(?P<response>(?:HTTP\s+)?[1-5]\d\d\b.*|[\"“'`].+)", re.DOTALL)
_TYPED = re.compile(r"\{|\b\w+\??:\s*\w|->|→")
_ARROW = re.compile(r"\s*(?:→|⇒|=>|-+>)\s*")
_VERSIONED = re.compile(
    r"(?P<name>.*\D)\s+v?(?P<version>\d+(?:\.\d+)*(?:\+|\s*LTS|\s+(?:or|and) (?:later|newer|up|above))?)",
    re.IGNORECASE | re.DOTALL,
)
_FIGURE = re.compile(
    r"\b(?:at most|at least|max(?:imum)?|min(?:imum)?|under|below|within|(?:less|more|slower|faster) than|up to)\s"
    r"[^,;()]*?\d[^,;()]*?(?=[,;()]|\.\s|\.?\Z)",
    re.IGNORECASE,
)
"""A figure inside a sentence: "must not get slower, at most 5 % on a cold start"."""
_ACTION = Field("action", FieldType.CHOICE, ACTIONS)
_SENTENCE = 3
"""A text of fewer words than this does not read like a sentence."""
_NAME = 6


def fields_in(kind: Kind, text: str) -> Fields:
    """The fields a text of this kind gives, by the forms that are recognised; otherwise its words as they are."""
    main = SPECS[kind].main
    reader = _READERS.get(kind)
    return (reader(text) if reader else None) or {main: text}


def _requirement(text: str) -> Fields | None:
    title, priority = answer_forms.without_priority(text)
    return {"title": title, "priority": priority} if priority else None


def _story(text: str) -> Fields | None:
    told = answer_forms.story(text)
    if not told:
        return None
    fields: Fields = {"title": text, "role": told.role, "want": told.want}
    return fields | {"so_that": told.so_that} if told.so_that else fields


def _file(text: str) -> Fields | None:
    path = answer_forms.path(text)
    if not path:
        return None
    around = text.replace(f"`{path}`", " \n", 1) if f"`{path}`" in text else text.replace(path, " \n", 1)
    before, _, after = (part.strip(" \t-–—:,()") for part in around.partition("\n"))
    action, why = _action(after)
    if not action:
        action, before = _action(before)
    fields: Fields = {"path": path}
    if action:
        fields["action"] = action
    if reason := " ".join(part for part in (before, why) if part):
        fields["why"] = reason
    return fields


def is_action(text: str) -> bool:
    """Whether the text begins with what is to be done with a file."""
    return bool(_action(text)[0])


def _action(text: str) -> tuple[str, str]:
    """What is to be done with a file, named by the first words, and the words after them."""
    words = text.split()
    for length in (2, 1):
        head = " ".join(words[:length])
        if (action := answer_forms.choice(_ACTION, head)) and (length == 1 or action == "NO CHANGE"):
            return action, " ".join(words[length:]).strip(" \t-–—:,()")
    return answer_forms.choice(_ACTION, text), text


def _entry_point(text: str) -> Fields | None:
    path = answer_forms.path(text)
    return {"text": text, "path": path} if "/" in path else None


def _decision(text: str) -> Fields | None:
    found = _BECAUSE.fullmatch(text)
    return {"title": found["what"], "decision": text, "context": found["why"]} if found else None


def _exclusion(text: str) -> Fields | None:
    found = _BECAUSE.fullmatch(text)
    return {"text": found["what"], "why": found["why"]} if found else None


def _module(text: str) -> Fields | None:
    found = _named(text, words=_SENTENCE) or _named(text, words=1, sentence=2)
    return {"text": found["name"].strip("`"), "responsibility": found["rest"]} if found else None


def _option(text: str) -> Fields | None:
    found = _named(text, words=_NAME)
    return {"title": found["name"], "text": found["rest"]} if found else None


def _quality(text: str) -> Fields | None:
    found = _named(text, words=_NAME)
    if found and re.search(r"\d", found["rest"]):
        return {"text": found["name"], "threshold": found["rest"]}
    figure = _FIGURE.search(text)
    return {"text": text, "threshold": figure[0]} if figure else None


def _interface(text: str) -> Fields | None:
    found = _named(text, words=_NAME, sentence=0)
    return (
        {"text": found["name"].strip("`"), "schema": found["rest"]} if found and _TYPED.search(found["rest"]) else None
    )


def _flow(text: str) -> Fields | None:
    """Where it comes from and where it ends up, at the two ends of the arrows."""
    named = _NAME_THEN_REST.fullmatch(text)
    places = [part.strip(" .") for part in _ARROW.split(named["rest"] if named else text)]
    if len(places) < 2 or not all(places):
        return None
    name = named["name"] if named and len(places) == 2 else text
    return {"text": name, "source": places[0], "sink": places[-1]}


def _error(text: str) -> Fields | None:
    fields: Fields = {}
    if coded := _CODE_FIRST.fullmatch(text):
        fields["code"] = coded["code"]
        text = coded["text"]
    if answered := _RESPONSE.fullmatch(text):
        fields["response"] = answered["response"]
        text = answered["text"]
    elif len(told := [part.strip(" .") for part in _ARROW.split(text)]) == 2 and all(told):
        text, fields["recovery"] = told
    return {"text": text, **fields} if fields else None


def _technology(text: str) -> Fields | None:
    found = _VERSIONED.fullmatch(text)
    return {"text": found["name"], "version": found["version"]} if found else None


def _named(text: str, words: int, sentence: int = _SENTENCE) -> re.Match[str] | None:
    """ "name: what it is", where the name is short and the rest reads like a sentence."""
    found = _NAME_THEN_REST.fullmatch(text)
    if not found or len(found["name"].split()) > words or len(found["rest"].split()) < sentence:
        return None
    return found


_READERS: Mapping[Kind, Callable[[str], Fields | None]] = {
    Kind.FR: _requirement,
    Kind.STORY: _story,
    Kind.FILE: _file,
    Kind.ENTRY_POINT: _entry_point,
    Kind.DECISION: _decision,
    Kind.EXCLUSION: _exclusion,
    Kind.MODULE: _module,
    Kind.OPTION: _option,
    Kind.QUALITY: _quality,
    Kind.INTERFACE: _interface,
    Kind.FLOW: _flow,
    Kind.ERROR: _error,
    Kind.TECHNOLOGY: _technology,
}
