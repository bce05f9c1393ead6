"""Rounds with their seats and the reasons for them; organisers publish and hide them, and draw the next one."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext as _

from engine.errors import RuleViolation
from people.forms.shared import sentence
from people.web.responses import done
from tournaments import wording
from tournaments.draw import draw, round_view, seat_plans, write_rounds
from tournaments.draw.draw_tasks import next_number, stage_to_draw
from tournaments.forms.draw import SeatChangeReasonForm
from tournaments.forms.shared import numbers, small_number
from tournaments.models import Entrant, Round
from tournaments.pages.tables.table_view import planned_start
from tournaments.snapshot import Day
from tournaments.standings.standings import ranking
from tournaments.views.shared import (
    GET,
    POST,
    TournamentAccess,
    TournamentPage,
    key_of,
    organiser_button,
    organisers,
    readers,
)


@dataclass
class RoundsPage(TournamentPage):
    """The rounds of a tournament.

    `rounds`: the rounds, each with its number of tables; `next`: the round that can be drawn now, 0 for none;
    `unseated`: players who need a seat; `gone`: players who lose theirs; `changed`: (name, state) of those who just
    arrived or left; `refused`: why the next round could not be drawn.
    """

    refused: str = ""

    def __post_init__(self) -> None:
        day, organise = self.day, self.rights.organise
        can_change = organise and not self.over
        seats = [seat_plans.seats_of(day, row) for row in day.rounds] if organise else []
        self.rounds = [(row, len(day.tables.get(row.pk, []))) for row in (day.rounds if organise else day.shown)]
        self.facts = round_view.facts(day, seat_plans.quality(seats, seat_plans.kept_apart(day))) if seats else []
        self.next = next_number(day) if can_change else 0
        self.stage = stage_to_draw(day) if can_change else None
        self.unseated = [day.names[entrant.pk] for entrant in seat_plans.unseated(day)] if can_change else []
        self.gone = [day.names[entrant.pk] for entrant in seat_plans.gone(day)] if can_change else []
        self.changed = _changed_entrants(day, numbers(self.access.request.GET, "who")) if organise else []


@readers(GET)
def rounds(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Show all rounds to organisers, and the published ones to everyone else."""
    return RoundsPage(access).response("tournaments/draw/rounds.html")


def _changed_entrants(day: Day, changed: tuple[int, ...]) -> list[tuple[str, str]]:
    lines = []
    for number in changed:
        if entrant := day.by_number.get(number):
            plays = _("playing from round %(round)s on") % {"round": entrant.from_round}
            state = plays if entrant.state == Entrant.State.ENTERED else entrant.get_state_display()
            lines.append((day.names[entrant.pk], wording.plays_no_more(entrant.left_after) or state))
    return lines


@organisers(POST)
def generate(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Draw the next Swiss round; one of the buttons also publishes it. Idempotent."""
    number = small_number(request.POST.get("number")) or 0
    values = access.action

    def act() -> None:
        draw.generate_round(
            number=number,
            key=key_of(request),
            ranking=lambda: ranking(Day(access.tournament, True)),
            rematches=request.POST.get("rematches") == "1",
            **values,
        )
        if request.POST.get("publish") == "1":
            write_rounds.publish_rounds(upto=number, **values)

    def again(violation: RuleViolation) -> HttpResponse:
        return RoundsPage(access, sentence(violation)).response("tournaments/draw/rounds.html", 422)

    return done(request, act, lambda: access.back("round", number), again)


@organisers(POST)
def publish_rounds(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Publish every round up to `upto`."""
    upto = small_number(request.POST.get("upto")) or 0
    return access.run(write_rounds.publish_rounds, access.back("round", upto), upto=upto)


def _lock_values(post: QueryDict, round: int) -> dict[str, int]:
    return {"number": round, "locked": post.get("locked") == "1"}


hide = organiser_button(write_rounds.hide_rounds, lambda _post, round: {"first": round}, to="round", at="round")
lock = organiser_button(write_rounds.lock_round, _lock_values, to="round", at="round")
drop = organiser_button(write_rounds.drop_rounds, lambda _post, round: {"first": round}, to="rounds")


def visible_round(access: TournamentAccess, number: int) -> Round:
    """Return the round with this number; raise `Http404` if it is missing or hidden from the requester."""
    row = access.day.round(number)
    if row is None or not (row.published_at or access.rights.organise):
        raise Http404
    return row


@dataclass
class RoundPage(TournamentPage):
    """The seating of a round; for organisers, with a form to swap two players.

    `chosen`: the numbers of those two players; `first_hidden`: the number of the first hidden round, where publishing
    starts; `starts`: when the round is planned to start; `next_steps`: whether to list what organisers do before a
    published round starts.
    """

    round: Round
    form: SeatChangeReasonForm
    chosen: tuple[int, ...]

    def __post_init__(self) -> None:
        day, row, organise = self.day, self.round, self.rights.organise
        seats = [seat_plans.seats_of(day, other) for other in day.rounds if other.number <= row.number]
        apart = seat_plans.kept_apart(day) if organise else frozenset()
        self.rounds, self.begun = day.rounds if organise else day.shown, seat_plans.begun(day, row)
        self.first_hidden = next((other.number for other in day.rounds if not other.published_at), row.number)
        self.tables = round_view.table_rows(day, row, apart, seats[:-1] if organise else ())
        self.starts = planned_start(row, datetime.now(UTC))
        self.byes = round_view.sitters(day, seats[-1].byes)
        self.by_name = round_view.by_name(self.tables, self.byes)
        self.swap = _swap_preview(day, row, seats, apart, self.chosen) if organise else None
        self.changes = round_view.changes(day, row) if row.published_at else []
        waits = day.current is not None and not seat_plans.begun(day, day.current)
        self.next_steps = organise and bool(row.published_at) and not row.closed_at and waits
        self.show_errors = self.form.is_bound

    def shown(self) -> HttpResponse:
        return self.response("tournaments/draw/round.html", 422 if self.form.is_bound else 200)


class SwapPreview(NamedTuple):
    """The quality of the seating and, once two players are chosen, its quality after a swap. For organisers only.

    `chosen`: the numbers of the two players; `seen`: the fingerprint of the seating; `players`: the two players, empty
    if they can't be swapped.
    """

    chosen: tuple[int, ...]
    seen: str
    reason_needed: bool
    facts: list[round_view.RoundFact]
    players: list[round_view.RoundSeat]
    facts_after: list[round_view.RoundFact]


@readers(GET)
def one_round(request: HttpRequest, access: TournamentAccess, round: int) -> HttpResponse:
    """Show the seating of a round; to organisers also its quality, and a form to swap two players."""
    chosen = numbers(request.GET, "swap")
    return RoundPage(access, visible_round(access, round), SeatChangeReasonForm(), chosen).shown()


def _swap_preview(
    day: Day, row: Round, seats: list[seat_plans.Seats], apart: frozenset[tuple[int, int]], chosen: tuple[int, ...]
) -> SwapPreview:
    quality = seat_plans.quality(seats, apart)
    can_swap = len(chosen) == 2 and set(chosen) <= seats[-1].everybody
    after = seat_plans.quality([*seats[:-1], seats[-1].swapped(*chosen)], apart) if can_swap else None
    return SwapPreview(
        chosen,
        seats[-1].mark,
        seat_plans.fixed(day, row),
        round_view.facts(day, quality),
        round_view.sitters(day, chosen) if can_swap else [],
        round_view.facts(day, after, quality) if after else [],
    )


@dataclass
class ReasonsPage(TournamentPage):
    """The reasons for the seating of a round, and of each of its tables."""

    round: Round

    def __post_init__(self) -> None:
        day, row, tables = self.day, self.round, round_view.table_rows(self.day, self.round)
        self.reasons = round_view.why_round(day, row)
        self.tables = list(zip(tables, round_view.why_tables(day, row, [each.number for each in tables]), strict=True))
        self.changes = round_view.changes(day, row) if row.published_at else []


@readers(GET)
def why(request: HttpRequest, access: TournamentAccess, round: int) -> HttpResponse:
    """Show the reasons for the seating of a round."""
    return ReasonsPage(access, visible_round(access, round)).response("tournaments/draw/reasons.html")
