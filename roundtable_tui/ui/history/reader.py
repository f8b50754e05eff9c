"""Reads an item's history for the screen: what there is, and one version as it is looked at; all of it in a thread."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from roundtable_tui.review.dated_versions import DatedVersion, Writings
    from roundtable_tui.review.timeline import Happening
    from roundtable_tui.session.session import ItemSession
    from roundtable_tui.ui.documents.passages import Passage


class Looking(StrEnum):
    """How a version is looked at."""

    SINCE = "changes since then"
    BROUGHT = "what it changed"
    RENDERED = "rendered"
    RAW = "source"


def read_history(session: ItemSession) -> tuple[dict[str, Sequence[DatedVersion]], Sequence[Happening]]:
    """The versions of every document, the one of now last, and everything that happened."""
    from roundtable_tui.review.dated_versions import Writings
    from roundtable_tui.review.timeline import timeline

    events = tuple(session.events)
    writings = Writings(events)
    documents = {name: _dated(session, name, writings) for name in session.state.files.artifacts}
    return documents, timeline(events, first_names(session))


def dated_versions(session: ItemSession, document: str) -> Sequence[DatedVersion]:
    from roundtable_tui.review.dated_versions import Writings

    return _dated(session, document, Writings(tuple(session.events)))


def _dated(session: ItemSession, document: str, writings: Writings) -> Sequence[DatedVersion]:
    from roundtable_tui.storage.digest import digest_of

    now = session.documents.read_own(document)
    digest = digest_of(now) if now is not None else ""
    return writings.dated(document, session.documents.versions(document), digest)


def version_passages(
    session: ItemSession, versions: Sequence[DatedVersion], chosen: DatedVersion, looking: Looking
) -> tuple[Passage, ...]:
    """What is to be read of a version, or of what changed with it or since."""
    from roundtable_tui.ui.documents.passages import Passage, Shape, View, carried_on, difference, passages

    data = _bytes_of(session, chosen)
    if looking in (Looking.RENDERED, Looking.RAW):
        view = View.RAW if looking is Looking.RAW else View.RENDERED
        return carried_on(passages(chosen.name, data, view), ())
    if looking is Looking.SINCE:
        return difference(data, _bytes_of(session, versions[-1]))
    before = [one for one in versions if one.number < chosen.number]
    if before:
        return difference(_bytes_of(session, before[-1]), data)
    note = Passage(Shape.NOTE, "There is no version before this one: this is how it began.", "first")
    return (note, *carried_on(passages(chosen.name, data, View.RENDERED), ()))


def _bytes_of(session: ItemSession, version: DatedVersion) -> bytes:
    if version.version is None:
        return session.documents.read_own(version.name) or b""
    return session.documents.read_version(version.version)


def last_changed(documents: Mapping[str, Sequence[DatedVersion]]) -> str:
    """Of those with something to compare, the one written last; empty if there are none."""

    def weight(name: str) -> tuple[bool, float]:
        now = documents[name][-1]
        return len(documents[name]) > 1, now.when.timestamp() if now.when else 0.0

    return max(documents, key=weight, default="")


def first_names(session: ItemSession) -> dict[str, str]:
    """The personas' first names by their keys."""
    return {key: persona.first_name for key, persona in session.knowledge.personas.items()}
