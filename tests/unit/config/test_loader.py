"""Settings: the project's over the user's, never what only the user may say, and what does not fit is named."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roundtable_tui.config.loader import FILE_NAME, Level, load_settings, user_folder
from roundtable_tui.config.model import all_settings
from roundtable_tui.domain.journal.events import ItemCreated
from roundtable_tui.items.open_item import NewItem, open_item
from roundtable_tui.items.project import open_with_settings

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.config.loader import Loaded


def loaded(tmp_path: Path, user: str = "", project: str = "") -> Loaded:
    """The settings of these two files; one without text is not there."""
    folder = user_folder()
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in ((folder / FILE_NAME, user), (tmp_path / FILE_NAME, project)):
        if text:
            file.write_text(text)
    return load_settings(tmp_path / FILE_NAME)


def test_without_files_everything_is_as_by_default(tmp_path: Path) -> None:
    found = loaded(tmp_path)
    assert [one.of(found.settings) for one in all_settings()] == [one.default for one in all_settings()]
    assert (found.warnings, found.origin("theme").level) == ((), Level.DEFAULT)


def test_the_project_wins_over_the_user_setting_by_setting(tmp_path: Path) -> None:
    found = loaded(tmp_path, "depth: deep\nelaboration:\n  turns: 5\ntier: epic\n", "# ours\n\ndepth: brief\n")
    settings = found.settings
    assert (settings.depth, settings.tier, settings.elaboration.turns) == ("brief", "epic", 5)
    assert str(found.origin("depth")) == f"{tmp_path / FILE_NAME}, line 3"
    assert str(found.origin("elaboration.turns")).endswith(f"{FILE_NAME}, line 3")
    assert found.said[Level.USER]["depth"] == "deep"


def test_the_environment_wins_over_both_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDTABLE_ELABORATION_TURNS", "7")
    monkeypatch.setenv("ROUNDTABLE_DEPTH", "")
    monkeypatch.setenv("ROUNDTABLE_TIER", "huge")
    found = loaded(tmp_path, "depth: deep\n", "elaboration: {turns: 4}\n")
    assert (found.settings.elaboration.turns, found.settings.depth, found.settings.tier) == (7, "deep", "standard")
    assert found.origin("elaboration.turns").place == "ROUNDTABLE_ELABORATION_TURNS"
    (warning,) = found.warnings
    assert warning.startswith("The environment variable ROUNDTABLE_TIER: 'tier' does not fit (")


@pytest.mark.parametrize("name", [one.name for one in all_settings() if one.user_only])
def test_a_project_cannot_set_what_only_the_user_may(tmp_path: Path, name: str) -> None:
    section, _, last = name.rpartition(".")
    written = f"{name}: {{menu.continue: f9}}" if name == "keys" else f"{last}: rm"
    for above in reversed(section.split(".") if section else []):
        written = f"{above}: {{{written}}}"
    found = loaded(tmp_path, project=f"depth: deep\n{written}\n")
    assert found.settings.depth == "deep"
    assert found.origin(name).level is Level.DEFAULT
    (warning,) = found.warnings
    assert f"{FILE_NAME}, line 2: a project cannot set '{name}', only you can" in warning


def test_editor_keys_theme_and_everything_about_the_model_are_the_users_alone() -> None:
    """SPEC: a project sets no base URL, key, command, editor or trust."""
    yours = {one.name for one in all_settings() if one.user_only}
    assert yours >= {"editor", "keys", "theme"}
    assert yours >= {one.name for one in all_settings() if one.name.startswith("claude.")}


@pytest.mark.parametrize(
    ("written", "warning"),
    [
        ("keys: f9", "line 2: 'keys' does not fit ("),
        ("keys:\n  menu.continue: [w, f9]", "line 2: 'keys' does not fit ("),
        ("tier: huge", "line 2: 'tier' does not fit (it should be 'trivial', 'light', 'standard' or 'epic')"),
        ("share_record: maybe", "line 2: 'share_record' does not fit ("),
        ("elaboration:\n  turns: 2", "line 3: 'elaboration.turns' does not fit ("),
        ("elaboration:\n  # a note\n  speed: 2", "line 4: there is no setting 'elaboration.speed'; it is ignored."),
        ("elaboration: 5", "line 2: 'elaboration' holds settings of its own, not a value; it is ignored."),
        ("requirements: ../elsewhere", "line 2: 'requirements' does not fit ('../elsewhere' leads out of its folder)"),
        ('"base_url": http://x', "line 2: there is no setting 'base_url'; it is ignored."),
    ],
)
def test_what_does_not_fit_is_named_with_file_line_and_key_and_left_out(
    tmp_path: Path, written: str, warning: str
) -> None:
    found = loaded(tmp_path, f"depth: deep\n{written}\n")
    assert found.settings.depth == "deep"
    (said,) = found.warnings
    assert f"{FILE_NAME}, {warning}" in said
    assert set(found.origins) == {"depth"}


def test_a_key_written_as_a_number_is_passed_on_for_the_screen_to_judge(tmp_path: Path) -> None:
    assert loaded(tmp_path, "keys:\n  menu.continue: 5\n").settings.keys == {"menu.continue": "5"}


def test_a_setting_without_a_value_is_not_set(tmp_path: Path) -> None:
    found = loaded(tmp_path, "theme:\nelaboration:\nkeys: ~\n")
    assert (found.warnings, dict(found.origins)) == ((), {})


@pytest.mark.parametrize("text", ["- a\n- b\n", "depth: [\n", "a: 1\na: 2\n"])
def test_a_file_that_cannot_be_read_is_named_and_left_out(tmp_path: Path, text: str) -> None:
    found = loaded(tmp_path, project=text)
    (warning,) = found.warnings
    assert str(tmp_path / FILE_NAME) in warning
    assert found.origins == {}


def test_every_setting_says_what_it_means() -> None:
    assert all(one.meaning.endswith(".") for one in all_settings())


def test_a_new_item_gets_the_usual_tier_unless_somebody_says_otherwise(tmp_path: Path) -> None:
    user_folder().mkdir(parents=True, exist_ok=True)
    (user_folder() / FILE_NAME).write_text("tier: light\n")
    project, _, _ = open_with_settings(tmp_path)
    tiers = []
    for slug, asked in (("usual", ""), ("asked", "epic")):
        opened = open_item(project, slug, NewItem(slug, tier=asked))
        opened.release()
        tiers += [event.body.tier for event in opened.events if isinstance(event.body, ItemCreated)]
    assert tiers == ["light", "epic"]


@pytest.mark.parametrize(
    ("settings", "asked", "mode"),
    [
        ("", "", "conversation"),
        ("", "guided", "guided"),
        ("mode: guided\n", "", "guided"),
        ("mode: guided\n", "conversation", "conversation"),
    ],
)
def test_a_new_item_is_a_conversation_unless_flag_or_setting_says_otherwise(
    tmp_path: Path, settings: str, asked: str, mode: str
) -> None:
    user_folder().mkdir(parents=True, exist_ok=True)
    (user_folder() / FILE_NAME).write_text(settings)
    project, _, _ = open_with_settings(tmp_path)
    opened = open_item(project, "pay-later", NewItem("Pay later", mode=asked))
    opened.release()
    assert [event.body.mode for event in opened.events if isinstance(event.body, ItemCreated)] == [mode]


def test_a_folder_with_only_a_draft_begins_in_the_usual_mode_and_a_guest_is_guided_as_before(tmp_path: Path) -> None:
    project, _, _ = open_with_settings(tmp_path)
    for slug, name, text in (("drafted", "draft.md", "# Pay later"), ("guest", "meta.json", "{}")):
        folder = project.paths.item_folder(slug)
        folder.mkdir(parents=True)
        (folder / name).write_text(text)
    modes = []
    for slug in ("drafted", "guest"):
        opened = open_item(project, slug)
        opened.release()
        modes += [event.body.mode for event in opened.events if isinstance(event.body, ItemCreated)]
    assert modes == ["conversation", "guided"]
