"""Models of a club's webhook endpoints, the outbox, messages and deliveries."""

from __future__ import annotations

from datetime import datetime

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from delivery.requests import LONGEST_URL, FailureReason, host_of
from matches.models import Match
from people.models import Club, User
from tournaments.models import Tournament


class EndpointKind(models.TextChoices):
    """The format that an endpoint expects."""

    JSON = "json", _("JSON for a program (signed)")
    DISCORD = "discord", "Discord"
    SLACK = "slack", "Slack"
    NTFY = "ntfy", "ntfy"
    TELEGRAM = "telegram", "Telegram"

    @property
    def is_chat(self) -> bool:
        """Whether people read the messages, possibly people who aren't members of the club."""
        return self is not EndpointKind.JSON


class EventType(models.TextChoices):
    """The types of events. Each endpoint chooses its own."""

    MATCH_STARTED = "match.started", _("A match starts")
    HAND_RECORDED = "hand.recorded", _("A hand, drawn hand or penalty is entered, undone or corrected")
    MATCH_CLOSED = "match.closed", _("A match ends")
    ROUND_PUBLISHED = "round.published", _("The seats of a tournament round are published")
    RESULT_CONFIRMED = "result.confirmed", _("A tournament result is confirmed")
    RESULT_DISPUTED = "result.disputed", _("A tournament result is disputed")
    STANDINGS_CHANGED = "standings.changed", _("The standings of a tournament or of the season change")


TEST = "webhook.test"  # the type of a test event
JSON_FORM = "json"


class OffReason(models.TextChoices):
    """Why an endpoint is switched off."""

    ORGANISER = "organiser", _("An organiser switched it off.")
    GONE = "gone", _("The receiver answered that this address is gone for good (410).")
    FAILING = "failing", _("Nothing has been delivered for seven days.")


class WebhookEndpoint(models.Model):
    """A URL to which a club's events are sent.

    `token`: the access token of ntfy, or the token of the Telegram bot; `chat`: the chat of Telegram. `site`: the
    origin of this site for links, as the organiser saw it. `secret`, `old_secret`: the signing keys; the old one stays
    valid until `old_secret_ends`. `tournament`: if set, only its events are sent. `failing_since`: the first failure
    after the last success. `wait_until`: when the receiver accepts requests again, from Retry-After. `slow`: whether
    the last attempt failed or took long. `task`: the id of its only task, queued or running.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="webhooks")
    kind = models.CharField(max_length=12, choices=EndpointKind)
    url = models.CharField(max_length=LONGEST_URL)
    token = models.CharField(max_length=200, blank=True)
    chat = models.CharField(max_length=100, blank=True)
    events: models.JSONField[list[str], list[str]] = models.JSONField(default=list)
    tournament = models.ForeignKey(Tournament, models.CASCADE, null=True, related_name="webhooks")
    language = models.CharField(max_length=12)
    site = models.CharField(max_length=300)
    secret = models.CharField(max_length=80)
    old_secret = models.CharField(max_length=80, blank=True)
    old_secret_ends = models.DateTimeField(null=True)
    enabled = models.BooleanField(default=True)
    off_reason = models.CharField(max_length=12, choices=OffReason, blank=True)
    off_at = models.DateTimeField(null=True)
    failing_since = models.DateTimeField(null=True)
    wait_until = models.DateTimeField(null=True)
    slow = models.BooleanField(default=False)
    task = models.UUIDField(null=True)
    created_at = models.DateTimeField()
    added_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{EndpointKind(self.kind).label} {self.host}"

    @property
    def host(self) -> str:
        """The host of the URL; the rest of the URL may be secret."""
        return host_of(self.url)

    @property
    def is_chat(self) -> bool:
        return EndpointKind(self.kind).is_chat

    @property
    def form(self) -> str:
        """The key of its texts in `EventMessage.texts`."""
        return self.language if self.is_chat else JSON_FORM

    def secrets(self, at: datetime) -> list[str]:
        """Return the secrets that sign at this time."""
        return [self.secret, self.old_secret] if self.old_secret_ends and at < self.old_secret_ends else [self.secret]


class OutboxEvent(models.Model):
    """An event to publish. It is stored in the transaction of the change, and deleted when it is published.

    `key`: the webhook-id of its message. `about`: the fields of the message that identify its subject, as JSON.
    """

    key = models.CharField(max_length=60)
    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    type = models.CharField(max_length=24)
    about = models.TextField()
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.key


class EventMessage(models.Model):
    """A message about a club's event, the same for all endpoints.

    `key`: the webhook-id. `match` and `seq`, `tournament`, `round` and `table`, or `system` (of a season) identify the
    subject. `texts`: the JSON document, and the sentence in each language, created when they are first sent.
    `revision`: increases when they change.
    """

    key = models.CharField(max_length=60, unique=True)
    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    type = models.CharField(max_length=24)
    created_at = models.DateTimeField(db_index=True)
    match = models.ForeignKey(Match, models.CASCADE, null=True, related_name="+")
    seq = models.PositiveIntegerField(default=0)
    tournament = models.ForeignKey(Tournament, models.CASCADE, null=True, related_name="+")
    round = models.PositiveIntegerField(null=True)
    table = models.PositiveIntegerField(null=True)
    system = models.CharField(max_length=40, blank=True)
    texts: models.JSONField[dict[str, str], dict[str, str]] = models.JSONField(default=dict)
    revision = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.key


class DeliveryState(models.TextChoices):
    """The state of a delivery."""

    WAITING = "waiting", pgettext_lazy("delivery", "Waiting")
    DELIVERED = "delivered", _("Delivered")
    FAILED = "failed", _("Not delivered")
    HELD = "held", _("On hold")
    WITHDRAWN = "withdrawn", pgettext_lazy("delivery", "Withdrawn")


class Delivery(models.Model):
    """The delivery of a message to one endpoint. `status`, `reason`, `answer`: from the last attempt."""

    endpoint = models.ForeignKey(WebhookEndpoint, models.CASCADE, related_name="deliveries")
    message = models.ForeignKey(EventMessage, models.CASCADE, related_name="deliveries")
    state = models.CharField(max_length=12, choices=DeliveryState, default=DeliveryState.WAITING)
    attempts = models.PositiveIntegerField(default=0)
    attempted_at = models.DateTimeField(null=True)
    next_at = models.DateTimeField(null=True)
    status = models.PositiveIntegerField(null=True)
    reason = models.CharField(max_length=12, choices=FailureReason, blank=True)
    answer = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["endpoint", "message"], name="webhook_message_once")]
        indexes = [models.Index(fields=["endpoint", "next_at"], condition=Q(state="waiting"), name="webhook_due")]

    def __str__(self) -> str:
        return f"{self.message_id} to {self.endpoint_id}"
