"""The head of a document says how far it is and how sure, its foot what it lacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from roundtable_tui.artifacts.reading import parsing
from roundtable_tui.artifacts.render.file_names import artifact_files, with_files
from roundtable_tui.domain.dossier.footing import is_guess
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Cited, Confirmed, FromDocument, Source, Stated
from roundtable_tui.domain.dossier.questions import StepSubject
from roundtable_tui.domain.journal.events import Decision, Ending, PhaseEnd
from roundtable_tui.domain.journal.state import Confirmation
from roundtable_tui.domain.journal.step_records import StepRecord, StepStatus
from roundtable_tui.domain.journal.values import Stage, WrittenFile
from roundtable_tui.domain.knowledge.phases import PHASE_KEYS
from roundtable_tui.domain.talk.ledger import Ledger
from roundtable_tui.library.assets import shipped_assets
from roundtable_tui.library.loader import load_knowledge
from tests.support.dossiers import ITEM, change, small, state_of
from tests.support.played import line_of, played
from tests.support.states import changed
from tests.unit.artifacts.render.test_renderer import shipped

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from roundtable_tui.domain.dossier.dossier import Change
    from roundtable_tui.domain.journal.state import State

ERRORS = (change(Kind.ERROR, "ERR-001", text="It breaks", response="500", recovery="Try again"),)


def head(state: State, name: str = "error-taxonomy.md") -> str:
    return str(dict(parsing.header(shipped().render(name, state))))


WITHOUT_A_WAY_BACK = (change(Kind.ERROR, "ERR-002", text="It hangs", response="504"),)
GAP = "what is done after ERR-002"


def with_step(
    status: StepStatus,
    gaps: tuple[str, ...] = (),
    ended: Iterable[str] = PHASE_KEYS[:4],
    errors: Sequence[Change] = (),
) -> State:
    """A state in which these phases are over and one step of the last phase is as far as that; the others are done."""
    steps = {
        step.id: StepRecord(step.id, step.title, step.phase, StepStatus.DONE)
        for step in load_knowledge([shipped_assets()]).steps[PHASE_KEYS[4]]
    }
    steps["04-04"] = replace(steps["04-04"], status=status, gaps=gaps)
    return changed(state_of((*ERRORS, *errors)), steps=steps, phases_ended=dict.fromkeys(ended, PhaseEnd.FINISHED))


@pytest.mark.parametrize(
    ("state", "status"),
    [
        (state_of(ERRORS), "Draft"),
        (with_step(StepStatus.ENGAGED), "Draft"),
        (with_step(StepStatus.READY), "Complete"),
        (with_step(StepStatus.DONE), "Complete"),
        (with_step(StepStatus.DONE, (GAP,), errors=WITHOUT_A_WAY_BACK), "Draft"),
        (with_step(StepStatus.DONE, (GAP,)), "Complete"),
    ],
)
def test_a_document_is_complete_when_its_steps_are_done_without_gaps(state: State, status: str) -> None:
    assert f"'Status': '{status}'" in head(state)


@pytest.mark.parametrize("missing", PHASE_KEYS[:4])
def test_no_document_is_complete_while_a_phase_is_missing(missing: str) -> None:
    ended = [key for key in PHASE_KEYS[:4] if key != missing]
    assert "'Status': 'In Progress'" in head(with_step(StepStatus.DONE, ended=ended))


def test_a_light_change_is_complete_without_the_architecture_it_does_not_ask_for() -> None:
    state = with_step(StepStatus.DONE, ended=[key for key in PHASE_KEYS[:4] if key != "03-architecture"])
    assert "'Status': 'Complete'" in head(replace(state, item=replace(ITEM, tier="light")))


def test_a_trivial_change_is_measured_by_the_steps_it_asks() -> None:
    done = {
        step: StepRecord(step, step, phase, StepStatus.DONE)
        for step, phase in (("00-01", PHASE_KEYS[0]), ("01-01", PHASE_KEYS[1]), ("01-06", PHASE_KEYS[1]))
    }
    state = changed(small(), item=replace(ITEM, tier="trivial"), steps=done)
    assert "'Status': 'Complete'" in head(state, "requirements-spec.md")
    assert "## Pending Sections" not in shipped().render("requirements-spec.md", state)


def test_the_other_documents_are_complete_when_the_last_phase_is_being_skipped() -> None:
    steps = {"00-01": StepRecord("00-01", "Scope", PHASE_KEYS[0], StepStatus.DONE)}
    ended = dict.fromkeys(PHASE_KEYS[:4], PhaseEnd.FINISHED)
    state = changed(state_of([]), steps=steps, phases_ended=ended, phase=PHASE_KEYS[4])
    assert "'Status': 'In Progress'" in head(state, "quick-scan.md")
    quick_steps = load_knowledge([shipped_assets()]).steps[PHASE_KEYS[0]]
    done = {step.id: StepRecord(step.id, step.title, step.phase, StepStatus.DONE) for step in quick_steps}
    skipping = changed(state, steps=done, agreed=Decision.SKIP_PHASE)
    assert "'Status': 'Complete'" in head(skipping, "quick-scan.md")


def test_what_is_not_done_stands_under_pending_sections() -> None:
    text = shipped().render("error-taxonomy.md", state_of([]))
    assert "## Pending Sections\n\n- Error Handling & Validation (step 04-04): at least one error" in text


def test_gaps_a_step_was_closed_with_stand_under_their_own_heading() -> None:
    state = with_step(StepStatus.DONE, (GAP,), errors=WITHOUT_A_WAY_BACK)
    text = shipped().render("error-taxonomy.md", state)
    assert f"## Gaps and Assumptions\n\n- Error Handling & Validation: {GAP}" in text


def test_a_gap_that_was_filled_since_is_none() -> None:
    assert "Gaps" not in shipped().render("error-taxonomy.md", with_step(StepStatus.DONE, (GAP,)))


def test_what_a_step_was_closed_without_is_no_longer_pending() -> None:
    text = shipped().render("error-taxonomy.md", with_step(StepStatus.DONE, (GAP,)))
    assert "## Pending Sections" not in text


def test_after_an_early_exit_nothing_is_pending_and_what_lacks_is_a_gap() -> None:
    begun = changed(with_step(StepStatus.ENGAGED), ending=Ending.EARLY, dossier=state_of([]).dossier)
    settled = Ledger().with_settled(StepSubject("04-04"), {"standard/1"})
    text = shipped().render("error-taxonomy.md", changed(begun, ledger=settled))
    assert "## Pending Sections" not in text
    assert "## Gaps and Assumptions\n\n- Error Handling & Validation (step 04-04): at least one error" in text


def test_after_an_early_exit_what_was_never_reached_is_a_gap() -> None:
    text = shipped().render("error-taxonomy.md", changed(state_of(ERRORS), ending=Ending.EARLY))
    assert "- Error Handling & Validation was never talked about" in text


def test_after_an_early_exit_one_document_names_the_phases_and_steps_that_have_none() -> None:
    modules = StepRecord("04-01", "Module Design & Boundaries", "04-design", StepStatus.DONE)
    settled = Ledger().with_settled(StepSubject("04-01"), {"1"})
    names = ("quick-scan.md", "requirements-spec.md", "impact-analysis.md", "module-design.md")
    state = with_files(changed(small(), ending=Ending.EARLY, steps={"04-01": modules}, ledger=settled), names)
    files = shipped().render_all(state, names)
    spec = files["requirements-spec.md"].partition("## Gaps and Assumptions")[2]
    assert "- Never talked about: Architecture\n" in spec
    assert "- Never talked about in Design: Interface Contracts, Data Flow" in spec
    assert [name for name in names if "Never talked about" in files[name]] == ["requirements-spec.md"]
    assert "- Blast Radius Assessment was never talked about" in files["impact-analysis.md"]


def test_the_head_names_what_else_was_written_and_nothing_that_was_not() -> None:
    state = with_files(small(), ("requirements-spec.md", "impact-analysis.md", "user-stories.json"))
    (line,) = [line for line in shipped().render("requirements-spec.md", state).splitlines() if "See also" in line]
    assert line == (
        "**See also**: [impact-analysis.md](impact-analysis.md) (what changes, for planning); "
        "[user-stories.json](user-stories.json) (for programs)"
    )
    assert "See also" not in shipped().render("requirements-spec.md", small())


def test_the_head_of_a_small_file_leads_to_the_document_it_goes_with() -> None:
    state = with_files(small(), ("requirements-spec.md", "design-summary.md"))
    assert "\n**See also**: [design-summary.md](design-summary.md)\n" in shipped().render("data-flow.md", state)


def test_in_conversation_mode_the_topics_tell_how_far_a_document_is() -> None:
    talk = replace(state_of(ERRORS), mode="conversation")
    text = shipped().render("error-taxonomy.md", talk)
    assert "'Coverage': '1 of 11 criteria'" in str(parsing.header(text))
    assert "'Status': 'In Progress'" in str(parsing.header(text))


def test_in_conversation_mode_one_document_tells_what_a_topic_lacks_and_the_others_lead_there() -> None:
    names = ("requirements-spec.md", "error-taxonomy.md", "design-summary.md")
    files = shipped().render_all(with_files(replace(state_of(ERRORS), mode="conversation"), names), names)
    assert [name for name, text in files.items() if "- Security is still to come\n" in text] == ["requirements-spec.md"]
    assert "- Security: see [requirements-spec.md](requirements-spec.md)" in files["error-taxonomy.md"]


def test_while_it_is_talked_about_a_topic_says_how_far_it_is_and_no_rule_of_ours() -> None:
    files = shipped().render_all(with_files(played(30), ("quick-scan.md",)), ("quick-scan.md",))
    pending = files["quick-scan.md"].partition("## Pending Sections")[2].partition("```")[0]
    assert "- Architecture is still to come\n" in pending
    assert "At least one file is known" not in pending


def test_what_the_user_accepted_is_complete_and_names_what_it_was_accepted_without() -> None:
    state = played()
    files = shipped().render_all(state, tuple(name for name in state.files.artifacts if name.endswith(".md")))
    assert {name: parsing.header(text)["Status"] for name, text in files.items()} == dict.fromkeys(files, "Complete")
    assert not [name for name, text in files.items() if "## Pending Sections" in text]
    lacking = "- Security, not settled: The data that must not get out is named"
    assert [name for name, text in files.items() if lacking in text] == ["requirements-spec.md"]
    assert parsing.header(files["design-summary.md"])["Coverage"] == "6 of 6 criteria", "accepting is an opinion of it"


def test_a_document_that_knows_little_is_not_complete_whatever_was_accepted() -> None:
    state = replace(state_of(ERRORS), mode="conversation")
    state = replace(state, conversation=replace(state.conversation, confirmation=Confirmation.COMPLETE))
    text = shipped().render_all(with_files(state, ("error-taxonomy.md",)), ("error-taxonomy.md",))["error-taxonomy.md"]
    assert parsing.header(text)["Coverage"].startswith("1 of ")
    assert parsing.header(text)["Status"] == "In Progress"


def test_a_decision_in_the_accepted_summary_is_accepted_once_it_is_confirmed_and_until_it_changes() -> None:
    names = ("adr-0001-where-expiry-lives.md", "architecture-overview.md")
    state = played()
    assert is_guess(state.dossier.entries["ADR-0001"])
    record, overview = shipped().render_all(state, names).values()
    assert "## Status\n\nProposed\n" in record, "accepting the summary confirms no guess in it"
    assert "(proposed): Built into Table" in overview
    assert "## Status\n\nAccepted\n" in shipped().render(names[0], _confirmed(state, "ADR-0001"))
    before = _confirmed(played(line_of(Stage.DESIGN)), "ADR-0001")
    assert "## Status\n\nProposed\n" in shipped().render(names[0], before), "until the whole is accepted"
    later = _confirmed(state, "ADR-0001", changed=state.seq + 1)
    assert "## Status\n\nProposed\n" in shipped().render(names[0], later)


def _confirmed(state: State, name: str, changed: int | None = None) -> State:
    entry = state.dossier.entries[name]
    fields = {key: replace(value, sources=(Confirmed(1),)) for key, value in entry.fields.items()}
    sure = replace(entry, fields=fields, changed=entry.changed if changed is None else changed)
    return replace(state, dossier=replace(state.dossier, entries={**state.dossier.entries, name: sure}))


def test_after_an_early_exit_from_a_conversation_topics_nobody_spoke_of_are_named() -> None:
    names = ("requirements-spec.md", "error-taxonomy.md")
    talk = changed(replace(state_of(ERRORS), mode="conversation"), ending=Ending.EARLY)
    files = shipped().render_all(with_files(talk, names), names)
    assert "- Security was never talked about\n" in files["requirements-spec.md"]
    assert [name for name, text in files.items() if "- Architecture was never talked about" in text] == [names[0]]


def test_confidence_is_mixed_when_entries_differ() -> None:
    guess = change(Kind.ERROR, "ERR-002", (Cited("a.py", 1, 1),), text="It hangs")
    assert "'Confidence': 'High'" in head(state_of(ERRORS))
    assert "'Confidence': 'Low'" in head(state_of([guess]))
    assert "'Confidence': 'Mixed'" in head(state_of([*ERRORS, guess]))


def test_the_last_turn_is_the_one_that_changed_this_document() -> None:
    later = change(Kind.RISK, "RISK-001", (Stated(9),), text="Nobody pays")
    assert "'Last Updated': 'turn 3'" in head(state_of([*ERRORS, later]))


def test_the_date_comes_from_the_journal() -> None:
    assert "'Date': '2026-11-16'" in head(state_of(ERRORS))


def test_a_decision_keeps_the_file_it_was_first_written_to() -> None:
    name = "adr-0001-an-earlier-title.md"
    written = changed(small(), artifacts={name: WrittenFile(name, "", "")})
    assert artifact_files(written, ["tech-stack-decision.md"]) == ("tech-stack-decision.md", name)


THEIRS = FromDocument("ADR-002-own-numbering.md", 1)


@pytest.mark.parametrize(
    ("sources", "written"),
    [
        ((THEIRS,), ()),
        ((FromDocument("adrs/ADR-0002-own-numbering.md", 1),), ()),
        ((THEIRS, Stated(3)), ("ADR-002-own-numbering.md",)),
        ((FromDocument("architecture-overview.md", 9),), ("adr-0002-own-numbering.md",)),
    ],
    ids=["in its record", "in a folder of records", "changed here", "in the overview only"],
)
def test_a_record_of_another_program_stays_as_it_is_until_the_decision_changes(
    sources: tuple[Source, ...], written: tuple[str, ...]
) -> None:
    state = state_of([change(Kind.DECISION, "ADR-0002", sources, title="Own numbering")])
    assert artifact_files(state, ["tech-stack-decision.md"]) == ("tech-stack-decision.md", *written)


def test_the_record_of_a_decision_taken_back_says_so() -> None:
    assert "Withdrawn" in shipped().render("adr-0007-gone.md", small())
