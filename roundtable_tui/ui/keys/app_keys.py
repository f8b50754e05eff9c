"""The commands every screen has."""

from __future__ import annotations

from roundtable_tui.ui.keys.key import Group, Key

_APP = Group.APP

EVERYWHERE_KEYS = (
    Key("app.help", "help", "Help", "Every key and what it does", _APP, "f1", "?", rank=3),
    Key("app.commands", "app.command_palette", "Commands", "Find a command by its name", _APP, "ctrl+p", ":", rank=12),
    Key("app.jump", "jump", "Jump", "Go to any part of the screen by a letter", _APP, "ctrl+@", ";"),
    Key("app.settings", "settings", "Settings", "See and change the settings", _APP, "ctrl+f5", ","),
    Key("app.interrupt", "interrupt", "Interrupt", "Copy a selection, else stop, else, twice, quit", _APP, "ctrl+c"),
    Key("app.suspend", "app.suspend_process", "Suspend", "Back to the shell; fg returns", _APP, "ctrl+z"),
    Key("app.quit", "app.quit", "Quit", "Leave; everything is kept", _APP, "ctrl+q", "q", rank=15),
)
