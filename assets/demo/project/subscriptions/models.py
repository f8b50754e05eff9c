"""Who may use what, and until when. Old code and the database call a subscription a contract."""

import uuid

from django.db import models


class Organisation(models.Model):
    name = models.CharField(max_length=200)
    country = models.CharField(max_length=2)
    owner_email = models.EmailField()
    flags = models.JSONField(default=list)


class SubscriptionQuerySet(models.QuerySet):
    def due(self, now):
        return self.filter(status="active", period_ends__lte=now)


class Subscription(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT)
    plan = models.CharField(max_length=40)
    sites = models.PositiveIntegerField()
    status = models.CharField(max_length=12, default="pending")  # pending, active, past_due, ended
    period_begins = models.DateTimeField(null=True, db_column="plan_period_from")
    period_ends = models.DateTimeField(null=True, db_column="plan_period_to")
    last_charge_id = models.CharField(max_length=60, default="")
    card_token = models.CharField(max_length=60, default="")

    objects = SubscriptionQuerySet.as_manager()

    class Meta:
        db_table = "contract"
