"""Who pays us, and what was charged."""

from django.db import models


class Customer(models.Model):
    """Who an organisation is to Stripe."""

    organisation = models.OneToOneField("subscriptions.Organisation", on_delete=models.PROTECT)
    stripe_id = models.CharField(max_length=60, unique=True)
    email = models.EmailField()

    class Meta:
        db_table = "billing_customer"


class Charge(models.Model):
    customer = models.ForeignKey(Customer, on_delete=models.PROTECT, related_name="charges")
    order = models.ForeignKey("checkout.Order", on_delete=models.PROTECT)
    stripe_id = models.CharField(max_length=60, unique=True)
    gross_cents = models.PositiveIntegerField()
    currency = models.CharField(max_length=3)
    charged_at = models.DateTimeField()

    class Meta:
        db_table = "billing_charge"
