"""Whatever a model asks to see of the code, what lies outside the project or holds secrets is answered, never shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from roundtable_tui.session.code.code_access import CodeForVoices
from roundtable_tui.voices.model.exchange import ToolCall
from roundtable_tui.voices.model.tools.toolbox import LOOKING, Toolbox
from tests.support.voices.model_turns import request_in

if TYPE_CHECKING:
    from pathlib import Path

SECRET = "sesame-open-7"


@pytest.mark.parametrize("path", ["../outside.py", "{outside}", "link.py", ".env", "src/../../outside.py"])
def test_what_may_not_be_seen_reaches_no_model(tmp_path: Path, path: str) -> None:
    project, outside = tmp_path / "project", tmp_path / "outside.py"
    (project / "src").mkdir(parents=True)
    outside.write_text(f"word = '{SECRET}'\n")
    (project / ".env").write_text(f"TOKEN={SECRET}\n")
    (project / "link.py").symlink_to(outside)
    brief = replace(request_in("01-01", "Look."), code=CodeForVoices(project, ()))
    call = ToolCall("x", "read_code", {"path": path.format(outside=outside), "start": 1, "end": 1})
    (result,) = Toolbox(brief, str, LOOKING).take_all((call,))
    assert result.text
    assert SECRET not in result.text


@pytest.mark.parametrize("folder", ["..", "../", "/", "{outside}", "link", "src/.."])
def test_no_folder_outside_the_project_is_listed(tmp_path: Path, folder: str) -> None:
    project, outside = tmp_path / "project", tmp_path / "elsewhere"
    project.mkdir()
    outside.mkdir()
    (outside / f"{SECRET}.py").write_text("x = 1\n")
    (project / "a.py").write_text("x = 1\n")
    (project / "link").symlink_to(outside)
    brief = replace(request_in("01-01", "Look."), code=CodeForVoices(project, ()))
    (result,) = Toolbox(brief, str, LOOKING).take_all(
        (ToolCall("x", "list_folder", {"path": folder.format(outside=outside)}),)
    )
    assert not result.bad
    assert SECRET not in result.text
