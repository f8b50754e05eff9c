"""The answer to "where does this import lead?", and who gives it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roundtable_tui.codebase.graph.project_tree import ProjectTree
    from roundtable_tui.codebase.parse.file_facts import Import


class Resolution(Struct, frozen=True):
    """Where an import leads: to files, or to a space (a package, a namespace) of which the names used decide."""

    files: tuple[str, ...] = ()
    space: str = ""


NOWHERE = Resolution()


class Resolver(Protocol):
    """One language's way of finding what is imported."""

    def resolve(self, source: str, one: Import) -> Resolution: ...

    def spaces_of(self, name: str) -> tuple[str, ...]:
        """The spaces a file belongs to: what is in them it sees without an import."""
        ...

    def seen_from(self, name: str) -> tuple[str, ...]:
        """The spaces whose contents a file sees without an import."""
        ...


class ByFile:
    """Languages in which nothing is seen that was not imported."""

    def spaces_of(self, _name: str) -> tuple[str, ...]:
        return ()

    def seen_from(self, _name: str) -> tuple[str, ...]:
        return ()


def to_file(name: str) -> Resolution:
    return Resolution((name,)) if name else NOWHERE


def first_there(tree: ProjectTree, names: Iterable[str]) -> str:
    """The first of these that is a file of the project; empty if none is."""
    return next((name for name in names if name and name in tree), "")
