"""The commands of the lobby about the item under the cursor."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roundtable_tui.ui.lobby.actions import ItemActions
    from roundtable_tui.ui.lobby.item_list import ItemList, ItemRow
    from roundtable_tui.ui.program import Program


class ItemCommands:
    """A part of the lobby, by the names keys.py gives them."""

    _every: Sequence[ItemRow]

    if TYPE_CHECKING:

        @property
        def items(self) -> ItemList: ...

        @property
        def item_actions(self) -> ItemActions: ...

        @property
        def program(self) -> Program: ...

        def key_for(self, name: str, *, outside: bool = True) -> str: ...

    def action_review(self) -> None:
        if row := self.items.cursor:
            self.item_actions.open(row, self.program.review_item)

    def action_rename(self) -> None:
        if row := self.items.cursor:
            self.item_actions.rename(row)

    def action_overview(self) -> None:
        if row := self.items.cursor:
            self.item_actions.tell_about(row)

    def action_history(self) -> None:
        if row := self.items.cursor:
            self.item_actions.open(row, self.program.history_of_item)

    def action_again(self) -> None:
        if row := self.items.cursor:
            self.item_actions.go_through_again(row)

    def action_trash(self) -> None:
        if row := self.items.cursor:
            self.item_actions.delete(row, self.key_for("lobby.undo", outside=len(self._every) > 1))

    def action_undo(self) -> None:
        if self.item_actions.trash:
            self.item_actions.restore(self.item_actions.trash[0])
