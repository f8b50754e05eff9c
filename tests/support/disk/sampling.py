"""Hundreds of places where something can go wrong: the suite looks at a fair sample, `make faults` at every one."""

from __future__ import annotations

import os
import re
from collections import defaultdict
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

T = TypeVar("T")

EVERY_ONE = bool(os.environ.get("EVERY_FAULT"))
_NUMBERS = re.compile(r"\b\d+\b|\b\d{6}-[0-9a-f]{12}\b|\.[0-9a-f]{12}\.tmp\b")


def sampled(places: Sequence[T], words: Callable[[T], str], one_in: int) -> list[T]:
    """Of each kind the first, the last and one in so many of the rest, in order.

    Of a kind are places whose words differ only in numbers and in the names of temporary files.
    """
    kinds: dict[str, list[int]] = defaultdict(list)
    for at, place in enumerate(places):
        kinds[_NUMBERS.sub("", words(place))].append(at)
    chosen = {at for kind in kinds.values() for at in (*kind[:: 1 if EVERY_ONE else one_in], kind[-1])}
    return [places[at] for at in sorted(chosen)]
