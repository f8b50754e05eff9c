"""Finds where a sentence hides who acts: it begins with the act, or says "must be done" and not by whom."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.artifacts.lint import sentences
from roundtable_tui.artifacts.lint.sentences import ears_of, is_short, lowered_first, parts_of, unquoted
from roundtable_tui.artifacts.lint.smells import Smell, Smelled

if TYPE_CHECKING:
    from collections.abc import Iterator

_NOBODY = (
    re.compile(
        r"^(?:must|should|shall|has to|have to|ought to|needs? to)(?! have\b|[- ]have\b)"
        r"(?: also| only| always)?(?: be able to| be possible to)? (?P<action>\S.*)$",
        re.IGNORECASE,
    ),
    re.compile(r"^needs? (?P<action>(?:an?|the|some) \S.*)$", re.IGNORECASE),
    re.compile(r"^(?:will|can|may|could)(?: also)? (?P<action>(?:be|have|allow|support) \S.*)$", re.IGNORECASE),
    re.compile(
        r"^(?:the )?(?:ability|possibility|option|capability|opportunity|chance) (?:to|of) (?P<action>\S.*)$",
        re.IGNORECASE,
    ),
    re.compile(
        r"^it (?:must|should|shall|will|has to|needs to|ought to|is to|is)(?: also)?(?: be)? possible (?:to|that) "
        r"(?P<action>\S.*)$",
        re.IGNORECASE,
    ),
    re.compile(
        r"^there (?:must|should|shall|will|has to|needs to) be (?:an?|the|some) (?:way|option|possibility|means|chance"
        r"|function|feature|mechanism|facility) (?:to|of|for|that) (?P<action>\S.*)$",
        re.IGNORECASE,
    ),
    re.compile(
        r"^an? (?:way|option|possibility|means|function|feature|mechanism|facility) (?:to|of|for) (?P<action>\S.*?)"
        r" (?:must|should|shall|will|has to|needs to) (?:also )?be "
        r"(?:available|provided|offered|present|possible|there)\b.*$",
        re.IGNORECASE,
    ),
)
_SOMETHING = re.compile(
    r"^(?:it|they|this|these)(?: also)? (?:shall|must|should|has to|have to|needs? to)(?: also)?(?: be able to)?"
    r"(?! be (?:possible\b|\w+ (?:that|which|whether|how|to)\b)) (?P<action>\S.*)$",
    re.IGNORECASE,
)
"""A pronoun with nothing before it that it could stand for."""

_ACT_VERBS = frozenset(
    """
    anonymise anonymize cache decrypt disable drop enable encrypt escape group hash index mask normalise
    normalize parse pin prune pseudonymise pseudonymize quarantine redact regenerate reissue reopen reroute
    reuse rotate route sanitise sanitize seal seed sign sort strip tokenise tokenize trace trim unpublish wipe
    accept acknowledge activate add adjust advertise aggregate alert allocate analyse analyze announce answer append
    apply approve archive ask assess assign attach audit authenticate authorise authorize block book broadcast
    calculate calibrate call cancel capture change charge check clean clear close collect compare compile compress
    compute conduct confirm consult contact convert copy correct count create credit deactivate debit decide decline
    deduct delete deliver destroy detect determine discard discover dispatch display distribute document download draw
    edit email enforce enter erase escalate establish evaluate examine exchange execute export extract fetch file
    filter fix flag forward generate give grade grant handle identify import increment inform initialise initialize
    initiate insert inspect install invalidate investigate invite invoke issue launch load lock log maintain make
    manage measure merge migrate modify monitor move notify obtain offer order pause pay perform persist plan play
    post prepare present preserve print process produce prompt propagate provide publish purge queue raise recalculate
    receive record recover redirect refresh refund register reject release reload remind remove rename renew repair
    repeat replace replicate report request reserve reset resolve restart restore resume retrieve retry return reverse
    review revoke run save scan schedule select send show skip start stop store stream submit suspend synchronise
    synchronize take terminate test track train transfer transform translate transmit trigger truncate unlock update
    upgrade upload validate verify waive warn weigh withdraw
    """.split()
)
_DOUBLED = frozenset("log plan stop drop ship map tag submit permit transfer flag scan skip trim cancel".split())
_IRREGULAR = {
    "draw": "drawn", "give": "given", "make": "made", "pay": "paid", "reset": "reset", "run": "run", "send": "sent",
    "show": "shown", "take": "taken", "withdraw": "withdrawn",
}  # fmt: skip


def _participle(verb: str) -> str:
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb in _DOUBLED:
        return f"{verb}{verb[-1]}ed"
    if verb.endswith("e"):
        return f"{verb}d"
    return f"{verb[:-1]}ied" if verb.endswith("y") and verb[-2] not in "aeiou" else f"{verb}ed"


_ACTS = {_participle(verb): verb for verb in _ACT_VERBS} | {
    "backed up": "back up", "canceled": "cancel", "carried out": "carry out", "filled in": "fill in",
    "filled out": "fill out", "logged out": "log out", "rolled back": "roll back", "set up": "set up",
    "shut down": "shut down", "signed off": "sign off", "switched off": "switch off", "switched on": "switch on",
    "turned off": "turn off", "turned on": "turn on",
}  # fmt: skip
_ACT = "|".join(sorted(_ACTS, key=len, reverse=True))
_PASSIVE = re.compile(
    r"^(?P<what>.+?) (?P<modal>must|shall|should|will|can|may|has to|have to|needs? to|is to|are to)"
    rf"(?: also| always| only)? be (?:also |then )?(?P<besides>(?:\w+ly )?(?:\w+ed (?:and|or) )?)(?P<act>{_ACT})"
    r"\b(?P<rest>.*)$",
    re.IGNORECASE | re.DOTALL,
)
_BY_SOMEBODY = re.compile(
    r"(?<!accessible )(?<!viewable )(?<!available )(?<!usable )\bby "
    r"(?!\d|e-?mail\b|mail\b|post\b|phone\b|text\b|invoice\b|card\b|hand\b|default\b|mistake\b|\w+ing\b|noon\b"
    r"|midnight\b|then\b|monday|tuesday|wednesday|thursday|friday|saturday|sunday|(?:the )?end of)",
    re.IGNORECASE,
)
_ELSEWHERE = re.compile(r"^no\b|\b(?:shall|must|should|can|will|may)\b|\b(?:which|that|who)$", re.IGNORECASE)
"""The obligation is none, or not the one the sentence is about."""
_STATE = re.compile(r"^(?:authenticated|registered|authori[sz]ed|trained|paid|closed|locked)$", re.IGNORECASE)
_TO_DO_SOMETHING = re.compile(r"^ (?:to|before|in order|as|for)\b", re.IGNORECASE)


def missing_actor_in(sentence: str, *, first: bool = True) -> Iterator[Smelled]:
    """An act without anybody who does it; `first` is whether nothing was said before that "it" could mean."""
    forms = (*_NOBODY, _SOMETHING) if first else _NOBODY
    for form in forms:
        if found := form.match(sentence):
            action = found["action"].rstrip(" .")
            yield Smelled(
                Smell.MISSING_ACTOR,
                "It does not say who or what does this.",
                f'Name who does it, as in "{sentences.with_actor(action)}", or begin with the verb.',
            )
            return


def passive_in(sentence: str) -> Iterator[Smelled]:
    """An obligation to act that does not say whose it is."""
    parts = parts_of(sentence)
    found = _PASSIVE.match(unquoted(parts.main))
    if not found or _BY_SOMEBODY.search(found["rest"]) or _ELSEWHERE.search(found["what"]) or _is_state(found):
        return
    told = _with_actor(found, parts.main)
    if not is_short(sentence):
        told = f"… {found['modal'].lower()} be {found['act'].lower()} by [who] …"
    elif parts.condition:
        told = f"{parts.condition}, {lowered_first(told)}"
    yield Smelled(
        Smell.PASSIVE,
        f"It does not say who or what does it: {found['act'].lower()} by whom?",
        f'Name who does it: "{told}".',
    )


def _with_actor(found: re.Match[str], main: str) -> str:
    """In the active voice; two acts that share their object stay as they are."""
    what, rest = main[: found.end("what")], main[found.start("rest") :].rstrip(" .")
    if found["besides"].rstrip().endswith((" and", " or")):
        return f"{main[: found.start('rest')]} by [who]{rest}"
    active = f"{_ACTS[found['act'].lower()]} {lowered_first(what)}{rest}"
    return sentences.with_actor(active, found["modal"].lower())


def _is_state(found: re.Match[str]) -> bool:
    """ "must be registered to vote" is what somebody must be, not what somebody must do; so is "shall be run on"."""
    if found["act"].lower() == "run":
        return bool(re.match(r" (?:in|on|under|within)\b", found["rest"]))
    return bool(_STATE.match(found["act"]) and _TO_DO_SOMETHING.match(found["rest"]))


def names_who_acts(sentence: str) -> bool:
    """Whether somebody or something is said to act in it: "The system must fetch the rates"."""
    ears = ears_of(sentence)
    return bool(ears and not re.match(r"(?:not |also |only )*be\b", ears.response, re.IGNORECASE))
