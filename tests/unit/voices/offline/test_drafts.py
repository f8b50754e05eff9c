"""What brief mode proposes, and from what."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from roundtable_tui.domain.dossier.dossier import Dossier, IdGiver
from roundtable_tui.domain.dossier.kinds import Kind, Value
from roundtable_tui.domain.dossier.provenance import Confidence, confidence
from roundtable_tui.domain.dossier.questions import Capture
from roundtable_tui.domain.journal.code_facts import Entrance, Scanned
from roundtable_tui.domain.journal.events import ItemCreated
from roundtable_tui.domain.journal.state import State
from roundtable_tui.domain.knowledge.checks import parse_check
from roundtable_tui.domain.knowledge.knowledge import Section, Step
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.voices.offline.drafts import Draft, Drafter, kinds_to_draft
from tests.support.states import changed
from tests.support.voices.turns import dossier_of

KNOWN = dossier_of(
    ("AREA-001", Kind.AREA, {"text": "billing"}),
    ("AREA-002", Kind.AREA, {"text": "Xero", "type": "external"}),
    ("USER-001", Kind.USER, {"text": "the clerk", "role": "primary"}),
    ("FR-001", Kind.FR, {"title": "Pay by invoice"}),
    ("RISK-001", Kind.RISK, {"text": "Nobody pays"}),
    ("INT-001", Kind.INTEGRATION, {"text": "billing → mail", "failure": "retry for an hour"}),
)
STATE = changed(
    item=ItemCreated("pay", "Pay by invoice", "manual", "", "guided", "standard"),
    dossier=KNOWN,
    scan=Scanned(("invoice",), (), ("src/a.py", "src/b.py"), 9, 0),
)


def draft(kind: Kind, state: State = STATE) -> Draft:
    return Drafter(state, IdGiver(state.dossier.used)).draft([kind])


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (Kind.SCOPE, [{"text": "Pay by invoice"}]),
        (Kind.PROBLEM, [{"text": "Pay by invoice"}]),
        (Kind.KEYWORD, [{"text": "invoice", "use": "search"}]),
        (Kind.ESTIMATE, [{"modified": 2}]),
        (
            Kind.FILE,
            [
                {"path": "src/a.py", "action": "MODIFY", "tier": "1"},
                {"path": "src/b.py", "action": "MODIFY", "tier": "1"},
            ],
        ),
        (
            Kind.STORY,
            [{"title": "Pay by invoice", "role": "the clerk", "want": "Pay by invoice", "traces": ("FR-001",)}],
        ),
        (Kind.BUILD_STEP, [{"text": "Pay by invoice"}]),
        (Kind.ZONE, [{"text": "Nobody pays"}]),
        (Kind.MODULE, [{"text": "billing"}]),
        (Kind.ERROR, [{"text": "billing → mail fails", "response": "retry for an hour"}]),
        (Kind.QUALITY, []),
        (Kind.OPTION, []),
    ],
)
def test_a_draft_follows_from_what_is_known(kind: Kind, expected: list[dict[str, Value]]) -> None:
    proposed = draft(kind)
    assert [change.fields for change in proposed.changes] == expected
    assert proposed.offers == tuple(change.id for change in proposed.changes)


@pytest.mark.parametrize("kind", list(Kind))
def test_no_draft_counts_as_said_by_the_user(kind: Kind) -> None:
    assert Confidence.HIGH not in {confidence(change.sources) for change in draft(kind).changes}


@pytest.mark.parametrize("kind", list(Kind))
def test_from_nothing_follows_nothing(kind: Kind) -> None:
    assert draft(kind, State()) == Draft((), (), ())


def test_what_is_known_is_shown_and_not_proposed_again() -> None:
    assert draft(Kind.FR) == Draft(("FR-001 Pay by invoice",), (), ("FR-001",))


def test_what_the_question_is_asked_of_is_no_draft() -> None:
    step = Step(
        "01-07",
        "Stories",
        "01-requirements",
        "business-analyst",
        Depth.BRIEF,
        ("a",),
        {Depth.STANDARD: Section("", ())},
    )
    checks = (parse_check("every(fr, story)"), parse_check("count(user) >= 1"))
    asked = [Capture(Kind.STORY, "title", Kind.FR)]
    assert kinds_to_draft(replace(step, checks=checks), asked) == (Kind.USER, Kind.STORY)


def test_a_page_to_judge_counts_and_names_what_is_under_review() -> None:
    zones = dossier_of(
        *((f"ZONE-00{number}", Kind.ZONE, {"text": f"place {number}", "likelihood": "high"}) for number in range(1, 7))
    )
    lines = Drafter(State(dossier=zones), IdGiver({})).review("impact")
    assert lines == ("6 risk zones: place 1 (high); place 2 (high); place 3 (high); place 4 (high); and 2 more",)


def test_there_is_nothing_to_judge_of_an_unknown_subject() -> None:
    assert Drafter(State(dossier=Dossier()), IdGiver({})).review("") == ()


def test_the_way_in_that_was_spoken_of_is_offered_first() -> None:
    ways = tuple(Entrance("command", name, "src/cli.py") for name in ("tables", "views", "dump-all", "pay", "by-row"))
    state = changed(STATE, scan=Scanned((), (), ("src/cli.py",), 9, 0, entrances=ways))
    offered = [change.fields["text"] for change in draft(Kind.ENTRY_POINT, state).changes]
    assert offered[:2] == ["the command pay", "the command tables"]
