"""Views to sign up, sign in and sign out, and for an account, its password and its sessions."""

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib.auth.tokens import default_token_generator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.errors import RuleViolation
from people.accounts import passkeys
from people.accounts.rate_limits import MustWait, unknown_link
from people.accounts.sessions import HALF
from people.actions import accounts
from people.actions.accounts import NameTaken, WrongPassword
from people.clubs.rights import memberships_of
from people.db.transactions import Unavailable
from people.forms.accounts import (
    ChangePasswordForm,
    ConfirmPasswordForm,
    NewPasswordForm,
    OwnForm,
    SignInForm,
    SignUpForm,
    own_address,
)
from people.models import User
from people.text.cleaning import read_digits
from people.views.guards import for_accounts
from people.web.responses import FormPage, go, posted, see, trouble_words, wait_words

secret = sensitive_post_parameters("password", "old_password")


@dataclass(frozen=True)
class AccountFormPage(FormPage):
    @property
    def shown(self) -> bool:
        return self.request.GET.get("show") == "1"

    @property
    def next(self) -> str:
        return own_address(self.request, self.form.data.get("next") or self.request.GET.get("next"))

    def submit(self, action: Callable[[], object], then: Callable[[], HttpResponse]) -> HttpResponse:
        form = self.form
        if self.request.method != "POST":
            return self.response()
        if not form.is_valid():
            return self.response(422)
        try:
            action()
        except WrongPassword:
            confirms = "old_password" in form.fields
            text = _("The password is wrong.") if confirms else _("The username and password don’t match.")
            form.add_error("old_password" if confirms else None, text)
            return self.response(422)
        except RuleViolation as violation:
            return self.refused(violation)
        except NameTaken:
            form.add_error("username", _("This username is taken. Choose another one."))
            return self.response(422)
        except MustWait as soon:
            text, status, seconds = wait_words(soon.seconds), 429, soon.seconds
        except Unavailable as trouble:
            text, status, seconds = trouble_words(trouble), trouble.status, 2
        else:
            return then()
        form.add_error(None, text)
        response = self.response(status)
        response["Retry-After"] = str(seconds)
        return response


@dataclass(frozen=True)
class SignInPage(AccountFormPage):
    """`passkey_options`: for the script that asks for a passkey; "" where browsers offer none.

    `password_set`: a link was just used to set a password.
    """

    @property
    def password_set(self) -> bool:
        return self.request.method == "GET" and self.request.GET.get("set") == "1"

    @property
    def passkey_options(self) -> str:
        return passkeys.request_options(self.request) if passkeys.are_possible(self.request) else ""


@secret
@require_http_methods(["GET", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in with username and password, then return to the previous page."""
    form = SignInForm(posted(request))

    def enter() -> bool:
        target = own_address(request, form.cleaned_data["next"])
        return accounts.sign_in(request, key=form.hidden_key, next_page=target, **form.values("username", "password"))

    return SignInPage(request, "people/accounts/sign_in.html", form).submit(
        enter,
        lambda: (
            see("people:second_step")
            if HALF in request.session
            else go(own_address(request, form.cleaned_data["next"]))
        ),
    )


@secret
@require_http_methods(["GET", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    """Create an account and sign it in. From the home page, the next page offers to create a club."""
    form, names = SignUpForm(posted(request)), ("username", "password", "name", "email")
    return AccountFormPage(request, "people/accounts/sign_up.html", form).submit(
        lambda: accounts.sign_up(request, key=form.hidden_key, **form.values(*names)),
        lambda: go(_after_sign_up(own_address(request, form.cleaned_data["next"]))),
    )


def _after_sign_up(address: str) -> str:
    return reverse("people:clubs") if address == "/" else address


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign out. The phone keeps its right to score."""
    try:
        accounts.sign_out(request)
    except Unavailable as trouble:
        response = render(
            request, "people/shared/try_again.html", {"why": trouble_words(trouble)}, status=trouble.status
        )
        response["Retry-After"] = "2"
        return response
    return go("/")


@secret
@require_http_methods(["GET", "POST"])
@for_accounts
def account(request: HttpRequest, user: User) -> HttpResponse:
    """Show the signed-in account, and change its name and email address."""
    form = OwnForm(posted(request), user=user)
    more = {
        "who": user,
        "memberships": memberships_of(user),
        "places": user.signed_in.count(),
        "changed": request.GET.get("password") == "1",
    }
    return AccountFormPage(request, "people/accounts/account.html", form, more=more).submit(
        lambda: accounts.change_account(request, user=user, **form.values("name", "email", "old_password")),
        lambda: see("people:account", query="?saved=1"),
    )


@secret
@require_http_methods(["GET", "POST"])
@for_accounts
def password(request: HttpRequest, user: User) -> HttpResponse:
    """Change the password and end all other sessions."""
    form = ChangePasswordForm(posted(request), user=user)
    return AccountFormPage(request, "people/accounts/password.html", form).submit(
        lambda: accounts.change_password(request, user=user, **form.values("old_password", "password")),
        lambda: see("people:account", query="?password=1"),
    )


@secret
@require_http_methods(["GET", "POST"])
def set_password(request: HttpRequest, pk: int, token: str) -> HttpResponse:
    """Set a password through a link that was printed on the server and can be used once."""
    user = User.objects.filter(pk=pk, is_active=True).first()
    if user is None or not default_token_generator.check_token(user, token):
        return unknown_link(request)
    form = NewPasswordForm(posted(request), user=user)
    page = AccountFormPage(request, "people/accounts/set_password.html", form, more={"who": user})
    try:
        return page.submit(
            lambda: accounts.set_password(request, user=user, **form.values("password")),
            lambda: see("people:sign_in", query="?set=1"),
        )
    except accounts.LinkUsed:
        return unknown_link(request)


def _sessions_page(request: HttpRequest, user: User, form: ConfirmPasswordForm) -> AccountFormPage:
    here = user.current_device
    places = sorted(user.signed_in.all(), key=lambda device: device != here)  # the current session first
    more = {"here": here, "places": places, "ended": "ended" in request.GET}
    return AccountFormPage(request, "people/accounts/devices.html", form, more=more)


@require_safe
@for_accounts
def signed_in(request: HttpRequest, user: User) -> HttpResponse:
    """Show the sessions of the account."""
    return _sessions_page(request, user, ConfirmPasswordForm()).response()


@secret
@require_POST
@for_accounts
def end_sessions(request: HttpRequest, user: User) -> HttpResponse:
    """End one session, or all others, after checking the password. A missing session counts as ended."""
    which = request.POST.get("which")
    device = read_digits(which, 15)
    if device is None and which != "others":
        raise Http404
    form = ConfirmPasswordForm(request.POST)
    return _sessions_page(request, user, form).submit(
        lambda: accounts.end_sessions(request, user=user, device=device, **form.values("old_password")),
        lambda: see("people:signed_in", query="?ended=1"),
    )
