"""A screen of panes: moves in the one that has the focus, searches it, and lets it fill the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, cast

from textual.screen import ScreenResultType
from textual.widget import Widget

from roundtable_tui.errors import RoundtableError
from roundtable_tui.ui.keys.screen_base import KeyedScreen
from roundtable_tui.ui.lines.view import LineView
from roundtable_tui.ui.widgets.headline import Headline
from roundtable_tui.ui.widgets.keybar import KeyBar
from roundtable_tui.ui.widgets.row_search import SearchableRows
from roundtable_tui.ui.widgets.search_bar import Searchable, SearchBar

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_TEXTUALS = "textual-"
"""What the names of Textual's own widgets begin with: notices and tooltips are said over every pane."""
AWAY, FILLING = "-zoomed-away", "-zoomed"
STAYS: tuple[type[Widget], ...] = (Headline, SearchBar, KeyBar)


class Pane(Searchable, Protocol):
    """What one can move and search in."""

    def action_move(self, by: int) -> None: ...

    def action_half(self, pages: int) -> None: ...

    def action_page(self, pages: int) -> None: ...

    def action_edge(self, direction: int) -> None: ...


class PanedScreen(KeyedScreen[ScreenResultType]):
    """A subclass says which panes there are and which of them stands for the others where none has the focus."""

    CSS = f"""
    .{AWAY} {{ display: none !important; height: 0 !important; min-height: 0 !important; }}
    .{FILLING} {{ display: block !important; width: 1fr !important; height: 1fr !important; }}
    """

    _zoomed: Widget | None = None
    _went: tuple[Widget, ...] = ()

    @property
    def main_pane(self) -> Pane:
        """The one that is meant where no pane has the focus."""
        raise NotImplementedError

    @property
    def zoomable(self) -> Mapping[str, Widget]:
        """What can fill the screen, by its name; the first where nothing of it has the focus."""
        raise NotImplementedError

    def stays_beside(self, pane: Widget) -> tuple[type[Widget], ...]:  # noqa: ARG002 (for those where it depends on it)
        """What a pane that fills the screen leaves in sight."""
        return STAYS

    @property
    def pane(self) -> Pane:
        """The one that one is in."""
        return self._focused_pane or self.main_pane

    @property
    def _focused_pane(self) -> Pane | None:
        return cast("Pane", self.focused) if isinstance(self.focused, LineView | SearchableRows) else None

    def action_move(self, by: int) -> None:
        self.pane.action_move(by)

    def action_half(self, pages: int) -> None:
        self.pane.action_half(pages)

    def action_page(self, pages: int) -> None:
        self.pane.action_page(pages)

    def action_edge(self, direction: int) -> None:
        self.pane.action_edge(direction)

    def action_mark(self) -> None:
        """Where no text has the focus, the lines of the first that there is."""
        if view := self._text:
            self.set_focus(view)
            view.action_mark()

    @property
    def _text(self) -> LineView | None:
        """The text one is in, or the first that there is."""
        inside = (view for pane in self.zoomable.values() for view in (pane, *pane.query(LineView)))
        return next((pane for pane in (self.focused, self.main_pane, *inside) if isinstance(pane, LineView)), None)

    # Searching

    def action_search(self) -> None:
        """In the field already, what was typed there is for the pane it was opened on."""
        bar = self.query_one(SearchBar)
        if not bar.has_focus_within:
            bar.open(self.pane, self.focused)

    def action_search_step(self, forward: int) -> None:
        bar = self.query_one(SearchBar)
        bar.step(bar.pane if bar.pane and bar.has_focus_within else self.pane, forward)

    def action_scrollback(self) -> None:
        """The whole text of the pane one is in, or of the first that has one, in the terminal's own scrollback."""
        if (view := self._text) and view.plain_text:
            self.run_worker(self._lay_out(view.plain_text), group="scrollback", exclusive=True)

    async def _lay_out(self, text: str) -> None:
        from roundtable_tui.ui.terminal.scrollback import lay_out

        try:
            await lay_out(self.app, text)
        except RoundtableError as error:
            self.notify(str(error), severity="warning", markup=False)

    # Zooming

    @property
    def zoomed(self) -> Widget | None:
        """The pane that fills the screen."""
        return self._zoomed

    def action_zoom(self) -> None:
        """Lets the pane one is in fill the screen; once more gives the others back."""
        if self._zoomed:
            self.unzoom()
            return
        panes = self.zoomable
        focused = self.focused.ancestors_with_self if self.focused else ()
        name = next((name for name, pane in panes.items() if pane in focused), next(iter(panes)))
        self._zoomed = panes[name]
        self._went = tuple(_beside(panes[name], self.stays_beside(panes[name])))
        with self.app.batch_update():
            for other in self._went:
                other.add_class(AWAY)
            panes[name].add_class(FILLING)
        self.query_one(Headline).zoomed(
            f"{name} alone · {self.key_for('pane.zoom', outside=bool(self._focused_pane))} back"
        )

    def set_focus(self, widget: Widget | None, scroll_visible: bool = True, from_app_focus: bool = False) -> None:
        """What is wanted shows, whatever filled the screen."""
        if widget and any(node.has_class(AWAY) for node in widget.ancestors_with_self):
            self.unzoom()
        super().set_focus(widget, scroll_visible, from_app_focus)

    def unzoom(self) -> None:
        """All panes have their places again."""
        if self._zoomed is None:
            return
        with self.app.batch_update():
            for other in self._went:
                other.remove_class(AWAY)
            self._zoomed.remove_class(FILLING)
        self._zoomed, self._went = None, ()
        self.query_one(Headline).zoomed("")


def _beside(pane: Widget, stays: tuple[type[Widget], ...]) -> Iterable[Widget]:
    """Everything that stands beside it, or beside what it stands in, but for what stays."""
    inside = pane
    for around in pane.ancestors:
        if not isinstance(around, Widget):
            return
        for other in around.children:
            if other is inside or isinstance(other, stays) or (other.id or "").startswith(_TEXTUALS):
                continue
            if any(isinstance(part, stays) for part in other.walk_children()):
                yield from (part for part in other.children if not isinstance(part, stays))
            else:
                yield other
        if around is pane.screen:
            return
        inside = around
