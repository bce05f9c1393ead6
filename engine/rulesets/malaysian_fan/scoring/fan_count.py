"""What the tiles of one reading earn, and which maximum hands it is (docs/rules, C2.1, C2.2, C3).

Rests on judgement throughout: the source text has no scoring for this game.
"""

from collections.abc import Callable, Iterator, Mapping

from engine.hands.tiles import DRAGONS, NORTH, WINDS, Tile
from engine.match.entries import Win
from engine.rulesets.malaysian_fan.items import BY_ID, MAXIMA, worth
from engine.rulesets.malaysian_fan.scoring.patterns import Facts
from engine.rulesets.malaysian_fan.scoring.table import JOKERS, NUMBERS, Extras, MalaysianFanTable, extras, jokers_of
from engine.rulesets.rule_book import Item

Earned = Iterator[tuple[str, int]]
CIRCLE, HONOUR = 0, 3  # suits, as `Facts.suits` has them


def items(facts: Facts, table: MalaysianFanTable, win: Win) -> tuple[Item, ...]:
    """What a reading earns, in the order of the rule card."""
    earned = (*_sets(facts, table), *_whole_hand(facts), *_outside(extras(facts.hand), table), *_way(facts, win))
    return _items(earned, table)


def certain(facts: Facts, table: MalaysianFanTable) -> tuple[Item, ...]:
    """What the sets that are there and the tiles outside the hand earn, whatever the rest becomes."""
    return _items((*_sets(facts, table), *_outside(extras(facts.hand), table)), table)


def _items(earned: tuple[tuple[str, int], ...], table: MalaysianFanTable) -> tuple[Item, ...]:
    return tuple(
        Item(item, worth(item, table.deals) * times, BY_ID[item].clause, times) for item, times in earned if times
    )


def _sets(facts: Facts, table: MalaysianFanTable) -> Earned:
    """Winds and dragons (C2.1, C3.3, C3.4)."""
    small = small_dragons(facts)
    replaced = small and table.house.small_dragons_total
    yield "dragon_pong", 0 if replaced else facts.dragons
    yield "small_dragons", int(small)
    yield "own_wind", int(facts.has_pong(table.own_wind))
    yield "north_wind", int(facts.has_pong(NORTH))


def _whole_hand(facts: Facts) -> Earned:
    yield "mixed_suit", int(facts.suits == {CIRCLE, HONOUR})
    yield "one_suit", int(facts.suits == {CIRCLE})
    yield "all_pongs", int(facts.all_pongs)


def _outside(more: Extras, table: MalaysianFanTable) -> Earned:
    """Flowers, seasons, faces and animals (C2.1, C3.5)."""
    sets = (more.flowers, more.seasons)
    yield "faces", more.faces
    yield "all_faces", int(more.faces == 4)
    yield "animals", more.animals
    yield "all_animals", int(more.animals == 4)
    yield "own_flower", sum(table.own_number in numbers for numbers in sets)
    yield "flower_set", sum(numbers == NUMBERS for numbers in sets)


def _way(facts: Facts, win: Win) -> Earned:
    yield "replacement", int(facts.hand.replacement and facts.by_wall)
    yield "rob_kong", int(win.by == "rob_kong")


def small_dragons(facts: Facts) -> bool:
    """Pongs of two different dragons and a pair of the third."""
    return facts.dragons == 2 and _pair_completes(facts, DRAGONS)


def _pair_completes(facts: Facts, tiles: tuple[Tile, ...]) -> bool:
    """Whether the pair is the only one of `tiles` without a pong."""
    without = [tile for tile in tiles if not facts.has_pong(tile)]
    return without == [facts.reading.pair]


# ── maximum hands ────────────────────────────────────────────────────────────

CONDITIONS: Mapping[str, Callable[[Facts], bool]] = {
    "four_winds": lambda facts: facts.pongs_of(WINDS) == 4,
    "small_four_winds": lambda facts: facts.pongs_of(WINDS) == 3 and _pair_completes(facts, WINDS),
    "three_dragons": lambda facts: facts.dragons >= 3,
    "four_kongs": lambda facts: len(facts.kongs) == 4,
    "four_concealed": lambda facts: len(facts.concealed_pongs) == 4,
    "four_jokers": lambda facts: len(jokers_of(facts.hand)) == JOKERS,
    "first_tile": lambda facts: extras(facts.hand).first_tile,
    "last_tile": lambda facts: facts.hand.last_tile,
    "two_kong_replacement": lambda facts: extras(facts.hand).double_kong and facts.by_wall,
    "no_flowers": lambda facts: extras(facts.hand).none,
}

assert [maximum.id for maximum in MAXIMA] == list(CONDITIONS)


def maxima(facts: Facts) -> tuple[str, ...]:
    """The maximum hands that a reading is, in the order of C2.2."""
    return tuple(name for name, holds in CONDITIONS.items() if holds(facts))
