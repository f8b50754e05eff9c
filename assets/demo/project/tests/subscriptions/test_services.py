"""Nobody gets a plan without a charge."""

import pytest

from subscriptions.services import activate_subscription
from tests.factories import order

pytestmark = pytest.mark.django_db


def test_no_charge_no_plan():
    with pytest.raises(ValueError, match="no charge"):
        activate_subscription(order(), charge_id="")


def test_a_plan_runs_for_a_month():
    subscription = activate_subscription(order(), charge_id="ch_1")
    assert subscription.period_ends.month != subscription.period_begins.month
