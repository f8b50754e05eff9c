"""What became of an answer in a conversation, as one line: changes in, words out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.dossier import Op
from roundtable_tui.domain.dossier.kinds import SPECS, Kind
from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from roundtable_tui.domain.dossier.dossier import Change, Entry

_NAMED = 2
_LISTED = 5
_LONGEST = 90


def receipt(changes: Sequence[Change], get: Callable[[str], Entry | None], *, unknown: bool) -> str:
    """What is new to the user in words, the first of each; all others counted, since there may be a dozen."""
    fresh = {one.id: one for one in changes if one.op is Op.RECORD}
    left = dict.fromkeys(name for one in fresh.values() if one.kind is Kind.ASSUMPTION for name in _about(one))
    told = [one.id for one in fresh.values() if one.kind not in (Kind.QUESTION, Kind.ASSUMPTION)]
    confirmed = dict.fromkeys(one.id for one in changes if one.op is Op.CONFIRM)
    parts = [
        "Kept as an open question" if unknown else "",
        _in_words("Confirmed", confirmed, get),
        _in_words("Left to us", left, get),
        _in_words("Noted", [name for name in told if name not in left], get),
        _by_id("Changed to fit", (one.id for one in changes if one.op is Op.REVISE and one.id not in fresh)),
        _by_id("Taken out", (one.id for one in changes if one.op is Op.DROP and one.kind is not Kind.QUESTION)),
        _by_id("Newly open", (one.id for one in fresh.values() if one.kind is Kind.QUESTION)),
    ]
    said = [part.rstrip(". ") for part in parts if part]
    return "".join(part + ("" if part is said[-1] else " " if part.endswith("…") else ". ") for part in said)


def _about(assumption: Change) -> tuple[str, ...]:
    about = assumption.fields.get("about", ())
    return about if isinstance(about, tuple) else ()


def _in_words(what: str, names: Iterable[str], get: Callable[[str], Entry | None]) -> str:
    found = list(names)
    if not found:
        return ""
    said = "; ".join(_said(name, get(name)) for name in found[:_NAMED])
    rest = found[_NAMED:]
    return f"{what}: {said}" + (f" and {len(rest)} more ({_listed(rest)})" if rest else "")


def _said(name: str, entry: Entry | None) -> str:
    if entry is None:
        return name
    main = entry.text(SPECS[entry.kind].main)
    return f"{name} {one_line(main or entry.text(entry.sentence_field), _LONGEST).rstrip('. ')}"


def _by_id(what: str, names: Iterable[str]) -> str:
    found = list(dict.fromkeys(names))
    return f"{what}: {_listed(found)}" if found else ""


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    return f"{', '.join(names[:_LISTED])}{more}"
