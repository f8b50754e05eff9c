"""The little language of `skip_if`: comparisons joined by and, or, not; nothing in it can run anything."""

from __future__ import annotations

import operator
import re
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

NUMBER_NAMES = frozenset({"file_count"})
NAMES = frozenset({"scope", "complexity", "depth"}) | NUMBER_NAMES

_DEEPEST = 50
_SHOWN = 60
_TOKEN = re.compile(
    r"""\s*(?:
        (?P<operator>===|!==|==|!=|<=|>=|<|>)
      | (?P<joint>&&|\|\||!|\(|\))
      | (?P<quoted>"[^"]*"|'[^']*')
      | (?P<number>-?[0-9]{1,18}(?![\w.]))
      | (?P<word>[^\W\d]\w*(?![\w.]))
    )""",
    re.VERBOSE,
)
_JOINTS = {"&&": "and", "||": "or", "!": "not"}
_EQUALITY: dict[str, Callable[[object, object], bool]] = {
    "==": operator.eq,
    "===": operator.eq,
    "!=": operator.ne,
    "!==": operator.ne,
}
_ORDER: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class Verdict(Struct, frozen=True):
    skip: bool
    warning: str = ""


def evaluate(expression: str, facts: Mapping[str, str | int | None]) -> Verdict:
    """Whether the condition holds; what cannot be understood does not hold, and says why.

    A fact that is unknown makes its comparison unknown, and a condition that stays unknown does not hold.
    """
    if not expression.strip():
        return Verdict(skip=False)
    try:
        return Verdict(skip=_Reader(_tokens(expression), facts).condition() is True)
    except _NotUnderstoodError as problem:
        quoted = one_line(expression, _SHOWN)
        where = f"at character {problem.place + 1}, " if problem.place < len(expression) else "at its end, "
        return Verdict(skip=False, warning=f"The condition “{quoted}” counts as false: {where}{problem.reason}.")


class _NotUnderstoodError(Exception):
    def __init__(self, place: int, reason: str) -> None:
        super().__init__(reason)
        self.place = place
        self.reason = reason


class _Token(Struct, frozen=True):
    type: str
    text: str
    place: int

    @property
    def shown(self) -> str:
        return f"“{one_line(self.text, 20)}”"


class _Operand(Struct, frozen=True):
    """One side of a comparison; `value` None is an unknown fact."""

    token: _Token
    value: str | int | None
    is_number: bool
    is_bare: bool = False


def _tokens(expression: str) -> list[_Token]:
    tokens, place = [], 0
    end = len(expression.rstrip())
    while place < end:
        found = _TOKEN.match(expression, place)
        if found is None or found.lastgroup is None:
            place += len(expression[place:]) - len(expression[place:].lstrip())
            raise _NotUnderstoodError(place, _what_is_wrong_with(expression[place]))
        tokens.append(_token(found.lastgroup, found[found.lastgroup], found.start(found.lastgroup)))
        place = found.end()
    return [*tokens, _Token("end", "", len(expression))]


def _token(group: str, text: str, place: int) -> _Token:
    if group == "word" and text.lower() in _JOINTS.values():
        return _Token("joint", text.lower(), place)
    return _Token(group, _JOINTS.get(text, text), place)


def _what_is_wrong_with(character: str) -> str:
    match character:
        case "'" | '"':
            return "a quote is opened and never closed"
        case "=":
            return "one “=” does not compare; write “==”"
        case "&" | "|":
            return f"“{character}” has to stand twice"
        case _ if character.isalnum():
            return "only whole numbers and plain words can stand here"
    return f"“{one_line(character) or 'a control character'}” means nothing here"


class _Reader:
    """Reads a condition from left to right and works it out on the way: True, False or None for unknown."""

    def __init__(self, tokens: list[_Token], facts: Mapping[str, str | int | None]) -> None:
        self._tokens = tokens
        self._facts = facts
        self._position = 0
        self._depth = 0

    def condition(self) -> bool | None:
        result = self._either()
        if (rest := self._peek()).type != "end":
            raise _NotUnderstoodError(rest.place, f"{rest.shown} comes after a condition that was complete")
        return result

    def _peek(self) -> _Token:
        return self._tokens[self._position]

    def _take(self) -> _Token:
        token = self._peek()
        self._position += token.type != "end"
        return token

    def _took(self, joint: str) -> bool:
        token = self._peek()
        matches = token.type == "joint" and token.text == joint
        self._position += matches
        return matches

    def _either(self) -> bool | None:
        result = self._each()
        while self._took("or"):
            other = self._each()
            result = True if True in (result, other) else None if None in (result, other) else False
        return result

    def _each(self) -> bool | None:
        result = self._opposite()
        while self._took("and"):
            other = self._opposite()
            result = False if False in (result, other) else None if None in (result, other) else True
        return result

    def _opposite(self) -> bool | None:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise _NotUnderstoodError(self._peek().place, "it is nested too deeply")
        if self._took("not"):
            inner = self._opposite()
            result = None if inner is None else not inner
        elif self._took("("):
            result = self._either()
            if not self._took(")"):
                raise _NotUnderstoodError(self._peek().place, "a “)” is missing")
        else:
            result = self._comparison()
        self._depth -= 1
        return result

    def _comparison(self) -> bool | None:
        left = self._operand()
        sign = self._take()
        if sign.type != "operator":
            raise _NotUnderstoodError(sign.place, f"{left.token.shown} has to be compared with something")
        right = self._operand()
        if (after := self._peek()).type == "operator":
            raise _NotUnderstoodError(after.place, "comparisons cannot be chained; join them with “and”")
        return _compare(left, sign, right)

    def _operand(self) -> _Operand:
        token = self._take()
        match token.type:
            case "number":
                return _Operand(token, int(token.text), is_number=True)
            case "quoted":
                return _Operand(token, token.text[1:-1].strip().casefold(), is_number=False)
            case "word" if (name := token.text.lower()) in NAMES:
                return self._fact(token, name)
            case "word":
                return _Operand(token, token.text.casefold(), is_number=False, is_bare=True)
            case "end":
                raise _NotUnderstoodError(token.place, "something is missing")
        raise _NotUnderstoodError(token.place, f"{token.shown} stands where a name or a value should")

    def _fact(self, token: _Token, name: str) -> _Operand:
        value = self._facts.get(name)
        if name in NUMBER_NAMES:
            return _Operand(token, value if isinstance(value, int) else None, is_number=True)
        return _Operand(token, None if value is None else str(value).strip().casefold(), is_number=False)


def _compare(left: _Operand, sign: _Token, right: _Operand) -> bool | None:
    for one, other in ((left, right), (right, left)):
        if one.is_bare and other.token.text.lower() not in NAMES:
            names = ", ".join(sorted(NAMES))
            raise _NotUnderstoodError(one.token.place, f"{one.token.shown} is none of {names}")
    if left.is_number != right.is_number:
        raise _NotUnderstoodError(sign.place, "a number is compared with a text")
    if sign.text in _ORDER and not left.is_number:
        raise _NotUnderstoodError(sign.place, f"“{sign.text}” compares only numbers")
    if left.value is None or right.value is None:
        return None
    if isinstance(left.value, int) and isinstance(right.value, int) and sign.text in _ORDER:
        return _ORDER[sign.text](left.value, right.value)
    return _EQUALITY[sign.text](left.value, right.value)
