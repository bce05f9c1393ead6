"""The waiting helper: which tiles complete a hand of thirteen, and their value. For everyone who may watch."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from matches.forms.waits import WaitForm
from matches.pages.sheet.waits_page import waits_page
from matches.views.shared import is_htmx, opened


@require_safe
def waits(request: HttpRequest, code: str) -> HttpResponse:
    """The page with the hand of the address; for htmx its answer alone, with the address that keeps the hand."""
    reading = opened(request, code)
    if not reading.book.sheet.reads_tiles:
        raise Http404
    form = WaitForm(request.GET, reading=reading)
    form.is_valid()
    context = waits_page(form)
    if not is_htmx(request) or "HX-History-Restore-Request" in request.headers:
        return render(request, "matches/waits.html", context)
    response = render(request, "matches/_waits.html", {**context, "fragment": True})
    response["HX-Replace-Url"] = f"{reverse('matches:waits', args=[code])}?{form.query}"
    return response
