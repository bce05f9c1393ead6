"""What every template may ask of the wiring."""

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, object]:
    """`lan_http`: True where this page came over plain HTTP on a local network (a banner says so)."""
    return {"lan_http": settings.LAN_HTTP and not request.is_secure()}
