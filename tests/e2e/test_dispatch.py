"""The return-and-resume loop of the seeds: a shell script hands an item over and relays until it is complete."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

from tests.support.projects import SLUG, write_code

if TYPE_CHECKING:
    from pathlib import Path

SCRIPT = r"""
set -eu
say() { printf 'SLUG: %s\nARTIFACT_FOLDER: docs/requirements/%s/\n' "$1" "$1"; }
{ say "$1"; printf 'META_CONTEXT: {}\nDRAFT_CONTENT:\n# Let customers pay by invoice\nSIZING_INFO: trivial\n'; } >prompt
"$PYTHON" -m roundtable_tui dispatch prompt --offline >reply
while ! tail -n 1 reply | grep -qx ROUNDTABLE_COMPLETE; do
    cat reply >>talk
    IFS= read -r answer <&3
    { say "$1"; printf 'USER_RESPONSE:\n%s\n' "$answer"; } | "$PYTHON" -m roundtable_tui dispatch - --offline >reply
done
cat reply >>talk
"""
ANSWERS = """\
Accounting chases forty clinics by hand every month.
Pay by invoice
The order is placed without a card.
yes
yes
yes
"""


def test_a_shell_script_relays_an_item_from_the_first_question_to_the_end(tmp_path: Path) -> None:
    write_code(tmp_path)
    (tmp_path / "answers").write_text(ANSWERS)
    subprocess.run(
        ["sh", "-c", f"exec 3<answers\n{SCRIPT}", "relay", SLUG],
        cwd=tmp_path,
        env={**os.environ, "PYTHON": sys.executable},
        check=True,
        timeout=120,
    )
    talk = (tmp_path / "talk").read_text()
    assert talk.endswith("\nROUNDTABLE_COMPLETE\n")
    assert talk.count("ROUNDTABLE_COMPLETE") == 1
    assert "Maya: I have read your draft" in talk
    written = {path.name for path in (tmp_path / "docs/requirements" / SLUG).iterdir()}
    assert {"meta.json", "draft.md", "quick-scan.md"} <= written
