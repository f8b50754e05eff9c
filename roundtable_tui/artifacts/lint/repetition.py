"""Measures how much of an item's Markdown documents stands there twice, in sequences of eight words."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

SEQUENCE = 8
"""So many words in a row are a statement and no turn of phrase."""
MOST_REPEATED = 0.08
"""Above this share a reader meets the same statements again and again."""
SUMMARIES = frozenset({"requirements-summary.md", "architecture-summary.md"})
"""Documents that are there to say in short what others say."""

_SUMMARY_SECTION = "in short"
_FOR_PROGRAMS = ("json", "mermaid")
_HEADER_LINE = re.compile(r"\*\*(?:Source|Date|Status|Confidence|Last Updated|Coverage|See also)\*\*:")
_TASK_LINE = re.compile(r"\s{2,}(?:files|blocked_by):")
"""Which files a task touches and what it waits for: paths and ids alone."""
_HEADING = re.compile(r"(#{1,6})\s+(.*)")
_FENCE = re.compile(r"\s{0,3}(`{3,}|~{3,})\s*(\w*)")
_BLOCK_START = re.compile(r"\s*(?:[-*+]\s|\d{1,9}[.)]\s|\||>)")
_LINK = re.compile(r"\[((?:[^\]\\]|\\.)*)\]\([^)\s]*\)")
_ID = re.compile(r"(?<![\w-])[A-Z]{1,6}-\d{2,4}(?:-\d{2,})?(?![\w-])")
_WORD = re.compile(r"\w+(?:['’./_-]\w+)*")

Words = tuple[str, ...]


class Passage(Struct, frozen=True):
    """Words that stand in several places, in lower case and without ids."""

    words: str
    documents: tuple[str, ...]
    """Where they stand, with a document once for each time."""

    @property
    def cost(self) -> int:
        """How many words a reader reads once more than needed."""
        return len(self.words.split()) * (len(self.documents) - 1)


class Repetition(Struct, frozen=True):
    sequences: int = 0
    repeated: int = 0
    """Those of them that stand twice or more."""
    worst: tuple[Passage, ...] = ()
    """The repeated passages that cost a reader most."""

    @property
    def share(self) -> float:
        return self.repeated / self.sequences if self.sequences else 0.0

    @property
    def too_much(self) -> bool:
        return self.share > MOST_REPEATED


NOTHING_REPEATED = Repetition()


def repetition(documents: Mapping[str, str], most: int = 3) -> Repetition:
    """How much these documents, by name, say twice; heads, summaries, ids and what programs read do not count."""
    blocks = [
        (name, words)
        for name, text in documents.items()
        if name.endswith(".md") and name not in SUMMARIES
        for words in _blocks(text)
    ]
    places: dict[Words, list[tuple[int, int]]] = defaultdict(list)
    for number, (_, words) in enumerate(blocks):
        for start in range(len(words) - SEQUENCE + 1):
            places[words[start : start + SEQUENCE]].append((number, start))
    again = {place for found in places.values() if len(found) > 1 for place in found}
    return Repetition(sum(map(len, places.values())), len(again), _worst(blocks, again)[:most])


def _worst(blocks: Sequence[tuple[str, Words]], again: set[tuple[int, int]]) -> tuple[Passage, ...]:
    """Repeated sequences that overlap, joined to one passage; none that is only a part of a worse one."""
    joined = [(name, f" {' '.join(words)} ") for name, words in blocks]
    runs = {
        f" {' '.join(words[first : last + SEQUENCE])} "
        for number, (_, words) in enumerate(blocks)
        for first, last in _stretches(start for start in range(len(words)) if (number, start) in again)
    }
    passages = (Passage(run.strip(), tuple(name for name, text in joined if run in text)) for run in runs)
    chosen: list[Passage] = []
    for passage in sorted(passages, key=lambda one: (-one.cost, one.words)):
        if passage.cost and not any(f" {passage.words} " in f" {worse.words} " for worse in chosen):
            chosen.append(passage)
    return tuple(chosen)


def _stretches(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """First and last of each run of numbers without a hole."""
    first = last = -2
    for number in numbers:
        if number != last + 1:
            if last >= 0:
                yield first, last
            first = number
        last = number
    if last >= 0:
        yield first, last


def _blocks(text: str) -> Iterator[Words]:
    """The words of each heading, paragraph, list item, table row and code block below the head of a document."""
    gathered: list[str] = []
    fence, language = "", ""
    counts = False
    for line in [*text.split("\n"), ""]:
        mark, heading = _FENCE.match(line), None if fence else _HEADING.match(line)
        if heading and len(heading[1]) == 2:
            counts = heading[2].strip().casefold() != _SUMMARY_SECTION
        if gathered and not fence and (heading or mark or not line.strip() or _BLOCK_START.match(line)):
            yield tuple(gathered)
            gathered = []
        if mark and not fence:
            fence, language = mark[1], mark[2]
        elif mark and mark[1].startswith(fence):
            fence = ""
        elif counts and not (fence and language in _FOR_PROGRAMS) and not _names_only(line):
            gathered += _words(line)


def _names_only(line: str) -> bool:
    return bool(_HEADER_LINE.match(line) or _TASK_LINE.match(line))


def _words(line: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(_ID.sub(" ", _LINK.sub(r"\1", line)))]
