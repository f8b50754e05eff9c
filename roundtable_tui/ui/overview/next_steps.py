"""What can be done with an item as it stands, each with what to press or type for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from roundtable_tui.items.overview import Overview


def next_steps(about: Overview, key_for: Callable[[str], str], slug: str) -> tuple[str, ...]:
    """`key_for` gives the key that does a command while one writes: that is where one is when the page closes."""
    return tuple(_next_steps(about, key_for, slug))


def _next_steps(about: Overview, key_for: Callable[[str], str], slug: str) -> Iterator[str]:
    if about.assumed:
        number = len(about.assumed)
        guesses = "the guess: accept it" if number == 1 else f"the {number} guesses: accept them"
        yield f"{key_for('app.review')} walks through {guesses} or say what is right."
    if about.questions:
        first = f"{key_for('talk.reopen')} takes it up again, then " if about.ended else ""
        yield f"Answer what is still open: {first}type its id, a colon and the answer."
    elif about.ended:
        yield f"{key_for('talk.reopen')} takes it up again."
    if not about.ended:
        yield "Go on answering; everything is kept when you leave."
        return
    yield "Read the documents; what you change in them by hand counts."
    yield f"{key_for('app.history')} shows earlier versions; {key_for('app.lobby')} goes to all items."
    yield f"For whoever builds it: `roundtable-tui brief {slug}`, its tasks: `plan {slug}`; an agent asks by `mcp`."
    yield f"To look for loose ends: `roundtable-tui check {slug}`."
