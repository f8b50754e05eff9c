"""The forms people fill in at a panel: a sealed ballot, and the synthesis where a person facilitates."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct
from msgspec.structs import replace
from textual import on
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Button, Static

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.panel.record.ballots import Stance, texts_in
from roundtable_tui.panel.rules.consensus import checked_groups, share_of_largest
from roundtable_tui.panel.seats.files_facilitator import counted_synthesis
from roundtable_tui.panel.seats.human import Told, Tone, told_to_people
from roundtable_tui.panel.seats.likeness import EXAMPLE, numbered_groups, read_groups
from roundtable_tui.ui.keys.key import bindings
from roundtable_tui.ui.keys.screen_base import KeyedScreen
from roundtable_tui.ui.new_item.choice_field import Choice, Choices
from roundtable_tui.ui.panel.keys import BALLOT_KEYS
from roundtable_tui.ui.panel.round_blocks import ballot_facts, ballot_text
from roundtable_tui.ui.widgets.headline import Headline
from roundtable_tui.ui.widgets.keybar import KeyBar
from roundtable_tui.ui.widgets.text_field import TextField

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.dom import DOMNode

    from roundtable_tui.formats.yaml import Value
    from roundtable_tui.panel.seats.tasks import SeatTask, SynthesisTask

_NONE = ""
_GROUP = Binding.Group("Choice", compact=True)
_STANCES = (
    Choice(Stance.SUPPORT.value, "support", "I am for it."),
    Choice(Stance.CONCERN.value, "concern", "I would do it, and something worries me."),
    Choice(Stance.STAND_ASIDE.value, "stand aside", "I would not, and I stand in nobody's way."),
    Choice(Stance.BLOCK.value, "block", "It must not be done like this."),
)
_SURE = ("a guess", "unsure", "rather unsure", "fairly sure", "sure", "certain")


class Draft(Struct, frozen=True):
    """A ballot as it is being written; kept while its panel rests."""

    position: str = ""
    option: str = ""
    rationale: str = ""
    concerns: str = ""
    suggestions: str = ""
    confidence: int = 50
    stance: str = Stance.SUPPORT.value

    @property
    def fields(self) -> dict[str, Value]:
        """In the form of any answer."""
        return {
            "position": self.position.strip(),
            "option": self.option,
            "rationale": _lines(self.rationale),
            "concerns": _lines(self.concerns),
            "suggestions": _lines(self.suggestions),
            "confidence": f"{self.confidence / 100:.2f}",
            "stance": self.stance,
        }


def _lines(text: str) -> list[Value]:
    return [line.strip() for line in text.splitlines() if line.strip()]


class Written(Struct, frozen=True):
    """What came of a form: sealed, passed, or left with the panel to be paused."""

    draft: Draft
    sealed: bool = False
    passed: bool = False


class OptionChoices(Choices):
    """What the question offers, by its number too."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(str(number), f"pick({number})", f"Option {number}", show=False, id=f"option.{number}", group=_GROUP)
        for number in range(1, 10)
    ]

    def action_pick(self, number: int) -> None:
        if number < len(self.choices):
            self.value = self.choices[number].value


class Scale(Widget, can_focus=True):
    """How sure one is, from 0 to 100, by the arrows."""

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "right,l,plus", "step(10)", "Surer", tooltip="Ten per cent surer", show=False, id="scale.more", group=_GROUP
        ),
        Binding(
            "left,h,minus",
            "step(-10)",
            "Less sure",
            tooltip="Ten per cent less sure",
            show=False,
            id="scale.less",
            group=_GROUP,
        ),
    ]
    DEFAULT_CSS = """
    Scale {
        width: 1fr;
        height: 1;
        border-left: outer $background;
        &:focus { border-left: outer $accent; color: $accent; text-style: bold; }
    }
    """

    def __init__(self, value: int, *, id: str | None = None) -> None:  # noqa: A002 (Textual's own name)
        super().__init__(id=id)
        self.value = value

    def action_step(self, by: int) -> None:
        self.value = min(max(self.value + by, 0), 100)
        self.refresh()

    def render(self) -> Content:
        filled = round(self.value / 10)
        bar = "━" * filled + "╌" * (10 - filled)
        return Content(f" {bar} {self.value:>3} %  {_SURE[self.value // 20]}  (← → change it)")


class BallotScreen(KeyedScreen[Written]):
    """One person's form, made anew for each: nothing of the others is on it, and nothing of it stays."""

    KEYS = BALLOT_KEYS
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(BALLOT_KEYS)]
    AUTO_FOCUS = "#position"
    CSS_PATH = "forms.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (64, "-wide")]  # noqa: RUF012 (as Textual declares it)
    VERTICAL_BREAKPOINTS = [(0, "-low"), (32, "-high")]  # noqa: RUF012 (as Textual declares it)

    def __init__(self, task: SeatTask, draft: Draft, *, own: bool = False) -> None:
        """`own` is the user's ballot beside the panel."""
        super().__init__()
        self._given = task
        self._draft = draft
        self._own = own
        self.key = task.asked.round, task.participant.id
        """Whose ballot it is."""

    def compose(self) -> ComposeResult:
        draft = self._draft
        yield Headline()
        with VerticalScroll(id="panel-form", can_focus=False):
            yield Static(Content("\n").join(map(_line, told_to_people(self._given))), id="asked")
            with Horizontal(classes="panel-field"):
                yield Static("Position", classes="panel-name")
                yield TextField("What you would do, in a sentence or two", draft.position, id="position")
            if options := self._options():
                with Horizontal(classes="panel-field"):
                    yield Static("Option", classes="panel-name")
                    yield OptionChoices(options, draft.option, id="option")
            with Horizontal(classes="panel-field"):
                yield Static("Because", classes="panel-name")
                yield TextField("Your reasons, one a line", draft.rationale, id="rationale")
            with Horizontal(classes="panel-field"):
                yield Static("Concerns", classes="panel-name")
                yield TextField("What worries you, one a line", draft.concerns, id="concerns")
            with Horizontal(classes="panel-field"):
                yield Static("Suggests", classes="panel-name")
                yield TextField("More ideas, remedies or next steps, one a line", draft.suggestions, id="suggestions")
            with Horizontal(classes="panel-field"):
                yield Static("Sure", classes="panel-name")
                yield Scale(draft.confidence, id="confidence")
            if self._given.stands_to:
                with Horizontal(classes="panel-field"):
                    yield Static("Stance", classes="panel-name")
                    yield Choices(_STANCES, draft.stance, id="stance")
            with Horizontal(classes="panel-field -close"):
                yield Static("", classes="panel-name")
                yield Button("Seal", id="seal", compact=True)
        yield Static(id="panel-told")
        yield KeyBar()

    def on_mount(self) -> None:
        who = "your own ballot" if self._own else self._given.participant.name
        self.query_one(Headline).say(who, "sealed until all are revealed", f"round {self._given.asked.round}")
        if self._given.repair:
            self._say(self._given.repair.problem)

    def show_progress(self, words: str) -> None:
        """How far the others are, which is all that is told of them."""
        if self.is_attached:
            self.query_one(Headline).beside(words)

    @property
    def draft(self) -> Draft:
        found = self.query("#option")
        return Draft(
            self._text("position").text,
            self.query_one("#option", Choices).value if found else "",
            self._text("rationale").text,
            self._text("concerns").text,
            self._text("suggestions").text,
            self.query_one(Scale).value,
            self.query_one("#stance", Choices).value if self._given.stands_to else Stance.SUPPORT.value,
        )

    def _text(self, name: str) -> TextField:
        return self.query_one(f"#{name}", TextField)

    def _options(self) -> tuple[Choice, ...]:
        offered = self._given.asked.options
        if not offered:
            return ()
        choices = [
            Choice(one.id, f"{at} {one_line(one.id, 30)}", one_line(one.text)) for at, one in enumerate(offered, 1)
        ]
        return (Choice(_NONE, "none", "Something else, as you write it."), *choices)

    # What the user does

    @on(Button.Pressed, "#seal")
    def action_seal(self) -> None:
        draft = self.draft
        if not draft.position.strip() and draft.option:
            chosen = next((one.text for one in self._given.asked.options if one.id == draft.option), "")
            draft = replace(draft, position=chosen)
        if not draft.position.strip():
            self._say("Write your position first.")
            self.set_focus(self._text("position"))
            return
        self.dismiss(Written(draft, sealed=True))

    def action_abstain(self) -> None:
        self.dismiss(Written(self.draft, passed=True))

    def action_back(self) -> None:
        self.dismiss(Written(self.draft))

    def interrupts(self) -> bool:
        self.action_back()
        return True

    def widgets_with_keys(self) -> Iterable[DOMNode]:
        return (self._text("position"), *self.query("#stance"), self.query_one(Scale))

    def _say(self, sentence: str) -> None:
        told = self.query_one("#panel-told", Static)
        told.update(Content(sentence))
        told.display = bool(sentence)


def _line(told: Told) -> Content:
    if told.tone is Tone.QUIET:
        return Content.styled(f"{told.label}: {told.text}" if told.label else told.text, "$muted")
    text = Content(told.text) if told.tone is Tone.TOLD else Content.styled(told.text, "bold")
    return Content.styled(f"{told.label}: ", "$muted") + text if told.label else text


_COUNTED = "It comes to this. Say it better, or take it as it is."
_CLOSING = "Say what follows from all that was said. Left empty, it stays a draft."


class SynthesisScreen(KeyedScreen["Mapping[str, Value] | None"]):
    """Which unnamed ballots are alike and what they come to, by whoever facilitates; None pauses the panel."""

    KEYS = tuple(
        replace(key, label="Take it", tooltip="Take it as it stands here") if key.id == "ballot.seal" else key
        for key in BALLOT_KEYS
        if key.id != "ballot.pass"
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(KEYS)]
    AUTO_FOCUS = "#alike, #synthesis"
    CSS_PATH = "forms.tcss"
    VERTICAL_BREAKPOINTS = [(0, "-low"), (32, "-high")]  # noqa: RUF012 (as Textual declares it)

    def __init__(self, task: SynthesisTask, draft: Mapping[str, Value]) -> None:
        super().__init__()
        self._given = task
        said, groups = draft.get("synthesis"), draft.get("groups")
        self._drafted = said if isinstance(said, str) else ""
        situation = task.situation
        self._closes = situation.phase.facilitator_only and situation.is_last_phase
        """All that was said is there to be read, and what follows from it is for the facilitator to say."""
        self._said = "" if self._closes else self._drafted
        self._labels = [one.label for one in task.ballots]
        worded = [texts_in(one) for one in groups] if isinstance(groups, list) else []
        self._alike = numbered_groups(worded, self._labels)
        self._differ = len(worded) > 1

    def compose(self) -> ComposeResult:
        yield Headline()
        with VerticalScroll(id="panel-form", can_focus=False):
            before = [Content.styled(self._drafted, "$muted")] if self._closes else []
            yield Static(Content("\n").join([*before, *_unnamed(self._given)]), id="asked")
            if self._differ:
                yield Static("Put the numbers of ballots together that come to the same.", classes="panel-said")
                with Horizontal(classes="panel-field"):
                    yield Static("Alike", classes="panel-name")
                    yield TextField(f"By their numbers, such as {EXAMPLE}", self._alike, id="alike")
                yield Static(id="share", classes="panel-said")
            yield Static(_CLOSING if self._closes else _COUNTED, classes="panel-said")
            with Horizontal(classes="panel-field"):
                yield Static("Synthesis", classes="panel-name")
                yield TextField("What the ballots come to", self._said, id="synthesis")
            with Horizontal(classes="panel-field -close"):
                yield Static("", classes="panel-name")
                yield Button("Take it", id="seal", compact=True)
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one(Headline).say("facilitator", "what the ballots come to", f"round {self._given.situation.round}")
        self._show_share()

    @on(TextField.Changed, "#alike")
    def _show_share(self) -> None:
        """How much of all confidence the largest group has as it is written now, or what is wrong with it."""
        for told in self.query("#share").results(Static):
            try:
                groups = self._groups()
            except ValueError as error:
                told.update(Content(str(error)))
                told.set_class(True, "-wrong")
            else:
                self._say_anew(groups)
                ballots = {one.label: one.ballot for one in self._given.ballots}
                share = share_of_largest(ballots, checked_groups(ballots, groups))
                told.update(Content(f"The largest group has {share:.0%} of all confidence."))
                told.set_class(False, "-wrong")

    def _say_anew(self, groups: Sequence[Sequence[str]]) -> None:
        """What is counted follows the groups, as long as nobody has put it into words of their own."""
        field = self.query_one("#synthesis", TextField)
        said = counted_synthesis(self._given, groups)["synthesis"]
        if isinstance(said, str) and field.text == self._said and said != self._said:
            self._said = said
            field.load_text(said)

    def _groups(self) -> tuple[tuple[str, ...], ...]:
        found = self.query("#alike").results(TextField)
        return read_groups(next((one.text for one in found), self._alike), self._labels)

    @on(Button.Pressed, "#seal")
    def action_seal(self) -> None:
        written = self.query_one("#synthesis", TextField).text.strip()
        try:
            groups = self._groups()
        except ValueError:
            self.set_focus(self.query_one("#alike"))
            return
        alike: list[Value] = [list(group) for group in groups]
        self.dismiss({"groups": alike, "synthesis": "" if written == self._said.strip() else written})

    def action_back(self) -> None:
        self.dismiss(None)

    def interrupts(self) -> bool:
        self.action_back()
        return True

    def widgets_with_keys(self) -> Iterable[DOMNode]:
        return (*self.query("#alike"), self.query_one("#synthesis"))


def _unnamed(task: SynthesisTask) -> Sequence[Content]:
    lines = [*_topic(task.situation.topic, task.asked.text), Content.styled(task.asked.text, "bold")]
    if task.situation.phase.facilitator_only:
        lines.append(Content.styled(task.situation.phase.suffix, "$muted"))
    for at, one in enumerate(task.ballots, 1):
        facts = f"Ballot {at} · {ballot_facts(one.ballot)}"
        lines += [Content.styled(facts, "$muted"), Content(ballot_text(one.ballot))]
    return lines


def _topic(topic: str, question: str) -> Iterator[Content]:
    """What the panel is about, where the question does not say it itself."""
    if topic not in question:
        yield Content.assemble(("About: ", "$muted"), one_line(topic, 400))
