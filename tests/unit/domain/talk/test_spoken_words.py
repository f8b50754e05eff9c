"""How a message is heard whatever way it is typed, and that no word of its own is taken for another."""

from __future__ import annotations

import gc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.domain.talk import hearing
from roundtable_tui.domain.talk.ordinary_words import ORDINARY
from roundtable_tui.domain.talk.spoken_words import Vocabulary, each, is_slip_of, phrases, spoken, words_of

VOCABULARY = Vocabulary({**each("deep", "go deeper, thorough"), **each("stop", "I'm finished")}, phrases("ok, can we"))


def every_vocabulary() -> list[Vocabulary[object]]:
    assert hearing.Place.MENU
    return [one for one in gc.get_objects() if isinstance(one, Vocabulary)]


@pytest.mark.parametrize(
    ("message", "meant"),
    [
        ("go deeper", "deep"),
        ("Go DEEPER!!!", "deep"),
        ("go deeper...", "deep"),
        ("go deeper 🙂🙏", "deep"),
        ("go deeper :-)", "deep"),
        ("go deeper pls", "deep"),
        ("ok can we go deeper plz thx", "deep"),
        ("goo deeper", None),
        ("go deeeeper", "deep"),
        ("go deepr", "deep"),
        ("go deepre", "deep"),
        ("thourough", "deep"),
        ("thurough pleese", "deep"),
        ("im finished", "stop"),
        ("I’m finished", "stop"),
        ("I am finished", "stop"),
        ("im finsihed thx", "stop"),
        ("through", None),
        ("go dipper", None),
        ("gp deeper", None),
        ("go deeper into the logs", None),
        ("go/deeper", None),
        ("", None),
    ],
)
def test_the_way_of_typing_does_not_matter(message: str, meant: str | None) -> None:
    assert VOCABULARY.only(message) == (frozenset({meant}) if meant else frozenset())


@pytest.mark.parametrize(
    ("word", "right", "slip"),
    [
        ("breif", "brief", True),
        ("brif", "brief", True),
        ("brieff", "brief", True),
        ("bricf", "brief", True),
        ("briefs", "brief", False),
        ("grief", "brief", False),
        ("formal", "normal", False),
        ("rbief", "brief", True),
        ("wrpa", "wrap", True),
        ("wrep", "wrap", False),
        ("brief", "brief", False),
        ("", "brief", False),
    ],
)
def test_one_slip_is_one_letter(word: str, right: str, slip: bool) -> None:
    assert is_slip_of(word, right) is slip


def test_a_pattern_stands_for_every_way_to_say_it() -> None:
    assert phrases("(it|all of it) is [very] good, [it's (fine|ok)]") == phrases(
        "it is good, it is very good, all of it is good, all of it is very good, it is fine, it is ok"
    )


def test_words_have_their_places_in_the_message() -> None:
    message = "Thx, im  done 🙂"
    assert [(word.text, message[word.start : word.end]) for word in spoken(message)] == [
        ("thanks", "Thx"),
        ("i", "im"),
        ("am", "im"),
        ("done", "done"),
    ]


def test_plain_words_keep_compounds_and_symbols_and_lose_emoji() -> None:
    assert words_of("Fine-tune it's /tmp 👍🏽!") == ("fine-tune", "its", "/", "tmp")


def test_no_command_word_is_heard_as_another() -> None:
    vocabularies = every_vocabulary()
    known = {word for one in vocabularies for phrase in one.phrases for word in phrase}
    wrong = {
        (word, heard)
        for one in vocabularies
        for word in known
        if (heard := one.heard([word])[0]) != word and one.of_words([heard])
    }
    assert {pair for pair in wrong if not pair[0].startswith(pair[1][:4])} == set()


def test_an_ordinary_word_is_itself() -> None:
    taken = {
        (word, heard) for one in every_vocabulary() for word in ORDINARY if (heard := one.heard([word])) != (word,)
    }
    assert taken == set()


@given(st.text())
def test_any_text_has_words(message: str) -> None:
    assert all(word.text for word in spoken(message))
    assert all(message[word.start : word.end].strip() for word in spoken(message))
