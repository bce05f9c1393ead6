"""The site's key pairs for push services (VAPID, RFC 8292). They are in the database, which all server hosts share."""

import time
from base64 import urlsafe_b64encode
from datetime import UTC, datetime
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from notifications.models import PushKey
from people.db.transactions import created_once

VALID = 12 * 3600  # seconds that a signature is valid; push services accept at most 24 hours


def current_key() -> PushKey:
    """Return the newest key; create one if there is none."""
    return PushKey.objects.first() or created_once(PushKey.objects.first, make_key)


def make_key() -> PushKey:
    """Create a key inside an open transaction. New subscriptions use it from now on."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    private = urlsafe_b64encode(number.to_bytes(32)).decode().rstrip("=")
    return PushKey.objects.create(private=private, made_at=datetime.now(UTC))


def public_key(key: PushKey) -> str:
    """Return the public key in the format of browsers: an uncompressed point in base64url."""
    point = Vapid02.from_raw(key.private.encode()).public_key.public_bytes(
        Encoding.X962, PublicFormat.UncompressedPoint
    )
    return urlsafe_b64encode(point).decode().rstrip("=")


def key_of(public: str) -> PushKey:
    """Return the key pair with this public key. Raises `RuleViolation` (field `endpoint`) if it was deleted."""
    for key in PushKey.objects.all():
        if public_key(key) == public:
            return key
    raise RuleViolation("endpoint", _("The key of this site has changed. Try again."))


def authorization(key: PushKey, endpoint: str, site: str) -> str:
    """Return the Authorization header for a request to a push service, signed for this service only."""
    parts = urlsplit(endpoint)
    signer = Vapid02.from_raw(key.private.encode())
    signer.conf = {"no-strict": True}  # the library's pattern refuses URLs with a port
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + VALID,
        "sub": settings.SECURITY_CONTACT or site,
    }
    return str(signer.sign(claims)["Authorization"])
