"""The phrases with which people answer a question or a guess in a word or two, and what each of them says."""

from __future__ import annotations

import re
from enum import Enum, auto
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


_THAT = "(it|this|that|this one|that one)"
_WHO = "(it|they|we|i|you|he|she|that|this|there)"
_DO = "(is|are|am|do|does|did|can|could|will|would|should|must|may|has|have|was)"
_SHOWN = each(
    Sense.SHOWN,
    "(as|like|what|the way) you (say|said|guessed|guess|suggest|suggested|propose|proposed|wrote|wrote it|put it|"
    "described|described it|assumed|assume|have it|have written|have guessed), yours, (your|the|that|this) "
    "(guess|assumption|suggestion|proposal), your (idea|version|reading|draft|default|wording|answer|choice of words)",
)
_FINE = (
    "(fine|right|correct|good|ok|okay|perfect|great|true|legit|sane|sound|solid|valid|fitting|appropriate|likely|"
    "proper|reasonable|sensible|plausible|logical|accurate|about right|"
    "exactly right|spot on|fair|acceptable|(fine|ok|okay|good|right) (with|by|for|to) (me|us)|good enough [for me]|"
    "[exactly|just] what (i|we) (want|meant|mean|do|need|had in mind)|how it is|how we do it|how it works|"
    "how it should be|my understanding)"
)
_IS_FINE = f"(is|sounds|looks|seems) {_FINE}, works [for (me|us)], holds, stands, will do, makes sense [to me]"
_IS_WRONG = (
    "is (wrong|incorrect|off|false|nonsense), is not [quite|really|exactly|entirely] (right|correct|true|it|good|"
    "accurate|the case|what (i|we) (meant|want|said|need)|how it is|how it works|how we do it), does not (work|fit)"
)

_YES = each(
    Sense.YES,
    "y, yes, yep, yeah, yup, jup, aye, sure, sure thing, for sure, of course, certainly, definitely, absolutely, "
    "indeed, naturally, obviously, totally, please do, [please] go ahead, do it, do so, fine, correct, right, true, "
    "i am sure, i (think|guess|suppose|believe|hope|would say) so, probably yes, (i|i would) say yes, why not, by "
    "all means, with pleasure, gladly, i (would like|want|would love) that, i would (love|like) to, affirmative, "
    "sure (do|does|is|are|can|will), mm-hm, mmhm, uh-huh, roger, roger that, righto, thumbs up, you bet, yes to that, "
    "basically yes, in general yes, yes sir, go for it, let us do (it|this), make it "
    "so, + 1, (hell|heck) (yes|yeah), that would be (great|nice), very much, (it|that) is a yes",
)
_AFFIRMS = each(Sense.AFFIRMS, f"{_WHO} [always|all] {_DO}, there (is|are) (one|some)")
_PARTLY = each(
    Sense.PARTLY,
    "mostly, mostly yes, partly, partly yes, in part, partially, more or less, kind of, sort of, almost, nearly, yes "
    "mostly, yes partly, yes more or less, in (principle|theory|general) [yes], [yes] in (principle|theory|general), "
    "by and "
    "large, for the most part, generally [yes], roughly [yes], basically, not entirely, not completely, not always, "
    "in most cases, usually yes",
)
_OKAY = each(Sense.OK, "ok, okay, alright, all right, okay then, very well")
_RIGHT = each(
    Sense.RIGHT,
    "you (read|are reading) my mind, bang on, [right|dead] on the money, [that is] (well|rightly|correctly) guessed, "
    "(fair|safe|good|reasonable|right|correct|valid|sound|sensible|excellent|nice) (assumption|bet|call|guess|"
    "conclusion|reading), (that|it|this) is [indeed|exactly] (the case|so|what we do [today|now]|how we do it "
    "[today|now]), "
    "let us (assume|say|keep|take|go with) (that|it|this|so), assume (that|so), works for me, "
    "exactly, precisely, (exactly|just) (that|this), spot on, is spot on, bingo, nailed it, you [have] got it "
    "[right], got it right, you guessed (right|correctly|it), you are (right|correct|absolutely right|totally "
    "right), your right, agreed, agree, (i|i would|i can) agree, [i] agree with (you|that|it|this|everything|all|all "
    "of (it|that)), i agree there, i think (you are right|so too|the same), good (idea|guess|point), about right, "
    "[let us] leave it at that, i like (that|it), confirmed, confirm, i confirm [that|it|this], accepted, accept, i "
    "accept [that|it|this], approved, perfect, great, (fine|ok|okay|good|cool) (by|with|for) (me|us), [i am] (fine|"
    "ok|okay|good|happy|cool) with (that|it|this), keep it (like that|that way|so|as it is|as is), leave it (like "
    "that|that way|so|as it is|as is), [let us] do (that|exactly that|it like that|it that way), like that, same "
    "here, same as you, sounds like (it|a plan), i can live with (that|it|this), i would [have] (say|said) the same, "
    "as (proposed|suggested|guessed|assumed|shown|above|written|is|it stands|it is), (that|this) one, that one is "
    "(right|fine), that ones right, [i have|there is] no (objection|objections|complaints), nothing to object, [i "
    "have] nothing against (it|that|this), cool with that, that is (it|the one|the plan), lgtm, can not argue with "
    "that, could not agree more, i am on board [with that], that is about the size of it, that (fits|matches) [what "
    "i meant|what i had in mind], could not have (put|said) it better [myself], my thoughts exactly, (your|the|that) "
    f"(guess|suggestion|assumption|proposal) (fits|matches), just what (i|we) (want|need), {_IS_FINE}, (that is|it is|"
    f"this is|everything is|all is|these are|those are|they are) {_FINE}, (yes to|ok for|fine for|right for) (all|"
    "both|all of them|all of it|all three|all of those), (go with|take|use|keep|stick with|go for|agree with) (that|"
    "it|this|that one|this one|them|these|all|all of them|all of these|both)",
)
_NO = each(
    Sense.NO,
    "n, no, nope, nah, nay, no thanks, no thank you, no wait, no hold on, wait no, not now, not [just] yet, not (at "
    "the "
    "moment|currently|right now|any more|anymore), not really, not quite, not exactly, not at all, not so, not (that|"
    "this|that one|this one|like that|this way|that way), [please] do not, i do not, no i do not, cancel, never "
    "mind, better not, rather not, i would rather not, preferably not, let us not, no way, (hell|heck|god) no, i am "
    "afraid not, [i] decline, i do not want to, i would not, but no thanks, no go, no no, no sir, (certainly|"
    "absolutely|of course|definitely|probably|surely) not, please no, [i] disagree, i do not (agree|think so), i "
    "(think|guess) not, wrong [guess], incorrect, not (correct|right|true|good), false, you are wrong, (i|we) do not "
    "(want|need|like) (that|it|this), you (guessed|got it|got that) wrong, wrong (assumption|idea), do not do "
    "(that|it|this), stop it, by no means, under no circumstances, "
    "(unfortunately|sadly|regrettably|luckily|thankfully) not, [quite|rather|just|exactly] the "
    "(opposite|contrary|reverse), "
    "[that is] a misunderstanding, you (misunderstood|misread) [me|that|it|this], negative, (it|that) is a no, i say "
    "no, bad (idea|guess), far from it, "
    f"{_WHO} {_DO} not, {_IS_WRONG}, " + ",".join(f"(that|it|this) {one.strip()}" for one in _IS_WRONG.split(",")),
)
_CHOICE = "[you (think|think [is] best|think is (good|right)|like|prefer|want|choose|pick|decide|suggest)]"
_DELEGATED = each(
    Sense.DELEGATED,
    "whatever, whichever, (whatever|whichever) (works|fits|makes sense) [best], (whatever|whichever|what|whichever "
    "one|which ever|what ever|anything) you (think|think [is] best|think is (good|right)|think (makes sense|fits|"
    "works|looks (good|best|nice))|like|prefer|want|say is best|decide|recommend|suggest|feel is best|consider best|"
    "find best), [it is|that is|this is|this one is] up to (you|you all|the team), your [best] (call|choice|decision|"
    "judgement|judgment), (it|that|this) is your (call|choice|decision), your turn to decide, [i|i will|i would|i "
    f"can|let me] leave ({_THAT}|the choice|the decision) [up] to (you|you all|the team), you [guys|all|three] "
    "(decide|choose), you (pick|pick one|choose one|know best|know [that] better [than (me|i|i do|we do)]|tell "
    "me|are the (expert|experts)), [pick|"
    "choose] (whatever|whichever) (looks|seems|feels|is) (nice|good|best|better|right|easy|"
    "easier|easiest|simpler|simplest|ok|fine), [just] (pick|choose) one, pick any, take (any|"
    "either), (decide|choose|pick) for me, please (decide|choose|pick), feel free to (choose|decide), you are free "
    "to choose, free choice, [i have|i have got] no [strong|real|particular|clear] (preference|preferences|opinion|"
    "opinions|feelings|view) [on (that|this|it)|about (that|this|it)|either way], [i|we] do not [really] (care|mind) "
    "[about (that|this|it)|either way|which|which one], i would not mind, [it|that|this] does not [really] matter "
    "[to me|to us|which one], [it|that|this] makes no difference [to (me|us)], [i am] indifferent, not important, "
    "(pick|choose|take|use|find|do) (something|anything|one) (sensible|reasonable|suitable|appropriate|decent|common|"
    "standard|usual|that (works|fits|makes sense|is (sensible|reasonable|common))|you (like|know)), "
    "not fussed, i am not fussed, (either|both|any|anything|either one|"
    "either way|any of them) (is|are|would be) (fine|ok|okay|good), (either|both|anything|either one|either way) "
    "(work|works), anything goes, either, either one, either way, could go either way, any (of them|of those|of "
    "these|one of them), [it is] all the same to me, as you (like|like it|wish|see fit|prefer|please|think|think "
    "best|want), do (what|whatever|as) you (think|think is best|think best|like|want|prefer), do your thing, i trust "
    "(you|your judgement|your judgment|the team) [on (that|this|it)|with (that|this|it)], surprise me, use your "
    "[best] (judgement|judgment), best judgement, go with whatever [you think|you like], i defer to you, i am (easy|"
    f"flexible), dealers choice, happy with whatever {_CHOICE}, (fine|ok|okay|happy) with (anything|either|"
    f"both|whatever|any|all of them|any of them) {_CHOICE}",
)
_OTHERS = (
    "[[that|it|this] [with] ((my|the|our|a|some) (boss|team|colleague|colleagues|manager|lead|client|customer|client)|"
    "someone|somebody|them|him|her|internally)]"
)
_UNKNOWN = each(
    Sense.UNKNOWN,
    "[i|we] do not [really] know [that|this|it|exactly|the answer|about (that|this|it)], dunno, i dunno, idk, "
    "[i am|we are] not [really|quite|so|too] (sure|certain) [about (that|this|it|this one|that one)|on (that|this)], "
    "unsure, i am unsure, [i have|i have got|we have|got] [absolutely|really] no (idea|clue|answer|information) "
    "[about (that|this|it)], I have not a clue, "
    "[i|we] (have not|have not got|do not have) the (faintest|foggiest|slightest) [idea|clue], "
    "[ask me|ask|ask again|maybe] later, tbd, tba, to be "
    "(decided|determined|defined|discussed), [it is] (unknown|unclear), not (known|decided|clear), hard to (say|tell), "
    "difficult to say, [i] (can not|could not) (say|tell|tell you|answer|remember|recall) [that|this|it], "
    "not (a clue|the slightest idea|the foggiest|the faintest), your guess is as good as mine, [i|we] never "
    "(counted|thought about) (it|that|them|this), [i|we] have not (decided|thought about|looked into|discussed) "
    "[that|it|this], [it is|that is|this is] [still|yet] open, (still|yet) to be (seen|decided), "
    "undecided, (nobody|god|no one) knows, who knows, beats me, [i] (would have|would need|have|need|must|will have) "
    f"[to] (ask|check|find out|look it up|look that up) {_OTHERS}, let me check {_OTHERS}, "
    f"i will (check|ask|find out|look it up) {_OTHERS}, "
    "[i] do not (remember|recall), I forgot, (nobody|no one) told (me|us), [i|we] (have|need) to think [about "
    "(it|that|this)|it over], let me think about "
    "(it|that|this), no (info|information|data) [on (that|this|it)], not that I know of, not my area",
)
_UNKNOWN_FILLER = phrases(
    "yet, still, honest, honestly, frankly, really, right now, at the moment, that, for now, now, then, I am afraid, "
    "to be honest, about (that|this|it), I, I am, for sure, exactly, actually, offhand, off the top of my head, at "
    "all, [that is a] good question, today, just, first, around, and, so, then I will tell you, [I will] get back to "
    "you"
)
_PASSES = each(
    Sense.PASSES,
    "[let us|let me|i would rather|i would] skip [it|this|that|this one|that one|this question|that question|the "
    "question|question|this q|that q|this 1], pass, no comment, [I|I will] pass, pass on (it|this|that|this "
    "one|that one|this question), [the] next question, next one, leave (it|this|that|this one|that one|this "
    "question|that question) (out|open|unanswered|for later), [move on|go|on|move|jump|skip] to the next "
    "(question|one), (come|get) back to (this one|that one|this question) later, (let us|can we|could we|we can|i "
    "will|i would like to|i want to) (come|get|go) back to (it|this|that|this one|that one|this question) later, [i "
    "would] rather not (say|answer) [that|this|it], i do not want to (say|answer) [that|this|it]",
)
_PASSES_FILLER = phrases(
    "can we, could we, I would like to, I would rather, I would prefer to, let me, let us, you can, we can, on (this|"
    "that|this one), for (now|today), now, today, here, just, maybe, I want to"
)
_ASKS = each(
    Sense.ASKS,
    "what, (what|how) do you mean [by that|by this|with that|with this|exactly|that], what does (that|this|it) "
    "mean, what is (that|this), what is that supposed to mean, why, why do you ask, why are you asking, why "
    "(that|this), how so, how come, huh, pardon, pardon me, excuse me, come again, sorry what, i (do not|did "
    "not|can not) [really|quite] (understand|get) (it|that|this|the question|your question|you|what you mean|what "
    "you want|what that means|what you are asking), i (do|did) not understand, i do not follow, [i am] not sure "
    "what you (mean|want|are asking), (i do not know|no idea) what you (mean|want), [i am] not sure i "
    "(understand|get|follow) [it|that|this|you|the question|your question], i do not (understand|know|get) "
    "(that|this|the) (word|term|expression|question|part), not sure i understand (that|this|the) (word|term|part), "
    "do not (get|understand) (it|that|this|the question), [can you] be more specific, more specific, what are you "
    "asking [for], what (is|was) the question, explain [that|this|it|the question], please elaborate, i want more "
    "information, (rephrase|repeat|reword) [that|it|this|the question|your question], say (that|it) "
    "(again|differently|in other words|simpler), say again, ask again, in (plain|simple|simpler|other) "
    "(words|english|language), in english, english, (for|an|one|another|any) (example|examples), for instance, "
    "example, examples, such as, like what, (give|show) [me] an example, i need an example, which one, which ones, "
    "which, what are (my|the) (options|choices), what (options|choices) do i have, what (would|do) you "
    "(recommend|suggest|think|do|prefer), any (suggestions|ideas|recommendation|suggestion|idea), your "
    "recommendation, (does (it|that) matter|is (that|it|this) important), [please|can you] clarify, more context, "
    "tell me more, what is the difference, what exactly, in (what|which) sense, in what way, meaning [what], i am "
    "(confused|lost)",
)
_ASKS_FILLER = phrases(
    "can you, could you, would you, will you, can I, could I, I would like, I want, give me, have, get, that, it, and, "
    "but, wait, here, exactly, a bit, in other words, more, differently, now, first, for me"
)
_BESIDE = phrases(
    "well, so, then, oh, and, all, all of it, all of that, all of them, both, really, very, much, totally, "
    "completely, fully, for me, to me, from me, with me, by me, honestly, I think, I guess, I suppose, I believe, I "
    "reckon, I assume, I'd say, in my opinion, "
    "as far as I know, as far as I can see, that, this, it, for you, here, now, for now, actually, I mean, just, "
    "also, too, again, from my side, absolutely, definitely, exactly, certainly, clearly, man, mate, guys, good, "
    "cool, nice, super, excellent, awesome, wow, (100|hundred) (%|percent)"
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
    "y, do it, do so, works, holds, stands, like that, do that, as is, that one, yours, guess, confirm, accept, will do"
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
    r"|(?:what|which|how)\b[^.!?]{0,30} (?:do|did|would|are|were|have|can|could|should) (?:you|u)\b.{0,60}"
    r"|(?:who|where|when)\b[^.!?]{0,20} (?:do|did) (?:you|u) mean\b.{0,40}|(?:which|what|who) [\w/-]+\s*\?+"
    r"|(?:what|how) (?:do|should|can|must|could) i (?:answer|say|write|put|enter|reply|type)\b.{0,40}"
    r"|what(?: is|['’]?s| are) (?:an? |meant by )[\w/-]+(?: [\w/-]+){0,2}"
    r"|what does [\w/-]+(?: [\w/-]+)? mean\b.{0,20}"
    r"|what (?:happens|changes|would happen|would change|follows) if (?:i|we) "
    r"(?:say|answer|choose|pick|take|accept|skip)\b.{0,40}"
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


_WHO_KNOWS = re.compile(
    r"[\s,.;:!–—-]+(?:but\s+)?(?P<who>(?:[\w'’-]+\s+){1,3}?(?:would|will|might|may|should|must|could|can)\s+(?:know|tell|say)"
    r"|(?:[\w'’-]+\s+){1,2}?knows|ask\s+[\w'’-]+(?:\s+[\w'’-]+){0,2})[\s.!]*\Z",
    re.IGNORECASE,
)
_SHORT = 12
"""Words of a question that is asked back."""
_IS_ASKED = re.compile(
    r"(?:(?:who|whom|whose|what|which|when|where|why|how)\b(?! if\b| about\b)"
    r"|(?:do|does|did|is|are|was|were|can|could|should|would|will|has|have) "
    r"(?:you|u|we|i|it|that|this|these|those|they|there|the|a)\b"
    r"|(?:do )?(?:you|u) mean\b|meaning\b)[^.!?\n]*\?+"
    r"|(?:how|why|when|where) (?:would|does|do|should|is|was|will) (?:that|this|it)\b[^.!?\n]{0,20}",
    re.IGNORECASE,
)
"""One short question and nothing else; "what if it fails?" names a case and is an answer."""


def senses_of(message: str) -> frozenset[Sense]:
    """What the message says if it is nothing but such phrases; empty if it says more or nothing."""
    if len(message) > _LONGEST_REPLY:
        return frozenset()
    words = [word.text for word in spoken(message, SIGNS)]
    senses = _WHOLE.of_words(words) or _WHOLE.of_words([word for word in words if word not in _ADVERBS])
    if not senses and who_knows(message):
        return frozenset({Sense.UNKNOWN})
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
    asked = message[skipped:].strip()
    return _QUESTIONS.fullmatch(asked) is not None or (len(words) <= _SHORT and _IS_ASKED.fullmatch(asked) is not None)


_LED_BY: frozenset[Words] = COURTESY | phrases("ok, okay, but, and, wait, so, well")


def dont_know(message: str) -> bool:
    """Whether the whole message says that there is no answer yet."""
    stripped = message.strip()
    if stripped and not stripped.strip("?"):
        return True
    return bool(_NOT_KNOWING.only(message) or who_knows(message))


def who_knows(message: str) -> str:
    """Who is named beside "I don't know", in the user's words: "Petra would know"; empty for anything else."""
    found = _WHO_KNOWS.search(message)
    return found["who"] if found and _NOT_KNOWING.only(message[: found.start()]) else ""


def passes(message: str) -> bool:
    """Whether the whole message says to leave this question out."""
    return bool(_PASSING.only(message))
