"""One table of a round: its seats, match, results and signers. Writes nothing."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.rulesets.rule_book import RuleBook
from engine.seats import Seat as Chair
from people.models import User
from people.text.cleaning import MOST_CHARACTERS, alike
from tournaments.models import Call, Entrant, Result, Round, Seat, Table, Tournament, Verdict
from tournaments.rights import TournamentRights
from tournaments.snapshot import WINDS, substitute_name
from tournaments.standings.standings import book_of

CHAIRS = dict(zip("ESW", Chair, strict=True))


@dataclass(frozen=True, slots=True)
class TableTotals:
    """The points of a table's seats in the order of the winds (the fourth is 0 at a table of three), the points left on
    the table, and the sum of all. `match_version`: the version of the match that they were read from; None: typed."""

    points: tuple[int, int, int, int]
    pot: int
    total: int
    match_version: int | None = None


class AtTable:
    """One table of a round, each query made at most once. `inside`: as for `Day`."""

    def __init__(self, table: Table, inside: bool = False) -> None:
        self.table = table
        self.inside = inside

    @property
    def round(self) -> Round:
        return self.table.round

    @property
    def tournament(self) -> Tournament:
        return self.table.round.tournament

    @property
    def place(self) -> dict[str, Any]:
        """The round and the number of the table, for the audit log."""
        return {"round": self.round.number, "table": self.table.number}

    @property
    def address(self) -> tuple[str, int, int]:
        """The arguments of the addresses of its pages."""
        return self.tournament.code, self.round.number, self.table.number

    @property
    def code(self) -> str:
        """The code of its match; "" if it has none."""
        return self.table.match.code if self.table.match else ""

    @cached_property
    def book(self) -> RuleBook:
        return book_of(self.tournament)

    @cached_property
    def seats(self) -> list[Seat]:
        """Its seats in the order of the winds, each with its entrant and the entrant's player."""
        seats = Seat.objects.filter(table=self.table).select_related("entrant__player", "substitute_player")
        return sorted(seats, key=lambda seat: WINDS.index(seat.wind))

    @property
    def four(self) -> bool:
        """Whether four play here, of whom one sits out each hand."""
        return len(self.seats) == 4

    @cached_property
    def results(self) -> list[Result]:
        """All results, in the order in which they were entered."""
        return list(Result.objects.filter(table=self.table).order_by("number"))

    @property
    def result(self) -> Result | None:
        """The last result."""
        return self.results[-1] if self.results else None

    @cached_property
    def all_verdicts(self) -> list[Verdict]:
        """The confirmations and disputes of all its results, in order."""
        return list(Verdict.objects.filter(result__table=self.table).order_by("result__number", "number"))

    @property
    def verdicts(self) -> list[Verdict]:
        """The confirmations and disputes of the last result."""
        return [verdict for verdict in self.all_verdicts if self.result and verdict.result_id == self.result.pk]

    @property
    def verdict(self) -> Verdict | None:
        """The verdict that counts."""
        return self.verdicts[-1] if self.verdicts else None

    @property
    def confirmed(self) -> bool:
        """Whether the last result is confirmed, so that it counts."""
        return self.verdict is not None and self.verdict.kind == Verdict.Kind.CONFIRMED

    @property
    def disputed(self) -> bool:
        return self.verdict is not None and self.verdict.kind == Verdict.Kind.DISPUTED

    @cached_property
    def call(self) -> Call | None:
        """The call for the referee that is open."""
        return Call.objects.filter(table=self.table, answered_at=None).first()

    @cached_property
    def answered(self) -> list[Call]:
        """The calls with a note that the referee has answered, in order."""
        return list(Call.objects.filter(table=self.table).exclude(answered_at=None).exclude(note=""))

    @property
    def total(self) -> int:
        """The sum that all points and the points left on the table must have."""
        start = self.book.start()
        each = sum(start.balances) // 3
        return each * (4 if self.four else 3) + start.sticks

    @property
    def played(self) -> TableTotals | None:
        """The totals of its match as it is now; None before the first hand."""
        match = self.table.match
        if match is None or not match.version:
            return None
        return TableTotals((*match.balances, 0), match.pot, match.total, match.version)

    @property
    def moved_on(self) -> bool:
        """Whether its match has other totals than the result that was read from it."""
        result = self.result
        if result is None or result.match_version is None or self.played is None:
            return False
        return (result.points, result.pot) != (self.played.points, self.played.pot)

    @cached_property
    def names(self) -> dict[int, str]:
        """The name of each entrant at the table (id), whoever substitutes for them."""
        return {seat.entrant_id: seat.entrant.shown_name(self.inside) for seat in self.seats}

    @cached_property
    def sitting(self) -> dict[int, str]:
        """The name of the player on the seat of each entrant (id): an entrant or a substitute; no two are alike."""
        names: dict[int, str] = {}
        for seat in self.seats:
            name = substitute_name(seat, self.inside) or self.names[seat.entrant_id]
            if alike(name) in map(alike, names.values()):
                name = f"{name[: MOST_CHARACTERS - 5]} {seat.entrant.number}"
            names[seat.entrant_id] = name
        return names

    def signers(self, rights: TournamentRights, user: Any) -> list[Entrant]:
        """The entrants for whom the requester may sign: those of their own link or account; with the table's card all
        of them, their own first."""
        entrants = [seat.entrant for seat in self.seats]
        own = [entrant for entrant in entrants if entrant.pk in rights.entrants or is_of(entrant, user)]
        others = [entrant for entrant in entrants if entrant not in own]
        return own + (others if self.table.number in rights.tables else [])


def is_of(entrant: Entrant, user: Any) -> bool:
    return isinstance(user, User) and entrant.player is not None and entrant.player.user_id == user.pk


def table_of(tournament: Tournament, round: int, number: int) -> Table | None:
    """The table of a published round, with its round and its match."""
    tables = Table.objects.filter(round__tournament=tournament, round__number=round, number=number)
    table = tables.select_related("round", "match").exclude(round__published_at=None).first()
    if table:
        table.round.tournament = tournament
    return table
