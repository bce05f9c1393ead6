"""The headers of every response, error pages included."""

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

# Django's middleware sets some of these as well, but not on what fails before it, such as a foreign host name.
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
# How to show, run or frame a document. Everybody who watches gets responses without one (204), all the time; with these
# headers each would weigh five times as much.
OF_DOCUMENTS = (
    "Content-Type",
    "Content-Language",
    "Vary",
    "Referrer-Policy",
    "Cross-Origin-Opener-Policy",
    "X-Frame-Options",
)


class HeadersMiddleware:
    """Outermost, so that static files, redirects and errors are covered too.

    What a view has set stays: a public page may ask for `no-cache`, static files keep theirs.
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
        # A view has marked the page with Django's own mark: the sites of FRAME_ANCESTORS may show it in a frame.
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
