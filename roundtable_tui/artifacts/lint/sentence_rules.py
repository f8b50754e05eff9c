"""Finds what is loose in one text of a dossier, by its kind; it would rather miss something than cry wolf."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.artifacts.lint import sentences
from roundtable_tui.artifacts.lint.claims import unmeasured_in, untestable_in
from roundtable_tui.artifacts.lint.duties import missing_actor_in, names_who_acts, passive_in
from roundtable_tui.artifacts.lint.sentences import has_figure, parts_of, sentences_of, story_of
from roundtable_tui.artifacts.lint.several import several_in
from roundtable_tui.artifacts.lint.smells import Smell, Smelled
from roundtable_tui.artifacts.lint.vague_words import vague_in
from roundtable_tui.domain.dossier.kinds import Kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from roundtable_tui.artifacts.lint.sentences import Story

_CLAIMS = frozenset({Kind.AC, Kind.QUALITY, Kind.METRIC})
"""What is to be measured or observed."""
_DUTIES = frozenset({Kind.FR, Kind.QUALITY, Kind.CONSTRAINT})
"""What obliges somebody; a criterion or an error's response tells what is seen."""
_WHOLE_SENTENCES = _CLAIMS | _DUTIES | {Kind.ERROR, Kind.STORY}
"""Other kinds are told in notes and phrases: there only words are judged."""
_DESIRED = frozenset({Kind.FR, Kind.STORY, Kind.ERROR, Kind.QUALITY})
ABOUT_WORDS = frozenset({Smell.VAGUE, Smell.NO_MEASURE, Smell.UNTESTABLE})
"""What a figure in another sentence, or a threshold, settles."""

_OPEN_ENDED = re.compile(
    r"^(?:[\w/ &-]{1,30}: )?(?:(?:(?:the |an? |our )?(?:[\w-]+ ){1,3}?)?(?:shall|must|should|will|can)"
    r"(?: be able to| have the (?:ability|capability|option) to)? )?(?:(?:\w+,? )*?\w+,? and )?"
    r"(?P<verb>handle|manage|deal with|process|support|take care of|cope with|address|consider|treat) (?P<what>\S.*)$",
    re.IGNORECASE,
)
_ONLY_AN_ACTIVITY = re.compile(
    r"^(?:(?:the |an? |our )?(?:[\w-]+ ){1,3}?(?:shall|must|should|will|can) (?:provide|offer|include|have|use"
    r"|implement|perform|do|support) )?(?P<what>(?:[\w-]+ ){0,2}(?:handling|management|monitoring|logging|reporting"
    r"|processing|administration|communication|error recovery))(?: for [\w-]+)?\s*$",
    re.IGNORECASE,
)
_WHERE_IT_IS = re.compile(r" (?:within|in|of|for) (?:my|our|their|the|its) [\w-]+$", re.IGNORECASE)
_LONGEST_BARE_CONDITION = 10
_LONGEST_OPEN_ENDED = {"support": 1, "manage": 4}


def smells_in(text: str, kind: Kind) -> tuple[Smelled, ...]:
    """What is loose in the text of an entry of this kind; a story is told whole, "As a …, I want …, so that …"."""
    if kind is Kind.STORY:
        return story_smells(story_of(text))
    said = sentences_of(text)
    figures = sum(has_figure(sentence) for sentence in said)
    found = [
        smelled
        for number, sentence in enumerate(said)
        for smelled in _smells(said, number, kind)
        if smelled.smell not in ABOUT_WORDS or not _explained(sentence, figures)
    ]
    return _each_once(found)


def story_smells(story: Story) -> tuple[Smelled, ...]:
    """What a story lacks, and what is loose in what is wanted; what it is good for may be said loosely."""
    want = story.want
    found = [*vague_in(want), *several_in(want)] if want else []
    if not any(one.smell is Smell.VAGUE for one in found):
        found += _open_ended(want)
    if not story.role:
        found.append(
            Smelled(
                Smell.MISSING_ACTOR,
                "The story does not say whose it is.",
                f'Name the role: "As a [role], I want {want or "…"}".',
            )
        )
    if not story.benefit:
        found.append(
            Smelled(
                Smell.MISSING_OUTCOME,
                "The story does not say what it is good for.",
                f'Add what comes of it: "{want or "…"}, so that …".',
            )
        )
    return _each_once(found)


def _each_once(found: Iterable[Smelled]) -> tuple[Smelled, ...]:
    return tuple({(one.smell, one.reason): one for one in found}.values())


def _explained(sentence: str, figures: int) -> bool:
    """Whether another sentence gives the figure: "It is easy to learn. Nine of ten need no training."."""
    return figures > has_figure(sentence)


def _smells(said: Sequence[str], number: int, kind: Kind) -> Iterator[Smelled]:
    """The smells one would mend first: what another finding already makes one rewrite is not reported twice."""
    sentence, alone = said[number], len(said) == 1
    if kind not in _WHOLE_SENTENCES:
        yield from vague_in(sentence)
        return
    quality = kind is not Kind.AC
    claims = list(unmeasured_in(sentence, quality=quality, alone=alone)) if kind in _CLAIMS else []
    if kind in _CLAIMS and not claims:
        claims = list(untestable_in(sentence, quality=quality))
    vague = [] if claims else list(vague_in(sentence, phrase=kind is Kind.QUALITY))
    several = list(several_in(sentence, clauses_only=kind is not Kind.FR)) if kind in _DUTIES else []
    yield from (*claims, *vague, *several, *missing_actor_in(sentence, first=number == 0))
    if not vague:
        yield from _bare_condition(sentence)
        if kind in _DESIRED and alone:
            yield from _open_ended(sentence)
    if kind in _DUTIES and not several and not (kind is Kind.QUALITY and has_figure(sentence)):
        others = (other for at, other in enumerate(said) if at != number)
        if not any(map(names_who_acts, others)):
            yield from passive_in(sentence)


def _bare_condition(sentence: str) -> Iterator[Smelled]:
    parts = parts_of(sentence)
    if parts.condition and not parts.main and _is_bare_condition(sentence):
        yield Smelled(
            Smell.MISSING_OUTCOME,
            "It names a condition and leaves open what follows from it.",
            f'Say what happens then: "{sentences.with_response(parts.condition)}".',
        )


def _is_bare_condition(sentence: str) -> bool:
    """Others than these also begin a mere phrase: "After a merge both senders receive the answer"."""
    words = sentence.split()
    opening = words[0].lower()
    if opening == "given":
        return True
    return opening in ("if", "when", "whenever", "while", "once", "unless") and len(words) <= _LONGEST_BARE_CONDITION


def _open_ended(sentence: str) -> Iterator[Smelled]:
    said = _WHERE_IT_IS.sub("", sentence)
    if (found := _OPEN_ENDED.match(said)) and _names_nothing_more(found["verb"], found["what"]):
        verb, what = found["verb"], found["what"]
        yield Smelled(
            Smell.MISSING_OUTCOME,
            f'"{verb}" leaves open what is to come of {what}.',
            f"Say what somebody can do with {what} or what happens to them: "
            f'"When [something happens to {what}], the system shall …".',
        )
    elif found := _ONLY_AN_ACTIVITY.match(said):
        yield Smelled(
            Smell.MISSING_OUTCOME,
            f'"{found["what"]}" names a task and leaves open what is done.',
            f'Say what happens, and when, in place of "{found["what"]}": "When …, the system shall …".',
        )


def _names_nothing_more(verb: str, what: str) -> bool:
    longest = _LONGEST_OPEN_ENDED.get(verb.lower(), 3)
    more = re.search(r"^\w+ing\b|[,:(\d`]|\b(?:by|with|when|in|as)\b", what)
    return len(what.split()) <= longest and not more
