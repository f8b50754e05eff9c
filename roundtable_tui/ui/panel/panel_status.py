"""At the foot of a panel: what is under way, how far, what it used, how to stop it; and whose turn it is to write."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, ClassVar

from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.timer import Timer

_EVERY = 1.0
_LASTS = 2
"""Seconds from which on it is worth saying how long something takes."""


_LEAST = 28
"""In fewer cells than this what is under way says too little: what was used goes first."""


class PanelStatus(Widget):
    """One line; the right end says what was used."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {"status--key", "status--words", "status--trouble"}
    DEFAULT_CSS = """
    PanelStatus {
        height: 1;
        padding: 0 1;
        & > .status--key { color: $accent; text-style: bold; }
        & > .status--words { color: $muted; }
        & > .status--trouble { color: $error; text-style: bold; }
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self._doing = self._hint = self._used = self._trouble = ""
        self._began = 0.0
        self._ticking: Timer | None = None

    def on_mount(self) -> None:
        self._ticking = self.set_interval(_EVERY, self._tick, pause=True)

    @property
    def shown(self) -> str:
        return self.render().plain

    def show(self, doing: str, *, hint: str = "", used: str = "", counts: bool = False) -> None:
        """`hint` says what to press; with `counts` it is said how long it has taken."""
        if doing != self._doing:
            self._began = monotonic()
        self._doing, self._hint, self._used = doing, hint, used
        if doing and self._ticking:
            self._trouble = self._trouble if not counts else ""
            self._ticking.resume() if counts else self._ticking.pause()
        self._counts = counts
        self.refresh()

    _counts = False

    def trouble(self, sentence: str) -> None:
        """Stays until something else is under way."""
        self._trouble = sentence
        self.refresh()

    def _tick(self) -> None:
        self.refresh()

    def render(self) -> Content:
        key, words, trouble = map(self.get_visual_style, ("status--key", "status--words", "status--trouble"))
        width = max(1, self.content_size.width)
        used = Content.styled(f"  {self._used}", words) if self._used else Content("")
        hint = Content.styled(f"  {self._hint}", key) if self._hint else Content("")
        if width - used.cell_length - hint.cell_length < _LEAST:
            used = Content("")
        room = max(1, width - used.cell_length - hint.cell_length)
        if self._trouble:
            said = Content.styled(self._trouble, trouble)
        else:
            seconds = int(monotonic() - self._began) if self._counts else 0
            lasted = f" {seconds} s" if seconds >= _LASTS else ""
            said = Content.styled(f"{self._doing}{lasted}", words)
        said = said.truncate(room, ellipsis=True)
        return said + hint + Content(" " * max(0, room - said.cell_length)) + used


class HandOver(Vertical):
    """Whose ballot is next, until that person has sat down; there is nothing secret beside it."""

    DEFAULT_CSS = """
    HandOver {
        display: none;
        height: auto;
        margin: 0 1;
        padding: 0 1;
        border: round $accent;
        background: $surface;
        border-title-color: $accent;
        border-title-style: bold;
        & > Static { height: auto; }
    }
    """

    def compose(self) -> ComposeResult:
        yield Static(id="hand-over")

    def offer(self, title: str, sentence: str) -> None:
        """Nothing where the title is empty."""
        self.display = bool(title)
        if title:
            self.border_title = Content(title)
            self.query_one(Static).update(Content(sentence))
