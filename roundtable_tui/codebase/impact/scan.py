"""Looks through the code for the words of a change, and says what it would touch and why."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.codebase.files.citations import WorkingTree, text_name
from roundtable_tui.codebase.files.discovery import discovery_documents, documents_read
from roundtable_tui.codebase.files.git import head
from roundtable_tui.codebase.files.roles import Role, role_of
from roundtable_tui.codebase.graph.test_pairs import TestFolders
from roundtable_tui.codebase.impact.blast_radius import BlastRadius, Clues, blast_radius
from roundtable_tui.codebase.impact.named_files import NamedIn
from roundtable_tui.codebase.impact.project_scan import Looking, StoppedError, hit_of, never, unheard
from roundtable_tui.codebase.impact.ranking import Forms, Mention, Mentions, relevance, telling_among
from roundtable_tui.codebase.parse.languages import language_of
from roundtable_tui.codebase.search.keywords import telling_nothing, weights
from roundtable_tui.codebase.search.search import Occurring
from roundtable_tui.codebase.search.word_matcher import Sought
from roundtable_tui.domain.dossier.provenance import Cited, Gone
from roundtable_tui.domain.journal.code_facts import Churn, Entrance, Scanned, Touched
from roundtable_tui.domain.knowledge.scales import level_for, scope_for
from roundtable_tui.domain.knowledge.sizing import Exposed, code_complexity_reasons, risk_reasons
from roundtable_tui.errors import CitationError

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Sequence
    from pathlib import Path

    from roundtable_tui.codebase.graph.dependencies import Dependencies
    from roundtable_tui.codebase.impact.blast_radius import Reached
    from roundtable_tui.codebase.impact.churn import Past
    from roundtable_tui.codebase.impact.named_files import NamedFiles
    from roundtable_tui.codebase.impact.project_scan import Progress
    from roundtable_tui.codebase.index.index import Index
    from roundtable_tui.codebase.search.search import Counts

STOPPED = "The search was stopped."
_MOST_LIKELY = 200
_MOST_TOUCHED = 30
_MOST_ENTRANCES = 60
_MOST_CHURN = 10
_NOWHERE = Occurring(0)
_MOST_READ_CLOSELY = 300
"""How many of the files with hits are asked what they define: the others are too far behind to catch up."""


def scan(
    root: Path,
    words: tuple[str, ...],
    skip: Sequence[str] = (),
    stopped: Callable[[], bool] = never,
    progress: Callable[[Progress], None] = unheard,
    cache_folder: Path | None = None,
    names: tuple[str, ...] = (),
) -> Scanned:
    """Counts, blast radius, entry points and sizes; `skip` names the folders of our own documents.

    `names` are what the user called by its name: the files they mean lead, whatever the words say.
    """
    with Looking(root, skip, stopped, progress, cache_folder) as looking:
        try:
            return _scanned(looking, words, names)
        except StoppedError:
            return Scanned(words, (), (), 0, 0, problem=STOPPED, names=names)


def _scanned(looking: Looking, words: tuple[str, ...], names: tuple[str, ...]) -> Scanned:
    counts = looking.counted(tuple(dict.fromkeys((*words, *_identifiers(names)))))
    nothing = telling_nothing(words, counts, len(looking.listing.files), looking.own_names)
    defined_in, needs = _Definers(looking.index, counts), looking.index.dependencies.needs
    named = NamedIn(looking.every_name, defined_in, needs, looking.own_names).find(names)
    mentions = _mentions(looking, counts, words, nothing)
    radius, index, past = _radius(looking, mentions, named), looking.index, looking.past
    exposed = _exposed(radius, index, past)
    languages = {language_of(one.name) for one in radius.edited if role_of(one.name) is Role.CODE}
    complicated = code_complexity_reasons(exposed, len(languages), sum(bool(one.via) for one in radius.dependent))
    risky = risk_reasons(exposed, past.commits)
    sized = bool(radius.edited)
    evidence = Evidence(looking.root, index, words)
    return Scanned(
        words,
        tuple(hit_of(word, counts, nothing.get(word, "")) for word in words),
        tuple(text_name(one.name) for one in radius.edited[:_MOST_LIKELY]),
        len(looking.listing.files),
        sum(looking.listing.left_out.values()),
        head(looking.root),
        touched=_touched(radius, evidence),
        tiers=radius.counts,
        entrances=_entrances(radius, index, evidence),
        left_out_why=looking.left_out_why,
        scope=scope_for(radius.counts[0]) if sized else "",
        complexity=level_for(len(complicated)) if sized else "",
        complexity_because=complicated,
        risk=level_for(len(risky)) if sized else "",
        risk_because=risky,
        churn=_churn(exposed),
        commits=past.commits,
        gaps=looking.gaps,
        names=names,
        documents=documents_read(discovery_documents(looking.listing.files), words),
    )


def _radius(looking: Looking, mentions: Mentions, named: NamedFiles) -> BlastRadius:
    found = blast_radius(Clues(mentions, _Ties(looking.index.dependencies), looking.past, looking.size, named))
    looking.check()
    return found


def _identifiers(names: Iterable[str]) -> Iterator[str]:
    """The names that may be those of classes and functions: what defines them is looked for among what has them."""
    for name in names:
        if "/" not in name:
            yield from (part for part in name.split(".") if len(part) > 1)


class _Definers:
    """Which files define something of just this name."""

    def __init__(self, index: Index, counts: Counts) -> None:
        self._index = index
        self._counts = counts

    def __call__(self, name: str) -> Iterator[str]:
        having = [file for file, found in self._counts.in_text.get(name, {}).items() if found.whole]
        for file in sorted(having, key=lambda file: (role_of(file) is Role.TEST, file))[:_MOST_READ_CLOSELY]:
            if any(symbol.name == name for symbol in self._index.facts(file).definitions):
                yield file


class _Ties:
    """The graph of files as ties; asked for a file at a time, because most files are never asked about."""

    def __init__(self, dependencies: Dependencies) -> None:
        self.needs = cache(dependencies.strengths_from)
        self.needed_by = cache(dependencies.strengths_to)
        self.tests_of = dependencies.tests_of


def _mentions(looking: Looking, counts: Counts, words: tuple[str, ...], nothing: Container[str]) -> Mentions:
    """Where telling words occur; what a file defines is looked up where it already has much to do with the words."""
    files = len(looking.listing.files)
    telling = telling_among(files)
    rarity = {word: weight for word, weight in weights(words, counts, files, nothing).items() if weight}
    by_file: dict[str, dict[str, Mention]] = defaultdict(dict)
    for word in rarity:
        in_text, in_names = counts.in_text.get(word, {}), counts.in_names.get(word, {})
        for name in {*in_text, *in_names}:
            text, named = in_text.get(name, _NOWHERE), in_names.get(name, _NOWHERE)
            by_file[name][word] = Mention(text.whole, 0, named.whole, Forms(text.forms, 0, named.forms))
    first = relevance(Mentions(by_file, rarity, telling))
    sought = Sought(tuple(rarity))
    for name in sorted(first, key=lambda name: (-first[name], name))[:_MOST_READ_CLOSELY]:
        defined: dict[str, Occurring] = {}
        for symbol in looking.index.facts(name).definitions:
            for word, whole, _ in sought.counts(symbol.name.encode("utf-8", "surrogateescape")):
                before = defined.get(word, _NOWHERE)
                defined[word] = Occurring(before.whole + bool(whole), before.forms + (not whole))
        for word, found in defined.items():
            known = by_file[name].get(word, Mention())
            forms = known.forms._replace(definitions=found.forms)
            by_file[name][word] = replace(known, definitions=found.whole, forms=forms)
    return Mentions(by_file, rarity, telling)


def _touched(radius: BlastRadius, evidence: Evidence) -> tuple[Touched, ...]:
    shown = (*radius.edited[:_MOST_TOUCHED], *radius.dependent[:_MOST_TOUCHED], *radius.noticing[:_MOST_TOUCHED])
    return tuple(
        Touched(text_name(one.name), one.tier, text_name(one.reason), tuple(map(text_name, one.via)), evidence.of(one))
        for one in shown
    )


def _entrances(radius: BlastRadius, index: Index, evidence: Evidence) -> tuple[Entrance, ...]:
    """The ways in that lead to a file of the radius, those nearest to the change first."""
    tiers = {one.name: one.tier for one in radius.all}
    near = [point for point in index.entry_points if point.path in tiers]
    near.sort(key=lambda point: tiers[point.path])
    return tuple(
        Entrance(
            point.kind,
            text_name(point.name),
            text_name(point.path),
            point.line,
            evidence.at(point.path, point.line),
        )
        for point in near[:_MOST_ENTRANCES]
    )


def _exposed(radius: BlastRadius, index: Index, past: Past) -> tuple[Exposed, ...]:
    ways_in = {point.path for point in index.entry_points if point.kind != "api"}
    ties, folders = index.dependencies, TestFolders(index.names)
    found = []
    for one in radius.edited:
        known = past.files.get(one.name)
        users = sum(role_of(other) is not Role.TEST for other in ties.needed_by(one.name))
        tests = len(ties.tests_of(one.name)) or int(folders.mirror(one.name) or role_of(one.name) is not Role.CODE)
        commits, authors = (known.commits, known.authors) if known else (0, 0)
        found.append(Exposed(text_name(one.name), users, tests, commits, authors, one.name in ways_in))
    return tuple(found)


def _churn(exposed: tuple[Exposed, ...]) -> tuple[Churn, ...]:
    busiest = sorted((one for one in exposed if one.commits), key=lambda one: (-one.commits, one.path))
    return tuple(Churn(one.path, one.commits, one.authors) for one in busiest[:_MOST_CHURN])


class Evidence:
    """Looks the reasons up in the working tree as it is now."""

    def __init__(self, root: Path, index: Index, words: Sequence[str]) -> None:
        self._tree = WorkingTree(root)
        self._index = index
        self._sought = Sought(words)

    def of(self, one: Reached) -> Cited | None:
        """The line that ties it to the file it was reached by, or the one that says most about the change."""
        if one.via:
            return self._tie(one.name, one.via[0]) or self._tie(one.via[0], one.name)
        return self._definition(one.name) or self._best_mention(one.name) or self.at(one.name, 1)

    def _tie(self, source: str, target: str) -> Cited | None:
        lines = [edge.line for edge in self._index.dependencies.edges_from(source) if edge.target == target]
        return next((cited for line in lines if line and (cited := self.at(source, line))), None)

    def _definition(self, name: str) -> Cited | None:
        """Where the thing is defined whose name has most of the words."""
        speaking = [
            (-len(self._sought.counts(symbol.name.encode("utf-8", "surrogateescape"))), symbol.line)
            for symbol in self._index.facts(name).definitions
        ]
        best = min(speaking, default=(0, 0))
        return self.at(name, best[1]) if best[0] else None

    def _best_mention(self, name: str) -> Cited | None:
        """The first of the lines in which most of the words meet."""
        lines = self._tree.lines(name)
        if isinstance(lines, Gone):
            return None
        speaking = ((-len(self._sought.counts(line)), number) for number, line in enumerate(lines, 1))
        best = min(speaking, default=(0, 0))
        return self.at(name, best[1]) if best[0] else None

    def at(self, name: str, line: int) -> Cited | None:
        """This line as it is now; None if it cannot be shown."""
        try:
            return self._tree.cite(name, line, line)
        except CitationError:
            return None
