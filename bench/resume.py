"""Resuming an item: how long it takes to open one with a long journal, against an empty one, and how that grows."""

from __future__ import annotations

import tempfile
from pathlib import Path

from bench.measuring import Measured, median_seconds, show
from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Stated
from roundtable_tui.domain.dossier.questions import Question
from roundtable_tui.domain.journal.events import (
    APP,
    USER,
    VOICE,
    Body,
    Event,
    ItemCreated,
    MetaWritten,
    Outcome,
    PhaseBegun,
    Spoke,
    StepEngaged,
    UserSaid,
)
from roundtable_tui.domain.journal.fold.fold import Fold
from roundtable_tui.domain.journal.values import Role, Utterance
from roundtable_tui.domain.talk.depth import Depth, DepthSource
from roundtable_tui.items.gc_policy import collector_paused
from roundtable_tui.items.open_item import NewItem, open_item
from roundtable_tui.items.project import open_project
from roundtable_tui.modes.guided.mode import GuidedMode
from roundtable_tui.storage.journal import encode
from roundtable_tui.storage.paths import ProjectPaths

SIZES = (1_000, 10_000, 100_000)
MAYA = "business-analyst"


def long_journal(length: int) -> list[Event]:
    """An interview that goes on and on: every other line is the user's, and every answer becomes an entry."""
    bodies: list[tuple[str, int, Body]] = [
        (APP, 0, ItemCreated("item", "An item", "manual", "", "guided", "standard")),
        (APP, 0, MetaWritten({"description": "An item"})),
        (APP, 0, PhaseBegun("00-quick-scan", MAYA)),
        (APP, 0, StepEngaged("00-01", "Scope", MAYA, "00-quick-scan", Depth.STANDARD, DepthSource.STEP)),
    ]
    exchange = 0
    while len(bodies) < length:
        exchange += 1
        bodies.append((USER, exchange, UserSaid(f"The {exchange}th part of the product is touched as well.")))
        bodies.append((VOICE, exchange, _reply(exchange)))
    return [
        Event(seq, "2026-11-16T12:00:00.000Z", number, actor, 0, body)
        for seq, (actor, number, body) in enumerate(bodies[:length], 1)
    ]


def _reply(exchange: int) -> Spoke:
    text = f"The {exchange}th part of the product is touched as well."
    change = Change(Op.RECORD, f"AREA-{exchange:03d}", Kind.AREA, {"text": text}, (Stated(exchange),))
    said = (
        Utterance(MAYA, f"Noted: AREA-{exchange:03d} {text}", Role.CAPTURED),
        Utterance(MAYA, "And which part comes after that?", Role.QUESTION),
    )
    asked = Question("00-01", f"standard/{exchange}", "And which part comes after that?")
    return Spoke("offline", str(exchange), Outcome.FINISHED, said, (change,), asked=asked)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        project = open_project(ProjectPaths(root))
        open_item(project, "empty", NewItem("An item")).release()

        def resume(slug: str) -> None:
            opened = open_item(project, slug)
            try:
                with collector_paused():
                    state = Fold(opened.events).state
                GuidedMode().next_move(state, project.knowledge)
            finally:
                opened.release()

        baseline = Measured("an empty item", median_seconds(lambda: resume("empty"), 15))
        rows = []
        for size in SIZES:
            slug = f"item-{size}"
            open_item(project, slug, NewItem("An item")).release()
            data = encode(long_journal(size))
            project.paths.journal(slug).write_bytes(data)
            seconds = median_seconds(lambda slug=slug: resume(slug), 7 if size < SIZES[-1] else 3)
            per_event = (seconds - baseline.seconds) / size * 1e6
            rows.append(Measured(f"{size:,} events", seconds, f"{per_event:.1f} µs an event, {len(data) / 1e6:.1f} MB"))
        show("Resume: open, lock, read, fold, decide what is next", baseline, rows)


if __name__ == "__main__":
    main()
