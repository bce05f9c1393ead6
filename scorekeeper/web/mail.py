"""The settings of the mail server, read from `EMAIL_URL`."""

from email.utils import parseaddr
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from scorekeeper.environment import env

SCHEMES = ("smtp", "smtps", "smtp+tls", "smtp+ssl", "consolemail", "filemail", "memorymail")


def server_settings(url: str) -> dict[str, Any]:
    """Django's settings for the server that `EMAIL_URL` names. Raises `ImproperlyConfigured`, without the password."""
    try:
        parts = urlsplit(url)
        port = parts.port
        known = parts.scheme in SCHEMES and (parts.hostname or not parts.scheme.startswith("smtp"))
    except ValueError:
        known, port = False, None
    if not known:
        raise ImproperlyConfigured(
            "EMAIL_URL must be such as smtp+tls://user:password@host:587, smtp+ssl://user:password@host:465 or "
            "smtp://host:25. In a password : / ? # [ ] @ % are written %3A %2F %3F %23 %5B %5D %40 %25."
        )
    found = env.email_url_config(url)
    if found.get("EMAIL_PORT") is None:
        found["EMAIL_PORT"] = port or {"smtp+ssl": 465, "smtp": 25}.get(parts.scheme, 587)
    return dict(found)


def sender(url: str, given: str) -> str:
    """The address in From: `EMAIL_FROM`, or the user of the mail server. Raises `ImproperlyConfigured` without any."""
    address = given.strip() or (
        env.email_url_config(url).get("EMAIL_HOST_USER") or "" if url else "webmaster@localhost"
    )
    if "@" not in parseaddr(address)[1] or "\n" in address:
        raise ImproperlyConfigured("EMAIL_FROM must be an email address such as mahjong@club.example.")
    return str(address)
