"""A summary as it is put to the user: which of how many, and what changed since they last accepted or saw it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from roundtable_tui.domain.dossier.footing import is_guess
from roundtable_tui.domain.journal.conversation_events import SummaryShown, VerdictGiven
from roundtable_tui.domain.journal.fold.fold import voided_exchanges
from roundtable_tui.domain.journal.state import Confirmation
from roundtable_tui.domain.journal.values import Verdict
from roundtable_tui.domain.journal.waiting import ForVerdict
from roundtable_tui.modes.conversation.summaries import Summary, stages, stands_for, summary

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from roundtable_tui.domain.journal.events import Event
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.journal.values import Stage
    from roundtable_tui.domain.knowledge.knowledge import Knowledge
    from roundtable_tui.modes.conversation.summary_lines import SummaryLine

_ENTRY = re.compile(r"- (?P<id>[A-Z]+-[\d-]+\d)\b")


class ShownBefore(Struct, frozen=True):
    """How the summary stood when the user last accepted it, or, where they never did, when it was last another."""

    digest: str
    lines: tuple[str, ...]
    seq: int = 0
    """The journal line with which it was shown."""
    accepted: bool = False


class Presented(Struct, frozen=True):
    """Waits for a verdict, or is being amended."""

    summary: Summary
    number: int
    """Which of the summaries that apply it is, from 1 on."""
    of: int
    before: ShownBefore | None = None
    amending: bool = False
    touched: tuple[str, ...] = ()
    """The entries that say something else than they did then."""
    guesses: tuple[str, ...] = ()
    """The entries that nobody has confirmed."""
    in_full: tuple[str, ...] = ()
    """Those of them of which everything stands here."""

    @property
    def unchanged(self) -> bool:
        """Whether the user accepted exactly this before."""
        return self.before is not None and self.before.accepted and self.before.digest == self.summary.digest

    @property
    def changed(self) -> frozenset[SummaryLine]:
        """The lines about entries that have changed, whether their words here have or not; nothing without a before."""
        if self.before is None:
            return frozenset()
        known, touched = set(self.before.lines), set(self.touched)
        return frozenset(
            line
            for line, text in self._told()
            if (touched & {line.entry, *line.others} if line.entry or line.others else text not in known)
        )

    @property
    def gone(self) -> tuple[str, ...]:
        """What was said of entries that are not in it any more."""
        named = set(self.summary.entries)
        lines = self.before.lines if self.before else ()
        found = ((_ENTRY.match(line), line) for line in lines)
        return tuple(
            dict.fromkeys(line.removeprefix("- ") for match, line in found if match and match["id"] not in named)
        )

    def _told(self) -> Iterator[tuple[SummaryLine, str]]:
        """Each line that says something, as it stands in the words; the heading of a list says nothing by itself."""
        for part in self.summary.parts:
            yield from ((point, point.as_point) for point in part.points)
            if not part.points and (part.heading.entry or part.heading.others):
                yield part.heading, part.heading.text


def presented(state: State, events: Sequence[Event], knowledge: Knowledge) -> Presented | None:
    """The summary that waits for a verdict, or the one being amended as it would be shown now; None without either."""
    asked, amending = state.talk.open_question, state.conversation.confirmation is Confirmation.AMENDING
    stage = asked.stage if isinstance(asked, ForVerdict) else _amended(events) if amending else None
    if stage is None:
        return None
    made, applying = summary(stage, state, knowledge), stages(state)
    number = applying.index(stage) + 1 if stage in applying else 1
    shown = _shown(stage, events)
    before = next(reversed(shown), None) if amending else _before(shown[:-1], made.digest)
    touched = tuple(one.id for one in stands_for(stage, state) if before and one.changed > before.seq)
    guessed = tuple(one.id for one in stands_for(stage, state) if is_guess(one))
    full = tuple(one for one in made.in_full if one in guessed)
    return Presented(made, number, max(len(applying), 1), before, amending, touched, guessed, full)


def _amended(events: Sequence[Event]) -> Stage | None:
    bodies = (event.body for event in reversed(events))
    return next((one.stage for one in bodies if isinstance(one, VerdictGiven)), None)


def _before(earlier: Sequence[ShownBefore], digest: str) -> ShownBefore | None:
    accepted = (one for one in reversed(earlier) if one.accepted)
    others = (one for one in reversed(earlier) if one.digest != digest)
    return next(accepted, None) or next(others, None)


def _shown(stage: Stage, events: Iterable[Event]) -> list[ShownBefore]:
    events = tuple(events)
    void = voided_exchanges(events)
    found: list[ShownBefore] = []
    for event in events:
        if event.exchange in void:
            continue
        match event.body:
            case SummaryShown(stage=shown, digest=digest, said=said) if shown is stage:
                found.append(ShownBefore(digest, tuple(said[0].text.split("\n")) if said else (), event.seq))
            case VerdictGiven(stage=judged, verdict=Verdict.ACCEPT) if judged is stage and found:
                found[-1] = replace(found[-1], accepted=True)
    return found
