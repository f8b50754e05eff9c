"""What a project's own knowledge files may do: nothing of them reaches a model before the user has seen and trusted it.

What the user decided is remembered by the files' content, in the user's own folder and never in the project's.
"""

from __future__ import annotations

import json
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING

from roundtable_tui.config.loader import user_folder
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.items.voices import MODEL_LED
from roundtable_tui.library.assets import shipped_assets
from roundtable_tui.library.project_files import OwnFiles, own_files
from roundtable_tui.storage.atomic import make_folders, write_atomically
from roundtable_tui.storage.disk import MEGABYTE, Disk, RealDisk, read_if_there

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.domain.knowledge.knowledge import Knowledge
    from roundtable_tui.items.project import Project

FILE_NAME = "trusted.json"


class Trust(StrEnum):
    NOTHING_TO_TRUST = "nothing to trust"
    UNDECIDED = "undecided"
    TRUSTED = "trusted"
    REFUSED = "refused"


class ProjectTrust:
    """The decision about one project's files; reading and writing it is for a thread."""

    def __init__(self, project: Project, folder: Path | None = None, disk: Disk | None = None) -> None:
        """`folder` is the user's own."""
        self._project = project
        self._folder = folder or user_folder()
        self._disk = disk or RealDisk()

    @cached_property
    def files(self) -> OwnFiles:
        return own_files(self._project.paths.private)

    @cached_property
    def standing(self) -> Trust:
        if not self.files:
            return Trust.NOTHING_TO_TRUST
        match self._decisions().get(self.files.digest):
            case {"trusted": True}:
                return Trust.TRUSTED
            case {"trusted": False}:
                return Trust.REFUSED
        return Trust.UNDECIDED

    def decide(self, *, trusted: bool) -> None:
        """Holds until the files change."""
        about = {"trusted": trusted, "project": one_line(str(self._project.paths.root.resolve()))}
        decisions = {**self._decisions(), self.files.digest: about}
        make_folders(self._disk, self._folder)
        data = json.dumps(decisions, ensure_ascii=False, indent=2).encode("utf-8", "replace")
        write_atomically(self._disk, self._folder / FILE_NAME, data)
        self.standing = Trust.TRUSTED if trusted else Trust.REFUSED

    def must_ask(self, voice: str) -> bool:
        """Whether this voice would tell a model what nobody has seen yet."""
        return voice in MODEL_LED and self.standing is Trust.UNDECIDED

    def knowledge_for(self, voice: str) -> Knowledge:
        """All there is, but for a model without what is not trusted."""
        return self._project.knowledge if voice not in MODEL_LED or self.may_be_told else self._without_own_files

    @property
    def may_be_told(self) -> bool:
        """Whether a model may read the project's own files."""
        return self.standing in (Trust.TRUSTED, Trust.NOTHING_TO_TRUST)

    @cached_property
    def _without_own_files(self) -> Knowledge:
        from roundtable_tui.library.loader import load_knowledge

        return load_knowledge([self._folder, shipped_assets()])

    @property
    def sentence(self) -> str:
        """For somebody who cannot be asked."""
        count = len(self.files.files)
        what = f"{count} knowledge file{'' if count == 1 else 's'} of its own"
        return (
            f"This project has {what}, which you have not trusted, so the model goes by the shipped ones. "
            f"See and trust them with: roundtable-tui trust"
        )

    def _decisions(self) -> dict[str, object]:
        data = read_if_there(self._disk, self._folder / FILE_NAME, MEGABYTE)
        try:
            found = json.loads(data) if data else {}
        except (ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}
