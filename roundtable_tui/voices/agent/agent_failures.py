"""Everything that can go wrong with an agent, each as a sentence that says what happened and what to do."""

from __future__ import annotations

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.voices.model.model_error import ModelError, Remedy

_OR_OFFLINE = "choose another with --agent or in your settings, or go on offline."


class AgentMissingError(ModelError):
    remedies = (Remedy.SETTINGS, Remedy.OFFLINE)


class NotSignedInError(ModelError):
    remedies = (Remedy.RETRY, Remedy.OFFLINE, Remedy.SETTINGS)


class WrongProtocolError(ModelError):
    """It speaks another version, or not this protocol at all."""

    remedies = (Remedy.SETTINGS, Remedy.OFFLINE)


class AgentEndedError(ModelError):
    """The process is gone."""


class AgentSilentError(ModelError):
    """It was ended, because nobody knows whether it will ever go on."""


class AgentGarbledError(ModelError):
    """What it writes cannot be read, or does not end."""


class AgentUnrulyError(ModelError):
    """It wants, again and again, what it may not do; or works in a mode in which it asks nobody."""

    remedies = (Remedy.RETRY, Remedy.OFFLINE, Remedy.SETTINGS)


class AgentRefusalError(ModelError):
    about_the_request = True


class AgentFaultError(ModelError):
    """It answered with an error of its own."""


def missing(name: str, why: str) -> AgentMissingError:
    return AgentMissingError(why or f"{name} cannot be started.", f"Then try again, {_OR_OFFLINE}")


def cannot_start(name: str, why: str) -> AgentMissingError:
    return AgentMissingError(f"{name} cannot be started: {one_line(why, 120)}.")


def not_signed_in(name: str, sign_in: str) -> NotSignedInError:
    how = f"In another terminal, {sign_in}" if sign_in else "Sign in with its own program"
    return NotSignedInError(f"{name} is not signed in.", f"{how}; then try again, or go on offline.")


def other_version(name: str, theirs: object, ours: int) -> WrongProtocolError:
    told = one_line(str(theirs), 20)
    return WrongProtocolError(
        f"{name} speaks version {told} of the Agent Client Protocol, and this program speaks version {ours}.",
        f"Update whichever is older, {_OR_OFFLINE}",
    )


def not_the_protocol(name: str, why: str = "") -> WrongProtocolError:
    because = f" (“{one_line(why, 160)}”)" if why else ""
    return WrongProtocolError(
        f"{name} does not answer in the Agent Client Protocol{because}.",
        f"It may be too old, or want another argument: update it, {_OR_OFFLINE}",
    )


def ended(name: str, status: int | None, last_words: str) -> AgentEndedError:
    how = f" with status {status}" if status is not None else ""
    words = f": “{one_line(last_words, 160)}”" if last_words else ""
    return AgentEndedError(f"{name} ended{how} before its turn was over{words}.")


def silent(name: str, seconds: float) -> AgentSilentError:
    return AgentSilentError(f"{name} gave no sign of life for {seconds:g} seconds and was ended.")


def slow_to_start(name: str, seconds: float) -> AgentSilentError:
    return AgentSilentError(f"{name} was started and did not answer within {seconds:g} seconds.")


def garbled(name: str, what: str) -> AgentGarbledError:
    return AgentGarbledError(f"What {name} writes cannot be read: {what}; it was ended.")


def endless(name: str) -> AgentGarbledError:
    return AgentGarbledError(f"{name} went on writing without end and was stopped; what came so far is kept.")


def unruly(name: str, times: int) -> AgentUnrulyError:
    return AgentUnrulyError(f"{name} asked {times} times for what it may not do here and was stopped.")


def asks_nobody(name: str, mode: str) -> AgentUnrulyError:
    return AgentUnrulyError(
        f"{name} works in the mode “{one_line(mode, 60)}”, in which it asks nobody before it acts.",
        "Choose another mode in its own settings, or go on offline.",
    )


def asked_nobody(name: str, wish: str) -> AgentUnrulyError:
    return AgentUnrulyError(
        f"{name} did not ask before it went on to {wish}, and was ended.",
        "Have it ask first, in its own settings, and try again; or go on offline.",
    )


def refused(name: str) -> AgentRefusalError:
    return AgentRefusalError(f"{name} declined to answer.", "Put it in other words and send it, or go on offline.")


def stopped_itself(name: str) -> AgentFaultError:
    return AgentFaultError(f"{name} broke off its turn.")


def fault(name: str, message: str) -> AgentFaultError:
    told = f": “{one_line(message, 200).rstrip('.')}”" if message.strip() else ""
    return AgentFaultError(f"{name} answered with an error{told}.")
