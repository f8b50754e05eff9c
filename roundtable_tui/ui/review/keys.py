"""The commands of the review, for one hand: what is done most lies on Space, Enter, the arrows and single letters.

| command | key | everywhere | | command | key | everywhere |
|---|---|---|---|---|---|---|
| accept | a | Space | | next, previous | j k | ↓ ↑ |
| amend | e | Enter | | next, previous to accept | n N | F3 F2 |
| comment | m | F7 | | first, last | g G | Home End |
| in your editor | o | F4 | | filter on, back | v V | F8 F9 |
| drop | x | Del | | search | / | ctrl+f |
| mend | s | F6 | | accept several, mark | A i | F10 Insert |
| take back | u | ctrl+t | | traces, and back | r h | ctrl+r Backspace |
| where it was said | t | ctrl+g | | list, document | l p | ctrl+l ctrl+o |
| the code it cites | c | F5 | | next document | d | F12 |
| all comments | I | shift+F9 | | with all below, look again | B H | shift+F10 shift+F6 |
"""

from __future__ import annotations

from roundtable_tui.ui.comments.keys import COMMENTS_KEY
from roundtable_tui.ui.keys.app_keys import EVERYWHERE_KEYS
from roundtable_tui.ui.keys.key import Group, Key
from roundtable_tui.ui.keys.pane_keys import FIND_KEY, SCROLLBACK_KEY, ZOOM_KEY

_REVIEW, _WALK, _PANES = Group.REVIEW, Group.WALK, Group.PANES

REVIEW_KEYS = (
    Key(
        "review.accept",
        "decide('accept')",
        "Accept",
        "Accept it as shown, and go on",
        _REVIEW,
        "space",
        "a",
        rank=1,
    ),
    Key(
        "review.group",
        "group",
        "Accept several",
        "Accept the marked, all shown here or all of this kind; asks first",
        _REVIEW,
        "f10",
        "A",
        rank=9,
    ),
    Key(
        "review.family",
        "family",
        "With all below",
        "Accept it together with the criteria and stories that stand below it",
        _REVIEW,
        "shift+f10",
        "B",
    ),
    Key(
        "review.again",
        "again",
        "Look again",
        "Walk what you accepted at a glance once more; once more walks everything",
        _REVIEW,
        "shift+f6",
        "H",
        rank=2,
    ),
    Key("review.mark", "mark", "Mark", "Mark it to be accepted with others, and go on", _REVIEW, "insert", "i"),
    Key(
        "review.amend",
        "decide('amend')",
        "Amend",
        "Write it anew; documents follow",
        _REVIEW,
        "enter",
        "e",
        rank=2,
    ),
    Key(
        "review.comment",
        "decide('comment')",
        "Comment",
        "Say what should change, what you ask or object to; it waits until you send it",
        _REVIEW,
        "f7",
        "m",
        rank=5,
    ),
    Key("review.edit", "decide('edit')", "Edit", "Open the whole entry in your editor", _REVIEW, "f4", "o", rank=13),
    Key(
        "review.drop",
        "decide('drop')",
        "Drop",
        "Take it out; asks first",
        _REVIEW,
        "delete",
        "x",
        rank=10,
    ),
    Key("review.mend", "mend", "Mend", "Do what the finding proposes", _REVIEW, "f6", "s", rank=3),
    Key("review.undo", "undo", "Take back", "Take back what you last did in a review", _REVIEW, "ctrl+t", "u", rank=6),
    Key("review.copy", "copy", "Copy", "Copy the selection, else the entry", _REVIEW, "ctrl+f10", "y"),
    Key(
        "review.next_open",
        "next_open(1)",
        "Next open",
        "Go to the next one to accept; in a text, to the next match",
        _WALK,
        "f3",
        "n",
        rank=7,
    ),
    Key(
        "review.previous_open",
        "next_open(-1)",
        "Previous open",
        "Go to the one to accept before; in a text, to the match before",
        _WALK,
        "f2",
        "N",
    ),
    Key("review.filter", "filter(1)", "Filter", "Walk only some: the next filter", _WALK, "f8", "v", rank=4),
    Key("review.filter_back", "filter(-1)", "Filter back", "The filter before", _WALK, "f9", "V"),
    Key(
        "review.search",
        "search",
        "Search",
        "Walk only what has these words; in a text, go to them",
        _WALK,
        "ctrl+f",
        "/",
        rank=8,
    ),
    Key("review.traces", "traces", "Traces", "Go to what it names or what names it", _WALK, "ctrl+r", "r", rank=9),
    Key("review.back", "back", "Go back", "Back to the entry you came from", _WALK, "backspace", "h"),
    Key("review.turn", "turn", "Talk", "Go to where it was said; w comes back here", _WALK, "ctrl+g", "t", rank=11),
    Key("review.code", "code", "Code", "Show the lines of code it cites", _WALK, "f5", "c", rank=12),
    Key("review.list", "pane('list')", "List", "Go to the list", _PANES, "ctrl+l", "l", rank=16),
    Key("review.document", "pane('document')", "Document", "Show who cites it", _PANES, "ctrl+o", "p", rank=12),
    Key("review.next_document", "document", "Next document", "The next document that cites it", _PANES, "f12", "d"),
    FIND_KEY,
    COMMENTS_KEY,
    ZOOM_KEY,
    SCROLLBACK_KEY,
    Key(
        "review.leave",
        "leave",
        "Back",
        "Back; w there comes to the same entry again",
        _PANES,
        "escape,ctrl+right_square_bracket",
        "w",
        rank=3,
    ),
    *EVERYWHERE_KEYS,
)
