"""Payments for wins in the Malaysian fan game (docs/rules, C2.3, C2.4). They are our choice; no source has them."""

from collections.abc import Iterator

from engine.match.entries import Win
from engine.match.payments import PaymentLine
from engine.rulesets.malaysian_fan.house import MalaysianFanHouseRules
from engine.rulesets.scoring_types import Score

CLAUSE = "C2.4"


def units(house: MalaysianFanHouseRules, fan: int) -> int:
    """The price of a hand of `fan`, up to the maximum: linear, or doubled for each fan above the minimum."""
    paid = min(fan, house.max_fan)
    return int(2 ** (paid - house.min_fan)) if house.unit == "doubling" else paid


def pay(house: MalaysianFanHouseRules, win: Win, score: Score) -> Iterator[PaymentLine]:
    """Yield the payments of one legal win; the house rule `payment` decides about discards."""
    value = score.limit.value if score.limit else units(house, score.points or 0)
    rule = "limit_maximum" if score.limit else "fan"
    for seat in win.winner.others:
        times = 1
        if win.source is not None and house.payment == "discarder_double":
            times = 2 if seat is win.source else 0
        if times * value:
            yield PaymentLine(seat, win.winner, times * value, rule, CLAUSE, times, value)
