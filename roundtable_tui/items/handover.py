"""The prompt with which another program hands an item over, taken apart: all of it is text from outside."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct, field

from roundtable_tui.domain.journal.state import CONVERSATION, GUIDED
from roundtable_tui.domain.knowledge.phases import known_phase
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.domain.talk.sanitize import neutral, one_line
from roundtable_tui.errors import OutsideError, UsageError
from roundtable_tui.formats.yaml import Value, YamlError, read_yaml
from roundtable_tui.items.open_item import DRAFT_LIMIT, TIERS

if TYPE_CHECKING:
    from roundtable_tui.storage.paths import ProjectPaths

_FIELD = re.compile(
    r"^[ \t]*(?P<name>SLUG|ARTIFACT_FOLDER|SOURCE_ID|META[_ ]CONTEXT|DRAFT_CONTENT|SIZING_INFO|PERSONA_CONTEXT"
    r"|TOPIC_CONTEXT|DISCOVERY_CONTEXT|DEPTH[_ ]CONTEXT|USER_RESPONSE|Artifact folder|Artifact path|Phase key)"
    r"[ \t]*:[ \t]*(?P<rest>.*)$",
)
_EXECUTE = re.compile(r"^\s*Execute Phase \d\d\b", re.MULTILINE)
_QUOTES = frozenset({"DRAFT_CONTENT", "PERSONA_CONTEXT", "TOPIC_CONTEXT", "DISCOVERY_CONTEXT"})
"""Fields that hold other people's text: what comes after them may be part of it."""
_NOT_FROM_QUOTES = frozenset(
    {"SLUG", "ARTIFACT_FOLDER", "SOURCE_ID", "USER_RESPONSE", "Artifact folder", "Artifact path", "Phase key"}
)
"""What says which item is meant, or speaks for the user, counts only before the first quoted text."""
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_NOTHING = ("", "null", "none", "n/a", "{}", "[]")
_HOW = "`roundtable-tui dispatch --help` shows its form."


class Handover(Struct, frozen=True):
    slug: str = ""
    folder: str = ""
    mode: str = ""
    """By its form; empty where it only brings an answer."""
    phase: str = ""
    source_id: str = ""
    draft: str = ""
    tier: str = ""
    depth: Depth | None = None
    """How deep the phase is to be asked, where the prompt says so."""
    claimed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Phases and steps that are done by the prompt's own word."""
    personas: str = ""
    topics: str = ""
    discovery: str = ""
    answer: str | None = None
    """The user's words, exactly as they stand there."""
    problems: tuple[str, ...] = ()
    """What could not be used, each as one sentence."""


def read_handover(prompt: str) -> Handover:
    """What the prompt says; UsageError where it is none."""
    if not prompt.strip():
        raise UsageError("The prompt is empty.", _HOW)
    fields, problems = _fields(prompt)
    head = prompt[: _first_field(prompt)]
    if not fields.keys() & {"SLUG", "ARTIFACT_FOLDER", "Artifact folder", "Artifact path"}:
        raise UsageError("The prompt names no item: it has neither SLUG nor ARTIFACT_FOLDER.", _HOW)
    guided = bool(_EXECUTE.search(head)) or "Phase key" in fields
    only_answers = not guided and fields.keys() <= {"SLUG", "ARTIFACT_FOLDER", "USER_RESPONSE"}
    meta = _mapping(fields, "META_CONTEXT", problems)
    phase = _phase(fields, problems)
    return Handover(
        slug=one_line(fields.get("SLUG") or fields.get("Artifact folder", "")),
        folder=one_line(fields.get("ARTIFACT_FOLDER") or fields.get("Artifact path", "")),
        mode=GUIDED if guided else "" if only_answers and "USER_RESPONSE" in fields else CONVERSATION,
        phase=phase,
        source_id=one_line(fields.get("SOURCE_ID", ""), 60),
        draft=_draft(fields.get("DRAFT_CONTENT", "")),
        tier=_tier(fields.get("SIZING_INFO", ""), problems),
        depth=_depth(meta.get("depth_overrides"), phase),
        claimed={name: found for name in ("phases_completed", "steps_completed") if (found := _texts(meta.get(name)))},
        personas=neutral(fields.get("PERSONA_CONTEXT", "")),
        topics=neutral(fields.get("TOPIC_CONTEXT", "")),
        discovery=neutral(fields.get("DISCOVERY_CONTEXT", "")),
        answer=fields.get("USER_RESPONSE"),
        problems=tuple(problems),
    )


def item_meant(handover: Handover, paths: ProjectPaths) -> str:
    """The name of the item's folder; UsageError where the prompt means none of this project's."""
    slug, folder = handover.slug, _folder_name(handover.folder, paths)
    if slug and folder and folder != slug and not folder.endswith(f"-{slug}"):
        raise UsageError(
            f"The prompt names two items: '{one_line(slug, 60)}' and the folder '{one_line(folder, 60)}'.",
            "Name the same in both.",
        )
    name = folder or slug
    try:
        paths.item_folder(name)
    except OutsideError as error:
        raise UsageError(f"The prompt means no item of this project: {error.sentence}", error.hint) from None
    if not _NAME.fullmatch(name):
        raise UsageError(
            f"'{one_line(name, 60)}' cannot be the name of an item's folder.",
            "Letters, digits, dots and hyphens can, a hundred at most.",
        )
    return name


def _folder_name(folder: str, paths: ProjectPaths) -> str:
    """What is named below the folder of all items; a bare name is one of them."""
    if not folder:
        return ""
    text = folder.rstrip("/")
    for root in (
        f"{paths.root.as_posix()}/{paths.requirements}/",
        f"./{paths.requirements}/",
        f"{paths.requirements}/",
    ):
        if text.startswith(root):
            text = text[len(root) :]
            break
    if text in ("", ".", "..") or "/" in text or "\\" in text or paths.requirements == text:
        where = one_line(folder, 80)
        raise UsageError(
            f"The artifact folder '{where}' is no item's folder of this project.",
            f"Items lie in {paths.requirements}/, each in a folder of its own.",
        )
    return text


def _first_field(prompt: str) -> int:
    place = 0
    for line in prompt.splitlines(keepends=True):
        if _FIELD.match(line.rstrip("\r\n")):
            return place
        place += len(line)
    return place


def _fields(prompt: str) -> tuple[dict[str, str], list[str]]:
    """Each field once, by its name; a line that cannot be a field where it stands is text of the one before."""
    values: dict[str, list[str]] = {}
    problems: list[str] = []
    current: list[str] | None = None
    quoted = False
    for line in prompt.replace("\r\n", "\n").split("\n"):
        found = _FIELD.match(line)
        name = found["name"].replace(" ", "_") if found and found["name"].isupper() else found["name"] if found else ""
        fits = found is not None and name not in values and not (quoted and name in _NOT_FROM_QUOTES)
        if quoted and name == "USER_RESPONSE":
            problems.append(
                "USER_RESPONSE stands after quoted text, so it is not taken for the user's words. Put it before."
            )
        if found and fits:
            current = values[name] = [found["rest"]] if found["rest"].strip() else []
            quoted = quoted or name in _QUOTES
        elif current is not None:
            current.append(line)
    return {name: "\n".join(lines).strip("\n").rstrip() for name, lines in values.items()}, problems


def _mapping(fields: Mapping[str, str], name: str, problems: list[str]) -> dict[str, Value]:
    text = fields.get(name, "")
    if text.strip().lower() in _NOTHING:
        return {}
    try:
        found = read_yaml(text, neutral)
    except YamlError as error:
        problems.append(f"{name} is passed over because it {error}. What stands in the item's folder counts.")
        return {}
    if isinstance(found, dict):
        return found
    problems.append(f"{name} is passed over because it is no list of 'name: value' lines.")
    return {}


def _phase(fields: Mapping[str, str], problems: list[str]) -> str:
    key = one_line(fields.get("Phase key", "").partition("\n")[0], 60)
    if key and not known_phase(key):
        problems.append(f"There is no phase '{key}'; the item goes on where it stands.")
        return ""
    return key


def _draft(text: str) -> str:
    if len(text.encode("utf-8", "replace")) > DRAFT_LIMIT:
        raise UsageError("DRAFT_CONTENT is longer than 2 MB.", "Hand over what the change is about.")
    return "" if text.strip().lower() in _NOTHING else neutral(text)


def _tier(text: str, problems: list[str]) -> str:
    """As sizing decided it, else as it was recommended."""
    said = text.strip().lower()
    if said in _NOTHING:
        return ""
    if said in TIERS:
        return said
    unread: list[str] = []
    found = _mapping({"SIZING_INFO": text}, "SIZING_INFO", unread)
    inner = found.get("sizing_decision")
    places = (inner if isinstance(inner, dict) else {}, found)
    for name in ("effective_intensity", "recommended_tier", "tier"):
        for place in places:
            value = place.get(name)
            if isinstance(value, str) and value.lower() in TIERS:
                return value.lower()
    problems.append(f"SIZING_INFO names none of {', '.join(TIERS)}, so the usual tier counts.")
    return ""


def _depth(overrides: Value, phase: str) -> Depth | None:
    wanted = overrides.get(phase) if isinstance(overrides, dict) and phase else None
    return Depth(wanted) if isinstance(wanted, str) and wanted in list(Depth) else None


def _texts(value: Value) -> tuple[str, ...]:
    return tuple(one_line(one, 60) for one in value[:100] if isinstance(one, str)) if isinstance(value, list) else ()
