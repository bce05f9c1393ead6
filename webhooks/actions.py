"""Create, change and test webhooks."""

import re
import secrets
from base64 import b64encode
from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple

from django.conf import settings
from django.utils.timezone import now

from delivery.requests import FailureReason, Unreachable, check_reachable, host_of
from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from people.accounts.rate_limits import RateLimit, count_failure
from people.audit.log import Record, by_program
from people.clubs.rights import acting
from people.db.transactions import existing
from people.models import Club, Role, User
from tournaments.models import Tournament
from webhooks import deliveries, outbox
from webhooks.messages.formats import TELEGRAM
from webhooks.models import DeliveryState, EndpointKind, EventType, OffReason, WebhookEndpoint

MOST_ENDPOINTS = 10
# The number of test events and resent messages that a club may send in a day.
MANUAL = RateLimit("webhook by hand", most=100, window=timedelta(days=1))
OLD_SECRET_KEPT = timedelta(days=7)
# The hosts that URLs of a kind must have. Slack has no entry, because Mattermost and others use its format.
_HOSTS = {EndpointKind.DISCORD: ("discord.com", "discordapp.com")}
_TOPIC = re.compile(r"/[A-Za-z0-9_-]{1,64}$")
_BOT = re.compile(r"[0-9]{1,20}:[A-Za-z0-9_-]{20,100}")
_CHAT = re.compile(r"-?[0-9]{1,20}|@[A-Za-z0-9_]{4,40}")


class EndpointDetails(NamedTuple):
    """The values that an organiser enters for an endpoint.

    `tournament`: send only the events of this one. `site`: this site's origin, for links in messages.
    """

    url: str
    token: str
    chat: str
    events: Sequence[str]
    tournament: Tournament | None
    language: str
    site: str


def add_endpoint(
    *, club: Club, by: User, kind: EndpointKind, details: EndpointDetails, record: Record = by_program
) -> WebhookEndpoint:
    """Add an endpoint, which receives later events. Raises `RuleViolation` (`url`, `token`, `chat`, `events`)."""
    new = _checked(kind, details)
    with acting(club, by, Role.ORGANISER) as (locked, _role):
        if WebhookEndpoint.objects.filter(club=locked).count() >= MOST_ENDPOINTS:
            raise RuleViolation("url", _("A club can have at most %(most)s webhooks."), most=MOST_ENDPOINTS)
        made = {"secret": new_secret(), "created_at": now(), "added_by": by}
        endpoint = WebhookEndpoint.objects.create(club=locked, kind=kind, **made, **new._asdict())
        record("webhook_added", club=locked, user=by, about=endpoint.pk, after=_logged_values(endpoint))
    return endpoint


def change_endpoint(
    *, club: Club, by: User, endpoint: int, details: EndpointDetails, record: Record = by_program
) -> None:
    """Change an endpoint. Waiting deliveries go to the new URL.

    If no token is given, the old one stays, unless the URL's host changes: otherwise the token could be read by sending
    it to another host.
    """
    old = existing(WebhookEndpoint.objects.filter(club=club, pk=endpoint).first())
    kind = EndpointKind(old.kind)
    if not details.token.strip() and (kind is EndpointKind.TELEGRAM or host_of(details.url.strip()) == old.host):
        details = details._replace(token=old.token)
    new = _checked(kind, details)
    with acting(club, by, Role.ORGANISER) as (locked, _role):
        row = _endpoint(locked, endpoint)
        for name, value in new._asdict().items():
            setattr(row, name, value)
        row.save(update_fields=new._fields)
        record("webhook_changed", club=locked, user=by, about=row.pk, after=_logged_values(row))


def remove_endpoint(*, club: Club, by: User, endpoint: int, record: Record = by_program) -> None:
    """Remove an endpoint with its delivery log. Waiting deliveries aren't sent."""
    with acting(club, by, Role.ORGANISER) as (locked, _role):
        row = _endpoint(locked, endpoint)
        record("webhook_removed", club=locked, user=by, about=row.pk, after=_logged_values(row))
        row.delete()


def replace_secret(*, club: Club, by: User, endpoint: int, record: Record = by_program) -> None:
    """Create a new secret. The old one also signs for `OLD_SECRET_KEPT`, so the receiver can be changed in time."""
    with acting(club, by, Role.ORGANISER) as (locked, _role):
        row = _endpoint(locked, endpoint)
        WebhookEndpoint.objects.filter(pk=row.pk).update(
            secret=new_secret(), old_secret=row.secret, old_secret_ends=now() + OLD_SECRET_KEPT
        )
        record("webhook_secret", club=locked, user=by, about=row.pk, after=_logged_values(row))


def switch_off(*, club: Club, by: User, endpoint: int, record: Record = by_program) -> None:
    """Stop sending to an endpoint. Waiting deliveries are held."""
    with acting(club, by, Role.ORGANISER) as (locked, _role):
        row = _endpoint(locked, endpoint)
        if row.enabled:
            deliveries.switch_off(row, OffReason.ORGANISER, record, user=by)


def switch_on(*, club: Club, by: User, endpoint: int, record: Record = by_program) -> None:
    """Send later events again. Held deliveries stay held until `send_held`."""
    with acting(club, by, Role.ORGANISER) as (locked, _role):
        row = _endpoint(locked, endpoint)
        if not row.enabled:
            on = {"enabled": True, "off_reason": "", "off_at": None, "failing_since": None, "wait_until": None}
            WebhookEndpoint.objects.filter(pk=row.pk).update(**on)
            record("webhook_on", club=locked, user=by, about=row.pk, after=_logged_values(row))


def send_held(*, club: Club, by: User, endpoint: int, record: Record = by_program) -> None:
    """Send the deliveries that were held while the endpoint was off, oldest first."""
    with acting(club, by, Role.ORGANISER) as (locked, _role):
        row = _enabled(locked, endpoint)
        deliveries.restart(row, row.deliveries.filter(state=DeliveryState.HELD))
        record("webhook_repeated", club=locked, user=by, about=row.pk, after=_logged_values(row))


def send_again(*, club: Club, by: User, endpoint: int, delivery: int, record: Record = by_program) -> None:
    """Send a message again, with the same webhook-id. Raises `RuleViolation` (`endpoint`)."""
    with acting(club, by, Role.ORGANISER) as (locked, _role):
        row = _enabled(locked, endpoint)
        _count_manual(locked)
        deliveries.restart(row, row.deliveries.filter(pk=existing(row.deliveries.filter(pk=delivery).first()).pk))
        record("webhook_repeated", club=locked, user=by, about=row.pk, after=_logged_values(row))


def send_test(*, club: Club, by: User, endpoint: int, record: Record = by_program) -> None:
    """Send a test event. Raises `RuleViolation` (`endpoint`)."""
    with acting(club, by, Role.ORGANISER) as (locked, _role):
        row = _enabled(locked, endpoint)
        _count_manual(locked)
        outbox.send_test(row)
        record("webhook_tested", club=locked, user=by, about=row.pk, after=_logged_values(row))


def _count_manual(club: Club) -> None:
    """Count a message sent by hand. Raises `RuleViolation` above the limit, so that nobody can flood another site."""
    if count_failure(MANUAL, str(club.pk)) > MANUAL.most:
        text = _("A club can send at most %(most)s tests and repeated messages a day. Try again tomorrow.")
        raise RuleViolation("endpoint", text, most=MANUAL.most)


def new_secret() -> str:
    """Return a secret in the format of Standard Webhooks, made of 32 random bytes."""
    return f"whsec_{b64encode(secrets.token_bytes(32)).decode()}"


def _endpoint(club: Club, endpoint: int) -> WebhookEndpoint:
    """Lock an endpoint of the club and return it."""
    rows = WebhookEndpoint.objects.select_related("club").select_for_update(of=("self",))
    return existing(rows.filter(club=club, pk=endpoint).first())


def _enabled(club: Club, endpoint: int) -> WebhookEndpoint:
    """Lock an endpoint and return it. Raises `RuleViolation` if it is switched off."""
    row = _endpoint(club, endpoint)
    if not row.enabled:
        raise RuleViolation("endpoint", _("This webhook is switched off. Switch it on first."))
    return row


def _logged_values(endpoint: WebhookEndpoint) -> dict[str, str]:
    """Return the values for the activity log, none of which are secret."""
    return {"kind": endpoint.kind, "host": endpoint.host}


def _checked(kind: EndpointKind, details: EndpointDetails) -> EndpointDetails:
    """Return the details as they are stored. Raises `RuleViolation`."""
    url = TELEGRAM if kind is EndpointKind.TELEGRAM else details.url.strip()
    token, chat = details.token.strip(), details.chat.strip()
    if kind is EndpointKind.TELEGRAM and not _BOT.fullmatch(token):
        raise RuleViolation("token", _("Enter the token of the bot, such as 123456:ABC-DEF1234ghIkl-zyx57W2v1u."))
    if kind is EndpointKind.TELEGRAM and not _CHAT.fullmatch(chat):
        raise RuleViolation("chat", _("Enter the id of the chat, such as -1001234567890, or the @name of a channel."))
    if kind is EndpointKind.NTFY and not _TOPIC.search(url):
        raise RuleViolation("url", _("Enter the address of the topic, such as https://ntfy.sh/our-club."))
    if kind is EndpointKind.NTFY and not (
        token.isascii() and token.isprintable() and " " not in token and len(token) < 200
    ):
        raise RuleViolation("token", _("An access token has no spaces and at most 200 characters."))
    if kind is not EndpointKind.TELEGRAM:
        _check_address(kind, url)
    events = [each.value for each in EventType if each.value in details.events]
    if not events:
        raise RuleViolation("events", _("Choose at least one event."))
    keeps = (EndpointKind.NTFY, EndpointKind.TELEGRAM)
    return details._replace(
        url=url, token=token if kind in keeps else "", chat=chat if kind is EndpointKind.TELEGRAM else "", events=events
    )


def _check_address(kind: EndpointKind, url: str) -> None:
    """Raise `RuleViolation` unless messages of this kind can be sent to the address."""
    hosts, host = _HOSTS.get(kind, ()), host_of(url)
    own = any(host == each or host.endswith(f".{each}") for each in hosts)
    if hosts and not settings.ALLOW_PRIVATE_ADDRESSES and not (own and url.startswith("https://")):
        text = _("Enter the address that %(service)s gives you. It begins with https://%(host)s/.")
        raise RuleViolation("url", text, service=kind.label, host=hosts[0])
    try:
        check_reachable(url)
    except Unreachable as error:
        if error.reason is not FailureReason.NAME:
            raise RuleViolation("url", str(error.reason.label)) from error
        text = _(
            "The server found no address for %(host)s. "
            "Check the spelling, or try again if the internet connection is down."
        )
        raise RuleViolation("url", text, host=host) from error
