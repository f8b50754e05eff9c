"""meta.json, rule by rule, as FORMATS.md states them."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.domain.knowledge.phases import PHASE_KEYS
from roundtable_tui.storage.meta import Meta, derive_status, new_meta, read_meta, timestamp, write_meta

NOW = datetime(2026, 11, 16, 3, 3, 19, 16_789, tzinfo=UTC)
NOW_TEXT = "2026-11-16T03:03:19.016Z"
SCAN, REQUIREMENTS, IMPACT, ARCHITECTURE, DESIGN = PHASE_KEYS


def read(data: bytes | str) -> Meta:
    meta = read_meta(data if isinstance(data, bytes) else data.encode(), NOW)
    assert meta is not None
    return meta


def read_field(name: str, value: object) -> object:
    return read(json.dumps({name: value})).raw[name]


def rewritten(**fields: object) -> dict[str, object]:
    result: dict[str, object] = json.loads(write_meta(read(json.dumps(fields))))
    return result


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(None, id="missing"),
        pytest.param(b"", id="empty"),
        pytest.param(b" \n\t", id="white space"),
        pytest.param(b"{", id="cut off"),
        pytest.param(b"{'a': 1}", id="not JSON"),
        pytest.param(b'{"a": 1} x', id="something after it"),
        pytest.param(b'{"a": 1,}', id="trailing comma"),
        pytest.param(b"\xef\xbb\xbf{}", id="BOM"),
        pytest.param('{"a": 1}'.encode("utf-16"), id="UTF-16"),
        pytest.param(b'{"a": "\xff"}', id="not UTF-8"),
        pytest.param(b'{"a": NaN}', id="NaN"),
        pytest.param(b'{"a": Infinity}', id="Infinity"),
        pytest.param(b'{"a": -Infinity}', id="-Infinity"),
        pytest.param(b'{"a": 1e400}', id="a number that overflows"),
        pytest.param(b'{"a": -1e400}', id="a negative number that overflows"),
        pytest.param(b'{"a": ' + b"9" * 400 + b"}", id="an integer that overflows"),
        pytest.param(b'{"a": ' + b"9" * 5000 + b"}", id="an integer too long to read"),
        pytest.param(b'{"a": ' + b"[" * 300 + b"]" * 300 + b"}", id="nested deep"),
        pytest.param(b'{"a": ' + b"[" * 100_000, id="nested beyond the stack"),
        pytest.param(b"\0" * 64, id="zero-filled"),
        pytest.param(b"[]", id="a list"),
        pytest.param(b"null", id="null"),
        pytest.param(b'"text"', id="a text"),
        pytest.param(b"7", id="a number"),
        pytest.param(b"true", id="true"),
    ],
)
def test_what_cannot_be_understood_is_no_meta(data: bytes | None) -> None:
    assert read_meta(data, NOW) is None


@given(st.binary(max_size=200))
def test_reading_never_raises(data: bytes) -> None:
    read_meta(data, NOW)


def test_legacy_true_is_analyzed_with_all_five_phases() -> None:
    meta = read('{"phase_a_completed": true}')
    assert (meta.status, meta.phases_completed) == ("analyzed", PHASE_KEYS)


@pytest.mark.parametrize("value", ["false", "1", '"true"', "null", "[]", "{}", "0"])
def test_legacy_anything_else_is_raw_without_phases(value: str) -> None:
    meta = read(f'{{"phase_a_completed": {value}, "phases_completed": ["00-quick-scan"]}}')
    assert (meta.status, meta.phases_completed) == ("raw", ())


@pytest.mark.parametrize("status", ['"partial"', "null", '""'])
def test_legacy_does_not_apply_where_a_status_is_present(status: str) -> None:
    meta = read(f'{{"phase_a_completed": true, "analysis_status": {status}}}')
    assert meta.phases_completed == ()


def test_the_legacy_key_stays_on_reading() -> None:
    assert read('{"phase_a_completed": true}').raw["phase_a_completed"] is True


def test_the_legacy_key_goes_on_writing() -> None:
    assert "phase_a_completed" not in rewritten(phase_a_completed=True)


@pytest.mark.parametrize("falsy", [None, "", 0, 0.0, -0.0, False])
@pytest.mark.parametrize(
    ("name", "default"), [("analysis_status", "raw"), ("source", "manual"), ("created_at", NOW_TEXT)]
)
def test_a_falsy_value_takes_the_default(name: str, default: str, falsy: object) -> None:
    assert read_field(name, falsy) == default


@pytest.mark.parametrize(
    ("name", "default"), [("analysis_status", "raw"), ("source", "manual"), ("created_at", NOW_TEXT)]
)
def test_a_missing_value_takes_the_default(name: str, default: str) -> None:
    assert read("{}").raw[name] == default


@pytest.mark.parametrize("truthy", [[], {}, "0", "false", " ", 1, -1, 0.5, True])
@pytest.mark.parametrize("name", ["analysis_status", "source", "created_at"])
def test_a_truthy_value_stays(name: str, truthy: object) -> None:
    assert read_field(name, truthy) == truthy


@pytest.mark.parametrize("value", [None, "00-quick-scan", 5, True, {"0": "a"}])
@pytest.mark.parametrize("name", ["phases_completed", "steps_completed", "topics_covered", "elaborations"])
def test_what_is_not_a_list_becomes_an_empty_one(name: str, value: object) -> None:
    assert read_field(name, value) == []


@pytest.mark.parametrize("name", ["phases_completed", "steps_completed", "topics_covered", "elaborations"])
def test_a_list_stays_whatever_it_holds(name: str) -> None:
    assert read_field(name, ["a", 1, None, {}]) == ["a", 1, None, {}]


@pytest.mark.parametrize("value", [None, "deep", 5, False, ["a"]])
@pytest.mark.parametrize("name", ["depth_overrides", "elaboration_config"])
def test_what_is_not_an_object_becomes_an_empty_one(name: str, value: object) -> None:
    assert read_field(name, value) == {}


@pytest.mark.parametrize("name", ["depth_overrides", "elaboration_config"])
def test_an_object_stays(name: str) -> None:
    assert read_field(name, {"01-requirements": "deep"}) == {"01-requirements": "deep"}


@pytest.mark.parametrize("status", ["partial", "analyzed", "in-review", "archived"])
def test_the_status_is_not_derived_on_reading(status: str) -> None:
    assert read(json.dumps({"analysis_status": status, "phases_completed": []})).status == status


def test_the_status_is_derived_on_every_write() -> None:
    assert rewritten(analysis_status="archived", phases_completed=[SCAN])["analysis_status"] == "partial"


LIGHT = {"effective_intensity": "light", "light_skip_phases": [ARCHITECTURE, DESIGN]}


@pytest.mark.parametrize(
    ("phases", "sizing", "status"),
    [
        ([], None, "raw"),
        (["99-unknown"], None, "raw"),
        ([SCAN], None, "partial"),
        ([DESIGN], None, "partial"),
        (list(PHASE_KEYS[:4]), None, "partial"),
        (list(PHASE_KEYS), None, "analyzed"),
        ([*reversed(PHASE_KEYS), "99-unknown"], None, "analyzed"),
        ([SCAN] * 5, None, "partial"),
        ([SCAN, REQUIREMENTS, IMPACT], LIGHT, "analyzed"),
        ([SCAN, REQUIREMENTS], LIGHT, "partial"),
        (list(PHASE_KEYS), LIGHT, "analyzed"),
        ([], LIGHT, "raw"),
        ([], {"effective_intensity": "light", "light_skip_phases": list(PHASE_KEYS)}, "raw"),
        ([DESIGN], {"effective_intensity": "light", "light_skip_phases": list(PHASE_KEYS)}, "analyzed"),
        (
            list(PHASE_KEYS[:3]),
            {**LIGHT, "effective_intensity": "standard"},
            "partial",
        ),
        (list(PHASE_KEYS[:3]), {"effective_intensity": "light"}, "partial"),
        (list(PHASE_KEYS[:3]), {"effective_intensity": "light", "light_skip_phases": ARCHITECTURE + DESIGN}, "partial"),
        (list(PHASE_KEYS[:3]), {"effective_intensity": "light", "light_skip_phases": [[], {}, None]}, "partial"),
        (list(PHASE_KEYS[:3]), "light", "partial"),
        (list(PHASE_KEYS[:3]), ["light"], "partial"),
    ],
)
def test_the_status_follows_from_the_recognised_phases(phases: list[str], sizing: object, status: str) -> None:
    assert derive_status(phases, sizing) == status
    assert rewritten(phases_completed=phases, sizing_decision=sizing)["analysis_status"] == status


@pytest.mark.parametrize(
    ("phases", "written"),
    [
        ([DESIGN, SCAN], [SCAN, DESIGN]),
        ([SCAN, SCAN, REQUIREMENTS, SCAN], [SCAN, REQUIREMENTS]),
        (["99-z", DESIGN, "05-a", SCAN], [SCAN, DESIGN, "99-z", "05-a"]),
        ([7, None, SCAN, {"a": 1}, "99-z", "99-z"], [SCAN, 7, None, {"a": 1}, "99-z", "99-z"]),
        ("not a list", []),
    ],
)
def test_phases_are_written_once_each_in_phase_order(phases: object, written: list[object]) -> None:
    assert rewritten(phases_completed=phases)["phases_completed"] == written


def test_the_form_is_two_spaces_plain_letters_and_no_final_newline() -> None:
    meta = Meta({"description": "Größe 日本", "phases_completed": [], "depth_overrides": {"a": "b"}})
    assert write_meta(meta).decode() == (
        "{\n"
        '  "description": "Größe 日本",\n'
        '  "phases_completed": [],\n'
        '  "depth_overrides": {\n'
        '    "a": "b"\n'
        "  },\n"
        '  "analysis_status": "raw"\n'
        "}"
    )


def test_line_breaks_are_lf_only() -> None:
    assert b"\r" not in write_meta(read(b'{\r\n"a": 1\r\n}\r\n'))


def test_a_lone_surrogate_is_written_as_an_escape() -> None:
    assert b'"\\ud83d"' in write_meta(read(b'{"description": "\\uD83D"}'))


def test_an_escaped_pair_is_written_as_its_character() -> None:
    assert '"😀"'.encode() in write_meta(read(b'{"description": "\\ud83d\\ude00"}'))


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_what_is_not_json_is_never_written(number: float) -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        write_meta(Meta({"coverage": number}))


def test_fields_of_others_survive_in_their_place() -> None:
    theirs = '{"zeta": {"b": [1, 2.5, null]}, "slug": "pay", "sizing_decision": "x", "alpha": 12345678901234567890}'
    written = json.loads(write_meta(read(theirs).updated(slug="pay-2")))
    assert list(written)[:4] == ["zeta", "slug", "sizing_decision", "alpha"]
    assert (written["zeta"], written["alpha"]) == ({"b": [1, 2.5, None]}, 12345678901234567890)


def test_of_a_repeated_field_the_last_counts() -> None:
    assert read('{"slug": "a", "slug": "b"}').slug == "b"


JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=10,
)


@given(st.dictionaries(st.text(), JSON_VALUES, max_size=5))
def test_writing_and_reading_again_changes_nothing_more(fields: dict[str, object]) -> None:
    once = write_meta(read(json.dumps(fields)))
    assert write_meta(read(once)) == once


@given(st.dictionaries(st.text(), JSON_VALUES, max_size=5))
def test_unknown_fields_come_through_unchanged(fields: dict[str, object]) -> None:
    theirs = {f"x-{name}": value for name, value in fields.items()}
    written = rewritten(**theirs)
    assert {name: written[name] for name in theirs} == theirs


@pytest.mark.parametrize("name", ["sizing_decision", "recommended_tier", "elaboration_config", "anything"])
def test_a_field_of_others_cannot_be_changed(name: str) -> None:
    with pytest.raises(ValueError, match=name):
        read("{}").updated(**{name: 1})


def test_an_update_leaves_the_earlier_value_alone() -> None:
    before = read('{"steps_completed": ["00-01"]}')
    after = before.updated(steps_completed=(*before.steps_completed, "00-02"))
    assert (before.steps_completed, after.steps_completed) == (("00-01",), ("00-01", "00-02"))


def test_typed_values_ignore_what_has_another_type() -> None:
    meta = read(
        '{"description": 5, "steps_completed": ["a", 1], "depth_overrides": {"x": "deep", "y": 2},'
        ' "coverage": {"a": {"pct": 50}, "b": 7, "c": {"pct": "x"}, "d": {"pct": true}}, "elaborations": [{}, 1]}'
    )
    assert meta.description == ""
    assert meta.steps_completed == ("a",)
    assert meta.depth_overrides == {"x": "deep"}
    assert meta.coverage == {"a": 50}
    assert meta.elaborations == ({},)


@pytest.mark.parametrize(
    ("acceptance", "accepted"),
    [({"accepted_at": NOW_TEXT}, True), ({"accepted_at": ""}, False), ({}, False), (True, False), (None, False)],
)
def test_an_item_is_accepted_once_the_confirmation_says_when(acceptance: object, accepted: bool) -> None:
    assert read(json.dumps({"acceptance": acceptance})).accepted is accepted


def test_the_tier_of_others_is_read() -> None:
    meta = read('{"sizing_decision": {"effective_intensity": "light"}, "recommended_tier": "epic"}')
    assert (meta.effective_intensity, meta.recommended_tier) == ("light", "epic")


def test_a_time_is_written_in_utc_with_milliseconds() -> None:
    assert timestamp(NOW.astimezone(timezone(timedelta(hours=-8)))) == NOW_TEXT


def test_a_new_item_reads_back_as_it_was_made() -> None:
    made = new_meta(description="#7 Pay", slug="7-pay", source="github", source_id="GH-7", now=NOW)
    again = read(write_meta(made))
    assert (again.description, again.source, again.source_id, again.slug) == ("#7 Pay", "github", "GH-7", "7-pay")
    assert (again.created_at, again.status) == (NOW_TEXT, "raw")


@pytest.mark.parametrize(
    ("status", "phases", "written"),
    [
        ("building", list(PHASE_KEYS), "building"),
        ("complete", [SCAN], "complete"),
        ("raw", [SCAN], "partial"),
        ("analyzed", [], "raw"),
        ("", [SCAN], "partial"),
    ],
)
def test_a_status_of_another_program_can_be_kept_and_one_of_ours_is_derived(
    status: str, phases: list[str], written: str
) -> None:
    meta = read(json.dumps({"analysis_status": status, "phases_completed": phases}))
    assert json.loads(write_meta(meta, keeps_unknown_status=True))["analysis_status"] == written


def test_an_unknown_status_is_derived_where_nobody_asks_to_keep_it() -> None:
    assert rewritten(analysis_status="building", phases_completed=[SCAN])["analysis_status"] == "partial"
