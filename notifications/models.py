"""Models of notifications: phones and e-mail addresses, their subscriptions, and the notices to deliver."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from people.models import KEY_LENGTH, Club, Device, User
from tournaments.models import Entrant, Tournament

LONGEST_ENDPOINT, LONGEST_ADDRESS = 1_000, 254


class PushKey(models.Model):
    """A key pair with which the site signs its requests to push services (VAPID, RFC 8292).

    New phones use the newest key. A phone keeps its key, because its push service accepts no other. `private`: in
    base64url.
    """

    private = models.CharField(max_length=43)
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["-pk"]


class Receiver(models.Model):
    """A phone that gets push messages (`endpoint`: its URL at the push service), or an e-mail address.

    `secret_hash`: the SHA-256 hash of the secret with which the phone fetches its texts; "" for an e-mail address.
    `site`: the origin of the site, as the subscriber opened it. `failing_since`: None unless the last delivery failed.
    """

    endpoint = models.CharField(max_length=LONGEST_ENDPOINT, blank=True)
    secret_hash = models.CharField(max_length=64, blank=True)
    key = models.ForeignKey(PushKey, models.CASCADE, null=True, related_name="receivers")
    address = models.CharField(max_length=LONGEST_ADDRESS, blank=True)
    language = models.CharField(max_length=10)
    site = models.CharField(max_length=300)
    made_at = models.DateTimeField()
    failing_since = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["endpoint"], condition=~Q(endpoint=""), name="receiver_endpoint_once"),
            models.UniqueConstraint(fields=["secret_hash"], condition=~Q(secret_hash=""), name="receiver_secret_once"),  # nosec B106 # empty
            models.UniqueConstraint(fields=["address"], condition=~Q(address=""), name="receiver_address_once"),
            models.CheckConstraint(
                condition=(Q(address="", key__isnull=False) & ~Q(endpoint="") & ~Q(secret_hash=""))  # nosec B106 # empty
                | (Q(endpoint="", secret_hash="", key=None) & ~Q(address="")),  # nosec B106 # empty
                name="receiver_is_a_phone_or_an_address",
            ),
        ]


class Topic(models.TextChoices):
    """The topics that people can subscribe to."""

    PLAYER = "player", _("A player’s seats and results")
    DESK = "desk", _("The tournament’s desk")
    NIGHTS = "nights", _("Club nights")


class Subscription(models.Model):
    """A receiver's subscription: to an entrant, a tournament's desk, or the nights of a club.

    `user`, `phone`: the account and the device that subscribed; notices that they may no longer see are not sent.
    `device`: the session in which the account was signed in; signing out ends the subscription. None if the
    subscription needs no account, and after the session has expired. `confirmed_at`: None until the owner of an e-mail
    address has opened the link. `known_seats`: the seats about which the receiver has been notified, by round.
    """

    receiver = models.ForeignKey(Receiver, models.CASCADE, related_name="subscriptions")
    topic = models.CharField(max_length=8, choices=Topic)
    tournament = models.ForeignKey(Tournament, models.CASCADE, null=True, related_name="+")
    entrant = models.ForeignKey(Entrant, models.CASCADE, null=True, related_name="+")
    club = models.ForeignKey(Club, models.CASCADE, null=True, related_name="+")
    user = models.ForeignKey(User, models.CASCADE, null=True, related_name="+")
    phone = models.CharField(max_length=KEY_LENGTH, blank=True)
    device = models.ForeignKey(Device, models.CASCADE, null=True, related_name="+")
    made_at = models.DateTimeField()
    confirmed_at = models.DateTimeField(null=True)
    known_seats: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(default=dict)

    class Meta:
        ordering = ["made_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["receiver", "entrant"], name="subscription_to_a_player_once"),
            models.UniqueConstraint(
                fields=["receiver", "tournament"], condition=Q(topic="desk"), name="subscription_to_a_desk_once"
            ),
            models.UniqueConstraint(fields=["receiver", "club"], name="subscription_to_a_club_once"),
            models.CheckConstraint(
                condition=Q(topic="player", tournament__isnull=False, entrant__isnull=False, club=None)
                | Q(topic="desk", tournament__isnull=False, entrant=None, club=None, user__isnull=False)
                | Q(topic="nights", tournament=None, entrant=None, club__isnull=False, user__isnull=False),
                name="subscription_has_a_subject",
            ),
        ]


class NoticeKind(models.TextChoices):
    """The kinds of notices."""

    SEATED = "seated"
    CHANGED = "changed"
    SOON = "soon"
    STARTED = "started"
    DISPUTED = "disputed"
    CALLED = "called"
    ASKED = "asked"
    WAITS = "waits"
    NIGHT = "night"

    @classmethod
    def about_seats(cls) -> tuple[NoticeKind, ...]:
        """The kinds about an entrant's seat in a round."""
        return cls.SEATED, cls.CHANGED, cls.SOON, cls.STARTED


class Notice(models.Model):
    """A notification for one subscription. Its text is not stored; it is created from the ids in `values`.

    `cause`: identifies what the notice is about; a subscription gets only one notice for each cause. `expires_at`:
    after that, the notice is useless. `sent_at`: when the push service or the mail server accepted it. `fetched_at`:
    when the phone fetched the text.
    """

    subscription = models.ForeignKey(Subscription, models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=8, choices=NoticeKind)
    cause = models.CharField(max_length=80)
    values: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(default=dict)
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField(db_index=True)
    sent_at = models.DateTimeField(null=True)
    fetched_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["subscription", "cause"], name="notice_of_a_cause_once")]

    @property
    def tag(self) -> str:
        """The browser's notification tag: a later notice with the same tag replaces this one on the screen."""
        subject = "seat" if self.kind in NoticeKind.about_seats() else self.kind
        return f"{self.subscription_id}-{subject}-{self.values.get('round', 0)}-{self.values.get('table', 0)}"
