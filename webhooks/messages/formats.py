"""The body and the request for each kind of endpoint. Names are escaped: none acts as markup or mentions an account."""

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
from people.db.transactions import writing
from webhooks.messages.sentences import sentence
from webhooks.messages.subjects import Subject, subject_of
from webhooks.models import JSON_FORM, EndpointKind, EventMessage, WebhookEndpoint

TELEGRAM = "https://api.telegram.org"
LONGEST_SENTENCE = 1_500  # characters; Discord takes 2,000, Slack 3,000, Telegram 4,096, ntfy 4,096 bytes
_DISCORD_MARKUP = re.compile(r"([\\*_~`|>#\[\]()<@])")
_NO_PREVIEWS = 4  # the flag SUPPRESS_EMBEDS of Discord
_WORD_JOINER = "\u2060"
# A word joiner after these keeps chats from detecting a link, a command or an account.
_LINKED = re.compile(r":(?=//)|\.(?=[^\W\d_])|(?<!\w)/(?=\w)|@")


class OutgoingRequest(NamedTuple):
    """A request to an endpoint."""

    url: str
    body: bytes
    headers: dict[str, str]


def build_request(endpoint: WebhookEndpoint, message: EventMessage, subject: Subject, at: datetime) -> OutgoingRequest:
    """Return the request for one attempt: URL, body and headers."""
    text = text_of(message, subject, endpoint.form)
    headers = {"Content-Type": "application/json", "User-Agent": "Scorekeeper"}
    url, body = endpoint.url, text
    if endpoint.is_chat:
        link = endpoint.site.rstrip("/") + subject.path
        with override(endpoint.language):
            chat = _CHATS[EndpointKind(endpoint.kind)](endpoint, text, link)
        body = json.dumps(chat, ensure_ascii=False)
    else:
        headers |= signed(message.key, at, body, endpoint.secrets(at))
    if endpoint.kind == EndpointKind.TELEGRAM:
        url = f"{endpoint.url or TELEGRAM}/bot{endpoint.token}/sendMessage"
    elif endpoint.kind == EndpointKind.NTFY:
        url = endpoint.url.rpartition("/")[0] + "/"
        if endpoint.token:
            headers["Authorization"] = f"Bearer {endpoint.token}"
    return OutgoingRequest(url, body.encode(), headers)


def text_of(message: EventMessage, subject: Subject, form: str) -> str:
    """Return the text of a message in one form. It is created once and stored, so that all attempts send the same."""
    while form not in message.texts:
        text = _document(message, subject) if form == JSON_FORM else _sentence(message, subject, form)
        unchanged = EventMessage.objects.filter(pk=message.pk, revision=message.revision)
        with writing():
            unchanged.update(texts={**message.texts, form: text}, revision=message.revision + 1)
        message.refresh_from_db(fields=["texts", "revision"])
        subject = subject_of(message) or subject  # read again, in case a person was erased meanwhile
    return message.texts[form]


def signed(message: str, now: datetime, body: str, secrets: list[str]) -> dict[str, str]:
    """Return the headers of Standard Webhooks, with one signature for each secret."""
    at = now.astimezone(UTC)
    return {
        "webhook-id": message,
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": " ".join(Webhook(secret).sign(message, at, body) for secret in secrets),
    }


def _document(message: EventMessage, subject: Subject) -> str:
    document = {"type": message.type, "timestamp": stamp(message.created_at), "data": subject.data()}
    return json.dumps(document, cls=DjangoJSONEncoder, ensure_ascii=False)


def _sentence(message: EventMessage, subject: Subject, language: str) -> str:
    """Return the sentence for chats, with names escaped so that none becomes a link, a command or a mention."""
    with override(language):
        text = sentence(message.type, subject)
    text = _LINKED.sub(rf"\g<0>{_WORD_JOINER}", text)
    return text if len(text) <= LONGEST_SENTENCE else text[: LONGEST_SENTENCE - 1] + "…"


def _discord(_endpoint: WebhookEndpoint, text: str, link: str) -> dict[str, Any]:
    escaped = _DISCORD_MARKUP.sub(r"\\\1", text)
    return {"content": f"{escaped}\n<{link}>", "allowed_mentions": {"parse": []}, "flags": _NO_PREVIEWS}


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
    # Without a parse mode, Telegram treats the text as plain.
    return {"chat_id": endpoint.chat, "text": f"{text}\n{link}", "link_preview_options": {"is_disabled": True}}


_CHATS: Mapping[EndpointKind, Callable[[WebhookEndpoint, str, str], dict[str, Any]]] = {
    EndpointKind.DISCORD: _discord,
    EndpointKind.SLACK: _slack,
    EndpointKind.NTFY: _ntfy,
    EndpointKind.TELEGRAM: _telegram,
}
