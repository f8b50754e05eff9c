"""What every voice on a panel can be asked for, whether a script, a person or a model stands behind it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct, field

from roundtable_tui.formats.yaml import Value
from roundtable_tui.panel.record.ballots import Request

if TYPE_CHECKING:
    from roundtable_tui.panel.record.session import Seat
    from roundtable_tui.panel.seats.tasks import FacilitatorTask, SeatTask, SynthesisTask


class Reply(Struct, frozen=True):
    """An answer as it came: fields where a form or a tool gave them, else text to be read."""

    content: str | Mapping[str, Value]
    request: Request = field(default_factory=Request)

    @property
    def text(self) -> str:
        """As it can be shown to whoever has to mend it."""
        if isinstance(self.content, str):
            return self.content
        return "\n".join(f"{name}: {value}" for name, value in self.content.items())


class PanelVoice(Protocol):
    """One seat, or the facilitator. A voice that cannot answer raises VoiceError; cancelling a call ends it."""

    @property
    def seat(self) -> Seat:
        """What stands behind it, for the record."""
        ...

    async def ask(self, task: FacilitatorTask) -> Reply: ...

    async def ballot(self, task: SeatTask) -> Reply: ...

    async def synthesise(self, task: SynthesisTask) -> Reply: ...
