"""One table of a round: its seats, match, results and signers. Writes nothing."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.rulesets.rule_book import RuleBook
from engine.seats import Seat as Chair
from people.clubs.display_name import shown_name
from people.models import User
from people.text.cleaning import MOST_CHARACTERS, alike
from tournaments.models import Call, Entrant, Result, Round, Seat, Table, Tournament, Verdict
from tournaments.rights import TournamentRights
from tournaments.snapshot import WINDS, substitute_name
from tournaments.standings.standings import book_of

CHAIRS = dict(zip("ESW", Chair, strict=True))


@dataclass(frozen=True, slots=True)
class Sum:
    """What a table came to: the points of its seats in the order of the winds (the fourth is 0 at a table of three),
    what lies on the table, what all of it comes to."""

    points: tuple[int, int, int, int]
    pot: int
    total: int


class AtTable:
    """One table, read once; each table of the database is asked at most once. `inside`: as for `Day`."""

    def __init__(self, table: Table, inside: bool = False) -> None:
        self.table = table
        self.inside = inside

    @property
    def round(self) -> Round:
        """The round that it is a table of."""
        return self.table.round

    @property
    def tournament(self) -> Tournament:
        """The tournament of the round."""
        return self.table.round.tournament

    @cached_property
    def book(self) -> RuleBook:
        """The rule book that the tournament is played by."""
        return book_of(self.tournament)

    @cached_property
    def seats(self) -> list[Seat]:
        """Its seats in the order of the winds, each with its entrant and the entrant's player."""
        found = Seat.objects.filter(table=self.table).select_related("entrant__player", "substitute_player")
        return sorted(found, key=lambda seat: WINDS.index(seat.wind))

    @property
    def four(self) -> bool:
        """Whether four sit here, of whom one sits out each hand."""
        return len(self.seats) == 4

    @cached_property
    def results(self) -> list[Result]:
        """Every result that was entered, the first first."""
        return list(Result.objects.filter(table=self.table).order_by("number"))

    @property
    def result(self) -> Result | None:
        """The one entered last."""
        return self.results[-1] if self.results else None

    @cached_property
    def said(self) -> list[Verdict]:
        """What was said of any of its results, the first first."""
        return list(Verdict.objects.filter(result__table=self.table).order_by("result__number", "number"))

    @property
    def verdicts(self) -> list[Verdict]:
        """What was said of the last result."""
        return [verdict for verdict in self.said if self.result and verdict.result_id == self.result.pk]

    @property
    def verdict(self) -> Verdict | None:
        """The last word on the last result."""
        return self.verdicts[-1] if self.verdicts else None

    @property
    def confirmed(self) -> bool:
        """Whether the last result counts."""
        return self.verdict is not None and self.verdict.kind == Verdict.Kind.CONFIRMED

    @property
    def disputed(self) -> bool:
        """Whether somebody says that it is wrong."""
        return self.verdict is not None and self.verdict.kind == Verdict.Kind.DISPUTED

    @cached_property
    def call(self) -> Call | None:
        """The call for a referee that nobody has answered yet."""
        return Call.objects.filter(table=self.table, answered_at=None).first()

    @cached_property
    def answered(self) -> list[Call]:
        """The calls that the referee has answered and that say something, the first first."""
        return list(Call.objects.filter(table=self.table).exclude(answered_at=None).exclude(note=""))

    @property
    def total(self) -> int:
        """What all points and what lies on the table must come to."""
        start = self.book.start()
        each = sum(start.balances) // 3
        return each * (4 if self.four else 3) + start.sticks

    @property
    def played(self) -> Sum | None:
        """What its match comes to now; None where no hand is played yet."""
        match = self.table.match
        if match is None or not match.version:
            return None
        return Sum((*match.balances, 0), match.pot, match.total)

    @property
    def moved_on(self) -> bool:
        """Whether its match comes to something else than the result that was read from it."""
        result = self.result
        if result is None or result.match_version is None or self.played is None:
            return False
        return (result.points, result.pot) != (self.played.points, self.played.pot)

    @cached_property
    def names(self) -> dict[int, str]:
        """What each entrant at the table (id) is called: their own name, whoever sits in for them."""
        return {seat.entrant_id: called(seat.entrant, self.inside) for seat in self.seats}

    @cached_property
    def sitting(self) -> dict[int, str]:
        """Who sits on the seat of each entrant (id), each called differently."""
        found: dict[int, str] = {}
        for seat in self.seats:
            name = substitute_name(seat, self.inside) or self.names[seat.entrant_id]
            if alike(name) in map(alike, found.values()):
                name = f"{name[: MOST_CHARACTERS - 5]} {seat.entrant.number}"
            found[seat.entrant_id] = name
        return found

    def signers(self, rights: TournamentRights, user: Any) -> list[Entrant]:
        """For whom who asks may sign here: entrants whose own link or account it is; with the table's card, all of
        them, their own first."""
        there = [seat.entrant for seat in self.seats]
        own = [entrant for entrant in there if entrant.pk in rights.entrants or is_of(entrant, user)]
        others = [entrant for entrant in there if entrant not in own]
        return own + (others if self.table.number in rights.tables else [])


def is_of(entrant: Entrant, user: Any) -> bool:
    """Whether the entrant is the person of this account."""
    return isinstance(user, User) and entrant.player is not None and entrant.player.user_id == user.pk


def called(entrant: Entrant, inside: bool) -> str:
    """What an entrant is called, as `Day.names` has it."""
    return shown_name(entrant.player, inside) if entrant.player else entrant.name


def table_of(tournament: Tournament, round: int, number: int) -> Table | None:
    """The table of a round that has been published, with its round and its match."""
    found = Table.objects.filter(round__tournament=tournament, round__number=round, number=number)
    table = found.select_related("round", "match").exclude(round__published_at=None).first()
    if table:
        table.round.tournament = tournament
    return table
