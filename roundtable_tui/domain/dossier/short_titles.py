"""A short title for what was said in a long sentence: whole words, up to where the thought makes a pause."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_VERB = (
    r"(?:is|are|was|were|has|have|had|does|do|did|can|could|may|might|must|will|would|should|shall|went|came|grew|got|broke|fell"
    r"|took|ran|lost|(?!(?:sales|operations|systems|accounts|payments|analytics|logistics|customs)\b)[\w-]*[^\Wsu]s"
    r"|[\w-]{2,}ed)"
)
ROLE = (
    r"(?:an?\s+(?:the\s+)?|(?=(?:the|our|my|any|every|each)"
    rf"(?:\s+(?!{_VERB}\b)[\w'’-]+){{1,4}}(?:\s+who\s[^,]{{1,80}})?,?\s+i\s))(?P<role>.+?)"
)
"""Who "As a clerk, I want" speaks of; behind "the" or "our" no verb may stand: "As the import fails, I want"."""

_LONGEST, _LONGEST_LINE = 12, 90
"""Words and characters up to which a line is a title as it stands."""
_LONGEST_CUT = 8
"""Words of a title that is the beginning of a longer text, which follows it."""
_LEAST_SAID = 4
"""A title of fewer words says too little, if there is another place to stop."""
_CLAUSES = frozenset(
    "because but so who whom whose which that when whenever while if unless until although though since where whereas"
    " instead including".split()
)
_BEFORE_THAT = re.compile(
    r"(?:say|think|know|see|show|mean|assume|believe|hope|ensure|tell|hear|sure|prove|guarantee|check|forget|expect)s?",
    re.IGNORECASE,
)
"""What leads on to what follows it: one does not stop between "says" and "that it is paused"."""
_PHRASES = frozenset(
    "and or from with without in on at by for of into onto after before during per within about over under through"
    " between against as like than via".split()
)
_UNFINISHED = (
    _CLAUSES
    | _PHRASES
    | frozenset(
        "a an the to is are was were be been has have had can may must shall should will would could not no only just"
        " then also even my our your his her its their this these those any all each every some i we you he she it"
        " they".split()
    )
)
_PAUSE = re.compile(r"[,;:.!?–—]$")
_OPENS, _CLOSES = re.compile(r"[(\[{]"), re.compile(r"[)\]}]")
_CALL = re.compile(r"(?P<name>[\w.]*\w)\(.*\).*", re.DOTALL)
_ROLE_ENDS = re.compile(r"(?<=\w),? (?:who|which|that|whose)\b|,", re.IGNORECASE)


def shortened(text: str) -> str:
    """The text itself if it is short enough for a title; else its beginning, up to where a reader would pause."""
    line = one_line(text)
    words = line.split(" ")
    if len(words) <= _LONGEST and len(line) <= _LONGEST_LINE:
        return line
    if call := _CALL.fullmatch(line):
        return one_line(f"{call['name']}(…)", _LONGEST_LINE)
    pauses = [end for end in _ends(words, _CLAUSES) if end >= _LEAST_SAID]
    if pauses:
        return " ".join(words[: pauses[-1]]).rstrip(" ,;:.–—")
    ends = [end for end in _ends(words, _PHRASES) if end >= _LEAST_SAID]
    return _cut(words[: ends[-1] if ends else _LONGEST_CUT])


def is_shortened(text: str) -> bool:
    return shortened(text) != one_line(text)


def role_name(text: str) -> str:
    """Somebody without what is said about them: "the owner of a clinic" who goes on holiday with the whole team."""
    line = one_line(text)
    head = _ROLE_ENDS.split(line, maxsplit=1)[0]
    return head if len(line.split()) > _LEAST_SAID and len(head.split()) > 1 else line


def _ends(words: Sequence[str], openings: frozenset[str]) -> Iterator[int]:
    """After how many words one may stop: before these words and after a comma, but never inside brackets."""
    depth, length, before = 0, 0, ""
    for number, word in enumerate(words[: _LONGEST_CUT + 1]):
        stops = word.strip("\"'(").casefold() in openings or _PAUSE.search(before)
        if before and stops and not depth and length <= _LONGEST_LINE and not _leads_on(before):
            yield number
        depth += len(_OPENS.findall(word)) - len(_CLOSES.findall(word))
        length += len(word) + 1
        before = word


def _leads_on(word: str) -> bool:
    return word.strip(",").casefold() in _UNFINISHED or bool(_BEFORE_THAT.fullmatch(word))


def _cut(words: Sequence[str]) -> str:
    """Whole words with a mark that more is said; none at the end that only leads on to the next."""
    kept = list(words)
    while len(" ".join(kept)) > _LONGEST_LINE and len(kept) > 1:
        kept.pop()
    while len(kept) > 1 and kept[-1].casefold() in _UNFINISHED:
        kept.pop()
    return one_line(" ".join(kept).rstrip(" ,;:.–—"), _LONGEST_LINE - 1) + "…"
