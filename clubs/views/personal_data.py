"""The data of the signed-in account: to read, download or erase."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from clubs import erasure, personal_data
from clubs.views.roster import send
from engine.errors import RuleViolation
from people.accounts import sessions
from people.accounts.rate_limits import MustWait
from people.actions import accounts
from people.actions.accounts import WrongPassword
from people.actions.erasure import players_of
from people.audit.log import recording
from people.clubs.rights import memberships_of
from people.db.transactions import Unavailable
from people.forms.accounts import ProofForm
from people.forms.shared import sentence
from people.views.guards import account, to_login, who
from people.web.responses import done, see, trouble_words, wait_words


@require_safe
def person(request: HttpRequest) -> HttpResponse:
    """One's clubs and entries on their rosters; the files; the way to have it all erased."""
    user = account(request)
    if user is None:
        return to_login(request)
    context = {
        "user": user,
        "memberships": memberships_of(user),
        "players": [each for each in players_of(user) if each.merged_into_id is None],
    }
    return render(request, "clubs/personal_data/person.html", context)


@require_safe
def file(request: HttpRequest, kind: str) -> HttpResponse:
    """All of it as a file."""
    user = account(request)
    if user is None:
        return to_login(request)
    note = {"about": user.pk, "after": {"kind": kind}}
    return done(
        request,
        lambda: erasure.note_export(record=recording(request), **note),
        lambda: send(personal_data.of_account(user), kind, user.shown_name),
    )


@sensitive_post_parameters("old_password")
@require_http_methods(["GET", "POST"])
def erase(request: HttpRequest) -> HttpResponse:
    """The account and the name everywhere, for good: after the question, for who knows the password."""
    user = account(request)
    if user is None:
        return to_login(request)
    if request.method == "GET":
        return _erase_page(request, ProofForm(), 200)
    form = ProofForm(request.POST)
    if not form.is_valid() or request.POST.get("sure") != "yes":
        if request.POST.get("sure") != "yes":
            form.add_error(None, _("Tick the box first"))
        return _erase_page(request, form, 422)
    try:
        accounts.prove(request, user=user, password=form.cleaned_data["old_password"])
    except WrongPassword:
        form.add_error("old_password", _("This is not your password."))
        return _erase_page(request, form, 422)
    except MustWait as soon:
        form.add_error(None, wait_words(soon.seconds))
        return _erase_page(request, form, 429, wait=soon.seconds)
    except Unavailable as trouble:
        form.add_error(None, trouble_words(trouble))
        return _erase_page(request, form, trouble.status, wait=2)
    return _erase(request, form)


def _erase(request: HttpRequest, form: ProofForm) -> HttpResponse:
    def then() -> HttpResponse:
        sessions.forget(request.session)  # what the phone may score stays the phone's
        return see("matches:home")

    def again(violation: RuleViolation) -> HttpResponse:
        form.add_error(None, sentence(violation))
        return _erase_page(request, form, 422)

    return done(request, lambda: erasure.erase_account(**who(request)), then, again)


def _erase_page(request: HttpRequest, form: ProofForm, status: int, wait: int = 0) -> HttpResponse:
    context = {"form": form, "bad": status != 200, "sure": request.POST.get("sure") == "yes"}
    response = render(request, "clubs/personal_data/erase.html", context, status=status)
    if wait:
        response["Retry-After"] = str(wait)
    return response
