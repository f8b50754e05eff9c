"""A recording as a text file.

A recording is a text file: one JSON object a line, in the journal's own form (domain/journal/codec.py) but without what
follows from the order of the lines (v, seq, at, exchange, actor, cause). Empty lines and lines that begin with # are
for the reader. The first object says what is analysed; after it come, in the order in which they happened,

    {"type": "UserSaid", "text": "…"}               the user typed this and sent it
    {"type": "Chose", "command": "c"}               the user pressed a key of the menu
    {"type": "DepthChanged", "phase": "…", "depth": "deep"}   likewise; before anything was said it holds from the start
    {"type": "StepReopened", "step": "00-01"}       the user went back to a step
    {"type": "AnswerRevised", "turn": 2, "text": "…"}   the user changed what they had answered in that turn
    {"type": "VerdictGiven", "stage": "requirements", "verdict": "accept"}   the user judged a summary by key
    {"type": "PointMarked", "point": {…}, "mark": "struck"}   what they did with an open point
    {"type": "BudgetSet", "total": 8}               how many questions there were to be
    {"type": "Reviewed", "changes": […]}            what they accepted or changed in a review
    {"type": "Spoke", "said": [{"speaker": "business-analyst", "text": "…"}], "changes": […], "settled": […],
     "asked": {"step": "00-01", "key": "standard/1", "text": "…"}, "complete": true}   one turn of the voice
    {"type": "Contributed", "who": "investigation", "changes": […]}   what the table found by itself beside the talk
    {"type": "LookEnded", "part": "reading", "how": "done"}           a part of that is over

and, for those who watch it on a screen,

    {"press": "pane.preview"}                       a command by its id, or a key by its name
    {"pause": 2.5}                                  seconds in which nothing happens
    {"pulled": [{…}, {…}]}                          open points that the user wants asked next, in this order

The words of a question are said where it is asked, so `said` need not repeat them. Where a source names a turn, 0 is
the turn the line stands in, so that lines can be added and taken out without renumbering the others; -1 is what the
item was begun with.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from msgspec import Struct, convert, to_builtins

from roundtable_tui.domain.journal.codec import WireError, from_wire, to_wire
from roundtable_tui.domain.journal.conversation_events import LookEnded
from roundtable_tui.domain.journal.events import Body, Contributed, DepthChanged, Event, ItemCreated, Outcome, Spoke
from roundtable_tui.domain.journal.values import PointName
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.errors import UsageError
from roundtable_tui.formats.json_output import json_text
from roundtable_tui.recordings.recording import Deed, Line, Pause, Press, Pulled, Recording
from roundtable_tui.voices.script import ScriptedTurn
from roundtable_tui.voices.script_table import ScriptedPiece

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_ENVELOPE: dict[str, object] = {"v": 1, "seq": 1, "at": "", "exchange": 0, "actor": "", "cause": 0}
"""What follows from the order of the lines, and says nothing here."""
_SPOKE = {"voice": "script", "request": "", "outcome": Outcome.FINISHED.value}
"""What every turn of a recording has in common, so that it need not stand in each line."""
_SOURCE_KIND = "from"


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
        case Pulled(points=points):
            return {"pulled": to_builtins(points)}
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
    exchange, turns, depth = 0, 0, None
    for number, body in enumerate(bodies[1:], 2):
        match body:
            case DepthChanged(depth=wanted) if not lines:
                depth = wanted
            case Contributed() | LookEnded():
                lines.append(ScriptedPiece(exchange, turns, body))
            case Spoke():
                turns += 1
                lines.append(ScriptedTurn(exchange, body))
            case Press() | Pause():
                lines.append(body)
            case _ if isinstance(body, Deed):
                exchange += 1
                lines.append(body)
            case _:
                what = type(body).__name__
                raise UsageError(f"{name}: object {number} is a {what}, which cannot be played.", "Take it out.")
    return Recording(bodies[0], tuple(lines), depth)


def _read_lines(text: str, name: str) -> Iterator[Body | Pulled | Press | Pause]:
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            yield _read_object(json.loads(line))
        except (ValueError, RecursionError) as problem:
            reason = one_line(str(problem), 120)
            raise UsageError(f"{name}, line {number}, is not understood: {reason}.", "Mend that line.") from None


def _read_object(found: object) -> Body | Pulled | Press | Pause:
    match found:
        case {"press": str(what), **rest} if not rest:
            return Press(what)
        case {"pause": int() | float() as seconds, **rest} if not rest and seconds >= 0:
            return Pause(float(seconds))
        case {"pulled": list(points), **rest} if not rest:
            return Pulled(convert(points, tuple[PointName, ...]))
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
