"""The commands of the list of comments, and the one that leads there."""

from __future__ import annotations

from roundtable_tui.ui.keys.app_keys import EVERYWHERE_KEYS
from roundtable_tui.ui.keys.key import Group, Key
from roundtable_tui.ui.keys.pane_keys import SEARCH_KEYS, ZOOM_KEY

_COMMENTS = Group.COMMENTS

COMMENTS_KEY = Key(
    "comments.list",
    "comments",
    "Comments",
    "What is written in the margins: go there, send it, see what became of it",
    Group.DOCUMENT,
    "shift+f9",
    "I",
    rank=12,
)
COMMENT_KEYS = (
    Key("comments.back", "back", "Back", "Back to where you were", _COMMENTS, "escape", rank=1),
    Key("comments.send", "send", "Send all", "Send what waits to whoever owns it", _COMMENTS, "f6", "s", rank=2),
    Key("comments.go", "go", "Go there", "Show what it is on; Enter does so too", _COMMENTS, "f5", "o", rank=3),
    Key("comments.edit", "edit", "Edit", "Write it anew, while it waits", _COMMENTS, "f4", "e", rank=4),
    Key("comments.answer", "answer", "Answer", "Answer the question it became", _COMMENTS, "ctrl+r", "a", rank=4),
    Key("comments.withdraw", "withdraw", "Withdraw", "Take it away; asks first", _COMMENTS, "delete", "x", rank=5),
    Key("comments.done", "close('done')", "Done", "Say yourself that it is done", _COMMENTS, "f7", "d", rank=6),
    Key("comments.decline", "close('declined')", "Decline", "Say why not", _COMMENTS, "f8", "D", rank=7),
    Key("comments.reopen", "reopen", "Open again", "It is not settled after all", _COMMENTS, "f9", "r", rank=8),
    *SEARCH_KEYS,
    ZOOM_KEY,
    *EVERYWHERE_KEYS,
)
