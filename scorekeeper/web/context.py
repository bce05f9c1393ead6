"""Context processors for all templates."""

from django.conf import settings
from django.http import HttpRequest

from people.db import disk_space
from scorekeeper import __version__


def site(request: HttpRequest) -> dict[str, object]:
    """Values for every page: `lan_http` (plain HTTP on a local network, shown in a banner), `theme` ("light", "dark" or
    ""), `disk_low` (whether the server is running out of space) and `version`."""
    chosen = request.COOKIES.get(settings.THEME_COOKIE_NAME)
    theme = chosen if chosen in ("light", "dark") else ""
    plain = settings.LAN_HTTP and not request.is_secure()
    return {"lan_http": plain, "theme": theme, "disk_low": disk_space.is_low(), "version": __version__}
