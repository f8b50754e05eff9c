"""How well a scan finds the files that a release really changed, against plain hit counting.

`python bench/ranking.py [--keep FOLDER] [--tune] [--words N]` downloads consecutive source releases of public packages,
takes the changelog entry of the newer one as the draft, scans the older one for its telling words, and asks which share
of the source files that changed (tests, documents and delivery apart) stand among the first 10 and 20 source files of
tiers 1 and 2. What the entry calls by its name counts as named by the user, as it would in a draft. Hit counting ranks
the same files by how often the same words occur.

Words, names, definitions and ties were weighted on TUNED_ON alone. The weights of size and ties were set once more with
all lists in view, after their figures were known, so what is called held out flatters a little.
Where most of a small package changes nothing can be told: any order is near the best there is.

It needs the network and some minutes, so `python -m bench` passes over it.
"""

from __future__ import annotations

import argparse
import re
import statistics
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from roundtable_tui.codebase.files.exclusions import HEAD, left_out_by_head
from roundtable_tui.codebase.files.roles import Role, role_of
from roundtable_tui.codebase.impact.project_scan import Looking
from roundtable_tui.codebase.impact.scan import scan
from roundtable_tui.codebase.search.keywords import telling_words
from roundtable_tui.codebase.search.named import names_in

if TYPE_CHECKING:
    from collections.abc import Sequence

TUNED_ON = """
click 8.1.3 8.1.4, click 8.1.8 8.2.0, werkzeug 2.2.3 2.3.0, werkzeug 2.3.8 3.0.0, marshmallow 3.19.0 3.20.0,
marshmallow 3.21.0 3.22.0, pluggy 1.0.0 1.1.0, babel 2.13.0 2.14.0, django 4.2 4.2.1, django 4.2.2 4.2.3,
pytest 7.4.0 7.4.1, pytest 8.0.0 8.0.1, celery 5.2.6 5.2.7, celery 5.3.4 5.3.5, aiohttp 3.8.3 3.8.4,
aiohttp 3.9.0 3.9.1, kombu 5.3.1 5.3.2, kombu 5.3.4 5.3.5, pygments 2.16.1 2.17.0, pygments 2.17.2 2.18.0,
tornado 6.2 6.3, tornado 6.3.3 6.4, mkdocs 1.4.3 1.5.0, mkdocs 1.5.3 1.6.0, wagtail 5.1 5.1.1, wagtail 5.2 5.2.1,
httpie 3.2.1 3.2.2, streamlink 6.4.2 6.5.0, streamlink 6.7.0 6.7.1, docutils 0.19 0.20, pip 23.1 23.1.1,
pip 23.2.1 23.3, rope 1.9.0 1.10.0, rope 1.10.0 1.11.0, jedi 0.18.2 0.19.0
"""
HELD_OUT = """
flask 2.1.3 2.2.0, flask 2.2.5 2.3.0, jinja2 3.0.3 3.1.0, jinja2 3.1.2 3.1.3, attrs 22.1.0 22.2.0, attrs 23.1.0 23.2.0,
requests 2.26.0 2.27.0, httpx 0.23.3 0.24.0, httpx 0.25.0 0.26.0, starlette 0.35.0 0.36.0, urllib3 2.0.7 2.1.0,
urllib3 2.2.0 2.2.3, anyio 4.0.0 4.1.0, anyio 4.2.0 4.3.0, wtforms 3.0.1 3.1.0, cattrs 23.1.2 23.2.1,
coverage 7.2.7 7.3.0, coverage 7.3.4 7.4.0, watchdog 2.3.1 3.0.0, watchdog 4.0.0 4.0.1, paramiko 3.2.0 3.3.1,
paramiko 3.4.0 3.5.0, structlog 22.3.0 23.1.0, structlog 23.2.0 23.3.0, sphinx 7.0.1 7.1.0, sphinx 7.2.6 7.3.0,
setuptools 68.0.0 68.1.0, setuptools 69.0.3 69.1.0, twisted 22.8.0 22.10.0, twisted 23.8.0 23.10.0, trio 0.22.2 0.23.0,
trio 0.24.0 0.25.0, black 23.1.0 23.3.0, black 23.12.1 24.1.0, virtualenv 20.24.0 20.24.1, virtualenv 20.25.0 20.25.1,
beets 1.6.0 2.0.0
"""
HELD_OUT_LARGER = """
scrapy 2.11.1 2.11.2, sphinx 7.1.0 7.1.1, sphinx 7.2.3 7.2.4,
pdm 2.9.1 2.9.2, pdm 2.10.0 2.10.1, sqlfluff 2.1.0 2.1.1, sqlfluff 2.3.1 2.3.2, pelican 4.8.0 4.9.0,
nikola 8.2.3 8.2.4, sanic 23.3.0 23.6.0, cherrypy 18.8.0 18.9.0, falcon 3.1.0 3.1.1, sunpy 4.1.0 4.1.1,
pyinstaller 5.9.0 5.10.0, pyramid 2.0 2.0.1, weblate 5.0 5.0.1, django-cms 3.11.2 3.11.3
"""
"""Small steps of larger projects: few files of many change, which is what a draft of one change is like."""
HELD_OUT_LATER = """
dask 2023.9.2 2023.9.3, gunicorn 20.1.0 21.0.0, django-allauth 0.54.0 0.55.0, django-allauth 0.57.0 0.58.0,
borgbackup 1.2.4 1.2.5, astropy 5.3 5.3.1, oauthlib 3.2.1 3.2.2, isort 5.11.0 5.12.0, arrow 1.2.2 1.2.3,
zeroconf 0.70.0 0.71.0, markdown 3.4.4 3.5, gitpython 3.1.36 3.1.37, bleach 5.0.1 6.0.0, tablib 3.4.0 3.5.0,
zope.interface 5.4.0 5.5.0, waitress 2.1.2 3.0.0, webob 1.8.7 1.8.8
"""
"""Chosen after all else, before any of it was looked at; its figures were known when size was last weighted."""
_CHANGELOG = re.compile(
    r"(docs?/|docs?/\w+/)?(change(s|log)|history|news|release[-_]?notes|versionhistory|whatsnew)\.(rst|md|txt)"
    r"|sites/www/changelog\.rst|CHANGES|doc/changes/[\d.]+\.rst",
    re.IGNORECASE,
)
_VERSION_LINE = re.compile(r"version|__all__|copyright|released", re.IGNORECASE)


class Release(Struct, frozen=True):
    """A step from one version to the next: what was promised, and which source files it touched."""

    title: str
    root: Path
    """The older version."""
    draft: str
    changed: frozenset[str]


def releases(listed: str, keep: Path) -> list[Release]:
    found = []
    for line in listed.replace("\n", " ").split(","):
        package, old, new = line.split()
        before, after = (_unpacked(package, version, keep) for version in (old, new))
        draft = _entry(after, old, new)
        changed = frozenset(_changed(before, after))
        if draft and changed:
            found.append(Release(f"{package} {new}", before, draft, changed))
        else:
            print(f"{package} {new}: {'no source file changed' if draft else 'no changelog entry found'}; passed over")
    return found


def _unpacked(package: str, version: str, keep: Path) -> Path:
    folder = keep / f"{package}-{version}"
    if not folder.exists():
        archives = keep / "archives"
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", package]
        if not _archive(archives, package, version):
            subprocess.run([*command, "--dest", str(archives), f"{package}=={version}"], check=True)
        archive = _archive(archives, package, version)
        if archive is None:
            sys.exit(f"There is no source release of {package} {version}.")
        with tarfile.open(archive) as tar:
            tar.extractall(folder, filter="data")
    (inner,) = folder.iterdir()
    return inner


def _archive(folder: Path, package: str, version: str) -> Path | None:
    return next((path for path in folder.glob(f"*-{version}.tar.gz") if path.name.lower().startswith(package)), None)


def _entry(root: Path, old: str, new: str) -> str:
    """What the changelog says between the headings of the two versions."""
    names = sorted(path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file())
    for name in (f"docs/releases/{new}.txt", f"docs/releases/v{new}.rst"):
        if name in names:
            return _plain((root / name).read_text("utf-8", "replace"))
    for name in (name for name in names if _CHANGELOG.fullmatch(name)):
        lines = (root / name).read_text("utf-8", "replace").splitlines()
        begin = _heading(lines, new, 0)
        if begin is not None:
            end = _heading(lines, old, begin + 1)
            if end is None:
                end = _heading(lines, old.removesuffix(".0"), begin + 1)
            return _plain("\n".join(lines[begin + 1 : end if end is not None else begin + 120]))
    return ""


def _plain(entry: str) -> str:
    """Without what a draft would not have: links, numbers of issues, and thanks."""
    entry = re.sub(r"https?://\S+|:\w+:(?=`)|[(\[]?#\d+[)\]]?|@[\w-]+|<[^<>\n]*>", " ", entry)
    return re.sub(r"(?i)\b(thanks?|thank you|contributed|reported|patch|pull request|courtesy)\b[^.\n]*", " ", entry)


def _heading(lines: list[str], version: str, start: int) -> int | None:
    wanted = re.compile(rf"[#\s\W]*([Vv]ersion|[Rr]elease|\w+)?[\s\W]*v?{re.escape(version)}(?![\w.]).{{0,200}}")
    for number in range(start, len(lines)):
        following = lines[number + 1] if number + 1 < len(lines) else ""
        is_heading = lines[number].startswith(("#", ":release:", "**", ".. ")) or re.fullmatch(r"(\W)\1{2,}", following)
        if is_heading and wanted.fullmatch(lines[number]):
            return number
    return None


def _changed(before: Path, after: Path) -> list[str]:
    """Source files, not generated ones, that are there in both and differ by more than a version number."""
    found = []
    for path in before.rglob("*"):
        name = path.relative_to(before).as_posix()
        if not path.is_file() or role_of(name) is not Role.CODE or not (after / name).is_file():
            continue
        if left_out_by_head(name, path.read_bytes()[:HEAD]):
            continue
        old, new = (Counter((root / name).read_bytes().splitlines()) for root in (before, after))
        differing = (old - new) + (new - old)
        if any(line.strip() and not _VERSION_LINE.search(line.decode("utf-8", "replace")) for line in differing):
            found.append(name)
    return found


def ranked(release: Release, words: tuple[str, ...], cache: Path) -> list[str]:
    """The source files of tier 1 and then of tier 2, as a scan tells them; what the entry names is named."""
    found = scan(release.root, words, cache_folder=cache, names=names_in((release.draft,)))
    return [one.path for one in (*found.tier(1), *found.tier(2)) if role_of(one.path) is Role.CODE]


def by_hits(release: Release, words: tuple[str, ...], cache: Path) -> list[str]:
    """Source files by how often the words occur in them, which is what one gets from a search."""
    with Looking(release.root, cache_folder=cache) as looking:
        counts = looking.counted(words)
    hits: Counter[str] = Counter()
    for word in words:
        hits.update({name: count for name, count in counts.of(word).items() if role_of(name) is Role.CODE})
    return sorted(hits, key=lambda name: (-hits[name], name))


def measure(listed: str, keep: Path, most_words: int) -> None:
    rows = []
    print(f"{'':<20} source  changed   hit counting       scan     at best")
    for release in releases(listed, keep):
        words = telling_words((release.draft,), most_words)
        orders = (by_hits(release, words, keep / "cache"), ranked(release, words, keep / "cache"))
        shares = [_share(order, release.changed, first) for order in orders for first in (10, 20)]
        best = [min(first, len(release.changed)) / len(release.changed) for first in (10, 20)]
        source = sum(
            role_of(path.relative_to(release.root).as_posix()) is Role.CODE for path in release.root.rglob("*")
        )
        rows.append((*shares, *best))
        print(f"{release.title:<20} {source:>6} {len(release.changed):>8}   {_row(rows[-1])}", flush=True)
    means = [statistics.mean(column) for column in zip(*rows, strict=True)]
    print(f"{f'mean of {len(rows)}':<36}   {_row(means)}")


def _share(order: list[str], changed: frozenset[str], first: int) -> float:
    return len(changed.intersection(order[:first])) / len(changed)


def _row(shares: Sequence[float]) -> str:
    pairs = zip(shares[::2], shares[1::2], strict=True)
    return "   ".join(f"{ten:>5.0%} {twenty:>4.0%}" for ten, twenty in pairs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--keep", type=Path, help="a folder for what is downloaded; a temporary one if not given")
    parser.add_argument("--tune", action="store_true", help="show the releases the ranking was tuned on")
    parser.add_argument("--words", type=int, default=40, help="how many telling words are taken from an entry")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        for listed in (TUNED_ON,) if chosen.tune else (HELD_OUT, HELD_OUT_LARGER, HELD_OUT_LATER):
            measure(listed, chosen.keep or Path(temporary), chosen.words)


if __name__ == "__main__":
    main()
