"""Endpoints about clubs: their players, season, house rules and open tables."""

from typing import Any

from django.http import Http404, HttpRequest
from ninja import Query, Router

from api.access.identification import BY_TOKEN, FOR_ALL
from api.endpoints.match_document import summary
from api.schemas.clubs import ClubOut, HouseRulesOut, PlayerOut, SeasonQuery
from api.schemas.matches import MatchSummary
from api.schemas.values import Code, Problem
from clubs import open_tables
from clubs.season import files
from clubs.season.standings import Roster, Season, club_seen, played
from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.rulesets import BOOKS
from matches import house_rule_profiles
from people.clubs.rights import role_of
from people.models import Club

router = Router(tags=["Clubs"])
REFUSED = dict.fromkeys((401, 404, 422, 429, 503), Problem)


def _readable(request: HttpRequest, code: str) -> Roster:
    roster = club_seen(code, request.user)
    if roster is None:
        raise Http404
    return roster


def _club(request: HttpRequest, club: Club) -> dict[str, Any]:
    role = role_of(request.user, club)
    return {"code": club.code, "name": club.name, "public": club.public, "role": role.value if role else ""}


@router.get("", response={200: list[ClubOut], **REFUSED}, auth=BY_TOKEN, summary="The club of the token")
def list_clubs(request: HttpRequest) -> list[dict[str, Any]]:
    """A token belongs to one club."""
    return [_club(request, request.token.club)]  # type: ignore[attr-defined]


@router.get("/{code}", response={200: ClubOut, **REFUSED}, summary="A club", **FOR_ALL)
def read_club(request: HttpRequest, code: Code) -> dict[str, Any]:
    return _club(request, _readable(request, code).club)


@router.get("/{code}/players", response={200: list[PlayerOut], **REFUSED}, summary="Players", **FOR_ALL)
def list_players(request: HttpRequest, code: Code) -> list[dict[str, Any]]:
    """The players on the roster, with the names that they show to the requester.

    Members of the club add players on its pages. A match is linked to the players on the roster whose names it has when
    it starts; its other players are guests. Without a token of the club, only those who have finished a match and have
    not left.
    """
    roster = _readable(request, code)
    people = [pk for pk in roster.players if roster.whose[pk] == pk and not roster.is_gone(pk)]
    if not roster.inside:
        seen = played(roster)
        people = [pk for pk in people if pk in seen and roster.players[pk].left_at is None]
    return [{"id": pk, "name": roster.names[pk]} for pk in people]


@router.get("/{code}/season", response={200: dict[str, Any], **REFUSED}, summary="Season standings", **FOR_ALL)
def read_season(request: HttpRequest, code: Code, query: Query[SeasonQuery]) -> dict[str, Any]:
    """The document of the season's JSON file: standings and head-to-head of one game, by default the first.

    It has the players on the roster with their finished and closed matches. Guests have no line.
    """
    roster = _readable(request, code)
    system = query.system or next(iter(roster.systems), next(iter(BOOKS)))
    if system not in BOOKS:
        raise RuleViolation("system", _("system must be one of: %(allowed)s."), allowed=tuple(BOOKS))
    if query.first and query.last and query.first > query.last:
        raise RuleViolation("to", _("The last day can’t be before the first day."))
    return files.document(Season(roster, system, query.first, query.last, query.least))


@router.get("/{code}/tables", response={200: list[MatchSummary], **REFUSED}, summary="Open tables", **FOR_ALL)
def list_tables(request: HttpRequest, code: Code) -> list[dict[str, Any]]:
    """The matches that go on, up to sixty. Without a token, only the public ones."""
    roster = _readable(request, code)
    matches = open_tables.open_tables(roster.club, public=role_of(request.user, roster.club) is None)
    readings = open_tables.readings(matches.select_related("club"), open_tables.MOST)
    return [summary(reading.match, reading.names, reading.log.state.balances) for reading in readings]


@router.get("/{code}/house-rules", response={200: list[HouseRulesOut], **REFUSED}, auth=BY_TOKEN, summary="House rules")
def list_house_rules(request: HttpRequest, code: Code) -> list[dict[str, Any]]:
    """The club's saved house rules, each with the options that differ from the defaults."""
    club = Club.objects.filter(code=code).first()
    if role_of(request.user, club) is None or club is None:
        raise Http404
    return [
        {
            "code": version.rules.code,
            "system": version.rules.system,
            "name": version.name,
            "note": version.note,
            "version": version.number,
            "options": version.options,
        }
        for version in house_rule_profiles.profiles_of_clubs([club])
    ]
