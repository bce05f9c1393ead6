"""A club with a night to come, for tests of sign-ups. Asserts nothing."""

from datetime import UTC, date, datetime, time, timedelta

from people.clubs.invitations import guest_invitation
from people.models import Club, ClubNight, NightSignUp, Player
from tests.matches.cast import Phone
from tests.tournaments.persons import Person

DAY = date(2031, 3, 28)


class Evening:
    """Olga's club, its night, and who has signed up for it."""

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
        """The address for guests."""
        return f"/n/{guest_invitation(self.night)}"

    def limit(self, tables):
        """The night has places at so many tables only."""
        ClubNight.objects.filter(pk=self.row.pk).update(tables=tables)

    def player(self, name):
        return Player.objects.get(club=self.club, name=name)

    def linked(self, person, name):
        """The account of `person` is this player of the roster."""
        Player.objects.filter(club=self.club, name=name).update(user=person.user)
        return person

    def put(self, *names):
        """Roster players sign up in this order, without a page."""
        for name in names:
            NightSignUp.objects.create(night=self.row, player=self.player(name), at=datetime.now(UTC))

    def add(self, name, status=303, **fields):
        """Olga signs somebody up on the page of the night."""
        form = self.olga.get(self.path).form("/people/")
        return self.olga.send(form, status=status, name=name, **fields)

    def guest(self, name, phone=None, status=303, **changes):
        """A guest types a name and taps; the phone and the page that comes of it."""
        phone = phone or Phone()
        form = phone.get(self.link).form(self.link)
        return phone, phone.send(form, status=status, name=name, **changes)

    def over(self, days=3):
        """The night was some days ago."""
        ClubNight.objects.filter(pk=self.row.pk).update(on=datetime.now(UTC).date() - timedelta(days=days))

    @property
    def names(self):
        """Who has signed up, in order."""
        return [row.name for row in NightSignUp.objects.filter(night=self.row).select_related("player", "user")]


def tap(who, page):
    """Tap the button with which one signs up or withdraws."""
    return who.send(who.get(page).form("/come/"), status=303)
