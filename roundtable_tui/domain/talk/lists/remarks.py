"""What is remarked of a list in passing: that something is missing, that an entry can go, or anything else of one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.domain.talk.lists.operations import ItemForm
from roundtable_tui.domain.talk.lists.selections import ID_FORM

if TYPE_CHECKING:
    from roundtable_tui.domain.talk.lists.operations import ListQuestion

_NOT = r"(?:n['’]?t| not)"
_CAN_GO = re.compile(
    r"\s*(?:is|are)?\s*(?:not needed|not relevant|irrelevant|unrelated|not affected|unaffected|out|can go|must go"
    r"|should go|not part of it|too much|superfluous|not in scope|out of scope)\s*[.!]*"
    rf"|\s*(?:do(?:es)?{_NOT} (?:belong|matter|count|change)|should{_NOT} be|ha(?:s|ve) nothing to do)"
    r"(?:\s+(?:(?:in|on|to|with)\s+)?(?:it|this|that|here|there|the list))?\s*[.!]*",
    re.IGNORECASE,
)
_IS_MISSING = re.compile(r"(?P<what>.+?)\s+(?:is|are)\s+(?:also\s+)?missing\s*[.!]*", re.IGNORECASE)
_ALSO = re.compile(
    r"(?:and\s+)?(?:also|and|as well as|do(?:n['’]?t| not) forget|we need|(?:what|how) about|i miss"
    r"|there(?:['’]?s| is) also)\s+(?P<what>.+?)(?:,?\s+(?:too|as well))?\s*[.!?]*"
    r"|(?P<before>.+?),?\s+(?:too|as well)\s*[.!]*",
    re.IGNORECASE,
)

_ALL_BUT = re.compile(
    r"(?:all of (?:them|these|those)|all|everything)\s+(?:but|except(?: for)?|apart from|without)\b", re.IGNORECASE
)

_IDS_FIRST = re.compile(
    rf"\s*(?:(?P<about>about|as for|regarding|on)|and|but|so|hm+|well)?,?\s*"
    rf"{ID_FORM}(?:\s*(?:,|&|\band\b)\s*{ID_FORM})*"
    r"(?P<joint>\s*(?::|=|→|->|=>|[,–—]|-(?=\s))?)\s*(?P<said>\S.*)",
    re.IGNORECASE,
)
_ASKING = re.compile(
    r"(?:what|why|how|who|whom|whose|when|where|which|is|are|was|do|does|did|can|could|should|would|will|may|must|has"
    r"|have|isn['’]t|aren['’]t|don['’]t|doesn['’]t|can['’]t|couldn['’]t|shouldn['’]t|won['’]t|and|or|but|really|sure)\b",
    re.IGNORECASE,
)
_VERY = r"(?:(?:a bit|a little|too|very|rather|quite|pretty|still|really|so|not|never|always|(?:far|much) too)\s+){0,3}"
_JUDGED = (
    r"vague|unclear|clear|wrong|right|odd|strange|weird|risky|hard|easy|tricky|difficult|important|unimportant|critical"
    r"|crucial|central|big|small|large|little|much|strict|loose|broad|narrow|late|early|good|bad|fine|great|nice|ugly"
    r"|okay|ok|enough|optional|debatable|controversial|doubtful|questionable|missing something|incomplete|complete"
    r"|ambiguous|confusing|obsolete|redundant|superfluous|expensive|cheap|the same|similar|identical|sure|certain"
    r"|what|where|why|how|who|the (?:one|ones|most|key|hard|tricky|main|core|heart|important|part|problem|point|reason)"
)
_THINKS = re.compile(
    rf"(?:is|are|was|were|looks?|sounds?|seems?|feels?|reads?)(?:n['’]t)?\s+(?:like\s+)?{_VERY}(?:{_JUDGED})\b"
    r"|(?:worr(?:y|ies)|bothers?|puzzles?|scares?|annoys?|confuses?|surprises?|concerns?|troubles?|frightens?)\b"
    r"|(?:needs?|deserves?|wants?)\s+(?:more|some|another|a closer|to be (?:thought|discussed|clarified|looked))\b"
    r"|(?:belongs? together|overlaps?|contradicts?|conflicts? with|duplicates?|repeats?|goes too far|makes? me)\b"
    r"|(?:can|could|may|might|should) wait\b|(?:not sure|unsure|no idea|hm+|good|fine|great|nice|interesting)\b"
    r"|(?:i|i['’](?:m|d|ll|ve)|we['’]re (?:not )?sure|imo|imho|honestly|frankly|personally)\b"
    r"|(?:.*\W)?(?:me|i (?:am|think|guess|believe|fear|doubt|wonder|like|love|hate|would)|i['’](?:m|d))\b",
    re.IGNORECASE,
)
_WHETHER_TO = re.compile(
    rf"(?:drop|remove|delete|strike|keep|accept|take out|leave out)\s+{ID_FORM}\s*\?+", re.IGNORECASE
)
_MARKS = frozenset((":", "=", "→", "->", "=>"))
_SHALL_READ = re.compile(
    r"\s*(?:should|shall|must|ought to|has to|is to)\s+(?:be (?:called|named|worded)|read|say|become)\s*:?"
    r"\s*(?P<anew>\S.*)",
    re.IGNORECASE | re.DOTALL,
)


def asks_about_entry(words: str) -> bool:
    """Whether an entry called by its id is asked about: "FR-002 - what about refunds?", "drop FR-002?"."""
    if _WHETHER_TO.fullmatch(words.strip()):
        return True
    found = _IDS_FIRST.fullmatch(words.strip())
    if found is None or not found["said"].rstrip().endswith("?"):
        return False
    return bool(found["about"]) or found["joint"].strip() not in _MARKS or _ASKING.match(found["said"]) is not None


def judges_entry(words: str) -> bool:
    """Whether a message that begins with an id says what somebody thinks of that entry: "FR-002 worries me"."""
    found = _IDS_FIRST.fullmatch(words.strip())
    if found is None:
        return False
    return bool(found["about"]) or (found["joint"].strip() not in _MARKS and _THINKS.match(found["said"]) is not None)


def anew_in(behind: str) -> str:
    """What the words behind an entry's name say it should read from now on."""
    found = _SHALL_READ.fullmatch(behind)
    return found["anew"] if found else ""


def leaves_out(text: str) -> bool:
    """Whether all entries but some are named."""
    return _ALL_BUT.match(text) is not None


def can_go(said: str) -> bool:
    """Whether what is said of an entry is that it does not belong there."""
    return _CAN_GO.fullmatch(said) is not None


def named_as_missing(text: str, form: ItemForm) -> str:
    """What the text wants in the list as well: "tax.py is missing"; of names and files also "tax.py too"."""
    if missing := _IS_MISSING.fullmatch(text):
        return missing["what"]
    more = _ALSO.fullmatch(text) if form is not ItemForm.SENTENCE else None
    return (more["what"] or more["before"]) if more else ""


def is_about_an_entry(text: str, question: ListQuestion) -> bool:
    """Whether words stand before the name of an entry, so that they speak of it and are no item of their own."""
    if question.form is ItemForm.SENTENCE:
        return False
    return any(re.search(rf"\s`?{re.escape(entry.name)}`?(?![\w/])", text, re.IGNORECASE) for entry in question.listed)
