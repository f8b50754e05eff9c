"""Splits a Markdown text into the head between two lines of --- that it begins with, read as YAML, and the body."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from frontmatter.default_handlers import YAMLHandler

from roundtable_tui.formats.yaml import Value, YamlError, read_yaml

if TYPE_CHECKING:
    from collections.abc import Callable

Head: TypeAlias = dict[str, Value]

_HANDLER = YAMLHandler()


class HeadError(ValueError):
    """The head is not one; the message says why, as part of a sentence."""


def split(text: str, clean: Callable[[str], str] = str) -> tuple[Head, str]:
    """The head, with `clean` applied to every scalar in it, and the body."""
    text = text.lstrip()
    if not _HANDLER.detect(text):
        raise HeadError("it does not begin with a head between two lines of ---")
    try:
        head, body = _HANDLER.split(text)
    except ValueError:
        raise HeadError("its head is not closed by a second line of ---") from None
    try:
        value = read_yaml(head, clean)
    except YamlError as error:
        raise HeadError(f"its head {error}") from None
    if not isinstance(value, dict):
        raise HeadError("its head is not a list of 'name: value' lines")
    return value, body.strip()
