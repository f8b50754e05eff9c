"""Another program hands an item over: its prompt in, one exchange out, as from the shell."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from roundtable_tui.codebase.files.discovery import read_document
from roundtable_tui.errors import StorageError, UsageError
from roundtable_tui.items.handover import item_meant, read_handover
from roundtable_tui.items.inlined_knowledge import with_inlined
from roundtable_tui.items.open_item import NewItem, open_item
from roundtable_tui.items.voices import MODEL_LED
from roundtable_tui.plain.turn import one_exchange
from roundtable_tui.storage.disk import MEGABYTE, read_if_there, shown
from roundtable_tui.storage.meta import META_LIMIT, read_meta
from roundtable_tui.storage.slugs import title_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from roundtable_tui.codebase.impact.project_scan import Progress
    from roundtable_tui.domain.journal.code_facts import Inquiry, Scanned
    from roundtable_tui.errors import ExitCode
    from roundtable_tui.items.handover import Handover
    from roundtable_tui.items.open_item import OpenItem
    from roundtable_tui.items.project import CodeScan, Project
    from roundtable_tui.items.workspace import Workspace

LIMIT = 8 * MEGABYTE
_NOTES = "the hand-over"
_NOT_TO_A_MODEL = (
    "The personas and topics in the prompt are not shown to a model, because nobody has trusted them. "
    "It goes by the shipped ones; as files in .roundtable they can be trusted with: roundtable-tui trust"
)
_NOTHING_ASKED = "Nothing had been asked in this item yet, so USER_RESPONSE was not taken. The first question follows."


def take_over(workspace: Workspace, file: Path, *, as_json: bool) -> ExitCode:
    """Opens the item the prompt means, or begins it, hears the answer in it, and says and asks what follows."""
    handover = read_handover(_prompt(workspace.project, file))
    slug = item_meant(handover, workspace.project.paths)
    if handover.discovery:
        workspace.project = replace(workspace.project, scan=_with_notes(workspace.project.scan, handover.discovery))
    problems = [*handover.problems, *_taught(workspace, handover), *_differs(workspace.project, slug, handover)]
    is_new = workspace.project.disk.stat(workspace.project.paths.item_folder(slug)) is None
    answer = handover.answer
    if is_new and answer is not None:
        problems.append(_NOTHING_ASKED)
        answer = None
    opened = _opened(workspace.project, slug, handover)
    for problem in problems:
        click.echo(f"roundtable-tui: {problem}", err=True)
    depth = handover.depth if is_new else None
    return asyncio.run(one_exchange(workspace, opened, answer, handover.mode, depth, as_json=as_json))


def _prompt(project: Project, file: Path) -> str:
    typed = str(file) == "-"
    name = "The prompt" if typed else shown(file)
    try:
        text = sys.stdin.read(LIMIT + 1) if typed else project.disk.read(file, LIMIT).decode("utf-8-sig")
        text.encode()  # in some locales what is no text is read all the same, and cannot be written any more
    except StorageError as error:
        raise UsageError(error.sentence, error.hint) from None
    except UnicodeError:
        raise UsageError(f"{name} is not UTF-8 text.", "Save it as UTF-8 and try again.") from None
    if len(text) > LIMIT:
        raise UsageError(f"{name} is longer than 8 MB.", "Hand over less at once.")
    if "\0" in text:
        raise UsageError(f"{name} is a binary file.", "Give the text of a prompt.")
    return text


def _taught(workspace: Workspace, handover: Handover) -> tuple[str, ...]:
    """Takes up what the prompt teaches, for this run, where it does not reach a model; says what it left out."""
    if not handover.personas and not handover.topics:
        return ()
    if workspace.voices.first_name in MODEL_LED:
        return (_NOT_TO_A_MODEL,)
    knowledge, problems = with_inlined(workspace.project.knowledge, handover.personas, handover.topics)
    workspace.project = replace(workspace.project, knowledge=knowledge)
    return problems


def _with_notes(scan: CodeScan, notes: str) -> CodeScan:
    """What another program found out about the project is read before everything else, where the code is searched."""

    def scanning(
        root: Path,
        wanted: Inquiry,
        skip: Sequence[str],
        stopped: Callable[[], bool],
        progress: Callable[[Progress], None],
        cache_folder: Path | None,
    ) -> Scanned:
        found = scan(root, wanted, skip, stopped, progress, cache_folder)
        return replace(found, documents=(read_document(_NOTES, notes, wanted.words), *found.documents))

    return scanning


def _differs(project: Project, slug: str, handover: Handover) -> list[str]:
    """What is done is what the item's folder says, whatever the prompt claims."""
    meta = read_meta(read_if_there(project.disk, project.paths.meta(slug), META_LIMIT), project.clock())
    problems: list[str] = []
    for name, claimed in handover.claimed.items():
        done = set(getattr(meta, name)) if meta else set()
        if more := [one for one in claimed if one not in done]:
            named = ", ".join(more[:3]) + (" …" if len(more) > 3 else "")
            problems.append(f"META_CONTEXT counts {named} as done, which meta.json does not; meta.json decides.")
    return problems


def _opened(project: Project, slug: str, handover: Handover) -> OpenItem:
    """A draft counts only where there is none yet: what lies in the folder is never replaced."""
    paths, disk = project.paths, project.disk
    begun = disk.stat(paths.journal(slug)) is not None
    has_draft = disk.stat(paths.draft(slug)) is not None
    if begun or (disk.stat(paths.item_folder(slug)) is not None and (has_draft or not handover.draft)):
        return open_item(project, slug)
    description = title_of(handover.draft) or slug.replace("-", " ")
    new = NewItem(description, handover.mode, handover.tier, handover.draft, handover.source_id)
    return open_item(project, slug, new)
