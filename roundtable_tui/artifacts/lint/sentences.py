"""How a requirement sentence is taken apart: what is quoted, which figures it gives, where its main clause begins."""

from __future__ import annotations

import re
from enum import StrEnum

from msgspec import Struct

CONDITION_WORDS = "if when whenever while once given after before unless where until during upon"
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


_PLAIN = str.maketrans({"\u2010": "-", "\u2011": "-", "\u00a0": " ", "\u202f": " "})
"""What word processors put in place of hyphens and spaces."""
_LONGEST = 1000
"""No requirement sentence is longer; what is, is judged by its beginning."""


_LONGEST_TO_REPEAT = 120


class Parts(Struct, frozen=True):
    """A sentence as "when this, that": either half may be empty."""

    condition: str
    main: str


def sentences_of(text: str) -> tuple[str, ...]:
    """The sentences of a text, line by line, without their final stop."""
    found = (part for line in text.translate(_PLAIN).splitlines() for part in _SENTENCE_END.split(line.strip()))
    return tuple(sentence[:_LONGEST].strip().rstrip(".").rstrip() for sentence in found if sentence.strip(" .-*•\t"))


def unquoted(sentence: str) -> str:
    """The sentence with names and messages in quotation marks blanked out: they are cited, not claimed."""
    return _QUOTED.sub(lambda found: "□" * len(found[0]), sentence)


def is_short(sentence: str) -> bool:
    """Whether a suggestion may repeat it whole and still be read at a glance."""
    return len(sentence) <= _LONGEST_TO_REPEAT


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


class Story(Struct, frozen=True):
    """Who wants what, and what for; any of the three may be empty."""

    role: str
    want: str
    benefit: str


_STORY = re.compile(r"^as (?:an? |the )?(?P<role>\S.*?)\s*,?\s+(?=(?:I|we)\b)", re.IGNORECASE)
_WISH = re.compile(
    r"^(?:(?:I|we) )?(?:(?:also|only|really) )?(?:(?:want|wish|need|would like|[’']d like|expect|should|must|can)\b ?)?"
    r"(?:to )?(?:be able to |have the (?:ability|option|possibility) (?:to|of) )?",
    re.IGNORECASE,
)
_BENEFIT = re.compile(
    r"\s*[,.]?\s*\b(?:so that|so (?=(?:I|we|they|the|it|my|our|their|users|people|others)\b)"
    r"|in order (?:to|that)|because|since)\b\s*,?\s*",
    re.IGNORECASE,
)
_PURPOSE = re.compile(
    r"(?<=\w) (?=to (?:(?:quickly|easily|better) )?(?:know|avoid|ensure|save|make sure|keep|find out|understand"
    r"|discover|access|join|decide|improve|reduce|stay|protect|prevent|learn|explore)\b)"
)


def story_of(text: str) -> Story:
    """The parts of "As a …, I want …, so that …"; what has not that form is taken as what is wanted."""
    said = " ".join(text.translate(_PLAIN).split()).rstrip(".")
    role = ""
    if found := _STORY.match(said):
        role, said = found["role"], said[found.end() :]
    want, benefit = said, ""
    if found := _BENEFIT.search(said) or _PURPOSE.search(said, _end_of_wish(said)):
        want, benefit = said[: found.start()], said[found.end() :]
    return Story(role, _WISH.sub("", want, count=1).strip(" ,"), benefit.strip())


def _end_of_wish(said: str) -> int:
    """Where the first word of what is wanted ends: "want to know" is no purpose, "track it to know" is one."""
    wish = _WISH.match(said)
    start = wish.end() if wish else 0
    return said.find(" ", start) if " " in said[start:] else len(said)


class Pattern(StrEnum):
    UBIQUITOUS = "ubiquitous"
    """The system shall …"""
    EVENT = "event-driven"
    """When …, the system shall …"""
    STATE = "state-driven"
    """While …, the system shall …"""
    OPTION = "optional feature"
    """Where …, the system shall …"""
    UNWANTED = "unwanted behaviour"
    """If …, then the system shall …"""
    COMPLEX = "complex"
    """While …, when …, the system shall …"""


class Ears(Struct, frozen=True):
    pattern: Pattern
    condition: str
    actor: str
    response: str


_OBLIGATION = re.compile(r"^(?P<actor>[^,;]{1,80}?)\s+(?:shall|must|will|should|can)\s+(?P<response>\S.*)$", re.DOTALL)
_OPENINGS = {
    "when": Pattern.EVENT,
    "whenever": Pattern.EVENT,
    "once": Pattern.EVENT,
    "after": Pattern.EVENT,
    "upon": Pattern.EVENT,
    "as soon as": Pattern.EVENT,
    "while": Pattern.STATE,
    "during": Pattern.STATE,
    "as long as": Pattern.STATE,
    "where": Pattern.OPTION,
    "if": Pattern.UNWANTED,
    "in case": Pattern.UNWANTED,
}
_KEYWORD = re.compile(rf"\b({'|'.join(sorted(_OPENINGS, key=len, reverse=True))})\b", re.IGNORECASE)


def ears_of(sentence: str) -> Ears | None:
    """The pattern a sentence follows, with its parts; None if it follows none."""
    parts = parts_of(sentence)
    found = _OBLIGATION.match(parts.main)
    if found is None:
        return None
    keywords = [word.lower() for word in _KEYWORD.findall(parts.condition)]
    if parts.condition and not keywords:
        return None
    pattern = _OPENINGS[keywords[0]] if keywords else Pattern.UBIQUITOUS
    if len({_OPENINGS[word] for word in keywords}) > 1:
        pattern = Pattern.COMPLEX
    return Ears(pattern, parts.condition, found["actor"].strip(), found["response"].strip())


def with_response(condition: str) -> str:
    """A condition that lacks its consequence, as the beginning of the sentence it wants to be."""
    text = condition.strip(" ,.…")
    opening = text.split(" ", 1)[0].lower()
    if opening == "given":
        return f"{text}, then …"
    return f"{text}, then the system shall …" if opening == "if" else f"{text}, the system shall …"


def with_actor(action: str, modal: str = "can") -> str:
    """An action nobody is named for, as a sentence that leaves the name to be filled in."""
    return f"[Who] {modal} {lowered_first(action.strip())}"
