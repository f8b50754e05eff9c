"""Merges three versions of a list whose items keep their identity while they change, move, come and go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from difflib import SequenceMatcher
from typing import Generic, TypeVar

from msgspec import Struct

T = TypeVar("T")

_ALIKE = 0.6
_LONG = 2_000
"""Letters."""
_MOST_COMPARED = 400
"""Comparisons in one gap; with more, nothing there is recognised by likeness: that takes the square of its length."""


class Identity(Struct, frozen=True):
    """How an item is recognised in another version of its list."""

    key: Hashable = None
    """Names the item; None for one that only its text tells from others."""
    fixed: bool = False
    """The key is an id: an item with another id is another item, however alike they are."""
    sort: str = ""
    """Items of different sorts are never the same item."""


class Rules(Struct, Generic[T], frozen=True):
    identity: Callable[[T], Identity]
    text: Callable[[T], str]
    merge: Callable[[T | None, T, T], T]
    """What becomes of an item the user has and we have; the first is the base's, if it had one."""
    deleted: Callable[[T, T], None]
    """Told when the user deleted what we still have: the base's item and ours."""
    dropped: Callable[[T, T], None]
    """Told when we no longer have what the user changed: the base's item and theirs."""


def alike(one: str, other: str) -> bool:
    """Whether two texts say the same, white space, escapes and the letter in a ticked box apart."""
    return one == other or _bare(one) == _bare(other)


def _bare(text: str) -> str:
    return " ".join(text.replace("\\", "").replace("[X]", "[x]").split())


def merge_sequence(base: Sequence[T], theirs: Sequence[T], ours: Sequence[T], rules: Rules[T]) -> list[T]:
    """Their changes and ours together; where the user moved something, their order stands, else ours."""
    known_to_them = align(base, theirs, rules, lone_pairs=True)
    known_to_us = align(base, ours, rules)
    their_partner = _partners(known_to_them, known_to_us, theirs, ours, rules)
    our_partner = {j: i for i, j in their_partner.items()}
    from_them: dict[int, T] = {}
    from_us: dict[int, T] = {}
    for i, item in enumerate(theirs):
        number = known_to_them[i]
        before = base[number] if number is not None else None
        if i in their_partner:
            from_them[i] = rules.merge(before, item, ours[their_partner[i]])
        elif before is None:
            from_them[i] = item
        elif not alike(rules.text(item), rules.text(before)):
            rules.dropped(before, item)
            from_them[i] = item
    for j, item in enumerate(ours):
        number = known_to_us[j]
        if j in our_partner:
            from_us[j] = from_them[our_partner[j]]
        elif number is None:
            from_us[j] = item
        else:
            rules.deleted(base[number], item)
    if _rising(known_to_them):
        return _woven(from_us, from_them, {i: j for i, j in their_partner.items() if j in from_us})
    return _woven(from_them, from_us, our_partner)


def _woven(leading: dict[int, T], other: dict[int, T], place: dict[int, int]) -> list[T]:
    """The leading items in their order; each of the others after the one it follows on its own side."""
    order: list[tuple[str, int]] = [("leading", number) for number in leading]
    follows: tuple[str, int] | None = None
    for number in other:
        if number in place:
            follows = ("leading", place[number])
            continue
        at = order.index(follows) + 1 if follows else 0
        follows = ("other", number)
        order.insert(at, follows)
    return [leading[number] if side == "leading" else other[number] for side, number in order]


def _rising(known: Sequence[int | None]) -> bool:
    numbers = [number for number in known if number is not None]
    return numbers == sorted(numbers)


def _partners(
    known_to_them: Sequence[int | None],
    known_to_us: Sequence[int | None],
    theirs: Sequence[T],
    ours: Sequence[T],
    rules: Rules[T],
) -> dict[int, int]:
    """Which of their items is which of ours: by the base's, or, new on both sides, by key or by text."""
    ours_by_base = {number: j for j, number in enumerate(known_to_us) if number is not None}
    partners = {i: ours_by_base[number] for i, number in enumerate(known_to_them) if number in ours_by_base}
    new: dict[Hashable, list[int]] = {}
    our_keys = _keys(ours, rules)
    for j, number in enumerate(known_to_us):
        if number is None:
            new.setdefault(_meeting(our_keys[j], ours[j], rules), []).append(j)
    for i, key in enumerate(_keys(theirs, rules)):
        if known_to_them[i] is None and (met := new.get(_meeting(key, theirs[i], rules))):
            partners[i] = met.pop(0)
    return partners


def _meeting(key: Hashable, item: T, rules: Rules[T]) -> Hashable:
    return key if key is not None else (rules.identity(item).sort, _bare(rules.text(item)))


def align(base: Sequence[T], side: Sequence[T], rules: Rules[T], *, lone_pairs: bool = False) -> list[int | None]:
    """For each item of the side, which item of the base it was.

    With `lone_pairs` two items that alone face each other between recognised neighbours are taken for one, too.
    """
    numbers = {key: number for number, key in enumerate(_keys(base, rules)) if key is not None}
    found: list[int | None] = [numbers.get(key) if key is not None else None for key in _keys(side, rules)]
    free, changed = _unrecognised(found, len(base))
    same = SequenceMatcher(
        None, [rules.text(base[n]) for n in free], [rules.text(side[i]) for i in changed], autojunk=False
    )
    for start, other_start, size in same.get_matching_blocks():
        for offset in range(size):
            number, i = free[start + offset], changed[other_start + offset]
            if _may_be_one(rules.identity(base[number]), rules.identity(side[i])):
                found[i] = number
    _pair_the_changed(base, side, found, rules, lone_pairs=lone_pairs)
    return found


def _unrecognised(found: Sequence[int | None], size: int) -> tuple[list[int], list[int]]:
    taken = set(found)
    return [number for number in range(size) if number not in taken], [i for i, n in enumerate(found) if n is None]


def _keys(items: Sequence[T], rules: Rules[T]) -> list[Hashable]:
    """The keys, a repeated one told apart by how often it came before."""
    seen: Counter[Hashable] = Counter()
    keys: list[Hashable] = []
    for item in items:
        identity = rules.identity(item)
        if identity.key is None:
            keys.append(None)
            continue
        full = ("" if identity.fixed else identity.sort, identity.key)
        keys.append((*full, seen[full]))
        seen[full] += 1
    return keys


def _may_be_one(one: Identity, other: Identity) -> bool:
    return one.sort == other.sort and not one.fixed and not other.fixed


def _pair_the_changed(
    base: Sequence[T], side: Sequence[T], found: list[int | None], rules: Rules[T], *, lone_pairs: bool
) -> None:
    """In each gap between recognised items, those that are alike."""
    for free, changed in _gaps(found, len(base)):
        if len(free) * len(changed) > _MOST_COMPARED:
            continue
        for number in free:
            open_ones = [
                i
                for i in changed
                if found[i] is None and _may_be_one(rules.identity(base[number]), rules.identity(side[i]))
            ]
            scores = {i: _likeness(rules.text(base[number]), rules.text(side[i])) for i in open_ones}
            best = max(scores, key=scores.__getitem__, default=None)
            if best is not None and (scores[best] >= _ALIKE or (lone_pairs and len(free) == len(changed) == 1)):
                found[best] = number


def _gaps(found: Sequence[int | None], size: int) -> list[tuple[list[int], list[int]]]:
    """The unrecognised of the base and of the side that stand between the same recognised neighbours."""
    position = {number: i for i, number in enumerate(found) if number is not None}
    by_gap: dict[int, tuple[list[int], list[int]]] = {}
    last = -1
    for number in range(size):
        if number in position:
            last = position[number]
        else:
            by_gap.setdefault(last, ([], []))[0].append(number)
    last = -1
    for i, known in enumerate(found):
        if known is not None:
            last = i
        elif last in by_gap:
            by_gap[last][1].append(i)
    return [gap for gap in by_gap.values() if gap[1]]


def _likeness(one: str, other: str) -> float:
    """By letters, and of long texts by words: letter by letter a page would take seconds."""
    texts: tuple[Sequence[str], Sequence[str]] = one, other
    if max(len(one), len(other)) > _LONG:
        texts = one.split(), other.split()
    matcher = SequenceMatcher(None, *texts, autojunk=False)
    return matcher.ratio() if matcher.quick_ratio() >= _ALIKE else 0.0
