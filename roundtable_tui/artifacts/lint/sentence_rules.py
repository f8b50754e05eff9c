"""Finds what is loose in one requirement or criterion; it would rather miss something than cry wolf."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import TYPE_CHECKING

from roundtable_tui.artifacts.lint import sentences, word_lists
from roundtable_tui.artifacts.lint.sentences import (
    has_figure,
    has_quotation,
    lowered_first,
    parts_of,
    raised_first,
    sentences_of,
    unquoted,
)
from roundtable_tui.domain.dossier.kinds import Kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Smell(StrEnum):
    VAGUE = "vague"
    MISSING_ACTOR = "missing-actor"
    MISSING_OUTCOME = "missing-outcome"
    UNTESTABLE = "untestable"
    NO_MEASURE = "no-measure"
    SEVERAL = "several"
    PASSIVE = "passive"


@dataclass(frozen=True, slots=True)
class Smelled:
    smell: Smell
    reason: str
    suggestion: str


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
_PRONOUN_OBJECT = re.compile(r"^\w+ (?:it|them|him|her|this|these|that)\b|\b(?:it|them)\s*$", re.IGNORECASE)
_DETERMINER = re.compile(r"^\w+ (?:an?|the|every|each|all|their|his|her|its|one|two|any|new|it|them)\b", re.IGNORECASE)
_HAS_ANOTHER_VERB = re.compile(rf"{_MODAL.pattern}|\b(?:which|that|who|whose|in case)\b", re.IGNORECASE)
_SHARED_OBJECT = re.compile(r"(?:^|\b(?:shall|must|should|can|will|may|to)\s+)(?:\w+ly\s+)?[\w-]+$", re.IGNORECASE)
"""A clause that stops at its verb shares what follows with the next one: "can view and print the plan"."""
_SURVEYED = re.compile(r"\d\s?%\s+of\b")
"""Even a matter of taste is measured where a share of people must share it."""
_LONGEST_BARE_CONDITION = 10
_LONGEST_OPEN_ENDED = 3


def smells_in(text: str, kind: Kind) -> tuple[Smelled, ...]:
    """What is loose in the text of a requirement (or, for `Kind.AC`, of an acceptance criterion)."""
    sentences = sentences_of(text)
    figures = sum(has_figure(sentence) for sentence in sentences)
    found = [
        smelled
        for sentence in sentences
        for smelled in _smells(sentence, kind)
        if smelled.smell is not Smell.VAGUE or not _explained(sentence, figures)
    ]
    return tuple({(one.smell, one.reason): one for one in found}.values())


def vague_words_in(text: str) -> tuple[Smelled, ...]:
    """Only the vague words, for texts that are not whole sentences; a figure anywhere in the text settles them."""
    return () if has_figure(text) else tuple(found for sentence in sentences_of(text) for found in _vague(sentence))


def _explained(sentence: str, figures: int) -> bool:
    """Whether another sentence gives the figure: "It is easy to learn. Nine of ten need no training."."""
    return figures > has_figure(sentence)


def _smells(sentence: str, kind: Kind) -> Iterator[Smelled]:
    """The smells one would mend first: what another finding already makes one rewrite is not reported twice."""
    several = list(_several(sentence)) if kind is Kind.FR else []
    unmeasured = list(_no_measure(sentence)) if kind is Kind.AC else []
    untestable = list(_untestable(sentence)) if kind is Kind.AC else []
    vague = [] if unmeasured or untestable else list(_vague(sentence))
    yield from (*unmeasured, *untestable, *vague, *several)
    yield from _missing_actor(sentence)
    if not vague:
        yield from _missing_outcome(sentence, kind)
    if kind is Kind.FR and not several:
        yield from _passive(sentence)


def _vague(sentence: str) -> Iterator[Smelled]:
    if _SURVEYED.search(sentence):
        return
    shown = unquoted(sentence)
    settled = has_figure(sentence)
    for words in word_lists.VAGUE:
        if words.figure_settles and settled:
            continue
        # A capital inside the sentence makes a name of the word, so that only the first one is lowered.
        lowered = lowered_first(shown)
        found = next((one for one in words.words.finditer(lowered) if not _is_relative(lowered, one)), None)
        if found:
            word = sentence[found.start() : found.end()].strip()
            suggestion = f'Say {words.say}, in place of "{word}".'
            if words.instead:
                rewritten = f"{sentence[: found.start()]}{words.instead}{sentence[found.end() :]}"
                suggestion = f'Say {words.say}: "{raised_first(rewritten)}".'
            yield Smelled(Smell.VAGUE, f'"{word}" means something else to everybody who reads it.', suggestion)
            return


def _is_relative(sentence: str, word: re.Match[str]) -> bool:
    """ "how often" asks for the figure, and "as soon as the order is placed" names the moment."""
    before, after = sentence[: word.start()].rstrip(), sentence[word.end() :].lstrip()
    return before.endswith("how") or (before.endswith("as") and after.startswith("as "))


def _missing_actor(sentence: str) -> Iterator[Smelled]:
    for form in word_lists.NOBODY:
        if found := form.match(sentence):
            action = found["action"].rstrip(" .")
            yield Smelled(
                Smell.MISSING_ACTOR,
                "It does not say who or what does this.",
                f'Name who does it, as in "{sentences.with_actor(action)}", or begin with the verb.',
            )
            return


def _missing_outcome(sentence: str, kind: Kind) -> Iterator[Smelled]:
    parts = parts_of(sentence)
    if parts.condition and not parts.main and _is_bare_condition(sentence):
        yield Smelled(
            Smell.MISSING_OUTCOME,
            "It names a condition and leaves open what follows from it.",
            f'Say what happens then: "{sentences.with_response(parts.condition)}".',
        )
        return
    open_ended = word_lists.OPEN_ENDED.match(sentence) if kind is Kind.FR else None
    if open_ended and _names_nothing_more(open_ended["what"]):
        what = open_ended["what"]
        yield Smelled(
            Smell.MISSING_OUTCOME,
            f'"{open_ended["verb"]}" leaves open what is to come of {what}.',
            f"Say what somebody can do with {what} or what happens to them: "
            f'"When [something happens to {what}], the system shall …".',
        )


def _is_bare_condition(sentence: str) -> bool:
    """Others than these also begin a mere phrase: "After a merge both senders receive the answer"."""
    words = sentence.split()
    opening = words[0].lower()
    if opening == "given":
        return True
    return opening in ("if", "when", "whenever", "while", "once", "unless") and len(words) <= _LONGEST_BARE_CONDITION


def _names_nothing_more(what: str) -> bool:
    return len(what.split()) <= _LONGEST_OPEN_ENDED and not re.search(r"[,:(\d]|\b(?:by|with|when|in|as)\b", what)


def _untestable(sentence: str) -> Iterator[Smelled]:
    main = unquoted(parts_of(sentence).main)
    if has_figure(sentence) or has_quotation(sentence) or not main:
        return
    claim = (
        word_lists.UNTESTABLE.search(main)
        or word_lists.BARE_PRAISE.search(main)
        or word_lists.NO_TROUBLE.match(main)
        or (None if ":" in main else word_lists.PROPERLY.search(main))
        or (None if parts_of(sentence).condition else word_lists.SUCCESSFULLY.search(main))
        or (None if parts_of(sentence).condition else word_lists.TOPIC_ONLY.match(main))
    )
    if claim:
        yield Smelled(
            Smell.UNTESTABLE,
            f'Nothing a tester could see would prove "{claim[0].strip()}" wrong.',
            f'Write what is seen in place of "{claim[0].strip()}": "Given …, when …, then …", with values.',
        )


def _no_measure(sentence: str) -> Iterator[Smelled]:
    main = unquoted(parts_of(sentence).main)
    if has_figure(sentence):
        return
    if found := word_lists.NO_MEASURE.search(main):
        yield Smelled(
            Smell.NO_MEASURE,
            f'"{found[0].strip()}" has no figure, so nobody can tell when it is reached.',
            f'Give the figure of today and the one to reach: "{sentence}, from [today] to [target]".',
        )


def _several(sentence: str) -> Iterator[Smelled]:
    original = parts_of(sentence).main
    main = unquoted(original)
    for fixed in (word_lists.IDIOMS, word_lists.PAIRS):
        main = fixed.sub(lambda found: "□" * len(found[0]), main)
    pieces = list(_pieces(main, original))
    others = [piece for piece in pieces[1:] if piece.starts]
    if not others:
        return
    certain = [piece for piece in others if piece.certain]
    if not certain:
        return
    texts = _joined(pieces)
    listed = "; ".join(f'"{raised_first(text)}"' for text in texts)
    yield Smelled(
        Smell.SEVERAL,
        f"It asks for {len(texts)} things that can be built, tested and put off one without the other.",
        f"Make it {len(texts)} requirements: {listed}.",
    )


@dataclass(frozen=True, slots=True)
class _Piece:
    text: str
    starts: bool
    """It begins a requirement of its own rather than going on with the one before."""
    certain: bool = False


def _pieces(main: str, original: str) -> Iterator[_Piece]:
    cuts = [(0, 0), *((found.start(), found.end()) for found in _JOINT.finditer(main)), (len(main), len(main))]
    spans = [(start, end) for (_, start), (end, _) in pairwise(cuts)]
    shared = bool(_SHARED_OBJECT.search(main[: spans[0][1]].strip()))
    verbs = sum(_is_verb(main[start:end]) for start, end in spans[1:])
    for number, (start, end) in enumerate(spans):
        text = main[start:end]
        own = original[start:end].strip()
        if number == 0:
            yield _Piece(own, starts=True)
        elif _SUBORDINATE.search(f" {main[:start]}") and not _MODAL.match(text):
            yield _Piece(own, starts=False)
        elif _MODAL.search(main[:start]) and _is_clause(text):
            yield _Piece(own, starts=True, certain=True)
        else:
            depends = bool(_PRONOUN_OBJECT.search(_SUBORDINATE.sub("", text)))
            is_verb = _is_verb(text)
            sure = text.split(" ", 1)[0].lower() in word_lists.VERBS or bool(_DETERMINER.match(text))
            yield _Piece(own, starts=is_verb, certain=is_verb and sure and not shared and (not depends or verbs > 1))


def _is_clause(text: str) -> bool:
    """Whether it has a predicate of its own: "must warn …", "the insurer receives …"."""
    return bool(_MODAL.match(text) or _NEW_CLAUSE.match(f"{_SUBORDINATE.sub('', text)} "))


def _is_verb(text: str) -> bool:
    first = text.split(" ", 1)[0].lower()
    return first in word_lists.VERBS or first in word_lists.ALSO_NOUNS


def _joined(pieces: Iterable[_Piece]) -> list[str]:
    texts: list[str] = []
    for piece in pieces:
        if piece.starts or not texts:
            texts.append(piece.text)
        else:
            texts[-1] += f" and {piece.text}"
    return texts


def _passive(sentence: str) -> Iterator[Smelled]:
    parts = parts_of(sentence)
    found = word_lists.PASSIVE.match(parts.main)
    if not found or word_lists.BY_SOMEBODY.search(found["rest"]) or _HAS_ANOTHER_VERB.search(found["what"]):
        return
    base = word_lists.ACTS[found["act"].lower()].replace("-", " ")
    modal = found["modal"].lower()
    active = f"{base} {lowered_first(found['what'])}{found['rest'].rstrip(' .')}"
    sentence_with_actor = sentences.with_actor(active, modal)
    if parts.condition:
        sentence_with_actor = f"{parts.condition}, {lowered_first(sentence_with_actor)}"
    yield Smelled(
        Smell.PASSIVE,
        f"It does not say whose task it is: {found['act']} by whom?",
        f'Name who does it: "{sentence_with_actor}".',
    )
