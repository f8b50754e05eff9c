"""Lists the user corrects: what is added, dropped, changed or traced, and that nothing else is touched."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from roundtable_tui.domain.dossier.dossier import Change, Dossier, Entry, Op
from roundtable_tui.domain.dossier.kinds import Kind, Value
from roundtable_tui.domain.dossier.provenance import Inferred
from roundtable_tui.domain.dossier.questions import GAPS_KEY, Capture, Question
from roundtable_tui.domain.journal.code_facts import Scanned, Touched
from roundtable_tui.domain.journal.values import Role
from roundtable_tui.domain.knowledge.checks import parse_check
from roundtable_tui.domain.knowledge.knowledge import Prompt, Section, Step
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.voices.protocol import Asked, Part, Recorded, Said
from roundtable_tui.voices.tasks import Answer, Feedback
from tests.support.voices.model_turns import Code
from tests.support.voices.turns import dossier_of, request_for, spoken, state_in

PATHS = ("src/a.py", "src/b.py", "docs/man.1", "src/d.py")
FILES = dossier_of(
    *(
        (f"FILE-00{number}", Kind.FILE, {"path": path, "action": "MODIFY", "tier": "1"})
        for number, path in enumerate(PATHS, 1)
    ),
    source=Inferred((0,)),
)
SHOWN = ("FILE-001", "FILE-002", "FILE-003", "FILE-004")


def step_asking(*captures: Capture, checks: tuple[str, ...] = ()) -> Step:
    prompts = tuple(Prompt("Which ones?", capture) for capture in captures)
    return Step(
        "02-01", "Files", "02-impact-analysis", "business-analyst", Depth.STANDARD, ("a.md",),
        {Depth.STANDARD: Section("", prompts)}, checks=tuple(map(parse_check, checks)),
    )  # fmt: skip


WHICH_FILES = step_asking(Capture(Kind.FILE, "path", preset=(("tier", "1"),)))


def answered(
    step: Step,
    words: str,
    dossier: Dossier,
    offers: tuple[str, ...] = (),
    key: str = "standard/1",
    code: Code | None = None,
) -> list[Part]:
    state = state_in(step, Depth.STANDARD, dossier)
    asked = Question(step.id, key, "Which ones?", offers=offers)
    missing = step.checks if key == GAPS_KEY else ()
    request = request_for(step, state, Answer, words=words, question=asked, missing=missing)
    return spoken(replace(request, code=code))


def changes(parts: list[Part]) -> list[Change]:
    return [part.change for part in parts if isinstance(part, Recorded)]


def said(parts: list[Part]) -> str:
    return " ".join(part.text for part in parts if isinstance(part, Said) and part.role is Role.CAPTURED)


@pytest.mark.parametrize(
    "words",
    [
        "drop FILE-003\ndrop FILE-002",
        "drop FILE-003, FILE-002",
        "remove docs/man.1 and src/b.py",
        "- drop FILE-003\n- drop FILE-002",
        "drop 2 and 3",
    ],
)
def test_files_are_dropped_by_id_by_name_or_by_place_and_the_others_stay(words: str) -> None:
    parts = answered(WHICH_FILES, words, FILES, SHOWN)
    assert {(change.op, change.id) for change in changes(parts)} == {(Op.DROP, "FILE-002"), (Op.DROP, "FILE-003")}
    assert said(parts).startswith("Taken out: ")


@pytest.mark.parametrize("words", ["add src/new.py", "+ src/new.py", "src/new.py", "you forgot src/new.py"])
def test_a_path_that_is_added_removes_no_other_and_has_no_action_nobody_gave(words: str) -> None:
    (added,) = changes(answered(WHICH_FILES, words, FILES, SHOWN))
    assert (added.op, added.id, added.fields) == (Op.RECORD, "FILE-005", {"path": "src/new.py", "tier": "1"})


@pytest.mark.parametrize("words", ["FILE-002: it leans on the first", "src/b.py is generated"])
def test_words_about_a_file_are_kept_beside_it_and_do_not_become_its_path(words: str) -> None:
    (noted,) = changes(answered(WHICH_FILES, words, FILES, SHOWN))
    assert (noted.kind, noted.fields["about"]) == (Kind.NOTE, ("FILE-002",))


def test_a_file_that_is_there_and_is_added_is_not_marked_create() -> None:
    (confirmed,) = changes(answered(WHICH_FILES, "add src/a.py", FILES, SHOWN))
    assert (confirmed.op, confirmed.id, dict(confirmed.fields)) == (Op.CONFIRM, "FILE-001", {})


PRIORITIES = step_asking(Capture(Kind.FR, "priority", for_each=Kind.FR))


@pytest.mark.parametrize(
    ("step", "words", "done"),
    [
        (WHICH_FILES, "add src/new.py", [(Op.RECORD, "FILE-005", {"path": "src/new.py", "tier": "1"})]),
        (WHICH_FILES, "pls add src/a.py", [(Op.CONFIRM, "FILE-001", {})]),
        (WHICH_FILES, "add a word about caching", [(Op.RECORD, "NOTE-001", {"text": "add a word about caching"})]),
        (
            PRIORITIES,
            "FR-001 has to be a must, rest should",
            [(Op.REVISE, "FR-001", {"priority": "Must Have"}), (Op.REVISE, "FR-002", {"priority": "Should Have"})],
        ),
    ],
)
def test_at_the_menu_a_list_takes_what_it_took_at_its_question(
    step: Step, words: str, done: list[tuple[Op, str, dict[str, object]]]
) -> None:
    both = dossier_of(*((one.id, one.kind, _values(one)) for one in (*FILES, *MODULES)), source=Inferred((0,)))
    parts = spoken(request_for(step, state_in(step, Depth.STANDARD, both), Feedback, words=words))
    assert [(change.op, change.id, dict(change.fields)) for change in changes(parts)] == done


@pytest.mark.parametrize(
    "words", ["yes, but drop FILE-003", "Yes, but not FILE-003", "yes except FILE-003", "Yes, without FILE-003"]
)
def test_yes_but_confirms_all_that_is_not_taken_out(words: str) -> None:
    done = changes(answered(WHICH_FILES, words, FILES, SHOWN))
    assert [(change.op, change.id) for change in done] == [
        (Op.DROP, "FILE-003"),
        (Op.CONFIRM, "FILE-001"),
        (Op.CONFIRM, "FILE-002"),
        (Op.CONFIRM, "FILE-004"),
    ]


@pytest.mark.parametrize("offers", [SHOWN, ()], ids=["shown", "not shown"])
def test_an_unknown_id_is_refused_and_asked_for_again(offers: tuple[str, ...]) -> None:
    parts = answered(WHICH_FILES, "drop FILE-002\ndrop FILE-009", FILES, offers)
    assert changes(parts) == []
    assert Said("business-analyst", "I have no FILE-009 here, so I changed nothing.") in parts
    assert [part.question.key for part in parts if isinstance(part, Asked)] == ["standard/1"]


def test_a_line_that_corrects_where_no_list_was_shown_is_no_file() -> None:
    (dropped,) = changes(answered(WHICH_FILES, "drop FILE-003", FILES))
    assert (dropped.op, dropped.id) == (Op.DROP, "FILE-003")


@pytest.mark.parametrize("offers", [SHOWN, ()], ids=["shown", "not shown"])
@pytest.mark.parametrize(
    "words",
    [
        "add src/x.py\ndrop src/b.py",
        "src/x.py\nskip src/b.py",
        "add src/x.py, drop src/b.py",
        "src/x.py\nleave src/b.py alone",
        "src/x.py\nnot src/b.py",
    ],
)
def test_a_file_is_dropped_among_lines_that_add_files(words: str, offers: tuple[str, ...]) -> None:
    done = changes(answered(WHICH_FILES, words, FILES, offers))
    assert {(change.op, change.id, change.fields.get("path")) for change in done} == {
        (Op.DROP, "FILE-002", None),
        (Op.RECORD, "FILE-005", "src/x.py"),
    }


@pytest.mark.parametrize("offers", [SHOWN, ()], ids=["shown", "not shown"])
def test_a_file_that_only_the_search_points_at_can_be_dropped(offers: tuple[str, ...]) -> None:
    state = state_in(WHICH_FILES, Depth.STANDARD, FILES)
    found = Scanned((), (), (), 9, 0, touched=(Touched("src/far.py", 1, "invoice 2×"),), tiers=(1, 0, 0))
    state = replace(state, code=replace(state.code, scan=found))
    asked = Question(WHICH_FILES.id, "standard/1", "Which ones?", offers=offers)
    parts = spoken(request_for(WHICH_FILES, state, Answer, words="leave far.py alone", question=asked))
    (dropped,) = changes(parts)
    assert (dropped.op, dropped.fields) == (Op.DROP, {"path": "src/far.py"})
    assert said(parts).startswith("Taken out: src/far.py")


TRACES = step_asking(Capture(Kind.MODULE, "traces", Kind.MODULE))


def _values(entry: Entry) -> dict[str, Value]:
    return {name: said.value for name, said in entry.fields.items()}


MODULES = dossier_of(
    ("FR-001", Kind.FR, {"title": "Pay by invoice"}),
    ("FR-002", Kind.FR, {"title": "Remind late payers"}),
    ("MOD-007", Kind.MODULE, {"text": "billing"}),
    ("MOD-008", Kind.MODULE, {"text": "export"}),
)
TRACED = dossier_of(
    *((entry.id, entry.kind, _values(entry)) for entry in MODULES),
    ("MOD-009", Kind.MODULE, {"text": "mail", "traces": ("FR-002",)}),
)


@pytest.mark.parametrize(
    ("words", "traces"),
    [
        ("MOD-008: FR-001", {"MOD-008": ("FR-001",)}),
        ("FR-001: MOD-008", {"MOD-008": ("FR-001",)}),
        ("FR-001: MOD-009", {"MOD-009": ("FR-002", "FR-001")}),
        ("MOD-009: FR-001", {"MOD-009": ("FR-002", "FR-001")}),
        ("MOD-009: only FR-001", {"MOD-009": ("FR-001",)}),
        ("MOD-009: none", {"MOD-009": ()}),
        ("export: Pay by invoice", {"MOD-008": ("FR-001",)}),
        ("billing serves FR-001, export serves FR-002", {"MOD-007": ("FR-001",), "MOD-008": ("FR-002",)}),
        ("all of them", {"MOD-007": ("FR-001", "FR-002"), "MOD-008": ("FR-001", "FR-002")}),
        ("MOD-007: FR-001\nMOD-008: FR-001 and FR-002", {"MOD-007": ("FR-001",), "MOD-008": ("FR-001", "FR-002")}),
    ],
)
def test_a_trace_comes_to_the_earlier_ones_from_either_side(words: str, traces: dict[str, tuple[str, ...]]) -> None:
    done = changes(answered(TRACES, words, TRACED))
    assert {change.id: change.fields["traces"] for change in done} == traces


@pytest.mark.parametrize("key", ["standard/1", "standard/1/MOD-007"])
@pytest.mark.parametrize("words", ["MOD-007: FR-009", "MOD-007: FR-001, FR-009"])
def test_a_trace_to_an_unknown_id_is_refused_and_said(words: str, key: str) -> None:
    parts = answered(TRACES, words, TRACED, key=key)
    assert changes(parts) == []
    assert Said("business-analyst", "I have no FR-009 here, so I changed nothing.") in parts


PRIORITIES = step_asking(Capture(Kind.FR, "priority", Kind.FR))


def test_each_requirement_gets_the_priority_that_is_said_of_it() -> None:
    done = changes(answered(PRIORITIES, "FR-001 must, the rest could", MODULES))
    assert {change.id: change.fields for change in done} == {
        "FR-001": {"priority": "Must Have"},
        "FR-002": {"priority": "Could Have"},
    }


def test_a_but_that_cannot_be_read_confirms_nothing() -> None:
    done = changes(answered(WHICH_FILES, "yes, but not the way it was last year", FILES, SHOWN))
    assert not [change for change in done if change.op is Op.CONFIRM]


def test_a_priority_for_all_but_one_is_given_to_the_others_only() -> None:
    done = changes(answered(PRIORITIES, "all must have except FR-002", MODULES))
    assert {change.id: change.fields for change in done} == {"FR-001": {"priority": "Must Have"}}


@pytest.mark.parametrize("words", ["all of them", "FR-001 and FR-002", "all must except FR-009"])
def test_entries_of_which_nothing_clear_is_said_are_asked_about_again(words: str) -> None:
    parts = answered(PRIORITIES, words, MODULES)
    assert changes(parts) == []
    assert [part.question.text for part in parts if isinstance(part, Asked)] == ["Which ones?"]


VERSIONS = step_asking(Capture(Kind.TECHNOLOGY, "version", Kind.TECHNOLOGY))
TOOLS = dossier_of(
    *(
        (f"TECH-00{number}", Kind.TECHNOLOGY, {"text": name})
        for number, name in enumerate(("Python", "requests", "Redis"), 1)
    )
)


@pytest.mark.parametrize("words", ["requests 2.31", "requests: 2.31", "TECH-002: 2.31", "TECH-002 2.31"])
def test_a_version_goes_to_the_technology_it_is_given_for(words: str) -> None:
    parts = answered(VERSIONS, words, TOOLS)
    assert [(change.id, change.fields) for change in changes(parts)] == [("TECH-002", {"version": "2.31"})]
    rest = next(part.question for part in parts if isinstance(part, Asked))
    assert "requests" not in rest.text


DECISIONS = dossier_of(
    ("ADR-0001", Kind.DECISION, {"title": "Own invoices", "status": "proposed"}),
    ("ADR-0002", Kind.DECISION, {"title": "Celery for mail", "status": "proposed"}),
)
REVIEW = step_asking(Capture(Kind.REVIEW, "text"), checks=("count(decision, status=accepted) >= 1",))


@pytest.mark.parametrize(
    "words", ["ADR-0001: accepted", "accept ADR-0001", "Own invoices", "I accept Own invoices", "1", "ADR-0001"]
)
def test_a_decision_can_be_accepted_in_words_where_one_is_missing(words: str) -> None:
    done = changes(answered(REVIEW, words, DECISIONS, key=GAPS_KEY))
    assert [(change.op, change.id, change.fields) for change in done] == [
        (Op.REVISE, "ADR-0001", {"status": "accepted"})
    ]


def test_a_decision_can_be_accepted_at_the_menu() -> None:
    state = state_in(REVIEW, Depth.STANDARD, DECISIONS)
    done = changes(spoken(request_for(REVIEW, state, Feedback, words="accept ADR-0002")))
    assert [(change.id, change.fields) for change in done] == [("ADR-0002", {"status": "accepted"})]


CERTAINTY = step_asking(Capture(Kind.ESTIMATE, "certainty"))


@pytest.mark.parametrize("words", ["2", "b", "medium", "number 2", "the second one"])
def test_one_of_a_few_values_is_picked_by_number_letter_or_word(words: str) -> None:
    state = state_in(CERTAINTY, Depth.STANDARD, Dossier())
    asked = replace(Question("02-01", "standard/1", "How sure?"), choices=("low", "medium", "high"))
    (picked,) = changes(spoken(request_for(CERTAINTY, state, Answer, words=words, question=asked)))
    assert picked.fields == {"certainty": "medium"}


@pytest.mark.parametrize("words", ["only:", "only:\nthe invoice module and whatever it calls when an order is paid"])
def test_a_list_stays_as_it_is_and_is_asked_for_again_where_the_one_in_its_place_cannot_be_read(words: str) -> None:
    parts = answered(WHICH_FILES, words, FILES, SHOWN)
    assert changes(parts) == []
    assert "took nothing out" in next(part.text for part in parts if isinstance(part, Said))
    assert [part.question.offers for part in parts if isinstance(part, Asked)] == [SHOWN]


def questions(parts: list[Part]) -> list[Question]:
    return [part.question for part in parts if isinstance(part, Asked)]


@pytest.mark.parametrize(
    ("words", "dropped"), [("drop FR-002", ["FR-002"]), ("remove FR-001\ndrop FR-002", ["FR-001", "FR-002"])]
)
def test_what_is_done_to_other_entries_by_id_is_no_answer_and_the_question_is_asked_again(
    words: str, dropped: list[str]
) -> None:
    parts = answered(WHICH_FILES, words, MODULES)
    assert [(change.op, change.id) for change in changes(parts)] == [(Op.DROP, one) for one in dropped]
    assert [question.key for question in questions(parts)] == ["standard/1"]


def test_new_words_behind_an_id_change_that_entry_at_a_question_about_others() -> None:
    parts = answered(WHICH_FILES, "FR-002: Remind late payers by mail", MODULES)
    (changed,) = changes(parts)
    assert (changed.op, changed.id, changed.fields) == (Op.REVISE, "FR-002", {"title": "Remind late payers by mail"})
    assert [question.key for question in questions(parts)] == ["standard/1"]


@pytest.mark.parametrize("words", ["drop ENTRY-007", "all that FR-009 needs, in src/a.py", "FR-009: paid later"])
def test_an_id_that_belongs_to_nothing_is_refused_at_any_question(words: str) -> None:
    parts = answered(WHICH_FILES, words, MODULES)
    assert changes(parts) == []
    assert "so I changed nothing" in next(part.text for part in parts if isinstance(part, Said))


def test_what_takes_the_place_of_a_dropped_guess_does_not_hide_that_it_was_dropped() -> None:
    parts = answered(WHICH_FILES, "drop FILE-003\nadd src/new.py modify", FILES, SHOWN)
    assert said(parts).startswith("Taken out: docs/man.1. Noted: FILE-003 src/new.py")


def test_a_sentence_said_to_files_and_what_shows_them_is_a_note_and_no_file() -> None:
    shown = dossier_of(
        ("FILE-001", Kind.FILE, {"path": "src/a.py", "action": "MODIFY", "tier": "1"}),
        ("ZONE-001", Kind.ZONE, {"text": "src/a.py, which has no test"}),
        source=Inferred((0,)),
    )
    offers = ("FILE-001", "ZONE-001")
    (noted,) = changes(answered(WHICH_FILES, "A reminder is sent once for each loan.", shown, offers))
    assert noted.kind is Kind.NOTE
    (added,) = changes(answered(WHICH_FILES, "src/new.py is to be created", shown, offers))
    assert (added.kind, added.fields["path"]) == (Kind.FILE, "src/new.py")


OPTIONS = dossier_of(
    ("OPT-001", Kind.OPTION, {"title": "Extend the job table"}),
    ("OPT-002", Kind.OPTION, {"title": "A queue of its own"}),
)


@pytest.mark.parametrize("words", ["the first one", "1", "option 1 pls", "Extend the job table"])
def test_a_decision_can_point_at_one_of_the_ways_that_were_named(words: str) -> None:
    (decided,) = changes(answered(step_asking(Capture(Kind.DECISION, "title")), words, OPTIONS))
    assert (decided.fields["title"], decided.fields["options"]) == ("Extend the job table", ("OPT-001",))


def test_the_first_one_is_asked_back_where_nothing_was_offered() -> None:
    parts = answered(step_asking(Capture(Kind.TECHNOLOGY, "text")), "the first one", Dossier())
    assert changes(parts) == []
    assert [question.key for question in questions(parts)] == ["standard/1/once-more"]


@pytest.mark.parametrize("capture", [Capture(Kind.SCOPE, "nature"), Capture(Kind.ESTIMATE, "modified")])
def test_a_choice_or_a_number_that_cannot_be_read_is_asked_back_once_and_then_kept(capture: Capture) -> None:
    step = step_asking(capture)
    first = answered(step, "checkout and billing", Dossier())
    assert changes(first) == []
    assert [question.key for question in questions(first)] == ["standard/1/once-more"]
    (kept,) = changes(answered(step, "checkout and billing", Dossier(), key="standard/1/once-more"))
    assert kept.kind is Kind.NOTE


BUILD_ORDER = step_asking(Capture(Kind.BUILD_STEP, "text"))


def test_an_order_in_one_sentence_is_said_in_the_place_of_the_drafted_steps_and_of_nothing_else() -> None:
    drafted = dossier_of(
        ("ENTRY-001", Kind.ENTRY_POINT, {"text": "the route /pay"}),
        ("BUILD-001", Kind.BUILD_STEP, {"text": "Pay by invoice"}),
        ("BUILD-002", Kind.BUILD_STEP, {"text": "Remind late payers"}),
        source=Inferred((0,)),
    )
    done = changes(answered(BUILD_ORDER, "first the model, then the screen", drafted, tuple(drafted.entries)))
    assert [(change.op, change.id, change.fields) for change in done] == [
        (Op.REVISE, "BUILD-001", {"text": "the model"}),
        (Op.REVISE, "BUILD-002", {"text": "the screen"}),
    ]


APPROVAL = step_asking(Capture(Kind.REVIEW, "text", preset=(("subject", "architecture"),)))


def test_a_no_to_the_whole_is_followed_by_the_question_what_would_have_to_change() -> None:
    parts = answered(APPROVAL, "no", Dossier())
    (kept,) = changes(parts)
    assert kept.fields["text"] == "no"
    (following,) = questions(parts)
    assert following.text.startswith("What would have to change first?")
    after = dossier_of((kept.id, kept.kind, kept.fields))
    (reason,) = changes(answered(APPROVAL, "invoices need a service of their own", after, key=following.key))
    assert (reason.id, reason.fields["text"]) == (kept.id, "No. invoices need a service of their own")


def test_a_verdict_of_no_go_is_kept_and_followed_up() -> None:
    step = step_asking(Capture(Kind.REVIEW, "verdict", preset=(("subject", "impact"),)))
    parts = answered(step, "no-go", Dossier())
    assert [change.fields["verdict"] for change in changes(parts)] == ["no-go"]
    assert [question.key for question in questions(parts)] == ["standard/1/denied"]


@pytest.mark.parametrize(
    ("words", "verdict"),
    [("no-go", "no-go"), ("No go.", "no-go"), ("go", "go"), ("3", "no-go"), ("2", "go with changes")],
)
def test_a_verdict_is_picked_by_its_own_words(words: str, verdict: str) -> None:
    step = step_asking(Capture(Kind.REVIEW, "verdict", preset=(("subject", "impact"),)))
    asked = replace(Question("02-01", "standard/1", "Verdict?"), choices=("go", "go with changes", "no-go"))
    request = request_for(step, state_in(step, Depth.STANDARD, Dossier()), Answer, words=words, question=asked)
    assert [change.fields["verdict"] for change in changes(spoken(request))] == [verdict]


@pytest.mark.parametrize(
    ("words", "action"),
    [("add src/pay.py", "MODIFY"), ("src/new.py", "CREATE"), ("add src/new.py modify", "MODIFY")],
)
def test_what_happens_to_a_file_that_is_only_named_follows_from_the_code(words: str, action: str) -> None:
    parts = answered(WHICH_FILES, words, FILES, SHOWN, code=Code())
    (added,) = changes(parts)
    assert (added.op, added.fields["action"]) == (Op.RECORD, action)
    assert f"({action})" in said(parts)


def test_a_file_named_where_those_are_asked_for_that_feel_it_does_not_change() -> None:
    feels = step_asking(Capture(Kind.FILE, "path", preset=(("tier", "2"),)))
    (added,) = changes(answered(feels, "src/pay.py", Dossier(), code=Code()))
    assert added.fields["action"] == "NO CHANGE"


@pytest.mark.parametrize(("words", "action"), [("add src/pay.py", "MODIFY"), ("keep src/pay.py as it is", "NO CHANGE")])
def test_a_file_shown_as_unchanged_is_edited_once_the_user_adds_it(words: str, action: str) -> None:
    near = dossier_of(
        ("FILE-001", Kind.FILE, {"path": "src/pay.py", "action": "NO CHANGE", "tier": "2"}), source=Inferred((0,))
    )
    (done,) = changes(answered(WHICH_FILES, words, near, ("FILE-001",), code=Code()))
    assert done.fields.get("action", "NO CHANGE") == action
    assert done.fields.get("tier", "2") == ("1" if action == "MODIFY" else "2")


def test_an_action_the_user_gave_stays_when_the_file_is_named_again() -> None:
    made = dossier_of(("FILE-001", Kind.FILE, {"path": "src/pay.py", "action": "DELETE", "tier": "1"}))
    done = changes(answered(WHICH_FILES, "src/pay.py", made, code=Code()))
    assert all(change.fields.get("action", "DELETE") == "DELETE" for change in done)


def test_a_yes_to_a_number_with_more_beside_it_is_a_yes() -> None:
    count = step_asking(Capture(Kind.ESTIMATE, "modified"))
    four = dossier_of(("EST-001", Kind.ESTIMATE, {"modified": 4}), source=Inferred((0,)))
    done = changes(answered(count, "yeah looks right. also tests/test_i18n.py", four, ("EST-001",)))
    assert [(change.op, change.kind) for change in done] == [(Op.RECORD, Kind.NOTE), (Op.CONFIRM, Kind.ESTIMATE)]


def test_a_file_called_by_the_end_of_its_path_is_that_file() -> None:
    near = dossier_of(("FILE-001", Kind.FILE, {"path": "src/pay.py", "action": "NO CHANGE", "tier": "2"}))
    (done,) = changes(answered(WHICH_FILES, "pay.py modify", near, code=Code()))
    assert (done.id, done.fields["path"], done.fields["action"]) == ("FILE-001", "src/pay.py", "MODIFY")


def test_a_comma_inside_brackets_divides_nothing() -> None:
    names = step_asking(Capture(Kind.TECHNOLOGY, "text"))
    (noted,) = changes(answered(names, "size(value, binary=False)", Dossier()))
    assert noted.fields["text"] == "size(value, binary=False)"


def test_a_question_about_several_names_them_where_it_is_left_open() -> None:
    each = step_asking(Capture(Kind.STORY, "so_that", for_each=Kind.STORY))
    stories = dossier_of(("US-001", Kind.STORY, {"title": "a"}), ("US-002", Kind.STORY, {"title": "b"}))
    state = state_in(each, Depth.STANDARD, stories)
    text = "What is better for each of these?\n- US-001 a\n- US-002 b\n\nAnswer with a line for each."
    asked = Question(each.id, "standard/1", text)
    (left,) = changes(spoken(request_for(each, state, Answer, words="I don't know", question=asked)))
    assert left.fields["text"] == "What is better for each of US-001 and US-002?"
