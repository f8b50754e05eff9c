"""What a message says to a question and to the guess shown with it: yes, no, something of its own, or nothing yet."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.talk.reply_phrases import OPENINGS, SIGNS, STRONG, Sense, asks_back, senses_of
from roundtable_tui.domain.talk.small_talk import says_none, says_nothing
from roundtable_tui.domain.talk.spoken_words import phrases, spoken, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roundtable_tui.domain.talk.spoken_words import Word


class Meant(StrEnum):
    YES = "yes"
    GUESS = "guess"
    """A yes to the guess that was shown."""
    YES_AND_MORE = "yes and more"
    YES_BUT = "yes but"
    """A yes with a reservation: the guess does not stand as it was shown."""
    AGAINST = "against"
    """A yes to the question that contradicts the guess."""
    NO = "no"
    NO_AND_MORE = "no and more"
    UNCLEAR = "unclear"
    """A yes or no that can be read in two ways."""
    DELEGATED = "delegated"
    UNKNOWN = "unknown"
    ASKS_BACK = "asks back"
    PASSED = "passed"
    NOTHING = "nothing"
    ANSWER = "answer"


class Reply(Struct, frozen=True):
    meant: Meant
    rest: str = ""
    """The user's words beside the yes or no; for an answer all of them."""

    @property
    def agrees(self) -> bool:
        """Whether it is a plain yes, with nothing beside it."""
        return self.meant in (Meant.YES, Meant.GUESS)


_LONGEST_OPENING = 12
"""Words."""
_FEW = 2
_GOES_ON = re.compile(r"\s+(?:please|pls|plz|also|then|make sure|let['’]?s|we|they|it|i|he|she|you)\b", re.IGNORECASE)
"""After "ok and": with a noun there the two may be one thing, as in "ok and cancel buttons"."""
_AND = re.compile(r"(?:and\s+also|and|also|plus|additionally|in addition)\b[\s,:]*", re.IGNORECASE)
_BUT = re.compile(r"but\b[\s,:]*", re.IGNORECASE)
_RESERVES = re.compile(
    r"(?:except|unless|if|only|however|though|although|as long as|provided|not|apart from|other than|instead|until|when"
    r"|once|just not|with the exception)\b",
    re.IGNORECASE,
)
_JOINS = frozenset("but except unless plus however though although and also if only as".split())
_SEPARATED = re.compile(r"[,.;:!\n–—]|\s-\s")
_AFTER_A_BARE_NO = frozenset(
    "it its that thats this these those we i im they he she you there the a an only because cause but and not just "
    "dont rather instead please thanks never actually in at for with both my our your their let also even too".split()
)
"""What cannot follow "no" where it belongs to a noun, as in "no user"."""
_NAMES_THE_YES = frozenset("or no is means mean was men man button flag option box votes answers vote field".split())
_ADDING = frozenset("too also well it that they we i he she you them".split())
_POLAR = frozenset(
    "do does did is are was were can could should shall may might must will would has have had dont doesnt didnt isnt "
    "arent cant couldnt shouldnt wont wouldnt havent hasnt".split()
)
_LITTLE = (
    frozenset(
        "the a an and or of to in on at for with by from as it its they them their he she we us our you your i me my "
        "this that these those there here be been being too also any some all each every".split()
    )
    | _POLAR
)
_STEM = 4
"""Letters in which two forms of a word are alike."""
_NEGATIONS = frozenset("no not never nobody nothing none neither nor without only cannot cant dont".split())
_OPENS_WITH_NO = re.compile(r"\W*(?:no|nope|never)\s*[,.;:!–—-]", re.IGNORECASE)
_OPENING_WORD = re.compile(r"\W*(?:(?:yes|yep|yeah)(?=[\s,.;:!–—-])|(?:no|nope)(?=\s*[,.;:!–—-]))[\s,.;:!–—-]*")
_MARKS = re.compile(r"[\s\"“”„«»'’‘.,;:!?()–—-]+")


def same_words(one: str, other: str) -> bool:
    """Whether both say the same word for word, whatever their case, marks or an opening yes or no."""
    return bool(_bare(one)) and _bare(one) == _bare(other)


def _bare(text: str) -> str:
    plain = text.casefold().strip()
    without = _MARKS.sub(" ", _OPENING_WORD.sub("", plain, count=1)).strip()
    return without or _MARKS.sub(" ", plain).strip()


def yes_or_no(message: str, default: bool) -> bool | None:
    """The user's yes or no, the default for an empty message, None where it has to be asked again."""
    if not message.strip():
        return default
    reply = reply_to(message)
    if reply.agrees:
        return True
    return False if reply.meant is Meant.NO else None


def begins_with_yes(message: str) -> bool:
    """Whether a message says yes before it says anything else: "Yes for that one. The other is …"."""
    if reply_to(message).agrees:
        return True
    opened = _opened(message, guessed=True, contrary=False)
    return opened is not None and opened.meant in (Meant.YES_AND_MORE, Meant.YES_BUT)


def reply_to(message: str, *, guess: str = "", asked: str = "") -> Reply:
    """What the message says to the question `asked` and to the `guess` shown with it."""
    if guess and same_words(message, guess):
        return Reply(Meant.GUESS)
    contrary = _is_contrary(guess, asked)
    if senses := senses_of(message):
        if words_of(message) in _UNFINISHED:
            return Reply(Meant.NOTHING)
        return Reply(_plain_reply(senses, message, guessed=bool(guess), contrary=contrary))
    if asks_back(message):
        return Reply(Meant.ASKS_BACK)
    if says_nothing(message) and not says_none(message):
        return Reply(Meant.NOTHING)
    opened = _opened(message, guessed=bool(guess), contrary=contrary)
    if _repeats(opened.rest if opened and opened.meant is Meant.YES_AND_MORE else message, guess):
        return Reply(Meant.GUESS)
    return opened or Reply(Meant.ANSWER, message.strip())


def _repeats(said: str, guess: str) -> bool:
    """Whether it is only said in words of the guess that it is right: "30 days is right", and none of two is chosen."""
    found = _IS_RIGHT.fullmatch(said)
    if found is None:
        return False
    named, guessed = {*words_of(found[1])}, {*words_of(guess)}
    figures = {word for word in guessed if word.isdecimal()}
    return bool(named - _LITTLE) and named <= guessed and figures <= named and not guessed & {"or", "and"}


_IS_RIGHT = re.compile(
    r"(.+?)\s+(?:is|are|sounds?|looks?)\s+(?:right|correct|fine|good|ok|okay|true)\W*", re.IGNORECASE
)


def _plain_reply(senses: frozenset[Sense], message: str, *, guessed: bool, contrary: bool) -> Meant:
    takes_it = senses & _ABOUT_THE_GUESS and Sense.NO not in senses and "?" not in message
    if guessed and takes_it and Sense.UNKNOWN in senses:
        return Meant.DELEGATED  # "don't know, take your guess"
    for sense, meant in _STRONGER:
        if sense in senses:
            return meant
    if Sense.NO in senses:
        return Meant.UNCLEAR if contrary or senses & {Sense.YES, Sense.RIGHT} else Meant.NO
    if Sense.PARTLY in senses:
        return Meant.YES_BUT
    if "?" in message and "why" not in words_of(message):
        return Meant.UNCLEAR
    if contrary and not senses & _ABOUT_THE_GUESS:
        return Meant.AGAINST if Sense.AFFIRMS in senses else Meant.UNCLEAR
    return Meant.GUESS if guessed else Meant.YES


_UNFINISHED = phrases("ok so, okay so, yes so, yes and, ok and, okay and, yes but, ok but, no but, yes or")
_ABOUT_THE_GUESS = {Sense.RIGHT, Sense.SHOWN}
_STRONGER = (
    (Sense.DELEGATED, Meant.DELEGATED),
    (Sense.ASKS, Meant.ASKS_BACK),
    (Sense.UNKNOWN, Meant.UNKNOWN),
    (Sense.PASSES, Meant.PASSED),
)
"""What decides beside a yes or no, the first before the others."""


def _is_contrary(guess: str, asked: str) -> bool:
    """Whether a plain yes to the question would deny the guess."""
    if not guess:
        return False
    if _OPENS_WITH_NO.match(guess):
        return True
    if not _is_polar(asked):
        return False
    denied = {*words_of(guess)} & _NEGATIONS
    return bool(denied - {*words_of(asked)}) or not _takes_up(guess, asked)


_FAULTS = frozenset("wrong missing change changes add forgot forgotten incorrect amend differently different".split())


def asks_for_faults(asked: str) -> bool:
    """Whether a yes to the question says that what was shown does not stand: "Is anything wrong or missing?"."""
    words = words_of(asked.strip().rpartition("?")[0].rpartition(".")[2])
    return bool(words) and words[0] in _POLAR and bool(_FAULTS & {*words}) and "right" not in words


def _takes_up(guess: str, asked: str) -> bool:
    """Whether a guess says of its subject what the question asks: in the same words, or in another form of them."""
    said = [word for word in words_of(guess) if word not in _LITTLE]
    if words_of(guess)[:1] == tuple(said[:1]) or words_of(guess)[:1] in (("the",), ("a",), ("our",), ("all",)):
        said = said[1:]
    wanted = [word for word in words_of(asked) if word not in _LITTLE]
    return any(one[:_STEM] == other[:_STEM] for one in said for other in wanted)


def _is_polar(asked: str) -> bool:
    """Whether the question can be answered by yes or no."""
    question = re.split(r"[.!?\n]\s+", asked.strip().rpartition("?")[0])[-1]
    words = [word for word in words_of(question) if word not in ("and", "so", "but", "then")]
    return bool(words) and words[0] in _POLAR and "or" not in words


def _opened(message: str, *, guessed: bool, contrary: bool) -> Reply | None:
    """A yes or no with something after it; the longest that ends at a comma or the like, else the first strong word.

    Where no guess is shown, only a plain yes or no can open an answer: "It's fine if it takes a minute" is one.
    """
    words = spoken(message, SIGNS)
    if not guessed and words and words[0].text not in {*STRONG, "no"}:
        return None
    for count, senses in _openings(words):
        after = words[count]
        separated = _is_separated(message, words, count)
        if not separated and not (count == 1 and _runs_on(words[0].text, after.text)):
            continue
        if reply := _with_rest(senses, words[:count], message[after.start :].strip(), contrary=contrary):
            return reply
    return None


def _openings(words: tuple[Word, ...]) -> Iterator[tuple[int, frozenset[Sense]]]:
    texts = [word.text for word in words]
    for count in range(min(len(words) - 1, _LONGEST_OPENING), 0, -1):
        if words[count - 1].end <= words[count].start and (senses := OPENINGS.of_words(texts[:count])):
            yield count, senses


def _is_separated(message: str, words: tuple[Word, ...], count: int) -> bool:
    last, after = words[count - 1], words[count]
    if _SEPARATED.search(message[last.end : after.start]) or message[last.start : last.end] in SIGNS:
        return True
    if after.text not in _JOINS:
        return False
    asks_for_more = after.text == "and" and _GOES_ON.match(message, after.end) is not None
    return after.text == "but" or count > 1 or last.text in STRONG or asks_for_more


def _runs_on(first: str, after: str) -> bool:
    if first == "no":
        return after in _AFTER_A_BARE_NO
    return first in STRONG and after.isalnum() and after not in _NAMES_THE_YES


def _with_rest(senses: frozenset[Sense], opening: tuple[Word, ...], rest: str, *, contrary: bool) -> Reply | None:
    if len(opening) == 1 and opening[0].text not in {*STRONG, "no"} and _lists(rest):
        return None
    if Sense.NO in senses:
        if senses & {Sense.YES, Sense.RIGHT}:
            return None
        return Reply(
            Meant.UNCLEAR if contrary else Meant.NO_AND_MORE, _AND.sub("", rest, count=1) if _AND.match(rest) else rest
        )
    if reserved := _BUT.match(rest):
        more, meant = rest[reserved.end() :], Meant.YES_BUT
    elif Sense.PARTLY in senses or _RESERVES.match(rest):
        more, meant = rest, Meant.YES_BUT
    else:
        joined = _AND.match(rest)
        more, meant = rest[joined.end() :] if joined else rest, Meant.YES_AND_MORE
    if not more or senses_of(more) & {Sense.NO}:
        return None
    if contrary and not senses & _ABOUT_THE_GUESS:
        meant = Meant.AGAINST
    return Reply(meant, more)


def _lists(rest: str) -> bool:
    """Whether a word and what follows it are rather a list: "right, left and centre"."""
    if _BUT.match(rest) or _RESERVES.match(rest) or _AND.match(rest):
        return False
    pieces = [words_of(piece) for piece in re.split(r",|;|\band\b|\bor\b", rest)]
    short = all(len(piece) <= _FEW for piece in pieces)
    return short and not {word for piece in pieces for word in piece} & _ADDING
