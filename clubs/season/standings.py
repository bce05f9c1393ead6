"""The standings of a club's season, computed by one query.

Read-only. A sitting refers only to players of the match's own club, so the club's matches are found through its
players.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet, Sum

from clubs.season.statistics import Sums
from engine.match.payments import ranked
from engine.rulesets import BOOKS
from matches.models import Sitting
from people.clubs.roster import shown_name
from people.models import Club, Membership, Player, User
from people.text.names import alphabetical

_SUMS = {
    "matches": Count("rank"),
    **{name: Sum(name) for name in ("hands", "points", "won", "dealt_in", "drawn", "received", "halves")},
    "best": Max("best"),
    **{name: Count("pk", filter=Q(rank=place)) for place, name in enumerate(("firsts", "seconds", "thirds"), start=1)},
    "squares": Sum(F("halves") * F("halves")),
    "chips": Sum("chips"),
}


class SeasonStanding(NamedTuple):
    """A player's place and totals.

    `place`: None if there are too few matches. `gone`: whether the player was erased and so has no page.
    """

    place: int | None
    player: int
    name: str
    sums: Sums
    gone: bool = False


@dataclass(frozen=True)
class Season:
    """A club's season in one game, from `first` to `last` (None: no limit). `least`: matches needed for a place."""

    roster: Roster
    system: str
    first: date | None = None
    last: date | None = None
    least: int = 0

    def sittings(self, players: Iterable[int]) -> QuerySet[Sitting]:
        """Return the sittings of these players in finished matches of the season."""
        days = {"played_on__gte": self.first, "played_on__lte": self.last}
        bounds = {name: day for name, day in days.items() if day}
        return Sitting.objects.filter(
            player__in=list(players), system=self.system, played_on__isnull=False, **bounds
        ).order_by()

    @cached_property
    def standings(self) -> list[SeasonStanding]:
        """The standings of all players, most points first, followed by those with too few matches for a place."""
        sums: dict[int, Sums] = {}
        sat = self.sittings(self.roster.whose).values("player").annotate(**{f"s_{n}": s for n, s in _SUMS.items()})
        for row in sat:
            mine = Sums(**{name: row[f"s_{name}"] or 0 for name in _SUMS if name != "chips"}, chips=row["s_chips"])
            player = self.roster.whose[row["player"]]
            sums[player] = sums[player] + mine if player in sums else mine
        enough = {player for player in sums if sums[player].matches >= self.least}
        points = {player: each.points for player, each in sums.items()}
        return [
            SeasonStanding(place, player, self.roster.names[player], sums[player], self.roster.is_gone(player))
            for place, player in places(self.roster, points, enough)
        ]

    @property
    def plays_chips(self) -> bool:
        """Whether any match that counts had chips."""
        return any(each.sums.chips is not None for each in self.standings)


def places(roster: Roster, points: Mapping[int, int], enough: Container[int]) -> Iterator[tuple[int | None, int]]:
    """Yield (place, player), most points first. Players who are not in `enough` come last, with place None."""
    by_name = sorted(points, key=lambda player: (alphabetical(roster.names[player]), player))
    for place, player, _points in ranked((player, points[player]) for player in by_name if player in enough):
        yield place, player
    for _place, player, _points in ranked((player, points[player]) for player in by_name if player not in enough):
        yield None, player


class Roster:
    """A club's players as one reader may see them: their names by id, and the entries into which they were merged."""

    def __init__(self, club: Club, inside: bool, systems: Sequence[str] = ()) -> None:
        """Read the players of a club.

        `inside`: whether the reader is a member; `systems`: the games of the club's finished matches.
        """
        self.club = club
        self.inside = inside
        self.systems = systems
        self.players: Mapping[int, Player] = {player.pk: player for player in Player.objects.filter(club=club)}

    @cached_property
    def whose(self) -> dict[int, int]:
        """A map from each entry's id to the id of the entry into which it was merged, or its own id."""
        return {pk: self._end(pk) for pk in self.players}

    def _end(self, pk: int) -> int:
        passed: set[int] = set()
        while (into := self.players[pk].merged_into_id) in self.players and pk not in passed:
            passed.add(pk)
            pk = into  # type: ignore[assignment]
        return pk

    @cached_property
    def names(self) -> dict[int, str]:
        return {pk: shown_name(player, self.inside) for pk, player in self.players.items()}

    def is_gone(self, player: int) -> bool:
        return self.players[player].erased_at is not None

    def entries(self, player: int) -> list[int]:
        """Return the ids of all entries of one person."""
        return [pk for pk, whose in self.whose.items() if whose == player]


def played(roster: Roster) -> set[int]:
    """Return the players of finished matches, whom the standings show."""
    sat = Sitting.objects.filter(player__in=list(roster.whose), played_on__isnull=False).order_by()
    return {roster.whose[pk] for pk in sat.values_list("player", flat=True).distinct() if pk is not None}


def club_seen(code: str, user: User | AnonymousUser) -> Roster | None:
    """Return the club's roster; None if the club is not public and the user is not a member. Makes two queries."""
    sat = Sitting.objects.filter(player__club=OuterRef("pk"), played_on__isnull=False)
    member = Exists(Membership.objects.filter(club=OuterRef("pk"), user=user.pk))
    plays: Any = {f"plays_{key}": Exists(sat.filter(system=key)) for key in BOOKS}
    club = Club.objects.filter(code=code).annotate(member=member, **plays).first()
    limits = user.token_limits if isinstance(user, User) else None
    allowed = club is not None and (limits is None or limits.club == club.pk)
    inside = allowed and (bool(user.is_superuser) or getattr(club, "member", False))
    if club is None or not (inside or club.public):
        return None
    return Roster(club, inside, [key for key in BOOKS if getattr(club, f"plays_{key}")])
