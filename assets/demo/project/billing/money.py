"""Money is whole cents with a currency, never a float."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Money:
    cents: int
    currency: str = "EUR"

    def __add__(self, other: "Money") -> "Money":
        if self.currency != other.currency:
            raise ValueError(f"{self.currency} and {other.currency} do not add up")
        return Money(self.cents + other.cents, self.currency)

    def percent(self, rate: int) -> "Money":
        """Rounded half up, as the tax office does it."""
        return Money((self.cents * rate + 50) // 100, self.currency)

    def __str__(self) -> str:
        return f"{self.cents // 100}.{self.cents % 100:02d} {self.currency}"
