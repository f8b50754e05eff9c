"""Reads a panel's answers file, and answers by it for the people at the table and for the user who decides.

```yaml
seats:                        # by seat, one entry a round: a map of fields, or just the position
  qa-lead:
    - {position: A table., confidence: 0.8, option: table}
  you: [I would wait.]        # with --own: your ballot beside the panel
synthesis:                    # one a round; an empty one, or none, takes what was counted
  - We all want the table.
  - {synthesis: A table after all., alike: [[qa-lead, technical-lead]]}   # who means the same in other words
decisions:                    # for what goes to the user: accept, continue 2, or the decision itself
  - accept
```
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct, field

from roundtable_tui.domain.talk.sanitize import neutral, one_line
from roundtable_tui.errors import StorageError, UsageError, VoiceError
from roundtable_tui.formats.yaml import Value, YamlError, read_yaml
from roundtable_tui.panel.record.ballots import texts_in
from roundtable_tui.panel.record.session import Choice
from roundtable_tui.panel.rounds.parts import Wish
from roundtable_tui.panel.rounds.round import OWN
from roundtable_tui.panel.rules.escalation import Decision
from roundtable_tui.storage.disk import MEGABYTE, shown

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.items.budget import BudgetSpentError
    from roundtable_tui.panel.record.session import PanelSession
    from roundtable_tui.panel.rules.escalation import Issue
    from roundtable_tui.panel.seats.tasks import SeatTask, SynthesisTask
    from roundtable_tui.storage.disk import Disk

_KNOWN = ("topic", "seats", "synthesis", "decisions")
_GO_ON = re.compile(r"(?:continue|go on)(?:\s+(\d{1,3}))?(?:\s+rounds?)?", re.IGNORECASE)


class PanelAnswers(Struct, frozen=True):
    topic: str = ""
    seats: Mapping[str, list[Value]] = field(default_factory=dict)
    synthesis: tuple[Value, ...] = ()
    decisions: tuple[str, ...] = ()


def read_panel_answers(disk: Disk, path: Path) -> PanelAnswers:
    name = shown(path)
    try:
        found = read_yaml(disk.read(path, 8 * MEGABYTE).decode("utf-8-sig"))
    except StorageError as error:
        raise UsageError(error.sentence, error.hint) from None
    except UnicodeDecodeError:
        raise UsageError(f"{name} is not UTF-8 text.", "Save it as UTF-8 and try again.") from None
    except YamlError as error:
        raise UsageError(f"{name} {error}.", "Mend that line and try again.") from None
    if not isinstance(found, dict):
        raise UsageError(f"{name} is not an answers file.", "It needs 'seats' with a list of answers each.")
    unknown = [key for key in found if key not in _KNOWN]
    if unknown:
        raise UsageError(f"{name} has an unknown entry '{one_line(unknown[0], 60)}'.", "Check its spelling.")
    seats, synthesis, decisions = (found.get(key) for key in _KNOWN[1:])
    if seats is not None and not isinstance(seats, dict):
        raise UsageError(f"{name}: 'seats' does not fit.", "Write it as 'participant: [answers]'.")
    topic = found.get("topic")
    return PanelAnswers(
        topic=topic if isinstance(topic, str) else "",
        seats={seat: given if isinstance(given, list) else [given] for seat, given in (seats or {}).items()},
        synthesis=tuple(synthesis) if isinstance(synthesis, list) else (),
        decisions=tuple(one for one in decisions if isinstance(one, str)) if isinstance(decisions, list) else (),
    )


class AnsweringPeople:
    """Everybody at the table, by an answers file; where it has no answer left, the panel pauses."""

    def __init__(self, answers: PanelAnswers, session: PanelSession, pause: Callable[[], None]) -> None:
        self._answers = answers
        self._pause = pause
        self._decisions = list(answers.decisions[len(session.escalations) :])

    async def ballot(self, task: SeatTask) -> Mapping[str, Value] | str:
        given = self._answers.seats.get(task.participant.id, [])
        number = task.asked.round
        entry = given[number - 1] if number <= len(given) else None
        if task.participant.id == OWN and entry in (None, ""):
            raise VoiceError("You cast no ballot in this round.")
        if task.repair or entry in (None, ""):
            return await self._nobody()
        if isinstance(entry, str):
            return {"position": entry, "confidence": "0.5"}
        return entry if isinstance(entry, dict) else await self._nobody()

    async def synthesis(self, task: SynthesisTask, draft: Mapping[str, Value]) -> Mapping[str, Value] | str:
        del draft
        number = task.situation.round
        said = self._answers.synthesis[number - 1] if number <= len(self._answers.synthesis) else ""
        if isinstance(said, dict):
            alike = said.get("alike")
            told = {name: value for name, value in said.items() if name != "alike"}
            return {**told, "groups": self._groups(alike, task)} if isinstance(alike, list) else told
        return said if isinstance(said, str) else ""

    def _groups(self, alike: list[Value], task: SynthesisTask) -> list[Value]:
        """By the letters that the ballots of these seats were given; they are found by what they say."""
        free = {one.label: one.ballot.position for one in task.ballots}
        groups: list[Value] = []
        for group in alike:
            labels: list[Value] = []
            for seat in texts_in(group):
                said = self._position(seat, task.situation.round)
                label = next((label for label, position in free.items() if said and position == said), "")
                if not label:
                    reason = f"'alike' of round {task.situation.round} names '{one_line(seat, 60)}'"
                    raise UsageError(f"{reason}, whose answer is not among the ballots.", "Name seats of this file.")
                free.pop(label)
                labels.append(label)
            groups.append(labels)
        groups += [[label] for label in free]
        return groups

    def _position(self, seat: str, number: int) -> str:
        given = self._answers.seats.get(seat, [])
        entry = given[number - 1] if number <= len(given) else None
        said = entry.get("position") if isinstance(entry, dict) else entry
        return neutral(said).strip() if isinstance(said, str) else ""

    async def decide(self, issue: Issue) -> Decision | None:
        if not self._decisions:
            return None
        return decision_in(self._decisions.pop(0), issue)

    async def after_round(self, session: PanelSession) -> Wish:
        del session
        return Wish.GO_ON

    async def goes_beyond(self, spent: BudgetSpentError) -> bool:
        """A file cannot be asked."""
        del spent
        return False

    async def _nobody(self) -> str:
        """Nobody answers any more: the round stays open until somebody does."""
        self._pause()
        await asyncio.Event().wait()
        return ""


def decision_in(text: str, issue: Issue) -> Decision:
    """What somebody typed: accept, continue so many rounds, or their own decision."""
    said = text.strip()
    if said.lower() in ("accept", "a") and issue.recommendation:
        return Decision(Choice.ACCEPT)
    if found := _GO_ON.fullmatch(said):
        return Decision(Choice.CONTINUE, rounds=int(found[1] or 1))
    return Decision(Choice.DECIDE, said)
