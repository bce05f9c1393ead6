"""A club's ratings in one game (rule book), computed from the places in its finished matches. Read-only."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from clubs.season.standings import Roster, Season, places
from clubs.season.statistics import FEW_GAMES
from engine.ratings import RatedGame, plackett_luce, tenhou
from engine.ratings.plackett_luce import Fit, Strength
from people.web.cache import Cache

MOST = 300  # rated players; the computing time of a fit grows with the cube of their number


class Rating(NamedTuple):
    """One player's ratings.

    `place`: None if the rating is provisional. `r`: the rating R, as on tenhou.net. `gone`: whether the player was
    erased and so has no page.
    """

    place: int | None
    player: int
    name: str
    strength: Strength
    r: Fraction
    gone: bool = False

    @property
    def provisional(self) -> bool:
        """Whether the player has too few matches for a place."""
        return self.strength.games < FEW_GAMES


@dataclass(frozen=True)
class Ratings:
    """A club's ratings in one game (`system`), over all its matches."""

    roster: Roster
    system: str

    @cached_property
    def games(self) -> tuple[RatedGame, ...]:
        """The matches that count, earliest first: only those whose players are all among the `MOST` most active."""
        if not self.is_cut:
            return self._ended
        rated = set(sorted(self._many, key=lambda player: (-self._many[player], player))[:MOST])
        return tuple(game for game in self._ended if rated.issuperset(game.players))

    @property
    def is_cut(self) -> bool:
        return len(self._many) > MOST

    @cached_property
    def _many(self) -> Counter[int]:
        return Counter(player for game in self._ended for player in game.players)

    @cached_property
    def _ended(self) -> tuple[RatedGame, ...]:
        """The matches finished by three different players on the roster. Makes one query."""
        sat = Season(self.roster, self.system).sittings(self.roster.whose).filter(rank__isnull=False)
        finishes: dict[int, list[tuple[int, int]]] = {}
        for match, player, halves in sat.order_by("match__created_at", "match", "chair").values_list(
            "match", "player", "halves"
        ):
            finishes.setdefault(match, []).append((self.roster.whose[player], halves or 0))
        return tuple(
            RatedGame(players, halves)
            for players, halves in (zip(*each, strict=True) for each in finishes.values())
            if len(set(players)) == 3
        )

    @cached_property
    def fit(self) -> Fit:
        return _fit(self.games)

    @cached_property
    def rows(self) -> list[Rating]:
        """The ratings of all rated players, strongest first, followed by the provisional ones."""
        strengths, rs = self.fit.strengths, tenhou.rated(self.games)
        enough = {player for player in strengths if strengths[player].games >= FEW_GAMES}
        points = {player: round(strength.value) for player, strength in strengths.items()}
        return [
            Rating(place, player, self.roster.names[player], strengths[player], rs[player], self.roster.is_gone(player))
            for place, player in places(self.roster, points, enough)
        ]


_FITS: Cache[tuple[RatedGame, ...], Fit] = Cache(16)


def _fit(games: tuple[RatedGame, ...]) -> Fit:
    return _FITS.get(games, lambda: plackett_luce.fitted(games))
