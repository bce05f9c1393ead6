"""The end of a match and what stands around it: result, players, sharing, archive, removal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.errors import RuleViolation
from engine.language import gettext_noop
from engine.seats import Seat
from engine.standings import who_pays_whom
from matches import actions, chart, exports, names, pages, words
from matches.actions import NotAllowed, Unavailable
from matches.forms.entry import EntryForm, new_key
from matches.forms.value import ValueForm, money
from matches.qr import qr_code
from matches.reading import Reading
from matches.views.shared import device_of, is_htmx, not_saved, opened, scoring, see


@require_safe
def end(request: HttpRequest, code: str) -> HttpResponse:
    """Places, who pays whom, the running balance, and everything to take away."""
    reading = opened(request, code)
    return render(request, "matches/end.html", end_context(request, reading))


def end_context(request: HttpRequest, reading: Reading, **more: Any) -> dict[str, Any]:
    """What the result page shows."""
    state, log = reading.log.state, reading.log
    carry = words.carry_words(reading.book, state) if state.finished else ""
    longer = [n for n in reading.book.lengths if n > state.length]
    return {
        "match": reading.match,
        "words": reading.book.words,
        "reading": reading,
        "places": pages.end_page(reading),
        "winners": [p["name"] for p in pages.end_page(reading) if p["rank"] == 1],
        "over": state.finished or log.closed,
        "finished": state.finished,
        "closed": log.closed,
        "settle": _settlement(reading),
        "chart": chart.balance_chart(reading),
        "lines": pages.ledger_lines(reading),
        "names": list(reading.names),
        "owner": reading.may_score(device_of(request)),
        "longer": longer,
        "form": EntryForm(reading=reading),
        "rematch_key": new_key(),
        "extend_key": new_key(),
        "next_seq": reading.version + 1,
        "address": request.build_absolute_uri(f"/m/{reading.match.code}/"),
        "first_dealer": reading.names[Seat.P2],
        "carried": bool(words.carry_words(reading.book, state)),
        "hands": sum(row.ends_hand for row in log.rows),
        "minutes": _minutes(reading),
        "value": ValueForm.of(reading.match),
        "carry": carry,
        "carry_along": _(reading.book.words.carry_along) % {"carry": carry} if carry else "",
        **more,
    }


def _settlement(reading: Reading) -> list[dict[str, Any]]:
    """The fewest payments that settle the match, in points and in what a point is worth; none where points stay
    on the table."""
    if sum(reading.log.state.balances):
        return []
    return [
        {
            "payer": reading.names[line.payer],  # type: ignore[index]
            "payee": reading.names[line.payee],  # type: ignore[index]
            "points": words.number(line.points),
            "worth": money(reading.match, line.points),
        }
        for line in who_pays_whom(reading.log.state.balances)
    ]


def _minutes(reading: Reading) -> str:
    """How long the match took, from the first entry to the last."""
    if len(reading.events) < 2:
        return ""
    seconds = (reading.events[-1].at - reading.match.created_at).total_seconds()
    hours, minutes = divmod(max(int(seconds // 60), 0), 60)
    if not 0 < hours * 60 + minutes < 24 * 60:
        return ""
    said = {"hours": hours, "minutes": minutes}
    return _("%(hours)s h %(minutes)s min") % said if hours else _("%(minutes)s min") % said


@require_safe
def share(request: HttpRequest, code: str) -> HttpResponse:
    """The address to watch the match, as text and as QR code."""
    reading = opened(request, code)
    address = request.build_absolute_uri(f"/m/{reading.match.code}/")
    context = {"match": reading.match, "address": address, "qr": qr_code(address)}
    return render(request, "matches/_watch.html" if is_htmx(request) else "matches/share.html", context)


@require_safe
def sheet(request: HttpRequest, code: str) -> HttpResponse:
    """The score sheet for paper, filled in, with lines to sign."""
    reading = opened(request, code)
    context = {
        "match": reading.match,
        "reading": reading,
        "lines": list(zip(exports.lines(reading), pages.ledger_lines(reading), strict=True)),
        "names": list(reading.names),
        "places": pages.end_page(reading),
        "blank": [words.hand_label(reading.book, table) for table in reading.book.ahead(reading.log.state)],
    }
    return render(request, "matches/sheet.html", context)


@require_safe
def rules(request: HttpRequest, code: str) -> HttpResponse:
    """The house rules that this match is played by, in plain words."""
    reading = opened(request, code)
    context = {"match": reading.match, "rules": words.house_rules(reading.book), "book": reading.book}
    return render(request, "matches/rules.html", context)


@require_http_methods(["GET", "POST"])
def players(request: HttpRequest, code: str) -> HttpResponse:
    """Rename a player, or let somebody else take the chair from a hand on."""
    reading, device = scoring(request, code)
    if request.method == "GET":
        return _players_page(request, reading)
    data = request.POST

    def change() -> None:
        if data.get("what") == "match":
            actions.rename_match(match=reading.match, device=device, name=data.get("name", ""))
            return
        if data.get("chair") not in Seat.__members__:
            raise RuleViolation("chair", gettext_noop("Please choose one of the three players."))
        chair, name = Seat(data["chair"]), data.get("name", "")
        if data.get("what") == "replace":
            hand = _hand_number(data.get("from_hand", ""))
            actions.replace_player(match=reading.match, device=device, chair=chair, name=name, from_hand=hand)
        else:
            actions.rename_player(match=reading.match, device=device, chair=chair, name=name)

    return _done(request, reading, change, see("players", code, query="?saved=1"), _players_page)


def _hand_number(text: str) -> int:
    """The hand in `text`; 0, which no match has, where it is none: the action says which there are."""
    try:
        return names.whole_number(text, "from_hand", 1, 999)
    except RuleViolation:
        return 0


def _players_page(request: HttpRequest, reading: Reading, error: str = "") -> HttpResponse:
    data = request.POST
    sent = {(data.get("what"), data.get("chair")): data.get("name", "")}
    chairs = [
        {
            "seat": seat.value,
            "name": name,
            "typed": sent.get(("rename", seat.value), name),
            "newcomer": sent.get(("replace", seat.value)),
            "since": [s for s in reading.sittings if s.chair == seat.value],
        }
        for seat, name in reading.names.items()
    ]
    context = {
        "match": reading.match,
        "chairs": chairs,
        "hand_no": data.get("from_hand") or min(reading.log.state.hand_no, reading.log.state.length),
        "title": data.get("name", "") if data.get("what") == "match" else reading.match.name,
        "error": error,
        "saved": request.method == "GET" and request.GET.get("saved") == "1",
    }
    return render(request, "matches/players.html", context, status=422 if error else 200)


def _done(
    request: HttpRequest,
    reading: Reading,
    change: Callable[[], object],
    then: HttpResponse,
    again: Callable[[HttpRequest, Reading, str], HttpResponse],
) -> HttpResponse:
    """Do a change beside the log and answer."""
    try:
        change()
    except RuleViolation as violation:
        return again(request, reading, words.sentence(violation, reading.names))
    except NotAllowed:
        return again(request, reading, _("This phone may not change the match."))
    except Unavailable as trouble:
        return not_saved(request, trouble)
    pages.forget()  # names may have gone, and must not be shown or kept any more
    return then


@require_POST
def point_value(request: HttpRequest, code: str) -> HttpResponse:
    """What a point is worth."""
    reading, device = scoring(request, code)
    form = ValueForm(request.POST)
    if not form.is_valid():
        return render(request, "matches/end.html", end_context(request, reading, value=form), status=422)

    def again(request: HttpRequest, reading: Reading, error: str) -> HttpResponse:
        form.add_error(None, error)
        return render(request, "matches/end.html", end_context(request, reading, value=form), status=422)

    return _done(
        request,
        reading,
        lambda: actions.set_point_value(match=reading.match, device=device, **form.cleaned_data),
        see("end", code),
        again,
    )


@require_POST
def archive(request: HttpRequest, code: str) -> HttpResponse:
    """Put the match away, or take it out again."""
    reading, device = scoring(request, code)
    restore = request.POST.get("restore") == "1"
    action = actions.restore_match if restore else actions.archive_match
    return _done(request, reading, lambda: action(match=reading.match, device=device), see("home"), _sorry)


@require_http_methods(["GET", "POST"])
def delete(request: HttpRequest, code: str) -> HttpResponse:
    """Remove the match for good, after the question."""
    reading, device = scoring(request, code)
    if request.method == "GET" or request.POST.get("sure") != "yes":
        asked = request.method == "POST"
        context = {"match": reading.match, "names": list(reading.names), "asked": asked}
        return render(request, "matches/delete.html", context, status=422 if asked else 200)
    return _done(
        request,
        reading,
        lambda: actions.purge_match(match=reading.match, device=device),
        see("home"),
        _sorry,
    )


def _sorry(request: HttpRequest, reading: Reading, error: str) -> HttpResponse:
    context = {"match": reading.match, "sentences": [error]}
    return render(request, "matches/sorry.html", context, status=422)
