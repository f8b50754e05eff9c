"""Typed settings: flags over environment over the project's file over the user's file over defaults."""

from roundtable_tui.config.claude import Claude, claude_settings
from roundtable_tui.config.loader import FILE_NAME, Level, Loaded, Origin, cache_folder, load_settings, user_folder
from roundtable_tui.config.model import Elaboration, Setting, Settings, all_settings, setting_named

__all__ = [
    "FILE_NAME",
    "Claude",
    "Elaboration",
    "Level",
    "Loaded",
    "Origin",
    "Setting",
    "Settings",
    "all_settings",
    "cache_folder",
    "claude_settings",
    "load_settings",
    "setting_named",
    "user_folder",
]
