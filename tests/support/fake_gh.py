"""A `gh` that keeps its issues in a file beside it: a real program, as far as exports talk to it."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

SCRIPT = """#!{python}
import json, pathlib, sys

home = pathlib.Path(__file__).parent
calls, issues = home / "calls.jsonl", home / "issues.json"
words = sys.argv[1:]
with calls.open("a") as file:
    file.write(json.dumps(words) + "\\n")
known = json.loads(issues.read_text()) if issues.exists() else []
if words == ["--version"]:
    print("gh version {version}.0 (2026-06-01)")
elif words[:2] == ["issue", "list"]:
    print(json.dumps(known))
elif words[:2] == ["issue", "create"]:
    if len(known) >= {most}:
        sys.exit("GraphQL: was submitted too quickly")
    title = words[words.index("--title") + 1]
    known.append(dict(number=len(known) + 41, title=title, body=sys.stdin.read()))
    issues.write_text(json.dumps(known))
    print(f"https://github.example/o/r/issues/{{known[-1]['number']}}")
else:
    sys.exit(f"unknown command {{words}}")
"""


class FakeGh:
    def __init__(self, folder: Path, version: str = "2.94", most: int = 1000) -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True)
        program = folder / "gh"
        program.write_text(SCRIPT.format(python=sys.executable, version=version, most=most), encoding="utf-8")
        program.chmod(0o755)

    @property
    def issues(self) -> list[dict[str, Any]]:
        file = self.folder / "issues.json"
        found: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else []
        return found

    @issues.setter
    def issues(self, several: list[dict[str, Any]]) -> None:
        (self.folder / "issues.json").write_text(json.dumps(several), encoding="utf-8")

    @property
    def calls(self) -> list[list[str]]:
        file = self.folder / "calls.jsonl"
        return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] if file.exists() else []
