"""Which entries of a shown list some words name: ids, ranges, numbers, names, "all", "the first two", "the rest"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from roundtable_tui.domain.talk.lists.operations import Listed

ID_FORM = r"[A-Za-z]{1,6}-\d{1,6}(?:-\d{1,4})?"
_SEPARATOR = re.compile(r"(?:\s|,|;|&|\+|\band\b|\bthen\b)*", re.IGNORECASE)
_TO = r"\s*(?:-|–|—|\.\.+|…|\bto\b|\bthrough\b|\buntil\b|\bthru\b)\s*"
_ID_RANGE = re.compile(rf"({ID_FORM}){_TO}((?:[A-Za-z]{{1,6}}-)?\d{{1,6}})(?![\w-])", re.IGNORECASE)
_ID = re.compile(rf"#?({ID_FORM}|[A-Za-z]{{2,6}}\s?\d{{1,6}})(?![\w-])")
_NUMBER_RANGE = re.compile(rf"#?(\d{{1,3}}){_TO}#?(\d{{1,3}})(?![\w.%-])", re.IGNORECASE)
_NUMBER = re.compile(r"#?(\d{1,3})[.)]?(?![\w.%/-])")
_EVERY = re.compile(
    r"(?:all of them|all of these|all of those|all the others|all|everything|every one|each of them|each|both)\b"
    r"(?:\s+(?P<but>but|except(?: for)?|apart from|without)\b)?",
    re.IGNORECASE,
)
_REST = re.compile(
    r"(?:the rest|all the rest|the others|the other ones?|all others|everything else|the remaining(?: ones)?)\b",
    re.IGNORECASE,
)
_COUNTS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
_ORDINALS = {"first": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4, "last": -1}
_PLACE = re.compile(
    rf"(?:the\s+)?(?P<which>{'|'.join(_ORDINALS)})\b(?:\s+(?P<count>{'|'.join(_COUNTS)})\b)?(?:\s+(?:ones?|entry|item|file|line))?"
    r"(?!\s+(?!(?:is|are|was|were|should|must|can|could|may|will|to|as|and|or|goes)\b)[a-z]+"
    r"\s+(?:that|which|who|whose|where|of|in|on|at|is|are|was|has|can|must|should|will|shall)\b)"
    r"(?!,?\s+(?:the|an?|our|my|we|i|you|of all|then|edit|step|thing|commit|release|version|build|write|make|do)\b)",
    re.IGNORECASE,
)
_PATH = re.compile(r"`([^`\n]+)`|((?:[\w.@+-]+/)+[\w.@+-]*\w|[\w-]+\.[A-Za-z]\w{0,7})(?![\w/])")


class Selection(Struct, frozen=True):
    """The entries that are named, in the order of the words."""

    ids: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    """What looks like an id, a number or a path and is none of the list's."""
    remaining: bool = False
    """All that nothing else is said about ("the rest")."""
    length: int = 0
    """How much of the text names entries; what follows says something else."""

    @property
    def names_something(self) -> bool:
        return bool(self.ids or self.unknown or self.remaining)


class _Found(Struct, frozen=True):
    end: int
    ids: tuple[str, ...] = ()
    unknown: str = ""
    remaining: bool = False


def select(text: str, listed: Sequence[Listed]) -> Selection:
    """Reads entries from the beginning of the text as far as it names any."""
    ids: list[str] = []
    unknown: list[str] = []
    remaining, place, end = False, _SEPARATOR.match(text, 0), 0
    at = place.end() if place else 0
    while at < len(text):
        found = next(_found_at(text, at, listed), None)
        if found is None or (end and _follows_a_name(text[:end], text[end : found.end])):
            break
        ids += found.ids
        unknown += [found.unknown] if found.unknown else []
        remaining = remaining or found.remaining
        end = found.end
        gap = _SEPARATOR.match(text, end)
        at = gap.end() if gap else end
    return Selection(tuple(dict.fromkeys(ids)), tuple(dict.fromkeys(unknown)), remaining, end)


def _follows_a_name(before: str, after: str) -> bool:
    """Whether a number stands right behind a name, and so says something of it: "Redis 7"."""
    return re.fullmatch(r"\s+#?\d{1,3}[.)]?", after) is not None and not before[-1:].isdigit()


def _found_at(text: str, at: int, listed: Sequence[Listed]) -> Iterator[_Found]:
    for read in _READERS:
        if found := read(text, at, listed):
            yield found


def _name(text: str, at: int, listed: Sequence[Listed]) -> _Found | None:
    """A whole name; for a path also its end, if only one entry has it."""
    article = re.compile(r"the\s+", re.IGNORECASE).match(text, at)
    at = article.end() if article else at
    quoted = text[at : at + 1] in tuple("`\"'“")
    start = at + 1 if quoted else at
    for name, ids in _names(listed):
        end = start + len(name)
        if text[start:end].casefold() != name or re.match(r"[\w/-]|\.\w", text[end:]):
            continue
        if len(ids) > 1:
            return _Found(end, unknown=text[start:end])
        return _Found(end + 1 if quoted and text[end : end + 1] in tuple("`\"'”") else end, ids)
    return None


def _names(listed: Sequence[Listed]) -> list[tuple[str, tuple[str, ...]]]:
    known: dict[str, list[str]] = {}
    for entry in listed:
        name = entry.name.strip().rstrip(".").casefold()
        parts = name.split("/")
        endings = {name} | ({"/".join(parts[start:]) for start in range(len(parts))} if " " not in name else set())
        for ending in endings - {""}:
            known.setdefault(ending, []).append(entry.id)
    whole = {entry.name.strip().rstrip(".").casefold(): entry.id for entry in listed}
    exact = {name: (whole[name],) if name in whole else tuple(ids) for name, ids in known.items()}
    return sorted(exact.items(), key=lambda item: -len(item[0]))


def _id_range(text: str, at: int, listed: Sequence[Listed]) -> _Found | None:
    found = _ID_RANGE.match(text, at)
    if found is None:
        return None
    first, last = _key(found[1]), _key(found[2] if "-" in found[2] else f"{found[1].partition('-')[0]}-{found[2]}")
    ends = [_by_key(key, listed) for key in (first, last)]
    if not all(ends) or first[0] != last[0]:
        return _Found(found.end(), unknown=found[0])
    low, high = sorted((first[1], last[1]))
    within = (entry for entry in listed if _key(entry.id)[0] == first[0] and low <= _key(entry.id)[1] <= high)
    return _Found(found.end(), tuple(entry.id for entry in within))


def _one_id(text: str, at: int, listed: Sequence[Listed]) -> _Found | None:
    found = _ID.match(text, at)
    if found is None:
        return None
    entry = _by_key(_key(found[1]), listed)
    if entry:
        return _Found(found.end(), (entry,))
    is_id = re.fullmatch(r"[A-Z]{1,6}-\d{1,6}(?:-\d{1,4})?", found[1]) or _prefix(found[1]) in _prefixes(listed)
    return _Found(found.end(), unknown=found[1]) if is_id else None


def _prefix(entry_id: str) -> str:
    return _key(entry_id)[0]


def _prefixes(listed: Sequence[Listed]) -> set[str]:
    return {_prefix(entry.id) for entry in listed}


def _key(entry_id: str) -> tuple[str, int, int]:
    """What makes two spellings of an id the same: FR-1, fr-001 and FR001."""
    letters = re.match(r"[A-Za-z]*", entry_id)
    numbers = [int(number) for number in re.findall(r"\d+", entry_id)] + [-1, -1]
    return (letters[0].upper() if letters else "", numbers[0], numbers[1])


def _by_key(key: tuple[str, int, int], listed: Sequence[Listed]) -> str:
    return next((entry.id for entry in listed if _key(entry.id) == key), "")


def _number_range(text: str, at: int, listed: Sequence[Listed]) -> _Found | None:
    found = _NUMBER_RANGE.match(text, at)
    if found is None or not listed:
        return None
    low, high = sorted((int(found[1]), int(found[2])))
    if low < 1 or high > len(listed):
        return _Found(found.end(), unknown=found[0])
    chosen = [_at_place(number, listed) for number in range(low, high + 1)]
    return _Found(found.end(), tuple(chosen)) if all(chosen) else _Found(found.end(), unknown=found[0])


def _number(text: str, at: int, listed: Sequence[Listed]) -> _Found | None:
    found = _NUMBER.match(text, at)
    if found is None or not listed:
        return None
    entry = _at_place(int(found[1]), listed)
    return _Found(found.end(), (entry,)) if entry else _Found(found.end(), unknown=found[1])


def _at_place(number: int, listed: Sequence[Listed]) -> str:
    """The entry at this place of the list; none where the number could as well be that of another entry's id."""
    here = listed[number - 1].id if 1 <= number <= len(listed) else ""
    of_that_number = [entry.id for entry in listed if _key(entry.id)[1] == number]
    if len(of_that_number) == 1 and of_that_number[0] != here:
        return ""
    return here


def _every(text: str, at: int, listed: Sequence[Listed]) -> _Found | None:
    found = _EVERY.match(text, at)
    if found is None or not listed:
        return None
    if not found["but"]:
        return _Found(found.end(), tuple(entry.id for entry in listed))
    left_out = select(text[found.end() :], listed)
    if not left_out.ids or left_out.unknown:
        return _Found(found.end() + left_out.length, unknown=text[at : found.end() + left_out.length])
    return _Found(found.end() + left_out.length, tuple(entry.id for entry in listed if entry.id not in left_out.ids))


def _rest(text: str, at: int, listed: Sequence[Listed]) -> _Found | None:
    found = _REST.match(text, at)
    return _Found(found.end(), remaining=True) if found and listed else None


def _place(text: str, at: int, listed: Sequence[Listed]) -> _Found | None:
    found = _PLACE.match(text, at)
    if found is None or not listed:
        return None
    which, count = _ORDINALS[found["which"].lower()], _COUNTS.get((found["count"] or "one").lower(), 1)
    if count > 1 and which not in (0, -1):
        return None
    chosen = listed[which:count] if which == 0 else listed[-count:] if which == -1 else listed[which : which + 1]
    if len(chosen) < count:
        return _Found(found.end(), unknown=found[0])
    return _Found(found.end(), tuple(entry.id for entry in chosen))


def _path(text: str, at: int, _: Sequence[Listed]) -> _Found | None:
    """A path that is not in the list."""
    found = _PATH.match(text, at)
    return _Found(found.end(), unknown=(found[1] or found[2]).strip()) if found else None


_READERS: tuple[Callable[[str, int, Sequence[Listed]], _Found | None], ...] = (
    _name,
    _id_range,
    _one_id,
    _number_range,
    _number,
    _rest,
    _every,
    _place,
    _path,
)
