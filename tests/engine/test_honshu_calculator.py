"""The Honshu calculator takes a hand as text, and returns its best score and the payments."""

from dataclasses import replace

import pytest

from engine.errors import RuleViolation
from engine.hands.readings import Reading
from engine.hands.tiles import TILES
from engine.match.payments import PaymentLine
from engine.rulesets import rule_book
from engine.rulesets.riichi.calculator import score_text
from engine.seats import PerSeat, Seat

BOOK = rule_book("honshu", {})
EAST_1 = BOOK.table_at(1)
P1, P2, P3 = Seat


def items(told):
    return [(item.id, item.points) for item in (*told.scores[0].items, *told.scores[0].bonus_items)]


def test_a_ron_with_riichi_and_dora_names_every_yaku_and_the_discarder_pays_all():
    told = score_text(BOOK, EAST_1, "234567p 234678s EE", "4p", P2, P1, riichi=True, dora="3p 9s")
    assert items(told) == [("riichi", 1), ("bazoro", 2), ("dora", 1)]
    assert told.lines == (PaymentLine(P1, P2, 2000, "han", "B3"),)
    assert told.payments == PerSeat(-2000, 2000, 0)
    assert told.scores[0].reading.pair == TILES["E"]


def test_bazoro_is_listed_once_and_dora_once_for_each_tile():
    told = score_text(BOOK, EAST_1, "234567p 234678s EE", "4p", P2, P1, riichi=True, dora="3p 3p 9s")
    assert [(item.id, item.points, item.times) for item in told.scores[0].bonus_items] == [
        ("bazoro", 2, 1),
        ("dora", 2, 2),
    ]


def test_both_pay_a_self_draw_of_the_dealer_with_the_honba_on_the_table():
    told = score_text(BOOK, replace(EAST_1, honba=2), "222p 333p 444s 99m 888s", "8s", P1)
    assert items(told) == [("suuankou", 1)]
    assert told.payments == PerSeat(32400, -16200, -16200)


def test_a_meld_is_written_by_its_tiles_and_a_concealed_kong_in_brackets():
    hand = ("234p 99s", "4p", P2, P1)
    pongs, kongs = (
        score_text(BOOK, EAST_1, *hand, melds=("dRdRdR", "777s", "SSS")),
        score_text(BOOK, EAST_1, *hand, melds=("dRdRdR", "[7777s]", "SSSS")),
    )
    assert [item.id for item in pongs.scores[0].items] == ["yakuhai_dragon", "yakuhai_seat"]
    assert kongs.scores[0].items == pongs.scores[0].items
    assert [(each.kind, each.exposed) for each in kongs.scores[0].reading.groups] == [
        ("chow", False),
        ("pong", True),
        ("kong", False),
        ("kong", True),
    ]


def test_seven_pairs_and_thirteen_orphans_are_read_too():
    pairs = score_text(BOOK, EAST_1, "1155p 2288s EEdRdR WW", "W", P2)
    assert pairs.scores[0].reading == Reading(
        "pairs", pairs=tuple(TILES[text] for text in ("1p", "5p", "2s", "8s", "E", "W", "dR"))
    )
    assert score_text(BOOK, EAST_1, "19p 19m 19s ESWN dWdGdRdR", "dR", P2).scores[0].reading == Reading("orphans")


@pytest.mark.parametrize(
    ("tiles", "won", "reason"),
    [
        ("234p", "4p", "wrong_tile_count"),
        ("234567p 2346789s E", "4p", "not_a_legal_hand"),
        ("234567p 234678s EE", "9p", "winning_tile_missing"),
        ("55555p 234678s EEE", "5p", "tile_not_in_deck"),
        ("123567p 234678s NN", "3p", "no_yaku"),
    ],
)
def test_a_hand_that_may_not_be_declared_pays_nothing_and_says_why(tiles, won, reason):
    told = score_text(BOOK, EAST_1, tiles, won, P2, P1)
    assert (told.scores[0].legal, told.scores[0].reason, told.lines) == (False, reason, ())


@pytest.mark.parametrize("word", ["0p", "p", "12x", "5", "dB"])
def test_an_invalid_tile_is_named(word):
    with pytest.raises(RuleViolation, match="isn’t a tile."):
        score_text(BOOK, EAST_1, f"234p {word}", "4p", P1)


@pytest.mark.parametrize("word", ["123p", "55p", "55555p", "[777s]", "", "5p5p6p"])
def test_a_meld_that_is_neither_pong_nor_kong_is_refused(word):
    with pytest.raises(RuleViolation) as refused:
        score_text(BOOK, EAST_1, "234p 678s 999s 55s", "4p", P1, melds=(word,))
    assert (refused.value.field, str(refused.value)) == ("melds", "melds must be a list of pongs and kongs.")
