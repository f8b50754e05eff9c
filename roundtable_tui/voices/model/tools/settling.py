"""One thing done to one of many entries: what the model wants for all of them in, what became of this one out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Confirmed
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.voices.model.tools.bad_call import BadCallError
from roundtable_tui.voices.model.tools.schemas import FieldInput, ReviseEntry

if TYPE_CHECKING:
    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.voices.model.tools.recorder import Recorder
    from roundtable_tui.voices.model.tools.schemas import SettleEntries


def settle_one(recorder: Recorder, name: str, wanted: SettleEntries, turn: int, call: str) -> str:
    """BadCallError says why it cannot be; the others are done all the same."""
    entry = recorder.get(name)
    if entry is None:
        raise BadCallError(f"There is no entry '{one_line(name, 60)}'.")
    match wanted.act:
        case "confirm":
            return _confirm(recorder, entry, wanted, turn)
        case "set":
            field = FieldInput(name=wanted.field, value=wanted.value)
            return recorder.revise(ReviseEntry(id=name, fields=[field], drop=False, evidence=wanted.evidence), call)
        case "close":
            return _close(recorder, entry, wanted, call)
    raise BadCallError(f"'{one_line(wanted.act, 40)}' is none of confirm, set and close.")


def _confirm(recorder: Recorder, entry: Entry, wanted: SettleEntries, turn: int) -> str:
    if not recorder.agreed_to(entry, wanted.evidence):
        raise BadCallError(
            "It is confirmed only where the user was shown it or names it, and the quote is from what they said last."
        )
    recorder.confirm((entry.id,), Confirmed(turn))
    return f"{entry.id} is confirmed."


def _close(recorder: Recorder, entry: Entry, wanted: SettleEntries, call: str) -> str:
    """An open question that the evidence answers, or leaves without a point."""
    if entry.kind is not Kind.QUESTION:
        raise BadCallError(f"{entry.id} is no open question. Only those are closed.")
    checked = recorder.checked(wanted.evidence)
    if not checked.is_there:
        raise BadCallError("Say what answers or supersedes it: a quote, lines of code, or entries.")
    recorder.take_out(entry, checked, call)
    return f"{entry.id} is closed."
