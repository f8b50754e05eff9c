"""Renders artifacts from templates in Jinja's sandbox; users can replace a template, not what it can reach."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from jinja2 import TemplateError, TemplateSyntaxError

from roundtable_tui.artifacts import data, markup, tables, values, view
from roundtable_tui.artifacts.header import header_of
from roundtable_tui.artifacts.naming import MADE_OF, record_files, record_number, template_for, title_for
from roundtable_tui.artifacts.sandbox import TemplateEnvironment
from roundtable_tui.artifacts.view import View
from roundtable_tui.domain.kinds import PRIORITIES, SPECS, Kind
from roundtable_tui.domain.sizing import COMPLEXITY_RULE
from roundtable_tui.errors import RoundtableError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from roundtable_tui.domain.state import State
    from roundtable_tui.domain.steps import Knowledge

_FENCE = re.compile(r"\s{0,3}(`{3,}|~{3,})(.*)")
_FILTERS = {
    "prose": markup.prose,
    "inline": markup.inline,
    "sentence": markup.sentence,
    "cell": markup.cell,
    "code": markup.code,
    "code_cell": markup.code_cell,
    "fenced": markup.fenced,
    "json": values.as_json,
    "csv": values.as_csv,
    "yaml": values.as_yaml,
    "called": view.title_of,
    "heading": view.heading_of,
    "link": view.link_to,
    "links": view.links_to,
    "told": view.told,
    "sources": view.sources_text,
    "citations": view.citations,
    "path_cell": view.path_cell,
}
_FUNCTIONS = {
    "table": tables.table,
    "traceability": tables.traceability,
    "paths": tables.paths,
    "stories_data": data.stories,
    "matrix": data.matrix,
    "impact_data": data.impact,
    "risk_level": data.risk_level,
    "traceability_diagram": data.traceability_diagram,
    "module_map": data.module_map,
    "build_order": data.build_order,
    "flow_diagram": data.flow_diagram,
    "integration_diagram": data.integration_diagram,
}


class TemplateFailedError(RoundtableError):
    """A template could not be rendered: almost always one the user replaced."""


class Renderer:
    """Renders any artifact for any state the dossier can be in."""

    def __init__(self, knowledge: Knowledge, places: Sequence[Path]) -> None:
        """`places` hold a `templates` folder each; the first that has a template wins."""
        self._knowledge = knowledge
        self._environment = TemplateEnvironment(places)
        self._environment.filters.update(_FILTERS)
        self._environment.globals.update(_FUNCTIONS)
        self._seen: View | None = None

    def render(self, name: str, state: State) -> str:
        """The whole document; a name without a template of its own gets the generic one."""
        return self._render(name, self._view(state))

    def render_all(self, state: State, names: Iterable[str]) -> dict[str, str]:
        """Several documents of one state, by name."""
        return {name: self.render(name, state) for name in names}

    def _view(self, state: State) -> View:
        """Relations are looked up once per state, however many documents are made of it."""
        if self._seen is None or self._seen.state is not state:
            self._seen = View(state)
        return self._seen

    def _templates(self, name: str) -> list[str]:
        generic = f"generic.{name.rpartition('.')[2]}.j2" if name.endswith((".json", ".yaml", ".csv")) else ""
        return [f"{template_for(name)}.j2", generic or "generic.md.j2"]

    def _render(self, name: str, seen: View) -> str:
        wanted = self._templates(name)
        try:
            self._environment.begin()
            text = self._environment.select_template(wanted).render(self._context(name, seen))
        except (TemplateError, ArithmeticError, LookupError, TypeError, ValueError, AttributeError) as error:
            raise self._failed(name, wanted[0], error) from error
        except (RecursionError, MemoryError, OSError) as error:
            raise self._failed(name, wanted[0], error) from error
        return _tidied(text) if name.endswith(".md") else text

    def _failed(self, name: str, template: str, error: BaseException) -> TemplateFailedError:
        line = f" (line {error.lineno})" if isinstance(error, TemplateSyntaxError) else ""
        return TemplateFailedError(
            f"The template for {markup.inline(name)} cannot be rendered{line}: {markup.inline(error)}.",
            f"If you replaced templates/{template}, mend it or delete it to use the one that ships.",
        )

    def _context(self, name: str, seen: View) -> dict[str, object]:
        state = seen.state
        kinds = self._kinds_for(name)
        entries = [entry for kind in kinds for entry in seen.of[kind]]
        number = record_number(name)
        decision = seen.entry(f"ADR-{number:04d}") if number is not None else None
        return {
            "name": name,
            "title": title_for(name),
            "item": state.item,
            "description": (state.item.description.strip() if state.item else "") or title_for(name),
            "header": header_of(name, seen, self._knowledge, [decision] if decision else entries),
            "view": seen,
            "of": seen.of,
            "one": seen.one,
            "specs": {kind.value: SPECS[kind] for kind in Kind},
            "groups": [(SPECS[kind], seen.of[kind]) for kind in Kind if kind in kinds and seen.of[kind]],
            "priorities": PRIORITIES,
            "decision": decision,
            "records": record_files(state),
            "size": seen.assessment.size,
            "assessment": seen.assessment,
            "complexity_rule": COMPLEXITY_RULE,
            "scan": state.scan,
            "hits": {hit.word: hit for hit in state.scan.hits} if state.scan else {},
        }

    def _kinds_for(self, name: str) -> Sequence[Kind]:
        """The kinds a document is made of; for one we do not know, those that the steps with this output ask for."""
        known = MADE_OF.get(template_for(name))
        if known is not None:
            return [kind for kind in Kind if kind in known]
        steps = [step for steps in self._knowledge.steps.values() for step in steps if name in step.outputs]
        prompts = [prompt for step in steps for section in step.sections.values() for prompt in section.prompts]
        asked = {prompt.capture.kind for prompt in prompts if prompt.capture}
        return [kind for kind in Kind if kind in asked]


def _tidied(text: str) -> str:
    """At most one empty line in a row and one newline at the end, whatever the template's conditions left."""
    lines: list[str] = []
    fence = ""
    for line in text.split("\n"):
        found = _FENCE.match(line)
        if fence:
            lines.append(line)
            if found and found[1].startswith(fence) and not found[2].strip():
                fence = ""
            continue
        kept = line.rstrip() + ("  " if line.startswith("**") and line.endswith("  ") else "")
        if found and not ("`" in found[1] and "`" in found[2]):
            fence = found[1]
        if kept or (lines and lines[-1]):
            lines.append(kept)
    return "\n".join(lines).strip("\n") + "\n"
