"""Keeps the document beside an entry on the place that cites it, and shows there what has just followed a change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.review.origins import naming, passage_citing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.ui.documents.preview import Preview
    from roundtable_tui.ui.review.controller import ReviewController


class CitingDocument:
    def __init__(self, preview: Preview, link: ReviewController) -> None:
        self._preview = preview
        self._link = link
        self._chosen = ""
        """The document the user asked for."""
        self._before: dict[str, bytes] = {}
        """What documents were before they followed a change that nobody has seen in them yet."""
        self.is_owed = False
        """Whether the pane was hidden when there was something to show in it."""

    def show_for(self, entry: Entry | None) -> None:
        """A document the user asked for stays if it cites this entry too; else the one that tells most of it.

        Nothing is laid out while the pane is hidden.
        """
        self.is_owed = not self._preview.display
        if self.is_owed:
            return
        names = self._link.documents_citing(entry) if entry else ()
        if entry is None or not names:
            self._preview.clear()
            return
        self._show(self._chosen if self._chosen in names else names[0], entry)

    def show(self, name: str, entry: Entry) -> None:
        self._chosen = name
        self._show(name, entry)

    def _show(self, name: str, entry: Entry) -> None:
        """At the place that cites the entry; where it has just followed a change, with what differs in view."""
        data = self._link.document(name)
        if data is None:
            return
        before = self._before.pop(name, None)
        self._preview.show(name, data, before)
        view = self._preview.body
        blocks = view.blocks
        place = passage_citing(entry, [block.text for block in blocks])
        if place is not None:
            view.jump_to(blocks[place].key)
        view.search(naming(entry.id))
        marked = [number for number, block in enumerate(blocks) if block.mark] if before is not None else []
        nearest = next((number for number in marked if number >= (place or 0)), marked[0] if marked else None)
        if nearest is not None and not view.shows(blocks[nearest].key):
            view.jump_to(blocks[nearest].key)

    def next(self, entry: Entry) -> str:
        """The next document that cites it, round the end; its name, or nothing if there is none."""
        names = self._link.documents_citing(entry)
        if not names:
            return ""
        current = self._preview.document
        name = names[(names.index(current) + 1) % len(names)] if current in names else names[0]
        self.show(name, entry)
        return name

    def followed(self, names: Sequence[str], before: Mapping[str, bytes], entry: Entry | None) -> None:
        """Documents were written anew: the open one shows what differs, else the first that cites the entry."""
        if entry is None:
            return
        self._before.update({name: before[name] for name in names})
        citing = [name for name in self._link.documents_citing(entry) if name in names]
        name = self._preview.document if self._preview.document in names else next(iter(citing), "")
        if name and self._preview.display:
            self._show(name, entry)
        elif name:
            self.is_owed = True
