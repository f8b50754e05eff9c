"""What is said to a summary: accepted, to be amended, or to be shown once more."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from roundtable_tui.domain.journal.values import Verdict
from roundtable_tui.domain.talk.spoken_words import Vocabulary, each, phrases, spoken

if TYPE_CHECKING:
    from roundtable_tui.domain.talk.spoken_words import Words

_WELL = (
    "(good|fine|great|right|correct|perfect|accurate|complete|excellent|ok|okay|alright|spot on|in order|exactly right)"
)
_I_WANT = (
    "(i|we) (want|wanted|need|needed|meant|mean|said|discussed|talked about|agreed|agreed on|asked for|expected|"
    "had in mind|have in mind)"
)
_ABOUT_ALL = (
    "it, this, that, these, those, they, them, all, it all, all of (it|that|this|them), everything, "
    "(the|this|your|these) [whole] (summary|requirements|architecture|design|analysis|spec|document|draft|text|"
    "proposal|thing|lot|list)"
)
_ON_MY_SIDE = (
    "(to|for|by|with) (me|us), from (me|my side|our side|here), as it (stands|is), as (is|shown|written), "
    "(like|in) this, like that, (this|that) way"
)
_ACCEPT: Final = each(
    True,
    "accept, accepted, acceptable, approve, approved, confirm, confirmed, agree, agreed, yes, yep, yeah, yup, lgtm, "
    "fine, correct, perfect, excellent, spot on, exactly (right|so|that|this|like that), i say yes, that is a yes, "
    "(agree|agreed|yes) (with|to) [you], good to go, ready to go, (is|are|looks|look|looked|looking|sounds|sound|"
    f"seems|reads) [all|very|really|quite|so|perfectly|just] {_WELL}, all (good|fine|correct|right|ok|okay|well|in "
    f"order), all is well, {_WELL} (to|for|by|with) (me|us), {_WELL} from (me|my side|our side), {_WELL} as it "
    f"(stands|is), {_WELL} as is, (happy|fine|ok|okay|good|satisfied|pleased|content|cool) with (it|this|that|"
    "everything|all|the|your), works for (me|us), (that|this) works, (exactly|just|precisely) (what|how|as) "
    f"{_I_WANT} [it]",
)
_NOTHING_AGAINST_IT = phrases(
    "ok, okay, alright, all right, right, great, good, nice, cool, super, wonderful, awesome, of course, sure, "
    "absolutely, definitely, certainly, indeed, totally, fully, completely, entirely, hereby, perfectly, well, so, "
    "and, now, here, very, really, quite, i think, i, we, (i|we) (do|can), exactly, i am, we are, is, are, "
    "[thanks|thank you] (everyone|everybody|all|team|guys|folks), "
    "[let us|you can|we can|you may|please] (go on|continue|go ahead|move on|proceed|carry on), next, "
    "[let us] ship it, let us go, (nice|good|great) (work|job), well done, not bad, that is (it|all), "
    "nothing [more] to add, nothing [is] missing, [i have|we have] no (objections|objection|questions|complaints), "
    "could not be better, (on|in) (all|every) (points|point|counts|count|respect|respects), across the board, "
    "is [all] (there|in there|covered), (i|we) (like|love) (it|this|that), "
    "captures, covers, reflects, matches, describes, nicely, sums (it|this|everything) up, "
    f"(what|how|as|all|everything) {_I_WANT} [it], "
    f"you [have] (got|understood) (it|it all|everything) [right], {_ABOUT_ALL}, {_ON_MY_SIDE}"
)
_ACCEPTING: Final = Vocabulary(_ACCEPT, _NOTHING_AGAINST_IT)
_NAMED = frozenset("it this that these those they them all everything the your we i you".split())
_CORRECTING = "correct"
_OTHERS = frozenset("they it this that these those them everything you to".split())
_DOING = frozenset("accept approve confirm agree".split())
_ASKING = frozenset("is are do does did can could should may".split())
_LONGEST_VERDICT = 300
"""Letters; who writes more has something to say about it."""
_UNFINISHED = frozenset("and so to with the your".split())
_CLAUSE = re.compile(r"[,.;:!\n–—]+|\s-\s")

_AGAIN = "(again|once more|one more time|another time)"
_SEEING: Final = Vocabulary(
    each(
        True,
        "(show|see|view|display|print|repeat|read|list|open|reread|look at|go through|go over|look through|"
        "read through|(go|scroll|look) back to|scroll up to|bring (up|back)|pull up|give me) "
        "(me|us|it|that|this|them|these|the|your|every|everything|all of|again|back), repeat, "
        "(where is|what was|what is|what does) (the|your), what (was|is|did|does) it [say], scroll (back|up), "
        "(a|another|one more|a second|a last) [quick|closer|short] look, "
        f"(look|see|show|read|check|check it|check that|check this) {_AGAIN}, {_AGAIN}",
    ),
    _NOTHING_AGAINST_IT
    | frozenset(_ACCEPT)
    | phrases(
        "the, every, part, parts, section, summary, summaries, requirements, requirement, architecture, design, "
        "analysis, list, whole, thing, full, text, version, document, paragraph, assumptions, assumption, risks, "
        "risk, first, second, third, last, one, ones, point, points, of, at, back, me, more, say, says, (can|could|"
        "may) (i|we|you), (would|will) you, let (me|us), (i|we) (want|need|have|would like|would love) to, (i|we) "
        "(want|would|will|need|would like), want to, take, have, need, check, first, before, [and] then, after that, "
        "afterwards, once, (it|that) is (a|my) yes, (it|that) is fine, decide, judge, (say|saying) (yes|ok), "
        "accepting, confirming, agreeing, approving, deciding, so that, so (i|we) can, wait, hold on, just, a bit, "
        "quickly, to be sure, in full, from the (start|"
        "beginning|top)"
    ),
)
WHAT_TO_CHANGE = "What is to change? Say it in your own words; C shows the summaries again."
RIGHT_NOW = "Is it right now? A yes, or C, shows the summaries again; if not, say what else is to change."
WHAT_THEN = "What is still to change? Say it in your own words; C shows the summaries again."
_ASKS_WHETHER_RIGHT = re.compile(
    r"\b(?:right|good|fine|correct|in order|as you (?:want|meant)(?: it)?) (?:now|like this|that way)\b"
    r"|\b(?:is|was) that (?:all|it|everything|right|better|what you (?:meant|want|had in mind))\b",
    re.IGNORECASE,
)
_ASKS_FOR_MORE = re.compile(
    r"\b(?:any|some)thing (?:else|more|further|other)\b|\bmore to change\b|\b(?:is|still) to change\b"
    r"|\bother changes\b",
    re.IGNORECASE,
)
_ENDS: Final = each(
    False,
    "nothing, nothing else, nothing more, nothing further, nothing now, no more, none, no changes, no more changes, no "
    "further changes, no other changes, never mind, not now, that is all, that is it, that was all, that was it, that "
    "is everything, that will be all, that will do, all good, all fine, all set, done, finished, we are done, we are "
    "finished, it is fine, it is good, it is right, that is fine, that is right, looks good, fine, leave it, leave it "
    "as it is, go on, continue, go ahead, move on, show me the summaries, show the summaries, show the summary, show "
    "me the summary, the summaries",
)
_YES = "yes, yep, yeah, yup, sure, of course"
_NO = "no, nope, nah"
_GOES_ON: Final = each(True, "there is, there is more, yes there is, something else, one more")
_BESIDE = phrases("thing, i think, for now, from me, from my side, really, then, so, well, ok, okay, again, else, here")
_WHETHER_RIGHT: Final = Vocabulary({**_ENDS, **_GOES_ON, **each(False, _YES), **each(True, _NO)}, _BESIDE)
_WHETHER_MORE: Final = Vocabulary({**_ENDS, **_GOES_ON, **each(False, _NO), **each(True, _YES)}, _BESIDE)
_ID = re.compile(r"\b[A-Za-z]{1,6}-\d{2,6}(?:-\d{1,4})?\b")


def more_to_change(message: str, question: str) -> bool | None:
    """Whether a message that says no more than yes, no or done goes on amending; None where it says what changes.

    A yes to "Is it right now?" ends the amendment and a no goes on; to "Anything else?" it is the other way round, and
    where the question asks for something of its own both are its answer. Words that accept a summary end it, too.
    """
    if _ASKS_FOR_MORE.search(question) and not _ASKS_WHETHER_RIGHT.search(question):
        heard = _WHETHER_MORE.only(message)
    elif _ASKS_WHETHER_RIGHT.search(question):
        heard = _WHETHER_RIGHT.only(message)
    else:
        return None
    if not heard and accept_or_amend(message) is Verdict.ACCEPT:
        return False
    return None if not heard else False not in heard


def accept_or_amend(message: str) -> Verdict:
    """Accept only what clearly accepts and says nothing else; both kinds, neither, more or a question is Amend.

    So an accept word counts as a clause of its own ("yes", "I confirm the requirements", "that's fine by me"), never
    where it asks for a correction ("correct it"), opens a remark ("yes, they sign on paper") or stands in a wish ("show
    me that part and then I say yes").
    """
    clauses = [words for part in _CLAUSE.split(message) if (words := tuple(word.text for word in spoken(part)))]
    if len(message) > _LONGEST_VERDICT or "?" in message or not clauses or clauses[-1][-1] in _UNFINISHED:
        return Verdict.AMEND
    heard = [_ACCEPTING.heard(clause) for clause in clauses]
    if not all(_ACCEPTING.covers(clause) and not _accepts_not(clause) for clause in heard):
        return Verdict.AMEND
    return Verdict.ACCEPT if any(_ACCEPTING.of_words(clause) for clause in heard) else Verdict.AMEND


def _accepts_not(clause: Words) -> bool:
    """Whether an accept word asks for a correction, stands in a question, or is what others do.

    "correct it"; "is it fine"; "they confirm it".
    """
    return any(
        (after in _NAMED and (word == _CORRECTING or (place == 0 and word in _ASKING)))
        or (after in _DOING and word in _OTHERS)
        for place, (word, after) in enumerate(pairwise(clause))
    )


def asks_to_see(message: str) -> bool:
    """Whether the whole message asks to see the summary, or a part of it, once more."""
    return bool(_SEEING.only(_ID.sub(" it ", message)))
