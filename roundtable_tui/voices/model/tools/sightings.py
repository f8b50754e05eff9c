"""What a model has seen of the code: look-ups go through here, and only lines that it has read can be cited."""

from __future__ import annotations

import re
from collections import Counter
from posixpath import normpath
from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.provenance import Cited
from roundtable_tui.domain.journal.code_facts import Seen
from roundtable_tui.domain.talk.sanitize import neutral, one_line
from roundtable_tui.errors import CitationError
from roundtable_tui.voices.model.prompt.templates import fenced
from roundtable_tui.voices.model.tools.bad_call import BadCallError, UselessCallError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from roundtable_tui.voices.protocol import Brief, CodeReader

_MOST_OF_A_SEARCH = 5
_MOST_SHOWN_BACK = 40
"""Lines of a passage that was cited unseen."""
_LONGEST_GIST = 90
_HIT = re.compile(
    r"(?P<path>[^\n:]+):(?P<line>\d+):\s+(?P<text>\S.*?)"
    r"(?P<not_whole>  \((?:a part of a name|another form of the word)\))?"
)
_LINE = re.compile(r"\s*(?P<line>\d+)  (?P<text>.*)")
_TELLING = re.compile(
    r"\s*(?:(?:export|default|public|private|protected|static|async|pub|abstract|final)\s+)*"
    r"(?:def|class|function|func|fn|interface|struct|enum|type|trait|module|const|impl)\s+[\w(<]|\[[\w.-]+\]"
)


class Sightings:
    """The looks of one turn, together with what earlier turns have seen or cited."""

    def __init__(self, brief: Brief, redact: Callable[[str], str]) -> None:
        self._code = brief.code
        self._redact = redact
        self._lines: dict[str, set[int]] = {}
        self.new: list[Seen] = []
        """What is worth keeping for later turns."""
        self._note(brief.state.code.seen)
        self._note(source for entry in brief.state.dossier for source in entry.sources if isinstance(source, Cited))

    def search(self, words: str) -> str:
        def note(found: str) -> None:
            self._note(map(_seen, _hits(found)))
            self.new += seen_in_search(found)

        return self._look(f"search for {words}", lambda code: code.search(words), note)

    def read(self, path: str, start: int, end: int) -> str:
        def note(found: str) -> None:
            passages = list(seen_in_file(path, start, found))
            self._note(passages)
            self.new += passages

        return self._look(path, lambda code: code.read(path, start, end), note)

    def list_folder(self, path: str) -> str:
        return self._look(f"folder {path or '.'}", lambda code: code.list_folder(path), lambda _: None)

    def history(self, words: str, path: str) -> str:
        return self._look("history", lambda code: code.history(words, path), lambda _: None)

    def cite(self, path: str, start: int, end: int) -> Cited:
        """BadCallError where the lines are not there, or were never seen: then it shows them."""
        if self._code is None:
            raise BadCallError("No code can be read here. Rest it on the user's words or on other entries.")
        try:
            cited = self._code.cite(path, start, end)
        except CitationError as error:
            raise BadCallError(f"{error} Cite lines that search_code or read_code has shown.") from None
        if self._lines.get(normpath(path), set()).issuperset(range(start, end + 1)):
            return cited
        shown = self.read(path, start, min(end, start + _MOST_SHOWN_BACK - 1))
        place = f"{one_line(path, 120)}:{start}-{end}"
        raise BadCallError(
            f"You have not seen all of {place} yet. This is what stands there:\n{shown}\n"
            "Cite of it the lines that carry what you record.",
            reason=f"it rests on {place}, which the model had not read.",
        )

    def _look(self, what: str, look: Callable[[CodeReader], str], note: Callable[[str], None]) -> str:
        """That something is not there is an answer too."""
        if self._code is None:
            raise UselessCallError("No code can be read here.")
        try:
            found = self._redact(neutral(look(self._code)))
        except CitationError as error:
            return fenced(what, f"{error}")
        note(found)
        return fenced(what, found)

    def _note(self, places: Iterable[Seen | Cited]) -> None:
        for place in places:
            self._lines.setdefault(normpath(place.path), set()).update(range(place.start, place.end + 1))


def seen_in_search(found: str) -> Iterator[Seen]:
    """The hits worth coming back to: of each file the first, whole words before parts of names."""
    ranked = []
    before: Counter[tuple[bool, str]] = Counter()
    for hit in _hits(found):
        kind = bool(hit["not_whole"]), hit["path"]
        ranked.append((kind[0], before[kind], hit))
        before[kind] += 1
    ranked.sort(key=lambda one: one[:2])
    yield from (_seen(hit) for *_, hit in ranked[:_MOST_OF_A_SEARCH])


def _hits(found: str) -> list[re.Match[str]]:
    return [hit for line in found.splitlines() if (hit := _HIT.fullmatch(line))]


def _seen(hit: re.Match[str]) -> Seen:
    return Seen(hit["path"], int(hit["line"]), int(hit["line"]), one_line(hit["text"], _LONGEST_GIST))


def seen_in_file(path: str, start: int, text: str) -> Iterator[Seen]:
    """One place for the whole passage: what it defines first, or what it begins with."""
    numbered = [line for line in map(_LINE.fullmatch, text.splitlines()) if line]
    lines = [line["text"] for line in numbered] or text.splitlines()
    if not any(line.strip() for line in lines):
        return
    named = [line for line in lines if _TELLING.match(line)] or [line for line in lines if line.strip()]
    gist = "; ".join(one_line(line, 40).rstrip(" {:") for line in named[:3])
    first = int(numbered[0]["line"]) if numbered else start
    last = int(numbered[-1]["line"]) if numbered else start + len(lines) - 1
    yield Seen(one_line(path, 200), first, last, one_line(gist, _LONGEST_GIST))
