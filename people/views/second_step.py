"""Views to finish signing in with a code or a passkey, and to sign in with a passkey only."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.http import urlencode
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from people.accounts import half_signed_in, passkeys, second_factors
from people.actions import second_step as actions
from people.forms.accounts import PasskeySignInForm, SecondStepForm, own_address
from people.views.accounts import AccountFormPage, SignInPage
from people.web.responses import go, posted, see

secret = sensitive_post_parameters("code", "credential", "password")


@require_safe
def challenge(request: HttpRequest) -> HttpResponse:
    """Return a challenge for a passkey. Nothing is stored for it."""
    return JsonResponse({"challenge": passkeys.new_challenge()})


@secret
@require_POST
def passkey_sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in with a passkey, then return to the previous page."""
    form = PasskeySignInForm(request.POST)
    return SignInPage(request, "people/accounts/sign_in.html", form).submit(
        lambda: actions.sign_in_with_passkey(request, key=form.hidden_key, **form.values("credential")),
        lambda: go(own_address(request, form.cleaned_data["next"])),
    )


@secret
@require_http_methods(["GET", "POST"])
def second_step(request: HttpRequest) -> HttpResponse:
    """Ask for a code or a passkey after a correct password. After five minutes, ask for the password again."""
    half = half_signed_in.current(request)
    if half is None:
        return see("people:sign_in", query="?" + urlencode({"next": half_signed_in.next_page(request)}))
    user, form = half.user, SecondStepForm(posted(request))
    factors = second_factors.of_account(user)
    asks_passkey = bool(factors.passkeys) and passkeys.are_possible(request)
    more = {
        "who": user,
        "factors": factors,
        "recovery": "recovery" in request.GET or not factors.authenticator,
        "passkey_options": passkeys.request_options(request, user) if asks_passkey else "",
    }

    def finish() -> None:
        if form.cleaned_data["credential"]:
            actions.finish_with_passkey(request, user=user, key=form.hidden_key, **form.values("credential"))
        else:
            actions.finish_with_code(request, user=user, key=form.hidden_key, **form.values("code"))

    page = AccountFormPage(request, "people/accounts/second_step.html", form, more=more)
    return page.submit(finish, lambda: go(half.next))
