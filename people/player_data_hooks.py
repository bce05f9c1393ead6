"""Extension point for apps with data about players: they register functions to export, merge, update and erase it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from people.models import Club, Player, User


@dataclass(frozen=True, slots=True, kw_only=True)
class ErasedPerson:
    """A person to erase.

    `user`: the account, None if only roster entries are erased; `clubs`: the clubs whose free text may contain `names`;
    `code`: the text that replaces the names.
    """

    players: Sequence[Player]
    user: User | None
    clubs: Sequence[Club]
    names: frozenset[str]
    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerDataHooks:
    """The functions of one app, called inside the transaction of an action.

    `forget` erases a person; `merge` moves the data of the first entry to the second; `rename` copies the new name of
    an entry. `export` returns lists of rows, by key, for the file with a person's data; the account is None if a club
    exports its roster entries. The rows contain plain values and no other person's name.
    """

    forget: Callable[[ErasedPerson], None]
    merge: Callable[[Player, Player], None]
    rename: Callable[[Player], None]
    export: Callable[[Sequence[Player], User | None], dict[str, list[dict[str, Any]]]]


REGISTERED: list[PlayerDataHooks] = []


def register(hooks: PlayerDataHooks) -> None:
    """Register the functions of an app. Call this in `AppConfig.ready`."""
    if hooks not in REGISTERED:
        REGISTERED.append(hooks)


def export(players: Sequence[Player], user: User | None = None) -> dict[str, list[dict[str, Any]]]:
    """Return the rows about these players and this account from all apps, by key."""
    return {key: rows for hooks in REGISTERED for key, rows in hooks.export(players, user).items()}
