"""A few lines above the composer: what a half-written word could become, one of them marked; a click takes one."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from roundtable_tui.ui.composer.suggestions import MOST

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual import events

    from roundtable_tui.ui.composer.suggestions import Suggestion

_HINT = "Tab takes it · Esc closes"
_GAP = 2


class SuggestionList(Widget):
    """Gone while there is nothing to suggest."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {"suggestions--marked", "suggestions--note"}
    DEFAULT_CSS = """
    SuggestionList {
        height: auto; padding: 0 1; display: none; background: $surface;
        & > .suggestions--marked { color: $accent; text-style: bold; }
        & > .suggestions--note { color: $text-muted; }
    }
    """

    class Clicked(Message):
        """This one is wanted."""

        def __init__(self, suggestion: Suggestion) -> None:
            super().__init__()
            self.suggestion = suggestion

    def __init__(self) -> None:
        super().__init__()
        self._suggestions: tuple[Suggestion, ...] = ()
        self._at = 0
        self._waiting = ""

    @property
    def shown(self) -> tuple[str, ...]:
        """The lines as they stand there; none while it is gone."""
        return tuple(line.rstrip() for line in self.render().plain.splitlines()) if self.display else ()

    def show(self, suggestions: Sequence[Suggestion], at: int = 0, waiting: str = "") -> None:
        """`at` is the one that is marked; `waiting` stands there while nothing is known yet."""
        self._suggestions, self._at, self._waiting = tuple(suggestions), at, waiting
        self.display = bool(suggestions or waiting)
        self.refresh(layout=True)

    def render(self) -> Content:
        marked, note = map(self.get_visual_style, ("suggestions--marked", "suggestions--note"))
        if not self._suggestions:
            return Content.styled(self._waiting, note)
        top = self._top
        seen = self._suggestions[top : top + MOST]
        wide = max(cell_len(one.shown) for one in seen) + _GAP
        lines = []
        for at, one in enumerate(seen, top):
            here = at == self._at
            head = f"{'›' if here else ' '} {one.shown}"
            line = Content.styled(head, marked) if here else Content(head)
            says = one.note or (_HINT if here and not any(each.note for each in seen) else "")
            if says:
                line += Content(" " * (wide + _GAP - cell_len(head))) + Content.styled(says, note)
            lines.append(line.truncate(max(1, self.content_size.width), ellipsis=True))
        return Content("\n").join(lines)

    def on_resize(self) -> None:
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        place = event.get_content_offset(self)
        if place is None or not self._suggestions:
            return
        event.stop()
        at = self._top + place.y
        if at < len(self._suggestions):
            self.post_message(self.Clicked(self._suggestions[at]))

    @property
    def _top(self) -> int:
        """The first of those that show: the marked one always does."""
        return max(0, self._at - MOST + 1)
