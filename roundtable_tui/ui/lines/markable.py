"""Views of lines in which one walks by key from line to line, and marks, copies or takes them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual.message import Message

from roundtable_tui.ui.keys.key import bindings
from roundtable_tui.ui.keys.pane_keys import MARKING_KEYS, MOVING_KEYS
from roundtable_tui.ui.lines.flow import LineFlow
from roundtable_tui.ui.lines.marking import LineMarks
from roundtable_tui.ui.lines.selection import selected_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.binding import BindingType
    from textual.events import Resize

    from roundtable_tui.ui.lines.store import Entry


class MarkableFlow(LineFlow):
    """The moving keys scroll; once a line is marked they move the cursor on the lines."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings((*MOVING_KEYS, *MARKING_KEYS))]

    @dataclass
    class MarksChanged(Message, namespace="line_view"):
        """The cursor on its lines has come, gone or moved."""

        view: MarkableFlow

        @property
        def control(self) -> MarkableFlow:
            return self.view

    def __init__(self, *, name: str | None = None, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        super().__init__(name=name, id=id, classes=classes)
        self.marks = LineMarks(self._store, self._lines_of)
        self.commentable = False
        """Whether marked lines can be commented on here; else they can only be copied."""
        self.marks_from = ""
        """The key of the block one has come here for, where the cursor is put if it is in sight."""

    def sign_beside(self, entry: Entry, number: int) -> str:  # noqa: ARG002 (for those that have some)
        """What stands in the margin of a line, of one cell."""
        return ""

    def check_action(self, action: str, _parameters: tuple[object, ...]) -> bool | None:
        if action == "take_marked":
            return self.marks.active and self.commentable
        return self.marks.active if action in ("copy_marked", "hold_marks", "leave_marks") else True

    def action_mark(self) -> None:
        """Puts the cursor on the current match, on what one came for, or on the first line in sight.

        Once more takes what is marked.

        What was selected with the mouse is marked and taken at once.
        """
        if self.marks.active:
            self.action_take_marked() if self.commentable else self.action_leave_marks()
            return
        if (selection := self.text_selection) and len(self._store):
            self.marks.span(*selected_lines(self._store, selection))
            self.screen.clear_selection()
            self._marks_changed()
            if self.commentable:
                self.action_take_marked()
            return
        if at := next(self._begins_at(), None) or self._store.at(round(self.scroll_y)):
            self.marks.begin(*at)
            self._marks_changed()

    def _begins_at(self) -> Iterator[tuple[Entry, int]]:
        """Places in sight that the user means, the likeliest first."""
        meant = []
        if spot := self._search.current:
            meant.append((self._store.entries[spot[0]], self._search.line_of(spot)))
        if came_for := self._store.find(self.marks_from):
            meant.append((came_for, came_for.block.gap))
        for entry, number in meant:
            if 0 <= self._store.top(entry.index) + number - self.scroll_y < self.size.height:
                yield entry, number

    def action_extend(self, by: int) -> None:
        if not self.marks.active:
            self.action_mark()
        else:
            self.marks.move(by, extend=True)
            self._marks_changed()

    def action_hold_marks(self) -> None:
        self.marks.extending = not self.marks.extending

    def action_take_marked(self) -> None:
        """For those in which lines can be commented on."""

    def narrow_marks(self) -> None:
        """What was marked was taken: only the line under the cursor stays so."""
        if self.marks.active:
            self.marks.extending = False
            self.marks.move(0)
            self._marks_changed()

    def action_copy_marked(self) -> None:
        if text := self.marks.text:
            self.run_worker(self._copy(text), group="copying")
        self.action_leave_marks()

    async def _copy(self, text: str) -> None:
        from roundtable_tui.ui.terminal.clipboard import copy

        self.app.notify(await copy(self.app, text), markup=False)

    def action_leave_marks(self) -> None:
        self.marks.end()
        self._marks_changed()

    def on_resize(self, _: Resize) -> None:
        """What opens below takes room from it: the line under the cursor stays in sight."""
        if self.marks.active:
            self.call_after_refresh(self._cursor_into_sight)

    def _cursor_into_sight(self) -> None:
        if cursor := self.marks.cursor:
            with self._ours():
                self._apply_height()
            y, top = self._store.top(cursor[0].index) + cursor[1], round(self.scroll_y)
            self._scroll_at_once(min(max(top, y - self.size.height + 1), y))

    def _marks_changed(self) -> None:
        self._cursor_into_sight()
        self.refresh()
        self.refresh_bindings()
        self.post_message(self.MarksChanged(self))

    def action_move(self, by: int) -> None:
        if self.marks.active:
            self.marks.move(by)
            self._marks_changed()
        else:
            self._scroll_at_once(round(self.scroll_y) + by)

    def action_half(self, pages: int) -> None:
        self.action_move(pages * max(self.size.height // 2, 1))

    def action_page(self, pages: int) -> None:
        self.action_move(pages * max(self.size.height - 1, 1))

    def action_edge(self, direction: int) -> None:
        if self.marks.active:
            self.marks.to_edge(direction)
            self._marks_changed()
        elif direction > 0:
            self.scroll_to_tail()
        else:
            self._scroll_at_once(0)
