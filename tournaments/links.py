"""The links on printed cards: one per table of the hall, one per entrant. Tokens are not stored.

A table also has a short code for people who cannot scan its card. It starts with a number for the tournament and the
table; only the rest is secret, so guesses are limited (`views/play/tables.py`).

Raising `Tournament.links` revokes all links.
"""

from people.web.codes import SHORT, SYMBOLS, computed_token, from_symbols, in_symbols, is_token, short_token
from tournaments.models import Entrant, Tournament

_SALT = "tournaments.links"
_TABLES = 128  # more than there may be at a tournament
_LEAST, _MOST = 3, 6  # symbols that say which table


def table_token(tournament: Tournament, number: int) -> str:
    """The token of the card of table `number`, for all rounds."""
    return computed_token(_SALT, _subject(tournament, "table", number))


def opens_table(tournament: Tournament, number: int, token: str) -> bool:
    return is_token(_SALT, _subject(tournament, "table", number), token)


def table_code(tournament: Tournament, number: int) -> str:
    """The short code of a table to type; "" for a number that has none."""
    if not 0 < number < _TABLES:
        return ""
    which = in_symbols(tournament.pk * _TABLES + number, least=_LEAST)
    return which + short_token(_SALT, _subject(tournament, "code", number))


def code_typed(text: str) -> str:
    """The code without spaces and dashes, in capitals; "" for text that cannot be a code."""
    code = "".join(text.split()).replace("-", "").upper()
    possible = _LEAST <= len(code) - SHORT <= _MOST and set(code) <= set(SYMBOLS)
    return code if possible else ""


def tournament_of_code(code: str) -> int:
    """The id of the tournament that a code names, right or wrong."""
    return from_symbols(code[:-SHORT]) // _TABLES


def opened_by_code(code: str) -> tuple[Tournament, int] | None:
    """The tournament and the number of the table that a code opens."""
    number = from_symbols(code[:-SHORT]) % _TABLES
    tournament = Tournament.objects.filter(pk=tournament_of_code(code)).first()
    if tournament is None or not is_token(_SALT, _subject(tournament, "code", number), code[-SHORT:], short_token):
        return None
    return tournament, number


def entrant_token(tournament: Tournament, entrant: Entrant) -> str:
    """The token of an entrant's own link: to check in, to confirm their results."""
    return computed_token(_SALT, _subject(tournament, "entrant", entrant.number))


def opens_entrant(tournament: Tournament, entrant: Entrant, token: str) -> bool:
    return is_token(_SALT, _subject(tournament, "entrant", entrant.number), token)


def _subject(tournament: Tournament, what: str, number: int) -> str:
    return f"{tournament.code}:{what}:{number}:{tournament.links}"
