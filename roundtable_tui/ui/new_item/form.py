"""What the lobby keeps of the page for a new item when it is left, or the program is, without beginning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from msgspec import Struct
from msgspec.structs import asdict

if TYPE_CHECKING:
    from collections.abc import Mapping


class Form(Struct, frozen=True):
    """What is written and chosen there; an empty choice is what the settings say."""

    description: str = ""
    draft: str = ""
    tier: str = ""
    depth: str = ""
    mode: str = ""

    @property
    def is_written(self) -> bool:
        """Whether there are words in it, not mere choices."""
        return bool(self.description.strip() or self.draft.strip())

    @property
    def is_a_line(self) -> bool:
        """Whether it comes from a field of one line, where nothing else is chosen."""
        return not (self.draft or self.tier or self.depth or self.mode)

    def texts(self) -> dict[str, str]:
        return asdict(self) if self.is_written else {}

    @classmethod
    def of(cls, texts: Mapping[str, str]) -> Self:
        return cls(**{name: texts.get(name, "") for name in cls.__struct_fields__})
