"""Endpoints about tournaments: players, rounds, standings, results."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import Body, Router, Status

from api.access.identification import BY_TOKEN, FOR_ALL, identify_again
from api.access.keys import KEYED, key_of
from api.endpoints import live
from api.endpoints.tournament_document import entrant_document, round_document, standings_rows, summary
from api.problems import problem, reused_key
from api.schemas.tournaments import (
    CheckInIn,
    ConfirmIn,
    EntrantOut,
    EntrantsIn,
    ResultIn,
    ResultNumber,
    RoundOut,
    StandingOut,
    TournamentOut,
    TournamentSummary,
)
from api.schemas.values import Code, Number, Problem
from people.audit.log import recording
from people.clubs.rights import role_of
from people.models import Club
from tournaments.entries import entries
from tournaments.entries.entries import EntryDetails
from tournaments.models import Tournament
from tournaments.play import results
from tournaments.play.table_access import TableAction
from tournaments.rights import rights_of
from tournaments.snapshot import Day

router = Router(tags=["Tournaments"])
REFUSED = dict.fromkeys((401, 403, 404, 422, 429, 503), Problem)


def readable(request: HttpRequest, code: str) -> Day:
    """Return a tournament as the requester may see it. Raises `Http404` otherwise, as if it didn't exist."""
    tournament = Tournament.objects.select_related("club").filter(code=code).first()
    rights = rights_of(tournament, None, request.user) if tournament else None
    if tournament is None or rights is None or not rights.read:
        raise Http404
    return Day(tournament, rights.inside)


@router.get("", response={200: list[TournamentSummary], **REFUSED}, summary="Tournaments of a club", **FOR_ALL)
def list_tournaments(request: HttpRequest, club: Code) -> list[dict[str, Any]]:
    """Newest first. Without a token of the club, only the public ones of a public club."""
    found = Club.objects.filter(code=club).first()
    role = role_of(request.user, found)
    if found is None or (role is None and not found.public):
        raise Http404
    rows = Tournament.objects.filter(club=found, archived_at=None).select_related("club")
    return [summary(row) for row in (rows if role else rows.filter(public=True))]


@router.get("/{code}", response={200: TournamentOut, **REFUSED}, summary="A tournament", **FOR_ALL)
def read_tournament(
    request: HttpRequest, response: HttpResponse, code: Code, after: Number | None = None, wait: Number = 0
) -> dict[str, Any]:
    """With `after`, the last `version` that you have, and `wait`, the response comes when the version is higher.

    It comes after `wait` seconds, up to 25, at the latest; without a free place, at once, with `Retry-After`.
    """
    day = readable(request, code)
    tournament = day.tournament
    if wait > 0 and after is not None and tournament.version <= after:
        if place := live.place_for(request):
            live.wait_until(lambda: _version(tournament) > after, place, min(wait, live.LONGEST_WAIT))
            identify_again(request)  # access may have been revoked meanwhile
            day = readable(request, code)
        else:
            response["Retry-After"] = str(live.RETRY_WAIT)
    return {
        **summary(day.tournament),
        "options": day.tournament.options,
        "rounds": len(day.shown),
        "current_round": day.current.number if day.current else None,
        "players": len(day.entered),
    }


def _version(tournament: Tournament) -> int:
    return Tournament.objects.filter(pk=tournament.pk).values_list("version", flat=True).first() or 0


@router.get("/{code}/players", response={200: list[EntrantOut], **REFUSED}, summary="Players", **FOR_ALL)
def list_players(request: HttpRequest, code: Code) -> list[dict[str, Any]]:
    """The players by number. A token of the club also sees the waiting list and who has withdrawn."""
    day = readable(request, code)
    return [entrant_document(day, entrant) for entrant in (day.entrants if day.inside else day.entered)]


@router.get("/{code}/rounds", response={200: list[RoundOut], **REFUSED}, summary="Published rounds", **FOR_ALL)
def list_rounds(request: HttpRequest, code: Code) -> list[dict[str, Any]]:
    """Every published round with its tables, seats and results."""
    day = readable(request, code)
    return [round_document(day, drawn) for drawn in day.shown]


@router.get("/{code}/rounds/next", response={200: RoundOut, **REFUSED}, summary="Next seats", **FOR_ALL)
def read_next_seats(request: HttpRequest, code: Code) -> Any:
    """The first published round that isn’t closed; 404 if there is none."""
    day = readable(request, code)
    if day.current is None:
        return problem(404, _("No published round is still open."))
    return round_document(day, day.current)


@router.get("/{code}/standings", response={200: list[StandingOut], **REFUSED}, summary="Standings", **FOR_ALL)
def read_standings(request: HttpRequest, code: Code, after: Number | None = None) -> Any:
    """The standings now, or as they were after round `after`, which must be closed. Only confirmed results count.

    A correction of a result or a player who leaves also changes the standings after earlier rounds.
    """
    day = readable(request, code)
    if after is not None and not any(row.number == after and row.closed_at for row in day.rounds):
        return problem(404, _("Round %(number)s isn’t closed.") % {"number": after}, field="after")
    return standings_rows(day, after)


# ── changes ──────────────────────────────────────────────────────────────────


def _action(request: HttpRequest, day: Day) -> dict[str, Any]:
    return {"tournament": day.tournament, "by": request.user, "record": recording(request)}


@router.post("/{code}/players", response={201: list[EntrantOut], **REFUSED}, auth=BY_TOKEN, summary="Register players")
def register(request: HttpRequest, code: Code, players: Body[EntrantsIn]) -> Status[list[dict[str, Any]]]:
    """Needs the scope `organise`. Names that are registered already are skipped; the response has the new ones."""
    day = readable(request, code)
    details = [
        EntryDetails(name=each.name, club_name=each.club, country=each.country, licence=each.licence, team=each.team)
        for each in players
    ]
    new = entries.add_entrants(entries=details, **_action(request, day))
    after = Day(day.tournament, day.inside)
    return Status(201, [entrant_document(after, after.by_pk[entrant.pk]) for entrant in new])


@router.put("/{code}/players/{number}/check-in", response={204: None, **REFUSED}, auth=BY_TOKEN, summary="Check in")
def check_in(request: HttpRequest, code: Code, number: Number, change: CheckInIn) -> Status[None]:
    """Needs the scope `organise`. `present`: false takes the check-in back."""
    day = readable(request, code)
    if number not in day.by_number:
        raise Http404
    entries.check_in(number=number, present=change.present, **_action(request, day))
    return Status(204, None)


@router.post(
    "/{code}/rounds/{number}/tables/{table}/result",
    response={200: ResultNumber, **REFUSED},
    auth=BY_TOKEN,
    summary="Type the result of a table",
    **KEYED,
)
def enter_result(request: HttpRequest, code: Code, number: Number, table: Number, totals: ResultIn) -> Any:
    """Needs the scope `organise`: the result is that of a referee, and confirmed at once. `points`: in wind order.

    With `after`, a later result, which a player has entered meanwhile, is not replaced unseen.
    """
    day = readable(request, code)
    result = results.enter_result(
        _table_action(request, day, number, table),
        points=totals.points,
        pot=totals.pot,
        chips=totals.chips,
        after=totals.after,
    )
    # The key may have saved another result earlier.
    if (result.points, result.chips) != (_of_four(totals.points), _of_four(totals.chips)):
        return reused_key()
    return {"number": result.number}


def _of_four(numbers: list[int]) -> tuple[int, ...]:
    """The four numbers of a table, with 0 for each missing one."""
    return (*numbers, 0, 0, 0, 0)[:4]


@router.post(
    "/{code}/rounds/{number}/tables/{table}/confirm",
    response={204: None, **REFUSED},
    auth=BY_TOKEN,
    summary="Confirm the result of a table",
    **KEYED,
)
def confirm_result(request: HttpRequest, code: Code, number: Number, table: Number, result: ConfirmIn) -> Status[None]:
    """Needs the scope `organise`. `number`: the number of the result, so that no later one is confirmed unseen."""
    results.confirm_result(_table_action(request, readable(request, code), number, table), number=result.number)
    return Status(204, None)


def _table_action(request: HttpRequest, day: Day, number: int, table: int) -> TableAction:
    drawn = next((row for row in day.shown if row.number == number), None)
    found = next((each for each in day.tables[drawn.pk] if each.number == table), None) if drawn else None
    if found is None:
        raise Http404
    return TableAction(
        tournament=day.tournament,
        table=found,
        key=key_of(request),
        by=request.user,  # type: ignore[arg-type]
        record=recording(request),
    )
