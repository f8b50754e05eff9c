"""Draws the settings: name, value, and where the value comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from roundtable_tui.ui.setting_rows import NOT_SET, SettingRow
from roundtable_tui.ui.widgets.rows import RowList, fitted
from roundtable_tui.ui.widgets.wrapping import Run

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.binding import BindingType

_NAME, _FROM = 27, 12


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
