"""Pages about the API: the guide, and the tokens of an account."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from api.forms import TokenForm
from api.guide import contents
from api.guide.reference import openapi as described
from people.accounts import tokens
from people.actions.accounts import confirm_password
from people.audit.log import recording
from people.clubs.rights import clubs_of
from people.forms.shared import Choice
from people.models import Scope, User
from people.text.cleaning import read_digits
from people.views.accounts import AccountFormPage
from people.views.guards import for_accounts
from people.web.responses import done, posted, see

DAYS = "90"


@require_safe
def guide(request: HttpRequest) -> HttpResponse:
    """Show the guide to the API."""
    # Readers run the examples on the device on which the page is open, so its address works, even a loopback address.
    return render(request, "api/guide.html", contents.context(f"{request.scheme}://{request.get_host()}"))


@require_safe
def openapi(request: HttpRequest) -> HttpResponse:
    """Return the OpenAPI description of the endpoints."""
    return JsonResponse(described(), headers={"Access-Control-Allow-Origin": "*"})


@require_safe
@for_accounts
def listed(request: HttpRequest, user: User) -> HttpResponse:
    """Show the valid tokens of an account."""
    rows = [(token, Scope(token.scope).label) for token in tokens.valid_tokens(user)]
    context = {"tokens": rows, "clubs": clubs_of(user), "revoked": "revoked" in request.GET}
    return render(request, "api/tokens.html", context)


@sensitive_post_parameters("old_password")
@require_http_methods(["GET", "POST"])
@for_accounts
def new(request: HttpRequest, user: User) -> HttpResponse:
    """Create a token, and show it once."""
    clubs = clubs_of(user)
    initial = {"days": DAYS, "scope": Scope.READ.value, "club": clubs[0].code if clubs else ""}
    form = TokenForm(posted(request), clubs=clubs, initial=initial)
    made: list[str] = []

    def make() -> None:
        confirm_password(request, user=user, old_password=form.cleaned_data["old_password"])
        made.append(
            tokens.make_token(user=user, record=recording(request), **form.values("name", "club", "scope", "days"))
        )

    chosen = {name: form[name].value() for name in ("club", "scope")}
    more = {
        "clubs": [Choice(club.code, club.name, club.code == chosen["club"]) for club in clubs],
        "scopes": [Choice(scope.value, str(scope.label), scope.value == chosen["scope"]) for scope in Scope],
    }
    page = AccountFormPage(request, "api/token_new.html", form, more=more)
    return page.submit(make, lambda: render(request, "api/token_made.html", {"token": made[0]}))


@require_POST
@for_accounts
def revoke(request: HttpRequest, user: User) -> HttpResponse:
    """Revoke a token of the account."""
    number = read_digits(request.POST.get("token", ""), 15) or 0
    return done(
        request,
        lambda: tokens.revoke_token(user=user, token=number, record=recording(request)),
        lambda: see("api:tokens", query="?revoked=1"),
    )
