"""Where a link leads: to another document of the item, to a place in the code, or out to the browser."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.ui.documents.layout import CITATION

if TYPE_CHECKING:
    from roundtable_tui.domain.dossier.provenance import Cited
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.ui.table.screen import TableScreen

_PLACE = re.compile(r"(?P<path>.+?):(?P<start>[0-9]{1,7})(?:-(?P<end>[0-9]{1,7}))?")
_ADDRESSES = ("https://", "http://", "mailto:")


def follow(screen: TableScreen, target: str) -> None:
    """Only addresses a browser shows are given to one; anything else is looked for here."""
    from roundtable_tui.domain.talk.sanitize import one_line

    state = screen.link.state_or_none
    name = _document(target, state)
    if target.startswith(CITATION):
        screen.show_code(cited_place(target.removeprefix(CITATION), state))
    elif target.startswith(_ADDRESSES):
        screen.app.open_url(target)
    elif state and name in state.artifacts:
        screen.show_document(name)
    else:
        screen.notify(f"{one_line(target, 80)} leads nowhere this program can show.", markup=False)


def _document(target: str, state: State | None) -> str:
    """The document a link names; one that leads here from outside the item's folder names the folder, too."""
    path = target.removeprefix("./").partition("#")[0]
    return path.rpartition(f"/{state.item.slug}/")[2] if state and state.item else path


def cited_place(text: str, state: State | None = None) -> Cited:
    """`path:line` or `path:start-end`; a bare path is the whole file.

    Where the analysis rests on these lines it is the citation itself, which finds them again if they have moved.
    """
    from roundtable_tui.domain.dossier.provenance import Cited
    from roundtable_tui.domain.journal.code_facts import citations_in

    found = _PLACE.fullmatch(text)
    if found is None:
        return Cited(text, 0, 0)
    start = int(found["start"])
    place = Cited(found["path"], start, max(start, int(found["end"] or start)))
    known = citations_in(state) if state else ()
    return next((one for one in known if (one.path, one.start, one.end) == (place.path, place.start, place.end)), place)
