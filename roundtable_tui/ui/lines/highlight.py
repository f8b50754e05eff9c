"""Names the parts of program text, so that code is coloured by the theme and not by a palette of its own."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from roundtable_tui.ui.lines.line_wrap import Run

if TYPE_CHECKING:
    from pygments.lexer import Lexer  # type: ignore[import-untyped]

_COMMON = "bash css diff go html java javascript json markdown python rust sql toml typescript yaml".split()
_LONGEST = 200_000
"""Text beyond this many characters is shown without colours."""

_STYLES = {
    "Comment": "code-comment",
    "Keyword": "code-keyword",
    "Operator.Word": "code-keyword",
    "Literal.String": "code-string",
    "Literal.Number": "code-number",
    "Name.Function": "code-name",
    "Name.Class": "code-name",
    "Name.Tag": "code-keyword",
    "Name.Attribute": "code-name",
    "Name.Decorator": "code-name",
    "Generic.Heading": "code-name",
    "Generic.Subheading": "code-comment",
    "Generic.Inserted": "code-inserted",
    "Generic.Deleted": "code-deleted",
}


def warm() -> None:
    """Compiles the lexers most likely to be needed; the first use of one costs tens of milliseconds."""
    for language in _COMMON:
        code_lines("x = 1\n", language)


@lru_cache(maxsize=64)
def _lexer(language: str) -> Lexer | None:
    from pygments.lexers import get_lexer_by_name  # type: ignore[import-untyped]
    from pygments.util import ClassNotFound  # type: ignore[import-untyped]

    try:
        return get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None


@lru_cache(maxsize=256)
def code_lines(text: str, language: str) -> tuple[tuple[Run, ...], ...]:
    """The lines of the text with their parts named; whatever cannot be read as the language stays plain."""
    lexer = _lexer(language.lower()) if language and len(text) <= _LONGEST else None
    if lexer is None:
        return tuple((Run(line),) if line else () for line in text.split("\n"))
    lines: list[list[Run]] = [[]]
    for token, value in lexer.get_tokens(text):
        names = _names(str(token).removeprefix("Token."))
        first, *others = value.split("\n")
        for number, piece in enumerate((first, *others)):
            if number:
                lines.append([])
            if piece:
                lines[-1].append(Run(piece, names))
    if "\n".join("".join(run.text for run in line) for line in lines) != text:
        return tuple((Run(line),) if line else () for line in text.split("\n"))
    return tuple(map(tuple, lines))


@lru_cache(maxsize=512)
def _names(token: str) -> tuple[str, ...]:
    while token:
        if token in _STYLES:
            return (_STYLES[token],)
        token = token.rpartition(".")[0]
    return ()
