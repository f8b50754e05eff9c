"""Settings from the environment; nothing secret stands in this file."""

import os

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "checkout",
    "billing",
    "subscriptions",
    "backoffice",
]
DATABASES = {"default": {"ENGINE": "django.db.backends.postgresql", "NAME": "tidewell"}}

STRIPE_KEY = os.environ["STRIPE_KEY"]
STRIPE_WEBHOOK_SECRET = os.environ["STRIPE_WEBHOOK_SECRET"]

CELERY_BEAT_SCHEDULE = {
    "renew-subscriptions": {"task": "billing.tasks.renew_subscriptions", "schedule": 3600},
    "xero-export": {"task": "integrations.xero_export.export_day", "schedule": 86400},
}
VAT_RATES = {"DE": 19, "AT": 20, "NL": 21, "CH": 8}
