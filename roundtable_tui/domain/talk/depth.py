"""How deep a step asks: where that comes from, how it is announced, when a message asks to change it."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final, Literal

from msgspec import Struct

from roundtable_tui.domain.knowledge.scales import LARGE_ABOVE, SMALL_BELOW
from roundtable_tui.domain.talk.spoken_words import Vocabulary, each, phrases, spoken

if TYPE_CHECKING:
    from roundtable_tui.domain.knowledge.sizing import Size


class Depth(StrEnum):
    BRIEF = "brief"
    STANDARD = "standard"
    DEEP = "deep"


class DepthSource(StrEnum):
    OVERRIDE = "override"
    SCAN = "scan"
    STEP = "step"
    DEFAULT = "default"

    @property
    def phrase(self) -> str:
        """Where the depth came from, as said beside it."""
        return _SOURCE_PHRASES[self]


_SOURCE_PHRASES = {
    DepthSource.OVERRIDE: "as you chose",
    DepthSource.SCAN: "from the quick scan",
    DepthSource.STEP: "from the step file",
    DepthSource.DEFAULT: "by default",
}


class DepthChoice(Struct, frozen=True):
    depth: Depth
    source: DepthSource


def determine_depth(override: Depth | None, size: Size | None, step_depth: Depth | None) -> DepthChoice:
    """The user's override, else what the quick scan found, else the step's own depth, else standard."""
    if override is not None:
        return DepthChoice(override, DepthSource.OVERRIDE)
    if size is not None and (scanned := _depth_for(size)):
        return DepthChoice(scanned, DepthSource.SCAN)
    if step_depth is not None:
        return DepthChoice(step_depth, DepthSource.STEP)
    return DepthChoice(Depth.STANDARD, DepthSource.DEFAULT)


def _depth_for(size: Size) -> Depth | None:
    count = size.file_count
    match size.scope:
        case "small":
            little = size.complexity == "low" or (count is not None and count < SMALL_BELOW)
            return Depth.BRIEF if little else Depth.STANDARD
        case "large":
            much = size.complexity == "high" or (count is not None and count > LARGE_ABOVE)
            return Depth.DEEP if much else Depth.STANDARD
        case "medium":
            return Depth.STANDARD
    return None


_ANNOUNCEMENTS = {
    Depth.BRIEF: (
        "This looks straightforward. I'll keep the analysis brief -- say 'deep' if you want the full treatment."
    ),
    Depth.STANDARD: "",
    Depth.DEEP: (
        "This is a substantial change. I'll do a thorough analysis -- say 'brief' if you want to speed things up."
    ),
}
_MODE_NAMES = {Depth.BRIEF: "brief", Depth.STANDARD: "standard", Depth.DEEP: "thorough"}

WHICH_DEPTH = "I heard both directions. Which shall it be: brief, standard or deep?"


def announcement(depth: Depth) -> str:
    """What is said once when a phase begins; empty for standard, which needs no words."""
    return _ANNOUNCEMENTS[depth]


def acknowledgement(depth: Depth) -> str:
    """What is said when the user has changed the depth."""
    return f"Got it, switching to {_MODE_NAMES[depth]} mode."


BOTH: Final = "both"
DepthRequest = Depth | Literal["both"]

DEPTH_PHRASES = {
    Depth.DEEP: (
        *("deep", "deeper", "more detail", "dig in", "thorough", "go deeper", "full analysis"),
        *("dig deeper", "dive in", "dive deeper", "more depth", "go in depth", "drill down", "more thorough"),
    ),
    Depth.BRIEF: (
        *("brief", "skip ahead", "keep it short", "quick", "fast", "summarize", "just the highlights"),
        *("shorter", "short version", "less detail", "fewer questions", "less questions", "hurry up", "tldr"),
        *("summarise", "only the highlights", "in a nutshell", "cut it short", "briefer", "skip the details"),
    ),
    Depth.STANDARD: ("standard", "normal"),
}
_WHERE_ASKED_FOR = {
    Depth.DEEP: (
        "more details, details, in depth, in detail, detailed, more detailed, longer, in-depth, comprehensive, "
        "exhaustive, the (details|full picture|whole picture|full treatment|long version), drill (in|into it|deeper), "
        "ask [me|us] more, [ask] more questions, ask [me|us] in [more] (detail|depth), in more (detail|depth), "
        "every detail, all the details"
    ),
    Depth.BRIEF: (
        "short, faster, quicker, briefly, quickly, highlights, the highlights, a summary, summary, speed up, speed "
        "it up, speed things up, speed this up, less details, less detailed, (a|the) (short|quick|brief) version, "
        "(a|the) short version will do, "
        "simpler, (just|only) the (essentials|basics|main points|key points|gist|necessary), the "
        "(essentials|basics|gist|"
        "main points|key points), concise, more concise, condensed, (a|the) (condensed|compact|concise) version, "
        "condensed version, compact, snappy, crisp, to the point, get to the point, hurry, hurry up, move faster, the "
        "short one, cut it down, make it quick, less talk, keep (it|this|things|[the|your] questions|[the|your] "
        "answers) (short|brief|crisp|concise), shorten (it|this|that), "
        "make (it|this) shorter, only highlights, just highlights"
    ),
    Depth.STANDARD: "default, the default, regular, usual, the usual, as usual, medium, the normal (way|pace)",
}
"""Phrases that describe a product as easily: they count only where the analysts are asked for it."""
_ASKED = frozenset("please we us you go".split())

# Left out on purpose: words with which a phrase describes the product ("good and fast", "I want it fast",
# "also quick", "fast if possible", "normal for us").
DEPTH_FILLER = (
    # agreeing, hesitating, being polite
    "ok, okay, yes, yeah, yep, sure, right, alright, all right, well, so, hmm, oh, hey, actually, please, "
    "thanks, thank you, maybe, perhaps, just, and, or, but, then, "
    # asking for it
    "let's, let us, can we, could we, shall we, should we, may we, can you, could you, would you, will you, "
    "you can, can I, could I, can I get, can I have, can we get, can we have, I'd like, I'd like to, I would "
    "like, I would like to, I want, I want to, I need, I'd prefer, I'd rather, let me, give me, give us, how "
    "about, make it, make this, make things, keep, keep it, keep this, keep things, be, stay, go, go for, "
    "get, do, do it, in, into, go into, switch, switch to, switch it to, switch back to, change to, change "
    "it to, set it to, set depth to, go to, go back to, back to, return to, move to, "
    # how much, on what and since when
    "more, a bit, a little, a lot, lots of, way, much, even, mode, depth, analysis, dive, now, right now, here, "
    "on this, on that, "
    "on it, on this one, on that one, on this step, on this topic, on this part, for this, for this one, for "
    "this step, for this phase, for this part, for this topic, for now, about it, about this, from now on, "
    "from here, from here on, again, instead, if you can, a little bit, this time, "
    "hm, would be great, would be nice, that would be great, that would be nice, is enough, will do, for me, with me, "
    "(mode|depth|analysis) is (fine|ok|okay|good|enough) [for me|for now|again], "
    "everyone, everybody, team, folks, guys, "
    # why
    "[i am|we are] in a (hurry|rush), [i am|we are] (short on|out of|running out of|low on) time, "
    "take (your|our) time, (i|we) have (little|no|not much) time, (i|we) do not have [much] time, time is short, "
    "[because|as|since] (i|we) have (a|another) (meeting|call|train|appointment|deadline) [soon|coming up|in a bit], "
    "i am (happy|fine|ok|okay|glad) (to|with), happy to, feel free to, i do not mind, "
    "[because|as|since] (it|this) is (important|complicated|tricky|complex|simple|easy|trivial|urgent|a small change)"
)

# An article makes a noun of some phrases ("the brief", "a standard"), so it counts only before these nouns.
_NOUNS = ("mode", "analysis", "dive")
_FILLER = phrases(DEPTH_FILLER)


def _with_article(phrase: str) -> frozenset[tuple[str, ...]]:
    return phrases(",".join(f"{article} {phrase} {noun}" for article in ("a", "the") for noun in _NOUNS))


_PLAIN = {
    words: depth
    for depth, said in DEPTH_PHRASES.items()
    for phrase in said
    for words in phrases(phrase) | _with_article(phrase)
}
_PLAIN |= each(Depth.DEEP, "(a|the) full analysis, (dig|dive|go) (a bit|a little|a little bit|much|even) deeper")
_PLAIN |= each(Depth.DEEP, "(really|very|quite|truly) (thorough|deep), drill (into (it|this|that)|deeper)")
_PLAIN |= each(
    Depth.BRIEF,
    "(just|only) the (essentials|basics|gist|main points), make it snappy, summarize it, summarize this, summarize for "
    "me, summarise it, summarise this, sum it up",
)
_CERTAIN = Vocabulary(_PLAIN, _FILLER)
_TORN = Vocabulary(
    _PLAIN,
    _FILLER
    | phrases(
        "[i] do not know, [i] (can not|could not) decide, undecided, dunno, not sure, no, no wait, i mean, or rather, "
        "which is better"
    ),
)
_ASKED_FOR = Vocabulary(
    {words: depth for depth, text in _WHERE_ASKED_FOR.items() for words in phrases(text)} | _PLAIN, _FILLER
)


def _both(message: str) -> frozenset[Depth]:
    """Two depths that somebody is torn between: "brief or deep, I don't know"."""
    asked = _TORN.only(message)
    return asked if len(asked) > 1 else frozenset()


def depth_request(message: str) -> DepthRequest | None:
    """The depth a message asks for if it says nothing else: BOTH if it names several, None for an answer."""
    asked = _CERTAIN.only(message) or _both(message)
    if not asked and _ASKED & {word.text for word in spoken(message)}:
        asked = _ASKED_FOR.only(message)
    if len(asked) > 1:
        return BOTH
    return next(iter(asked), None)
