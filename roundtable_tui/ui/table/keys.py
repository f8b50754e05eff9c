"""The commands of the table, declared once.

| command | key | while typing | | command | key | while typing |
|---|---|---|---|---|---|---|
| elaborate | e | F5 | | sidebar | l | ctrl+l |
| continue | c | F6 | | conversation | t | ctrl+g |
| skip | s | F7 | | document | d | ctrl+o |
| brief, standard, deep | B M D | F8 F9 F10 | | write | i | ctrl+n |
| take back, bring back | u U | ctrl+t ctrl+y | | source, changes | v x | ctrl+s F12 |
| reopen a step | r | ctrl+r | | open in the editor | o | F4 |
| search, next, previous | / n N | ctrl+f F3 F2 | | copy | y | ctrl+F10 |
| turn before, after | K J | ctrl+up ctrl+down | | help, commands | ? : | F1 ctrl+p |
| review | w | ctrl+] | | history | h | ctrl+\\ |
| lobby, summary | a W | ctrl+F2 ctrl+F12 | | settings, jump | , ; | ctrl+F5 ctrl+space |
| zoom a pane | z | ctrl+F8 | | find in documents | F | ctrl+F9 |
| open points, change an answer | L A | ctrl+F4 ctrl+PgUp | | summary to accept | P | ctrl+F1 |
| put to a panel | p | ctrl+PgDn | | make the plan | T | ctrl+F11 |
| to the terminal | Y | shift+F11 | | read criteria twice | X | shift+F12 |
| mark lines, comments | m I | shift+F7 shift+F9 | | | | |
| stop | | Esc | | quit | q | ctrl+q |
"""

from __future__ import annotations

from roundtable_tui.ui.comments.keys import COMMENTS_KEY
from roundtable_tui.ui.keys.app_keys import EVERYWHERE_KEYS
from roundtable_tui.ui.keys.key import Group, Key
from roundtable_tui.ui.keys.pane_keys import FIND_KEY, SCROLLBACK_KEY, SEARCH_KEYS, ZOOM_KEY

_MENU, _DEPTH, _TALK, _PANES = Group.MENU, Group.DEPTH, Group.TALK, Group.PANES
_DOCUMENT, _APP = Group.DOCUMENT, Group.APP

TABLE_KEYS = (
    Key(
        "menu.elaborate",
        "command('elaborate')",
        "Elaborate",
        "Bring all perspectives in on this subject",
        _MENU,
        "f5",
        "e,E",
        rank=4,
    ),
    Key(
        "menu.continue",
        "command('continue')",
        "Continue",
        "Close this step and go on to the next",
        _MENU,
        "f6",
        "c,C",
        rank=1,
    ),
    Key(
        "menu.skip",
        "command('skip')",
        "Skip",
        "Skip what remains of this phase; asks first",
        _MENU,
        "f7",
        "s,S",
        rank=5,
    ),
    Key(
        "depth.brief", "command('depth brief')", "Brief", "Ask only for the highlights from here on", _DEPTH, "f8", "B"
    ),
    Key("depth.standard", "command('depth standard')", "Standard", "Ask the usual questions", _DEPTH, "f9", "M"),
    Key("depth.deep", "command('depth deep')", "Deep", "Dig in: ask everything from here on", _DEPTH, "f10", "D"),
    Key("talk.stop", "stop", "Stop", "Stop the turn or the search under way", _TALK, "escape", rank=2),
    Key(
        "talk.undo",
        "command('undo')",
        "Take back",
        "Take back the last answer or choice",
        _TALK,
        "ctrl+t",
        "u",
        rank=9,
    ),
    Key("talk.redo", "redo", "Bring back", "Let what you took back count again", _TALK, "ctrl+y", "U"),
    Key(
        "talk.points",
        "talk('points')",
        "Points",
        "What is not decided yet: strike, ask next, accept, answer several, set a budget",
        _TALK,
        "ctrl+f4",
        "L",
        rank=5,
    ),
    Key(
        "talk.panel",
        "talk('panel')",
        "Panel",
        "Put what is being asked to a panel that answers blind",
        _TALK,
        "ctrl+pagedown",
        "p",
        rank=13,
    ),
    Key(
        "talk.plan",
        "command('plan')",
        "Plan",
        "Cut what is known into tasks, or bring the tasks up to date",
        _TALK,
        "ctrl+f11",
        "T",
        rank=14,
    ),
    Key(
        "talk.readers",
        "command('readers')",
        "Read twice",
        "Have the criteria read by two readers who do not know of each other; says first what it takes",
        _TALK,
        "shift+f12",
        "X",
    ),
    Key("talk.revise", "talk('revise')", "Change an answer", "Say something else instead", _TALK, "ctrl+pageup", "A"),
    Key(
        "talk.reopen",
        "reopen",
        "Reopen",
        "Go through a step again, or take up what has ended",
        _TALK,
        "ctrl+r",
        "r",
        rank=11,
    ),
    Key("talk.retry", "retry", "Try again", "Do again what could not be finished", _TALK, "ctrl+f6", "R"),
    Key(
        "talk.voice",
        "voice",
        "Who speaks",
        "Change between the model and the offline interviewer",
        _TALK,
        "ctrl+f7",
        "V",
    ),
    Key("talk.previous_turn", "turn(-1)", "Previous turn", "Go to the turn before this one", _TALK, "ctrl+up", "K"),
    Key("talk.next_turn", "turn(1)", "Next turn", "Go to the turn after this one", _TALK, "ctrl+down", "J"),
    *SEARCH_KEYS,
    Key("pane.write", "write", "Write", "Go back to writing", _PANES, "ctrl+n", "i", rank=16),
    Key(
        "pane.sidebar",
        "pane('sidebar')",
        "Steps",
        "Show the steps and go there; once more hides them",
        _PANES,
        "ctrl+l",
        "l",
        rank=10,
    ),
    Key("pane.conversation", "pane('conversation')", "Talk", "Go to the conversation", _PANES, "ctrl+g", "t"),
    Key(
        "pane.preview",
        "pane('preview')",
        "Document",
        "Show the document and go there; once more hides it",
        _PANES,
        "ctrl+o",
        "d",
        rank=8,
    ),
    Key(
        "pane.summary",
        "pane('summary')",
        "To accept",
        "Go to the summary that waits for your verdict; once more hides it",
        _PANES,
        "ctrl+f1",
        "P",
        rank=6,
    ),
    ZOOM_KEY,
    SCROLLBACK_KEY,
    Key(
        "document.source",
        "source",
        "Source",
        "Show the document as it is in the file, or rendered",
        _DOCUMENT,
        "ctrl+s",
        "v",
    ),
    Key("document.changes", "changes", "Changes", "Show what changed since an earlier version", _DOCUMENT, "f12", "x"),
    FIND_KEY,
    COMMENTS_KEY,
    Key("document.edit", "edit", "Edit", "Open the document in your editor", _DOCUMENT, "f4", "o", rank=13),
    Key("app.copy", "copy", "Copy", "Copy the selection, else what was said last", _APP, "ctrl+f10", "y", rank=14),
    Key(
        "app.review",
        "review",
        "Review",
        "Walk through what is written down, entry by entry",
        _APP,
        "ctrl+right_square_bracket",
        "w",
        rank=10,
    ),
    Key(
        "app.history",
        "history",
        "History",
        "Earlier versions of the documents, and what happened when",
        _APP,
        "ctrl+backslash",
        "h",
    ),
    Key(
        "app.overview", "overview", "Summary", "What was made, what is assumed, what to do next", _APP, "ctrl+f12", "W"
    ),
    Key("app.lobby", "lobby", "All items", "Leave this item and see all of them", _APP, "ctrl+f2", "a"),
    *EVERYWHERE_KEYS,
)

AT_ONCE = frozenset(
    {
        *(key.id for key in TABLE_KEYS if key.group is _PANES and key.id != "pane.write"),
        *("talk.previous_turn", "talk.next_turn"),
        *("document.source", "document.changes", "app.help", "app.commands"),
    }
)
"""Commands that only look or move: their keys act at once, also where a sentence might begin with them."""
TOOLTIPS = {
    key.action.removeprefix("command('").removesuffix("')"): key.tooltip
    for key in TABLE_KEYS
    if key.group in (_MENU, _DEPTH) or key.id in ("talk.undo", "talk.redo")
}
"""What a command of the talk does, by its name."""
