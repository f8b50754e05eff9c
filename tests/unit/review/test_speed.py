"""Reviewing at speed: what most hangs on comes first, glances are noticed once, and accepted states can be compared."""

from __future__ import annotations

from msgspec.structs import replace

from roundtable_tui.domain.comments.comment import CommentOutcome, Dealt
from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Confirmed, Inferred
from roundtable_tui.domain.journal.comment_events import CommentMade, CommentsBrought, CommentsSent
from roundtable_tui.domain.journal.events import Contributed, PhaseCompleted, PhaseEnd, Reviewed, UserSaid
from roundtable_tui.domain.journal.fold.fold import fold
from roundtable_tui.review.accepted_states import accepted_states, as_lines, between
from roundtable_tui.review.glances import MANY, Glances, assumed_in, told
from roundtable_tui.review.rules import Filter, in_order, passes
from roundtable_tui.review.timeline import timeline
from roundtable_tui.review.walk_order import family_of, heaviest_first, last_review
from tests.support.commented import comment, happened
from tests.support.dossiers import change, small, state_of


def test_what_most_hangs_on_comes_first_with_what_stands_below_it() -> None:
    state = state_of(
        [
            change(Kind.FR, "FR-001", title="Light"),
            change(Kind.FR, "FR-002", title="Heavy"),
            change(Kind.AC, "AC-002-01", text="One", fr=("FR-002",)),
            change(Kind.MODULE, "MOD-001", text="m", traces=("FR-002",)),
            change(Kind.INTERFACE, "IF-001", text="i", module=("MOD-001",)),
        ]
    )
    walk = heaviest_first(in_order(state.dossier), state.dossier)
    names = [placed.entry.id for placed in walk]
    assert names[:2] == ["FR-002", "AC-002-01"]
    assert names.index("MOD-001") < names.index("FR-001")
    assert sorted(names) == sorted(state.dossier.entries)
    left = [placed for placed in in_order(state.dossier) if placed.entry.id != "FR-002"]
    kept = [placed.entry.id for placed in heaviest_first(left, state.dossier)]
    assert kept == [name for name in names if name != "FR-002"], "what is left keeps its place"


def test_a_family_is_a_requirement_with_its_criteria_and_stories() -> None:
    walk = in_order(small().dossier)
    assert [placed.entry.id for placed in family_of("FR-001", walk)] == ["FR-001", "AC-001-01", "AC-001-02", "US-001"]


def test_many_accepted_faster_than_they_can_be_read_are_told_of_once() -> None:
    entry = state_of([change(Kind.FR, "FR-001", (Inferred(),), title="Guessed", priority="Must Have")]).dossier
    (guess,) = entry
    glances, said = Glances(), []
    for number in range(3 * MANY):
        one = replace(guess, id=f"FR-{number:03}")
        glances.shown(one.id, float(number))
        said.append(glances.accepted(one, words=60, now=number + 0.5))
    assert said.index(True) == MANY - 1
    assert said.count(True) == 1
    assert len(glances.offered) == MANY
    assert assumed_in(glances.offered[:1]) == ("FR-000 title", "FR-000 priority")
    hint = told(MANY, assumed_in(glances.offered), "H")
    assert hint.startswith(f"The last {MANY} went by faster than they can be read. Assumed there, and yours now: ")
    assert hint.endswith("H walks them again.")


def test_what_an_entry_only_names_is_not_told_as_assumed() -> None:
    (_, criterion) = state_of(
        [
            change(Kind.FR, "FR-001", title="Pay"),
            change(Kind.AC, "AC-001-01", (Inferred(),), text="Paid within a day", fr=("FR-001",)),
        ]
    ).dossier
    assert assumed_in([criterion]) == ("AC-001-01 text",)


def test_whoever_takes_the_time_is_told_nothing() -> None:
    (entry,) = state_of([change(Kind.FR, "FR-001", title="Said")]).dossier
    glances = Glances()
    for number in range(3 * MANY):
        one = replace(entry, id=f"FR-{number:03}")
        glances.shown(one.id, 10.0 * number)
        glances.shown(one.id, 10.0 * number + 9)
        assert not glances.accepted(one, words=60, now=10.0 * number + 9)
    assert glances.offered == ()


def _journal() -> list[object]:
    def record(kind: Kind, name: str, **fields: str) -> Change:
        return Change(Op.RECORD, name, kind, fields, (Inferred(),))

    def accept(*names: str) -> Reviewed:
        return Reviewed(tuple(Change(Op.CONFIRM, name, Kind.FR, sources=(Confirmed(1),)) for name in names))

    return [
        Contributed("alex", (record(Kind.FR, "FR-001", title="Pay"), record(Kind.FR, "FR-002", title="Remind"))),
        accept("FR-001"),
        accept("FR-002"),
        UserSaid("And refunds."),
        Contributed(
            "alex",
            (
                record(Kind.FR, "FR-003", title="Refund"),
                Change(Op.REVISE, "FR-001", Kind.FR, {"title": "Pay later"}, (Inferred(),)),
                Change(Op.DROP, "FR-002", Kind.FR),
            ),
        ),
        accept("FR-003"),
    ]


def test_accepted_states_are_compared_entry_by_entry_and_field_by_field() -> None:
    events = happened(*_journal())  # type: ignore[arg-type]
    first, second, now = accepted_states(events)
    assert (first.told, second.told, now.is_now) == ("accepted FR-001, FR-002", "accepted FR-003", True)
    found = between(events, first, second)
    assert found.sentence == "1 added, 1 changed, 1 dropped"
    assert list(as_lines(found)) == [
        "+ FR-003 Refund",
        "- FR-002 Remind",
        "  FR-001 Pay later",
        "-   title: Pay",
        "+   title: Pay later",
    ]
    assert between(events, second, now).sentence == "nothing differs"


def test_in_guided_mode_each_phase_that_is_closed_is_an_accepted_state() -> None:
    events = happened(PhaseCompleted("00-quick-scan", PhaseEnd.FINISHED), UserSaid("a"), *_journal()[:2])  # type: ignore[arg-type]
    events += happened(UserSaid("b"), PhaseCompleted("01-requirements", PhaseEnd.SKIPPED), first=5)
    assert [one.told for one in accepted_states(events)] == [
        "accepted phase 00 (quick scan)",
        "accepted FR-001",
        "as it stands now",
    ]


def test_only_what_is_new_or_changed_since_the_last_review_is_walked() -> None:
    events = happened(*_journal()[:5])  # type: ignore[arg-type]
    since, dossier = last_review(events), fold(events).dossier
    assert since == 3
    changed = [entry.id for entry in dossier if passes(entry, Filter.CHANGED, {}, (), since)]
    assert changed == ["FR-001", "FR-003"]
    assert [entry.id for entry in dossier if passes(entry, Filter.CHANGED, {}, ())] == ["FR-001"]


def test_the_timeline_tells_what_became_of_comments() -> None:
    one = comment("Say by when.")
    done = Dealt(one.id, CommentOutcome.DONE, "By May.", "Ana")
    rows = timeline(happened(CommentMade(one), CommentsSent((one.id,)), CommentsBrought("ana.md", dealt=(done,))))
    assert [row.text for row in rows] == [
        "You commented on requirements-spec.md: Say by when.",
        "You sent 1 comment",
        "Ana settled the comment on requirements-spec.md: By May.",
    ]
