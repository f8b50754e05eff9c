"""Everything that can go wrong with a model, each as a sentence that says what happened and what to press."""

from __future__ import annotations

import re

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.voices.model.model_error import ModelError, NoToolsError, Remedy

_REWORD = "Put it in other words and send it, or go on offline."
_NEW_KEY = "Put a working key in its place, or go on offline."
_OTHER_MODEL = "Name another in the settings, or go on offline."


class NoKeyError(ModelError):
    remedies = (Remedy.SETTINGS, Remedy.OFFLINE)


class KeyRefusedError(ModelError):
    remedies = (Remedy.SETTINGS, Remedy.OFFLINE)


class NotAllowedError(ModelError):
    """The key is good, but not for this: permission or payment."""

    remedies = (Remedy.SETTINGS, Remedy.OFFLINE)


class BadAddressError(ModelError):
    remedies = (Remedy.SETTINGS, Remedy.OFFLINE)


class NoNetworkError(ModelError):
    passing = True
    remedies = (Remedy.RETRY, Remedy.OFFLINE, Remedy.SETTINGS)


class RateLimitedError(ModelError):
    passing = True


class OverloadedError(ModelError):
    passing = True


class ServerTroubleError(ModelError):
    """The server failed at its own end."""

    passing = True


class NoAnswerError(ModelError):
    """The server is silent; the user has waited long enough, so this is not tried again by itself."""


class ConnectionLostError(ModelError):
    passing = True


class BrokenStreamError(ModelError):
    """What came is not what the Messages API sends."""


class NotTheApiError(ModelError):
    """Something answered, but not the Messages API: a login page, a proxy, a wrong address."""

    remedies = (Remedy.RETRY, Remedy.OFFLINE, Remedy.SETTINGS)


class RefusalError(ModelError):
    """The model declined."""

    about_the_request = True


class CutShortError(ModelError):
    """The answer hit the limit in the middle of a tool call, which therefore is not carried out."""

    remedies = (Remedy.RETRY, Remedy.OFFLINE, Remedy.SETTINGS)


class TooLongError(ModelError):
    about_the_request = True
    remedies = (Remedy.OFFLINE, Remedy.SETTINGS)


class UnknownModelError(ModelError):
    remedies = (Remedy.SETTINGS, Remedy.OFFLINE)


class RequestRefusedError(ModelError):
    """The server found fault with the request itself."""

    about_the_request = True
    remedies = (Remedy.RETRY, Remedy.OFFLINE, Remedy.SETTINGS)
    names_a_field: bool = False
    """Whether it is about a field the server does not know."""


def lost(started: bool) -> ConnectionLostError:
    """The connection broke, or the server hung up without saying that it was done."""
    if started:
        return ConnectionLostError("The connection was lost in the middle of the answer; what came so far is kept.")
    return ConnectionLostError("The connection was lost before the answer began.")


def silent(started: bool, seconds: float) -> NoAnswerError:
    if started:
        return NoAnswerError(f"The model fell silent for {seconds:g} seconds in the middle of its answer.")
    return NoAnswerError(f"The model did not answer within {seconds:g} seconds.")


def broken(what: str) -> BrokenStreamError:
    return BrokenStreamError(f"The answer cannot be read: {what}; what came before is kept.")


def not_the_api(host: str, what: str) -> NotTheApiError:
    return NotTheApiError(f"{host} answered, but not as a model does: {what}.")


def refused(explanation: str = "") -> RefusalError:
    because = f": {_quoted(explanation)}" if explanation else ""
    return RefusalError(f"The model declined to answer{because}.", _REWORD)


def cut_short(limit: int) -> CutShortError:
    return CutShortError(f"The answer broke off at {limit:,} tokens, before it could record anything.")


def context_full() -> TooLongError:
    return TooLongError("The talk and the answer together are too long for the model.")


def by_status(status: int, kind: str, message: str, model: str, host: str, wait: float | None = None) -> ModelError:
    """What an error answer means; `kind` and `message` are the server's, and may be empty."""
    if _NO_TOOLS.search(message):
        return NoToolsError(f"{host} cannot lend tools to {_name(model)}{_reason(message)}.")
    match kind or _kind_of(status):
        case "authentication_error":
            return KeyRefusedError(f"{host} does not accept the key.", _NEW_KEY)
        case "billing_error":
            return NotAllowedError("The account behind the key has no credit.", "Add credit to it, or go on offline.")
        case "permission_error":
            return NotAllowedError(f"The key may not use {_name(model)}{_reason(message)}.")
        case "not_found_error" if "model" in message.lower():
            return UnknownModelError(f"{host} has no model called {_name(model)}.", _OTHER_MODEL)
        case "not_found_error":
            return NotTheApiError(
                f"{host} answered, but not as a model does: it knows nothing at this address.", _OTHER_ADDRESS
            )
        case "request_too_large":
            return context_full()
        case "rate_limit_error":
            return RateLimitedError(f"{host} has had too many requests from this key{_asks(wait)}.", wait=wait)
        case "overloaded_error":
            return OverloadedError(f"{host} is overloaded.", wait=wait)
        case "invalid_request_error":
            return _bad_request(message)
    if status == _BAD_REQUEST:  # servers other than Anthropic's have names of their own for what is bad about it
        return _bad_request(message)
    if status >= 500 or status in _PASSING_STATUSES or status < 400:
        return ServerTroubleError(f"{host} failed{_reason(message)}.", wait=wait)
    return RequestRefusedError(f"{host} refused the request with status {status}{_reason(message)}.")


def _asks(wait: float | None) -> str:
    if not wait:
        return ""
    return f" and asks to wait {wait:,.0f} seconds" if wait <= _A_DAY else " and asks to wait for more than a day"


_A_DAY = 24 * 60 * 60
_BAD_REQUEST = 400
_NO_TOOLS = re.compile(
    r"(tool|function call)[^.]{0,60}(not supported|unsupported|not available|require)"
    r"|(not|n't) support[^.]{0,40}(tool|function call)|--jinja|pars\w+ grammar|grammar[^.]{0,40}schema",
    re.IGNORECASE,
)
_UNKNOWN_FIELD = re.compile(
    r"(extra|unknown|unexpected|unrecognized|unsupported|additional)[^.]{0,40}(input|field|propert|param|key|arg)"
    r"|not permitted|cache_control|\bstrict\b|eager_input|thinking",
    re.IGNORECASE,
)
_OTHER_ADDRESS = (
    "Check claude.base_url in the settings (it is given without /v1; Ollama speaks this from 0.14 on) and try again, "
    "or go on offline."
)
_PASSING_STATUSES = (408, 409)
_TOO_LONG = ("prompt is too long", "context window", "context length", "context size", "exceed context")
_NO_CREDIT = ("credit balance", "usage limits")


def _kind_of(status: int) -> str:
    """For servers that send a status and no error of the API's own."""
    return {
        400: "invalid_request_error",
        401: "authentication_error",
        402: "billing_error",
        403: "permission_error",
        404: "not_found_error",
        413: "request_too_large",
        429: "rate_limit_error",
        529: "overloaded_error",
    }.get(status, "")


def _bad_request(message: str) -> ModelError:
    lowered = message.lower()
    if any(sign in lowered for sign in _TOO_LONG):
        return context_full()
    if any(sign in lowered for sign in _NO_CREDIT):
        return NotAllowedError(f"The account behind the key cannot pay for this{_reason(message)}.")
    refusal = RequestRefusedError(f"The model's server refused the request{_reason(message)}.")
    refusal.names_a_field = bool(_UNKNOWN_FIELD.search(message))
    return refusal


def _reason(message: str) -> str:
    return f": {_quoted(message)}" if message else ""


def _quoted(message: str) -> str:
    return f"“{one_line(message, 200).rstrip('.')}”"


def _name(model: str) -> str:
    return f"'{one_line(model, 80)}'"
