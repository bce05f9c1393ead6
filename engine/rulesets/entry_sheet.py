"""What a rule book declares for the sheet of a hand: ways to win, counts known by a name, what is asked. Data alone.

Forms and pages are built from it, and ask the book what it comes to.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.hands.hand import TileHand
from engine.rulesets.definitions import Pattern
from engine.seats import Seat

if TYPE_CHECKING:
    from engine.rulesets.rule_book import TableState


@dataclass(frozen=True, slots=True)
class WinWay:
    """A way to win, which entries call `by`: on another player's tile (`from_player`) or self-drawn.

    The first of each sort is the plain one; every other is chosen by a switch with the words `switch`. `won` tells
    of it in the ledger, with winner and payer; left out: as of the plain one. `tile`: whether one of the concealed
    tiles won, so that an entry names it.
    """

    by: str
    from_player: bool
    switch: str = ""
    won: str = ""
    tile: bool = True


@dataclass(frozen=True, slots=True)
class Fixed:
    """A count that is known by its name: what one unit is worth (None: not shown), and what it `says` in an entry in
    place of numbers.

    `in_list`: chosen in place of ticks too. `own`: named by the club, so that nobody translates it.
    """

    id: str
    label: str
    value: int | None
    says: Mapping[str, Any]
    in_list: bool = False
    own: bool = False


@dataclass(frozen=True, slots=True)
class TileMark:
    """A piece that stands for a tile, `most` of them in a hand: `letter` is written before the tile, and `in_meld` is
    what a set on the table calls how many of its tiles are such pieces. `face`: its picture, where there is one.
    """

    letter: str
    label: str
    most: int
    in_meld: str
    face: str = ""


@dataclass(frozen=True, slots=True)
class Situation:
    """For what something is asked: an entry of `way` "numbers", "list", "tiles" or "draw"; "two" for what two players
    who win on the same tile share; "waits" for a hand that lacks its winning tile.

    `by` is "" and `from_player` None while nobody said whose tile it was; `hand` the tiles as far as they are known;
    `said` the keys of what is filled in; `declared` who said on the table what the book asks `early`.
    """

    way: str
    state: TableState
    winner: Seat | None = None
    by: str = ""
    from_player: bool | None = None
    hand: TileHand | None = None
    said: frozenset[str] = frozenset()
    declared: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class Ask:
    """One thing that is asked beside the count. The entry calls it `key`, in its part `inside` ("": the entry itself).

    `takes`: "switch" (true), "number" (0 … `most`), "numbers" (different ones, 1 … `most`), "choice" (of `choices`, or
    nothing), "tile" (of the deck or of `choices`, or nothing), "tiles" (a list), "opponents" (of whom of them it is
    true), "players" (a list of chairs; `others`: the winner's is not among them), "way" (a switch for the way to win
    `key`). `values`: what 1, 2 … of it are in the entry, if not as many.

    `known`: what stands there until somebody says otherwise: a choice, or chairs, as the entry has them.

    `applies` False: cannot be so now, is not read, and shown only where there are no scripts. `note` stands small
    beside the label, `help` below; `folded` hides it until asked for, together with all else that is (tiles by
    themselves). `waits`: the waiting helper answers it. `own`: named by the club, so that nobody translates it.
    """

    key: str
    label: str
    takes: str = "switch"
    most: int = 1
    choices: Mapping[str, str] = field(default_factory=dict)
    inside: str = ""
    values: tuple[int, ...] = ()
    applies: bool = True
    note: str = ""
    help: str = ""
    folded: bool = False
    others: bool = False
    waits: bool = False
    own: bool = False
    known: str | tuple[str, ...] = ""


def own_asks(items: Iterable[Pattern]) -> tuple[Ask, ...]:
    """A club's own bonus items, asked beside the tiles, which do not tell of them."""
    return tuple(
        Ask(
            key=item.id,
            label=item.name,
            takes="number" if item.most > 1 else "switch",
            most=item.most,
            inside="bonus_items",
            values=tuple(item.points * times for times in range(1, item.most + 1)),
            note=str(item.points),
            help=item.condition,
            own=True,
        )
        for item in items
        if item.kind == "bonus"
    )
