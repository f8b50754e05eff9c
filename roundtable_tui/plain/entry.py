"""What the commands do once the command line is read: open the item and the voice, and go."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from roundtable_tui.config.model import Settings
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.errors import ExitCode, UsageError
from roundtable_tui.items.lookup import draft_text, existing_slug, open_by_words
from roundtable_tui.items.open_item import NewItem, open_item, slug_for
from roundtable_tui.items.project import Project
from roundtable_tui.items.trust import ProjectTrust
from roundtable_tui.items.voices import Voices, voices_for
from roundtable_tui.modes.registry import all_modes
from roundtable_tui.plain.answers_file import draft_path, read_answers
from roundtable_tui.plain.printers import JsonPrinter, TextPrinter
from roundtable_tui.plain.runner import interview, run_answers
from roundtable_tui.session.session import ItemSession

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.items.voices import Flags


@dataclass(frozen=True, slots=True)
class Opened:
    """A project, its settings, and who speaks in it."""

    project: Project
    """With what whoever speaks first may go by."""
    settings: Settings
    voices: Voices
    trust: ProjectTrust
    untrusted: str = ""
    """What is left out of what a model is told, as a sentence."""

    @classmethod
    def by(cls, project: Project, settings: Settings, flags: Flags) -> Self:
        """Nobody can be asked here: what is not trusted is left out, and said."""
        voices, trust = voices_for(settings, flags), ProjectTrust(project)
        knowledge = trust.knowledge_for(voices.first_name)
        if knowledge is project.knowledge:
            return cls(project, settings, voices, trust)
        untrusted = trust.sentence if trust.must_ask(voices.first_name) else ""
        return cls(replace(project, knowledge=knowledge), settings, voices, trust, untrusted)

    def change_voice(self, session: ItemSession) -> str:
        """The other voice speaks from here on."""
        voice = self.voices.other(session.voice.name)
        if voice is None:
            return f"There is no other voice. {self.voices.sentence}"
        session.use_voice(voice, self.trust.knowledge_for(voice.name))
        said = f"From here on: {voice.name}. /retry does again what could not be finished."
        return f"{said}\n{self.trust.sentence}" if self.trust.must_ask(voice.name) else said


def run_file(opened: Opened, file: Path, tier: str, depth: str | None, *, as_json: bool) -> ExitCode:
    project = opened.project
    answers = read_answers(project.disk, file)
    draft = draft_text(project, draft_path(file, answers.draft)) if answers.draft else ""
    if answers.item:
        item = open_item(project, existing_slug(project, answers.item))
    else:
        new = NewItem(answers.description, answers.mode, tier or answers.tier, draft)
        item = open_item(project, slug_for(project, answers.description), new)
    printer = JsonPrinter() if as_json else TextPrinter(project.knowledge)
    wanted = depth or answers.depth or opened.settings.depth
    modes = all_modes(opened.settings.elaboration.turns)
    agrees = asyncio.run(
        run_answers(item, opened.voices.first(), answers.answers, Depth(wanted) if wanted else None, printer, modes)
    )
    return ExitCode.DONE if agrees else ExitCode.FINDINGS


def interview_about(opened: Opened, words: str, draft: Path | None, tier: str, depth: str | None) -> None:
    words = words or ("" if draft else _ask_what())
    item = open_by_words(opened.project, words, draft, tier)
    wanted = depth or opened.settings.depth
    session = ItemSession(item, opened.voices.first(), all_modes(opened.settings.elaboration.turns))
    interview(session, Depth(wanted) if wanted else None, opened.change_voice)


def _ask_what() -> str:
    print("What would you like to change? One sentence is enough.", flush=True)
    description = sys.stdin.readline().strip()
    if not description:
        raise UsageError("Nothing to analyse was named.", 'Try: roundtable-tui analyze "let customers pay by invoice".')
    return description
