"""Comments without a screen: listed, written as a file that can be mailed, and taken in from one."""

from __future__ import annotations

import asyncio
import getpass
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from roundtable_tui.codebase.files.git import user_name
from roundtable_tui.domain.comments.comment import CommentOutcome, CommentPlace
from roundtable_tui.domain.comments.listing import comment_rows
from roundtable_tui.domain.comments.standing import CommentStanding, standing
from roundtable_tui.domain.journal.fold.fold import fold
from roundtable_tui.domain.talk.sanitize import neutral, one_line
from roundtable_tui.errors import StorageError, UsageError
from roundtable_tui.formats.json_output import json_text
from roundtable_tui.items.lookup import existing_slug
from roundtable_tui.items.open_item import open_item
from roundtable_tui.modes.registry import all_modes
from roundtable_tui.review import comment_file
from roundtable_tui.session.beside.comment_intents import BringComments
from roundtable_tui.session.documents.plan import Documents
from roundtable_tui.session.session import ItemSession
from roundtable_tui.storage.atomic import write_atomically
from roundtable_tui.storage.disk import read_if_there, shown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from roundtable_tui.domain.comments.comment import Dealt
    from roundtable_tui.domain.comments.listing import CommentRow
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.items.project import Project
    from roundtable_tui.items.workspace import Workspace
    from roundtable_tui.review.comment_file import CommentFile

_OURS = "# Comments: "
"""What a file begins with that may be written over: it is one of these."""


class Imported(Struct, frozen=True):
    text: str
    failed: bool = False
    """Something in the file could not be read."""


def slug_of_item(project: Project, item: str) -> str:
    return existing_slug(project, item)


def comments_as_json(project: Project, item: str) -> str:
    """Every comment with its place, its words, how it stands and why."""
    slug = existing_slug(project, item)
    state = _state(project, slug)
    rows = comment_rows(state, texts_of(project, slug, state))
    return json_text([msgspec.to_builtins(row) for row in rows])


def comments_in_words(project: Project, item: str) -> str:
    """A line for each: what it is, where, what it says, and what was said to it."""
    slug = existing_slug(project, item)
    state = _state(project, slug)
    told = [_in_words(row) for row in comment_rows(state, texts_of(project, slug, state))]
    return "\n".join(told) or "There are no comments yet."


def _in_words(row: CommentRow) -> str:
    place = f"{row.where}, line {row.line}" if row.line and ":" not in row.where else row.where
    by = f" by {one_line(row.author, 80)}" if row.author else ""
    gone = " (its words are gone)" if row.lost else ""
    answer = f" Answer: {one_line(row.reason)}" if row.reason else ""
    return f"{row.standing.capitalize()}: {row.sort}{by} on {place}{gone}: {one_line(row.text)}{answer}"


def texts_of(project: Project, slug: str, state: State) -> Mapping[str, Sequence[str]]:
    """The lines of every document and file that a comment stands on; what is gone has none."""
    from roundtable_tui.codebase.files.citations import WorkingTree
    from roundtable_tui.domain.dossier.provenance import Gone

    found: dict[str, Sequence[str]] = {}
    documents, tree = Documents(project, slug), WorkingTree(project.paths.root)
    for comment in (*state.comments.waiting.values(), *state.comments.sent.values()):
        place, name = comment.anchor.place, comment.anchor.name
        if name in found or place is CommentPlace.ENTRY:
            continue
        try:
            if place is CommentPlace.DOCUMENT:
                data = documents.read(name)
                found[name] = neutral((data or b"").decode("utf-8-sig", "replace")).split("\n")
            else:
                lines = tree.lines(name)
                texts = () if isinstance(lines, Gone) else [line.decode("utf-8", "replace") for line in lines]
                found[name] = [neutral(line).expandtabs(4) for line in texts]
        except StorageError:
            continue  # what cannot be read is not taken for gone
    return found


def export_comments(project: Project, item: str, file: Path, name: str = "") -> str:
    """Writes all of them; a file that is something else is left alone."""
    slug = existing_slug(project, item)
    state = _state(project, slug)
    comments = state.comments
    there = read_if_there(project.disk, file, comment_file.LARGEST)
    if there and not there.decode("utf-8-sig", "replace").startswith(_OURS):
        raise UsageError(f"{shown(file)} is there already and is no file of comments.", "Name another file.")
    every = (*comments.waiting.values(), *comments.sent.values())
    title = state.item.description if state.item else slug
    author = one_line(name or user_name(project.paths.root) or _login(), 80)
    dealt = {name: _elsewhere(one, state) for name, one in comments.dealt.items()}
    text = comment_file.written(title, slug, every, dealt, author)
    write_atomically(project.disk, file, text.encode())
    return f"{_counted(len(every))} written to {shown(file)}."


def _elsewhere(dealt: Dealt, state: State) -> Dealt:
    """A question of this table is none of another's, but its answer is."""
    is_answered = standing(dealt.comment, state) is CommentStanding.ANSWERED
    return replace(dealt, outcome=CommentOutcome.ANSWERED) if is_answered else dealt


def _login() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return "me"


def import_comments(workspace: Workspace, item: str, file: Path) -> Imported:
    """Takes in what the file holds; whoever speaks at the table deals with it then, or the next time it is opened."""
    project = workspace.project
    slug = existing_slug(project, item)
    try:
        text = project.disk.read(file, comment_file.LARGEST).decode("utf-8-sig")
    except StorageError as error:
        raise UsageError(error.sentence, error.hint) from None
    except UnicodeError:
        raise UsageError(f"{shown(file)} is not UTF-8 text.", "Save it as UTF-8 and try again.") from None
    found = comment_file.read(text, shown(file))
    new = asyncio.run(_bring(workspace, slug, file.name, found))
    known = len(found.comments) - new
    told = [f"{_counted(new)} taken in."] if new or not known else []
    told += [f"{_counted(known)} {'was' if known == 1 else 'were'} known already."] if known else []
    return Imported("\n".join((" ".join(told), *found.problems)), bool(found.problems))


async def _bring(workspace: Workspace, slug: str, name: str, found: CommentFile) -> int:
    """How many of them are new."""
    modes = all_modes(workspace.settings.elaboration.turns)
    async with ItemSession(open_item(workspace.project, slug), workspace.voices.first(), modes) as session:
        before = {*session.state.comments.sent, *session.state.comments.waiting}
        await session.do(BringComments(one_line(name, 200), found.comments, found.dealt))
        return sum(one.id not in before for one in found.comments)


def _state(project: Project, slug: str) -> State:
    return fold(open_item(project, slug, look_only=True).events)


def _counted(number: int) -> str:
    return "1 comment" if number == 1 else f"{number:,} comments"
