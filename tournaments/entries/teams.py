"""Teams, and pairs of entrants who should not meet (the draw reads them from tournaments.entries.kept_apart)."""

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from people.audit.log import Record, by_program
from people.db.transactions import NotAllowed
from people.models import Role, User
from people.text.cleaning import alike, clean_name
from tournaments.models import Apart, Entrant, Team, Tournament
from tournaments.write_access import acting, unless_over

MOST_TEAMS, MOST_PAIRS = 150, 500


def rename_team(*, tournament: Tournament, by: User, number: int, name: str, record: Record = by_program) -> None:
    """Call a team otherwise. Raises `RuleViolation` (field `name`), `NotAllowed`, `Unavailable`."""
    new = clean_name(name, "name")
    with acting(tournament, by, Role.ORGANISER) as now:
        team = _team(now, number)
        others = Team.objects.filter(tournament=now).exclude(pk=team.pk)
        if any(alike(other.name) == alike(new) for other in others):
            raise RuleViolation("name", _("Another team is called %(name)s."), name=new)
        if team.name != new:
            Team.objects.filter(pk=team.pk).update(name=new)
            _told(now, by, "tournament_teams", record, team=number)


def remove_team(*, tournament: Tournament, by: User, number: int, record: Record = by_program) -> None:
    """Dissolve a team; its members play on for themselves."""
    with unless_over(tournament, by, Role.ORGANISER) as now:
        team = _team(now, number)
        Entrant.objects.filter(team=team).update(team=None)
        Team.objects.filter(pk=team.pk).delete()
        _told(now, by, "tournament_teams", record, team=number)


def keep_apart(
    *, tournament: Tournament, by: User, one: int, other: int, apart: bool = True, record: Record = by_program
) -> None:
    """Two entrants, by number, are not to meet; or may, with `apart` false. Counts for rounds that are not drawn yet.

    Raises `RuleViolation` (field `other`), `NotAllowed`, `Unavailable`.
    """
    with acting(tournament, by, Role.ORGANISER) as now:
        pair = list(Entrant.objects.filter(tournament=now, number__in={one, other}).order_by("pk"))
        if one == other:
            raise RuleViolation("other", _("Please choose two different people."))
        if len(pair) != 2:
            raise NotAllowed
        if apart and Apart.objects.filter(tournament=now).count() >= MOST_PAIRS:
            raise RuleViolation("other", _("At most %(most)s pairs are kept apart."), most=MOST_PAIRS)
        there = Apart.objects.filter(tournament=now, one=pair[0], other=pair[1])
        if there.exists() == apart:
            return
        if apart:
            Apart.objects.create(tournament=now, one=pair[0], other=pair[1])
        else:
            there.delete()
        _told(now, by, "tournament_apart", record, entrants=sorted((one, other)), apart=apart)


def keep_groups_apart(
    *, tournament: Tournament, by: User, teams: bool, clubs: bool, record: Record = by_program
) -> None:
    """Whether team-mates are not to meet, and people of one club."""
    with acting(tournament, by, Role.ORGANISER) as now:
        if (now.apart_teams, now.apart_clubs) != (teams, clubs):
            Tournament.objects.filter(pk=now.pk).update(apart_teams=teams, apart_clubs=clubs)
            _told(now, by, "tournament_apart", record, teams=teams, clubs=clubs)


# ── inside: the tournament is locked ─────────────────────────────────────────


def team_called(tournament: Tournament, name: str) -> Team | None:
    """The team of this name, made where there is none; None for "". Raises `RuleViolation`."""
    if not name:
        return None
    teams = list(Team.objects.filter(tournament=tournament))
    found = next((team for team in teams if alike(team.name) == alike(name)), None)
    if found is None and len(teams) >= MOST_TEAMS:
        raise RuleViolation("team", _("A tournament has at most %(most)s teams."), most=MOST_TEAMS)
    number = teams[-1].number + 1 if teams else 1
    return found or Team.objects.create(tournament=tournament, number=number, name=name)


def _team(tournament: Tournament, number: int) -> Team:
    found = Team.objects.filter(tournament=tournament, number=number).first()
    if found is None:
        raise NotAllowed
    return found


def _told(tournament: Tournament, by: User, what: str, record: Record, **said: object) -> None:
    told = {"tournament": tournament.code, **said}
    record(what, club=tournament.club, user=by, about=tournament.code, after=told)
