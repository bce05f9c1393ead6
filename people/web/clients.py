"""The client of a request: its browser, its network address and its network."""

import ipaddress

from django.conf import settings
from django.http import HttpRequest

# The first match is used: most browsers also name several others.
BROWSERS = (
    *(("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox/", "Firefox")),
    *(("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari")),
)
SYSTEMS = (
    *(("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows")),
    *(("CrOS", "ChromeOS"), ("Macintosh", "Mac"), ("Linux", "Linux")),
)


def label_of(request: HttpRequest) -> str:
    """Return the browser and operating system, such as "Firefox, Android"; "" if neither is known.

    For a program with a token, return the name of the token (`request.program`, set by `api.access.identification`).
    """
    if program := getattr(request, "program", ""):
        return str(program)
    agent = request.headers.get("User-Agent", "")
    names = (next((name for mark, name in known if mark in agent), "") for known in (BROWSERS, SYSTEMS))
    return ", ".join(filter(None, names))


def address_of(request: HttpRequest | None) -> str:
    """Return the client's network address, as seen by our outermost proxy or, without proxies, by the server."""
    if request is None:
        return ""
    seen = seen_by_proxy(request.META.get("HTTP_X_FORWARDED_FOR", ""), settings.TRUSTED_PROXIES)
    return str(seen or request.META.get("REMOTE_ADDR", ""))[:64]


def network_of(address: str) -> str:
    """Return an IPv4 address as it is, and an IPv6 address as its /64 network, which usually has one owner."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return address
    return str(parsed.ipv4_mapped or ipaddress.ip_network((parsed, 64), strict=False))


def seen_by_proxy(forwarded: str, proxies: int) -> str:
    """Return the client's address as seen by our outermost proxy; "" if X-Forwarded-For has too few addresses."""
    hops = [hop.strip() for hop in forwarded.split(",") if hop.strip()] if proxies else []
    return hops[-proxies] if hops and len(hops) >= proxies else ""
