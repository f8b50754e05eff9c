"""What can be pressed while a recording plays: its own commands, and those of the table that only look around."""

from __future__ import annotations

from roundtable_tui.ui.keys.key import Group, Key
from roundtable_tui.ui.keys.pane_keys import MOVING_KEYS

_RECORDING = Group.RECORDING

DEMO_KEYS = (
    Key("demo.pause", "demo_pause", "Pause", "Pause the recording, or play on", _RECORDING, "space"),
    Key("demo.faster", "demo_faster", "Faster", "Play twice as fast", _RECORDING, "right", ">"),
    Key("demo.slower", "demo_slower", "Slower", "Play half as fast", _RECORDING, "left", "<"),
    Key("demo.end", "demo_end", "End", "End the recording", _RECORDING, "escape"),
    Key("demo.quit", "quit", "Leave", "Leave at once; nothing is left behind", _RECORDING, "ctrl+q,ctrl+c", "q"),
)

LOOKING = frozenset(
    """
    talk.previous_turn talk.next_turn pane.zoom
    pane.sidebar pane.conversation pane.preview document.source document.changes
    panel.board panel.rounds panel.earlier panel.later panel.proof panel.documents
    app.copy app.help app.suspend
    """.split()
) | {key.id for key in MOVING_KEYS}
"""Commands of table and panel that change nothing in what was recorded."""

IN_THE_FOOTER = (
    "pane.preview", "pane.sidebar", "talk.previous_turn", "talk.next_turn", "document.changes",
    "panel.board", "panel.earlier", "panel.later", "panel.proof", "app.help", "demo.quit",
)  # fmt: skip
"""What the line above the table does not say already, in this order."""

STAYS_PLAYING = frozenset({"app.copy", "app.suspend"})
"""Whoever looks at something in particular wants the rest to wait; these are no reason to."""
