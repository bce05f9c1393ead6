"""Every reading of a hand: the engine's fast reader compared with brute force."""

from collections import Counter
from random import Random

import pytest

from engine.hands.hand import TileHand, read_tile_hand
from engine.hands.readings import Reading
from engine.hands.tiles import parse_tiles, text
from engine.rulesets import rule_book
from engine.rulesets.korean_japanese.scoring.decompositions import shapes
from engine.seats import Seat
from tests.engine import slow_reader, tile_questions
from tests.engine.tile_asking import RANDOM_HANDS, chance
from tests.thorough import SEED

# Every house rule that affects readings: the deck, seven pairs, orphans.
TABLES: list[dict] = [
    {},
    {"north_tile": True},
    {"wind_set": "NES", "five_bamboo_pair": True},
    {"no_bamboo": True},
    {"seven_pairs_allow_four": True, "five_bamboo_pair": True, "north_tile": True},
    {"items_off": ["seven_pairs"]},
    {"limits": ["nine_gates"]},
]


def plain(reading: Reading) -> tuple:
    """A reading of the engine in the form of the slow reader."""
    if reading.shape == "pairs":
        return "pairs", tuple(sorted(text(tile) for tile in reading.pairs))
    if reading.shape == "orphans":
        return ("orphans",)
    sets = sorted((group.kind, text(group.tile), group.exposed) for group in reading.groups)
    return "sets", tuple(sets), None if reading.pair is None else text(reading.pair)


def quick(house: dict, hand: TileHand) -> list[tuple]:
    rules = rule_book("korean_japanese", house)
    table = rules.table(rules.start(), Seat.P1)  # type: ignore[attr-defined]
    found = shapes(table, hand) if len(hand.concealed) + 3 * len(hand.melds) == 14 else []
    return [plain(reading) for reading, _marks, _counts in found]


def hand_of(random: Random, house: dict) -> TileHand:
    """A random hand that is possible with the deck; the engine reads no others."""
    while True:
        asked = tile_questions.question(random, house)
        if all(meld["type"] != "chow" for meld in asked["melds"]):
            hand = read_tile_hand(asked)
            if max(Counter(hand.tiles).values()) <= 4:
                return hand


def slow(house: dict, hand: TileHand) -> set[tuple]:
    melds = [(meld.kind, text(meld.tile), meld.exposed) for meld in hand.melds]
    return slow_reader.readings(house, map(text, hand.concealed), melds)


@pytest.mark.parametrize("at", range(len(TABLES)), ids=lambda at: str(TABLES[at]))
def test_quick_and_slow_reader_find_the_same_readings(at):
    random, house, found = chance(at), TABLES[at], Counter()
    for number in range(max(RANDOM_HANDS, 500) // len(TABLES) + 1):
        hand = hand_of(random, house)
        readings = quick(house, hand)
        assert sorted(readings) == sorted(slow(house, hand)), (SEED, number, hand)
        found[len(readings)] += 1
    assert found[0] > 0, "near misses are among the hands"
    assert found[1] > found[0], "most hands are legal"
    assert sum(times for number, times in found.items() if number > 1) > 0, "some can be read in several ways"


def read(short: str, melds: tuple = (), **house: object) -> set[tuple]:
    tiles = parse_tiles(short)
    return set(quick(house, TileHand(tiles, melds, tiles[0])))


def test_a_hand_of_one_suit_can_have_five_readings():
    assert len(read("22233344455566p")) == len(slow_reader.readings({}, [f"{n}p" for n in "22233344455566"])) > 3


def test_three_identical_chows_are_also_three_pongs():
    readings = read("111222333p 55m EEE")
    kinds = {tuple(kind for kind, _tile, _up in sets) for _shape, sets, _pair in readings}
    assert kinds == {("chow", "chow", "chow", "pong"), ("pong", "pong", "pong", "pong")}


@pytest.mark.parametrize("short", ["111999s 123p 456p 78p", "12399s", "11p", "", "EESSWWdGdGdRdRdWdW1p9p"])
def test_an_incomplete_hand_has_no_reading(short):
    assert read(short) == set() if short else read("1p") == set()


def test_bamboo_and_honours_form_no_chows():
    assert read("123s 123p 456p 789p EE") == set()
    assert read("ESW 123p 456p 789p 11m") == set()
