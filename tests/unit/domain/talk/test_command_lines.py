"""Which lines are slash commands, what Tab makes of them, and which only begin with a slash."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.domain.talk.command_lines import (
    CommandForm,
    CommandLine,
    Line,
    Takes,
    complete,
    completed,
    parse_command,
)

COMMANDS = (
    CommandForm("continue"),
    CommandForm("compact"),
    CommandForm("help"),
    CommandForm("skip"),
    CommandForm("depth", Takes.CHOICE, ("brief", "standard", "deep")),
    CommandForm("reopen", Takes.WORD),
    CommandForm("note", Takes.TEXT),
)


@pytest.mark.parametrize(
    ("message", "name", "argument"),
    [
        ("/help", "help", ""),
        ("  /HELP  ", "help", ""),
        ("/help.", "help", ""),
        ("/help pls", "help", ""),
        ("/help 🙂", "help", ""),
        ("/skip thx", "skip", ""),
        ("/depth", "depth", ""),
        ("/depth Brief", "depth", "brief"),
        ("/depth deep please", "depth", "deep"),
        ("/reopen 01-02", "reopen", "01-02"),
        ("/note the bank closes at 6 pm, ask Legal", "note", "the bank closes at 6 pm, ask Legal"),
    ],
)
def test_a_known_name_after_a_slash_is_a_command(message: str, name: str, argument: str) -> None:
    assert parse_command(message, COMMANDS) == CommandLine(Line.COMMAND, name, argument)


@pytest.mark.parametrize(
    ("message", "nearest"),
    [
        ("/hlep", "help"),
        ("/hel", "help"),
        ("/contiune", "continue"),
        ("/con", "continue"),
        ("/dept brief", "depth"),
        ("/co", ""),
        ("/foo", ""),
        ("/users", ""),
    ],
)
def test_an_unknown_command_is_told_which_one_is_nearest(message: str, nearest: str) -> None:
    line = parse_command(message, COMMANDS)
    assert line is not None
    assert (line.line, line.nearest) == (Line.UNKNOWN, nearest)


@pytest.mark.parametrize(
    "message",
    [
        "/path/like/this",
        "/etc/hosts is read",
        "/etc/hosts",
        "/api/v2/orders returns 404",
        "/users returns a list",
        "/login must redirect to the shop",
        "/help page should list every command",
        "/depth of the tree is limited to five",
        "// a comment",
        "/* also one */",
        "/",
        "see /help",
        "help",
        "`/help`",
        "/help\nand more",
        "/5",
        "",
    ],
)
def test_a_path_an_address_or_an_answer_is_none(message: str) -> None:
    assert parse_command(message, COMMANDS) is None


@pytest.mark.parametrize("message", ["/help me", "/continue to design", "/depth deepest", "/reopen 01-02 now"])
def test_a_command_with_something_it_does_not_take_is_asked_about(message: str) -> None:
    line = parse_command(message, COMMANDS)
    assert line is not None
    assert line.line is Line.MISUSED


@pytest.mark.parametrize(
    ("typed", "candidates", "line"),
    [
        ("/", tuple(f"/{one.name}" for one in COMMANDS), "/"),
        ("/co", ("/continue", "/compact"), "/co"),
        ("/con", ("/continue",), "/continue"),
        ("/CON", ("/continue",), "/continue"),
        ("/d", ("/depth",), "/depth "),
        ("/depth ", ("/depth brief", "/depth standard", "/depth deep"), "/depth "),
        ("/depth s", ("/depth standard",), "/depth standard"),
        ("/x", (), "/x"),
        ("/reopen ", (), "/reopen "),
        ("co", (), "co"),
        ("", (), ""),
    ],
)
def test_tab_completes_as_far_as_it_can(typed: str, candidates: tuple[str, ...], line: str) -> None:
    assert complete(typed, COMMANDS) == candidates
    assert completed(typed, COMMANDS) == line


@given(st.text(max_size=40))
def test_completing_keeps_what_was_typed(typed: str) -> None:
    assert completed(typed, COMMANDS).lower().startswith(typed.lower()) or not complete(typed, COMMANDS)
    parse_command(typed, COMMANDS)


@given(st.sampled_from(COMMANDS), st.integers(1, 20))
def test_every_candidate_is_a_command(form: CommandForm, length: int) -> None:
    for candidate in complete(f"/{form.name}"[:length], COMMANDS):
        line = parse_command(candidate, COMMANDS)
        assert line is not None
        assert line.line is Line.COMMAND
