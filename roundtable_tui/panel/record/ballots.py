"""What one seat answers in one round, and the proof of where the answer came from."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec import Struct, field

from roundtable_tui.formats.yaml import Value

if TYPE_CHECKING:
    from collections.abc import Callable

    from roundtable_tui.formats.yaml_writer import Writable


class Stance(StrEnum):
    SUPPORT = "support"
    CONCERN = "concern"
    STAND_ASIDE = "stand-aside"
    BLOCK = "block"


class Request(Struct, frozen=True):
    """How an answer was got: what shows that the seats answered independently."""

    id: str = ""
    model: str = ""
    input: int = 0
    """Tokens sent."""
    output: int = 0
    """Tokens answered."""
    seconds: float = 0.0

    @property
    def tokens(self) -> int:
        return self.input + self.output

    def as_document(self) -> dict[str, Writable]:
        return {
            "id": self.id,
            "model": self.model,
            "input": self.input,
            "output": self.output,
            "seconds": round(self.seconds, 2),
        }


class Option(Struct, frozen=True):
    """One of the answers a question offers."""

    id: str
    text: str


class Ballot(Struct, frozen=True):
    position: str
    option: str = ""
    """The id of the option it names, if it names one."""
    rationale: tuple[str, ...] = ()
    trade_offs: Mapping[str, Value] = field(default_factory=dict)
    concerns: tuple[str, ...] = ()
    suggestions: tuple[str, ...] = ()
    confidence: float = 0.5
    stance: Stance = Stance.SUPPORT
    request: Request = field(default_factory=Request)

    @property
    def blocks(self) -> bool:
        return self.stance is Stance.BLOCK

    def as_document(self) -> dict[str, Writable]:
        """As it stands in the session file, and in the file of sealed ballots."""
        return {
            "position": self.position,
            "option": self.option,
            "rationale": list(self.rationale),
            "trade_offs": dict(self.trade_offs),
            "concerns": list(self.concerns),
            "suggestions": list(self.suggestions),
            "confidence": self.confidence,
            "stance": self.stance.value,
            "request": self.request.as_document(),
        }


def ballot_in(value: Value) -> Ballot | None:
    """A ballot as it was written down; nothing where there is none."""
    if isinstance(value, str):
        return Ballot(value) if value else None
    if not isinstance(value, dict) or not isinstance(position := value.get("position"), str):
        return None
    stance = value.get("stance")
    trade_offs = value.get("trade_offs")
    option = value.get("option")
    return Ballot(
        position=position,
        option=option if isinstance(option, str) else "",
        rationale=texts_in(value.get("rationale")),
        trade_offs=trade_offs if isinstance(trade_offs, dict) else {},
        concerns=texts_in(value.get("concerns")),
        suggestions=texts_in(value.get("suggestions")),
        confidence=min(1.0, max(0.0, number_in(value.get("confidence"), 0.5))),
        stance=Stance(stance) if isinstance(stance, str) and stance in list(Stance) else Stance.SUPPORT,
        request=request_in(value.get("request")),
    )


def texts_in(value: Value) -> tuple[str, ...]:
    """The texts of a list; a text alone is a list of one."""
    if isinstance(value, str):
        return (value,) if value.strip() else ()
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, list) else ()


def rewritten(value: Value, change: Callable[[str], str]) -> Value:
    """Every text in it changed, names of fields included."""
    match value:
        case str():
            return change(value)
        case list():
            return [rewritten(one, change) for one in value]
        case dict():
            return {change(name): rewritten(one, change) for name, one in value.items()}
    return value


def number_in(value: object, otherwise: float = 0.0) -> float:
    """A finite number, from a text too."""
    try:
        number = float(value) if isinstance(value, str | int | float) else otherwise
    except ValueError:
        return otherwise
    return number if number - number == 0 else otherwise


def request_in(value: Value) -> Request:
    if not isinstance(value, dict):
        return Request(id=value if isinstance(value, str) else "")
    request_id, model = value.get("id"), value.get("model")
    return Request(
        id=request_id if isinstance(request_id, str) else "",
        model=model if isinstance(model, str) else "",
        input=int(number_in(value.get("input"))),
        output=int(number_in(value.get("output"))),
        seconds=number_in(value.get("seconds")),
    )
