"""One thing done to one of many entries: what the model wants for all of them in, what became of this one out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Confirmed
from roundtable_tui.domain.knowledge.points.twin_questions import twins_of
from roundtable_tui.domain.talk.sanitize import neutral, one_line
from roundtable_tui.voices.model.tools.acceptance import Taken, part_named, shown_as
from roundtable_tui.voices.model.tools.bad_call import BadCallError, LeaveItError
from roundtable_tui.voices.model.tools.evidence import Checked
from roundtable_tui.voices.model.tools.schemas import FieldInput, ReviseEntry

if TYPE_CHECKING:
    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.voices.model.tools.recorder import Recorder
    from roundtable_tui.voices.model.tools.schemas import SettleEntries
    from roundtable_tui.voices.protocol import Brief


def settle_one(recorder: Recorder, name: str, wanted: SettleEntries, brief: Brief, call: str) -> str:
    """BadCallError says why it cannot be; the others are done all the same."""
    entry = recorder.get(name)
    if entry is None and (taken := shown_as(name, brief)):
        told = _take(recorder, taken, wanted, call)
        if (place := part_named(name, brief)) is not None:
            recorder.parts_answered.add(place)
        return told
    if entry is None:
        raise BadCallError(f"There is no entry '{one_line(name, 60)}'.")
    match wanted.act:
        case "confirm":
            return _confirm(recorder, entry, wanted, brief.turn, call)
        case "set":
            field = FieldInput(name=wanted.field, value=wanted.value)
            return recorder.revise(ReviseEntry(id=name, fields=[field], drop=False, evidence=wanted.evidence), call)
        case "close":
            return _close(recorder, entry, wanted, call)
    raise BadCallError(f"'{one_line(wanted.act, 40)}' cannot be done to {entry.id}.")


def _confirm(recorder: Recorder, entry: Entry, wanted: SettleEntries, turn: int, call: str) -> str:
    witness = recorder.witness
    if not witness.was_shown(entry.id) and not witness.was_answered(entry, wanted.evidence.said):
        raise LeaveItError(
            "It stays as it is. Only what stood below the question, what they name by its id, or what the question was "
            "about and their words say too is confirmed; where they mean it all the same, revise it in their words."
        )
    if entry.id in recorder.witness.lost:
        raise BadCallError("It contradicts what they agreed to. Revise it until it fits, or drop it.")
    _require_agreement(recorder, wanted)
    if entry.kind is Kind.QUESTION:
        return _take_guess_of(recorder, entry, wanted, turn, call)
    recorder.confirm((entry.id,), Confirmed(turn))
    recorder.witness.pick(entry.id)
    lost = ", ".join(sorted(recorder.witness.lost))
    return f"{entry.id} is confirmed." + (f" Revise {lost} until it fits, or drop it." if lost else "")


def _take_guess_of(recorder: Recorder, entry: Entry, wanted: SettleEntries, turn: int, call: str) -> str:
    """A question cannot be right: a yes to it takes its guess, and it is open no longer."""
    if not (guess := entry.text("guess")):
        raise BadCallError(f"{entry.id} has no guess that could be confirmed: record what they said, and close it.")
    taken = Taken(guess, entry.text("keeps"), about=entry.refs("about"))
    told = _take(recorder, taken, wanted, call)
    _take_out(recorder, entry, Checked((turn,)), call)
    return f"{told} {entry.id} is closed."


def _take(recorder: Recorder, taken: Taken, wanted: SettleEntries, call: str) -> str:
    """A guess or a choice that the user took, or left to us, in words that only the model could read."""
    match wanted.act:
        case "confirm":
            _require_agreement(recorder, wanted)
            if changed := wanted.value.strip():
                return _take_changed(recorder, replace(taken, text=neutral(changed), changed=True), call)
            recorder.witness.take(taken.text)
            if kept := recorder.keep(taken, call):
                return f"It is recorded as confirmed in {kept}."
            return f"It counts as confirmed where you record it letter by letter: “{one_line(taken.text)}”"
        case "delegate":
            recorder.checked(wanted.evidence)
            recorder.witness.require_last(wanted.evidence.said)
            kept = recorder.keep(replace(taken, delegated=True), call)
            return f"An assumption says that it was left to you{f', and {kept} says it' if kept else ''}."
    raise BadCallError("A guess or a choice is confirmed or delegated.")


def _take_changed(recorder: Recorder, taken: Taken, call: str) -> str:
    """What they took, with what they added or changed: the whole sentence that holds now, made of both."""
    if kept := recorder.keep(taken, call):
        return f"{kept} says it as they changed it."
    return "It has no place of its own: record it where it belongs, with their words as the quote."


def _require_agreement(recorder: Recorder, wanted: SettleEntries) -> None:
    recorder.checked(wanted.evidence)
    recorder.witness.require_agreement(wanted.evidence.said)


def _close(recorder: Recorder, entry: Entry, wanted: SettleEntries, call: str) -> str:
    """An open question that the evidence answers, or leaves without a point."""
    if entry.kind is not Kind.QUESTION:
        raise BadCallError(f"{entry.id} is no open question. Only those are closed.")
    checked = recorder.checked(wanted.evidence)
    if not checked.is_there:
        raise BadCallError("Say what answers or supersedes it: a quote, lines of code, or entries.")
    _take_out(recorder, entry, checked, call)
    return f"{entry.id} is closed."


def _take_out(recorder: Recorder, entry: Entry, checked: Checked, call: str) -> None:
    """With those that ask the same."""
    for name in (entry.id, *twins_of(entry.id, recorder.state.dossier)):
        if known := recorder.get(name):
            recorder.take_out(known, checked, f"{call}/{name}")
