"""Two readings of a criterion without a model: only where its own words are known to be read in two ways."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.readings.reading import Difference

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from roundtable_tui.domain.dossier.dossier import Entry

_AMOUNT = r"(?P<amount>\d[\d.,]*(?: ?(?:%|percent))?(?: [a-z]+)?)"
_NUMBER = r"(?:\d[\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten|twelve)"
_SPAN = rf"(?P<amount>{_NUMBER} (?:hours?|days?|weeks?|months?|years?))"
"""Of what takes seconds or minutes nobody builds the very last one differently."""
_PER_PERIOD = r"(?:a|per) (?P<period>day|week|month|year)"
_WHEN_ANEW = "“{amount}”: when does the count start again?"
_BY_CALENDAR = "“{amount}” is counted anew from the start of each calendar {period}."
_ROLLING = "“{amount}” holds for any span of one {period}, whenever it begins."
_COUNTED = r"\b(?:calendar|rolling|in a row)\b"
"""Words by which it is decided already."""
_BEGUN = r"(?:loan|order|booking|reservation|subscription|session|conversation|project|ticket|job|task|run|build)s"
"""What begins at one time and goes on: a line of a log or a message only comes."""
_DAY = r"(?P<amount>monday|tuesday|wednesday|thursday|friday|saturday|sunday|midnight|noon|\d{4}-\d{2}-\d{2})"


class _Rule(Struct, frozen=True):
    pattern: re.Pattern[str]
    question: str
    one: str
    other: str
    unless: re.Pattern[str]
    """Words beside it by which whoever wrote it has decided it."""


def _rule(pattern: str, question: str, one: str, other: str, unless: str = r"(?!)") -> _Rule:
    return _Rule(re.compile(pattern, re.IGNORECASE), question, one, other, re.compile(unless, re.IGNORECASE))


_RULES = (
    _rule(
        rf"\bwithin {_SPAN}",
        "“{found}”: does exactly {amount} still count?",
        "Exactly {amount} still counts as in time.",
        "Only less than {amount} counts as in time.",
    ),
    _rule(
        rf"\b(?:until|till|by) {_DAY}",
        "“{found}”: does {amount} itself still count?",
        "{amount} itself still counts.",
        "It ends before {amount} begins.",
    ),
    _rule(
        rf"\bbetween \d[\d.,]* and {_AMOUNT}",
        "“{found}”: do both ends belong to it?",
        "Both ends belong to it.",
        "The upper end does not belong to it any more.",
    ),
    _rule(
        rf"\b(?:up to|a maximum of|max(?:imum)?\.?) {_AMOUNT}",
        "“{found}”: what happens with the first one too many?",
        "What goes beyond {amount} is refused with an error, and nothing of it is taken.",
        "What goes beyond {amount} is left out, and the rest is taken.",
        r"\b(?:refused|rejected|ignored|cut off|left out|dropped|shortened)\b",
    ),
    _rule(
        rf"\b(?:can|may|must|at most|no more than)\b[^.;]*?(?P<amount>\b{_NUMBER} [a-z]+ {_PER_PERIOD})",
        _WHEN_ANEW,
        _BY_CALENDAR,
        _ROLLING,
        _COUNTED,
    ),
    _rule(
        r"\brounded to (?P<amount>(?:the )?[^,.;]+)",
        "“{found}”: to the nearest, or always up?",
        "“{found}” means the nearest, and halves go up.",
        "“{found}” means always up.",
        r"\b(?:nearest|up|down|half|halves)\b",
    ),
    _rule(
        rf"\bevery (?P<amount>{_NUMBER} (?:minutes|hours|days|weeks|months))\b(?=.*\b(?:while|until|as long as)\b)",
        "“{found}”: when is the first one?",
        "The first one comes at once, and the next after {amount}.",
        "The first one comes when {amount} have passed.",
        r"\bfirst\b",
    ),
    _rule(
        rf"\b(?:last|latest|most recent) (?P<amount>{_NUMBER} {_BEGUN})\b",
        "“{found}”: by what are they the last?",
        "“{found}” means those that began last.",
        "“{found}” means those in which something happened last.",
        r"\b(?:by|ordered|sorted|begun|began|started|placed|created|opened)\b",
    ),
    _rule(
        rf"\bin (?P<amount>{_NUMBER} days)\b(?! ago\b)",
        "“{found}”: does every day count, or only working days?",
        "Every day of the calendar counts.",
        "Only days on which people work count.",
        r"\b(?:calendar|working|business|opening) days\b",
    ),
    _rule(
        r"\b(?P<amount>\w+ and \w+ or \w+|\w+ or \w+ and \w+)\b",
        "“{found}”: what belongs together?",
        "The “and” binds first: one of the two sides is enough.",
        "The “or” binds first: both sides are needed.",
    ),
    _rule(
        r"\b(?P<amount>and/or)\b",
        "“{found}”: is one of the two enough?",
        "One of the two is enough.",
        "Both are needed.",
    ),
    _rule(
        rf"\b(?P<amount>(?:once|twice|\d+ times) {_PER_PERIOD})\b",
        _WHEN_ANEW,
        _BY_CALENDAR,
        _ROLLING,
        _COUNTED,
    ),
    _rule(
        r"\ball (?P<amount>[a-z]+s) (?:must|can|may|shall|are|have)\b(?=.*\bnot\b)",
        "“{found} … not”: none of them, or only not every one?",
        "It holds for none of the {amount}.",
        "It does not hold for every one of the {amount}, but for some.",
    ),
)
_DECIDED = re.compile(
    r"\b(?:inclusive(?:ly)?|exclusive(?:ly)?|included|excluded|or less|or fewer|or more|exactly)\b", re.I
)
"""Words by which whoever wrote it has said already what happens at the end."""


def differences_by_rule(criteria: Iterable[Entry]) -> Iterator[Difference]:
    """At most one for each criterion: where two things are open, the answer to one often settles the other."""
    for entry in criteria:
        text = entry.text()
        if _DECIDED.search(text):
            continue
        for rule in _RULES:
            if (found := rule.pattern.search(text)) and not rule.unless.search(text):
                words = {"found": found[0]} | {name: said.strip() for name, said in found.groupdict().items()}
                yield Difference(
                    entry.id, rule.question.format(**words), rule.one.format(**words), rule.other.format(**words)
                )
                break
