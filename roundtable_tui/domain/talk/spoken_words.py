"""Turns a message into the words that were meant, and says whether a vocabulary covers all of them.

How people type does not matter: emoji, capitals, dots, missing apostrophes, "pls", stretched words and one slip in a
long word. A word that is a word of its own is never taken for a slip.
"""

from __future__ import annotations

import re
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Generic, TypeVar

from msgspec import Struct

from roundtable_tui.domain.talk.ordinary_words import ORDINARY

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

Meaning = TypeVar("Meaning")
Words = tuple[str, ...]

_LONGEST_STEERING_MESSAGE = 200
_MOST_WORDS = 60
_FAR_ENOUGH = 8_000
"""Characters of a message that are read for what they mean: what somebody pasted after them is content."""
_SHORTEST_WITH_A_SLIP = 5
_MOST_SLIPS = 2
"""Stretched words and slips in one message; with more of them it says something else."""
_APOSTROPHES = "'’‘ʼ´`"
_LIGHT_PUNCTUATION = r".,;:!?…\"“”„«»()\[\]\-‐‑–—¿¡‼⁉" + _APOSTROPHES
_EMOJI = "\U0001f000-\U0001faff\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\ufe0e\ufe0f\u200d\u20e3"
_EMOTICON = re.compile(r"(?<![^\s.,!?)])(?:[:;=]['’]?-?[)(DPpOo3/\\|]+|<3|[xX]D+|\^_?\^)(?=[\s.,!?]|$)")
_WORD = re.compile(rf"[^\W_]+(?:[-‐‑{_APOSTROPHES}][^\W_]+)*|(?P<emoji>[{_EMOJI}])|[^\s{_LIGHT_PUNCTUATION}{_EMOJI}]")
_AS_A_NUMERAL = {"4": "for", "2": "to"}
_BEFORE_A_PERSON = re.compile(r"[42](?=\s+(?:me|us|you|u)\b)", re.IGNORECASE)
_WE_WILL = re.compile(f"we[{_APOSTROPHES}]ll", re.IGNORECASE)
_STRETCHED = re.compile(r"([^\W\d_])\1{2,}")
_LAUGHTER = re.compile(r"\A(?:a?(?:ha){2,}h?|(?:he){2,}h?|(?:hi){2,}|lo+l(?:ol)*)\Z")
_DOUBLED = re.compile(r"([^\W\d_])\1")
_TOKEN = re.compile(r"[()\[\]|]|[^()\[\]|\s]+")
_ENDINGS = "sdrny"
"""A word with one of these at its end is another form of it and no slip."""

# Written as people write them, apostrophes left out: what stands before the equals sign is said after it.
_SHORT_FORMS = (
    "pls plz plss plse plez pleez pleas bitte=please, thx thnx thks thanx tnx tks ty tysm danke merci gracias "
    "thankyou=thanks, k kk okey oki okie okidoki okeydokey doki dokey=ok, yea yeh yah yaah ya ye yas yap yop yez "
    "yesh ys jep ja jo oui si sí yessir uh-huh=yes, nein nee non na nop nopes=no, u=you, ur=your, im=i am, ive=i "
    "have, id=i would, ill=i will, youre=you are, were=we are, weve=we have, theyre=they are, its=it is, thats=that "
    "is, thatll=that will, whats=what is, lets=let us, dont=do not, doesnt=does not, didnt=did not, isnt=is not, "
    "arent=are not, wasnt=was not, cant=can not, cannot=can not, couldnt=could not, wont=will not, wouldnt=would "
    "not, shouldnt=should not, havent=have not, nvm nevermind=never mind, wanna=want to, gonna=going to, gotta=have "
    "to, lemme=let me, gimme=give me, ofc ofcourse=of course, tbh=to be honest, rn=right now, atm=at the moment, "
    "prob probs prolly=probably, tho=though, hilights hilites=highlights, hilights hilites=highlights, nxt=next, "
    "gotcha=got it, sry soz=sorry, wdym=what do you mean, idc=i do not care, idm=i do not mind, gtg g2g=i have to "
    "go, imo imho=in my opinion, afaik=as far as i know, everythings=everything is, everyones=everyone is"
)


def _short_forms(text: str) -> dict[str, Words]:
    rows = (row.partition("=") for row in text.split(","))
    return {short: tuple(meant.split()) for shorts, _, meant in rows for short in shorts.split()}


_MEANT = _short_forms(_SHORT_FORMS)


class Word(Struct, frozen=True):
    """One word in lower case, and where it stands in the message."""

    text: str
    start: int
    end: int


def words_of(message: str) -> Words:
    """The words in lower case, without apostrophes, punctuation and emoji.

    A hyphenated compound is one word ("fine-tune" is not "fine"), and a symbol such as / or $ is a word of
    its own, so that code and paths never look like plain speech.
    """
    return tuple(_plain(found[0]) for found in _WORD.finditer(message, 0, _FAR_ENOUGH) if not found["emoji"])


def spoken(message: str, signs: Mapping[str, str] | None = None) -> tuple[Word, ...]:
    """The words as they were meant: short forms written out, emoticons gone, emoji only where `signs` has a word."""
    return _all_spoken(message[:_FAR_ENOUGH], tuple((signs or {}).items()))


@lru_cache(maxsize=64)
def _all_spoken(message: str, signs: tuple[tuple[str, str], ...]) -> tuple[Word, ...]:
    """Every rule reads the same message again, some twenty times for an answer."""
    return tuple(_spoken(message, dict(signs)))


def _spoken(message: str, signs: Mapping[str, str]) -> Iterator[Word]:
    without = _EMOTICON.sub(lambda found: " " * len(found[0]), message)
    for found in _WORD.finditer(without):
        if found["emoji"]:
            if said := signs.get(found[0]):
                yield Word(said, *found.span())
            continue
        word = _plain(found[0])
        if _BEFORE_A_PERSON.match(without, found.start()):
            word = _AS_A_NUMERAL[word]
        for part in ("we", "will") if _WE_WILL.fullmatch(found[0]) else _MEANT.get(word, (word,)):
            yield Word(part, *found.span())


def _plain(word: str) -> str:
    return _LAUGHTER.sub("haha", re.sub(f"[{_APOSTROPHES}]", "", word.lower()))


def phrases(text: str) -> frozenset[Words]:
    """A vocabulary written as phrases with commas between them.

    "(it|that) is [very] good" stands for every way to say it: one of what is in round brackets, and what is in square
    ones or not.
    """
    patterns = text.lower().replace("'", "").split(",")
    return frozenset(way for one in patterns for way in _ways(iter(_TOKEN.findall(one)))) - {()}


def _ways(tokens: Iterator[str]) -> list[Words]:
    """Every way to read the tokens up to the bracket that closes them."""
    read: list[Words] = []
    reading: list[Words] = [()]
    for piece in tokens:
        match piece:
            case ")" | "]":
                break
            case "|":
                read, reading = read + reading, [()]
            case "(" | "[":
                inner = _ways(tokens)
                inner = [*inner, ()] if piece == "[" else inner
                reading = [before + after for before in reading for after in inner]
            case word:
                reading = [before + _MEANT.get(word, (word,)) for before in reading]
    return read + reading


def each(meaning: Meaning, text: str) -> dict[Words, Meaning]:
    """The phrases of a text, all with one meaning."""
    return dict.fromkeys(phrases(text), meaning)


COURTESY = phrases(
    "please, [many] thanks, thank you, (thanks|thank you) (a lot|so much|very much|again|in advance), "
    "(thanks|thank you) (all|both|everyone|everybody|team|guys|folks), "
    "hm, hmm, mhm, uh, uhm, um, umm, er, erm, ah, aha, oh, oops, ups, sorry, lol, haha, hehe, hey, hi"
)
"""What can stand beside any phrase without changing it."""


class Matched(Struct, Generic[Meaning], frozen=True):
    """What the first words of a message mean, and how many they are."""

    meanings: frozenset[Meaning]
    count: int


class Vocabulary(Generic[Meaning]):
    """Phrases with a meaning, and filler that may stand beside them."""

    def __init__(self, meanings: Mapping[Words, Meaning], filler: frozenset[Words] = frozenset()) -> None:
        """Courtesy is filler in every vocabulary."""
        self._meanings = dict(meanings)
        self._filler = filler | COURTESY

    @cached_property
    def _longest(self) -> int:
        return max(map(len, (*self._meanings, *self._filler)))

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(word for phrase in (*self._meanings, *self._filler) for word in phrase)

    @cached_property
    def _by_letter(self) -> dict[str, list[str]]:
        words = sorted(self._known)
        return {letter: [word for word in words if word[0] == letter] for letter in {word[0] for word in words}}

    @property
    def phrases(self) -> frozenset[Words]:
        return frozenset(self._meanings) | self._filler

    def only(self, message: str, signs: Mapping[str, str] | None = None) -> frozenset[Meaning]:
        """What the message means if it holds nothing but these phrases and filler; empty if it says more or less."""
        if len(message) > _LONGEST_STEERING_MESSAGE:
            return frozenset()
        words = [word.text for word in spoken(message, signs)]
        return self.of_words(words)

    def of_words(self, words: Sequence[str]) -> frozenset[Meaning]:
        return self._read(self.heard(words)) or frozenset()

    def covers(self, words: Sequence[str]) -> bool:
        """Whether there is nothing but phrases and filler in the words."""
        return self._read(self.heard(words)) is not None

    def opening(self, words: Sequence[str]) -> Matched[Meaning]:
        """The longest opening of the words that holds nothing but these phrases and filler."""
        heard = self.heard(words)
        for count in range(min(len(heard), _MOST_WORDS), 0, -1):
            if found := self._read(heard[:count]):
                return Matched(found, count)
        return Matched(frozenset(), 0)

    def heard(self, words: Iterable[str]) -> Words:
        """The words with slips mended, if they are few enough to be slips."""
        said = tuple(words)
        if sum(word not in self._known for word in said) > _MOST_SLIPS:
            return said
        return tuple(word if word in self._known else self._heard_as(word) for word in said)

    def _read(self, words: Words) -> frozenset[Meaning] | None:
        return None if len(words) > _MOST_WORDS else self._segments(words, 0, {})

    def _segments(
        self, words: Words, place: int, tried: dict[int, frozenset[Meaning] | None]
    ) -> frozenset[Meaning] | None:
        """The longest phrase at each place wins, as long as the rest can be read as well."""
        if place == len(words):
            return frozenset()
        if place in tried:
            return tried[place]
        tried[place] = None
        for length in range(min(self._longest, len(words) - place), 0, -1):
            part = words[place : place + length]
            if part not in self._meanings and part not in self._filler:
                continue
            rest = self._segments(words, place + length, tried)
            if rest is not None:
                tried[place] = rest | ({self._meanings[part]} if part in self._meanings else frozenset())
                break
        return tried[place]

    def _heard_as(self, word: str) -> str:
        if not word.isalpha():
            return word
        for shorter in (_STRETCHED.sub(r"\1\1", word), _STRETCHED.sub(r"\1", word)):
            if shorter != word and (said := self._said(shorter)):
                return said
        if word in ORDINARY:
            return word
        if (single := _DOUBLED.sub(r"\1", word)) != word and single in self._known:
            return single
        return self._mended(word)

    def _said(self, word: str) -> str:
        meant = " ".join(_MEANT.get(word, (word,)))
        return meant if meant in self._known else ""

    def _mended(self, word: str) -> str:
        candidates = {right for letter in word[:2] for right in self._by_letter.get(letter, ())}
        near = sorted((right for right in candidates if is_slip_of(word, right)), key=len)
        if not near or (len(near) > 1 and not all(right.startswith(near[0][:4]) for right in near)):
            return word
        return near[-1]


def is_slip_of(word: str, right: str, *, shortest: int = _SHORTEST_WITH_A_SLIP) -> bool:
    """Whether one letter too many, missing, wrong or swapped with its neighbour makes the one out of the other.

    In a word with a letter less than the `shortest` only two that changed places count.
    """
    if word == right or abs(len(word) - len(right)) > 1 or (word[:-1] == right and word[-1] in _ENDINGS):
        return False
    start = next((place for place, pair in enumerate(zip(word, right, strict=False)) if pair[0] != pair[1]), len(word))
    start = min(start, len(right))
    if len(word) == len(right) and word[start : start + 2] == right[start : start + 2][::-1]:
        return len(right) >= shortest - 1 and word[start + 2 :] == right[start + 2 :]
    if start == 0 or len(right) < shortest:
        return False
    if len(word) == len(right):
        return word[start + 1 :] == right[start + 1 :]
    longer, shorter = (word, right) if len(word) > len(right) else (right, word)
    return longer[start + 1 :] == shorter[start:]


def only_says(
    message: str, meanings: Mapping[Words, Meaning], filler: frozenset[Words] = frozenset()
) -> frozenset[Meaning]:
    """What the message means if it holds nothing but these phrases and filler; empty if it says more or less."""
    return Vocabulary(meanings, filler).only(message)
