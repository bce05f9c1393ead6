"""Teams, and pairs of entrants who should not meet (the draw reads them with seat_plans.kept_apart)."""

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from people.audit.log import Record, by_program
from people.db.transactions import NotAllowed
from people.models import Role, User
from people.text.cleaning import alike, clean_name
from tournaments.models import Apart, Entrant, Team, Tournament
from tournaments.write_access import acting, log_action, unless_over

MOST_TEAMS, MOST_PAIRS = 150, 500


def rename_team(*, tournament: Tournament, by: User, number: int, name: str, record: Record = by_program) -> None:
    """Rename a team. Raises `RuleViolation` (field `name`), `NotAllowed`, `Unavailable`."""
    new = clean_name(name, "name")
    with acting(tournament, by, Role.ORGANISER) as now:
        team = _team(now, number)
        others = Team.objects.filter(tournament=now).exclude(pk=team.pk)
        if any(alike(other.name) == alike(new) for other in others):
            raise RuleViolation("name", _("Another team is already called %(name)s."), name=new)
        if team.name != new:
            Team.objects.filter(pk=team.pk).update(name=new)
            log_action(record, "tournament_teams", now, by, about=now.code, team=number)


def remove_team(*, tournament: Tournament, by: User, number: int, record: Record = by_program) -> None:
    """Dissolve a team; its members play on without one."""
    with unless_over(tournament, by, Role.ORGANISER) as now:
        team = _team(now, number)
        Entrant.objects.filter(team=team).update(team=None)
        Team.objects.filter(pk=team.pk).delete()
        log_action(record, "tournament_teams", now, by, about=now.code, team=number)


def keep_apart(
    *, tournament: Tournament, by: User, one: int, other: int, apart: bool = True, record: Record = by_program
) -> None:
    """Keep two entrants, by number, apart in rounds that are not drawn yet; with `apart` false let them meet again.

    Raises `RuleViolation` (field `other`), `NotAllowed`, `Unavailable`.
    """
    with acting(tournament, by, Role.ORGANISER) as now:
        pair = list(Entrant.objects.filter(tournament=now, number__in={one, other}).order_by("pk"))
        if one == other:
            raise RuleViolation("other", _("Choose two different players."))
        if len(pair) != 2:
            raise NotAllowed
        if apart and Apart.objects.filter(tournament=now).count() >= MOST_PAIRS:
            raise RuleViolation("other", _("At most %(most)s pairs can be kept apart."), most=MOST_PAIRS)
        rows = Apart.objects.filter(tournament=now, one=pair[0], other=pair[1])
        if rows.exists() == apart:
            return
        if apart:
            Apart.objects.create(tournament=now, one=pair[0], other=pair[1])
        else:
            rows.delete()
        log_action(record, "tournament_apart", now, by, about=now.code, entrants=sorted((one, other)), apart=apart)


def keep_groups_apart(
    *, tournament: Tournament, by: User, teams: bool, clubs: bool, record: Record = by_program
) -> None:
    """Set whether team-mates and people of one club are kept apart."""
    with acting(tournament, by, Role.ORGANISER) as now:
        if (now.apart_teams, now.apart_clubs) != (teams, clubs):
            Tournament.objects.filter(pk=now.pk).update(apart_teams=teams, apart_clubs=clubs)
            log_action(record, "tournament_apart", now, by, about=now.code, teams=teams, clubs=clubs)


# ── inside: the tournament is locked ─────────────────────────────────────────


def get_or_create_team(tournament: Tournament, name: str) -> Team | None:
    """The team with a similar name, or a new one; None for "". Raises `RuleViolation`."""
    if not name:
        return None
    teams = list(Team.objects.filter(tournament=tournament))
    team = next((team for team in teams if alike(team.name) == alike(name)), None)
    if team is None and len(teams) >= MOST_TEAMS:
        raise RuleViolation("team", _("A tournament can have at most %(most)s teams."), most=MOST_TEAMS)
    number = teams[-1].number + 1 if teams else 1
    return team or Team.objects.create(tournament=tournament, number=number, name=name)


def _team(tournament: Tournament, number: int) -> Team:
    team = Team.objects.filter(tournament=tournament, number=number).first()
    if team is None:
        raise NotAllowed
    return team
