"""Several places make one library: earlier ones replace, add and disable, and bad files cost nothing but themselves."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.questions import Capture
from roundtable_tui.domain.knowledge.checks import parse_check
from roundtable_tui.domain.knowledge.phases import ALEX, MAYA, PHASE_KEYS
from roundtable_tui.library.assets import shipped_assets
from roundtable_tui.library.loader import load_knowledge
from roundtable_tui.library.topic_defaults import derived_topics
from tests.unit.library.samples import persona_text, put, step_text, topic_text

SCAN = "steps/00-quick-scan"


@pytest.fixture
def shipped(tmp_path: Path) -> Path:
    place = tmp_path / "shipped"
    put(place, "personas/business-analyst.md", persona_text())
    put(place, f"{SCAN}/01-first.md", step_text(step_id="00-01", title="First"))
    put(place, f"{SCAN}/02-second.md", step_text(step_id="00-02", title="Second"))
    put(place, "topics/pricing/pricing.md", topic_text())
    return place


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return tmp_path / "project"


def titles(*places: Path) -> list[str]:
    return [step.title for group in load_knowledge(places).steps.values() for step in group]


def test_steps_come_by_phase_and_file_name(shipped: Path) -> None:
    put(shipped, "steps/01-requirements/01-third.md", step_text(step_id="01-01", title="Third"))
    put(shipped, f"{SCAN}/00-before.md", step_text(step_id="zz", title="Before"))
    knowledge = load_knowledge([shipped])
    assert list(knowledge.steps) == ["00-quick-scan", "01-requirements"]
    assert titles(shipped) == ["Before", "First", "Second", "Third"]


def test_places_that_do_not_exist_are_no_problem(shipped: Path, project: Path) -> None:
    knowledge = load_knowledge([project, project / "nested", shipped])
    assert knowledge.warnings == ()
    assert len(knowledge.steps["00-quick-scan"]) == 2


def test_a_file_of_the_same_name_replaces_the_shipped_one(shipped: Path, project: Path) -> None:
    put(project, f"{SCAN}/01-first.md", step_text(step_id="other", title="Ours"))
    assert titles(project, shipped) == ["Ours", "Second"]


def test_a_file_of_the_same_id_replaces_the_shipped_one_without_a_warning(shipped: Path, project: Path) -> None:
    put(project, f"{SCAN}/09-ours.md", step_text(step_id="00-01", title="Ours"))
    knowledge = load_knowledge([project, shipped])
    assert [step.title for step in knowledge.steps["00-quick-scan"]] == ["Second", "Ours"]
    assert knowledge.warnings == ()


def test_a_dropped_in_file_takes_its_place_in_the_order(shipped: Path, project: Path) -> None:
    put(project, f"{SCAN}/01b-ours.md", step_text(step_id="ours", title="Ours"))
    assert titles(project, shipped) == ["First", "Ours", "Second"]


@pytest.mark.parametrize("content", ["", "\n \n", "\ufeff"])
def test_an_empty_file_disables_the_shipped_one(shipped: Path, project: Path, content: str) -> None:
    put(project, f"{SCAN}/01-first.md", content)
    assert titles(project, shipped) == ["Second"]
    assert load_knowledge([project, shipped]).warnings == ()


def test_an_empty_file_that_disables_nothing_is_warned_about(shipped: Path, project: Path) -> None:
    path = put(project, f"{SCAN}/01-frist.md", "")
    (warning,) = load_knowledge([project, shipped]).warnings
    assert str(path) in warning


def test_the_first_of_three_places_wins(shipped: Path, project: Path, tmp_path: Path) -> None:
    put(tmp_path / "user", f"{SCAN}/01-first.md", step_text(step_id="00-01", title="The user's"))
    put(project, f"{SCAN}/01-first.md", step_text(step_id="00-01", title="The project's"))
    assert titles(project, tmp_path / "user", shipped) == ["The project's", "Second"]


def test_a_bad_replacement_leaves_the_shipped_file_in_use_with_a_warning(shipped: Path, project: Path) -> None:
    path = put(project, f"{SCAN}/01-first.md", step_text(title=None))
    knowledge = load_knowledge([project, shipped])
    assert [step.title for step in knowledge.steps["00-quick-scan"]] == ["First", "Second"]
    (warning,) = knowledge.warnings
    assert str(path) in warning


def test_of_two_files_with_one_id_in_one_place_the_first_wins_with_a_warning(shipped: Path) -> None:
    path = put(shipped, f"{SCAN}/03-again.md", step_text(step_id="00-01", title="Again"))
    knowledge = load_knowledge([shipped])
    assert [step.title for step in knowledge.steps["00-quick-scan"]] == ["First", "Second"]
    (warning,) = knowledge.warnings
    assert str(path) in warning
    assert "01-first.md" in warning


def test_steps_of_an_unknown_phase_are_led_by_maya_with_one_warning(shipped: Path, project: Path) -> None:
    for number in (1, 2):
        put(project, f"steps/05-launch/0{number}.md", step_text(step_id=f"05-0{number}", persona="nobody"))
    knowledge = load_knowledge([project, shipped])
    assert [step.persona for step in knowledge.steps["05-launch"]] == [MAYA, MAYA]
    about_phase = [warning for warning in knowledge.warnings if "known phase" in warning]
    assert len(about_phase) == 1
    assert str(project / "steps" / "05-launch") in about_phase[0]


def test_an_unknown_persona_falls_back_to_the_one_of_the_phase(shipped: Path) -> None:
    path = put(shipped, "steps/02-impact-analysis/01.md", step_text(step_id="02-01", persona="nobody"))
    knowledge = load_knowledge([shipped])
    assert knowledge.steps["02-impact-analysis"][0].persona == ALEX
    (warning,) = knowledge.warnings
    assert str(path) in warning
    assert "'nobody'" in warning


def test_a_persona_of_the_users_own_can_lead_a_step(shipped: Path, project: Path) -> None:
    put(project, "personas/zoe.md", persona_text(key="zoe", name="Zoe Ng", role="Pricing"))
    put(project, f"{SCAN}/01-first.md", step_text(step_id="00-01", persona="zoe"))
    knowledge = load_knowledge([project, shipped])
    assert knowledge.warnings == ()
    assert knowledge.persona(knowledge.steps["00-quick-scan"][0].persona).name == "Zoe Ng"


def test_unknown_personas_of_a_topic_are_replaced_and_dropped(shipped: Path) -> None:
    text = topic_text(primary_persona="nobody", contributing_personas="[business-analyst, noone]")
    put(shipped, "topics/pricing/pricing.md", text)
    knowledge = load_knowledge([shipped])
    assert (knowledge.topics[0].primary, knowledge.topics[0].contributing) == (MAYA, (MAYA,))
    assert len(knowledge.warnings) == 2


def test_a_bad_file_costs_only_itself(shipped: Path) -> None:
    put(shipped, f"{SCAN}/00-binary.md", b"\x00\x01")
    put(shipped, f"{SCAN}/05-headless.md", "no head")
    put(shipped, "personas/broken.md", "---\n[\n---\n")
    (shipped / "topics" / "folder" / "x.md").mkdir(parents=True)
    knowledge = load_knowledge([shipped])
    assert len(knowledge.warnings) == 4
    assert titles(shipped) == ["First", "Second"]
    assert [topic.id for topic in knowledge.topics] == ["pricing"]


def test_warnings_about_a_file_that_is_not_used_are_not_shown(shipped: Path, project: Path) -> None:
    put(shipped, f"{SCAN}/01-first.md", step_text(step_id="00-01", checks="[wishful()]"))
    put(project, f"{SCAN}/05-ours.md", step_text(step_id="00-01"))
    assert load_knowledge([project, shipped]).warnings == ()


def test_known_topics_come_in_the_order_of_an_analysis_and_others_after_them(shipped: Path) -> None:
    for topic in ("architecture", "problem-discovery", "security"):
        put(shipped, f"topics/{topic}/{topic}.md", topic_text(topic_id=topic))
    order = [topic.id for topic in load_knowledge([shipped]).topics]
    assert order == ["problem-discovery", "architecture", "security", "pricing"]


def test_without_topic_files_the_topics_are_derived_from_the_steps(shipped: Path) -> None:
    put(shipped, "topics/pricing/pricing.md", "")
    assert [topic.id for topic in load_knowledge([shipped]).topics] == ["problem-discovery", "technical-analysis"]


def test_a_derived_criterion_has_the_check_its_explanation_and_a_question_that_can_meet_it(shipped: Path) -> None:
    text = step_text(
        "## Standard Mode\n1. What changes?\n2. Who is it for?\n\n## Validation\n- Somebody is named.\n\nEdge case: x.",
        step_id="01-02",
        checks="[count(user) >= 1, sized()]",
        captures="{standard: [scope, user]}",
    )
    put(shipped, "steps/01-requirements/02-users.md", text)
    (topic,) = derived_topics(load_knowledge([shipped]).steps["01-requirements"])
    named, sized = topic.criteria
    assert (topic.id, topic.steps) == ("problem-discovery", ("01-02",))
    assert (named.text, named.question) == ("Somebody is named.", "Who is it for?")
    assert named.captures == (Capture(Kind.USER, "text"),)
    assert (sized.text, sized.check) == ("sized()", parse_check("sized()"))


def test_a_step_without_checks_is_covered_by_its_validation_or_its_title(shipped: Path) -> None:
    put(shipped, "steps/05-launch/01.md", step_text("- Who?\n\n## Validation\n- One.\n- Two.", step_id="05-01"))
    put(shipped, "steps/05-launch/02.md", step_text(step_id="05-02", title="Rest"))
    (topic,) = derived_topics(load_knowledge([shipped]).steps["05-launch"])
    assert (topic.id, topic.name) == ("05-launch", "Launch")
    assert [(criterion.id, criterion.text) for criterion in topic.criteria] == [
        ("05-01-1", "One."),
        ("05-01-2", "Two."),
        ("05-02-1", "Rest"),
    ]


def test_the_shipped_assets_are_found_and_load_without_a_warning() -> None:
    knowledge = load_knowledge([shipped_assets()])
    assert knowledge.warnings == ()
    assert MAYA in knowledge.personas
    assert PHASE_KEYS[0] in knowledge.steps


@given(st.binary(max_size=200), st.sampled_from(["steps/00-quick-scan/a.md", "topics/a/a.md", "personas/a.md"]))
def test_no_file_can_stop_the_loading(content: bytes, name: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = put(Path(folder), name, content)
        knowledge = load_knowledge([Path(folder)])
        assert any(str(path) in warning for warning in knowledge.warnings)


_FIELDS = (
    "step_id title persona depth outputs depends_on skip_if captures checks topic_id topic_name primary_persona "
    "coverage_criteria artifact_sections depth_guidance source_step_files key name role triggers"
).split()
_VALUES = st.recursive(
    st.sampled_from(["a", "brief", "''", "~", "1", "user", "sized()", "notes.md"]),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda parts: f"[{', '.join(parts)}]"),
        st.dictionaries(st.sampled_from(["kind", "field", "preset", "standard", "text", "id"]), inner, max_size=3).map(
            lambda parts: "{" + ", ".join(f"{name}: {value}" for name, value in parts.items()) + "}"
        ),
    ),
    max_leaves=8,
)


@given(
    st.dictionaries(st.sampled_from(_FIELDS), _VALUES),
    st.sampled_from([(step_text, "steps/00-quick-scan/a.md"), (topic_text, "topics/a/a.md")]),
)
def test_no_value_of_any_field_can_stop_the_loading(fields: dict[str, str], sort: tuple[object, str]) -> None:
    write, name = sort
    assert callable(write)
    with tempfile.TemporaryDirectory() as folder:
        put(Path(folder), name, write("- Who?", **fields))
        assert all(len(warning) < 1500 for warning in load_knowledge([Path(folder)]).warnings)
