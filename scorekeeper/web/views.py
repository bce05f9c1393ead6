"""Views for programs (health checks, policy reports, the favicon), and the context processor of every page."""

import logging
import threading
from datetime import UTC, datetime
from time import monotonic

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.templatetags.static import static
from django.utils.translation import get_language
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from operations import readiness
from people.db import disk
from scorekeeper import __version__, languages
from scorekeeper.web import security_txt

logger = logging.getLogger(__name__)

MAX_REPORT = 8 * 1024
QUIET = 10.0  # seconds between two log lines about reports, so that thousands of reports do not fill the log


class ReportCounter:
    """A counter of the policy reports since the last log line. Each process has its own counter."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._count, self._logged_at = 0, -QUIET

    def add(self, now: float) -> int:
        """Count one report. Return the number to log now, or 0 if it is too early."""
        with self._lock:
            self._count += 1
            if now - self._logged_at < QUIET:
                return 0
            count, self._count, self._logged_at = self._count, 0, now
            return count


reports = ReportCounter()


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Report that the process is running. Uses neither the database nor the session."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Report whether entries can be saved: a line for each check, and status 503 if one of them failed.

    Versions, ages and sizes are shown only to requests from this computer.
    """
    checks = readiness.readiness_checks()
    failed = any(check.state == "failed" for check in checks)
    # A direct connection, not through a proxy or the network.
    local = request.META.get("REMOTE_ADDR") in ("127.0.0.1", "::1") and "X-Forwarded-For" not in request.headers
    lines = map(str, checks) if local else [f"{check.what}: {check.state}" for check in checks]
    text = "".join(f"{line}\n" for line in ["not ready" if failed else "ready", *lines])
    return HttpResponse(text, content_type="text/plain", status=503 if failed else 200)


@csrf_exempt  # browsers send reports without a token; nothing is stored
@require_POST
def csp_report(request: HttpRequest) -> HttpResponse:
    """Count and log a violation of the content security policy. The body is untrusted and is not stored."""
    length = request.headers.get("Content-Length") or "0"
    if not (length.isascii() and length.isdecimal()):
        return HttpResponse("Content-Length takes a number\n", content_type="text/plain", status=400)
    if len(length) > 9 or int(length) > MAX_REPORT:
        return HttpResponse(f"a report has at most {MAX_REPORT} bytes\n", content_type="text/plain", status=413)
    if many := reports.add(monotonic()):
        logger.warning("csp-report: %d since the last line, this one of %s bytes", many, length)
    return HttpResponse(status=204)


@require_safe
def security_file(request: HttpRequest) -> HttpResponse:
    """Show where to report a vulnerability (RFC 9116), if SECURITY_CONTACT is set."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    canonical = f"https://{request.get_host()}{request.path}" if request.is_secure() else ""
    text = security_txt.text(settings.SECURITY_CONTACT, canonical, datetime.now(UTC))
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect to the icon. Browsers request /favicon.ico for files that do not name an icon, such as CSV files."""
    return HttpResponseRedirect(static("img/favicon.svg"), headers={"Cache-Control": "max-age=86400"})


def site(request: HttpRequest) -> dict[str, object]:
    """The context of every page.

    `lan_http`: whether the page is served over plain HTTP on a local network, as a banner says; `theme`: "light",
    "dark" or ""; `disk_low`: whether the server is running out of space; `version`: the version of Scorekeeper;
    `translation_reviewed`: whether a native speaker has reviewed the page's language.
    """
    chosen = request.COOKIES.get(settings.THEME_COOKIE_NAME)
    theme = chosen if chosen in ("light", "dark") else ""
    plain = settings.LAN_HTTP and not request.is_secure()
    language = languages.BY_CODE.get(get_language() or settings.LANGUAGE_CODE)
    return {
        "lan_http": plain,
        "theme": theme,
        "disk_low": disk.is_low(),
        "version": __version__,
        "translation_reviewed": language is not None and language.reviewed,
    }
