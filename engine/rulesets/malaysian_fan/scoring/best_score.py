"""From tiles to the best score of the Malaysian fan game: legality, every reading, what each collects (C2, C3).

A joker is the tile that it stands for, but no copy of it: only real tiles count against the deck (C3.6).
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
    """Why the hand may not be declared, before its tiles are read: an id of docs/formats.md."""
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
    """Four of each real tile, and four jokers, which stand for tiles of this deck alone (C3.6)."""
    jokers = jokers_of(hand)
    enough = all(held <= copies for held, copies in zip(real_tiles(hand), DECK, strict=True))
    return enough and len(jokers) <= JOKERS and all(DECK[tile] for tile in jokers)


def _holds_winning_tile(hand: TileHand) -> bool:
    """Whether the winning tile is among the concealed ones, as the tile or as a joker, whichever it was."""
    more = extras(hand)
    jokers = sum(tile == hand.tile for tile in more.jokers)
    held = sum(tile == hand.tile for tile in hand.concealed)
    return jokers > 0 if more.joker_won else held > jokers


def scores(table: MalaysianFanTable, win: Win, hand: TileHand) -> list[Score]:
    """Every reading scored, the one that is paid first; empty where the tiles are no hand.

    Sorted by what the winner collects; at equal income a maximum hand first, then more fan, then the
    alphabetically first list of patterns, then more names of maximum hands.
    """
    scored = [_counted(table, win, facts) for facts in _facts(win, hand)]
    enough = [score for score in scored if score.legal]
    return sorted(enough or scored, key=lambda score: _order(table, win, score))


def _facts(win: Win, hand: TileHand) -> Iterator[Facts]:
    """Each reading; on another's tile once for each place where that tile can have come last."""
    for reading in four_sets(count(hand.concealed), hand.melds, CHOW_SUITS):
        if win.by == "wall" or hand.tile is None:
            yield Facts(hand, reading, win.by == "wall")
        else:
            for place in winning_places(reading, hand.tile):
                yield Facts(hand, reading._replace(won_in=place), False)


def _counted(table: MalaysianFanTable, win: Win, facts: Facts) -> Score:
    """The reading counted against the minimum; a maximum hand beside its count (C3.9)."""
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
    """What decides between readings, the weightiest first."""
    income = sum(line.points for line in payments.pay(table.house, win, score))
    counted = score.counted or score
    names = score.limit.names if score.limit else ()
    ids = sorted(item.id for item in counted.items)
    return -income, not names, -(counted.points or 0), ids, -len(names)


def so_far(table: MalaysianFanTable, hand: TileHand) -> tuple[Item, ...]:
    """What is certain already: the triples and melds that are there, and what lies outside the hand."""
    return fan_count.certain(Facts(hand, Reading("sets", sets_so_far(hand)), False), table)
