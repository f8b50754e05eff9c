"""What `check` found in an item as SARIF 2.1.0, for programs that show findings where they are."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.formats.json_output import json_text
from roundtable_tui.handover.material import PROVENANCE, TALK, Export, Taking
from roundtable_tui.storage.digest import digest_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from roundtable_tui.artifacts.lint.findings import Finding
    from roundtable_tui.handover.material import Material

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def exported(material: Material) -> Export:
    """What `check` found, each in the document it shows in."""
    text = sarif_text(material.slug, material.findings, lambda finding: _location(material, finding))
    return Export({f"{material.name}.sarif": text}, Taking(material).left_out(PROVENANCE, TALK))


def sarif_text(slug: str, findings: Sequence[Finding], location: Callable[[Finding], dict[str, Any]]) -> str:
    """A finding keeps its fingerprint as long as its rule, its place and its entry are the same."""
    codes = list(dict.fromkeys(str(finding.code) for finding in findings))
    seen: Counter[str] = Counter()
    results = []
    for finding in findings:
        key = f"{slug}\n{finding.code}\n{finding.where}\n{finding.entry}"
        seen[key] += 1
        results.append(_result(finding, location(finding), codes, digest_of(f"{key}\n{seen[key]}".encode())[:32]))
    driver = {"name": "roundtable-tui", "rules": [_rule(code) for code in codes]}
    runs = [{"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}]
    return json_text({"$schema": _SCHEMA, "version": "2.1.0", "runs": runs}) + "\n"


def _rule(code: str) -> dict[str, Any]:
    return {"id": code, "shortDescription": {"text": code.replace("-", " ").capitalize()}}


def _result(finding: Finding, location: dict[str, Any], codes: list[str], fingerprint: str) -> dict[str, Any]:
    said = " ".join(part for part in (finding.reason, finding.suggestion) if part)
    about = f"{finding.entry}: " if finding.entry else ""
    place: dict[str, Any] = {"physicalLocation": location}
    if finding.entry:
        place["logicalLocations"] = [{"name": finding.entry, "kind": "element"}]
    return {
        "ruleId": str(finding.code),
        "ruleIndex": codes.index(str(finding.code)),
        "level": finding.severity.value,
        "message": {"text": one_line(f"{about}{said}") or str(finding.code)},
        "locations": [place],
        "partialFingerprints": {"roundtableFinding/v1": fingerprint},
    }


def _location(material: Material, finding: Finding) -> dict[str, Any]:
    """The file, relative to the project, and the line that names the entry; where none does, its first line."""
    name = one_line(finding.where)
    shared = name == material.matrix
    folder = material.common if shared else material.folder
    text = "" if shared or not finding.entry else material.documents.get(name, "")
    return {
        "artifactLocation": {"uri": quote(f"{folder}/{name or 'meta.json'}")},
        "region": {"startLine": line_of(finding.entry, text)},
    }


def line_of(entry: str, text: str) -> int:
    """Where a document is about an entry: at its heading or its mark, else where it is first named."""
    lines = text.split("\n")
    own = re.compile(rf"(?:#+ |- \*\*|\| ){re.escape(entry)}(?![\w-])")
    named = re.compile(rf"(?<![\w-]){re.escape(entry)}(?![\w-])")
    for wanted in (own, named):
        for number, line in enumerate(lines, 1):
            if wanted.search(line):
                return number
    return 1
