"""What a half-written word could become: commands after a slash, somebody at the table or a file after an at sign."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from roundtable_tui.domain.talk.command_lines import CommandForm

MOST = 6
"""So many can be chosen from; who does not see theirs types on."""
_MENTION = re.compile(r"(?:^|(?<=[\s(\[{\"'`,;:]))@(?P<begun>[^@\n]*)$")
_LONGEST = 200


class Suggestion(Struct, frozen=True):
    text: str
    """What stands in the place of what was begun."""
    shown: str
    note: str = ""


class Begun(Struct, frozen=True):
    """A word that can be completed: where it starts in its line, and what of it is written."""

    start: int
    text: str
    is_command: bool = False


class FileList(Protocol):
    """The names of the project's files."""

    @property
    def is_ready(self) -> bool: ...

    async def load(self) -> None:
        """Lists them anew, unless that was done a moment ago."""
        ...

    async def matching(self, begun: str) -> Sequence[str]:
        """The best first, never more than `MOST`."""
        ...


class Offers(Protocol):
    """Everything that can be named at this table now."""

    @property
    def commands(self) -> Sequence[CommandForm]: ...

    @property
    def notes(self) -> Mapping[str, str]:
        """What a command does, by its line: `/skip`."""
        ...

    @property
    def people(self) -> Mapping[str, str]:
        """Who sits here, by first name, and as what."""
        ...

    @property
    def files(self) -> FileList: ...


def mention(before: str) -> Begun | None:
    """The name being written after an at sign, if the cursor stands behind this part of a line."""
    found = _MENTION.search(before)
    if found is None or len(found["begun"]) > _LONGEST:
        return None
    return Begun(found.start(), found["begun"])


def command_suggestions(text: str, offers: Offers) -> tuple[Suggestion, ...]:
    from roundtable_tui.domain.talk.command_lines import complete

    lines = complete(text, offers.commands)
    return tuple(Suggestion(line, line, offers.notes.get(line, "")) for line in lines)


def tabbed(text: str, offers: Offers) -> str:
    """The line as far as Tab takes it by itself."""
    from roundtable_tui.domain.talk.command_lines import completed

    return completed(text, offers.commands)


def people_suggestions(begun: str, people: Mapping[str, str]) -> tuple[Suggestion, ...]:
    """Nobody before the first letter, and nobody once the name is written out: then it is meant as it stands."""
    wanted = begun.casefold()
    if not wanted:
        return ()
    fitting = [name for name in people if name.casefold().startswith(wanted) and name.casefold() != wanted]
    return tuple(Suggestion(f"@{name} ", f"@{name}", people[name]) for name in fitting)


def file_suggestions(names: Iterable[str]) -> tuple[Suggestion, ...]:
    """The name alone is written: a path in a sentence needs no sign before it, but one with spaces needs quotes."""
    from roundtable_tui.domain.talk.sanitize import one_line

    return tuple(Suggestion(f"{_quoted(name)} ", one_line(name, _LONGEST)) for name in names)


def _quoted(name: str) -> str:
    return f'"{name}"' if re.search(r"\s", name) else name


def is_meant(begun: str, suggestion: Suggestion) -> bool:
    """Whether the letters stand together in the name: scattered over it they may be a word of another kind."""
    wanted = begun.casefold().removeprefix('"')
    return bool(wanted) and wanted in suggestion.shown.casefold()


def names_somebody(begun: str, people: Iterable[str]) -> bool:
    """Whether what follows the at sign begins with a whole first name: the rest is what they are told."""
    first = re.match(r"\w+", begun)
    return first is not None and first[0].casefold() in {name.casefold() for name in people}
