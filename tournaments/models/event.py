"""Models of a tournament, its rules and stages, and the series of a club."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from matches.models import HouseRulesVersion
from people.models import KEY_LENGTH, NAME_LENGTH, Club


class TournamentState(models.TextChoices):
    """The progress of a tournament."""

    PREPARING = "preparing", _("In preparation")
    RUNNING = "running", _("In progress")
    OVER = "over", _("Finished")


class EndPolicy(models.TextChoices):
    """The rule for the hand in play when the round's time is up."""

    CUT = "cut", _("Stop immediately")
    FINISH = "finish", _("Finish this hand")
    ONE_MORE = "one_more", _("Finish this hand and play one more")


class Seating(models.TextChoices):
    """The seating method of a stage."""

    FIXED = "fixed", _("Fixed schedule: rematches only if unavoidable")
    SWISS = "swiss", _("Swiss: neighbours in the standings meet")
    RANDOM = "random", _("Random, with as few rematches as possible")
    PRESCRIBED = "prescribed", _("Imported seating")
    FOUR = "four", _("Tables of four: one player sits out each hand")
    GROUPS = "groups", _("Groups")
    FINAL = "final", _("Final table")


class Tournament(models.Model):
    """A tournament of a club. `version` increases with every write, so that pages can poll for changes.

    The rules are fixed when play starts: the rule book with its house rules (`system`, `rules_version`, `options`), how
    matches are scored (`scheme`, see engine.tournament.scoring.scheme), `tie_breaks` in order, the points for a `bye`,
    and which matches count (`counting`, see engine.tournament.leagues; empty: all).
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="tournaments")
    code = models.CharField(max_length=KEY_LENGTH, unique=True)
    start_key = models.CharField(max_length=KEY_LENGTH, unique=True)
    name = models.CharField(max_length=NAME_LENGTH)
    place = models.CharField(max_length=NAME_LENGTH, blank=True)
    note = models.CharField(max_length=600, blank=True)
    starts_on = models.DateField()
    ends_on = models.DateField(null=True)
    created_at = models.DateTimeField()
    system = models.CharField(max_length=40)
    rules_version = models.PositiveIntegerField()
    options: models.JSONField[Any, Any] = models.JSONField(default=dict)
    house_rules = models.ForeignKey(HouseRulesVersion, models.PROTECT, null=True, related_name="tournaments")
    scheme: models.JSONField[Any, Any] = models.JSONField(default=dict)
    tie_breaks: models.JSONField[list[str], list[str]] = models.JSONField(default=list)
    bye: models.JSONField[Any, Any] = models.JSONField(default=dict)
    counting: models.JSONField[Any, Any] = models.JSONField(default=dict)
    state = models.CharField(max_length=12, choices=TournamentState, default=TournamentState.PREPARING)
    public = models.BooleanField(default=True)
    # Self-registration: open or closed, whether organisers approve it, the maximum number of entrants (None: no limit).
    open_for_entry = models.BooleanField(default=False)
    approval = models.BooleanField(default=True)
    capacity = models.PositiveIntegerField(null=True)
    # Whether to keep teams and clubs apart, in addition to `Apart`.
    apart_teams = models.BooleanField(default=False)
    apart_clubs = models.BooleanField(default=False)
    minutes = models.PositiveIntegerField(default=60)
    end_policy = models.CharField(max_length=8, choices=EndPolicy, default=EndPolicy.FINISH)
    # Increased to revoke the links on printed cards.
    links = models.PositiveIntegerField(default=1)
    version = models.PositiveIntegerField(default=1)
    is_demo = models.BooleanField(default=False)
    archived_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-starts_on", "-pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="tournament_has_a_name"),
            models.CheckConstraint(condition=Q(state__in=TournamentState.values), name="tournament_has_a_state"),
        ]

    def __str__(self) -> str:
        return self.name


class Stage(models.Model):
    """A part of a tournament with one seating method; most tournaments have one stage.

    `carry`: what is carried over from earlier stages (see engine.tournament.stages).
    `takes`: how many players qualify (None: all); with `by_group`, from each group of the previous stage.
    `promise`: the fingerprint of `seed`, published before the draw; the seed stays secret until `drawn_at`.
    `plan`: what the draw saved, see tournaments.draw.seat_plans.plan_of.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="stages")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    seating = models.CharField(max_length=12, choices=Seating, default=Seating.FIXED)
    rounds = models.PositiveIntegerField(default=4)
    takes = models.PositiveIntegerField(null=True)
    by_group = models.BooleanField(default=False)
    carry: models.JSONField[Any, Any] = models.JSONField(default=dict)
    seed = models.CharField(max_length=80, blank=True)
    promise = models.CharField(max_length=64, blank=True)
    promised_at = models.DateTimeField(null=True)
    drawn_at = models.DateTimeField(null=True)
    plan: models.JSONField[Any, Any] = models.JSONField(default=list)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="stage_number_once"),
            models.CheckConstraint(condition=Q(seating__in=Seating.values), name="stage_has_a_seating"),
            models.CheckConstraint(condition=Q(rounds__gte=1), name="stage_has_a_round"),
            models.CheckConstraint(condition=Q(drawn_at=None) | ~Q(seed=""), name="stage_drawn_by_a_seed"),
        ]

    def __str__(self) -> str:
        return self.name or str(self.number)


class Series(models.Model):
    """Several tournaments of a club with joint standings. `counting`: see tournaments.standings.series.read_rules."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="series")
    code = models.CharField(max_length=KEY_LENGTH, unique=True)
    start_key = models.CharField(max_length=KEY_LENGTH, unique=True)
    name = models.CharField(max_length=NAME_LENGTH)
    counting: models.JSONField[Any, Any] = models.JSONField(default=dict)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["name", "pk"]
        verbose_name_plural = "series"
        constraints = [models.CheckConstraint(condition=~Q(name=""), name="series_has_a_name")]

    def __str__(self) -> str:
        return self.name


class SeriesEvent(models.Model):
    """A tournament in a series."""

    series = models.ForeignKey(Series, models.CASCADE, related_name="events")
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="in_series")

    class Meta:
        ordering = ["tournament__starts_on", "pk"]
        constraints = [models.UniqueConstraint(fields=["series", "tournament"], name="series_event_once")]
