"""Views of a match's result and settings: players, point value, archive, deletion, exports."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.errors import RuleViolation
from engine.language import gettext_noop
from engine.rulesets.rule_book import RuleBook, TableState
from engine.seats import Seat
from matches import actions, event_hooks, guests, wording
from matches.entry.entry_form import EntryForm
from matches.files import match_file
from matches.files.exports import ledger_table, standings_table
from matches.forms.point_value import ValueForm
from matches.log.state import MatchState
from matches.pages import chart, result, table
from matches.views.shared import attempt, device_of, managing, note_taken, opened, rights_here, scoring, sorry_page
from matches.views.sharing.links import watching_address
from people.audit.log import recording
from people.clubs import rights
from people.exports.download import JSON, csv_download, download, xlsx_download
from people.models import Role
from people.text import cleaning
from people.views.guards import who
from people.web.codes import new_key
from people.web.responses import done, refuse, see


@require_safe
def end(request: HttpRequest, code: str) -> HttpResponse:
    """Result page: places, payments, running balance, downloads."""
    reading = opened(request, code)
    return render(request, "matches/result/end.html", end_context(request, reading))


def end_context(request: HttpRequest, reading: MatchState, **more: Any) -> dict[str, Any]:
    """Return the context of the result page."""
    state, log = reading.log.state, reading.log
    carry, places = wording.carry_words(reading.book, state) if state.finished else "", result.places(reading)
    longer = [(n, wording.note(reading.book.length_said(n))) for n in _longer(reading.book, state)]
    club = reading.match.club
    role = rights.role_of(request.user, club)
    return {
        "match": reading.match,
        "words": reading.book.words,
        "places": places,
        "winners": [place.name for place in places if place.rank == 1],
        "over": state.finished or log.closed,
        "settle": result.who_pays(reading),
        "chart": chart.balance_chart(reading),
        "lines": table.ledger_lines(reading),
        "names": list(reading.names),
        **_own(request, reading),
        "manager": rights_here(request, reading).manage,
        "longer": longer,
        "form": EntryForm(reading=reading),
        "form_key": new_key(),
        "next_seq": reading.version + 1,
        "address": watching_address(request, reading.match),
        "first_dealer": reading.names[Seat.P2],
        "carried": bool(wording.carry_words(reading.book, state)),
        "hands": sum(row.ends_hand for row in log.rows),
        "minutes": _minutes(reading),
        "value": ValueForm.of(reading.match),
        "carry": carry,
        "club": club if role else None,
        **_guests(request, reading, role),
        "club_organiser": role is not None and role.covers(Role.ORGANISER),
        "carry_along": _(reading.book.words.carry_along) % {"carry": carry} if carry else "",
        **more,
    }


def _own(request: HttpRequest, reading: MatchState) -> dict[str, Any]:
    part = event_hooks.shown(reading)
    return {"owner": reading.may_score(device_of(request)) and not (part and part.why), "part": part}


def _guests(request: HttpRequest, reading: MatchState, role: Role | None) -> dict[str, Any]:
    """Return the guests of a club's match, for scorers of the club, or the clubs that a finished match may join."""
    match, state = reading.match, reading.log.state
    if match.club_id:
        return {"guests": guests.guests_of(reading) if role and role.covers(Role.SCORER) else []}
    joins = (state.finished or reading.log.closed) and not match.is_demo and reading.may_score(device_of(request))
    return {"joining": guests.joining(reading, rights.clubs_of(request.user, Role.SCORER)) if joins else []}


def _longer(book: RuleBook, state: TableState) -> Iterator[int]:
    for length in book.lengths:
        with suppress(RuleViolation):
            book.extend(state, length)
            yield length


def _minutes(reading: MatchState) -> str:
    if len(reading.events) < 2:
        return ""
    seconds = (reading.events[-1].at - reading.match.created_at).total_seconds()
    hours, minutes = divmod(max(int(seconds // 60), 0), 60)
    if not 0 < hours * 60 + minutes < 24 * 60:
        return ""
    said = {"hours": hours, "minutes": minutes}
    return _("%(hours)s h %(minutes)s min") % said if hours else _("%(minutes)s min") % said


@require_POST
def link_guest(request: HttpRequest, code: str) -> HttpResponse:
    """Link a guest of a club's match to a player on the roster, also after the match."""
    reading = opened(request, code)
    if not rights.may(request.user, reading.match.club, Role.SCORER):
        raise refuse(request, reading.match.club)
    sitting, player = (cleaning.read_digits(request.POST.get(field)) for field in ("sitting", "player"))

    def again(violation: RuleViolation) -> HttpResponse:
        context = end_context(request, reading, guest_error=wording.sentence(violation, reading.names), guest=sitting)
        return render(request, "matches/result/end.html", context, status=422)

    if player is None:
        return again(RuleViolation("player", gettext_noop("Choose a player.")))
    told: dict[str, Any] = {"match": reading.match, "sitting": sitting or 0, "player": player}
    return done(
        request,
        lambda: actions.link_guest(**told, **who(request)),
        lambda: see("matches:end", code, query="?linked=1#guests"),
        again,
    )


@require_safe
def sheet(request: HttpRequest, code: str) -> HttpResponse:
    """Completed score sheet to print, with lines for signatures."""
    reading = opened(request, code)
    note_taken(request, reading, "print")
    # Empty lines for the upcoming hands, to fill in by hand.
    blank = () if reading.log.closed else wording.blank_lines(reading.book, reading.log.state)
    context = {
        "match": reading.match,
        "lines": table.ledger_lines(reading),
        "names": list(reading.names),
        "places": result.places(reading),
        "blank": blank,
        "repeats": "" in blank,
        "part": event_hooks.shown(reading),
    }
    return render(request, "matches/result/score_sheet.html", context)


@require_safe
def rules(request: HttpRequest, code: str) -> HttpResponse:
    """House rules of this match in plain words."""
    reading = opened(request, code)
    context = {"match": reading.match, "rules": wording.house_rules(reading.book), "book": reading.book}
    return render(request, "matches/house_rules/match_rules.html", context)


@require_http_methods(["GET", "POST"])
def players(request: HttpRequest, code: str) -> HttpResponse:
    """Page to rename or replace a player and to rename the match."""
    reading, device = scoring(request, code)
    if request.method == "GET":
        return _players_page(request, reading)
    data = request.POST
    by: dict[str, Any] = {"match": reading.match, "device": device, "record": recording(request)}

    def change() -> None:
        if data.get("what") == "match":
            actions.rename_match(**by, user=request.user, name=data.get("name", ""))
            return
        if data.get("chair") not in Seat.__members__:
            raise RuleViolation("chair", gettext_noop("Choose one of the three players."))
        chair, name = Seat(data["chair"]), data.get("name", "")
        if data.get("what") == "replace":
            hand = cleaning.read_digits(data.get("from_hand"), 3)
            actions.replace_player(
                **by, chair=chair, name=name, from_hand=hand or 0
            )  # the error for 0 lists the valid hands
        else:
            actions.rename_player(**by, chair=chair, name=name)

    then = see("matches:players", code, query="?saved=1")
    return attempt(request, change, lambda _none: then, partial(_players_page, request, reading), reading)


def _players_page(request: HttpRequest, reading: MatchState, error: str = "") -> HttpResponse:
    data = request.POST
    sent = {(data.get("what"), data.get("chair")): data.get("name", "")}
    hands = dict(enumerate(wording.hands_played(reading), start=1))
    chosen = data.get("from_hand", "")
    chairs = [
        {
            "seat": seat.value,
            "name": name,
            "typed": sent.get(("rename", seat.value), name),
            "newcomer": sent.get(("replace", seat.value)),
            "club": reading.match.club_id is not None and not reading.match.within,
            "guest": sat[-1] in reading.guests,
            "since": [(each.name, hands.get(each.from_hand, each.from_hand)) for each in sat],
            "hands": [(no, hand) for no, hand in hands.items() if no >= min(sat[-1].from_hand, len(hands))],
        }
        for seat, name in reading.names.items()
        for sat in [[each for each in reading.sittings if each.chair == seat.value]]
    ]
    context = {
        "match": reading.match,
        "chairs": chairs,
        "from_hand": int(chosen) if chosen in map(str, hands) else len(hands),
        "title": data.get("name", "") if data.get("what") == "match" else reading.match.name,
        "error": error,
        "manager": rights_here(request, reading).manage,
        "saved": request.method == "GET" and request.GET.get("saved") == "1",
    }
    return render(request, "matches/result/seats.html", context, status=422 if error else 200)


@require_POST
def point_value(request: HttpRequest, code: str) -> HttpResponse:
    """Set what a point is worth."""
    reading, device = scoring(request, code)
    form = ValueForm(request.POST)

    def again(error: str = "") -> HttpResponse:
        if error:
            form.add_error(None, error)
        return render(request, "matches/result/end.html", end_context(request, reading, value=form), status=422)

    if not form.is_valid():
        return again()
    by: dict[str, Any] = {"match": reading.match, "device": device, "record": recording(request)}
    change = partial(actions.set_point_value, **by, **form.cleaned_data)
    return attempt(request, change, lambda _none: see("matches:end", code), again, reading)


@require_POST
def archive(request: HttpRequest, code: str) -> HttpResponse:
    """Archive a match, or restore it."""
    reading, device = managing(request, code)
    restore = request.POST.get("restore") == "1"
    return _managed(request, reading, device, actions.restore_match if restore else actions.archive_match)


@require_http_methods(["GET", "POST"])
def delete(request: HttpRequest, code: str) -> HttpResponse:
    """Delete a match permanently, after a confirmation."""
    reading, device = managing(request, code)
    if reading.match.within:
        return sorry_page(request, reading.match, _("This match is part of a tournament and can’t be removed from it."))
    if request.method == "GET" or request.POST.get("sure") != "yes":
        asked = request.method == "POST"
        context = {"match": reading.match, "names": list(reading.names), "asked": asked}
        return render(request, "matches/result/delete.html", context, status=422 if asked else 200)
    return _managed(request, reading, device, actions.purge_match)


def _managed(request: HttpRequest, reading: MatchState, device: str, action: Callable[..., None]) -> HttpResponse:
    change = partial(action, match=reading.match, device=device, user=request.user, record=recording(request))
    return attempt(request, change, lambda _none: see("matches:home"), reading=reading)


def _exported(request: HttpRequest, code: str, kind: str) -> MatchState:
    reading = opened(request, code)
    note_taken(request, reading, kind)
    return reading


@require_safe
def csv(request: HttpRequest, code: str) -> HttpResponse:
    """Ledger as CSV, one row per entry. Accepts `?sep=;` and `?bom=0`."""
    reading = _exported(request, code, "csv")
    return csv_download(ledger_table(reading), reading.title, request.GET)


@require_safe
def xlsx(request: HttpRequest, code: str) -> HttpResponse:
    """Workbook with the ledger and the standings."""
    reading = _exported(request, code, "xlsx")
    return xlsx_download([ledger_table(reading), standings_table(reading)], reading.title)


@require_safe
def json(request: HttpRequest, code: str) -> HttpResponse:
    """Match file (match.json), to verify or import."""
    reading = _exported(request, code, "json")
    return download(match_file.dump(match_file.document(reading)), JSON, reading.title, "json")
