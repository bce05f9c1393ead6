"""Models of rounds, tables and seats."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import models
from django.db.models import Q

from matches.models import Match
from people.models import KEY_LENGTH, NAME_LENGTH, Player
from tournaments.models.entrants import Entrant
from tournaments.models.event import EndPolicy, Stage, Tournament


class Round(models.Model):
    """A round, numbered across all stages.

    A round is drawn, published, started and closed. Until it is published, only organisers see it. `locked_at`: from
    then on its seats change only with a reason; `revision`: the number of recorded changes. The clock runs for
    `minutes` from `started_at`, not counting `paused_seconds` and the time since `paused_at`. `starts_at`: when the
    referee plans to start the clock, None if there is no plan or the plan is over. `reasons`: why players were paired,
    as saved by the draw (mostly Swiss).
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rounds")
    stage = models.ForeignKey(Stage, models.CASCADE, related_name="drawn")
    number = models.PositiveIntegerField()
    key = models.CharField(max_length=KEY_LENGTH)
    drawn_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True)
    locked_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    minutes = models.PositiveIntegerField()
    end_policy = models.CharField(max_length=8, choices=EndPolicy)
    starts_at = models.DateTimeField(null=True)
    started_at = models.DateTimeField(null=True)
    paused_at = models.DateTimeField(null=True)
    paused_seconds = models.PositiveIntegerField(default=0)
    clock_key = models.CharField(max_length=KEY_LENGTH, blank=True)
    revision = models.PositiveIntegerField(default=0)
    reasons: models.JSONField[Any, Any] = models.JSONField(default=dict)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="round_number_once"),
            models.UniqueConstraint(fields=["tournament", "key", "number"], name="round_key_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="round_number_from_one"),
            models.CheckConstraint(
                condition=Q(started_at=None) | Q(published_at__isnull=False), name="round_starts_published"
            ),
        ]

    def __str__(self) -> str:
        return str(self.number)

    @property
    def planned_start(self) -> datetime | None:
        """The planned start of a published round, until its clock is started or the round is closed."""
        waits = self.published_at and self.started_at is None and self.closed_at is None
        return self.starts_at if waits else None


class Table(models.Model):
    """A table of a round. `match`: None until its first hand is scored on a phone."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="tables")
    number = models.PositiveIntegerField()
    match = models.OneToOneField(Match, models.PROTECT, null=True, related_name="table")
    extra_seconds = models.IntegerField(default=0)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="table_number_once")]

    def __str__(self) -> str:
        return str(self.number)


class Seat(models.Model):
    """An entrant's wind at a table in a round, or their bye (no table, no wind).

    `substitute`: the person who plays this round for the entrant. The result is the entrant's.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="seats")
    table = models.ForeignKey(Table, models.CASCADE, null=True, related_name="seats")
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="seats")
    wind = models.CharField(max_length=1, blank=True)
    substitute = models.CharField(max_length=NAME_LENGTH, blank=True)
    substitute_player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="substituted")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["round", "entrant"], name="seat_once_a_round"),
            models.UniqueConstraint(
                fields=["table", "wind"], condition=Q(table__isnull=False), name="seat_winds_differ"
            ),
            models.CheckConstraint(
                condition=Q(table=None, wind="") | Q(table__isnull=False, wind__in=["E", "S", "W", "N"]),
                name="seat_on_a_wind_or_a_bye",
            ),
        ]


class RoundChange(models.Model):
    """The publication or reopening of a round, or a change to its seats. Append-only (tournaments.models.append_only).

    `before` and `after`: the seats as entrant numbers.
    """

    round = models.ForeignKey(Round, models.PROTECT, related_name="changes")
    revision = models.PositiveIntegerField()
    at = models.DateTimeField()
    by = models.PositiveBigIntegerField(null=True)  # an account's id; see the audit log
    reason = models.CharField(max_length=600)
    before: models.JSONField[Any, Any] = models.JSONField(default=list)
    after: models.JSONField[Any, Any] = models.JSONField(default=list)

    class Meta:
        ordering = ["revision"]
        constraints = [models.UniqueConstraint(fields=["round", "revision"], name="round_change_once")]
