"""Changes of seats: two players swapped, late arrivals and withdrawals with a preview."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.errors import RuleViolation
from people.text.lists import listed
from people.web.responses import done, see
from tournaments.draw import round_view, seat_changes, seat_plans
from tournaments.draw.late_arrivals import ReseatingPlan, first_open, plan_reseating
from tournaments.draw.seat_plans import Seats
from tournaments.forms.draw import LaterForm, SeatChangeReasonForm
from tournaments.forms.shared import numbers
from tournaments.models import Round, Seating
from tournaments.snapshot import Day
from tournaments.views.draw.rounds import round_page, visible_round
from tournaments.views.shared import FORM, POST, TournamentAccess, organisers


@organisers(POST)
def swap(request: HttpRequest, access: TournamentAccess, round: int) -> HttpResponse:
    """Swap the seats of two players."""
    this, form = visible_round(access, round), SeatChangeReasonForm(request.POST)
    chosen = (*numbers(request.POST, "one"), *numbers(request.POST, "other"))

    def act() -> None:
        first, second = chosen if len(chosen) == 2 else (0, 0)
        typed = {name: form.cleaned_data[name] for name in ("seen", "reason")}
        values = {"number": round, **typed, **access.action(request)}
        seat_changes.swap_seats(one=first, other=second, **values)

    def again(violation: RuleViolation) -> HttpResponse:
        form.refuse(violation)
        return round_page(request, access, this, form, chosen)

    if not form.is_valid():
        return round_page(request, access, this, form, chosen)
    return done(request, act, lambda: see("tournaments:round", access.code, round), again)


@organisers(FORM, over="rounds")
def late(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Choose who arrives late and who leaves, preview the seats, apply them."""
    day, query = access.day, request.POST if request.method == "POST" else request.GET
    first = first_open(day)
    form = LaterForm(query, first, {each.number for each in _may_come(day)}, seat_plans.present(day, first))
    valid = form.is_valid()
    plan = form.attempt(lambda: plan_reseating(day, form.at, form.leaves, form.comes)) if query else None
    if request.method == "GET" or plan is None or not valid:
        return _page(request, access, form, plan, 422 if form.errors else 200)

    def act() -> None:
        values = {"first": form.at, "leaves": form.leaves, "comes": form.comes, **access.action(request)}
        seat_changes.reseat(mark=form.cleaned_data["seen"], reason=form.cleaned_data["reason"], **values)

    def then() -> HttpResponse:
        """The rounds, with a line about each player who came or left."""
        changed = sorted({*form.leaves, *form.comes})
        return see("tournaments:rounds", access.code, query="?" + "&".join(f"who={number}" for number in changed))

    def again(violation: RuleViolation) -> HttpResponse:
        form.refuse(violation)
        return _page(request, access, form, plan, 422)

    return done(request, act, then, again)


def _may_come(day: Day) -> list[Any]:
    """Entrants without seats in the rounds to come: newcomers, the waiting list, those who had left."""
    first = first_open(day)
    known = {each.pk for each in seat_plans.unseated(day)}
    seated_last = seat_plans.seats_of(day, day.rounds[-1]).everybody if day.rounds else frozenset()
    gone = {each.pk for each in day.entered if each.left_after is not None and each.left_after < first}
    new = {each.pk for each in day.entered if day.rounds and each.number not in seated_last}
    return [each for each in day.entered if each.pk in known | gone | new] + (day.waiting if day.rounds else [])


def _page(
    request: HttpRequest, access: TournamentAccess, form: LaterForm, plan: ReseatingPlan | None, status: int
) -> HttpResponse:
    day = access.day
    come = _may_come(day)
    may_come = {each.number for each in come}
    new = {each.number for each in [*seat_plans.unseated(day), *(one for one in day.waiting if one.checked_in_at)]}
    leave = [number for number in seat_plans.present(day, form.at) if number not in may_come]
    context = {
        "tournament": access.tournament,
        "rights": access.rights,
        "form": form,
        "show_errors": status == 422,
        "come": [(each, each.entrant.number in (form.comes if request.GET or form.errors else new))
                 for each in round_view.sitters(day, (each.number for each in come))],
        "leave": [(each, each.entrant.number in form.leaves) for each in round_view.sitters(day, leave)],
        "rounds": [(one, one.number == form.at) for one in day.rounds if not seat_plans.begun(day, one)],
        "next": len(day.rounds) + 1,
        "plan": plan,
        "ready": plan is not None,
        **(_preview(day, plan) if plan else {}),
    }  # fmt: skip
    return render(request, "tournaments/draw/late_arrivals.html", context, status=status)


def _preview(day: Day, plan: ReseatingPlan) -> dict[str, Any]:
    """The rounds as they would be, compared with now."""
    apart = seat_plans.kept_apart(day)
    played = [seat_plans.seats_of(day, each) for each in day.rounds if each.number < plan.first]
    good = seat_plans.quality([*played, *plan.after], apart) if plan.after else None
    was = seat_plans.quality([*played, *plan.before], apart) if plan.before else None
    return {
        "changed": [_change(day, *each) for each in plan.changed],
        "costs": round_view.facts(day, good, was) if good else [],
        "next_round": _next_round(day, plan),
        "leaving": round_view.sitters(day, plan.leaves),
        "coming": round_view.sitters(day, plan.comes),
    }


def _next_round(day: Day, plan: ReseatingPlan) -> str:
    """The size of the first round to come: players, tables, byes; "" where that is not known yet."""
    if plan.after:
        players, out = len(plan.after[0].everybody), len(plan.after[0].byes)
        tables = len(plan.after[0].tables)
    elif plan.stage.seating == Seating.SWISS and len(seat_plans.rounds_of(day, plan.stage)) < plan.stage.rounds:
        players = len(set(seat_plans.present(day, plan.first)).union(plan.comes).difference(plan.leaves))
        tables, out = divmod(players, 3)
    else:
        return ""
    facts = [
        ngettext("%(many)s player", "%(many)s players", players) % {"many": players},
        ngettext("%(many)s table", "%(many)s tables", tables) % {"many": tables},
        ngettext("%(many)s player has a bye", "%(many)s players have a bye", out) % {"many": out}
        if out
        else _("no byes"),
    ]
    return listed(facts)


def _change(day: Day, round_row: Round, before: Seats, after: Seats) -> tuple[Any, ...]:
    """A round that would change: it, its tables, who would have a bye, how many tables stay as they are."""
    tables = round_view.rows_of(day, before, after)
    return round_row, tables, round_view.sitters(day, after.byes), sum(not table.moved for table in tables)
