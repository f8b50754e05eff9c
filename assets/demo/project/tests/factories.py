"""Things to test with."""

from billing.models import Customer
from checkout.models import Order
from subscriptions.models import Organisation


def organisation(name="Rheinpraxis", country="DE"):
    made = Organisation.objects.create(name=name, country=country, owner_email="owner@rheinpraxis.example")
    Customer.objects.create(organisation=made, stripe_id=f"cus_{made.id}", email=made.owner_email)
    return made


def order(of=None, sites=6):
    return Order.objects.create(organisation=of or organisation(), plan="group", sites=sites, net_cents=49_00 * sites)
