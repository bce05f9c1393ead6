"""Account forms: sign up, sign in, passwords, name and address. They never save."""

import secrets
import unicodedata
from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.errors import RuleViolation
from people.accounts.passwords import MOST
from people.models import User
from people.text import cleaning

MISSING = {"required": gettext_lazy("Please fill this in.")}


class PasswordField(forms.CharField):
    """A password: every character counts, however the keyboard composed it."""

    def __init__(self, **options: Any) -> None:
        super().__init__(strip=False, error_messages=MISSING, **options)

    def to_python(self, value: Any) -> str:
        return unicodedata.normalize("NFC", str(super().to_python(value))[: 8 * MOST])


class AccountForm(forms.Form):
    """What all of them share: `key` makes a tap that is sent twice one, `next` says where to go on."""

    key = forms.CharField(required=False)
    next = forms.CharField(required=False)

    @property
    def hidden_key(self) -> str:
        return str(self.data.get("key") or secrets.token_urlsafe(16))

    @property
    def mistakes(self) -> list[tuple[str, str]]:
        """Each error with the id of its field, "" for none: the summary at the top."""
        return [
            (f"id_{field}" if field in self.fields else "", str(error))
            for field, errors in self.errors.items()
            for error in errors
        ]

    def fits(self, field: str, read: Callable[[str, str], str]) -> str:
        """A field as `read` tidies it; its refusal in the reader's language."""
        try:
            return read(self.cleaned_data[field], field)
        except RuleViolation as refused:
            raise ValidationError(_(refused.sentence) % refused.values) from refused

    def fit_password(self, password: str, user: User) -> None:
        """Refuse for the field `password` what no password may be."""
        try:
            validate_password(password, user)
        except ValidationError as refused:
            self.add_error("password", refused)


class SignInForm(AccountForm):
    """Name and password; whether they belong together is not asked here."""

    username = forms.CharField(max_length=150, error_messages=MISSING)
    password = PasswordField()

    def clean_username(self) -> str:
        return unicodedata.normalize("NFKC", self.cleaned_data["username"])


class PersonForm(AccountForm):
    """What others read, and an address if one likes."""

    name = forms.CharField(required=False)
    email = forms.EmailField(required=False)

    def clean_name(self) -> str:
        return self.fits("name", cleaning.clean_name) if cleaning.tidy(self.cleaned_data["name"]) else ""


class SignUpForm(PersonForm):
    """A new account. Usernames are kept in small letters: capitals make no second one."""

    username = forms.CharField(
        max_length=cleaning.MOST_CHARACTERS, validators=[UnicodeUsernameValidator()], error_messages=MISSING
    )
    password = PasswordField()

    def clean_username(self) -> str:
        return unicodedata.normalize("NFKC", self.cleaned_data["username"]).lower()

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        told = {field: data.get(field, "") for field in ("username", "name", "email")}
        if "password" in data:
            self.fit_password(data["password"], User(**told))
        return data


class NewPasswordForm(AccountForm):
    """A password for an account that is known."""

    password = PasswordField()

    def __init__(self, data: Any = None, *, user: User) -> None:
        super().__init__(data)
        self.user = user

    def clean_password(self) -> str:
        password = str(self.cleaned_data["password"])
        validate_password(password, self.user)
        return password


class ProofForm(AccountForm):
    """The password once more, before something that a phone left lying about must not do."""

    which = forms.CharField(required=False)
    old_password = PasswordField()


class OwnForm(PersonForm):
    """The same for an account that is there: another address takes its password."""

    old_password = PasswordField(required=False)

    def __init__(self, data: Any = None, *, user: User) -> None:
        super().__init__(data, initial={"name": user.name, "email": user.email})
        self.user = user

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if data.get("email", self.user.email) != self.user.email and not data.get("old_password"):
            self.add_error("old_password", _("To change the e-mail address, enter your password too."))
        return data


class ChangePasswordForm(NewPasswordForm):
    """The old one first: a phone that was left lying about is not enough."""

    old_password = PasswordField()


def own_address(request: HttpRequest, target: str | None) -> str:
    """`target` if it is a page of this site, otherwise the first one."""
    fits = url_has_allowed_host_and_scheme(target, {request.get_host()}, request.is_secure())
    return target if target and fits else "/"
