"""Every setting there is, each with its type, its default, what it means, and who may set it."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast, get_args, get_origin, get_type_hints

from roundtable_tui.config.agent import Agent
from roundtable_tui.config.claude import Claude
from roundtable_tui.config.constraints import AtLeast, Before, about
from roundtable_tui.config.servers import server_line
from roundtable_tui.config.terminal import Terminal
from roundtable_tui.errors import OutsideError
from roundtable_tui.storage.paths import ProjectPaths

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic import TypeAdapter
    from pydantic_core import ErrorDetails


_NEXT_ITEM = "for items begun from now on"
_NEXT_START = "from the next start on"


@dataclass(frozen=True, slots=True)
class Elaboration:
    """How a step is talked over with all perspectives."""

    turns: Annotated[int, AtLeast(3)] = field(
        default=10,
        metadata=about("How many turns a step is talked over at most, by a voice that speaks for all three."),
    )


@dataclass(frozen=True, slots=True)
class Panel:
    """How panels are held."""

    strategy: str = field(
        default="",
        metadata=about(
            "How a panel talks where neither a flag nor .s2s/config.yaml says; empty is the workflow's way."
        ),
    )
    models: dict[str, str] = field(
        default_factory=dict,
        metadata=about(
            "A model for a seat: `security-champion: claude-sonnet-5-5`, or `facilitator: …`; a server of "
            "panel.servers stands behind an @: `qa-lead: qwen3@local`. The others use claude.model.",
            user_only=True,
        ),
    )
    servers: dict[str, Annotated[str, Before(server_line)]] = field(
        default_factory=dict,
        metadata=about(
            "Servers of your own that speak the Messages API, for single seats: `local: http://127.0.0.1:8080`, or "
            "`gateway: https://gateway.example key_env=GATEWAY_KEY`. Each is sent its own key or none, never yours.",
            user_only=True,
            private=True,
        ),
    )
    at_once: Annotated[int, AtLeast(1)] = field(
        default=6, metadata=about("How many seats of a panel are asked at the same time.", user_only=True)
    )


@dataclass(frozen=True, slots=True)
class Settings:
    """A section is a dataclass of its own; the rules are those of its fields."""

    theme: str = field(
        default="roundtable-dark",
        metadata=about(
            "The colours: our own roundtable-dark and roundtable-light, or any theme Textual brings along.",
            user_only=True,
        ),
    )
    keys: dict[str, str] = field(
        default_factory=dict,
        metadata=about(
            "Commands on other keys, by the ids the help lists: `menu.continue: g, f9`; `none` takes the keys away.",
            user_only=True,
        ),
    )
    editor: str = field(
        default="",
        metadata=about(
            "The command that opens a file for editing, such as `code --wait`; empty is $VISUAL or $EDITOR.",
            user_only=True,
        ),
    )
    mode: Literal["guided", "conversation", "team"] = field(
        default="conversation",
        metadata=about(
            "How a new item is talked through: in one conversation, phase by phase, or in a "
            "conversation with each analyst at work beside it (needs a model).",
            soon=_NEXT_ITEM,
        ),
    )
    tier: Literal["trivial", "light", "standard", "epic"] = field(
        default="standard",
        metadata=about("How much a new item deserves, where nobody and no sizing says otherwise.", soon=_NEXT_ITEM),
    )
    depth: Literal["brief", "standard", "deep"] | None = field(
        default=None,
        metadata=about(
            "How deep the phases of a new item ask; without it the size of the change decides.", soon=_NEXT_ITEM
        ),
    )
    notice_after: Annotated[float, AtLeast(0)] = field(
        default=20.0,
        metadata=about("After how many seconds a turn that ends is announced; 0 is never.", user_only=True),
    )
    terminal: Terminal = field(default_factory=Terminal)
    claude: Claude = field(default_factory=Claude)
    agent: Agent = field(default_factory=Agent)
    elaboration: Elaboration = field(default_factory=Elaboration)
    panel: Panel = field(default_factory=Panel)
    requirements: str = field(
        default="docs/requirements",
        metadata=about("Where the items lie, relative to the project.", soon=_NEXT_START),
    )
    common: str = field(
        default="docs/common",
        metadata=about("Where documents shared by all items lie, relative to the project.", soon=_NEXT_START),
    )
    share_record: bool = field(
        default=False,
        metadata=about("Keep each item's journal in version control instead of ignoring it.", soon=_NEXT_START),
    )


@dataclass(frozen=True, slots=True)
class Setting:
    """What is known about one setting."""

    path: tuple[str, ...]
    type: Any
    default: object
    meaning: str
    user_only: bool
    private: bool
    soon: str

    @property
    def name(self) -> str:
        return ".".join(self.path)

    @property
    def variable(self) -> str:
        return f"ROUNDTABLE_{'_'.join(self.path).upper()}"

    @property
    def choices(self) -> tuple[str, ...]:
        """What it can be, where that is a closed list."""
        if self.type is bool:
            return ("false", "true")
        return tuple(choice for part in self._parts if get_origin(part) is Literal for choice in get_args(part))

    @property
    def is_optional(self) -> bool:
        return NoneType in self._parts

    @property
    def is_mapping(self) -> bool:
        return get_origin(self.type) is dict

    @property
    def _parts(self) -> tuple[Any, ...]:
        return (self.type,) if get_origin(self.type) in (None, Literal, dict, Annotated) else get_args(self.type)

    def of(self, settings: Settings) -> object:
        """Its value."""
        value: object = settings
        for name in self.path:
            value = getattr(value, name)
        return value

    def checked(self, value: object) -> object:
        """The value as its type has it; ValueError with the reason if it does not fit."""
        from pydantic import ValidationError

        try:
            fitting: object = _adapter(self.path).validate_python(value)
        except ValidationError as error:
            raise ValueError(_in_words(error.errors(include_url=False)[0])) from None
        if self.path[-1] in _PLACES:
            _require_inside(str(fitting))
        return fitting

    def written(self, value: object) -> str:
        """The value as a settings file has it."""
        if value is None:
            return ""
        if isinstance(value, tuple):
            return shlex.join(value)
        if isinstance(value, float):
            return f"{value:g}"
        return str(value).lower() if isinstance(value, bool) else str(value)


_PLACES = frozenset({"requirements", "common"})
_A_NUMBER = "it should be a number"
_WORDS = {
    "decimal_parsing": _A_NUMBER,
    "decimal_type": _A_NUMBER,
    "float_parsing": _A_NUMBER,
    "float_type": _A_NUMBER,
    "int_parsing": "it should be a whole number",
    "int_type": "it should be a whole number",
    "string_type": "it should be a single value",
    "bool_parsing": "it should be true or false",
}


def _in_words(error: ErrorDetails) -> str:
    """What pydantic found, for somebody who has not heard of it."""
    said = error["msg"].removeprefix("Value error, ").replace("Input should be", "it should be")
    return _WORDS.get(error["type"], said)


def _require_inside(place: str) -> None:
    try:
        ProjectPaths(Path(), place)
    except OutsideError as error:
        raise ValueError(error.sentence.rstrip(".")) from None


@cache
def all_settings() -> tuple[Setting, ...]:
    """Every setting, those of sections by their whole names."""
    return tuple(_settings_of(Settings, ()))


def _settings_of(model: type, path: tuple[str, ...]) -> Iterator[Setting]:
    hints = get_type_hints(model, include_extras=True)
    blank = model()
    for one in fields(model):
        hint, here = hints[one.name], (*path, one.name)
        if is_dataclass(hint) and isinstance(hint, type):
            yield from _settings_of(hint, here)
        else:
            yield Setting(here, hint, getattr(blank, one.name), **one.metadata)


@cache
def sections() -> frozenset[tuple[str, ...]]:
    """The places that hold further settings."""
    return frozenset(one.path[:end] for one in all_settings() for end in range(1, len(one.path)))


@cache
def _adapter(path: tuple[str, ...]) -> TypeAdapter[Any]:
    from pydantic import ConfigDict, TypeAdapter

    found = next(one for one in all_settings() if one.path == path)
    return TypeAdapter(found.type, config=ConfigDict(coerce_numbers_to_str=True))


def made_of(values: dict[tuple[str, ...], object]) -> Settings:
    """The settings with these values; what is not among them is as it is by default."""
    return cast("Settings", _made(Settings, (), values))


def _made(model: type, path: tuple[str, ...], values: dict[tuple[str, ...], object]) -> object:
    given: dict[str, object] = {}
    for one in fields(model):
        here = (*path, one.name)
        if here in sections():
            given[one.name] = _made(one.default_factory, here, values)  # type: ignore[arg-type]
        elif here in values:
            given[one.name] = values[here]
    return model(**given)
