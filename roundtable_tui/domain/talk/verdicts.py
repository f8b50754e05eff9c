"""What is said to a summary: accepted, to be amended, or to be shown once more."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from roundtable_tui.domain.journal.values import Verdict
from roundtable_tui.domain.talk.small_talk import says_nothing
from roundtable_tui.domain.talk.spoken_words import Vocabulary, each, phrases, spoken

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roundtable_tui.domain.talk.spoken_words import Words


_SUMMARY = (
    "the summary, this summary, the requirements, the architecture, the design, the analysis, the spec, the "
    "document, the draft, the text, the proposal, the whole thing, the whole lot, the lot, these requirements, this "
    "design, this architecture, your summary"
)
_ACCEPTING: Final = Vocabulary(
    each(
        True,
        "accept, accepted, acceptable, approve, approved, confirm, confirmed, agree, agreed, yes, yep, yeah, yup, i "
        "say yes, i can confirm, lgtm, all good, all fine, all correct, all is well, fine, correct, looks good, look "
        "good, looked good, looking good, looks all "
        "good, looks fine, looks correct, sounds good, sounds fine, is right, is correct, is fine, are correct, are "
        "fine, are right",
    ),
    phrases(
        "i, we, i do, we do, i am, it, this, that, these are, they are, those are, all, all of it, all of that, all "
        "of this, all of them, everything, is, are, all is, with it, with that, with this, with you, with all, with "
        "all of it, with everything, to it, to that, to all, to everything, to all of it, to me, by me, for me, with "
        "me, by us, for us, to us, as it stands, as it is, as is, as shown, as written, like this, like that, ok, "
        "okay, alright, great, good, nice, perfect, cool, super, excellent, wonderful, of course, sure, absolutely, "
        "definitely, certainly, indeed, totally, fully, completely, entirely, hereby, well, so, and, now, here, "
        "very, really, quite, go on, continue, "
        "next, go ahead, move on, let us continue, let us move on, let us go on, i think, ship it, let us ship it, let "
        f"us go, nice work, good job, well done, great work, everyone, {_SUMMARY}"
    ),
)
_AMENDING = phrases(
    "amend, amends, amended, amending, amendment, amendments, change, changes, changed, changing, revise, revises, "
    "revised, revising, revision, update, updates, updated, updating, modify, modifies, modified, modifying, "
    "modification, no, nope, nah, not quite, needs work, need work, needs some work, redo, redone, redoing, "
    # an accept word that asks for a correction
    "correct it, correct this, correct that, correct them, correct these, correct those, correct the, correct all, "
    "correct everything, correct your, correct my, correct please, please correct, correct a, correct an, "
    # a reservation
    "not, never, nothing, nobody, none, but, except, however, though, although, unless, until, if, once, almost, "
    "nearly, wrong, missing, incorrect, disagree, disagrees, only, partly, partially, mostly, half, some, most, "
    "rest, instead, rather, maybe, perhaps, before, after, afterwards, first, second, third, last, later, then, "
    "when, while, should, would, could, might, must, will, need, needs, want, wants, wish, hope, wait, hold, stop, "
    "still, yet, without, however, too, more, less, another, other, others, "
    # a wish to see or to have something done
    "show, see, view, read, display, check, verify, review, explain, tell, again, repeat, add, adds, remove, drop, "
    "delete, move, rename, replace, reorder, sort, swap, fix, edit, adjust, rewrite, reword, extend, include, "
    "exclude, insert, merge, split, shorten, clarify, expand, put, make, use, let me, "
    # a question
    "what, why, how, which, who, whom, whose, where"
)
_HARMLESS = phrases(
    "what i need, what we need, what i want, what we want, what i wanted, what i meant, what i said, what we said, "
    "what we discussed, what we talked about, what we agreed on, what we agreed, how it should be, how i want it, "
    "how we want it, nothing to add, nothing missing, nothing is missing, no objections, no objection, no questions, "
    "not bad, you can go on, we can go on, we can continue, what i had in mind, what we had in mind"
)
_LONGEST_VERDICT = 300
"""Letters; who writes more has something to say about it."""
_UNFINISHED = (("and",), ("so",), ("or",), ("as",))
_SAYS_MORE = frozenset("that this it these they you i we everything all".split())
_CLAUSE = re.compile(r"[,.;:!\n–—]+|\s-\s")
_BREAKS_OFF = re.compile(r"\d")

_SEEING: Final = Vocabulary(
    each(
        True,
        "show me, show it, show that, show this, show them, show us, show the, show all, show again, show me the, "
        "see it, see that, see this, see them, see the, see again, look at, look again, look once more, have a look, "
        "take a look, have another look, take another look, view the, view it, display the, display it, print the, "
        "print it, repeat, repeat the, repeat that, repeat it, read it, read that, read the, read this, list the, go "
        "through it, go through the, bring up, bring back the, pull up, go back to the, where is the, what was the, "
        "what is the, what does the, again, once more, one more time, another look, one more look",
    ),
    phrases(
        "it, that, this, them, the, all, every, part, parts, section, summary, summaries, requirements, requirement, "
        "architecture, design, analysis, list, whole, thing, full, text, version, document, paragraph, assumptions, "
        "risks, first, second, third, last, one, ones, of it, again, once, once more, one more time, more, more "
        "time, back, at, say, says, to me, me, can i, could i, may i, can you, could you, can we, could we, would "
        "you, will you, let me, let us, i want to, i would like to, i need to, i have to, i would, please, first, "
        "before, before i, before we, and, then, and then, after that, afterwards, i, we, will, decide, judge, say "
        "yes, say ok, accept, accept it, confirm, confirm it, approve, approve it, agree, yes, ok, okay, so, so "
        "that, so i can, wait, hold on, hmm, well, now, just, a, bit, quickly, sure, to be sure, in full, "
        "completely, for me"
    ),
)
_ID = re.compile(r"\b[A-Za-z]{1,6}-\d{2,6}(?:-\d{1,4})?\b")


def accept_or_amend(message: str) -> Verdict:
    """Accept only what clearly accepts; both kinds, neither, a reservation or a question is Amend.

    An accept word counts in a clause of its own ("yes", "I confirm the requirements", "that's fine by me"), never where
    it asks for a correction ("correct the second one") or stands in a wish ("show me that part and then I say yes").
    """
    if len(message) > _LONGEST_VERDICT:
        return Verdict.AMEND
    clauses = [clause for clause in _clauses(message) if clause]
    heard = _ACCEPTING.heard(word for clause in clauses for word in clause)
    if "?" in message or heard[-1:] in _UNFINISHED or _holds_any(_without_harmless(heard), _AMENDING):
        return Verdict.AMEND
    judged = [_judged(clause) for clause in clauses]
    return Verdict.ACCEPT if True in judged and None not in judged else Verdict.AMEND


def _clauses(message: str) -> Iterator[tuple[str, ...]]:
    for part in _CLAUSE.split(message):
        yield tuple(word.text for word in spoken(part))


def _judged(clause: tuple[str, ...]) -> bool | None:
    """True where the clause accepts, False where it says nothing against it, None where that cannot be told."""
    if _ACCEPTING.of_words(clause):
        return True
    if _ACCEPTING.covers(clause) or says_nothing(" ".join(clause)) or _says_more(clause):
        return False
    opening = _ACCEPTING.opening(clause)
    rest = clause[opening.count :]
    return True if opening.meanings and _says_more(rest) else None


def _says_more(words: Words) -> bool:
    """Whether the words go on about the summary as a whole: "this captures what I need"."""
    return words[0] in _SAYS_MORE and not any(_BREAKS_OFF.search(word) for word in words)


def _holds_any(words: Words, vocabulary: frozenset[Words]) -> bool:
    lengths = {len(phrase) for phrase in vocabulary}
    return any(words[start : start + length] in vocabulary for start in range(len(words)) for length in lengths)


def _without_harmless(words: Words) -> Words:
    for phrase in _HARMLESS:
        for start in range(len(words) - len(phrase), -1, -1):
            if words[start : start + len(phrase)] == phrase:
                words = words[:start] + words[start + len(phrase) :]
    return words


def asks_to_see(message: str) -> bool:
    """Whether the whole message asks to see the summary, or a part of it, once more."""
    return bool(_SEEING.only(_ID.sub(" it ", message)))
