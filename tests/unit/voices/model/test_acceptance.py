"""What a reply settles before the model is asked, and what the model is told of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Confidence, Confirmed, Inferred, Stated
from roundtable_tui.domain.dossier.questions import Question, QuestionPart
from roundtable_tui.voices.model.exchange import ToolCall
from roundtable_tui.voices.model.prompt import task_text
from roundtable_tui.voices.model.tools.acceptance import settle
from roundtable_tui.voices.model.tools.toolbox import ENDING, LOOKING, RECORDING, Result, Toolbox
from tests.support.voices.model_turns import asking, entry, known, recording, request_in, said_in

if TYPE_CHECKING:
    from roundtable_tui.domain.dossier.dossier import Change, Entry

GUESSED = Question(
    "01-01", "own/1", "How would you notice?\nMy guess: No reminders", suggestion="No reminders", becomes="metric.text"
)
DAILY = known(Kind.FR, "FR-001", title="Send daily", text="Invoices go out daily.")
WEEKLY = known(Kind.FR, "FR-002", title="Send weekly", text="Invoices go out weekly.")
THIRD = known(Kind.FR, "FR-003", Inferred((1,)), title="Send again")
OPEN = known(Kind.QUESTION, "Q-001", text="Which day do they go out?")


class Table:
    """A reply to a question, settled, and the toolbox of the turn that follows."""

    def __init__(self, words: str, question: Question, *entries: Change, step: str = "01-06") -> None:
        brief = request_in(step, "Hm.", words, question=question, entries=entries)
        self.toolbox = Toolbox(brief, str, LOOKING | RECORDING | ENDING)
        self.settled = settle(brief, self.toolbox.recorder)
        self.told = task_text.task_for(brief, str, self.settled)

    def the(self, entry_id: str) -> Entry:
        found = self.toolbox.recorder.get(entry_id)
        assert found is not None
        return found

    def take(self, name: str, **wanted: Any) -> Result:
        (result,) = self.toolbox.take_all((ToolCall("c", name, wanted),))
        return result


@pytest.mark.parametrize("words", ["yes", "your guess is fine", "Sounds right.", "as you say", "no reminders"])
def test_an_accepted_guess_is_recorded_as_confirmed_before_the_model_is_asked(words: str) -> None:
    table = Table(words, GUESSED, step="01-01")
    assert table.the("MET-001").fields["text"].value == "No reminders"
    assert table.the("MET-001").fields["text"].sources == (Confirmed(2),)
    assert "recorded as confirmed in MET-001" in table.told


def test_a_model_that_records_the_guess_again_only_fills_what_it_adds() -> None:
    table = Table("yes", GUESSED, step="01-01")
    again = recording(entry("metric", said_in(2, "yes"), text="no reminders.", target="zero"))
    (result,) = table.toolbox.take_all((again,))
    assert not result.bad
    assert table.the("MET-001").fields["text"].sources == (Confirmed(2),)
    assert table.the("MET-001").text("target") == "zero"
    assert table.toolbox.recorder.get("MET-002") is None


@pytest.mark.parametrize("words", ["Yes, and fewer calls", "Not at all", "Yes?"])
def test_a_guess_that_was_not_plainly_taken_is_not_recorded(words: str) -> None:
    assert Table(words, GUESSED, step="01-01").toolbox.recorder.changes == []


def test_a_yes_that_contradicts_the_guess_is_told_as_such_and_confirms_nothing() -> None:
    question = Question(
        "01-06", "own/1", "Can everyone see it?", suggestion="No, only admins", becomes="fr.title", offers=("FR-003",)
    )
    table = Table("Yes, everyone can.", question, THIRD)
    assert "They said yes to the question itself" in table.told
    assert table.toolbox.recorder.changes == []


def test_a_guess_without_a_place_is_left_to_the_model_word_for_word() -> None:
    table = Table("yes", replace(GUESSED, becomes=""), step="01-01")
    assert "Record it letter by letter" in table.told
    assert "No reminders" in table.told


def test_a_choice_left_to_the_analysts_is_kept_as_an_assumption_and_never_as_confirmed() -> None:
    table = Table("whatever you think", GUESSED, step="01-01")
    assert table.the("MET-001").confidence is Confidence.MEDIUM
    assert table.the("ASM-001").text() == "The user left this to the analysts: No reminders"
    assert table.the("ASM-001").refs("about") == ("MET-001",)
    assert "They left the choice to you" in table.told


def test_a_guess_about_a_field_of_an_entry_changes_that_field() -> None:
    question = Question("01-06", "own/1", "How urgent?", suggestion="must have", becomes="FR-001.priority")
    table = Table("sounds right", question, DAILY)
    assert table.the("FR-001").fields["priority"].value == "Must Have"
    assert table.the("FR-001").fields["priority"].sources == (Confirmed(2),)


# Asking


def test_a_guess_that_opens_with_yes_or_no_is_refused_with_how_to_word_it() -> None:
    table = Table("Hm.", GUESSED, step="01-01")
    result = table.take("ask", **asking("Is that all?", suggestion="No, only admins"))
    assert result.bad
    assert "Word it as the statement that would be kept" in result.text


def test_a_guess_at_the_steps_question_knows_where_it_is_kept() -> None:
    table = Table("Hm.", GUESSED, step="01-01")
    table.take("ask", **asking("What goes wrong?", suggestion="Invoices go out late", step_question="standard/1"))
    assert table.toolbox.question is not None
    assert table.toolbox.question.becomes.startswith("problem.")


@pytest.mark.parametrize("keeps", ["metric", "metric.colour", "wish.text", "MET-009.text"])
def test_a_place_that_does_not_exist_is_refused_when_asking(keeps: str) -> None:
    table = Table("Hm.", GUESSED, step="01-01")
    assert table.take("ask", **asking("When?", suggestion="Soon", keeps=keeps)).bad


def test_a_place_that_cannot_be_had_is_refused_with_the_way_out() -> None:
    result = Table("Hm.", GUESSED).take("ask", **asking("When?", suggestion="It is sent daily.", keeps="fr.text"))
    assert "leave 'keeps' empty" in result.text


def test_choices_are_shown_with_numbers_and_a_number_picks_one() -> None:
    table = Table("Hm.", GUESSED, step="01-01")
    table.take("ask", **asking("How would you notice?", choices=["No reminders", "Fewer calls"], keeps="metric.text"))
    question = table.toolbox.question
    assert question is not None
    assert "\n1. No reminders\n2. Fewer calls\n" in question.text
    answered = Table("2", question, step="01-01")
    assert answered.the("MET-001").text() == "Fewer calls"
    assert answered.the("MET-001").confidence is Confidence.HIGH


def test_a_contradiction_is_asked_with_both_sides_and_the_one_picked_is_confirmed() -> None:
    table = Table("Hm.", GUESSED, DAILY, WEEKLY)
    table.take("ask", **asking("Daily or weekly?", between=["FR-001", "FR-002"]))
    question = table.toolbox.question
    assert question is not None
    assert "1. FR-001 Send daily" in question.text
    answered = Table("the second", question, DAILY, WEEKLY)
    assert answered.settled.confirmed == ("FR-002",)
    assert "this holds no longer: FR-001" in answered.told
    result = answered.take("revise_entry", id="FR-001", fields=[], drop=True, evidence=said_in(2, "second"))
    assert result.text == "FR-001 is dropped."


@pytest.mark.parametrize("step", ["01-06", "02-01"])
@pytest.mark.parametrize("words", ["1", "The daily ones, as far as I can see"])
def test_what_the_user_decided_against_is_revised_also_by_an_analyst_who_does_not_own_it(words: str, step: str) -> None:
    question = Question("01-06", "own/1", "Which holds?", choices=("a", "b"), sides=("FR-001", "FR-002"))
    table = Table(words, question, DAILY, WEEKLY, step=step)
    if not table.settled.lost:
        result = table.take("settle_entries", act="confirm", ids=["FR-001"], evidence=said_in(2, words))
        assert "Revise FR-002" in result.text
    assert table.take("settle_entries", act="confirm", ids=["FR-002"], evidence=said_in(2, words)).bad
    fields = [{"name": "text", "value": "A summary goes out weekly."}]
    table.take("revise_entry", id="FR-002", fields=fields, evidence=said_in(2, words))
    assert table.the("FR-002").text("text") == "A summary goes out weekly."
    assert table.the("FR-002").fields["text"].sources == (Inferred((2,)),)


def test_a_contradiction_has_two_sides() -> None:
    assert "two sides" in Table("Hm.", GUESSED, DAILY).take("ask", **asking("Or?", between=["FR-001"])).text


SMALL = [
    {"text": "How long are they kept?", "suggestion": "Thirty days", "keeps": "quality.text"},
    {"text": "What must not change?", "suggestion": "The PDF", "keeps": "exclusion.text"},
]


def small_form() -> Question:
    table = Table("Hm.", GUESSED)
    table.take("ask", **asking("Two small things:", parts=SMALL))
    assert table.toolbox.question is not None
    return table.toolbox.question


def test_small_questions_stand_in_one_form() -> None:
    question = small_form()
    assert (
        "\n1. How long are they kept? My guess: Thirty days\n2. What must not change? My guess: The PDF"
        in question.text
    )
    assert question.parts[0] == QuestionPart("How long are they kept?", "Thirty days", "quality.text")


@pytest.mark.parametrize(
    ("words", "kept"), [("yes", ["NFR-001", "EXC-001"]), ("1: sixty days; 2: yes", ["EXC-001"]), ("Sixty days", [])]
)
def test_a_form_is_answered_by_one_yes_or_part_by_part(words: str, kept: list[str]) -> None:
    assert [change.id for change in Table(words, small_form()).toolbox.recorder.changes] == kept


# Many at once


def test_one_call_and_one_quote_set_a_field_on_many() -> None:
    table = Table("FR-001 and FR-002 are must have.", GUESSED, DAILY, WEEKLY)
    evidence = said_in(2, "FR-001 and FR-002 are must have")
    table.take(
        "settle_entries", act="set", ids=["FR-001", "FR-002"], field="priority", value="Must Have", evidence=evidence
    )
    for name in ("FR-001", "FR-002"):
        assert table.the(name).fields["priority"].sources == (Stated(2),)


def test_one_call_confirms_the_entries_that_the_user_names() -> None:
    table = Table("FR-003 is what I meant.", GUESSED, THIRD)
    table.take("settle_entries", act="confirm", ids=["FR-003"], evidence=said_in(2, "FR-003 is what I meant"))
    assert table.the("FR-003").confidence is Confidence.HIGH


def test_what_the_user_was_not_shown_and_did_not_name_is_not_confirmed() -> None:
    table = Table("All of that is right.", GUESSED, THIRD)
    result = table.take("settle_entries", act="confirm", ids=["FR-003"], evidence=said_in(2, "right"))
    assert "FR-003: It stays as it is" in result.text
    assert table.the("FR-003").confidence is Confidence.MEDIUM


SHOWN = Question("01-06", "own/1", "Are these right?\n- FR-003 Send again", offers=("FR-003",))
FAULTS = Question("01-06", "own/1", "Is anything wrong here?\n- FR-003 Send again", offers=("FR-003",))


@pytest.mark.parametrize(
    ("words", "quote", "question", "confirmed"),
    [
        ("Couldn't have put it better myself.", "Couldn't have put it better myself", SHOWN, True),
        ("The first can go, but the others are as I see them.", "the others are as I see them", SHOWN, True),
        ("Yes, the weekly one is off, the rest I'd sign.", "the rest I'd sign", FAULTS, True),
        ("Yes, the weekly one is off, the rest I'd sign.", "Yes", FAULTS, False),
        ("No, not like that.", "No, not like that", SHOWN, False),
        ("What do you mean by again?", "What do you mean by again?", SHOWN, False),
        ("Whatever you think.", "Whatever you think", SHOWN, False),
    ],
)
def test_the_model_may_hear_an_agreement_in_any_words_but_not_in_those_that_deny_it(
    words: str, quote: str, question: Question, confirmed: bool
) -> None:
    table = Table(words, question, THIRD)
    result = table.take("settle_entries", act="confirm", ids=["FR-003"], evidence=said_in(2, quote))
    assert result.bad is not confirmed
    assert (table.the("FR-003").confidence is Confidence.HIGH) is confirmed


@pytest.mark.parametrize(
    ("words", "question", "told"),
    [
        ("That's the picture in my head.", SHOWN, "agree to FR-003 is for you to hear"),
        ("That's how I'd measure it as well, I reckon.", GUESSED, 'agree to "guess" is for you to hear'),
        ("No, not like that.", SHOWN, ""),
        ("What do you mean by again?", SHOWN, ""),
        ("Yes, the weekly one is off, the rest I'd sign.", FAULTS, ""),
    ],
)
def test_the_model_is_told_what_an_answer_of_other_words_may_agree_to(
    words: str, question: Question, told: str
) -> None:
    task = Table(words, question, THIRD).told
    assert told in task
    assert ("for you to hear" in task) is bool(told)


@pytest.mark.parametrize("words", ["Yes", "Yes, the weekly one is off."])
def test_a_yes_to_a_question_for_faults_confirms_nothing_and_is_told_as_such(words: str) -> None:
    table = Table(words, FAULTS, THIRD)
    assert not table.toolbox.recorder.changes
    assert "asked for faults, and they said yes. So this is not confirmed: FR-003" in table.told


def test_an_agreement_is_quoted_from_what_the_user_said_last() -> None:
    table = Table("Couldn't have put it better myself.", SHOWN, THIRD)
    assert table.take("settle_entries", act="confirm", ids=["FR-003"], evidence=said_in(1, "Hm")).bad


def test_a_guess_agreed_to_in_words_that_only_the_model_reads_is_recorded_as_confirmed() -> None:
    table = Table("That is how I'd measure it as well, I reckon.", GUESSED, step="01-01")
    assert not table.toolbox.recorder.changes
    evidence = said_in(2, "That is how I'd measure it as well")
    result = table.take("settle_entries", act="confirm", ids=["guess"], evidence=evidence)
    assert "MET-001" in result.text
    assert table.the("MET-001").fields["text"].sources == (Confirmed(2),)


def test_a_guess_left_to_the_analysts_in_other_words_is_kept_and_never_as_confirmed() -> None:
    table = Table("Take the common one, I have seen both.", GUESSED, step="01-01")
    assert table.take("settle_entries", act="delegate", ids=["guess"], evidence=said_in(1, "Hm")).bad
    table.take("settle_entries", act="delegate", ids=["guess"], evidence=said_in(2, "Take the common one"))
    assert table.the("MET-001").fields["text"].sources == (Inferred((2,)),)
    assert table.the("ASM-001").text() == "The user left this to the analysts: No reminders"


def test_only_what_was_shown_as_a_guess_can_be_left_to_the_analysts() -> None:
    table = Table("Take the common one.", SHOWN, THIRD)
    assert table.take("settle_entries", act="delegate", ids=["FR-003"], evidence=said_in(2, "Take the common one")).bad


def test_a_guess_without_a_place_counts_as_confirmed_once_it_is_recorded() -> None:
    question = Question("01-01", "own/1", "How would you notice?", suggestion="No reminders")
    table = Table("That is how I'd measure it as well, I reckon.", question, step="01-01")
    evidence = said_in(2, "That is how I'd measure it as well")
    assert "letter by letter" in table.take("settle_entries", act="confirm", ids=["guess"], evidence=evidence).text
    table.toolbox.take_all((recording(entry("metric", evidence, text="No reminders")),))
    assert table.the("MET-001").fields["text"].sources == (Confirmed(2),)


def test_a_choice_picked_in_other_words_is_recorded_as_confirmed() -> None:
    question = Question("01-01", "own/1", "?", becomes="metric.text", choices=("No reminders", "Fewer than ten"))
    table = Table("I could live with fewer, under ten say.", question, step="01-01")
    table.take("settle_entries", act="confirm", ids=["choice 2"], evidence=said_in(2, "I could live with fewer"))
    assert table.the("MET-001").text() == "Fewer than ten"
    assert table.take("settle_entries", act="confirm", ids=["choice 3"], evidence=said_in(2, "under ten")).bad


def test_a_guess_of_a_form_is_agreed_to_by_its_number() -> None:
    table = Table("The former we call differently, the latter is spot on I'd say", small_form())
    evidence = said_in(2, "the latter is spot on")
    assert not table.take("settle_entries", act="confirm", ids=["guess 2"], evidence=evidence).bad
    assert len(table.toolbox.recorder.changes) == 1
    assert table.toolbox.recorder.parts_answered == {1}, "its question is closed with the turn"
    assert table.take("settle_entries", act="confirm", ids=["guess"], evidence=evidence).bad


def test_a_guess_taken_with_a_change_goes_into_the_sentence_of_its_entry_and_not_into_the_title() -> None:
    table = Table("1, but on weekdays", Question("01-06", "own/1", "?", suggestion="Daily", becomes="FR-001"), DAILY)
    every, evidence = "Invoices go out daily, on weekdays.", said_in(2, "1, but on weekdays")
    table.take("settle_entries", act="confirm", ids=["guess"], value=every, evidence=evidence)
    assert (table.the("FR-001").text("title"), table.the("FR-001").text("text")) == ("Send daily", every)


def test_those_that_can_be_done_are_done_and_the_others_are_named() -> None:
    table = Table("FR-003 is what I meant.", GUESSED, THIRD)
    evidence = said_in(2, "FR-003 is what I meant")
    result = table.take("settle_entries", act="confirm", ids=["FR-003", "FR-009"], evidence=evidence)
    assert "FR-003 is confirmed." in result.text
    assert "FR-009: There is no entry" in result.text


def test_an_open_question_that_was_answered_is_closed_though_the_user_had_put_it() -> None:
    table = Table("They go out on Mondays.", GUESSED, OPEN)
    table.take("settle_entries", act="close", ids=["Q-001"], evidence=said_in(2, "on Mondays"))
    assert table.toolbox.recorder.get("Q-001") is None


def test_only_open_questions_are_closed_and_only_by_something() -> None:
    table = Table("They go out on Mondays.", GUESSED, OPEN, DAILY)
    assert table.take("settle_entries", act="close", ids=["FR-001"], evidence=said_in(2, "on Mondays")).bad
    assert table.take("settle_entries", act="close", ids=["Q-001"]).bad
