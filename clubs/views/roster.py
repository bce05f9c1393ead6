"""One entry of a club's roster: change, claim, assign, merge, leave, download, erase."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs import erasure, merging, personal_data
from engine.errors import RuleViolation
from matches.models import Sitting
from people.actions import roster as entries
from people.audit.log import recording
from people.clubs import roster
from people.exports.download import CSV, JSON, download
from people.forms.roster import RosterPlayerForm
from people.forms.shared import sentence
from people.models import Club, Membership, Player, Role
from people.views.guards import asking, club_for, who
from people.web.responses import done, refuse, see


def _entry(request: HttpRequest, code: str, number: int) -> tuple[Club, Role, Player]:
    """The club, the role of who asks, and the entry; a merged one is the one that it was merged into."""
    club, role = club_for(request, code)
    found = Player.objects.filter(club=club, pk=number).select_related("merged_into", "user", "claimed_by").first()
    if found is None or found.merged_into_id or found.erased_at:
        raise Http404
    return club, role, found


def _own(request: HttpRequest, role: Role, player: Player) -> bool:
    """Whether who asks is an organiser, or the person."""
    return role.covers(Role.ORGANISER) or player.user_id == asking(request).pk


@require_http_methods(["GET", "POST"])
def entry(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """What stands on the roster; organisers change it, the person how the name is shown."""
    club, role, player = _entry(request, code, number)
    if request.method == "GET":
        return _page(request, club, role, player, RosterPlayerForm.of(player))
    if not _own(request, role, player):
        raise refuse(request, club)
    form = RosterPlayerForm(request.POST)
    if not form.is_valid():
        return _page(request, club, role, player, form, status=422)

    def refused(violation: RuleViolation) -> HttpResponse:
        form.refuse(violation)
        return _page(request, club, role, player, form, status=422)

    told: dict[str, Any] = {"club": club, "player": number, **who(request)}
    return done(
        request,
        lambda: merging.change_player(**told, **form.told),
        lambda: see("clubs:player_entry", code, number, query="?saved=1"),
        refused,
    )


def _page(
    request: HttpRequest,
    club: Club,
    role: Role,
    player: Player,
    form: RosterPlayerForm,
    *,
    error: str = "",
    status: int = 200,
) -> HttpResponse:
    organiser, user = role.covers(Role.ORGANISER), asking(request)
    others = [each for each in roster.entries(club) if each.pk != player.pk] if organiser else []
    members = Membership.objects.filter(club=club).select_related("user") if organiser else []
    context = {
        "club": club,
        "player": player,
        "form": form,
        "organiser": organiser,
        "own": player.user_id == user.pk,
        "claimable": player.user_id is None and not Player.objects.filter(club=club, user=user).exists(),
        "claiming": player.claimed_by_id == user.pk,
        "others": others,
        "members": [member.user for member in members],
        "played": Sitting.objects.filter(player=player).values("match").distinct().count(),
        "error": error,
        "show_errors": status == 422 and not error,
        "saved": request.method == "GET" and request.GET.get("saved") == "1",
    }
    return render(request, "clubs/roster/player.html", context, status=status)


def _step(request: HttpRequest, code: str, number: int, action: Any, needed: Role, **told: Any) -> HttpResponse:
    """One of the buttons of the page; where it is refused, the page with the reason."""
    club, role, player = _entry(request, code, number)
    if not role.covers(needed):
        raise refuse(request, club)

    def refused(violation: RuleViolation) -> HttpResponse:
        return _page(request, club, role, player, RosterPlayerForm.of(player), error=sentence(violation), status=422)

    told |= {"club": club, **who(request)}
    return done(
        request,
        lambda: action(**told),
        lambda: see("clubs:player_entry", code, told.get("kept", number), query="?saved=1"),
        refused,
    )


@require_POST
def claim(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """ "That is me"."""
    return _step(request, code, number, entries.claim_player, Role.MEMBER, player=number)


@require_POST
def give(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Whose entry it is; "" for nobody's."""
    return _step(
        request, code, number, entries.give_player, Role.ORGANISER, player=number, user=_id(request, "user", empty=True)
    )


@require_POST
def merge(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """This entry and another are one person."""
    into = _id(request, "into")
    return _step(request, code, number, merging.merge_players, Role.ORGANISER, gone=number, kept=into)


@require_POST
def keep(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Left the club, or back again."""
    left = request.POST.get("restore") != "1"
    return _step(request, code, number, entries.keep_player, Role.ORGANISER, player=number, left=left)


def _id(request: HttpRequest, field: str, *, empty: bool = False) -> int | None:
    """The id in a field of a form; None where it is empty and may be."""
    text = request.POST.get(field, "")
    if empty and not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Http404
    return int(text)


@require_safe
def file(request: HttpRequest, code: str, number: int, kind: str) -> HttpResponse:
    """All that is kept about this player, for an organiser or the person."""
    club, role, player = _entry(request, code, number)
    if not _own(request, role, player):
        raise refuse(request, club)
    note = {"club": club, "about": player.pk, "after": {"kind": kind}}
    return done(
        request,
        lambda: erasure.note_export(record=recording(request), **note),
        lambda: send(personal_data.of_player(player), kind, player.name),
    )


def send(content: dict[str, Any], kind: str, title: str) -> HttpResponse:
    """What is kept about a person, as "json" or "csv"."""
    if kind == "json":
        return download(personal_data.json_bytes(content), JSON, title, "json")
    return download(personal_data.csv_bytes(content), CSV, title, "csv")


@require_http_methods(["GET", "POST"])
def erase(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """A code instead of the name, everywhere and for good: after the question."""
    if request.method == "POST" and Player.objects.filter(club__code=code, pk=number, erased_at__isnull=False).exists():
        club_for(request, code, Role.ORGANISER)
        return see("people:roster", code)  # tapped twice
    club, role, player = _entry(request, code, number)
    if not _own(request, role, player):
        raise refuse(request, club)
    if request.method == "GET" or request.POST.get("sure") != "yes":
        context = {"club": club, "player": player, "asked": request.method == "POST"}
        return render(request, "clubs/roster/erase_player.html", context, status=422 if context["asked"] else 200)

    return done(
        request,
        lambda: erasure.erase_player(club=club, player=number, **who(request)),
        lambda: see("people:roster", code),
    )
