"""The headers of every response, including error pages."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'; object-src 'none'; report-uri /csp-report"
)
NOWHERE = "frame-ancestors 'none'"
HTTPS_POLICY = f"{PAGE_POLICY}; upgrade-insecure-requests"
DOWNLOAD_POLICY = "default-src 'none'; sandbox"

# Django's middleware also sets some of these, but not on responses that fail before it, such as an unknown host name.
ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": (
        "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=(), screen-wake-lock=(self)"
    ),
    "X-Robots-Tag": "noindex",
}
# Headers about showing, running or framing a document. Spectators constantly get responses without content (204), which
# would be five times as large with them.
OF_DOCUMENTS = (
    "Content-Type",
    "Content-Language",
    "Vary",
    "Referrer-Policy",
    "Cross-Origin-Opener-Policy",
    "X-Frame-Options",
)


class HeadersMiddleware:
    """The middleware that sets the headers of every response.

    As the outermost middleware, it also covers static files, redirects and errors. Headers that a view has set are
    kept, such as `no-cache` on a public page or the caching of static files.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        headers = response.headers
        if response.status_code == 204:
            for name in OF_DOCUMENTS:
                headers.pop(name, None)
            headers.setdefault("Cache-Control", "no-store")
            return response
        # Set by Django's decorator on a view: the sites of FRAME_ANCESTORS may show the page in a frame.
        exempt = getattr(response, "xframe_options_exempt", False)
        policy = HTTPS_POLICY if request.is_secure() else PAGE_POLICY
        if headers.get("Content-Disposition", "").startswith("attachment"):
            policy = DOWNLOAD_POLICY
        if exempt and settings.FRAME_ANCESTORS:
            policy = policy.replace(NOWHERE, f"frame-ancestors {' '.join(settings.FRAME_ANCESTORS)}")
            headers.setdefault("Cross-Origin-Resource-Policy", "cross-origin")
        for name, value in ALWAYS.items():
            headers.setdefault(name, value)
        headers.setdefault("Content-Security-Policy", policy)
        headers.setdefault("Cache-Control", "no-store")
        if not exempt:
            headers.setdefault("X-Frame-Options", "DENY")
        return response
