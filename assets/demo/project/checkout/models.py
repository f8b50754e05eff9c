"""An order: which plan, for how many sites, and what it comes to."""

import uuid

from django.db import models

from billing.money import Money


class Order(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    organisation = models.ForeignKey("subscriptions.Organisation", on_delete=models.PROTECT)
    plan = models.CharField(max_length=40)
    sites = models.PositiveIntegerField(default=1)
    net_cents = models.PositiveIntegerField()
    currency = models.CharField(max_length=3, default="EUR")
    placed_at = models.DateTimeField(null=True)

    @property
    def net(self) -> Money:
        return Money(self.net_cents, self.currency)
