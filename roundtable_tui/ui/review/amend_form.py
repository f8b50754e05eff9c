"""Where an entry is written anew, a field at a time, or commented on: what is typed here is never lost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from roundtable_tui.ui.composer.composer import Composer
from roundtable_tui.ui.keys.composer_keys import WRITING_KEYS
from roundtable_tui.ui.keys.key import bindings, character_of
from roundtable_tui.ui.widgets.ordered_keys import OwnKeys, typed_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType

Texts = Mapping[str, str]
_GROUP = Binding.Group("Amend form")


def _bound(name: str, keys: str, action: str, tooltip: str) -> Binding:
    return Binding(keys, action, tooltip, show=False, tooltip=tooltip, id=f"amend.{name}", group=_GROUP)


class FormField(Struct, frozen=True):
    """One thing to be written; with choices it is chosen instead."""

    name: str
    text: str = ""
    choices: tuple[str, ...] = ()


class TextPart(Composer, inherit_bindings=False):
    """A composer that holds one field: its keys act in the order typed, Enter saves, Tab goes on."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(key for key in WRITING_KEYS if key.id not in ("writing.send", "writing.leave")),
        _bound("save_text", "enter", "send", "Save what you wrote"),
        _bound("leave_text", "escape", "leave", "Leave without saving"),
        _bound("next", "tab", "step(1)", "Next field"),
        _bound("previous", "shift+tab", "step(-1)", "Field before"),
    ]
    DEFAULT_CSS = """
    TextPart { border: none; max-height: 8; padding: 0; background: $surface; }
    TextPart:focus { border: none; }
    """

    def __init__(self, form: AmendForm) -> None:
        super().__init__()
        self._form = form
        self.placeholder = Content("nothing written yet")

    def fill(self, text: str) -> None:
        self._fill(text)

    def action_send(self) -> None:
        self._form.save()

    def action_leave(self) -> None:
        self._form.close(keep=True)

    def action_step(self, by: int) -> None:
        self._form.step(by)

    def action_earlier(self) -> None:
        self.action_cursor_up()

    def action_later(self) -> None:
        self.action_cursor_down()


class ChoicePart(Widget, can_focus=True):
    """One of several: arrows or Space go from one to the next, a letter to the one that begins with it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        _bound("choose_next", "right,space,down", "turn(1)", "Next choice"),
        _bound("choose_previous", "left,up", "turn(-1)", "Choice before"),
        _bound("save", "enter", "save", "Save what you wrote"),
        _bound("leave", "escape", "leave", "Leave without saving"),
        _bound("on", "tab", "step(1)", "Next field"),
        _bound("back", "shift+tab", "step(-1)", "Field before"),
    ]
    COMPONENT_CLASSES: ClassVar[set[str]] = {"choice--chosen", "choice--other"}
    DEFAULT_CSS = """
    ChoicePart {
        height: auto;
        & > .choice--chosen { color: $accent; text-style: bold; }
        & > .choice--other { color: $foreground; }
    }
    """

    def __init__(self, form: AmendForm) -> None:
        super().__init__()
        self._form = form
        self._own_keys = OwnKeys(self)
        self._choices: tuple[str, ...] = ()
        self.chosen = ""

    def on_mount(self) -> None:
        self._own_keys.watch()

    def fill(self, choices: tuple[str, ...], chosen: str) -> None:
        self._choices, self.chosen = choices, chosen
        self.refresh(layout=True)

    def render(self) -> Content:
        chosen, other = map(self.get_visual_style, ("choice--chosen", "choice--other"))
        drawn = [
            Content.styled(f"[{name}]", chosen) if name == self.chosen else Content.styled(f" {name} ", other)
            for name in self._choices
        ]
        return Content(" ").join(drawn)

    async def on_key(self, event: events.Key) -> None:
        letter = typed_text(event).strip().casefold()
        if letter:
            event.stop()
            found = (name for name in self._choices if name.casefold().startswith(letter))
            self.chosen = next(found, self.chosen)
            self.refresh()
        elif await self._own_keys.act(event):
            event.stop()

    def check_consume_key(self, key: str, character: str | None = None) -> bool:
        """Letters choose here, so that none of them is a command of the screen."""
        typed = character or character_of(key) or ""
        return typed.isprintable() and bool(typed.strip())

    def action_turn(self, by: int) -> None:
        known = self._choices
        place = known.index(self.chosen) + by if self.chosen in known else 0
        self.chosen = known[place % len(known)]
        self.refresh()

    def action_save(self) -> None:
        self._form.save()

    def action_leave(self) -> None:
        self._form.close(keep=True)

    def action_step(self, by: int) -> None:
        self._form.step(by)


class AmendForm(Vertical):
    """Hidden until opened. What is left without saving is kept and stands there when the same is opened again."""

    DEFAULT_CSS = """
    AmendForm {
        height: auto;
        max-height: 60%;
        display: none;
        background: $surface;
        border-top: heavy $accent;
        border-title-color: $accent;
        padding: 0 1;
        & > #amend-hint { color: $muted; height: auto; }
        & > #amend-hint.problem { color: $error; text-style: bold; }
    }
    """

    class Closed(Message):
        """The form is gone again."""

    @dataclass
    class Moved(Message):
        """Another field is being written."""

        field: str

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 (Textual's own name)
        super().__init__(id=id)
        self.drafts: dict[tuple[str, str], Texts] = {}
        """What was left without saving, by purpose and subject."""
        self._purpose = self._subject = ""
        self._fields: tuple[FormField, ...] = ()
        self._save: Callable[[Texts], str] = lambda _: ""
        self._texts: dict[str, str] = {}
        self._at = 0
        self._return_to: Widget | None = None

    def compose(self) -> ComposeResult:
        yield TextPart(self)
        yield ChoicePart(self)
        yield Static(id="amend-hint")

    @property
    def is_open(self) -> bool:
        return bool(self.display)

    @property
    def field(self) -> str:
        """The field that is being written; empty while none is."""
        return self._fields[self._at].name if self.is_open else ""

    def open(
        self, purpose: str, subject: str, fields: Sequence[FormField], save: Callable[[Texts], str], problem: str = ""
    ) -> None:
        """`save` is given what was written, and says why it cannot be kept, or nothing."""
        self._purpose, self._subject, self._fields, self._save = purpose, subject, tuple(fields), save
        kept = self.drafts.get((purpose, subject), {})
        self._texts = {one.name: kept.get(one.name, one.text) for one in fields}
        self._at = next((at for at, one in enumerate(fields) if self._texts[one.name] != one.text), 0)
        if not self.is_open:
            self._return_to = self.screen.focused
        self.display = True
        self._show_field()
        self._say(problem)

    def save(self) -> None:
        """At once, so that the next key finds the form gone."""
        self._take()
        problem = self._save(dict(self._texts))
        if problem:
            self._say(problem)
        else:
            self.close(keep=False)

    def step(self, by: int) -> None:
        self._take()
        self._at = (self._at + by) % len(self._fields)
        self._show_field()
        self._say("")

    @property
    def unsaved(self) -> dict[tuple[str, str], Texts]:
        """All that was written and not saved, also what is being written now."""
        if not self.is_open:
            return dict(self.drafts)
        self._take()
        now = {one.name: self._texts[one.name] for one in self._fields if self._texts[one.name] != one.text}
        others = {written: texts for written, texts in self.drafts.items() if written != (self._purpose, self._subject)}
        return {**others, (self._purpose, self._subject): now} if now else others

    def close(self, *, keep: bool) -> None:
        """`keep` what was written for the next time."""
        if not self.is_open:
            return
        left = self.unsaved
        if not keep:
            left.pop((self._purpose, self._subject), None)
        self.drafts.clear()
        self.drafts.update(left)
        self.display = False
        self.screen.set_focus(self._return_to)
        self.post_message(self.Closed())

    def _say(self, problem: str) -> None:
        """Why it cannot be saved; where there is nothing to say, the keys."""
        more = " · Tab next" if len(self._fields) > 1 else ""
        new_line = "" if self._fields[self._at].choices else " · ctrl+j new line"
        hint = self.query_one("#amend-hint", Static)
        hint.set_class(bool(problem), "problem")
        hint.update(Content(f"! {problem}" if problem else f"Enter saves{more}{new_line} · Esc leaves"))

    def _show_field(self) -> None:
        field = self._fields[self._at]
        place = f" ({self._at + 1} of {len(self._fields)})" if len(self._fields) > 1 else ""
        called = f" · {field.name.replace('_', ' ')}{place}" if len(self._fields) > 1 else ""
        self.border_title = Content(f"{self._purpose} {self._subject}{called}")
        text, choice = self.query_one(TextPart), self.query_one(ChoicePart)
        text.display, choice.display = not field.choices, bool(field.choices)
        if field.choices:
            choice.fill(field.choices, self._texts[field.name])
        else:
            text.fill(self._texts[field.name])
        self.screen.set_focus(choice if field.choices else text)
        self.post_message(self.Moved(field.name))

    def _take(self) -> None:
        """What the widget has, into the texts."""
        field = self._fields[self._at]
        written = self.query_one(ChoicePart).chosen if field.choices else self.query_one(TextPart).words
        self._texts[field.name] = written
