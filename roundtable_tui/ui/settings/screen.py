"""The settings: every one with what it means and where its value comes from, changed here or in the file itself."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, Static

from roundtable_tui.ui.guarded_work import guarded
from roundtable_tui.ui.keys.key import bindings
from roundtable_tui.ui.keys.pane_keys import MOVING_KEYS
from roundtable_tui.ui.settings.keys import SETTINGS_KEYS
from roundtable_tui.ui.settings.rows import (
    SettingList,
    choices_of,
    example_of,
    new_entry,
    next_choice,
    problem_with,
    setting_rows,
    words_about,
)
from roundtable_tui.ui.settings.theme_picker import ThemeScreen
from roundtable_tui.ui.theme import theme_names
from roundtable_tui.ui.widgets.headline import Headline
from roundtable_tui.ui.widgets.keybar import KeyBar
from roundtable_tui.ui.widgets.line_field import SubmitField
from roundtable_tui.ui.widgets.paned_screen import PanedScreen
from roundtable_tui.ui.widgets.row_list import RowList
from roundtable_tui.ui.widgets.search_bar import SearchBar

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.dom import DOMNode

    from roundtable_tui.config.loader import Loaded
    from roundtable_tui.storage.paths import ProjectPaths
    from roundtable_tui.ui.settings.rows import SettingRow


_PROJECTS = "the project's file"


class SettingsScreen(PanedScreen[None]):
    """What is changed is written at once, to the user's own file unless the project's was chosen."""

    KEYS = (*SETTINGS_KEYS, *MOVING_KEYS)
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(SETTINGS_KEYS)]
    CSS_PATH = "settings.tcss"
    AUTO_FOCUS = "SettingList"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]  # noqa: RUF012 (as Textual declares it)

    def __init__(self) -> None:
        super().__init__()
        self._paths: ProjectPaths | None = None
        self._loaded: Loaded | None = None
        self._to_project = False
        self._one_at_a_time = asyncio.Lock()
        self._left: dict[str, str] = {}
        """What was typed for a setting and left without saving."""

    def compose(self) -> ComposeResult:
        yield Headline()
        with Horizontal(id="settings-view"):
            yield SettingList(id="settings")
            with VerticalScroll(id="setting", can_focus=False):
                yield Static(id="setting-words")
        with Vertical(id="setting-edit"):
            yield SubmitField("", id="setting-field")
            yield Static(id="setting-problem")
        yield Static(id="settings-warnings")
        yield Static(id="settings-files")
        yield SearchBar("Search the settings")
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one(Headline).say("settings")
        self.run_worker(self._open(), group="settings")

    async def _open(self) -> None:
        self._paths = (await self.program.shelf()).paths
        await self._reload()

    async def _reload(self) -> None:
        from roundtable_tui.config.loader import load_settings

        if self._paths is None:
            return
        self._loaded = await asyncio.to_thread(load_settings, self._paths.config)
        self.settings.show(setting_rows(self._loaded))
        self._describe()

    # The pieces

    @property
    def settings(self) -> SettingList:
        return self.query_one(SettingList)

    @property
    def main_pane(self) -> SettingList:
        return self.settings

    @property
    def field(self) -> SubmitField:
        return self.query_one("#setting-field", SubmitField)

    @property
    def problem(self) -> str:
        """Why what is being typed cannot be the value; empty if it can."""
        return str(self.query_one("#setting-problem", Static).render())

    @property
    def to_project(self) -> bool:
        """Whether changes go to the project's file."""
        return self._to_project

    @property
    def words(self) -> str:
        """What is said about the setting the cursor is on."""
        return str(self.query_one("#setting-words", Static).render())

    @property
    def _choices(self) -> tuple[str, ...]:
        themes = theme_names(self.app.available_themes)
        return choices_of(self.settings.cursor, themes) if self.settings.cursor else ()

    # What is said

    def _describe(self) -> None:
        row, loaded = self.settings.cursor, self._loaded
        if row is None or loaded is None or row.setting is None:
            return
        name = Content.styled(row.setting.name, "bold $accent")
        words = [Content(word) for word in words_about(row, loaded, self._choices)]
        between = "\n" if self.has_class("-narrow") else "\n\n"
        self.query_one("#setting-words", Static).update(Content(between).join([name, *words]))
        self._say_files(loaded)
        self._say_faults(loaded)
        self.refresh_bindings()

    def _say_files(self, loaded: Loaded) -> None:
        lines = []
        for file, whose in zip(loaded.files, (_PROJECTS, "your file"), strict=True):
            target = self._writes_to_project == (whose == _PROJECTS)
            there = "" if file.is_file() else " (not there yet)"
            mark = "▸ Writes to " if target else "            "
            style = "bold $foreground" if target else ""
            lines.append(Content.styled(f"{mark}{whose}  {self._place(file)}{there}", style))
        self.query_one("#settings-files", Static).update(Content("\n").join(lines[::-1]))

    def _say_faults(self, loaded: Loaded) -> None:
        """No more than leaves room for the settings themselves."""
        from roundtable_tui.ui.settings.problems import screen_faults, with_room

        lines = [f"! {fault}" for fault in with_room((*loaded.warnings, *screen_faults(loaded)))]
        said = self.query_one("#settings-warnings", Static)
        said.update(Content("\n".join(lines)))
        said.display = bool(lines)

    def _place(self, file: Path) -> str:
        """As people write it: from the project's folder, or from home."""
        from roundtable_tui.domain.talk.sanitize import one_line

        for start, folder in (("", self.program.request.folder.absolute()), ("~/", Path.home())):
            if file.is_relative_to(folder):
                return one_line(f"{start}{file.relative_to(folder).as_posix()}")
        return one_line(str(file))

    @property
    def _writes_to_project(self) -> bool:
        row = self.settings.cursor
        return self._to_project and not (row and row.setting and row.setting.user_only)

    # What the user does

    @on(RowList.Highlighted)
    def _other_row(self) -> None:
        self._describe()

    @on(RowList.Selected)
    def action_change(self) -> None:
        """Enter goes through a few values, opens a field for any, and shows the themes as they are."""
        if (row := self.settings.cursor) and row.path == ("theme",):
            self.app.push_screen(ThemeScreen(), partial(self._theme_chosen, row.path))
        elif self._choices:
            self.action_cycle(1)
        elif row := self.settings.cursor:
            self._edit(row)

    def _theme_chosen(self, path: tuple[str, ...], theme: str | None) -> None:
        if theme:
            self._write(path, theme)

    def _edit(self, row: SettingRow) -> None:
        box = self.query_one("#setting-edit")
        box.border_title = Content(row.key)
        box.border_subtitle = "Enter saves · Esc leaves"
        box.display = True
        self.field.placeholder = example_of(row) if row.adds_entries else f"{row.key}; empty is the default"
        self.field.value = self._left.pop(row.key, "" if row.adds_entries else row.value)
        self.field.focus()
        self._say_problem("")

    def _end_edit(self) -> None:
        self.query_one("#setting-edit").display = False
        self.settings.focus()

    def _say_problem(self, problem: str) -> None:
        said = self.query_one("#setting-problem", Static)
        said.update(Content(problem))
        said.display = bool(problem)

    @on(Input.Changed, "#setting-field")
    def _check(self, event: Input.Changed) -> None:
        if row := self.settings.cursor:
            self._say_problem(problem_with(row, event.value) if event.value else "")

    @on(Input.Submitted, "#setting-field")
    def _typed(self, event: Input.Submitted) -> None:
        row, text = self.settings.cursor, event.value.strip()
        if row is None:
            return
        if text and (problem := problem_with(row, text)):
            self._say_problem(problem)
            return
        self._end_edit()
        if row.adds_entries:
            entry, value = new_entry(text)
            if entry:
                self._write((*row.path, entry), value)
        else:
            self._write(row.path, text or None)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002 (Textual's own)
        if not self.query(SettingList) or self.settings.cursor is None:
            return True
        editing = self.field.has_focus
        match action:
            case "change" | "search" | "search_step":
                return not editing
            case "cycle":
                return False if editing else True if self._choices else None
            case "reset":
                return False if editing else None if self.settings.cursor.adds_entries else True
            case "target":
                row = self.settings.cursor
                return None if row.setting and row.setting.user_only else True
        return True

    def action_back(self) -> None:
        if self.query_one("#setting-edit").display:
            if row := self.settings.cursor:
                self._left[row.key] = self.field.value
            self._end_edit()
        else:
            self.dismiss(None)

    def action_cycle(self, by: int) -> None:
        if (row := self.settings.cursor) and (choices := self._choices):
            self._write(row.path, next_choice(row, choices, by) or None)

    def action_reset(self) -> None:
        if row := self.settings.cursor:
            self._write(row.path, None)

    def action_target(self) -> None:
        self._to_project = not self._to_project
        self._describe()

    def action_file(self) -> None:
        self.run_worker(self._open_file(), group="editing", exclusive=True)

    async def _open_file(self) -> None:
        if await guarded(self._edit_file(), self.fail):
            await self._take_up()

    async def _edit_file(self) -> None:
        from roundtable_tui.storage.atomic import make_folders
        from roundtable_tui.storage.disk import RealDisk
        from roundtable_tui.ui.external_editor import edit

        file = self._target
        await asyncio.to_thread(make_folders, RealDisk(), file.parent)
        await edit(self.app, file)

    @property
    def _target(self) -> Path:
        """The file that is written to; OutsideError where a project's link leads to something else."""
        from roundtable_tui.config.loader import FILE_NAME, user_folder
        from roundtable_tui.storage.paths import writable_target

        if self._paths and self._writes_to_project:
            return writable_target(self._paths, self._paths.config)
        return user_folder() / FILE_NAME

    def _write(self, path: tuple[str, ...], value: str | None) -> None:
        self.run_worker(self._write_and_take_up(path, value), group="writing")

    async def _write_and_take_up(self, path: tuple[str, ...], value: str | None) -> None:
        async with self._one_at_a_time:
            if await guarded(self._write_file(path, value), self.fail):
                await self._take_up()
                self._say_if_overruled(path, value)

    async def _write_file(self, path: tuple[str, ...], value: str | None) -> None:
        from roundtable_tui.config.editor import write_setting

        await asyncio.to_thread(write_setting, self._target, path, value)

    async def _take_up(self) -> None:
        await self._reload()
        if self._loaded:
            await self.program.settings_changed(self._loaded.settings)

    def _say_if_overruled(self, path: tuple[str, ...], value: str | None) -> None:
        row = next((row for row in self.settings.rows if row.path == path), None)
        if row and row.setting and value is not None and row.value != value and self._loaded:
            origin = self._loaded.origin(row.setting.name)
            self.notify(f"Written, but {origin} says {row.value}, and that counts.", severity="warning", markup=False)

    def widgets_with_keys(self) -> Iterable[DOMNode]:
        return (self.settings,)
