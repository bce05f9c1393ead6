"""Models of results, their confirmations and disputes, penalties, and calls for the referee."""

from django.db import models
from django.db.models import F, Q

from matches.models import Match
from people.models import KEY_LENGTH, NAME_LENGTH, User
from tournaments.models.entrants import Entrant
from tournaments.models.event import Tournament
from tournaments.models.rounds import Table


class SignedRow(models.Model):
    """An append-only row (tournaments.models.append_only). `entrant`: the signer; `user`: the account that was used."""

    number = models.PositiveIntegerField()
    key = models.CharField(max_length=KEY_LENGTH)
    at = models.DateTimeField()
    entrant = models.ForeignKey(Entrant, models.PROTECT, null=True, related_name="+")
    user = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    device = models.CharField(max_length=KEY_LENGTH, blank=True)
    reason = models.CharField(max_length=600, blank=True)

    class Meta:
        abstract = True
        ordering = ["number"]


class Result(SignedRow):
    """A result of a table; the highest `number` is the latest.

    `p1` … `p4`: the points of East, South, West (and North at a table of four). Together with `pot`, the points left on
    the table, they add up to `total`. `c1` … `c4`: the chips of the same seats, if the rule book has chips.
    `match_version`: the version of the match from which the result was read, None if the result was typed.
    """

    table = models.ForeignKey(Table, models.PROTECT, related_name="results")
    p1 = models.IntegerField()
    p2 = models.IntegerField()
    p3 = models.IntegerField()
    p4 = models.IntegerField(default=0)
    pot = models.IntegerField(default=0)
    total = models.IntegerField(default=0)
    c1 = models.IntegerField(default=0)
    c2 = models.IntegerField(default=0)
    c3 = models.IntegerField(default=0)
    c4 = models.IntegerField(default=0)
    match_version = models.PositiveIntegerField(null=True)

    class Meta(SignedRow.Meta):
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="result_number_once"),
            models.UniqueConstraint(fields=["table", "key"], name="result_key_once"),
            models.CheckConstraint(
                condition=Q(p1=F("total") - F("pot") - F("p2") - F("p3") - F("p4")), name="result_balances"
            ),
            models.CheckConstraint(condition=Q(c1=-F("c2") - F("c3") - F("c4")), name="result_chips_sum_to_zero"),
        ]

    @property
    def points(self) -> tuple[int, int, int, int]:
        """The points in wind order; the last is 0 at a table of three."""
        return self.p1, self.p2, self.p3, self.p4

    @property
    def chips(self) -> tuple[int, int, int, int]:
        """The chips in wind order; the last is 0 at a table of three."""
        return self.c1, self.c2, self.c3, self.c4

    def agrees_with(self, match: Match) -> bool:
        """Return whether the match still has the same totals (points, pot and chips) as the result."""
        totals = (*match.balances, 0), match.pot, (*match.chips, 0)
        return (self.points, self.pot, self.chips) == totals


class Verdict(SignedRow):
    """A confirmation or dispute of a result. Only the last one counts."""

    class Kind(models.TextChoices):
        """The kind of a verdict: confirmed by a second player or a referee, or disputed."""

        CONFIRMED = "confirmed"
        DISPUTED = "disputed"

    result = models.ForeignKey(Result, models.PROTECT, related_name="verdicts")
    kind = models.CharField(max_length=10, choices=Kind.choices)

    class Meta(SignedRow.Meta):
        constraints = [
            models.UniqueConstraint(fields=["result", "number"], name="verdict_number_once"),
            models.UniqueConstraint(fields=["result", "key"], name="verdict_key_once"),
            models.CheckConstraint(condition=Q(kind__in=["confirmed", "disputed"]), name="verdict_has_a_kind"),
        ]


class Forgetting(models.Model):
    """A mark in a transaction that erases a person, so that triggers let reasons change. It is never committed."""

    code = models.CharField(max_length=NAME_LENGTH)


class Adjustment(models.Model):
    """A penalty (negative) or bonus on an entrant's total. Cancelled ones stay on record."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="adjustments")
    key = models.CharField(max_length=KEY_LENGTH)
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="adjustments")
    round = models.PositiveIntegerField(null=True)
    points = models.IntegerField()
    reason = models.CharField(max_length=600)
    at = models.DateTimeField()
    user = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    cancelled_at = models.DateTimeField(null=True)
    cancelled_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    cancel_reason = models.CharField(max_length=600, blank=True)

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "key"], name="adjustment_key_once"),
            models.CheckConstraint(condition=~Q(points=0), name="adjustment_of_some_points"),
            models.CheckConstraint(condition=~Q(reason=""), name="adjustment_has_a_reason"),
            models.CheckConstraint(
                condition=Q(cancelled_at=None) | ~Q(cancel_reason=""), name="adjustment_cancelled_for_a_reason"
            ),
        ]


class Call(models.Model):
    """A table's call for the referee."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="calls")
    key = models.CharField(max_length=KEY_LENGTH)
    at = models.DateTimeField()
    note = models.CharField(max_length=600, blank=True)
    late_entry = models.BooleanField(default=False)  # the note is an entry that arrived after the result was confirmed
    device = models.CharField(max_length=KEY_LENGTH, blank=True)
    answered_at = models.DateTimeField(null=True)
    answered_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["at", "pk"]
        constraints = [models.UniqueConstraint(fields=["table", "key"], name="call_key_once")]
