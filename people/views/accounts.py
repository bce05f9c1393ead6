"""Sign up, sign in and out; the account page, its password and its sessions."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.tokens import default_token_generator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from people.accounts.rate_limits import MustWait, unknown_link
from people.actions import accounts
from people.actions.accounts import NameTaken, WrongPassword
from people.clubs.rights import memberships_of
from people.db.transactions import Unavailable
from people.forms.accounts import (
    AccountForm,
    ChangePasswordForm,
    NewPasswordForm,
    OwnForm,
    ProofForm,
    SignInForm,
    SignUpForm,
    own_address,
)
from people.models import User
from people.views.guards import for_accounts
from people.web.responses import go, see, trouble_words, wait_words

secret = sensitive_post_parameters("password", "old_password")


def _form_page(request: HttpRequest, name: str, form: AccountForm, status: int = 200, **more: Any) -> HttpResponse:
    context = {"form": form, "shown": request.GET.get("show") == "1", "bad": status != 200, **more}
    context["next"] = own_address(request, form.data.get("next") or request.GET.get("next"))
    return render(request, f"people/{name}.html", context, status=status)


def _act(
    request: HttpRequest, name: str, form: AccountForm, action: Callable[[], Any], **more: Any
) -> HttpResponse | None:
    """Do it; the form again, with the reason, where it was not to be."""
    status, wait = 422, 0
    try:
        action()
    except WrongPassword:
        field = "old_password" if "old_password" in form.fields else None
        form.add_error(field, _("This is not your password.") if field else _("Username and password do not match."))
    except NameTaken:
        form.add_error("username", _("Somebody has this username already: choose another one."))
    except MustWait as soon:
        status, wait = 429, soon.seconds
        form.add_error(None, wait_words(wait))
    except Unavailable as trouble:
        status, wait = trouble.status, 2
        form.add_error(None, trouble_words(trouble))
    else:
        return None
    response = _form_page(request, name, form, status, **more)
    if wait:
        response["Retry-After"] = str(wait)
    return response


@secret
@require_http_methods(["GET", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Username and password; then back to where one came from."""
    if request.method == "GET":
        return _form_page(request, "sign_in", SignInForm())
    form = SignInForm(request.POST)
    if not form.is_valid():
        return _form_page(request, "sign_in", form, 422)
    told = {name: form.cleaned_data[name] for name in ("username", "password")}
    refused = _act(request, "sign_in", form, lambda: accounts.sign_in(request, key=form.hidden_key, **told))
    return refused or go(own_address(request, form.cleaned_data["next"]))


@secret
@require_http_methods(["GET", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    """A new account, signed in at once."""
    if request.method == "GET":
        return _form_page(request, "sign_up", SignUpForm())
    form = SignUpForm(request.POST)
    if not form.is_valid():
        return _form_page(request, "sign_up", form, 422)
    told = {name: form.cleaned_data[name] for name in ("username", "password", "name", "email")}
    refused = _act(request, "sign_up", form, lambda: accounts.sign_up(request, key=form.hidden_key, **told))
    return refused or go(own_address(request, form.cleaned_data["next"]))


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Out of the account; the phone may go on scoring what it scored."""
    try:
        accounts.sign_out(request)
    except Unavailable as trouble:
        return _unavailable(request, trouble)
    return go("/")


def _unavailable(request: HttpRequest, trouble: Unavailable) -> HttpResponse:
    response = render(request, "people/sorry.html", {"why": trouble_words(trouble)}, status=trouble.status)
    response["Retry-After"] = "2"
    return response


@secret
@require_http_methods(["GET", "POST"])
@for_accounts
def account(request: HttpRequest, user: User) -> HttpResponse:
    """Name, password, sign-ins and clubs of who is signed in."""
    if request.method == "GET":
        return _form_page(request, "account", OwnForm(user=user), **_own(request, user))
    form = OwnForm(request.POST, user=user)
    if not form.is_valid():
        return _form_page(request, "account", form, 422, **_own(request, user))
    told = {name: form.cleaned_data[name] for name in ("name", "email")} | {
        "password": form.cleaned_data["old_password"]
    }
    context = _own(request, user)
    refused = _act(request, "account", form, lambda: accounts.change_account(request, user=user, **told), **context)
    return refused or see("people:account", query="?saved=1")


def _own(request: HttpRequest, user: User) -> dict[str, Any]:
    """What stands on the account's page."""
    return {
        "who": user,
        "memberships": memberships_of(user),
        "places": user.signed_in.count(),
        "saved": request.GET.get("saved") == "1",
        "changed": request.GET.get("password") == "1",
    }


@secret
@require_http_methods(["GET", "POST"])
@for_accounts
def password(request: HttpRequest, user: User) -> HttpResponse:
    """Another password; all other sessions end."""
    if request.method == "GET":
        return _form_page(request, "password", ChangePasswordForm(user=user))
    form = ChangePasswordForm(request.POST, user=user)
    if not form.is_valid():
        return _form_page(request, "password", form, 422)
    old, new = form.cleaned_data["old_password"], form.cleaned_data["password"]
    refused = _act(request, "password", form, lambda: accounts.change_password(request, user=user, old=old, new=new))
    return refused or see("people:account", query="?password=1")


@secret
@require_http_methods(["GET", "POST"])
def set_password(request: HttpRequest, pk: int, token: str) -> HttpResponse:
    """A password by a link that was printed on the server; it serves once."""
    user = User.objects.filter(pk=pk, is_active=True).first()
    if user is None or not default_token_generator.check_token(user, token):
        return unknown_link(request)
    context: dict[str, Any] = {"who": user}
    if request.method == "GET":
        return _form_page(request, "set_password", NewPasswordForm(user=user), **context)
    form = NewPasswordForm(request.POST, user=user)
    if not form.is_valid():
        return _form_page(request, "set_password", form, 422, **context)
    new = form.cleaned_data["password"]
    try:
        refused = _act(
            request, "set_password", form, lambda: accounts.set_password(request, user=user, new=new), **context
        )
    except accounts.LinkUsed:
        return unknown_link(request)
    return refused or see("people:sign_in")


@require_safe
@for_accounts
def signed_in(request: HttpRequest, user: User) -> HttpResponse:
    """Where the account is signed in, this place first."""
    return _form_page(request, "signed_in", ProofForm(), **_places(request, user))


def _places(request: HttpRequest, user: User) -> dict[str, Any]:
    here = user.here
    places = sorted(user.signed_in.all(), key=lambda device: device != here)
    return {"places": places, "here": here, "ended": "ended" in request.GET}


@secret
@require_POST
@for_accounts
def end_sessions(request: HttpRequest, user: User) -> HttpResponse:
    """End one session, or all but this, for who knows the password. One that is not there (any more) is ended."""
    which = request.POST.get("which", "")
    if which != "others" and not (which.isascii() and which.isdigit() and len(which) < 16):
        raise Http404
    form = ProofForm(request.POST)
    if not form.is_valid():
        return _form_page(request, "signed_in", form, 422, **_places(request, user))
    password = form.cleaned_data["old_password"]

    def end() -> None:
        if which == "others":
            accounts.end_other_sessions(request, user=user, password=password)
        else:
            accounts.end_session(request, user=user, device=int(which), password=password)

    refused = _act(request, "signed_in", form, end, **_places(request, user))
    return refused or see("people:signed_in", query="?ended=1")
