"""Tells whether the templates are still those that documents were rendered with."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

LARGEST_TEMPLATE = 1_000_000


def template_digest(places: Sequence[Path]) -> str:
    """One digest over the templates of all places that can be used; another one if any is changed, added or removed."""
    digest = hashlib.sha256()
    for place in places:
        for path in sorted((place / "templates").glob("*.j2")):
            digest.update(f"{path.name}\0".encode("utf-8", "surrogatepass"))
            try:
                if path.is_file() and path.stat().st_size <= LARGEST_TEMPLATE:
                    digest.update(hashlib.sha256(path.read_bytes()).digest())
            except OSError:
                continue
    return digest.hexdigest()[:16]
