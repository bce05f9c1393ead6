"""A snapshot of a whole tournament in a fixed number of queries. Read-only."""

from collections import defaultdict
from functools import cached_property

from people.clubs.roster import shown_name
from people.db.transactions import existing
from tournaments import models
from tournaments.models import Entrant, Result, Round, Seat, Stage, Table, Tournament, Verdict

WINDS = "ESWN"


class Day:
    """A snapshot of a tournament. Each database table is queried at most once, on first use.

    `inside`: whether to show full names, as to club members, instead of the names that players chose to show.
    """

    def __init__(self, tournament: Tournament, inside: bool = False) -> None:
        self.tournament, self.inside = tournament, inside

    @cached_property
    def entrants(self) -> list[Entrant]:
        """All entrants, whatever their state, ordered by number."""
        return list(Entrant.objects.filter(tournament=self.tournament).select_related("player").order_by("number"))

    @cached_property
    def by_pk(self) -> dict[int, Entrant]:
        return {entrant.pk: entrant for entrant in self.entrants}

    @cached_property
    def by_number(self) -> dict[int, Entrant]:
        return {entrant.number: entrant for entrant in self.entrants}

    @cached_property
    def names(self) -> dict[int, str]:
        """The displayed names, by entrant id."""
        return {entrant.pk: entrant.shown_name(self.inside) for entrant in self.entrants}

    @cached_property
    def entered(self) -> list[Entrant]:
        """The active entrants, including house players, ordered by number."""
        return [entrant for entrant in self.entrants if entrant.state == Entrant.State.ENTERED]

    @cached_property
    def waiting(self) -> list[Entrant]:
        """The waiting list, ordered by number."""
        return [entrant for entrant in self.entrants if entrant.state == Entrant.State.WAITING]

    @cached_property
    def teams(self) -> list[models.Team]:
        return list(models.Team.objects.filter(tournament=self.tournament))

    @cached_property
    def stages(self) -> list[Stage]:
        return list(Stage.objects.filter(tournament=self.tournament))

    @cached_property
    def rounds(self) -> list[Round]:
        """All drawn rounds, including unpublished ones."""
        stages = {stage.pk: stage for stage in self.stages}
        rounds = list(Round.objects.filter(tournament=self.tournament))
        for row in rounds:
            row.stage, row.tournament = stages[row.stage_id], self.tournament
        return rounds

    def round(self, number: int) -> Round | None:
        return next((row for row in self.rounds if row.number == number), None)

    def existing_round(self, number: int) -> Round:
        """Return the round with this number. Raises `NotAllowed` if it isn't drawn."""
        return existing(self.round(number))

    @cached_property
    def shown(self) -> list[Round]:
        """The published rounds."""
        return [row for row in self.rounds if row.published_at]

    @cached_property
    def hidden(self) -> list[Round]:
        """The drawn rounds that aren't published."""
        return [row for row in self.rounds if not row.published_at]

    @cached_property
    def current(self) -> Round | None:
        """The first published round that isn't closed."""
        return next((row for row in self.shown if not row.closed_at), None)

    @cached_property
    def tables(self) -> dict[int, list[Table]]:
        """The tables by round id, ordered by number, with their matches."""
        rounds = {row.pk: row for row in self.rounds}
        tables: dict[int, list[Table]] = defaultdict(list)
        for table in Table.objects.filter(round__tournament=self.tournament).select_related("match").order_by("number"):
            table.round = rounds[table.round_id]
            tables[table.round_id].append(table)
        return tables

    @cached_property
    def _seats(self) -> list[Seat]:
        seats = list(Seat.objects.filter(round__tournament=self.tournament).select_related("substitute_player"))
        for seat in seats:
            seat.entrant = self.by_pk[seat.entrant_id]
        return seats

    @cached_property
    def seats(self) -> dict[int, list[Seat]]:
        """The seats by table id, in wind order, with their entrants."""
        seats: dict[int, list[Seat]] = defaultdict(list)
        for seat in sorted(self._seats, key=lambda seat: WINDS.find(seat.wind)):
            if seat.table_id is not None:
                seats[seat.table_id].append(seat)
        return seats

    @cached_property
    def substitutes(self) -> dict[int, str]:
        """The names of substitutes, by seat id."""
        return {seat.pk: name for seat in self._seats if (name := substitute_name(seat, self.inside))}

    @cached_property
    def seated(self) -> frozenset[int]:
        """The ids of entrants with a seat or a bye in any round."""
        return frozenset(seat.entrant_id for seat in self._seats)

    @cached_property
    def byes(self) -> dict[int, list[Entrant]]:
        """The entrants with a bye, by round id."""
        byes: dict[int, list[Entrant]] = defaultdict(list)
        for seat in self._seats:
            if seat.table_id is None:
                byes[seat.round_id].append(seat.entrant)
        return byes

    @cached_property
    def results(self) -> dict[int, Result]:
        """The latest result of each table, by table id."""
        rows = Result.objects.filter(table__round__tournament=self.tournament).order_by("number")
        return {result.table_id: result for result in rows}

    @cached_property
    def verdicts(self) -> dict[int, Verdict]:
        """The latest confirmation or dispute, by result id."""
        rows = Verdict.objects.filter(result__table__round__tournament=self.tournament).order_by("number")
        return {verdict.result_id: verdict for verdict in rows}

    @cached_property
    def adjustments(self) -> list[models.Adjustment]:
        """All penalties and bonuses, including cancelled ones."""
        return list(models.Adjustment.objects.filter(tournament=self.tournament))

    @cached_property
    def calls(self) -> list[models.Call]:
        """The open calls for the referee, oldest first."""
        return list(models.Call.objects.filter(table__round__tournament=self.tournament, answered_at=None))

    @cached_property
    def changes(self) -> list[models.RoundChange]:
        """The publications and later seat changes, oldest first."""
        return list(models.RoundChange.objects.filter(round__tournament=self.tournament).order_by("at", "pk"))

    def confirmed(self, table: Table) -> Result | None:
        """Return the table's latest result if it is confirmed, so that it counts; otherwise None."""
        return self.results[table.pk] if self._verdict(table, Verdict.Kind.CONFIRMED) else None

    def disputed(self, table: Table) -> Verdict | None:
        """Return the open dispute over the table's latest result, if any."""
        return self._verdict(table, Verdict.Kind.DISPUTED)

    def _verdict(self, table: Table, kind: Verdict.Kind) -> Verdict | None:
        result = self.results.get(table.pk)
        verdict = self.verdicts.get(result.pk) if result else None
        return verdict if verdict and verdict.kind == kind else None

    def moved_on(self, table: Table) -> bool:
        """Return whether the totals of the match have changed since the result was read from it."""
        result, match = self.results.get(table.pk), table.match
        if result is None or match is None or result.match_version is None:
            return False
        return not result.agrees_with(match)


def substitute_name(seat: Seat, inside: bool) -> str:
    """Return the displayed name of a seat's substitute; "" if the entrant plays."""
    return shown_name(seat.substitute_player, inside) if seat.substitute_player else seat.substitute
