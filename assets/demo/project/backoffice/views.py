"""Screens for accounts and support: looked at all day, so they load fast and say what to do next."""

from django.contrib.auth.decorators import permission_required
from django.shortcuts import get_object_or_404, redirect, render

from subscriptions.models import Organisation, Subscription
from subscriptions.services import activate_subscription


@permission_required("backoffice.see_customers")
def customers(request):
    return render(request, "backoffice/customers.html", {"customers": Organisation.objects.order_by("name")})


@permission_required("backoffice.see_customers")
def past_due(request):
    late = Subscription.objects.filter(status="past_due").select_related("organisation")
    return render(request, "backoffice/past_due.html", {"subscriptions": late})


@permission_required("backoffice.start_plans")
def start_by_hand(request, order_id):
    """For those who pay by bank transfer: accounts writes the invoice in Word, and somebody presses this."""
    from checkout.models import Order

    order = get_object_or_404(Order, id=order_id)
    activate_subscription(order, charge_id=f"by-hand-{request.user.id}")
    return redirect("customers")
