"""Takes a line of an answer to a list apart where something else begins: another operation, or another entry."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.domain.talk.lists.operations import ItemForm
from roundtable_tui.domain.talk.lists.selections import ID_FORM, select

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roundtable_tui.domain.talk.lists.operations import ListQuestion

POLITE = (
    r"(?:(?:please|pls|plz|(?:can|could|would|will) (?:you|we)|(?:you|we) (?:can|could|should|may)|let['’]?s|let us"
    r"|just|maybe|i['’]?d|i would|i want to|i['’]?d like to|better|also|and|then|ok|okay|yes|no)[\s,]+){0,5}"
)
ADD = r"(?:add|append|include|plus|you forgot|you missed)\b\s*:?|(?:missing|new)\s*:|\+(?=\s*\S)"
DROP = (
    r"(?:drop|remove|strike|delete|take out|leave out|omit|exclude|cut|cross out|kick out|get rid of|without|minus|skip"
    r"|forget|discard|rm|ditch|scrap|throw out|lose)\b\s*:?|-(?=[A-Za-z]{1,6}-\d)"
)
CHANGE = r"(?:change|rename|reword|replace|set|make|mark|turn|correct|update|edit)\b"
KEEP = r"(?:keep|leave)\b\s*:?"
_OPERATES = re.compile(rf"\s*{POLITE}(?:{DROP}|{CHANGE}|{KEEP})", re.IGNORECASE)
_DROPS = re.compile(rf"\s*{POLITE}(?:{DROP})", re.IGNORECASE)
_ADDS = re.compile(rf"\s*{POLITE}(?:{ADD})", re.IGNORECASE)
_APART = re.compile(r"(?:\s*[,;]\s*|\.\s+)(?:and\s+|but\s+|then\s+)?|\s+(?:and|but|then)\s+", re.IGNORECASE)
_APART_IN_NAMES = re.compile(rf"{_APART.pattern}|\s+(?=(?:add|drop|remove)\s)", re.IGNORECASE)
"""Names go on without a comma, too: "drop csv add reject"."""
_LABEL = re.compile(rf"{ID_FORM}\s*(?::|=|→|->)\s|(?:the rest|the others)\b", re.IGNORECASE)
_NEARBY = 200
"""So much of what follows a verb tells whether it begins an operation."""


def clauses(line: str, question: ListQuestion) -> Iterator[str]:
    """A line apart where a new operation begins; a sentence that only holds such a verb stays whole."""
    begun = 0
    for gap in (_APART if question.form is ItemForm.SENTENCE else _APART_IN_NAMES).finditer(line):
        tail = line[gap.end() :]
        head = line[begun : gap.start()]
        if gap[0].isspace() and not (_only_drops_entries(head, question) and _means_less_than_all(tail, question)):
            continue
        labelled = _LABEL.match(tail) and not only_names_entries(head, question)
        if (
            labelled
            or _speaks_of_another(head, tail, question)
            or _operates(tail, question)
            or (_adds(tail) and _operates(head, question))
        ):
            yield line[begun : gap.start()].strip()
            begun = gap.end()
    yield line[begun:].strip()


def marked_lines(answer: str, question: ListQuestion) -> list[str]:
    """The lines of an answer; beside lines with a plus a minus before an entry of the list takes it out."""
    lines = answer.splitlines()
    if not any(_PLUS.match(line) for line in lines):
        return lines
    return [_without_mark(line, question) for line in lines]


def _without_mark(line: str, question: ListQuestion) -> str:
    if question.form is ItemForm.SENTENCE and (plus := _PLUS.match(line)):
        return f"- {line[plus.end() :]}"
    found = _MINUS.match(line)
    named = found is not None and select(line[found.end() :], question.listed).ids
    return _MINUS.sub("drop ", line) if named and only_names_entries(_MINUS.sub("", line), question) else line


_PLUS = re.compile(r"\s*\+(?:\s+(?=\S)|(?=[^\W\d_]))")
_MINUS = re.compile(r"\A\s*[-–−]\s*(?=\S)")


def only_names_entries(text: str, question: ListQuestion) -> bool:
    chosen = select(text, question.listed)
    return chosen.names_something and not text[chosen.length :].strip()


def _operates(text: str, question: ListQuestion) -> bool:
    verb = _OPERATES.match(text)
    return verb is not None and select(text[verb.end() :][:_NEARBY], question.listed).names_something


def _only_drops_entries(text: str, question: ListQuestion) -> bool:
    verb = _DROPS.match(text)
    return verb is not None and only_names_entries(text[verb.end() :], question)


def _means_less_than_all(text: str, question: ListQuestion) -> bool:
    """Whether what begins here adds something, or takes out a part of the list."""
    verb = _DROPS.match(text)
    chosen = select(text[verb.end() :], question.listed) if verb else None
    return chosen is None or (0 < len(chosen.ids) < len(question.listed) and not chosen.remaining)


def _adds(text: str) -> bool:
    return _ADDS.match(text) is not None


def _speaks_of_another(head: str, tail: str, question: ListQuestion) -> bool:
    """Whether one entry is spoken of and then the next: "FR-001 must, FR-002 should"."""
    before, after = select(head, question.listed), select(tail, question.listed)
    if not before.ids or before.unknown or not head[before.length :].strip(" :=.") or not after.names_something:
        return False
    if after.unknown or not tail[after.length :].strip(" .!"):
        return False
    return bool(question.values) or calls_by_name(tail, question)


def calls_by_name(text: str, question: ListQuestion) -> bool:
    """Whether an entry is called by its id or its name, and not by a word or a number that may mean something else."""
    begun = text.lstrip("`\"'“").removeprefix("the ").casefold()
    called = (entry.name.strip().rstrip(".").casefold() for entry in question.listed)
    return re.match(ID_FORM, text) is not None or any(name and begun.startswith(name) for name in called)
