"""Somebody who is signed in, and whose club is made by its actions: its pages have tests of their own."""

from people.actions.clubs import create_club
from people.actions.roster import add_players
from people.clubs.roster import TypedPlayer
from people.models import Club
from tests.matches.table import new_key
from tests.people import club_cast


class Person(club_cast.Person):
    def found(self, name="Friday club"):
        """Create a club; its code."""
        return create_club(by=self.user, name=name, key=new_key()).code

    def add(self, code, names):
        """Put names on the roster, one a line."""
        typed = [TypedPlayer(name) for name in names.splitlines()]
        return add_players(club=Club.objects.get(code=code), by=self.user, typed=typed)
