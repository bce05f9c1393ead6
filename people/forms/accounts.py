"""Account forms: sign-up, sign-in, passwords, name and email address. They never save."""

import unicodedata
from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from people.accounts.passwords import MOST
from people.forms.shared import Refusing, validated
from people.models import User
from people.text import cleaning

MISSING = {"required": gettext_lazy("Fill in this field.")}


class PasswordField(forms.CharField):
    """A password field. Keeps spaces at either end. Normalises to NFC, since keyboards encode letters differently."""

    def __init__(self, **options: Any) -> None:
        super().__init__(strip=False, error_messages=MISSING, **options)

    def to_python(self, value: Any) -> str:
        return unicodedata.normalize("NFC", str(super().to_python(value))[: 8 * MOST])


class AccountForm(Refusing):
    """Base class of account forms. `key`: forms with the same key count once. `next`: the page to show afterwards."""

    key = forms.CharField(required=False)
    next = forms.CharField(required=False)

    def values(self, *names: str) -> dict[str, Any]:
        """Return the cleaned values of these fields, as keyword arguments for an action."""
        return {name: self.cleaned_data[name] for name in names}


class SignInForm(AccountForm):
    """The form to sign in: a username and a password. It does not check whether they match."""

    username = forms.CharField(max_length=150, error_messages=MISSING)
    password = PasswordField()

    def clean_username(self) -> str:
        return unicodedata.normalize("NFKC", self.cleaned_data["username"])


class PasskeySignInForm(AccountForm):
    """The form to sign in with a passkey. `credential`: the answer from the browser, as JSON."""

    username = forms.CharField(required=False)
    password = PasswordField(required=False)
    credential = forms.CharField(required=False)


class SecondStepForm(AccountForm):
    """The form of the second step: a code, or a passkey's answer from the browser."""

    code = forms.CharField(required=False, max_length=100)
    credential = forms.CharField(required=False)

    def clean(self) -> dict[str, Any]:
        if not self.errors and not self.cleaned_data.get("code") and not self.cleaned_data.get("credential"):
            self.add_error("code", MISSING["required"])
        return self.cleaned_data


class PersonForm(AccountForm):
    """The form for the name shown to others, and an optional email address."""

    name = forms.CharField(required=False)
    email = forms.EmailField(required=False)

    def clean_name(self) -> str:
        name = self.cleaned_data["name"]
        return validated(lambda: cleaning.clean_name(name, "name")) if cleaning.tidy(name) else ""


class SignUpForm(PersonForm):
    """The form for a new account. Usernames are stored in lower case, so that no two differ only in case."""

    username = forms.CharField(
        max_length=cleaning.MOST_CHARACTERS, validators=[UnicodeUsernameValidator()], error_messages=MISSING
    )
    password = PasswordField()

    def clean_username(self) -> str:
        return unicodedata.normalize("NFKC", self.cleaned_data["username"]).lower()

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        user = User(**{field: data.get(field, "") for field in ("username", "name", "email")})
        if "password" in data:
            try:
                validate_password(data["password"], user)
            except ValidationError as refused:
                self.add_error("password", refused)
        return data


class NewPasswordForm(AccountForm):
    password = PasswordField()

    def __init__(self, data: Any = None, *, user: User) -> None:
        super().__init__(data)
        self.user = user

    def clean_password(self) -> str:
        password = str(self.cleaned_data["password"])
        validate_password(password, self.user)
        return password


class ConfirmPasswordForm(AccountForm):
    """The form that asks for the password again, before a step that must be protected on an unattended phone."""

    which = forms.CharField(required=False)
    old_password = PasswordField()


class PasskeyForm(ConfirmPasswordForm):
    """The form to add a passkey: the answer from the browser, a name for the passkey, and the account's password."""

    name = forms.CharField(required=False)
    credential = forms.CharField(required=False)

    def clean_name(self) -> str:
        name = self.cleaned_data["name"]
        return validated(lambda: cleaning.clean_name(name, "name")) if cleaning.tidy(name) else _("Passkey")


class AuthenticatorForm(ConfirmPasswordForm):
    """The form to set up an authenticator app: a signed secret, the code that the app shows, and the password."""

    secret = forms.CharField(required=False)
    code = forms.CharField(max_length=100, error_messages=MISSING)


class EraseForm(ConfirmPasswordForm):
    """The form to erase an account: the password and a confirmation checkbox."""

    sure = forms.CharField(required=False)

    def clean(self) -> dict[str, Any]:
        if self.cleaned_data.get("sure") != "yes":
            self.add_error(None, _("Tick the box first"))
        return self.cleaned_data


class OwnForm(PersonForm):
    """The form for the name and email address of an existing account. A new address requires the password."""

    old_password = PasswordField(required=False)

    def __init__(self, data: Any = None, *, user: User) -> None:
        super().__init__(data, initial={"name": user.name, "email": user.email})
        self.user = user

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if data.get("email", self.user.email) != self.user.email and not data.get("old_password"):
            self.add_error("old_password", _("To change your email address, enter your password too."))
        return data


class ChangePasswordForm(NewPasswordForm):
    old_password = PasswordField()


def own_address(request: HttpRequest, target: str | None) -> str:
    """Return `target` if it is a URL of this site, otherwise the home page."""
    safe = url_has_allowed_host_and_scheme(target, {request.get_host()}, request.is_secure())
    return target if target and safe else "/"
