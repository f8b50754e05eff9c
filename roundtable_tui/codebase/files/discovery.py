"""What a project says about itself: its README and the like, by headings and by the words they share with a change."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.codebase.files.citations import text_name
from roundtable_tui.codebase.files.listing import read_source
from roundtable_tui.codebase.files.secrets import redact
from roundtable_tui.domain.journal.code_facts import DocumentRead
from roundtable_tui.domain.talk.sanitize import neutral, one_line
from roundtable_tui.formats.markdown import Fences

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from roundtable_tui.codebase.files.listing import ProjectFile

MOST_DOCUMENTS = 20
_MOST_HEADINGS = 12
_LONGEST_HEADING = 80
_LARGEST = 200_000
"""Characters of each document that are read."""
_FIRST = ("agents", "claude", "architecture", "readme")
"""Those at the root, in the order in which they are worth reading."""
_ROOT = re.compile(r"(?:readme|architecture|agents|claude)(?:\.(?:md|markdown|rst|txt|adoc))?", re.IGNORECASE)
_DOCS = re.compile(r"docs?/(?:[^/]+/){0,2}[^/]+\.(?:md|markdown|rst|txt|adoc)", re.IGNORECASE)
_HEADING = re.compile(r" {0,3}#{1,4}\s+(?P<text>.*?)\s*#*\s*|=+\s+(?P<adoc>.*)")
_UNDERLINE = re.compile(r"(={3,}|-{3,}|~{3,})\s*")


def discovery_documents(files: Iterable[ProjectFile]) -> tuple[ProjectFile, ...]:
    """Those of the listed files that say what the project is: the ones at its root first, then those in docs/."""
    found = [file for file in files if _ROOT.fullmatch(file.name) or _DOCS.fullmatch(file.name)]
    return tuple(sorted(found, key=lambda file: _worth(file.name))[:MOST_DOCUMENTS])


def _worth(name: str) -> tuple[int, int, str]:
    stem = name.partition(".")[0].lower()
    return name.count("/"), _FIRST.index(stem) if stem in _FIRST else len(_FIRST), name


def documents_read(files: Iterable[ProjectFile], words: Sequence[str]) -> tuple[DocumentRead, ...]:
    """Each with its headings and the words that stand in it; one that may not be read says nothing."""
    found: list[DocumentRead] = []
    for file in files:
        source = read_source(file)
        if source.why_not is None:
            found.append(read_document(text_name(file.name), source.text, words))
    return tuple(found)


def read_document(name: str, text: str, words: Sequence[str]) -> DocumentRead:
    text = neutral(redact(text[:_LARGEST]).text)
    occurring = tuple(word for word in words if _stands(word, text))
    return DocumentRead(name, tuple(_headings(text)), occurring)


def _stands(word: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}(?:s|es)?(?!\w)", text, re.IGNORECASE) is not None


def _headings(text: str) -> list[str]:
    found: list[str] = []
    fences, before = Fences(), ""
    for line in text.splitlines():
        if fences.take(line):
            before = ""
            continue
        if heading := _HEADING.fullmatch(line):
            found.append(heading["text"] or heading["adoc"] or "")
        elif _UNDERLINE.fullmatch(line) and before and not before.startswith(("-", "|", "=")):
            found.append(before)
        before = line.strip()
    shown = (one_line(heading, _LONGEST_HEADING) for heading in found)
    return [heading for heading in shown if heading][:_MOST_HEADINGS]
