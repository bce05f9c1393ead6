"""Passkeys (WebAuthn), verified by the library fido2.

Challenges are not stored, so a request for one costs nothing. Each contains its time of creation and a MAC. A passkey
accepts an answer only to a newer challenge than the last one that it answered (`Passkey.last_challenge`).

Data from browsers is untrusted. Given an integer n, the library would allocate n bytes, so everything that it reads as
bytes is first checked to be text or bytes.
"""

import ipaddress
import json
import secrets
import struct
import time
from datetime import UTC, datetime
from typing import Any, NamedTuple

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from django.db.models import Q
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.utils.crypto import constant_time_compare, salted_hmac
from fido2 import cbor
from fido2.server import Fido2Server
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import (
    AttestedCredentialData,
    AuthenticationResponse,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialUserEntity,
    RegistrationResponse,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from people.models import Passkey, User
from people.web.codes import computed_token

MOST_PASSKEYS = 10  # of one account
MOST_SENT = 16 * 1024  # characters of an answer from a browser
MOST_KEY, MOST_ID = 640, 1023  # bytes of a public key, enough for RSA with 4,096 bits, and of an id
ALGORITHMS = (-7, -8, -257)  # ES256, EdDSA, RS256: the algorithms of common authenticators
CHALLENGE_LIFETIME = 5 * 60  # seconds
_STAMP, _RANDOM, _MAC = 8, 16, 16  # bytes of the three parts of a challenge
REQUIRED = UserVerificationRequirement.REQUIRED

# The errors that a malformed answer causes in the JSON, base64 and CBOR decoders, fido2 or its cryptography library.
MALFORMED = (
    *(ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError, RecursionError),
    *(struct.error, UnsupportedAlgorithm, NotImplementedError),
)


class InvalidPasskey(Exception):
    """The answer from the browser is malformed, too old, or not signed by a stored passkey."""


class NewPasskey(NamedTuple):
    """A verified new passkey, with the values that `Passkey` stores."""

    credential_id: str
    credential: bytes
    sign_count: int


class PasskeyAnswer(NamedTuple):
    """A verified answer of `passkey`: the authenticator's counter, and the time of the challenge's creation."""

    passkey: Passkey
    sign_count: int
    challenged_at: int


def host_of(request: HttpRequest) -> str:
    """Return the host of the request without its port: the name that passkeys belong to."""
    return split_domain_port(request.get_host())[0]


def are_possible(request: HttpRequest) -> bool:
    """Return whether browsers offer passkeys here: over HTTPS or on localhost, and not at a bare IP address."""
    host = host_of(request)
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return request.is_secure() or host == "localhost" or host.endswith(".localhost")
    return False


# ── options for browsers ─────────────────────────────────────────────────────


def new_challenge() -> str:
    """Return a challenge of 40 bytes: the time in microseconds, a random number, and a MAC of both."""
    body = _now().to_bytes(_STAMP) + secrets.token_bytes(_RANDOM)
    return websafe_encode(body + _mac(body))


def creation_options(request: HttpRequest, user: User) -> str:
    """Return the options for a new passkey as JSON. The script puts a new challenge into them."""
    handle = computed_token("people.passkey", str(user.pk)).encode()
    entity = PublicKeyCredentialUserEntity(id=handle, name=user.username, display_name=user.shown_name)
    resident = ResidentKeyRequirement.REQUIRED
    options, _state = _server(request).register_begin(entity, _known(user), resident, REQUIRED)
    return json.dumps(dict(options))


def request_options(request: HttpRequest, user: User | None = None) -> str:
    """Return the options to sign in as JSON: with a passkey of `user`, or with any that the browser offers."""
    options, _state = _server(request).authenticate_begin(_known(user) if user else None, REQUIRED)
    return json.dumps(dict(options))


def _server(request: HttpRequest) -> Fido2Server:
    origin = f"{request.scheme}://{request.get_host()}"
    entity = PublicKeyCredentialRpEntity(id=host_of(request), name="Scorekeeper")
    server = Fido2Server(entity, verify_origin=lambda sent: sent == origin)
    server.allowed_algorithms = [each for each in server.allowed_algorithms if each.alg in ALGORITHMS]
    return server


def _known(user: User) -> list[AttestedCredentialData]:
    return [AttestedCredentialData(bytes(each.credential)) for each in user.passkeys.all()]


def _now() -> int:
    return time.time_ns() // 1000


def _mac(body: bytes) -> bytes:
    return salted_hmac("people.challenge", body, algorithm="sha256").digest()[:_MAC]


# ── answers of browsers ───────────────────────────────────────────────────────


def verify_new(request: HttpRequest, sent: str) -> NewPasskey:
    """Verify a new passkey. Raises `InvalidPasskey`."""
    try:
        answer, challenge = _parsed(sent, "attestationObject")
        if not isinstance(_inside(answer["response"]["attestationObject"]), bytes):
            raise InvalidPasskey
        server, nobody = _server(request), PublicKeyCredentialUserEntity(id=b"_", name="")
        _options, state = server.register_begin(nobody, user_verification=REQUIRED, challenge=challenge)
        data = server.register_complete(state, RegistrationResponse.from_dict(answer))
        credential = data.credential_data
        if credential is None or not _is_usable(credential):
            raise InvalidPasskey
        return NewPasskey(websafe_encode(credential.credential_id), bytes(credential), data.counter)
    except (*MALFORMED, AssertionError) as error:  # AssertionError: the credential data is missing
        raise InvalidPasskey from error


def verify_answer(request: HttpRequest, sent: str) -> PasskeyAnswer:
    """Verify the answer of a passkey that is stored here. Raises `InvalidPasskey`."""
    try:
        answer, challenge = _parsed(sent, "authenticatorData", "signature")
        response = AuthenticationResponse.from_dict(answer)
        passkey = Passkey.objects.select_related("user").filter(credential_id=websafe_encode(response.raw_id)).first()
        if passkey is None:
            raise InvalidPasskey
        server = _server(request)
        _options, state = server.authenticate_begin(None, REQUIRED, challenge)
        server.authenticate_complete(state, [AttestedCredentialData(bytes(passkey.credential))], response)
        return PasskeyAnswer(passkey, response.response.authenticator_data.counter, _created_at(challenge))
    except MALFORMED as error:
        raise InvalidPasskey from error


def _parsed(sent: str, *names: str) -> tuple[dict[str, Any], bytes]:
    """Return the answer with the named parts of its response, all of them text, and the challenge that it answers."""
    if len(sent) > MOST_SENT:
        raise InvalidPasskey
    answer = json.loads(sent)
    response = {name: answer["response"][name] for name in ("clientDataJSON", *names)}
    texts = {name: answer[name] for name in ("id", "rawId", "type")}
    _check_texts(*texts.values(), *response.values())
    client = json.loads(websafe_decode(response["clientDataJSON"]))
    _check_texts(*(client[name] for name in ("type", "challenge", "origin")))
    challenge = websafe_decode(client["challenge"])
    _created_at(challenge)
    return {**texts, "response": response}, challenge


def _check_texts(*values: object) -> None:
    if not all(isinstance(value, str) for value in values):
        raise InvalidPasskey


def _is_usable(credential: AttestedCredentialData) -> bool:
    """Return whether the key has a supported algorithm, is small enough to verify cheaply, and is well-formed."""
    size = len(credential.credential_id)
    if size > MOST_ID or len(credential) - size > MOST_KEY:
        return False
    if credential.public_key.ALGORITHM not in ALGORITHMS:
        return False
    try:
        credential.public_key.verify(b"", b"")
    except InvalidSignature:  # expected, because the signature is a dummy; a malformed key raises another error
        return True
    return False


def _inside(attestation: str) -> object:
    """Return the authenticator data in an attestation object."""
    decoded: Any = cbor.decode(websafe_decode(attestation))
    return decoded["authData"]


def _created_at(challenge: bytes) -> int:
    """Return the time of a challenge's creation. Raises `InvalidPasskey` if its MAC is wrong or it is too old."""
    body, mac = challenge[: _STAMP + _RANDOM], challenge[_STAMP + _RANDOM :]
    if not constant_time_compare(mac, _mac(body)):
        raise InvalidPasskey
    created = int.from_bytes(body[:_STAMP])
    if not 0 <= _now() - created < CHALLENGE_LIFETIME * 1_000_000:
        raise InvalidPasskey
    return created


def use(answer: PasskeyAnswer) -> bool:
    """Save that a passkey has answered. Call this inside a transaction.

    Return False if it had already answered this challenge or a later one, or if its counter has not grown, which
    suggests a copied passkey.
    """
    passkey, counter = answer.passkey, answer.sign_count
    # A last challenge in the future was created before the server's clock was set back.
    later = Q(last_challenge__lt=answer.challenged_at) | Q(last_challenge__gt=_now())
    unused = Passkey.objects.filter(later, pk=passkey.pk)
    if counter or passkey.sign_count:
        unused = unused.filter(sign_count__lt=counter)
    told = {"sign_count": counter, "last_challenge": answer.challenged_at, "used_at": datetime.now(UTC)}
    return unused.update(**told) == 1
