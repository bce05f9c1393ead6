"""Rounds with their seats and the reasons for them; organisers publish and hide them, and draw the next one."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext as _

from people.forms.shared import sentence
from people.web.responses import done, render_page
from tournaments import wording
from tournaments.draw import draw, round_view, seat_plans, write_rounds
from tournaments.draw.draw_tasks import next_number, stage_to_draw
from tournaments.forms.draw import SeatChangeReasonForm
from tournaments.forms.shared import numbers, small_number
from tournaments.models import Entrant, Round, RoundChange, Stage
from tournaments.snapshot import Day
from tournaments.standings.standings import ranking
from tournaments.views.shared import (
    GET,
    POST,
    TournamentAccess,
    TournamentPage,
    back,
    key_of,
    organiser_button,
    organisers,
    readers,
    run,
)


@dataclass(frozen=True)
class RoundsPage(TournamentPage):
    """The rounds of a tournament.

    `rounds`: each with its number of tables; `next`: the round that can be drawn now, 0 for none; `unseated`, `gone`:
    players who need a seat or lose theirs; `changed`: (name, state) of those who just arrived or left; `refused`: why
    the next round could not be drawn.
    """

    rounds: list[tuple[Round, int]]
    facts: list[round_view.RoundFact]
    next: int
    stage: Stage | None
    unseated: list[str]
    gone: list[str]
    changed: list[tuple[str, str]]
    refused: str


@readers(GET)
def rounds(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """All rounds; only published ones for people other than organisers."""
    return _rounds_page(request, access)


def _rounds_page(request: HttpRequest, access: TournamentAccess, refused: str = "") -> HttpResponse:
    day, organise = access.day, access.rights.organise
    can_change = organise and not access.over
    seats = [seat_plans.seats_of(day, row) for row in day.rounds] if organise else []
    page = RoundsPage(
        access,
        rounds=[(row, len(day.tables.get(row.pk, []))) for row in (day.rounds if organise else day.shown)],
        facts=round_view.facts(day, seat_plans.quality(seats, seat_plans.kept_apart(day))) if seats else [],
        next=next_number(day) if can_change else 0,
        stage=stage_to_draw(day) if can_change else None,
        unseated=[day.names[entrant.pk] for entrant in seat_plans.unseated(day)] if can_change else [],
        gone=[day.names[entrant.pk] for entrant in seat_plans.gone(day)] if can_change else [],
        changed=_changed_entrants(request, day) if organise else [],
        refused=refused,
    )
    return render_page(request, "tournaments/draw/rounds.html", page, 422 if refused else 200)


def _changed_entrants(request: HttpRequest, day: Day) -> list[tuple[str, str]]:
    """Names and states of the entrants who just arrived or left."""
    lines = []
    for number in numbers(request.GET, "who"):
        if entrant := day.by_number.get(number):
            plays = _("playing from round %(round)s on") % {"round": entrant.from_round}
            state = plays if entrant.state == Entrant.State.ENTERED else entrant.get_state_display()
            lines.append((day.names[entrant.pk], wording.plays_no_more(entrant.left_after) or state))
    return lines


@organisers(POST)
def generate(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Draw the next Swiss round, and publish it if the button asks for it. Idempotent."""
    number = small_number(request.POST.get("number")) or 0
    values = access.action(request)

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

    return done(
        request,
        act,
        lambda: back(request, "round", access.code, number),
        lambda violation: _rounds_page(request, access, sentence(violation)),
    )


@organisers(POST)
def publish_rounds(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Publish every round up to `upto`."""
    upto = small_number(request.POST.get("upto")) or 0
    then = back(request, "round", access.code, upto)
    return run(request, access, write_rounds.publish_rounds, then, upto=upto)


def _lock_values(post: QueryDict, round: int) -> dict[str, int]:
    return {"number": round, "locked": post.get("locked") == "1"}


hide = organiser_button(write_rounds.hide_rounds, lambda _post, round: {"first": round}, to="round", at="round")
lock = organiser_button(write_rounds.lock_round, _lock_values, to="round", at="round")
drop = organiser_button(write_rounds.drop_rounds, lambda _post, round: {"first": round}, to="rounds")


def visible_round(access: TournamentAccess, number: int) -> Round:
    """The round with this number; 404 if it isn't drawn, or unpublished and the requester is no organiser."""
    row = access.day.round(number)
    if row is None or not (row.published_at or access.rights.organise):
        raise Http404
    return row


@dataclass(frozen=True)
class RoundPage(TournamentPage):
    """The seating of a round."""

    round: Round
    tables: list[round_view.TableRow]
    byes: list[round_view.RoundSeat]
    swap: "SwapPreview | None"
    form: SeatChangeReasonForm

    @property
    def rounds(self) -> list[Round]:
        return self.day.rounds if self.rights.organise else self.day.shown

    @property
    def show_errors(self) -> bool:
        return self.form.is_bound

    @property
    def by_name(self) -> list[tuple[round_view.RoundSeat, round_view.TableRow | None]]:
        return round_view.by_name(self.tables, self.byes)

    @property
    def changes(self) -> list[RoundChange]:
        return round_view.changes(self.day, self.round) if self.round.published_at else []

    @property
    def begun(self) -> bool:
        return seat_plans.begun(self.day, self.round)

    @property
    def next_steps(self) -> bool:
        """Whether to list what organisers do before a published round starts."""
        current = self.day.current
        waits = current is not None and not seat_plans.begun(self.day, current)
        return self.rights.organise and bool(self.round.published_at) and not self.round.closed_at and waits


@dataclass(frozen=True, slots=True)
class SwapPreview:
    """For organisers: the quality of the seating, and with two players `chosen` (numbers) its quality after a swap.

    `seen`: the fingerprint of the seating; `players`: the two, empty if they can't be swapped.
    """

    chosen: tuple[int, ...]
    seen: str
    reason_needed: bool
    facts: list[round_view.RoundFact]
    players: list[round_view.RoundSeat]
    facts_after: list[round_view.RoundFact]


@readers(GET)
def one_round(request: HttpRequest, access: TournamentAccess, round: int) -> HttpResponse:
    """The seating of a round; for organisers also its quality, and two players to swap."""
    return round_page(
        request, access, visible_round(access, round), SeatChangeReasonForm(), numbers(request.GET, "swap")
    )


def round_page(
    request: HttpRequest, access: TournamentAccess, row: Round, form: SeatChangeReasonForm, chosen: tuple[int, ...]
) -> HttpResponse:
    """The page of a round, with the form to swap the players `chosen`."""
    day, organise = access.day, access.rights.organise
    seats = [seat_plans.seats_of(day, other) for other in day.rounds if other.number <= row.number]
    apart = seat_plans.kept_apart(day) if organise else frozenset()
    page = RoundPage(
        access,
        row,
        tables=round_view.table_rows(day, row, apart, seats[:-1] if organise else ()),
        byes=round_view.sitters(day, seats[-1].byes),
        swap=_swap_preview(day, row, seats, apart, chosen) if organise else None,
        form=form,
    )
    return render_page(request, "tournaments/draw/round.html", page, 422 if form.is_bound else 200)


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


@dataclass(frozen=True)
class ReasonsPage(TournamentPage):
    """The reasons for the seating of a round, and of each of its tables."""

    round: Round
    reasons: list[str]
    tables: list[tuple[round_view.TableRow, list[str]]]
    changes: list[RoundChange]


@readers(GET)
def why(request: HttpRequest, access: TournamentAccess, round: int) -> HttpResponse:
    """The reasons for the seating of a round."""
    day, row = access.day, visible_round(access, round)
    tables = round_view.table_rows(day, row)
    reasons = round_view.why_tables(day, row, [table.number for table in tables])
    changes = round_view.changes(day, row) if row.published_at else []
    page = ReasonsPage(access, row, round_view.why_round(day, row), list(zip(tables, reasons, strict=True)), changes)
    return render_page(request, "tournaments/draw/reasons.html", page)
