"""Models of entrants, teams, pairs to keep apart, and phones that have access through a link."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from people.clubs.roster import shown_name
from people.models import KEY_LENGTH, NAME_LENGTH, Player
from tournaments.models.event import Tournament


class Team(models.Model):
    """A team, whose entrants' results are added up."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="teams")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=NAME_LENGTH)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="team_number_once"),
            models.CheckConstraint(condition=~Q(name=""), name="team_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class Entrant(models.Model):
    """A participant in a tournament.

    `number`: identifies them in seating and files, and never changes.
    `player`: their entry in the club's roster, whose name takes precedence over `name`.
    `house`: fills up tables and isn't ranked.
    `from_round`, `left_after`: the first and last round in which they play.
    `lot`: the result of a tie-break draw; the lowest is best.
    `wish`: the team named in a registration request, created or joined on acceptance.
    """

    class State(models.TextChoices):
        """The status of a registration. Only `ENTERED` entrants are seated."""

        ASKED = "asked", _("Wants to register")
        WAITING = "waiting", _("On the waiting list")
        ENTERED = "entered", _("Registered")
        REFUSED = "refused", _("Declined")
        WITHDRAWN = "withdrawn", _("Withdrawn")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entrants")
    number = models.PositiveIntegerField()
    key = models.CharField(max_length=KEY_LENGTH)
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="entries")
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    club_name = models.CharField(max_length=NAME_LENGTH, blank=True)
    country = models.CharField(max_length=40, blank=True)
    licence = models.CharField(max_length=40, blank=True)
    team = models.ForeignKey(Team, models.SET_NULL, null=True, related_name="entrants")
    wish = models.CharField(max_length=NAME_LENGTH, blank=True)
    seeding = models.PositiveIntegerField(null=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.ENTERED)
    house = models.BooleanField(default=False)
    entered_at = models.DateTimeField()
    checked_in_at = models.DateTimeField(null=True)
    from_round = models.PositiveIntegerField(default=1)
    left_after = models.PositiveIntegerField(null=True)
    lot = models.PositiveIntegerField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="entrant_number_once"),
            models.UniqueConstraint(fields=["tournament", "key"], name="entrant_key_once"),
            models.UniqueConstraint(
                fields=["tournament", "player"], condition=Q(player__isnull=False), name="entrant_of_a_player_once"
            ),
            models.CheckConstraint(condition=~Q(name="") | Q(player__isnull=False), name="entrant_has_a_name"),
            models.CheckConstraint(condition=Q(number__gte=1), name="entrant_number_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"

    def shown_name(self, inside: bool) -> str:
        """Return the display name. `inside`: the full name, for members of the club."""
        return shown_name(self.player, inside) if self.player else self.name


class Apart(models.Model):
    """A pair of entrants to keep apart in the draw."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="apart")
    one = models.ForeignKey(Entrant, models.CASCADE, related_name="+")
    other = models.ForeignKey(Entrant, models.CASCADE, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["one", "other"], name="apart_once"),
            models.CheckConstraint(condition=Q(one__lt=models.F("other")), name="apart_in_order"),
        ]


class Phone(models.Model):
    """A phone with access, given either by the card of a table (`table`: its number) or by an entrant's own link."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="phones")
    device = models.CharField(max_length=KEY_LENGTH, db_index=True)
    table = models.PositiveIntegerField(null=True)
    entrant = models.ForeignKey(Entrant, models.CASCADE, null=True, related_name="phones")
    label = models.CharField(max_length=80, blank=True)
    joined_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "device", "table"], name="phone_at_a_table_once"),
            models.UniqueConstraint(fields=["entrant", "device"], name="phone_of_an_entrant_once"),
            models.CheckConstraint(
                condition=Q(table=None, entrant__isnull=False) | Q(table__isnull=False, entrant=None),
                name="phone_of_a_table_or_an_entrant",
            ),
        ]
