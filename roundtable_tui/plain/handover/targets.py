"""The programs an item can be exported for: what each is called, and who makes its files."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from roundtable_tui.handover.material import Export, Material

CALLED = {
    "gherkin": "Gherkin",
    "openspec": "OpenSpec",
    "speckit": "spec-kit",
    "kiro": "Kiro",
    "bundle": "a bundle",
    "sarif": "SARIF",
    "reqif": "ReqIF",
    "github": "GitHub",
}


def exported_for(target: str, material: Material) -> Export:
    """Only the module of that target is loaded."""
    export: Export = import_module(f"roundtable_tui.handover.{target}").exported(material)
    return export
