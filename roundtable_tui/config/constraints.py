"""What a setting's declaration says besides its type, told to pydantic without loading it."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct


def about(meaning: str, *, user_only: bool = False, private: bool = False, soon: str = "") -> dict[str, object]:
    """What is to be known of a setting besides its type.

    `user_only` is for what a project may not decide: it would act on its own in whatever repository is opened.
    `private` is for what may hold a secret: reports that are passed on say only that it is set.
    `soon` says from when on a change counts, where that is not at once.
    """
    return {"meaning": meaning, "user_only": user_only, "private": private, "soon": soon}


class AtLeast(Struct, frozen=True):
    """A number may not be less."""

    least: int

    def __get_pydantic_core_schema__(self, source: object, handler: Callable[[object], dict[str, object]]) -> object:
        return {**handler(source), "ge": self.least}


class Before(Struct, frozen=True):
    """Other ways to write a value are made into the one it is kept in."""

    made: Callable[[object], object]

    def __get_pydantic_core_schema__(self, source: object, handler: Callable[[object], dict[str, object]]) -> object:
        return {
            "type": "function-before",
            "function": {"type": "no-info", "function": self.made},
            "schema": handler(source),
        }
