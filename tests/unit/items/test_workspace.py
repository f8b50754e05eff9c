"""What both doors open: how deep to ask, who speaks, and what they may be told when nobody can be asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import pytest

from roundtable_tui.config.claude import Claude
from roundtable_tui.config.model import Settings
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.items.voices import CLAUDE, OFFLINE, Voices
from roundtable_tui.items.workspace import BY_SIZE, Workspace
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.projects import project_in

if TYPE_CHECKING:
    from pathlib import Path


def with_own_files(root: Path) -> None:
    own = root / ".roundtable/topics/ours/topic.md"
    own.parent.mkdir(parents=True)
    own.write_text("Only our own project asks this?")


@pytest.mark.parametrize(
    ("asked", "usual", "depth"),
    [
        ("deep", "brief", Depth.DEEP),
        (None, "brief", Depth.BRIEF),
        (None, None, None),
        (BY_SIZE, "brief", None),
    ],
)
def test_what_is_asked_for_counts_before_the_settings_and_the_size_decides_where_neither_says(
    tmp_path: Path, asked: str | None, usual: Literal["brief"] | None, depth: Depth | None
) -> None:
    assert Workspace(project_in(tmp_path), Settings(depth=usual)).depth(asked) is depth


@pytest.mark.parametrize(("voice", "is_left_out"), [(CLAUDE, True), (OFFLINE, False)])
def test_where_nobody_can_be_asked_a_model_goes_without_what_is_not_trusted(
    tmp_path: Path, voice: str, is_left_out: bool
) -> None:
    with_own_files(tmp_path)
    project = project_in(tmp_path)
    workspace = Workspace(project, Settings(), voices=Voices({voice: OfflineVoice}))
    assert ("not trusted" in workspace.leave_out_untrusted()) is is_left_out
    assert (workspace.project.knowledge is not project.knowledge) is is_left_out


def test_another_key_changes_who_can_speak_unless_the_voices_were_given(tmp_path: Path) -> None:
    changed = Settings(claude=Claude(key_command=("pass",)))
    by_settings = Workspace(project_in(tmp_path), Settings())
    given = Workspace(project_in(tmp_path), Settings(), voices=Voices({OFFLINE: OfflineVoice}))
    for workspace in (by_settings, given):
        workspace.use(changed)
    assert (by_settings.voices.first_name, given.voices.first_name) == (CLAUDE, OFFLINE)
