"""One turn of the offline interviewer: what it asks, shows, keeps and says."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from roundtable_tui.domain.dossier.dossier import Change, Dossier, Op
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Confirmed, FromDocument, Inferred
from roundtable_tui.domain.dossier.questions import GAPS_KEY, Capture, Question
from roundtable_tui.domain.journal.code_facts import Hit, Scanned
from roundtable_tui.domain.journal.events import Ending, ItemCreated
from roundtable_tui.domain.journal.state import Spoken
from roundtable_tui.domain.journal.values import Role, Utterance
from roundtable_tui.domain.knowledge.checks import parse_check
from roundtable_tui.domain.knowledge.knowledge import Prompt, Section, Step
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.voices.protocol import Asked, Part, Ready, Recorded, Said, Settled
from roundtable_tui.voices.tasks import Answer, Elaborate, Feedback, Gaps, OpenStep
from tests.support.states import changed
from tests.support.voices.turns import THIS_TURN, dossier_of, request_for, spoken, state_in

REQUIREMENTS = Step(
    id="01-06",
    title="Core Features",
    phase="01-requirements",
    persona="business-analyst",
    depth=Depth.STANDARD,
    outputs=("requirements-spec.md",),
    sections={
        Depth.BRIEF: Section("This is the box.", (Prompt("Right? Say yes, or write it.", Capture(Kind.FR, "title")),)),
        Depth.STANDARD: Section(
            "Now we come to what it does.",
            (
                Prompt("What must people be able to do?", Capture(Kind.FR, "title")),
                Prompt('When is "{title}" done?', Capture(Kind.AC, "text", Kind.FR)),
                Prompt("What stays out?", Capture(Kind.EXCLUSION, "text")),
            ),
        ),
    },
    checks=(parse_check("every(fr, ac)"), parse_check("count(exclusion) >= 1")),
)
PRIORITIES = replace(
    REQUIREMENTS,
    id="01-08",
    sections={
        Depth.STANDARD: Section("", (Prompt("How much does {title} matter?", Capture(Kind.FR, "priority", Kind.FR)),))
    },
)
THREE = dossier_of(
    ("FR-001", Kind.FR, {"title": "Pay by invoice"}),
    ("FR-002", Kind.FR, {"title": "Remind late payers"}),
    ("FR-003", Kind.FR, {"title": "Download invoices"}),
)


def opened(step: Step, depth: Depth = Depth.STANDARD, dossier: Dossier | None = None, **fields: object) -> list[Part]:
    state = changed(state_in(step, depth, dossier or Dossier()), **fields)
    return spoken(request_for(step, state, OpenStep))


def answered(
    step: Step, question: Question, words: str, dossier: Dossier | None = None, depth: Depth = Depth.STANDARD
) -> list[Part]:
    number = int(question.key.split("/")[1]) if "/" in question.key else 1
    before = frozenset(f"{depth}/{earlier}" for earlier in range(1, number))
    state = state_in(step, depth, dossier or Dossier(), before)
    missing = step.checks if question.key == GAPS_KEY else ()
    return spoken(request_for(step, state, Answer, words=words, question=question, missing=missing))


def ask(parts: list[Part]) -> Question:
    asked = [part.question for part in parts if isinstance(part, Asked)]
    assert len(asked) == 1
    return asked[0]


def changes(parts: list[Part]) -> list[Change]:
    return [part.change for part in parts if isinstance(part, Recorded)]


def kept(parts: list[Part]) -> str:
    lines = [part.text for part in parts if isinstance(part, Said) and part.role is Role.CAPTURED]
    assert len(lines) == 1
    return lines[0]


def question(key: str, about: str = "", offers: tuple[str, ...] = ()) -> Question:
    return Question("01-06", key, "What must people be able to do?\nMore words.", about=about, offers=offers)


def test_a_step_opens_with_its_lead_and_one_question() -> None:
    parts = opened(REQUIREMENTS)
    assert parts[0] == Said("business-analyst", "Now we come to what it does.")
    assert ask(parts).text == "What must people be able to do?"


def test_the_next_question_knows_what_was_just_said() -> None:
    parts = answered(REQUIREMENTS, question("standard/1"), "Pay by invoice")
    assert ask(parts).text == 'When is "Pay by invoice" done?'
    assert ask(parts).about == "FR-001"


def test_one_line_says_what_was_kept() -> None:
    parts = answered(REQUIREMENTS, question("standard/1"), "Pay by invoice (must)\nRemind late payers")
    assert kept(parts) == "Noted: FR-001 Pay by invoice (Must Have) · FR-002 Remind late payers"


def test_the_line_counts_what_it_does_not_name() -> None:
    parts = answered(REQUIREMENTS, question("standard/1"), "\n".join(f"Do {number}" for number in range(5)))
    assert kept(parts).endswith("FR-003 Do 2 and 2 more")


def test_what_was_said_before_is_shown_to_confirm_and_not_asked_anew() -> None:
    shown = ask(opened(REQUIREMENTS, dossier=THREE))
    assert "So far I have:\n- FR-001 Pay by invoice\n" in shown.text
    assert shown.offers == ("FR-001", "FR-002", "FR-003")


def test_a_yes_confirms_exactly_what_was_shown() -> None:
    parts = answered(REQUIREMENTS, question("standard/1", offers=("FR-001", "FR-003")), "yes", THREE)
    assert [(change.op, change.id, change.sources) for change in changes(parts)] == [
        (Op.CONFIRM, "FR-001", (Confirmed(THIS_TURN),)),
        (Op.CONFIRM, "FR-003", (Confirmed(THIS_TURN),)),
    ]
    assert Settled("standard/1") in parts


def test_a_no_asks_the_question_of_the_file() -> None:
    parts = answered(REQUIREMENTS, question("standard/1", offers=("FR-001",)), "no", THREE)
    assert changes(parts) == []
    assert ask(parts).text == "What must people be able to do?"


def test_an_addition_to_what_was_shown_leaves_it_standing() -> None:
    parts = answered(REQUIREMENTS, question("standard/1", offers=("FR-001",)), "Export a year", THREE)
    assert [(change.op, change.id) for change in changes(parts)] == [(Op.RECORD, "FR-004")]


def test_what_was_shown_can_be_taken_out() -> None:
    parts = answered(REQUIREMENTS, question("standard/1", offers=("FR-001", "FR-002")), "drop FR-002", THREE)
    assert [(change.op, change.id) for change in changes(parts)] == [(Op.DROP, "FR-002")]
    assert kept(parts).startswith("Taken out: FR-002")


@pytest.mark.parametrize(
    ("words", "whom"),
    [("I don't know", ""), ("later", ""), ("not sure yet", ""), ("?", ""), ("no clue, ask Petra", " (ask Petra)")],
)
def test_not_knowing_becomes_an_open_question_with_whom_to_ask(words: str, whom: str) -> None:
    parts = answered(REQUIREMENTS, question("standard/1"), words)
    assert [(change.kind, change.fields["text"]) for change in changes(parts)] == [
        (Kind.QUESTION, f"What must people be able to do?{whom}")
    ]
    assert kept(parts).startswith("Kept as an open question: Q-001")
    assert Settled("standard/1") in parts


def test_skip_passes_one_question_and_records_nothing() -> None:
    parts = answered(REQUIREMENTS, question("standard/1"), "skip this one")
    assert changes(parts) == []
    assert ask(parts).key == "standard/3"


def test_a_bare_yes_is_no_requirement() -> None:
    parts = answered(REQUIREMENTS, question("standard/1"), "yes")
    assert changes(parts) == []
    assert ask(parts) == question("standard/1")


def test_none_settles_the_question() -> None:
    parts = answered(REQUIREMENTS, question("standard/3"), "nothing")
    assert kept(parts) == "Nothing to keep, then."
    assert Ready() in parts


def test_the_last_answer_makes_the_step_ready() -> None:
    assert answered(REQUIREMENTS, question("standard/3"), "Instalments")[-1] == Ready()


def test_like_questions_about_several_entries_are_one_question() -> None:
    asked = ask(opened(PRIORITIES, dossier=THREE))
    assert (asked.key, asked.about) == ("standard/1", "")
    assert asked.text.startswith("How much does each of these matter?\n- FR-001 Pay by invoice\n")
    assert 'like "Must Have: FR-001, FR-002"' in asked.text


@pytest.mark.parametrize(
    "words",
    [
        "FR-001: must\nFR-002: should\nFR-003: could",
        "must\nshould\ncould",
        "Must: FR-001\nShould: FR-002\nCould: FR-003",
        "Pay by invoice: must\nRemind late payers: should\nDownload invoices: could",
        "FR-001: 1\nFR-002: 2\nFR-003: 3",
    ],
)
def test_one_question_about_several_entries_is_answered_by_id_by_name_or_in_their_order(words: str) -> None:
    parts = answered(PRIORITIES, Question("01-08", "standard/1", "?"), words, THREE)
    assert {change.id: change.fields["priority"] for change in changes(parts)} == {
        "FR-001": "Must Have",
        "FR-002": "Should Have",
        "FR-003": "Could Have",
    }
    assert parts[-1] == Ready()


def test_an_answer_that_could_mean_any_of_several_is_asked_back_once_and_then_a_note() -> None:
    asked = question("standard/2")
    again = ask(answered(REQUIREMENTS, asked, "It must ship on time.", THREE))
    assert again.key == "standard/2/once-more"
    parts = answered(REQUIREMENTS, again, "It must ship on time.", THREE)
    assert [change.kind for change in changes(parts)] == [Kind.NOTE]
    assert Settled("standard/2") in parts


@pytest.mark.parametrize(
    "words",
    [
        "FR-001: Must Have\nFR-002: could\nFR-003: could",
        "Must: FR-001\nCould: FR-002, FR-003",
        "FR-001: must\nFR-002 and FR-003: could",
    ],
)
def test_one_list_settles_the_question_for_every_entry_it_names(words: str) -> None:
    parts = answered(PRIORITIES, Question("01-08", "standard/1/FR-001", "?", about="FR-001"), words, THREE)
    assert [(change.id, change.fields["priority"]) for change in changes(parts)] == [
        ("FR-001", "Must Have"),
        ("FR-002", "Could Have"),
        ("FR-003", "Could Have"),
    ]
    assert parts[-1] == Ready()


def test_a_list_that_names_some_leaves_the_others_to_be_asked() -> None:
    asked = Question("01-08", "standard/1/FR-001", "?", about="FR-001")
    parts = answered(PRIORITIES, asked, "FR-001: must\nFR-003: could", THREE)
    assert ask(parts).about == "FR-002"


def test_all_and_a_colon_settles_the_question_for_every_entry() -> None:
    asked = Question("01-08", "standard/1/FR-001", "?", about="FR-001")
    parts = answered(PRIORITIES, asked, "all: should", THREE)
    assert {change.fields["priority"] for change in changes(parts)} == {"Should Have"}
    assert parts[-1] == Ready()


def test_several_lines_of_one_id_become_several_criteria() -> None:
    asked = question("standard/2/FR-001", about="FR-001")
    parts = answered(REQUIREMENTS, asked, "FR-001: It ships.\nFR-001: It is paid.\nFR-002: It rings.", THREE)
    assert [change.id for change in changes(parts)] == ["AC-001-01", "AC-001-02", "AC-002-01"]


def test_an_entry_that_a_later_question_brought_up_is_not_put_to_an_earlier_one() -> None:
    state = state_in(REQUIREMENTS, Depth.STANDARD, THREE, frozenset({"standard/1", "standard/3"}))
    assert [part for part in spoken(request_for(REQUIREMENTS, state, OpenStep)) if isinstance(part, Asked)] == []


def test_a_section_that_is_missing_is_asked_as_standard_mode_and_captured_so() -> None:
    only_standard = replace(REQUIREMENTS, sections={Depth.STANDARD: REQUIREMENTS.sections[Depth.STANDARD]})
    assert ask(opened(only_standard, Depth.BRIEF)).key == "brief/1"
    parts = answered(only_standard, question("brief/1"), "Pay by invoice", depth=Depth.BRIEF)
    assert [change.id for change in changes(parts)] == ["FR-001"]


ITEM = ItemCreated("pay", "Pay by invoice", "manual", "", "guided", "standard")
GUESSED = dossier_of(
    ("FR-001", Kind.FR, {"title": "Pay by invoice"}),
    ("FR-002", Kind.FR, {"title": "Remind"}),
    source=Inferred((0,)),
)


def test_brief_mode_drafts_from_what_is_known() -> None:
    parts = opened(REQUIREMENTS, Depth.BRIEF, item=ITEM)
    assert [(change.id, change.fields) for change in changes(parts)] == [("FR-001", {"title": "Pay by invoice"})]
    shown = (
        "This is the box.\n- FR-001 Pay by invoice\n"
        "- With a yes I leave open: an acceptance criterion for FR-001; at least one exclusion"
    )
    assert Said("business-analyst", shown) in parts
    assert ask(parts).offers == ("FR-001",)


def test_what_brief_mode_drafts_is_no_more_than_a_guess() -> None:
    parts = opened(REQUIREMENTS, Depth.BRIEF, item=ITEM)
    assert [change.sources for change in changes(parts)] == [(Inferred((0,), ()),)]


def test_with_nothing_to_draft_from_brief_mode_just_asks_in_plain_words() -> None:
    parts = opened(REQUIREMENTS, Depth.BRIEF)
    assert parts[0] == Said("business-analyst", "I have nothing yet to draft this from, so I'll just ask.")
    assert ask(parts).text == "What must people be able to do?"


def test_that_there_is_nothing_to_draft_from_is_said_once() -> None:
    first = opened(REQUIREMENTS, Depth.BRIEF)
    told = tuple(Spoken(1, Utterance(part.speaker, part.text)) for part in first if isinstance(part, Said))
    assert opened(REQUIREMENTS, Depth.BRIEF, transcript=told) == [part for part in first if not isinstance(part, Said)]


def test_words_in_the_place_of_a_draft_keep_its_id_and_say_what_goes() -> None:
    asked = question("brief/1", offers=("FR-001", "FR-002"))
    parts = answered(REQUIREMENTS, asked, "Order on account", GUESSED, Depth.BRIEF)
    assert [(change.op, change.id) for change in changes(parts)] == [(Op.REVISE, "FR-001"), (Op.DROP, "FR-002")]
    assert kept(parts) == "Noted: FR-001 Order on account. Taken out: FR-002"


def test_an_answer_of_ones_own_adds_to_what_a_document_says() -> None:
    told = dossier_of(("FR-001", Kind.FR, {"title": "Pay"}), source=FromDocument("requirements-spec.md", 7))
    parts = answered(REQUIREMENTS, question("brief/1", offers=("FR-001",)), "Order on account", told, Depth.BRIEF)
    assert [(change.op, change.id) for change in changes(parts)] == [(Op.RECORD, "FR-002")]


def test_a_correction_of_one_guess_asks_whether_the_others_stand() -> None:
    asked = question("standard/1", offers=("FR-001", "FR-002"))
    parts = answered(REQUIREMENTS, asked, "FR-002: Remind late payers", GUESSED)
    assert [(change.op, change.id) for change in changes(parts)] == [(Op.REVISE, "FR-002")]
    assert ask(parts).offers == ("FR-001",)


def test_brief_asks_no_second_question_and_says_what_stays_a_guess() -> None:
    asked = question("brief/1", offers=("FR-001", "FR-002"))
    parts = answered(REQUIREMENTS, asked, "FR-002: Remind late payers", GUESSED, Depth.BRIEF)
    assert kept(parts) == "Noted: FR-002 Remind late payers. Still only my guess: FR-001 Pay by invoice"
    assert parts[-1] == Ready()


@pytest.mark.parametrize("words", ["what do you mean?", "why do you ask", "which ones?", "can you give me an example"])
@pytest.mark.parametrize("offers", [(), ("FR-001", "FR-002")])
def test_asking_back_records_nothing_and_is_explained(words: str, offers: tuple[str, ...]) -> None:
    asked = question("standard/1", offers=offers)
    parts = answered(REQUIREMENTS, asked, words, GUESSED)
    assert [type(part) for part in parts] == [Said, Asked]
    assert ask(parts) == asked


@pytest.mark.parametrize("words", ["drop 1", "remove the second one", "Delete no. 3."])
def test_what_would_correct_a_list_is_no_entry_where_none_is_shown(words: str) -> None:
    parts = answered(REQUIREMENTS, question("standard/1"), words)
    assert not changes(parts)
    assert "by its id" in next(part.text for part in parts if isinstance(part, Said))


def test_what_is_left_to_the_table_stays_a_guess() -> None:
    asked = question("standard/1", offers=("FR-001", "FR-002"))
    parts = answered(REQUIREMENTS, asked, "whatever you think", GUESSED)
    (kept_so,) = changes(parts)
    assert (kept_so.op, kept_so.kind, kept_so.fields["about"]) == (Op.RECORD, Kind.ASSUMPTION, ("FR-001", "FR-002"))
    assert Settled("standard/1") in parts


def test_brief_mode_offers_no_more_than_it_shows() -> None:
    many = dossier_of(*((f"FR-{number:03}", Kind.FR, {"title": f"Do {number}"}) for number in range(1, 31)))
    parts = opened(REQUIREMENTS, Depth.BRIEF, many)
    shown = next(part.text for part in parts if isinstance(part, Said))
    assert all(f"- {entry_id} " in shown for entry_id in ask(parts).offers)
    assert len(ask(parts).offers) < 30


def test_a_yes_to_a_draft_that_does_not_answer_the_question_leaves_it_open() -> None:
    scope = dossier_of(("SCOPE-001", Kind.SCOPE, {"text": "Pay"}), source=Inferred((0,)))
    parts = answered(REQUIREMENTS, question("standard/1", offers=("SCOPE-001",)), "yes", scope)
    assert [(change.op, change.id) for change in changes(parts)] == [(Op.CONFIRM, "SCOPE-001")]
    assert ask(parts).key == "standard/1"
    assert Settled("standard/1") not in parts


def test_keywords_are_drafted_with_the_hits_that_were_counted() -> None:
    step = replace(
        REQUIREMENTS,
        sections={
            Depth.BRIEF: Section("Found:", (Prompt("Right words?", Capture(Kind.KEYWORD, "text")),)),
            Depth.STANDARD: Section("", (Prompt("Which words?", Capture(Kind.KEYWORD, "text")),)),
        },
        checks=(),
    )
    scan = Scanned(("invoice",), (Hit("invoice", 7, 2),), ("a.py",), 9, 0)
    assert Said("business-analyst", "Found:\n- KW-001 invoice (7 hits in 2 files)") in opened(
        step, Depth.BRIEF, scan=scan
    )


REVIEW = replace(
    REQUIREMENTS,
    id="02-04",
    sections={
        Depth.STANDARD: Section(
            "Look at it.",
            (
                Prompt("Argue?", Capture(Kind.REVIEW, "text", preset=(("subject", "impact"),))),
                Prompt("Go?", Capture(Kind.REVIEW, "verdict")),
            ),
        )
    },
    checks=(),
)


def test_a_review_shows_what_is_under_review() -> None:
    files = dossier_of(
        ("FILE-001", Kind.FILE, {"path": "a.py", "action": "MODIFY"}), ("ZONE-001", Kind.ZONE, {"text": "Here"})
    )
    parts = opened(REVIEW, dossier=files)
    assert Said("business-analyst", "Look at it.\n- 1 affected file: a.py (modify)\n- 1 risk zone: Here") in parts


def test_the_verdict_belongs_to_the_review_of_its_own_step() -> None:
    reviews = dossier_of(
        ("REV-001", Kind.REVIEW, {"subject": "impact", "text": "Fine"}),
        ("REV-002", Kind.REVIEW, {"subject": "design", "text": "Good"}),
    )
    parts = answered(REVIEW, Question("02-04", "standard/2", "Go?"), "go", reviews)
    assert [(change.id, change.fields) for change in changes(parts)] == [("REV-001", {"verdict": "go"})]
    assert kept(parts) == "Noted: REV-001 verdict: go"


def test_a_finished_step_opened_again_shows_what_it_came_to() -> None:
    known = dossier_of(
        ("FR-001", Kind.FR, {"title": "Pay by invoice"}),
        ("AC-001-01", Kind.AC, {"text": "It ships.", "fr": ("FR-001",)}),
        ("EXC-001", Kind.EXCLUSION, {"text": "Instalments"}),
    )
    settled = frozenset({"standard/1", "standard/2/FR-001", "standard/3"})
    parts = spoken(request_for(REQUIREMENTS, state_in(REQUIREMENTS, Depth.STANDARD, known, settled), OpenStep))
    assert "- FR-001 Pay by invoice\n- AC-001-01 It ships.\n- EXC-001 Instalments" in ask(parts).text
    assert set(ask(parts).offers) == {"FR-001", "AC-001-01", "EXC-001"}


def gaps(words: str, dossier: Dossier) -> list[Part]:
    return answered(REQUIREMENTS, Question("01-06", GAPS_KEY, "What is missing?"), words, dossier)


def test_the_question_about_gaps_names_them_and_how_to_answer() -> None:
    state = state_in(REQUIREMENTS, Depth.STANDARD, THREE)
    text = ask(spoken(request_for(REQUIREMENTS, state, Gaps, missing=REQUIREMENTS.checks))).text
    assert "- an acceptance criterion for FR-001, FR-002 and FR-003\n- at least one exclusion" in text
    assert 'like "FR-001: …"' in text


def test_lines_by_id_fill_what_those_entries_lack_and_the_rest_what_needs_no_id() -> None:
    parts = gaps("FR-001: It ships.\nFR-003: It opens.\nInstalments", THREE)
    assert [change.id for change in changes(parts)] == ["AC-001-01", "AC-003-01", "EXC-001"]
    assert parts[-1] == Ready()


def test_an_answer_that_could_mean_several_entries_is_kept_as_a_note() -> None:
    parts = gaps("It ships.", THREE)
    assert [change.kind for change in changes(parts)] == [Kind.NOTE]
    assert "I could not tell which of FR-001, FR-002, FR-003 you mean" in kept(parts)


def test_an_answer_that_can_mean_only_one_entry_fills_it() -> None:
    one = dossier_of(("FR-001", Kind.FR, {"title": "Pay by invoice"}))
    assert [change.id for change in changes(gaps("It ships.", one))] == ["AC-001-01"]


def feedback(words: str, dossier: Dossier) -> list[Part]:
    state = state_in(REQUIREMENTS, Depth.STANDARD, dossier)
    return spoken(request_for(REQUIREMENTS, state, Feedback, words=words))


def test_feedback_is_acknowledged_in_the_persona_s_way() -> None:
    assert feedback("Sofia knows more.", THREE)[1] == Said(
        "business-analyst", "So what I'm hearing is: Sofia knows more."
    )


@pytest.mark.parametrize(
    ("ending", "told"),
    [(None, "I've written that down. The menu is still open."), (Ending.COMPLETE, "I've written that down.")],
)
def test_a_menu_is_spoken_of_only_while_there_is_one(ending: Ending | None, told: str) -> None:
    state = changed(state_in(REQUIREMENTS, Depth.STANDARD, THREE), ending=ending)
    parts = spoken(request_for(REQUIREMENTS, state, Feedback, words="Ask Sofia"))
    assert parts[1] == Said("business-analyst", told)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("FR-002: Remind everybody", {"title": "Remind everybody"}),
        ("FR-002: could", {"priority": "Could Have"}),
        ("FR-002: Remind everybody (must)", {"title": "Remind everybody", "priority": "Must Have"}),
    ],
)
def test_feedback_can_say_an_entry_anew(words: str, expected: dict[str, str]) -> None:
    assert [(change.op, change.id, change.fields) for change in changes(feedback(words, THREE))] == [
        (Op.REVISE, "FR-002", expected)
    ]


def test_feedback_that_mentions_an_entry_is_a_note_beside_it() -> None:
    noted = changes(feedback("I doubt FR-002 will hold.", THREE))
    assert [(change.kind, change.fields["about"]) for change in noted] == [(Kind.NOTE, ("FR-002",))]


def test_feedback_about_an_entry_nobody_knows_is_only_a_note() -> None:
    assert [change.kind for change in changes(feedback("FR-099: Fly", THREE))] == [Kind.NOTE]


def test_without_deeper_questions_elaboration_says_so() -> None:
    settled = frozenset(f"deep/{number}" for number in range(1, 4)) | {f"deep/2/{entry.id}" for entry in THREE}
    state = state_in(REQUIREMENTS, Depth.STANDARD, THREE, settled)
    parts = spoken(request_for(REQUIREMENTS, state, Elaborate))
    assert isinstance(parts[0], Said)
    assert "no deeper question left" in parts[0].text
    assert parts[-1] == Ready()


@pytest.mark.parametrize(
    ("words", "dropped"),
    [
        ("no checkout/views.py", ["FILE-001"]),
        ("remove views.py please", ["FILE-001"]),
        ("drop 2", []),
        ("checkout/views.py is shown twice a day", []),
        ("no changes in checkout/views.py before May", []),
    ],
)
def test_a_file_is_taken_out_at_the_menu_by_its_path_and_by_nothing_less(words: str, dropped: list[str]) -> None:
    files = dossier_of(
        ("FILE-001", Kind.FILE, {"path": "checkout/views.py"}), ("FILE-002", Kind.FILE, {"path": "billing/money.py"})
    )
    parts = feedback(words, files)
    assert [change.id for change in changes(parts) if change.op is Op.DROP] == dropped
