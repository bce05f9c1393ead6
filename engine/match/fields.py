"""Reading values out of an entry's payload: each refusal names the key and what it takes."""

from collections.abc import Collection, Iterable, Mapping
from itertools import compress
from types import MappingProxyType
from typing import Any

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.seats import CHAIRS, Seat

Payload = Mapping[str, Any]
OBJECT = (dict, Mapping)  # what an object of a file may be; a plain dict is quickly seen to be one
NONE: Mapping[str, Any] = MappingProxyType({})
NOBODY: frozenset[Seat] = frozenset()
_TRUE_OR_FALSE = frozenset((bool,))
LONGEST_ECHO = 40  # of what was given, in a sentence about it


def known_keys(payload: Payload, allowed: frozenset[str]) -> None:
    """Refuse a key that means nothing here, naming it."""
    if allowed.issuperset(payload):
        return
    for key in payload:
        if key not in allowed:
            raise RuleViolation(
                str(key)[:LONGEST_ECHO],
                _("%(key)s isn’t known here. Use one of: %(allowed)s."),
                key=str(key)[:LONGEST_ECHO],
                allowed=tuple(sorted(allowed)),
            )


def whole_number(payload: Payload, key: str, least: int, most: int) -> int:
    """A whole number between `least` and `most`; anything else is refused."""
    value = payload.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise RuleViolation(
            key, _("%(key)s must be a whole number from %(least)s to %(most)s."), key=key, least=least, most=most
        )
    return value


def one_of(payload: Payload, key: str, allowed: Collection[str]) -> str:
    """A text that is one of those `allowed`."""
    value = payload.get(key)
    if not isinstance(value, str) or value not in allowed:
        raise not_one_of(key, allowed)
    return value


def not_one_of(key: str, allowed: Iterable[object]) -> RuleViolation:
    """The refusal of a value that is none of those `allowed`."""
    return RuleViolation(key, _("%(key)s must be one of: %(allowed)s."), key=key, allowed=tuple(allowed))


def flag(payload: Payload, key: str, default: bool = False) -> bool:
    """True or false."""
    if key not in payload:
        return default
    value = payload[key]
    if not isinstance(value, bool):
        raise RuleViolation(key, _("%(key)s must be true or false."), key=key)
    return value


def seat(value: object, key: str) -> Seat:
    """A chair by its name in the formats."""
    chair = CHAIRS.get(value) if isinstance(value, str) else None
    if chair is None:
        raise RuleViolation(key, _("%(key)s must be one of the players P1, P2, P3."), key=key)
    return chair


def mapping(payload: Payload, key: str) -> Mapping[str, Any]:
    """An object of names and values; left out: empty."""
    if key not in payload:
        return NONE
    value = payload[key]
    if not isinstance(value, OBJECT):
        raise RuleViolation(key, _("%(key)s must be an object of names and values."), key=key)
    return value


def seats(payload: Payload, key: str) -> frozenset[Seat]:
    """The players for whom `{"P1": true, …}` says true."""
    if key not in payload:
        return NOBODY
    chosen = mapping(payload, key)
    if not _TRUE_OR_FALSE.issuperset(map(type, chosen.values())):
        raise RuleViolation(key, _("%(key)s must be true or false for each player."), key=key)
    try:
        return frozenset(compress(map(CHAIRS.__getitem__, chosen), chosen.values()))
    except KeyError:  # one of them is no player: found again, to be named
        return frozenset([seat(name, key) for name in chosen])


def player_list(payload: Payload, key: str) -> frozenset[Seat]:
    """The players in a list, each of them once."""
    value = payload.get(key)
    if not isinstance(value, list | tuple):
        raise RuleViolation(key, _("%(key)s must be a list of players."), key=key)
    chosen = [seat(name, key) for name in value]
    if len(set(chosen)) < len(chosen):
        raise RuleViolation(key, _("%(key)s must be a list of players, each only once."), key=key)
    return frozenset(chosen)


def number_list(payload: Payload, key: str, most: int) -> tuple[int, ...]:
    """Different numbers from 1 to `most`, in order; left out: none."""
    given = payload.get(key, [])
    numbers = isinstance(given, list | tuple) and all(type(each) is int and 1 <= each <= most for each in given)
    if not numbers or len(set(given)) != len(given):
        raise RuleViolation(
            key, _("%(key)s must be a list of different numbers from 1 to %(most)s."), key=key, most=most
        )
    return tuple(sorted(given))
