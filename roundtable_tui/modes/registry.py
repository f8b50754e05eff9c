"""Every way to sit at the table, made from the settings, for whoever opens a session."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.modes.conversation.mode import ConversationMode
from roundtable_tui.modes.guided.mode import ELABORATION_TURNS, GuidedMode
from roundtable_tui.modes.team.mode import TeamMode

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roundtable_tui.session.mode import Mode


def all_modes(elaboration_turns: int = ELABORATION_TURNS) -> Mapping[str, Mode]:
    modes: tuple[Mode, ...] = (GuidedMode(elaboration_turns), ConversationMode(), TeamMode())
    return {mode.name: mode for mode in modes}
