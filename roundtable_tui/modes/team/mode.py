"""Team mode: the conversation as it is, with each persona's own worker beside it; the session runs those."""

from __future__ import annotations

from roundtable_tui.domain.journal.state import TEAM
from roundtable_tui.modes.conversation.mode import ConversationMode


class TeamMode(ConversationMode):
    """What is said and asked is decided as in a conversation."""

    name: str = TEAM
