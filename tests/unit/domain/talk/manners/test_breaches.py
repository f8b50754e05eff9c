"""The rules of the conversation on what voices say: each is caught where it is broken, ordinary talk breaks none."""

from __future__ import annotations

import pytest
from msgspec import structs

from roundtable_tui.domain.dossier.questions import Question, QuestionPart
from roundtable_tui.domain.journal.values import Role, Utterance
from roundtable_tui.domain.knowledge.phases import ALEX, JORDAN, MAYA
from roundtable_tui.domain.talk.ledger import Ledger, Point, Standing
from roundtable_tui.domain.talk.manners.breaches import Breach, Rule, asked_before, broken_rules

NONE = frozenset[Rule]()
_SPEAKERS = {"M": MAYA, "A": ALEX, "J": JORDAN}
BEFORE = (
    "Who may export the list of invoices?",
    "What happens to an order whose invoice is never paid?",
    "How many rows may one export hold?",
    'You are handed "Pay by invoice" and told it is finished. What do you try first?',
)
LONG = (
    "When a clinic that has three open invoices, two of them late, places a fourth order on the same day as the "
    "reminder for the second one goes out, and the accountant has meanwhile marked the first as paid by hand although "
    "the bank has not reported it, should the order be taken, held until the bank reports, or refused with a message "
    "that names the invoices that are open?"
)

# What is said (M, A or J before each part says who), what is asked, and which rules that breaks.
TURNS = [
    # headings
    ("M: Phase 01: Requirements\nWe begin with the problem.", "", {Rule.HEADER}),
    ("M: ## Phase 2\nNow the impact.", "", {Rule.HEADER}),
    ("A: **Step 3: Blast radius**\n- billing is touched", "", {Rule.HEADER}),
    ("M: Step 01-03: User journeys\nThe clerk sends it.", "", {Rule.HEADER}),
    ("M: Step 2: Journeys\nThe clerk sends it.", "", {Rule.HEADER}),
    ("M: Phase 2 of the rollout stays out, as you said.", "Does that also hold for the clinics in Bern?", NONE),
    ("A: - Step 3 of the import reads the file twice", "May the import read it once?", NONE),
    ("M: - Step 1: the clerk opens the order\n- Step 2: she presses Send", "Is that how it goes today?", NONE),
    ("A: The build has two phases, compile and link.", "Is the second one yours to change?", NONE),
    # lists of questions
    (
        "M: 1. Who pays the invoice?\n2. When is the invoice due?\n3. Who is told when the invoice is late?",
        "",
        {Rule.QUESTION_LIST},
    ),
    (
        "M: Three things: 1) who pays the bill? 2) when is it due? 3) what if it is late?",
        "",
        {Rule.QUESTION_LIST},
    ),
    ("M:", "a) Who pays?\nb) When do they pay?\nc) How do they pay?", {Rule.QUESTION_LIST}),
    (
        "M:",
        "What should happen at the limit?\n1. Refuse the export\n2. Cut it off\n3. Send it by mail",
        NONE,
    ),
    ("M: The clerk does three things:\n1. opens\n2. checks\n3. sends", "Which of these may be left out?", NONE),
    # two subjects
    ("M:", "Who may delete an invoice? And which browsers must be supported?", {Rule.TWO_SUBJECTS}),
    ("A: What does the nightly job write?", "How long do reminders wait before the second one?", {Rule.TWO_SUBJECTS}),
    (
        "M:",
        "What counts as late for a clinic? How many rows may an export hold at most?",
        {Rule.TWO_SUBJECTS},
    ),
    ("M:", "Who may see the invoices? Only admins, or everyone in the clinic?", NONE),
    ("M:", "May a guest export? I take it they may not. Is that right?", NONE),
    ("M:", "What happens when the limit is reached? Is the export refused, or cut off at the limit?", NONE),
    ("A: Whether the job may fail is what the code leaves open.", "Should the job stop at the first bad row?", NONE),
    ("M:", 'When a clinic asks "Where is my invoice?", who answers?', NONE),
    ("M:", "Should late clinics be blocked? If so, from when on?", NONE),
    # handovers
    ("M: Handing off to Alex for the technical side.", "", {Rule.HANDOVER}),
    ("M: Now passing to Jordan.", "", {Rule.HANDOVER}),
    ("A: Jordan, over to you.", "", {Rule.HANDOVER}),
    ("M: Let me bring in Alex on this.", "", {Rule.HANDOVER}),
    ("M: Alex will take it from here.", "", {Rule.HANDOVER}),
    ("M: I'll hand you over to the architect.", "", {Rule.HANDOVER}),
    ("A: The job hands over to the mailer at midnight.", "Must it still do so?", NONE),
    ("J: Maya's limit of fifty rows decides the form of the answer.", "Is an error enough at fifty-one?", NONE),
    ("A: I can see from the codebase that checkout passes the order to billing.", "May billing refuse it?", NONE),
    # announcing where it goes
    ("M: Now let's discuss error handling.", "What does the clerk see when it fails?", {Rule.ANNOUNCED}),
    ("M: We haven't covered security yet.", "Who may do this?", {Rule.ANNOUNCED}),
    ("A: Noted. Moving on to the architecture.", "Which store holds it?", {Rule.ANNOUNCED}),
    ("M: Next, let us turn to the users.", "Who will press the button?", {Rule.ANNOUNCED}),
    (
        "M: One thing I want to make sure we've thought about is what happens when a clinic moves.",
        "Does the old address stay on the invoice?",
        NONE,
    ),
    ("J: Before we finalize, I want to flag what a torn upload leaves behind.", "May it be thrown away?", NONE),
    ("A: After moving on to the payment page the customer cannot go back.", "Must they be able to?", NONE),
    # menus
    ("M: That is all for this.\n[E] Elaborate  [C] Continue", "", {Rule.MENU}),
    ("M: Press C to continue.", "", {Rule.MENU}),
    ('M: Type "continue" to proceed, or ask.', "", {Rule.MENU}),
    ("M: (E)laborate or (C)ontinue?", "", {Rule.MENU}),
    ("A: - rows[C] is filled by the import\n- see [config](docs/config.md)", "May it stay empty?", NONE),
    ("A: The clerk presses C to close the till today.", "Does that key stay?", NONE),
    # bullets
    ("A: - one\n- two\n- three\n- four\n- five", "Does that fit?", {Rule.BULLETS}),
    ("A: - one\n- two\n- three|J: and|A: - four\n- five", "Does that fit?", {Rule.BULLETS}),
    ("A: - one\n- two\n- three\n- four", "Does that fit?", NONE),
    ("A: - one\n- two\n- three|J: - four\n- five", "Does that fit?", NONE),
    (
        "A:",
        "These files have most to do with it:\n- a.py\n- b.py\n- c.py\n- d.py\n- e.py\n- f.py\n\nWhich is wrong?",
        NONE,
    ),
    # filler
    ("M: That's a great point. Clinics pay late.", "How late?", {Rule.FILLER}),
    ("M: Let me think about that. Clinics pay late.", "How late?", {Rule.FILLER}),
    ("M: Great question! Clinics pay late.", "How late?", {Rule.FILLER}),
    ("M: Thanks for sharing that.", "How late do they pay?", {Rule.FILLER}),
    ("M:", "Perfect! How late do they pay?", {Rule.FILLER}),
    ("A: Absolutely, the job can do that.", "Should it?", {Rule.FILLER}),
    ("M: That makes sense. Clinics pay late.", "How late?", {Rule.FILLER}),
    ("A: Great distances between the two servers make it slow.", "Is two seconds too slow?", NONE),
    ("M: A good point of sale terminal prints it at once.", "Must ours?", NONE),
    ("M: Perfect forward secrecy is on already.", "Must it stay on?", NONE),
    ("M: So clinics pay thirty days late.", "Is the thirty-first day late enough for a reminder?", NONE),
    ("A: Thanks to the cache nothing is read twice.", "May the cache be an hour old?", NONE),
    # asked before
    ("M:", "Who may export the list of invoices?", {Rule.REPEATED}),
    ("M:", "And who may export the invoice list?", {Rule.REPEATED}),
    ("M:", "How many rows may an export hold at most?", {Rule.REPEATED}),
    ("M:", 'You are handed "Download an invoice" and told it is finished. What do you try first?', NONE),
    ("M:", "Who may import the list of invoices?", NONE),
    ("M:", "What happens when an export holds more rows than that?", NONE),
    ("M:", "What does the clerk see when an invoice is never paid?", NONE),
    # length
    ("M:", LONG, {Rule.LONG_QUESTION}),
    ("M:", "Is that right?\n" + "\n".join(f"- FR-{n:03}: the clinic may do this thing" for n in range(12)), NONE),
    ("M:", "May they pay late?\nWhy I ask: " + "the clerks need to know that before they bill " * 9, NONE),
    # several at once
    (
        "M: Great! Phase 02: Impact\nHanding off to Alex.",
        "[C] Continue",
        {Rule.FILLER, Rule.HEADER, Rule.HANDOVER, Rule.MENU},
    ),
    # whole turns that keep to the rules
    (
        "M: So it is late on the 31st day.|A: I can see from the codebase:\n- it is sent on the 30th\n- nobody looks",
        "I take it the reminder moves to the 31st. Is that right? What hangs on it: FR-002.",
        NONE,
    ),
    (
        "J: Based on what we've discussed, the interface would be one call that takes the order and gives the invoice.",
        "Should a second call for the same order give the same invoice, or an error?",
        NONE,
    ),
    ('M: You would like this: "Let customers pay by invoice".', "What goes wrong today without it?", NONE),
    ("", "", NONE),
]


def spoken(text: str) -> list[Utterance]:
    parts = [part for part in text.split("|") if part.partition(":")[2].strip()]
    return [Utterance(_SPEAKERS[part[0]], part[2:].strip()) for part in parts]


@pytest.mark.parametrize(("said", "asked", "broken"), TURNS)
def test_a_turn_breaks_exactly_these_rules(said: str, asked: str, broken: frozenset[Rule]) -> None:
    question = Question("", "k", asked, topic="t") if asked else None
    utterances = spoken(said)
    if asked:
        utterances.append(Utterance(MAYA, asked, Role.QUESTION))
    found = broken_rules(utterances, question, BEFORE)
    assert {breach.rule for breach in found} == set(broken)


def test_a_point_the_program_puts_as_it_was_raised_breaks_no_rule_of_the_voices() -> None:
    asked = Question("", "raised/Q-002", BEFORE[0], topic="t")
    said = [Utterance(MAYA, asked.text, Role.QUESTION)]
    assert broken_rules(said, asked, BEFORE) == ()
    assert broken_rules(said, structs.replace(asked, original="Who?"), BEFORE)


def test_at_least_thirty_turns_of_the_table_break_nothing() -> None:
    harmless = sum(not broken for *_, broken in TURNS)
    assert len(TURNS) >= 60
    assert harmless >= 30


def test_each_rule_says_in_a_sentence_what_to_do_instead() -> None:
    assert all(Breach(rule, "").sentence.endswith(".") for rule in Rule)
    assert Breach(Rule.QUESTION_LIST, "").sentence == "Ask one question, not a list of them."


def test_small_questions_put_together_as_a_form_are_no_list_of_questions() -> None:
    text = "1. Who pays the bill?\n2. When is it due?\n3. What if it is late?"
    parts = tuple(QuestionPart(line) for line in text.splitlines())
    assert not broken_rules([], Question("", "k", text, topic="t", parts=parts))


def test_what_is_captured_or_noticed_is_not_the_talk() -> None:
    receipt = Utterance(MAYA, "Perfect! [C] Continue", Role.CAPTURED)
    assert not broken_rules([receipt, Utterance("app", "Phase 01: done", Role.NOTICE)])


def test_whoever_is_seated_cannot_be_announced_either() -> None:
    said = [Utterance(MAYA, "Let me bring in Ruth.")]
    assert not broken_rules(said)
    assert [breach.rule for breach in broken_rules(said, names=("Maya", "Ruth"))] == [Rule.HANDOVER]


def test_the_same_question_may_be_put_again_only_while_it_is_not_answered() -> None:
    question = Question("", "k", "Who pays?", topic="t")
    other = Question("", "other", "Who is told?", topic="t")
    points = {question.name: Point(Standing.ASKED, question, (1,)), other.name: Point(Standing.STRUCK, other, (2,))}
    assert asked_before(Ledger(points), question) == ("Who is told?",)
    settled = Ledger({**points, question.name: Point(Standing.SETTLED, question, (1,))})
    assert asked_before(settled, question) == ("Who pays?", "Who is told?")
