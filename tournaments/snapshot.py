"""A tournament as it is read: all of it in a fixed number of queries, whatever its size. Writes nothing."""

from collections import defaultdict
from functools import cached_property

from people.clubs.display_name import shown_name
from people.db.transactions import NotAllowed
from tournaments.models import (
    Adjustment,
    Call,
    Entrant,
    Result,
    Round,
    RoundChange,
    Seat,
    Stage,
    Table,
    Team,
    Tournament,
    Verdict,
)

WINDS = "ESWN"


class Day:
    """One tournament, read once: each table of the database is asked at most once, and only if it is needed.

    `inside`: a member of the club reads; others get the names that players show.
    """

    def __init__(self, tournament: Tournament, inside: bool = False) -> None:
        self.tournament = tournament
        self.inside = inside

    @cached_property
    def entrants(self) -> list[Entrant]:
        """Everybody, in whatever state, by number."""
        return list(Entrant.objects.filter(tournament=self.tournament).select_related("player").order_by("number"))

    @cached_property
    def by_pk(self) -> dict[int, Entrant]:
        """Entrants by id."""
        return {entrant.pk: entrant for entrant in self.entrants}

    @cached_property
    def by_number(self) -> dict[int, Entrant]:
        """Entrants by their number in the event."""
        return {entrant.number: entrant for entrant in self.entrants}

    @cached_property
    def names(self) -> dict[int, str]:
        """What each entrant (id) is called."""
        return {
            entrant.pk: shown_name(entrant.player, self.inside) if entrant.player else entrant.name
            for entrant in self.entrants
        }

    @cached_property
    def entered(self) -> list[Entrant]:
        """Who plays, house players included, by number."""
        return [entrant for entrant in self.entrants if entrant.state == Entrant.State.ENTERED]

    @cached_property
    def waiting(self) -> list[Entrant]:
        """Who would play if there was a place, by number; once a round is drawn, everybody who comes late."""
        return [entrant for entrant in self.entrants if entrant.state == Entrant.State.WAITING]

    @cached_property
    def teams(self) -> list[Team]:
        """The teams, by number."""
        return list(Team.objects.filter(tournament=self.tournament))

    @cached_property
    def stages(self) -> list[Stage]:
        """The stages, in order."""
        return list(Stage.objects.filter(tournament=self.tournament))

    @cached_property
    def rounds(self) -> list[Round]:
        """The rounds, in order; drawn ones that are hidden included."""
        stages = {stage.pk: stage for stage in self.stages}
        found = list(Round.objects.filter(tournament=self.tournament))
        for each in found:
            each.stage = stages[each.stage_id]
        return found

    @cached_property
    def shown(self) -> list[Round]:
        """The rounds that everybody may see."""
        return [each for each in self.rounds if each.published_at]

    @cached_property
    def current(self) -> Round | None:
        """The round that is played: the first one published that is not closed."""
        return next((each for each in self.shown if not each.closed_at), None)

    def round(self, number: int) -> Round | None:
        """The round with this number, if it is drawn."""
        return next((row for row in self.rounds if row.number == number), None)

    def existing_round(self, number: int) -> Round:
        """The same. Raises `NotAllowed` if it is not drawn."""
        if (row := self.round(number)) is None:
            raise NotAllowed
        return row

    @cached_property
    def tables(self) -> dict[int, list[Table]]:
        """The tables of each round (id), by number, each with its round and its match."""
        rounds = {each.pk: each for each in self.rounds}
        found: dict[int, list[Table]] = defaultdict(list)
        for table in Table.objects.filter(round__tournament=self.tournament).select_related("match").order_by("number"):
            table.round = rounds[table.round_id]
            found[table.round_id].append(table)
        return found

    @cached_property
    def _seats(self) -> list[Seat]:
        found = list(Seat.objects.filter(round__tournament=self.tournament).select_related("substitute_player"))
        for seat in found:
            seat.entrant = self.by_pk[seat.entrant_id]
        return found

    @cached_property
    def seats(self) -> dict[int, list[Seat]]:
        """The seats of each table (id) in the order of the winds, each with its entrant."""
        found: dict[int, list[Seat]] = defaultdict(list)
        for seat in self._seats:
            if seat.table_id is not None:
                found[seat.table_id].append(seat)
        for seats in found.values():
            seats.sort(key=lambda seat: WINDS.index(seat.wind))
        return found

    @cached_property
    def substitutes(self) -> dict[int, str]:
        """The names of the substitutes, by the id of the seat."""
        return {seat.pk: name for seat in self._seats if (name := substitute_name(seat, self.inside))}

    @cached_property
    def seated(self) -> frozenset[int]:
        """Everybody (ids) who has a place in some round, byes included."""
        return frozenset(seat.entrant_id for seat in self._seats)

    @cached_property
    def byes(self) -> dict[int, list[Entrant]]:
        """Who sits out each round (id)."""
        found: dict[int, list[Entrant]] = defaultdict(list)
        for seat in self._seats:
            if seat.table_id is None:
                found[seat.round_id].append(seat.entrant)
        return found

    @cached_property
    def results(self) -> dict[int, Result]:
        """The result of each table (id) as it was entered last."""
        found = Result.objects.filter(table__round__tournament=self.tournament).order_by("number")
        return {result.table_id: result for result in found}

    @cached_property
    def verdicts(self) -> dict[int, Verdict]:
        """The last thing that was said of each result (id)."""
        found = Verdict.objects.filter(result__table__round__tournament=self.tournament).order_by("number")
        return {verdict.result_id: verdict for verdict in found}

    @cached_property
    def adjustments(self) -> list[Adjustment]:
        """Penalties and grants, cancelled ones included, in the order in which they were given."""
        return list(Adjustment.objects.filter(tournament=self.tournament))

    @cached_property
    def calls(self) -> list[Call]:
        """Tables that wait for a referee, the first call first."""
        return list(Call.objects.filter(table__round__tournament=self.tournament, answered_at=None))

    @cached_property
    def changes(self) -> list[RoundChange]:
        """Each publishing and each change of seats after it, in order."""
        return list(RoundChange.objects.filter(round__tournament=self.tournament).order_by("at", "pk"))

    # ── what follows ─────────────────────────────────────────────────────────

    def confirmed(self, table: Table) -> Result | None:
        """The table's result, if it counts: the last word on the last one entered is that it is right."""
        result = self.results.get(table.pk)
        verdict = self.verdicts.get(result.pk) if result else None
        return result if verdict and verdict.kind == Verdict.Kind.CONFIRMED else None

    def disputed(self, table: Table) -> Verdict | None:
        """The dispute over the table's result, if there is one."""
        result = self.results.get(table.pk)
        verdict = self.verdicts.get(result.pk) if result else None
        return verdict if verdict and verdict.kind == Verdict.Kind.DISPUTED else None

    def moved_on(self, table: Table) -> bool:
        """Whether the table's match comes to something else than the result that was read from it."""
        result, match = self.results.get(table.pk), table.match
        if result is None or match is None or result.match_version is None:
            return False
        return (result.points, result.pot) != ((*match.balances, 0), match.pot)


def day_called(code: str, inside: bool = False) -> Day:
    """The tournament with this code. Raises `Tournament.DoesNotExist`."""
    return Day(Tournament.objects.select_related("club").get(code=code), inside)


def substitute_name(seat: Seat, inside: bool) -> str:
    """The name of the substitute on a seat, shown as `Day.names` shows players; "" if the entrant plays."""
    return shown_name(seat.substitute_player, inside) if seat.substitute_player else seat.substitute
