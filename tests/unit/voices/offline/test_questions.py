"""What the search found is offered with where it comes from: a yes confirms exactly that, nothing else does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from roundtable_tui.domain.dossier.dossier import Change, Dossier, Op, apply_change
from roundtable_tui.domain.dossier.kinds import Kind, Value
from roundtable_tui.domain.dossier.provenance import Cited, Confidence, Inferred, confidence
from roundtable_tui.domain.dossier.questions import Question
from roundtable_tui.domain.journal.code_facts import Hit, Scanned
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.voices.protocol import Asked, Part, Recorded, Said
from roundtable_tui.voices.tasks import Answer, OpenStep
from tests.support.projects import project_in
from tests.support.scans import MODELS, ROUTE, SCAN, TASKS
from tests.support.states import changed
from tests.support.voices.turns import dossier_of, request_for, spoken, state_in

if TYPE_CHECKING:
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Step

OFFERING = ("00-02", "00-03", "02-01", "02-02", "02-03")


@pytest.fixture(scope="module")
def steps(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Step]:
    knowledge = project_in(tmp_path_factory.mktemp("project")).knowledge
    return {step.id: step for found in knowledge.steps.values() for step in found}


def state_for(
    step: Step, dossier: Dossier | None = None, scan: Scanned | None = SCAN, settled: frozenset[str] = frozenset()
) -> State:
    return changed(state_in(step, Depth.STANDARD, dossier or Dossier(), settled), scan=scan)


def opened(step: Step, state: State) -> list[Part]:
    return spoken(request_for(step, state, OpenStep))


def recorded(parts: list[Part]) -> list[Change]:
    return [part.change for part in parts if isinstance(part, Recorded)]


def asked(parts: list[Part]) -> Question:
    return next(part.question for part in reversed(parts) if isinstance(part, Asked))


def answered(step: Step, words: str, *, state: State | None = None) -> tuple[list[Change], Question, Question]:
    """Opens the step, lets its findings be recorded, answers; what changed then, what was and what is asked."""
    before = state or state_for(step)
    parts = opened(step, before)
    entries = dict(before.dossier.entries)
    used = dict(before.dossier.used)
    for change in recorded(parts):
        apply_change(entries, change, 1)
        prefix, _, number = change.id.rpartition("-")
        used[prefix] = max(used.get(prefix, 0), int(number))
    after = replace(before, dossier=Dossier(entries, used))
    question = asked(parts)
    then = spoken(request_for(step, after, Answer, words=words, question=question))
    return recorded(then), question, asked(then)


@pytest.mark.parametrize(
    ("counts", "offered"), [((12, 0), ["invoice"]), ((0, 3), ["billing"]), ((0, 0), ["invoice", "billing"])]
)
def test_words_that_occur_nowhere_are_not_offered_unless_none_does(
    steps: dict[str, Step], counts: tuple[int, int], offered: list[str]
) -> None:
    hits = tuple(Hit(word, count, count) for word, count in zip(SCAN.words, counts, strict=True))
    found = opened(steps["00-02"], state_for(steps["00-02"], scan=replace(SCAN, hits=hits)))
    assert [change.fields["text"] for change in recorded(found)] == offered


@pytest.mark.parametrize(
    ("step_id", "fields", "sources"),
    [
        (
            "00-02",
            [{"text": "invoice", "use": "search"}, {"text": "billing", "use": "search"}],
            [(Inferred((0,)),), (Inferred((0,)),)],
        ),
        ("00-03", [{"modified": 1}], [(Inferred(),)]),
        ("02-01", [{"path": "billing/models.py", "action": "MODIFY", "tier": "1"}], [(MODELS,)]),
        ("02-02", [{"text": "the route /invoices", "path": "billing/urls.py"}], [(ROUTE,)]),
        (
            "02-03",
            [
                {
                    "text": "billing/models.py, which was changed by 30 of the last 120 commits "
                    "and has no test that could be found",
                    "type": "fragile",
                }
            ],
            [(MODELS,)],
        ),
    ],
)
def test_a_step_offers_what_the_search_found(
    steps: dict[str, Step], step_id: str, fields: list[dict[str, Value]], sources: list[tuple[object, ...]]
) -> None:
    parts = opened(steps[step_id], state_for(steps[step_id]))
    assert [change.fields for change in recorded(parts)] == fields
    assert [change.sources for change in recorded(parts)] == sources
    assert asked(parts).offers == tuple(change.id for change in recorded(parts))
    assert Confidence.HIGH not in {confidence(change.sources) for change in recorded(parts)}


@pytest.mark.parametrize(
    ("step_id", "said"),
    [
        ("00-02", "KW-001 invoice (12 hits in 3 files)"),
        ("00-03", "The search points at 1 file to edit, which would be a small change: billing/models.py."),
        ("02-01", "FILE-001 billing/models.py (modify · invoice 12×, see billing/models.py:9)"),
        ("02-02", "ENTRY-001 the route /invoices (file: billing/urls.py · see billing/urls.py:4)"),
        ("02-03", "By a search of 40 files at commit abc1234 and the last 120 commits, I would look twice here:"),
    ],
)
def test_an_offer_says_where_it_comes_from(steps: dict[str, Step], step_id: str, said: str) -> None:
    assert said in asked(opened(steps[step_id], state_for(steps[step_id]))).text


@pytest.mark.parametrize("scan", [None, replace(SCAN, problem="The search was stopped."), Scanned((), (), (), 0, 0)])
@pytest.mark.parametrize("step_id", OFFERING)
def test_without_findings_the_question_is_asked_as_the_file_has_it(
    steps: dict[str, Step], step_id: str, scan: Scanned | None
) -> None:
    step = steps[step_id]
    parts = opened(step, state_for(step, scan=scan))
    assert (recorded(parts), asked(parts).offers) == ([], ())
    assert step.section(Depth.STANDARD).prompts[0].text in asked(parts).text
    assert "search" not in asked(parts).text.split(step.section(Depth.STANDARD).prompts[0].text)[1]


def test_a_yes_confirms_exactly_what_was_shown(steps: dict[str, Step]) -> None:
    changes, question, _ = answered(steps["02-01"], "yes")
    confirmed = [change for change in changes if change.op is Op.CONFIRM]
    assert tuple(change.id for change in confirmed) == question.offers == ("FILE-001",)


@pytest.mark.parametrize("words", ["app/pay.py modify", "add app/pay.py", "also add app/pay.py"])
def test_a_file_of_ones_own_comes_to_the_findings_and_takes_the_place_of_none(
    steps: dict[str, Step], words: str
) -> None:
    changes, _, _ = answered(steps["02-01"], words)
    assert [(change.op, change.fields["path"]) for change in changes if change.fields.get("tier") == "1"] == [
        (Op.RECORD, "app/pay.py")
    ]
    assert not [change for change in changes if change.op is Op.DROP]


def test_only_where_the_user_says_so_a_list_takes_the_place_of_the_findings(steps: dict[str, Step]) -> None:
    changes, _, _ = answered(steps["02-01"], "only:\napp/pay.py modify")
    first = changes[0]
    assert (first.op, first.id, first.fields["path"]) == (Op.REVISE, "FILE-001", "app/pay.py")
    assert "FILE-001" not in {change.id for change in changes[1:]}


def test_a_file_that_is_listed_and_added_once_more_stays_what_it_was(steps: dict[str, Step]) -> None:
    changes, _, _ = answered(steps["02-01"], "add billing/models.py")
    assert [(change.op, change.id, dict(change.fields)) for change in changes[:1]] == [(Op.CONFIRM, "FILE-001", {})]


def test_an_id_that_is_not_in_the_list_is_refused_and_nothing_changes(steps: dict[str, Step]) -> None:
    changes, before, again = answered(steps["02-01"], "drop FILE-009")
    assert changes == []
    assert again == before


def test_a_finding_the_user_names_too_keeps_its_citation_and_counts_as_said(steps: dict[str, Step]) -> None:
    changes, _, _ = answered(steps["02-01"], "billing/models.py delete")
    named = next(change for change in changes if change.id == "FILE-001")
    assert (named.op, named.fields) == (Op.REVISE, {"path": "billing/models.py", "action": "DELETE", "tier": "1"})
    assert MODELS in named.sources
    assert confidence(named.sources) is Confidence.HIGH


def test_taking_one_finding_out_leaves_the_others_to_be_confirmed(steps: dict[str, Step]) -> None:
    changes, _, then = answered(steps["00-02"], "drop KW-001")
    assert [(change.op, change.id) for change in changes] == [(Op.DROP, "KW-001")]
    assert then.offers == ("KW-002",)


def test_whoever_says_there_are_none_takes_the_findings_back(steps: dict[str, Step]) -> None:
    changes, _, _ = answered(steps["02-02"], "none")
    assert [(change.op, change.id) for change in changes] == [(Op.DROP, "ENTRY-001")]


@pytest.mark.parametrize(
    ("edited", "offered"), [("billing/models.py", [(TASKS,)]), ("app/pay.py", [(MODELS,)])], ids=["tied", "not tied"]
)
def test_tied_files_are_offered_only_for_files_that_are_edited(
    steps: dict[str, Step], edited: str, offered: list[tuple[Cited, ...]]
) -> None:
    known = dossier_of(("FILE-001", Kind.FILE, {"path": edited, "action": "MODIFY", "tier": "1"}))
    state = state_for(steps["02-01"], known, settled=frozenset({"standard/1"}))
    found = [change for change in recorded(opened(steps["02-01"], state)) if change.fields["tier"] == "2"]
    assert [change.sources for change in found] == offered
    assert {change.fields["action"] for change in found} <= {"NO CHANGE"}


def test_what_the_user_said_already_is_not_offered_against(steps: dict[str, Step]) -> None:
    known = dossier_of(("ENTRY-001", Kind.ENTRY_POINT, {"text": "the nightly job"}))
    parts = opened(steps["02-02"], state_for(steps["02-02"], known))
    assert (recorded(parts), asked(parts).offers) == ([], ("ENTRY-001",))


def test_the_impact_is_judged_by_the_whole_picture(steps: dict[str, Step]) -> None:
    guess = dossier_of(("FILE-001", Kind.FILE, {"path": "billing/models.py"}), source=MODELS)
    parts = opened(steps["02-04"], state_for(steps["02-04"], guess))
    page = "\n".join(part.text for part in parts if isinstance(part, Said))
    assert "Nobody has confirmed yet: FILE-001" in page
    assert "1 file to edit, 1 tied to them or speaking of the change too, 1 further away that may notice" in page
    assert "small scope, low complexity, medium risk (billing/models.py was changed by 30 of the last 120" in page
    assert "Not looked into: 3 files (2 binary, 1 secret)" in page


@pytest.mark.parametrize(
    ("words", "rated"),
    [("high\nlow", {"ZONE-001": "high", "ZONE-002": "low"}), ("high\nwell", {"ZONE-001": "high"})],
)
def test_a_row_of_like_questions_can_be_answered_by_a_choice_a_line(
    steps: dict[str, Step], words: str, rated: dict[str, str]
) -> None:
    zones = dossier_of(("ZONE-001", Kind.ZONE, {"text": "here"}), ("ZONE-002", Kind.ZONE, {"text": "there"}))
    step = steps["02-03"]
    state = state_for(step, zones, scan=None, settled=frozenset({"standard/1"}))
    question = Question(step.id, "standard/2/ZONE-001", "How likely?", about="ZONE-001")
    changes = recorded(spoken(request_for(step, state, Answer, words=words, question=question)))
    assert {change.id: change.fields["likelihood"] for change in changes if change.kind is Kind.ZONE} == rated
