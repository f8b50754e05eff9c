"""Whose words are whose, wherever the stream is cut."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.domain.knowledge.knowledge import Persona
from roundtable_tui.voices.model.turn.attribution import Attribution, Piece

MAYA = Persona("maya", "Maya Chen", "Business Analyst")
ALEX = Persona("alex", "Alex Rivera", "Architect")
OTHER_ALEX = Persona("alex-2", "Alex Okafor", "Security Engineer")
SCRAPS = st.sampled_from(
    [
        "Maya",
        "Maya Chen",
        "Alex",
        ":",
        ": ",
        "**",
        "\n",
        "\n\n",
        " ",
        "    ",
        "so",
        "User:",
        "[turn 3] ",
        "user:",
        "You",
        "```",
        "~~~",
        "\t",
        "–",
    ]
)
TEXTS = st.one_of(st.lists(SCRAPS, max_size=12).map("".join), st.text(alphabet="Maya:*\n `ü", max_size=40))


def pieces_of(*chunks: str, seated: tuple[Persona, ...] = (MAYA, ALEX)) -> tuple[list[Piece], Attribution]:
    attribution = Attribution(seated, MAYA.key)
    pieces = [piece for chunk in chunks for piece in attribution.take(chunk)]
    return [*pieces, *attribution.finish()], attribution


def parts_of(*chunks: str, seated: tuple[Persona, ...] = (MAYA, ALEX)) -> list[tuple[str, str]]:
    """Speaker and words of each part, put together again."""
    parts: list[tuple[str, str]] = []
    for piece in pieces_of(*chunks, seated=seated)[0]:
        if piece.opens:
            parts.append((piece.speaker, piece.text))
        else:
            parts[-1] = (parts[-1][0], parts[-1][1] + piece.text)
    return parts


LABELS = [
    "Alex:",
    "**Alex:**",
    "**Alex**:",
    "*Alex:*",
    "__Alex:__",
    "  Alex:",
    "Alex Rivera:",
    "**Alex Rivera:**",
    "Alex Rivera (Architect):",
    "[turn 12] Alex:",
]


@pytest.mark.parametrize("label", LABELS)
@pytest.mark.parametrize("after", [" ", "\n", "\n\n"])
def test_a_line_that_opens_with_a_seated_name_is_theirs(label: str, after: str) -> None:
    assert parts_of(f"Why?\n\n{label}{after}It depends.") == [("maya", "Why?"), ("alex", "It depends.")]


@pytest.mark.parametrize(
    "line",
    [
        "alex: small",
        "ALEX: loud",
        "Jordan: not seated",
        "Alexander: another",
        "Ask Alex: he knows",
        "- Alex: a list",
        "    Alex: code",
        "Alex:nospace",
        "Alex, what do you say?",
        "Users: everybody",
        "Your: what",
        "[turn 3] was long",
        "[turn three] Alex: no mark",
    ],
)
def test_any_other_line_goes_on(line: str) -> None:
    assert parts_of(f"Why?\n{line}") == [("maya", f"Why?\n{line}")]


def test_the_first_words_belong_to_who_was_asked() -> None:
    assert parts_of("What hurts?") == [("maya", "What hurts?")]


def test_the_same_speaker_may_begin_again() -> None:
    assert parts_of("Maya: One.\nMaya: Two.") == [("maya", "One."), ("maya", "Two.")]


def test_a_name_without_words_begins_nothing() -> None:
    assert parts_of("Maya:\nAlex: Hello.\nMaya:") == [("alex", "Hello.")]


def test_a_first_name_that_two_share_means_neither() -> None:
    seated = (MAYA, ALEX, OTHER_ALEX)
    assert parts_of("Alex: who?\nAlex Okafor: I.", seated=seated) == [("maya", "Alex: who?"), ("alex-2", "I.")]


@pytest.mark.parametrize("label", ["User:", "**User:**", "You:", "Human:", "user:", "[turn 7] user:"])
def test_the_turn_ends_where_the_voice_writes_the_users_part(label: str) -> None:
    text = f"Maya: Why?\n\n{label} Because.\nMaya: I see."
    pieces, attribution = pieces_of(text)
    assert [piece.text for piece in pieces] == ["Why?"]
    assert attribution.ended
    assert attribution.take("more") == []


def test_names_inside_code_are_just_names() -> None:
    text = "Maya: As JSON:\n```yaml\nUser: clerk\nAlex: boss\n```\nAlex: Fine."
    assert parts_of(text) == [("maya", "As JSON:\n```yaml\nUser: clerk\nAlex: boss\n```"), ("alex", "Fine.")]


def test_control_sequences_are_taken_out_even_where_a_chunk_cuts_them() -> None:
    assert parts_of("red \x1b[3", "1malert\x1b", "[0m\r", "\nAlex: ok\x07") == [("maya", "red alert"), ("alex", "ok")]


def test_words_are_passed_on_as_soon_as_no_name_can_come_of_them() -> None:
    attribution = Attribution((MAYA, ALEX), MAYA.key)
    shown = ["".join(piece.text for piece in attribution.take(chunk)) for chunk in ("Al", "l good", " so", " far.")]
    assert shown == ["", "All good", " so", " far."]


@given(TEXTS, st.data())
def test_where_the_chunks_end_makes_no_difference(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=8)))
    chunks = [text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    assert parts_of(*chunks) == parts_of(text) == parts_of(*text)


@given(TEXTS)
def test_no_character_is_lost_or_repeated(text: str) -> None:
    pieces, attribution = pieces_of(text)
    told = "".join(piece.label + piece.text for piece in pieces)
    assert text.startswith(told)
    rest = text[len(told) :]
    if attribution.ended:
        rest = rest[: min(at for name in ("User", "You", "Human") if (at := rest.find(name)) >= 0)]
    assert parts_of(rest.rstrip("* ")) == []
