"""The three views of the floor, each as short as possible."""

from __future__ import annotations

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from bench.floor.models import Row


def hello(request: HttpRequest) -> HttpResponse:
    """Respond without a session, a database or a template."""
    return HttpResponse("Hello, world")


def page(request: HttpRequest, table: int) -> HttpResponse:
    """Show ten rows to a known phone."""
    rows = Row.objects.filter(table=table).order_by("no")[:10]
    return render(request, "page.html", {"table": table, "rows": rows, "phone": request.session.get("device")})


@require_POST
def row(request: HttpRequest, table: int) -> HttpResponse:
    """Add one row in one transaction and return its fragment."""
    if "device" not in request.session:
        raise Http404
    told = request.POST
    with transaction.atomic():
        new = Row.objects.create(table=table, no=int(told["no"]), name=told["name"], points=int(told["points"]))
    return render(request, "_row.html", {"row": new})
