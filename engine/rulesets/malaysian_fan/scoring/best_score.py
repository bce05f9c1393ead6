"""The legality of a hand of tiles, and the scores of its readings, the best-paid first (docs/rules, C2, C3).

A joker counts as the tile that it stands for, but only real tiles count against the deck (C3.6).
"""

from collections.abc import Iterator

from engine.hands.hand import TileHand
from engine.hands.readings import Reading, winning_places
from engine.hands.tiles import count
from engine.match.entries import Win
from engine.rulesets.malaysian_fan import payments
from engine.rulesets.malaysian_fan.scoring import fan_count
from engine.rulesets.malaysian_fan.scoring.patterns import Facts, four_sets
from engine.rulesets.malaysian_fan.scoring.table import DECK, JOKERS, MalaysianFanTable, extras, jokers_of, real_tiles
from engine.rulesets.scoring_types import Item, LimitHand, Score, sets_so_far

CHOW_SUITS = (True, False, False)


def refusal(hand: TileHand) -> str | None:
    """The first reason in docs/formats.md why the hand may not be declared, before its tiles are read."""
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
    """Whether there are at most four of each real tile and four jokers, which stand for tiles of the deck (C3.6)."""
    jokers = jokers_of(hand)
    enough = all(held <= copies for held, copies in zip(real_tiles(hand), DECK, strict=True))
    return enough and len(jokers) <= JOKERS and all(DECK[tile] for tile in jokers)


def _holds_winning_tile(hand: TileHand) -> bool:
    """Whether the concealed tiles include the winning tile, as a joker if a joker stands for it."""
    more = extras(hand)
    jokers = sum(tile == hand.tile for tile in more.jokers)
    held = sum(tile == hand.tile for tile in hand.concealed)
    return jokers > 0 if more.joker_won else held > jokers


def scores(table: MalaysianFanTable, win: Win, hand: TileHand) -> list[Score]:
    """The scores of all readings, the best first; empty if there is no reading.

    Sorted by the winner's income, then maximum hands first, then by fan, pattern ids and number of maximum hands.
    """
    scored = [_counted(table, win, facts) for facts in _facts(win, hand)]
    enough = [score for score in scored if score.legal]
    return sorted(enough or scored, key=lambda score: _order(table, win, score))


def _facts(win: Win, hand: TileHand) -> Iterator[Facts]:
    """Yield each reading; on another player's tile once for every set or pair that it can have completed."""
    for reading in four_sets(count(hand.concealed), hand.melds, CHOW_SUITS):
        if win.by == "wall" or hand.tile is None:
            yield Facts(hand, reading, win.by == "wall")
        else:
            for place in winning_places(reading, hand.tile):
                yield Facts(hand, reading._replace(won_in=place), False)


def _counted(table: MalaysianFanTable, win: Win, facts: Facts) -> Score:
    """The score of a reading, checked against the minimum; a maximum hand has its count beside it (C3.9)."""
    items, names = fan_count.counted(facts, table, win)
    fan = sum(item.points for item in items)
    enough = fan >= table.house.min_fan
    counted = Score(
        win.winner,
        items=items,
        points=fan,
        legal=enough,
        reason=None if enough else "minimum_not_reached",
        reading=facts.reading,
    )
    if not names:
        return counted
    value = payments.units(table.house, table.house.max_fan)
    return Score(win.winner, limit=LimitHand("maximum", names, value), reading=facts.reading, counted=counted)


def _order(table: MalaysianFanTable, win: Win, score: Score) -> tuple[int, bool, int, list[str], int]:
    """The sort key of a reading."""
    income = sum(line.points for line in payments.pay(table.house, win, score))
    counted = score.counted or score
    names = score.limit.names if score.limit else ()
    ids = sorted(item.id for item in counted.items)
    return -income, not names, -(counted.points or 0), ids, -len(names)


def so_far(table: MalaysianFanTable, hand: TileHand) -> tuple[Item, ...]:
    """The items that an unfinished hand has earned already, including pieces outside it."""
    return fan_count.certain(Facts(hand, Reading("sets", sets_so_far(hand)), False), table)
