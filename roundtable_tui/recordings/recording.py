"""A journal as something that can be played again: what the user did, and what the voice and the table did then."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from roundtable_tui.domain.dossier.provenance import Confirmed, Inferred, Source, Stated
from roundtable_tui.domain.journal.comment_events import CommentsSent
from roundtable_tui.domain.journal.conversation_events import BudgetSet, LookEnded, PointMarked, VerdictGiven
from roundtable_tui.domain.journal.events import (
    APP,
    FACTS,
    USER,
    AnswerRevised,
    ChangedOutside,
    Chose,
    Continued,
    Contributed,
    DepthChanged,
    Event,
    HandEdited,
    ItemCreated,
    ModeChosen,
    Outcome,
    Renamed,
    Reviewed,
    Spoke,
    StepReopened,
    TakenIn,
    UserSaid,
)
from roundtable_tui.domain.journal.fold.fold import voided_exchanges
from roundtable_tui.domain.journal.values import LookEnd, PointMark, PointName, Role, Utterance
from roundtable_tui.domain.knowledge.points.open_points import questions_for
from roundtable_tui.domain.plan.planning import WHO as PLAN
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.errors import UsageError
from roundtable_tui.session.code.investigation import WHO
from roundtable_tui.session.intents import (
    ChangeDepth,
    Choose,
    Judge,
    MarkPoint,
    PullForward,
    Reopen,
    Review,
    Revise,
    SetBudget,
    Submit,
)
from roundtable_tui.voices.script import BEGINNING, THIS_TURN, ScriptedTurn
from roundtable_tui.voices.script_table import ScriptedPiece, ScriptedTable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.session.intents import Intent
    from roundtable_tui.voices.script import Waiter


class Pulled(Struct, frozen=True):
    """Open points the user wanted asked next, in this order."""

    points: tuple[PointName, ...]


Deed = (
    UserSaid
    | Chose
    | DepthChanged
    | StepReopened
    | AnswerRevised
    | VerdictGiven
    | PointMarked
    | Pulled
    | BudgetSet
    | Reviewed
)
"""What the user did: each begins an exchange of its own."""
_NOT_REPLAYED = {
    HandEdited: "an edit of a document",
    Continued: "a return to an item that was left",
    ModeChosen: "a change of the mode",
    CommentsSent: "comments",
    Contributed: "what somebody else brought in",
    ChangedOutside: "a change by another program",
    TakenIn: "what was read from documents that were there before",
}


class Press(Struct, frozen=True):
    """A command by its id, or a key by its name."""

    what: str


class Pause(Struct, frozen=True):
    seconds: float


Found = TypeVar("Found", Spoke, Contributed, Reviewed)
Line = Deed | ScriptedTurn | ScriptedPiece | Press | Pause


class Recording(Struct, frozen=True):
    item: ItemCreated
    lines: tuple[Line, ...]
    depth: Depth | None = None
    """What was asked for before anything was said."""
    left_out: tuple[str, ...] = ()
    """What happened and cannot be played again."""

    @property
    def turns(self) -> tuple[ScriptedTurn, ...]:
        """Those of the voice."""
        return tuple(line for line in self.lines if isinstance(line, ScriptedTurn))

    def voice(self, pace: float = 0.0, wait: Waiter = asyncio.sleep) -> ScriptedTable:
        """Whoever plays the table's part of it, `pace` seconds a word."""
        pieces = tuple(line for line in self.lines if isinstance(line, ScriptedPiece))
        return ScriptedTable(self.turns, pieces, pace, wait)


def again(deed: Deed, state: State) -> Intent:
    """What the user wanted when they did this, as things stand now."""
    match deed:
        case UserSaid(text=text):
            return Submit(text)
        case Chose(command=command):
            return Choose(command)
        case DepthChanged(depth=depth):
            return ChangeDepth(depth)
        case StepReopened(step=step):
            return Reopen(step)
        case AnswerRevised(turn=turn, text=text):
            return Revise(turn, text)
        case VerdictGiven(stage=stage, verdict=verdict):
            return Judge(stage, verdict)
        case PointMarked(point=point, mark=mark):
            return MarkPoint(point, mark)
        case Pulled(points=points):
            return PullForward(points)
        case BudgetSet(total=total):
            return SetBudget(total - questions_for(0, state))
        case Reviewed():
            return Review(lambda turn: _in_turns(deed, {THIS_TURN: turn, BEGINNING: 0}).changes)


# From a journal


def recorded(events: Sequence[Event]) -> Recording:
    """What the user did and the voice answered, without what was taken back, stopped or failed."""
    return _Recorder(events).recording()


class _Recorder:
    def __init__(self, events: Sequence[Event]) -> None:
        self._events = events
        self._item = _item_as_it_is_called(events)
        self._void = voided_exchanges(events) - _changed_later(events)
        self._lines: list[Line] = []
        self._numbers: dict[int, int] = {}
        self._turns = 0
        self._left_out: list[str] = []
        self._depth: Depth | None = None

    def recording(self) -> Recording:
        for event in self._events:
            if event.exchange not in self._void or isinstance(event.body, FACTS):
                self._take(event)
        return Recording(self._item, tuple(self._lines), self._depth, tuple(self._left_out))

    def _take(self, event: Event) -> None:
        match event.body:
            case DepthChanged(depth=wanted) if event.actor == USER and not (event.exchange and self._lines):
                self._depth = wanted
            case PointMarked(point=point, mark=PointMark.PULLED) if event.exchange in self._numbers:
                self._pull_before(point)
            case AnswerRevised(turn=turn, text=text) if turn not in self._numbers:
                self._deed(event, UserSaid(text))
            case AnswerRevised(turn=turn, text=text):
                self._deed(event, AnswerRevised(self._numbers[turn], text))
            case Reviewed() as reviewed:
                self._deed(event, _in_turns(reviewed, self._counted | {event.exchange: THIS_TURN}))
            case UserSaid() | Chose() | DepthChanged() | StepReopened() | VerdictGiven() | PointMarked() | BudgetSet():
                if event.actor == USER:
                    self._deed(event, event.body)
            case Spoke(outcome=Outcome.FINISHED) as spoke:
                spoken = replace(spoke, said=_without_question(spoke))
                counted = self._counted | {event.exchange: THIS_TURN}
                self._lines.append(ScriptedTurn(len(self._numbers), _in_turns(spoken, counted)))
                self._turns += 1
            case Contributed(who=who) as found if who == WHO:
                self._piece(_in_turns(found, self._counted))
            case LookEnded(part=part, how=LookEnd.DONE | LookEnd.BOUNDED as how, note=note, tokens=tokens):
                self._piece(LookEnded(part, how, note, tokens))
            case Contributed(who=who) as cut if who == PLAN:
                self._cut(cut)
            case Contributed() if event.actor == APP:
                return
            case body if type(body) in _NOT_REPLAYED:
                self._left_out.append(_NOT_REPLAYED[type(body)])

    @property
    def _counted(self) -> dict[int, int]:
        """Turns are counted as they will be when it is played."""
        return {0: BEGINNING, **self._numbers}

    def _deed(self, event: Event, deed: Deed) -> None:
        self._numbers[event.exchange] = len(self._numbers) + 1
        self._lines.append(deed)

    def _pull_before(self, point: PointName) -> None:
        """Several pulled at once were noted from the last of them to the first."""
        match self._lines[-1]:
            case PointMarked(point=other):
                self._lines[-1] = Pulled((point, other))
            case Pulled(points=others):
                self._lines[-1] = Pulled((point, *others))

    def _cut(self, cut: Contributed) -> None:
        """Tasks that a model cut come right after what that took; the rules cut theirs again when it is played."""
        match self._lines[-1:]:
            case _ if cut.tokens:
                self._piece(cut)
            case [ScriptedPiece(body=Contributed(who=who, changes=()) as asked) as piece] if who == PLAN:
                self._lines[-1] = replace(piece, body=replace(asked, changes=cut.changes))

    def _piece(self, body: Contributed | LookEnded) -> None:
        self._lines.append(ScriptedPiece(len(self._numbers), self._turns, body))


def _changed_later(events: Sequence[Event]) -> set[int]:
    """Exchanges that came to their end, and whose answer the user changed afterwards: they are played as they were."""
    void = voided_exchanges(events)
    ended = {event.exchange for event in events if isinstance(event.body, Spoke) and _finished(event.body)}
    revised: set[int] = set()
    for event in reversed(events):
        if isinstance(event.body, AnswerRevised) and (event.exchange not in void or event.exchange in revised):
            revised |= {event.body.turn} & ended
    return revised


def _finished(spoke: Spoke) -> bool:
    return spoke.outcome is Outcome.FINISHED


def _item_as_it_is_called(events: Sequence[Event]) -> ItemCreated:
    """A new name holds whatever was taken back; played again, the item has it from the start."""
    item = next((event.body for event in events if isinstance(event.body, ItemCreated)), None)
    if item is None:
        raise UsageError("There is nothing to record: nothing was said in this item yet.", "Begin the interview first.")
    names = [event.body.description for event in events if isinstance(event.body, Renamed)]
    return replace(item, description=names[-1]) if names else item


def _in_turns(found: Found, counted: Mapping[int, int]) -> Found:
    def source(old: Source) -> Source:
        match old:
            case Stated(turn=turn) | Confirmed(turn=turn):
                return replace(old, turn=counted.get(turn, turn))
            case Inferred(turns=turns):
                return replace(old, turns=tuple(counted.get(turn, turn) for turn in turns))
        return old

    changes = tuple(replace(change, sources=tuple(map(source, change.sources))) for change in found.changes)
    if isinstance(found, Reviewed):
        return replace(found, changes=changes)
    claims = tuple(replace(claim, evidence=tuple(map(source, claim.evidence))) for claim in found.claims)
    return replace(found, changes=changes, claims=claims)


def _without_question(spoke: Spoke) -> tuple[Utterance, ...]:
    asked = spoke.asked.text if spoke.asked else None
    return tuple(said for said in spoke.said if said.role is not Role.QUESTION or said.text != asked)
