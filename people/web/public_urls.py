"""Addresses that are shared: printed, shown as a QR code, copied into a chat."""

from __future__ import annotations

import ipaddress

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port, validate_host
from django.utils.translation import gettext as _


def shared_address(request: HttpRequest, path: str) -> str:
    """`path` as others reach it. Whoever has opened the site at 127.0.0.1, which on every phone means that phone, gives
    away the address of their machine on the network instead, where it is known."""
    if not _for_here_alone(request) or not _on_the_network(request):
        return request.build_absolute_uri(path)
    port = split_domain_port(request.get_host())[1]
    return f"{request.scheme}://{settings.LAN_ADDRESS}{f':{port}' if port else ''}{path}"


def unreachable(request: HttpRequest) -> str:
    """Why what this page gives away leads phones nowhere, in a sentence; "" where it leads here."""
    if not _for_here_alone(request) or _on_the_network(request):
        return ""
    told = {"host": split_domain_port(request.get_host())[0]}
    names = [name for name in settings.ALLOWED_HOSTS if "*" not in name and name[0] != "." and not _is_loopback(name)]
    if names:
        return _("Phones cannot reach %(host)s. Open this page at %(name)s first.") % {**told, "name": names[0]}
    return _("Phones cannot reach %(host)s. Join the network of the phones and start the program again.") % told


def _for_here_alone(request: HttpRequest) -> bool:
    """Whether the page was opened under a name by which every machine means itself. Where LAN_ADDRESS is such a name,
    those who are given addresses are on this machine too."""
    return _is_loopback(split_domain_port(request.get_host())[0]) and not _is_loopback(settings.LAN_ADDRESS)


def _on_the_network(request: HttpRequest) -> bool:
    """Whether the same page answers on the network too. Nobody has a certificate for such an address."""
    lan = settings.LAN_ADDRESS
    return bool(lan) and not request.is_secure() and validate_host(lan, settings.ALLOWED_HOSTS)


def _is_loopback(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
