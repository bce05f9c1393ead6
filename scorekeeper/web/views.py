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


class Reports:
    """How many reports came since the log last said so; each process counts its own."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._count, self._said = 0, -QUIET

    def heard(self, now: float) -> int:
        """One more; how many to write down now, 0 for none yet."""
        with self._lock:
            self._count += 1
            if now - self._said < QUIET:
                return 0
            many, self._count, self._said = self._count, 0, now
            return many


reports = Reports()


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """The process is up. Asks neither the database nor the session."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Whether entries can be taken: a line for each thing that was looked at; 503 where one of them failed.

    Versions, ages and sizes are for who asks on the machine itself.
    """
    told = readiness.readiness_checks()
    failed = any(each.state == "failed" for each in told)
    said = told if _on_this_machine(request) else [f"{each.what}: {each.state}" for each in told]
    text = "".join(f"{line}\n" for line in ["not ready" if failed else "ready", *said])
    return HttpResponse(text, content_type="text/plain", status=503 if failed else 200)


def _on_this_machine(request: HttpRequest) -> bool:
    """Whether no proxy and no network is in between."""
    return request.META.get("REMOTE_ADDR") in ("127.0.0.1", "::1") and "X-Forwarded-For" not in request.headers


@csrf_exempt  # browsers send these on their own, without a token; nothing is stored
@require_POST
def csp_report(request: HttpRequest) -> HttpResponse:
    """A page broke the policy. Counted in the log; the body is a stranger's text and is not kept."""
    told = request.headers.get("Content-Length") or "0"
    if not (told.isascii() and told.isdecimal()):
        return HttpResponse("Content-Length takes a number\n", content_type="text/plain", status=400)
    if len(told) > 9 or int(told) > MAX_REPORT:
        return HttpResponse(f"a report has at most {MAX_REPORT} bytes\n", content_type="text/plain", status=413)
    if many := reports.heard(monotonic()):
        logger.warning("csp-report: %d since the last line, this one of %s bytes", many, told)
    return HttpResponse(status=204)


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Browsers ask for this where no page names an icon: for a CSV, say."""
    answer = HttpResponseRedirect(static("img/favicon.svg"))
    answer.headers["Cache-Control"] = "max-age=86400"
    return answer
