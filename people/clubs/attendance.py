"""Attendance at club nights: places, the waiting list and full tables. Read-only.

A place is not stored. The first people to sign up have the places and the others wait, so the first person on the
waiting list moves up as soon as anybody withdraws.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from itertools import count
from typing import Any, NamedTuple

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.hash_chain import stamp
from people.clubs import roster
from people.clubs.night_days import is_over
from people.clubs.rights import may
from people.models import Club, ClubNight, NightSignUp, Player, Role, User
from people.text.cleaning import alike

SEATS = 3  # seats at a table
GUESTS_KEPT, MEMBERS_KEPT = timedelta(days=30), timedelta(days=365)  # after the night


def is_open(night: ClubNight) -> bool:
    """Return whether people can sign up for the night."""
    return not night.cancelled and not is_over(night)


def places(night: ClubNight) -> int | None:
    """Return the number of places; None if there is no limit."""
    return None if night.tables is None else night.tables * SEATS


def head_count(night: ClubNight, signed_up: int) -> str:
    """Return the sentence that says how many people are coming, or signed up for a night that is over."""
    if not is_open(night):
        text = ngettext("%(many)s person signed up.", "%(many)s people signed up.", signed_up)
        return text % {"many": signed_up}
    limit = places(night)
    coming = signed_up if limit is None else min(signed_up, limit)
    return ngettext("%(many)s person is coming.", "%(many)s people are coming.", coming) % {"many": coming}


@dataclass(frozen=True)
class Attendance:
    """The sign-ups for a club night, in the order in which they were made."""

    night: ClubNight
    sign_ups: Sequence[NightSignUp]

    @property
    def open(self) -> bool:
        return is_open(self.night)

    @property
    def places(self) -> int | None:
        """The number of places; None if there is no limit."""
        return places(self.night)

    @property
    def coming(self) -> Sequence[NightSignUp]:
        """The people who have a place."""
        return self.sign_ups[: self.places]

    @property
    def waiting(self) -> Sequence[NightSignUp]:
        """The waiting list."""
        return [] if self.places is None else self.sign_ups[self.places :]

    @property
    def full(self) -> bool:
        return self.places is not None and len(self.sign_ups) >= self.places

    @property
    def tables(self) -> list[Sequence[NightSignUp]]:
        """The people at each full table, in the order of sign-up."""
        return [self.coming[at : at + SEATS] for at in range(0, len(self.coming) - SEATS + 1, SEATS)]

    @cached_property
    def names(self) -> dict[int, str]:
        """The names of the people by the id of their sign-up. No two are the same."""
        return distinct_names(self.sign_ups)

    @property
    def resting(self) -> int:
        """The number of people who have a place but whose table is not full."""
        return len(self.coming) % SEATS

    def of_account(self, user: User | None) -> NightSignUp | None:
        """Return the sign-up of an account, or None."""
        return next((each for each in self.sign_ups if user and each.account == user), None)

    def place_in_line(self, sign_up: NightSignUp | None) -> int:
        """Return the person's number on the waiting list; 0 if they have a place or have not signed up."""
        return next((number for number, each in enumerate(self.waiting, start=1) if each == sign_up), 0)

    @property
    def sentences(self) -> list[str]:
        """The sentences that say how many people are coming, and how many tables that makes."""
        if not self.open:
            return [head_count(self.night, len(self.sign_ups))]
        if not self.sign_ups:
            return [_("Nobody has signed up yet."), *self._limit()]
        sentences = [head_count(self.night, len(self.sign_ups))]
        if made := len(self.tables):
            text = ngettext("That makes %(many)s table.", "That makes %(many)s tables.", made)
            sentences.append(text % {"many": made})
        if made and self.resting:
            text = ngettext("%(many)s person sits out.", "%(many)s people sit out.", self.resting)
            sentences.append(text % {"many": self.resting})
        return [*sentences, *self._missing(), *self._limit(), *self._waits()]

    def _missing(self) -> list[str]:
        """Return the sentence that says how many people a further table needs, unless the night is full."""
        if self.full:
            return []
        missing = SEATS - self.resting
        if self.tables:
            text = ngettext("%(many)s more makes another table.", "%(many)s more make another table.", missing)
        else:
            text = ngettext("%(many)s more makes a table.", "%(many)s more make a table.", missing)
        return [text % {"many": missing}]

    def _limit(self) -> list[str]:
        if self.places is None:
            return []
        if self.full:
            return [_("All places are taken.")]
        free = self.places - len(self.sign_ups)
        return [ngettext("%(many)s place is free.", "%(many)s places are free.", free) % {"many": free}]

    def _waits(self) -> list[str]:
        many = len(self.waiting)
        text = ngettext("%(many)s person is on the waiting list.", "%(many)s people are on the waiting list.", many)
        return [text % {"many": many}] if many else []


class PersonAtTable(NamedTuple):
    """A person at a table of a club night. `name`: a name that nobody else at the night has."""

    name: str
    guest: bool


def distinct_names(sign_ups: Iterable[NightSignUp], taken: Iterable[str] = ()) -> dict[int, str]:
    """Return a name for each sign-up, by id. Guests with a name in `taken`, or of another person, are marked as guests.

    Players and members keep their names.
    """
    rows = sorted(sign_ups, key=lambda row: (bool(row.guest), row.pk))
    used, found = {alike(name) for name in taken}, {}
    for row in rows:
        name = next(each for each in _guest_names(row.name) if alike(each) not in used) if row.guest else row.name
        used.add(alike(name))
        found[row.pk] = name
    return found


def _guest_names(name: str) -> Iterator[str]:
    """Yield the name, then the name marked as that of a guest, of a second guest, and so on."""
    yield name
    yield _("%(name)s (guest)") % {"name": name}
    for number in count(2):
        yield _("%(name)s (guest %(number)s)") % {"name": name, "number": number}


def attendances(nights: Iterable[ClubNight]) -> list[Attendance]:
    """Return the attendance of each of these nights."""
    of_nights = list(nights)
    found = defaultdict(list)
    for row in NightSignUp.objects.filter(night__in=of_nights).select_related("player__user", "user"):
        found[row.night_id].append(row)
    return [Attendance(night, found[night.pk]) for night in of_nights]


def attendance(night: ClubNight) -> Attendance:
    return attendances([night])[0]


def names_coming(club: Club, night: int) -> list[str]:
    """Return the names of the people who have a place at a night of the club; none if there is no such night.

    A guest with the name of a roster player is marked as a guest.
    """
    found = ClubNight.objects.filter(club=club, pk=night).first()
    if found is None:
        return []
    here = attendance(found)
    marked = distinct_names(here.sign_ups, [player.name for player in roster.entries(club)])
    return [marked[row.pk] for row in here.coming]


def table_of_night(user: User | None, night: int, number: int) -> tuple[Club, Sequence[PersonAtTable]] | None:
    """Return the club of a night and the people at one of its tables; None if the user may not score for the club.

    There are no people if the table is no longer full or the night is over.
    """
    found = ClubNight.objects.filter(pk=night).select_related("club").first()
    if found is None or not may(user, found.club, Role.SCORER):
        return None
    here = attendance(found)
    tables = here.tables if here.open else []
    people = tables[number - 1] if 1 <= number <= len(tables) else []
    return found.club, [PersonAtTable(here.names[row.pk], bool(row.guest)) for row in people]


def personal_data(players: Sequence[Player], user: User | None = None) -> dict[str, list[dict[str, Any]]]:
    """Return the nights for which a person has signed up, if there are any, for the file with their data."""
    own = Q(player__in=players) | Q(user=user) if user else Q(player__in=players)
    rows = NightSignUp.objects.filter(own).select_related("night__club")
    found = [
        {"club": row.night.club.name, "day": row.night.on.isoformat(), "since": stamp(row.at)}
        for row in rows.order_by("night__on", "pk")
    ]
    return {"nights": found} if found else {}
