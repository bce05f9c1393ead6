"""The final settlement, from points to thousands (docs/rules, B4.6, B4.7, B4.14, B4.15, B5.12)."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from engine.match.payments import Final, Share
from engine.rulesets.honshu.house import HonshuHouseRules
from engine.rulesets.riichi.settlement import POINTS, TENTHS, check_total, tenths_of
from engine.seats import Points, Seat
from engine.tournament.scoring.scheme import Scheme, values


def settle(house: HonshuHouseRules, points: Points, order: Sequence[Seat], chips: Points) -> Final:
    """The result of a match. First place also gets the remainder that makes the sum 0, e.g. from sticks on the table.

    `order` decides between equal points. Raises `RuleViolation` if the points exceed the total at the start.
    """
    check_total(house, points)
    first, second, third = sorted(order, key=lambda seat: (-points[seat], order.index(seat)))
    others = [
        share for place, seat in ((1, second), (2, third)) for share in _shares(house, points, chips, seat, place)
    ]
    return Final((first, second, third), (*_shares_of_first(house, points, chips, first, others), *others))


def _shares(house: HonshuHouseRules, points: Points, chips: Points, seat: Seat, place: int) -> Iterator[Share]:
    """Yield the shares of second or third place."""
    yield from _own(house, points, chips, seat)
    if house.uma[place]:
        yield Share(seat, TENTHS * house.uma[place], "uma", "B4.7")
    if house.sinking_uma and points[seat] < house.return_points:
        yield Share(seat, -TENTHS * house.sinking_uma, "sinking_uma", "B4.7")
    if house.bust_prize and points[seat] < (house.bust_below or 0):
        yield Share(seat, -TENTHS * house.bust_prize, "bust_prize", "B4.15")


def _own(house: HonshuHouseRules, points: Points, chips: Points, seat: Seat) -> Iterator[Share]:
    """Yield what a player's own points and chips are worth."""
    yield Share(seat, tenths_of(points[seat] - house.return_points), "return_points", "B4.6")
    if chips[seat] and house.chip_points:
        yield Share(seat, tenths_of(chips[seat] * house.chip_points), "chips", "B4.14")


def _shares_of_first(
    house: HonshuHouseRules, points: Points, chips: Points, first: Seat, others: Sequence[Share]
) -> Iterator[Share]:
    """Yield the shares of first place, including payments by the others, the oka, leftover sticks and rounding."""
    shares = [
        *_own(house, points, chips, first),
        Share(first, TENTHS * house.uma[0], "uma", "B4.7"),
        *(
            Share(first, -sum(share.tenths for share in others if share.rule == rule), rule, clause)
            for rule, clause in (("sinking_uma", "B4.7"), ("bust_prize", "B4.15"))
        ),
        Share(first, tenths_of(3 * (house.return_points - house.start_points)), "oka", "B4.6"),
    ]
    rest = -sum(share.tenths for share in (*shares, *others))
    yield from (share for share in (*shares, Share(first, rest, "left_over", "B5.12")) if share.tenths)


def scheme(house: HonshuHouseRules) -> Scheme:
    """The settlement of a match as a tournament scheme.

    If the return points are lower than the starting points, the scheme uses the starting points instead.
    """
    return Scheme(
        uma=values(*house.uma),
        sinking=Fraction(house.sinking_uma),
        start_points=house.start_points,
        return_points=max(house.return_points, house.start_points),
        divisor=POINTS * TENTHS,
        tie="book",
        chip_points=house.chip_points,
        bust=Fraction(house.bust_prize),
        bust_below=house.bust_below or 0,
    )
