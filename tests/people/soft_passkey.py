"""A software authenticator: creates passkeys and answers challenges in the format that browsers send."""

import hashlib
import json
import secrets

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import Aaguid, AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData

UP, UV, AT = 0x01, 0x04, 0x40
HOST = "localhost"
ORIGIN = f"http://{HOST}"


class SoftPasskey:
    """One passkey. `counter` grows with each answer; it is None for passkeys that are synchronised."""

    def __init__(self, counter=None):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(32)
        self.counter = counter

    @property
    def credential(self):
        public = ES256.from_cryptography_key(self.key.public_key())
        return AttestedCredentialData.create(Aaguid.NONE, self.id, public)

    def created(self, challenge, origin=ORIGIN, host=HOST, flags=UP | UV):
        client = CollectedClientData.create("webauthn.create", challenge, origin)
        data = AuthenticatorData.create(_hash(host), flags | AT, self.counter or 0, self.credential)
        return self._sent(client, attestationObject=AttestationObject.create("none", data, {}))

    def answer(self, challenge, origin=ORIGIN, host=HOST, flags=UP | UV, kind="webauthn.get"):
        if self.counter is not None:
            self.counter += 1
        client = CollectedClientData.create(kind, challenge, origin)
        data = AuthenticatorData.create(_hash(host), flags, self.counter or 0)
        signature = self.key.sign(bytes(data) + client.hash, ec.ECDSA(hashes.SHA256()))
        return self._sent(client, authenticatorData=data, signature=signature)

    def _sent(self, client, **parts):
        response = {name: websafe_encode(bytes(part)) for name, part in {"clientDataJSON": client, **parts}.items()}
        own = websafe_encode(self.id)
        return json.dumps({"id": own, "rawId": own, "type": "public-key", "response": response})


def _hash(host):
    return hashlib.sha256(host.encode()).digest()
