"""Panels on behalf of an item, from the command line and in the middle of an interview."""

from __future__ import annotations

from typing import TYPE_CHECKING

import yaml

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Ballot
from roundtable_tui.domain.journal.fold.fold import fold
from roundtable_tui.errors import ExitCode
from roundtable_tui.items.open_item import open_item
from tests.support.program import program
from tests.support.projects import project_in
from tests.unit.plain.test_panel_commands import answers, panel, sessions

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.domain.journal.state import State

ITEM = "pay-by-invoice"


def begun(root: Path) -> None:
    ran = program("turn", "Pay by invoice", "--project", root)
    assert ran.code == ExitCode.DONE, ran.err


def state_of(root: Path) -> State:
    return fold(open_item(project_in(root), ITEM, look_only=True).events)


def test_a_panel_decides_for_an_item_and_its_decision_is_in_the_dossier(tmp_path: Path) -> None:
    begun(tmp_path)
    ran = panel(tmp_path, "Queue or table?", "--item", ITEM, "--answers", answers(tmp_path))
    assert ran.code == ExitCode.DONE, ran.err
    assert "brought 1 entry into the item, with ADR-0001" in ran.out
    (session,) = sessions(tmp_path)
    assert isinstance(session["roundtable"], dict)
    assert session["roundtable"]["item"] == ITEM
    (decision,) = state_of(tmp_path).dossier.of(Kind.DECISION)
    assert {source.session for source in decision.sources if isinstance(source, Ballot)} == {session["id"]}
    context = yaml.safe_load((tmp_path / f".s2s/sessions/{session['id']}/context-snapshot.yaml").read_text())
    assert "Pay by invoice" in context["context"]


def test_without_a_topic_it_is_about_the_question_that_waits(tmp_path: Path) -> None:
    begun(tmp_path)
    waits = state_of(tmp_path).talk.waiting
    ran = panel(tmp_path, "start", "--item", ITEM, "--answers", answers(tmp_path))
    assert ran.code == ExitCode.DONE, ran.err
    (session,) = sessions(tmp_path)
    assert session["topic"] == waits.question.text.replace("\n", " ")  # type: ignore[union-attr]
    assert "is put to you to confirm" in ran.out


def test_an_item_that_is_not_there_is_said_before_anything_begins(tmp_path: Path) -> None:
    ran = panel(tmp_path, "x", "--item", "ghost", "--answers", answers(tmp_path))
    assert ran.code == ExitCode.USAGE
    assert "ghost" in ran.err
    assert not (tmp_path / ".s2s/sessions").exists()


def test_what_could_not_be_brought_in_is_delivered_later(tmp_path: Path) -> None:
    begun(tmp_path)
    opened = open_item(project_in(tmp_path), ITEM)
    ran = panel(tmp_path, "Queue or table?", "--item", ITEM, "--answers", answers(tmp_path))
    assert ran.code == ExitCode.DONE, ran.err
    assert "did not reach the item pay-by-invoice" in ran.out
    assert "panel deliver" in ran.out
    opened.release()
    ran = panel(tmp_path, "deliver", "queue")
    assert "brought 1 entry into the item" in ran.out, ran.err
    assert panel(tmp_path, "deliver", "queue").out.strip() == "What the panel decided is in the item already."


def test_a_question_of_the_interview_is_handed_to_a_panel_and_comes_back(tmp_path: Path) -> None:
    panel_round = "Because they wait too long.\n0.8\n\n\n\n" * 3 + "They wait too long.\n"
    typed = "/panel\n" + panel_round * 3 + "yes\n"
    ran = program("analyze", "Pay by invoice", "--plain", "--project", tmp_path, typed=typed)
    assert ran.code == ExitCode.DONE, ran.err
    assert "The panel has ended after 3 rounds." in ran.out
    assert "is put to you to confirm" in ran.out
    assert "as it is written down, ADR-0001" in ran.out
    (decision,) = state_of(tmp_path).dossier.of(Kind.DECISION)
    assert decision.confidence == "High", "the yes after the panel is the user's"


def test_a_number_that_is_no_open_point_is_said(tmp_path: Path) -> None:
    ran = program("analyze", "Pay by invoice", "--plain", "--project", tmp_path, typed="/panel 99\n")
    assert "Say /panel for the question that waits" in ran.out
