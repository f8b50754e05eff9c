"""Turns what the SDK and its HTTP library raise into our own errors; the only module that knows their names."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.voices.claude.api_key import Key
from roundtable_tui.voices.claude.failures import NoNetworkError, broken, by_status, lost, not_the_api, silent
from roundtable_tui.voices.claude.settings import ClaudeSettings

if TYPE_CHECKING:
    from collections.abc import Mapping

    import anthropic

    from roundtable_tui.voices.model.model_error import ModelError


class Circumstances(Struct, frozen=True):
    """What was going on when it happened."""

    settings: ClaudeSettings
    key: Key
    model: str
    host: str
    started: bool


def raised_by_the_sdk() -> tuple[type[Exception], ...]:
    """Everything a request can end with; call it once the SDK is loaded."""
    import anthropic
    import httpx2

    return (anthropic.AnthropicError, httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError, UnicodeDecodeError)


def as_trouble(error: BaseException, then: Circumstances) -> ModelError:
    """What happened, as the user should read it."""
    import anthropic

    match error:
        case anthropic.APIStatusError():
            return _of_status(error, then)
        case anthropic.APIConnectionError():
            return _of_connection(error.__cause__ or error, then)
        case UnicodeDecodeError():
            return broken("it is not UTF-8 text")
        case anthropic.AnthropicError():
            return broken("the SDK cannot make sense of it")
    return _of_connection(error, then)


def _of_status(error: anthropic.APIStatusError, then: Circumstances) -> ModelError:
    kind, message = _said_in(error.body)
    headers = error.response.headers
    if error.response.has_redirect_location:
        return not_the_api(then.host, f"it sends requests on to {_elsewhere(error)}, which nobody set up")
    wait = _asked_to_wait(headers)
    trouble = by_status(error.status_code, kind, then.key.hide_in(message), then.model, then.host, wait)
    return trouble.for_good() if headers.get("x-should-retry") == "false" else trouble


def _elsewhere(error: anthropic.APIStatusError) -> str:
    place = error.response.next_request.url.host if error.response.next_request else ""
    return one_line(place, 80) or "another address"


def _said_in(body: object) -> tuple[str, str]:
    """Kind and message of an error answer; a page of HTML says neither."""
    if not isinstance(body, dict):
        return "", ""
    match body.get("error"):
        case {"type": str(kind), "message": str(message)}:
            return kind, message
        case {"message": str(message)} | str(message):
            return "", message
    return "", ""


def _of_connection(error: BaseException, then: Circumstances) -> ModelError:
    import httpx2

    match error:
        case httpx2.ConnectTimeout():
            seconds = f"{then.settings.connect_timeout:g}"
            return NoNetworkError(f"No connection to {then.host} within {seconds} seconds.")
        case httpx2.TimeoutException():
            return silent(then.started, then.settings.timeout)
        case httpx2.ConnectError() | httpx2.ProxyError():
            return NoNetworkError(f"No connection to {then.host}{_because(error, then.key)}.")
        case httpx2.DecodingError():
            return broken("it has no end, or is packed in a way that cannot be undone")
    return lost(then.started)


def _because(error: BaseException, key: Key) -> str:
    reason = one_line(key.hide_in(str(error)), 120).rstrip(".")
    return f" ({reason})" if reason else ""


def _asked_to_wait(headers: Mapping[str, str]) -> float | None:
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            seconds = float(headers.get(name, "")) * unit
        except ValueError:
            continue
        if math.isfinite(seconds) and seconds >= 0:
            return seconds
    return None
