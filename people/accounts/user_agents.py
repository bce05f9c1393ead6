"""A short label for a browser that its owner recognises, such as "Firefox, Android"."""

from django.http import HttpRequest

# The first match is used: most browsers also name several others.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)


def label_of(request: HttpRequest) -> str:
    """Return the client's browser and operating system; "" if neither is known."""
    agent = request.headers.get("User-Agent", "")
    names = (next((name for mark, name in known if mark in agent), "") for known in (BROWSERS, SYSTEMS))
    return ", ".join(filter(None, names))
