"""Renders artifacts from templates in Jinja's sandbox; users can replace a template, not what it can reach."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from jinja2 import ChoiceLoader, FileSystemLoader, StrictUndefined, TemplateError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from roundtable_tui.artifacts.header import header_of
from roundtable_tui.artifacts.markup import cell, code, inline, prose
from roundtable_tui.domain.assessment import assess
from roundtable_tui.domain.kinds import SPECS, Kind
from roundtable_tui.domain.sizing import COMPLEXITY_RULE
from roundtable_tui.errors import RoundtableError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from roundtable_tui.domain.state import State
    from roundtable_tui.domain.steps import Knowledge

GENERIC = "generic.md.j2"


class TemplateFailedError(RoundtableError):
    """A template could not be rendered: almost always one the user replaced."""


class Renderer:
    """Renders any artifact for any state the dossier can be in."""

    def __init__(self, knowledge: Knowledge, places: Sequence[Path]) -> None:
        """`places` hold a `templates` folder each; the first that has a template wins."""
        self._knowledge = knowledge
        loaders = [FileSystemLoader(place / "templates", followlinks=False) for place in places]
        self._environment = ImmutableSandboxedEnvironment(
            loader=ChoiceLoader(loaders),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            autoescape=False,
        )
        self._environment.filters.update(prose=prose, cell=cell, code=code, inline=inline, json=_json)

    def render(self, name: str, state: State) -> str:
        """The whole document; a name without a template of its own gets the generic one."""
        wanted = f"{name}.j2"
        try:
            template = self._environment.select_template([wanted, GENERIC])
            return _tidied(template.render(self._context(name, state)))
        except (TemplateError, ArithmeticError, LookupError, TypeError, ValueError, AttributeError) as error:
            raise TemplateFailedError(
                f"The template for {name} cannot be rendered: {inline(error)}.",
                f"If you replaced templates/{wanted}, mend it or delete it to use the one that ships.",
            ) from error

    def _context(self, name: str, state: State) -> dict[str, object]:
        dossier = state.dossier
        kinds = self._kinds_for(name)
        entries = [entry for entry in dossier if entry.kind in kinds]
        assessment = assess(state)
        return {
            "name": name,
            "title": name.rsplit(".", 1)[0].replace("-", " ").title(),
            "item": state.item,
            "header": header_of(name, state, self._knowledge, entries),
            "of": {kind.value: dossier.of(kind) for kind in Kind},
            "one": {kind.value: dossier.one(kind) for kind in Kind if SPECS[kind].single},
            "specs": {kind.value: SPECS[kind] for kind in Kind},
            "groups": [(SPECS[kind], dossier.of(kind)) for kind in Kind if kind in kinds and dossier.of(kind)],
            "size": assessment.size,
            "assessment": assessment,
            "complexity_rule": COMPLEXITY_RULE,
            "scan": state.scan,
            "hits": {hit.word: hit for hit in state.scan.hits} if state.scan else {},
        }

    def _kinds_for(self, name: str) -> frozenset[Kind]:
        """The kinds that the steps with this output ask for."""
        steps = [step for steps in self._knowledge.steps.values() for step in steps if name in step.outputs]
        prompts = [prompt for step in steps for section in step.sections.values() for prompt in section.prompts]
        return frozenset(prompt.capture.kind for prompt in prompts if prompt.capture)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


def _tidied(text: str) -> str:
    """At most one empty line in a row and one newline at the end, whatever the template's conditions left."""
    lines: list[str] = []
    fenced = False
    for line in text.splitlines():
        fenced ^= line.lstrip().startswith(("```", "~~~"))
        kept = line if fenced else line.rstrip()
        if kept or fenced or (lines and lines[-1]):
            lines.append(kept)
    return "\n".join(lines).strip("\n") + "\n"
