"""The addresses on printed cards: one a table in the hall, one an entrant. No token is stored.

Raising `Tournament.links` makes them all void.
"""

from __future__ import annotations

from people.proofs import proof, proves
from tournaments.models import Entrant, Tournament

_SALT = "tournaments.links"


def table_token(tournament: Tournament, number: int) -> str:
    """What opens table `number` of every round, on the phone that reads its card."""
    return proof(_SALT, _told(tournament, "table", number))


def opens_table(tournament: Tournament, number: int, token: str) -> bool:
    """Whether `token` is that of the table."""
    return proves(_SALT, _told(tournament, "table", number), token)


def entrant_token(tournament: Tournament, entrant: Entrant) -> str:
    """What opens an entrant's own page as theirs: to check in, to confirm their results."""
    return proof(_SALT, _told(tournament, "entrant", entrant.number))


def opens_entrant(tournament: Tournament, entrant: Entrant, token: str) -> bool:
    """Whether `token` is that of the entrant."""
    return proves(_SALT, _told(tournament, "entrant", entrant.number), token)


def _told(tournament: Tournament, what: str, number: int) -> str:
    return f"{tournament.code}:{what}:{number}:{tournament.links}"
