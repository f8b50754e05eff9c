"""The report of `scan`: what a change would touch, told by its words; without words what the project is made of.

Under `--json` it is one object: with words the fields of a scan (`words`, `hits`, `touched`, `tiers`, `entrances`,
`left_out_why`, `scope`, `complexity`, `risk` and what they rest on), without words those of a map (`files`,
`languages`, `folders`, `hubs`, `entrances`, `churn`).
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from msgspec import to_builtins

from roundtable_tui.codebase.impact.overview import map_project
from roundtable_tui.codebase.impact.project_scan import unheard
from roundtable_tui.codebase.impact.scan import scan
from roundtable_tui.codebase.search.keywords import telling_words
from roundtable_tui.codebase.search.named import names_in
from roundtable_tui.config.loader import cache_folder
from roundtable_tui.domain.knowledge.sizing import CODE_COMPLEXITY_RULE, RISK_RULE, SCOPE_RULE
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.formats.json_output import json_text
from roundtable_tui.session.code.background_scan import MOST_WORDS, own_folders

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from roundtable_tui.codebase.impact.overview import ProjectMap
    from roundtable_tui.codebase.impact.project_scan import Progress
    from roundtable_tui.domain.journal.code_facts import Churn, Entrance, Hit, PassedOver, Scanned, Touched
    from roundtable_tui.storage.paths import ProjectPaths

_SHOWN = 12
_WORDS_OF_A_SENTENCE = 4
_TIERS = ("Files to edit (tier 1)", "Tied to them, or speaking of it too (tier 2)", "Will notice (tier 3)")
_KINDS = {"script": "console script", "api": "exported", "ci": "CI job"}


def scan_report(
    paths: ProjectPaths, words: Sequence[str], progress: Callable[[Progress], None], *, as_json: bool
) -> str:
    """Looks now, and tells."""
    wanted = _wanted(words)
    look = (own_folders(paths), _never, progress, cache_folder())
    if wanted:
        found = scan(paths.root, wanted, *look, names_in([" ".join(words)]))
        return _as_json(found) if as_json else _about_the_words(found)
    mapped = map_project(paths.root, *look)
    return _as_json(mapped) if as_json else _about_the_project(mapped)


def _wanted(words: Sequence[str]) -> tuple[str, ...]:
    """What to look for: of a sentence the words that tell something, else each word or phrase as it was given."""
    sentence = " ".join(words)
    telling = telling_words([sentence], MOST_WORDS) if len(sentence.split()) >= _WORDS_OF_A_SENTENCE else ()
    return telling or tuple(dict.fromkeys(word.strip() for word in words if word.strip()))


@contextmanager
def report_progress() -> Iterator[Callable[[Progress], None]]:
    """Says on one line of the terminal how far a look is, and takes the line away at the end; elsewhere nothing."""
    if not sys.stderr.isatty():
        yield unheard
        return

    def show(progress: Progress) -> None:
        far = f" {progress.done} of {progress.total}" if progress.total else ""
        sys.stderr.write(f"\r{progress.stage}{far} …\x1b[K")
        sys.stderr.flush()

    try:
        yield show
    finally:
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


def _never() -> bool:
    return False


def _as_json(found: Scanned | ProjectMap) -> str:
    return json_text(to_builtins(found))


def _about_the_words(scanned: Scanned) -> str:
    parts = [
        [_looked_at(scanned.searched, scanned.commit, scanned.left_out_why)],
        ["Words", *_columns((hit.word, _times(hit.count, hit.files), _where(hit)) for hit in scanned.hits)],
        *(_tier(scanned, number) for number in (1, 2, 3)),
        _entrances(scanned.entrances),
        _churn(scanned.churn, scanned.commits),
        _sizes(scanned),
        [one_line(gap) for gap in scanned.gaps],
    ]
    return _joined(parts)


def _about_the_project(mapped: ProjectMap) -> str:
    parts = [
        [_looked_at(mapped.files, mapped.commit, mapped.left_out)],
        _counted("Languages", mapped.languages, "file"),
        _counted("Folders", mapped.folders, "source file"),
        _counted("Used most", mapped.hubs, "file", "used by "),
        _entrances(mapped.entrances),
        _churn(mapped.churn, mapped.commits),
        [one_line(gap) for gap in mapped.gaps],
        ["Name words of a change to see what it would touch: roundtable-tui scan invoice payment"],
    ]
    return _joined(parts)


def _looked_at(files: int, commit: str, left_out: tuple[PassedOver, ...]) -> str:
    at = f" at commit {one_line(commit)}" if commit else ""
    line = f"{_number(files, 'file')} looked into{at}."
    if not left_out:
        return line
    why = ", ".join(f"{one.files} {one.reason}" for one in left_out)
    return f"{line} Left out: {why}."


def _where(hit: Hit) -> str:
    return f"tells nothing: {hit.tells_nothing}" if hit.tells_nothing else ", ".join(hit.top)


def _tier(scanned: Scanned, number: int) -> list[str]:
    touched = scanned.tier(number)
    whole = scanned.tiers[number - 1] if scanned.tiers else len(touched)
    if not touched:
        return [f"{_TIERS[0]}: none. {_why_none(scanned)}"] if number == 1 and not scanned.problem else []
    lines = _columns((_place(one), one.reason + _by_way_of(one)) for one in touched[:_SHOWN])
    rest = [f"  … and {whole - _SHOWN} more"] if whole > _SHOWN else []
    return [f"{_TIERS[number - 1]}: {whole}", *lines, *rest]


def _why_none(scanned: Scanned) -> str:
    if not scanned.searched:
        return "There is no file to look into."
    if not any(hit.count for hit in scanned.hits):
        return "No file has any of the words."
    return "The words meet in no code."


def _place(one: Touched) -> str:
    """With the line where the reason stands, if that is in the file itself."""
    return f"{one.path}:{one.lines.start}" if one.lines and one.lines.path == one.path else one.path


def _by_way_of(one: Touched) -> str:
    return f" (→ {' → '.join(one.via[1:])})" if len(one.via) > 1 else ""


def _entrances(entrances: tuple[Entrance, ...]) -> list[str]:
    if not entrances:
        return []
    rows = ((_KINDS.get(one.kind, one.kind), one.name, f"{one.path}:{one.line}") for one in entrances[:_SHOWN])
    rest = [f"  … and at least {len(entrances) - _SHOWN} more"] if len(entrances) > _SHOWN else []
    return ["Entry points", *_columns(rows), *rest]


def _churn(churn: tuple[Churn, ...], commits: int) -> list[str]:
    if not churn:
        return []
    rows = ((one.path, f"{one.commits}", _number(one.authors, "author")) for one in churn[:_SHOWN])
    last = "commit" if commits == 1 else f"{commits} commits"
    return [f"Changed most in the last {last}", *_columns(rows)]


def _sizes(scanned: Scanned) -> list[str]:
    if scanned.problem or not scanned.scope:
        return [one_line(scanned.problem)] if scanned.problem else []
    return [
        f"Scope: {scanned.scope} ({_number(scanned.tiers[0], 'file')} to edit)",
        f"Complexity: {scanned.complexity}{_because(scanned.complexity_because)}",
        f"Risk: {scanned.risk}{_because(scanned.risk_because)}",
        "",
        f"Scope: {SCOPE_RULE}",
        f"Complexity: {CODE_COMPLEXITY_RULE}",
        f"Risk: {RISK_RULE}",
    ]


def _because(reasons: tuple[str, ...]) -> str:
    return f" ({'; '.join(map(one_line, reasons))})" if reasons else ""


def _counted(title: str, counted: tuple[tuple[str, int], ...], noun: str, before: str = "") -> list[str]:
    rows = _columns((name, f"{before}{_number(count, noun)}") for name, count in counted[:_SHOWN])
    return [title, *rows] if rows else []


def _columns(rows: Iterable[Sequence[str]]) -> list[str]:
    """Cells under each other; the last one is as long as it is."""
    cells = [[one_line(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)] if cells else []
    return [
        "  "
        + "  ".join([*(cell.ljust(width) for cell, width in zip(row[:-1], widths, strict=False)), row[-1]]).rstrip()
        for row in cells
    ]


def _times(count: int, files: int) -> str:
    return f"{count} in {_number(files, 'file')}"


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _joined(parts: Iterable[list[str]]) -> str:
    return "\n\n".join("\n".join(part) for part in parts if part)
