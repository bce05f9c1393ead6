"""The final settlement, from points to thousands (docs/rules, B4.6, B4.7, B5.12)."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.match.payments import Final, Share
from engine.rulesets.honshu.house import HonshuHouseRules
from engine.seats import Points, Seat
from engine.tournament.scoring.scheme import Scheme, values

TENTHS = 10  # of a thousand points, in a thousand
POINTS = 100  # in a tenth


def settle(house: HonshuHouseRules, points: Points, order: Sequence[Seat]) -> Final:
    """The result of a match. First place also gets the remainder that makes the sum 0, e.g. sticks on the table.

    `order` decides between equal points. Raises `RuleViolation` for points above the total at the start.
    """
    if sum(points) > 3 * house.start_points:
        raise RuleViolation(
            "points", _("points can add up to at most %(most)s, the total at the start."), most=3 * house.start_points
        )
    first, second, third = sorted(order, key=lambda seat: (-points[seat], order.index(seat)))
    others = [share for place, seat in ((1, second), (2, third)) for share in _shares(house, points, seat, place)]
    return Final((first, second, third), (*_shares_of_first(house, points, first, others), *others))


def _shares(house: HonshuHouseRules, points: Points, seat: Seat, place: int) -> Iterator[Share]:
    """The shares of second or third place: points compared with the return points, uma, sinking uma."""
    yield Share(seat, rounded(points[seat] - house.return_points), "return_points", "B4.6")
    if house.uma[place]:
        yield Share(seat, TENTHS * house.uma[place], "uma", "B4.7")
    if house.sinking_uma and points[seat] < house.return_points:
        yield Share(seat, -TENTHS * house.sinking_uma, "sinking_uma", "B4.7")


def _shares_of_first(house: HonshuHouseRules, points: Points, first: Seat, others: Sequence[Share]) -> Iterator[Share]:
    """The shares of first place: the same, the others' sinking uma, the oka, and the rest from sticks and rounding."""
    oka = 3 * (house.return_points - house.start_points)
    shares = (
        Share(first, rounded(points[first] - house.return_points), "return_points", "B4.6"),
        Share(first, TENTHS * house.uma[0], "uma", "B4.7"),
        Share(first, -sum(share.tenths for share in others if share.rule == "sinking_uma"), "sinking_uma", "B4.7"),
        Share(first, rounded(oka), "oka", "B4.6"),
    )
    rest = -sum(share.tenths for share in (*shares, *others))
    yield from (share for share in (*shares, Share(first, rest, "left_over", "B5.12")) if share.tenths)


def rounded(points: int) -> int:
    """Points in tenths of a thousand, halves rounded away from zero."""
    tenths = (2 * abs(points) + POINTS) // (2 * POINTS)
    return tenths if points >= 0 else -tenths


def scheme(house: HonshuHouseRules) -> Scheme:
    """The same settlement as a tournament scheme. A negative oka (return points below the start) is ignored."""
    return Scheme(
        uma=values(*house.uma),
        sinking=Fraction(house.sinking_uma),
        start_points=house.start_points,
        return_points=max(house.return_points, house.start_points),
        divisor=POINTS * TENTHS,
        tie="book",
    )
