"""What has to be decided by the user: why, what was said about it without names, and what the panel would do."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from roundtable_tui.panel.record.session import Choice
from roundtable_tui.panel.rules.escalation import Decision
from roundtable_tui.ui.widgets.line_field import SubmitField

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from roundtable_tui.panel.rules.escalation import Issue

_TITLE = "Your decision is needed"
_HINT = "Enter chooses · PgUp, PgDn scroll · Esc pauses the panel"
_WORDS = "Your decision, in your own words"
_ROUNDS = "How many more rounds? 1"
_PAUSE = "pause"
_MOST = 20


class EscalationScreen(ModalScreen["Decision | None"]):
    """The user's decision; None pauses the panel until there is one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Pause", tooltip="Out of the field, else pause the panel", id="escalation.back"),
        Binding("a", "choose('accept')", "Accept", tooltip="Do what is recommended", id="escalation.accept"),
        Binding("d", "choose('decide')", "Decide", tooltip="Decide yourself, in words", id="escalation.decide"),
        Binding("c", "choose('continue')", "Go on", tooltip="Let them go on for some rounds", id="escalation.continue"),
        Binding("pageup", "page(-1)", "Page up", tooltip="Scroll up a page", show=False, id="escalation.page_up"),
        Binding(
            "pagedown", "page(1)", "Page down", tooltip="Scroll down a page", show=False, id="escalation.page_down"
        ),
    ]
    DEFAULT_CSS = """
    EscalationScreen {
        align: center middle;
        & > #escalation { width: 94%; max-width: 100; height: auto; max-height: 94%; }
        & > #escalation { background: $surface; border: round $accent; padding: 0 1; }
        & #escalation-about { height: auto; max-height: 55vh; margin: 0 0 1 0; scrollbar-size-vertical: 1; }
        & #escalation-about > Static { margin: 0 0 1 0; }
        & #escalation-choices { height: auto; border: none; background: $surface; padding: 0; }
        & #escalation-choices:focus { border: none; background-tint: $surface 0%; }
        & #escalation-choices > .option-list--option { padding: 0 1; }
        & #escalation-choices:focus > .option-list--option-highlighted {
            background: $accent;
            color: $background;
            text-style: bold;
        }
        & SubmitField { display: none; margin: 1 0 0 0; }
        & SubmitField.-on { display: block; }
        & #escalation-wrong { display: none; height: auto; color: $error; }
        & #escalation-wrong.-on { display: block; }
    }
    """

    def __init__(self, issue: Issue) -> None:
        super().__init__()
        self.issue = issue
        self._asking: Choice | None = None
        """What the field is for, while it shows."""

    def compose(self) -> ComposeResult:
        with Vertical(id="escalation") as box:
            box.border_title = _TITLE
            box.border_subtitle = _HINT
            with VerticalScroll(id="escalation-about", can_focus=False):
                for part in self._about():
                    yield Static(part)
            yield OptionList(*self._choices(), id="escalation-choices")
            yield SubmitField(_WORDS)
            yield Static(id="escalation-wrong")

    def _about(self) -> Iterator[Content]:
        issue = self.issue
        yield Content.styled(issue.reason, "bold")
        if issue.positions:
            said = [Content(f"{number}. {position}") for number, position in enumerate(issue.positions, 1)]
            names = Content.styled("What was said; the names come once you have decided.", "$muted")
            yield Content("\n").join([names, *said])
        else:
            yield Content.styled("Nobody has said anything yet.", "$muted")
        if issue.recommendation:
            yield Content.assemble(("Recommended: ", "bold $accent"), issue.recommendation)

    def _choices(self) -> Iterator[Option]:
        if self.issue.recommendation:
            yield Option(Content("a  Accept the recommendation"), id=Choice.ACCEPT.value)
        yield Option(Content("d  Decide yourself, in words"), id=Choice.DECIDE.value)
        yield Option(Content("c  Let them go on for some more rounds"), id=Choice.CONTINUE.value)
        yield Option(Content("   Pause the panel; you are asked again when it goes on"), id=_PAUSE)

    def on_mount(self) -> None:
        choices = self.query_one(OptionList)
        choices.highlighted = 0
        choices.focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "choose":
            return self._asking is None and (parameters != ("accept",) or bool(self.issue.recommendation))
        return True

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.action_choose(event.option_id or _PAUSE)

    def action_choose(self, choice: str) -> None:
        match choice:
            case Choice.ACCEPT.value:
                self.dismiss(Decision(Choice.ACCEPT))
            case Choice.DECIDE.value | Choice.CONTINUE.value:
                self._ask(Choice(choice))
            case _:
                self.dismiss(None)

    def _ask(self, choice: Choice) -> None:
        self._asking = choice
        field = self.query_one(SubmitField)
        field.placeholder = _WORDS if choice is Choice.DECIDE else _ROUNDS
        field.value = ""
        field.add_class("-on")
        self.set_focus(field)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        text = event.value.strip()
        if self._asking is Choice.DECIDE and text:
            self.dismiss(Decision(Choice.DECIDE, text))
        elif self._asking is Choice.DECIDE:
            self._wrong("Write what you decide, or press Esc for the other choices.")
        elif (text or "1").isdecimal() and 0 < int(text or "1") <= _MOST:
            self.dismiss(Decision(Choice.CONTINUE, rounds=int(text or "1")))
        else:
            self._wrong(f"Write a number of rounds from 1 to {_MOST}.")

    def _wrong(self, sentence: str) -> None:
        told = self.query_one("#escalation-wrong", Static)
        told.update(Content(sentence))
        told.set_class(bool(sentence), "-on")

    def action_back(self) -> None:
        if self._asking is None:
            self.dismiss(None)
            return
        self._asking = None
        self._wrong("")
        self.query_one(SubmitField).remove_class("-on")
        self.set_focus(self.query_one(OptionList))

    def action_page(self, pages: int) -> None:
        about = self.query_one("#escalation-about", VerticalScroll)
        about.scroll_page_down(animate=False) if pages > 0 else about.scroll_page_up(animate=False)
