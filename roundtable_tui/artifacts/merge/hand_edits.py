"""Reads out of a hand-edited artifact what the user changed in the lines that the whole analysis rests on."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.artifacts.merge.markdown_sections import Sort, cells, parse
from roundtable_tui.artifacts.merge.verdict import quoted
from roundtable_tui.artifacts.render.markup import unescaped
from roundtable_tui.domain.dossier.dossier import Change, Op, id_number, series_of
from roundtable_tui.domain.dossier.kinds import ACTIONS, SPECS, Kind, Value, problem_with
from roundtable_tui.domain.dossier.provenance import HandEdit
from roundtable_tui.domain.dossier.short_titles import ROLE, is_shortened
from roundtable_tui.domain.plan.tasks import DOCUMENT, file_lines, files_in
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.formats.guess_mark import unmarked

if TYPE_CHECKING:
    from roundtable_tui.domain.dossier.dossier import Dossier

_FR_HEADING = re.compile(r"(?P<id>FR-\d{3,9}):?\s+(?P<title>\S.*)")
_CRITERION = re.compile(r"[-*+]\s+\*\*(?P<id>AC-(?P<fr>\d{3,9})-\d{2,9})\*\*:?\s*(?P<text>\S.*)", re.DOTALL)
_PRIORITY = re.compile(r"\*\*Priority\*\*:\s*(?P<value>\S.*)")
_STORY = re.compile(
    rf"as {ROLE},? i want (?P<want>.+?)(?:,? so that (?P<so_that>.+?))?\.?",
    re.IGNORECASE | re.DOTALL,
)
_STORY_FIELDS = ("title", "role", "want", "so_that", "priority")
_PATH = re.compile(r"(?P<ticks>`+) ?(?P<path>.+?) ?(?P=ticks)")
_STAGE = re.compile(r"##\s+Phase\s+\d+:\s*(?P<name>\S.*)")
_TASK = re.compile(
    r"[-*+]\s+\[(?P<box>[ xX])\]\s+(?P<id>T\d{3,9})\s+(?P<title>\S.*?)(?:\s+\|\s+traces:(?P<traces>[\w ,-]*))?\s*$",
    re.MULTILINE,
)
_BOX = re.compile(r"[-*+]\s+\[[ xX]\]\s+(?P<title>\S.*)")
_BELOW = re.compile(r"^\s+(files|blocked_by):\s*(.*?)\s*$", re.MULTILINE)

Said = Mapping[tuple[Kind, str, str], Value]
"""What a file says, by kind, id (for a file its path) and field."""


class Edits(Struct, frozen=True):
    changes: tuple[Change, ...] = ()
    refused: tuple[str, ...] = ()
    """What the user wrote where only certain words make sense; it stays in the file and changes nothing else."""


def find_edits(name: str, base: str, theirs: str, dossier: Dossier) -> Edits:
    """What the user changed between the render and the file, as changes of the dossier that say so."""
    before = set(_said(name, base))
    after = {
        **(_told_anew(base, theirs) if name == "user-stories.json" else {}),
        **{place: value for place, value in _said(name, theirs) if (place, value) not in before},
    }
    fields: dict[tuple[Kind, str], dict[str, Value]] = {}
    refused = list(_tasks_without_id(theirs, dossier)) if name == DOCUMENT else []
    for (kind, entry_id, field), value in after.items():
        if problem := problem_with(kind, field, value):
            refused.append(f"{entry_id}: {quoted(str(value))} stays in the file only; {problem}")
            continue
        fields.setdefault((kind, entry_id), {})[field] = value
    known = {entry_id for (_, entry_id, _), _ in before}
    changes = []
    for (kind, entry_id), said in fields.items():
        change, reason = _change(kind, entry_id, said, dossier, name, is_new=entry_id not in known)
        if change:
            changes += [change, *_kept(change, dossier)]
        elif reason:
            refused.append(reason)
    return Edits(tuple(changes), tuple(refused))


def both_changed(name: str, base: str, ours: str, edits: Edits, dossier: Dossier) -> tuple[str, ...]:
    """Where the talk changed, since the file was written, what the user also changed by hand."""
    before, now = said_in(name, base), said_in(name, ours)
    found = []
    for change in edits.changes:
        entry = dossier.get(change.id)
        place = one_line(entry.text("path")) if entry and change.kind is Kind.FILE else change.id
        for field, value in change.fields.items():
            was, said = (texts.get((change.kind, place, field)) for texts in (before, now))
            if was is not None and said is not None and was != said and said != value:
                found.append(f"{place}: {quoted(str(value))} by hand wins over {quoted(str(said))} from the talk")
    return tuple(found)


def _kept(change: Change, dossier: Dossier) -> tuple[Change, ...]:
    """What a requirement said in a title too long for a heading, as its text, once the heading is given by hand."""
    entry = dossier.get(change.id)
    said = entry.fields.get("title") if entry and change.kind is Kind.FR and "title" in change.fields else None
    if not entry or not said or entry.text("text").strip() or not is_shortened(entry.text("title")):
        return ()
    return (Change(Op.REVISE, entry.id, Kind.FR, {"text": said.value}, said.sources),)


def _change(
    kind: Kind, entry_id: str, said: Mapping[str, Value], dossier: Dossier, name: str, *, is_new: bool
) -> tuple[Change | None, str]:
    source = (HandEdit(name),)
    if kind is Kind.FILE:
        entry = next((file for file in dossier.of(kind) if one_line(file.text("path")) == entry_id), None)
    else:
        entry = dossier.get(entry_id)
    if entry:
        news = {field: value for field, value in said.items() if not _says(entry.get(field), value)}
        return (Change(Op.REVISE, entry.id, kind, news, source), "") if news else (None, "")
    if not is_new or kind is Kind.FILE:
        return None, ""
    if kind is Kind.AC:
        said = {**said, "fr": (f"FR-{entry_id.split('-')[1]}",)}
    series, number = id_number(entry_id) or ("", 0)
    fr_id = f"FR-{entry_id.split('-')[1]}" if kind is Kind.AC else ""
    if series != series_of(kind, fr_id) or number <= dossier.used.get(series, 0):
        return None, f"{entry_id} was added by hand, but that id is taken; use a higher number"
    return Change(Op.RECORD, entry_id, kind, said, source), ""


def _says(known: Value | None, value: Value) -> bool:
    if isinstance(known, str) and isinstance(value, str):
        return one_line(known) == one_line(value)
    return known == value


def said_in(name: str, text: str) -> Said:
    """The lines of this file that other programs read, as fields of entries."""
    return dict(_said(name, text))


def _said(name: str, text: str) -> Iterator[tuple[tuple[Kind, str, str], Value]]:
    match name:
        case "requirements-spec.md":
            yield from _requirements(text)
        case "user-stories.json":
            yield from _stories(text)
        case "impact-analysis.md":
            yield from _actions(text)
        case "tasks.md":
            yield from _tasks(text)


def _requirements(text: str) -> Iterator[tuple[tuple[Kind, str, str], Value]]:
    for section in parse(text).sections:
        heading = _FR_HEADING.fullmatch(section.heading.lstrip("#").strip())
        if heading and section.level == 3:
            yield (Kind.FR, heading["id"], "title"), _plain(heading["title"])
        for block in section.blocks:
            criterion = _CRITERION.fullmatch(block.text)
            if criterion:
                yield (Kind.AC, criterion["id"], "text"), _plain(unmarked(criterion["text"]))
            elif heading and (priority := _PRIORITY.search(block.text)):
                yield (Kind.FR, heading["id"], "priority"), _plain(priority["value"])


def _stories(text: str) -> Iterator[tuple[tuple[Kind, str, str], Value]]:
    for entry_id, story in _stories_by_id(text).items():
        for name in _STORY_FIELDS:
            if isinstance(value := story.get(name), str) and value:
                yield (Kind.STORY, entry_id, name), value
        traces = story.get("traces")
        if isinstance(traces, list) and all(isinstance(one, str) for one in traces):
            yield (Kind.STORY, entry_id, "traces"), tuple(traces)


def _stories_by_id(text: str) -> dict[str, dict[str, object]]:
    try:
        stories = json.loads(text)["stories"]
        return {one["id"]: one for one in stories if isinstance(one, dict) and isinstance(one.get("id"), str)}
    except (ValueError, KeyError, TypeError, RecursionError):
        return {}


def _told_anew(base: str, theirs: str) -> Said:
    """The parts of stories of which the user rewrote the sentence."""
    before = _stories_by_id(base)
    said: dict[tuple[Kind, str, str], Value] = {}
    for entry_id, story in _stories_by_id(theirs).items():
        sentence = story.get("story")
        if not isinstance(sentence, str) or sentence == before.get(entry_id, {}).get("story"):
            continue
        was = _parts(before.get(entry_id, {}).get("story"))
        said |= {(Kind.STORY, entry_id, name): part for name, part in _parts(sentence).items() if part != was.get(name)}
    return said


def _parts(sentence: object) -> dict[str, str]:
    told = _STORY.fullmatch(sentence.strip()) if isinstance(sentence, str) else None
    return {name: part for name, part in told.groupdict().items() if part} if told else {}


def _actions(text: str) -> Iterator[tuple[tuple[Kind, str, str], Value]]:
    for section in parse(text).sections:
        for block in section.blocks:
            row = cells(block.text) if block.sort is Sort.ROW else ()
            path = _PATH.match(row[0]) if row else None
            action = next((cell.strip() for cell in row[1:] if cell.strip().upper() in ACTIONS), None)
            if path and action:
                yield (Kind.FILE, one_line(unescaped(path["path"])), "action"), action.upper()


def _tasks(text: str) -> Iterator[tuple[tuple[Kind, str, str], Value]]:
    """Each task with its box, its phase, and what the lines below it say."""
    for section in parse(text).sections:
        stage = _STAGE.fullmatch(section.heading)
        for block in section.blocks:
            if not stage or not (task := _TASK.match(block.text)):
                continue
            name = task["id"]
            yield (Kind.TASK, name, "title"), _plain(task["title"])
            yield (Kind.TASK, name, "stage"), _plain(stage["name"])
            yield (Kind.TASK, name, "done"), "yes" if task["box"].strip() else "no"
            yield (Kind.TASK, name, "traces"), _parts_of(task["traces"] or "")
            below = dict(_BELOW.findall(block.text))
            files = files_in(unescaped(one) for one in re.split(r"(?<=\)),\s*", below.get("files", "")))
            yield (Kind.TASK, name, "files"), file_lines(files)
            yield (Kind.TASK, name, "blocked_by"), _parts_of(below.get("blocked_by", ""))


def _tasks_without_id(text: str, dossier: Dossier) -> Iterator[str]:
    """What looks like a task by what it says of itself, but that nothing could refer to."""
    series = SPECS[Kind.TASK].prefix
    for section in parse(text).sections:
        for block in section.blocks if _STAGE.fullmatch(section.heading) else ():
            found = _BOX.match(block.text)
            if found and not _TASK.match(block.text) and (_BELOW.search(block.text) or "| traces:" in block.text):
                free = f"{series}{dossier.used.get(series, 0) + 1:03d}"
                yield f"{quoted(found['title'])} has no id, so it is no task yet; write {free} before its title"


def _parts_of(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[A-Z]{1,5}-?\d[\d-]*", text))


def _plain(text: str) -> str:
    return one_line(unescaped(text))
