"""Form fields as sent over the wire: as browsers send them, and as no browser does. Pure functions."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote_from_bytes

FORM = "application/x-www-form-urlencoded"
# Headers that a request can have with any value.
HEADERS = (
    *("HTTP_REFERER", "HTTP_HX_CURRENT_URL", "HTTP_HX_TARGET", "HTTP_ACCEPT_LANGUAGE", "HTTP_ACCEPT", "HTTP_COOKIE"),
    *("HTTP_IF_NONE_MATCH", "HTTP_IF_MODIFIED_SINCE", "HTTP_RANGE", "HTTP_ORIGIN", "HTTP_X_FORWARDED_FOR"),
    *("HTTP_USER_AGENT", "HTTP_SEC_FETCH_SITE", "HTTP_X_CSRFTOKEN", "HTTP_HX_PROMPT", "HTTP_ACCEPT_ENCODING"),
)
BOUNDARY = "a-boundary-of-the-proof"
Pairs = Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Sent:
    """A request, with everything needed to send it again."""

    method: str
    path: str
    body: bytes = b""
    kind: str = FORM
    headers: dict[str, str] = field(default_factory=dict)

    def told(self) -> dict[str, Any]:
        """The request for a report."""
        return {"method": self.method, "path": self.path[:2000], "type": self.kind, "body": repr(self.body[:3000])}


def encoded(pairs: Pairs) -> str:
    """The fields as a form sends them, with lone surrogates and stray bytes unchanged."""
    return "&".join(f"{quote_from_bytes(raw(name))}={quote_from_bytes(raw(value))}" for name, value in pairs)


def raw(text: str) -> bytes:
    """Encode the text as UTF-8. A surrogate from \\udc80 to \\udcff becomes the byte that it stands for."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def on_the_wire(method: str, path: str, pairs: Pairs, chance: random.Random, odd: float) -> Sent:
    """The request with the fields as its body; with the probability `odd`, as no browser would send it."""
    if chance.random() < odd:
        return chance.choice(ODD)(method, path, pairs)
    if chance.random() < 0.1:
        return _parts(method, path, pairs)
    return Sent(method, path, encoded(pairs).encode())


def _parts(method: str, path: str, pairs: Pairs) -> Sent:
    return Sent(method, path, multipart(pairs), f"multipart/form-data; boundary={BOUNDARY}")


def multipart(pairs: Pairs, files: int = 0) -> bytes:
    """The fields as a multipart body; the first `files` of them as files."""
    out = bytearray()
    for at, (name, value) in enumerate(pairs):
        plain = raw(name).replace(b'"', b"%22").replace(b"\r", b"").replace(b"\n", b"")
        out += f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="'.encode() + plain + b'"'
        if at < files:
            out += b'; filename="../a\0.csv"\r\nContent-Type: text/csv'
        out += b"\r\n\r\n" + raw(value) + b"\r\n"
    return bytes(out + f"--{BOUNDARY}--\r\n".encode())


def _files(method: str, path: str, pairs: Pairs) -> Sent:
    named = [*pairs, ("file", pairs[0][1] if pairs else "a;b\n1;2")]
    return Sent(method, path, multipart(named[::-1], 2), f"multipart/form-data; boundary={BOUNDARY}")


def costly_file(method: str, path: str, pairs: Pairs, content: bytes) -> Sent:
    """The fields, with a file in place of the value of `file`."""
    body = multipart([each for each in pairs if each[0] != "file"])
    end = f"--{BOUNDARY}--\r\n".encode()
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\n'.encode()
    body = body[: -len(end)] + head + content + b"\r\n" + end
    return Sent(method, path, body, f"multipart/form-data; boundary={BOUNDARY}")


def _torn(method: str, path: str, pairs: Pairs) -> Sent:
    body = multipart(pairs)
    return Sent(method, path, body[: len(body) // 2], f"multipart/form-data; boundary={BOUNDARY}")


def _json(method: str, path: str, pairs: Pairs) -> Sent:
    return Sent(method, path, json.dumps(dict(pairs)).encode(), "application/json")


def _xml(method: str, path: str, pairs: Pairs) -> Sent:
    return Sent(method, path, b'<?xml version="1.0"?><a>' + encoded(pairs).encode() + b"</a>", "text/xml")


def _zipped(method: str, path: str, pairs: Pairs) -> Sent:
    return Sent(
        method, path, gzip.compress(encoded(pairs).encode(), mtime=0), headers={"HTTP_CONTENT_ENCODING": "gzip"}
    )


def _charset(method: str, path: str, pairs: Pairs) -> Sent:
    return Sent(method, path, encoded(pairs).encode(), f"{FORM}; charset=utf-7")


def _unknown_charset(method: str, path: str, pairs: Pairs) -> Sent:
    return Sent(method, path, multipart(pairs), f"multipart/form-data; boundary={BOUNDARY}; charset=no-such-thing")


def _unencoded(method: str, path: str, pairs: Pairs) -> Sent:
    return Sent(method, path, b"&".join(raw(name) + b"=" + raw(value) for name, value in pairs))


def _arrays(method: str, path: str, pairs: Pairs) -> Sent:
    return Sent(method, path, encoded([(f"{name}[]", value) for name, value in pairs]).encode())


def _many(method: str, path: str, pairs: Pairs) -> Sent:
    return Sent(method, path, encoded([*pairs, *((f"f{number}", "1") for number in range(1001))]).encode())


def _many_files(method: str, path: str, pairs: Pairs) -> Sent:
    files = [(f"file{number}", "a") for number in range(101)]
    return Sent(method, path, multipart([*files, *pairs], len(files)), f"multipart/form-data; boundary={BOUNDARY}")


def _no_boundary(method: str, path: str, pairs: Pairs) -> Sent:
    return Sent(method, path, multipart(pairs), "multipart/form-data")


ODD = (
    *(_files, _files, _torn, _json, _xml, _zipped, _charset, _unknown_charset),
    *(_unencoded, _arrays, _many, _many_files, _no_boundary),
)
