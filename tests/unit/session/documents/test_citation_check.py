"""Before documents are written, what they cite is looked up: moved lines are followed, lost ones marked."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.codebase.files.citations import cite
from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Cited
from roundtable_tui.domain.journal.code_facts import CodeChecked, Lost, Relocated
from roundtable_tui.session.documents.citation_check import CitedCode
from roundtable_tui.session.intents import Review, Start, TakeInEdits
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.dossiers import change, state_of
from tests.support.projects import open_sample, project_in, write_code
from tests.support.scans import SCAN
from tests.support.sessions import seated
from tests.support.states import changed
from tests.support.voices.scripted import go_through

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.domain.journal.state import State

CORE = "src/billing/core.py"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write_code(tmp_path)
    return tmp_path


def citing(cited: Cited, path: str = CORE) -> State:
    return state_of([change(Kind.FILE, "FILE-001", (cited,), path=path, action="MODIFY", tier="1")])


def push_down(root: Path) -> None:
    file = root / CORE
    file.write_text(f"import decimal\n\n{file.read_text()}")


def test_lines_that_stand_where_they_are_cited_are_no_news(root: Path) -> None:
    assert CitedCode(root).check(citing(cite(root, CORE, 1, 1))) is None


def test_lines_that_moved_are_followed(root: Path) -> None:
    cited = cite(root, CORE, 1, 1)
    push_down(root)
    assert CitedCode(root).check(citing(cited)) == CodeChecked((Relocated(cited, cite(root, CORE, 3, 3)),))


def test_lines_that_are_lost_are_news_once(root: Path) -> None:
    cited = cite(root, CORE, 1, 1)
    (root / CORE).write_text("pass\n")
    code, state = CitedCode(root), citing(cited)
    found = code.check(state)
    assert found == CodeChecked(lost=(Lost(cited, "these lines have changed"),))
    assert code.check(changed(state, lost={cited: "these lines have changed"})) is None


def test_lines_that_come_back_are_news_again(root: Path) -> None:
    cited = cite(root, CORE, 1, 1)
    state = changed(citing(cited), lost={cited: "these lines have changed"})
    assert CitedCode(root).check(state) == CodeChecked()


@pytest.mark.parametrize(
    ("action", "path", "missing"),
    [
        ("MODIFY", "src/none.py", True),
        ("NO CHANGE", "src/none.py", True),
        ("CREATE", "src/none.py", False),
        ("MODIFY", "src/**/none*.py", False),
        ("MODIFY", CORE, False),
    ],
)
def test_a_file_said_to_be_there_is_looked_for(root: Path, action: str, path: str, missing: bool) -> None:
    state = state_of([change(Kind.FILE, "FILE-001", path=path, action=action, tier="1")])
    assert CitedCode(root).check(state) == (CodeChecked(missing=(path,)) if missing else None)


def test_what_the_search_cites_is_looked_up_too(root: Path) -> None:
    found = CitedCode(root).check(state_of([], SCAN))
    assert found is not None
    assert {one.why for one in found.lost} == {"there is no such file"}
    assert len(found.lost) == 4


def test_a_file_that_looks_the_same_is_not_read_again(root: Path) -> None:
    cited = cite(root, CORE, 1, 1)
    code, state = CitedCode(root), citing(cited)
    assert code.check(state) is None
    file = root / CORE
    stamp = file.stat()
    with file.open("r+b") as opened:
        opened.write(b"DEF")
    os.utime(file, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert code.check(state) is None


def test_a_document_cites_the_lines_where_they_stand_when_it_is_written(root: Path) -> None:
    project = project_in(root)
    cited = cite(root, CORE, 1, 1)
    file = Change(Op.RECORD, "FILE-050", Kind.FILE, {"path": CORE, "action": "MODIFY", "tier": "1"}, (cited,))

    async def talk() -> State:
        async with seated(open_sample(project), OfflineVoice()) as session:
            await session.do(Start())
            await go_through(session, lambda state: "00-02" in state.guided.steps_done)
            await session.do(Review(lambda _turn: (file,)))
            before = session.state.dossier.get("FILE-050")
            push_down(root)
            await session.do(TakeInEdits())
            after = session.state.dossier.get("FILE-050")
            assert before
            assert after
            assert (after.changed, after.confirmed) == (before.changed, before.confirmed)
            return session.state

    state = asyncio.run(talk())
    written = project.paths.artifact(state.item.slug if state.item else "", "quick-scan.md").read_text()
    entry = state.dossier.get("FILE-050")
    assert entry is not None
    assert {source.start for source in entry.sources if isinstance(source, Cited)} == {3}
    assert f"`{CORE}:3`" in written
    assert f"`{CORE}:1`" not in written
