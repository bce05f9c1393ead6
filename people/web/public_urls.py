"""URLs to share: printed, shown as a QR code, copied into a chat."""

import ipaddress
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext as _


def shared_address(request: HttpRequest, path: str) -> str:
    """Return the absolute URL of `path` for other devices. If the page was opened at 127.0.0.1, which on a phone is the
    phone itself, the URL has this computer's address on the network instead, if it is known."""
    if not _opened_at_loopback(request) or not _on_the_network(request):
        return request.build_absolute_uri(path)
    port = _host(request).port
    return f"{request.scheme}://{settings.LAN_ADDRESS}{f':{port}' if port else ''}{path}"


def unreachable(request: HttpRequest) -> str:
    """Return the reason why phones cannot reach the URLs on this page; "" if they can."""
    if not _opened_at_loopback(request) or _on_the_network(request):
        return ""
    host = _host(request).hostname
    names = [name for name in settings.ALLOWED_HOSTS if "*" not in name and name[0] != "." and not _is_loopback(name)]
    if names:
        return _("Phones can’t reach %(host)s. Open this page at %(name)s first.") % {"host": host, "name": names[0]}
    return _("Phones can’t reach %(host)s. Join the same network as the phones and start Scorekeeper again.") % {
        "host": host
    }


def _opened_at_loopback(request: HttpRequest) -> bool:
    """Return whether the page was opened at a loopback address. False if LAN_ADDRESS is one too: then all users are on
    this computer."""
    return _is_loopback(_host(request).hostname or "") and not _is_loopback(settings.LAN_ADDRESS)


def _on_the_network(request: HttpRequest) -> bool:
    """Return whether the page can also be opened at LAN_ADDRESS. That address has no certificate."""
    lan = settings.LAN_ADDRESS
    return bool(lan) and not request.is_secure() and not {lan, "*"}.isdisjoint(settings.ALLOWED_HOSTS)


def _host(request: HttpRequest) -> SplitResult:
    return urlsplit(f"//{request.get_host()}")


def _is_loopback(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
