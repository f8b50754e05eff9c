"""Seats that answer from a file, so that demos and tests have a panel that always says the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.errors import UsageError, VoiceError
from roundtable_tui.formats.yaml import YamlError, read_yaml
from roundtable_tui.panel.record.session import Seat, SeatKind
from roundtable_tui.panel.seats.protocol import Reply

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from roundtable_tui.formats.yaml import Value
    from roundtable_tui.panel.record.ballots import Request
    from roundtable_tui.panel.seats.tasks import FacilitatorTask, Repair, SeatTask, SynthesisTask


class ScriptVoice:
    """Answers round n with the n-th entry of its list.

    An entry is a map of fields, a text to be read like any model's, `{error: sentence}` for a voice that fails, or a
    list of such entries: the second is the answer to the request to mend the first.
    """

    def __init__(self, entries: Sequence[Value], model: str = "", request: Request | None = None) -> None:
        self._entries = entries
        self._request = request
        self.seat = Seat(SeatKind.MODEL, "script", model)

    async def ask(self, task: FacilitatorTask) -> Reply:
        return self._reply(task.situation.round, "question", task.repair)

    async def ballot(self, task: SeatTask) -> Reply:
        return self._reply(task.asked.round, "", task.repair)

    async def synthesise(self, task: SynthesisTask) -> Reply:
        return self._reply(task.situation.round, "synthesis", task.repair)

    def _reply(self, number: int, part: str, repair: Repair | None) -> Reply:
        if number > len(self._entries):
            raise VoiceError(f"The script has nothing for round {number}.", "Add an entry, or seat somebody else.")
        entry = self._entries[number - 1]
        if part:
            entry = entry.get(part) if isinstance(entry, dict) else None
        if isinstance(entry, list):
            entry = entry[min(int(repair is not None), len(entry) - 1)] if entry else None
        if isinstance(entry, dict) and isinstance(sentence := entry.get("error"), str):
            raise VoiceError(one_line(sentence))
        content = entry if isinstance(entry, dict | str) else ""
        return Reply(content, self._request) if self._request else Reply(content)


def scripted_voices(text: str) -> tuple[ScriptVoice | None, Mapping[str, ScriptVoice]]:
    """The facilitator, if the script has one, and the seats by id."""
    try:
        found = read_yaml(text)
    except YamlError as error:
        raise UsageError(f"The script {error}.", "Mend that line.") from None
    if not isinstance(found, dict):
        raise UsageError("The script is not a list of 'name: value' lines.", "It needs 'facilitator' and 'seats'.")
    facilitator, seats = found.get("facilitator"), found.get("seats")
    voices = seats if isinstance(seats, dict) else {}
    return (
        ScriptVoice(facilitator) if isinstance(facilitator, list) else None,
        {seat: ScriptVoice(entries if isinstance(entries, list) else []) for seat, entries in voices.items()},
    )
