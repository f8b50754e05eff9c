"""What is wrong with the settings that only a screen can judge: the theme, and commands on other keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.theme import BUILTIN_THEMES

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.ui.keys.key_overrides import remapped
from roundtable_tui.ui.theme import THEMES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roundtable_tui.config.loader import Loaded

_NAMES = frozenset({*BUILTIN_THEMES, *(theme.name for theme in THEMES)})
_LONGEST = 60
_MOST_AT_ONCE = 3


def screen_faults(loaded: Loaded) -> tuple[str, ...]:
    """One sentence each, with the file and the line; what they are about is not used."""
    theme, keys = loaded.settings.theme, loaded.settings.keys
    faults = [f"{loaded.origin('keys')}: {one_line(fault)}" for fault in remapped(keys).warnings]
    if theme not in _NAMES:
        named = one_line(theme, _LONGEST)
        faults.insert(0, f"{loaded.origin('theme')}: there is no theme '{named}'; {THEMES[0].name} is used.")
    return tuple(faults)


def with_room(warnings: Sequence[str]) -> list[str]:
    """No more than can be read at once: a wall of them would hide what they are about."""
    shown = warnings if len(warnings) <= _MOST_AT_ONCE else warnings[: _MOST_AT_ONCE - 1]
    more = len(warnings) - len(shown)
    return [*shown, f"{more} more: “roundtable-tui doctor” lists them all."] if more else [*shown]
