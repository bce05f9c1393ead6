"""Subscribe, confirm, move and unsubscribe. The actions raise `RuleViolation`, `NotAllowed` and `Unavailable`."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import Q

from engine.errors import RuleViolation
from engine.hash_chain import is_key
from engine.language import gettext_noop as _
from notifications.channels.mail import checked_address
from notifications.channels.push import checked_endpoint
from notifications.channels.vapid import key_of
from notifications.models import Notice, PushKey, Receiver, Subscription, Topic
from notifications.notices.announced import forget_unused, seats_of
from people.db.transactions import NotAllowed, existing, writing
from people.models import Club, Device, User
from people.web.codes import new_key
from tournaments.models import Entrant, Tournament, TournamentState
from tournaments.snapshot import Day

MOST_OF_A_RECEIVER, MOST_OF_A_PLAYER = 40, 40
UNCONFIRMED = timedelta(days=2)  # unconfirmed e-mail subscriptions are deleted after this


@dataclass(frozen=True, kw_only=True)
class SubscriptionRequest:
    """A requested subscription: its subject and the requester. Exactly one of the subjects is given."""

    topic: Topic
    tournament: Tournament | None = None
    entrant: Entrant | None = None
    club: Club | None = None
    user: User | None = None
    phone: str = ""
    device: Device | None = None

    @property
    def subject(self) -> dict[str, Any]:
        """The fields that name the subject of a subscription."""
        return {"topic": self.topic, "tournament": self.tournament, "entrant": self.entrant, "club": self.club}

    @property
    def about(self) -> str:
        """The tournament or the club, for which requests are counted."""
        return f"tournament {self.tournament.pk}" if self.tournament else f"club {self.club.pk if self.club else 0}"


@dataclass(frozen=True, kw_only=True)
class SiteContext:
    """The language and the origin of the site with which a person subscribes."""

    language: str
    site: str


def subscribe_phone(
    wanted: SubscriptionRequest, context: SiteContext, *, endpoint: str, key: str, secret: str = ""
) -> tuple[Subscription, str]:
    """Subscribe a phone; return the subscription and the phone's secret.

    `key`: the site's public key with which the browser created the endpoint. `secret`: the phone's current secret. A
    phone that has lost it gets a new one, since only the phone and its push service know the endpoint.
    """
    checked_endpoint(endpoint)
    push_key = key_of(key)
    secret = secret if is_key(secret) else new_key()
    digest = hash_of(secret)

    def receiver() -> Receiver:
        known = Receiver.objects.filter(Q(endpoint=endpoint) | Q(secret_hash=digest))
        row = known.first() or Receiver(made_at=datetime.now(UTC))
        known.exclude(pk=row.pk).delete()
        row.endpoint, row.key, row.secret_hash = endpoint, push_key, digest
        return row

    return _subscribe(wanted, context, receiver, confirmed=True), secret


def subscribe_address(wanted: SubscriptionRequest, context: SiteContext, address: str) -> Subscription:
    """Subscribe an e-mail address. Its owner must confirm; until they have, the caller sends the link.

    Confirmed subscriptions stay as they are, because anybody can enter the address.
    """
    checked = checked_address(address)

    def receiver() -> Receiver:
        row = Receiver.objects.filter(address=checked).first()
        return row or Receiver(address=checked, made_at=datetime.now(UTC))

    return _subscribe(wanted, context, receiver, confirmed=False)


def _subscribe(
    wanted: SubscriptionRequest, context: SiteContext, receiver_of: Callable[[], Receiver], confirmed: bool
) -> Subscription:
    now = datetime.now(UTC)
    with writing():
        if wanted.tournament:
            current = Tournament.objects.select_for_update(of=("self",)).filter(pk=wanted.tournament.pk).first()
            if existing(current).state == TournamentState.OVER:
                raise RuleViolation("tournament", _("The tournament has finished. There is nothing more to notify of."))
        receiver = receiver_of()
        if confirmed or receiver.pk is None or not receiver.subscriptions.exclude(confirmed_at=None).exists():
            receiver.language, receiver.site, receiver.failing_since = context.language, context.site, None
            receiver.save()
        known = Subscription.objects.filter(receiver=receiver, **wanted.subject).first()
        if known is None:
            _check_limits(receiver, wanted.entrant)
            known = Subscription(receiver=receiver, made_at=now, **wanted.subject)
        elif known.confirmed_at and not confirmed:
            return known
        known.user, known.phone, known.device = wanted.user, wanted.phone, wanted.device if confirmed else None
        if confirmed:
            known.confirmed_at = now
        if wanted.entrant and wanted.tournament:
            known.known_seats = seats_of(Day(wanted.tournament), wanted.entrant.pk)
        known.save()
    return known


def _check_limits(receiver: Receiver, entrant: Entrant | None) -> None:
    """Raise `RuleViolation` if a limit is reached. Unconfirmed ones don't count: anybody can enter any address."""
    confirmed = Subscription.objects.exclude(confirmed_at=None)
    if confirmed.filter(receiver=receiver).count() >= MOST_OF_A_RECEIVER:
        text = _("A phone or an email address can have at most %(most)s notifications. Stop others first.")
        raise RuleViolation("tournament", text, most=MOST_OF_A_RECEIVER)
    if entrant and confirmed.filter(entrant=entrant).count() >= MOST_OF_A_PLAYER:
        text = _("At most %(most)s phones and email addresses can follow one player.")
        raise RuleViolation("tournament", text, most=MOST_OF_A_PLAYER)


def confirm(subscription: Subscription) -> None:
    """Confirm an e-mail subscription, on behalf of the address's owner."""
    with writing():
        _check_limits(subscription.receiver, subscription.entrant)
        Subscription.objects.filter(pk=subscription.pk, confirmed_at=None).update(confirmed_at=datetime.now(UTC))


def stop(receiver: Receiver, number: int | None = None) -> None:
    """Delete one subscription of a receiver, or all of them. Idempotent."""
    with writing():
        chosen = receiver.subscriptions.all()
        (chosen if number is None else chosen.filter(pk=number)).delete()
        forget_unused()


def move(receiver: Receiver, endpoint: str) -> None:
    """Save the new endpoint of a phone, which its push service has changed."""
    checked_endpoint(endpoint)
    with writing():
        Receiver.objects.filter(endpoint=endpoint).exclude(pk=receiver.pk).delete()
        Receiver.objects.filter(pk=receiver.pk).update(endpoint=endpoint)


def change_language(receiver: Receiver, language: str) -> None:
    """Save the language in which a phone gets its texts from now on."""
    with writing():
        Receiver.objects.filter(pk=receiver.pk).update(language=language)


def forget_receiver(receiver: Receiver) -> None:
    """Delete a phone that its push service no longer knows."""
    with writing():
        receiver.delete()


def prune() -> None:
    """Delete unconfirmed requests, receivers without subscriptions, and outdated notices. Called once a minute."""
    now = datetime.now(UTC)
    unconfirmed = Subscription.objects.filter(confirmed_at=None, made_at__lt=now - UNCONFIRMED)
    expired = Notice.objects.filter(expires_at__lt=now - timedelta(days=1))
    unused = Receiver.objects.filter(subscriptions=None)
    if unconfirmed.exists() or expired.exists() or unused.exists():
        with writing():
            unconfirmed.delete()
            expired.delete()
            unused.delete()


def phone_with(secret: str) -> Receiver:
    """Return the phone that has this secret. Raises `NotAllowed`."""
    if not is_key(secret):
        raise NotAllowed
    return existing(Receiver.objects.filter(secret_hash=hash_of(secret)).exclude(endpoint="").first())


def hash_of(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def end_old_keys() -> int:
    """Delete the phones of all keys but the newest, inside an open transaction; return their number."""
    old = PushKey.objects.all()[1:]
    receivers = Receiver.objects.filter(key__in=[key.pk for key in old])
    many = receivers.count()
    receivers.delete()
    PushKey.objects.filter(pk__in=[key.pk for key in old]).delete()
    return many
