"""URLs for programs: health checks, policy reports, the favicon."""

import logging
import threading
from time import monotonic

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.templatetags.static import static
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from operations import readiness

logger = logging.getLogger(__name__)

MAX_REPORT = 8 * 1024
QUIET = 10.0  # seconds between two lines about reports: whoever sends thousands does not fill the log


class ReportCounter:
    """Counts the reports since the last line in the log; each process counts its own."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._count, self._logged_at = 0, -QUIET

    def add(self, now: float) -> int:
        """Count one more, and return how many to log now, 0 for none yet."""
        with self._lock:
            self._count += 1
            if now - self._logged_at < QUIET:
                return 0
            count, self._count, self._logged_at = self._count, 0, now
            return count


reports = ReportCounter()


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """The process is up. Asks neither the database nor the session."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Whether entries can be saved: a line for each check; 503 where one of them failed.

    Versions, ages and sizes are only for requests from this machine.
    """
    checks = readiness.readiness_checks()
    failed = any(check.state == "failed" for check in checks)
    # No proxy and no network is in between.
    local = request.META.get("REMOTE_ADDR") in ("127.0.0.1", "::1") and "X-Forwarded-For" not in request.headers
    lines = map(str, checks) if local else [f"{check.what}: {check.state}" for check in checks]
    text = "".join(f"{line}\n" for line in ["not ready" if failed else "ready", *lines])
    return HttpResponse(text, content_type="text/plain", status=503 if failed else 200)


@csrf_exempt  # browsers send these on their own, without a token; nothing is stored
@require_POST
def csp_report(request: HttpRequest) -> HttpResponse:
    """A page broke the policy. Counted in the log; the body is a stranger's text and is not kept."""
    length = request.headers.get("Content-Length") or "0"
    if not (length.isascii() and length.isdecimal()):
        return HttpResponse("Content-Length takes a number\n", content_type="text/plain", status=400)
    if len(length) > 9 or int(length) > MAX_REPORT:
        return HttpResponse(f"a report has at most {MAX_REPORT} bytes\n", content_type="text/plain", status=413)
    if many := reports.add(monotonic()):
        logger.warning("csp-report: %d since the last line, this one of %s bytes", many, length)
    return HttpResponse(status=204)


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Browsers ask for this where no page names an icon: for a CSV, say."""
    answer = HttpResponseRedirect(static("img/favicon.svg"))
    answer.headers["Cache-Control"] = "max-age=86400"
    return answer
