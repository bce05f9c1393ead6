"""Matches and settlements of riichi sanma: a second implementation, written from rules E2 and E9 to E15.

Takes the entries of `manage.py score` (types match, draw, settlement) and returns their results. It shares no code with
the engine; `riichi_oracle` counts hands.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from tests.engine.honshu_readings import PLAYERS
from tests.engine.riichi_oracle import LIMITS, NOBODY, basic, chips, drawn, given, liabilities, result, settled
from tests.engine.riichi_readings import HAN, YAKUMAN, Hand, named

DEALS = {"east": 3, "east_south": 6, "east_south_west": 9}
LISTS = ("payments", "points", "dealers", "honba", "rounds", "sticks", "chips", "ended")


class Counted(NamedTuple):
    """The count of a hand: basic points, units paid, yakuman with their units, chips of each payer."""

    b: int
    units: int
    yakuman: Mapping[str, int]
    chips: int


class Match:
    """A table and its state between hands."""

    def __init__(self, house: Mapping) -> None:
        self.house = house
        self.deal, self.honba, self.sticks, self.ended = 0, 0, 0, None
        self.points = dict.fromkeys(PLAYERS, house["start_points"])
        self.result: dict[str, list] = {name: [] for name in LISTS}

    @property
    def dealer(self) -> str:
        return PLAYERS[self.deal % 3]

    @property
    def regular(self) -> int:
        return DEALS[self.house["length"]]

    @property
    def wind(self) -> str:
        if self.deal >= self.regular and self.house["extension"] == "return_east":
            return "E"
        return "ESW"[self.deal // 3 % 3]

    @property
    def seats(self) -> dict[str, str]:
        return {player: "ESW"[(at - self.deal) % 3] for at, player in enumerate(PLAYERS)}

    def play(self, entry: Mapping) -> None:
        """The result of one entry, and whether the match is over after it."""
        assert self.ended is None
        now = {"dealers": self.dealer, "honba": self.honba, "rounds": self.wind}
        chip_change: dict[str, int] = dict(NOBODY)
        if "penalty" in entry or "chombo" in entry:
            change = self.fine(entry)
            self.pay(change)
            self.ended = self.broke_or_cold()
        else:
            self.put_down(entry)
            if "abort" in entry:
                change = dict(NOBODY)
                repeats = True
            elif "winner" in entry or "wins" in entry:
                change, chip_change, repeats = self.won(entry)
            else:
                change, repeats = self.undecided(entry)
            self.pay(change)
            self.ended = self.after(entry, repeats)
        told = {**now, "payments": change, "points": dict(self.points), "sticks": self.sticks, "chips": chip_change}
        for name, value in {**told, "ended": self.ended}.items():
            self.result[name].append(value)

    def pay(self, change: Mapping[str, int]) -> None:
        for player in PLAYERS:
            self.points[player] += change[player]

    def put_down(self, entry: Mapping) -> None:
        """Collect the sticks of this hand (E2.6)."""
        ready = {*entry.get("riichi_by", []), *(hand["winner"] for hand in hands_of(entry) if is_riichi(hand))}
        for player in ready:
            self.points[player] -= self.house["riichi_stick"]
        self.sticks += len(ready) if self.house["riichi_stick"] else 0  # a stick worth 0 doesn't count

    # ── payments ─────────────────────────────────────────────────────────────

    def fine(self, entry: Mapping) -> dict[str, int]:
        """A penalty of the given amounts; a chombo (E15): a reversed mangan without North's share, or a fixed sum."""
        if "penalty" in entry:
            return {**NOBODY, **entry["penalty"]}
        who, change = entry["chombo"], dict(NOBODY)
        for player in PLAYERS:
            if player != who and self.house["chombo"] == "each":
                change[player] = self.house["chombo_each"]
            elif player != who:
                change[player] = 4000 if self.dealer in (who, player) else 2000
        change[who] = -sum(change.values())
        return change

    def won(self, entry: Mapping) -> tuple[dict, dict, bool]:
        """(payments, chips, whether the dealer repeats)."""
        source = hands_of(entry)[0]["win"].get("from")
        turn = sorted(hands_of(entry), key=lambda hand: PLAYERS.index(hand["winner"]))
        if source:
            at = PLAYERS.index(source)
            turn.sort(key=lambda hand: (PLAYERS.index(hand["winner"]) - at) % 3)
        if self.house["multiple_ron"] == "head_bump":
            turn = turn[:1]
        change, chip_change = Counter(), Counter()
        for place, hand in enumerate(turn):
            counted = self.count(hand)
            liable = self.liable(hand, counted, hand.get("pao") or {})
            honba = self.honba if place == 0 else 0
            change.update(settled(self.house, hand["winner"], self.dealer, source, counted.b, honba, liable))
            chip_change.update(given(hand["winner"], source, counted.chips))
        self.points[turn[0]["winner"]] += self.sticks * self.house["riichi_stick"]
        self.sticks = 0
        repeats = self.dealer in [hand["winner"] for hand in turn] and self.house["renchan"] != "none"
        return ({player: change[player] for player in PLAYERS}, {p: chip_change[p] for p in PLAYERS}, repeats)

    def liable(self, hand: Mapping, counted: Counted, pao: Mapping) -> list[tuple[str, int]]:
        if not counted.units:
            return []
        units = counted.yakuman
        if "yakuman" in hand:
            double = "daisuushii" in named(self.house["double_yakuman"], ("daisuushii",))
            units = {name: 2 if name == "daisuushii" and double else 1 for name in pao}
            if not self.house["yakuman_stack"]:  # assume another yakuman with as many units as are paid
                units["other"] = min(counted.units, 2)
        return liabilities(self.house, units, counted.units, pao)

    def count(self, hand: Mapping) -> Counted:
        house = self.house
        if "concealed" in hand:
            asked = {**hand, "hand_no": 1, "seats": self.seats, "round": self.wind, "honba": 0, "sticks": 0}
            del asked["hand_no"]
            found = result(house, asked)
            assert found["legal"], found
            units = found["limit"]["value"] // 8000 if found["han"] is None else 0
            b = found["limit"]["value"] if found["limit"] else basic(house, found["han"], found["fu"])[1]
            return Counted(b, units, found["patterns"] if units else {}, chips(Hand(house, asked), units))
        told = hand.get("chips", 0)
        if "yakuman" in hand:
            return Counted(8000 * hand["yakuman"], hand["yakuman"], {}, told)
        if "limit" in hand:
            return Counted(LIMITS[hand["limit"]], 0, {}, told)
        if "han" in hand:
            return Counted(basic(house, hand["han"], hand.get("fu", 0))[1], 0, {}, told)
        ticked = Counter(hand["patterns"])
        if any(item in YAKUMAN and (item != "renhou" or house["renhou"] == "yakuman") for item in ticked):
            units = min(house["yakuman_cap"], ticked.total() if house["yakuman_stack"] else max(ticked.values()))
            return Counted(8000 * units, units, ticked, told)
        han = sum(HAN[item][hand.get("open", False)] * times for item, times in ticked.items())
        han += sum(hand.get("bonus_items", {}).values())
        fu = 25 if "chiitoitsu" in ticked else hand.get("fu", 0)
        return Counted(basic(house, han, fu)[1], 0, {}, told)

    def undecided(self, entry: Mapping) -> tuple[dict[str, int], bool]:
        """An exhaustive draw (E11)."""
        tenpai = entry.get("tenpai", [])
        in_south = self.deal >= 3
        repeats = (
            self.dealer in tenpai
            and {"win_or_tenpai": True, "win": False, "tenpai_from_south": in_south, "none": False}[
                self.house["renchan"]
            ]
        )
        return undecided(self.house, self.dealer, tenpai, entry.get("nagashi", [])), repeats

    # ── next hand ────────────────────────────────────────────────────────────

    def after(self, entry: Mapping, repeats: bool) -> str | None:
        """Move the deal (E2.3, E2.4). Returns why the match is over (E12), or None."""
        won, aborted = "winner" in entry or "wins" in entry, "abort" in entry
        at, target = self.deal, self.house["target_points"]
        over = self.broke_or_cold() or (None if aborted else self.over(won, repeats, at, target))
        self.honba = self.honba + 1 if repeats or not won else 0
        self.deal += not repeats
        return over

    def broke_or_cold(self) -> str | None:
        lowest, highest = min(self.points.values()), max(self.points.values())
        if lowest < {"below_zero": 0, "zero": 1, "off": lowest}[self.house["bust"]]:
            return "bust"
        return "cold" if self.house["cold_points"] and highest >= self.house["cold_points"] else None

    def over(self, won: bool, repeats: bool, at: int, target: int) -> str | None:
        house, highest = self.house, max(self.points.values())
        plays_on = house["extension"] != "none" and target
        first = max(PLAYERS, key=lambda player: self.points[player])
        yame = "agari_yame" if won else "tenpai_yame"
        if at >= self.regular - 1 and repeats and house[yame] and first == self.dealer and highest >= target:
            return yame
        if at >= self.regular and highest >= target and (not repeats or house["sudden_death"] == "any_hand"):
            return "target"
        if repeats:
            return None
        if at == self.regular - 1 and (highest >= target or not plays_on):
            return "last_hand"
        return "last_hand" if at == self.regular + 2 else None


def hands_of(entry: Mapping) -> Sequence[Mapping]:
    return entry.get("wins") or ([entry] if "winner" in entry else [])


def is_riichi(hand: Mapping) -> bool:
    return bool(hand.get("riichi")) or bool({"riichi", "double_riichi"} & set(hand.get("patterns", [])))


def undecided(house: Mapping, dealer: str, tenpai: Sequence[str], nagashi: Sequence[str]) -> dict[str, int]:
    """The payments of an exhaustive draw (E11.1, E11.2)."""
    change = Counter(dict(NOBODY))
    for player in nagashi:
        dues = drawn(house, player, dealer, 2000)
        change.update({payer: -due for payer, due in dues.items()})
        change[player] += sum(dues.values())
    if not nagashi and len(tenpai) in (1, 2):
        for player in PLAYERS:
            change[player] = house["noten_pool"] // len(tenpai) if player in tenpai else 0
            change[player] -= 0 if player in tenpai else house["noten_pool"] // (3 - len(tenpai))
    return {player: change[player] for player in PLAYERS}


# ── settlement (E13) ─────────────────────────────────────────────────────────


def settlement(house: Mapping, asked: Mapping) -> dict[str, float]:
    """The final results, in thousands."""
    points, order = asked["points"], list(asked.get("seat_order") or PLAYERS)
    told_chips = asked.get("chips") or NOBODY
    ranked = sorted(order, key=lambda player: -points[player])
    final: dict[str, int] = {}
    alike = {
        player: [each for each in ranked if points[each] == points[player] or each == player]
        if house["ties"] == "share"
        else [player]
        for player in ranked
    }
    for player in ranked:
        tied = alike[player]
        exact = Fraction(rounded(points[player], house["rounding"]) - house["return_points"], 100)
        exact += Fraction(told_chips[player] * house["chip_points"], 100)
        exact += Fraction(10 * sum(house["uma"][ranked.index(each)] for each in tied), len(tied))
        if ranked[0] not in tied and tied == [player] and points[player] < house["return_points"]:
            exact -= 10 * house["sinking_uma"]
        final[player] = to_tenths(exact)
    # First place gets the difference to a sum of 0. Tied players share it, and the earliest seat gets the remainder.
    tops, left = alike[ranked[0]], -sum(final.values())
    for player in tops:
        final[player] += left // len(tops)
    final[min(tops, key=order.index)] -= sum(final.values())
    return {player: final[player] / 10 for player in points}


def to_tenths(exact: Fraction) -> int:
    """Rounded to tenths, halves away from zero."""
    size = int(abs(exact) + Fraction(1, 2))
    return size if exact >= 0 else -size


def rounded(points: int, how: str) -> int:
    """Points rounded, in points (E13.2)."""
    sign, size = (1 if points >= 0 else -1), abs(points)
    if how == "tenth":
        return sign * ((size + 50) // 100 * 100)
    up = size % 1000 >= (500 if how == "thousand" else 600)
    return sign * (size // 1000 + up) * 1000
