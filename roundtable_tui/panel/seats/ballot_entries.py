"""Makes entries of what ballots literally say, where nobody is there to understand them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.domain.knowledge.panel import EntryKind
from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from roundtable_tui.formats.yaml import Value
    from roundtable_tui.panel.record.ballots import Ballot

_BY_ID = re.compile(r"^\W{0,4}(IDEA-\d{1,9})\W{1,4}(.+)$", re.IGNORECASE)
_NEXT_ID = re.compile(r"\n|;\s*(?=IDEA-\d)", re.IGNORECASE)


def entry_of(
    kind: EntryKind,
    text: str,
    labels: Sequence[Value],
    ballot: Ballot | None = None,
    agreement: str = "consensus",
    others: Iterable[Ballot] = (),
) -> dict[str, Value]:
    """`ballot` speaks for it, `others` for something else: what a decision is chosen over."""
    first = re.split(r"(?<=[.!?])\s", one_line(text), maxsplit=1)[0]
    entry: dict[str, Value] = {
        "type": kind.value,
        "title": one_line(first, 90).rstrip("."),
        "description": text,
        "agreement": agreement,
        "supported_by": list(labels),
    }
    if kind is EntryKind.DECISION:
        options = [_option(one) for one in (*([ballot] if ballot else []), *others)]
        entry |= {"options": options} if len(options) > 1 else {}
    if kind is EntryKind.DECISION and ballot:
        entry |= {"decision": text, "rationale": _listed(ballot.rationale)}
        entry["consequences"] = {"positive": [], "negative": list(ballot.concerns)}
    if kind is EntryKind.COMPONENT:
        entry["responsibility"] = text
    return entry


def brainstormed(kinds: Iterable[EntryKind], ballots: Mapping[str, Ballot]) -> Iterator[Value]:
    """Every line of a position counts for itself."""
    for label, ballot in ballots.items():
        said = lines_of(ballot)
        by_kind = {
            EntryKind.IDEA: (*said, *ballot.suggestions),
            EntryKind.RISK: ballot.concerns or said,
            EntryKind.MITIGATION: ballot.suggestions,
        }
        for kind, texts in by_kind.items():
            if kind in kinds:
                yield from (entry_of(kind, text, [label]) for text in texts)


def lines_of(ballot: Ballot) -> list[str]:
    """What a position lists, one a line."""
    return [text for line in ballot.position.splitlines() if (text := line.strip(" \t-*•"))]


def assessed_in(ballots: Mapping[str, Ballot]) -> list[Value]:
    """Lines such as `IDEA-002: two weeks, with a partner` assess that idea."""
    said: dict[str, list[str]] = {}
    for ballot in ballots.values():
        for line in (*_NEXT_ID.split(ballot.position), *ballot.suggestions, *ballot.rationale):
            if found := _BY_ID.match(line.strip()):
                said.setdefault(found[1].upper(), []).append(found[2].strip())
    return [
        {"id": entry, "change": "assessed", "fields": {"feasibility": " / ".join(texts)}}
        for entry, texts in said.items()
    ]


def _option(ballot: Ballot) -> Value:
    return {"name": ballot.position, "pros": list(ballot.rationale), "cons": list(ballot.concerns)}


def _listed(reasons: Sequence[str]) -> str:
    return reasons[0] if len(reasons) == 1 else "; ".join(reason.rstrip(". ") for reason in reasons)
