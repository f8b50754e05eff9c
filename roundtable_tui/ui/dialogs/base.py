"""A question in a box over the screen: what it is about, and the answers to choose from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen, ScreenResultType
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from roundtable_tui.ui.composer.stray_keys import Writes
from roundtable_tui.ui.composer.typing_pace import TypingPace
from roundtable_tui.ui.widgets.ordered_keys import typed_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from textual import events
    from textual.app import ComposeResult
    from textual.widget import Widget

WALKING = (
    Binding("j", "walk(1)", "Down", tooltip="The next answer", show=False, id="asking.down"),
    Binding("k", "walk(-1)", "Up", tooltip="The answer before", show=False, id="asking.up"),
)
"""For questions that come up only when they were asked for: nobody is writing then."""


class AskingScreen(ModalScreen[ScreenResultType]):
    DEFAULT_CSS = """
    AskingScreen {
        align: center middle;
        & > #asking { width: 92%; max-width: 84; height: auto; max-height: 92%; }
        & > #asking { background: $surface; border: round $accent; padding: 0 1; }
        & #asking-about { height: auto; max-height: 50vh; margin: 0 0 1 0; scrollbar-size-vertical: 1; }
        & #asking-answers { height: auto; border: none; background: $surface; padding: 0; }
        & #asking-answers:focus { border: none; background-tint: $surface 0%; }
        & #asking-answers > .option-list--option { padding: 0 1; }
        & #asking-answers > .option-list--option-highlighted {
            background: $accent;
            color: $background;
            text-style: bold;
        }
    }
    """

    def __init__(self, question: str, hint: str, answers: Mapping[str, str], told: Iterable[str] = ()) -> None:
        """`hint` says what the keys do; `answers` are the words of each, by a key for it; `told` are sentences."""
        super().__init__()
        self.question = question
        self.sentences = tuple(told)
        self.answers = dict(answers)
        self._hint = hint

    def about(self) -> Iterable[Widget]:
        """What the user should know before answering."""
        return (Static(Content(sentence)) for sentence in self.sentences)

    def result_of(self, answer: str) -> ScreenResultType:
        """What choosing this answer amounts to."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        with Vertical(id="asking") as box:
            box.border_title = Content(self.question)
            box.border_subtitle = self._hint
            if about := tuple(self.about()):
                with VerticalScroll(id="asking-about", can_focus=False):
                    yield from about
            options = (Option(Content(words), id=key) for key, words in self.answers.items())
            yield OptionList(*options, id="asking-answers")

    def on_mount(self) -> None:
        answers = self.query_one(OptionList)
        answers.highlighted = 0
        answers.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.dismiss(self.result_of(event.option_id or ""))

    def on_key(self, event: events.Key) -> None:
        """Whoever was writing when this came up, or begins to write here, answers nothing with it and loses nothing."""
        text = typed_text(event)
        writes = self._typed_before and (bool(text) or event.key == "enter")
        if not writes and (not text or event.key in self.active_bindings):
            return
        if writes or text:
            event.stop()
            event.prevent_default()
        below = next((one for one in reversed(self.app.screen_stack) if isinstance(one, Writes)), None)
        if text and below:
            below.take_typed(text)

    @property
    def _typed_before(self) -> bool:
        """Whether letters came right before this key; one alone may be what asked for this, j and k walk here."""
        pace = getattr(self.app, "pace", None)
        return isinstance(pace, TypingPace) and len(pace.before.strip("jk")) > 1

    def action_walk(self, by: int) -> None:
        answers = self.query_one(OptionList)
        if by > 0:
            answers.action_cursor_down()
        else:
            answers.action_cursor_up()
