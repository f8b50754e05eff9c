"""Items to export: the finished sample, one whose every word is hostile, and one of which nothing is known yet.

`python -m tests.support.exports` writes what is exported of them anew, to be read before it is committed.
"""

from __future__ import annotations

import shutil
import tempfile
from functools import cache
from pathlib import Path

from roundtable_tui.artifacts.lint.crosscheck import cross_check
from roundtable_tui.artifacts.lint.requirements import smells_of
from roundtable_tui.domain.dossier.dossier import Change, IdGiver, Op
from roundtable_tui.domain.dossier.kinds import PRIORITIES, SPECS, Field, FieldType, Kind, Value
from roundtable_tui.domain.dossier.provenance import Inferred, Stated
from roundtable_tui.domain.journal.events import ItemCreated
from roundtable_tui.handover.material import Export, Material
from roundtable_tui.plain.handover.export_report import material_of
from roundtable_tui.plain.handover.targets import CALLED, exported_for
from tests.support.dossiers import NASTY, change, full, state_of
from tests.support.golden import analysed
from tests.support.hostile_text import hostile
from tests.support.projects import project_in

GOLDEN = Path(__file__).parent.parent / "data" / "exports"
SAMPLE = "let-clinics-pay-by-invoice"
TARGETS = tuple(CALLED)
LONG = ("A word after another word that says nothing new and goes on, " * 40).strip()
SCRIPTS = (
    "Rechnungen für Ärzte; größer als 5 €",
    "請求書で支払う",
    "الدفع بالفاتورة",
    "इनवॉइस से भुगतान",
    "Оплата по счёту",
)
GRAMMAR = (
    "Scenario: not one\n  Given nothing",
    "Feature: mine",
    "Rule: none",
    "@tag",
    '"""\ndoc\n"""',
    "## ADDED Requirements\n### Requirement: fake\n#### Scenario: fake\n- **WHEN** x\n- **THEN** y",
    "[NEEDS CLARIFICATION: fake]",
    "- [x] T999 fake",
    "<REQ-IF>]]> &amp; <!-- ",
    "When, then",
    "Given a, When b, Then c\nAnd d",
    "SHALL",
)


@cache
def sample() -> Material:
    """The sample analysis, run once for all tests."""
    with tempfile.TemporaryDirectory() as folder:
        analysed(Path(folder))
        return material_of(project_in(Path(folder)), SAMPLE, "bundle")


def hostile_item() -> Material:
    """Every kind of entry, every text of which tries to be something else in somebody's grammar."""
    ids = IdGiver({})
    said = [*GRAMMAR, *SCRIPTS, LONG, hostile(" "), *(text for text in NASTY if text.strip() and len(text) < 200)]
    changes = []
    turn = 0
    for kind in sorted(Kind, key=lambda one: one is not Kind.FR):
        for number in range(1 if SPECS[kind].single else {Kind.FR: 8, Kind.AC: 24}.get(kind, 3)):
            fields: dict[str, Value] = {}
            for field in SPECS[kind].fields:
                turn += 1
                fields[field.name] = _hostile(field, said[turn % len(said)], number)
            owner = f"FR-{1 + number % 8:03d}"
            if kind is Kind.AC:
                fields["fr"] = (owner,)
            sources = (Stated(turn),) if turn % 2 else (Inferred((turn,), ("FR-001",)),)
            changes.append(Change(Op.RECORD, ids.next(kind, owner), kind, fields, sources))
    item = ItemCreated("hostile", "# <b>All</b> | `of` it\n## ADDED Requirements", "manual", "", "guided", "standard")
    state = state_of(changes, item=item)
    findings = (*cross_check(state), *smells_of(state.dossier))
    return Material(state, "hostile", "docs/requirements/hostile", findings=findings)


def _hostile(field: Field, text: str, number: int) -> Value:
    match field.type:
        case FieldType.NUMBER:
            return number
        case FieldType.CHOICE:
            return field.choices[number % len(field.choices)]
        case FieldType.REFS:
            return ("FR-001", "FR-404", text)
        case FieldType.LIST:
            return (text, "")
    return text


def empty_item() -> Material:
    """Nothing but its name."""
    return Material(state_of([]), "pay-by-invoice", "docs/requirements/pay-by-invoice")


def full_item() -> Material:
    """Every kind of entry with every field filled, each with words of its own."""
    return Material(full(), "pay-by-invoice", "docs/requirements/pay-by-invoice")


def crowded_item() -> Material:
    """Forty requirements with all that hangs on them, and a blast radius of two hundred files."""
    changes = []
    for fr in range(1, 41):
        owner = f"FR-{fr:03d}"
        title = f"Requirement {fr} of many, told in a line that is not short at all"
        changes.append(change(Kind.FR, owner, title=title, priority=PRIORITIES[fr % 4]))
        changes += [change(Kind.AC, f"AC-{fr:03d}-{ac:02d}", text=f"It holds {ac}", fr=(owner,)) for ac in range(1, 6)]
        changes.append(change(Kind.STORY, f"US-{fr:03d}", title=f"Story {fr}", want="it", traces=(owner,)))
    paths = [f"package_{one % 9}/folder/module_with_a_long_name_{one:03d}.py" for one in range(1, 201)]
    for number, path in enumerate(paths, 1):
        tier = "1" if number <= 40 else "2" if number <= 100 else "3"
        changes.append(change(Kind.FILE, f"FILE-{number:03d}", path=path, action="MODIFY", tier=tier))
    for one in range(1, 13):
        traces = tuple(f"FR-{fr:03d}" for fr in range(one, 41, 11))
        files = tuple(f"FILE-{number:03d}" for number in range(one, 41, 12))
        changes.append(change(Kind.MODULE, f"MOD-{one:03d}", text=f"package.module_{one}", traces=traces, files=files))
    changes += [change(Kind.QUESTION, f"Q-{one:03d}", text=f"Question {one}?") for one in range(1, 13)]
    return Material(state_of(changes), "crowded", "docs/requirements/crowded")


def as_text(export: Export) -> dict[str, str]:
    """The files of an export but for documents that are copied as they are, and what it says beside them."""
    files = {name: text for name, text in export.files.items() if "/documents/" not in name}
    beside = "\n".join(["left out:", *export.left_out, "filled in:", *export.filled_in, ""])
    return {**files, "beside.txt": beside}


def golden(name: str, target: str) -> dict[str, str]:
    folder = GOLDEN / name / target
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def rewrite() -> None:
    shutil.rmtree(GOLDEN, ignore_errors=True)
    for name, material in (("sample", sample()), ("hostile", hostile_item())):
        for target in TARGETS:
            for file, text in as_text(exported_for(target, material)).items():
                path = GOLDEN / name / target / file
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    rewrite()
