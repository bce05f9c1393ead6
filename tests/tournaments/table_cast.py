"""A tournament in its first round, with a referee, phones that have scanned table cards, and hands. Asserts nothing."""

from copy import copy

from matches import actions as play
from matches.models import Match
from people.models import Club
from tests.matches.table import new_key, wall
from tests.matches.worlds import again
from tests.people.club_cast import member
from tests.tournaments.cast import tournament
from tests.tournaments.persons import Person
from tournaments.links import table_token
from tournaments.models import Tournament
from tournaments.play.results import read_result
from tournaments.play.table_access import TableAction, join_table, open_table
from tournaments.play.tables import AtTable, table_of

PHONE, OTHER = "p" * 22, "o" * 22


class Hall:
    """A tournament whose first round is published; the device PHONE has scanned the card of its first table."""

    def __init__(self, **told):
        self.owner = Person("olga")
        self.club = Club.objects.get(code=self.owner.found())
        self.owner.add(self.club.code, "Ann Abbot\nBea Brook\nCho Chan")
        self.tournament = tournament(self.club, **{"published": 1, **told})
        self.referee = member(self.club.code, "referee", "rita").user
        self.card(PHONE)

    def again(self):
        """A copy with objects read afresh from the database, so that tests don't share changed objects."""
        other = copy(self)
        other.tournament = Tournament.objects.get(pk=self.tournament.pk)
        other.owner = again(self.owner)
        return other

    def card(self, device, number=1):
        """Let the device scan the card of a table."""
        token = table_token(self.tournament, number)
        join_table(tournament=self.tournament, number=number, token=token, device=device)

    def table(self, number=1, round=1):
        """The table, read from the database now."""
        return table_of(self.tournament, round, number)

    def here(self, number=1, round=1):
        """The table with its seats and result, read from the database now."""
        return AtTable(self.table(number, round), inside=True)

    def numbers(self, number=1):
        """The entrants' numbers at a table of the first round, East first."""
        return [seat.entrant.number for seat in self.here(number).seats]

    def at(self, number=1, **more):
        """The arguments that every action at a table takes."""
        told = {"tournament": self.tournament, "table": self.table(number), "key": new_key(), "device": PHONE, **more}
        return {"action": TableAction(**told)}

    def open(self, number=1, device=PHONE):
        """Start or join the table's match on the device."""
        return open_table(
            TableAction(tournament=self.tournament, table=self.table(number), key=new_key(), device=device)
        )

    def hand(self, match, winner="P1", device=PHONE, **more):
        """Enter a hand that `winner` won from the wall."""
        version = Match.objects.get(pk=match.pk).version
        payload = wall(winner) | more
        return play.record_entry(
            kind="hand", match=match, device=device, key=new_key(), expected_seq=version + 1, payload=payload
        )

    def played(self, hands=2):
        """Play hands at the first table, won by East, South and West in turn; East signs the result."""
        match = self.open()
        for no in range(hands):
            self.hand(match, f"P{no % 3 + 1}")
        return read_result(**self.at(entrant=self.numbers()[0]))


def names(hall, number=1):
    """The names at a table of the first round, East first."""
    here = hall.here(number)
    return [here.names[seat.entrant_id] for seat in here.seats]


def east(hall):
    """The number of the entrant on East."""
    return str(hall.numbers()[0])
