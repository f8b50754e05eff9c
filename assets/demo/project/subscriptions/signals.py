"""Told when a plan starts: the welcome email and the seats listen."""

from django.dispatch import Signal, receiver

subscription_activated = Signal()


@receiver(subscription_activated)
def open_seats(subscription, **_):
    subscription.organisation.seats.filter(waiting=True).update(waiting=False)
