"""URLs to share in print, as a QR code or in a chat. QR codes are SVG paths without size or colour."""

import ipaddress
from itertools import groupby
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

import segno
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext as _

QUIET = 4  # width of the white border in modules, which cameras need to find the code


def shared_address(request: HttpRequest, path: str) -> str:
    """Return the absolute URL of `path` for other devices.

    If the page was opened at 127.0.0.1, which on a phone means the phone itself, the URL has this computer's address on
    the network instead, if that address is known.
    """
    if not _opened_at_loopback(request) or not _on_the_network(request):
        return request.build_absolute_uri(path)
    port = _host(request).port
    return f"{request.scheme}://{settings.LAN_ADDRESS}{f':{port}' if port else ''}{path}"


def unreachable(request: HttpRequest) -> str:
    """Return the reason why phones cannot reach the URLs on this page; "" if phones can reach them."""
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
    """Return whether the page was opened at a loopback address; False if LAN_ADDRESS is such an address too."""
    return _is_loopback(_host(request).hostname or "") and not _is_loopback(settings.LAN_ADDRESS)


def _on_the_network(request: HttpRequest) -> bool:
    """Return whether the page can also be opened at LAN_ADDRESS.

    An HTTPS page cannot: that address has no certificate.
    """
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


class QrCode(NamedTuple):
    """A QR code: its width in modules, including the quiet zone, and the SVG path of the dark modules."""

    size: int
    path: str


def qr_code(text: str) -> QrCode:
    """Return `text` as a QR code for `_qr.html`."""
    matrix = list(segno.make(text, error="m", micro=False).matrix_iter(border=QUIET))
    path = ""
    for y, row in enumerate(matrix):
        x = 0
        for dark, modules in groupby(row):
            width = len(list(modules))
            path += f"M{x} {y}h{width}v1h-{width}z" if dark else ""
            x += width
    return QrCode(len(matrix), path)
