"""The phrases with which people answer a question or a guess in a word or two, and what each of them says."""

from __future__ import annotations

import re
from enum import Enum, auto
from itertools import product
from typing import Final

from roundtable_tui.domain.talk.spoken_words import COURTESY, Vocabulary, Words, each, phrases, spoken


class Sense(Enum):
    OK = auto()
    """Agrees unless something else is said beside it."""
    YES = auto()
    AFFIRMS = auto()
    """Says in so many words that it is so ("they can"), where a yes or no stands beside it."""
    RIGHT = auto()
    """Says that what was shown is right, and so is a yes to the guess, never only to the question."""
    PARTLY = auto()
    SHOWN = auto()
    """Names what was shown, and so takes it unless a no is said beside it."""
    NO = auto()
    DELEGATED = auto()
    UNKNOWN = auto()
    ASKS = auto()
    PASSES = auto()


SIGNS: Final = {"👍": "yes", "👌": "yes", "✅": "yes", "✔": "yes", "☑": "yes", "💯": "yes", "👎": "no", "❌": "no"}


def _all(*parts: str) -> str:
    """Every way to say one phrase of each part after the other; the phrases have commas between them."""
    ways = product(*(part.split(",") for part in parts))
    return ",".join(" ".join(piece.strip() for piece in way) for way in ways)


_WHO = "it, they, we, i, you, he, she, that, this, there"
_DO = "is, are, am, do, does, did, can, could, will, would, should, must, may, has, have, was"
_YOU_SAY = _all(
    "as, like, what, the way",
    "you say, you said, you guessed, you guess, you suggest, you suggested, you propose, you proposed, you wrote, "
    "you put it, you described, you described it, you assumed, you assume, you have it, you have written, you wrote it",
)
_SHOWN = each(
    Sense.SHOWN,
    f"{_YOU_SAY}, yours, {_all('your, the, that', 'guess, assumption, suggestion, proposal')}, "
    + _all("your", "idea, version, reading, draft, default, wording, answer, choice of words"),
)
_FINE = (
    "fine, right, correct, good, ok, okay, perfect, great, true, reasonable, sensible, plausible, logical, accurate, "
    "about right, exactly right, spot on, fair, acceptable, fine with me, fine by me, ok for me, ok with me, good to "
    "me, right to me, fine to me, good enough, what i want, what we want, what i meant, what i mean, what we do, "
    "what we need, what i need, how it is, how we do it, how it works, how it should be"
)
_IS_FINE = (
    f"{_all('is, sounds, looks, seems', _FINE)}, works, works for me, works for us, holds, stands, will do, makes "
    "sense, makes sense to me"
)
_IS_WRONG = (
    "is wrong, is not right, is not correct, is incorrect, is off, is not true, is false, is not it, is not quite "
    "right, is not what i meant, is not what i want, is not what we want, does not work, does not fit, is not good, "
    "is not the case, is nonsense, is not how it is, is not how it works, is not how we do it"
)

_YES = each(
    Sense.YES,
    "y, yes, yep, yeah, yup, jup, aye, sure, sure thing, for sure, of course, certainly, definitely, absolutely, "
    "indeed, naturally, obviously, totally, please do, go ahead, do it, do so, please go ahead, fine, correct, right, "
    "true, i am sure, i think so, i guess so, i suppose so, i would say so, i believe so, i hope so, probably yes, "
    "i would "
    "say yes, i say yes, why not, by all means, with pleasure, gladly, i would like that, i want that, affirmative, "
    "yes sir, go for it, let us do it, make it so, hell yes, hell yeah, heck yes, let us do this, that would be "
    "great, that would be nice, i would love to, i would love that, i would like to, very much, "
    "it is a yes, that is a yes",
)
_AFFIRMS = each(Sense.AFFIRMS, _all(_WHO, _DO))
_PARTLY = each(
    Sense.PARTLY,
    "mostly, mostly yes, partly, partly yes, in part, partially, more or less, kind of, sort of, almost, nearly, yes "
    "mostly, yes partly, yes more or less, not entirely, not completely, not always, in most cases, usually yes",
)
_OKAY = each(Sense.OK, "ok, okay, alright, all right, okay then, very well")
_RIGHT = each(
    Sense.RIGHT,
    "exactly, precisely, exactly that, exactly this, just that, spot on, is spot on, bingo, nailed it, you got it, "
    "you have got it, got it right, you guessed right, you guessed correctly, you are right, your right, you are "
    "correct, agreed, i agree, agree, i agree with you, i agree with that, i agree with it, agree with you, agree "
    "with that, i agree there, good idea, good guess, good point, just what i want, about right, leave it at that, "
    "let us leave it at that, i like that, i like it, confirmed, confirm, i confirm, i confirm that, accepted, "
    "accept, i accept, approved, perfect, great, fine by me, fine with me, fine for me, ok by me, ok with me, ok for "
    "me, good for me, good with me, i am fine with that, i am fine with it, i am ok with that, i am ok with it, i am "
    "good with that, i am happy with that, keep it like that, keep it that way, keep it as it is, keep it as is, "
    "keep it so, leave it like that, leave it as it is, leave it as is, leave it that way, leave it so, do that, do "
    "it like that, do it that way, do exactly that, let us do that, let us do it that way, let us do it like that, "
    "like that, same here, same as you, i think the same, as proposed, as suggested, as guessed, as assumed, as "
    "shown, as above, as written, as is, as it stands, as it is, that one, that one is right, that ones right, that "
    "one is fine, this one, i would agree, i can agree, i think you "
    "are right, you are absolutely right, you are totally right, no objection, no objections, "
    "nothing to object, cool with me, cool with that, that is it, that is the one, good by me, lgtm, "
    "can not argue with that, could not agree more, i am on board, i am on board with that, "
    "that is about the size of it, that matches, that matches what i meant, could not have put it better, "
    "could not have said it better, could not have put it better myself, "
    f"{_IS_FINE}, {_all('that is, it is, this is, these are, those are, they are', _FINE)}, "
    f"{_all('yes to, ok for, fine for, right for', 'all, both, all of them, all of it, all three, all of those')}, "
    + _all("go with, take, use, keep, stick with, go for, agree with", "that, it, this, that one, this one"),
)
_NO = each(
    Sense.NO,
    "n, no, nope, nah, no thanks, no thank you, not now, not yet, not really, not quite, not exactly, not at all, "
    "not that, not this, not that one, not so, do not, please do not, i do not, no i do not, cancel, never mind, "
    "better not, rather not, i would rather not, preferably not, let us not, no way, hell no, heck no, i am afraid "
    "not, i decline, decline, i do not want to, i would not, but no thanks, no go, god no, no no, no sir, certainly "
    "not, absolutely not, of course not, definitely not, probably not, surely not, please no, i disagree, disagree, "
    "i do not agree, i do not think so, i think not, i guess not, wrong, wrong guess, incorrect, not correct, not "
    "right, not true, false, you are wrong, i do not want that, i do not want it, we do not want that, do not do "
    "that, do not do it, do not, stop it, by no means, under no circumstances, negative, it is a no, that is a no, i "
    "say no, bad idea, bad guess, not good, not like that, "
    + ",".join(
        (
            _all(_WHO, _DO, "not"),
            _IS_WRONG,
            _all("that, it, this", _IS_WRONG),
        )
    ),
)
_DELEGATED = each(
    Sense.DELEGATED,
    "whatever, whatever works, whatever is best, whatever is easier, whatever is easiest, whatever is simplest, "
    "whatever is simpler, whatever fits, whatever is better, whatever makes sense, whichever, whichever is easier, "
    "up to you, it is up to you, that is up to you, i leave it up to you, i will leave it up to you, i leave that up "
    "to you, i leave it to you, i leave that to you, i will leave it to you, i will leave that to you, leave it to "
    "you, you decide, you choose, you pick, you pick one, pick one, just pick one, pick any, choose one, just choose "
    "one, take any, take either, decide for me, choose for me, please decide, please "
    "choose, your call, it is your call, your choice, your decision, your turn to decide, no preference, no "
    "preferences, i have no preference, no strong preference, no real preference, no particular preference, i have "
    "no strong preference, no strong opinion, no opinion, i have no opinion, i have no strong opinion, no strong "
    "feelings, i do not care, do not care, i do not really care, i do not mind, i do not really mind, do not mind, i "
    "would not mind, does not matter, it does not matter, that does not matter, does not matter to me, it does not "
    "matter to me, not important, either, either one, either is fine, either is ok, either works, either way, either "
    "way is fine, either way works, either one is fine, both are fine, both are ok, both work, any is fine, any of "
    "them, any of those, any of these, any one of them, all the same to me, it is all the same to me, as you like, "
    "as you like it, as you wish, as you see fit, as you prefer, as you please, as you think, as you think best, do "
    "what you think is best, do what you think, do as you think best, do as you like, do what you want, do whatever "
    "you want, do whatever you think is best, do your thing, i trust you, i trust your judgement, i trust your "
    "judgment, i trust you on that, you know best, you know better, you tell me, you are the expert, surprise me, "
    "use your judgement, use your best judgement, use your judgment, use your best judgment, go with whatever you "
    "think, go with whatever you like, go with whatever, i defer to you, i am easy, i am flexible, dealers choice, "
    "best judgement, your best judgement, anything goes, anything works, anything is fine, you are free to choose, "
    "feel free to choose, feel free to decide, free choice, i would leave it to you, i would leave that to you, "
    "you are the experts, not fussed, i am not fussed, i have no view, i have no view on that, could go either way, "
    "happy with whatever, "
    + _all(
        "i am fine with, fine with, ok with, i am ok with, i am happy with",
        "anything, either, both, whatever, any, all of them",
    )
    + ","
    + _all(
        "whatever, whichever, what, whichever one, which ever, what ever",
        "you think, you think is best, you think best, you like, you prefer, you want, you say is best, you decide, "
        "you recommend, you feel is best, you consider best, you find best, you think makes sense, you think is "
        "right",
    ),
)
_UNKNOWN = each(
    Sense.UNKNOWN,
    "I don't know, don't know, I do not know, dunno, I dunno, idk, not sure, I'm not sure, I am not sure, unsure, "
    "I'm unsure, no idea, I have no idea, I've no idea, no clue, I have no clue, I haven't a clue, later, ask me "
    "later, ask later, ask again later, maybe later, tbd, tba, to be decided, to be determined, to be defined, to be "
    "discussed, unknown, it's unknown, unclear, it's unclear, not known, hard to say, hard to tell, difficult to "
    "say, can't say, I can't say, I couldn't say, can't tell, I can't tell, can't answer, I can't answer, can't "
    "answer that, not decided, we have not decided, undecided, not clear, nobody knows, who knows, god knows, I "
    "would have to ask, I have to ask, I need to ask, have to ask, need to ask, must ask, I need to check, I have to "
    "check, I would have to check, have to check, need to check, let me check, I will check, I'll ask, I'll find "
    "out, I have to find out, don't remember, I don't remember, can't remember, I can't remember, I forgot, we don't "
    "know, we do not know, not that I know of, no answer, I have no answer, not certain, I am not certain, I really "
    "don't know, no information",
)
_UNKNOWN_FILLER = phrases(
    "yet, still, honestly, really, right now, at the moment, that, for now, now, then, I'm afraid, to be honest, "
    "about that, about this, about it, I, I'm, for sure, exactly, actually, offhand, today, just, first, around, my "
    "boss, my team, the team, my colleagues, a colleague, someone, somebody, them, him, her, internally, with them, "
    "with the team, with my team, with my boss, and, so, then I'll tell you, get back to you, I'll get back to you, "
    "I will get back to you"
)
_PASSES = each(
    Sense.PASSES,
    "skip, skip it, skip this, skip that, skip this one, skip that one, skip this question, skip that question, skip "
    "the question, skip question, pass, I pass, I'll pass, I will pass, next question, the next question, next one, "
    "let's skip, let's skip it, let's skip this, let's skip that, let's skip this one, let's skip that one, let's "
    "skip this question, leave it out, leave this out, leave this one out, leave this question out, leave that out, "
    "leave that one out, leave it open, leave this open, leave that open, move on to the next question, go to the "
    "next question, on to the next question",
)
_PASSES_FILLER = phrases(
    "can we, could we, I'd like to, I would rather, I'd prefer to, let me, let us, you can, we can, on this, on "
    "that, on this one, for now, for today, now, today, here, just, maybe, I want to"
)
_ASKS = each(
    Sense.ASKS,
    "what, what do you mean, what do you mean by that, what do you mean exactly, what does that mean, what does this "
    "mean, what is that, what is this, what is that supposed to mean, why, why do you ask, why are you asking, why "
    "that, why this, how so, how come, huh, pardon, pardon me, excuse me, come again, sorry what, how do you mean, i "
    "do not understand, i did not understand, i do not understand the question, i do not understand that, i do not "
    "understand this, i do not understand your question, i do not get it, i do not get that, i do not get the "
    "question, i do not follow, not sure what you mean, i am not sure what you mean, i do not know what you mean, no "
    "idea what you mean, not sure i understand, i am not sure i understand, not sure i understand the question, what "
    "are you asking, what are you asking for, what is the question, what was the question, explain, please "
    "elaborate, i want more information, explain that, explain this, explain it, rephrase, rephrase that, rephrase "
    "it, rephrase the question, say that again, say it again, say again, repeat, repeat that, repeat the question, "
    "ask again, for example, for instance, such as, like what, an example, example, examples, one example, give me "
    "an example, give an example, show me an example, i need an example, which one, which ones, which, what are my "
    "options, what are the options, what options do i have, what are the choices, what choices do i have, what would "
    "you recommend, what do you recommend, what would you suggest, what do you suggest, what do you think, what "
    "would you do, any suggestions, any ideas, any recommendation, your recommendation, does it matter, does that "
    "matter, is that important, is it important, is this important, clarify, please clarify, can you clarify, more "
    "context, tell me more, what is the difference, what exactly, in what sense, in which sense, in what way, "
    "meaning what",
)
_ASKS_FILLER = phrases(
    "can you, could you, would you, will you, can I, could I, I'd like, I would like, I want, give me, have, get, "
    "that, it, and, but, wait, here, exactly, a bit, in other words, more, differently, now, first, for me"
)
_BESIDE = phrases(
    "well, so, then, oh, and, all, all of it, all of that, all of them, both, really, very, much, totally, "
    "completely, fully, for me, to me, from me, with me, by me, honestly, I think, I guess, I'd say, in my opinion, "
    "as far as I know, as far as I can see, that, this, it, for you, here, now, for now, actually, I mean, just, "
    "also, too, again, absolutely, definitely, exactly, certainly, clearly, man, mate, guys, good, cool, nice, "
    "super, excellent, awesome, wow"
)
_TAKING = phrases(
    "go with, take, use, accept, keep, stick with, go for, agree with, i agree with, let us, i would, we, i, just, "
    "with, like, there, guess, the idea, that idea, the draft, the default, same, the same, is better than mine"
)

_WHOLE: Final = Vocabulary(
    {**_ASKS, **_PASSES, **_UNKNOWN, **_DELEGATED, **_NO, **_PARTLY, **_SHOWN, **_RIGHT, **_OKAY, **_AFFIRMS, **_YES},
    _BESIDE | _UNKNOWN_FILLER | _PASSES_FILLER | _TAKING,
)
_ASKING_BACK: Final = Vocabulary(_ASKS, _ASKS_FILLER | _BESIDE | phrases("ok, okay, no, yes, hmm"))
_NOT_KNOWING: Final = Vocabulary(
    _UNKNOWN, _UNKNOWN_FILLER | phrases("ok, okay, alright, all right, right, great, good, well, so")
)
_PASSING: Final = Vocabulary(
    _PASSES, _PASSES_FILLER | phrases("ok, okay, alright, all right, right, great, good, well, so, then, no, nope")
)

_NO_OPENINGS = phrases(
    "n, no, nope, nah, no thanks, not really, not quite, not exactly, wrong, wrong guess, incorrect, i disagree, i "
    "do not think so, i do not agree, certainly not, absolutely not, of course not, not that, no not that, you are "
    "wrong, "
    "not correct, not true, no please, " + _IS_WRONG
)
_NOT_OPENING = phrases(
    "y, true, do it, do so, works, holds, stands, great, perfect, like that, do that, as is, that one, yours, guess, "
    "confirm, accept, will do"
)
OPENINGS: Final = Vocabulary(
    {
        phrase: sense
        for phrase, sense in {**_PARTLY, **_SHOWN, **_RIGHT, **_OKAY, **_YES}.items()
        if phrase not in _NOT_OPENING
    }
    | dict.fromkeys(_NO_OPENINGS, Sense.NO),
    _TAKING | phrases("well, so, oh, then, actually, honestly, for me, to me, that, it, this, exactly"),
)
"""What can stand before the rest of a message."""

STRONG = frozenset({"yes", "yep", "yeah", "yup", "nope", "nah"})
"""A yes or no whatever follows it, also without a comma."""

_ALONE = phrases("i do, we do, they do, it does, they can, it can, they should, it should, they are")
"""What affirms without a yes."""
_ADVERBS = frozenset(
    "really totally honestly actually just simply definitely absolutely completely quite pretty".split()
)
_LONGEST_REPLY = 160
_QUESTIONS = re.compile(
    r"(?:what (?:do|did) you mean by\b.{1,60}"
    r"|what (?:exactly )?(?:do|did|would|are|were|have|can) you\b.{0,60}"
    r"|why (?:do|would|are|did|should) (?:you|u|i|we)\b.{0,60}|why is (?:that|this|it)\b.{0,40}"
    r"|(?:can|could|would|will) (?:you|u) (?:please |pls )?(?:explain|rephrase|clarify|repeat|elaborate|give me|show me"
    r"|tell me|be more|ask (?:me )?(?:that|it|this|again)|(?:say|put|word) (?:that|it))\b.{0,60}"
    r"|(?:what(?: is|['’]?s| are| does) (?:an? |the |that |this |your |my |meant by )?[\w/-]+(?: [\w/-]+){0,3}"
    r"|why\b.{0,60}|how come\b.{0,60}"
    r"|(?:does|do|is|are|was|will|would) (?:it|that|this|these|those)\b.{0,40}"
    r"|what (?:is|does) .{1,40} mean"
    r")\s*\?+)[\s?!.]*",
    re.IGNORECASE,
)


def senses_of(message: str) -> frozenset[Sense]:
    """What the message says if it is nothing but such phrases; empty if it says more or nothing."""
    if len(message) > _LONGEST_REPLY:
        return frozenset()
    words = [word.text for word in spoken(message, SIGNS)]
    senses = _WHOLE.of_words(words) or _WHOLE.of_words([word for word in words if word not in _ADVERBS])
    return frozenset() if senses == {Sense.AFFIRMS} and tuple(words) not in _ALONE else senses


def asks_back(message: str) -> bool:
    """Whether the whole message asks something about the question instead of answering it."""
    stripped = message.strip()
    if stripped and not stripped.strip("?! \t\n"):
        return "?" in stripped
    if _ASKING_BACK.only(message):
        return True
    words = spoken(message)
    if "?" in message and words and all((word.text,) in COURTESY for word in words):
        return True
    skipped = next((word.start for word in words if (word.text,) not in _LED_BY), 0)
    return _QUESTIONS.fullmatch(message[skipped:].strip()) is not None


_LED_BY: frozenset[Words] = COURTESY | phrases("ok, okay, but, and, wait, so, well")


def dont_know(message: str) -> bool:
    """Whether the whole message says that there is no answer yet."""
    stripped = message.strip()
    if stripped and not stripped.strip("?"):
        return True
    return bool(_NOT_KNOWING.only(message))


def passes(message: str) -> bool:
    """Whether the whole message says to leave this question out."""
    return bool(_PASSING.only(message))
