"""A winning hand as the scorer entered it: how it was won, its tiles and its melds.

Nothing here checks the hand against rules. docs/formats.md describes the formats.
"""

from collections.abc import Collection, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from engine.errors import RuleViolation
from engine.hands.tile_counts import packed
from engine.hands.tiles import Tile, read_tile, read_tiles
from engine.language import gettext_noop as _
from engine.match.fields import NONE, OBJECT, Payload, flag, known_keys, mapping, seat
from engine.seats import Seat

MELD_TYPES = ("chow", "pong", "kong")
MELD_KEYS = frozenset(("type", "tile", "exposed"))
BY = ("wall", "discard", "rob_kong")
WIN_KEYS = frozenset({"by", "from", "tile", "last_tile", "replacement", "concealed_kong"})


class Meld(NamedTuple):
    """A set laid on the table: an exposed set, or a declared concealed kong."""

    kind: str
    tile: Tile
    exposed: bool = True

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles of the set: three, or four for a kong."""
        if self.kind == "chow":
            return (self.tile, Tile(self.tile + 1), Tile(self.tile + 2))
        return (self.tile,) * (4 if self.kind == "kong" else 3)


class _TileHand(NamedTuple):
    concealed: tuple[Tile, ...]
    melds: tuple[Meld, ...]
    tile: Tile | None
    last_tile: bool = False
    replacement: bool = False
    flowers: int = 0
    discards: frozenset[Tile] = frozenset()
    special: Mapping[str, Any] = NONE


class TileHand(_TileHand):
    """A hand entered tile by tile.

    `concealed`: the tiles outside melds, including the winning tile. `special`: values that only one rule book uses
    (dora indicators, riichi, …), checked by that book.
    """

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile of the hand, including all four of a kong."""
        if not self.melds:
            return self.concealed
        return (*self.concealed, *[tile for meld in self.melds for tile in meld.tiles])

    @cached_property
    def packed(self) -> int:
        """The number of concealed tiles of each kind, packed as in engine.hands.tile_counts."""
        return packed(self.concealed)

    @property
    def exposed(self) -> bool:
        """Whether any set is exposed, so that the hand is not concealed."""
        return bool(self.melds) and any(meld.exposed for meld in self.melds)


def read_melds(payload: Payload) -> tuple[tuple[Meld, ...], tuple[Tile, ...]]:
    """Return an entry's melds, and the tiles of its concealed pongs. Raises `RuleViolation`.

    A concealed pong is not a meld: its tiles count as concealed tiles.
    """
    given = payload.get("melds", [])
    if not isinstance(given, (list, tuple)):
        raise RuleViolation("melds", _("melds must be a list of pongs and kongs."))
    if not given:
        return (), ()
    melds = [read_meld(meld) for meld in given]
    hidden = [m for m in melds if m.kind == "pong" and not m.exposed]
    return tuple(m for m in melds if m not in hidden), tuple(tile for meld in hidden for tile in meld.tiles)


def read_meld(given: object) -> Meld:
    """Read one meld, such as `{"type": "pong", "tile": "1p", "exposed": true}`. Raises `RuleViolation`."""
    if not isinstance(given, OBJECT):
        raise RuleViolation("melds", _("melds must be a list of pongs and kongs."))
    known_keys(given, MELD_KEYS)
    kind = given.get("type")
    if kind not in MELD_TYPES:
        raise RuleViolation("melds", _("melds can only be of type pong or kong."))
    return Meld(kind, read_tile(given.get("tile"), "melds"), flag(given, "exposed", True))


def read_tile_hand(payload: Payload, flowers: int = 0, special: Mapping[str, Any] | None = None) -> TileHand:
    """Read the tiles of a hand and how it was completed. Raises `RuleViolation`."""
    win = mapping(payload, "win")
    melds, hidden = read_melds(payload)
    tile = win.get("tile")
    return TileHand(
        concealed=(*read_tiles(payload.get("concealed"), "concealed"), *hidden),
        melds=melds,
        tile=None if tile is None else read_tile(tile, "tile"),
        last_tile=flag(win, "last_tile"),
        replacement=flag(win, "replacement"),
        flowers=flowers,
        discards=frozenset(read_tiles(payload.get("winner_discards", ()), "winner_discards")),
        special=dict(special) if special else {},
    )


def read_how(
    payload: Payload, winner: Seat, keys: Collection[str] = WIN_KEYS, drawn: Collection[str] = ("replacement",)
) -> tuple[str, Seat | None]:
    """Return how `winner` won, and the player from whom the winning tile came. Raises `RuleViolation`.

    The first value is one of `BY`; the second is None for a self-draw. `keys`: the keys allowed in `win`; `drawn`: the
    keys allowed only with a self-draw.
    """
    win = mapping(payload, "win")
    known_keys(win, frozenset(keys))
    by = win.get("by")
    if by not in BY:
        raise RuleViolation("win", _("by must be wall, discard or rob_kong."))
    if by != "rob_kong" and flag(win, "concealed_kong"):
        raise RuleViolation("concealed_kong", _("concealed_kong is only possible with a robbed kong."))
    if by == "wall":
        if win.get("from") is not None:
            raise RuleViolation("from", _("from must be empty for a self-draw."))
        return "wall", None
    for key in drawn:
        if flag(win, key):
            raise RuleViolation(key, _("A replacement tile is only possible with a self-draw."))
    payer = seat(win.get("from"), "from")
    if payer is winner:
        raise RuleViolation("from", _("The winner can’t also be the discarder."))
    return by, payer
