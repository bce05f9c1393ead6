"""Seat changes: swaps of two players, and late arrivals and withdrawals with a preview."""

from dataclasses import dataclass
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.errors import RuleViolation
from people.text.lists import listed
from people.web.responses import done
from tournaments.draw import round_view, seat_changes, seat_plans
from tournaments.draw.seat_changes import ReseatingPlan, first_open, plan_reseating
from tournaments.draw.seat_plans import Seats
from tournaments.forms.draw import LaterForm, SeatChangeReasonForm
from tournaments.forms.shared import numbers
from tournaments.models import Entrant, Round, Seating
from tournaments.snapshot import Day
from tournaments.views.draw.rounds import RoundPage, visible_round
from tournaments.views.shared import FORM, POST, TournamentAccess, TournamentPage, organisers


@organisers(POST)
def swap(request: HttpRequest, access: TournamentAccess, round: int) -> HttpResponse:
    """Swap the seats of two players."""
    row, form = visible_round(access, round), SeatChangeReasonForm(request.POST)
    chosen = (*numbers(request.POST, "one"), *numbers(request.POST, "other"))

    def act() -> None:
        first, second = chosen if len(chosen) == 2 else (0, 0)
        values = {"number": round, **form.cleaned_data, **access.action}
        seat_changes.swap_seats(one=first, other=second, **values)

    def again(violation: RuleViolation) -> HttpResponse:
        form.refuse(violation)
        return RoundPage(access, row, form, chosen).shown()

    if not form.is_valid():
        return RoundPage(access, row, form, chosen).shown()
    return done(request, act, lambda: access.see("round", round), again)


@organisers(FORM, over="rounds")
def late(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Choose late arrivals and withdrawals, preview the seats, and apply the change."""
    day, query = access.day, request.POST if request.method == "POST" else request.GET
    first = first_open(day)
    form = LaterForm(query, first, {entrant.number for entrant in _may_arrive(day)}, seat_plans.present(day, first))
    valid = form.is_valid()
    plan = form.attempt(lambda: plan_reseating(day, form.at, form.leaves, form.comes)) if query else None
    if request.method == "GET" or plan is None or not valid:
        return LateArrivalsPage(access, form, plan).shown()

    def act() -> None:
        values = {"first": form.at, "leaves": form.leaves, "comes": form.comes, **access.action}
        seat_changes.reseat(mark=form.cleaned_data["seen"], reason=form.cleaned_data["reason"], **values)

    def again(violation: RuleViolation) -> HttpResponse:
        form.refuse(violation)
        return LateArrivalsPage(access, form, plan).shown()

    changed = [f"who={number}" for number in sorted({*form.leaves, *form.comes})]  # the next page names these players
    return done(request, act, lambda: access.see("rounds", query="?" + "&".join(changed)), again)


def _may_arrive(day: Day) -> list[Entrant]:
    """Return the entrants without seats in the coming rounds: new, waiting or returning."""
    first = first_open(day)
    unseated = {entrant.pk for entrant in seat_plans.unseated(day)}
    last_seated = seat_plans.seats_of(day, day.rounds[-1]).everybody if day.rounds else None
    arriving = [
        entrant
        for entrant in day.entered
        if entrant.pk in unseated
        or (entrant.left_after is not None and entrant.left_after < first)
        or (last_seated is not None and entrant.number not in last_seated)
    ]
    return arriving + (day.waiting if day.rounds else [])


class RoundChangePreview(NamedTuple):
    """A round that would change. `unchanged`: the number of tables that stay the same."""

    round: Round
    tables: list[round_view.TableRow]
    byes: list[round_view.RoundSeat]
    unchanged: int


class ReseatingPreview(NamedTuple):
    """A preview of the coming rounds after a change. `next_round`: the size of the first one, "" if unknown."""

    changed: list[RoundChangePreview]
    facts: list[round_view.RoundFact]
    next_round: str
    leaving: list[round_view.RoundSeat]
    arriving: list[round_view.RoundSeat]


@dataclass
class LateArrivalsPage(TournamentPage):
    """The page for late arrivals and withdrawals.

    `arrivals`, `leavers`: the choices, each with whether it is ticked; `rounds`: the possible first rounds, each with
    whether it is selected.
    """

    form: LaterForm
    plan: ReseatingPlan | None

    def __post_init__(self) -> None:
        day, form = self.day, self.form
        arriving = [entrant.number for entrant in _may_arrive(day)]
        arrived = [*seat_plans.unseated(day), *(entrant for entrant in day.waiting if entrant.checked_in_at)]
        ticked = form.comes if self.access.request.GET or form.errors else {entrant.number for entrant in arrived}
        leaving = [number for number in seat_plans.present(day, form.at) if number not in arriving]
        self.arrivals = [(seat, seat.entrant.number in ticked) for seat in round_view.sitters(day, arriving)]
        self.leavers = [(seat, seat.entrant.number in form.leaves) for seat in round_view.sitters(day, leaving)]
        self.rounds = [(row, row.number == form.at) for row in day.rounds if not seat_plans.begun(day, row)]
        self.preview = _preview(day, self.plan) if self.plan else None
        self.show_errors = bool(form.errors)

    def shown(self) -> HttpResponse:
        return self.response("tournaments/draw/late_arrivals.html", 422 if self.show_errors else 200)


def _preview(day: Day, plan: ReseatingPlan) -> ReseatingPreview:
    apart = seat_plans.kept_apart(day)
    played = [seat_plans.seats_of(day, row) for row in day.rounds if row.number < plan.first]
    quality = seat_plans.quality([*played, *plan.after], apart) if plan.after else None
    before = seat_plans.quality([*played, *plan.before], apart) if plan.before else None
    return ReseatingPreview(
        [_change(day, *change) for change in plan.changed],
        round_view.facts(day, quality, before) if quality else [],
        _next_round(day, plan),
        round_view.sitters(day, plan.leaves),
        round_view.sitters(day, plan.comes),
    )


def _next_round(day: Day, plan: ReseatingPlan) -> str:
    """Return the size of the first coming round: players, tables, byes; "" if unknown."""
    if plan.after:
        first = plan.after[0]
        players, tables, out = len(first.everybody), len(first.tables), len(first.byes)
    elif plan.stage.seating == Seating.SWISS and len(seat_plans.rounds_of(day, plan.stage)) < plan.stage.rounds:
        players = len(set(seat_plans.present(day, plan.first)).union(plan.comes).difference(plan.leaves))
        tables, out = divmod(players, 3)
    else:
        return ""
    facts = [
        ngettext("%(many)s player", "%(many)s players", players) % {"many": players},
        ngettext("%(many)s table", "%(many)s tables", tables) % {"many": tables},
        ngettext("%(many)s player has a bye", "%(many)s players have a bye", out) % {"many": out},
    ]
    return listed(facts if out else [*facts[:2], _("no byes")])


def _change(day: Day, row: Round, before: Seats, after: Seats) -> RoundChangePreview:
    tables = round_view.rows_of(day, before, after)
    unchanged = sum(not table.moved for table in tables)
    return RoundChangePreview(row, tables, round_view.sitters(day, after.byes), unchanged)
