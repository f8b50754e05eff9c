"""In which order a review is walked where little time is left: first what most hangs on."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.graph import graph_of
from roundtable_tui.domain.journal.events import Reviewed
from roundtable_tui.domain.journal.fold.fold import voided_exchanges
from roundtable_tui.domain.last_answers import remembered

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from roundtable_tui.domain.dossier.dossier import Dossier
    from roundtable_tui.domain.journal.events import Event
    from roundtable_tui.review.rules import Placed


@remembered
def weights(dossier: Dossier) -> Mapping[str, int]:
    """How much hangs on each entry, over any number of links; asked for after every key."""
    graph = graph_of(dossier)
    return {entry.id: len(graph.touched_by(entry.id)) for entry in dossier}


def heaviest_first(walk: Sequence[Placed], dossier: Dossier) -> tuple[Placed, ...]:
    """Each requirement still followed by what stands below it; of two that weigh the same the order stays.

    What is left below a requirement that is no longer walked keeps its place.
    """
    hanging = weights(dossier)
    families = [(head, tuple(family)) for head, family in groupby(walk, _head)]
    families.sort(key=lambda one: -hanging.get(one[0], 0))
    return tuple(placed for _, family in families for placed in family)


def _head(placed: Placed) -> str:
    return placed.under or placed.entry.id


def last_review(events: Sequence[Event]) -> int:
    """The line of the journal that says what was last decided in a review; 0 where nothing was."""
    void = voided_exchanges(events)
    counted = (
        event.seq for event in reversed(events) if isinstance(event.body, Reviewed) and event.exchange not in void
    )
    return next(counted, 0)


def family_of(entry: str, walk: Sequence[Placed]) -> tuple[Placed, ...]:
    """An entry with all that stands below it."""
    return tuple(placed for placed in walk if entry in (placed.entry.id, placed.under))
