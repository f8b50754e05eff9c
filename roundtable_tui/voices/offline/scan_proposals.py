"""What the search of the code can offer to confirm: entries that say no more than it found, and where it found it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.dossier.kinds import Kind, Value
from roundtable_tui.domain.dossier.provenance import Cited, Inferred, Source
from roundtable_tui.domain.journal.code_facts import without_weights
from roundtable_tui.domain.knowledge.reach import reach
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.domain.talk.spoken_words import words_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roundtable_tui.domain.journal.code_facts import Entrance, Scanned, Touched
    from roundtable_tui.domain.journal.state import State

_MOST = {"1": 12, "2": 8, "3": 8}
"""How many files of a tier are offered: more than that nobody reads before saying yes."""
_MOST_ENTRANCES = 6
_TELLING = (Kind.SCOPE, Kind.AREA, Kind.PROBLEM, Kind.FR)
"""Kinds in which it is said what the change is about."""
_MOST_FRAGILE = 5
_ENTRANCES = {
    "script": "the command {name}",
    "main": "the program {path}",
    "command": "the command {name}",
    "route": "the route {name}",
    "api": "{name}, which the package shows to others",
    "ci": "the CI job {name}",
}


class Finding(Struct, frozen=True):
    kind: Kind
    fields: Mapping[str, Value]
    sources: tuple[Source, ...]


class Findings:
    """Reads one scan; where there is none, or it was stopped, there are no findings."""

    def __init__(self, state: State) -> None:
        self._dossier = state.dossier
        texts = [state.item.description, state.item.draft] if state.item else []
        told = (entry.text() for kind in _TELLING for entry in state.dossier.of(kind))
        self._said = frozenset(word for text in (*texts, *told) for word in words_of(text.replace("-", " ")))
        found = reach(state)
        self.scan: Scanned | None = found if found and not found.problem else None

    def of(self, kind: Kind, preset: Mapping[str, str]) -> list[Finding]:
        """What there is to offer for a question of this kind, with what the question takes for granted."""
        if self.scan is None:
            return []
        match kind:
            case Kind.KEYWORD if preset.get("use", "search") == "search":
                return list(self._keywords(self.scan))
            case Kind.ESTIMATE:
                return list(self._estimate(self.scan))
            case Kind.FILE:
                tiers = (preset["tier"],) if "tier" in preset else ("1", "2")
                return [finding for tier in tiers for finding in self._files(self.scan, tier)]
            case Kind.ENTRY_POINT:
                return [_entry_point(one) for one in self._ways_in(self.scan)]
            case Kind.ZONE if preset.get("type", "fragile") == "fragile":
                return list(self._fragile(self.scan))
        return []

    def detail(self, kind: Kind, name: str) -> str:
        """What the search says of something by this name, as part of a line; nothing if it did not find it."""
        if self.scan is None:
            return ""
        match kind:
            case Kind.KEYWORD:
                hit = next((hit for hit in self.scan.hits if hit.word == name), None)
                return f"{_counted(hit.count, 'hit')} in {_counted(hit.files, 'file')}" if hit else ""
            case Kind.FILE:
                found = next((one for one in self.scan.touched if one.path == name), None)
                return _reason(found) if found else ""
            case Kind.ENTRY_POINT:
                way_in = next((one for one in self.scan.entrances if _called(one) == name), None)
                return f"see {one_line(way_in.path)}:{way_in.line}" if way_in else ""
        return ""

    def _ways_in(self, scan: Scanned) -> list[Entrance]:
        """Those that set code running or call it, what was spoken of first; a CI job only builds it."""
        ways = [one for one in scan.entrances if one.kind != "ci"]
        return sorted(ways, key=lambda one: not self._said >= _words_of_name(one))[:_MOST_ENTRANCES]

    @property
    def searched(self) -> str:
        """What was looked through, as the end of a sentence."""
        if self.scan is None:
            return ""
        at = f" at commit {self.scan.commit}" if self.scan.commit else ""
        return f"a search of {_counted(self.scan.searched, 'file')}{at}"

    def picture(self) -> Iterator[str]:
        """The whole of it for somebody who has to judge: how far it reaches, what that comes to, what is not known."""
        scan = self.scan
        if scan is None or not scan.tiers:
            return
        edited, tied, noticing = (*scan.tiers, 0, 0, 0)[:3]
        yield (
            f"By {self.searched}: {_counted(edited, 'file')} to edit, "
            f"{tied} tied to them or speaking of the change too, {noticing} further away that may notice"
        )
        judged = ((scan.scope, "scope", ()), (scan.complexity, "complexity", scan.complexity_because))
        sizes = [
            f"{level} {what}" + (f" ({one_line('; '.join(because), 200)})" if because else "")
            for level, what, because in (*judged, (scan.risk, "risk", scan.risk_because))
            if level
        ]
        if sizes:
            yield f"By the code alone: {', '.join(sizes)}"
        if scan.left_out:
            yield f"Not looked into: {left_out(scan)}"
        yield from (f"Not known: {one_line(gap, 200)}" for gap in scan.gaps)

    def _keywords(self, scan: Scanned) -> Iterator[Finding]:
        """Those that occur; where none does, all of them, since the user may know better ones."""
        for word in [hit.word for hit in scan.hits if hit.count and not hit.tells_nothing] or scan.words:
            yield Finding(Kind.KEYWORD, {"text": word, "use": "search"}, (Inferred((0,)),))

    def _estimate(self, scan: Scanned) -> Iterator[Finding]:
        if number := edited_count(scan):
            words = tuple(entry.id for entry in self._dossier.of(Kind.KEYWORD) if entry.text() in scan.words)
            yield Finding(Kind.ESTIMATE, {"modified": number}, (Inferred(entries=words),))

    def _files(self, scan: Scanned, tier: str) -> Iterator[Finding]:
        """Those of a tier that nobody has named; tied ones only if they are tied to a file that is edited."""
        named = {entry.text("path") for entry in self._dossier.of(Kind.FILE)}
        edited = {entry.text("path") for entry in self._dossier.of(Kind.FILE) if entry.text("tier") == "1"}
        fitting = [
            one
            for one in scan.tier(int(tier))
            if one.path not in named and (not one.via or not edited or one.via[-1] in edited)
        ]
        action = "MODIFY" if tier == "1" else "NO CHANGE"
        for one in fitting[: _MOST[tier]]:
            yield Finding(Kind.FILE, {"path": one.path, "action": action, "tier": tier}, _sources(one.lines))
        if tier == "1" and not scan.touched:
            for path in scan.likely[: _MOST[tier]]:
                yield Finding(Kind.FILE, {"path": path, "action": action, "tier": tier}, (Inferred(),))

    def _fragile(self, scan: Scanned) -> Iterator[Finding]:
        """Files to be edited for which a point of risk was given, with what it was given for."""
        evidence: dict[str, list[str]] = {}
        lines = {one.path: one.lines for one in scan.tier(1)}
        for reason in scan.risk_because:
            path = next((path for path in lines if reason.startswith(f"{path} ")), "")
            if path:
                evidence.setdefault(path, []).append(reason.removeprefix(f"{path} "))
        for path, reasons in list(evidence.items())[:_MOST_FRAGILE]:
            text = f"{path}, which {' and '.join(reasons)}"
            yield Finding(Kind.ZONE, {"text": text, "type": "fragile"}, _sources(lines[path]))


def edited_count(scan: Scanned) -> int:
    return scan.tiers[0] if scan.tiers else len(scan.likely)


def left_out(scan: Scanned) -> str:
    """How many files were passed over, and why: `3 files (2 binary, 1 secret)`."""
    why = ", ".join(f"{one.files} {one_line(one.reason)}" for one in scan.left_out_why)
    return _counted(scan.left_out, "file") + (f" ({why})" if why else "")


def _entry_point(one: Entrance) -> Finding:
    return Finding(Kind.ENTRY_POINT, {"text": _called(one), "path": one.path}, _sources(one.lines))


def _words_of_name(one: Entrance) -> frozenset[str]:
    name = one.path.rpartition("/")[2] if one.kind == "main" else one.name
    return frozenset(words_of(re.sub(r"[\W_]+", " ", name)))


def _called(one: Entrance) -> str:
    return _ENTRANCES.get(one.kind, "{name}").format(name=one.name, path=one.path)


def _sources(lines: Cited | None) -> tuple[Source, ...]:
    return (lines,) if lines else (Inferred(),)


def _reason(one: Touched) -> str:
    way = f", by way of {' and '.join(one.via[1:])}" if len(one.via) > 1 else ""
    at = f", see {one.lines.path}:{one.lines.start}" if one.lines else ""
    return f"{one_line(without_weights(one.reason), 120)}{way}{at}"


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"
