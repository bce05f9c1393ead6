"""The guests of a club's match, and which player of the roster each of them may be. Writes nothing."""

from __future__ import annotations

from dataclasses import dataclass

from matches.reading import Reading, Sat
from people import roster
from people.forms.shared import Choice
from people.models import Player
from people.names import alike
from people.similar_names import SimilarNames


@dataclass(frozen=True, slots=True)
class Guest:
    """A guest's seat. `similar`: the player who is probably meant; `choices`: all who may be."""

    seat: Sat
    similar: Player | None
    choices: list[Choice]


def guests_of(reading: Reading) -> list[Guest]:
    """The seats of a club's match that name nobody on its roster. Players who sit at the table aren't offered."""
    if not reading.guests or reading.match.club is None:
        return []
    seated = {sitting.player for sitting in reading.sittings}
    players = [player for player in roster.present([reading.match.club]) if player.pk not in seated]
    similar = SimilarNames((player.name, player) for player in players)
    same = {alike(player.name): player for player in players}
    return [_guest(seat, same.get(alike(seat.name)) or similar.find(seat.name), players) for seat in reading.guests]


def _guest(seat: Sat, similar: Player | None, players: list[Player]) -> Guest:
    choices = [Choice(str(player.pk), player.name, player == similar) for player in players]
    return Guest(seat, similar, choices)
