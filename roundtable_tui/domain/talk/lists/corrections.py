"""Reads an answer to a list as operations on it: add, drop, change, choose, trace; nothing is replaced unasked."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roundtable_tui.domain.talk.lists.all_but import all_but
from roundtable_tui.domain.talk.lists.clauses import (
    ADD,
    CHANGE,
    DROP,
    KEEP,
    POLITE,
    calls_by_name,
    clauses,
    marked_lines,
    only_names_entries,
)
from roundtable_tui.domain.talk.lists.exchanges import exchange
from roundtable_tui.domain.talk.lists.items import items_in, looks_like_item, without_bullet
from roundtable_tui.domain.talk.lists.named_values import lone_values, value_of
from roundtable_tui.domain.talk.lists.operations import (
    Add,
    Choose,
    Corrections,
    Drop,
    ItemForm,
    Keep,
    Link,
    ListQuestion,
    Mention,
    Operation,
    Reword,
    Say,
    Select,
    Unlink,
)
from roundtable_tui.domain.talk.lists.remarks import anew_in, can_go, is_about_an_entry, leaves_out, named_as_missing
from roundtable_tui.domain.talk.lists.selections import ID_FORM, Selection, select
from roundtable_tui.domain.talk.lists.told_values import told_values
from roundtable_tui.domain.talk.lists.traces import trace
from roundtable_tui.domain.talk.replies import Meant, reply_to
from roundtable_tui.domain.talk.spoken_words import words_of

if TYPE_CHECKING:
    from collections.abc import Sequence

_ONLY = (
    r"(?:replace (?:the (?:whole )?list |it |all |them |everything )?(?:with|by)|only|just|instead|the list is|new list"
    r"|my list|the whole list)\s*:"
)
_ONLY_NAMES = r"(?:only|just)\s+"
_VERB = rf"(?:{ADD}|{DROP}|{CHANGE}|{KEEP})"
_ANEW = re.compile(r"\s*(?:\bto\b|\binto\b|\bwith\b|\bby\b|\bas\b|:|=|→|->|=>)\s*", re.IGNORECASE)
_OF = re.compile(r"\s*(?::|=|→|->|=>|–|—|\s-\s|\bis\b|\bare\b|\bshould be\b|\bas\b|\bin\b|\bby\b)?\s*", re.IGNORECASE)
_MARKS = frozenset((":", "=", "→", "->", "=>"))
"""What between a name and the words behind it says that they are what the entry is to be."""
_ACTS = re.compile(r"(?:create|modify|delete|edit|touch)\s+", re.IGNORECASE)
_SAYS = re.compile(
    r"\b(?:is|are|was|can|may|must|should|shall|will|would|could|might|has|have|does|do|cannot|needs?)\b"
)


@dataclass(slots=True)
class _Reading:
    operations: list[Operation] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    mixed: list[str] = field(default_factory=list)
    later: list[Callable[[str], Operation]] = field(default_factory=list)
    """What is to be done with the rest, once everything else is known."""
    replaces: bool = False
    """The user said that theirs is the whole list: what it does not name is dropped."""

    def on(self, selection: Selection, operation: Callable[[str], Operation]) -> None:
        self.operations += [operation(entry_id) for entry_id in selection.ids]
        self.unknown += selection.unknown
        if selection.remaining:
            self.later.append(operation)


def corrections(answer: str, question: ListQuestion) -> Corrections:
    """What the answer does to the list of the question."""
    reading = _Reading()
    reading.operations += lone_values(answer, question) or told_values(answer, question)
    if not reading.operations:
        verb = ""
        for line in marked_lines(answer, question):
            bare, bulleted = without_bullet(" ".join(line.split()))
            if not bare.strip():
                verb = ""
                continue
            if heads := re.fullmatch(rf"{POLITE}({_VERB}|{_ONLY})", bare.strip(), re.IGNORECASE):
                reading.replaces = reading.replaces or re.fullmatch(_ONLY, heads[1], re.IGNORECASE) is not None
                verb = "" if reading.replaces else heads[1]
                continue
            if reading.replaces and reply_to(bare).meant is not Meant.ANSWER:
                reading.unread.append(bare)
                continue
            for clause in clauses(f"{verb} {bare}" if verb else bare, question):
                _read_clause(clause, question, reading, bulleted=bulleted)
    stays = any(not isinstance(one, Drop) for one in reading.operations)
    if reading.replaces and (reading.unread or not stays) and not reading.unknown:
        return Corrections(unread=tuple(reading.unread), lacks_list=True)
    _finish(question, reading)
    return Corrections(
        _last_choices(reading.operations),
        tuple(dict.fromkeys(reading.unknown)),
        tuple(reading.unread),
        tuple(reading.mixed),
    )


def _last_choices(operations: Sequence[Operation]) -> tuple[Operation, ...]:
    """Of two values for one entry the later counts: "all must, but FR-004 could"."""
    last = {one.id: one for one in operations if isinstance(one, Choose)}
    return tuple(dict.fromkeys(last[one.id] if isinstance(one, Choose) else one for one in operations))


def _finish(question: ListQuestion, reading: _Reading) -> None:
    named = {entry_id for one in reading.operations for entry_id in _ids_of(one, question)}
    rest = [entry.id for entry in question.listed if entry.id not in named]
    for operation in (*reading.later, *([Drop] if reading.replaces else [])):
        reading.operations += [operation(entry_id) for entry_id in rest]


def _ids_of(operation: Operation, question: ListQuestion) -> tuple[str, ...]:
    match operation:
        case Add(text=text):
            return select(text, question.listed).ids if question.form is not ItemForm.SENTENCE else ()
        case Select(ids=ids):
            return ids
    return (operation.id,)


def _read_clause(clause: str, question: ListQuestion, reading: _Reading, *, bulleted: bool) -> None:
    if not clause:
        return
    rest = re.sub(rf"\A{POLITE}(?={_VERB}|{_ONLY})", "", clause, flags=re.IGNORECASE)
    for form, read in _FORMS:
        begun = re.match(form, rest, re.IGNORECASE)
        if begun and read(rest[begun.end() :].strip(), rest, question, reading):
            return
    if _read_all_but(rest, question, reading) or _read_exchange(rest, question, reading):
        return
    if _read_group(rest, question, reading) or _read_named(rest, question, reading):
        return
    if more := named_as_missing(rest, question.form):
        _add(more, rest, question, reading)
    elif (
        not question.listed
        or bulleted
        or (looks_like_item(rest, question.form) and not is_about_an_entry(rest, question))
    ):
        _add(rest, rest, question, reading)
    else:
        reading.unread.append(rest)


def _only(text: str, _: str, question: ListQuestion, reading: _Reading) -> bool:
    """Replaces the list, because the user said so."""
    reading.replaces = True
    if not _is_a_list(text, question):
        reading.unread.append(text)
        return True
    return _add(text, text, question, reading)


def _is_a_list(text: str, question: ListQuestion) -> bool:
    """Whether what is to take the place of the list can be one: "only: hm" is none."""
    named = select(text, question.listed).names_something or question.form is not ItemForm.PATH
    return named and reply_to(text).meant is Meant.ANSWER


def _only_names(text: str, whole: str, question: ListQuestion, reading: _Reading) -> bool:
    chosen = select(text, question.listed)
    if chosen.unknown or not only_names_entries(text.rstrip(" ."), question):
        return False
    return _only(text, whole, question, reading)


def _add(text: str, whole: str, question: ListQuestion, reading: _Reading) -> bool:
    """Each item that is not there yet; what is there already is kept."""
    if not text:
        return False
    sentence = question.form is ItemForm.SENTENCE and ":" not in whole[: len(whole) - len(text)]
    if sentence and not reading.operations and not _SAYS.search(text):
        text = whole  # "Add a button" is a sentence of its own, unless it goes on after "drop FR-001"
    known = select(text, question.listed)
    if known.ids and not known.unknown and not text[known.length :].strip(" ."):
        reading.operations += [Keep(entry_id) for entry_id in known.ids]
        return True
    for item in items_in(text, question.form):
        found = select(item, question.listed)
        if len(found.ids) == 1 and not found.unknown and not item[found.length :].strip(" ."):
            reading.operations.append(Keep(found.ids[0]))
        elif re.fullmatch(ID_FORM, item.strip(" .")):
            reading.unknown.append(item.strip(" ."))
        else:
            reading.operations.append(Add(item))
    return True


def _drop(text: str, whole: str, question: ListQuestion, reading: _Reading) -> bool:
    chosen = select(text, question.listed)
    if not chosen.names_something:
        return False
    if question.form is ItemForm.PATH and whole.lower().startswith("delete") and "/" in text:
        if not chosen.ids:
            return False
        reading.unread.append(whole)  # whether the file goes or only its line in the list cannot be told
        return True
    after = text[chosen.length :].strip(" .!,")
    if after and words_of(after) not in _NOUGHT and question.form is ItemForm.SENTENCE and not _names_ids(text):
        return False
    reading.on(chosen, Drop)
    return True


_NOUGHT = {tuple(one.split()) for one in "from the list,from it,please,too,as well,again,pls,thanks".split(",")}


def _names_ids(text: str) -> bool:
    return re.match(rf"\s*{ID_FORM}", text) is not None


def _keep(text: str, _: str, question: ListQuestion, reading: _Reading) -> bool:
    chosen = select(text, question.listed)
    if not chosen.names_something or text[chosen.length :].strip(" .!"):
        return False
    reading.on(chosen, Keep)
    return True


def _change(text: str, _: str, question: ListQuestion, reading: _Reading) -> bool:
    """ "change X to Y": for a value it is a choice, for anything else the entry says Y from now on."""
    chosen = select(text, question.listed)
    if not chosen.names_something:
        return False
    joint = _ANEW.match(text, chosen.length)
    if not (anew := text[joint.end() if joint and joint.end() > chosen.length else chosen.length :].strip()):
        return False
    value = value_of(anew, question.values)
    reading.on(chosen, (lambda one: Choose(one, value)) if value else (lambda one: Reword(one, anew)))
    return True


def _read_named(text: str, question: ListQuestion, reading: _Reading) -> bool:
    """What begins with entries of the list says something of them, or only names them."""
    chosen = select(text, question.listed)
    if not chosen.names_something:
        return False
    joint = _OF.match(text, chosen.length)
    said = text[joint.end() :].strip() if joint else ""
    value = value_of(said, question.values)
    labelled = bool(value or (joint and joint[0].strip())) or not chosen.unknown
    if not said.strip(" .!"):
        if not chosen.ids and not _names_ids(text) and not chosen.remaining:
            return False
        if leaves_out(text) and chosen.ids and not (question.values or question.targets or chosen.unknown):
            reading.operations += [Keep(entry_id) for entry_id in chosen.ids]
            reading.later.append(Drop)
            return True
        reading.on(chosen, lambda one: Select((one,)))
        _join_selected(reading)
        return True
    if _goes_on_listing(text[chosen.length :], question):
        return _add(text, text, question, reading)
    if can_go(text[chosen.length :]):
        reading.on(chosen, Drop)
        return True
    if _trace(chosen, said, question, reading):
        return True
    if not labelled or not (chosen.ids or chosen.remaining or _names_ids(text)):
        return False
    if reply_to(said).agrees:
        reading.on(chosen, Keep)
        return True
    if not value and _names_another(said, chosen, question, labelled=bool(joint and joint[0].strip(" -"))):
        reading.mixed.append(text)
        return True
    if value:
        reading.on(chosen, lambda one: Choose(one, value))
    elif anew := anew_in(text[chosen.length :]):
        reading.on(chosen, lambda one: Reword(one, anew))
    elif joint and joint[0].strip() in _MARKS:
        reading.on(chosen, lambda one: Say(one, said))
    else:
        reading.on(chosen, lambda one: Mention(one, said, text))
    return True


def _names_another(said: str, chosen: Selection, question: ListQuestion, *, labelled: bool) -> bool:
    """Whether what is said of one entry speaks of another; a sentence after "FILE-001:" may mention one."""
    if labelled and not question.values and not question.targets:
        return False
    own = {*chosen.ids} if len(chosen.ids) == 1 else set()
    tails = (said[word.start() :] for word in re.finditer(r"(?<![\w-])\w", said))
    return any(calls_by_name(tail, question) and {*select(tail, question.listed).ids} - own for tail in tails)


def _goes_on_listing(after: str, question: ListQuestion) -> bool:
    """Whether names go on after a comma: "PostgreSQL and Celery"."""
    return (
        question.form is not ItemForm.SENTENCE
        and re.match(r"\s*(?:,|;|and\b)", after, re.IGNORECASE) is not None
        and looks_like_item(re.sub(r"\A\s*(?:,|;|and\b)\s*", "", after), question.form)
    )


def _join_selected(reading: _Reading) -> None:
    """Entries that are only named are one selection, whatever lines they stand on."""
    ids = [entry_id for one in reading.operations if isinstance(one, Select) for entry_id in one.ids]
    reading.operations[:] = [one for one in reading.operations if not isinstance(one, Select)]
    if ids:
        reading.operations.append(Select(tuple(dict.fromkeys(ids))))


def _trace(chosen: Selection, said: str, question: ListQuestion, reading: _Reading) -> bool:
    read = trace(said, question)
    if read is None:
        return False
    reading.unknown += read.unknown
    if read.ids and read.away:
        reading.on(chosen, lambda one: Unlink(one, read.ids))
    elif read.ids:
        reading.on(chosen, lambda one: Link(one, read.ids, read.alone))
    return True


def _read_all_but(text: str, question: ListQuestion, reading: _Reading) -> bool:
    read = all_but(text, question)
    if read is None:
        return False
    reading.operations += [Choose(entry_id, value) for entry_id, value in read.values.items()]
    reading.unknown += read.unknown
    return True


def _read_exchange(text: str, question: ListQuestion, reading: _Reading) -> bool:
    read = exchange(text, question)
    if read is None:
        return False
    reading.operations.append(Reword(read.id, read.text))
    return True


def _not(text: str, _: str, question: ListQuestion, reading: _Reading) -> bool:
    """ "no Celery", "not src/mail.py": of names and files, where nothing more is said."""
    chosen = select(text, question.listed)
    after = words_of(text[chosen.length :])
    if question.form is ItemForm.SENTENCE or not chosen.ids or chosen.unknown or (after and after not in _NOUGHT):
        return False
    if named := calls_by_name(text, question) or "." in text[: chosen.length]:
        reading.on(chosen, Drop)
    return named


def _read_group(text: str, question: ListQuestion, reading: _Reading) -> bool:
    """ "Must: FR-001, FR-003", and traces told from the other side, "MOD-008: FR-001"."""
    head, colon, tail = text.partition(":")
    chosen = select(tail, question.listed) if colon else Selection()
    if not chosen.names_something or tail[chosen.length :].strip(" ."):
        return False
    if value := value_of(head, question.values):
        reading.on(chosen, lambda one: Choose(one, value))
        return True
    named = select(head, question.targets)
    if not named.ids or named.unknown or chosen.unknown:
        return False
    reading.on(chosen, lambda one: Link(one, named.ids))
    return True


def _acts(text: str, whole: str, question: ListQuestion, reading: _Reading) -> bool:
    """ "modify src/a.py": something is said of a file that is listed, otherwise it is a file more."""
    if question.form is not ItemForm.PATH or whole.lower().startswith("delete"):
        return False
    chosen = select(text, question.listed)
    action = whole.split()[0]
    if chosen.ids and not chosen.unknown and not text[chosen.length :].strip(" ."):
        reading.on(chosen, lambda one: Say(one, action))
        return True
    return False


_Form = tuple[str, Callable[[str, str, ListQuestion, _Reading], bool]]
_FORMS: Sequence[_Form] = (
    (_ONLY, _only),
    (_ONLY_NAMES, _only_names),
    (_ACTS.pattern, _acts),
    (DROP, _drop),
    (CHANGE, _change),
    (KEEP, _keep),
    (ADD, _add),
    (r"(?:not|no)\b(?!\.)", _not),
)
