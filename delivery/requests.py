"""Requests to addresses that users have given, such as webhooks and push services.

A request never goes to a private address, unless `ALLOW_PRIVATE_ADDRESSES` allows it: the server could reach routers,
databases and other programs that the user cannot. The checked address is the one that is used: a name that leads
elsewhere the second time gains nothing. Redirects are not followed. A request ends after `LONGEST` seconds, however
slowly the other side answers.
"""

import socket
import ssl
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

import urllib3
from django.conf import settings
from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.util import Url, parse_url

LONGEST_LOOKUP = 4.0  # seconds to find the addresses of a name
LONGEST_PAUSE = 5.0  # seconds without a byte, also while connecting
LONGEST = 10.0  # seconds from the first byte sent to the last one read
LARGEST_ANSWER = 4_096  # bytes that are read of a response
LONGEST_URL = 2_000  # characters
_GLOBAL = IPv6Network("2000::/3")
_NAT64 = IPv6Network("64:ff9b::/96")


class Trouble(TextChoices):
    """Why there is no answer, in words."""

    URL = "url", _("This is not a complete address, such as https://example.org/hook.")
    USER = "user", _("The address must not contain a user name or a password.")
    HTTP = "http", _("The address must begin with https://.")
    NAME = "name", _("There is no address for this host name.")
    PRIVATE = "private", _("The address is private. This server sends to public addresses only.")
    REFUSED = "refused", _("No connection: the other server is off, or refuses it.")
    TLS = "tls", _("The certificate of the other server is not valid for this address.")
    TIME = "time", _("The other server took too long to answer.")
    BROKEN = "broken", _("The connection broke off, or the answer isn’t HTTP.")


class Unreachable(Exception):
    """There is no answer. `trouble` says why; the text of the exception is for logs and names the host only."""

    def __init__(self, trouble: Trouble, host: str = "") -> None:
        super().__init__(f"{host or 'the address'}: {trouble.value}")
        self.trouble = trouble


@dataclass(frozen=True, slots=True)
class Answer:
    """`status`: of HTTP, such as 204; `headers`; `text`: the first characters of the body."""

    status: int
    headers: Mapping[str, str]
    text: str


def post(url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
    """Send a POST request and return the answer, whatever its status. Raises `Unreachable`."""
    target = checked_url(url)
    host = target.host or ""
    with _trouble(host), _connection(target, _public_address(host, _port(target))) as connection:
        connection.connect()
        with _deadline(connection):
            sent = {**headers, "Host": target.netloc or host}
            connection.request("POST", target.request_uri, body=body, headers=sent, preload_content=False)
            response = connection.getresponse()
            text = b""
            while len(text) < LARGEST_ANSWER and (part := response.read1(LARGEST_ANSWER, decode_content=False)):
                text += part
        return Answer(response.status, response.headers, text[:LARGEST_ANSWER].decode(errors="replace"))


def check_reachable(url: str) -> None:
    """Raise `Unreachable` for an address to which `post` would send nothing. Sends nothing itself."""
    target = checked_url(url)
    _public_address(target.host or "", _port(target))


def checked_url(url: str) -> Url:
    """Return the parts of an address. Raises `Unreachable` unless it is complete, without a user, and HTTPS.

    HTTP is possible where private addresses are: certificates are rare in a local network.
    """
    try:
        target = parse_url(url) if len(url) <= LONGEST_URL and url.isprintable() and " " not in url else Url()
        _port(target)
    except (urllib3.exceptions.LocationParseError, ValueError):
        target = Url()
    if target.scheme not in ("http", "https") or not target.host:
        raise Unreachable(Trouble.URL)
    if target.auth is not None:
        raise Unreachable(Trouble.USER)
    if target.scheme == "http" and not settings.ALLOW_PRIVATE_ADDRESSES:
        raise Unreachable(Trouble.HTTP)
    return target


def _port(target: Url) -> int:
    return target.port or (80 if target.scheme == "http" else 443)


@contextmanager
def _trouble(host: str) -> Iterator[None]:
    """Turn errors of the connection into `Unreachable`."""
    try:
        yield
    except urllib3.exceptions.NewConnectionError as error:  # a kind of TimeoutError for urllib3
        raise Unreachable(Trouble.REFUSED, host) from error
    except (urllib3.exceptions.TimeoutError, TimeoutError) as error:
        raise Unreachable(Trouble.TIME, host) from error
    except (urllib3.exceptions.SSLError, ssl.SSLError, ssl.CertificateError) as error:
        raise Unreachable(Trouble.TLS, host) from error
    except (urllib3.exceptions.HTTPError, OSError, ValueError, urllib3.connection.HTTPException) as error:
        raise Unreachable(Trouble.BROKEN, host) from error


@contextmanager
def _connection(target: Url, address: str) -> Iterator[HTTPConnection]:
    """A connection to an IP address; a certificate must be for the host name."""
    host, port = (target.host or "").strip("[]"), _port(target)
    connection = (
        HTTPSConnection(
            address, port, timeout=LONGEST_PAUSE, server_hostname=host, assert_hostname=host, cert_reqs="CERT_REQUIRED"
        )
        if target.scheme == "https"
        else HTTPConnection(address, port, timeout=LONGEST_PAUSE)
    )
    try:
        yield connection
    finally:
        connection.close()


@contextmanager
def _deadline(connection: HTTPConnection) -> Iterator[None]:
    """Break off the connection after `LONGEST` seconds. Timeouts of sockets begin again with each byte."""
    late = threading.Event()
    sock = connection.sock

    def break_off() -> None:
        late.set()
        with suppress(OSError):
            sock.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(LONGEST, break_off)
    timer.daemon = True
    timer.start()
    try:
        yield
    except Exception as error:
        raise TimeoutError if late.is_set() else error from error
    finally:
        timer.cancel()
    if late.is_set():
        raise TimeoutError


def _public_address(host: str, port: int) -> str:
    """Return an IP address of the host. Raises `Unreachable` if it has none, or if one of them is private."""
    found = _addresses(host.strip("[]"), port)
    if not found:
        raise Unreachable(Trouble.NAME, host)
    if not settings.ALLOW_PRIVATE_ADDRESSES and not all(map(is_public, found)):
        raise Unreachable(Trouble.PRIVATE, host)
    return found[0]


def _addresses(host: str, port: int) -> list[str]:
    """The IP addresses of a host; none if there are none, or if finding them takes too long.

    `getaddrinfo` has no time limit, so it runs in a thread that may be left behind.
    """
    found: list[str] = []

    def look_up() -> None:
        with suppress(OSError, UnicodeError):
            found.extend(str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))

    with suppress(ValueError):
        return [str(ip_address(host))]
    thread = threading.Thread(target=look_up, daemon=True)
    thread.start()
    thread.join(LONGEST_LOOKUP)
    return list(found)


def is_public(address: str) -> bool:
    """Whether an IP address can be reached from everywhere. IPv6 addresses that contain an IPv4 address count as it."""
    ip = ip_address(address.partition("%")[0])
    inner = _inside(ip) if isinstance(ip, IPv6Address) else ip
    if inner is not None:
        return inner.is_global and not inner.is_multicast
    return ip in _GLOBAL and ip.is_global


def _inside(ip: IPv6Address) -> IPv4Address | None:
    """The IPv4 address in an IPv6 address: mapped, of a translator (NAT64), or of a tunnel (6to4)."""
    if ip in _NAT64:
        return IPv4Address(int(ip) & 0xFFFFFFFF)
    return ip.ipv4_mapped or ip.sixtofour
