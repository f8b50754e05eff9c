"""Brings comments that were sent to whoever owns what they are on; what nobody can deal with becomes a question."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from roundtable_tui.domain.comments.comment import CommentOutcome, CommentSort, Dealt
from roundtable_tui.domain.comments.owners import entry_of, owner_of
from roundtable_tui.domain.comments.standing import CommentStanding, standing, to_take_up
from roundtable_tui.domain.comments.wording import as_question
from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.kinds import SPECS, Kind
from roundtable_tui.domain.dossier.provenance import Inferred
from roundtable_tui.domain.journal.events import APP
from roundtable_tui.domain.journal.values import LookDepth, Role, Utterance
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.errors import VoiceError
from roundtable_tui.session.code.errands import Errand
from roundtable_tui.session.proposals import Proposal
from roundtable_tui.session.updates import Searching
from roundtable_tui.voices.protocol import Investigator
from roundtable_tui.voices.tasks import Look

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Sequence

    from roundtable_tui.domain.comments.comment import Comment
    from roundtable_tui.domain.dossier.kinds import Value
    from roundtable_tui.domain.journal.state import Comments, State
    from roundtable_tui.domain.knowledge.knowledge import Knowledge
    from roundtable_tui.session.code.errands import Errands
    from roundtable_tui.session.proposals import Accepted, Stale
    from roundtable_tui.session.record import Record
    from roundtable_tui.session.voice_turn import VoiceTurns
    from roundtable_tui.voices.protocol import Batch

WHO = "comments"
"""Who contributes what came of them."""
_HOW_TO_ANSWER = "The list of comments shows and answers them."
_LONGEST = 240
_MOST_AT_ONCE = 12
"""Comments in one request."""


class CommentAnswers:
    def __init__(
        self,
        record: Record,
        turns: VoiceTurns,
        errands: Errands,
        knowledge: Callable[[], Knowledge],
        propose: Callable[[Proposal], Awaitable[Accepted | Stale]],
    ) -> None:
        self._record, self._turns, self._errands = record, turns, errands
        self._knowledge, self._propose = knowledge, propose
        self._task: asyncio.Task[None] | None = None

    @property
    def under_way(self) -> bool:
        return self._task is not None

    @property
    def needs_time(self) -> bool:
        """Whether somebody has to think about them: without a model they become questions at once."""
        return isinstance(self._turns.voice, Investigator)

    async def run(self) -> None:
        """Deals with all that were sent, or waits for the end of that."""
        if self._task is None:
            if not to_take_up(self._record.state):
                return
            self._task = asyncio.ensure_future(self._go_through())
        task = self._task
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError:
            if not task.cancelled():
                raise

    async def let_go_of_questions(self, before: Comments) -> None:
        """Nobody is asked any more what became of a comment that was settled or withdrawn since then."""
        state = self._record.state
        over = [
            one
            for name, one in before.sent.items()
            if name not in state.comments.sent or standing(name, state) is not CommentStanding.OPEN
        ]
        asked = {entry.text(): entry.id for entry in state.dossier.of(Kind.QUESTION)}
        if gone := [asked[text] for one in over if (text := as_question(one)) in asked]:
            changes = tuple(Change(Op.DROP, name, Kind.QUESTION) for name in gone)
            await self._propose(Proposal(WHO, state.seq, changes))

    def stop(self) -> None:
        """What is not dealt with yet stays sent, and is taken up the next time."""
        if self._task:
            self._task.cancel()

    async def close(self) -> None:
        if task := self._task:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def tell(self, text: str) -> None:
        self._record.publish(Searching(text))

    async def sort(self, batch: Batch) -> Batch:
        return batch

    async def _go_through(self) -> None:
        try:
            while due := to_take_up(self._record.state):
                owner = owner_of(due[0], self._record.state.dossier)
                theirs = [one for one in due if owner_of(one, self._record.state.dossier) == owner][:_MOST_AT_ONCE]
                if self.needs_time and not await self._think(owner, theirs):
                    return
                await self._ask_the_rest(owner, [one for one in theirs if self._is_due(one)])
        finally:
            self._task = None
            self._record.publish(Searching(""))

    def _is_due(self, comment: Comment) -> bool:
        return any(one.id == comment.id for one in to_take_up(self._record.state))

    async def _think(self, owner: str, comments: Sequence[Comment]) -> bool:
        """False where whoever speaks failed: what was sent stays sent then."""
        voice = self._turns.voice
        if not isinstance(voice, Investigator):
            return True
        state, limits = self._record.state, voice.limits
        depth = LookDepth.LIGHT
        task = Look(None, depth, limits.calls_for(None, depth), limits.tokens, comments=tuple(comments))
        turn = max((state.comments.turns.get(one.id, 0) for one in comments), default=0)
        errand = Errand(WHO, owner, task, state, turn=turn or None)
        try:
            await self._errands.run(errand, self)
        except asyncio.CancelledError:
            await asyncio.shield(self._errands.count(errand))
            raise
        except VoiceError as trouble:
            await self._errands.count(errand)
            self._record.notice(f"Your comments could not be dealt with yet: {trouble.sentence} They stay as sent.")
            return False
        await self._errands.count(errand)
        return True

    async def _ask_the_rest(self, owner: str, comments: Sequence[Comment]) -> None:
        """Each becomes an open question about what it is on, in one line of the journal with that it did.

        One that was opened again and is still asked is not asked twice.
        """
        if not comments:
            return
        state = self._record.state
        asked = {entry.text(): entry.id for entry in state.dossier.of(Kind.QUESTION)}
        known = {one.id: asked[as_question(one)] for one in comments if as_question(one) in asked}
        changes = tuple(_question(one, state) for one in comments if one.id not in known)
        dealt = tuple(Dealt(one.id, CommentOutcome.ASKED, "", owner, (known.get(one.id, one.id),)) for one in comments)
        said = Utterance(APP, _told(comments, self._name(owner)), Role.NOTICE)
        await self._propose(Proposal(WHO, state.seq, changes, said=(said,), dealt=dealt))

    def _name(self, persona: str) -> str:
        return self._knowledge().persona(persona).first_name


def _told(comments: Sequence[Comment], name: str) -> str:
    authors = sorted({one_line(one.author, 80) for one in comments if one.author})
    count = len(comments)
    if count == 1:
        whose = f"A comment by {authors[0]}" if authors else "Your comment"
        return f"{whose} is an open question now; it is {name}'s to ask. {_HOW_TO_ANSWER}"
    whose = f"{count} comments, some of them by {', '.join(authors)}," if authors else f"{count} of your comments"
    return f"{whose} are open questions now; they are {name}'s to ask. {_HOW_TO_ANSWER}"


def _question(comment: Comment, state: State) -> Change:
    about = state.dossier.get(entry_of(comment))
    stake = f"{one_line(comment.author, 80) or 'you'} commented on it"
    says_it = about is not None and (not comment.anchor.quote or about.text() in " ".join(comment.anchor.quote))
    if about and says_it and comment.sort is CommentSort.CHANGE:
        stake += f"; it says now: “{one_line(about.text(), _LONGEST)}”"
    fields: dict[str, Value] = {"text": as_question(comment), "stake": stake, **dict(_raised())}
    if about:
        fields |= {"about": (about.id,)}
    if about and says_it:
        fields |= {"keeps": f"{about.id}.{SPECS[about.kind].main}"}
    return Change(Op.RECORD, comment.id, Kind.QUESTION, fields, (Inferred(entries=(about.id,) if about else ()),))


def _raised() -> Iterator[tuple[str, Value]]:
    yield "sort", "scope"
    yield "loss", "high"
    yield "sure", "low"
    yield "knows", "user"
