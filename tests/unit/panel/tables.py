"""Panels to run in a test: voices that are scripted, held back or overheard, and a table to seat them at."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roundtable_tui.errors import VoiceError
from roundtable_tui.formats.yaml import Value
from roundtable_tui.items.voices import CLAUDE
from roundtable_tui.panel.opening import PanelPlan, PanelRequest, begin_panel, plan_panel
from roundtable_tui.panel.outputs.publisher import Published
from roundtable_tui.panel.project_context import ProjectContext
from roundtable_tui.panel.record.ballots import Request
from roundtable_tui.panel.record.session import Choice, Outcome, PanelSession, Seat, SeatKind
from roundtable_tui.panel.record.shelf import OpenPanel, PanelShelf
from roundtable_tui.panel.rounds.parts import PanelParts, Wish
from roundtable_tui.panel.rounds.table import PanelTable
from roundtable_tui.panel.rounds.updates import PanelUpdate
from roundtable_tui.panel.rules.escalation import Decision, Issue
from roundtable_tui.panel.seat_models import SeatModels
from roundtable_tui.panel.seats.files_facilitator import FilesFacilitator
from roundtable_tui.panel.seats.protocol import PanelVoice, Reply
from roundtable_tui.panel.seats.tasks import FacilitatorTask, SeatTask, SynthesisTask
from roundtable_tui.panel.settings import PanelSettings
from roundtable_tui.storage.disk import RealDisk
from roundtable_tui.storage.paths import ProjectPaths
from roundtable_tui.voices.claude.settings import ClaudeSettings
from tests.support.projects import noon
from tests.unit.panel.samples import SHIPPED

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.storage.disk import Disk

CONTEXT = ProjectContext("README.md", "shop", "A shop.", "A shop that sells shoes.")


@dataclass
class Answering:
    """A voice that answers by function, remembers every task, and can be made to fail or to wait."""

    answer: Callable[[SeatTask], Mapping[str, Value] | str] = lambda _: {"position": "Do it.", "confidence": "0.7"}
    question: Callable[[FacilitatorTask], Mapping[str, Value] | str] = lambda _: {"question": "What would you do?"}
    synthesis: Callable[[SynthesisTask], Mapping[str, Value] | str] = lambda _: {
        "synthesis": "They would do it.",
        "next_action": "conclude",
    }
    tasks: list[SeatTask] = field(default_factory=list)
    questions: list[FacilitatorTask] = field(default_factory=list)
    syntheses: list[SynthesisTask] = field(default_factory=list)
    wait: Callable[[], asyncio.Future[None]] | None = None
    seat: Seat = field(default_factory=lambda: Seat(SeatKind.MODEL, "test", "model-a"))

    async def ask(self, task: FacilitatorTask) -> Reply:
        self.questions.append(task)
        return Reply(self.question(task), Request("req_q", "model-a", 10, 5, 1.0))

    async def ballot(self, task: SeatTask) -> Reply:
        self.tasks.append(task)
        if self.wait:
            await self.wait()
        return Reply(self.answer(task), Request(f"req_{task.participant.id}", "model-a", 100, 50, 2.0))

    async def synthesise(self, task: SynthesisTask) -> Reply:
        self.syntheses.append(task)
        return Reply(self.synthesis(task), Request("req_s", "model-a", 20, 10, 1.5))


def failing(sentence: str = "The connection was lost.") -> Answering:
    def fail(task: SeatTask) -> str:
        raise VoiceError(sentence)

    return Answering(fail)


@dataclass
class Deciding:
    """A user who has these answers ready, and pauses when they are used up."""

    decisions: list[Decision] = field(default_factory=list)
    wishes: list[Wish] = field(default_factory=list)
    seen: list[Issue] = field(default_factory=list)

    async def decide(self, issue: Issue) -> Decision | None:
        self.seen.append(issue)
        return self.decisions.pop(0) if self.decisions else None

    async def after_round(self, session: PanelSession) -> Wish:
        return self.wishes.pop(0) if self.wishes else Wish.GO_ON


ACCEPTING = [Decision(Choice.DECIDE, "So be it.")] * 40


def nothing_written(session: PanelSession) -> Published:
    return Published(Outcome("summary"))


def unshuffled(seats: Sequence[str]) -> list[str]:
    return list(seats)


def shelf_in(root: Path, disk: Disk | None = None) -> PanelShelf:
    return PanelShelf(disk or RealDisk(), ProjectPaths(root), noon)


def planned(topic: str = "Queue or table?", settings: PanelSettings | None = None, **wanted: object) -> PanelPlan:
    models = SeatModels({CLAUDE: ClaudeSettings()}, {}, {})
    return plan_panel(PanelRequest(topic, **wanted), SHIPPED, settings or PanelSettings(), "", models)  # type: ignore[arg-type]


@dataclass
class Played:
    """A table, and everything it told."""

    table: PanelTable
    opened: OpenPanel
    updates: list[PanelUpdate]

    @property
    def session(self) -> PanelSession:
        return self.table.session

    def of(self, kind: type[PanelUpdate]) -> list[PanelUpdate]:
        return [update for update in self.updates if isinstance(update, kind)]

    async def run(self) -> PanelSession:
        try:
            return await self.table.run()
        finally:
            await self.table.close()


def seated_at(
    root: Path,
    plan: PanelPlan,
    voices: Mapping[str, PanelVoice] | None = None,
    facilitator: PanelVoice | None = None,
    disk: Disk | None = None,
    **parts: object,
) -> Played:
    """A new panel by this plan; without voices of their own the seats agree and the files facilitate."""
    opened, session = begin_panel(shelf_in(root, disk), plan, CONTEXT)
    return at_table(opened, session, plan, voices, facilitator, **parts)


def resumed_at(
    root: Path,
    plan: PanelPlan,
    voices: Mapping[str, PanelVoice] | None = None,
    facilitator: PanelVoice | None = None,
    disk: Disk | None = None,
    **parts: object,
) -> Played:
    shelf = shelf_in(root, disk)
    opened = shelf.open(shelf.names()[0])
    return at_table(opened, opened.read(), plan, voices, facilitator, **parts)


def at_table(
    opened: OpenPanel,
    session: PanelSession,
    plan: PanelPlan,
    voices: Mapping[str, PanelVoice] | None,
    facilitator: PanelVoice | None,
    **parts: object,
) -> Played:
    everybody: dict[str, PanelVoice] = {seat: Answering() for seat in session.seats}
    facts: dict[str, object] = {
        "opened": opened,
        "knowledge": SHIPPED,
        "strategy": plan.strategy,
        "agenda": plan.agenda,
        "facilitator": facilitator or FilesFacilitator(),
        "seats": {**everybody, **(voices or {})},
        "moderator": Deciding(list(ACCEPTING)),
        "publish_outcome": nothing_written,
        "context": CONTEXT.text,
        "shuffle": unshuffled,
        "clock": noon,
        "timer": lambda: 0.0,
    }
    table = PanelTable(PanelParts(**{**facts, **parts}), session)  # type: ignore[arg-type]
    updates: list[PanelUpdate] = []
    table.subscribe(updates.append)
    return Played(table, opened, updates)


def findings_in(root: Path) -> list[str]:
    """What Spec2Ship's checks say of every session in a project."""
    from roundtable_tui.formats.yaml import read_yaml
    from roundtable_tui.panel.structural_checks import structural_findings

    found = []
    for path in sorted((root / ".s2s/sessions").glob("*.yaml")):
        document, config = read_yaml(path.read_text("utf-8")), path.with_suffix("") / "config-snapshot.yaml"
        assert isinstance(document, dict)
        configured = read_yaml(config.read_text("utf-8"))
        assert isinstance(configured, dict)
        people = configured["participants"]
        assert isinstance(people, list)
        found += [f"{one.code}: {one.reason}" for one in structural_findings(document, map(str, people))]
    return found
