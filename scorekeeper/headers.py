"""The headers every answer carries, error pages included. Knows no page by name."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'; object-src 'none'; report-uri /csp-report"
)
HTTPS_POLICY = f"{PAGE_POLICY}; upgrade-insecure-requests"
DOWNLOAD_POLICY = "default-src 'none'; sandbox"

ALWAYS = {
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": (
        "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=(), screen-wake-lock=(self)"
    ),
    "X-Robots-Tag": "noindex",
}


class HeadersMiddleware:
    """Outermost, so that static files, redirects and errors are covered too.

    What a view has set stays: a public page may ask for `no-cache`, static files keep theirs.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        headers = response.headers
        for name, value in ALWAYS.items():
            headers.setdefault(name, value)
        headers.setdefault("Content-Security-Policy", _policy(request, response))
        headers.setdefault("Cache-Control", "no-store")
        return response


def _policy(request: HttpRequest, response: HttpResponse) -> str:
    if response.headers.get("Content-Disposition", "").startswith("attachment"):
        return DOWNLOAD_POLICY
    return HTTPS_POLICY if request.is_secure() else PAGE_POLICY
