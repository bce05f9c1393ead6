"""Web push without a payload: a push service learns only that something has happened.

The phone then fetches the text from this site. Requests have no body, so names never pass through a push service.
"""

import hashlib
import math
import re
from base64 import urlsafe_b64encode
from datetime import UTC, datetime, timedelta
from fnmatch import fnmatch

from django.conf import settings

from delivery.requests import Unreachable, checked_url, host_of, post
from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from notifications.channels import DeliveryRefused, ReceiverGone, TryLater
from notifications.channels.vapid import authorization
from notifications.models import LONGEST_ENDPOINT, Notice, NoticeKind

URGENT = {NoticeKind.SOON, NoticeKind.STARTED, NoticeKind.CALLED, NoticeKind.CHANGED, NoticeKind.DISPUTED}


def checked_endpoint(text: str) -> str:
    """Return the URL of a phone at its push service, unchanged. Raises `RuleViolation`.

    It must be an HTTPS URL in ASCII at one of the `PUSH_HOSTS`. Plain HTTP is accepted only with
    `ALLOW_PRIVATE_ADDRESSES`, for a self-hosted push service.
    """
    text_of_refusal = _("The browser gave no address for notifications. Try again.")
    if not text.isascii() or len(text) > LONGEST_ENDPOINT:
        raise RuleViolation("endpoint", text_of_refusal)
    try:
        host = checked_url(text).host or ""
    except Unreachable as error:
        raise RuleViolation("endpoint", text_of_refusal) from error
    if not any(fnmatch(host, pattern) for pattern in settings.PUSH_HOSTS):
        raise RuleViolation("endpoint", _("This site sends nothing to the notification service of this browser."))
    return text


def send(notice: Notice) -> None:
    """Send an empty push message, which wakes the phone. Raises `ReceiverGone`, `DeliveryRefused` or `TryLater`."""
    receiver = notice.subscription.receiver
    assert receiver.key is not None
    now = datetime.now(UTC)
    left = math.ceil((notice.expires_at - now).total_seconds())
    topic = hashlib.sha256(notice.tag.encode()).digest()[:24]
    headers = {
        "Authorization": authorization(receiver.key, receiver.endpoint, receiver.site),
        "TTL": str(max(left, 0)),
        "Urgency": "high" if notice.kind in URGENT else "normal",
        "Topic": urlsafe_b64encode(topic).decode(),  # replaces an undelivered message with the same topic
    }
    try:
        answer = post(receiver.endpoint, b"", headers)
    except Unreachable as error:
        raise TryLater(str(error)) from error
    if answer.status in (404, 410):
        raise ReceiverGone
    reason = f"{host_of(receiver.endpoint)} answered {answer.status}"
    if answer.status == 429 or answer.status >= 500:
        seconds = answer.headers.get("Retry-After", "")
        raise TryLater(reason, now + timedelta(seconds=int(seconds)) if re.fullmatch(r"[0-9]{1,5}", seconds) else None)
    if not 200 <= answer.status < 300:
        raise DeliveryRefused(reason)
