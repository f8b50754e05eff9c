"""Between whatever can be commented on and the session: opens the form, keeps what it gives, sends what waits."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.app import App

    from roundtable_tui.domain.comments.comment import Anchor, Comment, CommentOutcome, CommentPlace
    from roundtable_tui.session.beside.comment_intents import CloseComment, MakeComment
    from roundtable_tui.session.session import ItemSession
    from roundtable_tui.ui.comments.comment_form import Draft
    from roundtable_tui.ui.documents.remarks import Remark
    from roundtable_tui.ui.keys.screen_base import AnyScreen

_left: WeakKeyDictionary[App[Any], dict[tuple[str, Anchor], Draft]] = WeakKeyDictionary()
"""What was left without keeping it, by item and place, as long as the program runs."""


class Commenting:
    def __init__(self, screen: AnyScreen, session: Callable[[], ItemSession | None]) -> None:
        """`session` is the item's, once it is open."""
        self._screen, self._session = screen, session

    @property
    def session(self) -> ItemSession | None:
        return self._session()

    @property
    def waiting(self) -> int:
        """How many are written and not sent."""
        session = self.session
        return len(session.state.comments.waiting) if session else 0

    @property
    def note(self) -> str:
        """For a headline: that something waits, and where it is sent; nothing where nothing does."""
        if not self.waiting:
            return ""
        return f"✎ {self.waiting} to send: {self._screen.key_for('comments.list')}"

    def noted_in(self, headline: Sequence[str]) -> Sequence[str]:
        """With its last part, which is the one that stays where there is little room."""
        *others, last = (*headline,) or ("",)
        return (*others, f"{self.note} · {last}") if self.note else headline

    # The margin of a text

    def remarks(self, place: CommentPlace, name: str, lines: Sequence[str]) -> Sequence[Remark]:
        session = self.session
        if session is None or not (session.state.comments.sent or session.state.comments.waiting):
            return ()
        from roundtable_tui.ui.comments.margin import remarks_on

        return tuple(remarks_on(session.state, place, name, lines, self._names(session)))

    def comment(
        self,
        place: CommentPlace,
        name: str,
        lines: Sequence[str],
        first: int,
        last: int,
        then: Callable[[], object] | None = None,
    ) -> None:
        """On these lines of a text, counted from 1."""
        from roundtable_tui.domain.comments.anchors import anchored
        from roundtable_tui.domain.comments.comment import CommentPlace
        from roundtable_tui.domain.comments.surroundings import entry_at

        if session := self.session:
            entry = entry_at(lines, first, last, session.state.dossier.entries)
            about = entry if place is CommentPlace.DOCUMENT else ""
            self._write(anchored(place, name, lines, first, last, about), then=then)

    def comment_on_entry(self, entry: str, quote: str = "") -> None:
        from roundtable_tui.domain.comments.comment import Anchor, CommentPlace

        self._write(Anchor(CommentPlace.ENTRY, entry, tuple(quote.split("\n")) if quote else ()))

    def on_entry(self, entry: str) -> tuple[tuple[str, str], ...]:
        """The comments on an entry, wherever they were written: a sign and the words of each."""
        session = self.session
        if session is None or not (session.state.comments.sent or session.state.comments.waiting):
            return ()
        from roundtable_tui.ui.comments.margin import told_of_entry

        return tuple(told_of_entry(entry, session.state, self._names(session)))

    def _names(self, session: ItemSession) -> dict[str, str]:
        return {key: persona.first_name for key, persona in session.knowledge.personas.items()}

    def edit(self, comment: Comment) -> None:
        self._write(comment.anchor, comment)

    # The form

    def _write(
        self, anchor: Anchor, instead_of: Comment | None = None, then: Callable[[], object] | None = None
    ) -> None:
        from roundtable_tui.domain.comments.wording import where_is
        from roundtable_tui.ui.comments.comment_form import CommentScreen, Draft

        session = self.session
        if session is None:
            return
        if session.read_only:
            self._screen.notify("The item can only be looked at here, so nothing can be written in it.", markup=False)
            return
        place = (session.state.item.slug if session.state.item else "", anchor)
        drafts = _left.setdefault(self._screen.app, {})
        begun = Draft(instead_of.sort, instead_of.text) if instead_of else Draft()
        form = CommentScreen(
            f"Comment on {where_is(anchor)}", anchor.quote, drafts.get(place, begun), partial(_leave, drafts, place)
        )
        before = instead_of.id if instead_of else ""
        self._screen.app.push_screen(form, partial(self._written, anchor, before, then))

    def _written(self, anchor: Anchor, instead_of: str, then: Callable[[], object] | None, draft: Draft | None) -> None:
        from roundtable_tui.session.beside.comment_intents import MakeComment

        session = self.session
        if draft and session:
            made = MakeComment(draft.sort, draft.text.strip(), anchor, instead_of)
            self._screen.run_guarded(self._keep(session, made, then), "commenting")

    async def _keep(self, session: ItemSession, made: MakeComment, then: Callable[[], object] | None) -> None:
        await session.do(made)
        if then:
            then()

    # What waits, and what became of it

    def send(self) -> None:
        session = self.session
        if session and session.state.comments.waiting and not session.read_only:
            self._screen.app.run_worker(self._send(session), group="commenting")

    async def _send(self, session: ItemSession) -> None:
        """Beside everything else: whoever deals with them may take a while, and says so in the talk."""
        from roundtable_tui.session.beside.comment_intents import SendComments
        from roundtable_tui.ui.guarded_work import guarded

        await guarded(session.do(SendComments()), self._screen.fail)
        await guarded(session.asides.comments.run(), self._screen.fail)

    def withdraw(self, comment: str) -> None:
        from roundtable_tui.session.beside.comment_intents import WithdrawComment

        if session := self.session:
            self._screen.run_guarded(session.do(WithdrawComment(comment)), "commenting")

    def close(self, comment: str, outcome: CommentOutcome | None, reason: str = "") -> None:
        """Without an outcome it is open again, and whoever deals with it is asked anew."""
        from roundtable_tui.session.beside.comment_intents import CloseComment

        if session := self.session:
            self._screen.app.run_worker(
                self._close(session, CloseComment(comment, outcome, reason)), group="commenting"
            )

    async def _close(self, session: ItemSession, closing: CloseComment) -> None:
        from roundtable_tui.ui.guarded_work import guarded

        await guarded(session.do(closing), self._screen.fail)
        await guarded(session.asides.comments.run(), self._screen.fail)


def _leave(drafts: dict[tuple[str, Anchor], Draft], place: tuple[str, Anchor], draft: Draft) -> None:
    if draft.text.strip():
        drafts[place] = draft
    else:
        drafts.pop(place, None)


def counted(number: int) -> str:
    return "1 comment" if number == 1 else f"{number} comments"
