"""E-mails: plain text in the subscriber's language, with links to unsubscribe. Only if `EMAIL_URL` is set."""

import smtplib
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.core.validators import validate_email
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override

from engine.errors import RuleViolation
from engine.language import gettext_noop
from notifications.channels import DeliveryRefused, TryLater
from notifications.models import LONGEST_ADDRESS, Notice, Subscription
from notifications.notices import wording
from people.web.codes import computed_token, is_token

_SALT = "notifications.mail"


def checked_address(text: str) -> str:
    """Return an e-mail address. Raises `RuleViolation` (field `address`)."""
    address = text.strip()
    try:
        validate_email(address)
        name, _at, host = address.rpartition("@")
        address = f"{name}@{host.encode('idna').decode().lower()}"
    except (ValidationError, UnicodeError) as error:
        raise RuleViolation("address", gettext_noop("Enter an email address, such as ann@example.org.")) from error
    if len(address) > LONGEST_ADDRESS or not address.isascii():
        raise RuleViolation("address", gettext_noop("Enter an email address, such as ann@example.org."))
    return address


def token_of(subscription: Subscription) -> str:
    """Return the token of the links in e-mails about a subscription."""
    return computed_token(_SALT, _subject(subscription))


def opened_by(subscription: Subscription, token: str) -> bool:
    return is_token(_SALT, _subject(subscription), token)


def _subject(subscription: Subscription) -> str:
    return f"{subscription.pk}:{subscription.receiver_id}:{subscription.made_at.timestamp()}"


def page_of(subscription: Subscription) -> str:
    """Return the URL of the page on which the reader of an e-mail confirms and unsubscribes."""
    return subscription.receiver.site + reverse(
        "notifications:notify_mail", args=[subscription.pk, token_of(subscription)]
    )


def ask_to_confirm(subscription: Subscription) -> None:
    """Send the link that confirms a subscription. The e-mail contains no text that others have entered.

    Raises `DeliveryRefused` or `TryLater`.
    """
    with override(subscription.receiver.language):
        lines = [
            _("Somebody, probably you, asked for emails from %(site)s.") % {"site": _host(subscription)},
            _("Open this page and confirm:"),
            page_of(subscription),
            _("If it wasn’t you, do nothing. You’ll get no other email."),
        ]
        _send(subscription, _("Confirm your notifications"), lines)


def send(notice: Notice) -> None:
    """Send a notice, unless its reader may no longer see it. Raises `DeliveryRefused` or `TryLater`."""
    with override(notice.subscription.receiver.language):
        text = wording.text_of(notice)
        if text:
            page = notice.subscription.receiver.site + text.path
            stop = _("Stop these emails: %(address)s") % {"address": page_of(notice.subscription)}
            _send(notice.subscription, text.title, [text.body, page, stop])


def _send(subscription: Subscription, title: str, lines: list[str]) -> None:
    message = EmailMessage(
        subject=" ".join(title.split()),
        body="\n\n".join(line for line in lines if line) + "\n",
        from_email=settings.DEFAULT_FROM_EMAIL,
        to=[subscription.receiver.address],
        headers={"List-Unsubscribe": f"<{page_of(subscription)}>", "Auto-Submitted": "auto-generated"},
    )
    if subscription.receiver.site.startswith("https://"):
        message.extra_headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"  # RFC 8058
    try:
        message.send()
    except smtplib.SMTPRecipientsRefused as error:
        codes = [code for code, _text in error.recipients.values()]
        reason = f"the mail server answered {codes}"
        raise (TryLater(reason) if all(400 <= code < 500 for code in codes) else DeliveryRefused(reason)) from error
    except (OSError, smtplib.SMTPException) as error:
        raise TryLater(str(error)) from error


def _host(subscription: Subscription) -> str:
    return urlsplit(subscription.receiver.site).netloc
