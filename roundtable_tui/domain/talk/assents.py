"""What a short reply says to what was shown with a question: a guess, choices to pick from, a form of small parts."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from roundtable_tui.domain.talk.replies import Meant, reply_to, same_words
from roundtable_tui.domain.talk.spoken_words import words_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Assent(StrEnum):
    NONE = "none"
    PLAIN = "plain"
    """A yes and nothing beside it, to the guess where one was shown."""
    MORE = "more"
    """A yes, and something beside it that may add to the guess or take it back."""
    AGAINST = "against"
    """A yes to the question, to which the guess says no."""
    DELEGATED = "delegated"
    """The user leaves it to whoever asks."""


_ASSENTS: Final = {
    Meant.YES: Assent.PLAIN,
    Meant.GUESS: Assent.PLAIN,
    Meant.YES_AND_MORE: Assent.MORE,
    Meant.YES_BUT: Assent.MORE,
    Meant.AGAINST: Assent.AGAINST,
    Meant.DELEGATED: Assent.DELEGATED,
}
_DENYING = frozenset("no not nope nah dont never".split())
_YES = ("yes", "yep", "yeah")
_OPENS_WITH_YES_OR_NO = re.compile(
    r"\W*(?:yes|yep|yeah|no|nope|nah)\b(?:\s*[,.;:!–—-]\s*|\s*\Z|\s+(?=[a-z]))", re.IGNORECASE
)
_NUMBERS: Final = {
    word: number
    for number, names in enumerate(("1 one first a", "2 two second b", "3 three third c", "4 four fourth d"), 1)
    for word in names.split()
} | {str(number): number for number in range(5, 10)}
_PICKING = frozenset(
    "option choice number no nr the one i take pick choose prefer id go with please pls plz thanks thx its".split()
)
_PARTS: Final = (
    re.compile(r"(?:\A|[\n;,])\s*\(?([1-9])\s*[.:)=–-]\s*"),
    re.compile(r"(?:\A|[\s;,.])\(?([1-9])\s*[:)=]\s*"),
)
"""How people number their answers; the way that finds most of them counts."""
_PARTS_IN_WORDS: Final = (
    re.compile(r"(?:\A|[\n;,.])\s*(?:and\s+)?(?:the\s+)?(first|second|third)(?:\s+one)?(?:\s*[:,=–-]\s*|\s+)", re.I),
    re.compile(r"(?:\A|[\n;,.])\s*([1-9])\s+(?=[^\W\d])"),
)
"""These can stand in a sentence too, so they count only where every part is answered, in order."""


_REST: Final = re.compile(
    r"(?:\A|[\n.;,–—-])\s*(?:(?:and|but)\s+)?(?:all\s+)?(?:the\s+)?"
    r"(?:rest|others?|remaining(?:\s+ones)?|everything else)(?:\s+(?:is|are|looks?|stays?))?"
    r"[\s,:=–-]+(?P<yes>[^\n.;,\d][^\n.;\d]{0,40}?)[\s.!]*\Z",
    re.I,
)
_ALL_BUT: Final = re.compile(
    r"\A\s*(?:(?:that(?:'s| is)|it(?:'s| is)|all|everything)\s+(?:of it\s+)?(?:is\s+|are\s+)?)?"
    r"(?P<yes>[^\n.;,\d]{2,30}?)[\s,;:.–-]+"
    r"(?:but|except(?:\s+for)?|apart from|only|just)[\s,:]+(?=\(?[1-9]\s*[.:)=–-])",
    re.I,
)
"""A yes to whatever else is in a form."""


def assent(words: str, guess: str = "", asked: str = "") -> Assent:
    """What the words say to the question `asked` and to the `guess` that was shown with it."""
    meant = reply_to(words, guess=guess, asked=asked).meant
    if meant is Meant.UNCLEAR and guess and "?" not in words and not _DENYING & {*words_of(words)}:
        return Assent.AGAINST
    return _ASSENTS.get(meant, Assent.NONE)


def opens_with_yes_or_no(text: str) -> bool:
    """Whether a guess begins so that a yes to it could be read in two ways: "No, only admins"."""
    found = _OPENS_WITH_YES_OR_NO.match(text)
    if found is None:
        return False
    apart = any(mark in found[0] for mark in ",.;:!–—-") or found.end() == len(text)
    return apart or text.strip().lower().startswith(_YES)


def picked(words: str, choices: Sequence[str]) -> int | None:
    """The place of the choice that the whole message picks, by its number or its words; None where it picks none."""
    for alike in (_spelled_alike, same_words):
        for place, choice in enumerate(choices):
            if alike(words, choice):
                return place
    said = words_of(words.replace("#", " "))
    named = [word for word in said if word in _NUMBERS and not (word in ("a", "one") and len(said) > 1)]
    named = named or [word for word in said if word == "one"]
    if len(named) != 1 or any(word not in _PICKING and word not in named for word in said):
        return None
    place = _NUMBERS[named[0]] - 1
    return place if place < len(choices) else None


class Pick(Struct, frozen=True):
    place: int
    besides: str = ""
    """What they say beside the number."""


def pick_in(words: str, choices: Sequence[str]) -> Pick | None:
    """The choice that a message picks, and what it says besides; None where that may change the choice."""
    if (place := picked(words, choices)) is not None:
        return Pick(place)
    found = _OPENS_WITH_NUMBER.match(words.replace("’", "'"))
    if found is None or int(found["number"]) > len(choices):
        return None
    besides = (found["besides"] or "").strip()
    return None if _may_change(besides) else Pick(int(found["number"]) - 1, besides)


def number_that_opens(words: str) -> str:
    """The number of a choice that a message begins with; nothing where it counts things, or corrects a line."""
    found = _OPENS_WITH_NUMBER.match(words.replace("’", "'"))
    return found["number"] if found else ""


_OPENS_WITH_NUMBER: Final = re.compile(
    r"\W*(?:(?:yes|yep|yeah|ok|okay|sure|right)\b[\s,.;!–—-]*)?(?:(?:option|choice|number|no\.?|nr\.?)\s+)?"
    r"(?P<number>[1-9])\b(?:[\s,]*(?:(?:it\s+is|it's|that's|is|sounds|looks|seems)\s+)?"
    r"(?:fine|right|good|ok|okay|correct|best|perfect|great|please|thanks|yes)\b)*"
    r"(?:[\s.!]*\Z|(?:\s*[.,;!)]|\s+[–—-])\s+(?P<besides>\S.*)\Z)",
    re.IGNORECASE | re.DOTALL,
)
_GOES_ON: Final = frozenset(
    "and or plus also with without for from in on at to by as than of after before until when while where which that "
    "not no never nor just only if but except unless".split()
)
"""With these a sentence goes on that the number began."""
_CHANGES: Final = frozenset(
    "but except unless though although however instead rather only provided otherwise if".split()
)


def _may_change(besides: str) -> bool:
    """Whether it may say of the choice that it is to be otherwise: only who understands the words can tell."""
    if re.search(r"[\d?]", besides) or corrects_itself(besides):
        return True
    first = words_of(re.split(r"[.;!\n]", besides)[0])
    return bool(first) and (first[0] in _GOES_ON or bool(_CHANGES & {*first}))


def _spelled_alike(one: str, other: str) -> bool:
    """Whether both are the same words, a no among them counted: "no-go" is not "go"."""
    return words_of(one.replace("-", " ")) == words_of(other.replace("-", " "))


def replies_by_part(words: str, count: int) -> Mapping[int, str]:
    """What is said to each part of a form, by its place: "1: yes; 2: after 30 days"; nothing where it is not so put.

    Who numbers some and takes the rest ("2: a week, the rest yes") has answered all of them.
    """
    told, rest = _with_the_rest(words)
    found = max((_numbered(told, way, count) for way in _PARTS), key=len)
    in_words = (_numbered(told, way, count) for way in _PARTS_IN_WORDS)
    found = found or next((replies for replies in in_words if [*replies] == [*range(count)]), {})
    return {place: found.get(place, rest) for place in range(count)} if found and rest else found


def _with_the_rest(words: str) -> tuple[str, str]:
    """The words without a yes to all that they do not number, and that yes; it stands after the others, or before."""
    for way in (_REST, _ALL_BUT):
        if (found := way.search(words)) and assent(found["yes"]) in (Assent.PLAIN, Assent.DELEGATED):
            return f"{words[: found.start()]}{words[found.end() :]}", found["yes"]
    return words, ""


def _numbered(words: str, way: re.Pattern[str], count: int) -> dict[int, str]:
    found = list(way.finditer(words))
    if not found or words[: found[0].start()].strip():
        return {}
    ends = [*(one.start() for one in found[1:]), len(words)]
    replies = {
        _NUMBERS[one[1].lower()] - 1: words[one.end() : end].strip(" ,;\n")
        for one, end in zip(found, ends, strict=True)
    }
    return replies if len(replies) == len(found) and all(place < count for place in replies) else {}


_TAKES_BACK = re.compile(
    r"\b(?:"
    r"i(?: was|'m| am|m) (?:wrong|mistaken)|my mistake|i misspoke|i mis-?read|(?:i )?got (?:that|it|this) wrong"
    r"|(?:i )?(?:take|took|want to take) (?:(?:that|this|it|my|what i said)\b.{0,30}? )?back"
    r"|(?:i(?:'ve| have)? )?chang(?:e|ed|ing) my mind|on second thoughts?|scratch that|strike that|forget what i said"
    r"|correction|to correct (?:myself|that|this|what)|let me correct|i (?:must|have to|need to) correct"
    r"|(?:not|no longer|isn't|is not|aren't|wasn't) (?:true|right|so)\b.{0,20}(?:any ?more|after all)"
    r"|contrary to what i said|unlike what i said"
    r"|what i said (?:before|earlier|about)\b.{0,60}\b(?:wrong|not|no longer)"
    r"|earlier i said|i said (?:before|earlier)|before i said|instead of what i said|other than i said"
    r"|not .{1,60}? after all"
    r")\b",
    re.IGNORECASE | re.DOTALL,
)


def corrects_itself(words: str) -> bool:
    """True where the user says so in so many words; a new statement alone does not."""
    return _TAKES_BACK.search(words.replace("’", "'")) is not None
