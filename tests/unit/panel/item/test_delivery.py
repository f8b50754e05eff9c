"""A panel on behalf of an item: what it is told, and what its decision becomes there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import USERS_OWN, Ballot, Confidence, Inferred, Stated
from roundtable_tui.domain.journal.fold.fold import fold
from roundtable_tui.domain.journal.values import PointName
from roundtable_tui.domain.journal.waiting import ForAnswer
from roundtable_tui.domain.knowledge.panel import EntryKind
from roundtable_tui.domain.knowledge.points.open_points import open_points
from roundtable_tui.panel.item.delivery import deliver
from roundtable_tui.panel.item.dossier_changes import changes_of
from roundtable_tui.panel.item.matter import LONGEST, excerpt, matter_of
from roundtable_tui.panel.record.entries import Agreement, Entry, OpenQuestion
from roundtable_tui.panel.record.session import Choice, Escalation
from roundtable_tui.session.intents import HandToPanel, Start, Submit
from roundtable_tui.session.proposals import Proposal
from roundtable_tui.session.updates import PanelWanted
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.conversations import open_conversation
from tests.support.projects import project_in
from tests.support.sessions import seated
from tests.unit.panel.samples import FULL, ballot, round_of, session_of

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.domain.dossier.dossier import Entry as DossierEntry
    from roundtable_tui.formats.yaml import Value
    from roundtable_tui.panel.record.session import PanelSession
    from roundtable_tui.session.session import ItemSession

DECIDED = Entry(
    "ARCH-001",
    EntryKind.DECISION,
    "Keep jobs in a table",
    "One table.",
    agreement=Agreement.CONSENSUS,
    topic_id="main",
    fields={
        "decision": "A table, one worker.",
        "options": [{"name": "A queue", "pros": ["fast"], "cons": ["one more thing to run"]}, {"name": "A table"}],
        "consequences": {"positive": ["no new service"], "negative": ["slower beyond 100 a second"]},
    },
)
SPLIT = round_of(
    1,
    {
        "software-architect": ballot("A queue.", 0.4, rationale=("It retries.",)),
        "technical-lead": ballot("A table.", 0.9),
        "qa-lead": ballot("A table.", 0.8),
    },
    groups=(("technical-lead", "qa-lead"), ("software-architect",)),
)


def ended(**more: object) -> PanelSession:
    return session_of(SPLIT, **{"entries": (DECIDED,), "status": "closed", "item": "x", **more})


async def raised_in(session: ItemSession) -> tuple[str, PointName]:
    """An item with a question that a voice raised, and the point that asks it."""
    await session.do(Start())
    fields = {"text": "What happens to failed jobs?", "guess": "They are tried again.", "sort": "failure"}
    change = Change(Op.RECORD, "q", Kind.QUESTION, {**fields, "loss": "medium", "sure": "low", "knows": "user"})
    outcome = await session.propose(Proposal("alex", session.state.seq, (replace(change, sources=(Inferred(),)),)))
    name = outcome.ids["q"]  # type: ignore[union-attr]
    points = open_points(session.state, session.knowledge)
    return name, next(one.name for one in points if one.name.key == f"raised/{name}")


def records_in(root: Path, called: str) -> list[str]:
    return [path.read_text() for path in (root / "docs").glob("requirements/*/adr-*.md") if called in path.name]


def only(session: ItemSession, kind: Kind) -> DossierEntry:
    (found,) = session.state.dossier.of(kind)
    return found


async def test_a_decision_enters_with_its_options_its_dissent_and_its_ballots(tmp_path: Path) -> None:
    async with seated(open_conversation(project_in(tmp_path)), OfflineVoice()) as session:
        await session.do(Start())
        said = await deliver(ended(), session)
        decision = only(session, Kind.DECISION)
        assert decision.id in said
        assert decision.text("decision") == "A table, one worker."
        assert decision.text("status") == "proposed"
        options = [session.state.dossier.get(name) for name in decision.refs("options")]
        assert [one.text("title") for one in options if one] == ["A queue", "A table"]
        assert "software-architect: A queue. Because: It retries." in decision.text("consequences")
        assert {source.seat for source in decision.sources if isinstance(source, Ballot)} == {
            "software-architect",
            "technical-lead",
            "qa-lead",
        }
        assert decision.confidence is Confidence.LOW, "a ballot is not the user's word"
        assert fold(session.events) == session.state


async def test_what_the_user_decided_in_the_panel_is_their_word(tmp_path: Path) -> None:
    asked = Escalation(1, "conflict:CONF-001", "Open.", (), "A table", Choice.ACCEPT, "A table")
    async with seated(open_conversation(project_in(tmp_path)), OfflineVoice()) as session:
        await session.do(Start())
        await deliver(ended(escalations=(asked,)), session)
        decision = only(session, Kind.DECISION)
        assert decision.confidence is Confidence.HIGH
        assert decision.sources[0] == Ballot(ended().id, 1, USERS_OWN)


async def test_a_panel_is_delivered_once(tmp_path: Path) -> None:
    async with seated(open_conversation(project_in(tmp_path)), OfflineVoice()) as session:
        await session.do(Start())
        await deliver(ended(), session)
        before = session.state.seq
        assert await deliver(ended(), session) == "What the panel decided is in the item already."
        assert session.state.seq == before


async def test_the_point_it_was_asked_about_asks_again_with_the_panels_decision(tmp_path: Path) -> None:
    async with seated(open_conversation(project_in(tmp_path)), OfflineVoice()) as session:
        name, point = await raised_in(session)
        said = await deliver(ended(point=point), session)
        assert said.endswith("is put to you to confirm.")
        question = session.state.dossier.get(name)
        assert question is not None
        assert question.text("guess") == "A table, one worker."
        assert question.text("sort") == "failure", "what it is about does not change"
        assert "software-architect" in question.text("stake")
        waits = session.state.talk.waiting
        assert isinstance(waits, ForAnswer)
        assert waits.question.key == point.key
        assert waits.question.suggestion == "A table, one worker."
        await session.do(Submit("yes"))
        assert session.state.dossier.get(name) is None
        assert only(session, Kind.DECISION).confidence is Confidence.HIGH


async def test_a_contested_decision_is_put_to_the_user_with_the_panels_way(tmp_path: Path) -> None:
    async with seated(open_conversation(project_in(tmp_path)), OfflineVoice()) as session:
        await session.do(Start())
        fields = {"title": "Queue or table", "decision": "?", "status": "contested"}
        change = Change(Op.RECORD, "d", Kind.DECISION, fields, (Inferred(),))
        await session.propose(Proposal("alex", session.state.seq, (change,)))
        fork = next(one for one in open_points(session.state, session.knowledge) if one.name.key.startswith("fork/"))
        await deliver(ended(point=fork.name), session)
        waits = session.state.talk.waiting
        assert isinstance(waits, ForAnswer)
        assert waits.question.suggestion == "A table, one worker."
        kept = session.state.dossier.get(fork.about[0])
        assert kept is not None
        assert kept.text("status") == "proposed"


async def test_the_adr_is_among_the_items_documents_when_it_is_let_go(tmp_path: Path) -> None:
    """The architecture's documents bring the record with them."""
    from tests.support.conversations import converse

    project = project_in(tmp_path)
    async with seated(open_conversation(project), OfflineVoice()) as session:
        await session.do(Start())
        await converse(session, until=lambda state: "architecture-overview.md" in state.files.artifacts)
        await deliver(ended(), session)
    (ours,) = records_in(tmp_path, "keep-jobs-in-a-table")
    assert "A queue" in ours
    assert "software-architect" in ours, "the dissent is kept"


def test_everything_a_panel_puts_down_has_a_place_in_the_dossier() -> None:
    put_down: dict[EntryKind, dict[str, Value]] = {
        EntryKind.REQUIREMENT: {"priority": "must", "acceptance": ["It works."]},
        EntryKind.BUSINESS_RULE: {"conditions": "always"},
        EntryKind.NFR: {"target": "< 1 s"},
        EntryKind.EXCLUSION: {"rationale": "later"},
        EntryKind.COMPONENT: {"responsibility": "keeps jobs"},
        EntryKind.INTERFACE: {"type": "REST"},
        EntryKind.IDEA: {},
        EntryKind.RISK: {"severity": "high"},
    }
    entries = tuple(
        Entry(f"X-{number:03d}", kind, f"Title {number}", "Text.", topic_id="main", fields=fields)
        for number, (kind, fields) in enumerate(put_down.items())
    )
    questions = (OpenQuestion("OQ-001", "Who pays?", created_round=1),)
    found = changes_of(ended(entries=entries, questions=questions))
    assert [change.kind for change in found] == [
        Kind.OPTION,
        Kind.OPTION,
        Kind.DECISION,
        Kind.FR,
        Kind.AC,
        Kind.CONSTRAINT,
        Kind.QUALITY,
        Kind.EXCLUSION,
        Kind.MODULE,
        Kind.INTERFACE,
        Kind.NOTE,
        Kind.RISK,
        Kind.QUESTION,
    ]
    assert all(change.sources for change in found)


async def test_what_a_panel_is_told_of_an_item_is_bounded_and_by_id(tmp_path: Path) -> None:
    async with seated(open_conversation(project_in(tmp_path)), OfflineVoice()) as session:
        name, point = await raised_in(session)
        many = tuple(
            Change(Op.RECORD, str(number), Kind.FR, {"title": f"Requirement {number}", "text": "x" * 900}, (Stated(1),))
            for number in range(60)
        )
        await session.propose(Proposal("alex", session.state.seq, many))
        matter = matter_of(session.state, session.knowledge, point)
        assert matter.topic == "What happens to failed jobs?"
        assert matter.point == point
        assert len(matter.context) < LONGEST + 200
        assert "What would be built if nobody decided otherwise: They are tried again." in matter.context
        assert name in matter.context
        assert "FR-001" in matter.context
        assert "more entries left out]" in matter.context
        assert matter.context.index(name) < matter.context.index("FR-001"), "what it is about comes first"


async def test_a_secret_in_the_dossier_is_not_told(tmp_path: Path) -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    async with seated(open_conversation(project_in(tmp_path)), OfflineVoice()) as session:
        await session.do(Start())
        change = Change(Op.RECORD, "c", Kind.CONSTRAINT, {"text": f"The token is {secret}."}, (Stated(1),))
        await session.propose(Proposal("alex", session.state.seq, (change,)))
        assert secret not in excerpt(session.state)


async def test_handing_over_is_offered_and_told_and_records_nothing(tmp_path: Path) -> None:
    async with seated(open_conversation(project_in(tmp_path)), OfflineVoice()) as session:
        _, point = await raised_in(session)
        offered = {command.name: command.intent for command in session.commands()}
        assert offered["panel"] == HandToPanel()
        assert HandToPanel(point) in offered.values()
        told: list[object] = []
        session.subscribe(told.append)
        before = session.state.seq
        await session.do(HandToPanel(point))
        assert PanelWanted(point) in told
        await session.do(Submit("/panel"))
        assert PanelWanted() in told
        assert session.state.seq == before


def test_the_point_is_remembered_in_the_file() -> None:
    from roundtable_tui.formats.yaml import read_yaml
    from roundtable_tui.formats.yaml_writer import write_yaml
    from roundtable_tui.panel.record.session_document import document_of
    from roundtable_tui.panel.record.session_values import session_in

    asked = replace(FULL, point=PointName("risks", "failure", "raised/Q-001"), item="x")
    read = read_yaml(write_yaml(document_of(asked)))
    assert isinstance(read, dict)
    assert session_in(read).point == asked.point
