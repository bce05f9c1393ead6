"""Addresses for machines: a supervisor's probe, the browser's policy reports, the icon it asks for unbidden."""

import logging

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.templatetags.static import static
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

logger = logging.getLogger(__name__)

MAX_REPORT = 8 * 1024


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """The process is up. Asks neither the database nor the session."""
    return HttpResponse("ok\n", content_type="text/plain")


@csrf_exempt  # browsers send these on their own, without a token; nothing is stored
@require_POST
def csp_report(request: HttpRequest) -> HttpResponse:
    """A page broke the policy. Counted in the log; the body is a stranger's text and is not kept."""
    size = int(request.headers.get("Content-Length") or 0)
    if size > MAX_REPORT:
        return HttpResponse(status=413)
    logger.warning("csp-report of %d bytes", size)
    return HttpResponse(status=204)


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Browsers ask for this where no page names an icon: for a CSV, say."""
    answer = HttpResponseRedirect(static("img/favicon.svg"))
    answer.headers["Cache-Control"] = "max-age=86400"
    return answer
