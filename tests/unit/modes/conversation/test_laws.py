"""What holds in every conversation, whatever the user says: the walk checks questions, budget and acceptance itself."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings

from roundtable_tui.domain.journal.codec import from_wire, to_wire
from roundtable_tui.domain.journal.fold.fold import fold
from roundtable_tui.modes.conversation.mode import ConversationMode
from roundtable_tui.session.moves import Rest
from tests.support.conversation_walks import ConversationWalk, conversations
from tests.support.projects import shipped_knowledge

_WALKS = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
_WITH_A_MODEL = settings(_WALKS, max_examples=40)


@_WALKS
@given(conversations())
def test_nothing_answered_or_struck_is_asked_no_budget_exceeded_and_nothing_accepted_by_itself(
    walk: ConversationWalk,
) -> None:
    assert isinstance(walk.moves[-1][1], Rest), "it never comes to rest"


@_WITH_A_MODEL
@given(conversations(acts=8, model=True))
def test_the_same_holds_whatever_a_model_says_records_raises_and_asks(walk: ConversationWalk) -> None:
    assert isinstance(walk.moves[-1][1], Rest), "it never comes to rest"


@_WALKS
@given(conversations(acts=8))
def test_whoever_comes_back_at_any_line_decides_what_was_decided_there(walk: ConversationWalk) -> None:
    events = [from_wire(to_wire(event)) for event in walk.events]
    for lines, move in walk.moves[:: max(1, len(walk.moves) // 8)]:
        assert ConversationMode().next_move(fold(events[:lines]), shipped_knowledge()) == move
