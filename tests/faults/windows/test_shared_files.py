"""Two processes write the files that items share at the same time, and neither loses anything."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from roundtable_tui.storage.paths import ProjectPaths
from roundtable_tui.storage.shared_files import section_of

ROUNDS = 15
WRITER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from roundtable_tui.storage import backlog
from roundtable_tui.storage.atomic import write_atomically
from roundtable_tui.storage.disk import RealDisk
from roundtable_tui.storage.locks import project_lock
from roundtable_tui.storage.paths import ProjectPaths
from roundtable_tui.storage.shared_files import reserve_adr_number, write_section

disk, paths, slug = RealDisk(), ProjectPaths(Path(sys.argv[1])), sys.argv[2]
clock = lambda: datetime.now(UTC)
print("ready", flush=True)
sys.stdin.readline()
section, last = None, 0
for number in range(int(sys.argv[3])):
    text = f"## {slug}\\n\\nround {number}\\n".encode()
    assert write_section(disk, paths, clock, slug, text, section)
    section = text
    last = reserve_adr_number(disk, paths, clock, slug, last + 1)
    print(last, flush=True)
    with project_lock(disk, paths, clock):
        marker = backlog.Marker.PARTIAL if number % 2 else backlog.Marker.ANALYZED
        changed = backlog.with_marker(paths.backlog.read_bytes(), marker, slug=slug)
        if changed is not None:
            write_atomically(disk, paths.backlog, changed)
"""


@pytest.mark.slow
def test_two_items_written_at_once_keep_their_own_parts(tmp_path: Path) -> None:
    (tmp_path / "BACKLOG.md").write_bytes(b"- 1.1 [ ] First\r\n- 1.2 [ ] Second\r\n- 1.3 [ ] Third\r\n")
    root = str(Path(__file__).parents[3])
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(tmp_path), slug, str(ROUNDS)],
            cwd=root,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for slug in ("first", "second")
    ]
    for writer in writers:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.write("go\n")
        writer.stdin.flush()
    numbers = [int(line) for writer in writers for line in writer.communicate(timeout=120)[0].split()]

    assert [writer.returncode for writer in writers] == [0, 0]
    assert sorted(numbers) == list(range(1, 2 * ROUNDS + 1))
    matrix = ProjectPaths(tmp_path).nfr_matrix.read_bytes()
    for slug in ("first", "second"):
        assert section_of(matrix, slug) == f"## {slug}\n\nround {ROUNDS - 1}\n".encode()
    assert (tmp_path / "BACKLOG.md").read_bytes() == b"- 1.1 [A] First\r\n- 1.2 [A] Second\r\n- 1.3 [ ] Third\r\n"
