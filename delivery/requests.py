"""Requests to addresses that users have given, such as webhooks and push services.

A request never goes to a private address, unless `ALLOW_PRIVATE_ADDRESSES` allows it: the server could reach routers,
databases and other programs that the user cannot. The checked address is the one that is used: a name that leads
elsewhere the second time gains nothing. Redirects are not followed.
"""

import socket
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

import urllib3
from django.conf import settings

TIMEOUT = urllib3.Timeout(connect=5, read=10)  # seconds
LARGEST_ANSWER = 4_096  # bytes that are read of a response


class Unreachable(Exception):
    """No answer: the address doesn't exist, is private, refuses, breaks TLS or takes too long. The text says which."""


@dataclass(frozen=True, slots=True)
class Answer:
    """`status`: of HTTP, such as 204; `headers`; `text`: the first characters of the body."""

    status: int
    headers: Mapping[str, str]
    text: str


def post(url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
    """Send a POST request and return the answer, whatever its status. Raises `Unreachable`."""
    parts = urlsplit(url)
    host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    with _pool(parts.scheme, host, _public_address(host, port), port) as pool:
        try:
            response = pool.urlopen(
                "POST",
                path,
                body=body,
                headers={**headers, "Host": parts.netloc.rpartition("@")[2]},
                redirect=False,
                retries=False,
                timeout=TIMEOUT,
                preload_content=False,
            )
            text = response.read(LARGEST_ANSWER, decode_content=False)
            response.close()
        except urllib3.exceptions.HTTPError as error:
            raise Unreachable(str(error)) from error
    return Answer(response.status, response.headers, text.decode(errors="replace"))


def _pool(scheme: str, host: str, address: str, port: int) -> urllib3.HTTPConnectionPool:
    """Connections to an IP address; a certificate must be for the host name."""
    if scheme == "https":
        return urllib3.HTTPSConnectionPool(address, port, server_hostname=host, assert_hostname=host)
    return urllib3.HTTPConnectionPool(address, port)


def _public_address(host: str, port: int) -> str:
    """Return an IP address of the host. Raises `Unreachable` if it has none, or if one of them is private."""
    try:
        found = [str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    except (OSError, UnicodeError) as error:
        raise Unreachable(f"{host} has no address") from error
    private = [each for each in found if not _is_public(each)]
    if private and not settings.ALLOW_PRIVATE_ADDRESSES:
        raise Unreachable(f"{host} leads to the private address {private[0]}")
    return found[0]


def _is_public(address: str) -> bool:
    ip = ip_address(address.partition("%")[0])
    mapped = getattr(ip, "ipv4_mapped", None) or ip
    return mapped.is_global and not mapped.is_multicast
