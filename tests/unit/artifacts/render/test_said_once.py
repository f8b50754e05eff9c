"""Each fact stands in one document, in words a reader can use; the others lead there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from roundtable_tui.artifacts.lint.repetition import MOST_REPEATED, repetition
from roundtable_tui.artifacts.render.file_names import artifact_files, with_files
from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Cited, FromDocument, Inferred, Stated
from roundtable_tui.domain.journal.values import Stage
from roundtable_tui.library.assets import shipped_assets
from roundtable_tui.library.loader import load_knowledge
from roundtable_tui.modes.conversation.summaries import summary
from tests.support.dossiers import change, drafted, full, small, state_of
from tests.support.played import played
from tests.support.scans import SCAN
from tests.support.states import changed
from tests.unit.artifacts.render.test_renderer import NAMES, shipped

if TYPE_CHECKING:
    from roundtable_tui.domain.journal.state import State

SPEC, IMPACT = "requirements-spec.md", "impact-analysis.md"
ARCHITECTURE, DESIGN = "architecture-overview.md", "design-summary.md"
OURS = tuple(name for name in NAMES if "something-else" not in name and "gone" not in name)
_LINK = re.compile(r"\]\(([^)\s]*)\)")


def documents(state: State) -> dict[str, str]:
    """All documents of a finished analysis, each knowing that the others are there."""
    files = artifact_files(state, OURS)
    return shipped().render_all(with_files(state, files), files)


def saying(words: str, files: dict[str, str]) -> list[str]:
    """The documents that people read in which these words stand, once for each time."""
    return [name for name, text in files.items() if name.endswith(".md") for _ in range(text.count(words))]


def test_a_story_of_two_requirements_stands_once_and_leads_to_both() -> None:
    story = change(Kind.STORY, "US-003", title="x", role="clerk", want="to see it", traces=("FR-001", "FR-002"))
    files = documents(state_of([*_changes(small()), story]))
    assert saying("I want to see it.", files) == [SPEC]
    links = f"[FR-001]({SPEC}#fr-001-order-on-invoice), [FR-002]({SPEC}#fr-002-remind-late-payers)"
    assert f"I want to see it. ({links})" in files[SPEC]


LONG_ROLE = "the owner of a small clinic who pays for it and goes on holiday with the whole team"
LONG_WISH = "the owner can pause the subscription from a first to a last day that lie at most 12 months ahead"


def messy() -> State:
    """Typed by somebody who says everything in long sentences, and again where it is asked for again."""
    return state_of(
        [
            change(Kind.PROBLEM, "PROB-001", text=LONG_WISH),
            change(Kind.USER, "USER-001", text=LONG_ROLE, role="primary"),
            change(Kind.FR, "FR-001", title=LONG_WISH),
            change(
                Kind.FR, "FR-002", title="nobody is charged for a day that lies in the pause of their clinic at all"
            ),
            change(Kind.STORY, "US-001", title="x", role=LONG_ROLE, want=LONG_WISH, traces=("FR-001",)),
            change(Kind.STORY, "US-002", title=f"As {LONG_ROLE}, I want peace, so that I rest", traces=("FR-002",)),
            change(Kind.STORY, "US-003", title="x", role="clerk", want="to see it", traces=("FR-002",)),
            change(Kind.BUILD_STEP, "BUILD-001", text=LONG_WISH),
            change(Kind.MODULE, "MOD-001", text="pauses", traces=("FR-001",)),
        ]
    )


def test_a_long_sentence_is_a_short_title_wherever_it_is_mentioned_and_stands_in_full_once() -> None:
    files = _without_summaries(documents(messy()))
    assert saying(LONG_WISH, files) == [SPEC]
    assert "### FR-001: the owner can pause the subscription…\n" in files[SPEC]
    assert "In full: [Business Context](requirements-spec.md#business-context)." in files[SPEC]
    assert (
        f"[FR-001]({SPEC}#fr-001-the-owner-can-pause-the-subscription) | the owner can pause the"
        in documents(messy())[DESIGN]
    )


def test_the_stories_of_one_role_stand_together_below_its_name() -> None:
    text = documents(messy())[SPEC].partition("## User Stories")[2].partition("\n## ")[0]
    single, _, several = text.partition("As the owner of a small clinic:\n\n")
    assert "- **US-003**: As a clerk, I want to see it." in single
    assert "- **US-001**: I want the owner to be able to pause the subscription." in several
    assert "- **US-002**: I want peace, so that I rest." in several


def test_messy_answers_leave_few_sequences_of_words_that_stand_twice() -> None:
    assert repetition(documents(messy())).share < MOST_REPEATED


def test_a_draft_that_nobody_has_confirmed_says_each_thing_once() -> None:
    files = documents(drafted())
    assert repetition(files).share < MOST_REPEATED
    assert "risk zones yet" not in files[IMPACT], "what was read in the code is no guess"
    criteria = ", ".join(f"AC-{fr:03d}-{ac:02d}" for fr in range(1, 8) for ac in range(1, 5))
    assert f"- Nobody has confirmed these acceptance criteria yet: {criteria}." in files[SPEC]
    assert "inferred from" not in "".join(text for name, text in files.items() if name.endswith(".md"))


def test_a_decision_speaks_only_of_the_options_it_weighed() -> None:
    files = documents(drafted())
    first, second = (next(text for name, text in files.items() if f"adr-000{one}" in name) for one in (1, 2))
    assert "It builds on [OPT-001]" in first
    assert "OPT-002" not in first
    assert "OPT-002" in second
    assert "(chosen)" not in second, "its words name neither"
    assert "OPT-003" not in first + second


@pytest.mark.parametrize("stage", [Stage.REQUIREMENTS, Stage.ARCHITECTURE, Stage.DESIGN])
def test_a_summary_of_a_draft_is_short_and_still_stands_for_all_of_it(stage: Stage) -> None:
    knowledge = load_knowledge([shipped_assets()])
    state = drafted()
    made = summary(stage, state, knowledge)
    assert len(made.text.split()) <= 500
    hidden = {Stage.REQUIREMENTS: "AC-007-04", Stage.ARCHITECTURE: "ZONE-012", Stage.DESIGN: "MOD-007"}[stage]
    entry = state.dossier.entries[hidden]
    other = Change(Op.REVISE, hidden, entry.kind, {"text": "Something else altogether"}, (Stated(4),))
    assert summary(stage, state_of([*_changes(state), other]), knowledge).digest != made.digest


def test_a_title_that_stands_in_a_document_of_others_is_not_shortened() -> None:
    theirs = replace(change(Kind.FR, "FR-001", title=LONG_WISH), sources=(FromDocument(SPEC),))
    assert f"### FR-001: {LONG_WISH}\n" in documents(state_of([theirs]))[SPEC]


def test_a_criterion_stands_once_under_its_requirement() -> None:
    assert saying("A refused order stores nothing", _without_summaries(documents(small()))) == [SPEC]


@pytest.mark.parametrize("kind", [Kind.NOTE, Kind.QUESTION, Kind.ASSUMPTION])
def test_a_remark_about_several_entries_stands_at_the_first_and_the_others_lead_there(kind: Kind) -> None:
    prefix = {Kind.NOTE: "NOTE", Kind.QUESTION: "Q", Kind.ASSUMPTION: "ASM"}[kind]
    remark = change(kind, f"{prefix}-009", text="Sofia must agree", about=("FR-001", "MOD-001", "IF-001"))
    files = documents(state_of([*_changes(small()), remark]))
    assert saying("Sofia must agree", files) == [SPEC]
    for name in ("module-design.md", "interface-spec.md"):
        assert "see [FR-001](requirements-spec.md#fr-001-order-on-invoice)" in files[name]


def test_a_responsibility_stands_in_the_summary_and_before_that_in_the_design_of_the_module() -> None:
    assert "Numbers" in shipped().render("module-design.md", small())
    files = documents(small())
    assert saying("| Numbers |", files) == [DESIGN]
    assert "**Responsibility**" not in files["module-design.md"]


def test_what_the_code_says_moves_to_the_impact_analysis_once_that_is_written() -> None:
    state = changed(small(), scan=SCAN)
    assert "40 files were searched" in shipped().render("quick-scan.md", state)
    files = documents(state)
    assert saying("40 files were searched", files) == [IMPACT]
    assert "[impact-analysis.md](impact-analysis.md#what-the-code-says)" in files["quick-scan.md"]


@pytest.mark.parametrize("name", ["quick-scan.md", IMPACT])
def test_no_document_explains_how_points_are_given(name: str) -> None:
    text = shipped().render(name, changed(full(), scan=SCAN))
    assert "point each" not in text
    assert "fewer than 5" not in text


@pytest.mark.parametrize("name", [name for name in OURS if name.endswith(".md")])
def test_no_link_leads_to_a_file_that_is_not_written(name: str) -> None:
    alone = shipped().render(name, small())
    assert [target for target in _LINK.findall(alone) if not target.startswith(f"{name}#")] == []


@pytest.mark.parametrize("said", ["yes", "Ok.", "looks good to me", "it stands", "LGTM", "none"])
@pytest.mark.parametrize(("name", "subject"), [(ARCHITECTURE, "architecture"), (DESIGN, "design"), (IMPACT, "impact")])
def test_a_summary_is_never_made_of_the_users_yes(name: str, subject: str, said: str) -> None:
    review = change(Kind.REVIEW, "REV-001", text=said, subject=subject, concerns="none")
    text = documents(state_of([*_changes(small()), review]))[name]
    assert said not in re.sub(r"\W+\S*none\S*", "", text) or said == "none"
    assert "## Review" not in text


def test_what_the_user_said_in_a_review_stands_under_its_own_heading() -> None:
    review = change(Kind.REVIEW, "REV-001", text="Own invoices keep numbering ours.", subject="architecture")
    text = documents(state_of([*_changes(small()), review]))[ARCHITECTURE]
    assert "## Review\n\nOwn invoices keep numbering ours.\n" in text


def test_the_architecture_in_short_is_made_of_decisions() -> None:
    short = documents(small())[ARCHITECTURE].partition("## In Short")[2].partition("\n## ")[0]
    assert "(accepted): Own invoices, because numbering is ours. Turned down: Rent a service." in short


def test_the_design_in_short_is_made_of_modules() -> None:
    short = documents(small())[DESIGN].partition("## In Short")[2].partition("\n## ")[0]
    assert "2 modules carry 2 requirements, with 1 interface and 1 flow of data." in short
    assert "- dunning needs billing.invoices." in short


def test_the_users_own_words_are_never_called_unconfirmed() -> None:
    guessed = replace(change(Kind.RISK, "RISK-001", text="Nobody pays"), sources=(Stated(2),))
    state = state_of([guessed, replace(guessed, fields={"likelihood": "high"}, sources=(Inferred(),), op=Op.REVISE)])
    text = shipped().render(SPEC, state)
    assert "Nobody has confirmed" not in text
    assert "- Added to the user's words, and confirmed by nobody: RISK-001 (likelihood)." in text


def test_what_was_inferred_is_called_unconfirmed() -> None:
    text = shipped().render(SPEC, state_of([change(Kind.RISK, "RISK-001", (Cited("a.py", 1, 1),), text="It breaks")]))
    assert text.count("It breaks") == 1
    assert "- Nobody has confirmed this risk yet: RISK-001." in text


def test_a_withdrawn_requirement_leaves_no_id_behind() -> None:
    changes = [
        change(Kind.FR, "FR-001", (Inferred((2,), ("FR-002",)),), title="Pay later"),
        change(Kind.AC, "AC-002-01", (Inferred(),), text="It is paid", fr=("FR-002",)),
        change(Kind.STORY, "US-001", title="Pay", role="clerk", traces=("FR-002", "FR-001")),
        change(Kind.MODULE, "MOD-001", text="billing", traces=("FR-002",), responsibility="Pays"),
        change(Kind.FILE, "FILE-001", path="a.py", action="MODIFY", tier="1", traces=("FR-002",)),
    ]
    texts = documents(state_of(changes))
    assert [name for name, text in texts.items() if "FR-002" in text or "AC-002" in text] == []


def test_entries_that_nothing_refers_to_are_not_numbered() -> None:
    changes = [
        change(Kind.KEYWORD, "KW-007", text="invoice", use="search"),
        change(Kind.AREA, "AREA-004", text="billing"),
        change(Kind.ZONE, "ZONE-002", (Inferred(),), text="The number series", likelihood="low", impact="high"),
        change(Kind.ENTRY_POINT, "ENTRY-003", text="main"),
        change(Kind.NOTE, "NOTE-005", text="Jonas should look at it"),
    ]
    texts = "".join(documents(state_of(changes)).values())
    assert "The number series" in texts
    assert re.findall(r"\b(?:KW|AREA|ZONE|ENTRY|NOTE)-\d+", texts) == []


def test_a_guess_that_stands_alone_is_named_by_what_it_is() -> None:
    word = change(Kind.KEYWORD, "KW-004", text="invoice")
    guess = change(Kind.ESTIMATE, "EST-001", (Inferred(entries=("KW-004", "KW-009")),), modified=3)
    text = shipped().render("quick-scan.md", state_of([word, guess]))
    assert "- Nobody has confirmed the file estimate yet." in text


def test_a_pasted_list_keeps_its_lines() -> None:
    pasted = "Three things go wrong:\n- the copy\n- the dates\n- the total"
    steps = "opens the shell\ntypes export\nsends the file"
    changes = [
        change(Kind.PROBLEM, "PROB-001", text=pasted, today=pasted),
        change(Kind.JOURNEY, "JRN-001", text="The first of the month", flow=steps),
        change(Kind.NOTE, "NOTE-001", text=pasted, about=("PROB-001",)),
    ]
    text = shipped().render(SPEC, state_of(changes))
    assert f"\n{pasted}\n" in text
    assert "- **How people manage today**: Three things go wrong:\n  - the copy\n  - the dates\n  - the total\n" in text
    assert "- **Goes on**:\n  - opens the shell\n  - types export\n  - sends the file\n" in text
    assert "\n- Three things go wrong:\n  - the copy\n" in text


def _changes(state: State) -> list[Change]:
    return [
        Change(Op.RECORD, entry.id, entry.kind, {name: said.value}, said.sources)
        if number == 0
        else Change(Op.REVISE, entry.id, entry.kind, {name: said.value}, said.sources)
        for entry in state.dossier
        for number, (name, said) in enumerate(entry.fields.items())
    ]


def _without_summaries(files: dict[str, str]) -> dict[str, str]:
    return {name: text for name, text in files.items() if not name.endswith("-summary.md")}


def test_an_answer_can_be_read_back_in_a_document_before_there_is_a_specification() -> None:
    """In the played talk none of the first five answers stood in any file."""
    early = played(31)
    assert set(early.files.artifacts) == {"quick-scan.md"}
    text = shipped().render("quick-scan.md", early)
    known = text.partition("## What We Know So Far")[2].partition("\n## ")[0]
    assert "- **CON-002** A wrong clock must never destroy data.\n" in known
    assert "Delete expired documents on request *(a guess)*" in known
    assert "## What We Know So Far" not in shipped().render("quick-scan.md", played())


def test_what_was_read_in_the_code_is_shown_as_that_with_its_lines() -> None:
    text = shipped().render("quick-scan.md", played())
    read = text.partition("## Read in the Code")[2].partition("\n## ")[0]
    assert "- Today: nothing in tinydb reads a clock;" in read
    assert read.count("(`tinydb/") >= 5
    assert "NOTE-001" not in shipped().render("impact-analysis.md", played())
