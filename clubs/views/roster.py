"""Views of a roster entry (change, claim, link, merge, mark as left, download, erase) and of an account's own data."""

from dataclasses import dataclass, replace
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs import personal_data, player_changes
from engine.errors import RuleViolation
from matches.files.schema import dump_json
from matches.models import Sitting
from people.accounts import sessions
from people.actions import accounts
from people.actions import roster as entries
from people.actions.erasure import players_of
from people.audit.log import recording
from people.clubs import roster
from people.clubs.rights import memberships_of
from people.exports import CSV, JSON, download
from people.forms.accounts import EraseForm
from people.forms.roster import RosterPlayerForm
from people.forms.shared import sentence
from people.models import Club, Membership, Player, Role
from people.text.cleaning import read_digits
from people.views.accounts import AccountFormPage
from people.views.guards import account_or_404, action_arguments, club_for
from people.web.responses import FormPage, done, posted, refuse, render_page, see


def _entry(request: HttpRequest, code: str, number: int) -> tuple[Club, Role, Player]:
    """Return the club, the requester's role and the entry. Raises `Http404` for a merged or erased entry."""
    club, role = club_for(request, code)
    players = Player.objects.filter(club=club, merged_into=None, erased_at=None)
    return club, role, get_object_or_404(players.select_related("user", "claimed_by"), pk=number)


def _own_entry(request: HttpRequest, code: str, number: int) -> tuple[Club, Player]:
    """Return the club and the entry, for organisers and the player's own account; refuse others."""
    club, role, player = _entry(request, code, number)
    if not role.covers(Role.ORGANISER) and player.user_id != account_or_404(request).pk:
        raise refuse(request, club)
    return club, player


@dataclass(frozen=True)
class RosterPlayerPage(FormPage):
    """The page of a roster entry. The template also gets the `members` to link to and the `others` to merge into."""

    club: Club
    role: Role
    player: Player
    error: str = ""

    def response(self, status: int = 200) -> HttpResponse:
        club, player, user = self.club, self.player, account_or_404(self.request)
        members = Membership.objects.filter(club=club).select_related("user") if self.organiser else []
        others = roster.entries(club) if self.organiser else []
        more = {
            "user": user,
            "claimable": player.user_id is None and not Player.objects.filter(club=club, user=user).exists(),
            "others": [each for each in others if each.pk != player.pk],
            "members": [member.user for member in members],
            "played": Sitting.objects.filter(player=player).values("match").distinct().count(),
        }
        return render_page(self.request, self.template, self, status, **more)

    @property
    def organiser(self) -> bool:
        return self.role.covers(Role.ORGANISER)

    @property
    def own(self) -> bool:
        return self.player.user_id == account_or_404(self.request).pk


def _page(request: HttpRequest, code: str, number: int, form: RosterPlayerForm | None = None) -> RosterPlayerPage:
    club, role, player = _entry(request, code, number)
    return RosterPlayerPage(
        request, "clubs/roster/player.html", form or RosterPlayerForm.of(player), club, role, player
    )


@require_http_methods(["GET", "POST"])
def entry(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Show and change an entry. Players themselves change only how their name is displayed."""
    form = RosterPlayerForm(posted(request))
    page = _page(request, code, number, form if form.is_bound else None)
    if form.is_bound and not (page.organiser or page.own):
        raise refuse(request, page.club)
    return page.submit(
        lambda: player_changes.change_player(
            club=page.club, player=number, details=form.details, **action_arguments(request)
        ),
        lambda: see("clubs:player_entry", code, number, query="?saved=1"),
    )


def _step(request: HttpRequest, code: str, number: int, action: Any, needed: Role, **values: Any) -> HttpResponse:
    """Run the action of a button on the page. If a rule refuses it, show the page with the reason."""
    page = _page(request, code, number)
    if not page.role.covers(needed):
        raise refuse(request, page.club)
    return done(
        request,
        lambda: action(club=page.club, **action_arguments(request), **values),
        lambda: see("clubs:player_entry", code, values.get("kept", number), query="?saved=1"),
        lambda violation: replace(page, error=sentence(violation)).response(422),
    )


@require_POST
def claim(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Claim the entry for the user."""
    return _step(request, code, number, entries.claim_player, Role.MEMBER, player=number)


@require_POST
def give(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Link the entry to a member, or unlink it if `user` is empty."""
    return _step(
        request, code, number, entries.link_player, Role.ORGANISER, player=number, user=_id(request, "user", empty=True)
    )


@require_POST
def merge(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Merge this entry into another entry of the same person."""
    into = _id(request, "into")
    return _step(request, code, number, player_changes.merge_players, Role.ORGANISER, gone=number, kept=into)


@require_POST
def keep(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Record that a player has left the club or returned."""
    left = request.POST.get("restore") != "1"
    return _step(request, code, number, entries.mark_player_left, Role.ORGANISER, player=number, left=left)


def _id(request: HttpRequest, field: str, *, empty: bool = False) -> int | None:
    """Return the id in a form field; None if the field is empty and `empty` allows that. Raises `Http404` otherwise."""
    number = read_digits(request.POST.get(field))
    if number is None and not (empty and not request.POST.get(field)):
        raise Http404
    return number


@require_safe
def file(request: HttpRequest, code: str, number: int, kind: str) -> HttpResponse:
    """Send all data about the player as a file, to an organiser or the player."""
    club, player = _own_entry(request, code, number)
    return done(
        request,
        lambda: player_changes.note_export(record=recording(request), club=club, about=player.pk, after={"kind": kind}),
        lambda: send(personal_data.of_player(player), kind, player.name),
    )


def send(content: dict[str, Any], kind: str, title: str) -> HttpResponse:
    """Send a person's data as a file of the `kind` "json" or "csv"."""
    if kind == "json":
        return download(dump_json(content), JSON, title, "json")
    return download(personal_data.csv_bytes(content), CSV, title, "csv")


@require_http_methods(["GET", "POST"])
def erase(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Replace the player's name with a code everywhere, after asking for confirmation."""
    if request.method == "POST" and Player.objects.filter(club__code=code, pk=number, erased_at__isnull=False).exists():
        club_for(request, code, Role.ORGANISER)
        return see("people:roster", code)  # a double tap
    club, player = _own_entry(request, code, number)
    if request.method == "GET" or request.POST.get("sure") != "yes":
        context = {"club": club, "player": player, "asked": request.method == "POST"}
        return render(request, "clubs/roster/erase_player.html", context, status=422 if context["asked"] else 200)

    return done(
        request,
        lambda: player_changes.erase_player(club=club, player=number, **action_arguments(request)),
        lambda: see("people:roster", code),
    )


# ── the data of the signed-in account ────────────────────────────────────────


@require_safe
@login_required
def person(request: HttpRequest) -> HttpResponse:
    """Show the account's clubs and roster entries, with links to the files and to the page that erases everything."""
    user = account_or_404(request)
    players = [player for player in players_of(user) if player.merged_into_id is None]
    context = {"user": user, "memberships": memberships_of(user), "players": players}
    return render(request, "clubs/personal_data/person.html", context)


@require_safe
@login_required
def person_file(request: HttpRequest, kind: str) -> HttpResponse:
    """Send all data about the account as a file."""
    user = account_or_404(request)
    return done(
        request,
        lambda: player_changes.note_export(record=recording(request), about=user.pk, after={"kind": kind}),
        lambda: send(personal_data.of_account(user), kind, user.shown_name),
    )


@sensitive_post_parameters("old_password")
@require_http_methods(["GET", "POST"])
@login_required
def erase_person(request: HttpRequest) -> HttpResponse:
    """Erase the account and its name everywhere, after asking for confirmation and the password."""
    user, form = account_or_404(request), EraseForm(posted(request))
    page = AccountFormPage(request, "clubs/personal_data/erase.html", form)

    def finish() -> HttpResponse:
        sessions.forget(request.session)  # the phone keeps its right to score
        return see("matches:home")

    def refused(violation: RuleViolation) -> HttpResponse:
        form.add_error(None, sentence(violation))
        return page.response(422)

    return page.submit(
        lambda: accounts.confirm_password(request, user=user, **form.values("old_password")),
        lambda: done(request, lambda: player_changes.erase_account(**action_arguments(request)), finish, refused),
    )
