"""The summary that waits for a verdict: which of how many, what changed in it, what to press, and the whole of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Protocol

from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from roundtable_tui.ui.confirmation.summary_page import ENTRY, passages_of, title_of, what_can_be_accepted, what_is_new
from roundtable_tui.ui.documents.view import FRESH, DocumentView

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from roundtable_tui.modes.conversation.presenting import Presented
    from roundtable_tui.ui.lines.view import LineView


class SummaryReader(Protocol):
    """Whoever shows the summary can show what it speaks of."""

    def choose_entry(self) -> None: ...

    def accept_entries(self) -> None: ...

    def review_entry(self, entry: str) -> None: ...

    def follow(self, target: str) -> None: ...


class SummaryPane(Vertical):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "entries", "Entry", tooltip="Review an entry it speaks of", show=False, id="summary.entries"),
        Binding(
            "a",
            "accept_entries",
            "Accept entries",
            tooltip="Accept the guesses that stand here in full, one by one",
            show=False,
            id="summary.accept_entries",
        ),
    ]
    DEFAULT_CSS = """
    SummaryPane {
        & > #summary-head { height: auto; padding: 0 1; background: $panel; }
        & > #summary-text { height: 1fr; padding: 0 0 0 1; }
    }
    """

    def __init__(self, reader: SummaryReader, keys: str, amending_keys: str) -> None:
        """`keys` says what accepts and amends, `amending_keys` what ends an amendment."""
        super().__init__()
        self._reader = reader
        self._keys = {False: keys, True: amending_keys}
        self._shown: Presented | None = None

    def compose(self) -> ComposeResult:
        yield Static(id="summary-head")
        yield DocumentView(id="summary-text")

    @property
    def body(self) -> DocumentView:
        return self.query_one(DocumentView)

    @property
    def shown(self) -> Presented | None:
        return self._shown

    def show(self, shown: Presented) -> None:
        """From its beginning, unless it is the same summary, in which the reader stays where they are."""
        before, self._shown = self._shown, shown
        if self.is_mounted and before != shown:
            self._draw(to_top=before is None or before.summary.stage is not shown.summary.stage)

    def on_mount(self) -> None:
        self._draw(to_top=True)

    def on_show(self) -> None:
        """What was put into it while it was hidden is laid out for the room it has now."""
        self.call_after_refresh(self.body.reflow)

    def _draw(self, *, to_top: bool) -> None:
        if (shown := self._shown) is None:
            return
        head = (
            Content.styled(title_of(shown), "bold"),
            Content(what_is_new(shown)),
            *([Content(said)] if (said := what_can_be_accepted(shown)) else []),
            Content.styled(self._keys[shown.amending], "$text-muted"),
        )
        self.query_one("#summary-head", Static).update(Content("\n").join(head))
        self.body.show(passages_of(shown), FRESH)
        if to_top:
            self.call_after_refresh(self.body.to_top)

    def action_entries(self) -> None:
        self._reader.choose_entry()

    def action_accept_entries(self) -> None:
        self._reader.accept_entries()

    def on_line_view_link_clicked(self, event: LineView.LinkClicked) -> None:
        event.stop()
        chosen = event.target.removeprefix(ENTRY)
        if chosen != event.target:
            self._reader.review_entry(chosen)
        else:
            self._reader.follow(event.target)
