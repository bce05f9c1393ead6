"""Clubs: members and their roles, players, nights."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from people.models.accounts import KEY_LENGTH, NAME_LENGTH, User


class Role(models.TextChoices):
    """What a member may do, the most first: each may do all that those after it may."""

    OWNER = "owner", _("Owner")
    ORGANISER = "organiser", _("Organiser")
    REFEREE = "referee", _("Referee")
    SCORER = "scorer", _("Scorer")
    MEMBER = "member", _("Member")

    def covers(self, other: Role) -> bool:
        """Whether this role may do what `other` may."""
        order = list(Role)
        return order.index(self) <= order.index(other)


class NameDisplay(models.TextChoices):
    """How a player is called on pages that anybody may read."""

    FULL = "full", _("By the full name")
    INITIALS = "initials", _("By initials")
    NICKNAME = "nickname", _("By a nickname")
    NOBODY = "nobody", _("As a number")


class Club(models.Model):
    """A club. `public`: anybody who has the address may read standings, players' pages and nights."""

    code = models.CharField(max_length=KEY_LENGTH, unique=True)
    name = models.CharField(max_length=NAME_LENGTH)
    start_key = models.CharField(max_length=KEY_LENGTH, unique=True)
    created_at = models.DateTimeField()
    public = models.BooleanField(default=False)
    # Raised to make an invitation void; by role, since each role has a link of its own.
    invitations: models.JSONField[dict[str, int], dict[str, int]] = models.JSONField(default=dict)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [models.CheckConstraint(condition=~Q(name=""), name="club_has_a_name")]

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """An account in a club, with one role."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=12, choices=Role)
    since = models.DateTimeField()

    class Meta:
        ordering = ["since", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="member_once"),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="member_has_a_role"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.role}"


class Player(models.Model):
    """Somebody on a club's roster. Matches point here, so that a name can be changed or erased in one place.

    `merged_into`: this entry was the same person as another; `user`: the account whose entry it is; `claimed_by`: one
    that says so, which nobody has confirmed yet.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="players")
    name = models.CharField(max_length=NAME_LENGTH)
    nickname = models.CharField(max_length=NAME_LENGTH, blank=True)
    number = models.PositiveIntegerField(null=True)
    shown = models.CharField(max_length=12, choices=NameDisplay, default=NameDisplay.FULL)
    user = models.ForeignKey(User, models.SET_NULL, null=True, related_name="players")
    claimed_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="claims")
    merged_into = models.ForeignKey("self", models.PROTECT, null=True, related_name="merged")
    created_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True)
    erased_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "number"], name="player_number_once"),
            models.UniqueConstraint(
                fields=["club", "user"],
                condition=Q(merged_into=None, user__isnull=False),
                name="player_of_an_account_once",
            ),
            models.CheckConstraint(condition=~Q(name=""), name="player_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class ClubNight(models.Model):
    """An evening on which the club plays."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="nights")
    on = models.DateField()
    begins = models.TimeField(null=True)
    place = models.CharField(max_length=NAME_LENGTH, blank=True)
    note = models.CharField(max_length=600, blank=True)
    changed_at = models.DateTimeField()
    # Told, not taken away: calendars that took the night must hear of it.
    cancelled = models.BooleanField(default=False)

    class Meta:
        ordering = ["on", "begins", "pk"]

    def __str__(self) -> str:
        return str(self.on)
