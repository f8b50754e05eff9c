"""What comes after what: things with what each needs in, an order without circles out."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

Name = TypeVar("Name")


def in_sequence(
    names: Iterable[Name], needs: Mapping[Name, Sequence[Name]], rank: Callable[[Name], int]
) -> tuple[Name, ...]:
    """Lower ranks first; within a rank each after what it needs, else as given. A circle is entered at its first."""
    groups: dict[int, list[Name]] = {}
    for name in names:
        groups.setdefault(rank(name), []).append(name)
    found: dict[Name, None] = {}
    for _, group in sorted(groups.items(), key=lambda item: item[0]):
        waiting = dict.fromkeys(group)
        while waiting:
            free = (name for name in waiting if not any(other in waiting for other in needs.get(name, ())))
            taken = next(free, next(iter(waiting)))
            del waiting[taken]
            found[taken] = None
    return tuple(found)


def without_detours(waits: Mapping[Name, Sequence[Name]]) -> dict[Name, tuple[Name, ...]]:
    """What each waits for itself, leaving out what it waits for by way of another; each must come after its own."""
    behind: dict[Name, set[Name]] = {}
    short: dict[Name, tuple[Name, ...]] = {}
    for name, before in waits.items():
        by_way = set[Name]().union(*(behind.get(other, set()) for other in before))
        short[name] = tuple(other for other in before if other not in by_way)
        behind[name] = by_way | set(before)
    return short
