"""Reads and writes meta.json, which other tools share: their fields survive and its rules are theirs, not Python's."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from datetime import UTC
from typing import TYPE_CHECKING, Final, TypeGuard

from msgspec import Struct

from roundtable_tui.domain.knowledge.phases import PHASE_KEYS
from roundtable_tui.storage.disk import MEGABYTE

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

META_LIMIT: Final = 4 * MEGABYTE
RAW, PARTIAL, ANALYZED = "raw", "partial", "analyzed"
OUR_FIELDS: Final = frozenset({
    "description", "source", "source_id", "slug", "created_at", "mode",
    "analysis_status", "phases_completed", "steps_completed", "topics_covered", "codebase_hash",
    "depth_overrides", "elaborations", "acceptance", "coverage",
})  # fmt: skip

_LEGACY = "phase_a_completed"
_LISTS = ("phases_completed", "steps_completed", "topics_covered", "elaborations")
_OBJECTS = ("depth_overrides", "elaboration_config")
_DEEPEST = 200
_SURROGATES = re.compile("[\ud800-\udfff]")


class Meta(Struct, frozen=True):
    """One item's meta.json after the reading rules; `raw` holds every field, also those of others, in order."""

    raw: Mapping[str, object]

    @property
    def description(self) -> str:
        return self._text("description")

    @property
    def title(self) -> str:
        """What others call the item where they do not describe it."""
        return self._text("title")

    @property
    def source(self) -> str:
        return self._text("source", "manual")

    @property
    def source_id(self) -> str:
        return self._text("source_id")

    @property
    def slug(self) -> str:
        return self._text("slug")

    @property
    def created_at(self) -> str:
        return self._text("created_at")

    @property
    def status(self) -> str:
        return self._text("analysis_status", RAW)

    @property
    def codebase_hash(self) -> str:
        return self._text("codebase_hash")

    @property
    def mode(self) -> str:
        return self._text("mode")

    @property
    def recommended_tier(self) -> str:
        return self._text("recommended_tier")

    @property
    def effective_intensity(self) -> str:
        sizing = self.raw.get("sizing_decision")
        intensity = sizing.get("effective_intensity") if isinstance(sizing, dict) else None
        return intensity if isinstance(intensity, str) else ""

    @property
    def phases_completed(self) -> tuple[str, ...]:
        return self._texts("phases_completed")

    @property
    def steps_completed(self) -> tuple[str, ...]:
        return self._texts("steps_completed")

    @property
    def topics_covered(self) -> tuple[str, ...]:
        return self._texts("topics_covered")

    @property
    def elaborations(self) -> tuple[Mapping[str, object], ...]:
        found = self.raw.get("elaborations")
        return tuple(one for one in found if isinstance(one, dict)) if isinstance(found, list) else ()

    @property
    def depth_overrides(self) -> dict[str, str]:
        found = self.raw.get("depth_overrides")
        if not isinstance(found, dict):
            return {}
        return {phase: depth for phase, depth in found.items() if isinstance(depth, str)}

    @property
    def coverage(self) -> dict[str, float]:
        """Per topic, how much of it is covered, in percent."""
        found = self.raw.get("coverage")
        if not isinstance(found, dict):
            return {}
        shares = {topic: about.get("pct") for topic, about in found.items() if isinstance(about, dict)}
        return {topic: float(share) for topic, share in shares.items() if _is_number(share)}

    @property
    def accepted(self) -> bool:
        """Whether the user has been through the confirmation."""
        acceptance = self.raw.get("acceptance")
        return isinstance(acceptance, dict) and not _is_falsy(acceptance.get("accepted_at"))

    def updated(self, **fields: object) -> Meta:
        """With these fields of ours set; a field that belongs to another tool is never ours to change."""
        if foreign := sorted(fields.keys() - OUR_FIELDS):
            raise ValueError(f"meta.json fields that are not ours to change: {', '.join(foreign)}")
        return Meta({**self.raw, **{name: _plain(value) for name, value in fields.items()}})

    def _text(self, name: str, otherwise: str = "") -> str:
        value = self.raw.get(name)
        return value if isinstance(value, str) else otherwise

    def _texts(self, name: str) -> tuple[str, ...]:
        value = self.raw.get(name)
        return tuple(part for part in value if isinstance(part, str)) if isinstance(value, list) else ()


def read_meta(data: bytes | None, now: datetime) -> Meta | None:
    """What the bytes say, with defaults filled in; None where they say nothing that can be understood."""
    raw = _parsed(data or b"")
    if raw is None:
        return None
    if _LEGACY in raw and "analysis_status" not in raw:
        finished = raw[_LEGACY] is True
        raw["analysis_status"] = ANALYZED if finished else RAW
        raw["phases_completed"] = list(PHASE_KEYS) if finished else []
    defaults = {"analysis_status": RAW, "source": "manual", "created_at": timestamp(now)}
    raw.update({name: value for name, value in defaults.items() if _is_falsy(raw.get(name))})
    raw.update({name: [] for name in _LISTS if not isinstance(raw.get(name), list)})
    raw.update({name: {} for name in _OBJECTS if not isinstance(raw.get(name), dict)})
    return Meta(raw)


def new_meta(*, description: str, slug: str, source: str = "manual", source_id: str = "", now: datetime) -> Meta:
    """The meta.json of an item that begins now."""
    fields = {"description": description, "source": source, "source_id": source_id, "slug": slug}
    empty: dict[str, object] = {
        "created_at": timestamp(now),
        "analysis_status": RAW,
        "phases_completed": [],
        "steps_completed": [],
        "depth_overrides": {},
        "topics_covered": [],
        "elaborations": [],
    }
    return Meta({**fields, **empty})


def write_meta(meta: Meta, *, keeps_unknown_status: bool = False) -> bytes:
    """The bytes to save: status derived, phases in order, the legacy field gone, everything else as it was.

    A status that is none of ours says what another program does with the item; asked to, this keeps it.
    """
    raw = {name: value for name, value in meta.raw.items() if name != _LEGACY}
    phases = raw.get("phases_completed")
    raw["phases_completed"] = ordered_phases(phases if isinstance(phases, list) else [])
    if not keeps_unknown_status or meta.status in (RAW, PARTIAL, ANALYZED):
        raw["analysis_status"] = derive_status(meta.phases_completed, raw.get("sizing_decision"))
    text = json.dumps(raw, ensure_ascii=False, indent=2, allow_nan=False)
    return _SURROGATES.sub(lambda found: f"\\u{ord(found[0]):04x}", text).encode()


def derive_status(phases: Sequence[str], sizing_decision: object = None) -> str:
    """How far the recognised phases bring an item; a light one need not have the phases its sizing leaves out."""
    done = [key for key in PHASE_KEYS if key in phases]
    if not done:
        return RAW
    required = [key for key in PHASE_KEYS if key not in _left_out(sizing_decision)]
    return ANALYZED if all(key in done for key in required) else PARTIAL


def ordered_phases(phases: Sequence[object]) -> list[object]:
    """Recognised phases once each in phase order, then the unknown ones as they were."""
    known = [key for key in PHASE_KEYS if key in phases]
    return [*known, *(phase for phase in phases if phase not in PHASE_KEYS)]


def timestamp(now: datetime) -> str:
    """As JavaScript writes it: `2026-11-16T03:03:19.016Z`."""
    at = now.astimezone(UTC)
    return f"{at:%Y-%m-%dT%H:%M:%S}.{at.microsecond // 1000:03d}Z"


def _left_out(sizing_decision: object) -> list[object]:
    if not isinstance(sizing_decision, dict) or sizing_decision.get("effective_intensity") != "light":
        return []
    skipped = sizing_decision.get("light_skip_phases")
    return skipped if isinstance(skipped, list) else []


def _parsed(data: bytes) -> dict[str, object] | None:
    try:
        raw = json.loads(
            data.decode("utf-8"),
            parse_constant=_refuse_constant,
            parse_float=_finite_float,
            parse_int=_finite_int,
        )
    except (ValueError, RecursionError):
        return None
    if not isinstance(raw, dict) or (_brackets(data) > _DEEPEST and _is_deeper(raw, _DEEPEST)):
        return None
    return raw


def _brackets(data: bytes) -> int:
    """Nothing nests deeper than this: counting is a fraction of looking, and a lobby looks at a thousand files."""
    return data.count(b"{") + data.count(b"[")


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is not JSON")


def _finite_float(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise ValueError(f"{text} is too large a number")
    return number


def _finite_int(text: str) -> int:
    _finite_float(text)
    return int(text)


def _is_deeper(value: object, limit: int) -> bool:
    """Whether values nest deeper than can be written again wherever on the stack the writer is called."""
    level: list[object] = [value]
    for _ in range(limit):
        level = [child for parent in level for child in _children(parent)]
        if not level:
            return False
    return True


def _children(value: object) -> list[object]:
    match value:
        case dict():
            return list(value.values())
        case list():
            return value
    return []


def _is_falsy(value: object) -> bool:
    """In the JavaScript sense: empty lists and objects are true."""
    return value is None or value is False or value == "" or (_is_number(value) and value == 0)


def _is_number(value: object) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _plain(value: object) -> object:
    match value:
        case dict():
            return {str(name): _plain(part) for name, part in value.items()}
        case list() | tuple():
            return [_plain(part) for part in value]
    return value
