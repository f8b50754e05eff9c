"""The closed vocabulary of checks that tell done from not done, shared by steps, topic criteria and artifacts."""

from __future__ import annotations

import operator
import re
from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.dossier.field_names import asked_for
from roundtable_tui.domain.dossier.graph import RELATED, cycle_in, referred_to
from roundtable_tui.domain.dossier.kinds import SPECS, Kind, article
from roundtable_tui.domain.knowledge.sizing import assess

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from roundtable_tui.domain.dossier.dossier import Dossier, Entry
    from roundtable_tui.domain.journal.state import State


class CheckName(StrEnum):
    COUNT = "count"
    """`count(user, role=primary) >= 1`: how many entries there are, have a field, or have a value in it."""
    EVERY = "every"
    """`every(fr, ac)`: there are entries, and each has that field, that value, or one of that kind referring to it."""
    NOT_ALL = "not_all"
    """`not_all(fr, priority=Must Have)`: of two or more entries, at least one is otherwise."""
    ACYCLIC = "acyclic"
    """`acyclic(module)`: there are entries, and no chain of `depends_on` comes back to where it began."""
    SEARCHED = "searched"
    """`searched() >= 3`: how many words the codebase was really searched for."""
    SCANNED = "scanned"
    """`scanned()`: the codebase was searched."""
    SIZED = "sized"
    """`sized()`: a scope class follows from what is known."""
    AGREES = "agrees"
    """`agrees()`: the number of files agrees with the scope class."""


_OPERATORS: dict[str, Callable[[int, int], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
}
_FORM = re.compile(r"\s*(\w+)\s*\(([^()]*)\)\s*(?:(>=|<=|==|!=|>|<)\s*(\d{1,6}))?\s*")


class CheckError(ValueError):
    """The text is not a check; the message says why."""


class Check(Struct, frozen=True):
    name: CheckName
    kind: Kind | None = None
    field: str = ""
    """A field of the kind, or the name of a kind that refers to it."""
    value: str = ""
    op: str = ""
    number: int = 0

    def __str__(self) -> str:
        inside = ", ".join(part for part in (self.kind or "", self._condition) if part)
        return f"{self.name}({inside})" + (f" {self.op} {self.number}" if self.op else "")

    @property
    def _condition(self) -> str:
        return f"{self.field}={self.value}" if self.value else self.field


def parse_check(text: str) -> Check:
    found = _FORM.fullmatch(text)
    if not found:
        raise CheckError(f"'{text[:80]}' is not of the form name(kind, field) >= number")
    try:
        name = CheckName(found[1])
    except ValueError:
        raise CheckError(f"there is no check '{found[1]}' (there are {', '.join(CheckName)})") from None
    kind, field, value = _arguments(name, found[2])
    wants_number = name in (CheckName.COUNT, CheckName.SEARCHED)
    if wants_number != bool(found[3]):
        raise CheckError(f"{name}(…) {'needs' if wants_number else 'takes no'} comparison with a number")
    return Check(name, kind, field, value, found[3] or "", int(found[4] or 0))


def _arguments(name: CheckName, inside: str) -> tuple[Kind | None, str, str]:
    parts = [part.strip() for part in inside.split(",")] if inside.strip() else []
    if name in (CheckName.SEARCHED, CheckName.SCANNED, CheckName.SIZED, CheckName.AGREES):
        if parts:
            raise CheckError(f"{name}() takes nothing between its brackets")
        return None, "", ""
    wanted = {CheckName.COUNT: (1, 2), CheckName.EVERY: (2,), CheckName.NOT_ALL: (2,), CheckName.ACYCLIC: (1,)}[name]
    if len(parts) not in wanted:
        raise CheckError(f"{name}(…) takes {' or '.join(map(str, wanted))} parts between its brackets")
    if parts[0] not in list(Kind):
        raise CheckError(f"there is no kind of entry '{parts[0]}'")
    kind = Kind(parts[0])
    field, equals, value = (parts[1] if len(parts) == 2 else "").partition("=")
    field, value = field.strip(), value.strip()
    if (len(parts) == 2 and not field) or (equals and not value):
        raise CheckError(f"{name}(…) has an empty part between its brackets")
    _must_make_sense(name, kind, field, value)
    return kind, field, value


def _must_make_sense(name: CheckName, kind: Kind, field: str, value: str) -> None:
    spec = SPECS[kind]
    if name is CheckName.ACYCLIC and not spec.field("depends_on"):
        raise CheckError(f"{spec.a_one} depends on nothing")
    if name is CheckName.NOT_ALL and not value:
        raise CheckError("not_all(…) needs field=value")
    known = spec.field(field)
    if field and not known and (field not in list(Kind) or (kind, Kind(field)) not in RELATED):
        raise CheckError(f"{spec.a_one} has no '{field}'")
    if value and not known:
        raise CheckError(f"'{field}' stands for other entries here and has no value")
    if value and known and known.choices and value not in known.choices:
        raise CheckError(f"'{field}' is one of {', '.join(known.choices)}, not '{value}'")


def holds(check: Check, state: State) -> bool:
    """Whether the check is true of this state."""
    dossier = state.dossier
    entries = dossier.of(check.kind) if check.kind else ()
    match check.name:
        case CheckName.COUNT:
            return _compare(check, sum(map(_having(dossier, check), entries)))
        case CheckName.EVERY:
            return bool(entries) and all(map(_having(dossier, check), entries))
        case CheckName.NOT_ALL:
            return len(entries) < 2 or not all(map(_having(dossier, check), entries))
        case CheckName.ACYCLIC:
            return bool(entries) and not cycle_in(dossier, _kind(check))
        case CheckName.SEARCHED:
            return _compare(check, len(state.code.scan.hits) if state.code.scan else 0)
        case CheckName.SCANNED:
            return state.code.scan is not None and not state.code.scan.problem
        case CheckName.SIZED:
            return assess(state).size.scope is not None
        case CheckName.AGREES:
            return assess(state).agrees


def _compare(check: Check, number: int) -> bool:
    return _OPERATORS[check.op](number, check.number)


def _having(dossier: Dossier, check: Check) -> Callable[[Entry], bool]:
    """Tells whether an entry has what the check asks for; what refers to it is looked up once for all entries."""
    if not check.field:
        return lambda _: True
    kind = _kind(check)
    if not SPECS[kind].field(check.field):
        named = referred_to(dossier, kind, Kind(check.field))
        return lambda entry: entry.id in named

    def has_field(entry: Entry) -> bool:
        value = entry.text(check.field)
        return value == check.value if check.value else bool(value)

    return has_field


def said_once(missing: Iterable[Check], state: State) -> tuple[Check, ...]:
    """Without what lacks only because there are no entries of its kind, where these are asked for anyway."""
    checks = tuple(missing)
    counted = {check.kind for check in checks if check.name is CheckName.COUNT and not check.field}
    return tuple(
        check
        for check in checks
        if check.name is CheckName.COUNT
        or check.kind is None
        or check.kind not in counted
        or state.dossier.of(check.kind)
    )


def lacking(check: Check, state: State) -> str:
    """What is missing for this check to hold, as a phrase in plain words: "at least one success metric"."""
    if check.name in (CheckName.EVERY, CheckName.ACYCLIC) and not state.dossier.of(_kind(check)):
        return f"at least one {SPECS[_kind(check)].one}"
    match check.name:
        case CheckName.COUNT if check.op in (">=", ">"):
            return _too_few(check, check.number + (check.op == ">"))
        case CheckName.COUNT:
            return _PLAIN.get(str(check), f"{_comparison(check)} {_called(check, check.number)}")
        case CheckName.EVERY:
            has = _having(state.dossier, check)
            without = [entry.id for entry in state.dossier.of(_kind(check)) if not has(entry)]
            names = _named(without)
            each = names if len(without) == 1 else f"each of {names}"
            asked = asked_for(_kind(check), check.field, each) if names and not check.value else ""
            return asked or (f"{_field_called(check)} for {names}" if names else _field_called(check))
        case CheckName.NOT_ALL:
            return f"{SPECS[_kind(check)].a_one} that is not {article(check.value.lower())} {check.value}"
        case CheckName.ACYCLIC:
            return f"{SPECS[_kind(check)].many} that do not wait for each other in a circle ({_circle(check, state)})"
        case CheckName.SEARCHED:
            return f"{_number(check.number)} words to search the code for"
        case CheckName.SCANNED:
            return "a search of the code"
        case CheckName.SIZED:
            return "enough to tell how large the change is (the areas it touches, or a number of files)"
        case CheckName.AGREES:
            return assess(state).disagreement


def _named(ids: Sequence[str]) -> str:
    """ "FR-001", "FR-001 and FR-002", "FR-001, FR-002 and 3 more"."""
    if len(ids) > _MOST_NAMED:
        return f"{', '.join(ids[: _MOST_NAMED - 1])} and {len(ids) - _MOST_NAMED + 1} more"
    return " and ".join(filter(None, (", ".join(ids[:-1]), *ids[-1:])))


_MOST_NAMED = 4
_PLAIN = {
    "count(user, role=primary)": "somebody who uses it with their own hands",
    "count(user, role=stakeholder)": "somebody who has a say in it without using it",
    "count(user, pain)": "what troubles one of the users today",
    "count(problem, text)": "what goes wrong today",
    "count(problem, today)": "how people get by today",
    "count(problem, cost)": "what the problem costs",
    "count(problem, why_now)": "why it is to be done now",
    "count(scope, text)": "what is to be different in the end",
    "count(scope, nature)": "whether the change adds something or alters what is there",
    "count(scope, size)": "how large the change is",
    "count(keyword, use=search)": "words to search the code for",
    "count(estimate, modified)": "how many files change",
    "count(estimate, new)": "how many files are new",
    "count(estimate, tests)": "which tests go with it",
    "count(constraint, type=convention)": "a habit of this code that has to be kept to",
    "count(constraint, type=limit)": "a limit the change has to stay within",
    "count(constraint, type=compliance)": "a law or a rule the change has to obey",
    "count(constraint, type=version)": "a version the change has to work with",
    "count(zone, type=critical)": "a spot the business cannot be without",
    "count(fr, priority=Must Have)": "a functional requirement that is a Must Have",
    "count(file, tier=1)": "a file that somebody will edit",
    "count(technology, version)": "the version of one technology",
    "count(decision, status=accepted)": "a decision that you have accepted",
    "count(decision, status=contested) == 0": "an end to what is still argued about among the decisions",
    "count(review, subject=impact)": "what you think of the impact as a whole",
    "count(review, subject=architecture)": "what you think of the architecture as a whole",
    "count(review, subject=design)": "what you think of the design as a whole",
    "count(review, verdict)": "a verdict: go, go with changes or no-go",
}
"""Checks whose fields and values are no words of the user's, without the number they ask for."""
_PLAIN_MANY = {
    "count(user, role=primary)": "user types who use it with their own hands",
    "count(user, role=stakeholder)": "user types who have a say in it without using it",
    "count(user, pain)": "user types with what troubles them today",
    "count(keyword, use=search)": "words to search the code for",
    "count(constraint, type=convention)": "habits of this code that have to be kept to",
    "count(constraint, type=limit)": "limits the change has to stay within",
    "count(constraint, type=compliance)": "laws or rules the change has to obey",
    "count(constraint, type=version)": "versions the change has to work with",
    "count(zone, type=critical)": "spots the business cannot be without",
    "count(fr, priority=Must Have)": "functional requirements that are a Must Have",
    "count(file, tier=1)": "files that somebody will edit",
    "count(technology, version)": "technologies with their version",
    "count(decision, status=accepted)": "decisions that you have accepted",
}
"""The same where more than one is asked for."""
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def _too_few(check: Check, least: int) -> str:
    asked_for = str(check).removesuffix(f" {check.op} {check.number}")
    if least == 1 and asked_for in _PLAIN:
        return _PLAIN[asked_for]
    if asked_for in _PLAIN_MANY:
        return f"{_number(least)} {_PLAIN_MANY[asked_for]}"
    return f"at least {_number(least)} {_called(check, least)}"


def _comparison(check: Check) -> str:
    match check.op:
        case "==":
            return f"just {_number(check.number)}" if check.number else "no"
        case "<=":
            return f"no more than {_number(check.number)}"
        case "<":
            return f"fewer than {_number(check.number)}"
    return f"another number than {_number(check.number)} of"


def _number(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def _kind(check: Check) -> Kind:
    return check.kind or Kind.NOTE


def _called(check: Check, number: int) -> str:
    spec = SPECS[_kind(check)]
    noun = spec.one if number == 1 else spec.many
    if check.value:
        return f"{noun} whose {_words(check.field)} is {check.value}"
    return f"{noun} with {_field_called(check)}" if check.field and check.field != spec.main else noun


def _field_called(check: Check) -> str:
    if check.field in list(Kind) and not SPECS[_kind(check)].field(check.field):
        return SPECS[Kind(check.field)].a_one
    field = _words(check.field)
    return f"{field} {check.value}" if check.value else f"{article(field)} {field}"


_CALLED = {
    "so_that": "benefit",
    "cons": "downside",
    "pros": "strong side",
    "today": "word on how people get by today",
    "why_now": "reason to do it now",
    "tests": "word on its tests",
    "config": "word on its configuration",
    "entry": "beginning",
    "alternates": "way round",
    "errors": "way it can fail",
    "resume": "way to take it up again",
    "accessibility": "word on accessibility",
    "text": "description",
    "mvp": "word on the first release",
    "want": "wish",
    "fr": "requirement it belongs to",
    "traces": "requirement it serves",
    "parallel": "word on what can be done beside it",
    "depends_on": "word on what it waits for",
    "decision": "sentence that says what was decided",
    "consequences": "consequence",
    "options": "choice it was made from",
    "data": "word on its data",
    "signatures": "signature",
    "seams": "seam",
    "files": "file",
    "constraints": "constraint",
    "versioning": "plan for its versions",
    "paths": "path",
    "races": "race",
    "validation": "check that finds it",
    "propagation": "way it spreads",
    "revisit": "day to look at it again",
    "concerns": "concern",
    "surprises": "surprise",
    "about": "word on what it is about",
    "why": "reason",
    "failure": "plan for failures",
    "modified": "count of changed files",
    "new": "count of new files",
    "exit": "end",
    "flow": "course of events",
    "sink": "destination",
    "source": "origin",
    "schema": "description of what goes in and comes out",
    "action": "word on what happens to it (create, modify, delete or no change)",
    "tier": "place (1 is edited, 2 feels it, 3 is shared)",
}
"""Fields whose own name is no noun that could stand in a sentence."""


def _words(field: str) -> str:
    return _CALLED.get(field, field.replace("_", " "))


def _circle(check: Check, state: State) -> str:
    return " → ".join(cycle_in(state.dossier, _kind(check)))
