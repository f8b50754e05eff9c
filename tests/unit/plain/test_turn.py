"""One exchange at a time from the shell, as a script or another program holds a conversation."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

from click.testing import CliRunner

from roundtable_tui.cli import commands
from roundtable_tui.domain.journal.events import USER, UserSaid
from roundtable_tui.items.open_item import open_item
from roundtable_tui.session.record import Record
from tests.support.projects import DESCRIPTION, SLUG, project_in, write_code

if TYPE_CHECKING:
    from pathlib import Path


def turn(root: Path, *arguments: str) -> str:
    result = CliRunner().invoke(commands, ["turn", *arguments, "--offline", "--project", str(root)])
    assert result.exit_code == 0, result.output
    return result.output


def test_a_trivial_change_is_talked_through_turn_by_turn_to_the_end(tmp_path: Path) -> None:
    write_code(tmp_path)
    opening = turn(tmp_path, DESCRIPTION, "--mode", "conversation", "--tier", "trivial")
    named, _, opening = opening.partition("\n")
    assert named == f'This is {SLUG}. Answer with: roundtable-tui turn {SLUG} "…"'
    assert opening.startswith('Maya: You would like this: "Let customers pay by invoice".')
    assert "Noted: PROB-001" in turn(tmp_path, SLUG, "Accounting chases people by hand.")
    again = turn(tmp_path, SLUG)
    assert again.startswith("I can see we've covered problem discovery. Let's pick up from")
    assert "Maya: What should they be able to do" in again
    turn(tmp_path, SLUG, "Pay by invoice")
    turn(tmp_path, SLUG, "The order is placed without a card.")
    last = turn(tmp_path, SLUG, "yes")
    assert last.endswith("\nROUNDTABLE_COMPLETE\n")


def test_a_program_is_told_what_is_waited_for(tmp_path: Path) -> None:
    lines = turn(tmp_path, DESCRIPTION, "--mode", "conversation", "--json").splitlines()
    waiting = json.loads(lines[-1])
    assert (waiting["type"], waiting["for"], waiting["topic"]) == ("Waiting", "answer", "problem-discovery")
    assert waiting["slug"] == SLUG, "it could not answer otherwise"
    turn(tmp_path, SLUG, "that's enough")
    waiting = json.loads(turn(tmp_path, SLUG, "--json").splitlines()[-1])
    assert (waiting["for"], waiting["what"]) == ("decision", "early-exit")
    assert "wrap up?" in waiting["question"]


def test_a_program_that_comes_back_is_told_the_summary_that_waits(tmp_path: Path) -> None:
    write_code(tmp_path)
    turn(tmp_path, DESCRIPTION, "--mode", "conversation", "--tier", "light")
    turn(tmp_path, SLUG, "Accounting chases people by hand.")
    turn(tmp_path, SLUG, "/budget 0")
    shown = json.loads(turn(tmp_path, SLUG, "skip", "--json").splitlines()[-1])
    waiting = json.loads(turn(tmp_path, SLUG, "--json").splitlines()[-1])
    assert waiting == shown
    assert (waiting["for"], waiting["stage"]) == ("verdict", "requirements")
    assert "Accounting chases people by hand" in waiting["summary"]


def test_each_exchange_says_about_how_many_questions_are_left(tmp_path: Path) -> None:
    opening = turn(tmp_path, DESCRIPTION, "--mode", "conversation", "--tier", "trivial")
    assert opening.splitlines()[-1] == "(about 3 to go)"
    waiting = json.loads(turn(tmp_path, SLUG, "Accounting chases people by hand.", "--json").splitlines()[-1])
    assert (waiting["for"], waiting["to_go"]) == ("answer", 2)
    assert turn(tmp_path, SLUG).splitlines()[-1] == "(about 2 to go)", "also where the question is only put again"


def test_a_summary_and_a_step_are_no_questions_to_count(tmp_path: Path) -> None:
    opening = turn(tmp_path, DESCRIPTION, "--mode", "guided")
    assert "to go" not in opening
    told = turn(tmp_path, SLUG, "Business customers pay by invoice.", "--json").splitlines()
    assert "to_go" not in json.loads(told[-1])


def test_help_speaks_of_what_a_conversation_has(tmp_path: Path) -> None:
    arguments = ["analyze", DESCRIPTION, "--plain", "--offline", "--mode", "conversation", "--project", str(tmp_path)]
    shown = CliRunner().invoke(commands, arguments, input="/help\n").output
    assert "/continue       leave this question out and go on" in shown
    assert "/ledger " in shown
    assert "/reopen" not in shown


def test_alex_says_what_the_project_says_about_itself_before_its_code(tmp_path: Path) -> None:
    write_code(tmp_path)
    (tmp_path / "README.md").write_text("# Orders\n\nAn invoice goes to whom it may concern.\n")
    (tmp_path / "AGENTS.md").write_text("# How to work here\n")
    turn(tmp_path, DESCRIPTION)
    turn(tmp_path, SLUG, "Accounting chases people by hand.")
    said = turn(tmp_path, SLUG, "Pay by invoice\nDownload an invoice")
    assert "Alex: I can see from the codebase:\n- first I read AGENTS.md, README.md: README.md speaks of" in said
    assert "invoice" in said.partition("README.md speaks of ")[2].partition("\n")[0]


def test_the_question_is_put_again_where_an_answer_was_taken_back_or_said_nothing(tmp_path: Path) -> None:
    write_code(tmp_path)
    question = turn(tmp_path, DESCRIPTION, "--mode", "guided").splitlines()[-1]
    turn(tmp_path, SLUG, "Customers get a PDF invoice and pay within 30 days.")
    assert turn(tmp_path, SLUG, "/undo").splitlines().count(question) == 1
    assert turn(tmp_path, SLUG, "hm").splitlines()[-1] == question


def test_the_question_is_put_again_and_not_whether_to_wrap_up_where_the_talk_goes_on(tmp_path: Path) -> None:
    write_code(tmp_path)
    question = turn(tmp_path, DESCRIPTION, "--mode", "conversation").splitlines()[-2]
    assert "wrap up" in turn(tmp_path, SLUG, "that's enough")
    assert turn(tmp_path, SLUG, "continue").splitlines().count(question) == 1
    assert question in turn(tmp_path, SLUG), "also to somebody who comes back"


def test_line_by_line_too_the_question_is_put_again_where_the_talk_goes_on(tmp_path: Path) -> None:
    arguments = ["analyze", DESCRIPTION, "--plain", "--offline", "--mode", "conversation", "--project", str(tmp_path)]
    shown = CliRunner().invoke(commands, arguments, input="that's enough\ncontinue\n").output
    after = shown.partition("wrap up?")[2]
    assert "What is going wrong" in after
    assert "wrap up?" not in after


async def _heard_and_died(root: Path, words: str) -> None:
    record = Record(open_item(project_in(root), SLUG))
    await record.append(UserSaid(words), actor=USER, new_exchange=True)
    await record.close()


def test_the_same_words_sent_again_after_the_process_died_are_the_same_turn(tmp_path: Path) -> None:
    turn(tmp_path, DESCRIPTION, "--mode", "conversation", "--tier", "trivial")
    words = "Accounting chases people by hand."
    asyncio.run(_heard_and_died(tmp_path, words))
    answered = turn(tmp_path, SLUG, words)
    assert "Noted: PROB-001" in answered
    assert answered.count("Noted:") == 1
    assert "Maya: What should they be able to do" in answered
