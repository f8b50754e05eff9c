"""The journal as a timeline: what happened, when and by whom, each in one plain sentence."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from itertools import chain
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.journal.code_facts import CodeChecked, Scanned
from roundtable_tui.domain.journal.events import (
    APP,
    FACTS,
    USER,
    AnswerRevised,
    ArtifactsWritten,
    Body,
    ChangedOutside,
    Chose,
    Continued,
    Decided,
    Decision,
    DepthChanged,
    Elaborated,
    Ending,
    Event,
    Finished,
    HandEdited,
    ItemCreated,
    Left,
    Outcome,
    PhaseBegun,
    PhaseCompleted,
    PhaseEnd,
    Reinstated,
    Renamed,
    Retracted,
    Reviewed,
    Spoke,
    StepClosed,
    StepCompleted,
    StepEngaged,
    StepPassed,
    StepReopened,
    TakenIn,
    UserSaid,
)
from roundtable_tui.domain.journal.fold.fold import voided_exchanges
from roundtable_tui.domain.journal.values import Role
from roundtable_tui.domain.knowledge.phases import phase
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.review.comment_story import CommentStory

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from datetime import tzinfo

_LONGEST = 300
_NAMED = 3
_DECIDED = {
    Decision.SKIP_PHASE: "skip the rest of the phase",
    Decision.NEXT_PHASE: "go on to the next phase",
    Decision.EARLY_EXIT: "wrap up here",
    Decision.WHICH_DEPTH: "change the depth",
    Decision.REANALYSE: "go through it again",
}
_REVIEWED = {Op.CONFIRM: "accepted", Op.REVISE: "amended", Op.DROP: "dropped", Op.RECORD: "wrote down"}
_PHASE_ENDS = {
    PhaseEnd.FINISHED: "complete",
    PhaseEnd.SKIPPED: "skipped, with drafts from what was known",
    PhaseEnd.EMPTY: "has nothing to ask",
}


class What(StrEnum):
    """What kind of thing happened, so that a screen can mark it as such."""

    USER = "user"
    VOICE = "voice"
    BEGUN = "begun"
    DONE = "done"
    DOCUMENT = "document"
    UNDONE = "undone"
    OTHER = "other"


class Happening(Struct, frozen=True):
    """One line of the timeline; what was taken back is kept, and marked as such."""

    seq: int
    when: datetime | None
    turn: int
    what: What
    who: str
    """`user`, a persona's key, or `app`."""
    name: str
    """Of whoever did it, empty for the program itself."""
    sentence: str
    """Goes on after the name, or stands alone."""
    taken_back: bool = False

    @property
    def text(self) -> str:
        return f"{self.name} {self.sentence}" if self.name else self.sentence


def timeline(
    events: Sequence[Event], names: Mapping[str, str] | None = None, zone: tzinfo | None = None
) -> tuple[Happening, ...]:
    """From the first to the last; `names` are the personas' first names by key, `zone` is where the reader is."""
    return tuple(_Telling(events, names or {}, zone).rows())


def last_exchange(events: Sequence[Event], turn: int, names: Mapping[str, str] | None = None) -> tuple[Happening, ...]:
    """What happened in one exchange and would be void without it."""
    rows = timeline([event for event in events if event.exchange == turn], names)
    return tuple(row for row in rows if row.what not in (What.DOCUMENT, What.UNDONE) and not row.taken_back)


class _Telling:
    def __init__(self, events: Sequence[Event], names: Mapping[str, str], zone: tzinfo | None) -> None:
        self._events = events
        self._names = names
        self._zone = zone
        self._void = voided_exchanges(events)
        self._digests: dict[str, str] = {}
        self._comments = CommentStory()
        self._told_later = frozenset(
            event.cause
            for event in events
            if event.cause and event.actor == APP and isinstance(event.body, Chose | Decided | DepthChanged)
        )
        """What the user typed that was taken as a command: the command is told instead."""

    def rows(self) -> Iterator[Happening]:
        depths = 0
        held: Happening | None = None
        for event in self._events:
            happened = chain(self._told(event, event.body), self._of_comments(event.body))
            for what, who, sentence in happened:
                row = self._row(event, what, who, sentence)
                if isinstance(event.body, DepthChanged) and held and held.sentence.endswith(f" {event.body.depth}"):
                    depths += 1
                    held = replace(held, sentence=f"set the depth of {depths} phases to {event.body.depth}")
                    continue
                if held:
                    yield held
                held, depths = row, 1
        if held:
            yield held

    def _of_comments(self, body: Body) -> Iterator[tuple[What, str, str]]:
        for who, sentence in self._comments.told(body):
            yield What.USER if who == USER else What.DOCUMENT if who == APP else What.VOICE, who, sentence

    def _row(self, event: Event, what: What, who: str, sentence: str) -> Happening:
        name = "You" if who == USER else "" if who == APP else one_line(self._names.get(who, who), 40)
        taken_back = event.exchange in self._void and not isinstance(event.body, FACTS)
        said = one_line(sentence[: 4 * _LONGEST], _LONGEST)
        return Happening(event.seq, self._when(event.at), event.exchange, what, who, name, said, taken_back)

    def _when(self, at: str) -> datetime | None:
        try:
            return datetime.fromisoformat(at).astimezone(self._zone)
        except (ValueError, OverflowError, OSError):
            return None

    def _told(self, event: Event, body: Body) -> Iterable[tuple[What, str, str]]:
        match body:
            case UserSaid(text=text) if event.seq not in self._told_later:
                yield What.USER, USER, f"said: {text}"
            case AnswerRevised(turn=turn, text=text):
                yield What.USER, USER, f"said instead of turn {turn}: {text}"
            case Chose(command=command):
                yield What.USER, USER, f"chose {command.name.capitalize()}"
            case DepthChanged(phase=key, depth=depth):
                yield What.USER, USER, f"set the depth of {phase(key).name} to {depth}"
            case Decided(what=decision, yes=yes):
                yield What.USER, USER, f"{'agreed' if yes else 'declined'} to {_DECIDED[decision]}"
            case Reviewed(changes=changes):
                yield What.USER, USER, _reviewed(changes)
            case Spoke():
                yield from self._spoken(body)
            case Retracted():
                yield What.UNDONE, USER, f"took back turn {event.exchange}"
            case Renamed(description=description):
                yield What.USER, USER, f"called the item: {description}"
            case Reinstated():
                yield What.UNDONE, USER, f"let turn {event.exchange} count again"
            case ArtifactsWritten() | HandEdited() | ChangedOutside() | TakenIn():
                yield from self._of_files(body)
            case _:
                yield from self._of_progress(event, body)

    def _spoken(self, body: Spoke) -> Iterable[tuple[What, str, str]]:
        who = next((said.speaker for said in reversed(body.said) if said.speaker not in (USER, APP)), APP)
        if body.outcome is not Outcome.FINISHED:
            ended = "was stopped" if body.outcome is Outcome.STOPPED else "could not finish"
            yield What.VOICE, who, ended if who != APP else f"A turn {ended}"
            return
        if body.changes:
            yield What.VOICE, who, f"wrote down {_some([change.id for change in body.changes])}"
        if body.asked:
            yield What.VOICE, who, f"asked: {body.asked.text}"
        elif not body.changes:
            talk = next((said.text for said in reversed(body.said) if said.role is not Role.CAPTURED), "")
            if talk:
                yield What.VOICE, who, f"said: {talk}"

    def _of_files(
        self, body: ArtifactsWritten | HandEdited | ChangedOutside | TakenIn
    ) -> Iterable[tuple[What, str, str]]:
        match body:
            case ArtifactsWritten(files=files, removed=removed):
                changed = [file.path for file in files if self._digests.get(file.path) != file.digest]
                self._digests.update({file.path: file.digest for file in files})
                if changed:
                    yield What.DOCUMENT, APP, f"{_some(changed)} written"
                if removed:
                    self._digests = {path: digest for path, digest in self._digests.items() if path not in removed}
                    yield What.DOCUMENT, APP, f"{_some(removed)} taken away with what was taken back"
            case HandEdited(path=path, changes=changes, conflicts=conflicts):
                if changes:
                    entries = _some([change.id for change in changes])
                    yield What.DOCUMENT, USER, f"edited {path} by hand, and the analysis follows: {entries}"
                if conflicts:
                    yield What.DOCUMENT, APP, f"{path} and the analysis say different things: {'; '.join(conflicts)}"
                elif not changes:
                    yield What.DOCUMENT, APP, f"{path} and the analysis agree again"
            case ChangedOutside(fields=fields):
                yield What.DOCUMENT, APP, f"Another program changed meta.json: {_some(list(fields))}"
            case TakenIn(documents=documents, changes=changes):
                entries = "entry" if len(changes) == 1 else "entries"
                yield What.DOCUMENT, APP, f"{len(changes):,} {entries} read from {_some(documents)}"

    def _of_progress(self, event: Event, body: Body) -> Iterable[tuple[What, str, str]]:
        match body:
            case ItemCreated(description=description):
                yield What.BEGUN, APP, f"The analysis began: {description}"
            case PhaseBegun(phase=key, persona=persona):
                yield What.BEGUN, APP, f"{phase(key).label} began with {self._names.get(persona, persona)}"
            case StepEngaged(step=step, title=title):
                yield What.BEGUN, APP, f"Step {step} began: {title}"
            case StepPassed(step=step, title=title, reason=reason):
                yield What.DONE, APP, f"Step {step} ({title}) was passed over: {reason}"
            case StepClosed(step=step, gaps=gaps):
                yield What.DONE, APP, f"Step {step} closed with {_counted(len(gaps), 'gap')} kept as assumptions"
            case StepCompleted(step=step, title=title):
                yield What.DONE, APP, f"Step {step} done: {title}"
            case StepReopened(step=step) if event.actor == USER:
                yield What.BEGUN, USER, f"reopened step {step}"
            case StepReopened(step=step):
                yield What.BEGUN, APP, f"Step {step} is open again"
            case Elaborated(step=step, turn_count=turns):
                yield What.DONE, APP, f"Step {step} was talked over in {_counted(turns, 'turn')}"
            case PhaseCompleted(phase=key, how=how):
                yield What.DONE, APP, f"{phase(key).label} {_PHASE_ENDS[how]}"
            case Left():
                yield What.DONE, USER, "left at the end of the phase"
            case Continued():
                yield What.BEGUN, USER, "came back"
            case Finished(ending=ending):
                done = "is complete" if ending is Ending.COMPLETE else "was wrapped up early, with its gaps marked"
                yield What.DONE, APP, f"The analysis {done}"
            case Scanned():
                yield What.OTHER, APP, _scanned(body)
            case CodeChecked() if said := _checked(body):
                yield What.OTHER, APP, said


def _checked(body: CodeChecked) -> str:
    """What is news to somebody who looks back; citations that merely moved with the code are not."""
    lost = f"{_counted(len(body.lost), 'citation')} of the code lead nowhere" if body.lost else ""
    missing = f"{_some(body.missing)} not found in the code" if body.missing else ""
    return "; ".join(part for part in (lost, missing) if part)


def _scanned(body: Scanned) -> str:
    if body.problem:
        return f"The code could not be searched: {body.problem}"
    likely = f"; {_some(body.likely)} likely to change" if body.likely else ""
    return f"{_counted(body.searched, 'file')} searched for {', '.join(body.words)}{likely}"


def _reviewed(changes: Sequence[Change]) -> str:
    by_verb: dict[str, list[str]] = {}
    for change in changes:
        by_verb.setdefault(_REVIEWED[change.op], []).append(change.id)
    return ", ".join(f"{verb} {_some(ids)}" for verb, ids in by_verb.items()) or "reviewed the entries"


def _some(names: Sequence[str]) -> str:
    """The first few by name, the rest by number."""
    named = list(dict.fromkeys(names))
    if len(named) <= _NAMED:
        return ", ".join(named[:-1]) + f" and {named[-1]}" if len(named) > 1 else "".join(named)
    return f"{', '.join(named[: _NAMED - 1])} and {len(named) - _NAMED + 1} more"


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"
