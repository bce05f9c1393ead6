"""Views to read, download and erase the data of the signed-in account."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from clubs import personal_data, player_changes
from clubs.views.roster import send
from engine.errors import RuleViolation
from people.accounts import sessions
from people.actions import accounts
from people.actions.erasure import players_of
from people.audit.log import recording
from people.clubs.rights import memberships_of
from people.forms.accounts import EraseForm
from people.forms.shared import sentence
from people.views.accounts import AccountFormPage
from people.views.guards import asking, who
from people.web.responses import done, posted, see


@require_safe
@login_required
def person(request: HttpRequest) -> HttpResponse:
    """Show the account's clubs and roster entries, with links to the files and to the page that erases everything."""
    user = asking(request)
    players = [player for player in players_of(user) if player.merged_into_id is None]
    context = {"user": user, "memberships": memberships_of(user), "players": players}
    return render(request, "clubs/personal_data/person.html", context)


@require_safe
@login_required
def file(request: HttpRequest, kind: str) -> HttpResponse:
    """Send all data about the account as a file."""
    user = asking(request)
    return done(
        request,
        lambda: player_changes.note_export(record=recording(request), about=user.pk, after={"kind": kind}),
        lambda: send(personal_data.of_account(user), kind, user.shown_name),
    )


@sensitive_post_parameters("old_password")
@require_http_methods(["GET", "POST"])
@login_required
def erase(request: HttpRequest) -> HttpResponse:
    """Erase the account, and the name everywhere, after asking for confirmation and the password."""
    user, form = asking(request), EraseForm(posted(request))
    page = AccountFormPage(request, "clubs/personal_data/erase.html", form)

    def finish() -> HttpResponse:
        sessions.forget(request.session)  # the phone keeps its right to score
        return see("matches:home")

    def refused(violation: RuleViolation) -> HttpResponse:
        form.add_error(None, sentence(violation))
        return page.response(422)

    return page.submit(
        lambda: accounts.confirm_password(request, user=user, **form.values("old_password")),
        lambda: done(request, lambda: player_changes.erase_account(**who(request)), finish, refused),
    )
