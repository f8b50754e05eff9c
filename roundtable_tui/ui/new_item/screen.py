"""The page where an item is begun: what it is about, how much it deserves, and what it will be called."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace
from textual import on
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Input, Static, TextArea

from roundtable_tui.errors import RoundtableError
from roundtable_tui.ui.keys.key import bindings
from roundtable_tui.ui.keys.screen_base import KeyedScreen
from roundtable_tui.ui.new_item.choice_field import Choice, Choices
from roundtable_tui.ui.new_item.form import Form
from roundtable_tui.ui.new_item.keys import NEW_ITEM_KEYS
from roundtable_tui.ui.new_item.path_field import PathField, located
from roundtable_tui.ui.widgets.headline import Headline
from roundtable_tui.ui.widgets.keybar import KeyBar
from roundtable_tui.ui.widgets.text_field import TextField

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.dom import DOMNode

    from roundtable_tui.items.lookup import Beginning

TIERS = (
    Choice("trivial", "trivial", "A note: what it is and why, in three steps."),
    Choice("light", "light", "Requirements, impact and design; no architecture."),
    Choice("standard", "standard", "All five phases, from a quick scan to the design."),
    Choice("epic", "epic", "All five phases; take deep for more questions."),
)
DEPTHS = (
    Choice("size", "by size", "The size of the change decides, phase by phase."),
    Choice("brief", "brief", "Only the highlights."),
    Choice("standard", "standard", "The usual questions."),
    Choice("deep", "deep", "Every question there is."),
)
MODES = (
    Choice("conversation", "conversation", "All three at once; what decides comes first."),
    Choice("guided", "guided", "Five phases, one analyst at a time."),
    Choice("team", "team", "A conversation; beside it each analyst works alone. Needs a model."),
)
_SOURCES = {"github": "GitHub", "jira": "Jira"}
_OPEN, _NEW = "open", "new"


class NewItemScreen(KeyedScreen[Form]):
    """Left without beginning, it gives back what was written, so that it can be there again."""

    KEYS = NEW_ITEM_KEYS
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(NEW_ITEM_KEYS)]
    AUTO_FOCUS = "#description"
    CSS_PATH = "new_item.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (64, "-wide")]  # noqa: RUF012 (as Textual declares it)
    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-high")]  # noqa: RUF012 (as Textual declares it)

    def __init__(self, form: Form, folder: Path, taken: Iterable[str] = ()) -> None:
        """`taken` are the names that items have by now."""
        super().__init__()
        self._form = form
        self._folder = folder
        self._taken = frozenset(taken)
        self._titled = ""
        """What the draft file calls itself."""
        self._busy = False
        self._begun = self._is_filled = False

    def compose(self) -> ComposeResult:
        yield Headline()
        with VerticalScroll(id="form", can_focus=False):
            with Horizontal(classes="field -roomy"):
                yield Static("What", classes="name")
                yield TextField("What would you like to change? A sentence, or a whole ticket.", id="description")
            with Horizontal(classes="field -close"):
                yield Static("Draft", classes="name")
                yield PathField(self._folder, "A file with what you know already, if there is one", id="draft")
            with Horizontal(classes="field"):
                yield Static("Becomes", classes="name")
                yield Static(id="becomes", classes="said")
            with Horizontal(classes="field"):
                yield Static("Size", classes="name")
                yield Choices(TIERS, self._form.tier or "standard", id="tier")
            with Horizontal(classes="field"):
                yield Static("Depth", classes="name")
                yield Choices(DEPTHS, self._form.depth or "size", id="depth")
            with Horizontal(classes="field"):
                yield Static("Mode", classes="name")
                yield Choices(MODES, self._form.mode or "conversation", id="mode")
            with Horizontal(classes="field -close"):
                yield Static("", classes="name")
                yield Button("Begin", id="begin", compact=True)
        yield Static(id="told")
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one(Headline).say("new item")
        self.description.load_text(self._form.description)
        self.description.move_cursor(self.description.document.end)
        self.query_one(PathField).value = self._form.draft
        self._is_filled = True
        self._show_what_it_becomes()
        self.run_worker(self._take_settings(), group="settings")

    async def _take_settings(self) -> None:
        """What the settings say is chosen, unless something was chosen before."""
        try:
            services = await self.program.services()
        except RoundtableError as error:
            self._say(str(error))
            return
        request = self.program.request
        if not self._form.tier:
            self.query_one("#tier", Choices).value = request.tier or services.settings.tier
        if not self._form.mode:
            self.query_one("#mode", Choices).value = request.mode or services.settings.mode
        if not self._form.depth and (depth := request.depth or services.settings.depth):
            self.query_one("#depth", Choices).value = depth

    @property
    def description(self) -> TextField:
        return self.query_one("#description", TextField)

    @property
    def form(self) -> Form:
        """What is written and chosen; nothing once an item has begun with it."""
        if self._begun:
            return Form()
        if not self._is_filled:
            return self._form
        return Form(
            self.description.text,
            self.query_one(PathField).value,
            self.query_one("#tier", Choices).value,
            self.query_one("#depth", Choices).value,
            self.query_one("#mode", Choices).value,
        )

    # What it will be called

    @on(TextArea.Changed, "#description")
    def _wrote(self) -> None:
        self._show_what_it_becomes()

    @on(Input.Changed, "#draft")
    def _named(self, event: Input.Changed) -> None:
        self._titled = ""
        self.run_worker(self._look_into(event.value.strip()), group="draft", exclusive=True)

    async def _look_into(self, name: str) -> None:
        if not name:
            self._show_what_it_becomes()
            return
        try:
            services = await self.program.services()
            self._titled = await asyncio.to_thread(services.title_in, located(self._folder, name))
        except RoundtableError as error:
            self._show_what_it_becomes(str(error))
        else:
            self._show_what_it_becomes("" if self._titled else "That file is empty.")

    def _show_what_it_becomes(self, problem: str = "") -> None:
        said = problem or self._what_it_becomes()
        becomes = self.query_one("#becomes", Static)
        becomes.update(Content(said))
        becomes.set_class(bool(problem), "-wrong")

    def _what_it_becomes(self) -> str:
        from roundtable_tui.storage.slugs import slug_of, source_of, title_of

        title = title_of(self.description.text) or self._titled
        if not title:
            return "named after your first words"
        slug, source = slug_of(title), source_of(title)
        parts = [slug]
        if source.source_id:
            parts.append(f"{_SOURCES[source.source]} ticket {source.source_id}")
        if slug in self._taken:
            parts.append("there already, so you will be asked")
        return "  ·  ".join(parts)

    # What the user does

    @on(Button.Pressed, "#begin")
    def action_begin(self) -> None:
        if not self._busy:
            self._busy = True
            self.run_worker(self._begin(self.form), group="beginning")

    async def _begin(self, form: Form) -> None:
        self._say("")
        try:
            services = await self.program.services()
            name = form.draft.strip()
            draft = located(self._folder, name) if name else None
            beginning = await asyncio.to_thread(services.beginning, form.description, draft, form.tier)
            match _NEW if beginning.existing is None else await self._ask(beginning):
                case "open" if beginning.existing:
                    await self.program.open_item(beginning.existing.slug)
                case "new":
                    new = replace(beginning.new, mode=form.mode)
                    await self.program.begin_item(beginning.slug, new, form.depth)
                    self._begun = True
        except RoundtableError as error:
            self._say(f"! {error}")
        finally:
            self._busy = False

    async def _ask(self, beginning: Beginning) -> str | None:
        """There is such an item already: never written over, and never a second one unasked."""
        from roundtable_tui.ui.dialogs.choice import ChooseScreen
        from roundtable_tui.ui.lobby.item_rows import item_row

        if beginning.existing is None:
            return _NEW
        shelf = await self.program.shelf()
        row = item_row(beginning.existing, shelf.clock())
        about = "  ·  ".join(part for part in (row.status, row.changed, row.ticket) if part)
        choices = {_OPEN: f"Open {row.key}", _NEW: f"Begin {beginning.slug} beside it"}
        question = ChooseScreen("There is such an item already", [row.title, about], choices)
        return await self.app.push_screen_wait(question)

    def action_back(self) -> None:
        self.dismiss(self.form)

    def widgets_with_keys(self) -> Iterable[DOMNode]:
        return (self.description, self.query_one(PathField), self.query_one("#tier"))

    def _say(self, sentence: str) -> None:
        told = self.query_one("#told", Static)
        told.update(Content(sentence))
        told.display = bool(sentence)
