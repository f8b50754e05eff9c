"""Events as JSON and back: nothing lost, nothing guessed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Cited, Inferred, Stated
from roundtable_tui.domain.journal.codec import NewerFormatError, WireError, from_wire, to_wire
from roundtable_tui.domain.journal.events import Elaborated, Event, MetaWritten, Outcome, Retracted, Spoke, UserSaid
from roundtable_tui.domain.journal.values import Utterance
from tests.support.journals import BODIES, any_event, json_values, record, wild_texts

SAID = Event(1, "2026-11-16T03:03:19.016Z", 1, "user", 0, UserSaid("words"))
ENVELOPE = {"v", "seq", "at", "exchange", "actor", "cause", "type"}


@given(any_event)
def test_every_event_comes_back_as_it_was(event: Event) -> None:
    assert from_wire(to_wire(event)) == event


@pytest.mark.parametrize("kind", BODIES)
def test_every_kind_of_event_comes_back_as_it_was(kind: type[Any]) -> None:
    @given(record(kind))
    def check(body: Any) -> None:
        event = Event(7, "at", 3, "app", 2, body)
        assert from_wire(json.loads(json.dumps(to_wire(event)))) == event

    check()


@given(wild_texts)
def test_any_words_survive_json(text: str) -> None:
    event = Event(1, text, 1, text, 0, UserSaid(text))
    assert from_wire(json.loads(json.dumps(to_wire(event)))) == event


@pytest.mark.parametrize("kind", BODIES)
def test_no_event_has_a_field_the_envelope_has(kind: type[Any]) -> None:
    assert not ENVELOPE & set(kind.__struct_fields__)


def test_what_has_its_default_value_is_left_out() -> None:
    assert to_wire(Event(4, "at", 2, "user", 0, Retracted())) == {
        "v": 1,
        "seq": 4,
        "at": "at",
        "exchange": 2,
        "actor": "user",
        "cause": 0,
        "type": "Retracted",
    }


def test_a_turn_of_a_voice_is_written_in_plain_words() -> None:
    change = Change(
        Op.RECORD,
        "AC-001-01",
        Kind.AC,
        {"text": "Paid.", "fr": ("FR-001",)},
        (Stated(3), Cited("a.py", 1, 2), Inferred((1,), ("FR-001",))),
    )
    body = Spoke("offline", "7", Outcome.FINISHED, (Utterance("app", "Noted."),), (change,))
    wire = to_wire(Event(1, "", 3, "voice", 0, body))
    assert {name: wire[name] for name in ("type", "outcome", "said", "changes")} == {
        "type": "Spoke",
        "outcome": "finished",
        "said": [{"speaker": "app", "text": "Noted."}],
        "changes": [
            {
                "op": "record",
                "id": "AC-001-01",
                "kind": "ac",
                "fields": {"text": "Paid.", "fr": ["FR-001"]},
                "sources": [
                    {"from": "stated", "turn": 3},
                    {"from": "cited", "path": "a.py", "start": 1, "end": 2},
                    {"from": "inferred", "turns": [1], "entries": ["FR-001"]},
                ],
            }
        ],
    }


def test_the_time_of_an_elaboration_is_that_of_its_line() -> None:
    event = Event(1, "2026-11-16T03:03:19.016Z", 1, "app", 0, Elaborated("00-01", 2, ("maya",), "Nothing."))
    assert to_wire(event)["at"] == "2026-11-16T03:03:19.016Z"
    assert from_wire(to_wire(event)) == event


@pytest.mark.parametrize(
    "changed",
    [{"type": "Sang"}, {"v": 2}, {"v": 2, "type": None}, {"v": 99, "seq": "x", "text": 1}],
)
def test_a_line_of_a_later_version_is_known_for_what_it_is(changed: dict[str, object]) -> None:
    with pytest.raises(NewerFormatError):
        from_wire({**to_wire(SAID), **changed})


@pytest.mark.parametrize(
    "changed",
    [
        {"v": "1"},
        {"v": None},
        {"v": True},
        {"v": 0},
        {"v": -1},
        {"type": None},
        {"type": 3},
        {"type": ["UserSaid"]},
        {"seq": None},
        {"seq": -1},
        {"seq": 1.0},
        {"seq": True},
        {"exchange": "1"},
        {"cause": None},
        {"actor": 1},
        {"at": 0},
        {"text": None},
        {"text": ["words"]},
        {"type": "Chose"},
        {"type": "Chose", "command": "x"},
        {"type": "Chose", "command": ["e"]},
        {"type": "Remarked", "said": "words"},
        {"type": "Remarked", "said": ["words"]},
        {"type": "Remarked", "said": [{"speaker": "app"}]},
        {"type": "Decided", "what": "early-exit", "yes": 1},
        {"type": "MetaWritten", "fields": []},
        {"type": "StepClosed", "step": "00-01", "changes": [{"op": "record", "id": "FR-001", "kind": "unicorn"}]},
        {
            "type": "StepClosed",
            "step": "1",
            "changes": [{"op": "drop", "id": "F", "kind": "fr", "fields": {"a": None}}],
        },
        {"type": "StepClosed", "step": "1", "changes": [{"op": "drop", "id": "F", "kind": "fr", "sources": [{}]}]},
        {
            "type": "StepClosed",
            "step": "1",
            "changes": [{"op": "drop", "id": "F", "kind": "fr", "sources": ["stated"]}],
        },
    ],
)
def test_a_line_that_is_not_understood_is_refused_and_not_guessed_at(changed: dict[str, object]) -> None:
    with pytest.raises(WireError) as raised:
        from_wire({**to_wire(SAID), **changed})
    assert not isinstance(raised.value, NewerFormatError)


@pytest.mark.parametrize("name", sorted(ENVELOPE))
def test_a_line_without_its_envelope_is_refused(name: str) -> None:
    wire = to_wire(SAID)
    del wire[name]
    with pytest.raises(WireError):
        from_wire(wire)


@given(json_values | st.dictionaries(st.sampled_from([*ENVELOPE, "text"]), json_values | st.just(1)))
def test_whatever_json_holds_is_an_event_or_refused(data: object) -> None:
    try:
        event = from_wire(data)
    except WireError:
        return
    assert from_wire(to_wire(event)) == event


def test_fields_of_other_tools_are_kept_as_they_are() -> None:
    kept = {"list": [1, "a", None, {"deep": [True, 1.5]}], "empty": {}}
    found = from_wire(json.loads(json.dumps(to_wire(Event(1, "", 0, "app", 0, MetaWritten(kept)))))).body
    assert found == MetaWritten(kept)
