"""Which files are no part of a change, because this program or another one for specifications wrote them."""

from __future__ import annotations

import re

_OF_SPECIFICATIONS = re.compile(
    r"(?:.*/)?(?:openspec/(?:changes|specs)/.+|\.kiro/specs/.+|\.specify/.+|specs/\d{3,}-[^/]+/.+|[^/]+\.(?:sarif|reqif))"
)
"""Where the programs we export for keep what they read."""


def is_export(path: str, slug: str) -> bool:
    """Whether a file lies where an export of the item, or of any other for such a program, is put."""
    own = rf"(?:.*/)?(?:features/{re.escape(slug)}/fr-\d+\.feature|{_bundle(slug)})"
    return bool(_OF_SPECIFICATIONS.fullmatch(path) or re.fullmatch(own, path))


def _bundle(slug: str) -> str:
    return rf"{re.escape(slug)}/(?:README\.md|(?:entries|tasks|findings)\.json|documents/.+)"
