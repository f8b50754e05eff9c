"""What becomes of an answer to a raised question where no model reads it: guesses taken, answers picked, words kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.comments.instead import says_instead
from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.kinds import SPECS, Kind, problem_with
from roundtable_tui.domain.dossier.provenance import Confirmed, Inferred, Stated
from roundtable_tui.domain.knowledge.points.point_names import RAISED, REST, ids_in
from roundtable_tui.domain.knowledge.points.stated_before import saying
from roundtable_tui.domain.knowledge.points.twin_questions import twins_of
from roundtable_tui.domain.talk.assents import Assent, assent, picked, replies_by_part

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.dossier.kinds import Value
    from roundtable_tui.domain.dossier.provenance import Source
    from roundtable_tui.domain.dossier.questions import Question
    from roundtable_tui.voices.protocol import Brief

_TOOK = (Assent.PLAIN, Assent.DELEGATED)


class _Wording(Struct, frozen=True):
    """Something the user was shown, and where it is kept once they take it."""

    text: str
    becomes: str
    entry: str
    """The raised question it answers."""
    delegated: bool = False


def is_raised_question(question: Question) -> bool:
    return question.key.startswith((f"{RAISED}/", f"{REST}/"))


def answered(brief: Brief, question: Question) -> list[Change]:
    """Guesses that are taken go where they belong, other words stay beside the question they answer."""
    ids = ids_in(question.key)
    if question.key.startswith(f"{REST}/"):
        return [change for one in _of_list(brief, question, ids) for change in one]
    taken = _taken(brief, question, ids[0])
    changes = _kept(taken, brief) if taken else [in_own_words(brief, ids[0], brief.words)]
    return [*changes, *_closed(ids[0], brief)]


def _of_list(brief: Brief, question: Question, ids: tuple[str, ...]) -> Iterator[list[Change]]:
    """A yes is for all of them; words that name none are kept whole, and the guesses stay guesses."""
    numbered = replies_by_part(brief.words, len(question.parts))
    said = assent(brief.words, "", question.text.split("\n")[0]) if not numbered else Assent.NONE
    if not numbered and said not in _TOOK:
        yield [_note(brief, brief.words, "")]
    for place, (part, name) in enumerate(zip(question.parts, ids, strict=False)):
        words = numbered.get(place, "")
        reply = assent(words, part.suggestion, part.text) if words else said
        if part.suggestion and reply in _TOOK:
            taken = _Wording(part.suggestion, part.becomes, name, reply is Assent.DELEGATED)
            yield [*_kept(taken, brief), *_closed(name, brief)]
        elif words:
            yield [_note(brief, words, name), *_closed(name, brief)]


def in_own_words(brief: Brief, name: str, words: str) -> Change:
    """What an entry shall say instead, where a comment asked for that; else the words stay beside the question."""
    asked = brief.state.dossier.get(name)
    if asked and (becomes := says_instead(asked, words, brief.state)):
        return _placed(_Wording(words.strip(), becomes, name), brief, Stated(brief.turn))
    return _note(brief, words, name)


def _taken(brief: Brief, question: Question, name: str) -> _Wording | None:
    place = picked(brief.words, question.choices)
    if place is not None:
        return _Wording(question.choices[place], question.becomes, name)
    said = assent(brief.words, question.suggestion, question.text.split("\n")[0])
    if not question.suggestion or said not in _TOOK:
        return None
    return _Wording(question.suggestion, question.becomes, name, said is Assent.DELEGATED)


def _kept(taken: _Wording, brief: Brief) -> list[Change]:
    source: Source = Inferred((brief.turn,)) if taken.delegated else Confirmed(brief.turn)
    if (written := _written_down(taken, brief)) and not taken.delegated:
        return [Change(Op.CONFIRM, written.id, written.kind, sources=(source,))]
    changes = [] if written else [_placed(taken, brief, source)]
    if not taken.delegated:
        kept = {change.id for change in changes}
        same = [one for one in saying(taken.text, brief.state.dossier) if one.id not in kept]
        return [*changes, *(Change(Op.CONFIRM, one.id, one.kind, sources=(source,)) for one in same)]
    about = written.id if written else changes[0].id
    fields: dict[str, Value] = {"text": f"The user left this to the analysts: {taken.text}", "about": (about,)}
    return [*changes, Change(Op.RECORD, brief.ids.next(Kind.ASSUMPTION), Kind.ASSUMPTION, fields, (source,))]


def _written_down(taken: _Wording, brief: Brief) -> Entry | None:
    """The entry that was shown with the guess because it says the same at length."""
    dossier = brief.state.dossier
    entry, asked = dossier.get(taken.becomes), dossier.get(taken.entry)
    guess = asked.text("guess") if asked else ""
    return entry if entry and taken.text in (guess, entry.text()) else None


def _placed(taken: _Wording, brief: Brief, source: Source) -> Change:
    """In the entry it is about, or as a new one; as a note where neither can be."""
    name, _, field = taken.becomes.partition(".")
    dossier = brief.state.dossier
    entry = dossier.get(name)
    kind = entry.kind if entry else next((one for one in Kind if one.value == name), Kind.NOTE)
    if entry is None and SPECS[kind].single:
        entry = dossier.one(kind)
    if problem_with(kind, field, taken.text):
        return _note(brief, taken.text, taken.entry, source)
    if entry and entry.text(field) == taken.text and not taken.delegated:
        return Change(Op.CONFIRM, entry.id, kind, sources=(source,))
    if entry:
        return Change(Op.REVISE, entry.id, kind, {field: taken.text}, (source,))
    about = _requirement(taken.entry, brief)
    if field != SPECS[kind].main or (kind is Kind.AC and not about):
        return _note(brief, taken.text, taken.entry, source)
    fields: dict[str, Value] = {field: taken.text}
    fields |= {"fr": (about,)} if kind is Kind.AC else {}
    return Change(Op.RECORD, brief.ids.next(kind, about if kind is Kind.AC else ""), kind, fields, (source,))


def _requirement(name: str, brief: Brief) -> str:
    about = _about(name, brief)
    found = [entry.id for entry in about if entry.kind is Kind.FR]
    return next(iter((*found, *(fr for entry in about for fr in entry.refs("fr")))), "")


def _about(name: str, brief: Brief) -> list[Entry]:
    asked = brief.state.dossier.get(name)
    return [entry for one in (asked.refs("about") if asked else ()) if (entry := brief.state.dossier.get(one))]


def _note(brief: Brief, words: str, name: str, source: Source | None = None) -> Change:
    """What was asked stands before what was said to it."""
    asked = brief.state.dossier.get(name)
    about = tuple(entry.id for entry in _about(name, brief))
    fields: dict[str, Value] = {"text": f"{asked.text()} {words.strip()}" if asked else words.strip()}
    fields |= {"about": about} if about else {}
    return Change(Op.RECORD, brief.ids.next(Kind.NOTE), Kind.NOTE, fields, (source or Stated(brief.turn),))


def _closed(name: str, brief: Brief) -> list[Change]:
    gone = (one for one in (name, *twins_of(name, brief.state.dossier)) if brief.state.dossier.get(one))
    return [Change(Op.DROP, one, Kind.QUESTION) for one in gone]
