"""Which files somebody means who calls something by its name: names and the project's files in, files out."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.codebase.files.roles import Role, role_of
from roundtable_tui.codebase.search.project_name import same_name

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Sequence

_MOST_MEANT = 3
"""A path that more files end with than this can be mistaken; the name of a class or a function must be of one file."""
_PACKAGES = ("__init__", "index", "mod")
"""What the file is called that stands for its folder."""


class NamedFiles(Struct, frozen=True):
    files: tuple[str, ...] = ()
    """In the order in which they were named."""
    folders: tuple[str, ...] = ()


class NamedIn:
    """Looks names up in one project.

    `defined_in` says which files define something that is called just so, `needs` what a file takes things from. What
    the project calls itself names no file of it.
    """

    def __init__(
        self,
        files: Sequence[str],
        defined_in: Callable[[str], Iterable[str]],
        needs: Callable[[str], Iterable[str]],
        own_names: Container[str] = (),
    ) -> None:
        self._files = files
        self._defined_in = defined_in
        self._needs = needs
        self._own_names = own_names

    def find(self, names: Iterable[str]) -> NamedFiles:
        files: dict[str, None] = {}
        folders: dict[str, None] = {}
        for name in names:
            found = tuple(self._meant(name))
            files.update(dict.fromkeys(found))
            if not found and (folder := self._folder(name)):
                folders[folder] = None
        return NamedFiles(tuple(files), tuple(folders))

    def _meant(self, name: str) -> Iterable[str]:
        written = name.removeprefix("./").strip("/").replace("\\", "/")
        if "/" in name:
            return self._few(self._at(written))
        if "." in written:
            return self._few(self._at(written)) or self._dotted(written.split("."))
        return () if same_name(written) in self._own_names else self._bearing(written)

    def _dotted(self, parts: list[str]) -> Iterable[str]:
        """A module, or what stands in one: `shop.invoice`, `shop.invoice.Invoice`, `Invoice.total`."""
        for length in range(len(parts), 1, -1):
            if found := self._few(self._at("/".join(parts[:length]))):
                return self._holding(found, parts[length:])
        owner = parts[-2] if parts[-2] != parts[-2].lower() else parts[-1]
        return self._few(self._defined_in(owner), 1) if owner != owner.lower() or "_" in owner else ()

    def _holding(self, modules: tuple[str, ...], inside: Sequence[str]) -> tuple[str, ...]:
        """The file that defines what stands in a module: itself, or the one from which it passes it on.

        What nobody defines yet will stand in the module; of a package it may come to stand in any file.
        """
        definers = frozenset(self._defined_in(inside[0])) if inside else frozenset(modules)
        if not definers.isdisjoint(modules):
            return modules
        passed_on = (file for module in modules for file in self._needs(module) if file in definers)
        return self._few(passed_on, 1) or tuple(module for module in modules if not _is_package(module))

    def _at(self, path: str) -> Iterator[str]:
        """The file of just this path, else those whose path ends so; without an ending it may have any."""
        known = self._by_last.get(path.rpartition("/")[2].casefold(), ())
        fitting = [name for name in known if _ends_with(name, path)]
        yield from [name for name in fitting if _bare(name) == path or name == path] or fitting

    def _bearing(self, name: str) -> tuple[str, ...]:
        """The code that is itself called so, else what defines something of that name, else the test called so."""
        called = [file for file in self._by_last.get(name.casefold(), ()) if _last(_bare(file)) == name]
        code, tests = ([file for file in called if role_of(file) is role] for role in (Role.CODE, Role.TEST))
        return self._few(code, 1) or self._few(self._defined_in(name), 1) or self._few(tests, 1)

    def _few(self, found: Iterable[str], most: int = _MOST_MEANT) -> tuple[str, ...]:
        """Tests bear the names of what they test: they are meant only where nothing else is."""
        every = tuple(dict.fromkeys(found))
        meant = tuple(name for name in every if role_of(name) is not Role.TEST) or every
        return meant if len(meant) <= most else ()

    def _folder(self, name: str) -> str:
        """The one folder of that path; a word alone names none."""
        if "/" not in name:
            return ""
        path = name.removeprefix("./").strip("/")
        found = [folder for folder in self._folders if folder == path or folder.endswith(f"/{path}")]
        return path if path in found else found[0] if len(found) == 1 else ""

    @cached_property
    def _by_last(self) -> dict[str, list[str]]:
        """The files by what they are called, with and without an ending; a package by its folder, too."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        for name in self._files:
            for called in {_last(name).casefold(), _last(_bare(name)).casefold()}:
                found[called].append(name)
        return found

    @cached_property
    def _folders(self) -> frozenset[str]:
        found: set[str] = set()
        for name in self._files:
            folder = name.rpartition("/")[0]
            while folder and folder not in found:
                found.add(folder)
                folder = folder.rpartition("/")[0]
        return frozenset(found)


def _ends_with(name: str, path: str) -> bool:
    return any(one == path or one.endswith(f"/{path}") for one in (name, _bare(name)))


def _bare(name: str) -> str:
    """Without its ending; what stands for a folder, as the folder."""
    folder, _, base = name.rpartition("/")
    stem = _stem(base)
    if _is_package(name):
        return folder
    return f"{folder}/{stem}" if folder else stem


def _is_package(name: str) -> bool:
    """Whether the file stands for its folder."""
    folder, _, base = name.rpartition("/")
    return bool(folder) and _stem(base) in _PACKAGES


def _stem(base: str) -> str:
    return base.partition(".")[0] or base


def _last(name: str) -> str:
    return name.rpartition("/")[2]
