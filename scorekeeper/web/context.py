"""Context processors for all templates."""

from django.conf import settings
from django.http import HttpRequest

from people.db import disk_space


def site(request: HttpRequest) -> dict[str, object]:
    """`lan_http`: True where this page came over plain HTTP on a local network (a banner says so);
    `theme`: "light" or "dark" where that was chosen; `disk_low`: the server has little room left."""
    chosen = request.COOKIES.get(settings.THEME_COOKIE_NAME)
    theme = chosen if chosen in ("light", "dark") else ""
    plain = settings.LAN_HTTP and not request.is_secure()
    return {"lan_http": plain, "theme": theme, "disk_low": disk_space.is_low()}
