"""Several questions one below another, each with room for its answer; what is left empty is not answered."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from roundtable_tui.ui.widgets.text_field import TextField

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from roundtable_tui.domain.journal.values import PointName

MOST_TOGETHER = 6
_HINT = "F6 sends · Tab next · Enter new line · Esc leaves, keeping the words"


class AnswerSheet(ModalScreen["dict[PointName, str] | None"]):
    """The answers that were written, by point; None if nothing is to be sent. `drafts` keeps what was written."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f6,ctrl+s", "send", "Send", tooltip="Send what you wrote", id="sheet.send"),
        Binding("escape", "leave", "Back", tooltip="Back; what you wrote stays here", id="sheet.leave"),
        Binding("tab", "app.focus_next", "Next", tooltip="The next answer", id="sheet.next"),
        Binding("shift+tab", "app.focus_previous", "Before", tooltip="The answer before", id="sheet.previous"),
    ]
    DEFAULT_CSS = """
    AnswerSheet {
        align: center middle;
        & > #sheet { width: 96%; max-width: 100; height: auto; max-height: 96%; background: $surface; }
        & > #sheet { border: round $accent; padding: 0 1; }
        & #sheet-questions { height: auto; max-height: 84vh; scrollbar-size-vertical: 1; }
        & .sheet-question { height: auto; }
        & TextField { height: auto; min-height: 1; max-height: 5; border: none; padding: 0 1; margin: 0 0 1 0; }
        & TextField { background: $panel; border-left: outer $border; }
        & TextField:focus { border: none; border-left: outer $accent; }
    }
    """

    def __init__(self, questions: Mapping[PointName, str], drafts: dict[PointName, str]) -> None:
        super().__init__()
        self._questions = dict(questions)
        self._drafts = drafts
        self._fields: dict[PointName, TextField] = {}

    def compose(self) -> ComposeResult:
        with Vertical(id="sheet") as box:
            box.border_title = f"{len(self._questions)} questions in one go"
            box.border_subtitle = _HINT
            with VerticalScroll(id="sheet-questions", can_focus=False):
                for number, (name, question) in enumerate(self._questions.items(), 1):
                    yield Static(Content(f"{number}. {question}"), classes="sheet-question")
                    field = TextField("Left empty, it is not answered")
                    field.text = self._drafts.get(name, "")
                    self._fields[name] = field
                    yield field

    def on_mount(self) -> None:
        for field in self._fields.values():
            field.move_cursor(field.document.end)
        next(iter(self._fields.values())).focus()

    def _take(self) -> dict[PointName, str]:
        written = {name: field.text for name, field in self._fields.items()}
        self._drafts.update(written)
        return {name: text.strip() for name, text in written.items() if text.strip()}

    def action_send(self) -> None:
        answers = self._take()
        if not answers:
            self.notify("Nothing is written yet.", markup=False)
            return
        for name in answers:
            del self._drafts[name]
        self.dismiss(answers)

    def action_leave(self) -> None:
        self._take()
        self.dismiss(None)
