"""Tells a message that says nothing about the subject ("ok", "next", "thanks", an emoji) from one that does."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Final

from roundtable_tui.domain.talk.reply_phrases import Sense, senses_of
from roundtable_tui.domain.talk.spoken_words import COURTESY, Vocabulary, each, phrases, spoken

if TYPE_CHECKING:
    from collections.abc import Sequence

_SAYING_NONE = each(
    True,
    "nothing, nothing (more|else|further|new), nothing [more|else|further] to add, [i have|we have|there are|there "
    "is] no [further|other|more] (comment|comments|remarks|feedback|objections|additions|notes|wishes|corrections), "
    "no more [from (me|my side|us)], that is (all|everything) [i have|i have got|from me|from my side], "
    "i have nothing [more|else] [to add|"
    "to say], i have got nothing, nothing [more|else] from (me|my side), nothing [else|more] comes to mind, [i] can "
    "not think of anything [else|more]",
)
_GOOD = (
    "(good|great|fine|nice|cool|perfect|excellent|super|awesome|amazing|wonderful|brilliant|lovely|helpful|useful|"
    "interesting|impressive|right|correct|ok|okay|clear|complete|plausible|reasonable|solid)"
)
_SAYING_NOTHING = each(
    True,
    # agreeing and disagreeing with nothing in particular
    "ok, okay, alright, all right, yes, y, yep, yeah, yup, aye, sure, sure thing, of course, certainly, definitely, "
    "absolutely, indeed, exactly, right, correct, fine, true, good, great, cool, nice, perfect, excellent, super, "
    "awesome, amazing, wonderful, brilliant, lovely, sweet, neat, wow, yay, hooray, gr8, "
    f"(very|pretty|so|really|quite) {_GOOD}, (is|was|looks|sounds|seems) [very|pretty|really|quite|all] {_GOOD}, "
    "good enough, all (good|fine|clear|right), well done, (good|nice|great) (job|work|stuff|one), lgtm, love it, "
    "(works|fine|good) (for|by|with) me, i (like|love) (it|this|that), that helps, "
    "no, n, nope, nah, no thanks, no thank you, not now, not really, no (problem|problems|worries|questions|prob), np, "
    "never mind, "
    "whatever, dokey, okey-dokey, okie-dokie, so far so good, (i am|we are) (happy|satisfied|pleased|fine|ready|good), "
    "that will do, all done, done, finished, ready, good to go, ready when you are, that is it, brb, be right back, "
    "afk, one sec, [i am] back again, I am back, "
    # wanting to go on
    "[the] next [one|step|question|topic|phase|part|section|point], continue, go on, carry on, move on, go ahead, "
    "let us (go|continue|move on|go on|proceed), proceed, keep going, onwards, onward, moving on, sounds like a "
    "plan, all set, what else, forward, (go|move) forward, move ahead, keep it up, skip [it|this|that|this step|this "
    "one], pass, [go] back, exit, quit, end, close, leave, bye, goodbye, see you, later, wait, [one|just a|a] "
    "moment, hold on, weiter, [hm] let me think [a (bit|moment|second|minute|sec|while)|for a (moment|second|minute|"
    "sec|bit|while)], [still|just] thinking, [i am] [still] thinking, (give me|[i] need) a "
    "(moment|second|minute|sec|min|bit), "
    # greeting and reacting
    "hello, (hello|hi|hey) there, cheers, roger, roger that, copy that, good (morning|evening|afternoon|day), yo, "
    "please, thanks, thank you, i see, I understand, understood, got it, noted, makes sense, interesting, good "
    "point, fair enough, fair, really, hmm, hm, well, so, huh, meh, ugh, phew, test, testing, "
    # asking what to do
    "help, help me, menu, commands, options, what (now|next), what is next, and now, now what, so what now, (what|"
    "where|how|(which|what) (key|button|letter|command)) (do|should|can|must|shall) i (do|press|type|say|enter|"
    "write|hit|click|use|choose), what do i (need|have) to (do|press|type|say|enter|write), [i do not know|not sure] "
    "(what|how) to (do|type|say|press|continue|proceed|go on), what (do you want|am i supposed|do you expect) [me] "
    "to (do|say|type|press), how (do|can|should) i (continue|go on|proceed|go|get|leave|get out|get out of here|move "
    "on|get back), how does (this|it) work, (which|what) (key|keys|button|command|letter) [was (it|that)|is it|is that|"
    "continues|goes on|moves on|skips], where am I, which step is next, what (comes|happens) (next|now), what are (my "
    "options|the options|the commands), what options do I have, (which|what) commands are there, I am lost, show the "
    "menu, what does (this|that|c|e|s) (mean|do), what (do|are) [the] (e c [and] s|e and c|c and s|letters|keys|"
    "options|commands) [mean|do|for]",
)
_BESIDE_IT = phrases(
    "then, now, and, just, here, again, man, mate, guys, folks, all, everyone, team, so much, very much, a lot, for "
    "(now|today|me|that|this|asking), for (the|your) help, (to|from|with|by) me, I think, I guess, so far, let us, "
    "can we, could we, shall we, may we, I want to, I would like to, we can, you can, it, this, that, everything, "
    "with (it|that|this), also, too, really, very, much, as well, anyway, the, to, on to, onto the, (go|move|move on|"
    "jump|skip) to, ready for, do, take the, my friend, (from|on) (my|our) side, at the moment, at this point, maybe"
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


_ABOUT_THE_TALK: Final = frozenset(
    "go going gone goes continue continuing proceed move moving moved next ahead forward onward onwards onto step "
    "topic "
    "question questions phase section point ready done finished finish good great fine nice cool perfect excellent "
    "super "
    "awesome lovely helpful happy satisfied pleased glad clear agree agreed right correct ok okay alright complete "
    "enough carry sense press type enter thanks see heard understood understand yes yep yeah yup sure well fab "
    "fabulous fantastic "
    "sweet neat solid sound brilliant left remaining reads think thinking sec second seconds minute minutes min mins "
    "moment end along summary expected expect coffee lunch break tea complain doing long many lost stuck confused wow "
    "haha coming roger righto quick fast add phone call away".split()
)
_BESIDE_THE_TALK: Final = frozenset(
    "i we you it this that these them em they me us my our your am is are was were be been being can could will would "
    "shall do does did have has had got get getting let give gave hit to on at in from for with by of off out up w / "
    "the "
    "a an any all both everything anything something nothing thing things now then here there so far too as well just "
    "maybe perhaps again really very quite pretty still already yet like love want wanted think guess believe suppose "
    "feel looks seems sounds look seem sound read make makes made side end part one ones please hm hmm oh ah hey hi "
    "and "
    "or what whats which how when where who why guys team folks everyone much more few today time keep start take "
    "takes "
    "say said tell ask know need complaints complaint supposed jumps comes came some bit little kind".split()
)
_DENYING_WELL: Final = phrases(
    "nothing [jumps out|stands out|strikes me], [i am] not (sure|certain), [i] (do not|did not) "
    "(know|understand|see|get|have), not yet, no more, no longer, "
    "no further, no other, no need, not much, can not (see|think of|wait|complain), [i have] no (complaints|complaint)"
)
_DENIES: Final = frozenset("no not never none nobody neither nor without".split())
_DENYING: Final = Vocabulary(
    dict.fromkeys(_DENYING_WELL, True), phrases("ok, okay, yes, no, well, so, i, i am, we, we are")
)
_KEYS: Final = frozenset("e c s".split())
_FEW_WORDS: Final = 9


def only_about_the_talk(message: str, names: Sequence[str] = ()) -> bool:
    """Whether a few words say no more than that it goes well or may go on: "I think we are ready for the next part".

    Where a must stands among them, or a no that denies something, they may say something about the subject after all.
    """
    known = {name.lower() for name in names}
    said = [word.text for word in spoken(message) if (word.text,) not in COURTESY and word.text not in known]
    words = {*said}
    opening = _DENYING.opening(said)
    if _DENIES & {*said[opening.count :]}:
        return False
    words = words - _KEYS if "?" in message else words
    told = "?" in message or opening.meanings or words & _ABOUT_THE_TALK
    return bool(told) and len(said) <= _FEW_WORDS and words <= _ABOUT_THE_TALK | _BESIDE_THE_TALK | _DENIES


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
