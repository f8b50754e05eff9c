"""Tells a message that says nothing about the subject ("ok", "next", "thanks", an emoji) from one that does."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from roundtable_tui.domain.talk.reply_phrases import Sense, senses_of
from roundtable_tui.domain.talk.spoken_words import Vocabulary, each, phrases, spoken

if TYPE_CHECKING:
    from collections.abc import Sequence

_SAYING_NONE = each(
    True,
    "nothing, nothing to add, nothing more to add, nothing else, nothing more, nothing further, nothing new, no "
    "comment, no comments, no further comments, no further remarks, no other comments, no more comments, no "
    "feedback, no remarks, no more, that's all, that is all, that's everything, that's all I have, I have nothing to "
    "add, I have nothing, I've got nothing, I have no comments, nothing from me, nothing from my side, nothing comes "
    "to mind, nothing else comes to mind, nothing more comes to mind, i can't think of anything, i can't think of "
    "anything else, cannot think of anything else",
)
_SAYING_NOTHING = each(
    True,
    # agreeing and disagreeing with nothing in particular
    "ok, okay, alright, all right, yes, y, yep, yeah, yup, aye, sure, sure thing, of course, certainly, definitely, "
    "absolutely, indeed, exactly, right, correct, fine, true, good, great, cool, nice, perfect, excellent, super, "
    "awesome, amazing, wonderful, brilliant, lovely, sweet, neat, wow, yay, hooray, very good, pretty good, well "
    "done, good job, nice work, great work, good work, good stuff, sounds good, sounds great, sounds fine, looks "
    "good, looks great, looks fine, looks good to me, lgtm, that looks good, that sounds good, that's fine, that's "
    "good, that's great, that's right, that's correct, all good, all fine, all clear, works for me, fine by me, fine "
    "with me, no, n, nope, nah, no thanks, no thank you, not now, not really, no problem, no worries, never mind, "
    "whatever, nice one, good one, dokey, okey-dokey, okie-dokie, so far so good, i'm happy, i'm satisfied, i'm "
    "pleased, gr8, great job, that was helpful, that was great, that was good, that was useful, very helpful, that "
    "helps, i like it, love it, i'm fine, that will do, all done, done, finished, ready, I'm ready, I'm good, we're "
    "good, good to go, ready when you are, that's it, brb, be right back, afk, one sec, back again, I'm back, no "
    "questions, "
    # wanting to go on
    "next, next one, next step, next question, next topic, next phase, next part, next section, continue, go on, "
    "carry on, move on, go ahead, let's go, let's continue, let's move on, let's go on, let's proceed, proceed, keep "
    "going, onwards, onward, forward, go forward, move forward, move ahead, keep it up, skip, skip it, skip this, "
    "skip that, skip this step, skip this one, pass, back, go back, exit, quit, end, close, leave, bye, goodbye, see "
    "you, later, wait, moment, one moment, just a moment, hold on, weiter, "
    # greeting and reacting
    "hello, hello there, hi there, hey there, cheers, roger, roger that, copy that, good morning, good evening, yo, "
    "please, thanks, thank you, i see, I understand, understood, got it, noted, makes sense, interesting, good "
    "point, fair enough, fair, really, hmm, hm, well, so, huh, meh, ugh, phew, test, testing, "
    # asking what to do
    "help, help me, menu, what now, what next, what's next, and now, now what, so what now, what do I do, what do I "
    "do now, what should I do, what should I do now, what can I do, what can I do here, what do I type, what can I "
    "type, how do I continue, how do I go on, how can I continue, how do I proceed, how does this work, which key, "
    "what keys, where am I, which step is next, what comes next, what happens next, what happens now, how do I go, "
    "how do I get, how do I get out, how do I get out of here, how do I leave, what are my options, what options do "
    "I have, what do I press, which key do I press, which button do I press, which button, what button, which "
    "command, which letter, what do I need to type, what do I have to type, what do I have to do, what should I "
    "type, what should I say, what do I say, I don't know what to type, I don't know what to do, I don't know what "
    "to say, I don't know how to continue, not sure what to do, I'm lost, what are the commands, which commands are "
    "there, what commands are there, commands, options, show the menu, what does this mean, what does c do, what "
    "does e do, what does s do",
)
_BESIDE_IT = phrases(
    "then, now, and, just, here, again, man, mate, guys, folks, all, everyone, team, so much, very much, a lot, for "
    "now, for today, to me, from me, with me, by me, I think, I guess, so far, let's, let us, can we, could we, "
    "shall we, may we, I want to, I'd like to, we can, you can, it, this, that, with it, with that, with this, also, "
    "too, really, very, much, as well, anyway, the, to the, on to the, onto the, on to, to, go to, go to the, move "
    "to, move to the, move on to, move on to the, jump to, jump to the, skip to, skip to the, ready for, ready for "
    "the, do, do the, take the, for that, for this, for the help, for your help, for asking, my friend, from my "
    "side, on my side, from our side, at the moment, at this point, maybe"
)
_NOTHING_SAID = Vocabulary({**_SAYING_NONE, **_SAYING_NOTHING}, _BESIDE_IT)
_POLITE: Vocabulary[bool] = Vocabulary({})
_NONE_NAMED = Vocabulary(_SAYING_NONE, _BESIDE_IT | phrases("ok, okay, no, yes, well, so, right"))


def says_nothing(message: str, names: Sequence[str] = ()) -> bool:
    """Whether the message holds nothing about the subject: it records nothing and is answered with what does what.

    `names` are those at the table, so that "thanks, Maya" says no more than "thanks".
    """
    known = {name.lower() for name in names}
    words = [word.text for word in spoken(message) if word.text not in known]
    if not words and known:
        return not spoken(message)
    if not any(word[0].isalnum() for word in words):
        return not any(_MEASURES in word or unicodedata.category(word[0]) == "Sc" for word in words)
    if len(message) <= _LONGEST and (_NOTHING_SAID.of_words(words) or _POLITE.covers(words)):
        return True
    senses = senses_of(message)
    return bool(senses) and senses <= _EMPTY


def says_none(message: str) -> bool:
    """Whether the message says that there is nothing, or nothing more: where something was asked for, an answer."""
    return bool(_NONE_NAMED.only(message))


_EMPTY = {
    Sense.OK,
    Sense.YES,
    Sense.AFFIRMS,
    Sense.RIGHT,
    Sense.SHOWN,
    Sense.DELEGATED,
    Sense.UNKNOWN,
    Sense.PASSES,
}
"""What says something to a question, and nothing where none is open."""
_MEASURES = "%"
_LONGEST = 200
