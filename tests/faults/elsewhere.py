"""Tests that prove a promise where its code is tested: counted by `make faults`, and not written twice."""

from __future__ import annotations

ELSEWHERE = {
    "tests/unit/panel/rounds/test_trouble.py": "crashes",
    "tests/unit/storage/test_atomic.py": "crashes",
    "tests/unit/storage/test_crashes.py": "crashes",
    "tests/unit/storage/test_versions.py": "crashes",
    "tests/ui/table/test_waiting_words.py": "crashes",
    "tests/e2e/test_panel_screen.py": "crashes",
    "tests/unit/items/test_crash_reports.py": "secrets",
    "tests/unit/codebase/files/test_secrets.py": "secrets",
    "tests/unit/storage/test_journal_appending.py": "outside",
    "tests/unit/artifacts/merge/test_three_way_properties.py": "outside",
    "tests/ui/test_file_watch.py": "outside",
    "tests/unit/storage/test_locks.py": "windows",
    "tests/unit/storage/test_meta.py": "input",
    "tests/unit/storage/test_journal.py": "input",
    "tests/unit/formats/test_yaml.py": "input",
    "tests/unit/voices/claude/test_stream_reader.py": "input",
    "tests/unit/panel/seats/test_replies.py": "input",
    "tests/unit/domain/talk/test_sanitize.py": "escapes",
    "tests/unit/storage/test_paths.py": "paths",
    "tests/unit/storage/test_slugs.py": "paths",
    "tests/unit/codebase/files/test_git_containment.py": "hostile",
    "tests/unit/items/test_trust.py": "hostile",
    "tests/unit/config/test_claude.py": "hostile",
}
"""The folder of the promise, by the file."""


if __name__ == "__main__":
    print(*ELSEWHERE)
