"""The score of a winning hand, calculated from its tiles or counted by the players (docs/rules, C2, C3).

A joker counts as the tile that it stands for, but only real tiles count against the deck (C3.6).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

from engine.hands.hand import Meld, TileHand
from engine.hands.readings import Groups, Reading, TileSet, cuts, winning_places
from engine.hands.tiles import KINDS, Tile, count
from engine.match.entries import Numbers, Ticks, Win
from engine.rulesets.malaysian_fan.items import BY_ID, MAXIMA, fan_of
from engine.rulesets.malaysian_fan.scoring import fan_count
from engine.rulesets.malaysian_fan.scoring.fan_count import Facts
from engine.rulesets.malaysian_fan.scoring.table import DECK, JOKERS, MalaysianFanTable, extras, jokers_of, real_tiles
from engine.rulesets.scoring_types import Item, LimitHand, Score, sets_so_far

CHOW_SUITS = (True, False, False)


def refusal(hand: TileHand) -> str | None:
    """The reason (an id from docs/formats.md) to refuse a hand without looking for readings, or None."""
    if any(meld.kind == "chow" for meld in hand.melds):
        return "exposed_chow"
    if len(hand.concealed) != 14 - 3 * len(hand.melds):
        return "wrong_tile_count"
    if not _in_deck(hand):
        return "tile_not_in_deck"
    if not _holds_winning_tile(hand):
        return "winning_tile_missing"
    return "not_a_legal_hand" if extras(hand).concealed_kong else None


def _in_deck(hand: TileHand) -> bool:
    """Whether the deck has all real tiles, and at most four jokers stand for tiles of the deck (C3.6)."""
    jokers = jokers_of(hand)
    enough = all(held <= copies for held, copies in zip(real_tiles(hand), DECK, strict=True))
    return enough and len(jokers) <= JOKERS and all(DECK[tile] for tile in jokers)


def _holds_winning_tile(hand: TileHand) -> bool:
    """Whether the concealed tiles include the winning tile, as a joker if a joker stands for it."""
    more = extras(hand)
    jokers = more.jokers.count(hand.tile) if hand.tile is not None else 0
    held = sum(tile == hand.tile for tile in hand.concealed)
    return jokers > 0 if more.joker_won else held > jokers


def scores(table: MalaysianFanTable, win: Win, hand: TileHand) -> list[Score]:
    """The scores of all readings, the best first; empty if there is no reading.

    Sorted by the winner's income, then maximum hands first, then by fan, pattern ids and number of maximum hands.
    """
    scored = [_scored(table, win, facts) for facts in _facts(win, hand)]
    enough = [score for score in scored if score.legal]
    return sorted(enough or scored, key=lambda score: _order(table, score))


def _facts(win: Win, hand: TileHand) -> Iterator[Facts]:
    """Yield the facts of each reading; for another player's tile, once for every set or pair that it can complete."""
    for reading in four_sets(count(hand.concealed), hand.melds, CHOW_SUITS):
        if win.by == "wall" or hand.tile is None:
            yield Facts(hand, reading, win.by == "wall")
        else:
            for place in winning_places(reading, hand.tile):
                yield Facts(hand, reading._replace(won_in=place), False)


def _scored(table: MalaysianFanTable, win: Win, facts: Facts) -> Score:
    """The score of a reading; a maximum hand keeps its normal count too (C3.9)."""
    items, names = fan_count.counted(facts, table, win)
    counted = _checked(table, win, items, sum(item.points for item in items), facts.reading)
    if not names:
        return counted
    return Score(win.winner, limit=_maximum(table, names), reading=facts.reading, counted=counted)


def _checked(
    table: MalaysianFanTable, win: Win, items: tuple[Item, ...], fan: int, reading: Reading | None = None
) -> Score:
    reason = None if fan >= table.house.min_fan else "minimum_not_reached"
    return Score(win.winner, items=items, points=fan, legal=reason is None, reason=reason, reading=reading)


def _maximum(table: MalaysianFanTable, names: tuple[str, ...]) -> LimitHand:
    return LimitHand("maximum", names, table.house.units(table.house.max_fan))


def _order(table: MalaysianFanTable, score: Score) -> tuple[int, bool, int, list[str], int]:
    """The sort key of a reading; the income is always twice the value of the hand."""
    value = score.limit.value if score.limit else table.house.units(score.points or 0)
    counted = score.counted or score
    names = score.limit.names if score.limit else ()
    return -value, not names, -(counted.points or 0), sorted(item.id for item in counted.items), -len(names)


def typed(table: MalaysianFanTable, win: Win, count: Numbers | Ticks) -> Score:
    """The score of a hand entered as numbers or ticked in the list. A maximum hand needs no minimum (C3.9)."""
    if isinstance(count, Numbers):
        if "maximum" in count.values:
            return Score(win.winner, limit=_maximum(table, ()))
        return _checked(table, win, (), int(count.values["fan"]))
    times = Counter(count.patterns)
    items = tuple(
        Item(item, fan_of(item, table.deals) * times[item], pattern.clause, times[item])
        for item, pattern in BY_ID.items()
        if pattern.kind == "pattern" and times[item]
    )
    counted = _checked(table, win, items, sum(item.points for item in items))
    names = tuple(maximum.id for maximum in MAXIMA if times[maximum.id])
    if not names:
        return counted
    beside = counted._replace(legal=True, reason=None) if items else None
    return Score(win.winner, limit=_maximum(table, names), counted=beside)


def so_far(table: MalaysianFanTable, hand: TileHand) -> tuple[Item, ...]:
    """The items that an unfinished hand has earned already, including pieces outside it."""
    return fan_count.certain(Facts(hand, Reading("sets", sets_so_far(hand)), False), table)


@lru_cache(50_000)  # more than the possible shapes of a suit
def _splits(counts: tuple[int, ...], first: int, chows: bool) -> tuple[tuple[Tile | None, Groups], ...]:
    return tuple(cuts(counts, first, chows))


def four_sets(counts: Sequence[int], melds: Sequence[Meld], chow_suits: Sequence[bool]) -> Iterator[Reading]:
    """Yield the readings as four sets and a pair.

    `counts`: the concealed copies of each tile; `chow_suits`: whether circles, characters and bamboo form chows.
    """
    parts = [
        _splits(tuple(counts[first : min(first + 9, KINDS)]), first, first < 27 and chow_suits[first // 9])
        for first in (0, 9, 18, 27)
        if any(counts[first : first + 9])
    ]
    on_table = tuple(TileSet(meld.kind, meld.tile, meld.exposed) for meld in melds)
    for chosen in product(*parts):
        pairs = [pair for pair, _groups_of in chosen if pair is not None]
        groups = tuple(group for _pair, part in chosen for group in part)
        if len(pairs) == 1 and len(groups) + len(on_table) == 4:
            yield Reading("sets", (*groups, *on_table), pairs[0])
