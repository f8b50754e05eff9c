"""Which points are open and in which order: what is never asked, what comes first, and when it is enough."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from roundtable_tui.domain.dossier.dossier import Dossier, Entry, apply_change
from roundtable_tui.domain.dossier.kinds import Kind, Value
from roundtable_tui.domain.dossier.provenance import Cited, Inferred, Source, Stated
from roundtable_tui.domain.journal.code_facts import Scanned
from roundtable_tui.domain.journal.events import ItemCreated
from roundtable_tui.domain.journal.state import Conversation, State
from roundtable_tui.domain.journal.values import PointName
from roundtable_tui.domain.knowledge.points.open_points import about_to_go, next_point, open_points, questions_left
from roundtable_tui.domain.knowledge.points.point_names import OpenPoint, PointKind
from roundtable_tui.domain.talk.ledger import Ledger, Point, Standing
from tests.support.dossiers import change
from tests.support.projects import shipped_knowledge
from tests.support.states import changed

SAID = (Stated(1),)
GUESSED = (Inferred((1,)),)
SEEN = (Cited("a.py", 1, 1),)


def state(*entries: tuple[Kind, str, tuple[Source, ...], dict[str, Value]], tier: str = "standard") -> State:
    held: dict[str, Entry] = {}
    for kind, entry_id, sources, fields in entries:
        assert apply_change(held, change(kind, entry_id, sources, **fields), 1)
    item = ItemCreated("pay", "Pay by invoice", "manual", "", "conversation", tier)
    return State(item=item, mode="conversation", dossier=Dossier(held))


def points(now: State) -> dict[str, OpenPoint]:
    return {point.name.key: point for point in open_points(now, shipped_knowledge())}


def test_the_problem_weighs_most_and_background_least() -> None:
    ranked = list(points(state()))
    assert ranked[:2] == ["problem-stated", "functional-requirements"]
    assert ranked.index("errors") < ranked.index("success-metric")
    assert ranked.index("out-of-scope") < ranked.index("stakeholder")


@pytest.mark.parametrize("key", ["code-searched", "direct-change", "blast-radius"])
def test_what_the_code_can_tell_is_not_asked(key: str) -> None:
    assert key not in points(state())


def test_files_are_asked_for_where_the_search_found_none() -> None:
    now = state((Kind.FR, "FR-001", SAID, {"title": "Pay later"}))
    assert "direct-change" not in points(now)
    assert "direct-change" in points(changed(now, scan=Scanned(("invoice",), (), (), 3, 0)))


def test_a_decision_waits_for_its_options() -> None:
    assert "decision" not in points(state())
    assert "decision" in points(state((Kind.OPTION, "OPT-001", SAID, {"title": "Build it"})))


@pytest.mark.parametrize(
    ("tier", "topics"),
    [
        ("trivial", {"problem-discovery", "requirements-definition"}),
        ("light", {"problem-discovery", "requirements-definition", "technical-analysis", "specification"}),
        (
            "standard",
            {"problem-discovery", "requirements-definition", "technical-analysis", "specification", "architecture"}
            | {"security"},
        ),
    ],
)
def test_a_small_change_asks_about_fewer_topics(tier: str, topics: set[str]) -> None:
    assert {point.name.topic for point in points(state(tier=tier)).values()} == topics


def test_guesses_from_the_code_are_one_list_and_others_that_much_hangs_on_stand_alone() -> None:
    now = state(
        (Kind.FILE, "FILE-001", SEEN, {"path": "a.py", "action": "MODIFY", "tier": "1"}),
        (Kind.FILE, "FILE-002", SEEN, {"path": "b.py", "action": "MODIFY", "tier": "1"}),
        (Kind.FR, "FR-001", GUESSED, {"title": "Pay later"}),
        (Kind.FR, "FR-002", GUESSED, {"title": "Nothing hangs on it"}),
        (Kind.AC, "AC-001-01", SAID, {"text": "It is paid", "fr": ("FR-001",)}),
    )
    found = {key: point for key, point in points(now).items() if point.kind is PointKind.GUESS}
    assert set(found) == {"guess/FILE-001+FILE-002", "guess/FR-001"}
    assert found["guess/FR-001"].hangs == ("AC-001-01",)


def test_guesses_that_were_shown_once_are_not_shown_again() -> None:
    now = state((Kind.FILE, "FILE-001", SEEN, {"path": "a.py", "action": "MODIFY", "tier": "1"}))
    (key,) = [key for key in points(now) if key.startswith("guess/")]
    name = points(now)[key].question
    settled = Ledger({name: Point(Standing.SETTLED)})
    assert not [key for key in points(changed(now, ledger=settled)) if key.startswith("guess/")]


def test_what_the_user_did_not_know_is_listed_and_asked_only_when_pulled_forward() -> None:
    now = state((Kind.QUESTION, "Q-001", SAID, {"text": "Who pays?"}), tier="trivial")
    unknown = points(now)["unknown/Q-001"]
    assert not unknown.askable
    pulled = replace(now, conversation=Conversation(pulled=(unknown.name,)))
    first = next_point(pulled, shipped_knowledge())
    assert first is not None
    assert first.name == unknown.name


def test_a_contested_decision_is_put_as_a_fork_before_all_else_but_the_problem() -> None:
    now = state((Kind.DECISION, "ADR-0001", SAID, {"title": "Buy it", "status": "contested"}))
    assert points(now)["fork/ADR-0001"].kind is PointKind.FORK


def test_a_topic_talked_about_enough_is_asked_no_more_once_its_documents_can_be_written() -> None:
    talked = replace(state(tier="light"), conversation=Conversation(exchanges={"problem-discovery": 9}))
    first = next_point(talked, shipped_knowledge())
    assert first is not None
    assert first.name.key == "problem-stated", "the requirements cannot be written yet"


def test_no_more_is_to_go_than_there_is_room_for() -> None:
    now = replace(state(), conversation=Conversation(total=3))
    assert questions_left(now) == about_to_go(now, shipped_knowledge()) == 3
    nothing = replace(state(), conversation=Conversation(total=0))
    assert next_point(nothing, shipped_knowledge()) is None


@pytest.mark.parametrize("standing", [Standing.SETTLED, Standing.STRUCK, Standing.DEFERRED])
def test_what_is_closed_is_not_open(standing: Standing) -> None:
    name = PointName("problem-discovery", "problem-stated", "problem-stated")
    assert "problem-stated" not in points(changed(state(), ledger=Ledger({name.question: Point(standing)})))
