"""Puts commands on other keys by their id, and says in a sentence what could not be done."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from roundtable_tui.ui.keys.all import ALL_KEYS, TOGETHER
from roundtable_tui.ui.keys.key import FORBIDDEN, NO_ALT, NOTHING, SHARED, Group, Key, display

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

QUIT = "app.quit"
_NONE = "none"
_NAME = re.compile(r"(?:(?:ctrl|alt|shift|super|meta|hyper)\+)*(?:[a-z][a-z0-9_]*|[^\s,])")
_MODIFIERS = ("ctrl", "alt", "super", "meta", "hyper")


class Keymap(Struct, frozen=True):
    """The commands on the keys they really have."""

    keys: tuple[Key, ...] = ALL_KEYS
    warnings: tuple[str, ...] = ()

    def __getitem__(self, key_id: str) -> Key:
        return next(key for key in self.keys if key.id == key_id)

    def of(self, declared: Iterable[Key]) -> tuple[Key, ...]:
        """These commands on the keys they have now."""
        wanted = {key.id for key in declared}
        return tuple(key for key in self.keys if key.id in wanted)

    @property
    def overrides(self) -> dict[str, str]:
        """What Textual's `set_keymap` needs to hear: only what differs from the declarations."""
        declared = {key.id: key.pressed for key in ALL_KEYS}
        return {key.id: ",".join(key.pressed) or NOTHING for key in self.keys if key.pressed != declared[key.id]}


def remapped(wanted: Mapping[str, str]) -> Keymap:
    """The user's keys by id (`menu.continue: g, f9`): a lone character is the key, anything else the chord.

    What is not given stays; `none` takes both away. What does not fit is left as it was, with a warning.
    """
    warnings: list[str] = []
    changed: dict[str, Key] = {}
    for key_id, text in wanted.items():
        declared = next((key for key in ALL_KEYS if key.id == key_id), None)
        if declared is None:
            warnings.append(f"There is no command '{key_id}' to put on a key; it is ignored.")
            continue
        try:
            changed[key_id] = _changed(declared, text)
        except ValueError as problem:
            warnings.append(f"{declared.id} stays on {declared.shown}: {problem}.")
    while clash := _first_clash(changed):
        key_id, other, pressed = clash
        del changed[key_id]
        kept = next(key for key in ALL_KEYS if key.id == key_id)
        warnings.append(f"{key_id} stays on {kept.shown}: {display(pressed)} already belongs to {other}.")
    return Keymap(tuple(changed.get(key.id, key) for key in ALL_KEYS), tuple(warnings))


def _changed(declared: Key, text: str) -> Key:
    parts = [part if len(part) == 1 else part.lower() for part in map(str.strip, str(text).split(",")) if part]
    if parts in ([], [_NONE]):
        if declared.id == QUIT:
            raise ValueError("there must be a way to quit")
        return replace(declared, key="", chord="")
    for part in parts:
        _check(part)
    keys, chords = [part for part in parts if len(part) == 1], [part for part in parts if len(part) > 1]
    if keys and declared.group is Group.WRITING:
        raise ValueError(f"'{keys[0]}' is a character to type, and this works while typing")
    return replace(
        declared,
        key=",".join(keys) or declared.key,
        chord=",".join(chords) or declared.chord,
    )


def _check(part: str) -> None:
    if reason := FORBIDDEN.get(part):
        raise ValueError(f"{part} cannot be used, {reason}")
    if not _NAME.fullmatch(part):
        raise ValueError(f"'{part[:40]}' is not the name of a key")
    if len(part) == 1:
        if part in NO_ALT or not part.isprintable() or part.isspace():
            raise ValueError(f"'{part}' cannot be used, terminals send something else for alt+{part}")
        return
    modifiers, _, last = part.rpartition("+")
    if len(last) == 1 and not any(modifier in modifiers.split("+") for modifier in _MODIFIERS):
        raise ValueError(f"{part} is a character to type; with ctrl, alt or a function key it could be a chord")


def _first_clash(changed: Mapping[str, Key]) -> tuple[str, str, str] | None:
    """The id whose new keys are taken, by whom, and which key that is."""
    for together in TOGETHER:
        effective = [changed.get(key.id, key) for key in together]
        for key in effective:
            if key.id in changed and (clash := _clash_of(key, effective)):
                return key.id, *clash
    return None


def _clash_of(key: Key, others: Iterable[Key]) -> tuple[str, str] | None:
    for other in others:
        if other.id == key.id or {key.group, other.group} == {Group.WRITING, Group.MOVE}:
            continue  # one moves in a pane or writes, never both
        common = (set(key.pressed) & set(other.pressed)) - (SHARED if _may_share(key, other) else frozenset())
        if common:
            return other.id, min(common, key=len)
    return None


def _may_share(one: Key, other: Key) -> bool:
    """The composer may use a key of the table, because it hands it on."""
    return (one.group is Group.WRITING) != (other.group is Group.WRITING)
