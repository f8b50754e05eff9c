"""What a short reply says to what was shown with a question: a guess, choices to pick from, a form of small parts."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from roundtable_tui.domain.talk.steering_phrases import only_says, phrases, words_of

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


class _Sense(StrEnum):
    YES = "yes"
    RIGHT = "right"
    """Says that what was shown is right: never only a yes to the question."""
    NO = "no"


_SENSES: Final = {
    **dict.fromkeys(
        phrases(
            "y, yes, yep, yeah, yup, aye, ya, sure, sure thing, ok, okay, k, of course, certainly, definitely, "
            "absolutely, indeed, exactly, precisely, please do, go ahead, do it, do that, do so, yes I do, I do, we "
            "do, it is, it does, they do, they are, you may, true, by all means, no problem, why not"
        ),
        _Sense.YES,
    ),
    **dict.fromkeys(
        phrases(
            "right, correct, fine, good, perfect, great, agreed, I agree, accepted, confirmed, I confirm, approved, "
            "lgtm, spot on, that's it, that is it, quite so, just so, exactly so, exactly that, exactly right, good "
            "guess, nice guess, you're right, you are right, you guessed right, you guessed it, well guessed, makes "
            "sense, works, works for me, fine by me, fine with me, good with me, ok with me, ok for me, good enough, "
            "good as it is, right as it is, as you say, as you said, as you guessed, as guessed, as suggested, as you "
            "suggest, as you suggested, as proposed, as you propose, as you proposed, as shown, as it stands, like "
            "that, like this, like you said, what you said, what you say, same here, go with it, go with that, go with "
            "this, go for it, let's go with that, let's go with it, let's go with this, let's do that, let's take "
            "that, take it, take that, take this, keep it, keep that, use it, use that, leave it like that, leave it "
            "as it is, I think so, I think so too, I'd say so, I would say so, no objection, no objections, no "
            "changes, nothing to change, not bad, all right, alright, all good, all correct, all fine"
        ),
        _Sense.RIGHT,
    ),
    **dict.fromkeys(
        phrases("n, no, nope, nah, not, don't, never, wrong, isn't, doesn't, not really, not quite, no thanks"),
        _Sense.NO,
    ),
}
_VERDICTS = (
    "is fine, are fine, is right, are right, is correct, are correct, is good, are good, is ok, is okay, are ok, are "
    "okay, is perfect, is true, sounds right, sound right, sounds good, sound good, sounds fine, sounds about right, "
    "looks right, look right, looks good, look good, looks fine, looks correct, seems right, seems fine, seems good, "
    "works, works for me, holds, stands, is it, will do, does it, makes sense, fits, is what I want, is what we want, "
    "is what I meant, is what I mean, is what we need, is what I need, is how it is, is how it should be, is exactly "
    "right, is about right, is fine by me, is fine with me, is good enough"
)
_SENSES.update(dict.fromkeys(phrases(_VERDICTS), _Sense.RIGHT))
_NAMES: Final = phrases(
    "it, that, this, they, these, those, all, all of it, all of that, all of them, everything, both, thats, its, "
    "theyre, the guess, your guess, the suggestion, your suggestion, the proposal, your proposal, your idea, your "
    "wording, your version, your reading, your assumption, the assumption, the first one, the one you guessed, with "
    "your guess, with the guess, with your suggestion, with that, with it, to that, to it, to all, to all of it, "
    "go, go with, let's go, let's go with, take, keep, use, let's take, let's use, I'd go, I would go, I'm, I am, I, we"
)
_COURTESY: Final = phrases(
    "thanks, thank you, thx, please, pls, then, oh, well, hmm, hm, so, and, just, now, here, for now, I think, I "
    "guess, I suppose, I'd say, to me, for me, for us, really, totally, completely, entirely, very, quite, there, "
    "maya, alex, jordan, that, as, exactly"
)
_TAKING: Final = phrases("go with, take, keep, use, let's go with, let's take, let's use, I'd go with, I would go with")
_DELEGATING: Final = phrases(
    "no preference, I have no preference, no strong preference, no strong opinion, no opinion, I have no opinion, "
    "whatever you think, whatever you think is best, whatever you think is right, whatever you prefer, whatever you "
    "like, whatever you say, whatever you want, whatever works, whatever is easiest, whatever is simplest, whatever is "
    "best, whatever, whichever, whichever you prefer, whichever you like, whichever is easier, you decide, you choose, "
    "you pick, you tell me, your call, your choice, your decision, it's your call, up to you, it's up to you, that's "
    "up to you, I leave it to you, I leave that to you, I'll leave it to you, I'll leave that to you, I don't mind, "
    "don't mind, I don't care, don't care, either, either is fine, either way, either works, either one, both are "
    "fine, any, any of them, anything goes, doesn't matter, it doesn't matter, makes no difference, all the same to "
    "me, as you like, as you wish, as you think best, do as you like, do what you think is best, I trust you, I trust "
    "your judgement, I trust your judgment, use your judgement, use your judgment, your best guess, use your best guess"
)
_YES = ("yes", "yep", "yeah")
_STRONG = frozenset((*_YES, "yup", "ok", "okay", "sure"))
"""What opens an answer without a comma after it."""
_LONGEST_OPENING = 5
"""Words."""
_OPENS_WITH_YES_OR_NO = re.compile(
    r"\W*(?:yes|yep|yeah|no|nope|nah)\b(?:\s*[,.;:!–—-]\s*|\s*\Z|\s+(?=[a-z]))", re.IGNORECASE
)
_OPENS_WITH_NO = re.compile(r"\W*(?:no|nope|nah|never)\s*[,.;:!–—-]", re.IGNORECASE)
_POLAR = frozenset(
    "do does did is are was were can could should shall may might must will would has have had dont doesnt isnt arent "
    "cant shouldnt wont wouldnt".split()
)
_NEGATIONS = frozenset("no not never nobody nothing none neither nor without cannot cant dont doesnt isnt".split())
_BEFORE_A_POLAR = ("and", "so", "but", "then", "or")
_MARKS = re.compile(r"[\s\"“”„«»'’‘`.,;:!?()–—-]+")
_NUMBERS: Final = {
    word: number
    for number, names in enumerate(("1 one first a", "2 two second b", "3 three third c", "4 four fourth d"), 1)
    for word in names.split()
} | {str(number): number for number in range(5, 10)}
_PICKING = frozenset(
    "option choice number no nr the one i take pick choose prefer id go with please thanks its".split()
)
_PART = re.compile(r"(?:\A|[\n;,])\s*\(?([1-9])\s*[.:)=–-]\s*")


def assent(words: str, guess: str = "", asked: str = "") -> Assent:
    """What the words say to the question `asked` and to the `guess` that was shown with it."""
    if guess and same_words(words, guess):
        return Assent.PLAIN
    if only_says(words, dict.fromkeys(_DELEGATING, True), _COURTESY):
        return Assent.DELEGATED
    contrary = _is_contrary(guess, asked)
    if senses := _senses(words):
        if _Sense.NO in senses or "?" in words:
            return Assent.NONE
        return Assent.AGAINST if contrary and _Sense.RIGHT not in senses else Assent.PLAIN
    if not _opens_with_assent(words):
        return Assent.NONE
    return Assent.AGAINST if contrary else Assent.MORE


def same_words(one: str, other: str) -> bool:
    """Whether both say the same, whatever their case, their marks or an opening yes or no."""
    return bool(_bare(one)) and _bare(one) == _bare(other)


def opens_with_yes_or_no(text: str) -> bool:
    """Whether a guess begins so that a yes to it could be read in two ways: "No, only admins"."""
    found = _OPENS_WITH_YES_OR_NO.match(text)
    if found is None:
        return False
    apart = any(mark in found[0] for mark in ",.;:!–—-") or found.end() == len(text)
    return apart or text.strip().lower().startswith(_YES)


def picked(words: str, choices: Sequence[str]) -> int | None:
    """The place of the choice that the whole message picks, by its number or its words; None where it picks none."""
    for place, choice in enumerate(choices):
        if same_words(words, choice):
            return place
    said = words_of(words.replace("#", " "))
    named = [word for word in said if word in _NUMBERS and not (word in ("a", "one") and len(said) > 1)]
    named = named or [word for word in said if word == "one"]
    if len(named) != 1 or any(word not in _PICKING and word not in named for word in said):
        return None
    place = _NUMBERS[named[0]] - 1
    return place if place < len(choices) else None


def replies_by_part(words: str, count: int) -> Mapping[int, str]:
    """What is said to each part of a form, by its place: "1: yes; 2: after 30 days"; nothing where it is not so put."""
    found = list(_PART.finditer(words))
    if not found or words[: found[0].start()].strip():
        return {}
    ends = [*(one.start() for one in found[1:]), len(words)]
    replies = {int(one[1]) - 1: words[one.end() : end].strip(" ,;\n") for one, end in zip(found, ends, strict=True)}
    return replies if len(replies) == len(found) and all(place < count for place in replies) else {}


def _senses(words: str) -> frozenset[_Sense]:
    return only_says(words, _SENSES, _NAMES | _COURTESY) or (
        frozenset({_Sense.RIGHT}) if _takes_what_was_shown(words) else frozenset()
    )


def _takes_what_was_shown(words: str) -> bool:
    """“Go with your guess”, “take the suggestion”: a verb and what it is about, and nothing else."""
    verbs = dict.fromkeys(_TAKING, "verb")
    things = dict.fromkeys(
        phrases("your guess, the guess, that guess, your suggestion, your proposal, that, yours"), "it"
    )
    return only_says(words, {**verbs, **things}, _COURTESY - phrases("that, as, exactly")) == {"verb", "it"}


def _opens_with_assent(words: str) -> bool:
    said = words.split()
    for count in range(1, min(len(said), _LONGEST_OPENING) + 1):
        apart = said[count - 1][-1] in ",.;:!–—" or (count < len(said) and said[count] in ("-", "–", "—"))
        strong = count == 1 and bool(_STRONG & {*words_of(said[0])})
        if (apart or strong) and (senses := _senses(" ".join(said[:count]))):
            return _Sense.NO not in senses
    return False


def _is_contrary(guess: str, asked: str) -> bool:
    """Whether a plain yes to the question would deny the guess."""
    if not guess:
        return False
    if _OPENS_WITH_NO.match(guess):
        return True
    denied = {*words_of(guess)} & _NEGATIONS
    return _is_polar(asked) and bool(denied - {*words_of(asked)})


def _is_polar(asked: str) -> bool:
    """Whether the question can be answered by yes or no."""
    question = re.split(r"[.!?\n]\s+", asked.strip().rpartition("?")[0])[-1]
    words = [word for word in words_of(question) if word not in _BEFORE_A_POLAR[:-1]]
    return bool(words) and words[0] in _POLAR and "or" not in words


def _bare(text: str) -> str:
    plain = text.casefold().strip()
    opening = _OPENS_WITH_YES_OR_NO.match(plain)
    rest = plain[opening.end() :] if opening and opens_with_yes_or_no(plain) else plain
    return _MARKS.sub(" ", rest).strip() or _MARKS.sub(" ", plain).strip()
