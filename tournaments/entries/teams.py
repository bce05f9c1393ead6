"""Teams, and pairs of entrants to keep apart in the draw (read by `seat_plans.kept_apart`)."""

from typing import Unpack

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from people.db.transactions import NotAllowed, existing
from people.models import Role
from people.text.cleaning import alike, clean_name
from tournaments.models import Apart, Entrant, Team, Tournament
from tournaments.write_access import Action, acting, unless_over

MOST_TEAMS, MOST_PAIRS = 150, 500


def rename_team(*, number: int, name: str, **action: Unpack[Action]) -> None:
    """Rename a team. Raises `RuleViolation` (field `name`)."""
    new = clean_name(name, "name")
    with acting(Role.ORGANISER, **action) as (tournament, log):
        team = _team(tournament, number)
        others = Team.objects.filter(tournament=tournament).exclude(pk=team.pk)
        if any(alike(other.name) == alike(new) for other in others):
            raise RuleViolation("name", _("Another team is already called %(name)s."), name=new)
        if team.name != new:
            Team.objects.filter(pk=team.pk).update(name=new)
            log("tournament_teams", about=tournament.code, team=number)


def remove_team(*, number: int, **action: Unpack[Action]) -> None:
    """Remove a team. Its members stay registered."""
    with unless_over(Role.ORGANISER, **action) as (tournament, log):
        team = _team(tournament, number)
        Entrant.objects.filter(team=team).update(team=None)
        Team.objects.filter(pk=team.pk).delete()
        log("tournament_teams", about=tournament.code, team=number)


def keep_apart(*, one: int, other: int, apart: bool = True, **action: Unpack[Action]) -> None:
    """Keep two entrants (numbers) apart in future draws or, with `apart=False`, let them meet again.

    Raises `RuleViolation` (field `other`).
    """
    with acting(Role.ORGANISER, **action) as (tournament, log):
        pair = list(Entrant.objects.filter(tournament=tournament, number__in={one, other}).order_by("pk"))
        if one == other:
            raise RuleViolation("other", _("Choose two different players."))
        if len(pair) != 2:
            raise NotAllowed
        if apart and Apart.objects.filter(tournament=tournament).count() >= MOST_PAIRS:
            raise RuleViolation("other", _("At most %(most)s pairs can be kept apart."), most=MOST_PAIRS)
        rows = Apart.objects.filter(tournament=tournament, one=pair[0], other=pair[1])
        if rows.exists() == apart:
            return
        if apart:
            Apart.objects.create(tournament=tournament, one=pair[0], other=pair[1])
        else:
            rows.delete()
        log("tournament_apart", about=tournament.code, entrants=sorted((one, other)), apart=apart)


def keep_groups_apart(*, teams: bool, clubs: bool, **action: Unpack[Action]) -> None:
    """Set whether teammates and players from the same club are kept apart."""
    with acting(Role.ORGANISER, **action) as (tournament, log):
        if (tournament.apart_teams, tournament.apart_clubs) != (teams, clubs):
            Tournament.objects.filter(pk=tournament.pk).update(apart_teams=teams, apart_clubs=clubs)
            log("tournament_apart", about=tournament.code, teams=teams, clubs=clubs)


# ── helpers; the tournament is locked ────────────────────────────────────────


def get_or_create_team(tournament: Tournament, name: str) -> Team | None:
    """Return the team with an equivalent name, or a new one; None for "". Raises `RuleViolation` (field `team`)."""
    if not name:
        return None
    teams = list(Team.objects.filter(tournament=tournament))
    team = next((team for team in teams if alike(team.name) == alike(name)), None)
    if team is None and len(teams) >= MOST_TEAMS:
        raise RuleViolation("team", _("A tournament can have at most %(most)s teams."), most=MOST_TEAMS)
    number = teams[-1].number + 1 if teams else 1
    return team or Team.objects.create(tournament=tournament, number=number, name=name)


def _team(tournament: Tournament, number: int) -> Team:
    return existing(Team.objects.filter(tournament=tournament, number=number).first())
