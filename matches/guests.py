"""Suggestions of roster players for the guests of a match. Writes nothing."""

from collections.abc import Iterable
from typing import NamedTuple

from matches.log.state import MatchState, SeatedPlayer
from people.clubs import roster
from people.forms.shared import Choice
from people.models import Club, Player
from people.text.cleaning import alike
from people.text.similar_names import SimilarNames


class Guest(NamedTuple):
    """A guest's seat. `similar`: the player who is probably meant; `choices`: all who may be."""

    seat: SeatedPlayer
    similar: Player | None
    choices: list[Choice]


def guests_of(reading: MatchState) -> list[Guest]:
    """The seats of a club's match that name nobody on its roster. Players who sit at the table aren't offered."""
    if not reading.guests or reading.match.club is None:
        return []
    seated = {sitting.player for sitting in reading.sittings}
    players = [player for player in roster.present([reading.match.club]) if player.pk not in seated]
    similar = SimilarNames((player.name, player) for player in players)
    same = {alike(player.name): player for player in players}
    return [_guest(seat, same.get(alike(seat.name)) or similar.find(seat.name), players) for seat in reading.guests]


def _guest(seat: SeatedPlayer, similar: Player | None, players: list[Player]) -> Guest:
    choices = [Choice(str(player.pk), player.name, player == similar) for player in players]
    return Guest(seat, similar, choices)


class Joining(NamedTuple):
    """A club that a match may join, and its player on each seat; None for a guest."""

    club: Club
    seats: list[tuple[SeatedPlayer, Player | None]]


def joining(reading: MatchState, clubs: Iterable[Club]) -> list[Joining]:
    """The clubs that know a player at the table by the same or a similar name. No player gets two chairs."""
    offers = [Joining(club, _players_of(reading, club)) for club in clubs]
    return [offer for offer in offers if any(player for _sitting, player in offer.seats)]


def _players_of(reading: MatchState, club: Club) -> list[tuple[SeatedPlayer, Player | None]]:
    players = roster.entries(club)
    same = {alike(player.name): player for player in players}
    similar = SimilarNames((player.name, player) for player in players)
    chair_of = {same[alike(sat.name)].pk: sat.chair for sat in reading.sittings if alike(sat.name) in same}
    seats: list[tuple[SeatedPlayer, Player | None]] = []
    for sat in reading.sittings:
        player = same.get(alike(sat.name)) or similar.find(sat.name)
        if player and chair_of.setdefault(player.pk, sat.chair) != sat.chair:
            player = None
        seats.append((sat, player))
    return seats
