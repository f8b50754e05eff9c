"""The nightly export to the accounting system, at 02:00."""

import csv
import io

from celery import shared_task

from billing.models import Charge

COLUMNS = ("charge", "customer", "gross", "currency", "date")


@shared_task
def export_day(day):
    out = io.StringIO()
    rows = csv.writer(out)
    rows.writerow(COLUMNS)
    for one in Charge.objects.filter(charged_at__date=day).select_related("customer"):
        rows.writerow((one.stripe_id, one.customer.email, one.gross_cents, one.currency, day.isoformat()))
    return out.getvalue()
