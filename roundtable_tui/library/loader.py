"""Loads everything the analysts know from several places, the first of which wins, and says what was left out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from roundtable_tui.domain.knowledge.knowledge import Knowledge, Persona, Step, Topic
from roundtable_tui.domain.knowledge.phases import MAYA, PHASE_KEYS, known_phase, phase
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.errors import RoundtableError
from roundtable_tui.library.files import Found, LeftOutError, files_beside, files_in_folders, read, shown
from roundtable_tui.library.knowledge_file import Document
from roundtable_tui.library.personas import read_persona
from roundtable_tui.library.steps import read_step
from roundtable_tui.library.topic_defaults import derived_topics, in_order
from roundtable_tui.library.topics import read_topic

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

_T = TypeVar("_T", Step, Topic, Persona)


@dataclass(frozen=True, slots=True)
class _Loaded(Generic[_T]):
    found: Found
    value: _T
    warnings: tuple[str, ...]


def shipped_assets() -> Path:
    """The knowledge that comes with the program: inside the installed package, or at the top of a checkout."""
    package = Path(__file__).resolve().parents[1]
    for folder in (package / "assets", package.parent / "assets"):
        if (folder / "steps").is_dir():
            return folder
    raise RoundtableError(
        f"The knowledge files that come with roundtable-tui are missing at {shown(package / 'assets')}.",
        "Install roundtable-tui again.",
    )


def load_knowledge(places: Sequence[Path]) -> Knowledge:
    """What the files in these places say, first place first; a file that cannot be used becomes a warning."""
    warnings: list[str] = []
    personas = {
        persona.key: persona
        for persona in _load(places, files_beside, "personas", _persona, lambda persona: persona.key, warnings)
    }
    steps = _load(places, files_in_folders, "steps", _step, lambda step: step.id, warnings)
    steps = [_with_known_persona(step, personas, warnings) for step in steps]
    topics = _load(places, files_in_folders, "topics", _topic, lambda topic: topic.id, warnings)
    topics = [_with_known_personas(topic, personas, warnings) for topic in topics]
    by_phase = _by_phase(steps, warnings)
    ordered = in_order(topics) or derived_topics(step for group in by_phase.values() for step in group)
    return Knowledge(steps=by_phase, topics=ordered, personas=personas, warnings=tuple(warnings))


def _load(
    places: Sequence[Path],
    find: Callable[[Path, str, list[str]], list[Found]],
    kind: str,
    parse: Callable[[Document, Found], _T],
    identify: Callable[[_T], str],
    warnings: list[str],
) -> list[_T]:
    """The values of one kind, by file name; the same name or the same id in an earlier place wins."""
    by_name: dict[str, list[Found]] = {}
    for place in dict.fromkeys(places):
        for found in find(place, kind, warnings):
            by_name.setdefault(found.name, []).append(found)
    loaded = [one for _, files in sorted(by_name.items()) if (one := _first_usable(files, parse, warnings))]
    loaded.sort(key=lambda one: places.index(one.found.place))
    winners: dict[str, _Loaded[_T]] = {}
    for one in loaded:
        winner = winners.setdefault(identify(one.value), one)
        if winner is one:
            warnings.extend(one.warnings)
        elif winner.found.place == one.found.place:
            taken = f"its id '{one_line(identify(one.value), 60)}' is that of {shown(winner.found.path)}"
            warnings.append(str(LeftOutError(one.found.path, taken, "Give it an id of its own.")))
    return [one.value for one in sorted(winners.values(), key=lambda one: one.found.name)]


def _first_usable(
    files: Sequence[Found], parse: Callable[[Document, Found], _T], warnings: list[str]
) -> _Loaded[_T] | None:
    """The first of the files of one name that can be used; an empty one disables those after it."""
    for found in files:
        try:
            text = read(found)
            if not text.strip():
                if found is files[-1]:
                    warnings.append(_disables_nothing(found))
                return None
            document = Document(str(found.path), text)
            return _Loaded(found, parse(document, found), tuple(document.warnings))
        except LeftOutError as error:
            warnings.append(str(error))
    return None


def _disables_nothing(found: Found) -> str:
    remedy = "Fill it or remove it; an empty file only serves to disable one of the same name."
    return str(LeftOutError(found.path, "it is empty", remedy))


def _persona(document: Document, _: Found) -> Persona:
    return read_persona(document)


def _topic(document: Document, _: Found) -> Topic:
    return read_topic(document)


def _step(document: Document, found: Found) -> Step:
    return read_step(document, phase=found.name.split("/")[1])


def _with_known_persona(step: Step, personas: Collection[str], warnings: list[str]) -> Step:
    lead = phase(step.phase).persona
    if step.persona in personas or step.persona == lead:
        return step
    warnings.append(_unknown_persona(step.path, step.persona, f"so {lead} leads the step", personas))
    return replace(step, persona=lead)


def _with_known_personas(topic: Topic, personas: Collection[str], warnings: list[str]) -> Topic:
    # With no persona file at all everybody is unknown, and one warning a topic would help nobody.
    if not personas:
        return topic
    if topic.primary not in personas:
        warnings.append(_unknown_persona(topic.path, topic.primary, f"so {MAYA} leads the topic", personas))
        topic = replace(topic, primary=MAYA)
    unknown = [key for key in topic.contributing if key not in personas]
    warnings += [_unknown_persona(topic.path, key, "so it contributes nothing", personas) for key in unknown]
    return replace(topic, contributing=tuple(key for key in topic.contributing if key in personas))


def _unknown_persona(path: str, key: str, consequence: str, personas: Iterable[str]) -> str:
    known = ", ".join(map(one_line, personas)) or "no other"
    return (
        f"{shown(path)} names the persona '{one_line(key, 60)}', which has no file, {consequence}. "
        f"Name one that is known ({known}), or add its file."
    )


def _by_phase(steps: Iterable[Step], warnings: list[str]) -> dict[str, tuple[Step, ...]]:
    groups: dict[str, list[Step]] = {}
    for step in steps:
        groups.setdefault(step.phase, []).append(step)
    for key, group in groups.items():
        if not known_phase(key):
            warnings.append(
                f"{shown(Path(group[0].path).parent)} is no folder of a known phase, so {MAYA} leads its steps. "
                f"Move them into one of {', '.join(PHASE_KEYS)}, or leave it so."
            )
    return {key: tuple(groups[key]) for key in sorted(groups)}
