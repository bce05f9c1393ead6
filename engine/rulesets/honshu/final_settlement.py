"""The final settlement: what points at the end come to in thousands (docs/rules, B4.6, B4.7, B5.12)."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.match_places import Final, Share
from engine.rulesets.honshu.house import HonshuHouseRules
from engine.seats import Points, Seat
from engine.tournament.scoring.scheme import Scheme, values

TENTHS = 10  # of a thousand points, in a thousand
POINTS = 100  # in a tenth


def settle(house: HonshuHouseRules, points: Points, order: Sequence[Seat]) -> Final:
    """What each player ends with; first takes what makes the sum 0, sticks left on the table included."""
    if sum(points) > 3 * house.start_points:
        raise RuleViolation(
            "points", _("points can add up to at most %(most)s, the total at the start."), most=3 * house.start_points
        )
    first, second, third = sorted(order, key=lambda seat: (-points[seat], order.index(seat)))
    others = [share for place, seat in ((1, second), (2, third)) for share in _shares(house, points, seat, place)]
    return Final((first, second, third), (*_firsts(house, points, first, others), *others))


def _shares(house: HonshuHouseRules, points: Points, seat: Seat, place: int) -> Iterator[Share]:
    """What second or third ends with: points over the return, uma, sinking uma."""
    yield Share(seat, rounded(points[seat] - house.return_points), "return_points", "B4.6")
    if house.uma[place]:
        yield Share(seat, TENTHS * house.uma[place], "uma", "B4.7")
    if house.sinking_uma and points[seat] < house.return_points:
        yield Share(seat, -TENTHS * house.sinking_uma, "sinking_uma", "B4.7")


def _firsts(house: HonshuHouseRules, points: Points, first: Seat, others: Sequence[Share]) -> Iterator[Share]:
    """What first ends with: the same, the sinking uma of the others, the oka; what sticks and rounding leave."""
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
    """Tenths of a thousand, halves away from zero."""
    tenths = (2 * abs(points) + POINTS) // (2 * POINTS)
    return tenths if points >= 0 else -tenths


def scheme(house: HonshuHouseRules) -> Scheme:
    """The same settlement as a tournament has it; all but the oka where less is returned than everybody began with."""
    return Scheme(
        uma=values(*house.uma),
        sinking=Fraction(house.sinking_uma),
        start_points=house.start_points,
        return_points=max(house.return_points, house.start_points),
        divisor=POINTS * TENTHS,
        tie="book",
    )
