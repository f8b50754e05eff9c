"""Topics close only when they have what they need, and the next round is about what matters most."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from roundtable_tui.domain.knowledge.panel import EntryKind
from roundtable_tui.panel.record.entries import Conflict, Entry, OpenQuestion
from roundtable_tui.panel.record.session import Focus, FocusType, PanelSession, TopicState, TopicStatus
from roundtable_tui.panel.rules.agenda import attempts, focus_for, updated_agenda
from tests.unit.panel.samples import SHIPPED, round_of, session_of

SPECS = SHIPPED.agendas["specs"]
STANDARD = SHIPPED.strategies["standard"]
CLOSED = TopicStatus.CLOSED


def requirement(number: int, topic: str = "user-workflows", **more: object) -> Entry:
    return Entry(f"REQ-{number:03d}", EntryKind.REQUIREMENT, "It pays", topic_id=topic, **more)  # type: ignore[arg-type]


def at_work(**states: TopicStatus) -> PanelSession:
    agenda = tuple(
        TopicState(topic.id, states.get(topic.id.replace("-", "_"), TopicStatus.OPEN)) for topic in SPECS.topics
    )
    return session_of(agenda=agenda, workflow="specs")


def closing(session: PanelSession, topic: str = "user-workflows") -> TopicStatus:
    states = updated_agenda(session, SPECS, {topic: CLOSED}, {})
    return next(state.status for state in states if state.topic_id == topic)


def test_a_topic_with_too_few_entries_stays_open() -> None:
    session = replace(at_work(), entries=(requirement(1),))
    assert closing(session) is TopicStatus.PARTIAL


def test_a_topic_with_enough_entries_closes_when_asked_to() -> None:
    session = replace(at_work(), entries=(requirement(1), requirement(2)))
    assert closing(session) is CLOSED
    assert updated_agenda(session, SPECS, {}, {})[0].status is TopicStatus.PARTIAL


@pytest.mark.parametrize(
    "second",
    [
        requirement(2, status="withdrawn"),
        requirement(2, agreement="conflict"),
        requirement(2, topic="functional-requirements"),
        replace(requirement(2), kind=EntryKind.EXCLUSION),
    ],
    ids=["withdrawn", "contested", "about something else", "of another kind"],
)
def test_what_does_not_count_does_not_close(second: Entry) -> None:
    assert closing(replace(at_work(), entries=(requirement(1), second))) is not CLOSED


def test_an_open_conflict_keeps_its_topic_open() -> None:
    session = replace(
        at_work(),
        entries=(requirement(1), requirement(2)),
        conflicts=(Conflict("CONF-001", "x", topic_id="user-workflows"),),
    )
    assert closing(session) is TopicStatus.PARTIAL


def test_a_new_conflict_reopens_a_closed_topic() -> None:
    session = replace(
        at_work(user_workflows=CLOSED),
        entries=(requirement(1), requirement(2)),
        conflicts=(Conflict("CONF-001", "x", topic_id="user-workflows"),),
    )
    assert updated_agenda(session, SPECS, {}, {})[0].status is TopicStatus.PARTIAL


def test_what_covers_a_topic_is_remembered() -> None:
    session = replace(at_work(), entries=(requirement(1),))
    state = updated_agenda(session, SPECS, {}, {"user-workflows": ("The happy path",)})[0]
    assert state.coverage == ("The happy path", "REQ-001")


def test_the_order_of_what_comes_next() -> None:
    """Open critical, partial critical, conflicts two rounds old, blocking questions, the rest."""
    session = replace(
        at_work(user_workflows=TopicStatus.PARTIAL),
        rounds=(round_of(1), round_of(2)),
        conflicts=(
            Conflict("CONF-001", "new", created_round=2, topic_id="business-rules"),
            Conflict("CONF-002", "old", created_round=1, topic_id="business-rules"),
        ),
        questions=(
            OpenQuestion("OQ-001", "may wait", topic_id="nfr-measurable"),
            OpenQuestion("OQ-002", "blocks", blocking=True, topic_id="nfr-measurable"),
        ),
    )
    order: list[Focus] = []
    while len(order) < 10:
        focus = focus_for(session, SPECS, STANDARD)
        order.append(focus)
        match focus.type:
            case FocusType.AGENDA:
                agenda = tuple(
                    replace(state, status=CLOSED) if state.topic_id == focus.id else state for state in session.agenda
                )
                session = replace(session, agenda=agenda)
            case FocusType.CONFLICT:
                session = replace(
                    session,
                    conflicts=tuple(
                        replace(one, status="resolved") if one.id == focus.id else one for one in session.conflicts
                    ),
                )
            case FocusType.OPEN_QUESTION:
                session = replace(
                    session,
                    questions=tuple(
                        replace(one, status="resolved") if one.id == focus.id else one for one in session.questions
                    ),
                )
    assert [focus.id for focus in order] == [
        "functional-requirements",
        "user-workflows",
        "CONF-002",
        "OQ-002",
        "business-rules",
        "nfr-measurable",
        "acceptance-criteria",
        "out-of-scope",
        "CONF-001",
        "OQ-001",
    ]


def test_a_conflict_is_tried_only_as_often_as_the_strategy_allows() -> None:
    about = Focus(FocusType.CONFLICT, "CONF-001", "main")
    session = session_of(
        *(round_of(number, focus=about) for number in (1, 2, 3)),
        conflicts=(Conflict("CONF-001", "x", topic_id="main", created_round=1),),
        agenda=(TopicState("main", CLOSED),),
    )
    assert focus_for(session, SHIPPED.agendas["roundtable"], STANDARD).type is FocusType.AGENDA
    patient = replace(STANDARD, attempts=4)
    assert focus_for(session, SHIPPED.agendas["roundtable"], patient).id == "CONF-001"


def test_attempts_can_be_counted_anew_in_each_phase() -> None:
    about = Focus(FocusType.CONFLICT, "CONF-001", "main")
    conflict = Conflict("CONF-001", "x", topic_id="main", created_round=1)
    session = session_of(*(round_of(number, focus=about, phase="dreamer") for number in (1, 2)), phase="realist")
    disney = SHIPPED.strategies["disney"]
    assert attempts(session, conflict, disney) == 0
    assert attempts(replace(session, phase="dreamer"), conflict, disney) == 2
    assert attempts(session, conflict, replace(disney, attempts_per_phase=False)) == 2


def test_a_debate_stays_with_its_motion_until_it_is_closed() -> None:
    debate, agenda = SHIPPED.strategies["debate"], SHIPPED.agendas["design"]
    states = tuple(TopicState(topic.id) for topic in agenda.topics)
    about = Focus(FocusType.AGENDA, "components", "components")
    opened = session_of(round_of(1, focus=about, phase="opening"), agenda=states, phase="rebuttal")
    assert focus_for(opened, agenda, debate) == about
    again = replace(opened, phase="opening")
    assert focus_for(again, agenda, debate) == about
    over = session_of(round_of(1, focus=about, phase="closing"), agenda=states, phase="opening")
    assert focus_for(over, agenda, debate).id == "high-level-arch"


def test_a_conflict_that_is_settled_half_way_leaves_the_rest_of_the_pass_to_its_topic() -> None:
    about = Focus(FocusType.CONFLICT, "CONF-001", "components")
    session = session_of(round_of(1, focus=about, phase="opening"), phase="rebuttal")
    found = focus_for(session, SHIPPED.agendas["design"], SHIPPED.strategies["debate"])
    assert found == Focus(FocusType.AGENDA, "components", "components")


def test_with_everything_closed_the_least_discussed_topic_comes_again() -> None:
    states = {topic.id.replace("-", "_"): CLOSED for topic in SPECS.topics}
    session = replace(at_work(**states), rounds=(round_of(1, topic_id="user-workflows"),))
    assert focus_for(session, SPECS, STANDARD).id == "functional-requirements"


def test_a_brainstorm_is_about_its_phase() -> None:
    session = session_of(phase="critic", by_phase=True)
    assert focus_for(session, SHIPPED.agendas["brainstorm"], SHIPPED.strategies["disney"]).id == "critic"
