"""How documents put an entry into words: its title, its heading, and where it comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.artifacts.render.markup import code, code_cell, inline
from roundtable_tui.artifacts.render.story_sentence import is_whole_sentence, wanted
from roundtable_tui.domain.dossier.kinds import PRIORITIES, SPECS, Kind
from roundtable_tui.domain.dossier.provenance import (
    USERS_OWN,
    Ballot,
    ByAgent,
    Cited,
    Confirmed,
    FromDocument,
    HandEdit,
    Inferred,
    Source,
    Stated,
)
from roundtable_tui.domain.dossier.short_titles import shortened
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.domain.talk.steering_phrases import (
    Verdict,
    accept_or_amend,
    only_says,
    phrases,
    words_of,
    yes_or_no,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sized

    from roundtable_tui.domain.dossier.dossier import Entry

UNTITLED = "(untitled)"

_NAMED_BY_ITSELF = frozenset(
    {Kind.SCOPE, Kind.AREA, Kind.KEYWORD, Kind.ESTIMATE, Kind.PROBLEM, Kind.FILE, Kind.ENTRY_POINT, Kind.ZONE}
    | {Kind.REVIEW, Kind.NOTE}
)
"""Entries that nothing else refers to: a reader knows them by what they say, and their ids would only show gaps."""

_NOTHING = phrases("none, no, nothing, nobody, no one, nope, nil, n/a, na, not that I know, none that I know of")
_ASSENT = phrases(
    "it stands, that stands, stands, all good, good, great, perfect, agreed, makes sense, as it is, as it stands, go"
)
_LONGEST_ASSENT = 5
_AROUND_ASSENT = phrases(
    "I think, I guess, for me, to me, by me, so far, for now, thanks, thank you, all, it, that, is"
)


def title_of(entry: Entry) -> str:
    """What an entry is called, on one line; never nothing."""
    title = one_line(entry.text(SPECS[entry.kind].main))
    if entry.kind is Kind.STORY and is_whole_sentence(title):
        title = wanted(entry)
    return title or next((line for name in entry.fields if (line := one_line(entry.text(name)))), UNTITLED)


def name_of(entry: Entry) -> str:
    """What an entry is called where it has a heading or is only mentioned: a long title in short.

    A title that somebody gave it in a document stays as it was written there.
    """
    title = title_of(entry)
    said = entry.fields.get("title")
    if said and any(isinstance(source, FromDocument | HandEdit) for source in said.sources):
        return title
    return shortened(title)


def full_title(entry: Entry) -> str:
    """All that a title says, where the heading gives it in short; nothing where it says all."""
    text = entry.text(SPECS[entry.kind].main)
    return text if name_of(entry) != title_of(entry) else ""


def counted(entries: Sized, noun: str) -> str:
    """`1 module`, `3 modules`."""
    return f"{len(entries)} {noun}{'' if len(entries) == 1 else 's'}"


def enumerated(parts: Iterable[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    *rest, last = parts
    return f"{', '.join(rest)} and {last}" if rest else last


def has_shown_id(entry: Entry) -> bool:
    """Whether documents name an entry by its id, because others refer to it."""
    return entry.kind not in _NAMED_BY_ITSELF


def is_only_listed(entry: Entry) -> bool:
    """Whether an entry is one of a list that a document shows, known by what it says."""
    return not has_shown_id(entry) and not SPECS[entry.kind].single


def introduced(entry: Entry) -> str:
    """What a line about an entry begins with: its id and title, or what it is where neither tells."""
    if has_shown_id(entry):
        return f"**{entry.id}** {inline(name_of(entry))}"
    return f"The {SPECS[entry.kind].one}" if SPECS[entry.kind].single else inline(name_of(entry))


def says_something(text: str) -> bool:
    """Whether a field holds more than the answer that there is nothing to say."""
    return bool(text.strip()) and not only_says(text, dict.fromkeys(_NOTHING, True))


def is_more_than_assent(text: str) -> bool:
    """Whether the user said something of their own, not only yes to what they were shown."""
    if not says_something(text) or yes_or_no(text, default=True) is not None:
        return False
    if only_says(text, dict.fromkeys(_ASSENT, True), _AROUND_ASSENT):
        return False
    return accept_or_amend(text) is Verdict.AMEND or len(words_of(text)) > _LONGEST_ASSENT


def has_own_words(review: Entry) -> bool:
    """Whether a review says more than its verdict."""
    more = any(says_something(review.text(name)) for name in ("concerns", "surprises", "revisit"))
    return more or is_more_than_assent(review.text("text"))


def heading_of(entry: Entry) -> str:
    return f"{entry.id}: {inline(name_of(entry))}"


def source_text(source: Source) -> str:
    """Where something comes from, as a phrase."""
    match source:
        case Stated(turn=0):
            return "the item itself"
        case Stated(turn=turn):
            return f"turn {turn}"
        case Confirmed(turn=turn):
            return f"confirmed in turn {turn}"
        case HandEdit(path=path):
            return f"edited by hand in {one_line(path)}"
        case FromDocument(path=path):
            return one_line(path)
        case Cited():
            return cited(source)
        case Ballot(session=session, round=number, seat=seat) if seat == USERS_OWN:
            return f"decided by the user in panel {one_line(session)}, round {number}"
        case Ballot(session=session, round=number, seat=seat):
            return f"panel {one_line(session)}, round {number}, {one_line(seat)}"
        case ByAgent(agent=agent):
            return f"asked by {one_line(agent)}, a coding agent"
        case Inferred(turns=turns, entries=entries):
            basis = [f"turn {turn}" if turn else "the item itself" for turn in turns] + [*map(one_line, entries)]
            return f"inferred from {', '.join(basis)}" if basis else "assumed"


def cited(source: Cited) -> str:
    lines = f"{source.start}" if source.end <= source.start else f"{source.start}-{source.end}"
    return f"{one_line(source.path)}:{lines}"


def sources_text(entry: Entry, known: Callable[[str], Entry | None] | None = None) -> str:
    """Where an entry comes from; of what it was inferred from only what is still known, named as it is shown."""
    return "; ".join(dict.fromkeys(source_text(_standing(source, known)) for source in entry.sources))


def _standing(source: Source, known: Callable[[str], Entry | None] | None) -> Source:
    if not isinstance(source, Inferred) or known is None:
        return source
    basis = [entry for entry_id in source.entries if (entry := known(entry_id))]
    return Inferred(source.turns, tuple(one.id if has_shown_id(one) else name_of(one) for one in basis))


def citations(entry: Entry) -> str:
    """The lines of code an entry rests on."""
    return ", ".join(dict.fromkeys(code(cited(source)) for source in entry.sources if isinstance(source, Cited)))


def highest_priority(entries: Iterable[Entry]) -> str:
    found = {entry.text("priority") for entry in entries}
    return next((priority for priority in PRIORITIES if priority in found), "")


def path_cell(entry: Entry) -> str:
    return code_cell(entry.text("path")) if "path" in entry.fields else code_cell(title_of(entry))
