"""Whatever a voice answers, it is either understood or said what is wrong with it; nothing of it is taken on trust."""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from roundtable_tui.domain.knowledge.panel import EntryKind
from roundtable_tui.panel.record.ballots import Option, Stance
from roundtable_tui.panel.record.pending_ballots import AskedQuestion
from roundtable_tui.panel.record.session import Focus, FocusType, NextAction, TopicStatus
from roundtable_tui.panel.seats.protocol import Reply
from roundtable_tui.panel.seats.replies import MalformedError, read_ballot, read_question
from roundtable_tui.panel.seats.synthesis import SynthesisReply, read_synthesis
from roundtable_tui.panel.seats.tasks import SynthesisTask, UnnamedBallot, situation_of
from tests.unit.panel.samples import SHIPPED, ballot, session_of

if TYPE_CHECKING:
    from roundtable_tui.formats.yaml import Value

MAIN = Focus(FocusType.AGENDA, "main", "main")
ASKED = AskedQuestion(1, "discussion", MAIN, "Which?", (Option("queue", "A queue"), Option("table", "A table")))
TASK = SynthesisTask(
    situation_of(session_of(), SHIPPED.agendas["roundtable"], SHIPPED.strategies["standard"], MAIN),
    SHIPPED.facilitator,
    ASKED,
    (UnnamedBallot("A", ballot("x")), UnnamedBallot("B", ballot("y"))),
)
GOOD = {"position": "A table.", "confidence": 0.8, "option": "table", "rationale": ["few parts"], "stance": "support"}


def said(content: object) -> Reply:
    return Reply(content if isinstance(content, str) else json.dumps(content))


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(GOOD),
        "```json\n" + json.dumps(GOOD) + "\n```",
        "Here is my ballot:\n\n" + json.dumps(GOOD) + "\n\nI hope it helps.",
        "Of course.\n```\n" + json.dumps(GOOD, indent=2) + "\n```\nDone.",
        "position: A table.\nconfidence: 0.8\noption: table\nrationale:\n  - few parts\nstance: support\n",
        '\ufeff{"position": "A table.", "confidence": "0.8", "option": "TABLE", "rationale": "few parts"}',
        '{"position": "A table.", "confidence": "80%", "option": "table", "rationale": ["few parts"], "stance": ""}',
    ],
    ids=["bare", "fenced", "with words", "fenced with words", "yaml", "as texts", "per cent"],
)
def test_a_ballot_is_understood_in_every_form_it_comes_in(text: str) -> None:
    found = read_ballot(Reply(text), ASKED)
    assert (found.position, found.confidence, found.option) == ("A table.", 0.8, "table")
    assert (found.rationale, found.stance) == (("few parts",), Stance.SUPPORT)


MALFORMED_BALLOTS = {
    "nothing": "",
    "blank": "  \n ",
    "prose": "I think we should use a table.",
    "cut off": '{"position": "A table.", "confid',
    "a list": '["A table."]',
    "a number": "42",
    "null": "null",
    "no position": {"confidence": 0.5},
    "empty position": {"position": " ", "confidence": 0.5},
    "position is a list": {"position": ["a", "b"], "confidence": 0.5},
    "no confidence": {"position": "x"},
    "confidence above one": {"position": "x", "confidence": 8},
    "confidence below zero": {"position": "x", "confidence": -0.1},
    "confidence in words": {"position": "x", "confidence": "high"},
    "confidence is nan": '{"position": "x", "confidence": NaN}',
    "unknown option": {"position": "x", "confidence": 0.5, "option": "cloud"},
    "unknown stance": {"position": "x", "confidence": 0.5, "stance": "maybe"},
    "stance is a list": {"position": "x", "confidence": 0.5, "stance": ["block"]},
    "deep": "[" * 5000,
    "huge": '{"position": "' + "x" * 500_000 + '", "confidence": 1}',
    "refusal": "I'm sorry, but I can't help with that.",
    "html": "<html><body>502 Bad Gateway</body></html>",
}
NO_FORM = {name: content for name, content in MALFORMED_BALLOTS.items() if isinstance(content, str)}
"""Those that are no answer to anything, so that a facilitator can give them too."""


@pytest.mark.parametrize("content", MALFORMED_BALLOTS.values(), ids=MALFORMED_BALLOTS)
def test_a_malformed_ballot_says_what_is_wrong_with_it(content: object) -> None:
    with pytest.raises(MalformedError) as caught:
        read_ballot(said(content), ASKED)
    assert str(caught.value).endswith(".")


def test_an_option_where_none_was_offered_costs_nobody_their_ballot() -> None:
    assert read_ballot(said(GOOD), replace(ASKED, options=())).option == ""


@given(st.text(max_size=60))
def test_any_text_is_a_ballot_or_malformed(text: str) -> None:
    with contextlib.suppress(MalformedError):
        read_ballot(Reply(text), ASKED)


_JSON = st.recursive(
    st.none() | st.booleans() | st.floats(allow_nan=False) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=10,
)
_FIELDS = st.sampled_from(
    "synthesis groups consensus conflicts resolved artifacts amended agenda_update next_action withdrawn".split()
)


@given(st.dictionaries(_FIELDS, _JSON, max_size=11))
def test_any_fields_are_a_synthesis_or_malformed(fields: dict[str, object]) -> None:
    try:
        found = read_synthesis(said(fields), TASK)
    except MalformedError:
        return
    assert found.synthesis


def test_control_sequences_and_tricks_with_direction_do_not_get_in() -> None:
    found = read_ballot(said({"position": "A\x1b[31m table\u202e.", "confidence": 1}), ASKED)
    assert found.position == "A table."


def test_a_ballot_can_name_no_option() -> None:
    assert read_ballot(said({"position": "Neither.", "confidence": 1, "option": "none"}), ASKED).option == ""


MALFORMED_QUESTIONS = {
    **NO_FORM,
    "no question": {"action": "question"},
    "empty question": {"question": ""},
    "question is a map": {"question": {"text": "?"}},
    "a stranger": {"question": "?", "participants": ["nobody"]},
    "options twice": {"question": "?", "options": [{"id": "a", "text": "x"}, {"id": "A", "text": "y"}]},
    "prose": "What would you do?",
}


@pytest.mark.parametrize("content", MALFORMED_QUESTIONS.values(), ids=MALFORMED_QUESTIONS)
def test_a_malformed_question_says_what_is_wrong_with_it(content: object) -> None:
    with pytest.raises(MalformedError):
        read_question(said(content), ["qa-lead"])


@pytest.mark.parametrize("participants", ["all", None, ["all"], []])
def test_a_question_is_for_all_unless_it_says_otherwise(participants: object) -> None:
    assert read_question(said({"question": "?", "participants": participants}), ["qa-lead"]).seats == ()


@pytest.mark.parametrize(
    "options",
    [
        [{"id": "a", "text": "A queue"}],
        {"a": "A queue"},
    ],
)
def test_options_come_as_a_list_or_a_map(options: object) -> None:
    assert read_question(said({"question": "?", "options": options}), []).options == (Option("a", "A queue"),)


def synthesis(**fields: object) -> SynthesisReply:
    return read_synthesis(said({"synthesis": "So.", "next_action": "continue", **fields}), TASK)


MALFORMED_SYNTHESES = {
    **NO_FORM,
    "no fields": {},
    "no synthesis": {"next_action": "continue"},
    "synthesis is a list": {"synthesis": ["a"], "next_action": "continue"},
    "no next action": {"synthesis": "x"},
    "unknown next action": {"synthesis": "x", "next_action": "celebrate"},
    "next action is a map": {"synthesis": "x", "next_action": {"a": 1}},
    "prose": "They agree.",
    "cut off": '{"synthesis": "They',
}


@pytest.mark.parametrize("content", MALFORMED_SYNTHESES.values(), ids=MALFORMED_SYNTHESES)
def test_a_malformed_synthesis_says_what_is_wrong_with_it(content: object) -> None:
    with pytest.raises(MalformedError):
        read_synthesis(said(content), TASK)


@pytest.mark.parametrize(
    "fields",
    [
        {"groups": [["A"]]},
        {"groups": [["A", "B"], ["B"]]},
        {"groups": [["A", "B", "C"]]},
        {"groups": "all"},
        {"artifacts": [{"type": "song", "title": "x"}]},
        {"agenda_update": {"topic_id": "weather", "new_status": "closed"}},
        {"agenda_update": {"topic_id": "main", "new_status": "done"}},
        {"amended": [{"change": "x"}]},
        {"resolved": [{"conflict_id": "CONF-001"}]},
    ],
)
def test_a_lesser_fault_is_named_and_left_out(fields: dict[str, object]) -> None:
    found = synthesis(**fields)
    assert len(found.problems) == 1
    assert (found.groups, found.entries, dict(found.topics), found.amendments, found.settled) == ((), (), {}, (), ())


def test_groups_are_labels_with_or_without_the_word_before_them() -> None:
    assert synthesis(groups=[["Ballot A", "b"]]).groups == (("A", "B"),)


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("requirement", EntryKind.REQUIREMENT),
        ("requirements", EntryKind.REQUIREMENT),
        ("Business Rule", EntryKind.BUSINESS_RULE),
        ("architecture_decision", EntryKind.DECISION),
        ("NFR", EntryKind.NFR),
    ],
)
def test_an_entry_is_of_the_kind_its_type_says(word: str, kind: EntryKind) -> None:
    (entry,) = synthesis(artifacts=[{"type": word, "title": "It"}]).entries
    assert entry.kind is kind


def test_an_entry_has_the_fields_of_its_kind_and_no_others() -> None:
    (entry,) = synthesis(
        proposed_artifacts=[
            {
                "type": "requirement",
                "title": "Pay by invoice",
                "status": "consensus",
                "priority": "Must have",
                "acceptance": "It prints",
                "id": "REQ-999",
                "created_round": 7,
                "severity": "high",
            }
        ]
    ).entries
    assert entry.fields == {"priority": "must", "acceptance": ["It prints"]}
    assert entry.agreement == "consensus"


def test_conflicts_and_questions_may_come_among_the_entries() -> None:
    found = synthesis(
        artifacts=[
            {"type": "conflict", "title": "Which", "positions": [{"participant": "A", "stance": "Queue"}]},
            {"type": "open_question", "title": "When?", "blocking": True},
        ]
    )
    assert found.conflicts[0].positions == {"A": "Queue"}
    assert found.questions[0].blocking


def test_what_spec2ships_facilitator_says_is_understood_too() -> None:
    found = synthesis(
        resolved_conflicts=[{"conflict_id": "CONF-001", "resolution": "Table", "method": "facilitator_decision"}],
        agenda_update={"topic_id": "main", "new_status": "partial", "coverage_added": ["style"]},
        next="conclude",
        next_action="",
    )
    assert (found.settled[0].id, found.settled[0].method) == ("CONF-001", "facilitator")
    assert found.topics == {"main": TopicStatus.PARTIAL}
    assert found.covered == {"main": ("style",)}
    assert found.next_action is NextAction.CONCLUDE


@pytest.mark.parametrize(
    ("fields", "claimed"),
    [
        ({"consensus": ["a"]}, True),
        ({"consensus": []}, False),
        ({"consensus": True}, True),
        ({"consensus": ["a"], "consensus_reached": False}, False),
        ({"consensus_reached": True}, True),
    ],
)
def test_whether_the_facilitator_thinks_it_decided(fields: dict[str, Value], claimed: bool) -> None:
    assert synthesis(**fields).claims_consensus is claimed
