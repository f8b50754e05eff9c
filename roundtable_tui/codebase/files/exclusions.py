"""Which files are not the project's own source text, and why: by name if that is enough, else by their first bytes."""

from __future__ import annotations

import re
from enum import StrEnum, auto
from typing import TYPE_CHECKING

from roundtable_tui.codebase.files.secrets import is_secret_file

if TYPE_CHECKING:
    from collections.abc import Set

LARGEST = 1024 * 1024
HEAD = 8192
"""How many bytes of a file are looked at to tell what it is."""


class LeftOut(StrEnum):
    """Why a file is not read; the word shown beside the count."""

    SECRET = auto()
    BINARY = auto()
    VENDORED = auto()
    GENERATED = auto()
    MINIFIED = auto()
    HUGE = auto()
    LINK = auto()
    """Leads to another place in the project, which is listed by its own name."""
    OUTSIDE = auto()
    """A link, or a file in a linked folder, that leads out of the project."""
    ABSENT = auto()
    """Known to git, but not in the working tree: deleted, or left out of a sparse checkout."""
    UNREADABLE = auto()


_ALWAYS_VENDORED = frozenset(
    "node_modules bower_components jspm_packages site-packages third_party thirdparty _vendor Pods Carthage".split()
)
DECLARES_PACKAGES = frozenset(
    "go.mod composer.json Gemfile Cargo.toml package.json setup.py pyproject.toml mix.exs Package.swift".split()
)
"""A folder called vendor beside one of these holds other people's code; elsewhere it may be about vendors."""
_BINARY_ENDINGS = frozenset(
    """
    png jpg jpeg gif bmp ico icns webp avif tif tiff psd ai eps pdf mp3 mp4 m4a wav ogg flac avi mov mkv webm woff woff2
    ttf otf eot zip gz tgz bz2 xz zst 7z rar jar war ear whl egg exe dll so dylib a o obj lib class pyc pyo pyd wasm bin
    dat db sqlite sqlite3 parquet npy npz pkl pickle h5 onnx pt pb gguf doc docx xls xlsx ppt pptx odt ods mo iso dmg
    """.split()
)
_GENERATED_NAMES = frozenset(
    """
    package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock deno.lock poetry.lock pipfile.lock pdm.lock
    uv.lock cargo.lock composer.lock gemfile.lock go.sum go.work.sum flake.lock mix.lock podfile.lock pubspec.lock
    package.resolved packages.lock.json paket.lock gradle.lockfile .terraform.lock.hcl conan.lock pixi.lock pkg-info
    """.split()
)
_GENERATED_FOLDER = re.compile(r"(?:^|/)[^/]+\.(?:egg|dist)-info(?:/|$)")
_GENERATED_NAME = re.compile(
    r".*(?:_pb2(?:_grpc)?\.pyi?|\.pb\.(?:go|cc|h|swift)|_grpc\.pb\.\w+|\.(?:g|freezed|mocks)\.dart|\.designer\.cs"
    r"|\.g(?:\.i)?\.cs|\.(?:js|mjs|cjs|css|ts)\.map|\.generated\.\w+|_generated\.\w+)"
)
_MINIFIED_NAME = re.compile(r".*[.-]min\.(?:js|mjs|cjs|css|html|svg|json)")
_TERSE = frozenset("js mjs cjs css json html htm svg xml".split())
"""Endings of what tools like to write on a few very long lines."""
_PROSE = frozenset("md markdown rst txt adoc org tex".split())
"""Endings of what people write a paragraph to the line."""
_LONG_ON_AVERAGE = 400
_ONE_LONG_LINE = 5000
_SAYS_GENERATED = re.compile(
    rb"(?im)^[ \t]*(?:#|//|/?\*|--|;|<!--|%|\"\"\"|'|\(\*|@)(?:"
    rb"[^\n]{0,200}?(?:@generated\b|<auto-?generated|\bcode generated (?:by|from)\b|\b(?-i:DO NOT (?:EDIT|MODIFY))\b"
    rb"|\bgenerated (?:by|from|with|using)\b[^\n]{0,100}\bdo not (?:edit|modify)\b"
    rb"|\bdo not (?:edit|modify)\b[^\n]{0,40}\b(?:this file|by hand|manually)\b"
    rb"|\b(?:this|the) (?:file|code) (?:is|was|has been) (?:auto-?|automatically |machine[ -])?generated\b)"
    rb"|[\s#*/!;-]*(?:auto-?|automatically )generated (?:by|from|with|using)\b)"
)
_BEGINS_GENERATED = re.compile(rb"\s*/[/*]+[\s*!]*generated (?:by|from|with)\b", re.IGNORECASE)
"""As Cython and its like begin; after `#` people say so of what they go on to change, such as migrations."""
_TOP, _LINES_OF_TOP = 4096, 20
_WIDE = (b"\xff\xfe", b"\xfe\xff")


def left_out_by_name(name: str) -> LeftOut | None:
    """What can be told without touching the file."""
    if is_secret_file(name):
        return LeftOut.SECRET
    folders, _, base = name.rpartition("/")
    if folders and not _ALWAYS_VENDORED.isdisjoint(folders.split("/")):
        return LeftOut.VENDORED
    base = base.lower()
    ending = base.rpartition(".")[2]
    if ending in _BINARY_ENDINGS and ending != base:
        return LeftOut.BINARY
    if base in _GENERATED_NAMES or _GENERATED_NAME.fullmatch(base) or _GENERATED_FOLDER.search(folders):
        return LeftOut.GENERATED
    return LeftOut.MINIFIED if _MINIFIED_NAME.fullmatch(base) else None


def is_vendored(name: str, beside: Set[str]) -> bool:
    """Whether it lies in a folder called vendor at the top, or in one of these folders, where packages are declared."""
    folders = name.split("/")[:-1]
    return any(
        folder == "vendor" and (not depth or "/".join(folders[:depth]) in beside)
        for depth, folder in enumerate(folders)
    )


def left_out_by_head(name: str, head: bytes) -> LeftOut | None:
    """What the first bytes of the file say; a UTF-16 text with its mark is text."""
    if b"\0" in head and not head.startswith(_WIDE):
        return LeftOut.BINARY
    if _is_minified(name, head):
        return LeftOut.MINIFIED
    top = b"\n".join(head[:_TOP].split(b"\n", _LINES_OF_TOP)[:_LINES_OF_TOP])
    lowered = top.lower()
    if b"generated" not in lowered and b"do not " not in lowered:
        return None
    return LeftOut.GENERATED if _BEGINS_GENERATED.match(top) or _SAYS_GENERATED.search(top) else None


def _is_minified(name: str, head: bytes) -> bool:
    ending = name.rpartition(".")[2].lower()
    if len(head) < _ONE_LONG_LINE or ending in _PROSE:
        return False
    breaks = head.count(b"\n")
    return len(head) / (breaks + 1) > _LONG_ON_AVERAGE if ending in _TERSE else not breaks
