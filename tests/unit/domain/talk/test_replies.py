"""What a message says to a question and to the guess shown with it, and what is left of it after the yes or no."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.domain.talk.replies import Meant, Reply, asks_for_faults, begins_with_yes, reply_to, same_words

GUESS = "Only admins can export."


def rows(table: str) -> list[str]:
    return [row.strip() for line in table.strip().split("\n") for row in line.split("|")]


PLAIN_YES = """
    y | Y | yes | Yes. | YES!! | yess | yep | yeah | yea | yup | ya | aye | ja | oui | sure | sure thing | ok | okay
    okey | k | of course | certainly | definitely | absolutely | indeed | yes please | yes pls | yes plz 🙏 | ok thx
    yes, thanks | please do | go ahead | do it | sounds good | that sounds good | 👍 | 👍👍 | ✅ | yes 👍 | yes I do
    yes we do | yes it is | yes, it does | yes they can | right
    correct | fine | yeah sure | yes yes | oh yes | well, yes
    yes of course | i think so | i guess so | I'd say so | probably yes | yeah why not | by all means | exactly
    precisely | true | that's true | agreed | I agree | makes sense | good idea | yes definitly | absolutly
"""
THE_GUESS = """
    your guess is fine | your guess is right | your guess is good | Your guess. | as you say | as you said
    as you guessed | what you said | like you said
    as you suggest | sounds right | sounds about right | that sounds right
    go with that | go with your guess | let's go with that | lets go with your suggestion | that's it | thats it exactly
    yes that's right | yes thats it | yes sounds good | yes, exactly that | that is correct | that's fine | that works
    works for me | fine by me | fine with me | ok for me
    ok with me | I'm fine with that | im ok with that | keep it like that
    keep that | leave it like that | leave it as it is | your assumption is correct | your assumption holds
    your suggestion is fine | your proposal works | I'd go with your proposal | take your guess | use your guess
    accept your guess | you're right | youre right | you are right | you guessed right | you got it | spot on | bingo
    nailed it | just as you wrote | exactly as you wrote
    I agree with that | agree with your guess | agreed, go with that
    same as you | what you wrote is fine | yep, as proposed
    as proposed | as suggested please | yes your guess is fine 👍
    the guess is fine | the guess is correct | guess is ok | confirmed | confirm | correct, thats it | ok lets do that
    do that | yes do it like that | yes, that one | good guess | your gess is fine | your sugestion is fine thx
"""
BARE_NO = """
    n | no | No. | NO! | nope | nah | nein
    no thanks | no thx | no please | no pls | please no | please don't | plz dont
    not now | not yet | not really | not quite | don't | do not | better not | rather not | cancel | never mind | nvm
    nooo | 👎 | ❌ | no it isn't | no it doesn't | no they can't | no we don't | certainly not | absolutely not
    of course not | definitely not | that's wrong | thats not right
    that is incorrect | wrong | wrong guess | incorrect
    your guess is wrong | I disagree | I don't agree | I don't think so
    no, thats wrong | no way | not at all | no thats not it
    that's not it | not that | no not that | i dont want that
"""
HANDED_OVER = """
    whatever | whatever you think | whatever you think is best | Whatever you like. | up to you | it's up to you
    don't know, take your guess | not sure, go with your guess
    its totally up to you | you decide | you choose | you pick | your call | your choice | no preference
    I have no preference | no strong preference | no strong opinion
    no opinion | I don't care | i dont mind | I don't really mind
    doesn't matter | it doesn't matter to me | either
    either is fine | either way is fine | both are fine | any of them
    as you like | as you wish | as you see fit | as you prefer | do what you think is best | do as you think best
    I trust you | I leave it to you | I leave that to you | i'll leave it up to you | you know best | you tell me
    surprise me | whichever you prefer | whichever
    whatever works | your decision | hmm, up to you I guess | you decide pls 🙂
"""
NOT_KNOWN = """
    I don't know | dont know | idk | dunno | no idea
    no clue | not sure | I'm not sure | im not sure yet | unsure | tbd
    later | ask me later | hard to say | can't say | cant say | no idea tbh | honestly no idea | I really don't know
    don't know yet, sorry | not known yet | nobody knows
    who knows | I have no idea 🤷 | can't tell | I cannot tell yet
"""
ASKED_BACK = """
    what do you mean? | what do you mean | why do you ask? | why do you ask | why? | what? | huh? | sorry? | pardon?
    come again? | how do you mean? | what does that mean? | what do you mean by risk zone? | I don't understand
    i dont understand the question | I don't get it | can you explain? | could you explain that please | explain please
    can you rephrase that? | please rephrase | say that again please | for example? | an example please
    can you give me an example? | give me an example | such as? | like what? | which one? | what is a risk zone?
    what's an FR? | what are my options? | what are the options | what would you recommend? | what do you suggest?
    what would you do? | why do you think so? | why do you think that? | does it matter? | does that matter?
    why is that important? | is that important?
    what are you asking? | what did you find in the code? | what is your guess?
    how so? | why is this relevant? | ???
"""
LEFT_OUT = "skip | skip this | skip it pls | pass | next question | lets skip this one | I'd rather skip this one"
SAID_NOTHING = """
    please | pls | plz 🙏 | hm | hmm | hmmm... | ... | 🙂 | thanks | thx | ty! | ok so | hello | well | uh | uhm | next
    continue | | ! | so | interesting | I see | got it
"""
ANSWERS = """
    yesterday | yes men | yes/no | yes/no flag on the account | yes or no | right click | right-click
    right to left text | right now it fails | fine grained roles
    fine-grained | ok button | OK is shown | correct amounts only
    exactly once delivery | exactly one admin | sure-fire
    absolutely positioned elements | true or false | true negatives
    no user may see it | no limit | no more than 5 | no one | none | nobody | nothing | no role needed | no changes
    no-op | no index today | not null | not found is fine | never | never more than once | wrong passwords are counted
    agreed terms are stored | whatever the user typed last wins | either the admin or the owner | either two or three
    both | any user | any
    up to 5 users | up to you 3 times | later versions only | I don't know the exact number, 40 or so
    you choose a colour and it is saved | your call centre
    as you type | what you see is what you get | that works offline
    keep the old one | leave requests | do that twice a day | managers and admins | skip duplicates | pass the token on
    go with nginx | go with the queue | confirm by mail | cancel within 14 days | next week | continue on error
    please use UTC | thanks to the cache it is fast | ok/cancel dialog | hm files | why-not analysis | what-if analysis
    What happens when the limit is reached? We stop the import. | How often? Twice a day. | same as today
    same as the invoices | k8s | n/a | y axis | false positives are fine
"""


@pytest.mark.parametrize("message", rows(PLAIN_YES))
def test_a_plain_yes_is_a_yes_to_the_question(message: str) -> None:
    assert reply_to(message) == Reply(Meant.YES)


@pytest.mark.parametrize("message", rows(PLAIN_YES))
def test_a_plain_yes_where_a_guess_is_shown_is_a_yes_to_the_guess(message: str) -> None:
    assert reply_to(message, guess=GUESS) == Reply(Meant.GUESS)


@pytest.mark.parametrize("message", rows(THE_GUESS))
def test_words_that_take_the_guess_are_a_yes_to_the_guess(message: str) -> None:
    assert reply_to(message, guess=GUESS) == Reply(Meant.GUESS)


@pytest.mark.parametrize("message", rows(BARE_NO))
@pytest.mark.parametrize("guess", ["", GUESS])
def test_a_no_is_a_no_also_with_a_please(message: str, guess: str) -> None:
    assert reply_to(message, guess=guess) == Reply(Meant.NO)


@pytest.mark.parametrize("message", rows(HANDED_OVER))
def test_no_preference_hands_the_decision_over(message: str) -> None:
    assert reply_to(message, guess=GUESS) == Reply(Meant.DELEGATED)


@pytest.mark.parametrize(
    "message", ["don't know, take your guess", "no idea - your guess is fine", "Dunno. Use your guess"]
)
def test_not_knowing_and_taking_the_guess_leaves_it_to_the_table(message: str) -> None:
    assert reply_to(message, guess=GUESS) == Reply(Meant.DELEGATED)
    assert reply_to(message) == Reply(Meant.UNKNOWN), "where none is shown there is nothing to take"


@pytest.mark.parametrize("message", rows(NOT_KNOWN))
def test_not_knowing_is_heard(message: str) -> None:
    assert reply_to(message, guess=GUESS) == Reply(Meant.UNKNOWN)


@pytest.mark.parametrize("message", rows(ASKED_BACK))
def test_asking_back_is_no_answer(message: str) -> None:
    assert reply_to(message, guess=GUESS) == Reply(Meant.ASKS_BACK)


@pytest.mark.parametrize("message", rows(LEFT_OUT))
def test_a_question_can_be_left_out(message: str) -> None:
    assert reply_to(message, guess=GUESS) == Reply(Meant.PASSED)


@pytest.mark.parametrize("message", rows(SAID_NOTHING))
@pytest.mark.parametrize("guess", ["", GUESS])
def test_a_message_that_says_nothing_is_neither_yes_nor_no(message: str, guess: str) -> None:
    assert reply_to(message, guess=guess) == Reply(Meant.NOTHING)


@pytest.mark.parametrize("message", rows(ANSWERS))
@pytest.mark.parametrize("guess", ["", GUESS])
def test_an_answer_that_only_looks_like_a_reply_stays_an_answer(message: str, guess: str) -> None:
    assert reply_to(message, guess=guess) == Reply(Meant.ANSWER, message.strip())


@pytest.mark.parametrize(
    ("message", "meant", "rest"),
    [
        ("Yes, and also log every export", Meant.YES_AND_MORE, "log every export"),
        ("yes and also managers", Meant.YES_AND_MORE, "managers"),
        ("yes, managers too", Meant.YES_AND_MORE, "managers too"),
        ("Yes. Plus auditors, read only.", Meant.YES_AND_MORE, "auditors, read only."),
        ("yep – they get a mail as well", Meant.YES_AND_MORE, "they get a mail as well"),
        ("yeah and we log it", Meant.YES_AND_MORE, "we log it"),
        ("sure, log it too", Meant.YES_AND_MORE, "log it too"),
        ("Right, and they get a mail", Meant.YES_AND_MORE, "they get a mail"),
        ("correct. Auditors may read.", Meant.YES_AND_MORE, "Auditors may read."),
        ("that's right, and the owner as well", Meant.YES_AND_MORE, "the owner as well"),
        ("your guess is fine, and the owner too", Meant.YES_AND_MORE, "the owner too"),
        ("Yes for that one. The other is a manager.", Meant.YES_AND_MORE, "for that one. The other is a manager."),
        ("yes admins and owners", Meant.YES_AND_MORE, "admins and owners"),
        ("yes\nand log it", Meant.YES_AND_MORE, "log it"),
        ("👍 and log it", Meant.YES_AND_MORE, "log it"),
        ("yes but not on weekends", Meant.YES_BUT, "not on weekends"),
        ("Yes, but only their own data", Meant.YES_BUT, "only their own data"),
        ("Yes, except for the monthly report", Meant.YES_BUT, "except for the monthly report"),
        ("yes, unless it is archived", Meant.YES_BUT, "unless it is archived"),
        ("sure, as long as it is logged", Meant.YES_BUT, "as long as it is logged"),
        ("ok, if it stays fast", Meant.YES_BUT, "if it stays fast"),
        ("yes, only managers are missing", Meant.YES_BUT, "only managers are missing"),
        ("correct, however the owner may too", Meant.YES_BUT, "however the owner may too"),
        ("your guess is fine but add owners", Meant.YES_BUT, "add owners"),
        ("yes, though it's not just admins", Meant.YES_BUT, "though it's not just admins"),
        ("No, managers can too", Meant.NO_AND_MORE, "managers can too"),
        ("no. Everybody can.", Meant.NO_AND_MORE, "Everybody can."),
        ("nope we let everybody export", Meant.NO_AND_MORE, "we let everybody export"),
        ("no it's managers", Meant.NO_AND_MORE, "it's managers"),
        ("no only the owner", Meant.NO_AND_MORE, "only the owner"),
        ("nah, too strict", Meant.NO_AND_MORE, "too strict"),
        ("wrong, it's the owner", Meant.NO_AND_MORE, "it's the owner"),
        ("not quite: managers as well", Meant.NO_AND_MORE, "managers as well"),
        ("No please, managers too", Meant.NO_AND_MORE, "managers too"),
        ("That's wrong. Managers can.", Meant.NO_AND_MORE, "Managers can."),
    ],
)
def test_what_follows_a_yes_or_no_is_given_as_the_rest(message: str, meant: Meant, rest: str) -> None:
    assert reply_to(message, guess=GUESS) == Reply(meant, rest)


@pytest.mark.parametrize(
    ("message", "guess", "asked", "meant"),
    [
        ("Yes, guests can export their own data", "No, guests cannot export.", "", Meant.AGAINST),
        ("yes guests too", "No. Guests cannot export.", "", Meant.AGAINST),
        ("yeah, they can", "No, only admins.", "May guests export?", Meant.AGAINST),
        ("Yes, they have to log in again", "Nothing changes for them.", "Will users notice anything?", Meant.AGAINST),
        ("yes", "No, guests cannot export.", "", Meant.UNCLEAR),
        ("yep", "Guests can not export.", "May guests export?", Meant.UNCLEAR),
        ("sure", "No, guests cannot export.", "", Meant.UNCLEAR),
        ("no", "No, guests cannot export.", "", Meant.UNCLEAR),
        ("yes", "Guests can not export.", "Who may export?", Meant.GUESS),
        ("yes", "Yes, guests can export.", "", Meant.GUESS),
        ("no", "Yes, guests can export.", "", Meant.NO),
        ("Yes, guests can export", "Yes, guests can export.", "", Meant.GUESS),
        ("no, guests cannot export", "No, guests cannot export.", "", Meant.GUESS),
        ("guests cannot export", "No, guests cannot export.", "", Meant.GUESS),
        ("Yes, correct", "No, guests cannot export.", "", Meant.UNCLEAR),
        ("your guess is right", "No, guests cannot export.", "", Meant.GUESS),
        ("yes, your guess is right", "No, guests cannot export.", "", Meant.GUESS),
        ("that's right", "No, guests cannot export.", "", Meant.GUESS),
        ("exactly", "No, guests cannot export.", "", Meant.GUESS),
        ("no, that's right", "No, guests cannot export.", "", Meant.UNCLEAR),
        ("yes and no", "Only admins can export.", "", Meant.UNCLEAR),
        ("yes?", "Only admins can export.", "", Meant.UNCLEAR),
        ("No, and nobody else either", "No, guests cannot export.", "", Meant.UNCLEAR),
    ],
)
def test_a_yes_to_the_question_is_told_from_a_yes_to_the_guess(
    message: str, guess: str, asked: str, meant: Meant
) -> None:
    assert reply_to(message, guess=guess, asked=asked).meant is meant


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Only admins can export.", "only admins can export", True),
        ("Yes, only admins can export.", "Only admins can export", True),
        ("No – guests “cannot” export", 'guests "cannot" export', True),
        ("Only admins can export", "Only admins can import", False),
        ("Yes", "No", False),
        ("", "", False),
        ("Nobody exports", "body exports", False),
    ],
)
def test_a_guess_is_the_same_whatever_its_case_and_opening(one: str, other: str, same: bool) -> None:
    assert same_words(one, other) is same


@pytest.mark.parametrize(
    "message",
    rows("yes | Yes, and log it | Yes for that one. The other is wrong. | right, but weekly | ok. Then mail it"),
)
def test_a_message_begins_with_yes(message: str) -> None:
    assert begins_with_yes(message)


@pytest.mark.parametrize(
    "message",
    rows("no | It does not matter to us | They can export | right click | yesterday | yes or no | | id | no, yes"),
)
def test_a_message_does_not_begin_with_yes(message: str) -> None:
    assert not begins_with_yes(message)


@given(st.text(), st.text(), st.text())
def test_any_message_gets_a_reply(message: str, guess: str, asked: str) -> None:
    reply = reply_to(message, guess=guess, asked=asked)
    assert reply.meant in Meant
    assert reply.rest in message


@given(
    st.sampled_from([row for row in rows(PLAIN_YES) + rows(BARE_NO) if row]), st.sampled_from(["invoices", "42", "$"])
)
def test_one_word_of_content_is_never_lost_in_a_yes_or_no(message: str, content: str) -> None:
    for spoken in (f"{content} {message}", f"{message} {content}", f"{message}, {content}"):
        reply = reply_to(spoken, guess=GUESS)
        assert reply.meant in (Meant.ANSWER, Meant.YES_AND_MORE, Meant.YES_BUT, Meant.NO_AND_MORE), spoken
        assert content in reply.rest


@pytest.mark.parametrize(
    ("asked", "guess", "says"),
    [
        (
            "Should our support people get a copy of the mail?",
            "Support learns of it from the past-due page.",
            "yes they should",
        ),
        (
            "Does the mail about a refused card change too?",
            "It stays as it is.",
            "Yes, it should say which card was refused",
        ),
        ("Do expired cards block the login?", "The login goes on as before.", "yes"),
    ],
)
def test_a_yes_to_the_question_is_not_taken_for_one_to_a_guess_that_says_something_else(
    asked: str, guess: str, says: str
) -> None:
    assert reply_to(says, guess=guess, asked=asked).meant in (Meant.AGAINST, Meant.UNCLEAR)


@pytest.mark.parametrize(
    ("asked", "faults"),
    [
        ("Is anything wrong or missing here?", True),
        ("Would you change any of these?", True),
        ("Do these hold?", False),
        ("Is that right, or is something missing?", False),
        ("What is missing?", False),
    ],
)
def test_a_yes_to_what_is_wrong_confirms_nothing(asked: str, faults: bool) -> None:
    assert asks_for_faults(asked) is faults
