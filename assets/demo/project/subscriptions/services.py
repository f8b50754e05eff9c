"""The one way to change a subscription: nobody writes to the model directly."""

from dateutil.relativedelta import relativedelta
from django.db import transaction
from django.utils import timezone

from subscriptions.models import Subscription
from subscriptions.signals import subscription_activated


@transaction.atomic
def activate_subscription(order, charge_id: str) -> Subscription:
    """A plan starts only once a card was charged: `charge_id` is what proves it."""
    if not charge_id:
        raise ValueError("no charge, no plan")
    now = timezone.now()
    subscription, _ = Subscription.objects.update_or_create(
        organisation=order.organisation,
        plan=order.plan,
        defaults={
            "sites": order.sites,
            "status": "active",
            "period_begins": now,
            "period_ends": now + relativedelta(months=1),
            "last_charge_id": charge_id,
        },
    )
    subscription_activated.send(sender=Subscription, subscription=subscription)
    return subscription


@transaction.atomic
def renew(subscription, charge_id: str) -> None:
    subscription.period_begins = subscription.period_ends
    subscription.period_ends += relativedelta(months=1)
    subscription.last_charge_id = charge_id
    subscription.save()


@transaction.atomic
def mark_past_due(subscription) -> None:
    subscription.status = "past_due"
    subscription.save(update_fields=["status"])
