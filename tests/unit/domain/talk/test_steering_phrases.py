"""Which short messages steer the talk, and which only look like it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.domain.journal.values import Verdict
from roundtable_tui.domain.talk import steering_phrases
from roundtable_tui.domain.talk.verdicts import asks_to_see


def rows(table: str) -> list[str]:
    return [row.strip() for line in table.strip().split("\n") for row in line.split("|")]


STOPPING = """
    that's enough | That’s enough. | thats enough | That is enough | I'm done | I’m done! | im done | I am done
    let's stop | Let's stop here | lets stop for today | let's stop for now | let's wrap up | let’s wrap up then
    wrap up | Let's wrap it up | ship it | Ship it! | SHIP IT | ok, that's enough | okay I'm done | Alright, let's stop.
    thanks, I'm done | that's enough for today | that's enough for now, thanks | alright, ship it then
    ok let's wrap up please | im finished thx | Im finished 🙂 | lets stop pls | thats enough thx!! | thats enuogh
    lets wrpa up | ok thats enough for today 👋 | let's call it a day | I have to stop here, sorry | im done for now plz
"""
NOT_STOPPING = """
    | stop | done | enough | I'm done with the payments part | that's enough memory for one node | wrap up the parcel
    let's stop sending reminders | let's stop the timer after 5 minutes | ship it to the warehouse
    we ship it on Mondays | I'm not done | don't stop | let's not stop | that's not enough
    is that enough? | that's enough detail about users
    when I'm done the order is closed | let's wrap up the gift | ship | I'm done, but check FR-002 | ok | thanks
    let's ship it in March | for now | finished goods | I'm finished with the list of users | stop here and there
    when I'm finished the ledger is closed | enough for ten users
    we stop here to load the goods | let's stop here 5 min
"""


@pytest.mark.parametrize("message", rows(STOPPING))
def test_a_wish_to_stop_is_heard(message: str) -> None:
    assert steering_phrases.wants_to_stop(message)


@pytest.mark.parametrize("message", rows(NOT_STOPPING))
def test_an_answer_is_no_wish_to_stop(message: str) -> None:
    assert not steering_phrases.wants_to_stop(message)


@pytest.mark.parametrize("message", rows("continue | Continue. | no, continue | let's continue | keep going | go on"))
def test_a_wish_to_continue_is_heard(message: str) -> None:
    assert steering_phrases.wants_to_continue(message)


@pytest.mark.parametrize("message", rows("| no | continue the import | don't continue | go on holiday | c"))
def test_an_answer_is_no_wish_to_continue(message: str) -> None:
    assert not steering_phrases.wants_to_continue(message)


ENDING = """
    done | Done. | DONE! | exit | Exit please | wrap up | let's wrap up | wrap it up | ok, wrap up | back | go back
    let's go back | back to the menu | go back to the menu please | I'm done | we're done | I think we're done
    im done | ok done thx 🙂 | Wrap up pls
    i think were done here | im finished thx | EXIT. | that's it, back to the menu
    all done | ok done, thanks | thanks, back | wrap-up | can we wrap up? | we can wrap up now | time to wrap up
"""
NOT_ENDING = """
    | well done | done right | I'm back | not done | not done yet | done with the API part | back end | backend
    the back office | exit code | exit 1 | what happens on exit? | wrap up the response in JSON | it wraps up
    back up the database | when it's done | I'd like to come back to errors | is it done? Alex thinks so | no exit
    roll back | go back to the previous design | everyone
"""


@pytest.mark.parametrize("message", rows(ENDING))
def test_an_elaboration_ends_when_the_message_says_so(message: str) -> None:
    assert steering_phrases.ends_elaboration(message)


@pytest.mark.parametrize("message", rows(NOT_ENDING))
def test_an_elaboration_goes_on_while_its_words_are_part_of_the_talk(message: str) -> None:
    assert not steering_phrases.ends_elaboration(message)


YES = """
    y | Y | yes | Yes. | YES! | yep | yeah | yup | sure | ok | Okay
    of course | yes please | please do | go ahead | yes, do it
    yess | yes pls 🙏 | 👍 | ok do it | absolutley | yeah why not
    yes, I'm sure | ja | sounds good | as you say
"""
NO = """
    n | N | no | No. | NO! | nope | nah | no thanks
    no, thank you | not now | not yet | don't | don’t | cancel | never mind | no please | please no | no pls | nope thx
    please dont | nooo | 👎 | rather not | nah lets not
"""
NEITHER = """
    maybe | not sure | no problem | yes and no | yes, but later | y/n | ? | ... | c | e | continue | no way to know
    please | pls | plz 🙏 | thanks | hm | ok? | yes? | whatever you think | up to you | no idea | what do you mean?
    yes but later | no, keep the second one | id | I'd | go | right now | no one
    sure about that? I think FR-002 is wrong | yesterday | none | 1 | yes no | okay is not a colour
"""


@pytest.mark.parametrize("default", [True, False])
@pytest.mark.parametrize("message", rows(YES))
def test_a_yes_is_a_yes_whatever_the_default(message: str, default: bool) -> None:
    assert steering_phrases.yes_or_no(message, default) is True


@pytest.mark.parametrize("default", [True, False])
@pytest.mark.parametrize("message", rows(NO))
def test_a_no_is_a_no_whatever_the_default(message: str, default: bool) -> None:
    assert steering_phrases.yes_or_no(message, default) is False


@pytest.mark.parametrize("default", [True, False])
@pytest.mark.parametrize("message", ["", " ", "\n"])
def test_an_empty_message_takes_the_default(message: str, default: bool) -> None:
    assert steering_phrases.yes_or_no(message, default) is default


@pytest.mark.parametrize("message", rows(NEITHER))
def test_neither_yes_nor_no_has_to_be_asked_again(message: str) -> None:
    assert steering_phrases.yes_or_no(message, default=True) is None


NOT_KNOWING = """
    I don't know | I don’t know. | dont know | don't know yet | I do not know | I honestly don't know | dunno | idk
    not sure | Not sure yet | I'm not sure | I'm really not sure right now | no idea | I have no idea, sorry | no clue
    later | ask me later | Ask me later, please | tbd | TBD | to be decided | unknown | unknown yet | ? | ??
    unclear | hmm, not sure | hard to say
"""
KNOWING = """
    | unknown users | later versions | I don't know the exact number but about 40 | not sure if the API can do it
    no | sure | idea | we will decide later this week | customers have no idea what they owe | know | none | nothing
    an unknown error | ask accounting later | why? | I know | ! | it is unknown to the bank
"""


@pytest.mark.parametrize("message", rows(NOT_KNOWING))
def test_not_knowing_is_heard(message: str) -> None:
    assert steering_phrases.dont_know(message)


@pytest.mark.parametrize("message", rows(KNOWING))
def test_an_answer_that_mentions_doubt_is_still_an_answer(message: str) -> None:
    assert not steering_phrases.dont_know(message)


@pytest.mark.parametrize(
    "message",
    rows(
        "skip | Skip. | skip it | skip this | skip this one please | skip this question | ok, skip | let's skip this"
        "| pass | I'll pass | I pass on this one | next question | can we skip this?"
    ),
)
def test_passing_on_a_question_is_heard(message: str) -> None:
    assert steering_phrases.passes(message)


@pytest.mark.parametrize(
    "message",
    rows(
        "| s | skip ahead | skip the login for guests | skip duplicates | pass the token along | all tests pass | n/a"
        "| next | next week | don't skip | skipped | password | users skip this | none"
    ),
)
def test_an_answer_about_skipping_is_an_answer(message: str) -> None:
    assert not steering_phrases.passes(message)


@pytest.mark.parametrize(
    "message",
    rows(
        "undo | Undo! | undo that | undo it please | take that back | I take that back | I take it back | scratch that"
        "| pls undo | undo that plz 🙂 | oops, take that back | undo my last answer thx | revert that"
        "| Scratch that. | strike that | no wait, undo that | sorry, scratch that | can you undo that? | undo last"
    ),
)
def test_taking_back_is_heard(message: str) -> None:
    assert steering_phrases.takes_back(message)


@pytest.mark.parametrize("message", rows("redo | Redo! | redo that plz | ok, redo it | bring it back | undo the undo"))
def test_bringing_back_is_heard(message: str) -> None:
    assert steering_phrases.brings_back(message)


@pytest.mark.parametrize(
    "message", rows("| redo the login page | redo button | undo | bring back the old colours | no redo")
)
def test_an_answer_about_redoing_is_an_answer(message: str) -> None:
    assert not steering_phrases.brings_back(message)


@pytest.mark.parametrize(
    "message",
    rows(
        "| undo button | undo and redo | users can undo that | from scratch | scratch that itch | go back | back"
        "| take back the goods | we take that back within 30 days | no undo needed | don't undo"
    ),
)
def test_an_answer_about_undoing_is_an_answer(message: str) -> None:
    assert not steering_phrases.takes_back(message)


ACCEPTING = """
    accept | Accept. | I accept | looks good | Looks good to me! | approved | yes | Yes, all of it | confirm | I confirm
    Accepted 👍 | yes pls | yep looks good thx | i aprove | confirmed, go on | agreed 🎉 | I confirm the requirements
    Yes, that is what we talked about | i accept it as it stands | lookd good to me | everything is correct, thank you
    that's right | looks good to me, ship it | yes, it covers everything | accepted, thanks everyone
    LGTM | lgtm 👍 | fine | that's fine by me | correct | that is correct | I agree | agree with all of it | yes please
    looks very good | perfcet, thank you! | im happy with that | good to go | ok for me | that works for me
    exactly what I wanted | everything looks right to me, thanks all
"""
AMENDING = """
    amend | change FR-002 | please revise | update the risks | modify it | no | No. | not quite | needs work | redo
    | hmm | ok | maybe | the second one | accepted-ish | disagree | I disagree | incorrect | yesterday | refine it
    confirmed by whom | fine-tune the thresholds | unapproved | no changes, looks good | looks good, but change FR-002
    yes, update the users | accept, no wait | not correct | that's not correct | I don't agree | I don’t agree
    isn't fine | yes, but the second FR is off | fine, except for the error codes | approved if Legal agrees
    right the order of the list | right | right column is wrong
    correct the numbers | correct it | please correct FR-002
    show me that part and then I say yes | let me read it again before I accept
    I'd accept if it had a date | yes and no
    accept only FR-001 | accept FR-001
    confirm with finance first | add the audit log and then its fine | yes and add SSO
    users confirm the order by mail | customers agree to the terms
    approved suppliers only | accepted formats: CSV, XLSX
    I will accept once Legal has read it | dont accept this yet
    I cannot accept that | yes to the first, the second is off
    remove the part about refunds, rest looks good | agree on a name | fine print is missing | no, accept | yes but | 👍
    yes, they sign on glass | fine, we pay at the desk | yes, all drivers sign | looks good. this goes live in May
    confirm everything by mail | is it all correct | do we agree | can I confirm it | accept all cards
    correct all of it | is this correct? | looks good? | looks | good | correct the second one, it is wrong
"""


@pytest.mark.parametrize("message", rows(ACCEPTING))
def test_a_clear_word_accepts(message: str) -> None:
    assert steering_phrases.accept_or_amend(message) is Verdict.ACCEPT


@pytest.mark.parametrize("message", rows(AMENDING))
def test_everything_less_clear_amends(message: str) -> None:
    assert steering_phrases.accept_or_amend(message) is Verdict.AMEND


@pytest.mark.parametrize(
    "message",
    rows(
        "show it again | Show me the summary again pls | can i see it once more? | repeat the requirements please"
        "| show me that part and then I say yes | let me read the summary again before I accept | again please"
        "| show me FR-002 once more | what was the second requirement again?"
    ),
)
def test_a_wish_to_see_it_again_is_heard(message: str) -> None:
    assert asks_to_see(message)


@pytest.mark.parametrize(
    "message",
    rows("| show prices with tax | show the total on the invoice | see above | yes | list users by name | I see"),
)
def test_a_wish_about_what_the_product_shows_is_none(message: str) -> None:
    assert not asks_to_see(message)


NAMES = ("Maya", "Alex", "Jordan")


@pytest.mark.parametrize(
    ("message", "who"),
    [
        ("Maya, what about returns?", ("Maya",)),
        ("maya: what about returns?", ("Maya",)),
        ("Alex — is that safe?", ("Alex",)),
        ("Alex - is that safe?", ("Alex",)),
        ("Jordan?", ("Jordan",)),
        ("Jordan", ("Jordan",)),
        ("Hey Alex, is that safe?", ("Alex",)),
        ("ok Maya, go on", ("Maya",)),
        ("Maya and Alex, do you agree?", ("Maya", "Alex")),
        ("Jordan, Alex: do you agree?", ("Alex", "Jordan")),
        ("Maya, Alex, and Jordan, do you agree?", NAMES),
        ("what do you say, Jordan?", ("Jordan",)),
        ("what do you say, Maya and Alex?", ("Maya", "Alex")),
        ("I'd ask @alex about that", ("Alex",)),
        ("@Maya @jordan which one?", ("Maya", "Jordan")),
        ("everyone, what is missing?", NAMES),
        ("Everyone: what is missing?", NAMES),
        ("team, what is missing?", NAMES),
        ("All, what is missing?", NAMES),
        ("all of you, what is missing?", NAMES),
        ("@team what is missing?", NAMES),
        ("what is missing, everyone?", NAMES),
        ("jordan which errors", ("Jordan",)),
        ("hm, jordan, which errors", ("Jordan",)),
        ("so jordan how would you name it", ("Jordan",)),
        ("hey alex the index is rebuilt every night", ("Alex",)),
        ("alex is that safe", ("Alex",)),
        ("thx alex, what about rollback", ("Alex",)),
        ("I disagree. Alex, what about the lock?", ("Alex",)),
        ("alex and jordan how long would it take", ("Alex", "Jordan")),
        ("tell me more, jordan", ("Jordan",)),
        ("jordon, which errors?", ("Jordan",)),
        ("what does alex think about that?", ("Alex",)),
        ("question for jordan: one module or two", ("Jordan",)),
        ("could jordan explain that", ("Jordan",)),
        ("what do the three of you think?", NAMES),
        ("all at the table: is this enough?", NAMES),
        ("you three: pick one", NAMES),
        ("everyone what's missing", NAMES),
        ("what does everyone think", NAMES),
        ("to everyone: any risk?", NAMES),
        ("@all thoughts?", NAMES),
        ("the Jordan river is one of our regions", ()),
        ("Jordan river", ()),
        ("May, June and July", ()),
        ("Alexa, Siri and Cortana", ()),
        ("Alxe, why?", ("Alex",)),
        ("Maay, why?", ("Maya",)),
        ("ask alex later", ()),
        ("Alex said the cache is fine", ()),
        ("Jordan has a point", ()),
        ("Jordan which is a country has no VAT", ()),
        ("can Jordan customers pay by invoice?", ()),
        ("Alex is the one who wrote it", ()),
        ("what Maya wants is too expensive", ()),
        ("the team needs two weeks", ()),
        ("everyone agrees on that", ()),
        ("all three options are too slow", ()),
        ("", ()),
        ("Maya is right", ()),
        ("Maya's point stands", ()),
        ("Mayan users, mostly", ()),
        ("I agree with Alex", ()),
        ("all users need it", ()),
        ("Everyone needs access", ()),
        ("team leads, admins and auditors", ()),
        ("the whole team, really", ()),
        ("write to billing@alex.example", ()),
        ("@alexander knows", ()),
        ("our users are Maya, Alex", ()),
        ("overall, it works", ()),
        ("what is all this?", ()),
    ],
)
def test_who_is_addressed(message: str, who: tuple[str, ...]) -> None:
    assert steering_phrases.addressed(message, NAMES) == who


def test_everyone_means_who_is_seated() -> None:
    assert steering_phrases.addressed("everyone, what is missing?", NAMES, seated=("Maya", "Jordan")) == (
        "Maya",
        "Jordan",
    )
    assert steering_phrases.addressed("alex, what is missing?", NAMES, seated=("Maya", "Jordan")) == ("Alex",)


def test_a_name_with_odd_characters_is_only_a_name() -> None:
    assert steering_phrases.addressed("Zoë (she), hello", ("Zoë (she)", "A.*")) == ("Zoë (she)",)


def test_nobody_at_the_table_means_nobody_is_addressed() -> None:
    assert steering_phrases.addressed("everyone, hello", ()) == ()


@given(st.text())
def test_any_text_can_be_asked_about(message: str) -> None:
    for recognises in (
        steering_phrases.wants_to_stop,
        steering_phrases.ends_elaboration,
        steering_phrases.dont_know,
        steering_phrases.passes,
        steering_phrases.takes_back,
    ):
        assert recognises(message) in (True, False)
    assert steering_phrases.yes_or_no(message, default=False) in (True, False, None)
    assert steering_phrases.accept_or_amend(message) in Verdict
    assert set(steering_phrases.addressed(message, NAMES)) <= set(NAMES)


@given(
    st.sampled_from([*rows(STOPPING), *rows(ENDING), *rows(NOT_KNOWING)]),
    st.sampled_from(["invoices", "not", "42", "$"]),
)
def test_one_word_of_content_makes_it_an_answer(message: str, content: str) -> None:
    for spoken in (f"{content} {message}", f"{message} {content}"):
        assert not steering_phrases.wants_to_stop(spoken)
        assert not steering_phrases.ends_elaboration(spoken)
        assert not steering_phrases.dont_know(spoken)
