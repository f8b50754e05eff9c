"""What a command on a key is: its keys, its words, and what bindings, footer, help and palette make of them.

A key works outside the composer, its chord everywhere, and alt with the key does what the key does. That rules out
digits, `-`, `=` and the letters b and f as keys: with alt, terminals send something else for them. Punctuation with
alt arrives bare, so a key such as `?` needs a chord that is none.
"""

from __future__ import annotations

import unicodedata
from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec import Struct
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
    "ctrl+f3": "terminals report the cursor with the same bytes",
    "shift+f3": "terminals report the cursor with the same bytes",
}
NO_ALT = frozenset("bf0123456789-=[]O")
"""What cannot be a key because a terminal sends something else for it together with alt."""
NOTHING = "unbound"
"""A key no keyboard has: what a command is bound to that the user wants on no key."""


class Group(StrEnum):
    RECORDING = "Recording"
    ITEMS = "Items"
    PANELS = "Panels"
    PANEL = "Panel"
    BALLOT = "Ballot"
    NEW = "New item"
    MENU = "Menu"
    DEPTH = "Depth"
    REVIEW = "Review"
    WALK = "Walk"
    HISTORY = "History"
    POINTS = "Open points"
    REVISION = "Changing an answer"
    SETTINGS = "Settings"
    TALK = "Conversation"
    PANES = "Panes"
    MOVE = "Moving in a pane"
    MARK = "Lines of a text"
    COMMENTS = "Comments"
    DOCUMENT = "Document"
    APP = "Program"
    WRITING = "Writing"


_GROUPS = {group: Binding.Group(group.value) for group in Group}


class Key(Struct, frozen=True):
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
    """Those between the commas; a comma alone is the key itself."""
    if text == ",":
        return (text,)
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
    if key == "ctrl+@":
        return "ctrl+Space"  # what terminals send for it
    *modifiers, last = key.split("+") if len(key) > 1 else [key]
    if len(last) > 1 and last[0] == "f" and last[1:].isdigit():
        last = last.upper()
    return "+".join((*modifiers, _DISPLAYED.get(last) or _CHARACTERS.get(last, last)))


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
