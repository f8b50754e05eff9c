"""A few things to choose one of, all in view, each with a line that says what it means."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct
from rich.cells import cell_len
from textual.binding import Binding
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from roundtable_tui.ui.widgets.row_list import fitted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual import events
    from textual.binding import BindingType

_GROUP = Binding.Group("Choice", compact=True)


class Choice(Struct, frozen=True):
    value: str
    label: str
    says: str


class Choices(Widget, can_focus=True):
    """The mark goes with the arrows: what is marked is chosen."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {"choices--chosen", "choices--says"}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "move(1)", "Next", tooltip="The next choice", show=False, id="choices.down", group=_GROUP),
        Binding("up,k", "move(-1)", "Before", tooltip="The choice before", show=False, id="choices.up", group=_GROUP),
    ]
    DEFAULT_CSS = """
    Choices {
        width: 1fr;
        height: auto;
        border-left: outer $background;
        &:focus { border-left: outer $accent; }
        & > .choices--chosen { text-style: bold; }
        & > .choices--says { color: $muted; }
        &:focus > .choices--chosen { color: $accent; text-style: bold; }
    }
    """

    @dataclass
    class Changed(Message):
        """Another one is chosen."""

        choices: Choices

        @property
        def control(self) -> Choices:
            return self.choices

    def __init__(self, choices: Sequence[Choice], value: str, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.choices = tuple(choices)
        self._at = next((at for at, choice in enumerate(choices) if choice.value == value), 0)

    @property
    def value(self) -> str:
        return self.choices[self._at].value

    @value.setter
    def value(self, value: str) -> None:
        self._choose(next((at for at, choice in enumerate(self.choices) if choice.value == value), self._at))

    def get_content_height(self, *_: object) -> int:
        return len(self.choices)

    def render(self) -> Content:
        chosen, says = map(self.get_visual_style, ("choices--chosen", "choices--says"))
        labels = max(cell_len(choice.label) for choice in self.choices)
        lines = []
        for at, choice in enumerate(self.choices):
            here = at == self._at
            head = f" {'(•)' if here else '( )'} {fitted(choice.label, labels)}  "
            room = self.content_size.width - cell_len(head)
            says_it = Content.styled(fitted(choice.says, room), says) if room > 0 else Content("")
            lines.append((Content.styled(head, chosen) if here else Content(head)) + says_it)
        return Content("\n").join(lines)

    def on_click(self, event: events.Click) -> None:
        if (place := event.get_content_offset(self)) and place.y < len(self.choices):
            self._choose(place.y)

    def action_move(self, by: int) -> None:
        self._choose(min(max(self._at + by, 0), len(self.choices) - 1))

    def _choose(self, at: int) -> None:
        if at != self._at:
            self._at = at
            self.refresh()
            self.post_message(self.Changed(self))
