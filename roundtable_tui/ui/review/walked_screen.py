"""How the entries of a review are walked: by which filter, in which order, and what was only glanced at."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from textual import on

from roundtable_tui.review import rules
from roundtable_tui.review.glances import Glances, assumed_in, told
from roundtable_tui.review.rules import Filter
from roundtable_tui.review.walk_order import heaviest_first
from roundtable_tui.ui.comments.commented_screen import CommentedScreen
from roundtable_tui.ui.program import GoTo
from roundtable_tui.ui.review.controller import memory_of
from roundtable_tui.ui.review.filter_tabs import FilterTabs
from roundtable_tui.ui.review.rows import filtered
from roundtable_tui.ui.widgets.search_bar import SearchBar

if TYPE_CHECKING:
    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.review.rules import Placed
    from roundtable_tui.ui.review.actions import EntryActions
    from roundtable_tui.ui.review.card_view import CardView
    from roundtable_tui.ui.review.controller import ReviewController
    from roundtable_tui.ui.review.entry_list import EntryList
    from roundtable_tui.ui.review.panes import ReviewPanes


class WalkedScreen(CommentedScreen[GoTo | None]):
    """A subclass has the list, the card and the controller, and shows what the cursor is on."""

    link: ReviewController
    entries: EntryList
    card: CardView
    panes: ReviewPanes
    shown: Entry | None
    _entry_actions: EntryActions
    _search: SearchBar

    def __init__(self) -> None:
        super().__init__()
        self._filter = Filter.ALL
        self._words = ""
        self._heaviest = True
        """Whether what is to be accepted is walked by what hangs on it."""
        self._again: frozenset[str] = frozenset()
        """Only these are walked: what was accepted at a glance."""
        self.glances = Glances()
        self.reviewed = 0
        """The line of the journal of the last review before this one."""

    def show_all(self, entry: str = "") -> None:
        raise NotImplementedError

    def _show_entry(self) -> None:
        raise NotImplementedError

    @property
    def walk(self) -> tuple[Placed, ...]:
        """The part of the dossier that is walked now."""
        link = self.link
        if self._again:
            return tuple(placed for placed in link.walk if placed.entry.id in self._again)
        walk = filtered(link.walk, self._filter, self._words, link.findings, link.taken, self.reviewed)
        return heaviest_first(walk, link.state.dossier) if self.by_weight else walk

    @property
    def by_weight(self) -> bool:
        return self._heaviest and self._filter is Filter.OPEN and not self._again

    def change_order(self) -> None:
        """By what hangs on them, or in the order of the documents."""
        self._heaviest = not self._heaviest
        self._choose_filter(Filter.OPEN)

    # What was only glanced at

    def accepted_at_a_glance(self, entry: Entry) -> None:
        """Says so once, after many in a row; `entry` is as it was before it was accepted."""
        if self.glances.accepted(entry, len(self.card.shown_text.split()), monotonic()):
            assumed = assumed_in(self.glances.offered)
            self.notify(
                told(len(self.glances.offered), assumed, self.key_for("review.again")), timeout=12, markup=False
            )
            self.refresh_bindings()

    def action_again(self) -> None:
        """Walks what was accepted at a glance once more; once more walks everything again."""
        seen = [entry.id for entry in self.glances.offered]
        self._again = frozenset() if self._again else frozenset(seen)
        self.show_all(seen[0] if self._again else "")

    def action_move(self, by: int) -> None:
        super().action_move(by)
        self._show_entry()

    def action_half(self, pages: int) -> None:
        super().action_half(pages)
        self._show_entry()

    def action_edge(self, direction: int) -> None:
        super().action_edge(direction)
        self._show_entry()

    def action_page(self, pages: int) -> None:
        """In the list it turns the pages of the entry: that is what is read there."""
        (self.card if self.pane is self.entries else self.pane).action_page(pages)

    def action_next_open(self, by: int) -> None:
        if self.pane is not self.entries:
            self.action_search_step(by)
            return
        if self._words:
            self.action_move(by)
            return
        walk = self.walk if by > 0 else self.walk[::-1]
        found = rules.next_to_accept(walk, self.shown.id if self.shown else "", self.link.taken)
        if found:
            self.reveal(found)
        else:
            self._entry_actions.say_nothing_is_left()

    def action_filter(self, by: int) -> None:
        known = list(Filter)
        self._choose_filter(known[(known.index(self._filter) + by) % len(known)])

    @on(FilterTabs.Chosen)
    def _filter_clicked(self, event: FilterTabs.Chosen) -> None:
        self._choose_filter(Filter(event.key))

    def _choose_filter(self, wanted: Filter) -> None:
        self._filter = memory_of(self.app, self.link.slug).filter = wanted
        self._again = frozenset()
        self.show_all()

    def action_search(self) -> None:
        """A text is searched; of the list only what has the words is walked."""
        if self.pane is self.entries:
            self._search.open()
        else:
            super().action_search()

    @on(SearchBar.Searched)
    def _searched(self, event: SearchBar.Searched) -> None:
        """Whoever types a whole id means that entry."""
        self._words = event.text
        self.show_all(event.text.strip().upper())

    @on(SearchBar.Moved)
    def _into_the_list(self) -> None:
        self.panes.focus_list()

    @on(SearchBar.Closed)
    def _search_closed(self) -> None:
        if self._search.pane:
            return
        self._words = ""
        self.show_all()
        self.panes.focus_list()

    def reveal(self, entry: str) -> None:
        """Shows this entry; a filter that hides it gives way."""
        if self.entries.go_to(entry):
            self._show_entry()
            return
        self._filter, self._words, self._again = Filter.ALL, "", frozenset()
        self._search.display = False
        self.show_all(entry)
