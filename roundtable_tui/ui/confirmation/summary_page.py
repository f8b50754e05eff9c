"""A summary that waits for a verdict as passages to read: what is assumed first, and a bar beside what changed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.modes.conversation.summary_lines import IF_WRONG, ids_in_short
from roundtable_tui.modes.conversation.wording import accepting_leaves
from roundtable_tui.ui.documents.passages import Passage, Shape

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roundtable_tui.modes.conversation.presenting import Presented
    from roundtable_tui.modes.conversation.summaries import SummaryPart

ENTRY = "entry:"
"""What the target of a link to an entry starts with."""
_ID = re.compile(r"^(?P<point>- )?(?P<id>[A-Z]+-[\d-]+\d)\b")
MARK = "▎"


def passages_of(shown: Presented) -> tuple[Passage, ...]:
    return tuple(_passages(shown))


def _passages(shown: Presented) -> Iterator[Passage]:
    known = "\n".join(map(_as_markdown, shown.before.lines)) if shown.before else ""
    changed = shown.changed
    for number, part in enumerate(shown.summary.parts):
        new = any(line in changed for line in (part.heading, *part.points))
        label, text = _set(part)
        yield Passage(Shape.MARKDOWN, text, f"part-{number}", label=label, changed=new, before=known if new else "")
    if shown.gone:
        gone = "\n".join(f"- ~~{line}~~" for line in shown.gone)
        yield Passage(Shape.MARKDOWN, gone, "gone", label="Not in it any more:", changed=True)
    if shown.summary.documents:
        yield Passage(Shape.MARKDOWN, f"In full: {_listed(shown.summary.documents)}", "documents")


def _set(part: SummaryPart) -> tuple[str, str]:
    """What stands above, and below it the text; a sentence by itself needs nothing above it."""
    if part.points:
        return part.heading.text, "\n".join(_as_markdown(point.as_point) for point in part.points)
    name, colon, rest = part.heading.text.partition(": ")
    entry = part.heading.entry
    return (f"{name}:", f"[{entry}]({ENTRY}{entry}) {rest}") if colon and entry else ("", part.heading.text)


def _as_markdown(line: str) -> str:
    """With a way to the entry it speaks of, and what hangs on an assumption on a line of its own."""
    linked = _ID.sub(lambda found: f"{found['point'] or ''}[{found['id']}]({ENTRY}{found['id']})", line)
    said, wrong, changes = linked.partition(IF_WRONG)
    return f"{said}  \n  if it is wrong: {changes}" if wrong else linked


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(f"[{name}]({name})" for name in names)


def title_of(shown: Presented) -> str:
    return f"Summary {shown.number} of {shown.of} · {str(shown.summary.stage).capitalize()}"


def what_is_new(shown: Presented) -> str:
    """How it differs from what the user knows, in a sentence."""
    count = len(shown.changed) + len(shown.gone)
    lines = "1 line" if count == 1 else f"{count} lines"
    if shown.amending:
        return f"You are amending it. {MARK} changed meanwhile: {lines}" if count else "You are amending it."
    if shown.before is None:
        return "New to you. What nobody has confirmed stands first."
    if shown.unchanged:
        return "Unchanged since you accepted it."
    since = "you accepted it" if shown.before.accepted else "you last saw it"
    named = f" ({one_line(ids_in_short(shown.touched), 60)})" if shown.touched else ""
    return f"{MARK} changed since {since}: {lines}{named}" if count else f"Nothing in it changed since {since}."


def what_can_be_accepted(shown: Presented) -> str:
    """What accepting the summary leaves as it is, and what can be accepted beside it; nothing where it has no guess."""
    if not shown.guesses or shown.amending:
        return ""
    return accepting_leaves(len(shown.guesses), len(shown.in_full))
