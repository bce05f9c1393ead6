"""Somebody who is signed in, and whose roster is made by its actions: its pages have tests of their own."""

from people.actions.roster import add_players
from people.clubs.roster import TypedPlayer
from people.models import Club
from tests.people import club_cast


class Person(club_cast.Person):
    def add(self, code, names):
        """Put names on the roster, one a line."""
        typed = [TypedPlayer(name) for name in names.splitlines()]
        return add_players(club=Club.objects.get(code=code), by=self.user, typed=typed)
