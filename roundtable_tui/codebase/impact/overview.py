"""What a project is made of, for those who have no words to search for yet."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.codebase.files.citations import text_name
from roundtable_tui.codebase.files.git import head
from roundtable_tui.codebase.files.roles import Role, role_of
from roundtable_tui.codebase.impact.project_scan import Looking, never, unheard
from roundtable_tui.codebase.parse.languages import language_of
from roundtable_tui.domain.journal.code_facts import Churn, Entrance, PassedOver

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from roundtable_tui.codebase.impact.project_scan import Progress

_MOST = 15
_MOST_ENTRANCES = 40


class ProjectMap(Struct, frozen=True):
    files: int
    left_out: tuple[PassedOver, ...]
    commit: str
    languages: tuple[tuple[str, int], ...]
    """With the number of files in each, the most first."""
    folders: tuple[tuple[str, int], ...]
    """With the number of source files right in each."""
    hubs: tuple[tuple[str, int], ...]
    """The files that most others use, with how many do."""
    entrances: tuple[Entrance, ...]
    churn: tuple[Churn, ...]
    commits: int
    gaps: tuple[str, ...] = ()


def map_project(
    root: Path,
    skip: Sequence[str] = (),
    stopped: Callable[[], bool] = never,
    progress: Callable[[Progress], None] = unheard,
    cache_folder: Path | None = None,
) -> ProjectMap:
    """Raises StoppedError if it was stopped."""
    with Looking(root, skip, stopped, progress, cache_folder) as looking:
        names = [file.name for file in looking.listing.files]
        code = [name for name in names if role_of(name) is Role.CODE]
        ties = looking.index.dependencies
        users = {name: sum(role_of(other) is not Role.TEST for other in ties.needed_by(name)) for name in code}
        past = looking.past
        known = Counter({name: past.files[name].commits for name in code if name in past.files})
        return ProjectMap(
            len(names),
            looking.left_out_why,
            head(root),
            _told(Counter(language_of(name) for name in code)),
            _told(Counter(name.rpartition("/")[0] or "." for name in code)),
            _told(Counter({name: count for name, count in users.items() if count})),
            tuple(
                Entrance(point.kind, text_name(point.name), text_name(point.path), point.line)
                for point in looking.index.entry_points[:_MOST_ENTRANCES]
            ),
            tuple(Churn(text_name(name), commits, past.files[name].authors) for name, commits in _most(known)),
            past.commits,
            looking.gaps,
        )


def _most(counted: Counter[str]) -> list[tuple[str, int]]:
    ordered = sorted(counted.items(), key=lambda one: (-one[1], one[0]))
    return [one for one in ordered if one[0]][:_MOST]


def _told(counted: Counter[str]) -> tuple[tuple[str, int], ...]:
    return tuple((text_name(name), count) for name, count in _most(counted))
