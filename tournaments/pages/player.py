"""The page of one entrant, and the page of who met whom. Independent of requests."""

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import InitVar, dataclass
from datetime import datetime
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.season.charts import Picture
from clubs.season.pages import percent
from engine.tournament import Game, StandingLine
from matches import wording as game
from tournaments import wording
from tournaments.models import Adjustment, Entrant, Round, Seat, Seating, Table
from tournaments.pages.cache import count_of
from tournaments.pages.public import current_seat
from tournaments.pages.standings import charts
from tournaments.pages.standings.standings_page import Standings, penalty_lines
from tournaments.pages.tables.table_view import TableSeat, chair_of, planned_start
from tournaments.snapshot import Day
from tournaments.standings.merge_stages import carry_of
from tournaments.standings.standings import Figures, book_of, scheme_of

_WHY: dict[str, Callable[[], str]] = {
    Seating.FIXED: lambda: _(
        "All rounds were planned before the first one so that the same players meet as rarely as possible. The "
            "draw decided who got which position in the schedule."
    ),
    Seating.SWISS: lambda: _(
        "Players who are close together in the standings play each other, with rematches only if unavoidable."
    ),
    Seating.RANDOM: lambda: _("The seats were drawn at random, with as few rematches as possible."),
    Seating.PRESCRIBED: lambda: _("The organiser imported this seating."),
    Seating.FOUR: lambda: _("Tables of four were planned before the first round. One player sits out each hand."),
    Seating.GROUPS: lambda: _("Players were divided into groups and play within their own group."),
    Seating.FINAL: lambda: _("The final tables are filled in order of the standings, starting with the top players."),
}  # fmt: skip


class PlayerRound(NamedTuple):
    """A row about one round of an entrant.

    `value`: the result, or "" if none counts; `terms`: its components; `penalties`: penalties and bonuses of the round;
    `carried`: points carried over into a new stage; `after`: the total after the round; `match`: the code of the match,
    or "" if the requester may not see it.
    """

    round: int
    table: int
    wind: str
    wind_name: str
    others: tuple[TableSeat, ...]
    substitute: str
    points: str
    place: int
    terms: tuple[tuple[str, str], ...]
    value: str
    penalties: tuple[tuple[str, str], ...]
    carried: str
    after: str
    match: str


class Opponent(NamedTuple):
    """The matches against one opponent. `above`, `below`: how often the entrant placed above or below the opponent."""

    number: int
    name: str
    rounds: str
    times: int
    above: int
    below: int


class PlayerCharts(NamedTuple):
    """An entrant's charts and their figures: `places` (round, place), `shares` (place, matches, percentage)."""

    total: Picture
    rank: Picture | None
    places: list[tuple[int, int]]
    placement: Picture
    shares: list[tuple[int, int, tuple[str, str]]]
    whiskers: bool


@dataclass
class PlayerPage:
    """The page of one entrant. `reasons`: whether to show the reasons for penalties, which only referees may see."""

    day: Day
    entrant: Entrant
    now: InitVar[datetime]
    reasons: bool = False

    def __post_init__(self, now: datetime) -> None:
        day, pk = self.day, self.entrant.pk
        self._standings, self._count = Standings(day), count_of(day)
        self._own = next((row for row in self._standings.table.rows if row.line.entrant == pk), None)
        # By round: the entrant's confirmed matches, and their tables and seats.
        self._games = {played.round: played for played in self._count.results.games if pk in played.entrants}
        tables = [(table, seat) for row in day.shown for table in day.tables[row.pk] for seat in day.seats[table.pk]]
        self._seats = {table.round.number: (table, seat) for table, seat in tables if seat.entrant_id == pk}
        byes = {row.number for row in day.shown if self.entrant in day.byes[row.pk]}
        self._numbers = sorted({*self._seats, *byes})  # the rounds in which the entrant has a seat or a bye
        values = {result.round: result.value for result in self._own.line.played} if self._own else {}
        self._points = self._standings.number
        self.name, self.gone = day.names[pk], wording.plays_no_more(self.entrant.left_after)
        self.row = next((row for row in self._standings.rows if row.number == self.entrant.number), None)
        self.ranked = sum(bool(row.place) for row in self._standings.rows)
        self.next, self.starts = current_seat(day, pk), planned_start(day.current, now)
        self.rounds = [self._round(number, values.get(number)) for number in self._numbers]
        self.opponents = self._opponents()
        self.penalties = penalty_lines(day, [row for row in day.adjustments if row.entrant_id == pk], self.reasons)
        self.charts = self._charts(self._own.figures) if self._own and self._own.figures.games else None

    @cached_property
    def _adjustments(self) -> dict[int, list[Adjustment]]:
        """The penalties and bonuses, by the number of the round next to which the page shows them.

        A penalty is shown with the entrant's last round up to its own round, or else with the entrant's first round.
        """
        by_round: dict[int, list[Adjustment]] = defaultdict(list)
        for row in self.day.adjustments:
            if row.entrant_id == self.entrant.pk and row.cancelled_at is None and self._numbers:
                earlier = [number for number in self._numbers if number <= (row.round or 0)]
                by_round[earlier[-1] if earlier else self._numbers[0]].append(row)
        return by_round

    @cached_property
    def _lines(self) -> dict[int, StandingLine]:
        """The entrant's standing after each round that changed it, with any changes before the entrant's next round."""
        if self._own is None:
            return {}
        lines = {}
        counted = {result.round for result in self._own.line.played}.union(self._adjustments)
        for number, following in zip(self._numbers, [*self._numbers[1:], None], strict=False):
            places = self._count.after(following and following - 1) if number in counted else ()
            line = next((place.line for place in places if place.line.entrant == self.entrant.pk), None)
            if line:
                lines[number] = line
        return lines

    @cached_property
    def _resets(self) -> set[int]:
        """The entrant's first round in each stage that doesn't carry over all points."""
        first: dict[int, int] = {}
        for row in self.day.rounds:
            if row.number in self._numbers and row.stage.number > 1 and carry_of(row.stage).kind != "full":
                first.setdefault(row.stage.number, row.number)
        return set(first.values())

    def _round(self, number: int, value: Fraction | None) -> PlayerRound:
        played, seat, line = self._games.get(number), self._seats.get(number), self._lines.get(number)
        book, basis = book_of(self.day.tournament), scheme_of(self.day.tournament).basis
        score = played.score_of(self.entrant.pk) if played else None
        if value is None and score:
            value = score.total
        terms, match = score.terms(basis) if score else (), seat[0].match if seat else None
        return PlayerRound(
            round=number,
            table=seat[0].number if seat else 0,
            wind=seat[1].wind if seat else "",
            wind_name=game.wind_name(seat[1].wind) if seat else "",
            others=self._others(*seat, played) if seat else (),
            substitute=self.day.substitutes.get(seat[1].pk, "") if seat else "",
            points=game.with_chips(book, game.balance(book, score.points), score.chip_count) if score else "",
            place=score.place if score else 0,
            terms=tuple((wording.term(name), wording.signed(points)) for name, points in terms)
            if len(terms) > 1
            else (),
            value=self._points(value) if value is not None else "",
            penalties=tuple(wording.penalty(row.points) for row in self._adjustments.get(number, ())),
            carried=self._points(line.carried) if line and number in self._resets else "",
            after=self._points(line.total) if line else "",
            match=match.code if match and match.version and (match.public or self.day.inside) else "",
        )

    def _others(self, table: Table, own: Seat, played: Game | None) -> tuple[TableSeat, ...]:
        book, others = book_of(self.day.tournament), [seat for seat in self.day.seats[table.pk] if seat is not own]
        scores = [played.score_of(seat.entrant_id) for seat in others] if played else []
        points = [game.with_chips(book, game.balance(book, score.points), score.chip_count) for score in scores]
        points = points or [""] * len(others)
        return tuple(chair_of(self.day, seat, text) for seat, text in zip(others, points, strict=True))

    def _opponents(self) -> list[Opponent]:
        rounds: dict[int, list[int]] = defaultdict(list)
        for number, (table, _seat) in sorted(self._seats.items()):
            for seat in self.day.seats[table.pk]:
                if seat.entrant_id != self.entrant.pk:
                    rounds[seat.entrant_id].append(number)
        return [self._opponent(pk, numbers) for pk, numbers in rounds.items()]

    def _opponent(self, pk: int, numbers: list[int]) -> Opponent:
        together = [self._games[number] for number in numbers if number in self._games]
        places = [(played.score_of(self.entrant.pk).place, played.score_of(pk).place) for played in together]
        return Opponent(
            self.day.by_pk[pk].number,
            self.day.names[pk],
            game.listed(map(str, numbers), "names"),
            len(numbers),
            sum(own < other for own, other in places),
            sum(own > other for own, other in places),
        )

    @property
    def why(self) -> list[str]:
        """The reasons for the seat in the current round: the method of seating, and earlier meetings."""
        current = self.day.current
        if current is None:
            return []
        reasons = [_WHY[current.stage.seating]()]
        if current.number in self._seats:
            table, _seat = self._seats[current.number]
            reasons += [
                self._before(seat, current) for seat in self.day.seats[table.pk] if seat.entrant != self.entrant
            ]
        elif self.entrant in self.day.byes[current.pk]:
            reasons.append(_("The players don’t divide evenly into tables, so they take turns having a bye."))
        return reasons

    def _before(self, other: Seat, current: Round) -> str:
        name = game.isolated(self.day.names[other.entrant_id])
        numbers = [
            number
            for number, (table, _seat) in self._seats.items()
            if number < current.number and any(seat.entrant == other.entrant for seat in self.day.seats[table.pk])
        ]
        if not numbers:
            return _("You haven’t met %(name)s before.") % {"name": name}
        text = ngettext("You met %(name)s in round %(rounds)s.", "You met %(name)s in rounds %(rounds)s.", len(numbers))
        return text % {"name": name, "rounds": game.listed(map(str, numbers), "and")}

    def _charts(self, figures: Figures) -> PlayerCharts:
        totals = [(number, line.total) for number, line in self._lines.items()]
        places = [(number, line.place) for number, line in self._lines.items() if line.place is not None]
        sums = charts.sums_of(figures)
        shares = zip((1, 2, 3), figures.places, sums.placements, strict=False)
        return PlayerCharts(
            total=charts.totals(totals, self._points, _("Total by round")),
            rank=charts.ranks(places, len(self._count.results.ranked), _("Place by round")) if places else None,
            places=places,
            placement=charts.placements(sums, _("First, second and third places")),
            shares=[(place, times, percent(measure)) for place, times, measure in shares],
            whiskers=any(measure and measure.half is not None for measure in sums.placements),
        )


CELL, LABEL = 8, 24  # sizes in the chart: the square of a pair, the margin for the numbers
FEW = 9  # up to this many players, all are numbered


class Chart(NamedTuple):
    """The chart of who met whom: SVG paths for pairs that met once, pairs that met more often, and the diagonal."""

    size: int
    inside: int
    once: str
    more: str
    same: str
    labels: tuple[tuple[int, int], ...]  # (position, number)


@dataclass
class MeetingsPage:
    """The page of who met whom. `repeats`: (name, name, rounds) tuples; `rows`: (number, name, opponents) tuples."""

    day: Day

    def __post_init__(self) -> None:
        day, rounds = self.day, defaultdict[tuple[int, int], list[int]](list)
        for row in day.shown:
            for table in day.tables[row.pk]:
                for pair in combinations(sorted(seat.entrant.number for seat in day.seats[table.pk]), 2):
                    rounds[pair].append(row.number)
        pairs = Counter({pair: len(numbers) for pair, numbers in rounds.items()})
        people = [entrant for entrant in day.entrants if entrant in day.entered or entrant.pk in day.seated]
        names, opponents = {entrant.number: day.names[entrant.pk] for entrant in people}, met_by(pairs)
        self.summary = _summary(pairs)
        self.chart = chart(sorted(names), pairs) if pairs else None
        self.repeats = [
            (game.isolated(names[first]), game.isolated(names[second]), game.listed(map(str, numbers), "names"))
            for (first, second), numbers in sorted(rounds.items())
            if len(numbers) > 1
        ]
        self.rows = [(number, names[number], [names[other] for other in opponents[number]]) for number in sorted(names)]


def _summary(pairs: Counter[tuple[int, int]]) -> str:
    repeats = sum(times > 1 for times in pairs.values())
    if not pairs:
        return _("No players have met yet.")
    if not repeats:
        return _("No two players meet twice.")
    text = ngettext("%(many)s pair meets more than once.", "%(many)s pairs meet more than once.", repeats)
    return text % {"many": repeats}


def met_by(pairs: Counter[tuple[int, int]]) -> dict[int, list[int]]:
    """Return the sorted numbers of each player's opponents, by player number."""
    met: dict[int, list[int]] = defaultdict(list)
    for first, second in sorted(pairs):
        met[first].append(second)
        met[second].append(first)
    return met


def chart(numbers: list[int], pairs: Counter[tuple[int, int]]) -> Chart:
    """Return a chart with a square for each ordered pair that met."""
    at = {number: LABEL + CELL * index for index, number in enumerate(numbers)}
    both = [(at[x], at[y], times) for pair, times in pairs.items() for x, y in (pair, pair[::-1])]
    labelled = numbers if len(numbers) <= FEW else [numbers[0], *numbers[4::5]]
    return Chart(
        size=LABEL + CELL * len(numbers) + 1,
        inside=CELL * len(numbers),
        once="".join(_square(x, y) for x, y, times in sorted(both) if times == 1),
        more="".join(_square(x, y) for x, y, times in sorted(both) if times > 1),
        same="".join(_square(start, start) for start in at.values()),
        labels=tuple((at[number], number) for number in labelled),
    )


def _square(x: int, y: int) -> str:
    return f"M{x} {y}h{CELL - 1}v{CELL - 1}h-{CELL - 1}z"
