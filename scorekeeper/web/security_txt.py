"""The file /.well-known/security.txt (RFC 9116): where to report a vulnerability of this site."""

from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

VALID = timedelta(days=180)  # RFC 9116 asks for less than a year


def checked_contact(value: str) -> str:
    """Return the setting SECURITY_CONTACT if it is empty or an address; raise `ImproperlyConfigured` if it is not."""
    contact = value.strip()
    try:
        parts = urlsplit(contact)
    except ValueError:
        parts = urlsplit("")
    mail = parts.scheme == "mailto" and "@" in parts.path.strip("@")
    if contact and not ((mail or (parts.scheme == "https" and parts.hostname)) and contact.isprintable()):
        raise ImproperlyConfigured(
            f"SECURITY_CONTACT must be an address such as mailto:security@example.org or https://example.org/report, "
            f"not “{value}”."
        )
    return contact


def text(contact: str, canonical: str, now: datetime) -> str:
    """Return the file. `canonical`: its own URL, or "" if it is not served over HTTPS, as the RFC demands.

    It states no preferred languages: the site has more of them than its host may read.
    """
    expires = (now + VALID).replace(hour=0, minute=0, second=0, microsecond=0)
    lines = [
        f"Contact: {contact}",
        f"Expires: {expires.isoformat().replace('+00:00', 'Z')}",
        *([f"Canonical: {canonical}"] if canonical else []),
    ]
    return "".join(f"{line}\n" for line in lines)
