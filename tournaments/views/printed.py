"""Printed sheets of a tournament: for the wall, for the tables, for players, to be signed."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from engine.rulesets import BOOKS
from people.web.public_urls import shared_address
from people.web.qr import qr_code
from people.web.responses import refuse
from tournaments.files import printed_sheets
from tournaments.files.exports import ExportRequest, penalty_sheet
from tournaments.files.points_audit import checks
from tournaments.files.sheet_registry import PRINTED_PAGES
from tournaments.links import table_token
from tournaments.models import Round
from tournaments.pages.standings.standings import Standings
from tournaments.views.files import note_taken
from tournaments.views.play.table_codes import to_type
from tournaments.views.shared import Here, opened

Told = dict[str, Any]


@require_safe
def printed(request: HttpRequest, code: str, sheet: str) -> HttpResponse:
    """One sheet; `?after=2` as it was after a round, `?round=2` of that round alone."""
    here = opened(request, code)
    page = next((page for page in PRINTED_PAGES if page.key == sheet), None)
    if page is None:
        raise Http404
    if page.staff_only and not here.rights.referee:
        raise refuse(request, here.tournament.club)
    context = {
        "tournament": here.tournament,
        "days": printed_sheets.days(here.tournament),
        "title": page.title,
        "rounds": [each.number for each in here.day.shown],
        "one_round": sheet in ROUNDS,
        **SHEETS[sheet](request, here),
    }
    note_taken(request, here, "print")
    return render(request, f"tournaments/print/{sheet}.html", context)


def _round(request: HttpRequest, here: Here) -> Round | None:
    """The round that is asked for, else the one that is played, else the last."""
    given = request.GET.get("round") or request.GET.get("after", "")
    if not given:
        return here.day.current or (here.day.shown[-1] if here.day.shown else None)
    found = next((each for each in here.day.shown if str(each.number) == given), None)
    if found is None:
        raise BadRequest
    return found


def _after(request: HttpRequest, here: Here) -> int | None:
    """After which round; None: now."""
    each = _round(request, here) if request.GET.get("after") else None
    return each.number if each else None


def _standings(request: HttpRequest, here: Here) -> Told:
    after = _after(request, here)
    found = Standings(here.day, after)
    return {"after": after, "clubs": any(row.club for row in found.rows), **found.context()}


def _names(request: HttpRequest, here: Here) -> Told:
    return {"people": printed_sheets.by_name(here.day, here.day.shown)}


def _tables(request: HttpRequest, here: Here) -> Told:
    return {"laid": printed_sheets.by_table(here.day, here.day.shown)}


def _check(request: HttpRequest, here: Here) -> Told:
    after = _after(request, here)
    found = checks(here.day, after)
    return {"after": after, "checks": found, "wrong": [here.day.names[pk] for pk in found.wrong]}


def _cards(request: HttpRequest, here: Here) -> Told:
    """A card for every table of the largest round, with a code to scan and an address to type."""
    most = max((table.number for tables in here.day.tables.values() for table in tables), default=0)
    cards = []
    for number in range(1, most + 1):
        token = table_token(here.tournament, number)
        address = shared_address(request, reverse("tournaments:table_card", args=[here.tournament.code, number, token]))
        cards.append({"number": number, "short": to_type(request, here.tournament, number), "qr": qr_code(address)})
    return {"cards": cards}


def _blank(request: HttpRequest, here: Here) -> Told:
    each = _round(request, here)
    tables = printed_sheets.blank_sheets(here.day, each) if each else []
    return {"round": each, "tables": tables, "repeats": any("" in table.blank for table in tables)}


def _filled(request: HttpRequest, here: Here) -> Told:
    each = _round(request, here)
    return {"round": each, "tables": printed_sheets.filled_sheets(here.day, each) if each else []}


def _certificates(request: HttpRequest, here: Here) -> Told:
    found = [{"place": row.place, "name": row.name} for row in Standings(here.day).rows if row.place]
    return {"certificates": found, "many": len(found), "game": BOOKS[here.tournament.system].title}


def _penalties(request: HttpRequest, here: Here) -> Told:
    sheet = penalty_sheet(ExportRequest(here.day))
    return {"rows": [dict(zip(sheet.columns, row, strict=True)) for row in sheet.rows]}


ROUNDS = ("blank", "filled")
SHEETS: dict[str, Callable[[HttpRequest, Here], Told]] = {
    "standings": _standings,
    "names": _names,
    "tables": _tables,
    "check": _check,
    "players": _names,
    "cards": _cards,
    "blank": _blank,
    "filled": _filled,
    "certificates": _certificates,
    "penalties": _penalties,
}
