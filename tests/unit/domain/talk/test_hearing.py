"""Whether what people type at the table is understood, measured on the labelled messages in tests/data."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.domain.talk.command_lines import CommandForm, Line, Takes
from roundtable_tui.domain.talk.hearing import Heard, Meaning, Place, Setting, hear

NAMES = ("Maya", "Alex", "Jordan")
COMMANDS = (
    *(
        CommandForm(name)
        for name in ("help", "continue", "elaborate", "skip", "undo", "redo", "steps", "voice", "retry")
    ),
    CommandForm("depth", Takes.CHOICE, ("brief", "standard", "deep")),
    CommandForm("reopen", Takes.WORD),
)
HARMLESS = {
    "content", "nothing", "amend", "unclear", "asks-back", "unknown", "delegated", "yes-but", "yes-and-more", "against",
    "no-and-more", "/?", "show",
}  # fmt: skip
"""Meanings after which the words still count as words: nothing is done or confirmed by them."""


@dataclass(frozen=True)
class Message:
    at: str
    means: str
    says: str
    asked: str = ""
    guess: str = ""
    unseen: bool = False

    @property
    def heard(self) -> str:
        setting = Setting(Place(self.at), COMMANDS, NAMES, asked=self.asked, guess=self.guess)
        return _label(hear(self.says, setting))

    @property
    def wrongly_acted_on(self) -> bool:
        heard = self.heard
        return heard != self.means and heard not in HARMLESS and not heard.startswith("to ")


def _label(heard: Heard) -> str:
    if heard.command:
        return f"/{heard.command.name}" if heard.command.line is Line.COMMAND else "/?"
    if heard.to:
        return "to all" if heard.to == NAMES else f"to {' '.join(heard.to).lower()}"
    return {"passed": "pass"}.get(heard.meaning, heard.meaning.replace(" ", "-"))


def _messages() -> list[Message]:
    file = Path(__file__).parents[3] / "data" / "talk_messages.yaml"
    return [Message(**row) for row in yaml.safe_load(file.read_text(encoding="utf-8"))]


MESSAGES = _messages()
TUNED, HELD_OUT = MESSAGES[::2], MESSAGES[1::2]
UNSEEN = [message for message in MESSAGES if message.unseen]


def understood(messages: list[Message]) -> float:
    return sum(message.heard == message.means for message in messages) / len(messages)


def test_the_list_is_long_enough_to_say_something() -> None:
    assert len(MESSAGES) >= 320
    assert {message.at for message in MESSAGES} == set(Place)


def test_no_message_is_wrongly_taken_as_a_command() -> None:
    wrong = [
        (message.at, message.says, message.means, message.heard) for message in MESSAGES if message.wrongly_acted_on
    ]
    assert not wrong


@pytest.mark.parametrize("messages", [MESSAGES, TUNED, HELD_OUT, UNSEEN], ids=["all", "tuned", "held out", "unseen"])
def test_most_messages_are_understood(messages: list[Message]) -> None:
    missed = [(one.at, one.says, one.means, one.heard) for one in messages if one.heard != one.means]
    assert understood(messages) >= 0.92, missed


SENTENCES = yaml.safe_load((Path(__file__).parents[3] / "data" / "requirement_sentences.yaml").read_text("utf-8"))


@pytest.mark.parametrize("place", [Place.MENU, Place.QUESTION, Place.ELABORATION])
def test_a_requirement_is_never_anything_but_content(place: Place) -> None:
    heard = {row["text"]: hear(row["text"], Setting(place, COMMANDS, NAMES)) for row in SENTENCES}
    assert not {text: said for text, said in heard.items() if said != Heard(Meaning.CONTENT, text)}


@given(st.text(), st.sampled_from(Place), st.text())
def test_any_message_means_something_anywhere(message: str, place: Place, guess: str) -> None:
    heard = hear(message, Setting(place, COMMANDS, NAMES, guess=guess))
    assert heard.meaning in Meaning
    assert set(heard.to) <= set(NAMES)


@pytest.mark.parametrize("place", Place)
@pytest.mark.parametrize("part", ["ok ", "hm, ", "yes and ", "alex, ", "what is ", "done\n", "a/"])
def test_a_very_long_message_is_heard_too(part: str, place: Place) -> None:
    assert hear(part * 2000, Setting(place, COMMANDS, NAMES)).meaning in (
        Meaning.CONTENT,
        Meaning.AMEND,
        Meaning.UNCLEAR,
        Meaning.YES_AND_MORE,
    )


@pytest.mark.parametrize(
    ("message", "asked", "heard"),
    [
        ("yes, Alex", "How long?", Heard(Meaning.GUESS)),
        ("no, Maya", "How long?", Heard(Meaning.NO)),
        ("Maya, no", "How long?", Heard(Meaning.NO)),
        ("no, Maya", "Who signs?", Heard(Meaning.NO_AND_MORE, "Maya")),
        ("yes, Alex knows it", "How long?", Heard(Meaning.YES_AND_MORE, "Alex knows it")),
    ],
)
def test_a_name_beside_a_yes_or_no_says_no_more(message: str, asked: str, heard: Heard) -> None:
    assert hear(message, Setting(Place.QUESTION, COMMANDS, NAMES, asked=asked, guess="Thirty days")) == heard


@pytest.mark.parametrize(
    ("message", "asked", "meaning"),
    [
        ("yes skip it", "Skip the rest of this phase? [y/N]", Meaning.YES),
        ("ok stop", "Go on, or stop?", Meaning.UNCLEAR),
        ("ok, steps", "The steps wait. Go ahead? (y/N)", Meaning.UNCLEAR),
    ],
)
def test_a_decision_is_made_in_the_words_of_the_one_way_it_names(message: str, asked: str, meaning: Meaning) -> None:
    assert hear(message, Setting(Place.DECISION, COMMANDS, NAMES, asked=asked)).meaning is meaning
