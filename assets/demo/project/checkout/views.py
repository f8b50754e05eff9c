"""The payment step: the last page before a plan runs."""

from django.contrib.auth.mixins import LoginRequiredMixin
from django.shortcuts import get_object_or_404, redirect, render
from django.views import View

from billing.stripe_gateway import CardRefused, charge
from checkout.forms import CardForm
from checkout.models import Order
from subscriptions.services import activate_subscription


class PaymentStepView(LoginRequiredMixin, View):
    template = "checkout/payment.html"

    def get(self, request, order_id):
        order = get_object_or_404(Order, id=order_id, organisation=request.organisation)
        return render(request, self.template, {"order": order, "form": CardForm()})

    def post(self, request, order_id):
        order = get_object_or_404(Order, id=order_id, organisation=request.organisation)
        form = CardForm(request.POST)
        if not form.is_valid():
            return render(request, self.template, {"order": order, "form": form}, status=422)
        try:
            charged = charge(order, form.cleaned_data["card_token"])
        except CardRefused as refused:
            form.add_error(None, str(refused))
            return render(request, self.template, {"order": order, "form": form}, status=422)
        activate_subscription(order, charge_id=charged.stripe_id)
        return redirect("welcome")
