"""Sessions and ballots to begin a test from, and strategies for drawing others."""

from __future__ import annotations

from hypothesis import strategies as st

from roundtable_tui.domain.knowledge.panel import EntryKind, PanelKnowledge
from roundtable_tui.library.assets import shipped_assets
from roundtable_tui.library.panel_loader import load_panel_knowledge
from roundtable_tui.panel.record.ballots import Ballot, Option, Request, Stance
from roundtable_tui.panel.record.entries import Amendment, Conflict, Entry, OpenQuestion
from roundtable_tui.panel.record.session import (
    Choice,
    Escalation,
    Focus,
    FocusType,
    Minority,
    NextAction,
    Outcome,
    PanelSession,
    Round,
    Seat,
    SeatKind,
    Sides,
    TopicState,
    TopicStatus,
)

SHIPPED: PanelKnowledge = load_panel_knowledge([shipped_assets()])
SEATS = ("software-architect", "technical-lead", "qa-lead")


def ballot(
    position: str = "Do it.", confidence: float = 0.7, stance: Stance = Stance.SUPPORT, option: str = "", **more: object
) -> Ballot:
    return Ballot(position, option=option, confidence=confidence, stance=stance, **more)  # type: ignore[arg-type]


def round_of(number: int, ballots: dict[str, Ballot] | None = None, **more: object) -> Round:
    """A round of a plain discussion about the only topic there is."""
    given = {seat: ballot() for seat in SEATS} if ballots is None else ballots
    positions = {seat: one.position for seat, one in given.items()}
    facts: dict[str, object] = {
        "timestamp": "2026-11-16T12:00:00Z",
        "phase": "discussion",
        "topic_id": "main",
        "focus": Focus(FocusType.AGENDA, "main", "main"),
        "question": "What would you do?",
        "synthesis": "They would do it.",
        "groups": (tuple(given),) if given else (),
    }
    return Round(number, **{**facts, "ballots": given, "positions": positions, **more})  # type: ignore[arg-type]


def session_of(*rounds: Round, **more: object) -> PanelSession:
    facts: dict[str, object] = {
        "topic": "Queue or table?",
        "workflow": "roundtable",
        "strategy": "standard",
        "started_at": "2026-11-16T12:00:00Z",
        "updated_at": "2026-11-16T12:00:00Z",
        "participants": SEATS,
        "seats": dict.fromkeys(SEATS, Seat(SeatKind.MODEL, "claude", "claude-opus-4-5")),
        "phases": ("discussion",),
        "phase": "discussion",
        "agenda": (TopicState("main"),),
        "places": ("architecture_decisions", "open_questions", "conflicts"),
    }
    return PanelSession("20261116-120000-roundtable-queue-or-table", **{**facts, "rounds": rounds, **more})  # type: ignore[arg-type]


FULL = session_of(
    round_of(
        1,
        {
            "software-architect": ballot("A queue.\nIt decouples.", 0.9, option="queue", rationale=("Retries",)),
            "technical-lead": ballot(
                "A table; status: active is enough.",
                0.6,
                Stance.BLOCK,
                "table",
                concerns=("CONTEXT GAP: load", "security of the broker"),
                trade_offs={"optimizing_for": "few parts"},
                request=Request("req_1", "claude-opus-4-5", 1200, 300, 4.25),
            ),
        },
        positions={
            "software-architect": "A queue.",
            "technical-lead": "A table.",
            "qa-lead": "No answer: the connection was lost.",
        },
        missing={"qa-lead": "No answer: the connection was lost."},
        options=(Option("queue", "A queue"), Option("table", "A table")),
        groups=(("software-architect",), ("technical-lead",)),
        created=("ARCH-001", "OQ-001", "CONF-001"),
        key_decisions=("Messages are kept",),
        next_action=NextAction.ESCALATE,
        stress_test=True,
        probing="And at ten times the load?",
        own_ballot=ballot("I would wait."),
        tokens=1500,
    ),
    entries=(
        Entry(
            "ARCH-001",
            EntryKind.DECISION,
            "Keep messages in a table",
            "One table,\none worker.",
            agreement="draft",
            created_round=1,
            topic_id="main",
            proposed_by="facilitator",
            supported_by=("technical-lead",),
            amendments=(Amendment(1, "title", "clearer"),),
            fields={"decision": "A table", "options": [{"name": "queue", "pros": ["fast"], "cons": []}]},
        ),
    ),
    questions=(OpenQuestion("OQ-001", "What load?", "Per hour", created_round=1, topic_id="main", blocking=True),),
    conflicts=(
        Conflict(
            "CONF-001",
            "Queue or table",
            "Which one",
            created_round=1,
            topic_id="main",
            positions={"software-architect": "A queue", "technical-lead": "A table"},
        ),
    ),
    agenda=(TopicState("main", TopicStatus.PARTIAL, ("ARCH-001",)),),
    sides=Sides(("software-architect",), ("technical-lead",)),
    escalations=(
        Escalation(1, "conflict:CONF-001", "It is open.", ("A queue", "A table"), "A table", Choice.CONTINUE, "", 3),
    ),
    outcome=Outcome(
        "adr", ".s2s/decisions/0001-x.md", (), (Minority(("software-architect",), "A queue", ("Retries",)),)
    ),
    output="adr",
)

CONFIDENCES = st.floats(0, 1).map(lambda number: round(number, 4))
TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cc", "Cf", "Zl", "Zp"]), min_size=1, max_size=30)
BALLOTS = st.builds(
    Ballot,
    position=TEXTS,
    option=st.sampled_from(["", "a", "b", "c"]),
    confidence=CONFIDENCES,
    stance=st.sampled_from(Stance),
    concerns=st.lists(TEXTS, max_size=2).map(tuple),
)
SEATED = st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=6, unique=True)
BALLOT_SETS = SEATED.flatmap(lambda seats: st.fixed_dictionaries(dict.fromkeys(seats, BALLOTS)))
