"""Names that lead elsewhere, in every place the program takes a name: nothing outside the allowed places changes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.support.disk.crashes import Image
from tests.support.program import program
from tests.support.projects import PHASE_00, SLUG, project_in, run, write_code

if TYPE_CHECKING:
    from pathlib import Path

    from tests.faults.conftest import Promise

pytestmark = pytest.mark.slow

NAMES = {
    "up": "../../outside",
    "up in the middle": "a/../../../outside",
    "up by backslashes": "..\\..\\outside",
    "up, encoded": "%2e%2e%2foutside",
    "absolute": "{outside}/file",
    "home": "~/file",
    "a variable": "$HOME/file",
    "a drive": "C:\\outside",
    "a share": "\\\\server\\share",
    "an address": "file://{outside}/file",
    "full-width dots": "．．/．．/outside",
    "a slash that only looks like one": "..∕..∕outside",
    "a division slash": "..⁄..⁄outside",
    "two dot leader": "‥/‥/outside",
    "a zero": "a\0b",
    "a new line": "a\nb/../../outside",
    "reserved": "con",
    "reserved with an ending": "nul.md",
    "ours": ".roundtable",
    "git's": ".git/hooks/post-checkout",
    "a dot": ".",
    "two dots": "..",
    "empty": "",
    "a blank": " ",
    "a flag": "--help",
    "very long": "a" * 5000,
    "very long in bytes": "é" * 200,
    "deep": "a/" * 500,
    "a link": "linked",
    "through a link": "linked/file",
}
COMMANDS: dict[str, tuple[str, ...]] = {
    "an item to talk about": ("turn", "--offline", "--mode", "guided", "--", "@"),
    "an item to check": ("check", "--", "@"),
    "the history of an item": ("history", "--", "@"),
    "the history of a document": ("history", "--", SLUG, "@"),
    "a prompt": ("prompt", "--", "@"),
    "a dispatch prompt": ("prompt", "--dispatch", "--", "@"),
    "a recording": ("record", "--", "@"),
    "an item to plan": ("plan", "--", "@"),
    "an item to export": ("export", "--", "@", "bundle"),
    "a panel to resume": ("panel", "resume", "--", "@"),
    "a panel to close": ("panel", "close", "--", "@"),
    "a panel to deliver": ("panel", "deliver", "--", "@"),
    "an item for a panel": ("panel", "start", "queue?", "--seats", "human", "--item", "@", "--answers", "none.yaml"),
    "answers": ("run", "--offline", "--answers", "@"),
    "a draft": ("analyze", "Pay later", "--plain", "--offline", "--mode", "guided", "--draft", "@"),
}
DISPATCHED = """Execute Phase 00 - Quick Scan for analysis.

Artifact folder: {name}
Artifact path: {name}/
Phase key: 00-quick-scan
"""
OURS = ("docs/requirements/", "docs/common/", ".roundtable/", ".s2s/", "BACKLOG.md")


class Grounds:
    """A project beside a folder that is nobody's business."""

    def __init__(self, folder: Path) -> None:
        self.outside, self.root = folder / "outside", folder / "project"
        for one in (self.outside, self.root):
            one.mkdir()
        (self.outside / "file").write_text("theirs\n")
        write_code(self.root)
        run(project_in(self.root), PHASE_00[:5])
        (self.root / "docs/requirements/linked").symlink_to(self.outside)
        (self.root / "linked").symlink_to(self.outside)
        self._before = self._others()

    def _others(self) -> tuple[dict[str, bytes], dict[str, bytes]]:
        inside = {n: data for n, data in Image.of(self.root).files.items() if not n.startswith(OURS)}
        return dict(Image.of(self.outside).files), inside

    def require_untouched(self) -> None:
        assert self._others() == self._before
        assert sorted(path.name for path in self.root.parent.iterdir()) == ["outside", "project"]


@pytest.fixture
def grounds(tmp_path: Path) -> Grounds:
    return Grounds(tmp_path)


@pytest.mark.parametrize("command", COMMANDS)
def test_no_name_on_the_command_line_leads_out(
    command: str, grounds: Grounds, promise: Promise, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(grounds.root)
    for label, name in NAMES.items():
        if "\0" in name:  # no shell can say that
            continue
        given = name.format(outside=grounds.outside) if "{" in name else name
        with promise.point(f"{command}: {label}"):
            ran = program(*(given if word == "@" else word for word in COMMANDS[command]))
            assert ran.code in (0, 1, 2, 4), ran.err
            assert "Traceback" not in ran.err
            assert "theirs" not in ran.out or command == "a draft"
            grounds.require_untouched()


def test_no_name_in_a_dispatch_prompt_leads_out(grounds: Grounds, promise: Promise) -> None:
    for label, name in NAMES.items():
        given = name.format(outside=grounds.outside) if "{" in name else name
        with promise.point(f"a dispatch: {label}"):
            ran = program("dispatch", "-", "--offline", "--project", grounds.root, typed=DISPATCHED.format(name=given))
            assert ran.code in (0, 1, 2, 4), ran.err
            assert "Traceback" not in ran.err
            grounds.require_untouched()


def test_no_name_in_an_answers_file_leads_out(grounds: Grounds, promise: Promise) -> None:
    place = grounds.root / "docs/requirements/answers.json"
    for label, name in NAMES.items():
        given = name.format(outside=grounds.outside) if "{" in name else name
        for key in ("draft", "item", "description", "slug"):
            place.write_text(json.dumps({"description": "Pay later", "answers": ["x"], key: given}))
            with promise.point(f"answers, {key}: {label}"):
                ran = program("run", "--offline", "--mode", "guided", "--answers", place, "--project", grounds.root)
                assert ran.code in (0, 1, 2, 4), ran.err
                assert "Traceback" not in ran.err
                grounds.require_untouched()
