"""The rules of the conversation, held against what a voice said in one turn: what it broke, and how to mend that."""

from __future__ import annotations

import re
from collections import Counter
from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.journal.values import Role
from roundtable_tui.domain.knowledge.points.point_names import RAISED, REST
from roundtable_tui.domain.talk.ledger import Standing
from roundtable_tui.domain.talk.manners.question_text import alike, asks_anew, carrying, questions_in, words_asked
from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roundtable_tui.domain.dossier.questions import Question
    from roundtable_tui.domain.journal.values import Utterance
    from roundtable_tui.domain.talk.ledger import Ledger

LONGEST_QUESTION = 60
MOST_BULLETS = 4
_MANY = 3
_SHOWN = 80


class Rule(StrEnum):
    """What a turn of the conversation must not do."""

    HEADER = "header"
    QUESTION_LIST = "question list"
    TWO_SUBJECTS = "two subjects"
    HANDOVER = "handover"
    ANNOUNCED = "announced"
    MENU = "menu"
    BULLETS = "bullets"
    FILLER = "filler"
    REPEATED = "repeated"
    LONG_QUESTION = "long question"


_MENDING = {
    Rule.HEADER: "Leave out headings of phases and steps; just go on talking.",
    Rule.QUESTION_LIST: "Ask one question, not a list of them.",
    Rule.TWO_SUBJECTS: "Ask about one subject; the other can wait for its own turn.",
    Rule.HANDOVER: "Let the next persona simply speak, without announcing it.",
    Rule.ANNOUNCED: "Go to the next subject by what you say about it, without announcing that you do.",
    Rule.MENU: "Offer no menus, letters or keys to press; the screen does that.",
    Rule.BULLETS: "Give each persona two to four short bullets, the weightiest first.",
    Rule.FILLER: "Begin with what you have to say, without praise or thanks.",
    Rule.REPEATED: "Do not ask again what was asked before; build on what was said.",
    Rule.LONG_QUESTION: "Keep the question within sixty words.",
}


class Breach(Struct, frozen=True):
    rule: Rule
    words: str
    """Where it shows."""

    @property
    def sentence(self) -> str:
        """What to do instead, for the next prompt."""
        return _MENDING[self.rule]


_NUMBERED_HEADER = re.compile(
    r"(?:^|[.!?]\s)[\s#>*_-]*(?:phase|step)\s+0\d(?:-\d{2})?\b[\s*_]*(?:[:(–—-]|$)", re.IGNORECASE | re.MULTILINE
)
_MARKED_HEADER = re.compile(r"^\s*(?:#{1,6}\s+|\*\*)(?:phase|step)\s+\d+\b", re.IGNORECASE | re.MULTILINE)
_BARE_HEADER = re.compile(r"^(?:[Pp]hase|[Ss]tep)\s+\d+\s*[:–—-]\s*(?:[A-Z]\w*\s?){1,4}$", re.MULTILINE)
_NUMBERED = re.compile(r"(?:^|\s)(?:\d{1,2}|[a-h])[.)]\s+[^?\n]{3,300}\?", re.MULTILINE)
_MENU = re.compile(
    r"(?:^|[\s(])\[(?:[ECS]|y/n)\](?!\()|(?:^|\s)\([ECS]\)(?:laborate|ontinue|kip)"
    r"|\b(?:press|hit|type|enter|say)\s+[\"'“`*\[]{0,2}(?:[a-z]|enter|continue|skip|elaborate|done|next)[\"'”`*\]]{0,2}"
    r"\s+(?:to|or|for)\s+(?:continue|elaborate|skip|proceed|go on|move on|the next)",
    re.IGNORECASE | re.MULTILINE,
)
_BULLET = re.compile(r"^\s*(?:[-*•]|\d{1,2}[.)])\s+\S", re.MULTILINE)
_START = r"(?:^|(?<=[.!?:]\s)|(?<=\n))[\s*_>-]*"
_FILLER = re.compile(
    r"\A[\s*_>-]*(?:(?:oh|ah|well|ok(?:ay)?|yes)[,!.]?\s+)?(?:"
    r"(?:(?:that(?:'s|’s| is)|what)\s+)?(?:an?\s+)?(?:very\s+|really\s+|such\s+)?"
    r"(?:great|good|excellent|fantastic|wonderful|fair|interesting|important)\s+(?:a\s+)?(?:point|question|idea|start|catch|insight|answer)"
    r"\b(?!s)(?:\s+(?:about|there|to raise))?\s*[!.,–—:;-]"
    r"|let me (?:think|see|consider)\b|give me a moment\b|(?:thank you|thanks)\s+(?:so much\s+|very much\s+)?for\b"
    r"|(?:thank you|thanks)[!.,]|i appreciate\b|i(?:'d| would| am|'m)\s+(?:be\s+)?(?:happy|glad|delighted) to\b"
    r"|i (?:completely |fully |totally )?understand[!.]|(?:great|perfect|excellent|awesome|wonderful|fantastic|amazing|"
    r"absolutely|certainly|of course|sure|sure thing|sounds good|got it|makes sense)\s*[!.–—]"
    r"|(?:great|perfect|excellent|awesome|wonderful|absolutely|sounds good),\s"
    r"|that makes (?:a lot of |total |perfect )?sense\b)",
    re.IGNORECASE,
)
_ANNOUNCED = re.compile(
    _START + r"(?:(?:now|next|so|ok(?:ay)?|alright|great)[,.!]?\s+)?(?:"
    r"(?:let(?:'s|’s| us)|we(?:'ll|’ll| will| can| should)|i(?:'d|’d| would) like to)\s+(?:now\s+)?"
    r"(?:move on|go on to|turn (?:now )?to|discuss|talk about|switch to|look at the next|cover|dive into|get into)\b"
    r"|moving on\b|turning (?:now )?to\b|next up\b|we (?:haven't|haven’t|have not|still haven't) (?:covered|discussed|"
    r"talked about)\b|(?:our|the) next (?:topic|subject|area)\b)",
    re.IGNORECASE,
)
_POINTS = (f"{RAISED}/", f"{REST}/")
"""What the program puts by itself, unless it was worded anew: neither its length nor its words are the voice's."""
_ROLES = "the architect|the designer|the analyst|our architect|our designer|our analyst|my colleague|the team"


def broken_rules(
    said: Sequence[Utterance],
    question: Question | None = None,
    before: Sequence[str] = (),
    names: Sequence[str] = ("Maya", "Alex", "Jordan"),
) -> tuple[Breach, ...]:
    """What a turn broke, each rule once; `before` is what is not to be asked again, `names` who is seated."""
    found: dict[Rule, Breach] = {}
    for rule, words in _breaches(said, question, before, names):
        found.setdefault(rule, Breach(rule, one_line(words, _SHOWN)))
    return tuple(found.values())


def asked_before(ledger: Ledger, now: Question | None = None) -> tuple[str, ...]:
    """The questions that were put; the one being put now may be put once more while it is not answered."""
    return tuple(
        point.question.text
        for name, point in ledger.points.items()
        if point.question and (now is None or name != now.name or point.standing is not Standing.ASKED)
    )


def _breaches(
    said: Sequence[Utterance], question: Question | None, before: Sequence[str], names: Sequence[str]
) -> Iterator[tuple[Rule, str]]:
    talk = [one for one in said if one.role in (Role.TALK, Role.GREETING)]
    asked = question.text if question else ""
    everything = "\n".join((*(one.text for one in talk if one.text != asked), asked)).strip()
    handover = _handover(names)
    for pattern in (_NUMBERED_HEADER, _MARKED_HEADER, _BARE_HEADER):
        yield from ((Rule.HEADER, found[0]) for found in pattern.finditer(everything))
    yield from ((Rule.HEADER, one.text) for one in said if one.role is Role.HEADER)
    yield from ((Rule.HANDOVER, found[0]) for found in handover.finditer(everything))
    yield from ((Rule.ANNOUNCED, found[0]) for found in _ANNOUNCED.finditer(everything))
    yield from ((Rule.MENU, found[0]) for found in _MENU.finditer(everything))
    yield from (
        (Rule.FILLER, found[0]) for text in (*(one.text for one in talk), asked) if (found := _FILLER.match(text))
    )
    bullets = Counter[str]()
    for one in talk:
        bullets[one.speaker] += 0 if one.text == asked else len(_BULLET.findall(one.text))
    yield from ((Rule.BULLETS, f"{count} bullets") for count in bullets.values() if count > MOST_BULLETS)
    if question is None or not question.parts:
        yield from _several(everything)
    if question:
        yield from _of_question(question, before)


def _several(everything: str) -> Iterator[tuple[Rule, str]]:
    if len(listed := _NUMBERED.findall(everything)) >= _MANY:
        yield Rule.QUESTION_LIST, listed[0]
        return
    asked = [one for one in questions_in(everything) if asks_anew(one) and len(carrying(one)) > 1]
    for number, one in enumerate(asked):
        for other in asked[:number]:
            if not carrying(one) & carrying(other):
                yield Rule.TWO_SUBJECTS, one


def _of_question(question: Question, before: Sequence[str]) -> Iterator[tuple[Rule, str]]:
    if question.key.startswith(_POINTS) and not question.original:
        return
    if words_asked(question.text) > LONGEST_QUESTION:
        yield Rule.LONG_QUESTION, question.text
    if any(alike(question.text, other) for other in before):
        yield Rule.REPEATED, question.text


def _handover(names: Sequence[str]) -> re.Pattern[str]:
    who = "|".join((*(re.escape(name) for name in names), _ROLES))
    what = "it|this|that|things|you|the (?:floor|word|conversation)"
    invites = "bring in|call in|hear from|let|invite"
    return re.compile(
        rf"\b(?:hand(?:ing)?|pass(?:ing)?|turn(?:ing)?)\s+(?:(?:{what})\s+)?"
        rf"(?:(?:over|off|on|back)\s+)?to\s+(?:{who})\b|\bover to (?:you, )?(?:{who})\b"
        rf"|\b(?:let me|i(?:'ll|’ll| will)|let(?:'s|’s| us))\s+(?:now\s+)?(?:{invites})\s+(?:{who})\b"
        rf"|\b(?:{who})\s+(?:will|can)\s+(?:take (?:it|this|over)|continue|pick (?:it|this) up)\b"
        rf"|\b(?:{who}),\s+(?:over to you|take it away|your turn|the floor is yours|please (?:go on|continue))",
        re.IGNORECASE,
    )
