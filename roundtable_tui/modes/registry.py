"""Every way to sit at the table, made from the settings, for whoever opens a session."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.modes.conversation.mode import ConversationMode
from roundtable_tui.modes.guided.mode import ELABORATION_TURNS, GuidedMode
from roundtable_tui.modes.team.mode import TeamMode

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roundtable_tui.config.model import Settings
    from roundtable_tui.session.mode import Mode


def all_modes(elaboration_turns: int = ELABORATION_TURNS, *, read_twice: bool = False) -> Mapping[str, Mode]:
    """`read_twice`: the criteria are read by two readers before the summaries of a conversation."""
    modes: tuple[Mode, ...] = (GuidedMode(elaboration_turns), ConversationMode(read_twice), TeamMode(read_twice))
    return {mode.name: mode for mode in modes}


def modes_for(settings: Settings) -> Mapping[str, Mode]:
    return all_modes(settings.elaboration.turns, read_twice=settings.claude.second_reading == "before-summaries")
