"""HTTP requests to URLs that users enter, such as those of webhooks and push services.

They never go to a private address, unless `ALLOW_PRIVATE_ADDRESSES` allows it: the server could reach routers,
databases and other programs that the user cannot (SSRF). The connection uses the IP address that was checked, so a host
name that resolves differently the second time makes no difference. Redirects are not followed. A request ends after
`LONGEST` seconds, however slowly the other side responds.
"""

import socket
import ssl
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

import urllib3
from django.conf import settings
from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.util import Url, parse_url

LONGEST_LOOKUP = 3.0  # seconds to resolve a host name
LONGEST_CONNECT = 3.0  # seconds to connect to one address
LONGEST = 10.0  # seconds in total, from resolving the host name to the last byte
MOST_ADDRESSES = 3  # IP addresses of a host that are tried, one after the other
LOWEST_PORT = 1_024  # the lowest port allowed besides 443
LARGEST_ANSWER = 4_096  # bytes read of a response
LONGEST_URL = 2_000  # characters
_GLOBAL = IPv6Network("2000::/3")
_UNCLEAR = {" ", "\\"}
_ISATAP = 0x0000_5EFE  # the 32 bits before the IPv4 address, without the universal/local bit (RFC 5214, 6.1)
_NAT64 = IPv6Network("64:ff9b::/96")


class FailureReason(TextChoices):
    """The reasons why a request failed, with sentences for organisers."""

    URL = "url", _("This is not a complete address, such as https://example.org/hook.")
    USER = "user", _("The address must not contain a user name or a password.")
    HTTP = "http", _("The address must begin with https://.")
    NAME = "name", _("There is no address for this host name.")
    PRIVATE = "private", _("The address is private. This server sends to public addresses only.")
    PORT = "port", _("The port must be 443, or 1024 or higher.")
    REFUSED = "refused", _("The server didn’t accept the connection.")
    TLS = "tls", _("The certificate of the other server is not valid for this address.")
    TIME = "time", _("The other server took too long to answer.")
    BROKEN = "broken", _("The connection broke off, or the answer isn’t HTTP.")
    INTERNAL = "internal", _("An error in Scorekeeper. The log of the server says more.")
    LIMIT = "limit", _("The club has sent too many messages in the last 24 hours.")


class Unreachable(Exception):
    """The request failed. `reason` says why; the text of the exception is for logs, and names only the host."""

    def __init__(self, reason: FailureReason, host: str = "") -> None:
        super().__init__(f"{host or 'the address'}: {reason.value}")
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Answer:
    """A response. `status`: the HTTP status, such as 204; `text`: the first characters of the body."""

    status: int
    headers: Mapping[str, str]
    text: str


def post(url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
    """Send a POST request and return the response, whatever its status. Raises `Unreachable`."""
    target = checked_url(url)
    host = target.host or ""
    with _failures(host), _deadline() as deadline:
        with _connection(target, _public_addresses(host, _port(target)), deadline) as connection:
            sent = {**headers, "Host": target.netloc or host}
            connection.request("POST", target.request_uri, body=body, headers=sent, preload_content=False)
            response = connection.getresponse()
            text = b""
            while len(text) < LARGEST_ANSWER and (part := response.read1(LARGEST_ANSWER, decode_content=False)):
                text += part
        return Answer(response.status, response.headers, text[:LARGEST_ANSWER].decode(errors="replace"))


def check_reachable(url: str) -> None:
    """Raise `Unreachable` for a URL to which `post` would refuse to send. Sends nothing."""
    target = checked_url(url)
    _public_addresses(target.host or "", _port(target))


def host_of(url: str) -> str:
    """Return the host of a URL; "" if it has none."""
    return _parsed(url).host or ""


def checked_url(url: str) -> Url:
    """Return the parts of a URL. Raises `Unreachable` unless it is a complete HTTPS URL without a user name.

    If private addresses are allowed, so are HTTP and all ports, because certificates are rare in local networks.
    Otherwise, low ports other than 443, such as those of mail servers, are refused.
    """
    target = _parsed(url)
    if target.scheme not in ("http", "https") or not target.host:
        raise Unreachable(FailureReason.URL)
    if target.auth is not None:
        raise Unreachable(FailureReason.USER)
    if target.scheme == "http" and not settings.ALLOW_PRIVATE_ADDRESSES:
        raise Unreachable(FailureReason.HTTP)
    if _port(target) < LOWEST_PORT and _port(target) != 443 and not settings.ALLOW_PRIVATE_ADDRESSES:
        raise Unreachable(FailureReason.PORT)
    return target


def _parsed(url: str) -> Url:
    """Return the parts of a URL, all empty if it is invalid. Backslashes are refused: some clients read them as /."""
    if len(url) > LONGEST_URL or not url.isprintable() or _UNCLEAR & set(url):
        return Url()
    try:
        return parse_url(url)
    except (urllib3.exceptions.LocationParseError, ValueError):
        return Url()


def _port(target: Url) -> int:
    return target.port or (80 if target.scheme == "http" else 443)


@contextmanager
def _failures(host: str) -> Iterator[None]:
    """Turn connection errors into `Unreachable`."""
    try:
        yield
    except urllib3.exceptions.NewConnectionError as error:  # must come first: it is a TimeoutError
        raise Unreachable(FailureReason.REFUSED, host) from error
    except (urllib3.exceptions.TimeoutError, TimeoutError) as error:
        raise Unreachable(FailureReason.TIME, host) from error
    except (urllib3.exceptions.SSLError, ssl.SSLError, ssl.CertificateError) as error:
        raise Unreachable(FailureReason.TLS, host) from error
    except (urllib3.exceptions.HTTPError, OSError, ValueError, urllib3.connection.HTTPException) as error:
        raise Unreachable(FailureReason.BROKEN, host) from error


class _Deadline:
    """A timer that closes a connection `LONGEST` seconds after the start. Socket timeouts restart with each byte."""

    def __init__(self) -> None:
        self.ends = time.monotonic() + LONGEST
        self.connection: HTTPConnection | None = None
        self._timer = threading.Timer(LONGEST, self._break_off)
        self._timer.daemon = True

    @property
    def left(self) -> float:
        """The remaining seconds. Raises `TimeoutError` if there are none."""
        left = self.ends - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left

    def _break_off(self) -> None:
        with suppress(OSError, AttributeError):  # not connected yet
            self.connection.sock.shutdown(socket.SHUT_RDWR)  # type: ignore[union-attr]


@contextmanager
def _deadline() -> Iterator[_Deadline]:
    """Raise `TimeoutError` if the block takes longer than `LONGEST` seconds."""
    deadline = _Deadline()
    deadline._timer.start()
    try:
        yield deadline
    except Exception as error:
        raise TimeoutError if time.monotonic() >= deadline.ends else error from error
    finally:
        deadline._timer.cancel()
    _ = deadline.left


@contextmanager
def _connection(target: Url, addresses: Iterable[str], deadline: _Deadline) -> Iterator[HTTPConnection]:
    """Connect to the first IP address that accepts. The certificate must be valid for the host name."""
    failure: Exception = OSError()
    for address in addresses:
        connection = _unconnected(target, address, min(LONGEST_CONNECT, deadline.left))
        deadline.connection = connection
        try:
            connection.connect()
        except (urllib3.exceptions.NewConnectionError, urllib3.exceptions.ConnectTimeoutError) as error:
            failure = error
            connection.close()
            continue
        try:
            connection.timeout = deadline.left  # the timeout for each later read
            yield connection
        finally:
            connection.close()
        return
    raise failure


def _unconnected(target: Url, address: str, timeout: float) -> HTTPConnection:
    host, port = (target.host or "").strip("[]"), _port(target)
    if target.scheme == "http":
        return HTTPConnection(address, port, timeout=timeout)
    names = {"server_hostname": host, "assert_hostname": host}
    return HTTPSConnection(address, port, timeout=timeout, cert_reqs="CERT_REQUIRED", **names)  # type: ignore[arg-type]


def _public_addresses(host: str, port: int) -> list[str]:
    """Return the IP addresses of a host. Raises `Unreachable` if it has none, or if any of them is private."""
    found = _addresses(host.strip("[]"), port)
    if not found:
        raise Unreachable(FailureReason.NAME, host)
    if not settings.ALLOW_PRIVATE_ADDRESSES and not all(map(is_public, found)):
        raise Unreachable(FailureReason.PRIVATE, host)
    return found[:MOST_ADDRESSES]


def _addresses(host: str, port: int) -> list[str]:
    """Return the IP addresses of a host; none if it can't be resolved in time.

    `getaddrinfo` has no time limit, so it runs in a thread, which is abandoned after the timeout.
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
    """Return whether an IP address is global. An IPv6 address that contains an IPv4 address counts as that address."""
    ip = ip_address(address.partition("%")[0])
    if isinstance(ip, IPv6Address) and (int(ip) >> 32) & 0xFDFF_FFFF == _ISATAP:
        return False  # ISATAP: routed within a private network, whatever the IPv4 address
    inner = _inside(ip) if isinstance(ip, IPv6Address) else ip
    if inner is not None:
        return inner.is_global and not inner.is_multicast
    return ip in _GLOBAL and ip.is_global


def _inside(ip: IPv6Address) -> IPv4Address | None:
    """Return the IPv4 address inside an IPv6 address (IPv4-mapped, NAT64 or 6to4), or None."""
    if ip in _NAT64:
        return IPv4Address(int(ip) & 0xFFFFFFFF)
    return ip.ipv4_mapped or ip.sixtofour
