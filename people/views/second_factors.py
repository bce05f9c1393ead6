"""Views for sign-in security: passkeys, the authenticator app and recovery codes of an account."""

from collections.abc import Callable
from functools import partial

from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from people.accounts import passkeys, second_factors
from people.actions import second_factors as actions
from people.forms.accounts import AuthenticatorForm, ConfirmPasswordForm, PasskeyForm
from people.models import User
from people.text.cleaning import read_digits
from people.views.accounts import AccountFormPage
from people.views.guards import for_accounts
from people.web.clients import label_of
from people.web.public_urls import qr_code
from people.web.responses import posted, see

hidden = sensitive_post_parameters("old_password", "secret", "code", "credential")
SECRET_SALT = "people.authenticator"  # nosec B105 # a name
SECRET_AGE = 3600  # seconds in which a new secret must be confirmed; until then, only the form contains it


def _security_page(request: HttpRequest, user: User, form: ConfirmPasswordForm) -> AccountFormPage:
    more = {
        "factors": second_factors.of_account(user),
        "most": passkeys.MOST_PASSKEYS,
        "passkeys_possible": passkeys.are_possible(request),
        "saved": request.method == "GET" and "saved" in request.GET,
        "removed": request.method == "GET" and "removed" in request.GET,
    }
    return AccountFormPage(request, "people/accounts/security.html", form, more=more)


def _codes_page(request: HttpRequest, codes: list[str], done: str, **more: bool) -> HttpResponse:
    """Show new recovery codes, which cannot be shown again. `done`: the message about what was saved.

    `first`: other sessions were ended. `replaced`: the codes replace older ones.
    """
    return render(request, "people/accounts/recovery_codes.html", {"codes": codes, "done": done, **more})


def _after_adding(request: HttpRequest, added: actions.Added, done: str) -> HttpResponse:
    if not added.codes:
        return see("people:security", query="?saved=1")
    return _codes_page(request, added.codes, done, first=added.first)


@require_safe
@for_accounts
def security(request: HttpRequest, user: User) -> HttpResponse:
    """Show the account's second factors."""
    return _security_page(request, user, ConfirmPasswordForm()).response()


@hidden
@require_POST
@for_accounts
def change(request: HttpRequest, user: User) -> HttpResponse:
    """Remove a passkey ("passkey-7") or the app ("app"), or replace the recovery codes ("codes")."""
    which, codes = request.POST.get("which", ""), []
    form = ConfirmPasswordForm(request.POST)
    kind, _dash, digits = which.partition("-")
    number = read_digits(digits, 15)

    def apply() -> None:
        step: Callable[..., list[str] | None] = actions.replace_recovery_codes
        if number is not None:
            step = partial(actions.remove_passkey, number=number)
        elif kind == "app":
            step = actions.remove_authenticator
        codes.extend(step(request, user=user, **form.values("old_password")) or [])

    if kind not in ("passkey", "app", "codes") or (kind == "passkey") != (number is not None):
        raise Http404
    return _security_page(request, user, form).submit(
        apply,
        lambda: (
            _codes_page(request, codes, _("Codes replaced ✓"), replaced=True)
            if codes
            else see("people:security", query="?removed=1")
        ),
    )


@hidden
@require_http_methods(["GET", "POST"])
@for_accounts
def add_passkey(request: HttpRequest, user: User) -> HttpResponse:
    """Add a passkey. The suggested name is that of the browser."""
    form = PasskeyForm(posted(request), initial={"name": label_of(request)})
    added: list[actions.Added] = []
    possible = passkeys.are_possible(request)
    more = {
        "first": not second_factors.of_account(user).needed,
        "passkey_options": passkeys.creation_options(request, user) if possible else "",
    }

    def add() -> None:
        values = form.values("old_password", "credential", "name")
        added.append(actions.add_passkey(request, user=user, **values))

    page = AccountFormPage(request, "people/accounts/passkey_add.html", form, more=more)
    return page.submit(add, lambda: _after_adding(request, added[0], _("Passkey added ✓")))


@hidden
@require_http_methods(["GET", "POST"])
@for_accounts
def add_authenticator(request: HttpRequest, user: User) -> HttpResponse:
    """Set up an authenticator app. The page keeps its secret until the app's first code is right."""
    form = AuthenticatorForm(posted(request))
    added: list[actions.Added] = []
    known = _secret_of(form.data.get("secret", ""), user)
    secret = known or second_factors.new_secret()
    if form.is_bound and not known:
        form.add_error(None, _("This page was open for too long. Scan the new QR code."))
    address = second_factors.address_of_secret(secret, user, passkeys.host_of(request))
    more = {
        "first": not second_factors.of_account(user).needed,
        "secret": signing.dumps([user.pk, secret], salt=SECRET_SALT),
        "secret_groups": [secret[at : at + 4] for at in range(0, len(secret), 4)],
        "plain_secret": secret,
        "address": address,
        "qr": qr_code(address),
    }

    def add() -> None:
        values = form.values("old_password", "code")
        added.append(actions.add_authenticator(request, user=user, secret=secret, **values))

    page = AccountFormPage(request, "people/accounts/authenticator_add.html", form, more=more)
    return page.submit(add, lambda: _after_adding(request, added[0], _("App set up ✓")))


def _secret_of(sent: str, user: User) -> str:
    """Return the secret in the signed field of the form; "" if unsigned, for another account, or too old."""
    try:
        pk, secret = signing.loads(sent, salt=SECRET_SALT, max_age=SECRET_AGE)
    except signing.BadSignature:
        return ""
    return str(secret) if pk == user.pk else ""
