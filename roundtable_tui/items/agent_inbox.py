"""Where a question of a coding agent lies until it is answered: one small file each, beside the item's journal.

An agent may ask while somebody has the item open, and only one process writes a journal. So a question is first put
here, whole or not at all; whoever holds the item takes it in. The lobby counts these files.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import asdict

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.errors import StorageError, UsageError
from roundtable_tui.items.open_item import SHARED_RECORD
from roundtable_tui.storage.atomic import make_folders, make_private_folder, write_atomically
from roundtable_tui.storage.digest import digest_of
from roundtable_tui.storage.disk import read_if_there
from roundtable_tui.storage.paths import writable_target

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.items.project import Project

LONGEST = 600
"""Characters of a question, of its reason and of its guess."""
MOST_OPEN = 20
_MOST_ABOUT = 8
_LONGEST_NAME = 60
_LARGEST = 64 * 1024
_KEY = re.compile(r"ask-[0-9a-f]{12}")


class Letter(Struct, frozen=True):
    """A question as an agent asked it: harmless, on one line, and not longer than anybody wants to read."""

    key: str
    agent: str
    text: str
    why: str = ""
    guess: str = ""
    """What the agent does if nobody answers."""
    about: tuple[str, ...] = ()


def letter(slug: str, agent: str, text: str, why: str = "", guess: str = "", about: tuple[str, ...] = ()) -> Letter:
    """The same words about the same item are the same question, whoever asks them and however they are spaced."""
    asked = one_line(text, LONGEST)
    if not asked:
        raise UsageError("There is no question in this.", "Say in a sentence what you need to know.")
    digest = digest_of(f"{slug}\n{asked.casefold()}".encode())
    names = tuple(one_line(name, _LONGEST_NAME) for name in about[:_MOST_ABOUT])
    name = one_line(agent, _LONGEST_NAME) or "a coding agent"
    return Letter(f"ask-{digest[:12]}", name, asked, one_line(why, LONGEST), one_line(guess, LONGEST), names)


class AgentInbox:
    def __init__(self, project: Project, slug: str) -> None:
        self._project = project
        self._disk, self._paths = project.disk, project.paths
        self._slug = slug

    @property
    def folder(self) -> Path:
        return self._paths.inbox(self._slug)

    def letters(self) -> tuple[Letter, ...]:
        """Those that can be read, in the order of their keys; what is no letter is left alone."""
        try:
            found = self._disk.names(self.folder)
        except StorageError:
            return ()
        names = [name for name in found if _KEY.fullmatch(name.removesuffix(".json"))]
        return tuple(one for name in sorted(names)[: 2 * MOST_OPEN] if (one := self._read(name.removesuffix(".json"))))

    def keep(self, one: Letter) -> None:
        """Durable when this returns; nothing happens where it is there already."""
        path = self._path(one.key)
        if self._disk.stat(path) is not None:
            return
        rules = SHARED_RECORD if self._project.share_record else "*\n"
        make_private_folder(self._disk, self._paths.item_private(self._slug), ignore=rules)
        make_folders(self._disk, path.parent)
        content = f"{json.dumps(asdict(one), ensure_ascii=False, indent=2)}\n".encode()
        write_atomically(self._disk, writable_target(self._paths, path), content)

    def remove(self, key: str) -> None:
        path = self._path(key)
        if self._disk.stat(path) is not None:
            self._disk.remove(writable_target(self._paths, path))

    def _path(self, key: str) -> Path:
        return self._paths.contained(self.folder, f"{key}.json")

    def _read(self, key: str) -> Letter | None:
        """Anybody can write a file there: what it says is made harmless again."""
        try:
            data = json.loads(read_if_there(self._disk, self._path(key), _LARGEST) or b"")
            about = tuple(name for name in data["about"] if isinstance(name, str))
            agent, text, why, guess = (str(data[name]) for name in ("agent", "text", "why", "guess"))
            found = letter(self._slug, agent, text, why, guess, about)
        except (StorageError, UsageError, ValueError, TypeError, KeyError, RecursionError):
            return None
        return found if found.key == key else None
