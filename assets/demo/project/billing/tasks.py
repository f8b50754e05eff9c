"""What runs by the clock; anything that sends an email runs here too, never in a request."""

from celery import shared_task
from django.core.mail import send_mail
from django.utils import timezone

from billing.stripe_gateway import CardRefused, charge
from subscriptions.models import Subscription
from subscriptions.services import mark_past_due, renew


@shared_task
def renew_subscriptions():
    """Every hour: charges what is due, and marks past_due what could not be charged."""
    for subscription in Subscription.objects.due(timezone.now()):
        try:
            charged = charge(subscription.next_order(), subscription.card_token)
        except CardRefused:
            mark_past_due(subscription)
            tell_owner.delay(subscription.id)
        else:
            renew(subscription, charge_id=charged.stripe_id)


@shared_task
def tell_owner(subscription_id):
    subscription = Subscription.objects.get(id=subscription_id)
    owner = subscription.organisation.owner_email
    send_mail("Your card was refused", "Please enter another card.", "billing@tidewell.example", [owner])
