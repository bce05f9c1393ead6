"""The value of a Honshu sanma hand: a second implementation, written from rules B1 to B5.

Takes a question of `manage.py score` (type hand, house rules with all defaults) and returns its result. It shares no
code with the engine; `honshu_readings` finds the readings of a hand.
"""

from collections.abc import Mapping
from math import ceil

from tests.engine.honshu_readings import DRAGONS, PLAYERS, WINDS, Hand, Reading, readings

NOBODY = {"P1": 0, "P2": 0, "P3": 0}
# B3, row by row: minimum han; ron to a ko, to the oya; self-draw of a ko (each ko, the oya), of the oya.
TABLE = (
    (16, 32000, 48000, 8000, 16000, 16000),
    (13, 24000, 36000, 6000, 12000, 12000),
    (10, 16000, 24000, 4000, 8000, 8000),
    (8, 12000, 18000, 3000, 6000, 6000),
    (6, 8000, 12000, 2000, 4000, 4000),
    (5, 4000, 6000, 1000, 2000, 2000),
    (4, 2000, 3000, 500, 1000, 1000),
    (3, 1000, 1500, 300, 500, 500),
)
BASE = {16: 8000, 13: 6000, 10: 4000, 8: 3000, 6: 2000, 5: 1000, 4: 500, 3: 250}


def result(house: Mapping, asked: Mapping) -> dict:
    """The whole result of a hand, as docs/formats.md has it."""
    hand = Hand(house, asked)
    found = hand.refusal() or (four_kongs(hand) if hand.by == "fourth_kong" else best(hand))
    if isinstance(found, str):
        nothing = {"patterns": {}, "bonus_items": {}, "han": None}
        none = {"chips": NOBODY} if plays_chips(house) else {}
        return {"legal": False, "reason": found, **nothing, "payments": NOBODY, "sticks": 0, **none}
    sticks = asked.get("sticks", 0) * house["riichi_stick"]
    told = {"legal": True, "reason": None, **found, "payments": payments(hand, found), "sticks": sticks}
    return {**told, "chips": chips(hand, found)} if plays_chips(house) else told


def plays_chips(house: Mapping) -> bool:
    return any(house[f"chip_{what}"] for what in ("ippatsu", "ura", "red", "yakuman", "points"))


def chips(hand: Hand, counted: Mapping) -> dict[str, int]:
    """B4.14: each player's change in chips."""
    house, asked = hand.house, hand.asked
    each = house["chip_yakuman"] * units_paid(hand, counted)
    mine = [*hand.tiles, *["N"] * hand.norths]
    if hand.riichi and asked.get("ippatsu"):
        each += house["chip_ippatsu"]
    if hand.riichi:
        each += house["chip_ura"] * sum(mine.count(following(tile)) for tile in asked.get("ura_indicators", []))
    if {"always": True, "closed": not hand.open, "riichi": bool(hand.riichi)}[house["chip_red_when"]]:
        each += house["chip_red"] * asked.get("red", 0)
    payers = [hand.win["from"]] if hand.win.get("from") else [seat for seat in PLAYERS if seat != hand.winner]
    return {**NOBODY, **dict.fromkeys(payers, -each), hand.winner: each * len(payers)}


def units_paid(hand: Hand, counted: Mapping) -> int:
    """How many yakuman are paid; 0 for a counted yakuman."""
    if counted["han"] is not None:
        return 0
    named = counted["patterns"].values()
    return min(hand.house["yakuman_cap"], sum(named) if hand.house["yakuman_stack"] else max(named))


def four_kongs(hand: Hand) -> dict | str:
    """A win with the fourth kong, which depends only on the four kongs."""
    if [meld[0] for meld in hand.melds] != ["kong"] * 4:
        return "not_a_legal_hand"
    kinds = {meld[1] for meld in hand.melds}
    found = {"suukantsu": 1}
    if not hand.open:
        found["suuankou"] = 1
    if set(DRAGONS) <= kinds:
        found["daisangen"] = 1
    if set(WINDS) <= kinds:
        found["suushiihou"] = 1
    if hand.kept_eight:
        found["paarenchan"] = 1
    return {"patterns": found, "bonus_items": {}, "han": None}


def best(hand: Hand) -> dict | str:
    """The reading that is paid, or the reason why the hand can’t be declared."""
    house, found = hand.house, list(readings(hand, hand.win["tile"]))
    if hand.win.get("concealed_kong"):
        found = [each for each in found if each.shape == ("orphans",)]
    if not found:
        return "not_a_legal_hand"
    if not hand.drawn and hand.asked.get("furiten"):
        return "furiten"
    if hand.by == "rob_north" and not house["rob_north_any"] and found[0].shape != ("orphans",):
        return "north_robbed_only_by_kokushi"
    counts = [count(hand, each) for each in found]
    counts = [each for each in counts if each["patterns"]]
    if not counts:
        return "no_yaku"
    if not hand.drawn and not house["atozuke"] and not before_the_tile(hand):
        return "no_yaku_before_winning_tile"
    counts = [each for each in counts if each["han"] is None or each["han"] >= 3]
    if not counts:
        return "below_table"
    return min(
        counts,
        key=lambda each: (
            -payments(hand, each)[hand.winner],
            each["han"] is not None,
            -(each["han"] or 0),
            sorted(each["patterns"]),
        ),
    )


def before_the_tile(hand: Hand) -> bool:
    """Atozuke-nashi: every tile that would win must give a yaku by itself."""
    if hand.riichi or hand.kept_eight:
        return True
    return all(any(each.yakuman() or each.yaku() for each in readings(hand, tile, plain=True)) for tile in hand.waits())


def count(hand: Hand, reading: Reading) -> dict:
    units = reading.yakuman()
    if units:
        return {"patterns": units, "bonus_items": {}, "han": None}
    yaku, bonus = reading.yaku(), bonuses(hand)
    return {"patterns": yaku, "bonus_items": bonus, "han": sum(yaku.values()) + sum(bonus.values())}


def bonuses(hand: Hand) -> dict[str, int]:
    asked, mine = hand.asked, [*hand.tiles, *["N"] * hand.norths]
    found = {
        "bazoro": hand.house["bazoro"],
        "ippatsu": int(bool(hand.riichi and asked.get("ippatsu"))),
        "dora": sum(mine.count(following(tile)) for tile in asked.get("dora_indicators", [])),
        "uradora": sum(mine.count(following(tile)) for tile in asked.get("ura_indicators", []) if hand.riichi),
        "pei_dora": hand.norths,
        "akadora": asked.get("red", 0),
        "flower": asked.get("flowers", 0),
    }
    return {item: han for item, han in found.items() if han}


def following(turned: str) -> str:
    """The tile that an indicator makes dora."""
    for cycle in (WINDS, DRAGONS, ("1m", "9m")):
        if turned in cycle:
            return cycle[(cycle.index(turned) + 1) % len(cycle)]
    return f"{int(turned[0]) % 9 + 1}{turned[1]}"


def payments(hand: Hand, counted: Mapping) -> dict[str, int]:
    """B3, B5.1: each player's change in points, without sticks."""
    house, oya = hand.house, hand.winner == hand.dealer
    units = units_paid(hand, counted)
    rows = TABLE if house["kazoe_yakuman"] or units else TABLE[1:]
    row = TABLE[0] if units else next(row for row in rows if counted["han"] >= row[0])
    times, honba = units or 1, hand.asked.get("honba", 0)
    change = dict(NOBODY)
    for player in PLAYERS:
        if player == hand.winner or (hand.win.get("from") not in (None, player)):
            continue
        if hand.win.get("from") == player:
            change[player] -= times * (row[2] if oya else row[1]) + honba * house["honba_ron"]
        else:
            dues = drawn_dues(house["tsumo_mode"], row, times, oya, player == hand.dealer)
            change[player] -= dues + honba * house["honba_tsumo_each"]
    change[hand.winner] = -sum(change.values())
    return change


def drawn_dues(mode: str, row: tuple, times: int, oya: bool, from_dealer: bool) -> int:
    """The payment of one opponent for a self-draw."""
    if mode == "text":
        return times * (row[5] if oya else row[4] if from_dealer else row[3])
    share = {"split_half": (3 / 2, 5 / 2, 3), "thirds": (4 / 3, 8 / 3, 3)}[mode]
    exact = BASE[row[0]] * times * (share[2] if oya else share[1] if from_dealer else share[0])
    return ceil(round(exact, 6) / 100) * 100
