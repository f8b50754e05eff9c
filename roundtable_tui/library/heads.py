"""Splits a knowledge file into its YAML head and the body below it."""

from __future__ import annotations

from typing import TypeAlias

from frontmatter.default_handlers import YAMLHandler

from roundtable_tui.domain.talk.sanitize import neutral
from roundtable_tui.library.yaml_text import DEEPEST, Value, YamlError, read_yaml

Head: TypeAlias = dict[str, Value]

_HANDLER = YAMLHandler()

__all__ = ["DEEPEST", "Head", "HeadError", "Value", "split"]


class HeadError(ValueError):
    """The head is not one; the message says why, as part of a sentence."""


def split(text: str) -> tuple[Head, str]:
    """The head of a file and the body below it."""
    text = text.lstrip()
    if not _HANDLER.detect(text):
        raise HeadError("it does not begin with a head between two lines of ---")
    try:
        head, body = _HANDLER.split(text)
    except ValueError:
        raise HeadError("its head is not closed by a second line of ---") from None
    try:
        value = read_yaml(head, neutral)
    except YamlError as error:
        raise HeadError(f"its head {error}") from None
    if not isinstance(value, dict):
        raise HeadError("its head is not a list of 'name: value' lines")
    return value, body.strip()
