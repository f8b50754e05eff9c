"""Every command of the table, declared once: its keys, its words, and what footer, help and palette make of them.

| command | key | while typing | | command | key | while typing |
|---|---|---|---|---|---|---|
| elaborate | e | F5 | | sidebar | l | ctrl+l |
| continue | c | F6 | | conversation | t | ctrl+g |
| skip | s | F7 | | document | p | ctrl+o |
| brief, standard, deep | B M D | F8 F9 F10 | | write | i | ctrl+n |
| take back | u | ctrl+t | | source, changes | v x | ctrl+s F12 |
| reopen a step | r | ctrl+r | | open in the editor | o | F4 |
| search, next, previous | / n N | ctrl+f F3 F2 | | copy | y | ctrl+y |
| turn before, after | K J | ctrl+up ctrl+down | | help, commands | ? : | F1 ctrl+p |
| stop | | Esc | | quit | q | ctrl+q |

A key works outside the composer, its chord everywhere, and alt with the key does what the key does. That rules out
digits, `-`, `=` and the letters b and f as keys: with alt, terminals send something else for them. Punctuation with
alt arrives bare, so a key such as `?` needs a chord that is none. shift+F3 arrives as a cursor report.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from textual.binding import Binding
from textual.keys import KEY_NAME_REPLACEMENTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from textual.binding import ActiveBinding
    from textual.widget import Widget

FORBIDDEN = {
    "ctrl+h": "terminals send it for Backspace",
    "ctrl+i": "terminals send it for Tab",
    "ctrl+m": "terminals send it for Enter",
    "ctrl+[": "terminals send it for Esc",
    "ctrl+left_square_bracket": "terminals send it for Esc",
    "ctrl+b": "tmux keeps it for itself",
    "ctrl+a": "screen keeps it for itself",
}
NO_ALT = frozenset("bf0123456789-=[]O")
"""What cannot be a key because a terminal sends something else for it together with alt."""
NOTHING = "unbound"
"""A key no keyboard has: what a command is bound to that the user wants on no key."""


class Group(StrEnum):
    MENU = "Menu"
    DEPTH = "Depth"
    TALK = "Conversation"
    PANES = "Panes"
    DOCUMENT = "Document"
    APP = "Program"
    WRITING = "Writing"


_GROUPS = {group: Binding.Group(group.value) for group in Group}


@dataclass(frozen=True, slots=True)
class Key:
    """One command: `key` outside the composer, `chord` everywhere; several are written with commas."""

    id: str
    action: str
    label: str
    tooltip: str
    group: Group
    chord: str
    key: str = ""
    rank: int = 0
    """Its place in the footer, the most important first; 0 is for those left to the help."""
    priority: bool = False

    @property
    def keys(self) -> tuple[str, ...]:
        return _listed(self.key)

    @property
    def chords(self) -> tuple[str, ...]:
        return _listed(self.chord)

    @property
    def pressed(self) -> tuple[str, ...]:
        """Everything that sets it off, by the names Textual gives to keys."""
        names = (*map(key_name, self.keys), *map(with_alt, self.keys), *self.chords)
        return tuple(dict.fromkeys(names))

    @property
    def shown(self) -> str:
        """Its keys as help and palette name them."""
        return " ".join(map(display, (*self.keys[:1], *self.chords))) or "no key"

    @property
    def binding(self) -> Binding:
        return Binding(
            ",".join(self.pressed) or NOTHING,
            self.action,
            self.label,
            show=bool(self.rank),
            priority=self.priority,
            tooltip=self.tooltip,
            id=self.id,
            group=_GROUPS[self.group],
        )


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part for part in (part.strip() for part in text.split(",")) if part)


def key_name(key: str) -> str:
    """The name Textual has for a key given as a character."""
    if len(key) != 1 or key.isalnum():
        return key
    name = unicodedata.name(key, key).lower().replace("-", "_").replace(" ", "_")
    return KEY_NAME_REPLACEMENTS.get(name, name)


def with_alt(key: str) -> str:
    return f"alt+shift+{key.lower()}" if len(key) == 1 and key.isupper() else f"alt+{key_name(key)}"


_DISPLAYED = {
    "escape": "Esc",
    "enter": "Enter",
    "backspace": "Backspace",
    "delete": "Del",
    "tab": "Tab",
    "space": "Space",
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
    "home": "Home",
    "end": "End",
    "pageup": "PgUp",
    "pagedown": "PgDn",
}
_CHARACTERS = {key_name(chr(code)): chr(code) for code in range(33, 127)}


def character_of(name: str) -> str | None:
    """What a key types, by the name Textual has for it: the way back that Textual itself has only for some."""
    return name if len(name) == 1 else _CHARACTERS.get(name)


def display(key: str) -> str:
    """A key as people write it: `ctrl+f`, `F5`, `Esc`, `?`."""
    *modifiers, last = key.split("+") if len(key) > 1 else [key]
    if len(last) > 1 and last[0] == "f" and last[1:].isdigit():
        last = last.upper()
    return "+".join((*modifiers, _DISPLAYED.get(last) or _CHARACTERS.get(last, last)))


_MENU, _DEPTH, _TALK, _PANES = Group.MENU, Group.DEPTH, Group.TALK, Group.PANES
_DOCUMENT, _APP, _WRITING = Group.DOCUMENT, Group.APP, Group.WRITING

TABLE_KEYS = (
    Key(
        "menu.elaborate",
        "choose('e')",
        "Elaborate",
        "Bring all perspectives in on this subject",
        _MENU,
        "f5",
        "e,E",
        rank=4,
    ),
    Key(
        "menu.continue", "choose('c')", "Continue", "Close this step and go on to the next", _MENU, "f6", "c,C", rank=1
    ),
    Key("menu.skip", "choose('s')", "Skip", "Skip what remains of this phase; asks first", _MENU, "f7", "s,S", rank=5),
    Key("depth.brief", "change_depth('brief')", "Brief", "Ask only for the highlights from here on", _DEPTH, "f8", "B"),
    Key("depth.standard", "change_depth('standard')", "Standard", "Ask the usual questions", _DEPTH, "f9", "M"),
    Key("depth.deep", "change_depth('deep')", "Deep", "Dig in: ask everything from here on", _DEPTH, "f10", "D"),
    Key("talk.stop", "stop", "Stop", "Stop the turn or the search under way", _TALK, "escape", rank=2),
    Key("talk.undo", "undo", "Take back", "Take back the last answer or choice", _TALK, "ctrl+t", "u", rank=9),
    Key("talk.reopen", "reopen", "Reopen", "Choose a step to go through again", _TALK, "ctrl+r", "r", rank=11),
    Key("talk.search", "search", "Search", "Search in the conversation", _TALK, "ctrl+f", "/", rank=7),
    Key("talk.next_match", "search_step(1)", "Next match", "Go to the next match", _TALK, "f3", "n"),
    Key("talk.previous_match", "search_step(-1)", "Previous match", "Go to the previous match", _TALK, "f2", "N"),
    Key("talk.previous_turn", "turn(-1)", "Previous turn", "Go to the turn before this one", _TALK, "ctrl+up", "K"),
    Key("talk.next_turn", "turn(1)", "Next turn", "Go to the turn after this one", _TALK, "ctrl+down", "J"),
    Key("talk.page_up", "page(-1)", "Page up", "Scroll the conversation up a page", _TALK, "pageup"),
    Key("talk.page_down", "page(1)", "Page down", "Scroll the conversation down a page", _TALK, "pagedown"),
    Key("talk.start", "edge(-1)", "Beginning", "Go to the beginning of the conversation", _TALK, "ctrl+home", "g"),
    Key("talk.end", "edge(1)", "End", "Go to what was said last, and follow", _TALK, "ctrl+end", "G"),
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
        "p",
        rank=8,
    ),
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
    Key("document.edit", "edit", "Edit", "Open the document in your editor", _DOCUMENT, "f4", "o", rank=13),
    Key("app.copy", "copy", "Copy", "Copy the selection, else what was said last", _APP, "ctrl+y", "y", rank=14),
    Key(
        "app.interrupt",
        "interrupt",
        "Interrupt",
        "Copy a selection, else stop the turn, else, twice, quit",
        _APP,
        "ctrl+c",
    ),
    Key("app.help", "help", "Help", "Every key and what it does", _APP, "f1", "?", rank=3),
    Key("app.commands", "app.command_palette", "Commands", "Find a command by its name", _APP, "ctrl+p", ":", rank=12),
    Key("app.suspend", "app.suspend_process", "Suspend", "Back to the shell; fg returns", _APP, "ctrl+z"),
    Key("app.quit", "app.quit", "Quit", "Leave; everything is kept", _APP, "ctrl+q", "q", rank=15, priority=True),
)

WRITING_KEYS = (
    Key("writing.send", "send", "Send", "Send what you wrote", _WRITING, "enter"),
    Key("writing.line", "new_line", "New line", "Begin a new line", _WRITING, "ctrl+j,shift+enter"),
    Key(
        "writing.leave",
        "leave",
        "Stop or leave",
        "Stop the turn; once more leaves the composer",
        _WRITING,
        "escape",
        rank=2,
    ),
    Key(
        "writing.earlier",
        "earlier",
        "Earlier",
        "The line above; at the top, take back what waits, then what you sent before",
        _WRITING,
        "up",
    ),
    Key("writing.later", "later", "Later", "The line below; at the bottom, what you sent after that", _WRITING, "down"),
    Key("writing.undo", "undo", "Undo", "Undo typing", _WRITING, "ctrl+underscore,super+z"),
    Key("writing.redo", "redo", "Redo", "Redo typing", _WRITING, "ctrl+circumflex_accent,super+y"),
    Key("writing.left", "cursor_left", "Left", "One character left", _WRITING, "left"),
    Key("writing.right", "cursor_right", "Right", "One character right", _WRITING, "right"),
    Key("writing.word_left", "cursor_word_left", "Word left", "One word left", _WRITING, "ctrl+left"),
    Key("writing.word_right", "cursor_word_right", "Word right", "One word right", _WRITING, "ctrl+right"),
    Key("writing.start", "cursor_line_start", "Line start", "To the start of the line", _WRITING, "home"),
    Key("writing.end", "cursor_line_end", "Line end", "To the end of the line", _WRITING, "end,ctrl+e"),
    Key("writing.backspace", "delete_left", "Delete left", "Delete the character before", _WRITING, "backspace"),
    Key("writing.delete", "delete_right", "Delete right", "Delete the character after", _WRITING, "delete,ctrl+d"),
    Key(
        "writing.delete_word_left",
        "delete_word_left",
        "Delete word",
        "Delete the word before",
        _WRITING,
        "ctrl+w,ctrl+backspace,alt+backspace",
    ),
    Key(
        "writing.delete_word_right",
        "delete_word_right",
        "Delete word right",
        "Delete the word after",
        _WRITING,
        "alt+delete",
    ),
    Key(
        "writing.delete_to_start",
        "delete_to_start_of_line",
        "Delete to start",
        "Delete to the start of the line",
        _WRITING,
        "ctrl+u,super+backspace",
    ),
    Key(
        "writing.delete_to_end",
        "delete_to_end_of_line_or_delete_line",
        "Delete to end",
        "Delete to the end of the line",
        _WRITING,
        "ctrl+k",
    ),
    Key("writing.select_left", "cursor_left(True)", "Select left", "Select to the left", _WRITING, "shift+left"),
    Key("writing.select_right", "cursor_right(True)", "Select right", "Select to the right", _WRITING, "shift+right"),
    Key("writing.select_up", "cursor_up(True)", "Select up", "Select upwards", _WRITING, "shift+up"),
    Key("writing.select_down", "cursor_down(True)", "Select down", "Select downwards", _WRITING, "shift+down"),
    Key(
        "writing.select_start",
        "cursor_line_start(True)",
        "Select to start",
        "Select to the line's start",
        _WRITING,
        "shift+home",
    ),
    Key(
        "writing.select_end",
        "cursor_line_end(True)",
        "Select to end",
        "Select to the line's end",
        _WRITING,
        "shift+end",
    ),
    Key("writing.cut", "cut", "Cut", "Cut the selection", _WRITING, "ctrl+x,super+x"),
    Key("writing.copy", "copy", "Copy", "Copy the selection", _WRITING, "ctrl+c,super+c"),
    Key(
        "writing.paste",
        "paste",
        "Paste",
        "Insert what was copied here; your terminal's paste works too",
        _WRITING,
        "ctrl+v",
    ),
)

ALL_KEYS = (*TABLE_KEYS, *WRITING_KEYS)
SHARED = frozenset({"escape", "ctrl+c"})
"""Keys the composer takes first and hands on when it has no use for them."""


def bindings(keys: Iterable[Key]) -> list[Binding]:
    return [key.binding for key in keys]


def easiest(active: Mapping[str, ActiveBinding], focused: Widget | None = None) -> dict[str, tuple[str, ActiveBinding]]:
    """By command, the key that is the shortest to press among those that work now, and what it is bound to.

    A key that types something where the focus is does not work; Textual leaves it out only if nothing is remapped.
    """
    best: dict[str, tuple[str, ActiveBinding]] = {}
    for key, bound in active.items():
        known = bound.binding.id
        if focused and bound.node is not focused and focused.check_consume_key(key, character_of(key)):
            continue
        if known and (known not in best or _effort(key) < _effort(best[known][0])):
            best[known] = (key, bound)
    return best


def _effort(key: str) -> tuple[bool, bool, int]:
    return key.startswith("alt+"), len(display(key)) > 1, len(key)
