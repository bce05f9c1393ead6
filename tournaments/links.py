"""Links on printed cards: one for each table and one for each entrant. Tokens are computed, not stored.

People who can't scan a table's card type its short code. Only the last part of the code is secret, so attempts are
rate-limited (`views/play/tables.py`). Incrementing `Tournament.links` revokes all links.
"""

from people.web.codes import SHORT, SYMBOLS, computed_token, from_symbols, in_symbols, is_token, short_token
from tournaments.models import Entrant, Tournament

_SALT = "tournaments.links"
_TABLES = 128  # above the largest table number
_LEAST, _MOST = 3, 6  # symbols before the secret part


def table_token(tournament: Tournament, number: int) -> str:
    """Return the token of a table's card, valid in all rounds."""
    return computed_token(_SALT, _subject(tournament, "table", number))


def opens_table(tournament: Tournament, number: int, token: str) -> bool:
    return is_token(_SALT, _subject(tournament, "table", number), token)


def table_code(tournament: Tournament, number: int) -> str:
    """Return the short code of a table; "" if the number is out of range."""
    if not 0 < number < _TABLES:
        return ""
    prefix = in_symbols(tournament.pk * _TABLES + number, least=_LEAST)
    return prefix + short_token(_SALT, _subject(tournament, "code", number))


def code_typed(text: str) -> str:
    """Return a typed code in upper case, without spaces or dashes; "" if the text can't be a code."""
    code = "".join(text.split()).replace("-", "").upper()
    return code if _LEAST <= len(code) - SHORT <= _MOST and set(code) <= set(SYMBOLS) else ""


def tournament_of_code(code: str) -> int:
    """Return the id of the tournament that a code names, even if the rest of the code is wrong."""
    return from_symbols(code[:-SHORT]) // _TABLES


def opened_by_code(code: str) -> tuple[Tournament, int] | None:
    """Return the tournament and the table number that a code stands for; None for a wrong code."""
    number = from_symbols(code[:-SHORT]) % _TABLES
    tournament = Tournament.objects.filter(pk=tournament_of_code(code)).first()
    if tournament is None or not is_token(_SALT, _subject(tournament, "code", number), code[-SHORT:], short_token):
        return None
    return tournament, number


def entrant_token(tournament: Tournament, entrant: Entrant) -> str:
    """Return the token of an entrant's personal link."""
    return computed_token(_SALT, _subject(tournament, "entrant", entrant.number))


def opens_entrant(tournament: Tournament, entrant: Entrant, token: str) -> bool:
    return is_token(_SALT, _subject(tournament, "entrant", entrant.number), token)


def _subject(tournament: Tournament, kind: str, number: int) -> str:
    return f"{tournament.code}:{kind}:{number}:{tournament.links}"
