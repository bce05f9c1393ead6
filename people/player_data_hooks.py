"""Extension point for apps with data about players: they register functions to export, merge, rename and erase it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from people.models import Club, Player


@dataclass(frozen=True, slots=True, kw_only=True)
class ErasedPerson:
    """A person to erase: their roster entries, the clubs whose texts may name them, all their names, and the code that
    replaces the names."""

    players: Sequence[Player]
    clubs: Sequence[Club]
    names: frozenset[str]
    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerDataHooks:
    """The functions of one app. The first three write, inside the transaction of the action that calls them.

    `forget` erases a person. `merge` moves the data of the first entry to the second. `rename` copies the new name of
    an entry. `export` returns lists of rows, by key, for the file with a person's data. The rows contain plain values
    and no other person's name.
    """

    forget: Callable[[ErasedPerson], None]
    merge: Callable[[Player, Player], None]
    rename: Callable[[Player], None]
    export: Callable[[Sequence[Player]], dict[str, list[dict[str, Any]]]]


_REGISTERED: list[PlayerDataHooks] = []


def register(hooks: PlayerDataHooks) -> None:
    """Register the functions of an app. Call this in `AppConfig.ready`."""
    if hooks not in _REGISTERED:
        _REGISTERED.append(hooks)


def forget(*, players: Sequence[Player], clubs: Sequence[Club], names: Iterable[str], code: str) -> None:
    person = ErasedPerson(players=players, clubs=clubs, names=frozenset(names), code=code)
    for hooks in _REGISTERED:
        hooks.forget(person)


def merge(gone: Player, kept: Player) -> None:
    for hooks in _REGISTERED:
        hooks.merge(gone, kept)


def rename(player: Player) -> None:
    for hooks in _REGISTERED:
        hooks.rename(player)


def export(players: Sequence[Player]) -> dict[str, list[dict[str, Any]]]:
    return {key: rows for hooks in _REGISTERED for key, rows in hooks.export(players).items()}
