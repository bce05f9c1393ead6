"""Web push without a payload: a push service learns that something has happened, and nothing else.

The phone then fetches the text from this site. A request has no body, so names never pass through a push service.
"""

import hashlib
import logging
import math
from base64 import urlsafe_b64encode
from datetime import UTC, datetime
from urllib.parse import urlsplit

from delivery.requests import Unreachable, checked_url, post
from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from notifications.channels.vapid import authorization
from notifications.models import LONGEST_ENDPOINT, Notice, NoticeKind

logger = logging.getLogger(__name__)
URGENT = {NoticeKind.SOON, NoticeKind.STARTED, NoticeKind.CALLED, NoticeKind.CHANGED, NoticeKind.DISPUTED}


class SubscriptionGone(Exception):
    """The push service doesn't know the phone any more: the user has blocked the site, or removed the browser."""


class TryLater(Exception):
    """The message was not delivered, and may be in a moment."""


def checked_endpoint(text: str) -> str:
    """Return the address of a phone at its push service, unchanged. Raises `RuleViolation`.

    It is an HTTPS address in ASCII. Plain HTTP is accepted only with `ALLOW_PRIVATE_ADDRESSES`, for a push service of
    one's own.
    """
    text_of_refusal = _("The browser gave no address for notifications. Try again.")
    if not text.isascii() or len(text) > LONGEST_ENDPOINT:
        raise RuleViolation("endpoint", text_of_refusal)
    try:
        checked_url(text)
    except Unreachable as error:
        raise RuleViolation("endpoint", text_of_refusal) from error
    return text


def send(notice: Notice, now: datetime | None = None) -> None:
    """Wake the phone. Raises `SubscriptionGone` or `TryLater`."""
    receiver = notice.subscription.receiver
    assert receiver.key is not None
    left = math.ceil((notice.expires_at - (now or datetime.now(UTC))).total_seconds())
    topic = hashlib.sha256(notice.tag.encode()).digest()[:24]
    headers = {
        "Authorization": authorization(receiver.key, receiver.endpoint, receiver.site),
        "TTL": str(max(left, 0)),
        "Urgency": "high" if notice.kind in URGENT else "normal",
        "Topic": urlsafe_b64encode(topic).decode(),  # replaces an earlier message that the phone hasn't got yet
    }
    try:
        answer = post(receiver.endpoint, b"", headers)
    except Unreachable as error:
        raise TryLater(str(error)) from error
    if answer.status in (404, 410):
        raise SubscriptionGone
    if answer.status == 429 or answer.status >= 500:
        raise TryLater(f"status {answer.status}")
    if not 200 <= answer.status < 300:
        logger.warning("The push service %s refused a message: %s", urlsplit(receiver.endpoint).hostname, answer.status)
