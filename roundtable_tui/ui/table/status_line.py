"""Above the composer: what is being done and how to stop it, what went wrong and what helps, or how long it took."""

from __future__ import annotations

import re
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from roundtable_tui.ui.keys.key import display, easiest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual import events
    from textual.style import Style
    from textual.timer import Timer

    from roundtable_tui.ui.lines.view import LineView

_SHOW_AFTER = 0.4
"""Seconds: what is over before that needs no line."""
_GAP = 3
_FIRST_WORDS = 4
_ASKED = "Asked: "
_PART = re.compile(r"\d\. ")
_AFTER_TROUBLE = {"talk.retry": "Try again", "talk.voice": "Change who speaks", "app.settings": "Settings"}


class QuestionLine(Static):
    """What is being asked, while a long list or a look back has pushed it out of sight."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    QuestionLine {
        height: auto; padding: 0 1; display: none; color: $accent; text-wrap: nowrap; text-overflow: ellipsis;
        &.-alone { max-height: 2; text-wrap: wrap; }
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self._questions: tuple[str, ...] = ()
        self._view: LineView | None = None
        self.shown = ""
        """What it says now; nothing while it is gone."""

    def watch_for(self, view: LineView) -> None:
        """Looks again whenever the talk moves."""
        self._view = view
        for moving in ("scroll_y", "virtual_size"):
            self.watch(view, moving, self._moved, init=False)

    def _moved(self) -> None:
        self.call_after_refresh(self.look)

    def ask(self, text: str) -> None:
        """Its sentence, without the list that may follow; nothing where nothing is asked."""
        self._questions = asked_in(text)
        self.call_after_refresh(self.look)

    def look(self) -> None:
        hidden = self._out_of_sight(self._view) if self._view else []
        shown = f"\n{' ' * len(_ASKED)}".join(hidden)
        shown = f"{_ASKED}{shown}" if shown else ""
        if shown != self.shown:
            self.shown = shown
            self.set_class(len(hidden) == 1, "-alone")
            self.update(Content(shown))
            self.display = bool(shown)

    def _out_of_sight(self, view: LineView) -> list[str]:
        """By their first words as they stand on the screen: a line may end anywhere."""
        if not self._questions or not view.display or not view.size.height:
            return []
        text = " ".join(" ".join(view.render_line(y).text.split()) for y in range(view.size.height))
        return [question for question in self._questions if _first_words(question) not in text]


def asked_in(text: str) -> tuple[str, ...]:
    """The question in what is said with it; of a small form its parts, each with its number."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    parts = tuple(line for line in lines if _PART.match(line))
    alone = next((line for line in lines if "?" in line and not line.startswith(("- ", "• ", *parts))), "")
    return (alone,) if alone else parts or tuple(lines[:1])


def _first_words(question: str) -> str:
    """Without its number and marks, which may be drawn in another way."""
    words = "".join(letter for letter in _PART.sub("", question) if letter not in "*_`").split()
    return " ".join(words[:_FIRST_WORDS])


class NowLine(Widget):
    """Gone at rest."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {"nowline--key", "nowline--words", "nowline--trouble"}
    DEFAULT_CSS = """
    NowLine {
        height: auto; max-height: 2; padding: 0 1; display: none;
        & > .nowline--key { color: $accent; text-style: bold; }
        & > .nowline--words { color: $text-muted; }
        & > .nowline--trouble { color: $error; text-style: bold; }
    }
    """

    class Chosen(Message):
        """A way out of trouble was clicked."""

        def __init__(self, action: str) -> None:
            super().__init__()
            self.action = action

    def __init__(self) -> None:
        super().__init__()
        self.can_be_stopped = True
        self._doing = ""
        self._counts_down = False
        self._trouble = self._told = ""
        self._labels = _AFTER_TROUBLE
        self._began = 0.0
        self._ticking: Timer | None = None
        self._places: list[tuple[int, int, str]] = []

    @property
    def shown(self) -> str:
        """What it says now; nothing while it is gone."""
        return self.render().plain if self.display else ""

    def begin(self, doing: str) -> None:
        """Something is under way; it is shown if it lasts."""
        if self._doing:
            return
        self._doing, self._counts_down, self._began = doing, False, monotonic()
        self._trouble = self._told = ""
        self.display = False
        self._ticking = self.set_interval(_SHOW_AFTER, self._tick)

    def say(self, doing: str, *, counts_down: bool = False) -> None:
        """What is being done changed; what counts down is shown at once, and says by itself how long it takes."""
        if self._ticking and doing and doing != self._doing:
            self._doing, self._counts_down = doing, counts_down
            self.display = self.display or counts_down
            self.refresh()

    def end(self, trouble: str = "", ways_out: Mapping[str, str] | None = None, told: str = "") -> None:
        """`trouble` says what went wrong, and `ways_out` names commands anew; without any, `told` says how it went.

        Both stay until something else is begun.
        """
        self._labels = {**_AFTER_TROUBLE, **(ways_out or {})}
        if self._ticking:
            self._ticking.stop()
        self._ticking, self._doing, self._trouble, self._told = None, "", trouble, told
        self.display = bool(trouble or told)
        self.refresh(layout=True)

    def _tick(self) -> None:
        self.display = True
        self.refresh()

    def render(self) -> Content:
        key, words, trouble = map(self.get_visual_style, ("nowline--key", "nowline--words", "nowline--trouble"))
        self._places = []
        if self._trouble:
            return self._ways_out(key, words, trouble)
        if self._told:
            return Content.styled(self._told, words)
        still = self._counts_down or self.app.animation_level == "none"
        seconds = 0 if still else int(monotonic() - self._began)
        lasted = f" {seconds} s" if seconds else ""
        line = Content.styled(f"{self._doing}{lasted}", words)
        stop = Content.styled("   Esc", key) + Content.styled(" stops", words) if self.can_be_stopped else Content("")
        return line.truncate(max(1, self.content_size.width - stop.cell_length), ellipsis=True) + stop

    def _ways_out(self, key: Style, words: Style, trouble: Style) -> Content:
        """On a line of their own, so that the sentence can be as long as the window is wide."""
        sentence = Content.styled(self._trouble, trouble).truncate(max(1, self.content_size.width), ellipsis=True)
        line = Content("")
        bound = easiest(self.screen.active_bindings, self.screen.focused)
        for known, label in self._labels.items():
            if known not in bound:
                continue
            pressed, active = bound[known]
            start = cell_len(line.plain) + (_GAP if line else 0)
            line = line + Content(" " * (start - cell_len(line.plain))) + Content.styled(display(pressed), key)
            line = line + Content.styled(f" {label}", words)
            self._places.append((start, cell_len(line.plain), active.binding.action))
        return sentence + Content("\n") + line if line else sentence

    def on_click(self, event: events.Click) -> None:
        place = event.get_content_offset(self)
        for start, end, action in self._places if place and place.y else ():
            if place and start <= place.x < end:
                event.stop()
                self.post_message(self.Chosen(action))
