"""Tables where people compare: an id, the columns that say something, and how sure each row is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.artifacts.render.code_evidence import code_cell_of, is_shown_by_code, reason_of, unsettled
from roundtable_tui.artifacts.render.cross_references import link_to, links_to, says_it_again
from roundtable_tui.artifacts.render.markup import cell, code_cell
from roundtable_tui.artifacts.render.phrasing import name_of, path_cell, title_of
from roundtable_tui.domain.dossier.kinds import SPECS, Kind
from roundtable_tui.domain.dossier.provenance import Confidence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roundtable_tui.artifacts.render.template_view import View
    from roundtable_tui.domain.dossier.dossier import Entry

Column = tuple[str, str]
"""A heading and a field, or a word for something looked up (`@requirements`)."""


def table(
    view: View, entries: Sequence[Entry], columns: Sequence[Column], *, ids: bool = True, sure: bool = True
) -> str:
    """A row for each entry; a column in which no entry says anything is left out, and so is a confidence all High."""
    values = {heading: [_value(view, entry, field) for entry in entries] for heading, field in columns}
    shown = {heading: cells for heading, cells in values.items() if any(cells)}
    if ids:
        shown = {"Id": [link_to(view, entry) for entry in entries], **shown}
    if sure and any(entry.confidence is not Confidence.HIGH for entry in entries):
        shown["Confidence"] = [_how_sure(view, entry) for entry in entries]
    return drawn(list(shown), list(zip(*shown.values(), strict=True)))


def _how_sure(view: View, entry: Entry) -> str:
    """What lines of code show that are there is neither sure nor unsure: everybody can look."""
    shown = entry.kind is Kind.ZONE and entry.confidence is not Confidence.HIGH and is_shown_by_code(view, entry)
    return "from the code" if shown else str(entry.confidence)


def drawn(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(headings)} |", f"|{'---|' * len(headings)}"]
    lines += [f"| {' | '.join(value or '–' for value in row)} |" for row in rows]
    return "\n".join(lines)


def _value(view: View, entry: Entry, field: str) -> str:
    match field:
        case "path":
            return path_cell(entry)
        case "why" if "action" in entry.fields:
            return why_cell(view, entry)
        case "@requirements":
            return links_to(
                view, view.requirements_of(entry) if entry.kind == "file" else view.named(entry, "traces", "fr")
            )
        case "@modules":
            return links_to(
                view, view.modules_of(entry) if entry.kind == "file" else view.named(entry, "module", "module")
            )
        case "@interfaces":
            return links_to(view, view.interfaces.get(entry.id, ()))
        case "@criteria":
            return ", ".join(ac.id for ac in view.criteria.get(entry.id, ()))
        case "@name":
            return cell(name_of(entry))
        case "@depends_on":
            return links_to(view, view.named(entry, "depends_on"))
        case "@code":
            return code_cell_of(view, entry)
        case "@files":
            return "<br>".join(code_cell(file.text()) for file in view.module_files.get(entry.id, ()))
    if field not in entry.fields and field != SPECS[entry.kind].main:
        return ""
    if field == SPECS[entry.kind].main and says_it_again(view, entry):
        return cell(name_of(entry))
    text = entry.text(field) if field in entry.fields else title_of(entry)
    return cell(text) if text.strip() else ""


def why_cell(view: View, file: Entry) -> str:
    """Why a file is touched; one that is not there says so here, because its path is read by programs."""
    mark = "*(proposed)*" if file.get("action") == "CREATE" else unsettled(view, file)
    why = cell(file.text("why")) if file.text("why").strip() else reason_of(view, file)
    return " ".join(part for part in (mark, why) if part and (part != "–" or not mark))


def traceability(view: View) -> str:
    """FR to AC to story to module to file, a row for each requirement; a dash is a gap."""
    rows = [
        (
            link_to(view, fr),
            cell(name_of(fr)),
            ", ".join(ac.id for ac in view.criteria.get(fr.id, ())),
            ", ".join(story.id for story in view.stories.get(fr.id, ())),
            links_to(view, view.modules.get(fr.id, ())),
            "<br>".join(path(file) for file in view.files_of(fr)),
        )
        for fr in view.of["fr"]
    ]
    return drawn(("Requirement", "Title", "Acceptance criteria", "Stories", "Modules", "Files"), rows)


def path(file: Entry) -> str:
    """A path as a link target in running text; one that does not exist yet is marked."""
    return path_cell(file) + (" *(proposed)*" if file.get("action") == "CREATE" else "")


def paths(files: Sequence[Entry]) -> str:
    return ", ".join(path(file) for file in files)
