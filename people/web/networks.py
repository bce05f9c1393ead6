"""The network that an address counts for."""

import ipaddress


def network_of(address: str) -> str:
    """Return an IPv4 address, or the /64 network of an IPv6 address: one connection has all its addresses."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return address
    return str(parsed.ipv4_mapped or ipaddress.ip_network((parsed, 64), strict=False))


def seen_by_proxy(forwarded: str, proxies: int) -> str:
    """Return the client's address as the outermost of our `proxies` saw it; empty without a proxy.

    `forwarded` is the X-Forwarded-For header. If it has fewer addresses than proxies, the result is empty too.
    """
    hops = [hop.strip() for hop in forwarded.split(",") if hop.strip()] if proxies else []
    return hops[-proxies] if hops and len(hops) >= proxies else ""
