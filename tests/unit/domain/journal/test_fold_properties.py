"""What must hold of every journal, however it came about."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from roundtable_tui.domain.dossier.dossier import Dossier, IdGiver, Op, apply_change, id_number
from roundtable_tui.domain.dossier.kinds import SPECS, Kind
from roundtable_tui.domain.dossier.provenance import Ballot, HandEdit, Source
from roundtable_tui.domain.journal.events import FACTS, Event, Retracted
from roundtable_tui.domain.journal.fold.fold import Fold, fold
from tests.support.invariants import problems
from tests.support.journals import any_journal, changes_of, with_changes, with_ids_given_once
from tests.support.walks import sessions

if TYPE_CHECKING:
    from roundtable_tui.domain.dossier.dossier import Change
    from roundtable_tui.domain.journal.state import State

journals = sessions() | any_journal


def analysis(state: State) -> State:
    """Without what counts lines or tokens, or remembers that something was taken back."""
    return replace(
        state,
        seq=0,
        changed_at="",
        exchange=0,
        spent={},
        dossier=Dossier(state.dossier.entries),
        talk=replace(state.talk, user_turns=0),
        files=replace(state.files, stale=False, unfounded=()),
    )


@given(journals)
def test_every_prefix_of_every_journal_is_a_valid_state(journal: list[Event]) -> None:
    growing = Fold()
    assert [problems(growing.add(event)) for event in journal] == [[] for _ in journal]


@given(journals)
def test_a_journal_folded_line_by_line_is_the_journal_folded_at_once(journal: list[Event]) -> None:
    growing = Fold()
    for number, event in enumerate(journal, 1):
        assert growing.add(event) == fold(journal[:number])


@given(journals)
def test_folding_does_not_change_what_was_folded_before(journal: list[Event]) -> None:
    growing = Fold(journal[:-1])
    before = growing.state
    for event in journal[-1:]:
        growing.add(event)
    assert before == fold(journal[:-1])


@given(sessions() | any_journal.map(with_ids_given_once), st.data())
def test_an_exchange_taken_back_never_happened(journal: list[Event], data: st.DataObject) -> None:
    exchange = data.draw(st.integers(1, max((event.exchange for event in journal), default=0) + 1))
    taken_back = [*journal, Event(len(journal) + 1, "later", exchange, "user", 0, Retracted())]
    never = [event for event in journal if event.exchange != exchange or isinstance(event.body, FACTS)]
    with_it, without = fold(taken_back), fold(never)
    assert analysis(with_it) == analysis(without)


@given(journals, st.data())
def test_taking_an_exchange_back_twice_is_taking_it_back_once(journal: list[Event], data: st.DataObject) -> None:
    exchange = data.draw(st.integers(1, 9))
    lines = [Event(len(journal) + number, "later", exchange, "user", 0, Retracted()) for number in (1, 2)]
    once, twice = fold([*journal, *lines[:1]]), fold([*journal, *lines])
    assert once.dossier.entries == twice.dossier.entries
    assert analysis(once) == analysis(twice)


@given(journals)
def test_an_id_never_comes_to_mean_another_entry(journal: list[Event]) -> None:
    """Every record is marked by its place; whoever bears the id must come from the first that claimed it."""
    marked, first = _marked(journal)
    growing = Fold()
    for event in marked:
        for entry in growing.add(event).dossier:
            claims = {source.round for source in entry.sources if isinstance(source, Ballot)}
            if not SPECS[entry.kind].single:
                assert claims <= {first.get(id_number(entry.id))}, f"{entry.id} after line {event.seq}"


def _marked(journal: list[Event]) -> tuple[list[Event], dict[tuple[str, int] | None, int]]:
    first: dict[tuple[str, int] | None, int] = {}
    place = 0
    marked = []
    for event in journal:
        changed: list[Change] = []
        for change in changes_of(event):
            place += 1
            mark: Source = HandEdit("later")
            if change.op is Op.RECORD:
                first.setdefault(id_number(change.id), place)
                mark = Ballot("", place, "")
            changed.append(replace(change, sources=(mark,)))
        marked.append(with_changes(event, tuple(changed)))
    return marked, first


@given(sessions(), st.sampled_from(Kind))
def test_the_next_id_was_never_given_out_before(journal: list[Event], kind: Kind) -> None:
    named = {change.id for event in journal for change in changes_of(event)}
    given_out = IdGiver(fold(journal).dossier.used).next(kind, "FR-001")
    assert given_out not in named or SPECS[kind].single


@given(sessions())
def test_ids_in_use_are_only_ever_added_to(journal: list[Event]) -> None:
    growing = Fold()
    before: dict[str, int] = {}
    for event in journal:
        used = dict(growing.add(event).dossier.used)
        assert all(used.get(series, 0) >= number for series, number in before.items())
        before = used


@given(any_journal)
def test_what_a_change_may_not_do_leaves_every_entry_as_it_was(journal: list[Event]) -> None:
    entries = dict(fold(journal).dossier.entries)
    for change in (change for event in journal for change in changes_of(event)):
        before = dict(entries)
        if not apply_change(entries, change, 99):
            assert entries == before


@pytest.mark.slow
@given(sessions(acts=30))
def test_long_sessions_stay_valid_to_the_end(journal: list[Event]) -> None:
    assert problems(fold(journal)) == []
