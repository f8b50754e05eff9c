"""Monthly recurring revenue, as the board gets it on the first working day."""

from billing.models import Charge
from billing.money import Money


def monthly_recurring_revenue(month) -> Money:
    """A plan counts once a charge exists."""
    charges = Charge.objects.filter(charged_at__year=month.year, charged_at__month=month.month, currency="EUR")
    return sum((Money(one.gross_cents) for one in charges), Money(0))
