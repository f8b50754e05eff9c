"""The model's border in a conversation: which points it may raise, what it may ask, and what a look may see."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from roundtable_tui.codebase.files.secrets import redact
from roundtable_tui.domain.dossier.kinds import SPECS, Kind
from roundtable_tui.domain.dossier.provenance import Confidence, Inferred
from roundtable_tui.domain.dossier.questions import AMENDMENT, Question
from roundtable_tui.domain.journal.events import USER
from roundtable_tui.domain.journal.state import Spoken
from roundtable_tui.domain.journal.values import LookDepth, LookPart, Role, Utterance
from roundtable_tui.domain.knowledge.points.open_points import open_points
from roundtable_tui.domain.knowledge.points.point_names import PointKind
from roundtable_tui.session.code.code_access import CodeForVoices
from roundtable_tui.voices.model.exchange import ToolCall
from roundtable_tui.voices.model.prompt.situation import lines_of_talk
from roundtable_tui.voices.model.prompt.talk_prompt import compose_look, compose_talk
from roundtable_tui.voices.model.tools.acceptance import Settlement, settle
from roundtable_tui.voices.model.tools.talk_schemas import LOOK_TOOLS, TALK_TOOLS, tools_of_look
from roundtable_tui.voices.model.tools.talk_toolbox import TalkToolbox
from roundtable_tui.voices.model.turn.talk_receipt import receipt
from roundtable_tui.voices.raised_questions import question_of
from roundtable_tui.voices.tasks import AskPoint, Look
from tests.support.voices.analyst_model import GUESS, LIMIT, point
from tests.support.voices.model_turns import Code, entry, known, recording, said_in
from tests.support.voices.talk_briefs import PROBLEM, talk_brief

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.domain.dossier.dossier import Change
    from roundtable_tui.voices.model.tools.toolbox import Result
    from roundtable_tui.voices.protocol import Brief

LATE = "Finance chases late invoices every Monday."
SECRET = "sk-ant-api03-" + "Zq8Lx2Vb7Nm4Kp9Wd3Rt6Yh1Jc5Gf0Ss"
STATED = known(Kind.CONSTRAINT, "CON-001", text="Invoices are due after 14 days.")
GUESSED = known(Kind.CONSTRAINT, "CON-002", Inferred((1,)), text="Invoices are due after 60 days.")
REQUIREMENT = known(Kind.FR, "FR-001", Inferred((1,)), title="Pay by invoice")
ENTRIES = (STATED, GUESSED, REQUIREMENT)
LOOK = Look(LookPart.REQUIREMENTS, LookDepth.THOROUGH, 4, 100_000)


def talking(brief: Brief) -> TalkToolbox:
    return TalkToolbox(brief, lambda text: redact(text).text, TALK_TOOLS)


def looking(brief: Brief) -> TalkToolbox:
    return TalkToolbox(brief, lambda text: redact(text).text, LOOK_TOOLS)


def take(toolbox: TalkToolbox, name: str, **given: Any) -> Result:
    """A message that holds one call."""
    (result,) = toolbox.take_all((ToolCall("toolu_1", name, given),))
    return result


def ask(toolbox: TalkToolbox, text: str, name: str = "", **more: Any) -> Result:
    empty: dict[str, Any] = {"suggestion": "", "keeps": "", "why": "", "choices": [], "confirms": []}
    return take(toolbox, "ask", point=name, text=text, **(empty | more))


def words(number: int) -> str:
    return " ".join(["late"] * (number - 1) + ["when?"])


# Raising points


@pytest.mark.parametrize(
    ("raised", "told"),
    [
        (point(words(61)), "more than 60 words"),
        (point("  "), "The question is empty"),
        (point(knows="code"), "The code can tell that"),
        (point("Which module handles the invoices today?"), "The code can tell that"),
        (point("Where is the due date stored?"), "The code can tell that"),
        (point("Does the existing code send reminders?"), "The code can tell that"),
        (point(guess=""), "A point needs your guess"),
        (point(guess="Yes, after 30 days"), "opens with yes or no"),
        (point(keeps=""), "'keeps' says where the answer goes"),
        (point(keeps="constraint"), "'keeps' says where the answer goes"),
        (point(keeps="wish.text"), "There is no kind 'wish'"),
        (point(keeps="constraint.colour"), "has no field 'colour'"),
        (point(keeps="CON-001.text"), "in the user's own words already: “Invoices are due after 14 days.”"),
        (point(guess="An invoice is due after 14 days."), "not open"),
        (point(choices=["1 day", "2 days", "3 days", "4 days", "5 days"]), "at most 4 other answers"),
        (point(about=["FR-404"]), "There is no entry 'FR-404'"),
        (point(sort="contradiction", about=[]), "names its two entries"),
        (point(sort="contradiction", about=["CON-001"]), "names its two entries"),
        (point(sort="contradiction", about=["CON-001", "CON-001"]), "names its two entries"),
        (point(sort="contradiction", about=["CON-001", "CON-002", "FR-001"]), "names its two entries"),
        (point(sort="wish"), "'sort' must be one of contradiction"),
        (point(sure="quite"), "'sure' must be one of low"),
        (point(knows="maya"), "'knows' must be one of user"),
        ({"question": LIMIT}, "stake: Field required"),
    ],
)
@pytest.mark.parametrize("box", [talking, looking], ids=["talk", "look"])
def test_what_is_no_point_is_refused_in_words_the_model_can_act_on(box: Any, raised: dict[str, Any], told: str) -> None:
    toolbox = box(talk_brief(LATE, entries=ENTRIES))
    result = take(toolbox, "raise_points", points=[raised])
    assert result.bad
    assert told in result.text
    assert toolbox.recorder.changes == []


@pytest.mark.parametrize(
    ("raised", "kind"),
    [
        (point(), PointKind.RAISED),
        (point(words(60)), PointKind.RAISED),
        (point(keeps="CON-002.text"), PointKind.RAISED),
        (point("Should the existing reminders go on?", choices=["They stop", "They go on", "Ask", "Never"]), None),
        (point("Which?", guess="", keeps="", sort="contradiction", about=["CON-001", "CON-002"]), None),
    ],
)
def test_a_point_that_holds_is_on_the_ledger_with_all_it_comes_with(
    raised: dict[str, Any], kind: PointKind | None
) -> None:
    toolbox = talking(talk_brief(LATE, entries=ENTRIES))
    result = take(toolbox, "raise_points", points=[raised])
    assert not result.bad, result.text
    entry_made = toolbox.recorder.state.dossier.get("Q-001")
    assert entry_made is not None
    assert entry_made.text("guess") == raised["guess"]
    assert entry_made.text("stake") == raised["stake"]
    ranked = open_points(toolbox.recorder.state, talk_brief(LATE).knowledge)
    (found,) = [one for one in ranked if one.name.key == "raised/Q-001"]
    assert found.kind is (kind or (PointKind.CONTRADICTION if raised["sort"] == "contradiction" else PointKind.RAISED))


def test_what_nobody_can_know_is_listed_and_not_asked() -> None:
    toolbox = talking(talk_brief(LATE, entries=ENTRIES))
    take(toolbox, "raise_points", points=[point(knows="nobody")])
    ranked = open_points(toolbox.recorder.state, talk_brief(LATE).knowledge)
    assert [one.askable for one in ranked if one.name.key == "raised/Q-001"] == [False]


def test_of_several_points_the_good_ones_are_raised_and_the_same_is_not_raised_twice() -> None:
    toolbox = talking(talk_brief(LATE, entries=ENTRIES))
    result = take(toolbox, "raise_points", points=[point(), point(knows="code"), point()])
    assert "Q-001 is recorded" in result.text
    assert "Point 2: The code can tell that" in result.text
    assert "Point 3: Q-001 says that already" in result.text
    assert [one.id for one in toolbox.recorder.state.dossier.of(Kind.QUESTION)] == ["Q-001"]


# What a point becomes


WORKED_OUT = "Given an order of 1 March, when the invoice is made, then it is due on 31 March."
CRITERION = known(Kind.AC, "AC-001-01", Inferred((1,)), text=WORKED_OUT, fr=("FR-001",))


def put(raised: dict[str, Any], *entries: Change) -> Question:
    """The question a raised point is put as."""
    toolbox = talking(talk_brief(LATE, entries=(*ENTRIES, *entries)))
    assert not take(toolbox, "raise_points", points=[raised]).bad
    state = toolbox.recorder.state
    (found,) = [one for one in open_points(state, talk_brief(LATE).knowledge) if one.name.key == "raised/Q-001"]
    return question_of(found, state)


def answered(question: Question, words: str, *entries: Change) -> TalkToolbox:
    brief = talk_brief(LATE, words, entries=(*ENTRIES, *entries), question=question)
    toolbox = talking(brief)
    settle(brief, toolbox.recorder)
    return toolbox


def test_a_choice_is_kept_without_what_it_would_change() -> None:
    question = put(point(choices=["Invoices are due at once. → No reminders are needed."]))
    assert "2. Invoices are due at once. → No reminders are needed." in question.text
    taken = answered(question, "2")
    assert taken.recorder.state.dossier.of(Kind.CONSTRAINT)[-1].text() == "Invoices are due at once."


def test_a_guess_that_is_written_down_at_length_is_shown_so_and_confirmed_there() -> None:
    question = put(point(keeps="AC-001-01.text", about=["FR-001"]), CRITERION)
    assert WORKED_OUT in question.text
    taken = answered(question, "yes", CRITERION)
    criterion = taken.recorder.state.dossier.get("AC-001-01")
    assert criterion is not None
    assert (criterion.text(), criterion.confidence) == (WORKED_OUT, Confidence.HIGH)
    assert len(taken.recorder.state.dossier.of(Kind.CONSTRAINT)) == 2, "nothing stands twice"


def test_a_guess_that_was_worked_out_since_it_was_raised_stays_as_it_is_by_now() -> None:
    weighed = {"sort": "limit", "loss": "high", "sure": "low", "knows": "user"}
    raised = known(Kind.QUESTION, "Q-001", Inferred(), text=LIMIT, guess=GUESS, keeps="AC-001-01.text", **weighed)
    brief = talk_brief(LATE, entries=(*ENTRIES, CRITERION, raised))
    (found,) = [one for one in open_points(brief.state, brief.knowledge) if one.name.key == "raised/Q-001"]
    question = question_of(found, brief.state)
    assert WORKED_OUT in question.text
    criterion = answered(question, "yes", CRITERION, raised).recorder.state.dossier.get("AC-001-01")
    assert criterion is not None
    assert (criterion.text(), criterion.confidence) == (WORKED_OUT, Confidence.HIGH)


def test_another_answer_than_such_a_guess_confirms_nothing() -> None:
    question = put(point(keeps="AC-001-01.text", about=["FR-001"], choices=["At once. → No reminders."]), CRITERION)
    taken = answered(question, "2", CRITERION)
    criterion = taken.recorder.state.dossier.get("AC-001-01")
    assert criterion is not None
    assert criterion.confidence is not Confidence.HIGH


def test_a_contradiction_offers_its_two_sides_and_the_guess_at_most() -> None:
    raised = point(sort="contradiction", about=["CON-001", "CON-002"], choices=["Never", "At once"])
    question = put(raised)
    assert question.choices == ("Invoices are due after 14 days.", "Invoices are due after 60 days.", GUESS)


def test_a_question_closed_in_the_same_turn_does_not_keep_others_from_being_raised() -> None:
    first = known(Kind.QUESTION, "Q-001", text="Who pays?", sort="fork", about=("FR-001",))
    question = replace(PROBLEM, about="Q-001")
    toolbox = talking(talk_brief(LATE, entries=(*ENTRIES, first), question=question))
    said = {"said": [{"turn": 1, "quote": LATE}], "code": [], "entries": []}
    closed = take(toolbox, "settle_entries", act="close", ids=["Q-001"], field="", value="", evidence=said)
    assert not closed.bad, closed.text
    assert not take(toolbox, "raise_points", points=[point(keeps="ac.text", about=["FR-001"])]).bad


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("I was wrong before: invoices are due after 30 days.", "An invoice is due 30 days after the order."),
        ("The customers are in Norway.", "Invoices are due after 14 days."),
    ],
)
def test_what_the_user_stated_is_reworded_only_where_they_take_it_back(words: str, text: str) -> None:
    toolbox = talking(talk_brief(LATE, words, entries=ENTRIES))
    evidence = {"said": [{"turn": 2, "quote": words}], "code": [], "entries": []}
    fields = [{"name": "text", "value": "An invoice is due 30 days after the order."}]
    take(toolbox, "revise_entry", id="CON-001", fields=fields, drop=False, evidence=evidence)
    constraint = toolbox.recorder.state.dossier.get("CON-001")
    assert constraint is not None
    assert constraint.text() == text


# Asking


def test_the_model_words_the_point_that_is_next_and_no_other() -> None:
    toolbox = talking(talk_brief(LATE, entries=ENTRIES))
    following = toolbox.next_point()
    assert following is not None
    other = ask(toolbox, "What colour is it?", "errors")
    assert other.text.startswith("Another point weighs more by now")
    assert not toolbox.done
    assert not ask(toolbox, "What is to happen?", following.name.key).bad
    assert getattr(toolbox.question, "name", None) == following.question


def test_an_unnamed_question_is_put_for_the_point_that_is_next() -> None:
    toolbox = talking(talk_brief(LATE, entries=ENTRIES))
    assert not ask(toolbox, "What is to happen?").bad
    following = toolbox.next_point()
    assert toolbox.question is not None
    assert following is not None
    assert toolbox.question.name == following.question


def test_a_turn_that_is_to_put_one_point_puts_just_that() -> None:
    brief = talk_brief(LATE, entries=ENTRIES)
    (wanted,) = [one for one in open_points(brief.state, brief.knowledge) if one.name.key == "out-of-scope"]
    toolbox = talking(replace(brief, task=AskPoint(wanted)))
    assert "Another point weighs more by now" in ask(toolbox, "Who pays?", "functional-requirements").text
    assert not ask(toolbox, "What stays out?", "out-of-scope").bad


def test_asked_again_the_same_question_keeps_its_name_and_what_stood_below_it() -> None:
    toolbox = talking(talk_brief("What do you mean?", entries=ENTRIES))
    assert not ask(toolbox, "What costs finance its time?", "Again").bad
    assert toolbox.again
    assert toolbox.question is not None
    assert toolbox.question.name == PROBLEM.name
    assert toolbox.question.text == ("What costs finance its time?\nWhy I ask: it decides the rest.\nMy guess: Nothing")


@pytest.mark.parametrize(
    ("text", "more", "told"),
    [
        (words(61), {}, "more than 60 words"),
        ("  ", {}, "The question is empty"),
        ("What is to happen?", {"suggestion": "No, never", "keeps": "constraint.text"}, "opens with yes or no"),
        ("What is to happen?", {"suggestion": "Never", "keeps": "wish.text"}, "There is no kind 'wish'"),
    ],
)
def test_a_question_that_cannot_be_put_is_refused(text: str, more: dict[str, Any], told: str) -> None:
    toolbox = talking(talk_brief(LATE, entries=ENTRIES))
    result = ask(toolbox, text, **more)
    assert result.bad
    assert told in result.text
    assert toolbox.question is None


def test_a_question_the_code_can_answer_is_sent_back_once() -> None:
    toolbox = talking(talk_brief(LATE, entries=ENTRIES))
    asked = "Which module handles the reminders?"
    first = ask(toolbox, asked)
    assert first.bad
    assert "look it up first" in first.text
    assert not ask(toolbox, asked).bad, "whoever insists has looked"


def test_where_no_question_is_left_none_can_be_asked() -> None:
    toolbox = talking(talk_brief(LATE, entries=ENTRIES, total=0))
    result = ask(toolbox, "What is to happen?")
    assert result.useless
    assert "Nothing is left to ask" in result.text
    assert toolbox.question is None


def test_what_the_model_recorded_decides_what_is_next() -> None:
    toolbox = talking(talk_brief(LATE, entries=ENTRIES))
    before = toolbox.next_point()
    take(toolbox, "raise_points", points=[
        point("Which?", guess="", keeps="", sort="contradiction", about=["CON-001", "CON-002"])
    ])  # fmt: skip
    after = toolbox.next_point()
    assert before is not None
    assert after is not None
    assert (before.kind, after.name.key) == (PointKind.CRITERION, "raised/Q-001")
    assert "Another point weighs more by now" in ask(toolbox, "And?", before.name.key).text


# The look


def test_a_look_ends_with_what_the_others_should_know() -> None:
    toolbox = looking(talk_brief(LATE, task=LOOK))
    take(toolbox, "finish", note="  Two jobs send reminders.\n")
    assert toolbox.done
    assert toolbox.note == "Two jobs send reminders."


@pytest.mark.parametrize("name", ["ask", "say", "settle_entries", "propose_complete", "write_file"])
def test_a_look_has_no_tool_that_speaks_to_the_user_or_in_their_name(name: str) -> None:
    toolbox = looking(talk_brief(LATE, task=LOOK))
    result = take(toolbox, name, text="Hello", point="", ids=[], note="")
    assert result.useless
    assert f"There is no tool '{name}'" in result.text


@pytest.mark.parametrize("name", ["finish", "search_history", "propose_complete"])
def test_the_talk_has_no_tool_of_the_look(name: str) -> None:
    assert take(talking(talk_brief(LATE)), name, note="Done.", words="invoice", path="").useless


@pytest.mark.parametrize(("depth", "has_history"), [(LookDepth.LIGHT, False), (LookDepth.THOROUGH, True)])
def test_a_light_look_does_not_go_back_in_time(depth: LookDepth, has_history: bool) -> None:
    task = replace(LOOK, part=LookPart.READING, depth=depth)
    brief = talk_brief(LATE, entries=ENTRIES, task=task)
    told = compose_look(brief, task, "a-model", str)
    assert ("search_history" in {tool.name for tool in told.tools}) == has_history
    assert ("search_history" in tools_of_look(depth)) == has_history
    text = "".join(passage.text for passage in told.prompt)
    assert ("walk the callers" in text) == has_history


def test_lines_cited_unseen_are_shown_and_can_be_cited_then() -> None:
    toolbox = looking(talk_brief(LATE, task=LOOK, code=Code()))
    wanted = entry("zone", {"said": [], "code": [{"path": "src/pay.py", "start": 1, "end": 2}]}, text="Paying")
    (first,) = toolbox.take_all((recording(wanted),))
    assert first.bad
    assert "You have not seen all of src/pay.py:1-2 yet" in first.text
    assert "return charge()" in first.text
    assert toolbox.recorder.changes == []
    (second,) = toolbox.take_all((recording(wanted),))
    assert "ZONE-001 is recorded" in second.text


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> Path:
    outer = tmp_path_factory.mktemp("history")
    project = outer / "project"
    (project / "src").mkdir(parents=True)
    (outer / "outside.py").write_text("invoice = 1\n")
    (project / "src/pay.py").write_text("def pay(): ...\n")
    (project / ".env").write_text(f"TOKEN={SECRET}\n")
    (project / "link.py").symlink_to(outer / "outside.py")
    git(project, "init", "-q")
    for setting in ("user.name=Test", "user.email=test@example.invalid"):
        git(project, "config", *setting.split("="))
    git(project, "add", "-A")
    git(project, "commit", "-q", "-m", f"Charge by invoice\n\nThe token is {SECRET}.")
    return project


@pytest.mark.parametrize("path", ["../outside.py", "{outside}", ".env", "src/../../outside.py", "nothing.py", "-p"])
def test_the_history_is_searched_only_for_what_may_be_read(history: Path, path: str) -> None:
    toolbox = looking(talk_brief(LATE, task=LOOK, code=CodeForVoices(history)))
    result = take(toolbox, "search_history", words="", path=path.format(outside=history.parent / "outside.py"))
    assert "There is no such file or folder" in result.text
    assert "Charge by invoice" not in result.text


@pytest.mark.parametrize(("sought", "path"), [("invoice", ""), ("", "src"), ("", "src/pay.py"), ("token", "")])
def test_what_the_history_says_comes_without_secrets(history: Path, sought: str, path: str) -> None:
    toolbox = looking(talk_brief(LATE, task=LOOK, code=CodeForVoices(history)))
    result = take(toolbox, "search_history", words=sought, path=path)
    assert "Charge by invoice" in result.text
    assert "src/pay.py" in result.text
    assert SECRET not in result.text


# Secrets in what the user said


SAID = f"The gateway wants {SECRET}."
HELD = (
    known(Kind.CONSTRAINT, "CON-001", text=SAID),
    known(
        Kind.QUESTION, "Q-001", Inferred(), text=f"Is {SECRET} right?", sort="limit", sure="low", knows="user",
        guess="It is", keeps="constraint.text",
    ),
)  # fmt: skip


@pytest.mark.parametrize("topic", ["problem-discovery", AMENDMENT])
def test_no_request_of_the_talk_holds_a_secret(topic: str) -> None:
    brief = talk_brief(SAID, entries=HELD, question=replace(PROBLEM, topic=topic))
    ask = compose_talk(brief, Settlement(), "model", lambda text: redact(text).text)
    sent = "".join(passage.text for passage in (*ask.system, *ask.prompt))
    assert "The gateway wants" in sent
    assert "raised/Q-001" in sent
    assert SECRET not in sent


def test_nothing_the_model_is_told_about_its_calls_holds_a_secret() -> None:
    toolbox = talking(talk_brief(SAID, entries=HELD))
    calls = [
        take(toolbox, "raise_points", points=[point(keeps="CON-001.text")]),
        ask(toolbox, "And?", "errors"),
        take(toolbox, "read_entries", ids=["CON-001", "Q-001"]),
        toolbox.take_all((recording(entry("constraint", said_in(1, SAID), text=SAID)),))[0],
    ]
    assert GUESS not in calls[1].text
    assert not [result.text for result in calls if SECRET in result.text]


def test_a_command_is_no_part_of_the_talk_that_the_model_reads() -> None:
    brief = talk_brief("/look", "/budget 5", "It is in /etc/hosts", LATE, entries=ENTRIES)
    said = "\n".join(passage.text for passage in compose_talk(brief, Settlement(), "m", str).prompt)
    assert "/look" not in said
    assert "/budget" not in said
    assert "It is in /etc/hosts" in said


# What they said before


def told_of(words: str, question: Question = PROBLEM) -> str:
    brief = talk_brief(LATE, words, entries=ENTRIES, question=question)
    return compose_talk(brief, Settlement(), "m", str).prompt[-1].text


def test_an_answer_is_held_against_what_was_stated_about_the_same_before_anything_else() -> None:
    told = told_of("Invoices are due after 30 days.")
    assert told.index("Invoices are due after 14 days.") < told.index("Take the answer in")
    assert "after 60 days" not in told, "what was only guessed is no statement of theirs"


def test_what_is_about_something_else_or_was_shown_with_the_question_is_not_named_again() -> None:
    assert "hold their answer against" not in told_of("Customers pick a colour.")
    assert "hold their answer against" not in told_of("Invoices due: yes.", replace(PROBLEM, offers=("CON-001",)))


# What a played conversation showed


def _criterion(text: str = "Paid ones are left out.") -> tuple[Change, ...]:
    other = known(Kind.FR, "FR-002", Inferred((1,)), title="Remind late payers")
    return (*ENTRIES, other, known(Kind.AC, "AC-001-01", text=text, fr=("FR-001",)))


def _evidence(turn: int, quote: str) -> dict[str, Any]:
    return {"said": [{"turn": turn, "quote": quote}], "code": [], "entries": []}


def test_a_criterion_moves_to_another_requirement_with_all_it_rests_on() -> None:
    toolbox = talking(talk_brief(LATE, entries=_criterion()))
    field = [{"name": "fr", "value": "FR-002"}]
    told = take(
        toolbox, "revise_entry", id="AC-001-01", fields=field, drop=False, evidence=_evidence(1, "late invoices")
    )
    assert not told.bad, told.text
    dossier = toolbox.recorder.state.dossier
    moved = dossier.get("AC-002-01")
    assert moved is not None
    assert (moved.text(), moved.refs("fr"), moved.confidence) == (
        "Paid ones are left out.",
        ("FR-002",),
        Confidence.HIGH,
    )
    assert dossier.get("AC-001-01") is None


def test_the_same_criterion_recorded_elsewhere_is_moved_and_dropping_the_old_one_loses_nothing() -> None:
    toolbox = talking(talk_brief(LATE, entries=_criterion()))
    wanted = entry("ac", text="Paid ones are left out.", fr="FR-002", evidence=_evidence(1, "late invoices"))
    assert not take(toolbox, "record_entries", entries=[wanted]).bad
    gone = take(toolbox, "revise_entry", id="AC-001-01", fields=[], drop=True, evidence=_evidence(1, "late invoices"))
    assert "AC-002-01" in gone.text
    assert [one.id for one in toolbox.recorder.state.dossier.of(Kind.AC)] == ["AC-002-01"]


def test_what_they_confirmed_is_put_anew_by_their_last_words_and_raises_no_question() -> None:
    words = "1, it takes effect at the next decision."
    toolbox = talking(talk_brief(LATE, words, entries=_criterion("The switch can be set and acts at once.")))
    fields = [{"name": "text", "value": "The switch can be set and takes effect at the next decision."}]
    evidence = _evidence(2, words)
    assert not take(toolbox, "revise_entry", id="AC-001-01", fields=fields, drop=False, evidence=evidence).bad
    dossier = toolbox.recorder.state.dossier
    changed = dossier.get("AC-001-01")
    assert changed is not None
    assert changed.text() == fields[0]["value"]
    assert not dossier.of(Kind.QUESTION)


def test_a_wording_that_their_last_words_do_not_carry_is_refused_and_not_asked() -> None:
    toolbox = talking(talk_brief(LATE, "The customers are in Norway.", entries=ENTRIES))
    fields = [{"name": "text", "value": "An invoice is due 30 days after the order."}]
    evidence = _evidence(2, "The customers are in Norway.")
    told = take(toolbox, "revise_entry", id="CON-001", fields=fields, drop=False, evidence=evidence)
    assert told.bad
    assert "CON-001 stays as it is" in told.text
    assert not toolbox.recorder.state.dossier.of(Kind.QUESTION)


def test_a_choice_taken_with_a_change_is_kept_as_the_sentence_that_holds_now() -> None:
    question = replace(
        PROBLEM, suggestion="Remind weekly", becomes="constraint.text", choices=("Remind weekly", "Never")
    )
    toolbox = talking(talk_brief("1, but only on weekdays", question=question))
    value = "They are reminded weekly, only on weekdays."
    said = _evidence(1, "1, but only on weekdays")
    told = take(toolbox, "settle_entries", act="confirm", ids=["choice 1"], field="", value=value, evidence=said)
    assert not told.bad, told.text
    (constraint,) = toolbox.recorder.state.dossier.of(Kind.CONSTRAINT)
    assert (constraint.text(), constraint.confidence) == (value, Confidence.MEDIUM)


def test_in_a_large_dossier_every_entry_can_still_be_named() -> None:
    many = [
        known(kind, f"{SPECS[kind].prefix}-{number:03d}", Inferred((1,)), **{SPECS[kind].main: f"{LATE} {number}"})
        for kind in (Kind.CONSTRAINT, Kind.RISK, Kind.ZONE, Kind.FLOW, Kind.INTEGRATION)
        for number in range(1, 41)
    ]
    brief = talk_brief(LATE, entries=(REQUIREMENT, *many))
    sent = "\n".join(passage.text for passage in compose_talk(brief, Settlement(), "m", str).prompt)
    assert [one.id for one in many if one.id not in sent] == []


def test_what_speaks_of_the_same_stands_in_full_however_many_requirements_there_are() -> None:
    many = [
        known(Kind.FR, f"FR-{number:03d}", Inferred((1,)), title=f"Export {number}", text="It is exported. " * 20)
        for number in range(2, 120)
    ]
    trap = known(Kind.ZONE, "ZONE-001", Inferred(), text="Reminders by letter", mitigation="Decide who sends letters")
    brief = talk_brief("No letters, never", entries=(REQUIREMENT, *many, trap))
    sent = "\n".join(passage.text for passage in compose_talk(brief, Settlement(), "m", str).prompt)
    assert "Decide who sends letters" in sent


# Whose an entry is, once it was fitted to an answer


LINKS = known(
    Kind.AC, "AC-001-01", Inferred(), text="`include a.env` follows a symbolic link to its target.", fr=("FR-001",)
)
COMPOSE = "Docker compose reads these files too, so the line must look like a comment: #include a.env."


def revised(text: str, about: tuple[str, ...] = ()) -> Confidence:
    brief = talk_brief(COMPOSE, entries=(REQUIREMENT, LINKS), question=replace(PROBLEM, subjects=about))
    toolbox = talking(brief)
    told = take(
        toolbox, "revise_entry", id="AC-001-01", fields=[{"name": "text", "value": text}], drop=False,
        evidence=_evidence(1, "the line must look like a comment: #include a.env"),
    )  # fmt: skip
    assert not told.bad, told.text
    entry = toolbox.recorder.get("AC-001-01")
    assert entry is not None
    return entry.confidence


def test_a_guess_that_is_only_fitted_to_what_was_said_about_something_else_stays_a_guess() -> None:
    assert revised("`#include a.env` follows a symbolic link to its target.") is Confidence.LOW


def test_a_guess_that_is_replaced_by_what_they_said_or_was_asked_about_is_one_no_more() -> None:
    assert revised("The line looks like a comment to docker compose.") is Confidence.MEDIUM
    assert revised("`#include a.env` follows a symbolic link to its target.", ("AC-001-01",)) is Confidence.MEDIUM


def test_a_guess_is_not_kept_in_an_entry_that_says_something_else() -> None:
    """A yes would have confirmed the entry, which nobody was shown, or put the guess in its place."""
    text = "Every entry that a cache throws out is handed to the function once."
    other = known(Kind.FR, "FR-002", Inferred(), title="Evicted entries", text=text)
    raised = point(
        "When is it stored?", guess="The new value is stored first, and it is closed afterwards", keeps="FR-002.text"
    )
    result = take(talking(talk_brief(LATE, entries=(REQUIREMENT, other))), "raise_points", points=[raised])
    assert result.bad
    assert "FR-002 says something else than the guess: “Every entry" in result.text
    short = point("Once?", guess="An entry that is thrown out is handed to the function once", keeps="FR-002.text")
    assert not take(talking(talk_brief(LATE, entries=(REQUIREMENT, other))), "raise_points", points=[short]).bad


def test_the_answer_that_a_question_builds_on_is_told_though_it_was_worded_anew() -> None:
    taken = known(Kind.AC, "AC-001-01", Inferred((1,)), text="Whoever pops a handle owns it.", fr=("FR-001",))
    drafted = known(Kind.AC, "AC-001-02", Inferred((1,), ("FR-001",)), text="Nobody else closes it.", fr=("FR-001",))
    question = replace(PROBLEM, subjects=("FR-001",))
    brief = talk_brief(LATE, "1, yes", entries=(REQUIREMENT, taken, drafted), question=question)
    told = compose_talk(brief, Settlement(), "m", str).prompt[-1].text.partition("Take the answer in")[0]
    assert "Whoever pops a handle owns it." in told
    assert "Nobody else closes it." not in told


# A raised question is no statement


RAISED = {"sort": "limit", "loss": "high", "sure": "high", "knows": "user"}
ASKED = known(Kind.QUESTION, "Q-001", Inferred(), text=LIMIT, guess=GUESS, keeps="AC-001-01", **RAISED)
TWIN = known(Kind.QUESTION, "Q-002", Inferred(), text=LIMIT, guess=GUESS, keeps="AC-001-01", **RAISED)
AMENDED = Question("", "1", "What is to change?", topic=AMENDMENT)


@pytest.mark.parametrize("question", [AMENDED, PROBLEM])
def test_a_yes_to_a_raised_question_takes_its_guess_and_closes_it(question: Question) -> None:
    words = "Nearly. Q-001: yes, let them pay 30 days after the order."
    toolbox = talking(talk_brief(LATE, words, entries=(*ENTRIES, CRITERION, ASKED, TWIN), question=question))
    quoted = _evidence(2, "Q-001: yes, let them pay 30 days after the order")
    told = take(toolbox, "settle_entries", act="confirm", ids=["Q-001"], field="", value="", evidence=quoted)
    assert not told.bad, told.text
    dossier = toolbox.recorder.state.dossier
    criterion = dossier.get("AC-001-01")
    assert criterion is not None
    assert criterion.confidence is Confidence.HIGH
    assert not dossier.of(Kind.QUESTION)
    assert "Q-001" not in receipt(toolbox.recorder.changes, toolbox.recorder.get, unknown=False)


def test_a_guess_that_is_taken_confirms_the_entry_that_says_it_as_well() -> None:
    says_it = known(Kind.FR, "FR-002", Inferred((1,)), title="Due date", text=GUESS)
    question = put(point(about=["FR-002"]), says_it)
    dossier = answered(question, "yes", says_it).recorder.state.dossier
    assert {one.id: one.confidence for one in dossier.of(Kind.FR)} == {
        "FR-001": Confidence.MEDIUM,
        "FR-002": Confidence.HIGH,
    }


# A number that opens a reply


def test_a_number_with_more_words_picks_and_the_rest_is_told_to_the_model() -> None:
    question = put(point(choices=["Invoices are due at once. → No reminders are needed."]))
    brief = talk_brief(LATE, "1. They hold personal data", entries=ENTRIES, question=question)
    toolbox = talking(brief)
    settled = settle(brief, toolbox.recorder)
    assert toolbox.recorder.state.dossier.of(Kind.CONSTRAINT)[-1].text() == GUESS
    told = compose_talk(brief, settled, "m", str).prompt[-1].text
    assert "recorded as confirmed in CON-003" in told
    assert "They hold personal data" in told.partition("said this besides")[2]
    assert "opens like a yes" not in told


LISTED = "These are smaller. Shall we build it so?\n1. JSON is refused.\n2. It is quick.\n\nSay yes to all of it, or"
CHOICES = "When?\n1. At once.\n2. Within two days.\n\nAnswer with a number, or in your own words."


@pytest.mark.parametrize(
    ("asked", "said", "told"),
    [
        (LISTED, "1: JSON must work too. 2 yes", ""),
        (LISTED, "1. JSON must work too", ""),
        (CHOICES, "2", "[2. Within two days.]"),
        (CHOICES, "1. Nobody waits", "[1. At once.]"),
        (CHOICES, "2 weeks", ""),
    ],
)
def test_the_talk_says_what_a_number_picked_and_takes_no_correction_for_one(asked: str, said: str, told: str) -> None:
    lines = [
        Spoken(1, Utterance("business-analyst", asked, Role.QUESTION)),
        Spoken(1, Utterance(USER, said)),
    ]
    line = lines_of_talk(lines, talk_brief(LATE).knowledge).rpartition("user: ")[2]
    assert line == f"{said} {told}".strip()


# What a message need not be sent again for


def test_a_label_may_be_named_before_the_entry_that_bears_it() -> None:
    toolbox = talking(talk_brief(LATE, entries=ENTRIES))
    first = entry("ac", _evidence(1, "late invoices"), text="It lists what is late.", fr="m2")
    second = entry("fr", _evidence(1, "late invoices"), "m2", title="List late invoices")
    noted = entry("note", text="Finance asked.", about="m3")
    later = entry("constraint", _evidence(1, "every Monday"), "m3", text="Every Monday.")
    results = toolbox.take_all((recording(noted, first, second, call="a"), recording(later, call="b")))
    assert [(one.call, one.bad) for one in results] == [("a", False), ("b", False)]
    dossier = toolbox.recorder.state.dossier
    assert [one.refs("fr") for one in dossier.of(Kind.AC)] == [("FR-002",)]
    assert [one.refs("about") for one in dossier.of(Kind.NOTE)] == [("CON-003",)]


def test_what_cannot_be_confirmed_and_may_stay_costs_no_request() -> None:
    toolbox = talking(talk_brief(LATE, "They are due, FR-001.", entries=ENTRIES))
    quoted = _evidence(2, "They are due")
    told = take(
        toolbox, "settle_entries", act="confirm", ids=["FR-001", "CON-002"], field="", value="", evidence=quoted
    )
    assert not told.bad
    assert "FR-001 is confirmed" in told.text
    assert "CON-002: It stays as it is" in told.text
    assert "again" not in told.text


def test_what_only_the_user_can_say_is_not_recorded_as_a_guess() -> None:
    toolbox = talking(talk_brief(LATE, "Reminders can wait.", entries=ENTRIES))
    follows = {"said": [], "code": [], "entries": ["CON-001"]}
    drafted = entry("fr", follows, title="Remind them", mvp="no")
    assert not take(toolbox, "record_entries", entries=[drafted]).bad
    assert toolbox.recorder.state.dossier.entries["FR-002"].text("mvp") == ""
    fields = [{"name": "mvp", "value": "no"}]
    said = _evidence(2, "Reminders can wait")
    assert not take(toolbox, "revise_entry", id="FR-002", fields=fields, drop=False, evidence=said).bad
    assert toolbox.recorder.state.dossier.entries["FR-002"].text("mvp") == "no"
