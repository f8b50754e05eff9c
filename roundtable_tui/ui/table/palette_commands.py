"""What the palette offers at the table besides its keys: steps to reopen, documents to show, conflicts to settle."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from roundtable_tui.ui.keys.palette import Command

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from roundtable_tui.domain.journal.values import PointName
    from roundtable_tui.ui.table.controller import TableController


def palette_commands(link: TableController, show_document: Callable[[str], None]) -> Iterator[Command]:
    """Nothing before the item is open."""
    state = link.state_or_none
    if state is None:
        return
    for record in state.guided.steps.values():
        title = f"Reopen step {record.id}: {record.title}"
        yield Command(title, "Go through this step again", partial(link.reopen, record.id))
    for title, name in _of_mode(link):
        yield Command(title, "From here on; what is known stays", partial(link.do, name))
    for name in state.files.artifacts:
        yield Command(f"Show {name}", "Open this document beside the talk", partial(show_document, name))
    for name, standing in state.files.conflicts.items():
        if standing:
            title = f"Settle the conflict in {name}"
            yield Command(title, "Keep your text or take the analysis's", partial(link.settle, name))
    if not link.read_only:
        title = "Write the page for people who decide"
        yield Command(title, "One file for any browser: report.html beside the documents", link.pages.write_page)
        yield Command("Rename this item", "Call it something else; its folder keeps its name", link.pages.ask_for_name)
    if link.is_looking:
        yield Command("Stop looking through the code", "The talk goes on without it", link.stop_looking)
    elif state.code.scan and state.talk.ending is None:
        yield Command("Look through the code again", "Where it changed or you stopped it", link.look_again)


def _of_mode(link: TableController) -> Iterator[tuple[str, str]]:
    """What a mode offers beside the keys: another mode, and open points to strike or to be asked first."""
    from roundtable_tui.session.intents import MarkPoint

    names = _names_of_points(link)
    for command in link.session.commands():
        verb, _, rest = command.name.partition(" ")
        if verb == "mode":
            yield f"Go on in {rest} mode", command.name
        elif verb == "seat":
            yield f"Bring in {rest}", command.name
        elif isinstance(command.intent, MarkPoint):
            about = f"{names.get(command.intent.point, 'one')} ({rest})"
            titles = {"strike": "Strike the open point", "back": "Put back the open point"}
            yield f"{titles.get(verb, 'Ask first:')} {about}", command.name


def _names_of_points(link: TableController) -> dict[PointName, str]:
    from roundtable_tui.domain.journal.state import CONVERSATION
    from roundtable_tui.domain.knowledge.points.aside_points import points_aside
    from roundtable_tui.domain.talk.sanitize import one_line
    from roundtable_tui.modes.conversation.point_list import listed_points
    from roundtable_tui.modes.conversation.wording import point_name

    state, knowledge = link.state, link.knowledge
    if state.mode != CONVERSATION:
        return {}
    aside = {point.name: one_line(point.text, 60) for point in points_aside(state, knowledge)}
    return aside | {point.name: point_name(point, state) for point in listed_points(state, knowledge)}
