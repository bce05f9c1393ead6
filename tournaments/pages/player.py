"""The page of one entrant, with all terms of each game, and the page of who met whom. Does not know requests."""

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.season.wording import percent
from engine.tournament import Game, Results, StandingLine
from matches import wording as game
from tournaments import wording
from tournaments.models import Adjustment, Entrant, Round, Seat, Seating, Table
from tournaments.pages.cache import count_of
from tournaments.pages.public import seat_now
from tournaments.pages.standings import charts
from tournaments.pages.standings.standings_page import Standings, penalty_line
from tournaments.pages.tables.table_view import TableSeat, chair_of
from tournaments.snapshot import Day
from tournaments.standings.merge_stages import carry_of
from tournaments.standings.standings import book_of, scheme_of
from tournaments.standings.standings_table import Figures

_WHY: dict[str, Callable[[], str]] = {
    Seating.FIXED: lambda: _(
        "All rounds were planned before the first one so that players meet as rarely as possible. The "
            "draw decided who took which seat in the plan."
    ),
    Seating.SWISS: lambda: _("In each round, players who are close in the standings and haven’t met yet sit together."),
    Seating.RANDOM: lambda: _("The seats were drawn at random, with as few rematches as possible."),
    Seating.PRESCRIBED: lambda: _("The organiser imported this seating."),
    Seating.FOUR: lambda: _("Tables of four were planned before the first round. One player sits out each hand."),
    Seating.GROUPS: lambda: _("Players were divided into groups and play within their own."),
    Seating.FINAL: lambda: _("The final tables are filled by the standings: the best three play at the first table."),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class PlayerRound:
    """One round. `value` is empty while nothing counts, `terms` add up to it; `penalties` count with it, each a line of
    its own; `carried`: what they began its stage with, in the first round of one that leaves earlier rounds behind;
    `after`: the total in the standings then; `match`: the code of the table's match, for who may watch it."""

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


@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody met, in which rounds; how often the entrant came above and below, in games that count."""

    number: int
    name: str
    rounds: str
    times: int
    above: int
    below: int


class PlayerPage:
    """What the page of one entrant shows. `reasons`: with those of penalties, for referees."""

    def __init__(self, day: Day, entrant: Entrant, reasons: bool = False) -> None:
        self.day, self.entrant, self.reasons = day, entrant, reasons
        self.scheme, self.book = scheme_of(day.tournament), book_of(day.tournament)
        self.number = wording.signed if wording.has_signs(self.scheme) else wording.amount
        self.count = count_of(day)
        self.results: Results = self.count.results
        self.games = {one.round: one for one in self.results.games if entrant.pk in one.entrants}
        self.seats = {
            table.round.number: (table, seat)
            for one in day.shown
            for table in day.tables[one.pk]
            for seat in day.seats[table.pk]
            if seat.entrant_id == entrant.pk
        }

    def context(self) -> dict[str, Any]:
        """The variables of the page."""
        table, entrant = Standings(self.day), self.entrant
        own = next((each for each in table.table.rows if each.line.entrant == entrant.pk), None)
        return {
            "entrant": entrant,
            "name": self.day.names[entrant.pk],
            "row": next((each for each in table.rows if each.number == entrant.number), None),
            "gone": wording.plays_no_more(entrant.left_after),
            "many": sum(bool(each.place) for each in table.rows),
            "next": seat_now(self.day, entrant.pk),
            "why": self._why(),
            "sat": self._sat(own.line if own else None),
            "met": self._met(),
            "penalties": [
                penalty_line(self.day, each, self.reasons)
                for each in self.day.adjustments
                if each.entrant_id == entrant.pk
            ],
            **(self._pictures(own.figures) if own and own.figures.games else {}),
        }

    def _sat(self, line: StandingLine | None) -> list[PlayerRound]:
        values = {each.round: each.value for each in line.played} if line else {}
        byes = {one.number for one in self.day.shown if self.entrant in self.day.byes[one.pk]}
        numbers = sorted({*self.seats, *byes})
        given = self._given(numbers)
        counted = [number for number in numbers if number in values or given[number]]
        self.then = self._lines(numbers, counted) if line else {}
        self.begins_anew = self._begins_anew(numbers)
        return [self._round(number, values.get(number), given[number]) for number in numbers]

    def _given(self, numbers: list[int]) -> dict[int, list[Adjustment]]:
        """Penalties and grants by round: without a round from the first one on, in a round that they do not play from
        the one before."""
        by_round: dict[int, list[Adjustment]] = defaultdict(list)
        for each in self.day.adjustments:
            if each.entrant_id == self.entrant.pk and each.cancelled_at is None and numbers:
                since = [number for number in numbers if number <= (each.round or 0)]
                by_round[since[-1] if since else numbers[0]].append(each)
        return by_round

    def _lines(self, numbers: list[int], counted: list[int]) -> dict[int, StandingLine]:
        """Their standing after each of the `counted` rounds, before their next one; after the last one: now."""
        lines = {}
        for number, following in zip(numbers, [*numbers[1:], None], strict=False):
            places = self.count.after(following and following - 1) if number in counted else ()
            line = next((each.line for each in places if each.line.entrant == self.entrant.pk), None)
            if line:
                lines[number] = line
        return lines

    def _begins_anew(self, numbers: list[int]) -> set[int]:
        """Their first round in each stage that leaves earlier rounds behind."""
        first: dict[int, int] = {}
        for one in self.day.rounds:
            if one.number in numbers and one.stage.number > 1 and carry_of(one.stage).kind != "full":
                first.setdefault(one.stage.number, one.number)
        return set(first.values())

    def _round(self, number: int, value: Fraction | None, given: list[Adjustment]) -> PlayerRound:
        one, seat, then = self.games.get(number), self.seats.get(number), self.then.get(number)
        score = one.score_of(self.entrant.pk) if one else None
        if value is None and score:
            value = score.total
        terms, match = score.terms(self.scheme.basis) if score else (), seat[0].match if seat else None
        return PlayerRound(
            round=number,
            table=seat[0].number if seat else 0,
            wind=seat[1].wind if seat else "",
            wind_name=game.wind_name(seat[1].wind) if seat else "",
            others=self._others(*seat, one) if seat else (),
            substitute=self.day.substitutes.get(seat[1].pk, "") if seat else "",
            points=game.balance(self.book, score.points) if score else "",
            place=score.place if score else 0,
            terms=tuple((wording.term(name), wording.signed(each)) for name, each in terms) if len(terms) > 1 else (),
            value=self.number(value) if value is not None else "",
            penalties=tuple(wording.penalty(each.points) for each in given),
            carried=self.number(then.carried) if then and number in self.begins_anew else "",
            after=self.number(then.total) if then else "",
            match=match.code if match and match.version and (match.public or self.day.inside) else "",
        )

    def _others(self, table: Table, mine: Seat, one: Game | None) -> tuple[TableSeat, ...]:
        def points(seat: Seat) -> str:
            return game.balance(self.book, one.score_of(seat.entrant_id).points) if one else ""

        seats = self.day.seats[table.pk]
        return tuple(chair_of(self.day, seat, points(seat)) for seat in seats if seat is not mine)

    def _met(self) -> list[Opponent]:
        rounds: dict[int, list[int]] = defaultdict(list)
        for number, (table, _mine) in sorted(self.seats.items()):
            for seat in self.day.seats[table.pk]:
                if seat.entrant_id != self.entrant.pk:
                    rounds[seat.entrant_id].append(number)
        return [self._met_one(pk, numbers) for pk, numbers in rounds.items()]

    def _met_one(self, pk: int, numbers: list[int]) -> Opponent:
        mine = self.entrant.pk
        together = [self.games[number] for number in numbers if number in self.games]
        places = [(one.score_of(mine).place, one.score_of(pk).place) for one in together]
        return Opponent(
            self.day.by_pk[pk].number,
            self.day.names[pk],
            game.listed(map(str, numbers)),
            len(numbers),
            sum(me < them for me, them in places),
            sum(me > them for me, them in places),
        )

    def _why(self) -> list[str]:
        """The reasons for their seat in the current round: how the stage is seated, whom they met before."""
        current = self.day.current
        if current is None:
            return []
        reasons = [_WHY[current.stage.seating]()]
        if current.number in self.seats:
            table, _mine = self.seats[current.number]
            reasons += [
                self._before(seat, current) for seat in self.day.seats[table.pk] if seat.entrant != self.entrant
            ]
        elif self.entrant in self.day.byes[current.pk]:
            reasons.append(_("The number of players doesn’t fill every table, so players take turns to have a bye."))
        return reasons

    def _before(self, other: Seat, current: Round) -> str:
        name = game.isolated(self.day.names[other.entrant_id])
        numbers = [
            number
            for number, (table, _mine) in self.seats.items()
            if number < current.number and any(seat.entrant == other.entrant for seat in self.day.seats[table.pk])
        ]
        if not numbers:
            return _("You haven’t met %(name)s before.") % {"name": name}
        text = ngettext("You met %(name)s in round %(rounds)s.", "You met %(name)s in rounds %(rounds)s.", len(numbers))
        return text % {"name": name, "rounds": game.listed(map(str, numbers), "and")}

    def _pictures(self, figures: Figures) -> dict[str, Any]:
        sums_then = [(number, each.total) for number, each in self.then.items()]
        places = [(number, each.place) for number, each in self.then.items() if each.place is not None]
        many = len(self.results.ranked)
        sums = charts.sums_of(figures)
        return {
            "total_chart": charts.totals(sums_then, self.number, _("Total by round")),
            "rank_chart": charts.ranks(places, many, _("Place by round")) if places else None,
            "place_chart": charts.placements(sums, _("First, second, third")),
            "whiskers": any(measure and measure.half is not None for measure in sums.placements),
            "three": [
                (no, times, percent(measure))
                for no, times, measure in zip((1, 2, 3), figures.places, sums.placements, strict=False)
            ],
            "places": places,
        }


# ── everybody who met ──────────────────────────────────────────────────────────


CELL, LABEL = 8, 24  # of the picture: a pair, the numbers at its edge
FEW = 9  # so many are all numbered


@dataclass(frozen=True, slots=True)
class Chart:
    """A square of players by players: shapes for `_met_chart.html`."""

    size: int
    inside: int
    once: str
    more: str
    same: str
    labels: tuple[tuple[int, int], ...]  # where, and the number there


def met_page(day: Day) -> dict[str, Any]:
    """All that the page shows, of the rounds that everybody may see."""
    pairs: Counter[tuple[int, int]] = Counter()
    rounds: dict[tuple[int, int], list[int]] = defaultdict(list)
    for one in day.shown:
        for table in day.tables[one.pk]:
            numbers = sorted(seat.entrant.number for seat in day.seats[table.pk])
            for pair in combinations(numbers, 2):
                pairs[pair] += 1
                rounds[pair].append(one.number)
    people = [each for each in day.entrants if each in day.entered or each.pk in day.seated]
    names = {each.number: day.names[each.pk] for each in people}
    others = met_by(pairs)
    return {
        "said": _said(pairs),
        "repeats": [
            (game.isolated(names[one]), game.isolated(names[other]), game.listed(map(str, rounds[one, other])))
            for (one, other), times in sorted(pairs.items())
            if times > 1
        ],
        "chart": chart(sorted(names), pairs) if pairs else None,
        "rows": [(number, names[number], [names[each] for each in others[number]]) for number in sorted(names)],
    }


def _said(pairs: Counter[tuple[int, int]]) -> str:
    again = sum(times > 1 for times in pairs.values())
    if not pairs:
        return _("Nobody has met yet.")
    if not again:
        return _("Nobody meets anyone twice.")
    return ngettext("%(many)s pair meets more than once.", "%(many)s pairs meet more than once.", again) % {
        "many": again
    }


def met_by(pairs: Counter[tuple[int, int]]) -> dict[int, list[int]]:
    """Whom each number has met, in order."""
    met: dict[int, list[int]] = defaultdict(list)
    for one, other in sorted(pairs):
        met[one].append(other)
        met[other].append(one)
    return met


def chart(numbers: list[int], pairs: Counter[tuple[int, int]]) -> Chart:
    """A square for each ordered pair that met."""
    at = {number: LABEL + CELL * place for place, number in enumerate(numbers)}
    both = [(at[x], at[y], times) for (one, other), times in pairs.items() for x, y in ((one, other), (other, one))]
    step = 1 if len(numbers) <= FEW else 5
    return Chart(
        size=LABEL + CELL * len(numbers) + 1,
        inside=CELL * len(numbers),
        once="".join(_square(x, y) for x, y, times in sorted(both) if times == 1),
        more="".join(_square(x, y) for x, y, times in sorted(both) if times > 1),
        same="".join(_square(each, each) for each in at.values()),
        labels=tuple((at[each], each) for each in (numbers if step == 1 else [numbers[0], *numbers[step - 1 :: step]])),
    )


def _square(x: int, y: int) -> str:
    return f"M{x} {y}h{CELL - 1}v{CELL - 1}h-{CELL - 1}z"
