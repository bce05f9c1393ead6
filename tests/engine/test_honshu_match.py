"""The course of a match of Honshu sanma: dealer, honba, sticks, double ron, penalties, the end (B4, B5.11)."""

import pytest

from tests.engine.honshu_asking import hand, not_played, played, ron, tsumo

DRAW = {"draw": True}
HAND = {key: value for key, value in hand("123p 456p 234s 678s 99s", "5p ron").items() if key != "hand_no"}
ANYTHING = {key: value for key, value in hand("123p 678s 345s 234p dRdR", "8s").items() if key != "hand_no"}


def course(*entries: dict, **options: object) -> list[tuple[str, int]]:
    """(dealer, honba) at each entry."""
    result = played(*entries, **options)
    return list(zip(result["dealers"], result["honba"], strict=True))


def points(*entries: dict, **options: object) -> tuple[int, ...]:
    """The points after the last entry."""
    return tuple(played(*entries, **options)["points"][-1].values())


# ── the dealer ───────────────────────────────────────────────────────────────

REPEATS = [
    ("the dealer wins", tsumo("P1"), {}, ("P1", 1)),
    ("another wins", tsumo("P2"), {}, ("P2", 0)),
    ("the dealer is tenpai", {"tenpai": ["P1"]}, {}, ("P1", 1)),
    ("the dealer is not tenpai", {"tenpai": ["P2", "P3"]}, {}, ("P2", 1)),
    ("nobody is tenpai", DRAW, {}, ("P2", 1)),
    ("the dealer is tenpai, and only a win counts", {"tenpai": ["P1"]}, {"renchan": "win"}, ("P2", 1)),
    ("the dealer wins, and only a win counts", ron("P1", "P2"), {"renchan": "win"}, ("P1", 1)),
    ("the dealer wins and never deals again", tsumo("P1"), {"renchan": "none"}, ("P2", 0)),
    ("the dealer is tenpai and never deals again", {"tenpai": ["P1"]}, {"renchan": "none"}, ("P2", 1)),
]


@pytest.mark.parametrize(
    ("entry", "options", "then"), [each[1:] for each in REPEATS], ids=[each[0] for each in REPEATS]
)
def test_who_deals_next_and_with_how_many_honba(entry, options, then):
    assert course(entry, DRAW, **options) == [("P1", 0), then]


def test_honba_grow_with_repeats_and_draws_and_end_with_another_win():
    entries = [tsumo("P1"), {"tenpai": ["P1"]}, DRAW, DRAW, tsumo("P2"), DRAW]
    assert course(*entries) == [("P1", 0), ("P1", 1), ("P1", 2), ("P2", 3), ("P3", 4), ("P1", 0)]


def test_the_deal_goes_round_twice():
    result = played(*[tsumo(player) for player in ("P2", "P3", "P1", "P2", "P3", "P1")], bust="off")
    assert result["dealers"] == ["P1", "P2", "P3"] * 2
    assert not_played(*[DRAW] * 7) == "The match has finished. You can’t add an entry after its last hand."


def test_the_last_dealer_may_deal_again():
    entries = [*[DRAW] * 5, tsumo("P3"), tsumo("P3"), tsumo("P1")]
    assert course(*entries)[5:] == [("P3", 5), ("P3", 6), ("P3", 7)]
    assert not_played(*entries, DRAW).startswith("The match has finished")


def test_an_east_round_alone_has_three_deals():
    assert len(course(*[DRAW] * 3, length="east")) == 3
    assert not_played(*[DRAW] * 4, length="east").startswith("The match has finished")


def test_the_round_and_the_seats_follow_the_deal():
    """In the fourth deal P1 is East in the South round, and P2's South counts twice."""
    listed = {**ron("P2", "P3", patterns=["yakuhai_seat", "yakuhai_round"]), "hand_no": 4, "round": "S"}
    result = played(*[DRAW] * 3, {**listed, "seats": {"P1": "E", "P2": "S", "P3": "W"}})
    assert result["payments"][3] == {"P1": 0, "P2": 2600, "P3": -2600}


# ── sticks ───────────────────────────────────────────────────────────────────


def test_sticks_lie_on_the_table_until_somebody_wins():
    entries = [{**DRAW, "riichi_by": ["P2", "P3"]}, {"tenpai": ["P2"], "riichi_by": ["P2"]}, tsumo("P3")]
    result = played(*entries)
    assert [tuple(each.values()) for each in result["points"]] == [
        (35000, 34000, 34000),
        (34000, 35000, 33000),
        (33500, 34300, 37200),
    ]
    assert [sum(each.values()) for each in result["payments"]] == [0, 0, 0]


def test_a_stick_of_this_hand_goes_to_its_winner():
    assert points({**ron("P1", "P2"), "riichi_by": ["P3"]}) == (37500, 33500, 34000)


@pytest.mark.parametrize("named", [[], ["P2"], ["P2", "P3"]])
@pytest.mark.parametrize("entry", [HAND | {"riichi": "riichi"}, ron("P2", "P3", riichi="double")], ids=["tiles", "han"])
def test_a_winner_with_riichi_has_put_down_a_stick_even_if_the_entry_does_not_say_so(entry, named):
    """The winner gets their own stick back, and keeps the stick of another player."""
    less = 1000 if "P3" in named else 0
    assert points({**entry, "riichi_by": named}) == (35000, 36000 + less, 34000 - less)


def test_a_ticked_riichi_counts_too():
    result = played(ron("P2", "P3", patterns=["riichi", "pinfu"]), bust="off")
    assert result["points"][0] == {"P1": 35000, "P2": 37000, "P3": 33000}


def test_a_stick_needs_its_points():
    poor = {"penalty": {"P1": 34500, "P2": -34500}}
    sentence = "riichi_by: P2 doesn’t have enough points for a riichi stick."
    assert not_played(poor, {**DRAW, "riichi_by": ["P2"]}) == sentence
    assert not_played(poor, ron("P2", "P3", riichi="riichi")) == sentence
    assert points(poor, {**DRAW, "riichi_by": ["P2"]}, riichi_stick=500) == (69500, 0, 35000)
    assert played(poor, {**DRAW, "riichi_by": ["P2"]}, riichi_stick=0)["points"][1]["P2"] == 500


# ── draws ────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("tenpai", "pool", "paid"),
    [
        ([], 2000, (0, 0, 0)),
        (["P2"], 2000, (-1000, 2000, -1000)),
        (["P1", "P2"], 2000, (1000, 1000, -2000)),
        (["P1", "P2", "P3"], 2000, (0, 0, 0)),
        (["P3"], 3000, (-1500, -1500, 3000)),
        (["P1", "P3"], 1000, (500, -1000, 500)),
        (["P1", "P3"], 0, (0, 0, 0)),
    ],
)
def test_whoever_is_not_tenpai_pays_whoever_is(tenpai, pool, paid):
    assert tuple(played({"tenpai": tenpai}, noten_pool=pool)["payments"][0].values()) == paid


def test_a_draw_may_be_entered_with_or_without_tenpai_players():
    assert played({"draw": True, "tenpai": ["P1"]}) == played({"tenpai": ["P1"]})
    assert played({"draw": True}) == played({"tenpai": []})


# ── two winners ──────────────────────────────────────────────────────────────

BOTH = {"wins": [ron("P1", "P2", han=5), ron("P3", "P2")]}


@pytest.mark.parametrize("wins", [BOTH["wins"], BOTH["wins"][::-1]], ids=["in one order", "in the other"])
def test_both_are_paid_and_the_next_in_turn_takes_honba_and_sticks(wins):
    """P3 follows P2, who discarded; the dealer is among the winners and deals again."""
    entries = [{"tenpai": ["P1"], "riichi_by": ["P1"]}, {"wins": wins, "riichi_by": ["P2"]}]
    result = played(*entries, DRAW)
    assert result["payments"][1] == {"P1": 6000, "P2": -7200, "P3": 1200}
    assert result["points"][1] == {"P1": 42000, "P2": 25800, "P3": 37200}
    assert (result["dealers"][2], result["honba"][2]) == ("P1", 2)


def test_under_head_bump_the_next_in_turn_alone_is_paid_and_the_deal_passes():
    result = played(BOTH, DRAW, multiple_ron="head_bump")
    assert result["payments"][0] == {"P1": 0, "P2": -1000, "P3": 1000}
    assert (result["dealers"][1], result["honba"][1]) == ("P2", 0)


def test_two_hands_by_tiles_win_on_the_same_tile():
    other = {**HAND, "winner": "P1"}
    result = played({"wins": [{**HAND, "riichi": "riichi"}, {**other, "riichi": "riichi"}]})
    assert result["payments"][0] == {"P1": 1500, "P2": 1000, "P3": -2500}


@pytest.mark.parametrize(
    "wins",
    [
        [ron("P1", "P2")],
        [ron("P1", "P2"), ron("P3", "P1")],
        [ron("P1", "P2"), ron("P1", "P2")],
        [tsumo("P1"), tsumo("P3")],
        [ron("P1", "P2"), ron("P3", "P2", "chankan")],
        [{**HAND, "win": {"by": "ron", "tile": "6p", "from": "P3"}}, {**HAND, "winner": "P1"}],
        [ron("P1", "P2"), ron("P3", "P2"), ron("P3", "P2")],
        ron("P1", "P2"),
        None,
        [1, 2],
    ],
    ids=str,
)
def test_two_winners_win_on_one_tile(wins):
    assert not_played({"wins": wins}).startswith("wins must ")


# ── penalties ────────────────────────────────────────────────────────────────

FINE = {"penalty": {"P1": 4000, "P2": -8000, "P3": 4000}}


@pytest.mark.parametrize("ends", [True, False])
def test_after_a_penalty_the_hand_is_played_again_with_the_same_honba_and_sticks(ends):
    entries = [{**DRAW, "riichi_by": ["P1"]}, {**FINE, "ends_hand": ends, "riichi_by": ["P3"]}, tsumo("P3")]
    result = played(*entries)
    assert list(zip(result["dealers"], result["honba"], strict=True))[1:] == [("P2", 1), ("P2", 1)]
    assert [tuple(each.values()) for each in result["points"]] == [
        (34000, 35000, 35000),
        (38000, 27000, 39000),
        (37600, 26400, 41000),
    ]


# ── the end ──────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("bust", "left", "over"),
    [
        ("below_zero", -100, True),
        ("below_zero", 0, False),
        ("zero", 0, True),
        ("zero", 100, False),
        ("off", -30000, False),
    ],
)
def test_the_match_is_over_when_somebody_has_no_points_left(bust, left, over):
    fine = {"penalty": {"P1": 35000 - left, "P3": left - 35000}, "ends_hand": False}
    if over:
        assert not_played(fine, DRAW, bust=bust).startswith("The match has finished")
    else:
        assert len(played(fine, DRAW, bust=bust)["points"]) == 2


def test_a_stick_can_leave_0_points_which_is_bust_where_0_is_bust():
    entries = [{"penalty": {"P1": 34000, "P2": -34000}}, {**DRAW, "riichi_by": ["P2"]}]
    assert not_played(*entries, DRAW, bust="zero").startswith("The match has finished")
    assert len(played(*entries, DRAW)["points"]) == 3


# ── eight wins as dealer ─────────────────────────────────────────────────────


def test_the_match_counts_how_often_the_deal_was_kept():
    kept = [{"tenpai": ["P1", "P2", "P3"]}] * 8
    won = played(*kept, {**ANYTHING, "winner": "P1"}, bust="off")
    assert won["payments"][8] == {"P1": 2 * 16800, "P2": -16800, "P3": -16800}
    assert "no yaku" in not_played(*kept[1:], {**ANYTHING, "winner": "P1"})
    assert "no yaku" in not_played(*kept, ANYTHING)
    assert played(*kept, {**ANYTHING, "winner": "P1", "renchan_count": 8, "honba": 8, "sticks": 0}, bust="off") == won


def test_an_entry_must_agree_with_the_match():
    entries = [{"tenpai": ["P1"], "riichi_by": ["P2"]}]
    for key, right, wrong in (("honba", 1, 0), ("sticks", 1, 2), ("renchan_count", 1, 0), ("hand_no", 1, 2)):
        assert len(played(*entries, {**tsumo("P1"), key: right})["points"]) == 2
        assert not_played(*entries, {**tsumo("P1"), key: wrong}) == f"{key} must be the same as in the match: {right}."
