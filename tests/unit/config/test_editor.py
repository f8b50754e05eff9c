"""A change to one setting leaves every other character of the file alone, or is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.config.editor import (
    SettingsFileError,
    with_setting,
    without_setting,
    write_setting,
)
from roundtable_tui.formats.yaml import line_of, read_yaml
from roundtable_tui.formats.yaml_layout import UnchangeableError

if TYPE_CHECKING:
    from pathlib import Path

DEPTH = ("depth",)
TURNS = ("elaboration", "turns")


@pytest.mark.parametrize(
    ("before", "path", "after"),
    [
        ("", DEPTH, "depth: deep\n"),
        ("# only a note\n", DEPTH, "# only a note\ndepth: deep\n"),
        ("tier: light", DEPTH, "tier: light\ndepth: deep\n"),
        ("depth: brief  # for now\ntier: light\n", DEPTH, "depth: deep  # for now\ntier: light\n"),
        ("depth:\ntier: light\n", DEPTH, "depth: deep\ntier: light\n"),
        ("depth:   # none yet\n", DEPTH, "depth: deep   # none yet\n"),
        ("'depth' : \"brief\"\n", DEPTH, "'depth' : deep\n"),
        ("depth: |\n  brief\ntier: light\n", DEPTH, "depth: deep\ntier: light\n"),
        ("tier: light\r\ndepth: brief\r\n", DEPTH, "tier: light\r\ndepth: deep\r\n"),
        ("\ufefftier: light\n", DEPTH, "\ufefftier: light\ndepth: deep\n"),
        ("  tier: light\n", DEPTH, "  tier: light\n  depth: deep\n"),
        ("{tier: light, depth: brief}\n", DEPTH, "{tier: light, depth: deep}\n"),
        ("{tier: light}  # short\n", DEPTH, "{tier: light, depth: deep}  # short\n"),
        ("elaboration:  # later\ntier: light\n", TURNS, "elaboration:  # later\n  turns: deep\ntier: light\n"),
        ("tier: light\n", TURNS, "tier: light\nelaboration:\n  turns: deep\n"),
        ("elaboration:\ntier: light\n", TURNS, "elaboration:\n  turns: deep\ntier: light\n"),
        ("elaboration: {turns: 3}\n", TURNS, "elaboration: {turns: deep}\n"),
        ("tier: light\n...\n", DEPTH, "tier: light\ndepth: deep\n...\n"),
        ("keys: {a: b}\n", DEPTH, "keys: {a: b}\ndepth: deep\n"),
        ("keys:\n    a: b  # mine\n\n# last\n", ("keys", "c"), "keys:\n    a: b  # mine\n    c: deep\n\n# last\n"),
        ("keys:\n  - a\n  - b\ndepth: brief\n", DEPTH, "keys:\n  - a\n  - b\ndepth: deep\n"),
    ],
)
def test_a_value_is_set_where_it_stands_or_below_its_brothers(before: str, path: tuple[str, ...], after: str) -> None:
    assert with_setting(before, path, "deep") == after


@pytest.mark.parametrize(
    ("before", "path", "after"),
    [
        ("depth: deep\n", DEPTH, ""),
        ("# why\ndepth: deep # so\n# then\ntier: light\n", DEPTH, "# why\n# then\ntier: light\n"),
        ("tier: light\ndepth: deep", DEPTH, "tier: light\n"),
        ("depth: >\n  deep\ntier: light\n", DEPTH, "tier: light\n"),
        ("tier: light\n", DEPTH, "tier: light\n"),
        ("elaboration:\n  turns: 4\ntier: light\n", TURNS, "elaboration:\ntier: light\n"),
        ("keys:\n  a: b\n  c: d\n", ("keys", "a"), "keys:\n  c: d\n"),
        ("{tier: light, depth: deep}\n", DEPTH, "{tier: light}\n"),
    ],
)
def test_taken_out_only_its_own_lines_go(before: str, path: tuple[str, ...], after: str) -> None:
    assert without_setting(before, path) == after


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("depth: [a, b]\n", DEPTH),
        ("depth:\n  a: b\n", DEPTH),
        ("- a\n", DEPTH),
        ("elaboration: 5\n", TURNS),
        ("tier: &depth light\nmode: *depth\n", ("tier",)),
    ],
)
def test_what_would_say_something_else_after_the_change_is_refused(text: str, path: tuple[str, ...]) -> None:
    with pytest.raises(UnchangeableError):
        with_setting(text, path, "deep")


def test_a_name_in_a_form_of_its_own_is_not_taken_out() -> None:
    with pytest.raises(UnchangeableError):
        without_setting("? depth\n: deep\n", DEPTH)


_names = st.sampled_from(["depth", "tier", "theme", "keys", "a b", "#"])
_signs = st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\ufeff\u2028\u2029")
_texts = st.text(_signs, max_size=12)


@given(st.dictionaries(_names, _texts, max_size=4), _names, _texts, st.sampled_from(["", "# note\n", "\n"]))
def test_whatever_is_set_reads_back_and_everything_else_stays(
    values: dict[str, str], name: str, value: str, above: str
) -> None:
    text = above
    for key, one in values.items():
        text = with_setting(text, (key,), one) if key != "#" else text
    if name == "#":
        return
    changed = with_setting(text, (name,), value)
    before = read_yaml(text) or {}
    assert isinstance(before, dict)
    assert read_yaml(changed) == {**before, name: value}
    taken_out = without_setting(changed, (name,))
    assert (read_yaml(taken_out) or {}) == {key: one for key, one in before.items() if key != name}


@given(st.text(st.sampled_from("ab:{}[]-,&*#'\"|> \n"), max_size=30))
def test_no_text_is_changed_into_one_that_says_something_else(text: str) -> None:
    try:
        changed = with_setting(text, DEPTH, "deep")
    except ValueError:
        return
    before = read_yaml(text) or {}
    assert isinstance(before, dict)
    after = read_yaml(changed)
    assert isinstance(after, dict)
    assert {name: value for name, value in after.items() if value is not None} == {
        **{name: value for name, value in before.items() if value is not None},
        "depth": "deep",
    }


def test_places_know_the_line_of_a_nested_name_and_not_of_one_like_it() -> None:
    assert line_of("# turns: 1\nother:\n  turns: 2\nelaboration:\n\n  turns: 3\n", ("elaboration", "turns")) == 6


def test_the_file_and_its_folder_are_made_when_they_are_not_there(tmp_path: Path) -> None:
    file = tmp_path / "new" / "config.yaml"
    write_setting(file, TURNS, "12")
    assert file.read_text() == "elaboration:\n  turns: 12\n"
    assert [path.name for path in file.parent.iterdir()] == ["config.yaml"]


def test_a_link_to_the_real_file_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "dotfiles.yaml", tmp_path / "config.yaml"
    real.write_text("depth: brief\n")
    link.symlink_to(real)
    write_setting(link, DEPTH, None)
    assert link.is_symlink()
    assert real.read_text() == ""


@pytest.mark.parametrize("data", [b"depth: [\n", b"\xff\xfe", b"depth: {a: b}\n"])
def test_a_file_that_cannot_be_changed_is_named_and_left_alone(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "config.yaml"
    file.write_bytes(data)
    with pytest.raises(SettingsFileError, match=r"config\.yaml"):
        write_setting(file, DEPTH, "deep")
    assert file.read_bytes() == data
