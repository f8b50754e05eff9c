"""Panels from the command line: begun, answered from a file or line by line, paused, resumed, listed, closed."""

from __future__ import annotations

import json
from io import StringIO
from typing import TYPE_CHECKING

import pytest
import yaml

from roundtable_tui.errors import ExitCode
from roundtable_tui.panel.rounds.updates import RoundOpened, SeatChanged, SeatState
from roundtable_tui.plain.panel.printer import PanelPrinter
from tests.support.messages_api.server import unused_address
from tests.support.program import Ran, program
from tests.unit.panel.record.test_older_forms import FORMS
from tests.unit.panel.tables import findings_in

if TYPE_CHECKING:
    from pathlib import Path

SEATS = ("software-architect", "technical-lead", "qa-lead")
TABLE = {"position": "A table.", "confidence": 0.7}


def answers(root: Path, rounds: int = 3, **more: object) -> Path:
    path = root / "answers.yaml"
    path.write_text(yaml.safe_dump({"seats": {seat: [TABLE] * rounds for seat in SEATS}, **more}))
    return path


def panel(root: Path, *words: str | Path, typed: str = "") -> Ran:
    return program("panel", *words, "--project", root, typed=typed)


def sessions(root: Path) -> list[dict[str, object]]:
    return [yaml.safe_load(path.read_text()) for path in sorted((root / ".s2s/sessions").glob("*.yaml"))]


def test_a_panel_of_people_runs_from_an_answers_file_to_its_decision(tmp_path: Path) -> None:
    ran = panel(tmp_path, "Queue or table?", "--answers", answers(tmp_path, synthesis=["We want the table."]))
    assert ran.code == ExitCode.DONE, ran.err
    assert "The panel has ended after 3 rounds." in ran.out
    assert "We want the table." in ran.out
    (session,) = sessions(tmp_path)
    assert session["status"] == "closed"
    assert (tmp_path / ".s2s/decisions/0001-a-table.md").is_file()
    assert findings_in(tmp_path) == []


def test_what_a_seat_says_is_printed_only_when_all_have_said_it(tmp_path: Path) -> None:
    ran = panel(tmp_path, "Queue or table?", "--answers", answers(tmp_path))
    first = ran.out.split("The facilitator reads the ballots.")[0]
    assert "A table." not in first
    assert first.count("sealed") == 3


def test_the_options_of_the_command_line_reach_the_session(tmp_path: Path) -> None:
    given = {"seats": {seat: [TABLE] * 3 for seat in ("qa-lead", "ux-researcher", "technical-lead")}}
    path = tmp_path / "a.yaml"
    path.write_text(yaml.safe_dump(given))
    flags = ["--strategy", "debate", "--participants", "qa-lead,ux-researcher,technical-lead", "--pro", "qa-lead"]
    ran = panel(tmp_path, "A", "motion", *flags, "--output", "summary", "--verbose", "--answers", path)
    assert ran.code == ExitCode.DONE, ran.err
    (session,) = sessions(tmp_path)
    assert session["topic"] == "A motion"
    assert session["participants"] == ["qa-lead", "ux-researcher", "technical-lead"]
    ours = session["roundtable"]
    assert isinstance(ours, dict)
    assert ours["debate_sides"] == {"pro": ["qa-lead"], "con": ["ux-researcher", "technical-lead"]}
    assert ours["outcome"]["file"].endswith("-summary.md")
    dumps = sorted(path.name for path in (tmp_path / ".s2s/sessions" / str(session["id"]) / "rounds").iterdir())
    assert dumps[:5] == [
        "001-01-facilitator-question.yaml",
        "001-02-qa-lead.yaml",
        "001-02-technical-lead.yaml",
        "001-02-ux-researcher.yaml",
        "001-03-facilitator-synthesis.yaml",
    ]
    dump = yaml.safe_load((tmp_path / ".s2s/sessions" / str(session["id"]) / "rounds" / dumps[1]).read_text())
    assert {"started_at", "completed_at", "input", "result", "tokens", "response"} <= set(dump)
    assert {"question", "context"} <= set(dump["input"])


@pytest.mark.parametrize("workflow", ["specs", "design", "brainstorm"])
def test_every_workflow_can_be_begun(tmp_path: Path, workflow: str) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("seats: {}\n")
    ran = panel(tmp_path, "The shop", "--workflow", workflow, "--answers", path)
    assert ran.code == ExitCode.DONE, ran.err
    (session,) = sessions(tmp_path)
    assert session["workflow_type"] == workflow
    assert "Paused" in ran.out


def test_answers_that_run_out_pause_it_and_a_longer_file_takes_it_up(tmp_path: Path) -> None:
    short = panel(tmp_path, "Queue or table?", "--answers", answers(tmp_path, 2))
    assert short.code == ExitCode.DONE
    assert "Paused. Go on with: roundtable-tui panel resume" in short.out
    listed = json.loads(panel(tmp_path, "list", "--json").out)
    assert [(one["status"], one["rounds"], one["current"]) for one in listed] == [("paused", 2, True)]
    again = panel(tmp_path, "resume", "queue", "--answers", answers(tmp_path, 3))
    assert "The panel has ended after 3 rounds." in again.out
    assert json.loads(panel(tmp_path, "list", "--json").out)[0]["status"] == "closed"


def test_people_at_one_terminal_are_asked_one_after_another(tmp_path: Path) -> None:
    typed = ("A table.\n0.7\nFew parts.\nOne more index; locks\nAsk Jo.\n" * 3 + "We want the table.\n") * 3
    ran = panel(tmp_path, "Queue or table?", typed=typed)
    assert ran.code == ExitCode.DONE, ran.err
    assert "The panel has ended after 3 rounds." in ran.out
    (session,) = sessions(tmp_path)
    rounds = session["rounds"]
    assert isinstance(rounds, list)
    assert rounds[0]["synthesis_summary"] == "We want the table."
    assert rounds[0]["ballots"]["qa-lead"]["suggestions"] == ["Ask Jo."]
    (record,) = (tmp_path / ".s2s/decisions").iterdir()
    assert "A table.\n\nFew parts." in record.read_text()
    assert "- Bad, because One more index\n- Bad, because locks" in record.read_text()


def test_whoever_facilitates_at_a_terminal_says_which_answers_are_alike(tmp_path: Path) -> None:
    votes = "".join(f"{words}\n0.7\n\n\n\n" for words in ("A table.", "Take the table.", "A queue."))
    typed = f"{votes}9\n1 2 3\n\n" + f"{votes}1 2 3\n\n" * 2
    ran = panel(tmp_path, "Queue or table?", typed=typed)
    assert "There is no ballot '9'; they are numbered 1 to 3" in ran.out
    assert "The panel has ended after 3 rounds." in ran.out, ran.out
    assert ran.out.count("the largest group has 100% of all confidence") == 3


def test_an_answers_file_says_by_seat_which_answers_are_alike(tmp_path: Path) -> None:
    seats = {seat: [{"position": f"A table, says {len(seat)}.", "confidence": 0.7}] * 3 for seat in SEATS}
    path = tmp_path / "a.yaml"
    path.write_text(yaml.safe_dump({"seats": seats, "synthesis": [{"alike": [list(SEATS)]}] * 3}))
    ran = panel(tmp_path, "Queue or table?", "--answers", path)
    assert "The panel has ended after 3 rounds." in ran.out, ran.err
    assert ran.out.count("the largest group has 100% of all confidence") == 3
    path.write_text(yaml.safe_dump({"seats": seats, "synthesis": [{"alike": [["nobody"]]}]}))
    ran = panel(tmp_path, "Queue or table, again?", "--answers", path)
    assert ran.code == ExitCode.USAGE
    assert "'alike' of round 1 names 'nobody', whose answer is not among the ballots." in ran.err


def test_a_phase_in_which_nobody_votes_claims_no_share(tmp_path: Path) -> None:
    ran = panel(tmp_path, "A?", "--strategy", "six-hats", "--answers", answers(tmp_path, 7))
    assert "The panel has ended after 7 rounds." in ran.out, ran.err
    assert "has 0% of all confidence" not in ran.out


def test_the_end_of_the_input_pauses_a_panel(tmp_path: Path) -> None:
    ran = panel(tmp_path, "Queue or table?", typed="A table.\n")
    assert ran.code == ExitCode.DONE
    assert "Paused" in ran.out


def test_what_goes_to_the_user_takes_the_next_decision(tmp_path: Path) -> None:
    blocked = [{**TABLE, "stance": "block", "concerns": ["a legal risk"]}, TABLE, TABLE]
    path = tmp_path / "a.yaml"
    seats = {**{seat: [TABLE] * 3 for seat in SEATS}, "qa-lead": blocked}
    path.write_text(yaml.safe_dump({"topic": "Queue or table?", "seats": seats, "decisions": ["continue 1"]}))
    ran = panel(tmp_path, "--answers", path)
    assert "This goes to you: Somebody blocks, and it is about legal." in ran.out
    (session,) = sessions(tmp_path)
    ours = session["roundtable"]
    assert isinstance(ours, dict)
    assert [one["choice"] for one in ours["escalations"]] == ["continue"]


def test_what_the_user_decided_against_both_sides_is_theirs_alone(tmp_path: Path) -> None:
    votes = {"qa-lead": [TABLE] * 3, "technical-lead": [{**TABLE, "position": "A queue.", "stance": "block"}] * 3}
    path = tmp_path / "a.yaml"
    path.write_text(yaml.safe_dump({"seats": votes, "decisions": ["Neither: send at once."]}))
    panel(tmp_path, "A or b?", "--strategy", "debate", "--participants", "qa-lead,technical-lead", "--answers", path)
    (record,) = (tmp_path / ".s2s/decisions").iterdir()
    assert "**Decided by**: the user\n" in record.read_text()
    assert {"- A table.", "- A queue."} <= set(record.read_text().splitlines())


def test_a_strategy_the_topic_speaks_for_is_named_but_not_imposed(tmp_path: Path) -> None:
    ran = panel(tmp_path, "Queue vs table", "--answers", answers(tmp_path))
    assert "--strategy debate" in ran.err
    assert sessions(tmp_path)[0]["strategy"] == "standard"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["x", "--strategy", "dice"], "There is no strategy 'dice'."),
        (["x", "--workflow", "party"], "There is no workflow 'party'."),
        (["x", "--participants", "nobody,qa-lead"], "There is no participant 'nobody'."),
        (["x", "--participants", "qa-lead"], "needs at least 2 participants"),
        (["x", "--pro", "qa-lead"], "has no sides"),
        (["x", "--output", "poem"], "There is no output 'poem'."),
        (["x", "--seats", "model"], "no key for a model is set"),
        (["x", "--seat", "ghost=m"], "'ghost' has no seat."),
        (["x", "--workflow", "brainstorm", "--strategy", "debate"], "goes by the phases dreamer → realist → critic"),
        (["x", "--answers", "missing.yaml"], "missing.yaml"),
        (["start"], "Nothing to discuss was named."),
        (["resume", "ghost"], "There is no panel 'ghost'."),
        (["close", "ghost"], "There is no panel 'ghost'."),
    ],
)
def test_what_makes_no_sense_is_said_in_a_sentence(tmp_path: Path, words: list[str], said: str) -> None:
    ran = panel(tmp_path, *words)
    assert ran.code == ExitCode.USAGE
    assert said in ran.err
    assert not (tmp_path / ".s2s/sessions").exists()


@pytest.mark.parametrize(
    "text", ["- a list\n", "seats: [\n", "seats: none\n", "seat: {}\n"], ids=["list", "broken", "no map", "misspelt"]
)
def test_an_answers_file_that_is_none_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(text)
    ran = panel(tmp_path, "x", "--answers", path)
    assert ran.code == ExitCode.USAGE
    assert "a.yaml" in ran.err


def test_a_panel_is_closed_where_it_stands(tmp_path: Path) -> None:
    panel(tmp_path, "Queue or table?", "--answers", answers(tmp_path, 1))
    ran = panel(tmp_path, "close", "queue")
    assert "after 1 round. Its documents were not written." in ran.out
    text = next((tmp_path / ".s2s/sessions").glob("*.yaml")).read_text()
    assert "status: closed" in text
    assert "status: active" not in text
    assert panel(tmp_path, "resume", "queue").code == ExitCode.USAGE


def test_lists_can_be_narrowed(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("seats: {}\n")
    panel(tmp_path, "The shop", "--workflow", "design", "--answers", path)
    panel(tmp_path, "Queue or table?", "--answers", answers(tmp_path))
    assert len(json.loads(panel(tmp_path, "list", "--json", "--status", "closed").out)) == 1
    assert len(json.loads(panel(tmp_path, "list", "--json", "--type", "design").out)) == 1
    text = panel(tmp_path, "list").out
    assert "paused (1)" in text
    assert "closed (1)" in text


def test_sessions_of_every_older_form_are_listed_and_resumed(tmp_path: Path) -> None:
    folder = tmp_path / ".s2s/sessions"
    folder.mkdir(parents=True)
    for number, text in enumerate(FORMS.values()):
        (folder / f"old-{number}.yaml").write_text(text)
    listed = json.loads(panel(tmp_path, "list", "--json").out)
    assert len(listed) == len(FORMS)
    assert not any(one["problem"] for one in listed)
    for one in listed:
        if one["status"] != "closed":
            ran = panel(tmp_path, "resume", one["id"], "--answers", answers(tmp_path, 0))
            assert ran.code == ExitCode.DONE, ran.err
            assert "Paused" in ran.out or "The panel has ended" in ran.out


def test_a_participant_whose_file_is_gone_is_gone_on_without_or_replaced(tmp_path: Path) -> None:
    own = tmp_path / ".roundtable/participants"
    own.mkdir(parents=True)
    (own / "gardener.md").write_text("---\nid: gardener\nname: Gardener\n---\n\nRoses.\n")
    path = tmp_path / "a.yaml"
    path.write_text("seats: {}\n")
    sitting = "gardener,qa-lead,technical-lead"
    assert panel(tmp_path, "Roses?", "--participants", sitting, "--answers", path).code == ExitCode.DONE
    (own / "gardener.md").unlink()
    refused = panel(tmp_path, "resume", "roses", "--answers", path)
    assert refused.code == ExitCode.USAGE
    assert "gardener" in refused.err
    given = {"seats": {seat: [TABLE] * 3 for seat in ("qa-lead", "technical-lead")}}
    path.write_text(yaml.safe_dump(given))
    ran = panel(tmp_path, "resume", "roses", "--without-missing", "--answers", path)
    assert "The panel has ended" in ran.out
    assert findings_in(tmp_path) == []


def test_check_names_what_spec2ships_validator_would_find(tmp_path: Path) -> None:
    panel(tmp_path, "Queue or table?", "--answers", answers(tmp_path))
    good = program("check", "--project", tmp_path)
    assert good.code == ExitCode.DONE
    assert "1 panel checked" in good.out
    path = next((tmp_path / ".s2s/sessions").glob("*.yaml"))
    path.write_text(path.read_text().replace("rounds_completed: 3", "rounds_completed: 4"))
    bad = program("check", "--project", tmp_path)
    assert bad.code == ExitCode.FINDINGS
    assert "STR-004" in bad.out
    named = program("check", path.stem, "--json", "--project", tmp_path)
    assert [one["code"] for one in json.loads(named.out)["panels"][0]["findings"]] == ["STR-004"]


def test_a_panel_of_models_can_be_taken_up_by_people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "x")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", unused_address())
    monkeypatch.setenv("ROUNDTABLE_CLAUDE_RETRIES", "0")
    begun = panel(tmp_path, "Queue or table?")
    assert begun.code == ExitCode.VOICE_FAILED
    assert "What was said is kept. Go on with: roundtable-tui panel resume" in begun.out
    ran = panel(tmp_path, "resume", "queue", "--offline", "--answers", answers(tmp_path))
    assert ran.code == ExitCode.DONE, ran.err
    assert "The panel has ended after 3 rounds." in ran.out


def test_a_ballot_beside_the_panel_is_kept_and_counts_for_nothing(tmp_path: Path) -> None:
    given = {"seats": {**{seat: [TABLE] * 3 for seat in SEATS}, "you": ["A queue.", "", "A queue after all."]}}
    path = tmp_path / "a.yaml"
    path.write_text(yaml.safe_dump(given))
    ran = panel(tmp_path, "Queue or table?", "--own", "--answers", path)
    assert ran.code == ExitCode.DONE, ran.err
    (session,) = sessions(tmp_path)
    rounds = session["rounds"]
    assert isinstance(rounds, list)
    own = [one["own_ballot"]["position"] if one["own_ballot"] else None for one in rounds]
    assert own == ["A queue.", None, "A queue after all."]
    assert all(set(one["ballots"]) == set(SEATS) for one in rounds)


def test_somebody_who_presses_enter_is_asked_for_a_position_again(tmp_path: Path) -> None:
    ran = panel(tmp_path, "Queue or table?", "--participants", "qa-lead,technical-lead", typed="\n\nA table.\n\n")
    assert ran.out.count("Say in a sentence what you hold: ") == 2
    assert "There is no 'position'" not in ran.out


def test_what_the_panel_does_is_not_told_into_what_somebody_types() -> None:
    out = StringIO()
    printer = PanelPrinter(out)
    with printer.held():
        printer.show(SeatChanged("qa-lead", SeatState.SEALED))
        assert out.getvalue() == ""
    assert out.getvalue() == "  qa-lead: sealed\n"


def test_a_phase_of_the_facilitators_alone_speaks_of_no_ballots(tmp_path: Path) -> None:
    ran = panel(tmp_path, "A?", "--strategy", "six-hats", typed="\n")
    assert "The facilitator speaks alone in this phase." in ran.out
    assert "ballots" not in ran.out.split("Round 2")[0]


def test_while_a_model_thinks_of_the_question_that_is_told() -> None:
    out = StringIO()
    for thinks in (False, True):
        PanelPrinter(out, facilitator_thinks=thinks).show(RoundOpened(2, "discussion", "main"))
    assert out.getvalue() == "\nThe facilitator puts the question of round 2 together.\n"
