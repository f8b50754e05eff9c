"""A screen with a document in whose margin one can write: the table and the review."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on
from textual.screen import ScreenResultType

from roundtable_tui.ui.comments.commenting import Commenting
from roundtable_tui.ui.documents.commented_preview import CommentedPreview
from roundtable_tui.ui.keys.palette import Command
from roundtable_tui.ui.widgets.paned_screen import PanedScreen

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from roundtable_tui.domain.comments.listing import CommentRow
    from roundtable_tui.domain.dossier.provenance import Cited
    from roundtable_tui.session.session import ItemSession
    from roundtable_tui.ui.documents.remarks import Remark


class CommentedScreen(PanedScreen[ScreenResultType]):
    """A subclass says which item it shows, where its code lies, and how a document or an entry is gone to."""

    def __init__(self) -> None:
        super().__init__()
        self.commenting = Commenting(self, lambda: self.item_session)

    @property
    def item_session(self) -> ItemSession | None:
        raise NotImplementedError

    @property
    def code_root(self) -> Path | None:
        raise NotImplementedError

    @property
    def preview(self) -> CommentedPreview:
        raise NotImplementedError

    def show_document(self, name: str) -> None:
        raise NotImplementedError

    def go_to_entry(self, entry: str) -> None:
        raise NotImplementedError

    def remarks_on(self, document: str, lines: Sequence[str]) -> Sequence[Remark]:
        from roundtable_tui.domain.comments.comment import CommentPlace

        return self.commenting.remarks(CommentPlace.DOCUMENT, document, lines)

    @on(CommentedPreview.CommentWanted)
    def _comment_on_lines(self, event: CommentedPreview.CommentWanted) -> None:
        from roundtable_tui.domain.comments.comment import CommentPlace

        event.stop()
        document, narrow = CommentPlace.DOCUMENT, self.preview.body.narrow_marks
        self.commenting.comment(document, event.document, event.lines, event.first, event.last, narrow)

    def show_code(self, cited: Cited) -> None:
        from roundtable_tui.ui.dialogs.code import CodeScreen

        if root := self.code_root:
            self.app.push_screen(CodeScreen(root, cited, self.commenting))

    def action_comments(self) -> None:
        from roundtable_tui.ui.comments.screen import CommentsScreen

        if session := self.item_session:
            self.app.push_screen(CommentsScreen(session, self.code_root), self._go_to_comment)

    def _go_to_comment(self, row: CommentRow | None) -> None:
        from roundtable_tui.domain.comments.comment import CommentPlace
        from roundtable_tui.domain.dossier.provenance import Cited

        if row is None:
            return
        match row.place:
            case CommentPlace.DOCUMENT:
                self.show_document(row.name)
                self.set_focus(self.preview.body)
                self.preview.go_to_line(row.name, row.line)
            case CommentPlace.CODE:
                self.show_code(Cited(row.name, row.line, row.line + max(len(row.quote) - 1, 0)))
            case CommentPlace.ENTRY:
                self.go_to_entry(row.name)

    # The document, as it is looked at

    def action_source(self) -> None:
        self.preview.toggle_source()

    async def action_changes(self) -> None:
        await self.preview.toggle_changes()

    def action_edit(self) -> None:
        self.preview.request_edit()

    def comment_commands(self) -> Iterator[Command]:
        """What the palette offers besides the keys."""
        if self.commenting.waiting:
            title = f"Send {self.commenting.waiting} comments" if self.commenting.waiting > 1 else "Send 1 comment"
            yield Command(title, "To whoever owns what they are on", self.commenting.send)
