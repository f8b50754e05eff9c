"""How one moves and searches in any pane of any screen: declared once, so that the same key means the same everywhere.

The widgets that are panes bind the moving keys themselves; a screen binds them too, for when no pane has the focus.
"""

from __future__ import annotations

from msgspec.structs import replace

from roundtable_tui.ui.keys.key import Group, Key

_MOVE, _PANES = Group.MOVE, Group.PANES

MOVING_KEYS = (
    Key("move.down", "move(1)", "Down", "Down a line or a row", _MOVE, "down", "j"),
    Key("move.up", "move(-1)", "Up", "Up a line or a row", _MOVE, "up", "k"),
    Key("move.half_down", "half(1)", "Half down", "Down half a page", _MOVE, "ctrl+d"),
    Key("move.half_up", "half(-1)", "Half up", "Up half a page", _MOVE, "ctrl+u"),
    Key("move.page_down", "page(1)", "Page down", "Down a page", _MOVE, "pagedown"),
    Key("move.page_up", "page(-1)", "Page up", "Up a page", _MOVE, "pageup"),
    Key("move.first", "edge(-1)", "Beginning", "To the first line or row", _MOVE, "home,ctrl+home", "g"),
    Key("move.last", "edge(1)", "End", "To the last line or row", _MOVE, "end,ctrl+end", "G"),
)
MARK_KEY = Key(
    "mark.lines",
    "mark",
    "Mark lines",
    "Mark lines of this text, to comment on them or copy them; once more comments",
    Group.MARK,
    "shift+f7",
    "m",
    rank=2,
)
MARK_ELSEWHERE_KEY = replace(MARK_KEY, rank=0)
"""For where no text has the focus; it is told of only where one has."""
MARKING_KEYS = (
    MARK_KEY,
    Key("mark.take", "take_marked", "Comment", "Comment on the marked lines", Group.MARK, "enter", rank=1),
    Key("mark.copy", "copy_marked", "Copy", "Copy the marked lines", Group.MARK, "shift+f10", "y", rank=1),
    Key("mark.more_down", "extend(1)", "More below", "Mark one more line below", Group.MARK, "shift+down"),
    Key("mark.more_up", "extend(-1)", "More above", "Mark one more line above", Group.MARK, "shift+up"),
    Key(
        "mark.hold",
        "hold_marks",
        "More",
        "Moving marks everything between, until pressed again; shift with ↑ and ↓ does so too",
        Group.MARK,
        "shift+f8",
        "V",
        rank=1,
    ),
    Key("mark.leave", "leave_marks", "Done", "Mark nothing any more", Group.MARK, "escape", rank=1),
)
"""Every text has them: a cursor on its lines, by which they are commented on and copied."""
SEARCH_KEYS = (
    Key("pane.search", "search", "Search", "Search in the pane you are in", _PANES, "ctrl+f", "/", rank=7),
    Key("pane.next_match", "search_step(1)", "Next match", "Go to the next match", _PANES, "f3", "n"),
    Key("pane.previous_match", "search_step(-1)", "Previous match", "Go to the previous match", _PANES, "f2", "N"),
)
FIND_KEY = Key(
    "document.find", "find", "Find in documents", "Search in all documents of the item", Group.DOCUMENT, "ctrl+f9", "F"
)
SCROLLBACK_KEY = Key(
    "pane.scrollback",
    "scrollback",
    "To the terminal",
    "Write the whole text into the terminal's own scrollback, to read, search and copy it there",
    _PANES,
    "shift+f11",
    "Y",
)
ZOOM_KEY = Key(
    "pane.zoom",
    "zoom",
    "Zoom",
    "This pane fills the screen; once more gives the others back",
    _PANES,
    "ctrl+f8",
    "z",
)
