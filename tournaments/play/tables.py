"""Tables of a round: one with its seats, match, results and signers, or the live state of all. Read-only."""

from enum import StrEnum
from functools import cached_property
from hashlib import sha256
from typing import Any, NamedTuple

from clubs import open_tables
from engine.rulesets.rule_book import RuleBook
from engine.seats import Seat as Chair
from matches.log.state import MatchState
from matches.models import Match, poll_state
from people.models import User
from people.text.cleaning import MOST_CHARACTERS, alike
from tournaments.models import Call, Entrant, Result, Round, Seat, Table, Tournament, Verdict
from tournaments.rights import TournamentRights
from tournaments.snapshot import WINDS, Day, substitute_name
from tournaments.standings.standings import book_of

CHAIRS = dict(zip("ESW", Chair, strict=True))


class TableTotals(NamedTuple):
    """The totals of a table. `points`: in wind order, at a table of three followed by 0; `pot`: left on the table.

    `total`: the sum of points and pot; `match_version`: the version of the match that was read, None for typed totals;
    `chips`: like `points`, if the rule book has chips.
    """

    points: tuple[int, int, int, int]
    pot: int
    total: int
    match_version: int | None = None
    chips: tuple[int, int, int, int] = (0, 0, 0, 0)


class AtTable:
    """One table of a round; each query runs at most once.

    `inside`: as in `Day`; `place`: the round and table numbers for the audit log; `address`: the URL arguments of the
    table's pages.
    """

    def __init__(self, table: Table, inside: bool = False) -> None:
        self.table, self.inside = table, inside
        self.round: Round = table.round
        self.tournament: Tournament = table.round.tournament
        self.place: dict[str, Any] = {"round": self.round.number, "table": table.number}
        self.address = self.tournament.code, self.round.number, table.number

    @property
    def code(self) -> str:
        """The code of the match, or ""."""
        return self.table.match.code if self.table.match else ""

    @cached_property
    def book(self) -> RuleBook:
        return book_of(self.tournament)

    @cached_property
    def seats(self) -> list[Seat]:
        """The seats in wind order, with entrants and players."""
        seats = Seat.objects.filter(table=self.table).select_related("entrant__player", "substitute_player")
        return sorted(seats, key=lambda seat: WINDS.index(seat.wind))

    @property
    def four(self) -> bool:
        """Whether this is a table of four, where one player sits out each hand."""
        return len(self.seats) == 4

    @cached_property
    def results(self) -> list[Result]:
        """All results, oldest first."""
        return list(Result.objects.filter(table=self.table).order_by("number"))

    @property
    def result(self) -> Result | None:
        """The latest result."""
        return self.results[-1] if self.results else None

    @cached_property
    def all_verdicts(self) -> list[Verdict]:
        """The confirmations and disputes of all results, oldest first."""
        return list(Verdict.objects.filter(result__table=self.table).order_by("result__number", "number"))

    @property
    def verdicts(self) -> list[Verdict]:
        """The confirmations and disputes of the latest result, oldest first."""
        return [verdict for verdict in self.all_verdicts if self.result and verdict.result_id == self.result.pk]

    @property
    def verdict(self) -> Verdict | None:
        """The verdict in force: the last one on the latest result."""
        return self.verdicts[-1] if self.verdicts else None

    @property
    def confirmed(self) -> bool:
        """Whether the latest result is confirmed, so that it counts."""
        return self.verdict is not None and self.verdict.kind == Verdict.Kind.CONFIRMED

    @property
    def disputed(self) -> bool:
        return self.verdict is not None and self.verdict.kind == Verdict.Kind.DISPUTED

    @cached_property
    def call(self) -> Call | None:
        """The open call for the referee."""
        return Call.objects.filter(table=self.table, answered_at=None).first()

    @cached_property
    def answered(self) -> list[Call]:
        """The answered calls that have a note, oldest first."""
        return list(Call.objects.filter(table=self.table).exclude(answered_at=None).exclude(note=""))

    @property
    def total(self) -> int:
        """The required sum of all points, including those left on the table."""
        start = self.book.start()
        return sum(start.balances) // 3 * len(self.seats) + start.sticks

    @property
    def played(self) -> TableTotals | None:
        """The current totals of the match; None before the first hand."""
        match = self.table.match
        if match is None or not match.version:
            return None
        return TableTotals((*match.balances, 0), match.pot, match.total, match.version, (*match.chips, 0))

    @property
    def moved_on(self) -> bool:
        """Whether the totals of the match have changed since the latest result was read from it."""
        result, match = self.result, self.table.match
        if result is None or result.match_version is None or match is None or not match.version:
            return False
        return not result.agrees_with(match)

    @cached_property
    def names(self) -> dict[int, str]:
        """The names of the entrants by id, ignoring substitutes."""
        return {seat.entrant_id: seat.entrant.shown_name(self.inside) for seat in self.seats}

    @cached_property
    def sitting(self) -> dict[int, str]:
        """The names of the people who play, entrants or substitutes, by the entrant's id. Equal names get a number."""
        names: dict[int, str] = {}
        for seat in self.seats:
            name = substitute_name(seat, self.inside) or self.names[seat.entrant_id]
            if alike(name) in map(alike, names.values()):
                name = f"{name[: MOST_CHARACTERS - 5]} {seat.entrant.number}"
            names[seat.entrant_id] = name
        return names

    def signers(self, rights: TournamentRights, user: Any) -> list[Entrant]:
        """Return the entrants for whom a requester may sign, the requester's own first.

        They are the entrants linked to the requester's account or phone and, if the phone has the table's card, all
        others at the table.
        """
        entrants = [seat.entrant for seat in self.seats]
        own = [entrant for entrant in entrants if entrant.pk in rights.entrants or is_of(entrant, user)]
        others = [entrant for entrant in entrants if entrant not in own]
        return own + (others if self.table.number in rights.tables else [])


def is_of(entrant: Entrant, user: Any) -> bool:
    return isinstance(user, User) and entrant.player is not None and entrant.player.user_id == user.pk


def table_of(tournament: Tournament, round: int, number: int) -> Table | None:
    """Return the table of a published round, with its round, tournament and match; None if there is none."""
    tables = Table.objects.filter(round__tournament=tournament, round__number=round, number=number)
    table = tables.select_related("round", "match").exclude(round__published_at=None).first()
    if table:
        table.round.tournament = tournament
    return table


# ── the tables of a round, live ──────────────────────────────────────────────


class TableProgress(StrEnum):
    """The progress of a table's match."""

    NOT_BEGUN = "not_begun"
    PLAYING = "playing"
    ENDED = "ended"  # the match is over, the result isn't entered yet
    ENTERED = "entered"  # the result isn't confirmed yet
    DISPUTED = "disputed"
    MOVED = "moved"  # the match has changed since the result was read from it
    CONFIRMED = "confirmed"


class TableNow(NamedTuple):
    """The live state of a table; `seats`, `points` and `chips` in wind order.

    `played`: the number of finished hands; `hands`: the number of all hands, 0 if no phone scores the match.
    `call`: the open call for the referee.
    """

    table: Table
    seats: tuple[Seat, ...]
    doing: TableProgress
    points: tuple[int, ...] | None
    chips: tuple[int, ...]
    played: int
    hands: int
    result: Result | None
    call: Call | None

    @property
    def number(self) -> int:
        return self.table.number

    @property
    def is_open(self) -> bool:
        """Whether the result is still missing from the standings."""
        return self.doing is not TableProgress.CONFIRMED


def tables_of(day: Day, round: Round) -> list[TableNow]:
    """Return the tables of a round, in a fixed number of queries."""
    tables = day.tables[round.pk]
    pks = [table.match_id for table in tables if table.match_id]
    readings = open_tables.readings(Match.objects.filter(pk__in=pks)) if pks else []
    by_match = {reading.match.pk: reading for reading in readings}
    calls = {call.table_id: call for call in reversed(day.calls)}
    return [_now(day, table, by_match.get(table.match_id or 0), calls.get(table.pk)) for table in tables]


def _now(day: Day, table: Table, reading: MatchState | None, call: Call | None) -> TableNow:
    seats, result = tuple(day.seats[table.pk]), day.results.get(table.pk)
    played = hands = 0
    points, chips = (result.points[: len(seats)], result.chips[: len(seats)]) if result else (None, (0,) * len(seats))
    if reading:
        state = reading.log.state
        played = sum(row.ends_hand for row in reading.log.rows)
        hands = played + len(reading.book.ahead(state))
        # The first seat of a table's match is East's.
        if points is None:
            points, chips = tuple(state.balances), tuple(state.chips)
    return TableNow(table, seats, _doing(day, table, reading), points, chips, played, hands, result, call)


def _doing(day: Day, table: Table, reading: MatchState | None) -> TableProgress:
    if table.pk in day.results:
        if day.disputed(table):
            return TableProgress.DISPUTED
        if day.moved_on(table):
            return TableProgress.MOVED
        return TableProgress.CONFIRMED if day.confirmed(table) else TableProgress.ENTERED
    if reading is None:
        return TableProgress.NOT_BEGUN
    return TableProgress.ENDED if reading.log.state.finished or reading.log.closed else TableProgress.PLAYING


def poll_state_of(tournament: Tournament) -> str:
    """Return a short version string that changes whenever any page of the tournament would change."""
    open_matches = Match.objects.filter(table__round__tournament=tournament, table__round__closed_at=None)
    rows = open_matches.order_by("pk").values_list("pk", "version", "declared")
    poll_states = " ".join(f"{pk}:{poll_state(version, declared)}" for pk, version, declared in rows)
    return (
        f"{tournament.version}.{sha256(poll_states.encode()).hexdigest()[:12]}"
        if poll_states
        else str(tournament.version)
    )
