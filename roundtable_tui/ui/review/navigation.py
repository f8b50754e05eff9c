"""Where an entry leads: to the entries around it and back, to the talk, to the code, along the links of a document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.review.origins import place_of
from roundtable_tui.ui.links import follow
from roundtable_tui.ui.program import GoTo
from roundtable_tui.ui.review.controller import cited_by

if TYPE_CHECKING:
    from textual.app import App

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.dossier.provenance import Cited
    from roundtable_tui.ui.review.controller import ReviewController
    from roundtable_tui.ui.review.parts import ReviewParts


class EntryNavigation:
    def __init__(self, screen: ReviewParts, link: ReviewController) -> None:
        self._screen = screen
        self._link = link
        self._came_from: list[str] = []

    @property
    def can_go_back(self) -> bool:
        return bool(self._came_from)

    def along_traces(self, entry: Entry) -> None:
        """To the only one there is, else to the one that is picked."""
        known = {name: self._link.state.dossier.entries[name] for name in self._link.traces(entry).ids}
        if len(known) == 1:
            self.go_to(next(iter(known)))
        elif known:
            from roundtable_tui.ui.dialogs.choice import PickEntryScreen

            entries = {name: f"{name}  {one_line(known[name].text(), 80)}" for name in known}
            self._screen.app.push_screen(PickEntryScreen(f"From {entry.id} to", entries), self.go_to)

    def go_to(self, entry: str | None) -> None:
        """To an entry anywhere in the dossier; `back` returns."""
        if not entry or self._link.state.dossier.get(entry) is None:
            return
        if self._screen.shown:
            self._came_from.append(self._screen.shown.id)
        self._screen.reveal(entry)

    def back(self) -> None:
        while self._came_from:
            if self._link.state.dossier.get(entry := self._came_from.pop()):
                self._screen.reveal(entry)
                return

    def turn_of(self, entry: Entry) -> int:
        """The last turn of the talk it comes from; 0 if none."""
        return max((origin.turn for origin in self._link.origins(entry)), default=0)

    def to_the_turn(self, entry: Entry) -> None:
        if turn := self.turn_of(entry):
            self._screen.dismiss(GoTo(turn))

    def to_the_code(self, entry: Entry) -> None:
        if cited := cited_by(entry):
            self.show_code(cited[0])

    def along_link(self, target: str, entry: Entry) -> None:
        """Where a click on the card leads."""
        sort, _, place = target.partition(":")
        match sort:
            case "entry":
                self.go_to(place)
            case "turn":
                self._screen.dismiss(GoTo(int(place)))
            case "code":
                if cited := next((cited for cited in cited_by(entry) if place_of(cited) == place), None):
                    self.show_code(cited)
            case "document":
                self._screen.show_document(place)

    def out_of_document(self, target: str) -> None:
        """Where a link in the document leads."""
        follow(target, self, self._link.state)

    # What `follow` may lead to

    @property
    def app(self) -> App[Any]:
        return self._screen.app

    def has_document(self, name: str) -> bool:
        return self._link.document(name) is not None

    def show_document(self, name: str) -> None:
        self._screen.show_document(name)

    def show_code(self, cited: Cited) -> None:
        self._screen.show_code(cited)
