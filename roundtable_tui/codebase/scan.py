"""Counts where the words of a change occur in the code, so that sizes rest on something real."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from roundtable_tui.codebase.files import project_files, read_text
from roundtable_tui.codebase.git import head
from roundtable_tui.domain.events import Hit, Scanned
from roundtable_tui.domain.text import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

_TOP = 3
_MOST_LIKELY = 200


def scan(root: Path, words: tuple[str, ...], skip: str = "", stopped: Callable[[], bool] = lambda: False) -> Scanned:
    """How often each word occurs and which files the words point at; `skip` is a folder of our own documents."""
    patterns = {word: re.compile(re.escape(word), re.IGNORECASE) for word in words}
    found: dict[str, dict[str, int]] = {word: {} for word in words}
    searched = left_out = 0
    for file in project_files(root):
        if stopped():
            return Scanned(words, (), (), searched, left_out, problem="The search was stopped.")
        if skip and file.name.startswith(f"{skip}/"):
            continue
        text = read_text(file)
        if text is None:
            left_out += 1
            continue
        searched += 1
        name = one_line(file.name)
        for word, pattern in patterns.items():
            if count := len(pattern.findall(text)) + len(pattern.findall(name)):
                found[word][name] = count
    hits = tuple(_hit(word, files) for word, files in found.items())
    return Scanned(words, hits, _likely(found), searched, left_out, head(root))


def _hit(word: str, files: Mapping[str, int]) -> Hit:
    most = sorted(files, key=lambda name: (-files[name], name))
    return Hit(word, sum(files.values()), len(files), tuple(most[:_TOP]))


def _likely(found: Mapping[str, Mapping[str, int]]) -> tuple[str, ...]:
    """Files in which at least two of the words meet, or any file with the word if there is but one."""
    words_in: dict[str, int] = defaultdict(int)
    hits_in: dict[str, int] = defaultdict(int)
    for files in found.values():
        for name, count in files.items():
            words_in[name] += 1
            hits_in[name] += count
    needed = 2 if sum(bool(files) for files in found.values()) > 1 else 1
    likely = [name for name, words in words_in.items() if words >= needed]
    likely.sort(key=lambda name: (-words_in[name], -hits_in[name], name))
    return tuple(likely[:_MOST_LIKELY])
