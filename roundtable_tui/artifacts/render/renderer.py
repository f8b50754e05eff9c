"""Renders artifacts from templates in Jinja's sandbox; users can replace a template, not what it can reach.

A document is rendered anew only if something it was made of has changed: the view notes what a template really asks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import is_
from threading import Lock
from typing import TYPE_CHECKING, Any

from jinja2 import Template, TemplateError, TemplateSyntaxError, pass_context
from jinja2.runtime import Context
from msgspec import Struct

from roundtable_tui.artifacts.render import (
    assumptions,
    code_evidence,
    considered_options,
    cross_references,
    machine_data,
    markup,
    phrasing,
    story_sentence,
    tables,
)
from roundtable_tui.artifacts.render.file_names import MADE_OF, record_number, template_for, title_for
from roundtable_tui.artifacts.render.header import Progress, header_of, progress_of
from roundtable_tui.artifacts.render.sandbox import TemplateEnvironment
from roundtable_tui.artifacts.render.template_view import Question, View
from roundtable_tui.domain.dossier.footing import is_guess, is_read_in_code, is_said
from roundtable_tui.domain.dossier.kinds import PRIORITIES, SPECS, Kind
from roundtable_tui.domain.dossier.short_titles import shortened
from roundtable_tui.domain.knowledge.sizing import CODE_COMPLEXITY_RULE, COMPLEXITY_RULE, RISK_RULE
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.errors import RoundtableError
from roundtable_tui.formats.markdown import Fences

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Knowledge


@pass_context
def _link(context: Context, entry: Entry) -> str:
    return cross_references.link_to(context["view"], entry)


@pass_context
def _links(context: Context, entries: Iterable[Entry]) -> str:
    return cross_references.links_to(context["view"], entries)


def _sources(view: View, entry: Entry) -> str:
    return phrasing.sources_text(entry, view.entry)


def _assumed(view: View, assumption: Entry) -> str:
    """What is assumed; where an entry says the same in full, its id takes the place of its words."""
    text, entry = assumption.text(), assumptions.repeated_by(view, assumption)
    if entry is None:
        return markup.item(text)
    before = one_line(text).rstrip(".")[: -len(one_line(entry.text()).rstrip("."))]
    return f"{markup.inline(before) or 'Assumed:'} {cross_references.link_to(view, entry)}"


_FILTERS = {
    "prose": markup.prose,
    "inline": markup.inline,
    "sentence": markup.sentence,
    "cell": markup.cell,
    "code": markup.code,
    "code_cell": markup.code_cell,
    "item": markup.item,
    "bullet": markup.bullet,
    "fenced": markup.fenced,
    "json": markup.as_json,
    "csv": markup.as_csv,
    "yaml": markup.as_yaml,
    "called": phrasing.title_of,
    "named": phrasing.name_of,
    "briefly": shortened,
    "heading": phrasing.heading_of,
    "link": _link,
    "links": _links,
    "told": story_sentence.told,
    "says_something": phrasing.says_something,
    "is_more_than_assent": phrasing.is_more_than_assent,
    "has_own_words": phrasing.has_own_words,
    "has_shown_id": phrasing.has_shown_id,
    "is_only_listed": phrasing.is_only_listed,
    "introduced": phrasing.introduced,
    "sources": phrasing.sources_text,
    "citations": phrasing.citations,
    "path_cell": phrasing.path_cell,
}
_FUNCTIONS = {
    "table": tables.table,
    "traceability": tables.traceability,
    "paths": tables.paths,
    "link": cross_references.link_to,
    "file_link": cross_references.file_link,
    "see_also": cross_references.see_also,
    "in_full": cross_references.in_full,
    "told_once": cross_references.told_once,
    "stories_by_role": story_sentence.by_role,
    "sources": _sources,
    "counted": phrasing.counted,
    "enumerated": phrasing.enumerated,
    "guesses": assumptions.guesses,
    "guesses_by_kind": assumptions.guesses_by_kind,
    "guessed_fields": assumptions.guessed_fields,
    "is_said": is_said,
    "is_guess": is_guess,
    "is_read_in_code": is_read_in_code,
    "known_so_far": assumptions.known_so_far,
    "guess_mark": assumptions.guess_mark,
    "assumed": _assumed,
    "decision_status": considered_options.decision_status,
    "stories_data": machine_data.stories,
    "matrix": machine_data.matrix,
    "impact_data": machine_data.impact,
    "quick_scan_data": machine_data.quick_scan,
    "risk_level": machine_data.risk_level,
    "citations": code_evidence.citations,
    "reason_cell": code_evidence.reason_cell,
    "way_in": code_evidence.way_in,
    "lost_lines": code_evidence.lost_lines,
    "module_map": machine_data.module_map,
    "build_order": machine_data.build_order,
    "flow_diagram": machine_data.flow_diagram,
    "integration_diagram": machine_data.integration_diagram,
    "plan": machine_data.plan,
    "progress": machine_data.progress,
    "task_lines": machine_data.task_lines,
    "task_graph": machine_data.task_graph,
    "plan_coverage": machine_data.plan_coverage,
    "followers": machine_data.followers,
    "for_every_task": machine_data.for_every_task,
}


class TemplateFailedError(RoundtableError):
    """A template could not be rendered: almost always one the user replaced."""


class _Later(Struct, frozen=True):
    """A variable of templates that is looked up only by those that name it."""

    value: Callable[[], object]


class _Context(Context):
    def resolve_or_missing(self, key: str) -> Any:
        found = super().resolve_or_missing(key)
        return found.value() if isinstance(found, _Later) else found


class _Environment(TemplateEnvironment):
    """Remembers which templates a document was made with."""

    context_class = _Context

    def __init__(self, places: Iterable[Path]) -> None:
        super().__init__(places)
        self.used: dict[tuple[str | Template, ...], Template | None] = {}

    def begin(self) -> None:
        super().begin()
        self.used = {}

    def get_template(self, name: str | Template, *rest: Any, **named: Any) -> Template:
        self.used[(name,)] = None
        self.used[(name,)] = found = super().get_template(name, *rest, **named)
        return found

    def select_template(self, names: Iterable[str | Template], *rest: Any, **named: Any) -> Template:
        wanted = tuple(names)
        self.used[wanted] = None
        self.used[wanted] = found = super().select_template(wanted, *rest, **named)
        return found

    def would_use(self, used: Mapping[tuple[str | Template, ...], Template | None]) -> bool:
        """Whether these names still stand for these templates, none of which was edited since."""
        return all(self._current(names) is template for names, template in used.items())

    def _current(self, names: tuple[str | Template, ...]) -> Template | None:
        try:
            return super().select_template(names)
        except (TemplateError, OSError):
            return None


class _Rendered(Struct, frozen=True):
    """A document, with all that it was made of."""

    text: str
    templates: Mapping[tuple[str | Template, ...], Template | None]
    answers: Mapping[Question, object]


class Renderer:
    """Renders any artifact for any state the dossier can be in."""

    def __init__(self, knowledge: Knowledge, places: Sequence[Path], items_folder: str = "../requirements") -> None:
        """`places` hold a `templates` folder each; the first that has a template wins.

        `items_folder` leads from a document that all items share to the folder of the items.
        """
        self._knowledge = knowledge
        self._items_folder = items_folder
        self._environment = _Environment(places)
        self._environment.filters.update(_FILTERS)
        self._environment.globals.update(_FUNCTIONS)
        self._seen: tuple[State, View] | None = None
        self._rendered: dict[str, _Rendered] = {}
        self._one_at_a_time = Lock()

    def render(self, name: str, state: State) -> str:
        """The whole document; a name without a template of its own gets the generic one."""
        with self._one_at_a_time:
            view = self._view(state)
            known = self._rendered.get(name)
            if known and self._environment.would_use(known.templates) and _unchanged(known.answers, view):
                return known.text
            self._rendered[name] = rendered = self._render(name, view)
            return rendered.text

    def render_all(self, state: State, names: Iterable[str]) -> dict[str, str]:
        """Several documents of one state, by name."""
        return {name: self.render(name, state) for name in names}

    def _view(self, state: State) -> View:
        """Relations are looked up once per state, however many documents are made of it."""
        if self._seen is None or self._seen[0] is not state:
            self._seen = state, View(state)
        return self._seen[1]

    def _templates(self, name: str) -> list[str]:
        generic = f"generic.{name.rpartition('.')[2]}.j2" if name.endswith((".json", ".yaml", ".csv")) else ""
        return [f"{template_for(name)}.j2", generic or "generic.md.j2"]

    def _render(self, name: str, seen: View) -> _Rendered:
        wanted = self._templates(name)
        self._environment.begin()
        answers = seen.take_notes(name)
        try:
            text = self._environment.select_template(wanted).render(self._context(name, seen))
        except (TemplateError, ArithmeticError, LookupError, TypeError, ValueError, AttributeError) as error:
            raise self._failed(name, wanted[0], error) from error
        except (RecursionError, MemoryError, OSError) as error:
            raise self._failed(name, wanted[0], error) from error
        text = _tidied(text) if name.endswith(".md") else text
        return _Rendered(text, self._environment.used, answers)

    def _failed(self, name: str, template: str, error: BaseException) -> TemplateFailedError:
        line = f" (line {error.lineno})" if isinstance(error, TemplateSyntaxError) else ""
        return TemplateFailedError(
            f"The template for {markup.inline(name)} cannot be rendered{line}: {markup.inline(error)}.",
            f"If you replaced templates/{template}, mend it or delete it to use the one that ships.",
        )

    def _context(self, name: str, seen: View) -> dict[str, object]:
        item = seen.state.item
        description = (item.description.strip() if item else "") or title_for(name)
        kinds = self._kinds_for(name)
        number = record_number(name)
        decision = seen.entry(f"ADR-{number:04d}") if number is not None else None
        entries = [decision] if decision else [entry for kind in kinds for entry in seen.of[kind]]
        return {
            "name": name,
            "title": title_for(name),
            "item": item,
            "description": description,
            "subject": shortened(description),
            "header": header_of(seen, seen.ask(self._progress, name), entries),
            "view": seen,
            "written": _Later(lambda: seen.written),
            "items_folder": self._items_folder,
            "of": seen.of,
            "one": seen.one,
            "specs": {kind.value: SPECS[kind] for kind in Kind},
            "groups": _Later(lambda: [(SPECS[kind], seen.of[kind]) for kind in kinds if seen.of[kind]]),
            "priorities": PRIORITIES,
            "decision": decision,
            "records": _Later(lambda: seen.records),
            "size": _Later(lambda: seen.assessment.size),
            "assessment": _Later(lambda: seen.assessment),
            "complexity_rule": COMPLEXITY_RULE,
            "code_rules": {"complexity": CODE_COMPLEXITY_RULE, "risk": RISK_RULE},
            "scan": _Later(lambda: seen.scan),
            "hits": _Later(
                lambda: {hit.word: hit for hit in seen.state.code.scan.hits} if seen.state.code.scan else {}
            ),
        }

    def _progress(self, view: View, name: str) -> Progress:
        return progress_of(name, view, self._knowledge)

    def _kinds_for(self, name: str) -> Sequence[Kind]:
        """The kinds a document is made of; for one we do not know, those that the steps with this output ask for."""
        known = MADE_OF.get(template_for(name))
        if known is not None:
            return [kind for kind in Kind if kind in known]
        steps = [step for steps in self._knowledge.steps.values() for step in steps if name in step.outputs]
        prompts = [prompt for step in steps for section in step.sections.values() for prompt in section.prompts]
        asked = {prompt.capture.kind for prompt in prompts if prompt.capture}
        return [kind for kind in Kind if kind in asked]


def _unchanged(answers: Mapping[Question, object], view: View) -> bool:
    return all(_same(view.answer(question), answer) for question, answer in answers.items())


def _same(one: object, other: object) -> bool:
    """Whether no template can tell the two apart: unlike with `==`, the order of a mapping counts."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return len(one) == len(other) and all(map(_same, one.items(), other.items()))
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and (all(map(is_, one, other)) or all(map(_same, one, other)))
    if isinstance(one, Struct):
        return all(_same(getattr(one, part), getattr(other, part)) for part in one.__struct_fields__)
    return one == other


def _tidied(text: str) -> str:
    """At most one empty line in a row and one newline at the end, whatever the template's conditions left."""
    lines: list[str] = []
    fences = Fences()
    for line in text.split("\n"):
        was_open = bool(fences.mark)
        fences.take(line)
        if was_open:
            lines.append(line)
            continue
        kept = line.rstrip() + ("  " if line.startswith("**") and line.endswith("  ") else "")
        if kept or (lines and lines[-1]):
            lines.append(kept)
    return "\n".join(lines).strip("\n") + "\n"
