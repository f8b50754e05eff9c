"""Finds the requirements of a dossier that would mislead whoever builds or tests them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.artifacts.lint.findings import Finding, Severity
from roundtable_tui.artifacts.lint.sentence_rules import ABOUT_WORDS, smells_in, story_smells
from roundtable_tui.artifacts.lint.sentences import Story, story_of
from roundtable_tui.domain.dossier.kinds import SPECS, Kind
from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roundtable_tui.artifacts.lint.smells import Smelled
    from roundtable_tui.domain.dossier.dossier import Dossier, Entry

ALL_MUST = "all-must"
ORPHAN = "orphan"

_SPEC = "requirements-spec.md"
_STORIES = "user-stories.json"
_MUST = "Must Have"
_ENOUGH_TO_RANK = 3
"""With fewer requirements than this, all of them may well be needed."""


class _Judged(Struct, frozen=True):
    """Which fields of a kind say what is asked for, and where a reader meets them."""

    fields: tuple[str, ...]
    where: str = _SPEC
    severity: Severity = Severity.WARNING


def _told(where: str, *fields: str) -> _Judged:
    """What is told about a design or a plan: a loose word there is worth knowing, and nobody builds by it alone."""
    return _Judged(fields, where, Severity.NOTE)


_JUDGED = {
    Kind.FR: _Judged(("title", "text")),
    Kind.AC: _Judged(("text",)),
    Kind.STORY: _Judged(("title", "want"), _STORIES),
    Kind.QUALITY: _Judged(("text", "threshold")),
    Kind.CONSTRAINT: _Judged(("text",)),
    Kind.METRIC: _Judged(("text", "target")),
    Kind.ERROR: _Judged(("response", "recovery"), "error-taxonomy.md"),
    Kind.EXCLUSION: _told(_SPEC, "text"),
    Kind.JOURNEY: _told(_SPEC, "flow", "exit", "alternates", "errors", "resume"),
    Kind.RISK: _told(_SPEC, "mitigation"),
    Kind.ZONE: _told("impact-analysis.md", "mitigation"),
    Kind.INTEGRATION: _told("component-interactions.md", "contract", "failure"),
    Kind.MODULE: _told("module-design.md", "responsibility"),
    Kind.INTERFACE: _told("interface-spec.md", "constraints"),
}


def smells_of(dossier: Dossier) -> tuple[Finding, ...]:
    """Every smell in what the dossier asks for and in how it is to be built, in the order of the dossier."""
    return (
        *(finding for kind in _JUDGED for entry in dossier.of(kind) for finding in _in_entry(entry)),
        *_all_must(dossier),
        *_orphans(dossier),
    )


def _in_entry(entry: Entry) -> Iterator[Finding]:
    judged = _JUDGED[entry.kind]
    for one in _smelled(entry):
        yield Finding(judged.severity, one.smell, judged.where, entry.id, one.reason, one.suggestion)


def _smelled(entry: Entry) -> tuple[Smelled, ...]:
    match entry.kind:
        case Kind.STORY:
            return story_smells(_story(entry))
        case Kind.QUALITY if entry.text("threshold"):
            return _with_threshold(entry)
    texts = [text for name in _JUDGED[entry.kind].fields if (text := entry.text(name))]
    return smells_in("\n".join(texts or [entry.text()]), entry.kind)


def _story(story: Entry) -> Story:
    """Its fields, or what was typed whole into one of them."""
    typed = story_of(story.text("want") or story.text("title"))
    return Story(story.text("role") or typed.role, typed.want, story.text("so_that") or typed.benefit)


def _with_threshold(quality: Entry) -> tuple[Smelled, ...]:
    """A firm threshold says what the words before it mean; a loose one mends nothing."""
    text, threshold = quality.text("text"), quality.text("threshold")
    found = smells_in(f"{text}\n{threshold}", Kind.QUALITY)
    if any(one.smell in ABOUT_WORDS for one in smells_in(threshold, Kind.QUALITY)):
        return found
    return tuple(one for one in found if one.smell not in ABOUT_WORDS)


def _all_must(dossier: Dossier) -> Iterator[Finding]:
    frs = dossier.of(Kind.FR)
    if len(frs) >= _ENOUGH_TO_RANK and all(fr.get("priority") == _MUST for fr in frs):
        yield Finding(
            Severity.WARNING, ALL_MUST, _SPEC, "",
            f"All {len(frs)} requirements are Must Have, so the priorities do not say what can wait.",
            "Ask of each what happens if it comes a month later; where nothing does, it is a Should or a Could.",
        )  # fmt: skip


def _orphans(dossier: Dossier) -> Iterator[Finding]:
    """What belongs to no requirement: nobody would miss it, or a requirement was forgotten."""
    if not dossier.of(Kind.FR):
        return
    places = ((Kind.AC, "fr", _SPEC), (Kind.STORY, "traces", _STORIES), (Kind.MODULE, "traces", "module-design.md"))
    for kind, field, where in places:
        entries = dossier.of(kind)
        traced = any(entry.refs(field) for entry in entries)
        for entry in entries:
            if entry.refs(field) or not traced or _is_cross_cutting(entry) or _serves_others(dossier, entry):
                continue
            yield Finding(
                Severity.WARNING, ORPHAN, where, entry.id,
                f'The {SPECS[kind].one} "{one_line(entry.text(), 60)}" belongs to no requirement.',
                "Name the requirement it serves, or take it out.",
            )  # fmt: skip


def _is_cross_cutting(entry: Entry) -> bool:
    return entry.kind is Kind.STORY and entry.get("type") in ("cross-cutting", "negative")


def _serves_others(dossier: Dossier, entry: Entry) -> bool:
    """A module that others depend on earns its place by them."""
    return entry.kind is Kind.MODULE and any(entry.id in other.refs("depends_on") for other in dossier.of(Kind.MODULE))
