"""The bodies and the requests of each kind of endpoint. No name can act as markup, or call on people in a chat."""

import json
import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from django.core.serializers.json import DjangoJSONEncoder
from django.utils.translation import gettext as _
from django.utils.translation import override
from standardwebhooks import Webhook

from engine.hash_chain import stamp
from webhooks.messages.documents import Occasion
from webhooks.messages.sentences import sentence
from webhooks.models import TEST, Delivery, EndpointKind, WebhookEndpoint

TELEGRAM = "https://api.telegram.org"
LONGEST_SENTENCE = 1_500  # characters; Discord takes 2,000, Slack 3,000, Telegram 4,096, ntfy 4,096 bytes
_DISCORD_MARKUP = re.compile(r"([\\*_~`|>#\[\]()<@])")
_WORD_JOINER = "\u2060"  # after an @, so that Telegram sees no account


class Sending(NamedTuple):
    """A request to an endpoint."""

    url: str
    body: bytes
    headers: dict[str, str]


def body_of(endpoint: WebhookEndpoint, occasion: Occasion) -> str:
    """Return the body for an event that the endpoint may get."""
    subject = occasion.subject
    if subject is None:
        raise ValueError("nothing to tell")
    if not endpoint.is_chat:
        return _document(occasion.type, occasion.happening.at, subject.data())
    with override(endpoint.language):
        return _chat(endpoint, sentence(occasion.type, subject), subject.path)


def test_body(endpoint: WebhookEndpoint, at: datetime) -> str:
    """Return the body of a test event."""
    path = f"/c/{endpoint.club.code}/"
    if not endpoint.is_chat:
        return _document(TEST, at, {"club": endpoint.club.code})
    with override(endpoint.language):
        return _chat(endpoint, _("This is a test message from Scorekeeper"), path)


def sending(endpoint: WebhookEndpoint, delivery: Delivery, now: datetime) -> Sending:
    """Return the request of one attempt: the address, the body and the headers."""
    headers = {"Content-Type": "application/json", "User-Agent": "Scorekeeper"}
    url = endpoint.url
    if endpoint.kind == EndpointKind.TELEGRAM:
        url = f"{endpoint.url or TELEGRAM}/bot{endpoint.token}/sendMessage"
    elif endpoint.kind == EndpointKind.NTFY:
        url = endpoint.url.rpartition("/")[0] + "/"
        if endpoint.token:
            headers["Authorization"] = f"Bearer {endpoint.token}"
    elif endpoint.kind == EndpointKind.JSON:
        headers |= signed(delivery.message, now, delivery.body, endpoint.secrets(now))
    return Sending(url, delivery.body.encode(), headers)


def signed(message: str, now: datetime, body: str, secrets: list[str]) -> dict[str, str]:
    """Return the headers of Standard Webhooks, with a signature for each secret."""
    at = now.astimezone(UTC)
    return {
        "webhook-id": message,
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": " ".join(Webhook(secret).sign(message, at, body) for secret in secrets),
    }


def _document(event_type: str, at: datetime, data: Mapping[str, Any]) -> str:
    document = {"type": event_type, "timestamp": stamp(at), "data": data}
    return json.dumps(document, cls=DjangoJSONEncoder, ensure_ascii=False)


def _chat(endpoint: WebhookEndpoint, text: str, path: str) -> str:
    text = text if len(text) <= LONGEST_SENTENCE else text[: LONGEST_SENTENCE - 1] + "…"
    message = _CHATS[EndpointKind(endpoint.kind)](endpoint, text, endpoint.site.rstrip("/") + path)
    return json.dumps(message, ensure_ascii=False)


def _discord(_endpoint: WebhookEndpoint, text: str, link: str) -> dict[str, Any]:
    escaped = _DISCORD_MARKUP.sub(r"\\\1", text)
    return {"content": f"{escaped}\n<{link}>", "allowed_mentions": {"parse": []}}


def _slack(_endpoint: WebhookEndpoint, text: str, link: str) -> dict[str, Any]:
    opening = {"type": "mrkdwn", "text": f"<{_of_slack(link)}|{_of_slack(_('Open'))}>"}
    blocks = [
        {"type": "section", "text": {"type": "plain_text", "text": text, "emoji": False}},
        {"type": "context", "elements": [opening]},
    ]
    return {"text": _of_slack(text), "blocks": blocks, "unfurl_links": False}


def _of_slack(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _ntfy(endpoint: WebhookEndpoint, text: str, link: str) -> dict[str, Any]:
    topic = endpoint.url.rpartition("/")[2]
    return {"topic": topic, "title": endpoint.club.name, "message": text, "click": link}


def _telegram(endpoint: WebhookEndpoint, text: str, link: str) -> dict[str, Any]:
    plain = text.replace("@", f"@{_WORD_JOINER}")  # without a parse mode nothing is markup
    return {"chat_id": endpoint.chat, "text": f"{plain}\n{link}", "link_preview_options": {"is_disabled": True}}


_CHATS: Mapping[EndpointKind, Callable[[WebhookEndpoint, str, str], dict[str, Any]]] = {
    EndpointKind.DISCORD: _discord,
    EndpointKind.SLACK: _slack,
    EndpointKind.NTFY: _ntfy,
    EndpointKind.TELEGRAM: _telegram,
}
