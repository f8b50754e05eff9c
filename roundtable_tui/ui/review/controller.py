"""Between the review and the session: carries out decisions in the order made, and gathers what is shown beside."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from roundtable_tui.domain.dossier.dossier import Dossier
from roundtable_tui.domain.dossier.graph import Graph, graph_of
from roundtable_tui.domain.dossier.kinds import SPECS
from roundtable_tui.domain.dossier.provenance import Cited
from roundtable_tui.domain.journal.comment_events import CommentEvent
from roundtable_tui.domain.journal.events import ArtifactsWritten, Contributed, Retracted, Reviewed
from roundtable_tui.errors import RoundtableError, StorageError
from roundtable_tui.review.origins import Citing, Excerpt, Origin, Talk, Traces, excerpt, traces_of
from roundtable_tui.review.rules import (
    ChangedMeanwhileError,
    Decision,
    Filter,
    Findings,
    Placed,
    accepting,
    accepting_all,
    concerned,
    findings_by_entry,
    in_order,
    last_decision,
    told,
)
from roundtable_tui.session.updates import Happened, Noticed
from roundtable_tui.ui.documents.passages import prepare, text_of
from roundtable_tui.ui.draft_keeper import DraftKeeper
from roundtable_tui.ui.guarded_work import guarded
from roundtable_tui.ui.review.amend_form import Texts
from roundtable_tui.ui.review.page import Page, left_out

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
    from pathlib import Path

    from textual.app import App
    from textual.timer import Timer

    from roundtable_tui.artifacts.lint.findings import Finding
    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.session.session import ItemSession
    from roundtable_tui.session.updates import Update
    from roundtable_tui.storage.drafts import Unsent
    from roundtable_tui.storage.versions import Version
    from roundtable_tui.ui.review.parts import ReviewParts

_SHOW_AFTER = 0.05
"""Seconds in which several changes are shown as one."""
_CHECK_AFTER = 0.6
"""Seconds without a change before everything is checked again."""


@dataclass
class Memory:
    """Where somebody was in the review of an item, and what they had not finished writing."""

    entry: str = ""
    filter: Filter = Filter.ALL
    drafts: dict[tuple[str, str], Texts] = field(default_factory=dict)


_memories: WeakKeyDictionary[App[Any], dict[str, Memory]] = WeakKeyDictionary()


def memory_of(app: App[Any], slug: str) -> Memory:
    """As long as the program runs, a review opens where it was left."""
    return _memories.setdefault(app, {}).setdefault(slug, Memory())


class ReviewController:
    """What the screen asks and tells; a decision shows at once and counts when the journal has it."""

    def __init__(self, screen: ReviewParts, session: ItemSession) -> None:
        self._screen = screen
        self._session = session
        self._root: Path | None = None
        self._timer: Timer | None = None
        self._showing: Timer | None = None
        self._under_way: set[asyncio.Future[None]] = set()
        self._walk: tuple[Dossier | None, tuple[Placed, ...], Graph] = (None, (), graph_of(Dossier()))
        self._talk: tuple[int, Talk] | None = None
        self._texts: dict[str, bytes] = {}
        self._citing = Citing({})
        self._draft_keeper: DraftKeeper | None = None
        self._unsubscribe: Callable[[], None] = lambda: None
        self.taken: dict[str, Entry] = {}
        """Accepted by the user, and on their way to the journal."""
        self.altered: set[str] = set()
        """Entries somebody else changed while they were shown."""
        self.findings: Findings = {}
        self.excerpts: dict[Cited, Excerpt] = {}
        self.fresh: frozenset[str] = frozenset()
        """The documents that followed the last decision."""

    # What there is

    @property
    def state(self) -> State:
        return self._session.state

    @property
    def slug(self) -> str:
        return self.state.item.slug if self.state.item else ""

    @property
    def read_only(self) -> bool:
        return self._session.read_only

    @property
    def root(self) -> Path | None:
        """Where the code lies, once that is known."""
        return self._root

    @property
    def walk(self) -> tuple[Placed, ...]:
        return self._looked_up()[0]

    def traces(self, entry: Entry) -> Traces:
        return traces_of(entry, self.state.dossier, self._looked_up()[1])

    def origins(self, entry: Entry) -> tuple[Origin, ...]:
        if self._talk is None or self._talk[0] != self.state.seq:
            self._talk = self.state.seq, Talk(self.state, self._session.events)
        return self._talk[1].origins(entry)

    def documents_citing(self, entry: Entry) -> tuple[str, ...]:
        return self._citing.documents(entry)

    def document(self, name: str) -> bytes | None:
        return self._texts.get(name)

    @property
    def texts(self) -> dict[str, str]:
        """All documents, as they can be read."""
        return {name: text_of(data) for name, data in self._texts.items()}

    def page(self, entry: Entry, editing: str = "") -> Page:
        """Everything to be shown about an entry now."""
        owner = SPECS[entry.kind].owner
        return Page(
            entry,
            self._session.knowledge.persona(owner).first_name if owner else "",
            self.state.dossier.confirmed_at.get(entry.id, ""),
            entry.id in self.taken,
            entry.id in self.altered,
            editing,
            self.findings.get(entry.id, ()),
            self.origins(entry),
            {cited: self.excerpts[cited] for cited in cited_by(entry) if cited in self.excerpts},
            self.traces(entry),
            self.documents_citing(entry),
            self.fresh,
            self._screen.commenting.on_entry(entry.id),
            mends_with=self._screen.key_for("review.mend"),
            opens_with=self._screen.key_for("review.edit"),
        )

    def _looked_up(self) -> tuple[tuple[Placed, ...], Graph]:
        dossier = self.state.dossier
        if self._walk[0] is not dossier:
            self._walk = dossier, in_order(dossier), graph_of(dossier)
        return self._walk[1:]

    # Opening and closing

    def open(self) -> None:
        self._unsubscribe = self._session.subscribe(self._update)
        self._screen.run_guarded(self._look_around(), "looking")

    def close(self) -> None:
        self._unsubscribe()

    async def _look_around(self) -> None:
        services = await self._screen.program.services()
        self._root = services.project.paths.root
        if not self.read_only:
            await self._take_up_words(services.shelf.unsent_of(self.slug, "review"))
        await self._read(self.state.files.artifacts)
        self._screen.look_later()
        await self._check()

    async def _take_up_words(self, store: Unsent) -> None:
        """What was written in the form and not saved, if this program does not know of it already."""
        form = self._screen.form
        try:
            kept = await asyncio.to_thread(store.read)
        except StorageError as error:
            self._screen.fail(error)
            return
        for name, text in kept.items():
            purpose, _, rest = name.partition(" · ")
            subject, _, named = rest.partition(" · ")
            form.drafts[purpose, subject] = {named: text, **form.drafts.get((purpose, subject), {})}
        self._draft_keeper = DraftKeeper(self._screen, store, lambda: _by_name(form.unsaved))

    def keep_words(self) -> None:
        if self._draft_keeper:
            self._draft_keeper.keep_now()

    # What the user decides

    def accept(self, entry: Entry) -> None:
        self.taken[entry.id] = entry
        self.decide(accepting(entry), entry.id, at_once=False)

    def accept_all(self, entries: Sequence[Entry]) -> None:
        """In one decision, so that it can be taken back in one."""
        self.taken.update({entry.id: entry for entry in entries})
        self.decide(accepting_all(entries), entries[0].id, also=tuple(entry.id for entry in entries[1:]))

    def decide(
        self,
        decision: Decision,
        subject: str,
        give_back: Callable[[str], None] | None = None,
        *,
        also: Sequence[str] = (),
        at_once: bool = True,
    ) -> None:
        """Nobody waits for it; `give_back` is told why, if what the user wrote could not be kept.

        The decision goes on when the review is closed meanwhile: only whoever shows the outcome is gone then.
        """
        from roundtable_tui.session.intents import Review

        work = self._begun(self._session.do(Review(lambda turn: decision(self.state, turn), at_once=at_once)))
        self._screen.app.run_worker(self._followed(work, (subject, *also), give_back), group="reviewing")

    def settled(self, finding: Finding) -> None:
        """It is being mended; if it stands after that, the next check finds it again."""
        left = tuple(one for one in self.findings[finding.entry] if one is not finding)
        self.findings = {**self.findings, finding.entry: left}

    async def _followed(
        self, work: asyncio.Future[None], subjects: Sequence[str], give_back: Callable[[str], None] | None
    ) -> None:
        try:
            await asyncio.shield(work)
        except RoundtableError as error:
            waiting = [subject for subject in subjects if self.taken.pop(subject, None)]
            if isinstance(error, ChangedMeanwhileError):
                self.altered.update(waiting)
            if give_back and self._screen.is_attached:
                give_back(error.sentence)
            self._screen.fail(error)
            self._show_anew(subjects[0])
        else:
            if changed := [subject for subject in subjects if self.taken.pop(subject, None)]:
                self.altered.update(changed)
                self._screen.app.notify(left_out(changed), markup=False)

    def _begun(self, work: Coroutine[Any, Any, None]) -> asyncio.Future[None]:
        begun = asyncio.ensure_future(work)
        self._under_way.add(begun)
        begun.add_done_callback(self._under_way.discard)
        return begun

    async def finish(self) -> None:
        """Before the item is let go: what was decided in the last moment counts too."""
        while self._under_way:
            await asyncio.wait(set(self._under_way))

    def undo(self) -> None:
        before = set(self._under_way)
        work = self._begun(self._undo(before))
        self._screen.app.run_worker(guarded(asyncio.shield(work), self._screen.fail), group="reviewing")

    async def _undo(self, before: set[asyncio.Future[None]]) -> None:
        """After what was decided before it."""
        if before:
            await asyncio.wait(before)
        decision = last_decision(self._session.events)
        if decision is None:
            self._screen.app.notify("Nothing was done in a review since the last answer.", markup=False)
            return
        from roundtable_tui.session.intents import Undo

        await self._session.do(Undo())
        self._screen.app.notify(f"Taken back: {told(decision)}.", markup=False)
        self._show_anew(concerned(decision))

    # What happens

    def _update(self, update: Update) -> None:
        match update:
            case Happened(event=event, state=state):
                if isinstance(event.body, Reviewed):
                    for change in event.body.changes:
                        self.taken.pop(change.id, None)
                    self.fresh = frozenset()
                if isinstance(event.body, ArtifactsWritten):
                    self._followed_by([file.path for file in event.body.files])
                elif state.dossier.version == event.seq or isinstance(event.body, Retracted):
                    self._changed(ours=isinstance(event.body, Reviewed | Retracted))
                if isinstance(event.body, CommentEvent | Contributed | Retracted):
                    self._screen.comments_changed()
            case Noticed(text=text) if self._screen.is_current:
                self._screen.notify(text, markup=False)

    def _changed(self, *, ours: bool) -> None:
        shown = self._screen.shown
        now = self.state.dossier.get(shown.id) if shown else None
        if shown and now and now.changed != shown.changed and not ours:
            self.altered.add(shown.id)
        if self._showing is None and self._screen.is_attached:
            self._showing = self._screen.set_timer(_SHOW_AFTER, self._show_anew)
        self._check_later()

    def _show_anew(self, entry: str = "") -> None:
        if self._showing:
            self._showing.stop()
            self._showing = None
        if self._screen.is_attached:
            self._screen.show_all(entry)

    def _followed_by(self, names: Sequence[str]) -> None:
        if self._screen.is_attached:
            self._screen.run_guarded(self._take_in(names), "looking")

    async def _take_in(self, names: Sequence[str]) -> None:
        before = dict(self._texts)
        await self._read(names)
        followed = [name for name in names if name in before and before[name] != self._texts.get(name)]
        if followed:
            self.fresh |= frozenset(followed)
            self._screen.documents_followed(followed, before)

    async def _read(self, names: Iterable[str]) -> None:
        """The documents as they lie there now; one that cannot be read cites nothing."""
        wanted = tuple(names)
        self._texts.update(await asyncio.to_thread(self._read_all, wanted))
        self._citing = Citing({name: text_of(data) for name, data in self._texts.items()})
        self._show_anew()

    def _read_all(self, names: Sequence[str]) -> Mapping[str, bytes]:
        found = {}
        for name in names:
            try:
                data = self._session.documents.read(name)
            except StorageError:
                continue
            if data is not None:
                found[name] = prepare(name, data)
        return found

    # What is looked up beside it

    def _check_later(self) -> None:
        if self._timer:
            self._timer.stop()
        if self._screen.is_attached:
            self._timer = self._screen.set_timer(_CHECK_AFTER, self._check_now)

    def _check_now(self) -> None:
        self._screen.run_guarded(self._check(), "checking")

    async def _check(self) -> None:
        from roundtable_tui.codebase.files.citations import WorkingTree

        state = self.state
        tree = WorkingTree(self._root) if self._root else None
        found = await asyncio.to_thread(findings_by_entry, state, tree)
        if found != self.findings:
            self.findings = found
            self._show_anew()

    def look_up_code(self, entry: Entry) -> None:
        """Reads the lines the entry cites, where nobody has yet."""
        wanted = [cited for cited in cited_by(entry) if cited not in self.excerpts]
        if wanted and self._root:
            self._screen.run_guarded(self._look_up(wanted, self._root), "looking")

    async def _look_up(self, wanted: Sequence[Cited], root: Path) -> None:
        from roundtable_tui.codebase.files.citations import WorkingTree

        tree = WorkingTree(root)
        self.excerpts.update(await asyncio.to_thread(lambda: {cited: excerpt(tree, cited) for cited in wanted}))
        self._show_anew()

    def versions(self, name: str) -> list[Version]:
        return list(self._session.documents.versions(name))

    def load_version(self, version: Any) -> bytes:
        return self._session.documents.read_version(version)


def _by_name(drafts: Mapping[tuple[str, str], Texts]) -> dict[str, str]:
    return {" · ".join((*written, named)): text for written, texts in drafts.items() for named, text in texts.items()}


def cited_by(entry: Entry) -> tuple[Cited, ...]:
    return tuple(source for source in entry.sources if isinstance(source, Cited))
