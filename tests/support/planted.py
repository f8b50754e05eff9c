"""Values shaped like credentials, one for each place they are planted in, and a look for what is left of them."""

from __future__ import annotations

import json
import random
import string
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

_ANY = string.ascii_letters + string.digits
_HEX = "0123456789abcdef"
_BASE32 = string.ascii_uppercase + "234567"
_TELLING = 12
"""So many characters of a secret in a row are a part of it."""


def _made(start: str, length: int, letters: str = _ANY, end: str = "") -> Callable[[random.Random], str]:
    return lambda chosen: start + "".join(chosen.choice(letters) for _ in range(length)) + end


SHAPES = {
    "aws": _made("AKIA", 16, _BASE32),
    "github": _made("ghp_", 36),
    "gitlab": _made("glpat-", 20),
    "slack": _made("xoxb-123456789012-", 24),
    "stripe": _made("sk_live_", 24),
    "google": _made("AIza", 35),
    "anthropic": _made("sk-ant-" + "api03-", 60),
    "npm": _made("npm_", 36),
    "json web token": _made("eyJhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiIxMjM0NTY3ODkwIn0.", 43),
    "databricks": _made("dapi", 32, _HEX),
    "docker": _made("dckr_pat_", 27),
    "a jumble that is called a token": _made("token=", 32),
}
"""Made here, so that no file of ours holds anything shaped like a real secret."""


class Planted:
    """Gives each place a secret of its own, so that one that is found tells where it came from."""

    def __init__(self, shape: str) -> None:
        self._shape = shape
        self._by_place: dict[str, str] = {}

    def __getitem__(self, place: str) -> str:
        """A name has no room for an equals sign, so that what stands in one is told by its shape alone."""
        shape = "github" if place.endswith(" name") and "token" in self._shape else self._shape
        return self._by_place.setdefault(place, SHAPES[shape](random.Random(place)))

    def found_in(self, text: str) -> list[str]:
        """The places whose secret, or a telling part of it in any case, stands in this text."""
        text = text.casefold()
        return [place for place, secret in self._by_place.items() if any(part in text for part in _parts(secret))]

    def found_below(self, folder: Path, but: Iterable[Path] = ()) -> dict[str, list[str]]:
        """As above for the names and bytes of all files in a folder."""
        left_out = set(but)
        found = {}
        for path in sorted(set(folder.rglob("*")) - left_out):
            text = str(path.relative_to(folder))
            if path.is_file():
                text += "\n" + path.read_bytes().decode("utf-8", "replace")
            if places := self.found_in(text):
                found[str(path)] = places
        return found


def _parts(secret: str) -> list[str]:
    value = secret.rpartition(".")[2].removeprefix("token=").removeprefix("xoxb-123456789012-").casefold()
    value = value.removeprefix("sk-ant-api03-")
    return [value[at : at + _TELLING] for at in range(len(value) - _TELLING + 1)]


def words_of(body: bytes) -> str:
    """Every word of a request, with nothing hidden in escapes."""
    return json.dumps(json.loads(body), ensure_ascii=False)
