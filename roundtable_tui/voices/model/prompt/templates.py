"""The words of the prompts, which live in files so that they can be read and edited as prose."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from string import Template

from roundtable_tui.domain.talk.sanitize import neutral, one_line
from roundtable_tui.errors import RoundtableError


def filled(name: str, heading: str = "", **words: str) -> str:
    """A prompt file, or the part of it below a heading, with these words in their places."""
    text = _sections(name)[heading.lower()] if heading else _text(name)
    return Template(text).substitute(words).strip()


@cache
def _text(name: str) -> str:
    try:
        return (_folder() / f"{name}.md").read_text("utf-8")
    except OSError as error:
        raise _missing(f"{name}.md") from error


@cache
def _sections(name: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for part in f"\n{_text(name)}".split("\n## ")[1:]:
        heading, _, body = part.partition("\n")
        found[heading.strip().lower()] = body
    return found


@cache
def _folder() -> Path:
    """Inside the installed package, or at the top of a checkout."""
    package = Path(__file__).resolve().parents[3]
    for folder in (package / "assets" / "prompts", package.parent / "assets" / "prompts"):
        if folder.is_dir():
            return folder
    raise _missing("prompts")


def _missing(what: str) -> RoundtableError:
    return RoundtableError(
        f"The prompt files that come with roundtable-tui lack {what}.", "Install roundtable-tui again."
    )


def fenced(what: str, text: str) -> str:
    """The text between tags whose name does not occur in it; the same text always gets the same tags."""
    text = neutral(text).strip("\n")
    name = f"data-{_mark(text)}"
    title = one_line(what, 120).replace('"', "'").replace("<", "‹").replace(">", "›")
    return f'<{name} what="{title}">\n{text}\n</{name}>'


def _mark(text: str) -> str:
    """From a digest, which nobody can write into the text beforehand; should it be there all the same, another."""
    number = 0
    while True:
        mark = hashlib.sha256(f"{number}\n{text}".encode()).hexdigest()[:12]
        if mark not in text:
            return mark
        number += 1


def cut(text: str, limit: int) -> str:
    """At most so many characters, and a word that says so where there were more."""
    return text if len(text) <= limit else f"{text[:limit].rstrip()}\n[… {len(text) - limit} more characters left out]"
