"""What both doors open first: a project as its settings want it, who can speak in it, and what they may be told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.items.trust import ProjectTrust
from roundtable_tui.items.voices import Flags, Voices, voices_for

if TYPE_CHECKING:
    from roundtable_tui.config.model import Settings
    from roundtable_tui.items.project import Project

BY_SIZE = "size"
"""The depth of somebody who wants the size of the change to decide, whatever the settings say."""


class Workspace:
    def __init__(
        self, project: Project, settings: Settings, flags: Flags | None = None, voices: Voices | None = None
    ) -> None:
        """`voices` are those who can speak, where settings and environment have no say in it."""
        self.project = replace(project, usual_tier=settings.tier, usual_mode=settings.mode)
        self.settings = settings
        self.trust = ProjectTrust(project)
        self._flags = flags or Flags()
        self._voices_are_given = voices is not None
        self.voices = voices or voices_for(settings, self._flags)

    @property
    def flags(self) -> Flags:
        """What the command line says about who speaks."""
        return self._flags

    def use(self, settings: Settings) -> None:
        """Takes up changed settings; who speaks and how counts from the next turn on, the rest for the next item."""
        if (settings.claude, settings.agent) != (
            self.settings.claude,
            self.settings.agent,
        ) and not self._voices_are_given:
            self.voices = voices_for(settings, self._flags)
        self.settings = settings
        self.project = replace(self.project, usual_tier=settings.tier, usual_mode=settings.mode)

    def depth(self, asked: str | None) -> Depth | None:
        """As asked for, else as set; None where the size of the change decides."""
        wanted = asked or self.settings.depth
        return Depth(wanted) if wanted and wanted != BY_SIZE else None

    def leave_out_untrusted(self) -> str:
        """For where nobody can be asked: the first voice goes without what is not trusted; says so where it matters."""
        first = self.voices.first_name
        self.project = replace(self.project, knowledge=self.trust.knowledge_for(first))
        return self.trust.sentence if self.trust.must_ask(first) else ""
