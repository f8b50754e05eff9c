"""In which order the things of a message are recorded: what others refer to by its label comes before them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

_T = TypeVar("_T")
_NAMES = re.compile(r"[\w./-]+(?:\s*,\s*[\w./-]+)*")
"""A field that holds names and no sentence."""


def labelled_first(things: Sequence[_T], sent: Callable[[_T], object]) -> list[_T]:
    """As they were sent, but each after those it names; where two name each other the first one stays first."""
    labels = [set(_labels(sent(one))) for one in things]
    names = [set(_names(sent(one))) for one in things]
    left, ordered = list(range(len(things))), []
    while left:
        to_come = (one for one in left if not any(names[one] & labels[other] for other in left if other != one))
        ready = next(to_come, left[0])
        left.remove(ready)
        ordered.append(things[ready])
    return ordered


def _labels(sent: object) -> Iterator[str]:
    if isinstance(sent, Mapping):
        yield from (str(value).strip() for key, value in sent.items() if key == "label" and str(value).strip())
    for inner in _inner(sent):
        yield from _labels(inner)


def _names(sent: object) -> Iterator[str]:
    if isinstance(sent, str) and _NAMES.fullmatch(sent.strip()):
        yield from re.split(r"\s*,\s*", sent.strip())
    for inner in _inner(sent):
        yield from _names(inner)


def _inner(sent: object) -> Iterator[object]:
    """What a label stands beside is told apart from what it is."""
    if isinstance(sent, Mapping):
        yield from (value for key, value in sent.items() if key != "label")
    elif isinstance(sent, Sequence) and not isinstance(sent, str):
        yield from sent
