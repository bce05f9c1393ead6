"""Who pays for a win in the Korean/Japanese game (docs/rules, A3, A8, A11, A12.10)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.entries import Win
from engine.payments import Line
from engine.rulesets.base import Score
from engine.seats import Seat

House = Mapping[str, Any]


def discarder(house: House, win: Win) -> Seat | None:
    """The player who pays as discarder; None where everybody pays as from the wall (A8)."""
    if win.by == "rob_kong" and house["rob_kong_pays_as"] == "wall":
        return None
    return win.source


def owed(house: House, win: Win, bonus_points: int, winning: int) -> dict[Seat, int]:
    """The bonus-points that each opponent owes: a waiting one not the 2 for winning (A7, A9)."""
    ready = {"waiting": win.waiting, "declared": win.opp_declared, "none": frozenset()}
    discounted = ready[house["ready_discount"]]
    less = max(bonus_points - winning, 0)
    return {seat: less if seat in discounted else bonus_points for seat in win.winner.others}


def goulash(house: House, drawn: int) -> int:
    """What each opponent owes on top after `drawn` goulashes in a row (A3.2, A3.5)."""
    owed: int = house["goulash_per_draw"] * drawn
    cap = house["goulash_cap"]
    return owed if cap is None else min(owed, cap)


def pay(house: House, win: Win, score: Score, drawn: int) -> Iterator[Line]:
    """All lines of one win: the count or the limit, then the goulash."""
    if score.limit:
        yield from _limit(house, win, score)
    else:
        counted = _count(house, win, score)
        yield from _units(win, tuple(counted)) if house["unit_table"] else counted
    if drawn and (not score.limit or house["goulash_on_limit"]):
        for payer in win.winner.others:
            if points := goulash(house, drawn):
                yield Line(payer, win.winner, points, "goulash", "A3", drawn)


def _limit(house: House, win: Win, score: Score) -> Iterator[Line]:
    assert score.limit is not None
    payer = discarder(house, win)
    for seat in win.winner.others:
        times = 1
        if payer is not None and house["limit_discard"] != "single_each":
            double_only = house["limit_discard"] == "discarder_double_only"
            times = 2 if seat is payer else 0 if double_only else 1
        value = score.limit.value
        if times * value:
            rule = f"limit_{score.limit.kind}"
            yield Line(seat, win.winner, times * value, rule, "A11", times, value)


def _count(house: House, win: Win, score: Score) -> Iterator[Line]:
    payer = discarder(house, win)
    for seat in win.winner.others:
        times, bonus_of = _share(house, win, payer, seat)
        points = score.points or 0
        if times * points:
            yield Line(seat, win.winner, times * points, "hand_points", "A8", times, points)
        for debtor in bonus_of:
            if owed := score.owed[debtor]:
                rule = "bonus_points" if debtor is seat else "bonus_points_for_other"
                yield Line(seat, win.winner, owed, rule, "A8")


def _share(house: House, win: Win, payer: Seat | None, seat: Seat) -> tuple[int, tuple[Seat, ...]]:
    """(how many times the hand-points, whose bonus-points) `seat` pays under the payment mode."""
    if payer is None:
        return 1, (seat,)
    other = next(each for each in win.winner.others if each is not payer)
    everybody_hand = {
        "double_hand_each_bonus": False,
        "discarder_covers_bonus": True,
        "discarder_covers_all_unless_ready": payer in win.waiting,
        "discarder_covers_all": False,
    }[house["payment_mode"]]
    each_own_bonus = house["payment_mode"] == "double_hand_each_bonus"
    if seat is payer:
        return (1 if everybody_hand else 2), ((payer,) if each_own_bonus else (payer, other))
    return (1 if everybody_hand else 0), ((other,) if each_own_bonus else ())


def _units(win: Win, lines: tuple[Line, ...]) -> Iterator[Line]:
    """Each payer's hand- and bonus-points converted by the Hong Kong table (A12.10, A17.5)."""
    for seat in win.winner.others:
        counted = sum(line.points for line in lines if line.payer is seat)
        units = next(unit for most, unit in _HONG_KONG if counted <= most)
        if units:
            yield Line(seat, win.winner, units, "unit_table", "A12.10", 1, counted)


_HONG_KONG = ((2, 0), (4, 1), (6, 2), (10, 4), (10**9, 8))
