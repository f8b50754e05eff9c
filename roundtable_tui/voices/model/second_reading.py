"""Criteria read twice by a model: two requests that share nothing, and a third that compares what came of them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeVar

from pydantic import Field

from roundtable_tui.domain.readings.reading import Difference, Example, Reading
from roundtable_tui.domain.talk.sanitize import neutral, one_line
from roundtable_tui.voices.model.prompt.templates import fenced, filled
from roundtable_tui.voices.model.roles import ModelRole
from roundtable_tui.voices.model.tools import schemas
from roundtable_tui.voices.model.turn.one_call import Form

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.journal.values import Tokens
    from roundtable_tui.voices.model.exchange import Transport

Wanted = TypeVar("Wanted", bound=schemas.Input)
WRITE, TELL = "write_examples", "tell_differences"
_LONGEST = 600


class ExampleInput(schemas.Input):
    situation: str = Field(description="A concrete input, with real values.")
    outcome: str = Field(description="What must come of it.")
    other: str = Field("", description="What somebody else could expect with the same right, or empty.")


class CriterionInput(schemas.Input):
    criterion: str = Field(description="Its id, such as AC-001-02.")
    examples: list[ExampleInput]


class WriteExamples(schemas.Input):
    """How you would test each criterion."""

    criteria: list[CriterionInput]


class DifferenceInput(schemas.Input):
    criterion: str = Field(description="Its id, such as AC-001-02.")
    question: str = Field(description="One question of at most forty words.")
    one: str = Field(description="The first tester's reading, as one plain sentence.")
    other: str = Field(description="The second tester's reading, as one plain sentence.")
    stake: str = Field(description="What would be built differently, in a few words.")


class TellDifferences(schemas.Input):
    """Where the two testers would judge a program differently."""

    differences: list[DifferenceInput]


class SecondReading:
    """Reads one batch of criteria."""

    def __init__(
        self,
        transport: Callable[[], Transport],
        model_for: Callable[[ModelRole], str],
        redact: Callable[[str], str],
        used: Callable[[Tokens], None],
    ) -> None:
        """`transport` is made anew for each of the requests, which may know nothing of each other."""
        self._transport, self._model_for, self._redact, self._used = transport, model_for, redact, used

    async def differences(self, change: str, criteria: Sequence[Entry]) -> tuple[Difference, ...]:
        roles = (ModelRole.INVESTIGATION, ModelRole.SECOND_READER)
        one, other = await asyncio.gather(*(self._read(role, change, criteria) for role in roles))
        known = {entry.id for entry in criteria}
        found = await self._asked(
            ModelRole.INVESTIGATION,
            filled("readers", "Compare", criteria=self._listed(criteria), readings=self._told(one, other)),
            TELL,
            TellDifferences,
        )
        return tuple(
            Difference(
                item.criterion,
                *(one_line(neutral(text), _LONGEST) for text in (item.question, item.one, item.other, item.stake)),
            )
            for item in {item.criterion: item for item in reversed(found.differences)}.values()
            if item.criterion in known and item.question.strip() and item.one.strip() and item.other.strip()
        )

    async def _read(self, role: ModelRole, change: str, criteria: Sequence[Entry]) -> tuple[Reading, ...]:
        prompt = filled(
            "readers", "Read", change=fenced("the change", self._redact(change)), criteria=self._listed(criteria)
        )
        wanted = [entry.id for entry in criteria]
        found = await self._asked(role, prompt, WRITE, WriteExamples, lambda read: _left_out(read, wanted))
        return tuple(
            Reading(item.criterion, tuple(Example(one.situation, one.outcome, one.other) for one in item.examples))
            for item in found.criteria
        )

    async def _asked(
        self,
        role: ModelRole,
        prompt: str,
        tool: str,
        model: type[Wanted],
        wrong_with: Callable[[Wanted], Sequence[str]] = lambda _: (),
    ) -> Wanted:
        form = Form(tool, model, wrong_with)
        system = filled("readers", "System")
        return await form.filled_by(self._transport(), self._model_for(role), (system, prompt), self._used)

    def _listed(self, criteria: Sequence[Entry]) -> str:
        lines = "\n".join(f"{entry.id}: {one_line(entry.text())}" for entry in criteria)
        return fenced("the criteria", self._redact(lines))

    def _told(self, *readings: Sequence[Reading]) -> str:
        parts = []
        for name, reading in zip(("the first tester", "the second tester"), readings, strict=True):
            lines = [
                f"{one.criterion}: {one_line(example.situation, _LONGEST)} → {_expected(example)}"
                for one in reading
                for example in one.examples
            ]
            parts.append(fenced(name, self._redact("\n".join(lines))))
        return "\n\n".join(parts)


def _left_out(read: WriteExamples, wanted: Sequence[str]) -> tuple[str, ...]:
    """A criterion that only one reader has tested would pass for one that both read alike."""
    tested = {one.criterion for one in read.criteria if one.examples}
    missing = [name for name in wanted if name not in tested]
    return (f"There is nothing about {', '.join(missing)}.",) if missing else ()


def _expected(example: Example) -> str:
    outcome = one_line(example.outcome, _LONGEST)
    return f"{outcome} (or else: {one_line(example.other, _LONGEST)})" if example.other.strip() else outcome
