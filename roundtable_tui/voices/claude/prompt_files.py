"""The words of the prompts, which live in files so that they can be read and edited as prose."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from string import Template

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
    package = Path(__file__).resolve().parents[2]
    for folder in (package / "assets" / "prompts", package.parent / "assets" / "prompts"):
        if folder.is_dir():
            return folder
    raise _missing("prompts")


def _missing(what: str) -> RoundtableError:
    return RoundtableError(
        f"The prompt files that come with roundtable-tui lack {what}.", "Install roundtable-tui again."
    )
