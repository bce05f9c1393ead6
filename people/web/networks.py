"""Which network addresses count as one. Knows nothing of Django."""

from __future__ import annotations

import ipaddress


def network_of(address: str) -> str:
    """What is limited as one: an IPv4 address, or the /64 of an IPv6 address, which one line has to itself."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return address
    return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))


def seen_by_proxy(forwarded: str, proxies: int) -> str:
    """The client's address as the outermost of our `proxies` saw it. `forwarded`: the X-Forwarded-For header. Empty
    where there is no proxy, or where fewer have written their line."""
    hops = [hop.strip() for hop in forwarded.split(",") if hop.strip()] if proxies else []
    return hops[-proxies] if hops and len(hops) >= proxies else ""
