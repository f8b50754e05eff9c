"""An item as Gherkin: a feature for each requirement that is to be built, a scenario for each of its criteria."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.artifacts.render.story_sentence import told
from roundtable_tui.domain.dossier.short_titles import shortened
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.handover.material import PROVENANCE, TALK, Export, Taking, short
from roundtable_tui.handover.scenario import scenario_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.handover.material import Material

_MARK = "written by roundtable-tui"
_SCENARIO = re.compile(r"^  @(?P<ac>AC-[\d-]+)$(?P<steps>.*?)(?=^  @|\Z)", re.MULTILINE | re.DOTALL)
_OUTCOMES = re.compile(r"^ +Then (?P<first>.+)(?P<more>(?:\n +And .+)*)", re.MULTILINE)


def is_exported(feature: str) -> bool:
    """Whether a feature is one of ours rather than the project's own."""
    head = feature.lstrip().splitlines()[:2]
    return any(line.startswith("# FR-") and line.rstrip().endswith(_MARK) for line in head)


def outcomes_of(feature: str) -> dict[str, tuple[str, ...]]:
    """What has to come of each scenario of a feature of ours, by its criterion."""
    found: dict[str, tuple[str, ...]] = {}
    for scenario in _SCENARIO.finditer(feature.replace("\r\n", "\n")):
        if read := _OUTCOMES.search(scenario["steps"]):
            more = (line.strip().removeprefix("And ") for line in read["more"].splitlines() if line.strip())
            found[scenario["ac"]] = (read["first"], *more)
    return found


def exported(material: Material) -> Export:
    taking = Taking(material)
    files = {
        f"features/{material.slug}/{fr.id.lower()}.feature": "\n".join(_feature(taking, fr, material)) + "\n"
        for fr in taking.wanted
    }
    bare = [fr.id for fr in taking.wanted if not taking.criteria(fr)]
    filled_in = (f"no scenario yet, because there is no criterion: {', '.join(bare)}",) if bare else ()
    return Export(files, taking.left_out(PROVENANCE, TALK), filled_in)


def _feature(taking: Taking, fr: Entry, material: Material) -> Iterator[str]:
    yield "# language: en"
    yield f"# {fr.id} of {material.slug}, {_MARK}"
    priority = taking.text(fr, "priority")
    yield " ".join([f"@{fr.id}", *([f"@{priority.lower().replace(' ', '-')}"] if priority else [])])
    yield f"Feature: {short(fr)}"
    if taking.title(fr) not in short(fr):
        yield f"  Title in full: {taking.title(fr)}"
    for name, value in taking.rest(fr):
        yield f"  {name[0].upper()}{name[1:]}: {one_line(value)}"
    for story in taking.stories(fr):
        yield f"  {_story(taking, story)}"
    for ac in taking.criteria(fr):
        yield ""
        yield from _scenario(taking, ac)


def _story(taking: Taking, story: Entry) -> str:
    """On one line, which begins with its id and so with no word of the grammar."""
    taking.take(story, "role", "want", "so_that")
    about = [value for name in ("priority", "type") if (value := taking.text(story, name))]
    note = f" ({', '.join(about)})" if about else ""
    return f"{story.id} {taking.title(story)}{note}: {told(story)}"


def _scenario(taking: Taking, ac: Entry) -> Iterator[str]:
    steps = scenario_of(taking.text(ac))
    yield f"  @{ac.id}"
    yield f"  Scenario: {ac.id} {shortened(steps.then[0])}"
    for keyword, several in (("Given", steps.given), ("When", steps.when), ("Then", steps.then)):
        for number, step in enumerate(several):
            yield f"    {keyword if not number else 'And'} {step}"
