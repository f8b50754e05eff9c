"""What is put to the user at the end: every guess named as one, what is accepted seen, what changed marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.dossier.footing import Footing, footing, guesses, is_guess
from roundtable_tui.domain.dossier.provenance import Confidence
from roundtable_tui.domain.journal.events import UserSaid
from roundtable_tui.domain.journal.values import Stage
from roundtable_tui.domain.journal.waiting import ForVerdict
from roundtable_tui.items.overview import as_page, overview_of
from roundtable_tui.modes.conversation.confirmation import shown
from roundtable_tui.modes.conversation.mode import ConversationMode
from roundtable_tui.modes.conversation.presenting import presented
from roundtable_tui.modes.conversation.summaries import stands_for, summary
from roundtable_tui.modes.conversation.summary_lines import ids_in_short
from roundtable_tui.modes.conversation.wording import finished
from roundtable_tui.review.rules import Acceptance, acceptance, in_order, tally
from roundtable_tui.session.moves import Append
from roundtable_tui.session.outline import guesses_rows
from roundtable_tui.ui.confirmation.summary_page import what_can_be_accepted, what_is_new
from tests.support.played import line_of, played, played_events, played_on
from tests.support.projects import project_in

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.domain.knowledge.knowledge import Knowledge

STAGES = (Stage.REQUIREMENTS, Stage.ARCHITECTURE, Stage.DESIGN)


@pytest.fixture
def knowledge(tmp_path: Path) -> Knowledge:
    return project_in(tmp_path).knowledge


@pytest.mark.parametrize("stage", STAGES)
def test_whatever_nobody_confirmed_is_named_as_a_guess_before_all_else(stage: Stage, knowledge: Knowledge) -> None:
    state = played(line_of(stage, 0) - 1)
    made = summary(stage, state, knowledge)
    unsure = [one.id for one in stands_for(stage, state) if is_guess(one)]
    assert unsure, "the played talk has guesses of every stage"
    assert made.parts[0].heading.text.startswith(f"{len(unsure)} of the ")
    marked = [part for part in made.parts if ", our guess" in part.heading.text]
    named = {one for part in marked for line in (part.heading, *part.points) for one in (line.entry, *line.others)}
    assert named - {""} == set(unsure)
    assert made.parts[1 : len(marked) + 1] == tuple(marked), "they stand first"


@pytest.mark.parametrize("stage", STAGES)
def test_all_that_is_accepted_with_a_summary_is_told_or_named_and_it_can_be_read(
    stage: Stage, knowledge: Knowledge
) -> None:
    state = played(line_of(stage) - 1)
    made = summary(stage, state, knowledge)
    assert {one.id for one in stands_for(stage, state)} <= set(made.entries)
    assert "more in " not in made.text
    assert made.words <= 460


def test_criteria_stand_in_words_told_apart_by_whose_they_are_and_no_word_is_cut(knowledge: Knowledge) -> None:
    state = played(line_of(Stage.REQUIREMENTS) - 1)
    made = summary(Stage.REQUIREMENTS, state, knowledge)
    groups = [part.heading.text for part in made.parts]
    assert groups.index("Acceptance criteria, our guess:") < groups.index("Acceptance criteria, from your words:")
    parts = [part for part in made.parts if part.heading.text.startswith("Acceptance criteria, ")]
    assert all(len([line for line in part.points if line.entry]) >= 2 for part in parts), "before other details"
    assert " more (AC-" in parts[0].points[-1].text
    words = {word for one in state.dossier for name in one.fields for word in one.text(name).split()}
    cut = [line.text for part in made.parts for line in part.points if line.text.endswith("…")]
    assert all(text.removesuffix("…").split()[-1].rstrip(";:.,") in {w.rstrip(";:.,") for w in words} for text in cut)


def test_a_decision_is_told_with_what_was_turned_down_and_an_interface_with_its_signature(knowledge: Knowledge) -> None:
    state = played(line_of(Stage.DESIGN) - 1)
    architecture = summary(Stage.ARCHITECTURE, state, knowledge).text
    assert "ADR-0002 Where stamps are stored: Stamps in a table beside: a table of its own" in architecture
    assert "; if it is wrong, OPT-004 ExpiringTable as table_class takes its place" in architecture
    design = summary(Stage.DESIGN, state, knowledge).text
    assert "insert(document: Mapping, lifetime: Optional[float] = None) -> int" in design
    assert "delete_expired(now: float) -> list[int]" in design


def test_an_entry_of_which_only_a_detail_changed_is_marked_and_named(knowledge: Knowledge) -> None:
    """IF-001 and ERR-002 said something else after the amendment, behind the same names."""
    line = line_of(Stage.DESIGN)
    now = presented(played(line), played_events()[:line], knowledge)
    assert now is not None
    assert {"IF-001", "ERR-002"} <= set(now.touched)
    assert {"IF-001", "ERR-002"} <= {line.entry for line in now.changed}
    assert "IF-001" in what_is_new(now)
    said = shown(Stage.DESIGN, played(line - 1), knowledge).said[0].text
    assert said.startswith("Changed since you last saw it: ")
    assert "IF-001" in said.split("\n")[0]


def test_one_number_of_guesses_stands_in_chat_sidebar_page_and_review(tmp_path: Path) -> None:
    state = played()
    number, total = len(guesses(state.dossier)), len(state.dossier)
    assert f" {number} of {total} entries are still guesses" in finished(state).text
    assert [row.note for row in guesses_rows(state)] == [f"{number} of {total} entries"]
    about = overview_of(state, project_in(tmp_path), "expire")
    assert len(about.assumed) == number
    assert f"{number} of {total} entries are guesses that nobody has confirmed." in as_page(about)
    counted = tally((placed.entry for placed in in_order(state.dossier)), {})
    assert counted.guesses == number
    assert f"{number} guesses" in counted.sentence


def test_the_users_own_words_count_as_accepted_and_what_the_code_shows_asks_for_nothing() -> None:
    dossier = played().dossier
    own, today = dossier.entries["CON-002"], dossier.entries["NOTE-001"]
    assert acceptance(own) is Acceptance.OWN, "its sort was inferred, its words were not"
    assert acceptance(dossier.entries["AC-001-05"]) is Acceptance.OWN
    assert (footing(today), acceptance(today)) == (Footing.READ, Acceptance.READ)
    assert acceptance(dossier.entries["FR-002"]) is Acceptance.OPEN


def test_accepting_a_summary_confirms_no_entry_and_says_so(knowledge: Knowledge) -> None:
    line = line_of(Stage.ARCHITECTURE)
    before, after = played(line), played(line + 1)
    assert Stage.ARCHITECTURE in after.conversation.accepted
    assert [one.confidence for one in before.dossier] == [one.confidence for one in after.dossier]
    now = presented(before, played_events()[:line], knowledge)
    assert now is not None
    assert f"{len(now.guesses)} guesses stay marked as guesses" in what_can_be_accepted(now)
    assert any("stay marked as guesses" in one.text for one in shown(Stage.ARCHITECTURE, before, knowledge).said)


def test_entries_shown_in_full_are_accepted_apart_from_the_summary(knowledge: Knowledge) -> None:
    line = line_of(Stage.ARCHITECTURE)
    now = presented(played(line), played_events()[:line], knowledge)
    assert now is not None
    assert {"ADR-0001", "TECH-001"} <= set(now.in_full), "these are short enough to stand there whole"
    assert "ZONE-001" not in now.in_full, "this one is cut"
    said = UserSaid("/entries")
    move = ConversationMode().next_move(played_on(line, said), knowledge)
    assert isinstance(move, Append)
    after = played_on(line, said, *move.bodies)
    assert all(after.dossier.entries[one].confidence is Confidence.HIGH for one in now.in_full)
    assert len(guesses(after.dossier)) == len(guesses(played(line).dossier)) - len(now.in_full)
    assert after.talk.waiting == ForVerdict(Stage.ARCHITECTURE), "the summary itself still waits"
    told, retold = (summary(Stage.ARCHITECTURE, state, knowledge) for state in (played(line), after))
    assert told.text != retold.text
    assert told.digest == retold.digest, "and need not be shown again because of it"


def test_ids_that_follow_each_other_are_one_range() -> None:
    assert ids_in_short(["FR-001", "FR-002", "FR-003", "FR-007", "AC-001-01", "AC-001-02"]) == (
        "AC-001-01, AC-001-02, FR-001 to FR-003, FR-007"
    )


def test_a_guessed_figure_is_read_and_not_only_counted(knowledge: Knowledge) -> None:
    made = summary(Stage.REQUIREMENTS, played(line_of(Stage.REQUIREMENTS) - 1), knowledge)
    assert "- NFR-002 Reading never writes to the file: 0 writes in 1000 reads" in made.text
