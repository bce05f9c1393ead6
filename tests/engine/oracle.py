"""Payments for a win: a second implementation, written from rules A3, A8, A9, A11, A12.6 and A12.10.

Written as tables, independent of the engine. It takes the keys of an entry and plain house rules.
"""

from collections.abc import Mapping

PLAYERS = ("P1", "P2", "P3")
# A8, a win on another player's tile: multiples of (hand-points, B of the discarder, B of the other)
# paid by the discarder, and then by the other player.
SPLITS = {
    "double_hand_each_bonus": ((2, 1, 0), (0, 0, 1)),
    "discarder_covers_bonus": ((1, 1, 1), (1, 0, 0)),
    "discarder_covers_all": ((2, 1, 1), (0, 0, 0)),
}
# A11: units that the discarder and the other pay for a limit hand.
LIMIT_UNITS = {"double_plus_single": (2, 1), "discarder_double_only": (2, 0), "single_each": (1, 1)}
# A12.10: (points from which a payer owes these units, units).
HONG_KONG = ((11, 8), (7, 4), (5, 2), (3, 1), (0, 0))


def payments(house: Mapping, entry: Mapping, drawn: int) -> dict[str, int]:
    """Each player's change in points for `entry`, a win by numbers, after `drawn` goulashes in a row."""
    winner = entry["winner"]
    opponents = [player for player in PLAYERS if player != winner]
    dues = limit_dues(house, entry, opponents) if "limit" in entry else count_dues(house, entry, opponents)
    surcharge = goulash(house, "limit" in entry, drawn)
    change = {player: -dues[player] - surcharge for player in opponents}
    return {**change, winner: -sum(change.values())}


def goulash(house: Mapping, limit: bool, drawn: int) -> int:
    if limit and not house["goulash_on_limit"]:
        return 0
    points = drawn * house["goulash_per_draw"]
    return points if house["goulash_cap"] is None else min(points, house["goulash_cap"])


def pays_as_discarder(house: Mapping, entry: Mapping) -> str | None:
    by = entry["win"]["by"]
    if by == "wall" or by == "rob_kong" and house["rob_kong_pays_as"] == "wall":
        return None
    return entry["win"]["from"]


def limit_dues(house: Mapping, entry: Mapping, opponents: list[str]) -> dict[str, int]:
    full = house["limit"]
    half = full // 2 if house["half_limit"] is None else house["half_limit"]
    unit = {"full": full, "half": half}[entry["limit"]]
    discarder = pays_as_discarder(house, entry)
    if discarder is None:
        return dict.fromkeys(opponents, unit)
    first, second = LIMIT_UNITS[house["limit_discard"]]
    return {player: unit * (first if player == discarder else second) for player in opponents}


def owes(house: Mapping, entry: Mapping, player: str) -> int:
    """B of one opponent: the bonus-points, without the 2 for winning if the opponent gets the discount (A9)."""
    if house["three_ready"] == "hand_points_only" and everybody_declared(entry):
        return 0
    bonus = entry["bonus_points"]
    who = {"waiting": "waiting", "declared": "opp_declared", "none": None}[house["ready_discount"]]
    discount = who is not None and entry.get(who, {}).get(player, False) and "win" not in house["items_off"]
    return bonus - 2 if discount else bonus


def everybody_declared(entry: Mapping) -> bool:
    opponents = [player for player in PLAYERS if player != entry["winner"]]
    one_by_one = entry.get("declared_ready", False) and all(
        entry.get("opp_declared", {}).get(player, False) for player in opponents
    )
    return entry.get("all_declared", False) or one_by_one


def count_dues(house: Mapping, entry: Mapping, opponents: list[str]) -> dict[str, int]:
    hand, bonus = entry["hand_points"], {player: owes(house, entry, player) for player in opponents}
    discarder = pays_as_discarder(house, entry)
    if discarder is None:
        dues = {player: hand + bonus[player] for player in opponents}
    else:
        (other,) = (player for player in opponents if player != discarder)
        worth = (hand, bonus[discarder], bonus[other])
        shares = split(house["payment_mode"], entry.get("waiting", {}).get(discarder, False))
        dues = {
            player: sum(often * points for often, points in zip(share, worth, strict=True))
            for player, share in zip((discarder, other), shares, strict=True)
        }
    if house["unit_table"] == "hk":
        return {player: in_units(points) for player, points in dues.items()}
    return dues


def split(mode: str, discarder_waited: bool) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    if mode == "discarder_covers_all_unless_ready":
        mode = "discarder_covers_bonus" if discarder_waited else "discarder_covers_all"
    return SPLITS[mode]


def in_units(points: int) -> int:
    return next(units for least, units in HONG_KONG if points >= least)
