"""The commands of the panels: their list, the page where one is begun, a panel under way, and a ballot."""

from __future__ import annotations

from roundtable_tui.ui.keys.app_keys import EVERYWHERE_KEYS
from roundtable_tui.ui.keys.key import Group, Key
from roundtable_tui.ui.keys.pane_keys import SEARCH_KEYS, ZOOM_KEY

_PANELS, _PANEL, _BALLOT, _PANES = Group.PANELS, Group.PANEL, Group.BALLOT, Group.PANES

PANELS_KEYS = (
    Key("panels.open", "open", "Open", "Go on with this panel, or read a closed one", _PANELS, "enter", rank=1),
    Key("panels.new", "new", "New panel", "Put a question to a panel", _PANELS, "ctrl+n", "n", rank=2),
    Key(
        "panels.close",
        "close_panel",
        "Close",
        "Close this panel where it stands; asks first, and writes no documents",
        _PANELS,
        "delete",
        "X",
        rank=5,
    ),
    Key("panels.refresh", "refresh_list", "Refresh", "Look at the disk again", _PANELS, "f5"),
    Key("panels.items", "back", "Items", "Back to the items", _PANELS, "escape,ctrl+pagedown", "p", rank=4),
    SEARCH_KEYS[0],
    ZOOM_KEY,
    *EVERYWHERE_KEYS,
)
NEW_PANEL_KEYS = (
    Key("panel_new.begin", "begin", "Begin", "Begin the panel as it stands here", _PANEL, "f6,ctrl+enter", rank=1),
    Key(
        "panel_new.offer", "offer", "Take offer", "Take the strategy the topic's words speak for", _PANEL, "f7", rank=4
    ),
    Key("panel_new.next", "app.focus_next", "Next field", "Go to the next field", _PANEL, "tab", rank=3),
    Key("panel_new.previous", "app.focus_previous", "Field before", "Go to the field before", _PANEL, "shift+tab"),
    Key("panel_new.back", "back", "Back", "Back, and begin no panel", _PANEL, "escape", rank=2),
    *EVERYWHERE_KEYS,
)
PANEL_KEYS = (
    Key("panel.write", "write", "Write", "Begin what whoever is next has to write", _PANEL, "enter", rank=1),
    Key("panel.back", "back", "Pause, leave", "Pause the panel; once it rests, leave it", _PANEL, "escape", rank=2),
    Key(
        "panel.hand", "hand", "Raise hand", "Have your say, as soon as this round is written", _PANEL, "f7", "h", rank=4
    ),
    Key("panel.resume", "resume", "Go on", "Go on where the panel was paused", _PANEL, "f5", "r", rank=1),
    Key("panel.documents", "documents", "Documents", "Read what the panel wrote", _PANEL, "ctrl+o", "d", rank=1),
    Key(
        "panel.proof",
        "proof",
        "Proof",
        "How each answer was got: request, model, tokens and time",
        _PANEL,
        "f9",
        "i",
        rank=6,
    ),
    Key(
        "panel.own",
        "own",
        "Own ballot",
        "Vote beside the panel, or no longer; it counts for nothing",
        _PANEL,
        "f8",
        "o",
        rank=8,
    ),
    Key("panel.close", "close_panel", "Close", "Close the panel where it stands; asks first", _PANEL, "delete", "X"),
    Key("panel.earlier", "step(-1)", "Round before", "To the round before", _PANEL, "ctrl+up", "K"),
    Key("panel.later", "step(1)", "Round after", "To the round after", _PANEL, "ctrl+down", "J"),
    Key(
        "panel.board",
        "pane('board')",
        "Agenda",
        "Agenda, consensus and conflicts; once more goes back to the rounds",
        _PANES,
        "ctrl+l",
        "l",
        rank=5,
    ),
    Key("panel.rounds", "pane('rounds')", "Rounds", "Go to what was said", _PANES, "ctrl+g", "t"),
    *SEARCH_KEYS,
    ZOOM_KEY,
    *EVERYWHERE_KEYS,
)
BALLOT_KEYS = (
    Key(
        "ballot.seal",
        "seal",
        "Seal",
        "Seal it: nobody sees it before all are revealed",
        _BALLOT,
        "f6,ctrl+enter",
        rank=1,
    ),
    Key("ballot.next", "app.focus_next", "Next field", "Go to the next field", _BALLOT, "tab", rank=3),
    Key("ballot.previous", "app.focus_previous", "Field before", "Go to the field before", _BALLOT, "shift+tab"),
    Key("ballot.pass", "abstain", "Pass", "Give no answer in this round", _BALLOT, "f8", rank=5),
    Key("ballot.back", "back", "Pause", "Pause the panel; what is written here is kept", _BALLOT, "escape", rank=4),
    *EVERYWHERE_KEYS,
)
