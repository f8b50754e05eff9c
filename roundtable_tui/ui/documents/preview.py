"""The document beside the conversation: follows what is written, marks what is new, shows earlier versions."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Protocol

from textual import on
from textual.binding import Binding
from textual.containers import Vertical
from textual.message import Message

from roundtable_tui.errors import RoundtableError
from roundtable_tui.ui.documents.news import is_prose, new_words
from roundtable_tui.ui.documents.passages import (
    Head,
    Passage,
    Shape,
    View,
    carried_on,
    difference,
    head_of,
    passages,
    text_of,
    unmarked,
)
from roundtable_tui.ui.documents.preview_head import Heading, PreviewHead
from roundtable_tui.ui.documents.view import FADING, FRESH, DocumentView
from roundtable_tui.ui.lines.view import LineView

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.timer import Timer

    from roundtable_tui.ui.documents.text_search import FoundLine

EMPTY = "Documents appear here as the analysis is written."
FRESH_SECONDS = 4.0
FADING_SECONDS = 3.0
_GROUP = Binding.Group("Document")


def _walking(key: str, action: str, tooltip: str) -> Binding:
    return Binding(key, action, action.capitalize(), show=False, tooltip=tooltip, id=f"document.{action}", group=_GROUP)


class Version(Protocol):
    """An earlier version of a document, as the history keeps it."""

    @property
    def edited(self) -> bool: ...


class Preview(Vertical):
    """Shows one document at a time; it never reads or writes a file itself.

    `versions` lists the earlier versions of a document, oldest first, and `load` gets the bytes of one; both are
    called in a thread.
    """

    DEFAULT_CSS = """
    Preview {
        background: $surface;
        DocumentView { height: 1fr; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        _walking("left", "older", "Show or compare with the version before"),
        _walking("right", "newer", "Show or compare with the version after"),
    ]

    @dataclass
    class Shown(Message):
        """Another document, view or version is on the screen."""

        document: str
        view: View

    @dataclass
    class EditRequested(Message):
        """The user wants to edit this document."""

        document: str

    @dataclass
    class VersionRequested(Message):
        """The user wants to choose among the versions of this document."""

        document: str

    @dataclass
    class Followed(Message):
        """The user clicked on a link in a document: an address, another document, or `cite:path:line`."""

        document: str
        target: str

    def __init__(
        self,
        versions: Callable[[str], Sequence[Version]] | None = None,
        load: Callable[[Version], bytes] | None = None,
        *,
        id: str | None = None,  # noqa: A002 (Textual's own name)
    ) -> None:
        super().__init__(id=id)
        self.versions = versions
        self.load = load
        self.fresh_seconds = FRESH_SECONDS
        self.fading_seconds = FADING_SECONDS
        self._head = PreviewHead()
        self._body = DocumentView()
        self._document = ""
        self._data = b""
        self._before: bytes | None = None
        """What the document was before it was last written, if that is known."""
        self._earlier: Sequence[Version] = ()
        self._chosen: int | None = None
        """Which of the earlier versions is looked at; None is the document as it is now."""
        self._old_data = b""
        """The bytes of the chosen version."""
        self._view = View.RENDERED
        self._shown: tuple[Passage, ...] = ()
        self._showing: tuple[str, View, int | None] | None = None
        self._drawn: tuple[bytes, bytes] | None = None
        self._reading = False
        self._fade: Timer | None = None

    def compose(self) -> ComposeResult:
        yield self._head
        yield self._body

    def on_mount(self) -> None:
        self._draw()

    @property
    def body(self) -> DocumentView:
        """The view to search, scroll and focus."""
        return self._body

    @property
    def document(self) -> str:
        """The name of the document on the screen; empty when there is none."""
        return self._document

    @property
    def view(self) -> View:
        return self._view

    @property
    def chosen(self) -> Version | None:
        return self._earlier[self._chosen] if self._chosen is not None else None

    @property
    def following(self) -> bool:
        """Whether what is written next comes up by itself: not while somebody reads here."""
        return not self._reading and not self._body.has_focus and self._chosen is None

    def follow(self) -> None:
        """Done reading: what is written next comes up again. To be called when the user has sent something."""
        self._reading = False

    def wrote(self, name: str, data: bytes, previous: bytes | None = None) -> bool:
        """A document was written: shown if following, or if it is the one on the screen. Says whether it is."""
        if name != self._document and not (self.following and self._is_news(name, data, previous)):
            return False
        self._take(name, data, previous)
        return True

    def _is_news(self, name: str, data: bytes, previous: bytes | None) -> bool:
        """What a document says about itself, and what is for programs, is no reason to put another one away."""
        if not self._document:
            return True
        return is_prose(name) and (previous is None or new_words(text_of(previous), text_of(data)) > 0)

    def show(self, name: str, data: bytes, previous: bytes | None = None) -> None:
        """Shows this document as it is now, and keeps to it; `previous` is what it was before, if just written."""
        self._chosen = None
        self._take(name, data, previous)
        self._reading = True

    def _take(self, name: str, data: bytes, previous: bytes | None) -> None:
        same = name == self._document
        if same and data == self._data:
            self._draw()
            return
        following = self.following
        self._before = previous if previous is not None or not same else self._data
        self._document, self._data = name, data
        if not same:
            self._reading = False
            self._earlier, self._chosen = (), None
            if self._view is View.DIFF and previous is None:
                self._view = View.RENDERED
        elif self._chosen is not None and self._view is not View.DIFF:
            return
        self._draw(jump=following or not same)

    def go_to(self, found: FoundLine) -> None:
        """Shows this line of the document and marks what it was found by; hidden until now, once it has a width."""
        if self._body.size.width:
            self._go_to(found)
        else:
            self.call_after_refresh(self._go_to, found)

    def _go_to(self, found: FoundLine) -> None:
        if self._view is View.DIFF:
            self.set_view(View.RENDERED)
        texts = [one for one in self._shown if one.shape is not Shape.NOTE]
        passage = next((one for one in reversed(texts) if one.line <= found.line), None)
        if passage is None:
            return
        self._body.jump_to(passage.key)
        self._body.search(found.pattern, passage.key)
        above = passage.text.split("\n")[: found.line - passage.line]
        for _ in range(len(found.pattern.findall("\n".join(above)))):
            self._body.next_match()

    def clear(self) -> None:
        """No document."""
        self._document, self._data, self._before = "", b"", None
        self._earlier, self._chosen = (), None
        self._draw()

    def set_view(self, view: View) -> None:
        if view is not self._view:
            self._view = view
            self._draw()

    def cycle_view(self) -> None:
        """Rendered, raw, diff, and round again."""
        views = list(View)
        self.set_view(views[(views.index(self._view) + 1) % len(views)])

    def toggle_source(self) -> None:
        self.set_view(View.RENDERED if self._view is View.RAW else View.RAW)

    async def toggle_changes(self) -> None:
        """What changed since the version before, or since the chosen one; once more shows the document again."""
        if self._view is View.DIFF:
            self._chosen = None
            self.set_view(View.RENDERED)
            return
        if self._chosen is None and self._before is None:
            await self._step(-1)
        self.set_view(View.DIFF)

    def request_edit(self) -> None:
        if self._document:
            self.post_message(self.EditRequested(self._document))

    async def choose_older(self) -> None:
        await self._step(-1)

    async def choose_newer(self) -> None:
        await self._step(1)

    async def action_older(self) -> None:
        await self.choose_older()

    async def action_newer(self) -> None:
        await self.choose_newer()

    async def choose(self, version: Version | None) -> None:
        """Shows an earlier version, or in the diff view compares with it; None is the document as it is now."""
        name = self._document
        if version is not None and version not in self._earlier:
            await self._list_versions()
        try:
            data = await asyncio.to_thread(self.load, version) if version is not None and self.load else b""
        except RoundtableError as problem:
            self.notify(str(problem), severity="warning", markup=False)
            return
        if name != self._document:
            return
        self._chosen = self._earlier.index(version) if version in self._earlier else None
        self._old_data = data
        self._draw()

    async def _step(self, by: int) -> None:
        await self._list_versions()
        now = len(self._earlier)
        place = (now if self._chosen is None else self._chosen) + by
        if 0 <= place <= now:
            await self.choose(self._earlier[place] if place < now else None)

    async def _list_versions(self) -> None:
        name, chosen = self._document, self.chosen
        if not name or self.versions is None:
            return
        try:
            found = await asyncio.to_thread(self.versions, name)
        except RoundtableError as problem:
            self.notify(str(problem), severity="warning", markup=False)
            return
        if name == self._document:
            self._earlier = tuple(found)
            self._chosen = self._earlier.index(chosen) if chosen in self._earlier else None

    def _draw(self, *, jump: bool = False) -> None:
        """Puts what is to be shown on the screen; `jump` goes to the news, or to the top of another document."""
        showing = (self._document, self._view, self._chosen)
        same = showing == self._showing
        if same and (self._data, self._old_data) == self._drawn:
            return
        self._drawn = (self._data, self._old_data)
        before = unmarked(self._shown) if same else self._as_it_was()
        self._shown = self._passages(before)
        self._showing = showing
        if not same:
            self._body.action_leave_marks()
        marked = [one for one in self._shown if one.changed]
        news = max(marked, key=lambda one: new_words(one.before, one.text), default=None)
        self._body.show(self._shown, FRESH)
        if jump and news and new_words(news.before, news.text):
            self._body.jump_to(news.key)
        elif not same:
            self._body.to_top()
        self._let_fade(bool(marked))
        self._update_head()
        if not same and self._document:
            self.post_message(self.Shown(self._document, self._view))

    def _as_it_was(self) -> tuple[Passage, ...]:
        """The passages that marks are found against when a document comes up."""
        if self._before is None or self._chosen is not None or self._view is View.DIFF:
            return ()
        return carried_on(passages(self._document, self._before, self._view), ())

    def _passages(self, before: tuple[Passage, ...]) -> tuple[Passage, ...]:
        if not self._document:
            return (Passage(Shape.NOTE, EMPTY, "empty"),)
        if self._view is View.DIFF:
            old = self._old_data if self._chosen is not None else self._before
            if old is None:
                return (Passage(Shape.NOTE, "There is no earlier version to compare with.", "none"),)
            return difference(old, self._data)
        if self._chosen is not None:
            return carried_on(passages(self._document, self._old_data, self._view), ())
        return carried_on(passages(self._document, self._data, self._view), before)

    def _update_head(self) -> None:
        looked_at = self._old_data if self._chosen is not None and self._view is not View.DIFF else self._data
        head = head_of(text_of(looked_at[:4096])) if self._document else Head()
        heading = Heading(self._document, head.status, head.confidence, self._view, self._version_words())
        self._head.heading = heading if self._document else Heading("Document")

    def _version_words(self) -> str:
        if self._chosen is None:
            return ""
        place = f"version {self._chosen + 1} of {len(self._earlier) + 1}"
        return f"{place}, edited" if self._earlier[self._chosen].edited else place

    def _let_fade(self, marked: bool) -> None:
        """The marks grow quiet and go; without animations they stay until the next change."""
        if self._fade is not None:
            self._fade.stop()
            self._fade = None
        if marked and self.is_attached and self.app.animation_level != "none":
            self._fade = self.set_timer(self.fresh_seconds, self._half_fade)

    def _half_fade(self) -> None:
        self._body.show(self._shown, FADING)
        self._fade = self.set_timer(self.fading_seconds, self._end_fade)

    def _end_fade(self) -> None:
        self._fade = None
        self._shown = unmarked(self._shown)
        self._body.show(self._shown, "")

    @on(DocumentView.Scrolled)
    def _somebody_reads(self, event: DocumentView.Scrolled) -> None:
        event.stop()
        self._reading = True

    def on_descendant_blur(self) -> None:
        self.follow()

    @on(LineView.LinkClicked)
    def _follow_link(self, event: LineView.LinkClicked) -> None:
        event.stop()
        self.post_message(self.Followed(self._document, event.target))

    @on(PreviewHead.ViewClicked)
    def _next_view(self, event: PreviewHead.ViewClicked) -> None:
        event.stop()
        self.cycle_view()

    @on(PreviewHead.VersionClicked)
    def _ask_for_versions(self, event: PreviewHead.VersionClicked) -> None:
        event.stop()
        self.post_message(self.VersionRequested(self._document))
