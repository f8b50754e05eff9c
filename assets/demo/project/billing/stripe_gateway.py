"""The only module that talks to Stripe."""

import stripe
from django.conf import settings
from django.utils import timezone

from billing.models import Charge, Customer

stripe.api_key = settings.STRIPE_KEY


class CardRefused(Exception):
    """In the words Stripe has for the customer."""


def charge(order, card_token: str) -> Charge:
    customer = Customer.objects.get(organisation=order.organisation)
    gross = order.net + order.net.percent(settings.VAT_RATES[order.organisation.country])
    try:
        made = stripe.Charge.create(
            amount=gross.cents, currency=gross.currency, source=card_token, idempotency_key=str(order.id)
        )
    except stripe.error.CardError as error:
        raise CardRefused(error.user_message) from error
    return Charge.objects.create(
        customer=customer,
        order=order,
        stripe_id=made.id,
        gross_cents=gross.cents,
        currency=gross.currency,
        charged_at=timezone.now(),
    )


def read_webhook(payload: bytes, signature: str):
    return stripe.Webhook.construct_event(payload, signature, settings.STRIPE_WEBHOOK_SECRET)
