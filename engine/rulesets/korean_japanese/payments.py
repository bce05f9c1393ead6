"""Payments for wins in the Korean/Japanese game (docs/rules, A3, A8, A11, A12.10)."""

from collections.abc import Iterator
from functools import lru_cache

from engine.hands.readings import Reading
from engine.match.entries import Win
from engine.match.payments import PaymentLine
from engine.rulesets.korean_japanese.house import KoreanJapaneseHouseRules
from engine.rulesets.scoring_types import Item, LimitHand, Score
from engine.seats import Seat

_HONG_KONG = ((2, 0), (4, 1), (6, 2), (10, 4), (10**9, 8))


def discarder(house: KoreanJapaneseHouseRules, win: Win) -> Seat | None:
    """The player who pays as the discarder; None if both opponents pay as on a self-draw (A8)."""
    if win.by == "rob_kong" and house.rob_kong_pays_as == "wall":
        return None
    return win.source


def owed(house: KoreanJapaneseHouseRules, win: Win, bonus_points: int, winning: int) -> dict[Seat, int]:
    """The bonus-points that each opponent owes. Opponents with a discount don't owe the points for winning (A7, A9)."""
    counts = house.ready_discount
    discounted = win.waiting if counts == "waiting" else win.opp_declared if counts == "declared" else ()
    less = max(bonus_points - winning, 0)
    one, other = win.winner.others
    return {one: less if one in discounted else bonus_points, other: less if other in discounted else bonus_points}


def counted(
    house: KoreanJapaneseHouseRules,
    win: Win,
    hand: tuple[tuple[Item, ...], int],
    bonus: tuple[tuple[Item, ...], int],
    winning: int,
    reading: Reading | None = None,
) -> Score:
    """The score of a counted hand, checked against the minimum.

    `hand`, `bonus`: the items and their total points; the bonus total includes the points for winning.
    """
    (items, points), (bonus_items, bonus_points) = hand, bonus
    if house.three_ready == "hand_points_only" and win.all_declared:
        bonus_items, bonus_points = (), 0
    enough = points >= house.min_hand_points
    return Score(
        win.winner,
        items=items,
        points=points,
        bonus_items=bonus_items,
        bonus_points=bonus_points,
        owed=owed(house, win, bonus_points, winning),
        legal=enough,
        reason=None if enough else "minimum_not_reached",
        reading=reading,
    )


def goulash(house: KoreanJapaneseHouseRules, drawn: int) -> int:
    """The points that each opponent owes after `drawn` goulashes in a row (A3.2, A3.5)."""
    owed = house.goulash_per_draw * drawn
    cap = house.goulash_cap
    return owed if cap is None else min(owed, cap)


def pay(house: KoreanJapaneseHouseRules, win: Win, score: Score, drawn: int) -> tuple[PaymentLine, ...]:
    """The payments of one win: the count or the limit, then the goulash."""
    if score.limit:
        lines = tuple(_limit(house, win, score.limit))
    else:
        lines = tuple(_count(house, win, score))
        if house.unit_table:
            lines = tuple(_units(win, lines))
    if (points := goulash(house, drawn)) and (not score.limit or house.goulash_on_limit):
        lines += tuple(PaymentLine(payer, win.winner, points, "goulash", "A3", drawn) for payer in win.winner.others)
    return lines


def _limit(house: KoreanJapaneseHouseRules, win: Win, limit: LimitHand) -> Iterator[PaymentLine]:
    payer = discarder(house, win)
    for seat in win.winner.others:
        times = 1
        if payer is not None and house.limit_discard != "single_each":
            double_only = house.limit_discard == "discarder_double_only"
            times = 2 if seat is payer else 0 if double_only else 1
        if times * limit.value:
            yield PaymentLine(seat, win.winner, times * limit.value, f"limit_{limit.kind}", "A11", times, limit.value)


def _count(house: KoreanJapaneseHouseRules, win: Win, score: Score) -> Iterator[PaymentLine]:
    winner, points, payer = win.winner, score.points or 0, discarder(house, win)
    for seat, times, debtors in _shares(house.payment_mode, winner, payer, payer in win.waiting):
        if times * points:
            yield PaymentLine(seat, winner, times * points, "hand_points", "A8", times, points)
        for debtor in debtors:
            if owed := score.owed[debtor]:
                rule = "bonus_points" if debtor is seat else "bonus_points_for_other"
                yield PaymentLine(seat, winner, owed, rule, "A8")


@lru_cache(256)
def _shares(mode: str, winner: Seat, payer: Seat | None, ready: bool) -> tuple[tuple[Seat, int, tuple[Seat, ...]], ...]:
    """Return (seat, multiple of the hand-points, players whose bonus-points the seat pays) for each opponent.

    `payer`: the discarder, or None; `ready`: whether the discarder was waiting.
    """
    if payer is None:
        return tuple((seat, 1, (seat,)) for seat in winner.others)
    other = next(seat for seat in winner.others if seat is not payer)
    own_bonus = mode == "double_hand_each_bonus"
    shared_hand = mode == "discarder_covers_bonus" or (mode == "discarder_covers_all_unless_ready" and ready)
    shares = {
        payer: (1 if shared_hand else 2, (payer,) if own_bonus else (payer, other)),
        other: (1 if shared_hand else 0, (other,) if own_bonus else ()),
    }
    return tuple((seat, *shares[seat]) for seat in winner.others)


def _units(win: Win, lines: tuple[PaymentLine, ...]) -> Iterator[PaymentLine]:
    """Convert each payer's hand- and bonus-points using the Hong Kong table (A12.10, A17.5)."""
    for seat in win.winner.others:
        counted = sum(line.points for line in lines if line.payer is seat)
        units = next(unit for most, unit in _HONG_KONG if counted <= most)
        if units:
            yield PaymentLine(seat, win.winner, units, "unit_table", "A12.10", 1, counted)
