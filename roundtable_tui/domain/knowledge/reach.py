"""How far a change reaches: what the search found and what the user decided in, one picture with its numbers out."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Cited, Confidence, confidence
from roundtable_tui.domain.journal.code_facts import YOU_NAMED_IT, Scanned, Touched, is_path_among
from roundtable_tui.domain.knowledge.look_parts import has_read
from roundtable_tui.domain.knowledge.scales import code_complexity, languages_and_ties, level_for, scope_for
from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from roundtable_tui.domain.dossier.dossier import Dossier, Entry
    from roundtable_tui.domain.journal.state import State

EDITED = 1
ON_RECORD = "on record"
ALSO_FOUND = "the search points at it, too: "
_EDITS = ("CREATE", "MODIFY", "DELETE")
_TIERS = (1, 2, 3)
_MOST_NAMED = 3


def reach(state: State) -> Scanned | None:
    """What the search found, as the user's word on the files leaves it; None where nobody has searched."""
    return decided(state.code.scan, state.dossier, settled=are_files_known(state)) if state.code.scan else None


def only_searched(state: State) -> Scanned | None:
    """The same as long as nobody has read the code: whoever has knows better than words which files change."""
    return None if has_read(state) and are_files_known(state) else reach(state)


def are_files_known(state: State) -> bool:
    """Whether the user said which files change, or somebody read the code and cited what does: then the words that
    a search goes by only point at others.
    """
    edited = (entry for entry in state.dossier.of(Kind.FILE) if tier_of(entry) == EDITED)
    cited = any(isinstance(source, Cited) for entry in edited for source in entry.sources)
    return is_settled(state.dossier) or (cited and has_read(state))


def decided(scan: Scanned, dossier: Dossier, *, settled: bool = False) -> Scanned:
    """A file on record is where the record puts it; one that was dropped or is to be left alone is nowhere.

    Once it is settled which files change, others that the search would change only have to do with it.
    """
    if scan.problem:
        return scan
    placed = {one_line(entry.text("path")): entry for entry in dossier.of(Kind.FILE) if tier_of(entry)}
    ruled_out = frozenset(map(one_line, (*dossier.dropped_files, *_spared(scan))))
    dropped = _without_way(scan, ruled_out - placed.keys()) - placed.keys()
    if not placed and not dropped:
        return scan
    settled = settled or is_settled(dossier) or _holds_most(placed.values(), scan)
    known = {one_line(one.path): one for one in scan.touched}
    on_record = [_on_record(entry, known.get(path)) for path, entry in placed.items()]
    found = [one for path, one in known.items() if path not in placed and path not in dropped]
    if settled:
        found = [_only_near(one) if one.tier == EDITED else one for one in found]
    touched = tuple(one for tier in _TIERS for one in (*on_record, *found) if one.tier == tier)
    elsewhere = {path for path in scan.likely if one_line(path) in dropped or one_line(path) in placed}
    likely = () if settled else tuple(path for path in scan.likely if path not in elsewhere)
    tiers = _counts(scan, placed, dropped, settled=settled)
    edited = (*(one.path for one in on_record if one.tier == EDITED), *likely)
    risky = _without(scan.risk_because, frozenset(map(one_line, scan.likely)) - frozenset(map(one_line, edited)))
    complicated = _complicated(scan, edited, tiers)
    return replace(
        scan,
        touched=touched,
        scope=scope_for(tiers[0]) if scan.scope else "",
        risk=level_for(len(risky)) if scan.risk and risky != scan.risk_because else scan.risk,
        tiers=tiers,
        likely=edited,
        churn=tuple(one for one in scan.churn if one_line(one.path) not in dropped),
        risk_because=risky,
        complexity=level_for(len(complicated)) if scan.complexity else "",
        complexity_because=complicated if scan.complexity else (),
    )


def is_settled(dossier: Dossier) -> bool:
    """Whether the user has said or confirmed of any file that it changes."""
    return any(tier_of(entry) == EDITED and _is_theirs(entry) for entry in dossier.of(Kind.FILE))


def _holds_most(placed: Iterable[Entry], scan: Scanned) -> bool:
    """Whether the list of files was put on record: from then on it is what the documents show and everybody counts."""
    return 2 * sum(tier_of(entry) == EDITED for entry in placed) >= max(1, edited_count(scan))


def not_edited(dossier: Dossier) -> tuple[str, ...]:
    """The files of which it was said that they do not change themselves: dropped, or put into a farther tier."""
    farther = (entry.text("path") for entry in dossier.of(Kind.FILE) if tier_of(entry) not in (0, EDITED))
    return (*dossier.dropped_files, *farther)


def files_edited(dossier: Dossier) -> int:
    """How many files on record change themselves."""
    return sum(tier_of(entry) == EDITED for entry in dossier.of(Kind.FILE))


def follows(file: Entry) -> bool:
    """Whether it is of a farther tier and edited because it follows the change: a test, a document, a caller."""
    return tier_of(file) > EDITED and file.get("action") in _EDITS


def edited_count(scan: Scanned) -> int:
    return scan.tiers[0] if scan.tiers else len(scan.likely)


def tier_of(file: Entry) -> int:
    """Where the record puts a file; an edit that nobody placed is one of the first tier, anything else in none."""
    if (tier := file.text("tier")) in ("1", "2", "3"):
        return int(tier)
    return EDITED if file.get("action") in _EDITS else 0


def what_moved(before: Scanned | None, after: Scanned) -> str:
    """What another search has changed among the files to edit, as one line; nothing where nothing has."""
    if before is None or before.problem or after.problem:
        return ""
    then, now = ({one.path: one.tier for one in scan.touched} for scan in (before, after))
    edited = [path for path, tier in now.items() if tier == EDITED]
    came = [path for path in edited if path not in then]
    rose = [path for path in edited if then.get(path, EDITED) > EDITED]
    fell = [path for path, tier in then.items() if tier == EDITED and now.get(path) != EDITED]
    told = [(came, "new"), (rose, "now among them"), (fell, "no longer among them")]
    moved = "; ".join(f"{how}: {_listed(paths)}" for paths, how in told if paths)
    return f"I searched the code again. Of the files to change, {moved}." if moved else ""


def _listed(paths: list[str]) -> str:
    shown = [one_line(path, 80) for path in paths[:_MOST_NAMED]]
    more = [f"{len(paths) - _MOST_NAMED} more"] if len(paths) > _MOST_NAMED else []
    *first, last = [*shown, *more]
    return f"{', '.join(first)} and {last}" if first else last


def _spared(scan: Scanned) -> Iterator[str]:
    """What the search came to and the user wants left alone."""
    if scan.spared:
        every = dict.fromkeys((*scan.likely, *(one.path for one in scan.touched)))
        yield from (path for path in every if is_path_among(path, scan.spared))


def _without_way(scan: Scanned, dropped: frozenset[str]) -> frozenset[str]:
    """What was dropped, and what is there only because of that."""
    return dropped | {one_line(one.path) for one in scan.touched if one.via and one_line(one.via[-1]) in dropped}


def _is_theirs(entry: Entry) -> bool:
    said = entry.fields.get("path")
    return said is not None and confidence(said.sources) is Confidence.HIGH


def _on_record(entry: Entry, found: Touched | None) -> Touched:
    tier = tier_of(entry)
    if found is None:
        return Touched(entry.text("path"), tier, YOU_NAMED_IT if _is_theirs(entry) else ON_RECORD)
    return replace(found, tier=tier) if found.tier != tier else found


def _only_near(one: Touched) -> Touched:
    return replace(one, tier=2, reason=f"{ALSO_FOUND}{one.reason}")


def _counts(scan: Scanned, placed: Mapping[str, Entry], dropped: frozenset[str], *, settled: bool) -> tuple[int, ...]:
    """Of a tier the search may know more files than it names: what it does not name stays counted.

    Where files of a farther tier are on record, these are the tier: what the search adds to it is only pointed at.
    """
    whole = dict(zip(_TIERS, (*scan.tiers, 0, 0, 0) if scan.tiers else (len(scan.likely), 0, 0), strict=False))
    where = {one_line(path): EDITED for path in scan.likely} | {one_line(one.path): one.tier for one in scan.touched}
    for path, tier in where.items():
        if path in placed or path in dropped:
            whole[tier] = max(0, whole[tier] - 1)
    if settled:
        whole[2] += whole[EDITED]
        whole[EDITED] = 0
    on_record = Counter(map(tier_of, placed.values()))
    farther = (on_record[tier] or whole[tier] for tier in _TIERS[1:])
    return whole[EDITED] + on_record[EDITED], *farther


def _complicated(scan: Scanned, edited: tuple[str, ...], tiers: tuple[int, ...]) -> tuple[str, ...]:
    """The points of the search, counted again for the files that are left to edit."""
    languages, tied = languages_and_ties(scan.complexity_because)
    several = len({path.rpartition(".")[2] for path in edited}) > 1
    folders = {path.rpartition("/")[0] for path in edited}
    entrance = any(one.path in edited for one in scan.entrances if one.kind != "api")
    return code_complexity(tiers[0], len(folders), languages if several else 0, min(tied, tiers[1]), entrance=entrance)


def _without(reasons: Iterable[str], dropped: frozenset[str]) -> tuple[str, ...]:
    return tuple(reason for reason in reasons if not any(reason.startswith(f"{path} ") for path in dropped))
