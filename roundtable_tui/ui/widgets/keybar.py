"""The footer, made from the keys that really work at this moment, and the menu after a step; both clickable."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct
from rich.cells import cell_len
from textual.binding import ActiveBinding
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from roundtable_tui.ui.keys.all import ALL_KEYS
from roundtable_tui.ui.keys.jump_targets import Place
from roundtable_tui.ui.keys.key import display, easiest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from textual import events
    from textual.screen import Screen

    from roundtable_tui.domain.talk.menu import MenuCommand, MenuOption

GAP = 2
_RANKS = {key.id: key.rank for key in ALL_KEYS if key.rank}


class Shown(Struct, frozen=True):
    """One command in the footer."""

    key: str
    label: str
    bound: ActiveBinding

    @property
    def width(self) -> int:
        return cell_len(self.key) + 1 + cell_len(self.label)


class KeyBar(Widget):
    """One line of what can be done now: the most important that fit, greyed where it would do nothing."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {"keybar--key", "keybar--label", "keybar--off"}
    DEFAULT_CSS = """
    KeyBar {
        height: 1;
        padding: 0 1;
        background: $panel;
        & > .keybar--key { color: $accent; text-style: bold; }
        & > .keybar--label { color: $foreground; }
        & > .keybar--off { color: $text-disabled; text-style: dim; }
    }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._items: tuple[Shown, ...] = ()
        self._labels: Mapping[str, str] = {}

    def call(self, labels: Mapping[str, str]) -> None:
        """By the ids of commands, what these do at this moment where that is more than their names say."""
        if labels != self._labels:
            self._labels = labels
            self.refresh()

    @property
    def items(self) -> tuple[tuple[str, str, bool], ...]:
        """What is shown: key, label, and whether it can be done."""
        return tuple((item.key, item.label, item.bound.enabled) for item in self._items)

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._changed)

    def on_resize(self) -> None:
        self.refresh()

    def _changed(self, _: Screen[object]) -> None:
        self.refresh()

    def render(self) -> Content:
        self._items = _fitting(self.ranked(), self.content_size.width)
        key, label, off = map(self.get_visual_style, ("keybar--key", "keybar--label", "keybar--off"))
        parts: list[Content] = []
        for item in self._items:
            on = item.bound.enabled
            parts.append(
                Content.styled(item.key, key if on else off)
                + Content.styled(f" {item.label}{' ' * GAP}", label if on else off)
            )
        return Content("").join(parts)

    def ranked(self) -> list[Shown]:
        """What there is to show, the most important first."""
        return _ranked(self.screen.active_bindings, self.screen.focused, self._labels)

    async def on_click(self, event: events.Click) -> None:
        place, at = event.get_content_offset(self), 0
        if place is None:
            return
        for item in self._items:
            if at <= place.x < at + item.width and item.bound.enabled:
                event.stop()
                await self.app.run_action(item.bound.binding.action, item.bound.node)
                return
            at += item.width + GAP


def _ranked(active: dict[str, ActiveBinding], focused: Widget | None, labels: Mapping[str, str]) -> list[Shown]:
    """One item for each command with a place in the footer that has a key now."""
    best = ((known, key, bound) for known, (key, bound) in easiest(active, focused).items())
    found = (one for one in best if one[0] in _RANKS and one[2].binding.show)
    return [
        Shown(display(key), labels.get(known, bound.binding.description), bound)
        for known, key, bound in sorted(found, key=lambda item: _RANKS[item[0]])
    ]


def _fitting(items: Sequence[Shown], width: int) -> tuple[Shown, ...]:
    """The most important that fit beside each other; what would do nothing takes no room from what works."""
    kept, used = [], 0
    for item in sorted(items, key=lambda item: not item.bound.enabled):
        if used + item.width <= width:
            kept.append(item)
            used += item.width + GAP
    return tuple(item for item in items if item in kept)


class MenuLine(Widget):
    """The options after a step, each a button; nothing while there are none."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {"menuline--letter", "menuline--label"}
    DEFAULT_CSS = """
    MenuLine {
        height: 1;
        padding: 0 1;
        display: none;
        & > .menuline--letter { color: $accent; text-style: bold; }
        & > .menuline--label { color: $foreground; }
    }
    """

    class Chosen(Message):
        """An option was clicked."""

        def __init__(self, command: MenuCommand) -> None:
            super().__init__()
            self.command = command

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._options: tuple[MenuOption, ...] = ()

    @property
    def options(self) -> tuple[MenuOption, ...]:
        return self._options

    def show(self, options: Sequence[MenuOption]) -> None:
        self._options = tuple(options)
        self.display = bool(options)
        self.tooltip = Content("\n".join(option.line for option in options)) if options else None
        self.refresh()

    def on_resize(self) -> None:
        self.refresh()

    def render(self) -> Content:
        letter, label = map(self.get_visual_style, ("menuline--letter", "menuline--label"))
        parts = [
            Content.styled(f"[{option.letter}]", letter) + Content.styled(f" {words}", label)
            for option, words in zip(self._options, self._labels(), strict=True)
        ]
        return Content(" " * self._gap).join(parts)

    def on_click(self, event: events.Click) -> None:
        place, at = event.get_content_offset(self), 0
        if place is None:
            return
        for option, words in zip(self._options, self._labels(), strict=True):
            width = _width(words)
            if at <= place.x < at + width:
                event.stop()
                self.post_message(self.Chosen(option.command))
                return
            at += width + self._gap

    def places(self) -> Iterator[Place]:
        """Where jump mode puts a letter: the option's own."""
        at = 0
        for option, words in zip(self._options, self._labels(), strict=True):
            yield Place(at, 0, option.letter.lower())
            at += _width(words) + self._gap

    @property
    def _gap(self) -> int:
        """Where it is too narrow even for first words, they stand closer."""
        width = sum(map(_width, self._labels())) + GAP * (len(self._options) - 1)
        return GAP if width <= self.content_size.width else 1

    def _labels(self) -> list[str]:
        """As many words as fit: the whole label, its head, or its first word."""
        labels = [option.label for option in self._options]
        heads = [label.partition(" -- ")[0] for label in labels]
        for words in (labels, heads):
            if sum(map(_width, words)) + GAP * (len(words) - 1) <= self.content_size.width:
                return words
        return [head.partition(" ")[0] for head in heads]


def _width(words: str) -> int:
    return len("[E] ") + cell_len(words)
