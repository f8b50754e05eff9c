"""The payment step, as a customer meets it."""

import pytest

from subscriptions.models import Subscription
from tests.factories import order

pytestmark = pytest.mark.django_db


def test_a_charged_card_starts_the_plan(client, stripe_accepts):
    placed = order()
    answer = client.post(f"/checkout/{placed.id}/payment", {"card_token": "tok_visa", "accepts_terms": "on"})
    assert answer.status_code == 302
    assert Subscription.objects.get(organisation=placed.organisation).status == "active"


def test_a_refused_card_starts_nothing(client, stripe_refuses):
    placed = order()
    answer = client.post(f"/checkout/{placed.id}/payment", {"card_token": "tok_no", "accepts_terms": "on"})
    assert answer.status_code == 422
    assert not Subscription.objects.exists()
