"""The settings as rows: what each is now, what it can be and what is said about it, and the list that draws them."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct

from roundtable_tui.config.loader import Level, Loaded
from roundtable_tui.config.model import Setting, all_settings
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.ui.lines.line_wrap import Run
from roundtable_tui.ui.widgets.row_list import RowList, fitted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from textual.binding import BindingType

YOURS = "Yours alone: no project can set these"
SHARED = "Yours or the project's: the project wins"
NOT_SET = "not set"
_THEME = "theme"
_KEYS = "keys"
_NAMED = 6
"""So many of the possible values are named."""
_NAME, _FROM = 29, 12
"""How many cells a setting's name and the place its value comes from have."""


class SettingRow(Struct, frozen=True):
    """A setting, one entry of a setting that holds several, or a heading."""

    key: str
    heading: str = ""
    setting: Setting | None = None
    entry: str = ""
    """Which entry, of a setting that holds several."""
    value: str = ""
    level: Level = Level.DEFAULT

    @property
    def selectable(self) -> bool:
        return self.setting is not None

    @property
    def path(self) -> tuple[str, ...]:
        path = self.setting.path if self.setting else ()
        return (*path, self.entry) if self.entry else path

    @property
    def adds_entries(self) -> bool:
        """Whether what is typed here becomes one more entry."""
        return self.setting is not None and self.setting.is_mapping and not self.entry


def setting_rows(loaded: Loaded) -> list[SettingRow]:
    rows: list[SettingRow] = []
    for heading, user_only in ((YOURS, True), (SHARED, False)):
        rows.append(SettingRow(heading, heading))
        for setting in all_settings():
            if setting.user_only == user_only:
                rows += _rows_of(setting, loaded)
    return rows


def _rows_of(setting: Setting, loaded: Loaded) -> Iterator[SettingRow]:
    value, level = setting.of(loaded.settings), loaded.origin(setting.name).level
    if not isinstance(value, dict):
        yield SettingRow(setting.name, setting=setting, value=setting.written(value), level=level)
        return
    count = f"{len(value)} of your own" if value else ""
    yield SettingRow(setting.name, setting=setting, value=count, level=level)
    for entry, one in value.items():
        yield SettingRow(f"{setting.name}.{entry}", setting=setting, entry=entry, value=str(one), level=level)


def choices_of(row: SettingRow, themes: tuple[str, ...]) -> tuple[str, ...]:
    """What the value can be, in the order to go through; empty for whatever is typed."""
    if row.setting is None or row.entry:
        return ()
    if row.setting.name == _THEME:
        return themes
    return (*([""] if row.setting.is_optional else []), *row.setting.choices)


def next_choice(row: SettingRow, choices: tuple[str, ...], by: int) -> str:
    at = choices.index(row.value) if row.value in choices else -1 if by > 0 else 0
    return choices[(at + by) % len(choices)]


def problem_with(row: SettingRow, text: str) -> str:
    """Why the text cannot be the value; empty if it can."""
    from roundtable_tui.ui.external_editor import EditorError, editor_command
    from roundtable_tui.ui.keys.key_overrides import remapped

    setting = row.setting
    if setting is None:
        return ""
    value: object = text
    if setting.is_mapping:
        entry, said = (row.entry, text) if row.entry else new_entry(text)
        if not entry:
            return f"Write it as {example_of(row)}."
        if setting.name == _KEYS:
            return next(iter(remapped({entry: said}).warnings), "")
        value = {entry: said}
    try:
        setting.checked(value)
        if setting.name == "editor" and text.strip():
            editor_command({}, text)
    except EditorError as problem:
        return problem.sentence
    except ValueError as problem:
        return f"{one_line(str(problem), 120)}."
    return ""


def example_of(row: SettingRow) -> str:
    """How one more entry is written."""
    keys = row.setting is not None and row.setting.name == _KEYS
    return "command: keys, such as menu.continue: g, f9" if keys else "name: value, such as my-model: 4 20 0.20 5"


def new_entry(text: str) -> tuple[str, str]:
    """`name: value` in its two parts."""
    entry, _, value = text.partition(":")
    return entry.strip(), value.strip()


def words_about(row: SettingRow, loaded: Loaded, choices: tuple[str, ...]) -> list[str]:
    """What there is to know, one paragraph each."""
    setting = row.setting
    if setting is None:
        return []
    origin = loaded.origin(setting.name)
    now = row.value or NOT_SET
    words = [
        setting.meaning,
        f"Now: {now}, the default." if origin.level is Level.DEFAULT else f"Now: {now}, from {origin}.",
    ]
    if choices:
        named = ", ".join(choice or NOT_SET for choice in choices[:_NAMED])
        words.append(f"One of: {named}{' …' if len(choices) > _NAMED else '.'}")
    elif row.adds_entries:
        words.append("Enter adds one; Backspace on a line below takes it away.")
    words += _overruled(setting, loaded)
    if setting.soon:
        words.append(f"A change counts {setting.soon}.")
    return words


def _overruled(setting: Setting, loaded: Loaded) -> Iterator[str]:
    """What weaker places say, so that nobody wonders why it has no effect."""
    winner = loaded.origin(setting.name).level
    if winner is Level.ENVIRONMENT:
        yield f"The environment variable {setting.variable} wins over both files."
    for level in (Level.PROJECT, Level.USER):
        if level is not winner and setting.name in loaded.said.get(level, {}):
            whose = "Your file" if level is Level.USER else "The project's file"
            said = setting.written(loaded.said[level][setting.name]) or NOT_SET
            yield f"{whose} says {said}, which does not count here."


class SettingList(RowList[SettingRow], inherit_bindings=False):
    """Enter is the page's own key, so that the footer names it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bound for bound in RowList.BINDINGS if getattr(bound, "action", "") != "select"
    ]

    def line_of(self, row: SettingRow, width: int) -> Iterable[Run]:
        if row.setting is None:
            yield Run(row.heading, ("heading",))
            return
        name, origin = (_NAME, _FROM) if width >= 56 else (18, 0)
        shown = f"  {row.entry}" if row.entry else row.setting.name
        yield Run(fitted(shown, name), ("quiet",) if row.entry else ())
        default = row.level == "default"
        value = fitted(row.value or NOT_SET, max(width - name - origin - 1, 1))
        yield Run(value, ("quiet",) if default or not row.value else ("strong",))
        if origin:
            yield Run(f" {row.level}", ("quiet",) if default else ("accent",))
