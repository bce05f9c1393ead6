"""The facts about the table that scoring needs, and the parts of hands that only this game has (docs/rules, C1, C2)."""

from dataclasses import dataclass

from engine.errors import RuleViolation
from engine.hands.hand import TileHand
from engine.hands.tiles import CIRCLES, DRAGONS, HONOURS, KINDS, TILES, WINDS, Tile, count
from engine.language import gettext_noop as _
from engine.rulesets.malaysian_fan.house import MalaysianFanHouseRules
from engine.seats import Wind

DECK = tuple(4 if tile in (*CIRCLES, *HONOURS) else 0 for tile in range(KINDS))
JOKERS = 4
NUMBERS = (1, 2, 3, 4)  # on flowers and seasons
OWN_NUMBER = {Wind.E: 1, Wind.S: 2, Wind.W: 3}  # of the winner's own flower and season

assert set(HONOURS) == {*WINDS, *DRAGONS}

MARK = "J"  # before a tile that is a joker


@dataclass(frozen=True, slots=True)
class Extras:
    """The parts of a hand that only this game has.

    `flowers`, `seasons`: the numbers on them; `faces`, `animals`: how many; `jokers`: the tiles that concealed
    jokers stand for; `melded`: the number of jokers in each meld; `joker_won`: whether the winning tile is a joker.
    """

    flowers: tuple[int, ...] = ()
    seasons: tuple[int, ...] = ()
    faces: int = 0
    animals: int = 0
    jokers: tuple[Tile, ...] = ()
    melded: tuple[int, ...] = ()
    joker_won: bool = False
    first_tile: bool = False
    double_kong: bool = False
    concealed_kong: bool = False

    @property
    def none(self) -> bool:
        """Whether there is no flower, season, face or animal."""
        return not (self.flowers or self.seasons or self.faces or self.animals)


NO_EXTRAS = Extras()


def extras(hand: TileHand) -> Extras:
    """The extras of a hand, or `NO_EXTRAS`."""
    special: Extras = hand.special.get("extras", NO_EXTRAS)
    return special


def jokers_of(hand: TileHand) -> tuple[Tile, ...]:
    """The tiles that the hand's jokers stand for, including those in melds."""
    more = extras(hand)
    melds = zip(hand.melds, more.melded, strict=False)
    return (*more.jokers, *(meld.tile for meld, jokers in melds for _joker in range(jokers)))


def real_tiles(hand: TileHand) -> tuple[int, ...]:
    """The number of copies of each tile, without jokers (C3.6)."""
    return tuple(held - joking for held, joking in zip(count(hand.tiles), count(jokers_of(hand)), strict=True))


@dataclass(frozen=True, slots=True)
class MalaysianFanTable:
    """The table as seen from the winner's seat."""

    house: MalaysianFanHouseRules
    seat_wind: Wind

    @property
    def deals(self) -> bool:
        """Whether the winner is the dealer."""
        return self.seat_wind is Wind.E


@dataclass(frozen=True, slots=True)
class Piece:
    """A tile, or a joker that stands for it."""

    tile: Tile
    joker: bool = False


def read_piece(token: object, field: str) -> Piece:
    """Read one piece from its text. Raises `RuleViolation` for `field`."""
    name = token if isinstance(token, str) else ""
    tile = TILES.get(name.removeprefix(MARK))
    if tile is None:
        raise RuleViolation(
            field,
            _("%(key)s must be tiles such as 1p, E or dR, or J3p for a joker. %(token)s isn’t a tile."),
            key=field,
            token=str(token)[:20],
        )
    return Piece(tile, name.startswith(MARK))


def read_pieces(tokens: object, field: str) -> tuple[Piece, ...]:
    """Read a list of pieces. Raises `RuleViolation` for `field`."""
    if not isinstance(tokens, list | tuple):
        raise RuleViolation(field, _("%(key)s must be a list of tiles."), key=field)
    return tuple(read_piece(token, field) for token in tokens)
