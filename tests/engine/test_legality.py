"""Why a hand can’t be declared: every reason, and which comes first."""

import pytest

from engine.hands.hand import Meld
from engine.hands.tiles import TILES
from engine.rulesets.korean_japanese.wording import REFUSALS
from tests.engine.tile_asking import asked, hand, scored, tiles
from tests.wording import below_minimum

NOTHING = {"limit": None, "patterns": {}, "hand_points": 0, "bonus_items": {}, "bonus_points": None, "bonus_from": {}}
NOTHING_PAID = {"P1": 0, "P2": 0, "P3": 0}

# The first hand has every mistake; each following hand corrects the first remaining one.
STAIRS = [
    ("exposed_chow", {}),
    ("wrong_tile_count", {"melds": [{"type": "pong", "tile": "7p"}]}),
    ("tile_not_in_deck", {"concealed": tiles("22s 33m 5p 66m 888m E")}),
    ("winning_tile_missing", {"concealed": tiles("22p 33m 5p 66m 888m E")}),
    ("sacred_discard", {"concealed": tiles("22p 33m 5p 9p 66m 88m E")}),
    ("declared_ready_needs_concealed", {"winner_discards": ["8p", "2p"]}),
    ("three_declared_ready_draw", {"melds": [], "concealed": tiles("22p 33m 5p 9p 66m 88m E 777p")}),
    ("not_a_legal_hand", {"opp_declared": {"P2": True}}),
    ("minimum_not_reached", {"concealed": tiles("234p 345m 789p 678m 66p")}),
]


def staircase() -> list[tuple[str, dict]]:
    """(reason, hand) pairs: the reason is the first one against the hand."""
    given = {
        "winner": "P1",
        "hand_no": 1,
        "concealed": tiles("22s"),
        "melds": [{"type": "chow", "tile": "7p"}],
        "win": {"by": "discard", "tile": "9p", "from": "P3"},
        "winner_discards": ["1m", "9p"],
        "declared_ready": True,
        "opp_declared": {"P2": True, "P3": True},
    }
    stairs = []
    for reason, better in STAIRS:
        given = {**given, **better}
        stairs.append((reason, given))
    return stairs


@pytest.mark.parametrize(("reason", "given"), staircase(), ids=[reason for reason, _given in STAIRS])
def test_the_first_reason_is_given(reason, given):
    result = scored(given, three_ready="draw", min_hand_points=9)
    assert (result["legal"], result["reason"], result["payments"]) == (False, reason, NOTHING_PAID)
    if reason != "minimum_not_reached":
        assert result == {"legal": False, "reason": reason, **NOTHING, "payments": NOTHING_PAID}


def test_no_reason_is_left_out():
    assert [reason for reason, _better in STAIRS] == list(REFUSALS)


@pytest.mark.parametrize(
    ("reason", "given", "options"),
    [
        ("exposed_chow", hand("234p 678m 55p EEE", "4p") | {"melds": [{"type": "chow", "tile": "2m"}]}, {}),
        ("exposed_chow", hand("234p", "4p") | {"melds": [{"type": "chow", "tile": "2m", "exposed": False}]}, {}),
        ("exposed_chow", hand("234p", "4p") | {"melds": [{"type": "chow", "tile": "dR"}]}, {}),
        ("exposed_chow", hand("234p", "4p") | {"melds": [{"type": "chow", "tile": "9s"}]}, {}),
        ("wrong_tile_count", hand("", "4p"), {}),
        ("wrong_tile_count", hand("234p 678m 55p 234m EE", "4p"), {}),
        ("wrong_tile_count", hand("234p 678m 55p 234m EEE 1p", "4p"), {}),
        ("wrong_tile_count", hand("55p", "5p", pongs="1p 2p 3p 4p 6p"), {}),
        ("wrong_tile_count", hand("234p 678m 55p EEEE", "5p", kongs="dR"), {}),
        ("tile_not_in_deck", hand("234p 678m 55p EEE NNN", "4p"), {}),
        ("tile_not_in_deck", hand("234p 678m 55p EEE 234s", "4p"), {}),
        ("tile_not_in_deck", hand("234p 678m 55s EEE SSS", "4p"), {}),
        ("tile_not_in_deck", hand("234p 678m 22m 555s SSS", "4p"), {"five_bamboo_pair": True}),
        ("tile_not_in_deck", hand("234p 678m 55p 111s SSS", "4p"), {"no_bamboo": True}),
        ("tile_not_in_deck", hand("234p 678m 55p WWW SSS", "4p"), {"wind_set": "NES"}),
        ("tile_not_in_deck", hand("55555p 678m EEE SSS", "5p"), {}),
        ("tile_not_in_deck", hand("234p 678m 55m 222p", "5m", kongs="2p"), {}),
        ("winning_tile_missing", hand("234p 678m 55p EEE SSS", "5m"), {}),
        ("winning_tile_missing", hand("234p 678m 55p", "E", pongs="E S"), {}),
        ("sacred_discard", hand("234p 678m 55p", "4p discard", pongs="E dR", winner_discards=["4p"]), {}),
        ("sacred_discard", hand("234p 678m 55p", "4p rob_kong", pongs="E dR", winner_discards=["9p", "4p"]), {}),
        ("declared_ready_needs_concealed", hand("234p 678m 55p", "4p", pongs="E dR", declared_ready=True), {}),
        ("three_declared_ready_draw", hand("234p 678m 55p EEE 234m", "4p", all_declared=True), {"three_ready": "draw"}),
        ("not_a_legal_hand", hand("234p 678m 57p EEE SSS", "4p"), {}),
        ("not_a_legal_hand", hand("11p 22p 44p 66m 66m EE SS", "1p"), {"min_hand_points": 0}),
        ("not_a_legal_hand", hand("11p 22p 44p 66m 77m EE SS", "1p"), {"items_off": ["seven_pairs"]}),
        ("not_a_legal_hand", hand("19p 19m 19s ESW dWdGdR 19p", "1p"), {}),
        ("not_a_legal_hand", hand("19p 19m 19s ESW dWdGdR 11p", "1p"), {"limits": "none"}),
        ("not_a_legal_hand", hand("234p 678m 55p", "4p", pongs="N S"), {"north_tile": True}),
        ("not_a_legal_hand", hand("234p 678m 55p NNN SSS", "N"), {"north_tile": True}),
        ("not_a_legal_hand", hand("234p 678m 55p", "4p rob_kong", pongs="E dR", win={"concealed_kong": True}), {}),
        ("minimum_not_reached", hand("234p 678m 55p", "4p discard", pongs="S dR"), {}),
    ],
)
def test_a_hand_may_not_be_declared(reason, given, options):
    result = scored(given, **options)
    assert (result["legal"], result["reason"], result["payments"]) == (False, reason, NOTHING_PAID)


@pytest.mark.parametrize(
    ("given", "options"),
    [
        (hand("234p 678m 55p", "4p", pongs="E dR", winner_discards=["4p"]), {}),
        (hand("234p 678m 55p", "4p discard", pongs="E dR", winner_discards=["1p", "3p"]), {}),
        (hand("234p 678m 55p EEE 234m", "4p", declared_ready=True), {}),
        (hand("234p 678m 55p EEE", "4p", hidden="2m", declared_ready=True), {}),
        (hand("234p 678m 55p EEE 234m", "4p", all_declared=True), {}),
        (hand("234p 678m 55s EEE dRdRdR", "4p"), {"five_bamboo_pair": True}),
        (hand("NN 678m 234p EEE dRdRdR", "4p"), {"north_tile": True}),
        (hand("NNN 678m 55p EEE dRdRdR", "N"), {"wind_set": "NES"}),
        (hand("11p 22p 44p 66m 66m EE SS", "1p"), {"seven_pairs_allow_four": True}),
        (hand("19p 19m 19s ESW dWdGdR 11p", "1p rob_kong", win={"concealed_kong": True}), {}),
    ],
)
def test_a_hand_may_be_declared(given, options):
    result = scored(given, **options)
    assert (result["legal"], result["reason"]) == (True, None)


def test_a_concealed_pong_is_three_concealed_tiles():
    melded = hand("234p 678m 55p", "4p discard", pongs="dR")
    melded["melds"].append({"type": "pong", "tile": "E", "exposed": False})
    assert scored(melded) == scored(hand("234p 678m 55p EEE", "4p discard", pongs="dR"))
    melded["win"]["tile"] = "E"
    assert scored(melded)["bonus_items"] == {"matching": 2}
    melded["concealed"].pop()
    assert scored(melded)["reason"] == "wrong_tile_count"


# ── all discards are sacred (A17.11) ─────────────────────────────────────────

THREE_SIDES = "23456p 55m 678m"  # waits on 1p, 4p, 7p


@pytest.mark.parametrize("discard", ["1p", "4p", "7p"])
def test_an_own_discard_that_would_win_bars_every_other_player_s_tile(discard):
    given = hand("1p " + THREE_SIDES, "1p discard", pongs="dR", winner_discards=[discard])
    assert scored(given, sacred_discard_scope="furiten")["reason"] == "sacred_discard"
    assert scored(given, min_hand_points=0)["reason"] == ("sacred_discard" if discard == "1p" else None)


def test_an_own_discard_that_would_not_win_bars_nothing():
    given = hand("1p " + THREE_SIDES, "1p discard", pongs="dR", winner_discards=["2p", "5m", "dR", "2s"])
    assert scored(given, sacred_discard_scope="furiten", min_hand_points=0)["legal"]


def test_the_wall_is_never_barred():
    given = hand("1p " + THREE_SIDES, "1p", pongs="dR", winner_discards=["4p", "1p"])
    assert scored(given, sacred_discard_scope="furiten", min_hand_points=0)["legal"]


@pytest.mark.parametrize(
    ("concealed", "won", "discard"),
    [
        ("11p 22p 44p 66m 77m EE SS", "1p", "1p"),
        ("19p 19m 19s ESW dWdGdR 11p", "9m", "9m"),
        ("11123456789p 99p 5p", "5p", "1p"),
    ],
)
def test_special_hands_are_barred_too(concealed, won, discard):
    given = hand(concealed, f"{won} discard", winner_discards=[discard])
    assert scored(given, sacred_discard_scope="furiten")["reason"] == "sacred_discard"


def test_thirteen_orphans_that_are_not_played_bar_nothing():
    """The discard would complete orphans, which this table doesn't play, so it bars nothing."""
    given = hand("19p 19m 19s ESW dWdGdR 11p", "9m discard", winner_discards=["9m"])
    result = scored(given, sacred_discard_scope="furiten", limits="none")
    assert result["reason"] == "not_a_legal_hand"


# ── the minimum ──────────────────────────────────────────────────────────────


def test_below_the_minimum_the_whole_count_is_shown():
    result = scored(hand("234p 678m 55p 345m", "4p discard", pongs="dR", flowers=2, waiting={"P3": True}))
    assert result == {
        "legal": False,
        "reason": "minimum_not_reached",
        "limit": None,
        "patterns": {"dragon_pong": 1},
        "hand_points": 1,
        "bonus_items": {"flower": 2},
        "bonus_points": 4,
        "bonus_from": {"P2": 4, "P3": 2},
        "payments": NOTHING_PAID,
    }


def test_a_reading_that_reaches_the_minimum_goes_before_one_that_pays_more():
    """As three pongs the hand would collect more because of a dora, but only identical chows reach the minimum."""
    given = hand("222333444p 66m", "6m discard", pongs="8m", revealed_indicator="1p", flowers=3)
    options = {"revealed_dora": True, "unit_table": "hk", "items_off": ["three_concealed_pongs", "all_pongs"]}
    assert scored(given, min_hand_points=1, **options)["patterns"] == {"no_honours": 1}
    assert scored(given, min_hand_points=3, **options)["patterns"] == {"identical_chows": 2, "no_honours": 1}


def test_bonus_points_never_help():
    given = hand("234p 678m 55p 345m", "4p", pongs="S", flowers=4, win={"last_tile": True})
    assert scored(given)["reason"] == "minimum_not_reached"


def test_the_same_reasons_apply_in_a_match():
    entry = {key: value for key, value in hand("234p 678m 55p 345m", "4p", pongs="S").items() if key != "hand_no"}
    reply = asked("korean_japanese", "match", options={}, input={"hands": [{"draw": True}, entry]})
    assert reply["error"] == f"tiles: {below_minimum(3, 1)}"


def test_a_chow_on_the_table_is_its_three_tiles_in_a_row():
    assert Meld("chow", TILES["2p"]).tiles == (TILES["2p"], TILES["3p"], TILES["4p"])
    assert Meld("pong", TILES["2p"]).tiles == (TILES["2p"],) * 3
    assert Meld("kong", TILES["2p"]).tiles == (TILES["2p"],) * 4
