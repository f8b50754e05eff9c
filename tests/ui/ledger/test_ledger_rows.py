"""What the page of open points says about each: in words, whole where it says so, and nothing twice."""

from __future__ import annotations

from roundtable_tui.domain.dossier.dossier import Dossier, Entry, apply_change
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Inferred, Stated
from roundtable_tui.domain.journal.events import ItemCreated
from roundtable_tui.domain.journal.state import Conversation, State
from roundtable_tui.domain.journal.values import LookDepth, LookEnd, LookPart
from roundtable_tui.modes.conversation.outline import outline
from roundtable_tui.modes.conversation.steering import ledger_text
from roundtable_tui.session.outline import RowKind
from roundtable_tui.ui.ledger.rows import LedgerRow, hanging_on, ledger_rows, room, told_about
from tests.support.dossiers import change
from tests.support.projects import shipped_knowledge

KNOWLEDGE = shipped_knowledge()
LIGHT = (
    "Which currency is shown first on the page?",
    "Does the reminder name the sender of it?",
    "Is the footer printed on every sheet?",
)
LONG = f"Somebody pays by invoice, {'and then again, ' * 30}and nothing else is deleted."


def drafted(*, light: int = 3, requirements: int = 0) -> State:
    held: dict[str, Entry] = {}
    source = (Inferred((1,)),) if requirements else (Stated(1),)
    for number in range(1, max(requirements, 1) + 1):
        made = change(Kind.FR, f"FR-{number:03d}", source, title=f"Pay {number}", text=LONG, priority="Must Have")
        assert apply_change(held, made, 1)
        for check in range(1, 6):
            made = change(
                Kind.AC, f"AC-{number:03d}-{check:02d}", (Stated(1),), fr=(f"FR-{number:03d}",), text=f"It {check}"
            )
            assert apply_change(held, made, 1)
    for number, asked in enumerate(LIGHT[:light], 1):
        fields = {
            "text": asked,
            "guess": f"Guess {number}. {LONG}",
            "sort": "background",
            "knows": "user",
            "sure": "medium",
        }
        fields |= {"loss": "low"}
        made = change(Kind.QUESTION, f"Q-{number:03d}", (Inferred(),), about=("FR-001",), **fields)
        assert apply_change(held, made, 1)
    item = ItemCreated("pay", "Pay by invoice", "manual", "", "conversation", "standard")
    told = Conversation(look=dict.fromkeys(LookPart, LookEnd.DONE), look_depth=LookDepth.THOROUGH)
    return State(item=item, mode="conversation", dossier=Dossier(held), conversation=told)


def row_of(state: State, words: str) -> LedgerRow:
    return next(row for row in ledger_rows(state, KNOWLEDGE, ()) if words in row.text)


def test_a_group_is_named_by_its_number_and_lists_its_questions_in_full_and_only_there() -> None:
    state = drafted()
    texts = [row.text for row in ledger_rows(state, KNOWLEDGE, ())]
    assert not [text for text in texts if text[3:] in LIGHT]
    told = told_about(row_of(state, "3 smaller things"), state, KNOWLEDGE)
    assert all(f"- {asked} Our guess: Guess {number}. {LONG}" in told for number, asked in enumerate(LIGHT, 1))
    listed = [row.text for row in outline(state, KNOWLEDGE).rows if row.kind is RowKind.POINT]
    assert [text for text in listed if "smaller things" in text]
    typed = ledger_text(state, KNOWLEDGE)
    assert not [asked for asked in LIGHT if asked in typed]


def test_guesses_in_a_list_are_told_whole() -> None:
    state = drafted(light=0, requirements=4)
    told = told_about(row_of(state, "4 guesses about"), state, KNOWLEDGE)
    assert all(f"- FR-{number:03d} Pay {number}: {LONG}" in told for number in range(1, 5))
    assert told.count("FR-002 Pay 2") == 1


def test_what_hangs_on_a_point_is_counted_by_kind_with_the_first_few() -> None:
    state = drafted(light=0, requirements=4)
    point = row_of(state, "4 guesses about").point
    assert point is not None
    told = hanging_on(point, state)
    checks = next(line for line in told if "acceptance criteria" in line)
    assert checks.startswith("20 acceptance criteria: AC-001-01 It 1; AC-001-02 It 2; AC-001-03 It 3")
    assert checks.endswith("and 17 more")


def test_the_room_for_questions_is_one_sentence() -> None:
    assert room(drafted(), KNOWLEDGE).count("question") == 1
    assert "room for" in room(drafted(), KNOWLEDGE)


def test_a_criterion_of_an_entry_is_named_in_words() -> None:
    held: dict[str, Entry] = {}
    assert apply_change(held, change(Kind.FR, "FR-001", (Stated(1),), title="Pay by invoice"), 1)
    state = State(item=drafted().item, mode="conversation", dossier=Dossier(held))
    texts = [row.text[3:] for row in ledger_rows(state, KNOWLEDGE, ())]
    assert "priority: Pay by invoice" in texts
    assert not [text for text in texts if "moscow" in text or "FR-001" in text]
