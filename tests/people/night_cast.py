"""A club with a coming night, for tests of sign-ups. Asserts nothing."""

from datetime import UTC, date, datetime, time, timedelta

from people.clubs.invitations import guest_invitation
from people.models import Club, ClubNight, NightSignUp, Player
from tests.matches.cast import Phone
from tests.tournaments.persons import Person

DAY = date(2031, 3, 28)


class Evening:
    """Olga's club, its night and the sign-ups."""

    def __init__(self, tables=None, names="Ann\nBea\nCho\nDan\nEve\nFay\nGus", name="Friday club"):
        self.olga = Person(f"olga of {name}")
        self.code = self.olga.found(name)
        self.olga.add(self.code, names)
        self.club = Club.objects.get(code=self.code)
        told = {"begins": time(19, 30), "place": "U Kotvy", "tables": tables, "changed_at": datetime.now(UTC)}
        self.row = ClubNight.objects.create(club=self.club, on=DAY, **told)
        self.path = f"/c/{self.code}/nights/{self.row.pk}/"

    @property
    def night(self):
        return ClubNight.objects.select_related("club").get(pk=self.row.pk)

    @property
    def link(self):
        """The URL for guests."""
        return f"/n/{guest_invitation(self.night)}"

    def limit(self, tables):
        """Limit the places of the night to this number of tables."""
        ClubNight.objects.filter(pk=self.row.pk).update(tables=tables)

    def player(self, name):
        return Player.objects.get(club=self.club, name=name)

    def linked(self, person, name):
        """Link the account of `person` to this player of the roster."""
        Player.objects.filter(club=self.club, name=name).update(user=person.user)
        return person

    def put(self, *names):
        """Sign roster players up in this order, without pages."""
        for name in names:
            NightSignUp.objects.create(night=self.row, player=self.player(name), at=datetime.now(UTC))

    def add(self, name, status=303, **fields):
        """Sign somebody up on the page of the night, as Olga."""
        form = self.olga.get(self.path).form("/people/")
        return self.olga.send(form, status=status, name=name, **fields)

    def guest(self, name, phone=None, status=303, **changes):
        """Sign up as a guest with a name; return the phone and the page in the response."""
        phone = phone or Phone()
        form = phone.get(self.link).form(self.link)
        return phone, phone.send(form, status=status, name=name, **changes)

    def over(self, days=3):
        """Move the night some days into the past."""
        ClubNight.objects.filter(pk=self.row.pk).update(on=datetime.now(UTC).date() - timedelta(days=days))

    @property
    def names(self):
        """The names that have signed up, in order."""
        return [row.name for row in NightSignUp.objects.filter(night=self.row).select_related("player", "user")]


def tap(who, page):
    """Tap the button that signs up or withdraws."""
    return who.send(who.get(page).form("/come/"), status=303)
