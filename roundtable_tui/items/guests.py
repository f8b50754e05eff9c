"""An item another program made: what it says in meta.json and its documents, as the first lines of a journal to be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.kinds import SPECS
from roundtable_tui.domain.journal.events import (
    APP,
    OUTSIDE,
    Body,
    ChangedOutside,
    Ending,
    Finished,
    ItemCreated,
    TakenIn,
)
from roundtable_tui.errors import StorageError
from roundtable_tui.storage.disk import MEGABYTE
from roundtable_tui.storage.meta import ANALYZED, derive_status
from roundtable_tui.storage.paths import PRIVATE

if TYPE_CHECKING:
    from collections import Counter

    from roundtable_tui.domain.dossier.kinds import Kind
    from roundtable_tui.items.project import Project
    from roundtable_tui.storage.meta import Meta

_LARGEST = 2 * MEGABYTE
_NO_DOCUMENTS = frozenset({PRIVATE, "meta.json", "draft.md"})
_RECORD_FOLDERS = ("adr", "adrs", "decisions", "architecture/adrs")
"""Where others keep records of decisions, below the item's folder."""
_TOLD = ("fr", "ac", "story", "file", "decision", "module", "interface")
"""The kinds worth counting in a sentence."""
KNOWN_FIELDS = (
    "phases_completed", "steps_completed", "depth_overrides", "topics_covered", "description", "codebase_hash",
)  # fmt: skip


def is_guest(project: Project, slug: str) -> bool:
    """Whether there is more than a draft in the folder, and nothing was ever said here."""
    if project.disk.stat(project.paths.journal(slug)) is not None:
        return False
    names = project.disk.names(project.paths.item_folder(slug))
    return any(name != "draft.md" and not name.startswith(".") for name in names)


def first_lines(project: Project, slug: str, created: ItemCreated, meta: Meta | None) -> list[tuple[str, Body]]:
    """What is known of a guest before anybody speaks, each with who says so."""
    bodies: list[tuple[str, Body]] = [(APP, created)]
    if meta and (fields := {name: meta.raw[name] for name in KNOWN_FIELDS if meta.raw.get(name)}):
        bodies.append((OUTSIDE, ChangedOutside(fields)))
    if said := read_documents(project, slug):
        bodies.append((OUTSIDE, said))
    if meta and _is_finished(project, meta):
        bodies.append((OUTSIDE, Finished(Ending.COMPLETE)))
    return bodies


def read_documents(project: Project, slug: str) -> TakenIn | None:
    """What the documents in the folder say; one that cannot be read says nothing."""
    folder = project.paths.item_folder(slug)
    if not set(project.disk.names(folder)) - _NO_DOCUMENTS:
        return None
    from roundtable_tui.artifacts.reading.intake import is_read, taken_in  # takes a moment, and most items are new

    names = [name for name in project.disk.names(folder) if is_read(name)]
    for inner in _RECORD_FOLDERS:
        if (stamp := project.disk.stat(folder / inner)) and stamp.is_folder:
            names += [f"{inner}/{name}" for name in project.disk.names(folder / inner) if is_read(f"{inner}/{name}")]
    documents = {name: text for name in names if (text := _text(project, slug, name))}
    return taken_in(documents)


def welcome(said: TakenIn | None) -> str:
    """What was read, and that nothing changes yet."""
    untouched = "Nothing in its folder changes until you say something."
    if said is None:
        return f"Another program made this item. {untouched}"
    counted: Counter[Kind] = _counted(said)
    told = [
        f"{number} {SPECS[kind].one if number == 1 else SPECS[kind].many}"
        for kind, number in counted.items()
        if kind in _TOLD
    ]
    what = _listed(told) or f"{sum(counted.values())} entries"
    return f"Another program made this item. I have read {what} in {_listed(list(said.documents))}. {untouched}"


def _counted(said: TakenIn) -> Counter[Kind]:
    from collections import Counter

    return Counter(change.kind for change in said.changes)


def _listed(names: list[str]) -> str:
    return ", ".join(names[:-1]) + f" and {names[-1]}" if len(names) > 1 else "".join(names)


def _text(project: Project, slug: str, name: str) -> str:
    try:
        data = project.disk.read(project.paths.artifact(slug, name), _LARGEST)
        return data.decode("utf-8-sig")
    except (StorageError, UnicodeDecodeError):
        return ""


def _is_finished(project: Project, meta: Meta) -> bool:
    """By its own word, by its phases, or because every step there is was done."""
    steps = [step.id for steps in project.knowledge.steps.values() for step in steps]
    done = derive_status(meta.phases_completed, meta.raw.get("sizing_decision"))
    return ANALYZED in (meta.status, done) or (bool(steps) and set(steps) <= set(meta.steps_completed))
