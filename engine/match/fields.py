"""Readers for the values in an entry's payload. Each error names the key and the allowed values."""

from collections.abc import Collection, Iterable, Mapping
from itertools import compress
from types import MappingProxyType
from typing import Any

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.seats import CHAIRS, Seat

Payload = Mapping[str, Any]
OBJECT = (dict, Mapping)  # types of a JSON object; a plain dict is the faster check
NONE: Mapping[str, Any] = MappingProxyType({})
NOBODY: frozenset[Seat] = frozenset()
_TRUE_OR_FALSE = frozenset((bool,))
LONGEST_ECHO = 40  # the most characters of a given value that an error quotes
NOT_ALLOWED_HERE = _("%(key)s isn’t allowed here. Use one of: %(allowed)s.")


def known_keys(payload: Payload, allowed: frozenset[str]) -> None:
    """Raise `RuleViolation` for the first key that is not allowed."""
    if allowed.issuperset(payload):
        return
    unknown = next(str(key) for key in payload if key not in allowed)
    raise RuleViolation(unknown[:LONGEST_ECHO], NOT_ALLOWED_HERE, allowed=tuple(sorted(allowed)))


def whole_number(payload: Payload, key: str, least: int, most: int) -> int:
    """Return the whole number at `key`. Raises `RuleViolation` if it is not from `least` to `most`."""
    value = payload.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise RuleViolation(
            key, _("%(key)s must be a whole number from %(least)s to %(most)s."), least=least, most=most
        )
    return value


def one_of(payload: Payload, key: str, allowed: Collection[str]) -> str:
    """Return the text at `key`. Raises `RuleViolation` if it is not one of `allowed`."""
    value = payload.get(key)
    if not isinstance(value, str) or value not in allowed:
        raise not_one_of(key, allowed)
    return value


def not_one_of(key: str, allowed: Iterable[object]) -> RuleViolation:
    """The error for a value that is not one of `allowed`."""
    return RuleViolation(key, _("%(key)s must be one of: %(allowed)s."), allowed=tuple(allowed))


def flag(payload: Payload, key: str, default: bool = False) -> bool:
    """Return the boolean at `key`, or `default` if the key is missing. Raises `RuleViolation`."""
    if key not in payload:
        return default
    value = payload[key]
    if not isinstance(value, bool):
        raise RuleViolation(key, _("%(key)s must be true or false."))
    return value


def seat(value: object, key: str) -> Seat:
    """Return the seat called `value` in the file formats. Raises `RuleViolation` for `key`."""
    chair = CHAIRS.get(value) if isinstance(value, str) else None
    if chair is None:
        raise RuleViolation(key, _("%(key)s must be one of these players: P1, P2, P3."))
    return chair


def mapping(payload: Payload, key: str) -> Mapping[str, Any]:
    """Return the object at `key`; an empty one if the key is missing. Raises `RuleViolation`."""
    if key not in payload:
        return NONE
    value = payload[key]
    if not isinstance(value, OBJECT):
        raise RuleViolation(key, _("%(key)s must be an object with names and values."))
    return value


def seats(payload: Payload, key: str) -> frozenset[Seat]:
    """Return the players marked true in an object such as `{"P1": true, …}`. Raises `RuleViolation`."""
    if key not in payload:
        return NOBODY
    chosen = mapping(payload, key)
    if not _TRUE_OR_FALSE.issuperset(map(type, chosen.values())):
        raise RuleViolation(key, _("%(key)s must be true or false for each player."))
    try:
        return frozenset(compress(map(CHAIRS.__getitem__, chosen), chosen.values()))
    except KeyError:  # one of them is not a player: read them again one by one, to name it in the error
        return frozenset([seat(name, key) for name in chosen])


def player_list(payload: Payload, key: str) -> frozenset[Seat]:
    """Return the players in the list at `key`. Raises `RuleViolation` if one of them occurs twice."""
    value = payload.get(key)
    if not isinstance(value, list | tuple):
        raise RuleViolation(key, _("%(key)s must be a list of players."))
    chosen = [seat(name, key) for name in value]
    if len(set(chosen)) < len(chosen):
        raise RuleViolation(key, _("%(key)s can’t contain the same player twice."))
    return frozenset(chosen)


def seat_by_item(payload: Payload, key: str, items: Collection[str]) -> dict[str, Seat]:
    """Return the player named for each item in the object at `key`; every item must be one of `items`."""
    given = mapping(payload, key)
    for item in given:
        if item not in items:
            raise not_one_of(key, items)
    return {item: seat(player, key) for item, player in given.items()}


def number_list(payload: Payload, key: str, most: int) -> tuple[int, ...]:
    """Return the distinct numbers (1 to `most`) at `key`, sorted; empty if it is missing. Raises `RuleViolation`."""
    given = payload.get(key, [])
    numbers = isinstance(given, list | tuple) and all(type(each) is int and 1 <= each <= most for each in given)
    if not numbers or len(set(given)) != len(given):
        raise RuleViolation(key, _("%(key)s must be a list of different numbers from 1 to %(most)s."), most=most)
    return tuple(sorted(given))
