"""Rounds with their seats and the reasons for them; organisers publish and hide them, and draw the next one."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from people.forms.shared import sentence
from people.web.codes import new_key
from people.web.responses import done, see
from tournaments import wording
from tournaments.draw import draw, round_view, seat_plans, write_rounds
from tournaments.draw.draw_tasks import next_number, stage_to_draw
from tournaments.forms.draw import SeatChangeReasonForm
from tournaments.forms.shared import numbers
from tournaments.models import Entrant, Round
from tournaments.snapshot import Day
from tournaments.standings.standings import ranking
from tournaments.views.shared import GET, POST, TournamentAccess, back, key_of, organisers, readers, run


@readers(GET)
def rounds(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """All rounds, for others than organisers those that are published."""
    return _list(request, access)


def _changed_entrants(request: HttpRequest, day: Day) -> list[tuple[str, str]]:
    """The entrants who just came or left, each with the state that they have now."""
    lines = []
    for number in numbers(request.GET, "who"):
        if entrant := day.by_number.get(number):
            plays = _("playing from round %(round)s on") % {"round": entrant.from_round}
            gone = wording.plays_no_more(entrant.left_after)
            entered = entrant.state == Entrant.State.ENTERED
            lines.append((day.names[entrant.pk], gone or (plays if entered else entrant.get_state_display())))
    return lines


def _list(request: HttpRequest, access: TournamentAccess, refused: str = "", status: int = 200) -> HttpResponse:
    day, organise = access.day, access.rights.organise
    going = organise and not access.over
    shown = day.rounds if organise else day.shown
    hidden = [one for one in day.rounds if not one.published_at]
    seats = [seat_plans.seats_of(day, one) for one in day.rounds]
    context = {
        "tournament": access.tournament,
        "rights": access.rights,
        "over": access.over if organise else None,
        "rounds": [(one, len(day.tables.get(one.pk, []))) for one in shown],
        "current": day.current,
        "hidden": hidden,
        "facts": round_view.facts(day, seat_plans.quality(seats, seat_plans.kept_apart(day)))
        if organise and seats
        else [],
        "next": next_number(day) if going else 0,
        "stage": stage_to_draw(day) if going else None,
        "unseated": [day.names[each.pk] for each in seat_plans.unseated(day)] if going else [],
        "gone": [day.names[each.pk] for each in seat_plans.gone(day)] if going else [],
        "refused": refused,
        "said": _changed_entrants(request, day) if organise else [],
        "key": new_key(),
    }
    return render(request, "tournaments/draw/rounds.html", context, status=status)


@organisers(POST)
def generate(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Draw the next Swiss round, and publish it if the button says so. Repeated taps draw it once."""
    number = _posted(request, "number")
    values = access.action(request)

    def make() -> None:
        draw.generate_round(
            number=number,
            key=key_of(request),
            ranking=lambda: ranking(Day(access.tournament, True)),
            rematches=request.POST.get("rematches") == "1",
            **values,
        )
        if request.POST.get("publish") == "1":
            write_rounds.publish_rounds(upto=number, **values)

    return done(
        request,
        make,
        lambda: back(request, "round", access.code, number),
        lambda violation: _list(request, access, sentence(violation), 422),
    )


@organisers(POST)
def publish_rounds(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Publish every round up to `upto`."""
    upto = _posted(request, "upto")
    then = back(request, "round", access.code, upto)
    return run(request, access, write_rounds.publish_rounds, then, upto=upto)


def _posted(request: HttpRequest, name: str) -> int:
    return (numbers(request.POST, name) or (0,))[0]


@organisers(POST)
def hide(request: HttpRequest, access: TournamentAccess, round: int) -> HttpResponse:
    """Hide a round and those after it."""
    then = see("tournaments:round", access.code, round)
    return run(request, access, write_rounds.hide_rounds, then, first=round)


@organisers(POST)
def lock(request: HttpRequest, access: TournamentAccess, round: int) -> HttpResponse:
    """Lock a round: its seats change only with a reason; or unlock it (`locked` is empty)."""
    then, locked = see("tournaments:round", access.code, round), request.POST.get("locked") == "1"
    return run(request, access, write_rounds.lock_round, then, number=round, locked=locked)


@organisers(POST)
def drop(request: HttpRequest, access: TournamentAccess, round: int) -> HttpResponse:
    """Remove a round and those after it."""
    then = see("tournaments:rounds", access.code)
    return run(request, access, write_rounds.drop_rounds, then, first=round)


@readers(GET)
def one_round(request: HttpRequest, access: TournamentAccess, round: int) -> HttpResponse:
    """Who sits where; for organisers its quality, and two names to be swapped."""
    return round_page(request, access, visible_round(access, round))


def visible_round(access: TournamentAccess, number: int) -> Round:
    """The round of the address, if the requester may see it."""
    this = next((one for one in access.day.rounds if one.number == number), None)
    if this is None or not (this.published_at or access.rights.organise):
        raise Http404
    return this


def round_page(
    request: HttpRequest,
    access: TournamentAccess,
    one: Round,
    form: SeatChangeReasonForm | None = None,
    chosen: tuple[int, ...] = (),
) -> HttpResponse:
    """The page of a round; `form`: a swap of the two `chosen` that was refused."""
    day, organise = access.day, access.rights.organise
    before = [seat_plans.seats_of(day, each) for each in day.rounds if each.number < one.number]
    apart = seat_plans.kept_apart(day) if organise else frozenset()
    tables = round_view.table_rows(day, one, apart, before if organise else ())
    byes = round_view.sitters(day, seat_plans.seats_of(day, one).byes)
    waits = day.current is not None and not seat_plans.begun(day, day.current)
    context = {
        "tournament": access.tournament,
        "rights": access.rights,
        "round": one,
        "tables": tables,
        "byes": byes,
        "named": round_view.by_name(tables, byes),
        "changes": round_view.changes(day, one) if one.published_at else [],
        "others": day.rounds if organise else day.shown,
        "current": day.current,
        "begun": seat_plans.begun(day, one),
        "last": one.number == day.rounds[-1].number,
        "todo": organise and bool(one.published_at) and not one.closed_at and waits,
        **(_for_organisers(day, one, apart, form, chosen or numbers(request.GET, "swap")) if organise else {}),
    }
    return render(request, "tournaments/draw/round.html", context, status=422 if form else 200)


def _for_organisers(
    day: Day, one: Round, apart: frozenset[tuple[int, int]], form: SeatChangeReasonForm | None, chosen: tuple[int, ...]
) -> dict[str, Any]:
    """The quality of a round, and what it would be with two of its players swapped."""
    upto = [seat_plans.seats_of(day, each) for each in day.rounds if each.number <= one.number]
    now = upto[-1]
    good = seat_plans.quality(upto, apart)
    context = {
        "facts": round_view.facts(day, good),
        "form": form or SeatChangeReasonForm(),
        "show_errors": form is not None,
        "chosen": chosen,
        "seen": now.mark,
        "reason_needed": seat_plans.fixed(day, one),
    }
    if len(chosen) != 2 or not set(chosen) <= now.everybody:
        return {**context, "odd": bool(chosen)}
    then = now.swapped(*chosen)
    after = seat_plans.quality([*upto[:-1], then], apart)
    return {**context, "two": round_view.sitters(day, chosen), "costs": round_view.facts(day, after, good)}


@readers(GET)
def why(request: HttpRequest, access: TournamentAccess, round: int) -> HttpResponse:
    """The reasons for the seating of a round."""
    one = visible_round(access, round)
    tables = round_view.table_rows(access.day, one)
    reasons = round_view.why_tables(access.day, one, [table.number for table in tables])
    context = {
        "tournament": access.tournament,
        "rights": access.rights,
        "round": one,
        "all": round_view.why_round(access.day, one),
        "tables": list(zip(tables, reasons, strict=True)),
        "changes": round_view.changes(access.day, one) if one.published_at else [],
    }
    return render(request, "tournaments/draw/reasons.html", context)
