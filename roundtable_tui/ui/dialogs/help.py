"""Every key and what it does, made from the bindings themselves so that it cannot be wrong."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct
from textual import on
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from roundtable_tui.ui.keys.key import NOTHING, Group, display, key_name
from roundtable_tui.ui.textual_internals import inherits_bindings
from roundtable_tui.ui.widgets.line_field import LineField

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.dom import DOMNode

    from roundtable_tui.ui.keys.key import Key

ALT_NOTE = "A key in the first column works while you are not writing, and with alt always; the second works always."

CHORD_WIDTH = 17
_TOLD = "$foreground 70%"
_ROOMY = 90
"""In fewer cells than this one chord a command is shown."""
_LEAST_WORDS = 20
"""In fewer cells than this the words stand under the keys, not beside them."""
_LEAST_TOLD = 40
"""With fewer cells for what a command does, its name stands before that, not in a column of its own."""


class HelpRow(Struct, frozen=True):
    group: str
    key: str
    chord: str
    label: str
    tooltip: str
    id: str

    def has(self, words: str) -> bool:
        text = f"{self.group} {self.key} {self.chord} {self.label} {self.tooltip} {self.id}".lower()
        return all(word in text for word in words.lower().split())


def help_rows(keys: Iterable[Key], nodes: Iterable[DOMNode] = ()) -> list[HelpRow]:
    """The commands, then what the widgets on the screen bind for themselves."""
    order = list(Group)
    rows = [
        HelpRow(
            key.group.value,
            " ".join(map(display, key.keys[:1])),
            " ".join(map(display, key.chords)),
            key.label,
            key.tooltip,
            key.id,
        )
        for key in sorted(keys, key=lambda key: order.index(key.group))
    ]
    known = {row.id for row in rows}
    for node_type in dict.fromkeys(type(node) for node in nodes):
        rows.extend(_rows_of(node_type, known))
    return rows


def _rows_of(node_type: type[DOMNode], known: set[str]) -> list[HelpRow]:
    """Only what carries an id: those are ours."""
    rows = []
    for bound in _bindings_of(node_type):
        if not isinstance(bound, Binding) or not bound.id or bound.id in known or bound.key == NOTHING:
            continue
        known.add(bound.id)
        parts = [part.strip() for part in bound.key.split(",")]
        keys = [part for part in parts if len(key_name(part)) == 1 or len(part) == 1]
        chords = [part for part in parts if part not in keys]
        rows.append(
            HelpRow(
                bound.group.description if bound.group else node_type.__name__,
                " ".join(map(display, keys)),
                " ".join(map(display, chords)),
                bound.description,
                bound.tooltip or bound.description,
                bound.id,
            )
        )
    return rows


def _bindings_of(node_type: type[DOMNode]) -> Iterator[BindingType]:
    """Those of its own, and those it takes over from the widgets it is one of."""
    for base in node_type.__mro__:
        yield from vars(base).get("BINDINGS", ())
        if not inherits_bindings(base):
            return


class HelpScreen(ModalScreen[None]):
    """A list to scroll and to filter; Esc closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f1", "dismiss", "Close", tooltip="Close the help", id="help.close"),
        Binding("down", "scroll(1)", "Down", tooltip="Scroll down", show=False, id="help.down"),
        Binding("up", "scroll(-1)", "Up", tooltip="Scroll up", show=False, id="help.up"),
        Binding("pagedown", "page(1)", "Page down", tooltip="Scroll down a page", show=False, id="help.page_down"),
        Binding("pageup", "page(-1)", "Page up", tooltip="Scroll up a page", show=False, id="help.page_up"),
    ]
    DEFAULT_CSS = """
    HelpScreen {
        align: center middle;
        & > #help-box { width: 92%; max-width: 110; height: 92%; background: $surface; padding: 0 1; }
        & > #help-box { border: round $accent; }
        & #help-filter { margin: 0 0 1 0; }
        & #help-list { height: 1fr; scrollbar-size-vertical: 1; scrollbar-gutter: stable; }
        & #help-rows { width: 1fr; height: auto; }
    }
    """

    def __init__(self, keys: Iterable[Key] = (), nodes: Iterable[DOMNode] = ()) -> None:
        """`keys` are those of the screen it was asked on, as they are now."""
        super().__init__()
        self._rows = help_rows(keys, nodes)
        self._shown = self._rows

    @property
    def rows(self) -> tuple[HelpRow, ...]:
        """What is shown now."""
        return tuple(self._shown)

    def compose(self) -> ComposeResult:
        with Vertical(id="help-box") as box:
            box.border_title = "Keys"
            box.border_subtitle = "Esc closes"
            yield LineField("Type to filter: a word, a key, a group", id="help-filter")
            with VerticalScroll(id="help-list", can_focus=False):
                yield Static(id="help-rows")

    def on_mount(self) -> None:
        self.query_one("#help-filter").focus()

    @on(Input.Changed, "#help-filter")
    def _filter(self, event: Input.Changed) -> None:
        event.stop()
        self._shown = [row for row in self._rows if row.has(event.value)]
        self._draw()
        self._list.scroll_home(animate=False)

    @property
    def _list(self) -> VerticalScroll:
        return self.query_one("#help-list", VerticalScroll)

    def action_scroll(self, lines: int) -> None:
        self._list.scroll_relative(y=lines, animate=False)

    def action_page(self, pages: int) -> None:
        self._list.scroll_relative(y=pages * max(1, self._list.size.height - 1), animate=False)

    def on_resize(self) -> None:
        self.call_after_refresh(self._draw)

    def _draw(self) -> None:
        self.query_one("#help-rows", Static).update(drawn(self._shown, self._list.scrollable_content_region.width))


def drawn(rows: Sequence[HelpRow], width: int) -> Content:
    """The rows under their groups, with the words wrapped beside the keys."""
    if not rows:
        return Content("Nothing matches.")
    keys = max(len(row.key) for row in rows)
    most = CHORD_WIDTH if width >= _ROOMY else 0
    chords = {row.chord: _fitting(row.chord, most) for row in rows}
    chord_width = max(map(len, chords.values()))
    names = max(len(row.label) for row in rows) + 2
    lines = [Content.styled(line, _TOLD) for line in textwrap.wrap(ALT_NOTE, max(20, width))]
    group = ""
    for row in rows:
        if row.group != group:
            group = row.group
            lines += [Content(""), Content.styled(group, "bold $accent")]
        pressed = f"{row.key:>{keys}}  {chords[row.chord]:<{chord_width}}  "
        told_at = len(pressed) + names
        if width - told_at >= _LEAST_TOLD:
            first, *rest = textwrap.wrap(row.tooltip, width - told_at)
            name = Content.styled(pressed, "bold") + Content(f"{row.label:<{names}}")
            lines.append(name + Content.styled(first, _TOLD))
            lines += [Content.styled(" " * told_at + line, _TOLD) for line in rest]
            continue
        said = row.tooltip if row.tooltip == row.label else f"{row.label}: {row.tooltip}"
        if width - len(pressed) < _LEAST_WORDS:
            lines.append(Content.styled(pressed.rstrip(), "bold"))
            lines += [Content(f"  {line}") for line in textwrap.wrap(said, max(10, width - 2))]
            continue
        first, *rest = textwrap.wrap(said, width - len(pressed))
        lines.append(Content.styled(pressed, "bold") + Content(first))
        lines += [Content(" " * len(pressed) + line) for line in rest]
    return Content("\n").join(lines)


def _fitting(chords: str, room: int) -> str:
    """As many of the chords as there is room for; the first always."""
    first, *others = chords.split(" ")
    for other in others:
        if len(first) + 1 + len(other) > room:
            break
        first = f"{first} {other}"
    return first
