"""The fan and the maximum hands of a reading (docs/rules, C2.1, C2.2, C3).

The checklist uses the same rows, so only items that can count together can be ticked together.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from engine.hands.hand import TileHand
from engine.hands.readings import Reading, TileSet
from engine.hands.tiles import DRAGONS, NORTH, OF_WIND, WINDS, Tile, suit_of
from engine.match.entries import Win
from engine.rulesets.malaysian_fan.house import MalaysianFanHouseRules
from engine.rulesets.malaysian_fan.items import BY_ID, FLOWERS, MAXIMA, fan_of
from engine.rulesets.malaysian_fan.items import WINDS as WINDS_GROUP
from engine.rulesets.malaysian_fan.scoring.table import (
    JOKERS,
    NUMBERS,
    OWN_NUMBER,
    MalaysianFanTable,
    extras,
    jokers_of,
)
from engine.rulesets.scoring_types import Item, PatternRow, earned

_bits = iter([1 << place for place in range(64)])
# The tiles and sets of a reading; `OUTSIDE`: any flower, season, face or animal.
CIRCLE, HONOUR, CHOW, DRAGON_PAIR, WIND_PAIR, OUTSIDE = (next(_bits) for _mark in range(6))
OWN_PONG, NORTH_PONG, SMALL_DRAGONS, THREE_DRAGONS, SMALL_WINDS, FOUR_WINDS = (next(_bits) for _mark in range(6))
FOUR_KONGS, FOUR_HIDDEN, FOUR_JOKERS, ALL_FACES, ALL_ANIMALS, FLOWER_SET = (next(_bits) for _mark in range(6))
# The way of winning.
REPLACED, ROBBED, FIRST, LAST, DOUBLE_KONG = (next(_bits) for _mark in range(5))
# The lowest bit of each digit; a digit has four bits.
DRAGON_PONGS, FACES, ANIMALS, OWN_FLOWERS, FLOWER_SETS = range(64, 64 + 5 * 4, 4)


@dataclass(frozen=True)
class Facts:
    """Facts about one reading of a hand; `by_wall`: whether it was won by self-draw."""

    hand: TileHand
    reading: Reading
    by_wall: bool

    @cached_property
    def suits(self) -> frozenset[int]:
        """The suits present: 0 circles, 1 characters, 2 bamboo, 3 honours."""
        return frozenset(map(suit_of, self.hand.tiles))

    @property
    def has_honours(self) -> bool:
        return 3 in self.suits

    @cached_property
    def pongs(self) -> tuple[TileSet, ...]:
        """The pongs and kongs of the reading."""
        return tuple(group for group in self.reading.groups if group.kind != "chow")

    @cached_property
    def chows(self) -> tuple[TileSet, ...]:
        return tuple(group for group in self.reading.groups if group.kind == "chow")

    @cached_property
    def concealed_pongs(self) -> tuple[TileSet, ...]:
        """Pongs and kongs made without another player's tile (A4.7)."""
        return tuple(
            group
            for index, group in enumerate(self.reading.groups)
            if group.kind != "chow" and not group.exposed and (self.by_wall or index != self.reading.won_in)
        )

    def pongs_of(self, tiles: tuple[Tile, ...]) -> int:
        """The number of pongs and kongs of these tiles."""
        return sum(group.tile in tiles for group in self.pongs)

    @cached_property
    def dragons(self) -> int:
        """The number of pongs and kongs of dragons."""
        return self.pongs_of(DRAGONS)

    def has_pong(self, tile: Tile) -> bool:
        return any(group.tile == tile for group in self.pongs)

    def lacks_only_pair(self, tiles: tuple[Tile, ...]) -> bool:
        """Whether the hand has pongs of all `tiles` except one, and a pair of that one."""
        return [tile for tile in tiles if not self.has_pong(tile)] == [self.reading.pair]

    @property
    def all_pongs(self) -> bool:
        return self.reading.shape == "sets" and not self.chows


@lru_cache(64)
def rows_of(house: MalaysianFanHouseRules) -> tuple[PatternRow, ...]:
    """The patterns and maximum hands of a table, in the order of the rule card."""
    return (
        PatternRow("dragon_pong", bars=SMALL_DRAGONS if house.small_dragons_total else 0, digit=DRAGON_PONGS),
        PatternRow("small_dragons", SMALL_DRAGONS),
        PatternRow("own_wind", OWN_PONG),
        PatternRow("north_wind", NORTH_PONG),
        PatternRow("mixed_suit", CIRCLE | HONOUR),
        PatternRow("one_suit", CIRCLE, HONOUR),
        PatternRow("all_pongs", bars=CHOW),
        PatternRow("faces", digit=FACES),
        PatternRow("all_faces", ALL_FACES),
        PatternRow("animals", digit=ANIMALS),
        PatternRow("all_animals", ALL_ANIMALS),
        PatternRow("own_flower", digit=OWN_FLOWERS),
        PatternRow("flower_set", FLOWER_SET, digit=FLOWER_SETS),
        PatternRow("replacement", REPLACED),
        PatternRow("rob_kong", ROBBED),
        PatternRow("four_winds", FOUR_WINDS),
        PatternRow("small_four_winds", SMALL_WINDS),
        PatternRow("three_dragons", THREE_DRAGONS),
        PatternRow("four_kongs", FOUR_KONGS),
        PatternRow("four_concealed", FOUR_HIDDEN),
        PatternRow("four_jokers", FOUR_JOKERS),
        PatternRow("first_tile", FIRST),
        PatternRow("last_tile", LAST),
        PatternRow("two_kong_replacement", DOUBLE_KONG),
        PatternRow("no_flowers", bars=OUTSIDE),
    )


def counted(facts: Facts, table: MalaysianFanTable, win: Win) -> tuple[tuple[Item, ...], tuple[str, ...]]:
    """The items and the ids of the maximum hands of a reading, in the order of the rule card."""
    times_of = dict(earned(rows_of(table.house), _marks(facts, table, win.by == "rob_kong")))
    return _items(times_of, table), tuple(maximum.id for maximum in MAXIMA if maximum.id in times_of)


def certain(facts: Facts, table: MalaysianFanTable) -> tuple[Item, ...]:
    """The items that an unfinished hand has earned already."""
    times_of = earned(rows_of(table.house), _marks(facts, table, robbed=False))
    return _items({item: times for item, times in times_of if BY_ID[item].group in (WINDS_GROUP, FLOWERS)}, table)


def _items(times_of: Mapping[str, int], table: MalaysianFanTable) -> tuple[Item, ...]:
    return tuple(
        Item(item, fan_of(item, table.deals) * times, BY_ID[item].clause, times)
        for item, times in times_of.items()
        if BY_ID[item].kind == "pattern"
    )


def _marks(facts: Facts, table: MalaysianFanTable, robbed: bool) -> int:
    hand, more = facts.hand, extras(facts.hand)
    true = {
        CIRCLE: 0 in facts.suits,
        HONOUR: facts.has_honours,
        CHOW: not facts.all_pongs,
        OUTSIDE: not more.none,
        OWN_PONG: facts.has_pong(OF_WIND[table.seat_wind]),
        NORTH_PONG: facts.has_pong(NORTH),
        SMALL_DRAGONS: facts.dragons == 2 and facts.lacks_only_pair(DRAGONS),
        THREE_DRAGONS: facts.dragons >= 3,
        SMALL_WINDS: facts.pongs_of(WINDS) == 3 and facts.lacks_only_pair(WINDS),
        FOUR_WINDS: facts.pongs_of(WINDS) == 4,
        FOUR_KONGS: sum(group.kind == "kong" for group in facts.pongs) == 4,
        FOUR_HIDDEN: len(facts.concealed_pongs) == 4,
        FOUR_JOKERS: len(jokers_of(hand)) == JOKERS,
        ALL_FACES: more.faces == 4,
        ALL_ANIMALS: more.animals == 4,
        FLOWER_SET: NUMBERS in (more.flowers, more.seasons),
        REPLACED: hand.replacement and facts.by_wall,
        ROBBED: robbed,
        FIRST: more.first_tile,
        LAST: hand.last_tile,
        DOUBLE_KONG: more.double_kong and facts.by_wall,
    }
    sets = (more.flowers, more.seasons)
    own = sum(OWN_NUMBER[table.seat_wind] in numbers for numbers in sets)
    full = sum(numbers == NUMBERS for numbers in sets)
    digits = facts.dragons << DRAGON_PONGS | more.faces << FACES | more.animals << ANIMALS
    digits |= own << OWN_FLOWERS | full << FLOWER_SETS
    return digits | sum(mark for mark, holds in true.items() if holds)
