"""Where a link in the talk or in a document leads: to a place in the code, to another document, or to the browser."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Protocol

from roundtable_tui.ui.documents.layout import CITATION

if TYPE_CHECKING:
    from textual.app import App

    from roundtable_tui.domain.dossier.provenance import Cited
    from roundtable_tui.domain.journal.state import State

_PLACE = re.compile(r"(?P<path>.+?):(?P<start>[0-9]{1,7})(?:-(?P<end>[0-9]{1,7}))?")
_ADDRESSES = ("https://", "http://", "mailto:")


class LinkReader(Protocol):
    """Whoever shows the text with the links can show what they lead to."""

    @property
    def app(self) -> App[Any]: ...

    def has_document(self, name: str) -> bool: ...

    def show_document(self, name: str) -> None: ...

    def show_code(self, cited: Cited) -> None: ...


def follow(target: str, reader: LinkReader, state: State | None) -> bool:
    """Only addresses a browser shows are given to one; False if the link leads nowhere."""
    name = _document(target, state)
    if target.startswith(CITATION):
        reader.show_code(cited_place(target.removeprefix(CITATION), state))
    elif target.startswith(_ADDRESSES):
        reader.app.open_url(target)
    elif reader.has_document(name):
        reader.show_document(name)
    else:
        return False
    return True


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

    place = _PLACE.fullmatch(text)
    if place is None:
        return Cited(text, 0, 0)
    path, start, end = place["path"], int(place["start"]), int(place["end"] or 0)
    named = (path, start, max(start, end))
    known = citations_in(state) if state else ()
    return next((cited for cited in known if (cited.path, cited.start, cited.end) == named), Cited(*named))
