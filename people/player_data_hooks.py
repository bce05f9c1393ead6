"""Extension point for apps that store data about players: they register how to export, merge and erase it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from people.models import Club, Player


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgotten:
    """A person who is erased: their entries, the clubs whose texts may name them, all their names, the code instead."""

    players: Sequence[Player]
    clubs: Sequence[Club]
    names: frozenset[str]
    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Keeper:
    """One room's part. The first three write, inside the transaction of the action that calls them.

    `forget`: a person is erased. `merge`: the first entry was the second's person. `call`: an entry has a new name.
    `told`: lists for a person's file by their key, rows of plain values with nobody else's name.
    """

    forget: Callable[[Forgotten], None]
    merge: Callable[[Player, Player], None]
    call: Callable[[Player], None]
    told: Callable[[Sequence[Player]], dict[str, list[dict[str, Any]]]]


_KEEPERS: list[Keeper] = []


def register(keeper: Keeper) -> None:
    """Ask this keeper too, from now on; to be called once the server starts."""
    if keeper not in _KEEPERS:
        _KEEPERS.append(keeper)


def forget(*, players: Sequence[Player], clubs: Sequence[Club], names: Iterable[str], code: str) -> None:
    """Every keeper forgets a person."""
    person = Forgotten(players=players, clubs=clubs, names=frozenset(names), code=code)
    for keeper in _KEEPERS:
        keeper.forget(person)


def merge(gone: Player, kept: Player) -> None:
    """All that is kept about `gone` is about `kept` from now on."""
    for keeper in _KEEPERS:
        keeper.merge(gone, kept)


def call(player: Player) -> None:
    """Every copy of the name of an entry is its name of now."""
    for keeper in _KEEPERS:
        keeper.call(player)


def told(players: Sequence[Player]) -> dict[str, list[dict[str, Any]]]:
    """All that is kept elsewhere about these entries."""
    return {key: rows for keeper in _KEEPERS for key, rows in keeper.told(players).items()}
