"""Looks through the code beside the talk: in a thread, one search at a time, and whoever needs it can wait for it."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import TYPE_CHECKING, Protocol

from msgspec.structs import astuple

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.journal.code_facts import Inquiry, is_path_among
from roundtable_tui.domain.journal.events import USER
from roundtable_tui.domain.journal.step_records import StepStatus
from roundtable_tui.domain.knowledge.reach import not_edited, reach, what_moved
from roundtable_tui.storage.paths import PANELS, PRIVATE

if TYPE_CHECKING:
    from collections.abc import Callable

    from roundtable_tui.codebase.impact.project_scan import Progress
    from roundtable_tui.domain.journal.code_facts import Scanned
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Step
    from roundtable_tui.session.record import Record
    from roundtable_tui.storage.paths import ProjectPaths

_BETWEEN = 0.1
"""Seconds between two reports of how far it is."""


class Scan(Protocol):
    def __call__(
        self, wanted: Inquiry, stopped: Callable[[], bool], progress: Callable[[Progress], None]
    ) -> Scanned: ...


class CodeSearch:
    """`tell` hears how far the search is, as a sentence, and nothing when it is over."""

    def __init__(self, scan: Scan, tell: Callable[[str], None]) -> None:
        self._scan = scan
        self._tell = tell
        self._wanted = Inquiry()
        self._task: asyncio.Task[Scanned] | None = None
        self._stopped = False
        self._closed = False

    @property
    def under_way(self) -> bool:
        return self._task is not None

    async def result(self, wanted: Inquiry) -> Scanned:
        """What the code says about this; a search for something else is stopped first."""
        while self._task and self._wanted != wanted:
            self._stopped = True
            await asyncio.wait({self._task})
        if self._task is None:
            self._wanted, self._stopped = wanted, self._closed
            self._task = asyncio.create_task(self._search(wanted))
        return await asyncio.shield(self._task)

    def stop(self) -> None:
        self._stopped = True

    async def close(self) -> None:
        """Whoever waits for a result is not told of one that was cut short: the next session looks again."""
        self._stopped = self._closed = True
        if self._task:
            await asyncio.wait({self._task})

    async def _search(self, wanted: Inquiry) -> Scanned:
        loop = asyncio.get_running_loop()
        told, hits = 0.0, 0

        def progress(now: Progress) -> None:
            nonlocal told, hits
            hits = sum(hit.count for hit in now.hits) or hits
            if (now.hits or monotonic() - told >= _BETWEEN) and not self._stopped:
                told = monotonic()
                loop.call_soon_threadsafe(self._tell, _as_sentence(now, hits))

        self._tell("Looking through the code …")
        try:
            found = await asyncio.to_thread(self._scan, wanted, lambda: self._stopped, progress)
        finally:
            self._task = None
            self._tell("")
        if self._closed:
            raise asyncio.CancelledError
        return found


class LookingAhead:
    """Has the code looked through once for the same words and the same commit, and notes what was found."""

    def __init__(self, record: Record, search: CodeSearch, head: Callable[[], str]) -> None:
        self._record = record
        self._search = search
        self._head = head

    async def look(self, alone: asyncio.Lock, *, again: bool = False) -> bool:
        """Whether anything was noted: not before the user has said what it is about, and while nobody does anything."""
        wanted = inquiry(self._state) if self._state.talk.user_turns else None
        again = again or await self._code_moved_on()
        if wanted is None or not self._is_wanted(wanted, again):
            return False
        found = await self._search.result(wanted)
        async with alone:
            if self._record.closed or wanted != inquiry(self._state) or not self._is_wanted(wanted, again):
                return False
            await note_found(self._record, found)
            return True

    @property
    def _state(self) -> State:
        return self._record.state

    async def _code_moved_on(self) -> bool:
        then = self._state.code.scan.commit if self._state.code.scan else ""
        return bool(then) and then != await asyncio.to_thread(self._head)

    def _is_wanted(self, wanted: Inquiry, again: bool) -> bool:
        known = self._state.code.scan
        return self._state.talk.ending is None and (again or known is None or not _is_same(known.inquiry, wanted))


async def note_found(record: Record, found: Scanned) -> None:
    """Keeps what a search has found; what it moved among the files to change is told in one line of the talk."""
    before = reach(record.state)
    await record.append(found)
    after = reach(record.state)
    if after and (moved := what_moved(before, after)):
        record.notice(moved)


def _is_same(one: Inquiry, other: Inquiry) -> bool:
    """The order in which things were said makes no difference to what is found."""
    return all(set(was) == set(now) for was, now in zip(astuple(one), astuple(other), strict=True))


def _as_sentence(progress: Progress, found: int) -> str:
    """The figures first, because half a narrow line is all there is; `found` is what was counted before."""
    if not progress.total:
        return f"Code: {progress.stage}"
    hits = f", {found:,} hits" if found else ""
    return f"Code: {progress.done:,} of {progress.total:,} files{hits} ({progress.stage})"


_LOOKS_AT_CODE = (Kind.KEYWORD, Kind.ESTIMATE, Kind.FILE)
MOST_WORDS = 12


def inquiry_before(step: Step, state: State) -> Inquiry | None:
    """What to search for before this step goes on; nothing if it needs no search or has one of just this."""
    if not state.talk.user_turns or not _looks_at_code(step):
        return None
    record = state.guided.steps.get(step.id)
    if record is None or record.status not in (StepStatus.ENGAGED, StepStatus.READY):
        return None
    wanted = inquiry(state)
    if wanted is None or (state.code.scan and _is_same(state.code.scan.inquiry, wanted)):
        return None
    return wanted


def own_folders(paths: ProjectPaths) -> tuple[str, ...]:
    """Where we write ourselves: it speaks of the change, and is no code."""
    return (paths.requirements, paths.common, PRIVATE, PANELS, paths.backlog.name)


def inquiry(state: State) -> Inquiry | None:
    """The keywords agreed on, or until there are any the telling words of what the user wrote; and what they named."""
    from roundtable_tui.codebase.files.secret_patterns import MARK
    from roundtable_tui.codebase.files.secrets import redact
    from roundtable_tui.codebase.search.keywords import is_number, telling_words
    from roundtable_tui.codebase.search.named import names_in
    from roundtable_tui.domain.talk.lists.spared_files import spared_in, without_spared
    from roundtable_tui.domain.talk.small_talk import says_nothing

    chosen = [
        entry.text() for entry in state.dossier.of(Kind.KEYWORD) if entry.text("use") in ("search", "pattern", "")
    ]
    agreed = tuple(dict.fromkeys(word for word in chosen if not is_number(word)))[:MOST_WORDS]
    heard = [spoken.utterance.text for spoken in state.talk.transcript if spoken.utterance.speaker == USER]
    said = [text for text in heard if not says_nothing(text)]
    whole = [state.item.description, state.item.draft, *said] if state.item else said
    texts = [redact(text).text.replace(MARK, "") for text in whole]  # alone, a word no longer shows that it is a secret
    spared = spared_in(texts)
    elsewhere = (*not_edited(state.dossier), *spared)
    named = [name for name in names_in(texts) if not any(_is_path_of(name, path) for path in elsewhere)]
    names = tuple(name for name in named if not is_path_among(name, spared))
    words = agreed or telling_words(map(without_spared, texts), MOST_WORDS)
    wanted = Inquiry(words, names, spared)
    return wanted if wanted.words or wanted.names else None


def _is_path_of(name: str, path: str) -> bool:
    """Whether somebody who says the name means the file: then what they said of it is on record already."""
    return f"/{path}".endswith(f"/{name.removeprefix('./')}")


def _looks_at_code(step: Step) -> bool:
    prompts = [prompt for section in step.sections.values() for prompt in section.prompts]
    return any(prompt.capture and prompt.capture.kind in _LOOKS_AT_CODE for prompt in prompts)
