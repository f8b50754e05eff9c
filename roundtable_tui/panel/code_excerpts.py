"""The parts of the code that bear on what a panel is asked: what an item cites, what the texts name and speak of."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roundtable_tui.codebase.files.citations import WorkingTree, text_name
from roundtable_tui.codebase.files.exclusions import left_out_by_name
from roundtable_tui.codebase.files.listing import ProjectFile, list_files
from roundtable_tui.codebase.files.reader import CodeReader
from roundtable_tui.codebase.files.roles import Role, role_of
from roundtable_tui.codebase.parse.file_facts import FileFacts
from roundtable_tui.codebase.search.identifiers import are_forms
from roundtable_tui.codebase.search.keywords import telling_words, weights
from roundtable_tui.codebase.search.search import count_words
from roundtable_tui.codebase.search.word_matcher import Sought
from roundtable_tui.domain.dossier.provenance import Cited, Exact, Gone, Moved
from roundtable_tui.errors import CitationError
from roundtable_tui.items.voices import without_secrets
from roundtable_tui.panel.code_units import Unit, defining, joined, units_of
from roundtable_tui.panel.project_context import READMES
from roundtable_tui.session.code.background_scan import own_folders

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from roundtable_tui.storage.paths import ProjectPaths

LONGEST = 12_000
"""Characters of code a panel is shown."""
MOST_PASSAGES = 24
_LONGEST_LIST = 1_500
_LONGEST_PASSAGE = 60
_AROUND_CITED = 3
_WORDS_OF_A_TEXT = 12
_MOST_WORDS = 48
_MOST_FILES = 24
_MOST_NAMED = 6
_FADING = 0.8
"""How much less the words of each text weigh than those of the text before it."""
_SAID_ALREADY = 0.55
"""What is left of a word's weight once a passage with it was chosen: the next should tell of something else."""
_NAMED = 2.0
"""A definition whose name the word is was spoken of itself, however often the word was said elsewhere."""
_LOOSE = 0.3
"""What lines outside of any definition are worth beside those in one: mostly they only say what a file is for."""
_LEAST = 0.02
"""What a passage must be worth beside the best one."""
_ROLES = {Role.CODE: 1.0, Role.TEST: 0.35}
_OTHER_ROLE = 0.15
_STUBS = (".pyi", ".d.ts")
"""They say the names of code once more and nothing of what it does."""
_PLACE = re.compile(r"(?<![\w/.-])([\w@+-][\w@+./-]*\.\w{1,8}):(\d{1,6})(?:-(\d{1,6}))?")
_IDENTIFIER = re.compile(r"[^\W\d]\w{2,}")
_NOUN = re.compile(r"(\w{4,})(?:al|ment)|(\w{3,})ation", re.IGNORECASE)


def code_excerpts(paths: ProjectPaths, topic: str, cited: Sequence[Cited] = (), about: Sequence[str] = ()) -> str:
    """Passages under `path:start-end`, each line with its number, without secrets; nothing where nothing is found.

    `about` is what the panel talks of now, the weightiest first; the topic is searched for too, unless an item cites.
    """
    reader = CodeReader(paths.root, own_folders(paths), LONGEST)
    units = list(_cited(paths, cited))
    texts = [text for text in (*about, *([] if units else [topic])) if text.strip()]
    listed = list_files(paths.root, own_folders(paths)).files if texts else ()
    files = [file for file in listed if file.name not in READMES]
    choice = _Choice(WorkingTree(paths.root), files, LONGEST, units)
    choice.add_named(texts)
    choice.add_searched(paths, texts)
    shown: list[str] = []
    for unit in list(joined(choice.chosen))[:MOST_PASSAGES]:
        if reader.left <= 0:
            break
        try:
            passage = reader.read_code(unit.name, unit.start, unit.end)
        except CitationError:
            continue
        found = passage.cited
        shown.append(f"{found.path}:{found.start}-{found.end}\n{passage.text}")
    return without_secrets("\n\n".join((*shown, *_list(files)))) if shown else ""


def places_in(text: str) -> tuple[Cited, ...]:
    """What a text cites as path:line or path:start-end, each once."""
    found = dict.fromkeys((name, int(start), int(end or start)) for name, start, end in _PLACE.findall(text))
    return tuple(Cited(name, start, end) for name, start, end in found if 1 <= start <= end)


@dataclass
class _Choice:
    """What will be shown, as long as there is room."""

    tree: WorkingTree
    files: Sequence[ProjectFile]
    room: int
    chosen: list[Unit]
    _read: dict[str, tuple[Sequence[bytes], FileFacts] | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for unit in self.chosen:
            if read := self.read(unit.name):
                self.room -= unit.size(read[0])

    def read(self, name: str) -> tuple[Sequence[bytes], FileFacts] | None:
        from roundtable_tui.codebase.parse.symbols import facts_of  # heavy: the grammars

        if name not in self._read:
            lines = self.tree.lines(name)
            self._read[name] = None if isinstance(lines, Gone) else (lines, facts_of(name, b"\n".join(lines)))
        return self._read[name]

    def add(self, unit: Unit, lines: Sequence[bytes]) -> bool:
        size = unit.size(lines)
        if size > self.room or len(self.chosen) >= MOST_PASSAGES:
            return False
        if not any(one.name == unit.name and one.start <= unit.start and unit.end <= one.end for one in self.chosen):
            self.chosen.append(unit)
            self.room -= size
        return True

    def add_named(self, texts: Sequence[str]) -> None:
        """The places that the texts themselves cite, whole: what is asked about them stands around them."""
        known = {file.name for file in self.files}
        places = [one for text in texts for one in places_in(text) if one.path in known]
        for place in places[:_MOST_NAMED]:
            read = self.read(place.path)
            if read and place.start <= len(read[0]):
                self.add(defining(place.path, *read, place.start), read[0])

    def add_searched(self, paths: ProjectPaths, texts: Sequence[str]) -> None:
        wanted = _wanted(texts)
        counts = count_words(paths.root, self.files, list(wanted), lambda: False)
        telling = weights(wanted, counts, len(self.files))
        worth = {word: wanted[word] * telling[word] for word in wanted if telling[word] > 0}
        by_file: dict[str, float] = {}
        for word in worth:
            for name in counts.of(word):
                by_file[name] = by_file.get(name, 0.0) + worth[word] * _role(name)
        ranked = sorted(by_file, key=lambda name: (-by_file[name], name))[:_MOST_FILES]
        found = list(self._candidates(ranked, Sought(list(worth))))
        self._choose([one for one in found if _rank(one[0]) == 1.0], worth)
        self._add_used(ranked)
        self._choose([one for one in found if _rank(one[0]) < 1.0], worth)

    def _add_used(self, names: Iterable[str]) -> None:
        """What the chosen code calls by name, the most used first: a model's fields, the function behind a call."""
        used: Counter[str] = Counter()
        for unit in self.chosen:
            if read := self.read(unit.name):
                used.update(set(_IDENTIFIER.findall(unit.text(read[0]).decode("utf-8", "replace"))))
        found = [
            (symbol, name, read)
            for name in names
            if role_of(name) is Role.CODE and (read := self.read(name))
            for symbol in read[1].definitions
            if not symbol.within and symbol.name in used
        ]
        for symbol, name, read in sorted(found, key=lambda one: -used[one[0].name]):
            self.add(defining(name, *read, symbol.line), read[0])

    def _candidates(self, names: Iterable[str], sought: Sought) -> Iterator[tuple[Unit, Sequence[bytes], set[str]]]:
        for name in names:
            if not (read := self.read(name)):
                continue
            lines, facts = read
            found = [number for number, line in enumerate(lines, 1) if sought.counts(line)]
            for unit in units_of(name, lines, facts, found):
                yield unit, lines, {one.word for one in sought.counts(unit.text(lines))}

    def _choose(self, candidates: list[tuple[Unit, Sequence[bytes], set[str]]], worth: dict[str, float]) -> None:
        """The best first; each takes something off the words it has, so that every question gets its share."""
        least, named = 0.0, [_named(unit, words, worth) for unit, _, words in candidates]
        while candidates:
            values = [
                (bonus + sum(worth[word] for word in words)) * _rank(unit)
                for bonus, (unit, _, words) in zip(named, candidates, strict=True)
            ]
            best = max(range(len(values)), key=values.__getitem__)
            least = least or _LEAST * values[best]
            if values[best] < least or not values[best]:
                return
            unit, lines, words = candidates.pop(best)
            named.pop(best)
            if self.add(unit, lines):
                for word in words:
                    worth[word] *= _SAID_ALREADY


def _named(unit: Unit, words: set[str], worth: Mapping[str, float]) -> float:
    """More, the more of the name it is: `Charge` for charge rather than `charge_failed_mail`."""
    if not unit.names:
        return 0.0
    said = sum(worth[word] for word in words if any(are_forms(word.lower(), part) for part in unit.names))
    return _NAMED * said / len(unit.names)


def _rank(unit: Unit) -> float:
    return _role(unit.name) * (1.0 if unit.defines or role_of(unit.name) is not Role.CODE else _LOOSE)


def _wanted(texts: Sequence[str]) -> dict[str, float]:
    """The words to look for, each with how much it was asked for; of `renewal` and `payment` the verb as well."""
    wanted: dict[str, float] = {}
    weight = 1.0
    for text in texts:
        for word in telling_words([text], _WORDS_OF_A_TEXT):
            for form in (word, *_verbs(word)):
                wanted[form] = max(wanted.get(form, 0.0), weight)
        weight *= _FADING
    best = sorted(wanted, key=lambda word: -wanted[word])[:_MOST_WORDS]
    return {word: wanted[word] for word in best}


def _verbs(word: str) -> tuple[str, ...]:
    if not (found := _NOUN.fullmatch(word)):
        return ()
    return (found[1],) if found[1] else (f"{found[2]}ate",)


def _role(name: str) -> float:
    if name.endswith(_STUBS):
        return _OTHER_ROLE
    return _ROLES.get(role_of(name), _OTHER_ROLE)


def _list(files: Sequence[ProjectFile]) -> Iterator[str]:
    """The names of the code files, where they are few enough to be read: what is not among them does not exist."""
    names = ", ".join(text_name(file.name) for file in files if role_of(file.name) is Role.CODE)
    if names and len(names) <= _LONGEST_LIST:
        yield f"All code files of the project: {names}"


def _cited(paths: ProjectPaths, cited: Iterable[Cited]) -> Iterator[Unit]:
    """Where the cited lines stand today, with what is around them; those that are gone are passed over."""
    tree = WorkingTree(paths.root)
    for one in cited:
        match tree.standing(one):
            case Exact():
                here = one
            case Moved(to=to):
                here = to
            case _:
                continue
        if not left_out_by_name(here.path):
            last = min(here.end, here.start + _LONGEST_PASSAGE)
            yield Unit(here.path, max(1, here.start - _AROUND_CITED), last + _AROUND_CITED)
