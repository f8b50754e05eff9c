"""Item folders as another program leaves them: its fields in meta.json, its documents in its own forms."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

SLUG = "REQ-GH-30-pay-by-invoice"
META = {
    "source": "github",
    "source_id": "GH-30",
    "slug": SLUG,
    "item_type": "feature",
    "created_at": "2026-03-01T08:00:00.000Z",
    "analysis_status": "partial",
    "phases_completed": ["00-quick-scan", "01-requirements"],
    "codebase_hash": "abc1234",
    "acceptance": {"accepted_at": "2026-03-01T09:00:00.000Z", "domains": ["requirements"]},
    "build_started_at": "2026-03-02T08:00:00.000Z",
}
FINISHED = {
    **META,
    "analysis_status": "complete",
    "phases_completed": [
        "00-quick-scan", "01-requirements", "02-impact-analysis", "03-architecture", "04-design", "06-implementation",
    ],
}  # fmt: skip
DRAFT = (
    "---\nsource: github\ntitle: Let clinics pay by invoice\n---\n\n# GH-30: Let clinics pay by invoice\n\nNo card.\n"
)
SPECIFICATION = """\
# Requirements Specification: Pay by invoice

**Version**: 1.2.0
**Status**: Final

---

## 1. Business Context

Clinic groups may not use a card, so accounts writes 40 invoices by hand every month.

## 2. Functional Requirements

### FR-01: Order on invoice

**Description**: A clinic orders without a card.

**Priority:** Must

**Acceptance Criteria**:
- AC-01a: The form asks for the company's address
- AC-01b: A wrong VAT id is refused

A drawing of the form hangs in room 4.

### FR-02: Remind late payers

**Priority:** Should

- AC-02a: A reminder goes out after 7 days

## 3. Out of Scope

- Payment in instalments
"""
STORIES = json.dumps(
    [
        {
            "id": "US-1",
            "persona": "practice manager",
            "goal": "order on invoice",
            "benefit": "no card is needed",
            "priority": "Must",
            "acceptance_criteria": ["AC-01a"],
            "linked_requirements": ["FR-01"],
            "epic": "Billing",
        }
    ],
    indent=2,
)
MATRIX = "Requirement,AC,Test Case,Status\r\nFR-01,AC-01a,T1,green\r\nFR-01,AC-01a,T2,red\r\n"
IMPACT = """\
# Impact Analysis

## Directly Affected Files

| File | Change Type | FR Traces |
|---|---|---|
| `checkout/views.py` | Modify | FR-01 |
| `billing/dunning.py` | New | FR-02 |

```json
{"files_directly_affected": 2, "modules_affected": 1, "risk_level": "low", "blast_radius": "low", "coverage_gaps": 0}
```
"""
DECISION = "# ADR-002: Own numbering\n\n## Status\n\nAccepted\n\n## Context\n\nThe law.\n\n## Decision\n\nWe number.\n"
DOCUMENTS = {
    "draft.md": DRAFT,
    "requirements-spec.md": SPECIFICATION,
    "user-stories.json": STORIES,
    "traceability-matrix.csv": MATRIX,
    "impact-analysis.md": IMPACT,
    "ADR-002-own-numbering.md": DECISION,
}


def leave_guest(root: Path, meta: Mapping[str, object] | None = None, slug: str = SLUG) -> Path:
    """A guest's folder in this project, with everything another program would have put there."""
    folder = root / "docs" / "requirements" / slug
    folder.mkdir(parents=True)
    (folder / "meta.json").write_text(json.dumps(meta or META, indent=2), encoding="utf-8")
    for name, text in DOCUMENTS.items():
        (folder / name).write_bytes(text.encode())
    return folder


def bytes_below(root: Path) -> dict[str, bytes]:
    """Every file with its content, by its place."""
    return {str(path.relative_to(root)): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}
