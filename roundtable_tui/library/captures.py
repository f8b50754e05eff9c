"""Reads the two small notations of step and topic files: what an answer becomes, and what must hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.kinds import SPECS, Kind, problem_with
from roundtable_tui.domain.dossier.questions import Capture
from roundtable_tui.domain.knowledge.checks import Check, CheckError, parse_check
from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from roundtable_tui.formats.yaml import Value
    from roundtable_tui.library.knowledge_file import Document

_PARTS = ("kind", "field", "for_each", "preset")
_KINDS = {kind.value: kind for kind in Kind}
_SHOWN = 60


def read_capture(document: Document, what: str, value: Value) -> Capture | None:
    """A capture from its mapping, or from the bare name of a kind; None, with a warning, where it is wrong."""
    if value is None:
        return None
    if isinstance(value, str):
        value = {"kind": value}
    if not isinstance(value, dict):
        document.ignore(what, "it is not of the form {kind, field}")
        return None
    kind = _kind(value.get("kind"))
    if kind is None:
        document.ignore(what, _no_such_kind(value.get("kind")))
        return None
    field = value.get("field", SPECS[kind].main)
    if not isinstance(field, str) or not SPECS[kind].field(field):
        names = ", ".join(known.name for known in SPECS[kind].fields)
        document.ignore(what, f"{SPECS[kind].a_one} has no field {_quoted(field)} (it has {names})")
        return None
    for_each = _kind(value.get("for_each"))
    if for_each is None and value.get("for_each") is not None:
        document.ignore(what, _no_such_kind(value.get("for_each")))
        return None
    for part in [part for part in value if part not in _PARTS][:3]:
        document.ignore(f"{_quoted(part)} of {what}", "a capture has no such part")
    return Capture(kind, field, for_each, _preset(document, what, kind, field, value.get("preset")))


def read_check(document: Document, what: str, value: Value) -> Check | None:
    if not isinstance(value, str):
        document.ignore(what, "it is not a text like count(metric) >= 1")
        return None
    try:
        return parse_check(one_line(value))
    except CheckError as error:
        document.ignore(what, one_line(str(error)))
        return None


def _preset(document: Document, what: str, kind: Kind, captured: str, value: Value) -> tuple[tuple[str, str], ...]:
    if value is None:
        return ()
    if not isinstance(value, dict):
        document.ignore(f"the preset of {what}", "it is not of the form {field: value}")
        return ()
    good = []
    for name, given in list(value.items())[: len(SPECS[kind].fields)]:
        line = one_line(given) if isinstance(given, str) else ""
        problem = problem_with(kind, name, line) if line else "it is not a text"
        if name == captured:
            problem = "the answer itself goes there"
        if problem:
            document.ignore(f"the preset {_quoted(name)} of {what}", one_line(problem, 200))
        else:
            good.append((name, line))
    return tuple(good)


def _kind(value: Value) -> Kind | None:
    return _KINDS.get(value) if isinstance(value, str) else None


def _no_such_kind(value: Value) -> str:
    if value is None:
        return "it names no kind"
    return f"there is no kind of entry {_quoted(value)} (there are {', '.join(Kind)})"


def _quoted(value: Value) -> str:
    return f"'{one_line(value, _SHOWN)}'" if isinstance(value, str) else "like that"
