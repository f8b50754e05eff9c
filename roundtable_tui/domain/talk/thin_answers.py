"""Tells whether an answer is too thin for its question: a lone word where a sentence is expected, or less."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from roundtable_tui.domain.dossier.kinds import SPECS, FieldType, Kind
from roundtable_tui.domain.talk.small_talk import says_none, says_nothing
from roundtable_tui.domain.talk.spoken_words import COURTESY, spoken

if TYPE_CHECKING:
    from roundtable_tui.domain.dossier.questions import Capture


class Expects(StrEnum):
    """What a question wants to hear."""

    SENTENCE = "sentence"
    NAME = "name"
    """A word or two will do: who, which file, which technology."""
    MARK = "mark"
    """A word or a number will do: a version, an error code."""
    FIGURE = "figure"
    """A number, best with its unit."""
    VALUE = "value"
    """A number, one of a few words, or entries by their ids."""


_NAMED: Final = {
    Kind.AREA: ("text",),
    Kind.KEYWORD: ("text",),
    Kind.USER: ("text",),
    Kind.EXCLUSION: ("text",),
    Kind.FILE: ("path",),
    Kind.ENTRY_POINT: ("text", "path"),
    Kind.ZONE: ("text",),
    Kind.OPTION: ("title",),
    Kind.TECHNOLOGY: ("text",),
    Kind.INTEGRATION: ("text",),
    Kind.MODULE: ("text",),
    Kind.INTERFACE: ("text",),
    Kind.FLOW: ("source", "sink"),
    Kind.STORY: ("role",),
    Kind.FR: ("mvp",),
    Kind.BUILD_STEP: ("parallel",),
    Kind.REVIEW: ("text",),
}
"""The fields a lone word can fill."""
_MARKED: Final = {
    Kind.TECHNOLOGY: ("version", "licence"),
    Kind.ERROR: ("code", "response"),
    Kind.ESTIMATE: ("tests", "config"),
}
"""The fields a lone word or number can fill."""
_FIGURED: Final = {Kind.METRIC: ("baseline", "target"), Kind.QUALITY: ("threshold",)}
_PLACES = frozenset("first second third fourth fifth last former latter this that these those option choice".split())
_BESIDE_A_PLACE = frozenset(
    "the one ones two three number nr no of them i we take pick choose prefer id go with would like like and or "
    "please".split()
)
_ARTICLES = frozenset("a an the our my your some it is its just only".split())
_UNSPACED = re.compile("[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
"""Scripts that write sentences without spaces."""
_SHORT = 4


def expected_of(capture: Capture | None) -> Expects:
    """What the question behind a capture wants to hear; a sentence where nothing is known of it."""
    if capture is None:
        return Expects.SENTENCE
    field = SPECS[capture.kind].field(capture.field)
    if field is not None and field.type in (FieldType.NUMBER, FieldType.CHOICE, FieldType.REFS):
        return Expects.VALUE
    by_field = ((_NAMED, Expects.NAME), (_MARKED, Expects.MARK), (_FIGURED, Expects.FIGURE))
    return next(
        (expects for known, expects in by_field if capture.field in known.get(capture.kind, ())), Expects.SENTENCE
    )


def only_points(text: str) -> bool:
    """Whether the answer only points at one of several ("the first one", "2"), and says nothing by itself."""
    words = [word.text for word in spoken(text) if (word.text,) not in COURTESY]
    told = any(word in _PLACES or _is_number(word) for word in words)
    return told and all(word in _PLACES | _BESIDE_A_PLACE or _is_number(word) for word in words)


def _is_number(word: str) -> bool:
    return bool(word) and not word.strip("0123456789.,#") and any(letter.isdigit() for letter in word)


def is_thin(text: str, expects: Expects) -> bool:
    """Whether the answer should be asked back once: nothing said, a stray letter, or a word instead of a sentence.

    "None" is an answer, and so is a number with its unit.
    """
    if says_none(text):
        return False
    words = [word.text for word in spoken(text) if (word.text,) not in COURTESY and word.text not in _ARTICLES]
    if not words or says_nothing(text):
        return True
    if expects is Expects.VALUE:
        return False
    lone = words[0] if len(words) == 1 else ""
    if expects in (Expects.SENTENCE, Expects.NAME) and only_points(text):
        return True
    if expects is Expects.FIGURE:
        return bool(lone) and not any(letter.isdigit() for letter in lone)
    if expects in (Expects.NAME, Expects.MARK):
        return len(lone) == 1 and lone.isascii() and lone.isalpha()
    if _UNSPACED.search(text):
        return len(text.strip()) < _SHORT
    return bool(lone) and lone not in _NONE


_NONE = frozenset("none nobody nothing never no".split())
