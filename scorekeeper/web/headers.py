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


# What says how to show, run or frame a document. The answer that has none (204) goes to everybody who watches, all the
# time; with them it would weigh five times as much.
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
        if _framed(response):
            headers.setdefault("Cross-Origin-Resource-Policy", "cross-origin")
        for name, value in ALWAYS.items():
            headers.setdefault(name, value)
        headers.setdefault("Content-Security-Policy", _policy(request, response))
        headers.setdefault("Cache-Control", "no-store")
        if not getattr(response, "xframe_options_exempt", False):
            headers.setdefault("X-Frame-Options", "DENY")
        return response


def _policy(request: HttpRequest, response: HttpResponse) -> str:
    if response.headers.get("Content-Disposition", "").startswith("attachment"):
        return DOWNLOAD_POLICY
    policy = HTTPS_POLICY if request.is_secure() else PAGE_POLICY
    return (
        policy.replace(NOWHERE, f"frame-ancestors {' '.join(settings.FRAME_ANCESTORS)}")
        if _framed(response)
        else policy
    )


def _framed(response: HttpResponse) -> bool:
    """Whether the sites of FRAME_ANCESTORS may show this answer in a frame: a view has marked it with Django's own
    mark, by which `X-Frame-Options` is left out too.
    """
    return bool(getattr(response, "xframe_options_exempt", False) and settings.FRAME_ANCESTORS)
