"""The network of a client's address, for rate limits."""

import ipaddress


def network_of(address: str) -> str:
    """Return an IPv4 address, or the /64 network of an IPv6 address, which usually belongs to one customer."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return address
    return str(parsed.ipv4_mapped or ipaddress.ip_network((parsed, 64), strict=False))


def seen_by_proxy(forwarded: str, proxies: int) -> str:
    """Return the client's address as seen by the outermost of our `proxies`; "" without a proxy.

    `forwarded`: the X-Forwarded-For header. If it has fewer addresses than there are proxies, the result is "" too.
    """
    hops = [hop.strip() for hop in forwarded.split(",") if hop.strip()] if proxies else []
    return hops[-proxies] if hops and len(hops) >= proxies else ""
