"""Events as plain JSON objects and back; strict, because a line that is not understood must not be guessed at."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, Union, cast, get_args, get_origin

from msgspec import NODEFAULT, Struct
from msgspec.structs import FieldInfo, fields

from roundtable_tui.domain.dossier import provenance
from roundtable_tui.domain.journal.events import FORMAT_VERSION, Body, Event

Decoder = Callable[[Any], Any]

_BODIES: dict[str, type[Body]] = {body.__name__: body for body in get_args(Body)}
_SOURCES = {
    "stated": provenance.Stated,
    "confirmed": provenance.Confirmed,
    "edited": provenance.HandEdit,
    "document": provenance.FromDocument,
    "cited": provenance.Cited,
    "ballot": provenance.Ballot,
    "agent": provenance.ByAgent,
    "inferred": provenance.Inferred,
}
_SOURCE_NAMES = {kind: name for name, kind in _SOURCES.items()}


class WireError(ValueError):
    """The object is not an event of this format."""


class NewerFormatError(WireError):
    """The object may well be an event, but of a later version of this program."""


def to_wire(event: Event) -> dict[str, Any]:
    """The envelope first, then the event's own fields; what has its default value is left out."""
    return {
        "v": FORMAT_VERSION,
        "seq": event.seq,
        "at": event.at,
        "exchange": event.exchange,
        "actor": event.actor,
        "cause": event.cause,
        "type": type(event.body).__name__,
        **_encode_fields(event.body),
    }


def from_wire(data: object) -> Event:
    """Reads an event back; raises NewerFormatError for an unknown type or version, WireError for anything else."""
    if not isinstance(data, dict):
        raise WireError("not an object")
    version = data.get("v")
    if type(version) is not int or version < 1:
        raise WireError("no format version")
    body = _BODIES.get(str(data.get("type")))
    if version > FORMAT_VERSION or (body is None and isinstance(data.get("type"), str)):
        raise NewerFormatError(f"event '{data.get('type')}' of format {version}")
    if body is None:
        raise WireError("no event type")
    return Event(
        seq=_whole(data.get("seq")),
        at=_text(data.get("at")),
        exchange=_whole(data.get("exchange")),
        actor=_text(data.get("actor")),
        cause=_whole(data.get("cause")),
        body=_decoder(body)(data),
    )


def _whole(value: object) -> int:
    if type(value) is not int or value < 0:
        raise WireError("the envelope is incomplete")
    return value


def source_to_wire(source: provenance.Source) -> dict[str, Any]:
    return {"from": _SOURCE_NAMES[type(source)], **_encode_fields(source)}


def _source_from_wire(data: Any) -> provenance.Source:
    kind = _SOURCES.get(str(data.get("from"))) if isinstance(data, dict) else None
    if kind is None:
        raise WireError("a source that is not known")
    return cast("provenance.Source", _decoder(kind)(data))


def _encode_fields(value: Any) -> dict[str, Any]:
    parts = ((name, default, getattr(value, name)) for name, default in _defaults(type(value)))
    return {name: _encode(part) for name, default, part in parts if part != default}


_known_defaults: dict[Any, tuple[tuple[str, object], ...]] = {}


def _defaults(kind: Any) -> tuple[tuple[str, object], ...]:
    if kind not in _known_defaults:
        _known_defaults[kind] = tuple((field.name, _default(field)) for field in fields(kind))
    return _known_defaults[kind]


def _encode(value: Any) -> Any:
    match value:
        case bool() | int() | None:
            return value
        case StrEnum():
            return value.value
        case str() | float():
            return value
        case tuple() | list():
            return [_encode(part) for part in value]
        case Mapping():
            return {str(key): _encode(part) for key, part in value.items()}
    if type(value) in _SOURCE_NAMES:
        return source_to_wire(value)
    return _encode_fields(value)


def _default(field: FieldInfo) -> object:
    return field.default if field.default_factory is NODEFAULT else field.default_factory()


_known_decoders: dict[Any, Decoder] = {}


def _decoder(kind: Any) -> Decoder:
    if kind not in _known_decoders:
        _known_decoders[kind] = _make_decoder(kind)
    return _known_decoders[kind]


def _make_decoder(kind: Any) -> Decoder:
    if kind in (str, int, bool):
        return _exactly(kind)
    if kind == provenance.Source:
        return _source_from_wire
    origin = get_origin(kind)
    if origin is tuple:
        return _tuple_of(_decoder(get_args(kind)[0]))
    if origin is Mapping:
        return _mapping_of(get_args(kind)[1])
    if origin in (Union, types.UnionType) and type(None) in get_args(kind):
        inner = _decoder(next(part for part in get_args(kind) if part is not type(None)))
        return lambda data: None if data is None else inner(data)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return _member_of(kind)
    if isinstance(kind, type) and issubclass(kind, Struct):
        return _record_of(kind)
    raise TypeError(f"no way to read {kind}")


def _text(value: object) -> str:
    if type(value) is not str:
        raise WireError("the envelope is incomplete")
    return value


def _exactly(kind: type) -> Decoder:
    def decode(data: Any) -> Any:
        if type(data) is not kind:
            raise WireError(f"expected {kind.__name__}")
        return data

    return decode


def _member_of(kind: type[StrEnum]) -> Decoder:
    members = {member.value: member for member in kind}

    def decode(data: Any) -> Any:
        try:
            return members[data]
        except (KeyError, TypeError):
            raise WireError(f"not a {kind.__name__}") from None

    return decode


def _tuple_of(decode_part: Decoder) -> Decoder:
    def decode(data: Any) -> Any:
        if type(data) is not list:
            raise WireError("expected a list")
        return tuple(decode_part(part) for part in data)

    return decode


def _mapping_of(value_type: Any) -> Decoder:
    """A mapping of dossier values (lists become tuples), or of anything JSON can hold, kept as it is."""
    keeps_anything = value_type is object

    def decode(data: Any) -> Any:
        if type(data) is not dict:
            raise WireError("expected an object")
        return data if keeps_anything else {key: _value(part) for key, part in data.items()}

    return decode


def _value(data: Any) -> Any:
    if type(data) is list and all(type(part) is str for part in data):
        return tuple(data)
    if type(data) in (str, int):
        return data
    raise WireError("expected text, a number or a list of texts")


def _record_of(kind: type[Struct]) -> Decoder:
    plan = [(field.name, _decoder(field.type), field.required) for field in fields(kind)]

    def decode(data: Any) -> Any:
        if type(data) is not dict:
            raise WireError(f"expected a {kind.__name__}")
        values = {}
        for name, decode_field, required in plan:
            if name in data:
                values[name] = decode_field(data[name])
            elif required:
                raise WireError(f"{kind.__name__} without '{name}'")
        return kind(**values)

    return decode
