"""Finds two or more requirements in one sentence, and says where to cut."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.artifacts.lint.sentences import parts_of, raised_first, unquoted
from roundtable_tui.artifacts.lint.smells import Smell, Smelled
from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_IDIOMS = re.compile(
    r"\b(?:drag|search|cut|copy|trial|pick|plug|check|wait|sign|terms|buy|park|point|click|show|track"
    r"|read|hit|find|kiss"
    r"|bed|black|research|stop) (?:and|&) (?:drop|rescue|paste|error|place|pack|play|balance|see|go|seal|conditions"
    r"|sell|ride|click|collect|tell|trace|write|miss|replace|run|development|breakfast|white|start)\b",
    re.IGNORECASE,
)
_PAIRS = re.compile(
    r"\b(?:pause and resume|start and stop|open and close|enable and disable|lock and unlock|activate and deactivate"
    r"|show and hide|subscribe and unsubscribe|connect and disconnect|zoom in and out|turn on and off|switch on and off"
    r"|mute and unmute|undo and redo|expand and collapse|sign in and (?:sign )?out|log in and (?:log )?out)\b",
    re.IGNORECASE,
)
"""Two halves of one ability, which share their object and make no sense alone."""
_VERBS = frozenset(
    """
    accept activate add adjust allow analyse analyze apply approve archive ask assign attach authenticate authorise
    authorize block browse calculate cancel capture choose clear close collect compare compile compute configure
    confirm connect convert correct create deactivate decide define delete deliver derive detect disable distribute
    divide draw edit enable encrypt enter estimate evaluate explain expose extract fetch find forward generate give
    grade grant hide identify inform initialise initialize inspect install integrate invite join keep let lock
    maintain make manage mark measure merge migrate modify monitor move navigate notify onboard open organise
    organize pause pay perform pick prevent print produce protect provide publish recalculate recommend reconcile
    recover redirect refund refuse register reject reload remind remove rename render reorder replace replicate
    rescan reserve resolve restore restrict resume retrieve retry revoke roll sanitise sanitize save select send
    share sign skip sort specify store submit suggest suspend synchronise synchronize tell train translate transmit
    undo unlock unsubscribe validate verify visualise visualize warn watch weigh withdraw write
    """.split()
)
_ALSO_NOUNS = frozenset(
    """
    access alert backup bill book change charge check comment contact copy display document download export file
    filter fix form group import index invoice issue limit link list log map match message note order plan process
    prompt query rate record refresh release report request reset return review run scan schedule search set show
    split start stop switch tag test trace track transfer trigger update upload view vote
    """.split()
)
"""Verbs only with an article behind them: "upload the file", not "upload date"."""
_JOINT = re.compile(r"\s*(?:;|,\s*and then\b|,\s*and\b|,|\band then\b|\band\b|\bas well as\b)\s+", re.IGNORECASE)
_SUBORDINATE = re.compile(
    r"\s(?:when|if|until|once|before|after|because|so that|in order to|which|that|while|where|unless|whose|who)\b.*",
    re.IGNORECASE | re.DOTALL,
)
_MODAL = re.compile(r"\b(?:shall|must|should|can|will|may)\b", re.IGNORECASE)
_NEW_CLAUSE = re.compile(
    r"^(?!but\b)(?:the |an? |every |each )?(?:[\w-]+ ){1,6}?"
    r"(?:shall|must|should|can|will|is|are|receives?|gets?|sees?) ",
    re.IGNORECASE,
)
_PRONOUN_OBJECT = re.compile(
    r"^\w+ (?:it|them|him|her|this|these|that|the results?|the outcome)\b|\b(?:it|them|accordingly)\s*$", re.IGNORECASE
)
_DETERMINER = re.compile(r"^\w+ (?:an?|the|every|each|all|their|his|her|its|one|two|any|new|it|them)\b", re.IGNORECASE)
_PROHIBITION = re.compile(rf"(?:{_MODAL.pattern}) (?:not|never)\b|cannot\b", re.IGNORECASE)
"""The other side of what was said before: "shall be read from the environment and shall never be committed"."""
_FORBIDS_ALL = re.compile(rf"[^,;]*?(?:{_MODAL.pattern}) (?:not|never)\b(?!.*(?:{_MODAL.pattern}))", re.IGNORECASE)
"""One prohibition, however much it forbids: "shall not assign, close or delete tickets"."""
_LEADS_ON = re.compile(
    r"^(?:as|since|because|though|although|even|but|so|which|that|who|whose|where|when|if|before|after|until|once|while"
    r"|unless)\b",
    re.IGNORECASE,
)
_AND_SAYS_SO = re.compile(
    r"^(?:logs?|shows?|displays?|reports?|returns?|generates?|issues?|records?|gives?|raises?|emits?) (?:an?|the) "
    r"(?:[\w-]+,? ){0,3}(?:warnings?|errors?|messages?|events?|results?|codes?|exceptions?|entry|alerts?)\b",
    re.IGNORECASE,
)
"""What is told about the act before it is part of the act: "refuse the file and show an error"."""
_NAMES_AN_ACT = re.compile(
    r"^\w+ (?:by|of|operations?|actions?|requests?|events?|permissions?|rights|access|controls?)\b", re.IGNORECASE
)
"""A noun, whatever it is elsewhere: "protected from update and delete by the database"."""
_PURPOSE = re.compile(
    r"(?<!able)(?<!ability)(?<!has)(?<!have)(?<!needs)(?<!users)(?<!user) to (?:protect|ensure|prevent|avoid|mitigate"
    r"|improve|reduce|minimi[sz]e|enhance|facilitate|enable)\b",
    re.IGNORECASE,
)
_LONGEST_PIECE = 80
_ASIDE = re.compile(r"\([^()]*\)")
_ADVERB = re.compile(r"^(?:\w+ly|also|then) (?=\w)", re.IGNORECASE)
_SHARED_OBJECT = re.compile(r"(?:^|\b(?:shall|must|should|can|will|may|to)\s+)(?:\w+ly\s+)?[\w-]+$", re.IGNORECASE)
"""A clause that stops at its verb shares what follows with the next one: "can view and print the plan"."""


def several_in(sentence: str, *, clauses_only: bool = False) -> Iterator[Smelled]:
    """What could be built and refused one without the other; `clauses_only` leaves verbs that share a subject alone.

    What follows from one event belongs together: "When the card is lost, the bank blocks it and sends another".
    """
    parts = parts_of(sentence)
    if parts.condition or _LEADS_ON.match(parts.main):
        return
    original = parts.main
    main = _ASIDE.sub(lambda found: "□" * len(found[0]), unquoted(original))
    for fixed in (_IDIOMS, _PAIRS):
        main = fixed.sub(lambda found: "□" * len(found[0]), main)
    if _FORBIDS_ALL.match(main):
        return
    pieces = list(_pieces(main, original, clauses_only=clauses_only))
    if not any(piece.certain for piece in pieces[1:]):
        return
    texts = _joined(pieces)
    listed = "; ".join(f'"{raised_first(one_line(text, _LONGEST_PIECE))}"' for text in texts)
    yield Smelled(
        Smell.SEVERAL,
        f"It asks for {len(texts)} things that can be built, tested and put off one without the other.",
        f"Make it {len(texts)} requirements: {listed}.",
    )


class _Piece(Struct, frozen=True):
    text: str
    starts: bool
    """It begins a requirement of its own rather than going on with the one before."""
    certain: bool = False


def _pieces(main: str, original: str, *, clauses_only: bool) -> Iterator[_Piece]:
    cuts = [(0, 0), *((found.start(), found.end()) for found in _JOINT.finditer(main)), (len(main), len(main))]
    spans = [(start, end) for (_, start), (end, _) in pairwise(cuts)]
    shared = bool(_SHARED_OBJECT.search(main[: spans[0][1]].strip()))
    verbs = sum(_is_verb(main[start:end]) for start, end in spans[1:])
    for number, (start, end) in enumerate(spans):
        text, own = main[start:end], original[start:end].strip()
        if number == 0:
            yield _Piece(own, starts=True)
        elif _belongs_to(main[:start]) and not _MODAL.match(text):
            yield _Piece(own, starts=False)
        elif _MODAL.search(main[:start]) and _is_clause(text):
            yield _Piece(own, starts=True, certain=not _PROHIBITION.match(text))
        elif clauses_only or not _is_verb(text):
            yield _Piece(own, starts=False)
        else:
            comma = "," in main[spans[number - 1][1] : start]
            listed = comma and any(not _is_verb(main[slice(*span)]) for span in spans[1:number])
            depends = bool(_PRONOUN_OBJECT.search(_SUBORDINATE.sub("", text))) and verbs == 1
            yield _Piece(
                own, starts=True, certain=_is_surely_a_verb(text, main[start:]) and not (shared or depends or listed)
            )


def _belongs_to(before: str) -> bool:
    """Whether what comes next still belongs to a subordinate clause or to a list that was opened."""
    clause = before[before.rfind(";", 0, len(before) - 1) + 1 :]
    return bool(_SUBORDINATE.search(f" {clause}") or _PURPOSE.search(clause)) or ": " in clause


def _is_surely_a_verb(text: str, onwards: str) -> bool:
    if _AND_SAYS_SO.match(onwards):
        return False
    return _first_verb(text) in _VERBS or bool(_DETERMINER.match(_ADVERB.sub("", text)))


def _is_clause(text: str) -> bool:
    """Whether it has a predicate of its own: "must warn …", "the insurer receives …"."""
    if _LEADS_ON.match(text):
        return False
    return bool(_MODAL.match(text) or _NEW_CLAUSE.match(f"{_SUBORDINATE.sub('', text)} "))


def _is_verb(text: str) -> bool:
    """A capital inside the sentence makes a name of it: "the Exception and Reset Log"."""
    if text[:1].isupper():
        return False
    if _NAMES_AN_ACT.match(text):
        return False
    first = _first_verb(text)
    return first in _VERBS or first in _ALSO_NOUNS


def _first_verb(text: str) -> str:
    return _ADVERB.sub("", text).split(" ", 1)[0].lower()


def _joined(pieces: Iterable[_Piece]) -> list[str]:
    texts: list[str] = []
    for piece in pieces:
        if piece.starts or not texts:
            texts.append(piece.text)
        else:
            texts[-1] += f" and {piece.text}"
    return texts
