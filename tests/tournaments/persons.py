"""A signed-in person who adds players by calling the action: the roster's pages have their own tests."""

from people.actions.roster import add_players
from people.clubs.roster import TypedPlayer
from people.models import Club
from tests.people import club_cast


class Person(club_cast.Person):
    def add(self, code, names):
        """Add players to the roster, one name per line."""
        typed = [TypedPlayer(name) for name in names.splitlines()]
        return add_players(club=Club.objects.get(code=code), by=self.user, typed=typed)
