"""Finds the requirements of a dossier that would mislead whoever builds or tests them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.artifacts.lint.findings import Finding, Severity
from roundtable_tui.artifacts.lint.sentence_rules import Smell, smells_in, vague_words_in
from roundtable_tui.domain.dossier.kinds import SPECS, Kind
from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roundtable_tui.artifacts.lint.sentence_rules import Smelled
    from roundtable_tui.domain.dossier.dossier import Dossier, Entry

ALL_MUST = "all-must"
ORPHAN = "orphan"

_SPEC = "requirements-spec.md"
_STORIES = "user-stories.json"
_MUST = "Must Have"
_ENOUGH_TO_RANK = 3
"""With fewer requirements than this, all of them may well be needed."""


def smells_of(dossier: Dossier) -> tuple[Finding, ...]:
    """Every smell in the requirements, criteria, stories and quality attributes, in the order of the dossier."""
    return (
        *_in_requirements(dossier),
        *_in_criteria(dossier),
        *_in_stories(dossier),
        *_in_qualities(dossier),
        *_all_must(dossier),
        *_orphans(dossier),
    )


def _in_requirements(dossier: Dossier) -> Iterator[Finding]:
    for fr in dossier.of(Kind.FR):
        texts = (fr.text("title"), fr.text("text"))
        found = {smelled: None for text in texts for smelled in smells_in(text, Kind.FR)}
        yield from (_finding(smelled, fr, _SPEC) for smelled in found)


def _in_criteria(dossier: Dossier) -> Iterator[Finding]:
    for ac in dossier.of(Kind.AC):
        yield from (_finding(smelled, ac, _SPEC) for smelled in smells_in(ac.text(), Kind.AC))


def _in_qualities(dossier: Dossier) -> Iterator[Finding]:
    for quality in dossier.of(Kind.QUALITY):
        text = f"{quality.text('text')}\n{quality.text('threshold')}"
        if quality.get("threshold"):
            yield from (_finding(smelled, quality, _SPEC) for smelled in vague_words_in(text))


def _in_stories(dossier: Dossier) -> Iterator[Finding]:
    for story in dossier.of(Kind.STORY):
        said = one_line(story.text("title"), 80)
        if not story.get("role"):
            yield Finding(
                Severity.WARNING, Smell.MISSING_ACTOR, _STORIES, story.id,
                "The story does not say whose it is.",
                f'Name the role: "As a [role], I want {story.text("want") or said}".',
            )  # fmt: skip
        if not story.get("so_that"):
            yield Finding(
                Severity.WARNING, Smell.MISSING_OUTCOME, _STORIES, story.id,
                "The story does not say what it is good for.",
                f'Add what comes of it: "{said}, so that …".',
            )  # fmt: skip


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


def _finding(smelled: Smelled, entry: Entry, where: str) -> Finding:
    return Finding(Severity.WARNING, smelled.smell, where, entry.id, smelled.reason, smelled.suggestion)
