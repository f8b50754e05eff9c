"""Holds the parts of an analysis against each other before anybody builds on them, and proposes the fixes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol

from msgspec.structs import replace

from roundtable_tui.artifacts.lint.findings import Finding, Severity
from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.graph import cycle_in, graph_of, related
from roundtable_tui.domain.dossier.kinds import SPECS, FieldType, Kind
from roundtable_tui.domain.dossier.provenance import Cited, Gone, Inferred, Moved, lowest
from roundtable_tui.domain.journal.code_facts import citations_in, found_lines
from roundtable_tui.domain.knowledge.artifact_specs import asks_architecture
from roundtable_tui.domain.knowledge.phases import PHASE_KEYS
from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from roundtable_tui.domain.dossier.dossier import Dossier, Entry
    from roundtable_tui.domain.dossier.provenance import Standing
    from roundtable_tui.domain.journal.state import State

_SPEC, _STORIES, _MODULES = "requirements-spec.md", "user-stories.json", "module-design.md"
_INTERACTIONS, _IMPACT, _SCAN = "component-interactions.md", "impact-analysis.md", "quick-scan.md"
_MOST_TOLD = 3
_MENTIONED = re.compile(r"(?<![\w-])(?:FR-\d{3,4}|AC-\d{3,4}-\d{2,3}|US-\d{3,4})(?![\w-])")
_CITATION = re.compile(
    r"(?<![\w/:.@-])((?:[\w.@+-]+/)*[\w@+-][\w.@+-]*\.[A-Za-z]\w{0,7}):(\d{1,6})(?:-(\d{1,6}))?(?![\w:/])"
)
_SIGNIFICANT = re.compile(r"[^\W\d_]{3,}")
_COMMON = frozenset(
    "the and for with from into that this each our new all its any not api service system module interface integration"
    " point data call calls called via uses use using sends send over between".split()
)
_WHERE = {
    Kind.FR: _SPEC,
    Kind.AC: _SPEC,
    Kind.STORY: _STORIES,
    Kind.FILE: _IMPACT,
    Kind.MODULE: _MODULES,
    Kind.INTERFACE: "interface-spec.md",
    Kind.INTEGRATION: _INTERACTIONS,
    Kind.DECISION: "architecture-overview.md",
    Kind.BUILD_STEP: _IMPACT,
    Kind.TASK: "tasks.md",
}


class CitationResolver(Protocol):
    """Looks up a citation of code in the working tree."""

    def exists(self, path: str) -> bool: ...

    def standing(self, cited: Cited) -> Standing: ...


def cross_check(state: State, citations: CitationResolver | None = None) -> tuple[Finding, ...]:
    """Everything in which the parts of the analysis do not agree; citations are looked up where that is possible."""
    dossier = state.dossier
    return (
        *_references(dossier),
        *_mentions(dossier),
        *_requirements(state),
        *_integrations(dossier),
        *_architecture(state),
        *_confidences(dossier),
        *(_citations(dossier, citations) if citations else ()),
    )


def _references(dossier: Dossier) -> Iterator[Finding]:
    for link in graph_of(dossier).dangling:
        entry = dossier.entries[link.source]
        said = entry.fields[link.field]
        kept = tuple(target for target in entry.refs(link.field) if target in dossier.entries)
        change = Change(Op.REVISE, entry.id, entry.kind, {link.field: kept}, said.sources)
        yield Finding(
            Severity.ERROR, "unknown-reference", _where(entry), entry.id,
            f"It refers to {one_line(link.target, 40)}, which does not exist.",
            f"Take it out, or name the entry that is meant ({_candidates(dossier, entry, link.field)}).",
            change,
        )  # fmt: skip


def _candidates(dossier: Dossier, entry: Entry, field: str) -> str:
    kinds = {"fr": Kind.FR, "traces": Kind.FR, "module": Kind.MODULE, "options": Kind.OPTION, "files": Kind.FILE}
    known = [other.id for other in dossier.of(kinds.get(field, entry.kind)) if other.id != entry.id]
    return ", ".join(known[:6]) + (" …" if len(known) > 6 else "") if known else "there is none yet"


def _mentions(dossier: Dossier) -> Iterator[Finding]:
    for entry in dossier:
        for mentioned in dict.fromkeys(_MENTIONED.findall("\n".join(_texts(entry)))):
            if mentioned not in dossier.entries:
                yield Finding(
                    Severity.WARNING, "unknown-mention", _where(entry), entry.id,
                    f"Its text speaks of {mentioned}, which does not exist.",
                    f"Name the entry that is meant, or leave {mentioned} out of the text.",
                )  # fmt: skip


def _requirements(state: State) -> Iterator[Finding]:
    """Each requirement needs criteria, a story and a place in the design, once the talk has come to these."""
    dossier = state.dossier
    settled = any(key in state.guided.phases_ended for key in PHASE_KEYS[1:])
    criteria = bool(dossier.of(Kind.AC)) or settled
    stories = bool(dossier.of(Kind.STORY)) or settled
    design = (
        any(module.refs("traces") for module in dossier.of(Kind.MODULE)) or PHASE_KEYS[4] in state.guided.phases_ended
    )
    for fr in dossier.of(Kind.FR):
        title = one_line(fr.text("title"), 60)
        if criteria and not dossier.children(fr.id):
            yield _lacking(
                fr, "no-criterion", "no acceptance criterion", f'Say what must be true to sign off "{title}".'
            )
        if fr.get("priority") == "Won't Have":
            continue
        if stories and not related(dossier, fr, Kind.STORY):
            yield _lacking(fr, "no-story", "no user story", f'Write who wants "{title}" and what for.')
        if design and not related(dossier, fr, Kind.MODULE) and not related(dossier, fr, Kind.FILE):
            yield _lacking(
                fr, "no-design", "no place in the design", f'Name the module that does "{title}" in its traces.'
            )


def _lacking(fr: Entry, code: str, what: str, suggestion: str) -> Finding:
    return Finding(Severity.WARNING, code, _SPEC, fr.id, f"It has {what}.", suggestion)


def _integrations(dossier: Dossier) -> Iterator[Finding]:
    """An integration point is met by an interface that shares a word of meaning with it, and by a module likewise."""
    interfaces, modules = dossier.of(Kind.INTERFACE), dossier.of(Kind.MODULE)
    offering = {module for interface in interfaces for module in interface.refs("module")}
    offered = _words_of((*interfaces, *(module for module in modules if module.id in offering)))
    built = _words_of(modules) | offered
    for integration in dossier.of(Kind.INTEGRATION):
        words, name = _words_of((integration,)), one_line(integration.text(), 60)
        if interfaces and not words & offered:
            yield Finding(
                Severity.WARNING, "no-interface", _INTERACTIONS, integration.id,
                f'No interface speaks of the integration point "{name}".',
                f'Add an interface for "{name}" with its schema, or name it in the one that is meant.',
            )  # fmt: skip
        elif modules and not words & built:
            yield Finding(
                Severity.WARNING, "no-module", _INTERACTIONS, integration.id,
                f'No module takes part in the integration point "{name}".',
                f'Name the module that talks to "{name}", or add it to the module design.',
            )  # fmt: skip


def _architecture(state: State) -> Iterator[Finding]:
    dossier = state.dossier
    modules, decisions = dossier.of(Kind.MODULE), dossier.of(Kind.DECISION)
    tier = state.item.tier if state.item else "standard"
    if modules and not decisions and asks_architecture(tier):
        yield Finding(
            Severity.WARNING, "no-decision", _MODULES, "",
            "There are modules, but no architecture decision they follow from.",
            "Record the decision and the options that were weighed.",
        )  # fmt: skip
    for decision in decisions:
        if modules and decision.get("status") == "contested":
            yield Finding(
                Severity.WARNING, "contested-decision", "architecture-overview.md", decision.id,
                "The modules rest on a decision that is still contested.",
                "Settle the decision before anybody builds on the module design.",
            )  # fmt: skip
    for kind in (Kind.MODULE, Kind.BUILD_STEP):
        if circle := cycle_in(dossier, kind):
            yield Finding(
                Severity.ERROR, "circle", _where(dossier.entries[circle[0]]), circle[0],
                f"The {SPECS[kind].many} {' → '.join(circle)} depend on each other in a circle.",
                f"Take one of the dependencies away, such as that of {circle[-2]} on {circle[-1]}.",
            )  # fmt: skip
    for interface in dossier.of(Kind.INTERFACE):
        if modules and not interface.refs("module"):
            yield Finding(
                Severity.NOTE, "no-offering-module", "interface-spec.md", interface.id,
                f'No module offers the interface "{one_line(interface.text(), 60)}".',
                f"Name the module that offers it ({_candidates(dossier, interface, 'module')}).",
            )  # fmt: skip


def _confidences(dossier: Dossier) -> Iterator[Finding]:
    """What rests on a guess can be no surer than it; what the code shows is no guess, whoever has confirmed it."""
    for entry in dossier:
        if entry.kind in (Kind.ASSUMPTION, Kind.QUESTION, Kind.NOTE, Kind.TASK):
            continue
        if weaker := list(dict.fromkeys(base.id for base in _weaker_bases(dossier, entry))):
            bases = f"{', '.join(weaker)}, from which it follows, {'is' if len(weaker) == 1 else 'are'}"
            yield Finding(
                Severity.WARNING, "confidence", _where(entry), entry.id,
                f"It is {entry.confidence}, but {bases} only a guess.",
                f"Ask for {', '.join(weaker)} to be confirmed first.",
            )  # fmt: skip


def _weaker_bases(dossier: Dossier, entry: Entry) -> Iterator[Entry]:
    for said in entry.fields.values():
        bases = {base for source in said.sources if isinstance(source, Inferred) for base in source.entries}
        if any(not isinstance(source, Inferred) for source in said.sources):
            continue
        known = (dossier.get(base) for base in sorted(bases))
        yield from (base for base in known if base and _is_surer(entry, base) and not _is_seen(base, dossier))


def _is_seen(entry: Entry, dossier: Dossier) -> bool:
    """Whether the code shows it, or something that the code shows."""
    bases = {base for source in entry.sources if isinstance(source, Inferred) for base in source.entries}
    shown = (*entry.sources, *(source for base in bases if (found := dossier.get(base)) for source in found.sources))
    return any(isinstance(source, Cited) for source in shown)


def _is_surer(entry: Entry, base: Entry) -> bool:
    return lowest((entry.confidence, base.confidence)) is not entry.confidence


def _citations(dossier: Dossier, citations: CitationResolver) -> Iterator[Finding]:
    for entry in dossier:
        cited = [source for source in entry.sources if isinstance(source, Cited)]
        for path, start, end in _CITATION.findall("\n".join(_texts(entry))):
            if citations.exists(path) or "/" in path:
                cited.append(Cited(path, int(start), int(end or start)))
        for one in dict.fromkeys(cited):
            match citations.standing(one):
                case Moved(to=to):
                    yield Finding(
                        Severity.NOTE, "citation-moved", _where(entry), entry.id,
                        f"It cites {_place(one)}; these lines now stand at {_place(to)}.",
                        f"Cite {_place(to)} instead.",
                        _cited_anew(entry, one, to),
                    )  # fmt: skip
                case Gone(why=why):
                    yield Finding(
                        Severity.WARNING, "citation", _where(entry), entry.id,
                        f"It cites {_place(one)}, but {why}.",
                        "Cite the lines where this stands now, or take the citation out.",
                    )  # fmt: skip
        if entry.kind is Kind.FILE:
            yield from _file_named(entry, citations)


def check_search(state: State, citations: CitationResolver) -> Iterator[Finding]:
    """Whether what the search of the code found still stands there; told together, because one edit moves much."""
    if state.code.scan is None:
        return
    of_entries = set(citations_in(replace(state, code=replace(state.code, scan=None))))
    standing = [
        (one, citations.standing(one)) for one in dict.fromkeys(found_lines(state.code.scan)) if one not in of_entries
    ]
    moved = [f"{_place(one)} is now {_place(now.to)}" for one, now in standing if isinstance(now, Moved)]
    gone = [f"{_place(one)} ({now.why})" for one, now in standing if isinstance(now, Gone)]
    if moved:
        yield Finding(
            Severity.NOTE, "citation-moved", _SCAN, "",
            f"Lines that the search of the code found have moved: {_first_of(moved)}.",
            "The documents follow when they are written next.",
        )  # fmt: skip
    if gone:
        yield Finding(
            Severity.WARNING, "citation", _SCAN, "",
            f"Lines that the search of the code found are not there any more: {_first_of(gone)}.",
            "The documents mark them when they are written next.",
        )  # fmt: skip


def _first_of(places: list[str]) -> str:
    more = len(places) - _MOST_TOLD
    return "; ".join(places[:_MOST_TOLD]) + (f"; and {more} more" if more > 0 else "")


def _place(cited: Cited) -> str:
    lines = f"{cited.start}-{cited.end}" if cited.end != cited.start else f"{cited.start}"
    return f"{one_line(cited.path)}:{lines}"


def _cited_anew(entry: Entry, old: Cited, new: Cited) -> Change | None:
    """The entry with the citation brought up to date, where all fields that rest on it rest on the same."""
    resting = {name: said for name, said in entry.fields.items() if old in said.sources}
    if len({said.sources for said in resting.values()}) != 1:
        return None
    sources = tuple(new if source == old else source for source in next(iter(resting.values())).sources)
    return Change(Op.REVISE, entry.id, entry.kind, {name: said.value for name, said in resting.items()}, sources)


def _file_named(entry: Entry, citations: CitationResolver) -> Iterator[Finding]:
    path, action = entry.text("path"), entry.get("action")
    if not path or action not in ("MODIFY", "DELETE") or "*" in path or citations.exists(path):
        return
    change = Change(Op.REVISE, entry.id, Kind.FILE, {"action": "CREATE"}, entry.fields["action"].sources)
    yield Finding(
        Severity.WARNING, "file-missing", _IMPACT, entry.id,
        f"{one_line(path)} is to be {'changed' if action == 'MODIFY' else 'deleted'}, but there is no such file.",
        "Correct the path, or make the action CREATE if the file is new.",
        change if action == "MODIFY" else None,
    )  # fmt: skip


def _where(entry: Entry) -> str:
    return _WHERE.get(entry.kind, "")


def _texts(entry: Entry) -> Iterator[str]:
    for field in SPECS[entry.kind].fields:
        if field.type is FieldType.TEXT:
            yield entry.text(field.name)


def _words_of(entries: Iterable[Entry]) -> frozenset[str]:
    """The words that carry meaning, without the endings that come and go."""
    texts = (text for entry in entries for text in _texts(entry))
    words = (word.lower() for text in texts for word in _SIGNIFICANT.findall(text))
    return frozenset(word.removesuffix("s") for word in words if word not in _COMMON)
