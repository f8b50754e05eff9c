"""What a project without items shows: what this is, what one does, what one gets, and the field to begin with."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from roundtable_tui.ui.widgets.line_field import LineField

if TYPE_CHECKING:
    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType

QUESTION = "What would you like to change?"
_TAUGHT = (
    ("What it is", ("Maya", "bold $maya"), ", ", ("Alex", "bold $alex"), " and ", ("Jordan", "bold $jordan"),
     " think a change through with you."),
    ("What you do", "Say in a sentence what you want; answer their questions."),
    ("What you get", "Requirements, impact and design, written while you talk."),
)  # fmt: skip
_LABEL = 14


class BeginField(LineField):
    """Enter begins, in the order typed; a whole ticket needs more room than a line."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "begin", "Begin", tooltip="Begin with these words", id="lobby.open"),
    ]

    class Begun(Message):
        def __init__(self, words: str) -> None:
            super().__init__()
            self.words = words

    class PastedLines(Message):
        """More than one line; `text` is the whole of what is to be said."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    async def on_key(self, event: events.Key) -> None:
        """No change begins with a question mark: whoever presses it first wants to know what there is to press."""
        if event.key == "question_mark" and not self.value:
            event.stop()
            event.prevent_default()
            await self.run_action("screen.help")

    def action_begin(self) -> None:
        if words := self.value.strip():
            self.value = ""
            self.post_message(self.Begun(words))

    def put(self, words: str) -> None:
        """Words that could not be used come back in front of what was typed since."""
        self.value = f"{words} {self.value}".strip()
        self.cursor_position = len(self.value)

    def on_paste(self, event: events.Paste) -> None:
        from roundtable_tui.domain.talk.sanitize import neutral

        event.stop()
        event.prevent_default()
        text = neutral(event.text)
        if "\n" in text.strip():
            whole, self.value = self.value + text, ""
            self.post_message(self.PastedLines(whole))
        else:
            self.replace(text.strip("\n"), *self.selection)


class FirstRun(VerticalScroll, can_focus=False):
    """One page, short enough to be read; it stands in the middle where there is room."""

    def compose(self) -> ComposeResult:
        with Vertical(id="first-page"):
            for label, *words in _TAUGHT:
                yield Static(Content.assemble((label.ljust(_LABEL), "$muted"), *words), classes="first-line")
            yield Static(QUESTION, id="first-question")
            yield BeginField("Let customers pay by invoice", id="first-field")
            yield Static(id="first-ways")

    @property
    def field(self) -> BeginField:
        return self.query_one(BeginField)

    def show_ways(self, new: str, help_: str) -> None:
        """The other ways to begin, with the keys they have."""
        ways = (
            ("Enter", "begins"),
            (new, "from a ticket or a draft, with size, depth and mode"),
            (help_, "every key and what it does"),
            ("In the shell", "roundtable-tui demo plays a sample analysis"),
        )
        lines = [Content.assemble((key.ljust(_LABEL), "$accent"), (said, "$muted")) for key, said in ways]
        self.query_one("#first-ways", Static).update(Content("\n").join(lines))
