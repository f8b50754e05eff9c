"""Figures in a sentence: how much of what, and whether that is the most, the least or just so."""

from __future__ import annotations

import re
from enum import StrEnum

from msgspec import Struct

_NUMBER = re.compile(
    r"(?<![\w.-])(?P<number>\d+(?:[.,]\d+)*|one|two|three|four|five|six|seven|eight|nine|ten|twelve)\s*"
    r"(?P<unit>%|[a-z]+)?(?![\w-]*-\d)"
)
_SPELLED = {
    word: number
    for number, word in enumerate("zero one two three four five six seven eight nine ten eleven twelve".split())
}
_MOST = re.compile(
    r"(?:at most|up to|no more than|not more than|no longer than|maximum(?: of)?|max\.?|within|less than|fewer than"
    r"|under|not exceed(?:ing)?|limited to|until)\s*$"
)
_LEAST = re.compile(r"(?:at least|no fewer than|no less than|minimum(?: of)?|min\.?)\s*$")
_BEYOND = re.compile(
    r"(?:more than|larger than|bigger than|longer than|greater than|over|above|exceeds?|exceeding)\s*$"
)
_WHICH_ONE = re.compile(r"\b(?P<word>[a-z]+)\s+#?$")
_LEADS_TO_A_FIGURE = frozenset(
    "is are be was were to of at by in on for from than about around exactly only just after every per has have "
    "with and or takes take holds keeps allows limit maximum minimum max min count size length total number".split()
)
"""What stands before a figure that has no unit; after any other word it tells one of several apart, as in "case 2"."""
_REFUSES = re.compile(r"\b(?:refused?|rejected?|denied|an error|not accepted|not allowed)\b")
_EXAMPLE = re.compile(r"\b(?:accepted|refused|rejected|works|allowed)\b")
_SCALES = {
    "time": {
        "ms": 1, "millisecond": 1, "s": 1000, "sec": 1000, "second": 1000, "minute": 60_000, "min": 60_000,
        "hour": 3_600_000, "h": 3_600_000, "day": 86_400_000, "week": 604_800_000,
    },
    "size": {"byte": 1, "kb": 10**3, "mb": 10**6, "gb": 10**9, "tb": 10**12},
}  # fmt: skip


class Bound(StrEnum):
    MOST = "at most"
    LEAST = "at least"
    JUST = "just"
    EXAMPLE = "for example"
    """A value that is taken or refused: it says that a limit is not there, not where it is."""


class Quantity(Struct, frozen=True):
    value: float
    dimension: str
    bound: Bound
    shown: str
    words: tuple[str, ...]
    """Of the sentence, that belong to the figure."""


def quantities(text: str) -> tuple[Quantity, ...]:
    """The figures of a sentence in lower case."""
    return tuple(_quantity(text, found) for found in _NUMBER.finditer(text))


def _quantity(text: str, found: re.Match[str]) -> Quantity:
    said, unit = found["number"], found["unit"] or ""
    value = float(_SPELLED[said]) if said in _SPELLED else _value(said)
    dimension, scale = _dimension(unit)
    before = text[: found.start()]
    refuses = bool(_REFUSES.search(text))
    if _BEYOND.search(before):
        bound = Bound.MOST if refuses else Bound.JUST
    elif _MOST.search(before):
        bound = Bound.MOST
    elif _LEAST.search(before):
        bound = Bound.LEAST
    else:
        bound = Bound.EXAMPLE if _EXAMPLE.search(text) else Bound.JUST
    which = _WHICH_ONE.search(before)
    names_one = not unit and bound is Bound.JUST and which is not None and which["word"] not in _LEADS_TO_A_FIGURE
    if names_one or (refuses and not _BEYOND.search(before)):
        dimension = ""
    words = (*((said,) if said in _SPELLED else ()), *((unit,) if dimension in _SCALES else ()))
    return Quantity(value * scale, dimension, bound, f"{said} {unit}".strip(), words)


def _value(said: str) -> float:
    grouped = re.fullmatch(r"\d{1,3}(?:,\d{3})+", said)
    plain = said.replace(",", "") if grouped else said.replace(",", ".")
    return float(plain) if plain.count(".") <= 1 else 0.0


def _dimension(unit: str) -> tuple[str, float]:
    single = unit.removesuffix("s") if len(unit) > 2 else unit
    for name, scale in _SCALES.items():
        if single in scale:
            return name, scale[single]
    return single or "number", 1


def contradict(one: Quantity, other: Quantity) -> bool:
    """Whether both cannot be right of the same thing."""
    if not one.dimension or one.dimension != other.dimension or one.value == other.value:
        return False
    bounds = {one.bound, other.bound}
    if bounds == {Bound.EXAMPLE}:
        return False
    if one.bound is other.bound:
        return True
    low, high = sorted((one, other), key=lambda quantity: quantity.value)
    if Bound.MOST in bounds and (Bound.LEAST in bounds or bounds & {Bound.JUST, Bound.EXAMPLE}):
        return low.bound is Bound.MOST
    if Bound.LEAST in bounds:
        return high.bound is Bound.LEAST
    return False
