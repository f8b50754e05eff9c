"""The document beside the conversation with what was written in its margin, where lines of it can be commented on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual import on
from textual.message import Message

from roundtable_tui.ui.documents.passages import View, text_of
from roundtable_tui.ui.documents.preview import Preview
from roundtable_tui.ui.documents.remarks import RemarkFoot, RemarksOn, signs_of
from roundtable_tui.ui.documents.view import DocumentView

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import ComposeResult

    from roundtable_tui.ui.documents.preview import Version
    from roundtable_tui.ui.documents.remarks import Remark

_AS_IT_IS = "Comments go on the document as it is now. → shows it."


class CommentedPreview(Preview):
    @dataclass
    class CommentWanted(Message):
        """On these lines of the document, counted from 1."""

        document: str
        lines: Sequence[str]
        first: int
        last: int

    def __init__(
        self,
        remarks: RemarksOn,
        versions: Callable[[str], Sequence[Version]] | None = None,
        load: Callable[[Version], bytes] | None = None,
        *,
        id: str | None = None,  # noqa: A002 (Textual's own name)
    ) -> None:
        super().__init__(versions, load, id=id)
        self._remarks_on = remarks
        self.remarks: tuple[Remark, ...] = ()
        self._read: tuple[bytes, list[str]] = b"", [""]
        self._foot = RemarkFoot()
        self._wanted: tuple[str, int] | None = None
        """A line to go to once its document is there."""
        self.body.commentable = True

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield self._foot

    @property
    def lines(self) -> list[str]:
        """The document as it is now; asked for whenever anything happens, and read anew when it has changed."""
        if self._read[0] is not self._data:
            self._read = self._data, text_of(self._data).split("\n")
        return self._read[1]

    def look_at_remarks(self) -> None:
        """What was written in the margin may have changed."""
        shows_now = self.document and (self.chosen is None or self.view is View.DIFF)
        self.remarks = tuple(self._remarks_on(self.document, self.lines)) if shows_now else ()
        self.body.show_signs(signs_of(self.remarks))
        self._show_foot()

    def _draw(self, *, jump: bool = False) -> None:
        super()._draw(jump=jump)
        self.look_at_remarks()
        if self._wanted and self._wanted[0] == self.document:
            self.call_after_refresh(self._go_to_wanted)

    def go_to_line(self, document: str, line: int) -> None:
        """Puts the cursor on this line of a document, counted from 1; if it is not shown yet, once it is."""
        self._wanted = document, line
        if document == self.document and self.chosen is None:
            self.call_after_refresh(self._go_to_wanted)

    def _go_to_wanted(self) -> None:
        if self._wanted and self._wanted[0] == self.document:
            self.body.go_to_source(self._wanted[1])
            self._wanted = None

    @on(DocumentView.MarksChanged)
    def _show_foot(self) -> None:
        here = self.body.source_cursor
        self._foot.show([one for one in self.remarks if here and one.first <= here <= one.last])

    @on(DocumentView.LinesTaken)
    def _comment(self, event: DocumentView.LinesTaken) -> None:
        event.stop()
        if self.chosen is not None and self.view is not View.DIFF:
            self.notify(_AS_IT_IS, markup=False)
        elif self.document:
            self.post_message(self.CommentWanted(self.document, self.lines, event.first, event.last))
