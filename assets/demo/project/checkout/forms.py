"""What is asked on the payment step."""

from django import forms


class CardForm(forms.Form):
    """The card itself never reaches us: Stripe's field gives us a token."""

    card_token = forms.CharField(widget=forms.HiddenInput)
    accepts_terms = forms.BooleanField()
