"""The rules of a review: the walk, what asks for the user's word, what it changes, and where an entry comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from roundtable_tui.codebase.files.citations import WorkingTree
from roundtable_tui.domain.comments.comment import CommentOutcome, Dealt
from roundtable_tui.domain.dossier.dossier import Change, Dossier, Op, apply_change
from roundtable_tui.domain.dossier.graph import graph_of
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Cited, Confirmed, FromDocument, HandEdit, Inferred, Stated
from roundtable_tui.domain.journal.events import APP, USER, Event, Retracted, Reviewed, UserSaid
from roundtable_tui.domain.journal.state import Comments, Spoken
from roundtable_tui.domain.journal.values import Utterance
from roundtable_tui.errors import UsageError
from roundtable_tui.review.amend_text import amended, from_edited, to_edit
from roundtable_tui.review.origins import Citing, Excerpt, Talk, excerpt, passage_citing, traces_of
from roundtable_tui.review.rules import (
    Acceptance,
    ChangedMeanwhileError,
    Filter,
    acceptance,
    accepting,
    accepting_all,
    amending,
    answering,
    dropping,
    findings_by_entry,
    in_order,
    last_decision,
    next_to_accept,
    passes,
    speaks_of,
    tally,
    told,
)
from tests.support.commented import comment, on_entry
from tests.support.dossiers import change, small, state_of, states
from tests.support.states import changed

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.dossier.kinds import Value
    from roundtable_tui.domain.dossier.provenance import Source
    from roundtable_tui.domain.journal.state import State

AT = "2026-11-16T12:00:00.000Z"


def entry_of(state: State, entry_id: str) -> Entry:
    found = state.dossier.get(entry_id)
    assert found is not None
    return found


def with_confirmed(state: State, *ids: str) -> State:
    """These accepted on a line after all others."""
    return state_of([*_changes(state), *(Change(Op.CONFIRM, one, entry_of(state, one).kind) for one in ids)])


def _changes(state: State) -> list[Change]:
    return [
        Change(
            Op.RECORD, entry.id, entry.kind, {name: said.value for name, said in entry.fields.items()}, entry.sources
        )
        for entry in state.dossier
    ]


# The walk


def test_the_walk_begins_with_what_most_hangs_on_with_criteria_and_stories_below_their_requirement() -> None:
    assert [(placed.entry.id, placed.under) for placed in in_order(small().dossier)] == [
        ("FR-001", ""),
        ("AC-001-01", "FR-001"),
        ("AC-001-02", "FR-001"),
        ("US-001", "FR-001"),
        ("FR-002", ""),
        ("AC-002-01", "FR-002"),
        ("US-002", "FR-002"),
        ("ADR-0001", ""),
        ("PROB-001", ""),
        ("USER-001", ""),
        ("NFR-001", ""),
        ("FILE-001", ""),
        ("FILE-002", ""),
        ("OPT-001", ""),
        ("OPT-002", ""),
        ("MOD-001", ""),
        ("MOD-002", ""),
        ("IF-001", ""),
        ("FLOW-001", ""),
        ("Q-001", ""),
    ]


def test_keywords_and_notes_are_walked_last() -> None:
    held: dict[str, Entry] = {}
    for kind, name, fields in (
        (Kind.KEYWORD, "KW-001", {"text": "invoice"}),
        (Kind.NOTE, "NOTE-001", {"text": "A remark"}),
        (Kind.CONSTRAINT, "CON-001", {"text": "Within thirty days"}),
        (Kind.FR, "FR-001", {"title": "Pay by invoice"}),
    ):
        assert apply_change(held, change(kind, name, (Stated(1),), **fields), 1)
    assert [placed.entry.id for placed in in_order(Dossier(held))] == ["FR-001", "CON-001", "KW-001", "NOTE-001"]


@settings(max_examples=8)
@given(states())
def test_the_walk_comes_by_every_entry_once_whatever_it_names(state: State) -> None:
    walked = [placed.entry.id for placed in in_order(state.dossier)]
    assert sorted(walked) == sorted(state.dossier.entries)


def test_an_entry_is_accepted_until_it_changes() -> None:
    entry = entry_of(small(), "FR-002")
    assert acceptance(entry) is Acceptance.OPEN
    assert acceptance(replace(entry, confirmed=entry.changed + 1)) is Acceptance.ACCEPTED
    assert acceptance(replace(entry, changed=9, confirmed=8)) is Acceptance.CHANGED


@pytest.mark.parametrize(
    ("sources", "stands"),
    [
        ((Stated(3),), Acceptance.OWN),
        ((HandEdit("requirements-spec.md"),), Acceptance.OWN),
        ((Inferred((3,)), Stated(4)), Acceptance.OWN),
        ((Inferred((3,)),), Acceptance.OPEN),
        ((Cited("billing/tasks.py", 1, 2),), Acceptance.OPEN),
    ],
)
def test_an_entry_all_in_the_users_own_words_counts_as_accepted(
    sources: tuple[Source, ...], stands: Acceptance
) -> None:
    stated = change(Kind.FR, "FR-001", (Stated(2),), title="Order on invoice")
    more = Change(Op.REVISE, "FR-001", Kind.FR, {"priority": "Must Have"}, sources)
    entry = entry_of(state_of([stated, more]), "FR-001")
    assert acceptance(entry) is stands
    assert passes(entry, Filter.OPEN, {}) is (stands is Acceptance.OPEN)


def test_a_group_is_accepted_in_one_decision_without_what_has_changed_since() -> None:
    state = small()
    shown = [entry_of(state, name) for name in ("FR-002", "MOD-002", "FR-001")]
    changed_since = [shown[0], replace(shown[1], changed=0), shown[2]]
    changes = accepting_all(changed_since)(state, 7)
    assert [(one.op, one.id, one.sources) for one in changes] == [
        (Op.CONFIRM, "FR-002", (Confirmed(7),)),
        (Op.CONFIRM, "FR-001", (Confirmed(7),)),
    ]
    assert told(Reviewed(changes)) == "FR-002 and 1 more accepted"
    with pytest.raises(ChangedMeanwhileError):
        accepting_all([replace(one, changed=0) for one in shown])(state, 7)


@pytest.mark.parametrize(
    ("wanted", "passing"),
    [
        (Filter.ALL, {"FR-001", "FR-002", "MOD-002"}),
        (Filter.OPEN, {"FR-002", "MOD-002"}),
        (Filter.CHANGED, {"FR-002"}),
        (Filter.GUESSES, {"MOD-002"}),
        (Filter.FINDINGS, {"FR-002"}),
    ],
)
def test_each_filter_lets_through_what_it_says(wanted: Filter, passing: set[str]) -> None:
    state = small()
    shown = [
        entry_of(state, "FR-001"),
        replace(entry_of(state, "FR-002"), changed=50, confirmed=40),
        entry_of(state, "MOD-002"),
    ]
    smelly = findings_by_entry(state_of([change(Kind.FR, "FR-002", title="Be fast and easy")]))
    assert smelly.keys() == {"FR-002"}
    assert {entry.id for entry in shown if passes(entry, wanted, smelly)} == passing


def test_what_is_on_its_way_to_the_journal_counts_as_accepted() -> None:
    entries = [entry_of(small(), "FR-002"), entry_of(small(), "MOD-002")]
    assert tally(entries, {}, {"FR-002"}).sentence == "1 of 2 accepted · 1 guess"
    assert not passes(entries[0], Filter.OPEN, {}, {"FR-002"})


@pytest.mark.parametrize(
    ("confirmed", "sentence"),
    [
        ((0, 0), "0 of 2 accepted"),
        ((99, 3), "1 of 2 accepted · 1 changed since"),
        ((99, 99), "all 2 accepted"),
    ],
)
def test_progress_is_told_in_a_sentence(confirmed: tuple[int, int], sentence: str) -> None:
    entries = [replace(entry_of(small(), "FR-002"), changed=5, confirmed=line) for line in confirmed]
    assert tally(entries, {}).sentence == sentence


def test_the_next_to_accept_is_found_round_the_end() -> None:
    walk = in_order(with_confirmed(small(), "FR-001", "PROB-001").dossier)
    assert next_to_accept(walk, "FR-001") == "FR-002"
    assert next_to_accept(walk, "FR-002") == "MOD-002"
    assert next_to_accept(walk, "Q-001") == "FR-002"
    assert next_to_accept(walk, "", {placed.entry.id for placed in walk}) == ""


@pytest.mark.parametrize("words", ["fr-001", "ORDER invoice", "functional must", "ord"])
def test_a_search_finds_an_entry_by_its_words_its_id_and_its_kind(words: str) -> None:
    assert speaks_of(entry_of(small(), "FR-001"), words)
    assert not speaks_of(entry_of(small(), "FR-001"), f"{words} elephant")


# What the user decides


def test_accepting_confirms_that_entry_and_no_other() -> None:
    state = small()
    assert accepting(entry_of(state, "FR-001"))(state, 7) == (
        Change(Op.CONFIRM, "FR-001", Kind.FR, sources=(Confirmed(7),)),
    )


@pytest.mark.parametrize("decide", [accepting, dropping, lambda entry: amending(entry, {"title": "Mine"})])
def test_what_changed_or_went_since_it_was_shown_is_not_decided_about(decide: object) -> None:
    shown = entry_of(small(), "FR-001")
    decision = decide(shown)  # type: ignore[operator]
    with pytest.raises(ChangedMeanwhileError, match="FR-001 has changed"):
        decision(state_of([change(Kind.PROBLEM, "PROB-001", text="x"), *_changes(small())]), 7)
    with pytest.raises(ChangedMeanwhileError, match="FR-001 was dropped"):
        decision(state_of([]), 7)


def test_an_amendment_states_the_fields_that_were_written_and_accepts_nothing() -> None:
    state = small()
    assert amending(entry_of(state, "FR-001"), {"title": "Pay later"})(state, 7) == (
        Change(Op.REVISE, "FR-001", Kind.FR, {"title": "Pay later"}, (Stated(7),)),
    )


def event(exchange: int, body: object, actor: str = USER) -> Event:
    return Event(exchange, AT, exchange, actor, 0, body)  # type: ignore[arg-type]


ACCEPTED = Reviewed((Change(Op.CONFIRM, "FR-001", Kind.FR),))


@pytest.mark.parametrize(
    ("events", "last"),
    [
        ((), None),
        ((event(1, UserSaid("x")), event(2, ACCEPTED)), ACCEPTED),
        ((event(2, ACCEPTED), event(3, UserSaid("x"))), None),
        ((event(1, UserSaid("x")), event(2, ACCEPTED), event(2, Retracted(), APP)), None),
    ],
)
def test_only_a_decision_that_nothing_followed_can_be_taken_back_in_the_review(
    events: tuple[Event, ...], last: Reviewed | None
) -> None:
    assert last_decision(events) == last


def test_a_decision_is_told_in_a_few_words() -> None:
    state = small()
    fr = entry_of(state, "FR-001")
    decisions = (accepting(fr), amending(fr, {"title": "x"}), dropping(fr))
    said = [told(Reviewed(decide(state, 3))) for decide in decisions]
    assert said == ["FR-001 accepted", "FR-001 amended", "FR-001 dropped"]


# Amending


@pytest.mark.parametrize(
    ("entry_id", "texts", "fields"),
    [
        ("FR-001", {"title": "Order on invoice", "priority": "Must Have"}, {}),
        (
            "FR-001",
            {"title": " Pay later ", "priority": "could have"},
            {"title": "Pay later", "priority": "Could Have"},
        ),
        ("FR-001", {"text": "As said"}, {"text": "As said"}),
        ("US-001", {"traces": "fr-002, FR-001"}, {"traces": ("FR-002", "FR-001")}),
        ("US-001", {"so_that": ""}, {}),
        ("FR-002", {"priority": ""}, {}),
    ],
)
def test_the_fields_an_amendment_changes(entry_id: str, texts: Mapping[str, str], fields: Mapping[str, Value]) -> None:
    assert amended(entry_of(small(), entry_id), texts, small().dossier) == fields


@pytest.mark.parametrize(
    ("entry_id", "texts", "problem"),
    [
        ("FR-001", {"title": "  "}, "cannot be without its title"),
        ("FR-001", {"priority": "Perhaps"}, "must be one of Must Have"),
        ("FR-001", {"priority": ""}, "must be one of Must Have"),
        ("US-001", {"traces": "FR-404"}, "There is no FR-404"),
        ("EST-001", {"modified": "many"}, "no whole number"),
    ],
)
def test_what_cannot_stand_is_refused_with_a_sentence(entry_id: str, texts: Mapping[str, str], problem: str) -> None:
    state = state_of([*_changes(small()), change(Kind.ESTIMATE, "EST-001", text="x", modified=3)])
    with pytest.raises(UsageError, match=problem):
        amended(entry_of(state, entry_id), texts, state.dossier)


@settings(max_examples=8)
@given(states())
def test_an_entry_opened_in_the_editor_and_saved_as_it_is_changes_nothing(state: State) -> None:
    for entry in state.dossier:
        assert amended(entry, from_edited(to_edit(entry), entry.kind), state.dossier) == {}


def test_what_is_changed_in_the_editor_is_read_back_and_a_field_that_was_deleted_stays() -> None:
    text = to_edit(entry_of(small(), "FR-001")).replace("Order on invoice", "Pay later\n=== no field\nreally")
    kept, _, _ = text.partition("=== priority")
    assert from_edited(kept, Kind.FR) == {"title": "Pay later\n=== no field\nreally", "text": ""}


# Where it comes from


def test_an_entry_shows_the_words_of_its_turn_and_which_field_rests_on_them() -> None:
    state = state_of([change(Kind.FR, "FR-001", (Stated(3),), title="x"), _revised("FR-001", priority="Must Have")])
    state = changed(state, transcript=(Spoken(3, Utterance(USER, "Let them pay by invoice")),))
    first, second = Talk(state, ()).origins(entry_of(state, "FR-001"))
    assert (first.fields, first.said, first.words, first.turn) == (
        ("title",),
        "you said it in turn 3",
        "Let them pay by invoice",
        3,
    )
    assert (second.fields, second.said, second.turn) == (("priority",), "a guess: nobody has stated or confirmed it", 0)


def _revised(entry_id: str, **fields: Value) -> Change:
    return Change(Op.REVISE, entry_id, Kind.FR, fields, (Inferred(),))


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (Stated(0), "what the item was begun with"),
        (Stated(9), "you wrote it in the review, 16 Nov 12:00"),
        (Confirmed(9), "you accepted it, 16 Nov 12:00"),
        (Confirmed(4), "you confirmed it in turn 4"),
        (HandEdit("requirements-spec.md"), "you wrote it into requirements-spec.md"),
        (FromDocument("requirements-spec.md", 12), "requirements-spec.md, line 12 says it"),
        (Cited("src/a.py", 3, 7), "src/a.py:3-7"),
        (Inferred((4,), ("FR-002",)), "inferred from turn 4, FR-002"),
    ],
)
def test_every_source_is_told_in_words(source: object, said: str) -> None:
    state = state_of([change(Kind.FR, "FR-001", (source,), title="x")])  # type: ignore[arg-type]
    (origin,) = Talk(state, [event(9, ACCEPTED)]).origins(entry_of(state, "FR-001"))
    assert origin.said == said


def test_of_several_acceptances_the_last_is_told() -> None:
    state = state_of([change(Kind.FR, "FR-001", (Confirmed(4), Stated(1), Confirmed(6)), title="x")])
    assert [one.said for one in Talk(state, ()).origins(entry_of(state, "FR-001"))] == [
        "you said it in turn 1",
        "you confirmed it in turn 6",
    ]


def test_cited_lines_are_shown_as_they_stand_today(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("one\n\ttwo\nthree\n")
    tree = WorkingTree(tmp_path)
    assert excerpt(tree, tree.cite("a.py", 2, 3)) == Excerpt("as cited", 2, ("    two", "three"))
    cited = tree.cite("a.py", 2, 2)
    (tmp_path / "a.py").write_text("zero\none\n\ttwo\nthree\n")
    assert excerpt(WorkingTree(tmp_path), cited) == Excerpt("now at a.py:3", 3, ("    two",))
    (tmp_path / "a.py").unlink()
    assert excerpt(WorkingTree(tmp_path), cited) == Excerpt("there is no such file", holds=False)


def test_traces_lead_out_and_in_and_remarks_stand_apart() -> None:
    state = small()
    found = traces_of(entry_of(state, "FR-002"), state.dossier, graph_of(state.dossier))
    assert not found.out
    assert [(name, other.id) for name, other in found.into] == [
        ("fr", "AC-002-01"),
        ("traces", "US-002"),
        ("traces", "MOD-002"),
    ]
    assert [remark.id for remark in found.remarks] == ["Q-001"]


def test_a_document_cites_an_entry_by_its_id_or_else_in_its_words() -> None:
    state = small()
    texts = {
        "user-stories.json": '{"id": "FR-001"}',
        "requirements-spec.md": "### FR-001: Order\n\nAccounting chases *40* customers by hand\nevery month.",
        "quick-scan.md": "FR-0011 and XFR-001",
    }
    citing = Citing(texts)
    assert citing.documents(entry_of(state, "FR-001")) == ("user-stories.json", "requirements-spec.md")
    assert citing.documents(entry_of(state, "PROB-001")) == ("requirements-spec.md",)
    assert citing.documents(entry_of(state, "NFR-001")) == ()


def test_the_passage_shown_names_this_entry_and_not_one_whose_id_holds_its_own() -> None:
    state = small()
    assert passage_citing(entry_of(state, "FR-001"), ["NFR-001: fast", "FR-0011", "FR-001: Order"]) == 2


# What is answered to a comment that asked for a change


def asking_what_instead() -> State:
    theirs = comment("Too vague.", on_entry("CON-001"))
    asked = change(Kind.QUESTION, "Q-001", text="What shall it say instead?", keeps="CON-001.text", about=("CON-001",))
    state = state_of([change(Kind.CONSTRAINT, "CON-001", text="It is paid soon."), asked])
    dealt = Dealt(theirs.id, CommentOutcome.ASKED, entries=("Q-001",))
    return replace(state, comments=Comments(sent={theirs.id: theirs}, dealt={theirs.id: dealt}))


@pytest.mark.parametrize(
    "words",
    [
        "yes", "no", "I don't know", "keep it as it is", "leave it", "you decide", "what do you mean?", "no change",
        "Nothing.", "don't change it", "leave as is",
    ],
)  # fmt: skip
def test_a_reply_that_is_no_wording_never_becomes_what_an_entry_says(words: str) -> None:
    state = asking_what_instead()
    note, *_ = answering(entry_of(state, "Q-001"), words)(state, 4)
    assert (note.op, note.kind) == (Op.RECORD, Kind.NOTE)
    assert note.fields["text"] == f"What shall it say instead? {words}"


def test_a_wording_becomes_what_the_entry_says() -> None:
    state = asking_what_instead()
    revised, dropped = answering(entry_of(state, "Q-001"), " No later than 30 days after the order. ")(state, 4)
    fields = {"text": "No later than 30 days after the order."}
    assert revised == Change(Op.REVISE, "CON-001", Kind.CONSTRAINT, fields, (Stated(4),))
    assert (dropped.op, dropped.id) == (Op.DROP, "Q-001")
