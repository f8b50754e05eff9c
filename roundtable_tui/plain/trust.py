"""The `trust` command: shows what a project's own knowledge files say, and remembers what the user thinks of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.talk.sanitize import one_line, with_the_undrawn_shown
from roundtable_tui.items.trust import ProjectTrust, Trust

if TYPE_CHECKING:
    from roundtable_tui.items.project import Project

_STANDS = {
    Trust.NOTHING_TO_TRUST: "This project has no knowledge files of its own. There is nothing to trust.",
    Trust.UNDECIDED: "Nothing is decided: a model goes by the shipped files. Decide with --yes or --no.",
    Trust.TRUSTED: "Trusted: a model goes by these files until they change.",
    Trust.REFUSED: "Not trusted: a model goes by the shipped files.",
}


def shown_files(project: Project) -> str:
    """Every file whole: whoever trusts them should be able to read them."""
    files = ProjectTrust(project).files.files
    return "\n\n".join(
        f"----- {one_line(f'.roundtable/{file.name}')}\n\n{with_the_undrawn_shown(file.text.rstrip())}"
        for file in files
    )


def decide(project: Project, decided: str | None) -> str:
    """Yes, no, or how it stands; the sentence that says so."""
    trust = ProjectTrust(project)
    if decided and trust.files:
        trust.decide(trusted=decided == "yes")
    return _STANDS[trust.standing]
