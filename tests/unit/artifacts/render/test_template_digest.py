"""What the digest of templates tells, and what of a hostile project it does not read."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from roundtable_tui.artifacts.render.template_digest import template_digest

if TYPE_CHECKING:
    from pathlib import Path


def test_a_changed_template_gives_another_digest_and_one_that_fills_the_memory_is_not_read(tmp_path: Path) -> None:
    template = tmp_path / "templates" / "quick-scan.md.j2"
    template.parent.mkdir()
    digests = set()
    for text in ("", "one", "two"):
        template.write_text(text)
        digests.add(template_digest([tmp_path]))
    os.truncate(template, 2**43)
    digests.add(template_digest([tmp_path]))
    assert len(digests) == 4
