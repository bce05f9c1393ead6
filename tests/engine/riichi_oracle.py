"""The value of a riichi sanma hand: a second implementation, written from rules E1 to E10 and E14.

Takes a question of `manage.py score` (type hand) and returns its result with every key. It shares no code with the
engine; `riichi_readings` finds the readings, `riichi_match_oracle` has matches and settlements.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from math import ceil

from tests.engine.honshu_oracle import following
from tests.engine.honshu_readings import PLAYERS
from tests.engine.riichi_readings import YAKUMAN, Hand, Reading, named, readings

NOBODY = dict.fromkeys(PLAYERS, 0)
LIABLE = ("daisangen", "daisuushii", "suukantsu")
# E16.
DEFAULTS = {
    "north": "nukidora",
    "rob_north_any": True,
    "rob_concealed_kong": False,
    "red_fives": 1,
    "ippatsu": True,
    "uradora": True,
    "kuitan": True,
    "atozuke": True,
    "pinfu_tsumo": True,
    "chiitoi_allow_four": False,
    "renhou": "none",
    "double_wind_fu": 4,
    "rinshan_fu": True,
    "kiriage": False,
    "kazoe_yakuman": True,
    "yakuman_stack": True,
    "yakuman_cap": 6,
    "double_yakuman": "none",
    "pao": ["daisangen", "daisuushii"],
    "pao_covers": "hand",
    "pao_honba": "liable",
    "tsumo_mode": "loss",
    "honba_ron": 200,
    "honba_tsumo_each": 100,
    "riichi_stick": 1000,
    "noten_pool": 2000,
    "multiple_ron": "all",
    "abortive_draws": "all",
    "renchan": "win_or_tenpai",
    "length": "east_south",
    "bust": "below_zero",
    "target_points": 40000,
    "extension": "next_wind",
    "sudden_death": "deal_passes",
    "agari_yame": True,
    "tenpai_yame": True,
    "cold_points": 0,
    "start_points": 35000,
    "return_points": 40000,
    "uma": [20, 0, -20],
    "sinking_uma": 0,
    "rounding": "tenth",
    "ties": "seat_order",
    "chombo": "mangan",
    "chombo_each": 10000,
    "chip_ippatsu": 0,
    "chip_ura": 0,
    "chip_red": 0,
    "chip_red_when": "always",
    "chip_yakuman": 0,
    "chip_points": 0,
    "nagashi_mangan": True,
}
# E17.
PRESETS = {
    "tenhou": {},
    "mahjong_soul": {
        "rob_concealed_kong": True,
        "double_yakuman": "all",
        "pao_covers": "yakuman",
        "return_points": 35000,
        "uma": [15, 0, -15],
        "sudden_death": "any_hand",
    },
    "parlour": {
        "tsumo_mode": "split",
        "kuitan": False,
        "atozuke": False,
        "pinfu_tsumo": False,
        "chiitoi_allow_four": True,
        "honba_ron": 1000,
        "honba_tsumo_each": 1000,
        "renchan": "tenpai_from_south",
        "bust": "zero",
        "extension": "return_east",
        "sudden_death": "any_hand",
        "abortive_draws": "none",
        "uma": [0, 0, 0],
        "chip_ippatsu": 1,
        "chip_ura": 1,
        "chip_red": 1,
        "chip_red_when": "closed",
    },
    "ema_like": {
        "red_fives": 0,
        "renhou": "mangan",
        "kazoe_yakuman": False,
        "yakuman_stack": False,
        "abortive_draws": "none",
        "bust": "off",
        "target_points": 0,
        "extension": "none",
        "agari_yame": False,
        "tenpai_yame": False,
        "return_points": 35000,
        "uma": [15, 0, -15],
        "ties": "share",
        "chombo": "each",
    },
}
ROWS = ((11, "sanbaiman"), (8, "baiman"), (6, "haneman"), (5, "mangan"))
LIMITS = {"mangan": 2000, "haneman": 3000, "baiman": 4000, "sanbaiman": 6000, "counted_yakuman": 8000}


def result(house: Mapping, asked: Mapping) -> dict:
    """The complete result of a hand (E18)."""
    hand = Hand(house, asked)
    found = hand.refusal() or best(hand)
    if isinstance(found, str):
        nothing = {"patterns": {}, "bonus_items": {}, "han": None, "fu": None, "fu_items": {}, "limit": None}
        return {"legal": False, "reason": found, **nothing, "payments": NOBODY, "sticks": 0, "chips": NOBODY}
    units = found.pop("paid_units")
    return {
        "legal": True,
        "reason": None,
        **found,
        "payments": payments(hand, found, units),
        "sticks": asked.get("sticks", 0) * house["riichi_stick"],
        "chips": given(hand.winner, hand.win.get("from"), chips(hand, units)),
    }


def best(hand: Hand) -> dict | str:
    """The reading that is paid, or the reason why the hand can’t be declared."""
    house, found = hand.house, list(readings(hand, hand.win["tile"]))
    if hand.win.get("concealed_kong"):
        found = [each for each in found if each.shape == ("orphans",) and house["rob_concealed_kong"]]
    if not found:
        return "not_a_legal_hand"
    if not hand.drawn and hand.asked.get("furiten"):
        return "furiten"
    if hand.by == "rob_north" and not house["rob_north_any"] and found[0].shape != ("orphans",):
        return "north_robbed_only_by_kokushi"
    counts = [count(hand, each) for each in found]
    renhous = [renhou(hand, each) for each in found] if hand.is_renhou and house["renhou"] == "mangan" else []
    counts = [each for each in counts if each["patterns"]]
    if not counts and not renhous:
        return "no_yaku"
    if not hand.drawn and not house["atozuke"] and not before_the_tile(hand):
        return "no_yaku_before_winning_tile"
    plain, other = (min(each, key=lambda one: rank(hand, one), default=None) for each in (counts, renhous))
    if plain is None or other is None:
        return plain or other
    return other if collected(hand, other) > collected(hand, plain) else plain


def rank(hand: Hand, counted: Mapping) -> tuple:
    """E4.7: sort key; the smallest is paid."""
    before = sum(counted["fu_items"].values())
    return (
        -collected(hand, counted),
        counted["han"] is not None,
        -(counted["han"] or 0),
        -(counted["fu"] or 0),
        -before,
        sorted(counted["patterns"]),
    )


def collected(hand: Hand, counted: Mapping) -> int:
    return payments(hand, counted, counted["paid_units"])[hand.winner]


def before_the_tile(hand: Hand) -> bool:
    """Atozuke-nashi (E4.6): every tile that would win must give a yaku by itself."""
    if hand.riichi:
        return True
    return all(any(each.yakuman() or each.yaku() for each in readings(hand, tile, plain=True)) for tile in hand.waits())


def count(hand: Hand, reading: Reading) -> dict:
    units = reading.yakuman()
    if units:
        paid = min(hand.house["yakuman_cap"], (sum if hand.house["yakuman_stack"] else max)(units.values()))
        limit = {"kind": "yakuman", "names": [name for name in YAKUMAN if name in units], "value": 8000 * paid}
        empty = {"bonus_items": {}, "han": None, "fu": None, "fu_items": {}}
        return {"patterns": units, **empty, "limit": limit, "paid_units": paid}
    yaku, bonus = reading.yaku(), bonuses(hand)
    return counted(hand, yaku, bonus, reading)


def renhou(hand: Hand, reading: Reading) -> dict:
    """E7.4: a mangan without any other yaku and without dora."""
    return counted(hand, {"renhou": 5}, {}, reading)


def counted(hand: Hand, yaku: dict, bonus: dict, reading: Reading) -> dict:
    items = {} if reading.shape == ("orphans",) else reading.fu_items()
    fu = 25 if "chiitoitsu" in items else ceil(sum(items.values()) / 10) * 10
    han = sum(yaku.values()) + sum(bonus.values())
    return {
        "patterns": yaku,
        "bonus_items": bonus,
        "han": han,
        "fu": fu or None,
        "fu_items": items,
        "limit": limit_of(hand.house, han, fu),
        "paid_units": 0,
    }


def basic(house: Mapping, han: int, fu: int) -> tuple[str | None, int]:
    """E8: the kind of limit and b, the basic points."""
    if han >= 13:
        return ("counted_yakuman", 8000) if house["kazoe_yakuman"] else ("sanbaiman", 6000)
    if han >= 5:
        kind = next(kind for least, kind in ROWS if han >= least)
        return kind, LIMITS[kind]
    b = fu * 2 ** (2 + han)
    return ("mangan", 2000) if b >= 2000 or (house["kiriage"] and b == 1920) else (None, b)


def limit_of(house: Mapping, han: int, fu: int) -> dict | None:
    kind, b = basic(house, han, fu)
    return {"kind": kind, "names": [], "value": b} if kind else None


def bonuses(hand: Hand) -> dict[str, int]:
    asked, mine = hand.asked, [*hand.tiles, *["N"] * hand.norths]
    found = {
        "dora": sum(mine.count(following(tile)) for tile in asked.get("dora_indicators", [])),
        "uradora": uradora(hand),
        "pei_dora": hand.norths,
        "akadora": asked.get("red", 0),
    }
    return {item: han for item, han in found.items() if han}


def uradora(hand: Hand) -> int:
    if not hand.riichi or not hand.house["uradora"]:
        return 0
    mine = [*hand.tiles, *["N"] * hand.norths]
    return sum(mine.count(following(tile)) for tile in hand.asked.get("ura_indicators", []))


def chips(hand: Hand, units: int) -> int:
    """E14: the chips that each payer gives."""
    house, asked = hand.house, hand.asked
    red = {"always": True, "closed": not hand.open, "riichi": bool(hand.riichi)}[house["chip_red_when"]]
    return (
        house["chip_ippatsu"] * bool(hand.riichi and asked.get("ippatsu") and house["ippatsu"])
        + house["chip_ura"] * uradora(hand)
        + house["chip_red"] * asked.get("red", 0) * red
        + house["chip_yakuman"] * units
    )


def given(winner: str, source: str | None, each: int) -> dict[str, int]:
    """Every player's change in chips if each payer gives this many."""
    change = {player: -each if source in (None, player) else 0 for player in PLAYERS}
    change[winner] = 0
    change[winner] = -sum(change.values())
    return change


# ── payments (E9, E10) ───────────────────────────────────────────────────────


def payments(hand: Hand, found: Mapping, units: int) -> dict[str, int]:
    house, asked = hand.house, hand.asked
    b = found["limit"]["value"] if found["limit"] else basic(house, found["han"], found["fu"])[1]
    liable = liabilities(house, found["patterns"], units, asked.get("pao") or {}) if units else []
    return settled(house, hand.winner, hand.dealer, hand.win.get("from"), b, asked.get("honba", 0), liable)


def liabilities(house: Mapping, patterns: Mapping, units: int, said: Mapping) -> list[tuple[str, int]]:
    """(liable player, number of the paid units), in the order of E10.5."""
    named_here = [name for name in LIABLE if name in patterns and name in named(house["pao"], LIABLE) and name in said]
    if not house["yakuman_stack"]:
        named_here = [name for name in named_here if patterns[name] == max(patterns.values())]
        return [(said[name], units) for name in named_here[:1]]
    if house["pao_covers"] == "hand":
        return [(said[name], units) for name in named_here[:1]]
    found, left = [], units
    for name in named_here:
        found.append((said[name], min(left, patterns[name])))
        left -= found[-1][1]
    return [each for each in found if each[1]]


def settled(
    house: Mapping, winner: str, dealer: str, source: str | None, b: int, honba: int, liable: list[tuple[str, int]]
) -> dict[str, int]:
    """Each player's change in points, without sticks."""
    change = Counter()
    first = liable[0][0] if liable else None
    for player, many in liable:
        b -= 8000 * many
        if source is None:
            change[player] -= sum(drawn(house, winner, dealer, 8000 * many).values())
        else:
            whole = hundreds(8000 * many * (6 if winner == dealer else 4))
            change[player] -= whole // 2
            change[source] -= whole - whole // 2
    if source is None:
        for payer, dues in drawn(house, winner, dealer, b).items():
            change[payer] -= dues
            change[first or payer] -= honba * house["honba_tsumo_each"]
    else:
        change[source] -= hundreds(b * (6 if winner == dealer else 4))
        change[first if first and house["pao_honba"] == "liable" else source] -= honba * house["honba_ron"]
    change[winner] = -sum(change.values())
    return {player: change[player] for player in PLAYERS}


def drawn(house: Mapping, winner: str, dealer: str, b: int) -> dict[str, int]:
    """Each payer's share of a self-draw (E9)."""
    third = Fraction(1, 3)
    of_dealer, of_other, to_dealer = {
        "loss": (2, 1, 2),
        "split": (Fraction(5, 2), Fraction(3, 2), 3),
        "full": (8 * third, 4 * third, 3),
    }[house["tsumo_mode"]]
    if winner == dealer:
        of_other = to_dealer
    payers = [player for player in PLAYERS if player != winner]
    return {player: hundreds(b * (of_dealer if player == dealer else of_other)) for player in payers}


def hundreds(exact: Fraction | int) -> int:
    return ceil(Fraction(exact) / 100) * 100
