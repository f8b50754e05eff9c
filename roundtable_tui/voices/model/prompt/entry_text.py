"""How an entry of the dossier is written where a model or a user reads it: whole, or as one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.kinds import SPECS, Kind
from roundtable_tui.domain.dossier.provenance import (
    Cited,
    Confidence,
    Confirmed,
    FromDocument,
    HandEdit,
    Inferred,
    Stated,
    confidence,
)
from roundtable_tui.domain.talk.sanitize import neutral, one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.dossier.kinds import Value
    from roundtable_tui.domain.dossier.provenance import Source

_LONGEST_TITLE = 70
_LONGEST_FIELD = 1_200
_LONGEST_ORIGIN = 120
_NOT_IN_A_LINE = {
    Kind.AC: ("fr",),
    Kind.QUESTION: ("sort", "sure", "knows", "loss", "keeps", "choices", "stake"),
}
"""What its id says already, and what only the ledger goes by."""


def sureness(entry: Entry) -> str:
    """How sure an entry is, as the model is told that recorded it."""
    if entry.confidence is Confidence.LOW and any(isinstance(source, Cited) for source in entry.sources):
        return "read in the code"
    return {
        Confidence.HIGH: "in the user's words",
        Confidence.MEDIUM: "inferred from what the user said, to be confirmed",
        Confidence.LOW: "an assumption until the user confirms it",
    }[entry.confidence]


def title(entry: Entry, longest: int = _LONGEST_TITLE) -> str:
    """With a mark where it is not the user's yet, in all it says; only its id where there is no room."""
    if not longest:
        return entry.id
    unsure = "" if entry.confidence is Confidence.HIGH else " [?]"
    return f"{entry.id} {one_line(entry.text(), longest)}{unsure}"


def whole(entry: Entry) -> str:
    """All fields; where they come from stands once, and again only at a field that comes from elsewhere."""
    origins = {name: f"[{confidence(said.sources)}; {_origin(said.sources)}]" for name, said in entry.fields.items()}
    usual = max(origins.values(), key=[*origins.values()].count, default="")
    lines = [f"{entry.id} ({entry.kind}) {usual}".rstrip()]
    for name, said in entry.fields.items():
        value = neutral(as_text(said.value))
        cut = value if len(value) <= _LONGEST_FIELD else f"{value[:_LONGEST_FIELD]} […]"
        body = cut.replace("\n", "\n    ")
        lines.append(f"  {name}: {body}" + (f"  {origins[name]}" if origins[name] != usual else ""))
    return "\n".join(lines)


def in_a_line(entry: Entry) -> str:
    """All it says, for many entries at once: what it is, then the rest by name; what it leads to stands there too."""
    spec = SPECS[entry.kind]
    origin = ", ".join(dict.fromkeys(_named(source) for said in entry.fields.values() for source in said.sources))
    rest = [
        f"{name}: {one_line(neutral(as_text(entry.get(name) or '')), _LONGEST_FIELD)}"
        for name in entry.fields
        if name != spec.main and name not in _NOT_IN_A_LINE.get(entry.kind, ())
    ]
    main = one_line(neutral(entry.text()), _LONGEST_FIELD)
    return f"{entry.id} [{entry.confidence}; {one_line(origin, _LONGEST_ORIGIN)}] {' | '.join((main, *rest))}"


def listed(fields: Mapping[str, Value]) -> str:
    return "; ".join(f"{name.replace('_', ' ')}: {one_line(as_text(value))}" for name, value in fields.items())


def as_text(value: Value) -> str:
    return ", ".join(value) if isinstance(value, tuple) else str(value)


def _origin(sources: Iterable[Source]) -> str:
    return ", ".join(dict.fromkeys(map(_named, sources))) or "unknown"


def _named(source: Source) -> str:
    match source:
        case Stated(turn=turn):
            return f"said in turn {turn}"
        case Confirmed(turn=turn):
            return f"confirmed in turn {turn}"
        case HandEdit(path=path):
            return f"written into {one_line(path, 80)}"
        case FromDocument(path=path):
            return f"found in {one_line(path, 80)}, not said by the user"
        case Cited(path=path, start=start, end=end):
            return f"{one_line(path, 120)}:{start}-{end}"
        case Inferred(turns=turns, entries=entries):
            basis = [*(f"turn {turn}" for turn in turns), *entries]
            return f"inferred from {', '.join(basis)}" if basis else "a guess"
    return "a panel"
