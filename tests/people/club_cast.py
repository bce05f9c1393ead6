"""Members of a club on their phones, for tests of clubs. Asserts nothing."""

import re

from django.contrib.auth.hashers import make_password

from matches.models import Match
from people.actions.clubs import create_club
from people.models import Audit, Club, Membership, Player, Role, User
from people.web.codes import new_key
from tests.matches.cast import Phone
from tests.people.cast import PASSWORD

ROLES = tuple(role.value for role in Role)


class Person(Phone):
    """A phone whose user is signed in."""

    def __init__(self, username, name=""):
        super().__init__()
        known = {"name": name or username.title(), "password": make_password(PASSWORD)}
        self.user, _new = User.objects.get_or_create(username=username, defaults=known)
        self.client.force_login(self.user)

    def found(self, name="Friday club"):
        """Create a club, and return its code."""
        return create_club(by=self.user, name=name, key=new_key()).code

    def add(self, code, names):
        """Add players to the roster through its page."""
        return self.post(f"/c/{code}/players/add/", {"names": names, "action": "add"}, status=303)

    def invitation(self, code, role):
        """The URL of the invitation for this role, as the page shows it."""
        page = self.get(f"/c/{code}/links/?role={role}")
        return re.search(r"http://testserver(/c/join/[^\"]{45})", page.html).group(1)

    def join(self, address):
        """Open an invitation and accept it."""
        return self.send(self.get(address).form(address), status=303)


def member(code, role, username=""):
    """A person with this role in the club."""
    person = Person(username or f"{role}-{code[:4].lower()}")
    Membership.objects.create(
        club=Club.objects.get(code=code), user=person.user, role=role, since=person.user.date_joined
    )
    return person


def roles(code):
    """The members of the club: {username: role}."""
    return dict(Membership.objects.filter(club__code=code).values_list("user__username", "role"))


def roster(code):
    """The players on the roster as (name, number)."""
    return list(Player.objects.filter(club__code=code, merged_into=None).values_list("name", "number"))


def player(code, name):
    return Player.objects.get(club__code=code, name=name)


def told(code=""):
    """The rows of the audit log, oldest first: (what, who, about)."""
    rows = Audit.objects.filter(club__code=code) if code else Audit.objects.all()
    return [(row.what, row.user and row.user.username, row.about) for row in rows.order_by("pk")]


def seated(code):
    """The players of a match by chair and hand: [(name, the roster's name or None)]."""
    found = Match.objects.get(code=code).sittings.select_related("player")
    return [(sitting.name, sitting.player and sitting.player.name) for sitting in found]
