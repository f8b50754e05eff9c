"""A step file becomes a step; a bad required field leaves it out, a bad optional one is ignored, each with a reason."""

from __future__ import annotations

import pytest

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.questions import Capture
from roundtable_tui.domain.knowledge.checks import parse_check
from roundtable_tui.domain.knowledge.knowledge import Prompt, Section, Step
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.library.files import LeftOutError
from roundtable_tui.library.knowledge_file import MOST_WARNINGS, Document
from roundtable_tui.library.steps import read_step
from tests.unit.library.samples import STEP_BODY, step_text

ALL_MODES = """\
## BRIEF mode

One thing.

## Standard Mode

Let's begin.

1. Who is it for?
2. What hurts?

## Deep Mode

- First?
- Second?
- Third?

## Validation

- Somebody is named.

## Artifacts

Record them.
"""


def loaded(text: str) -> tuple[Step, list[str]]:
    document = Document("steps/x.md", text)
    return read_step(document, "00-quick-scan"), document.warnings


def captures(step: Step, depth: Depth = Depth.STANDARD) -> list[Capture | None]:
    return [prompt.capture for prompt in step.section(depth).prompts]


def test_a_whole_file_is_read() -> None:
    text = step_text(
        ALL_MODES,
        depends_on='["00-01"]',
        skip_if="scope == 'small'",
        checks="['count(user) >= 1', sized()]",
        captures="{standard: [{kind: user, field: text, preset: {role: primary}}, {kind: user, field: pain, for_each: user}]}",  # noqa: E501
    )
    step, warnings = loaded(text)
    assert warnings == []
    assert step == Step(
        id="07-01",
        title="A look around",
        phase="00-quick-scan",
        persona="business-analyst",
        depth=Depth.STANDARD,
        outputs=("notes.md",),
        sections={
            Depth.BRIEF: Section("", (Prompt("One thing."),)),
            Depth.STANDARD: Section(
                "Let's begin.",
                (
                    Prompt("Who is it for?", Capture(Kind.USER, "text", None, (("role", "primary"),))),
                    Prompt("What hurts?", Capture(Kind.USER, "pain", Kind.USER)),
                ),
            ),
            Depth.DEEP: Section("", (Prompt("First?"), Prompt("Second?"), Prompt("Third?"))),
        },
        depends_on=("00-01",),
        skip_if="scope == 'small'",
        checks=(parse_check("count(user) >= 1"), parse_check("sized()")),
        validation="- Somebody is named.",
        artifacts="Record them.",
        path="steps/x.md",
    )


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"step_id": None}, "no 'step_id'"),
        ({"step_id": ""}, "no 'step_id'"),
        ({"step_id": "'  '"}, "'step_id' is not a text"),
        ({"step_id": "[a]"}, "'step_id' is not a text"),
        ({"title": None}, "no 'title'"),
        ({"title": "{a: b}"}, "'title' is not a text"),
        ({"persona": None}, "no 'persona'"),
        ({"depth": None}, "no 'depth'"),
        ({"depth": "profound"}, "'depth' is 'profound'"),
        ({"outputs": None}, "no 'outputs'"),
        ({"outputs": "[]"}, "no 'outputs'"),
        ({"outputs": "notes.md"}, "'outputs' is not a list"),
        ({"outputs": "[../notes.md]"}, "none of its 'outputs'"),
    ],
)
def test_a_required_field_that_is_missing_or_malformed_leaves_the_file_out(
    changes: dict[str, str | None], said: str
) -> None:
    with pytest.raises(LeftOutError) as caught:
        loaded(step_text(**changes))
    assert caught.value.sentence.startswith("steps/x.md is left out because ")
    assert said in caught.value.sentence
    assert caught.value.hint


@pytest.mark.parametrize("given", ["07", "no", "2026-11-16", "any id at all"])
def test_any_scalar_is_a_good_id(given: str) -> None:
    assert loaded(step_text(step_id=given))[0].id == given


@pytest.mark.parametrize(
    "name",
    ["a/b.md", "'a\\b.md'", "'..'", "a..b", ".hidden.md", "'C:x.md'", "META.json", "draft.md", "x" * 101, "'a.'", "{}"],
)
def test_an_output_that_is_no_safe_file_name_is_ignored(name: str) -> None:
    step, warnings = loaded(step_text(outputs=f"[good.md, {name}]"))
    assert step.outputs == ("good.md",)
    assert len(warnings) == 1


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"depends_on": "00-01"}, "'depends_on' is ignored because it is not a list"),
        ({"depends_on": "[[a]]"}, "entry 1 of 'depends_on' is ignored"),
        ({"skip_if": "[a]"}, "'skip_if' is ignored"),
        ({"checks": "sized()"}, "'checks' is ignored"),
        ({"checks": "[wishful()]"}, "check 1 is ignored because there is no check 'wishful'"),
        ({"checks": "[{a: b}]"}, "check 1 is ignored"),
        ({"captures": "[a]"}, "'captures' is ignored"),
        ({"captures": "{shallow: []}"}, "'shallow' of 'captures' is ignored"),
        ({"captures": "{standard: user}"}, "'standard' of 'captures' is ignored"),
        ({"captures": "{deep: [user]}"}, "no section 'Deep Mode'"),
        ({"captures": "{standard: [[user]]}"}, "capture 1 of standard mode is ignored"),
        ({"captures": "{standard: [{field: text}]}"}, "it names no kind"),
        ({"captures": "{standard: [{kind: wish, field: text}]}"}, "no kind of entry 'wish'"),
        ({"captures": "{standard: [{kind: user, field: size}]}"}, "a user type has no field 'size'"),
        ({"captures": "{standard: [{kind: user, field: pain, for_each: wish}]}"}, "no kind of entry 'wish'"),
        ({"captures": "{standard: [user, user, user]}"}, "after number 2 is ignored"),
    ],
)
def test_a_malformed_optional_field_is_ignored_with_one_warning(changes: dict[str, str], said: str) -> None:
    step, warnings = loaded(step_text(**changes))
    assert len(warnings) == 1
    assert "steps/x.md" in warnings[0]
    assert said in warnings[0]
    assert step.checks == ()
    assert step.depends_on == ()


def test_a_wrong_capture_takes_nothing_from_the_others() -> None:
    step, _ = loaded(step_text(captures="{standard: [{kind: wish}, {kind: user, field: pain}]}"))
    assert captures(step) == [None, Capture(Kind.USER, "pain")]


@pytest.mark.parametrize(
    ("preset", "kept"),
    [
        ("{role: primary}", (("role", "primary"),)),
        ("{role: boss}", ()),
        ("{size: large}", ()),
        ("{text: again}", ()),
        ("{role: [primary]}", ()),
        ("primary", ()),
        ("{role: boss, pain: waiting}", (("pain", "waiting"),)),
    ],
)
def test_only_fields_the_kind_can_have_are_preset(preset: str, kept: tuple[tuple[str, str], ...]) -> None:
    step, _ = loaded(step_text(captures=f"{{standard: [{{kind: user, field: text, preset: {preset}}}]}}"))
    assert captures(step)[0] == Capture(Kind.USER, "text", None, kept)


def test_a_choice_that_looks_like_a_number_can_be_preset() -> None:
    step, warnings = loaded(step_text(captures="{standard: [{kind: file, field: path, preset: {tier: 1}}]}"))
    assert warnings == []
    assert captures(step)[0] == Capture(Kind.FILE, "path", None, (("tier", "1"),))


def test_a_missing_mode_falls_back_to_standard_mode() -> None:
    step, _ = loaded(step_text())
    assert step.section(Depth.DEEP) == step.section(Depth.STANDARD)


def test_a_question_to_be_asked_where_it_matters_is_listed_in_deep_talk_only() -> None:
    step, _ = loaded(step_text("## Standard Mode\n\n1. Who is it for?\n2. Where it matters: By which day?"))
    assert step.section(Depth.STANDARD).prompts[1] == Prompt("By which day?", where_it_matters=True)
    assert [number for number, _ in step.listed(Depth.STANDARD)] == [1]
    assert [number for number, _ in step.listed(Depth.DEEP)] == [1, 2]


def test_an_empty_mode_falls_back_to_standard_mode() -> None:
    step, _ = loaded(step_text(f"## Deep Mode\n\n{STEP_BODY}"))
    assert Depth.DEEP not in step.sections


@pytest.mark.parametrize(
    ("body", "questions"),
    [
        ("Just tell me\nabout it.", ["Just tell me about it."]),
        ("# A title\n\n- Who?\n- Why?\n", ["Who?", "Why?"]),
        ("## Deep Mode\n- Who?\n\n## Validation\n- It is good.", ["Who?"]),
    ],
)
def test_without_standard_mode_the_whole_body_is_asked_with_a_warning(body: str, questions: list[str]) -> None:
    step, warnings = loaded(step_text(body))
    assert [prompt.text for prompt in step.section(Depth.STANDARD).prompts] == questions
    assert len(warnings) == 1
    assert "Standard Mode" in warnings[0]


@pytest.mark.parametrize("body", ["", "## Standard Mode\n", "## Validation\n- Nothing."])
def test_a_step_that_asks_nothing_is_left_out(body: str) -> None:
    with pytest.raises(LeftOutError, match="asks nothing"):
        loaded(step_text(body))


def test_words_after_the_list_belong_to_the_last_question() -> None:
    step, _ = loaded(step_text("## Standard Mode\n- Who?\n- Why?\n\nTake your time."))
    assert [prompt.text for prompt in step.section(Depth.STANDARD).prompts] == ["Who?", "Why? Take your time."]


def test_a_section_that_stands_twice_is_used_once_with_a_warning() -> None:
    step, warnings = loaded(step_text(f"{STEP_BODY}\n## standard mode\n- Again?"))
    assert len(step.section(Depth.STANDARD).prompts) == 2
    assert "second section 'standard mode'" in warnings[0]


def test_a_list_made_endless_by_aliases_is_cut() -> None:
    many = ", ".join(["*c"] * 5000)
    step, warnings = loaded(step_text(checks="[&c sized(), " + many + "]"))
    assert len(step.checks) == 100
    assert len(warnings) == 1


def test_a_file_full_of_mistakes_does_not_flood_the_screen() -> None:
    _, warnings = loaded(step_text(checks="[" + ", ".join(["wishful()"] * 90) + "]"))
    assert len(warnings) == MOST_WARNINGS + 1
    assert "more is ignored" in warnings[-1]
