"""What is wrong with the settings that only a screen can judge: the theme, and commands on other keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.theme import BUILTIN_THEMES

from roundtable_tui.domain.text import one_line
from roundtable_tui.ui.remapping import remapped
from roundtable_tui.ui.theme import THEMES

if TYPE_CHECKING:
    from roundtable_tui.config import Loaded

_NAMES = frozenset({*BUILTIN_THEMES, *(theme.name for theme in THEMES)})
_LONGEST = 60


def screen_faults(loaded: Loaded) -> tuple[str, ...]:
    """One sentence each, with the file and the line; what they are about is not used."""
    theme, keys = loaded.settings.theme, loaded.settings.keys
    faults = [f"{loaded.origin('keys')}: {one_line(fault)}" for fault in remapped(keys).warnings]
    if theme not in _NAMES:
        named = one_line(theme, _LONGEST)
        faults.insert(0, f"{loaded.origin('theme')}: there is no theme '{named}'; {THEMES[0].name} is used.")
    return tuple(faults)
