"""Turns the journal of an item into a recording that can be played again, and reads such a file.

A recording is a text file: one JSON object a line, in the journal's own form (domain/journal/codec.py) but without what
follows from the order of the lines (v, seq, at, exchange, actor, cause). Empty lines and lines that begin with # are
for the reader. The first object says what is analysed; after it come, in the order in which they happened,

    {"type": "UserSaid", "text": "…"}               the user typed this and sent it
    {"type": "Chose", "command": "c"}               the user pressed a key of the menu
    {"type": "DepthChanged", "phase": "…", "depth": "deep"}   likewise; before anything was said it holds from the start
    {"type": "StepReopened", "step": "00-01"}       the user went back to a step
    {"type": "VerdictGiven", "stage": "requirements", "verdict": "accept"}   the user judged a summary by key
    {"type": "Spoke", "said": [{"speaker": "business-analyst", "text": "…"}], "changes": […], "settled": […],
     "asked": {"step": "00-01", "key": "standard/1", "text": "…"}, "complete": true}   one turn of the voice
    {"type": "Contributed", "who": "investigation", "changes": […]}   what the table found by itself beside the talk
    {"type": "LookEnded", "part": "reading", "how": "done"}           a part of that is over

and, for those who watch it on a screen,

    {"press": "pane.preview"}                       a command by its id, or a key by its name
    {"pause": 2.5}                                  seconds in which nothing happens

The words of a question are said where it is asked, so `said` need not repeat them. Where a source names a turn, 0 is
the turn the line stands in, so that lines can be added and taken out without renumbering the others; -1 is what the
item was begun with.
"""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from roundtable_tui.domain.dossier.provenance import Confirmed, Inferred, Source, Stated
from roundtable_tui.domain.journal.codec import WireError, from_wire, to_wire
from roundtable_tui.domain.journal.conversation_events import LookEnded, VerdictGiven
from roundtable_tui.domain.journal.events import (
    USER,
    AnswerRevised,
    Body,
    ChangedOutside,
    Chose,
    Continued,
    Contributed,
    DepthChanged,
    Event,
    HandEdited,
    ItemCreated,
    Outcome,
    Renamed,
    Reviewed,
    Spoke,
    StepReopened,
    TakenIn,
    UserSaid,
)
from roundtable_tui.domain.journal.fold.fold import voided_exchanges
from roundtable_tui.domain.journal.values import LookEnd, Role, Utterance
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.errors import UsageError
from roundtable_tui.formats.json_output import json_text
from roundtable_tui.session.intents import ChangeDepth, Choose, Judge, Reopen, Submit
from roundtable_tui.voices.script import BEGINNING, THIS_TURN, ScriptedTurn
from roundtable_tui.voices.script_table import ScriptedPiece, ScriptedTable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from roundtable_tui.session.intents import Intent
    from roundtable_tui.voices.script import Waiter

_ENVELOPE: dict[str, object] = {"v": 1, "seq": 1, "at": "", "exchange": 0, "actor": "", "cause": 0}
"""What follows from the order of the lines, and says nothing here."""
_SPOKE = {"voice": "script", "request": "", "outcome": Outcome.FINISHED.value}
"""What every turn of a recording has in common, so that it need not stand in each line."""
_SOURCE_KIND = "from"
Deed = UserSaid | Chose | DepthChanged | StepReopened | VerdictGiven
_LOOKED = "investigation"
"""Who found what the table found by itself."""
_NOT_REPLAYED = {
    AnswerRevised: "an answer to an earlier question that was written anew",
    HandEdited: "an edit of a document",
    Reviewed: "a review of entries",
    Continued: "a return to an item that was left",
    ChangedOutside: "a change by another program",
    TakenIn: "what was read from documents that were there before",
}


class Press(Struct, frozen=True):
    """A command by its id, or a key by its name."""

    what: str


class Pause(Struct, frozen=True):
    seconds: float


Found = TypeVar("Found", Spoke, Contributed)
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


def again(deed: Deed) -> Intent:
    """What the user wanted when they did this."""
    match deed:
        case UserSaid(text=text):
            return Submit(text)
        case Chose(command=command):
            return Choose(command)
        case DepthChanged(depth=depth):
            return ChangeDepth(depth)
        case StepReopened(step=step):
            return Reopen(step)
        case VerdictGiven(stage=stage, verdict=verdict):
            return Judge(stage, verdict)


# From a journal


def recorded(events: Sequence[Event]) -> Recording:
    """What the user did and the voice answered, without what was taken back, stopped or failed."""
    item = _item_as_it_is_called(events)
    void = voided_exchanges(events)
    lines: list[Line] = []
    numbers: dict[int, int] = {}
    left_out: list[str] = []
    depth: Depth | None = None
    for event in (event for event in events if event.exchange not in void):
        match event.body:
            case DepthChanged(depth=wanted) if event.actor == USER and not (event.exchange and lines):
                depth = wanted
            case UserSaid() | Chose() | DepthChanged() | StepReopened() | VerdictGiven() if event.actor == USER:
                numbers[event.exchange] = len(numbers) + 1
                lines.append(event.body)
            case AnswerRevised(turn=turn, text=text) if turn > max(numbers, default=0):
                numbers[event.exchange] = len(numbers) + 1
                lines.append(UserSaid(text))
            case Spoke(outcome=Outcome.FINISHED):
                lines.append(ScriptedTurn(len(numbers), _spoken(event.body, event.exchange, numbers)))
            case Contributed(who=who) as found if who == _LOOKED:
                bare = replace(_renumbered(found, event.exchange, numbers), tokens=())
                lines.append(ScriptedPiece(len(numbers), bare))
            case LookEnded(part=part, how=LookEnd.DONE | LookEnd.BOUNDED as how, note=note):
                lines.append(ScriptedPiece(len(numbers), LookEnded(part, how, note)))
            case body if type(body) in _NOT_REPLAYED:
                left_out.append(_NOT_REPLAYED[type(body)])
    return Recording(item, tuple(lines), depth, tuple(left_out))


def _item_as_it_is_called(events: Sequence[Event]) -> ItemCreated:
    """A new name holds whatever was taken back; played again, the item has it from the start."""
    item = next((event.body for event in events if isinstance(event.body, ItemCreated)), None)
    if item is None:
        raise UsageError("There is nothing to record: nothing was said in this item yet.", "Begin the interview first.")
    names = [event.body.description for event in events if isinstance(event.body, Renamed)]
    return replace(item, description=names[-1]) if names else item


def _spoken(spoke: Spoke, exchange: int, numbers: dict[int, int]) -> Spoke:
    return replace(_renumbered(spoke, exchange, numbers), said=_without_question(spoke))


def _renumbered(found: Found, exchange: int, numbers: dict[int, int]) -> Found:
    """Turns are counted as they will be when it is played; the one it was said in is 0."""
    counted = {0: BEGINNING, **numbers, exchange: THIS_TURN}

    def source(old: Source) -> Source:
        match old:
            case Stated(turn=turn) | Confirmed(turn=turn):
                return replace(old, turn=counted.get(turn, turn))
            case Inferred(turns=turns):
                return replace(old, turns=tuple(counted.get(turn, turn) for turn in turns))
        return old

    return replace(
        found,
        changes=tuple(replace(change, sources=tuple(map(source, change.sources))) for change in found.changes),
        claims=tuple(replace(claim, evidence=tuple(map(source, claim.evidence))) for claim in found.claims),
    )


def _without_question(spoke: Spoke) -> tuple[Utterance, ...]:
    asked = spoke.asked.text if spoke.asked else None
    return tuple(said for said in spoke.said if said.role is not Role.QUESTION or said.text != asked)


def written(recording: Recording, may_show: Callable[[str], str] = str) -> str:
    """The recording as the text of a file; `may_show` says what of a text may stand in it."""
    start: list[Body] = [recording.item]
    if recording.depth:
        start.append(DepthChanged("", recording.depth))
    objects = [*map(_object, start), *map(_object_of, recording.lines)]
    return "".join(json_text(_each_text(one, may_show), None) + "\n" for one in objects)


def _each_text(value: object, may_show: Callable[[str], str]) -> object:
    match value:
        case str():
            return may_show(value)
        case list():
            return [_each_text(part, may_show) for part in value]
        case dict():
            return {name: _each_text(part, may_show) for name, part in value.items()}
    return value


def _object_of(line: Line) -> dict[str, Any]:
    match line:
        case Press(what=what):
            return {"press": what}
        case Pause(seconds=seconds):
            return {"pause": seconds}
        case ScriptedTurn(spoke=spoke):
            return {name: value for name, value in _object(spoke).items() if name not in _SPOKE}
        case ScriptedPiece(body=body):
            return _object(body)
    return _object(line)


def _object(body: Body) -> dict[str, Any]:
    wire = to_wire(Event(1, "", 0, "", 0, body))
    return {name: value for name, value in wire.items() if name not in _ENVELOPE}


# From a file


def read_recording(text: str, name: str) -> Recording:
    """Strict: what is not understood is named with its line, `name` being what to call the file."""
    bodies = list(_read_lines(text, name))
    if not bodies or not isinstance(bodies[0], ItemCreated):
        raise UsageError(f"{name} is not a recording.", "Its first line must say what is analysed (ItemCreated).")
    lines: list[Line] = []
    exchange, depth = 0, None
    for number, body in enumerate(bodies[1:], 2):
        match body:
            case DepthChanged(depth=wanted) if not lines:
                depth = wanted
            case UserSaid() | Chose() | DepthChanged() | StepReopened() | VerdictGiven():
                exchange += 1
                lines.append(body)
            case Contributed() | LookEnded():
                lines.append(ScriptedPiece(exchange, body))
            case Spoke():
                lines.append(ScriptedTurn(exchange, body))
            case Press() | Pause():
                lines.append(body)
            case _:
                what = type(body).__name__
                raise UsageError(f"{name}: object {number} is a {what}, which cannot be played.", "Take it out.")
    return Recording(bodies[0], tuple(lines), depth)


def _read_lines(text: str, name: str) -> Iterator[Body | Press | Pause]:
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            yield _read_object(json.loads(line))
        except (ValueError, RecursionError) as problem:
            reason = one_line(str(problem), 120)
            raise UsageError(f"{name}, line {number}, is not understood: {reason}.", "Mend that line.") from None


def _read_object(found: object) -> Body | Press | Pause:
    match found:
        case {"press": str(what), **rest} if not rest:
            return Press(what)
        case {"pause": int() | float() as seconds, **rest} if not rest and seconds >= 0:
            return Pause(float(seconds))
        case {"type": str(kind), **rest}:
            about: dict[str, Any] = {**_ENVELOPE, **(_SPOKE if kind == Spoke.__name__ else {}), "type": kind}
            body = from_wire(about | rest).body
            if unknown := next(_unknown(rest, body), None):
                raise WireError(f"there is no '{unknown}'")
            return body
    raise WireError("neither an event nor a press nor a pause")


def _unknown(found: Any, meant: object) -> Iterator[str]:
    """Names in the file that say nothing: most likely misspelt."""
    if isinstance(found, list) and isinstance(meant, tuple):
        for one, value in zip(found, meant, strict=True):
            yield from _unknown(one, value)
    elif isinstance(found, dict) and isinstance(meant, Struct):
        for name, value in found.items():
            if name in meant.__struct_fields__:
                yield from _unknown(value, getattr(meant, name))
            elif name != _SOURCE_KIND:
                yield name
