"""The waits of thirteen tiles: which tiles complete the hand, how many are left, and what each is worth."""

from dataclasses import replace

import pytest

from engine.errors import RuleViolation
from engine.hands.hand import Meld, TileHand
from engine.hands.tiles import parse_tiles, text
from engine.hands.waits import missing, waits
from engine.seats import Seat
from tests.engine.tables import book, table

CHEAP = {"min_hand_points": 0}


def melds(short: str) -> tuple[Meld, ...]:
    """Melds from text: `pong:E kong:1p` are exposed, `ckong:` is concealed."""
    words = [word.split(":") for word in short.split()]
    return tuple(Meld(kind.removeprefix("c"), parse_tiles(tile)[0], kind != "ckong") for kind, tile in words)


def waiting(concealed: str, lying: str = "", seen: str = "", discards: str = "", ready: bool = False, **house: object):
    """{tile: wait} for the hand of Bea, South in the first hand."""
    rules = book(**house)
    hand = TileHand(parse_tiles(concealed), melds(lying), None, discards=frozenset(parse_tiles(discards)))
    found = waits(rules, table(rules), Seat.P2, hand, parse_tiles(seen), ready)
    return {text(wait.tile): wait for wait in found}


def points_of(way):
    """The hand-points of a win that may be declared."""
    return way.score.points if way.score.legal else None


@pytest.mark.parametrize(
    ("concealed", "lying", "tiles"),
    [
        ("dR dR dR dG dG dG 34p 678m 99m", "", "2p 5p"),  # both sides of a chow
        ("dR dR dR dG dG dG 46p 678m 99m", "", "5p"),
        ("dR dR dR dG dG dG 12p 678m 99m", "", "3p"),
        ("dR dR dR dG dG 234p 678m 99m", "", "9m dG"),  # either pair becomes the pong
        ("dR dR dR dG dG dG 234p 678m 9m", "", "6m 9m"),  # 678 and 9, or 6 and 789
        ("345p 9m", "pong:dR pong:dG kong:1s", "9m"),
        ("5p", "pong:dR pong:dG kong:1s ckong:9s", "5p"),
        ("1112345678999p", "", "1p 2p 3p 4p 5p 6p 7p 8p 9p"),  # nine gates
        ("22p 55p 88p 33m 66m 99m dR", "", "dR"),  # seven pairs
        ("1p 9p 1m 9m 1s 9s E S W dW dG dR dR", "", "dR"),
        ("1p 3p 5p 7p 9p 1m 3m 5m 7m 9m E S W", "", ""),
    ],
)
def test_the_waits_of_a_known_hand(concealed, lying, tiles):
    found = waiting(concealed, lying, **CHEAP)
    assert " ".join(found) == tiles
    assert all(wait.awaited for wait in found.values())


def test_orphans_wait_for_every_one_of_their_kinds():
    found = waiting("1p 9p 1m 9m 1s 9s E S W dW dG dR dR")
    assert set(found) >= {"dR"}
    assert all(way.score.limit.names == ("thirteen_orphans",) for way in (found["dR"].wall, found["dR"].discard))


def test_nine_gates_are_a_limit_on_every_tile_and_both_ways():
    found = waiting("1112345678999p")
    assert {tile: wait.left for tile, wait in found.items()} == {
        f"{number}p": 1 if number in (1, 9) else 3 for number in range(1, 10)
    }
    for wait in found.values():
        for way in (wait.wall, wait.discard):
            assert "nine_gates" in way.score.limit.names
        # A limit of 40: each pays 40 for a self-draw; a discarder pays double.
        assert (wait.wall.collects, wait.discard.collects) == (80, 120)


BARELY = "dW dW 567p 678m 345m 99m"


@pytest.mark.parametrize(
    ("least", "points"),
    [
        (2, {"9m": (4, 2, None), "dW": (5, 3, None)}),
        (3, {"9m": (4, None, None), "dW": (5, 3, None)}),  # 9m reaches the minimum only from the wall
        (5, {"9m": (None, None, 4), "dW": (5, None, None)}),  # 9m completes it and may not be declared
        (6, {"9m": (None, None, 4), "dW": (None, None, 5)}),
    ],
)
def test_concealed_self_draw_can_reach_the_minimum(least, points):
    found = waiting(BARELY, min_hand_points=least)
    reached = {
        tile: (
            points_of(wait.wall),
            points_of(wait.discard),
            max(wait.wall.score.points, wait.discard.score.points) if wait.is_refused else None,
        )
        for tile, wait in found.items()
    }
    assert reached == points
    assert {t: wait.awaited for t, wait in found.items()} == {t: each[2] is None for t, each in points.items()}
    for wait in found.values():
        for way in (wait.wall, wait.discard):
            assert way.score.legal or (way.score.reason, way.lines, way.collects) == ("minimum_not_reached", (), 0)


def test_the_expected_income_includes_both_payers_and_the_goulash():
    rules = book()
    hand = TileHand(parse_tiles("dR dR dR dG dG dG 34p 678m 99m"), (), None)
    found = waits(rules, replace(rules.table_at(2), goulash=2), Seat.P2, hand)
    # Hand-points 1 + 1 + 1 and concealed 2, from the wall 2 more; bonus 2 and concealed 2, wall 1 + 2.
    # From the wall each pays 7 + 7 + 10; on a discard one pays 2 x 5 + 4 + 10, the other 4 + 10.
    assert [(text(w.tile), w.wall.collects, w.discard.collects) for w in found] == [("2p", 48, 38), ("5p", 48, 38)]
    assert {line.payer for line in found[0].discard.lines} == {Seat.P1, Seat.P3}


def test_a_tile_whose_copies_are_all_visible_is_no_wait():
    hand = "dR dR dR dG dG dG 34p 678m 99m"
    assert {tile: wait.left for tile, wait in waiting(hand).items()} == {"2p": 4, "5p": 4}
    found = waiting(hand, seen="2p 2p 2p 2p 5p")
    assert {tile: (wait.left, wait.awaited) for tile, wait in found.items()} == {"2p": (0, False), "5p": (3, True)}
    assert not any(wait.awaited for wait in waiting(hand, seen="2222p 5555p").values())


def test_more_visible_copies_than_exist_leave_none():
    assert waiting("dR dR dR dG dG dG 34p 678m 99m", seen="2p 2p 2p 2p 2p")["2p"].left == 0


def test_an_own_discard_can_only_be_won_from_the_wall():
    found = waiting("dR dR dR dG dG dG 34p 678m 99m", discards="2p")
    assert {t: (w.wall.score.legal, w.discard.score.reason, w.awaited) for t, w in found.items()} == {
        "2p": (True, "sacred_discard", True),
        "5p": (True, None, True),
    }


def test_a_declaration_adds_its_bonus_and_does_not_count_for_the_minimum():
    hand = "dR dR dR dG dG dG 34p 678m 99m"
    plain, ready = waiting(hand)["2p"], waiting(hand, ready=True)["2p"]
    assert ready.wall.score.points == plain.wall.score.points
    assert (ready.wall.score.bonus_points, ready.discard.score.bonus_points) == (
        plain.wall.score.bonus_points + 4,
        plain.discard.score.bonus_points + 2,
    )
    assert waiting(BARELY, min_hand_points=5, ready=True)["9m"].is_refused


def test_four_copies_in_the_hand_itself_leave_none():
    assert "2p" not in waiting("2222p 34p dR dR dR dG dG dG 9m", **CHEAP)


@pytest.mark.parametrize(
    ("concealed", "lying", "held"),
    [("123p", "", 3), ("", "", 0), ("1112345678999p 1p", "", 14), ("11p", "pong:E pong:S pong:W pong:dR", 14)],
)
def test_a_wrong_number_of_tiles_is_refused(concealed, lying, held):
    with pytest.raises(RuleViolation, match="A waiting hand has 13 tiles") as refused:
        waiting(concealed, lying)
    assert (refused.value.field, refused.value.values) == ("tiles", {"held": held})
    assert missing(TileHand(parse_tiles(concealed), melds(lying), None)) == 13 - held


@pytest.mark.parametrize(
    ("concealed", "lying", "earned"),
    [("dR dR dR 34p", "", {"dragon_pong"}), ("dR dR 34p 2m", "", set()), ("dR dR", "pong:dG", {"dragon_pong"})],
)
def test_an_unfinished_hand_earns_what_its_pongs_earn_and_nothing_for_a_pair(concealed, lying, earned):
    rules = book()
    found = rules.so_far(table(rules), Seat.P2, TileHand(parse_tiles(concealed), melds(lying), None))
    assert {item.id for item in found} == earned
