"""Loads the knowledge files of one kind from several places, the first of which wins, and says what was left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from msgspec import Struct

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.library.files import Found, LeftOutError, read, shown
from roundtable_tui.library.knowledge_file import Document

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

_T = TypeVar("_T")


class _Loaded(Struct, Generic[_T], frozen=True):
    found: Found
    value: _T
    warnings: tuple[str, ...]


def load_files(
    places: Sequence[Path],
    find: Callable[[Path, str, list[str]], list[Found]],
    kind: str,
    parse: Callable[[Document, Found], _T],
    identify: Callable[[_T], str],
    warnings: list[str],
) -> list[_T]:
    """The values of one kind, by file name; the same name or the same id in an earlier place wins."""
    by_name: dict[str, list[Found]] = {}
    for place in dict.fromkeys(places):
        for found in find(place, kind, warnings):
            by_name.setdefault(found.name, []).append(found)
    loaded = [one for _, files in sorted(by_name.items()) if (one := _first_usable(files, parse, warnings))]
    loaded.sort(key=lambda one: places.index(one.found.place))
    winners: dict[str, _Loaded[_T]] = {}
    for one in loaded:
        winner = winners.setdefault(identify(one.value), one)
        if winner is one:
            warnings.extend(one.warnings)
        elif winner.found.place == one.found.place:
            taken = f"its id '{one_line(identify(one.value), 60)}' is that of {shown(winner.found.path)}"
            warnings.append(str(LeftOutError(one.found.path, taken, "Give it an id of its own.")))
    return [one.value for one in sorted(winners.values(), key=lambda one: one.found.name)]


def _first_usable(
    files: Sequence[Found], parse: Callable[[Document, Found], _T], warnings: list[str]
) -> _Loaded[_T] | None:
    """The first of the files of one name that can be used; an empty one disables those after it."""
    for found in files:
        try:
            text = read(found)
            if not text.strip():
                if found is files[-1]:
                    warnings.append(_disables_nothing(found))
                return None
            document = Document(str(found.path), text)
            return _Loaded(found, parse(document, found), tuple(document.warnings))
        except LeftOutError as error:
            warnings.append(str(error))
    return None


def _disables_nothing(found: Found) -> str:
    remedy = "Fill it or remove it; an empty file only serves to disable one of the same name."
    return str(LeftOutError(found.path, "it is empty", remedy))
