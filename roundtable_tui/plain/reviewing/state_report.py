"""What differs between two accepted states of an item, line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.errors import UsageError
from roundtable_tui.items.lookup import existing_slug
from roundtable_tui.items.open_item import open_item
from roundtable_tui.review.accepted_states import accepted_states, as_lines, between
from roundtable_tui.review.origins import when

if TYPE_CHECKING:
    from roundtable_tui.items.project import Project
    from roundtable_tui.review.accepted_states import AcceptedState

NOW = "now"


def states_between(project: Project, item: str, first: str, second: str) -> str:
    """By the numbers of the states, or `now`; the earlier one first, whichever way they are given."""
    events = tuple(open_item(project, existing_slug(project, item), look_only=True).events)
    states = accepted_states(events)
    before, after = sorted((_named(name, states) for name in (first, second)), key=lambda one: one.seq)
    found = between(events, before, after)
    lines = [f"{_called(before)} → {_called(after)}: {found.sentence}", *as_lines(found)]
    return "\n".join(lines)


def _named(name: str, states: tuple[AcceptedState, ...]) -> AcceptedState:
    if name == NOW and states:
        return states[-1]
    found = next((one for one in states if str(one.number) == name), None)
    if found is None:
        listed = "; ".join(f"{one.number} {_called(one)}" for one in states) or "none yet"
        raise UsageError(f"There is no accepted state '{name}'.", f"There are: {listed}. The last is also `now`.")
    return found


def _called(state: AcceptedState) -> str:
    return f"{when(state.at)} {state.told}"
