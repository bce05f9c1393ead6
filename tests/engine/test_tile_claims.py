"""Questions about claims and matches by tiles: their results, and their valid input."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from engine.json_api import MOST_ENTRIES
from engine.rulesets import rule_book
from tests.engine import tile_oracle, tile_questions
from tests.engine.tile_asking import GONE, RANDOM_HANDS, asked, chance, changed, hand, show
from tests.thorough import SEED

GOOD = hand("234p 678m 55p", "4p discard", pongs="E dR")


# ── claims ───────────────────────────────────────────────────────────────────

FIRST = {"concealed": hand("234p 678m 55p", "4p")["concealed"], "melds": GOOD["melds"], "hand_no": 1}
CLAIM = {
    "discarder": "P1",
    "tile": "4p",
    "claimants": {
        "P2": {**FIRST, "win": {"by": "discard"}},
        "P3": {**FIRST, "win": {"by": "discard", "tile": "4p", "from": "P1"}, "flowers": 1},
    },
}


def claimed(given: dict, **options: Any) -> dict:
    reply = asked("korean_japanese", "claim", options=options, input=given)
    assert "error" not in reply, reply
    return reply["result"]


def test_a_claim_gives_each_hand_its_tile_and_discarder():
    """P3's flower decides. P2 was waiting and owes nothing. (The seat winds differ, so P3 has no seat wind pong.)"""
    result = claimed(CLAIM)
    assert result == {"winner": "P3", "hand_points": {"P2": 3, "P3": 3}, "payments": {"P1": -9, "P2": -1, "P3": 10}}


def test_a_refused_claim_does_not_count_and_was_not_waiting():
    sacred = changed(CLAIM, "claimants.P3.winner_discards", ["4p"])
    assert claimed(sacred) == {
        "winner": "P2",
        "hand_points": {"P2": 3, "P3": 0},
        "payments": {"P1": -8, "P2": 10, "P3": -2},
    }


def test_the_count_of_a_hand_below_the_minimum_is_shown():
    poor = changed(CLAIM, "claimants.P3.melds", hand("", "4p", pongs="S dR")["melds"])
    assert claimed(poor)["hand_points"] == {"P2": 3, "P3": 2}


def test_where_nobody_may_win_nothing_is_paid():
    result = claimed(CLAIM, min_hand_points=9)
    assert result == {"winner": None, "hand_points": {"P2": 3, "P3": 3}, "payments": {"P1": 0, "P2": 0, "P3": 0}}


def test_two_limit_hands_of_a_class_compare_what_they_count():
    """Small dragons and a pure hand are both half-limits, so the counts decide, and then the bonus."""
    dragons = {"hand_no": 1, "win": {"by": "discard"}, **lying("234p 567m dWdW", pongs="dR dG")}
    pure = {"hand_no": 1, "win": {"by": "discard"}, **lying("234p 456p 678p EEE 22p")}
    claim = {"discarder": "P1", "tile": "4p", "claimants": {"P2": dragons, "P3": pure}}
    result = claimed(claim)
    assert (result["winner"], result["hand_points"]) == ("P3", {"P2": 3, "P3": 7})
    assert result["payments"] == {"P1": -40, "P2": -20, "P3": 60}


def lying(concealed: str, **melds: str) -> dict:
    given = hand(concealed, "4p", **melds)
    return {"concealed": given["concealed"], "melds": given["melds"]}


def test_all_claimants_must_be_at_one_table():
    """The players may be given only in the hands, and must be the same in all of them."""
    named = {**changed(CLAIM, "claimants.P3.players", ["P1", "P3", "P2"]), "turn_order": ["P1", "P2", "P3"]}
    assert claimed(named)["winner"] == "P3"
    reply = asked("korean_japanese", "claim", options={}, input={**named, "players": ["P1", "P2", "P3"]})
    assert reply["error"] == "players must contain the same names as the match: P1, P2, P3."


def test_the_order_of_turns_may_be_given():
    even = changed(CLAIM, "claimants.P3.flowers", 0)
    assert claimed(even)["winner"] == "P2"
    assert claimed({**even, "turn_order": ["P1", "P3", "P2"]})["winner"] == "P3"
    assert claimed({**even, "turn_order": ["P2", "P3", "P1"]})["winner"] == "P2"


@pytest.mark.parametrize(
    ("path", "field", "value"),
    [
        *(("discarder", "discarder", value) for value in (GONE, None, "P4", 1, [])),
        *(("tile", "tile", value) for value in ("10p", 1, "5p", [])),
        *(("turn_order", "turn_order", value) for value in ("P1", [], ["P1", "P2"], ["P1"] * 3, ["P1", "P2", "P4"])),
        *(("claimants", "claimants", value) for value in (GONE, {}, [], "P2", {"P2": 1}, {"P4": {}}, {"P1": {}})),
        ("claimants.P3.winner", "winner", "P2"),
        ("claimants.P3.win.from", "from", "P2"),
        ("claimants.P3.win.by", "by", "rob_kong"),
        ("claimants.P3.win.by", "from", "wall"),
        ("claimants.P3.win.tile", "tile", "6m"),
        ("claimants.P3.hand_no", "hand_no", 2),
        ("claimants.P3.goulash_carry", "goulash_carry", 2),
        ("claimants.P3.concealed", "concealed", GONE),
        ("hand_no", "hand_no", 1),
        ("players", "players", ["a", "b"]),
    ],
    ids=show,
)
def test_a_wrong_claim_is_refused_in_a_sentence(path, field, value):
    reply = asked("korean_japanese", "claim", options={}, input=changed(CLAIM, path, value))
    assert field in reply.get("error", ""), reply


# ── matches ──────────────────────────────────────────────────────────────────

ENTRY = {key: value for key, value in GOOD.items() if key != "hand_no"}


def played(*entries: dict, **given: Any) -> dict:
    return asked("korean_japanese", "match", options=given.pop("options", {}), input={"hands": list(entries), **given})


def test_a_match_counts_on_from_hand_to_hand():
    result = played({"draw": True}, {"penalty": {"P1": -5, "P2": 5}, "ends_hand": False}, ENTRY)["result"]
    assert result == {
        "payments": [{"P1": 0, "P2": 0, "P3": 0}, {"P1": -5, "P2": 5, "P3": 0}, {"P1": 20, "P2": -13, "P3": -7}],
        "ledger": [{"P1": 0, "P2": 0, "P3": 0}, {"P1": -5, "P2": 5, "P3": 0}, {"P1": 15, "P2": -8, "P3": -7}],
        "carry_after": [1, 1, 0],
    }


def test_a_match_may_mix_tiles_numbers_and_lists():
    how = {"winner": "P1", "win": {"by": "discard", "from": "P2"}}
    listed = {**how, "patterns": ["wind_pong", "seat_wind", "round_wind", "dragon_pong"], "bonus_items": {}}
    results = [played(each)["result"] for each in (ENTRY, listed, {**how, "hand_points": 4, "bonus_points": 2})]
    assert results[0] == results[1] == results[2]


def test_an_entry_may_repeat_what_the_match_knows():
    known = {"hand_no": 1, "round": "E", "seats": {"P1": "E", "P2": "S", "P3": "W"}, "goulash_carry": 0}
    known["players"] = ["P1", "P2", "P3"]
    assert played({**ENTRY, **known}) == played(ENTRY)


def test_a_match_of_named_players():
    names = ["Ann", "Bea", "Cho"]
    entry = {**ENTRY, "winner": "Ann", "win": {**ENTRY["win"], "from": "Bea"}, "waiting": {"Cho": True}}
    result = played({"penalty": {"Cho": 3, "Ann": -3}, "ends_hand": False}, entry, players=names)["result"]
    assert result["ledger"][-1] == {"Ann": 7, "Bea": -10, "Cho": 3}


@pytest.mark.parametrize(
    ("entry", "field"),
    [
        (1, "hands"),
        (None, "hands"),
        ({}, "winner"),
        ({"draw": False}, "draw"),
        ({"draw": True, "winner": "P1"}, "winner"),
        ({"penalty": {"P1": 1}}, "penalty"),
        ({"penalty": {"P4": 1, "P1": -1}}, "penalty"),
        ({"penalty": [1, -1]}, "penalty"),
        ({"penalty": {"P1": 1.0, "P2": -1.0}}, "penalty"),
        ({"penalty": {"P1": 1, "P2": -1}, "ends_hand": 1}, "ends_hand"),
        ({**ENTRY, "hand_no": 2}, "hand_no"),
        ({**ENTRY, "hand_no": 1.0}, "hand_no"),
        ({**ENTRY, "round": "S"}, "round"),
        ({**ENTRY, "goulash_carry": 2}, "goulash_carry"),
        ({**ENTRY, "players": ["P1", "P3", "P2"]}, "players"),
        ({**ENTRY, "win": {"by": "discard", "from": "P1", "tile": "4p"}}, "from"),
        ({**ENTRY, "winner_discards": ["4p"]}, "tile"),
        ({**ENTRY, "concealed": ["1p"]}, "tiles"),
        ({"tenpai": ["P1"]}, "tenpai"),
        ({"wins": [ENTRY]}, "wins"),
    ],
)
def test_a_wrong_entry_is_refused_in_a_sentence(entry, field):
    reply = played({"draw": True}, entry) if field != "hand_no" else played(entry)
    assert field in reply.get("error", ""), reply


TOO_MANY = [{"penalty": {"P1": 1, "P2": -1}, "ends_hand": False}] * (MOST_ENTRIES + 1)


@pytest.mark.parametrize("hands", [None, {}, "draw", 1, [{"draw": True}] * 10, TOO_MANY], ids=show)
def test_a_match_is_a_list_of_entries_that_fit(hands):
    reply = asked("korean_japanese", "match", options={}, input={"hands": hands})
    assert "error" in reply
    assert asked("korean_japanese", "match", options={}, input={"hands": []})["result"]["payments"] == []


# ── random claims, compared with a second implementation ─────────────────────


def random_claim(random: Random, house: dict) -> dict | None:
    """Two random hands that claim one tile; None if they have none in common."""
    discarder = random.choice(tile_questions.PLAYERS)
    claimants = [player for player in tile_questions.PLAYERS if player != discarder]
    both = {player: tile_questions.question(random, house) for player in claimants}
    shared = sorted(set.intersection(*(set(given["concealed"]) for given in both.values())))
    if not shared:
        return None
    tile, hand_no = random.choice(shared), random.randint(1, 9)
    said = {"win": {"by": "discard", "tile": tile, "from": discarder}, "hand_no": hand_no, "goulash_carry": 1}
    for player, given in both.items():
        given |= {**said, "winner": player, "waiting": {discarder: random.random() < 0.4}, "opp_declared": {}}
    turn = random.sample(tile_questions.PLAYERS, 3)
    return {"claimants": both, "discarder": discarder, "turn_order": turn, "tile": tile}


def judged(house: Any, claim: dict) -> tuple[str | None, dict[str, int]] | None:
    """(winner, payments) by A13; None if two limit hands of a class would have to be compared."""
    hands, turn = claim["claimants"], claim["turn_order"]
    legal = [player for player in hands if tile_oracle.result(house, hands[player])["legal"]]
    if not legal:
        return None, tile_oracle.NOBODY
    waiting = {player: {**hands[player]["waiting"], **dict.fromkeys(set(legal) - {player}, True)} for player in legal}
    results = {player: tile_oracle.result(house, {**hands[player], "waiting": waiting[player]}) for player in legal}
    kinds = {player: (result["limit"] or {"kind": "none"})["kind"] for player, result in results.items()}
    if len(legal) == 2 and len(set(kinds.values())) == 1 and "none" not in kinds.values():
        return None

    def merit(player: str) -> tuple:
        result, later = results[player], (turn.index(player) - turn.index(claim["discarder"])) % 3
        bonus = sum(result["bonus_from"].values()) if house["claim_tiebreak"] == "hand_bonus_turn" else 0
        return ("none", "half", "full").index(kinds[player]), result["hand_points"] or 0, bonus, -later

    best = max(legal, key=merit)
    return best, results[best]["payments"]


def test_a_second_implementation_gives_the_tile_to_the_same_player():
    random, tried = chance(4), Counter()
    while tried.total() < RANDOM_HANDS // 10:
        options = {"claim_tiebreak": random.choice(["hand_bonus_turn", "hand_turn"]), "min_hand_points": 1}
        house = rule_book("korean_japanese", options).house.as_dict()
        claim = random_claim(random, house)
        expected = judged(house, claim) if claim else None
        if claim and expected:
            result = claimed(claim, **options)
            assert (result["winner"], result["payments"]) == expected, (SEED, claim)
            tried[expected[0] is None] += 1
    assert tried[False] > tried[True] / 9
