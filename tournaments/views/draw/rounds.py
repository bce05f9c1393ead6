"""The rounds with their seats and reasons; organisers publish and hide them, and draw the next one."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from people.forms.shared import sentence
from people.views.guards import who
from people.web.codes import new_key
from people.web.responses import done, see
from tournaments import wording
from tournaments.draw import draw, round_view, seat_plans, write_rounds
from tournaments.draw.draw_tasks import next_number, stage_to_draw
from tournaments.forms.seats import SeatChangeReasonForm, numbers
from tournaments.models import Entrant, Round
from tournaments.snapshot import Day
from tournaments.standings.standings import ranking
from tournaments.views.shared import Here, back, key_of, opened, organising


@require_safe
def rounds(request: HttpRequest, code: str) -> HttpResponse:
    """All rounds, for others than organisers those that are published."""
    return _list(request, opened(request, code))


def _said(request: HttpRequest, day: Day) -> list[tuple[str, str]]:
    """Those who just came or left, each with what holds of them now."""
    told = []
    for number in numbers(request.GET, "who"):
        if entrant := day.by_number.get(number):
            plays = _("plays from round %(round)s on") % {"round": entrant.from_round}
            gone = wording.plays_no_more(entrant.left_after)
            entered = entrant.state == Entrant.State.ENTERED
            told.append((day.names[entrant.pk], gone or (plays if entered else entrant.get_state_display())))
    return told


def _list(request: HttpRequest, here: Here, refused: str = "", status: int = 200) -> HttpResponse:
    day, organise = here.day, here.rights.organise
    going = organise and not here.over
    shown = day.rounds if organise else day.shown
    hidden = [one for one in day.rounds if not one.published_at]
    seats = [seat_plans.seats_of(day, one) for one in day.rounds]
    context = {
        "tournament": here.tournament,
        "rights": here.rights,
        "over": here.over if organise else None,
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
        "said": _said(request, day) if organise else [],
        "key": new_key(),
    }
    return render(request, "tournaments/rounds.html", context, status=status)


@require_POST
def generate(request: HttpRequest, code: str) -> HttpResponse:
    """The next Swiss round, published with it if the button says so; tapped eight times it is made once."""
    here = organising(request, code)
    number = (numbers(request.POST, "number") or (0,))[0]

    def make() -> None:
        draw.generate_round(
            tournament=here.tournament,
            number=number,
            key=key_of(request.POST.get("key", "")),
            ranking=lambda: ranking(Day(here.tournament, True)),
            rematches=request.POST.get("rematches") == "1",
            **who(request),
        )
        if request.POST.get("publish") == "1":
            write_rounds.publish_rounds(tournament=here.tournament, upto=number, **who(request))

    return done(
        request,
        make,
        lambda: back(request, "round", code, number),
        lambda violation: _list(request, here, sentence(violation), 422),
    )


@require_POST
def publish_rounds(request: HttpRequest, code: str) -> HttpResponse:
    """Show every round up to `upto`."""
    here = organising(request, code)
    upto = (numbers(request.POST, "upto") or (0,))[0]
    return done(
        request,
        lambda: write_rounds.publish_rounds(tournament=here.tournament, upto=upto, **who(request)),
        lambda: back(request, "round", code, upto),
    )


@require_POST
def hide(request: HttpRequest, code: str, round: int) -> HttpResponse:
    """Hide a round and those after it."""
    here = organising(request, code)
    return done(
        request,
        lambda: write_rounds.hide_rounds(tournament=here.tournament, first=round, **who(request)),
        lambda: see("tournaments:round", code, round),
    )


@require_POST
def lock(request: HttpRequest, code: str, round: int) -> HttpResponse:
    """From now on its seats change with a reason alone; or no longer so (`locked` is empty)."""
    here, locked = organising(request, code), request.POST.get("locked") == "1"
    return done(
        request,
        lambda: write_rounds.lock_round(tournament=here.tournament, number=round, locked=locked, **who(request)),
        lambda: see("tournaments:round", code, round),
    )


@require_POST
def drop(request: HttpRequest, code: str, round: int) -> HttpResponse:
    """Take a round and those after it away."""
    here = organising(request, code)
    return done(
        request,
        lambda: write_rounds.drop_rounds(tournament=here.tournament, first=round, **who(request)),
        lambda: see("tournaments:rounds", code),
    )


@require_safe
def one_round(request: HttpRequest, code: str, round: int) -> HttpResponse:
    """Who sits where; for organisers its quality, and two names to be swapped."""
    here = opened(request, code)
    return round_page(request, here, called(here, round))


def called(here: Here, number: int) -> Round:
    """The round of the address, if who asks may see it."""
    found = next((one for one in here.day.rounds if one.number == number), None)
    if found is None or not (found.published_at or here.rights.organise):
        raise Http404
    return found


def round_page(
    request: HttpRequest, here: Here, one: Round, form: SeatChangeReasonForm | None = None, chosen: tuple[int, ...] = ()
) -> HttpResponse:
    """The page of a round; `form`: a swap of the two `chosen` that was refused."""
    day, organise = here.day, here.rights.organise
    before = [seat_plans.seats_of(day, each) for each in day.rounds if each.number < one.number]
    apart = seat_plans.kept_apart(day) if organise else frozenset()
    tables = round_view.table_rows(day, one, apart, before if organise else ())
    byes = round_view.sitters(day, seat_plans.seats_of(day, one).byes)
    context = {
        "tournament": here.tournament,
        "rights": here.rights,
        "round": one,
        "tables": tables,
        "byes": byes,
        "named": round_view.by_name(tables, byes),
        "changes": round_view.changes(day, one) if one.published_at else [],
        "others": day.rounds if organise else day.shown,
        "current": day.current,
        "begun": seat_plans.begun(day, one),
        "last": one.number == day.rounds[-1].number,
        "todo": organise and bool(one.published_at) and not one.closed_at and _waits_to_begin(day),
        **(_for_organisers(day, one, apart, form, chosen or numbers(request.GET, "swap")) if organise else {}),
    }
    return render(request, "tournaments/round.html", context, status=422 if form else 200)


def _waits_to_begin(day: Day) -> bool:
    """Whether the round that is to be played is published and nothing of it has begun."""
    return day.current is not None and not seat_plans.begun(day, day.current)


def _for_organisers(
    day: Day, one: Round, apart: frozenset[tuple[int, int]], form: SeatChangeReasonForm | None, chosen: tuple[int, ...]
) -> dict[str, Any]:
    """What a round is worth, and what it would be with two of it swapped."""
    upto = [seat_plans.seats_of(day, each) for each in day.rounds if each.number <= one.number]
    now = upto[-1]
    good = seat_plans.quality(upto, apart)
    told = {
        "facts": round_view.facts(day, good),
        "form": form or SeatChangeReasonForm(),
        "show_errors": form is not None,
    }
    told |= {"chosen": chosen, "seen": now.mark, "reason_needed": seat_plans.fixed(day, one)}
    if len(chosen) != 2 or not set(chosen) <= now.everybody:
        return {**told, "odd": bool(chosen)}
    then = now.swapped(*chosen)
    after = seat_plans.quality([*upto[:-1], then], apart)
    return {**told, "two": round_view.sitters(day, chosen), "costs": round_view.facts(day, after, good)}


@require_safe
def why(request: HttpRequest, code: str, round: int) -> HttpResponse:
    """Why who sits with whom."""
    here = opened(request, code)
    one = called(here, round)
    tables = round_view.table_rows(here.day, one)
    reasons = round_view.why_tables(here.day, one, [table.number for table in tables])
    context = {
        "tournament": here.tournament,
        "rights": here.rights,
        "round": one,
        "all": round_view.why_round(here.day, one),
        "tables": list(zip(tables, reasons, strict=True)),
        "changes": round_view.changes(here.day, one) if one.published_at else [],
    }
    return render(request, "tournaments/why.html", context)
