"""`verify` on a package that others released twice: a plan made from the one version, held against the other."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import tarfile
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.codebase.files.citations import cite
from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Stated
from roundtable_tui.items.open_item import NewItem, open_item
from roundtable_tui.session.intents import Review
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.other_programs import sdist
from tests.support.program import program
from tests.support.projects import project_in
from tests.support.sessions import seated

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.domain.dossier.kinds import Value

pytestmark = pytest.mark.slow

SLUG = "generic-serializer"
CODE = "src/itsdangerous"
PLANNED = {
    f"{CODE}/serializer.py": "MODIFY",
    f"{CODE}/__init__.py": "MODIFY",
    "pyproject.toml": "CREATE",
    "setup.cfg": "DELETE",
    "setup.py": "DELETE",
    "tests/test_itsdangerous/test_typing.py": "CREATE",
    "tests/test_itsdangerous/test_timed.py": "MODIFY",
    f"{CODE}/timed.py": "NO CHANGE",
}


def entry(kind: Kind, entry_id: str, root: Path, *cited: tuple[str, int, int], **fields: Value) -> Change:
    return Change(Op.RECORD, entry_id, kind, fields, (Stated(1), *(cite(root, *lines) for lines in cited)))


def what_was_thought(root: Path) -> list[Change]:
    files = (
        entry(Kind.FILE, f"FILE-{number:03d}", root, path=path, action=action, tier="1", traces=("FR-001",))
        for number, (path, action) in enumerate(PLANNED.items(), 1)
    )
    return [
        entry(
            Kind.FR, "FR-001", root, (f"{CODE}/__init__.py", 1, 3),
            title="Say what dumps returns", priority="Must Have",
        ),
        entry(Kind.AC, "AC-001-01", root, text="A type checker knows what dumps returns", fr=("FR-001",)),
        *files,
        entry(
            Kind.DECISION, "ADR-0001", root, (f"{CODE}/signer.py", 1, 20),
            title="Keep the default digest", decision="The default digest stays as it is", status="accepted",
        ),
    ]  # fmt: skip


def unpacked(version: str, folder: Path) -> Path:
    with tarfile.open(sdist("itsdangerous", version)) as archive:
        archive.extractall(folder, filter="data")
    return folder / f"itsdangerous-{version}"


def commit(root: Path) -> None:
    identity = ("-c", "user.name=T", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false")
    for words in (("add", "-A"), (*identity, "commit", "-qm", "So far")):
        subprocess.run(("git", *words), cwd=root, check=True)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The older version, analysed and planned, with the files of the newer one in its place."""
    root, newer = unpacked("2.1.2", tmp_path), unpacked("2.2.0", tmp_path)
    subprocess.run(("git", "init", "-q", "."), cwd=root, check=True)
    commit(root)
    original = [path for path in root.rglob("*") if path.is_file() and ".git" not in path.parts]

    async def analyse() -> None:
        opened = open_item(project_in(root), SLUG, NewItem("Generic serializer"))
        async with seated(opened, OfflineVoice()) as session:
            await session.do(Review(lambda _turn: tuple(what_was_thought(root))))

    asyncio.run(analyse())
    assert program("plan", SLUG, "--project", root).code == 0
    commit(root)
    for path in original:
        path.unlink()
    shutil.copytree(newer, root, dirs_exist_ok=True)
    return root


def test_what_the_release_left_undone_added_and_moved_is_named_and_what_it_did_is_not(root: Path) -> None:
    ran = program("verify", SLUG, "--since", "HEAD", "--json", "--project", root)
    assert ran.code == 1
    said = json.loads(ran.out)
    codes: dict[str, set[str]] = {}
    for finding in said["findings"]:
        codes.setdefault(finding["code"], set()).add(finding["where"])
    assert codes["create-missing"] == {"tests/test_itsdangerous/test_typing.py"}
    assert codes["planned-untouched"] == {"tests/test_itsdangerous/test_timed.py"}
    assert codes["forbidden-change"] == {f"{CODE}/timed.py"}
    assert {f"{CODE}/signer.py", f"{CODE}/url_safe.py", "tox.ini"} <= codes["unplanned-change"]
    assert not set(PLANNED) & codes["unplanned-change"]
    assert codes["citation-moved"] == {f"{CODE}/__init__.py:5-7"}
    assert codes["citation-gone"] == {f"{CODE}/signer.py:1-20"}
    assert {finding["entry"] for finding in said["findings"] if finding["code"] == "criterion-untested"} == {
        "AC-001-01"
    }
    assert not codes.keys() & {"delete-left", "planned-gone", "decision-contradicted", "nothing-to-compare"}
