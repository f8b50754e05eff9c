"""Brings each conflict between a hand edit and the analysis before the user, once, and carries out the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.ui.dialogs.conflict import ConflictAnswer
    from roundtable_tui.ui.table.parts import SessionAccess, TableParts


class Conflicts:
    """Those that were there when the item was opened have been asked about before."""

    def __init__(
        self, screen: TableParts, link: SessionAccess, edit: Callable[[str], None], take_ours: Callable[[str], None]
    ) -> None:
        """`edit` opens a document in the user's editor, `take_ours` gives it the analysis's version."""
        self._screen = screen
        self._link = link
        self._edit = edit
        self._take_ours = take_ours
        self._known: dict[str, tuple[str, ...]] = {}
        self._waiting: list[str] = []
        self._asking = False

    def take_as_known(self, state: State) -> None:
        self._known = dict(state.files.conflicts)

    def notice(self, state: State) -> bool:
        """Whether there is something new to ask, and nobody asks yet."""
        for document, conflicts in state.files.conflicts.items():
            if not set(conflicts) <= set(self._known.get(document, ())):
                self.ask_again(document)
        self._known = dict(state.files.conflicts)
        return bool(self._waiting) and not self._asking

    def ask_again(self, document: str) -> None:
        if document not in self._waiting:
            self._waiting.append(document)

    async def ask(self) -> None:
        """One document after another; to be run in a worker."""
        from roundtable_tui.ui.dialogs.conflict import ConflictScreen

        if self._asking:
            return
        self._asking = True
        try:
            while self._waiting:
                document = self._waiting.pop(0)
                if conflicts := self._link.state.files.conflicts.get(document):
                    question = ConflictScreen(document, conflicts)
                    self._settle(document, await self._screen.app.push_screen_wait(question))
        finally:
            self._asking = False

    def _settle(self, document: str, answer: ConflictAnswer) -> None:
        match answer.name:
            case "EDIT":
                self._edit(document)
            case "SHOW":
                self._screen.show_document(document)
            case "TAKE":
                self._take_ours(document)
            case _:
                self._screen.notify(f"Your text in {document} stands.", markup=False)
