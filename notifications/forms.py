"""The form with which an e-mail address subscribes."""

from django import forms

from notifications.channels.mail import checked_address
from people.forms.shared import Refusing, validated


class AddressForm(Refusing):
    """An e-mail address."""

    address = forms.CharField(required=False, max_length=300)

    def clean_address(self) -> str:
        return validated(lambda: checked_address(self.cleaned_data["address"]))
