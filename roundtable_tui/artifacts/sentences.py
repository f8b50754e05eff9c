"""How a requirement sentence is taken apart: what is quoted, which figures it gives, where its main clause begins."""

from __future__ import annotations

import re
from dataclasses import dataclass

CONDITION_WORDS = "if when whenever while once given after before unless where until during"
_QUOTED = re.compile(r"`[^`]*`|\"[^\"]*\"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|(?<!\w)'[^']*'(?!\w)|‘[^’]*’(?!\w)")
_FIGURE = re.compile(
    r"\d|\b(?:zero|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty"
    r"|ninety|hundred|thousand|million|half|twice|double|once a|at most one|at least one|within one|an hour|a minute"
    r"|a second)\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    rf"\s*(?:as soon as|as long as|in case(?: of)?|{CONDITION_WORDS.replace(' ', '|')})\b", re.IGNORECASE
)
_THEN = re.compile(r",?\s*\bthen\b,?\s*", re.IGNORECASE)
_CLAUSE_END = re.compile(r"[,:–—](?=\s)")
_SENTENCE_END = re.compile(
    r"(?<=[\w)%\"”`][.!?])(?<!\bno\.)(?<!\bca\.)(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bvs\.)\s+(?=[A-Z0-9„“\"`])"
)


_LONGEST = 1000
"""No requirement sentence is longer; what is, is judged by its beginning."""


@dataclass(frozen=True, slots=True)
class Parts:
    """A sentence as "when this, that": either half may be empty."""

    condition: str
    main: str


def sentences_of(text: str) -> tuple[str, ...]:
    """The sentences of a text, line by line, without their final stop."""
    found = (part for line in text.splitlines() for part in _SENTENCE_END.split(line.strip()))
    return tuple(sentence[:_LONGEST].strip().rstrip(".").rstrip() for sentence in found if sentence.strip(" .-*•\t"))


def unquoted(sentence: str) -> str:
    """The sentence with names and messages in quotation marks blanked out: they are cited, not claimed."""
    return _QUOTED.sub(lambda found: "□" * len(found[0]), sentence)


def has_figure(sentence: str) -> bool:
    return bool(_FIGURE.search(sentence))


def has_quotation(sentence: str) -> bool:
    return bool(_QUOTED.search(sentence))


def parts_of(sentence: str) -> Parts:
    """Splits off leading conditions; what begins with one and never leaves it has no main clause."""
    text = sentence.strip()
    conditions: list[str] = []
    while _CONDITION.match(text):
        if (then := _THEN.search(text)) and then.start() > 0:
            conditions.append(text[: then.start()])
            text = text[then.end() :]
            continue
        comma = _CLAUSE_END.search(text)
        if comma is None:
            conditions.append(text)
            text = ""
            break
        conditions.append(text[: comma.start()])
        text = text[comma.end() :].strip()
    return Parts(", ".join(conditions), text.strip())


def lowered_first(text: str) -> str:
    """With a small first letter, unless the first word is a name or an abbreviation."""
    first = text.split(" ", 1)[0]
    return text if first[1:] != first[1:].lower() or first == "I" else text[:1].lower() + text[1:]


def raised_first(text: str) -> str:
    return text[:1].upper() + text[1:]
