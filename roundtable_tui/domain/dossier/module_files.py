"""Which files a module lives in: by what it names, by its own name, or by its folder."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from roundtable_tui.domain.dossier.dossier import Dossier, Entry

_SUFFIX = re.compile(r"(?<=\w)\.\w+$")


def module_files(modules: Sequence[Entry], files: Sequence[Entry], dossier: Dossier) -> Mapping[str, tuple[Entry, ...]]:
    """The files of each module: those it names, else those of its name, else the edited ones in its folder."""
    by_name, by_folder = _by_name_and_folder(files)
    found: dict[str, tuple[Entry, ...]] = {}
    for module in modules:
        stated = [file for ref in dict.fromkeys(module.refs("files")) if (file := dossier.get(ref))]
        named = [file for file in stated if file.kind is Kind.FILE]
        found[module.id] = tuple(named or by_name.get(_dotted(module.text()), ()))
    taken = {file.id for owned in found.values() for file in owned}
    for module in modules:
        if not found[module.id]:
            name = _dotted(module.text())
            near = by_folder.get(name) or by_folder.get(name.rpartition(".")[0]) or []
            found[module.id] = tuple(
                file for file in near if file.id not in taken and file.get("action") != "NO CHANGE"
            )
    return found


def _by_name_and_folder(files: Iterable[Entry]) -> tuple[Mapping[str, list[Entry]], Mapping[str, list[Entry]]]:
    by_name: dict[str, list[Entry]] = defaultdict(list)
    by_folder: dict[str, list[Entry]] = defaultdict(list)
    for file in files:
        parts = _dotted(_SUFFIX.sub("", one_line(file.text()))).split(".")
        for start in range(min(len(parts), 8)):
            by_name[".".join(parts[start:])].append(file)
        for end in range(1, min(len(parts), 8)):
            by_folder[".".join(parts[:end])].append(file)
    by_name.pop("", None)
    by_folder.pop("", None)
    return by_name, by_folder


def _dotted(name: str) -> str:
    return one_line(name).lower().replace("/", ".").strip(".")
