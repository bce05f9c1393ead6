"""The facts about the table that scoring needs: the deck, winds, own dragons and house rules."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from engine.hands.tile_counts import ONE, packed
from engine.hands.tiles import ALL, BAMBOO, CHARACTERS, CIRCLES, DRAGONS, FIVE_BAMBOO, NORTH, OF_WIND, Tile
from engine.rulesets.definitions import Pattern
from engine.rulesets.korean_japanese.house import KoreanJapaneseHouseRules
from engine.rulesets.korean_japanese.scoring.bonus_points import Bonus
from engine.rulesets.korean_japanese.scoring.features import WinnerPlace
from engine.rulesets.korean_japanese.scoring.hand_points import HandPointCounter
from engine.seats import Wind

OWN_DRAGON = (*DRAGONS[1:], DRAGONS[0])  # green, red, white for East, South, West
BAMBOO_ENDS = (BAMBOO[0], BAMBOO[8])
TILES_OF_A_HAND = 14


def deck_of(house: KoreanJapaneseHouseRules, winds: tuple[Tile, ...]) -> tuple[int, ...]:
    """The number of copies of each tile (A1, A12), without flowers."""
    norths = (NORTH,) if house.north_tile else ()
    played = {*CIRCLES, *CHARACTERS, *(() if house.no_bamboo else BAMBOO_ENDS), *winds, *norths, *DRAGONS}
    fives = 2 if house.five_bamboo_pair else 0
    return tuple(4 if tile in played else fives if tile == FIVE_BAMBOO else 0 for tile in ALL)


def orphans_of(house: KoreanJapaneseHouseRules, winds: tuple[Tile, ...]) -> frozenset[int]:
    """Every hand of thirteen orphans (packed): each 1, 9, wind and dragon in play, and more copies of one (A11)."""
    ends = (CIRCLES[0], CIRCLES[8], CHARACTERS[0], CHARACTERS[8], *BAMBOO_ENDS)
    kinds = (*ends, *winds, *((NORTH,) if house.north_tile else ()), *DRAGONS)
    return frozenset(packed(kinds) + (TILES_OF_A_HAND - len(kinds)) * ONE[kind] for kind in kinds)


@dataclass(frozen=True, slots=True)
class KoreanJapaneseTable:
    """The table as seen from the winner's seat.

    `deck`: its tiles (packed); `orphans`: every hand of thirteen orphans (packed), empty if they aren't played.
    """

    house: KoreanJapaneseHouseRules
    deck: int
    counting: HandPointCounter
    bonus: Bonus
    limit_values: Mapping[str, int]
    orphans: frozenset[int]
    place: WinnerPlace


class Tables:
    """All tables with the same house rules. They share their caches."""

    def __init__(
        self,
        house: KoreanJapaneseHouseRules,
        winds: Sequence[Wind],
        limits: Sequence[Pattern],
        limit_values: Mapping[str, int],
    ) -> None:
        """Prepare everything that does not depend on seats. `limits`: the limit hands that can be read from tiles."""
        self.winds = tuple(OF_WIND[wind] for wind in winds)
        self.deck = deck_of(house, self.winds)
        orphans = any(limit.id == "thirteen_orphans" for limit in limits) and not house.no_bamboo
        self._anywhere = partial(
            KoreanJapaneseTable,
            house,
            packed(tile for tile in ALL for _copy in range(self.deck[tile])),
            HandPointCounter(house, limits),
            Bonus(house, self.winds),
            limit_values,
            orphans_of(house, self.winds) if orphans else frozenset(),
        )
        self.at: Callable[[Wind, Wind, int], KoreanJapaneseTable] = lru_cache(64)(self._at)

    def _at(self, seat_wind: Wind, round_wind: Wind, place: int) -> KoreanJapaneseTable:
        """The table of the player `place` seats after the dealer."""
        return self._anywhere(WinnerPlace(self.winds, OF_WIND[seat_wind], OF_WIND[round_wind], OWN_DRAGON[place]))
