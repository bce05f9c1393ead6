"""The course of a match: the next dealer, honba, the end, the final settlement (docs/rules, B4, B5.11, B5.12)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.match.entries import Draw, Entry, Hand
from engine.match.payments import Final, Pot, Share
from engine.rulesets.honshu.house import HonshuHouseRules
from engine.rulesets.scoring_types import Settlement, TableState, deal
from engine.seats import Points, Seat, Wind, add
from engine.tournament.scoring.scheme import Scheme, values

WINDS = (Wind.E, Wind.S, Wind.W)
LENGTHS = {"east": 3, "east_south": 6}
TENTHS = 10  # tenths in a thousand points
POINTS = 100  # points in a tenth of a thousand


def advance(house: HonshuHouseRules, state: TableState, entry: Entry, settled: Settlement) -> TableState:
    """The table after `entry`. After a penalty, the hand is played again."""
    balances = add(state.balances, settled.payments)
    hand_no, honba, renchan = state.hand_no, state.honba, state.renchan
    if isinstance(entry, Hand | Draw):
        again = repeats(house, state.dealer, entry, settled)
        honba = honba + 1 if again or isinstance(entry, Draw) else 0
        renchan = renchan + 1 if again else 0
        hand_no += not again
    return replace(
        deal(hand_no, state.length, WINDS),
        balances=balances,
        honba=honba,
        sticks=state.sticks + settled.to_table,
        renchan=renchan,
        finished=hand_no > state.length or bust(house, balances),
    )


def repeats(house: HonshuHouseRules, dealer: Seat, entry: Hand | Draw, settled: Settlement) -> bool:
    """Whether the dealer deals again (B4.5): as a paid winner, or if tenpai in a drawn hand."""
    if house.renchan == "none":
        return False
    if isinstance(entry, Draw):
        return house.renchan == "win_or_tenpai" and dealer in entry.tenpai
    return any(line.payee is dealer and line.payer is not Pot.TABLE for line in settled.lines)


def bust(house: HonshuHouseRules, balances: Points) -> bool:
    """Whether a player has too few points to continue (B4.9)."""
    return house.bust != "off" and min(balances) < (1 if house.bust == "zero" else 0)


# ── the final settlement, from points to thousands ───────────────────────────


def settle(house: HonshuHouseRules, points: Points, order: Sequence[Seat]) -> Final:
    """The result of a match. First place also gets the remainder that makes the sum 0, e.g. from sticks on the table.

    `order` decides between equal points. Raises `RuleViolation` if the points exceed the total at the start.
    """
    if sum(points) > 3 * house.start_points:
        raise RuleViolation(
            "points", _("points can add up to at most %(most)s, the total at the start."), most=3 * house.start_points
        )
    first, second, third = sorted(order, key=lambda seat: (-points[seat], order.index(seat)))
    others = [share for place, seat in ((1, second), (2, third)) for share in _shares(house, points, seat, place)]
    return Final((first, second, third), (*_shares_of_first(house, points, first, others), *others))


def _shares(house: HonshuHouseRules, points: Points, seat: Seat, place: int) -> Iterator[Share]:
    """Yield the shares of second or third place: points minus the return points, uma and sinking uma."""
    yield Share(seat, _rounded(points[seat] - house.return_points), "return_points", "B4.6")
    if house.uma[place]:
        yield Share(seat, TENTHS * house.uma[place], "uma", "B4.7")
    if house.sinking_uma and points[seat] < house.return_points:
        yield Share(seat, -TENTHS * house.sinking_uma, "sinking_uma", "B4.7")


def _shares_of_first(house: HonshuHouseRules, points: Points, first: Seat, others: Sequence[Share]) -> Iterator[Share]:
    """Yield the shares of first place, including the others' sinking uma, the oka, remaining sticks and rounding."""
    oka = 3 * (house.return_points - house.start_points)
    shares = (
        Share(first, _rounded(points[first] - house.return_points), "return_points", "B4.6"),
        Share(first, TENTHS * house.uma[0], "uma", "B4.7"),
        Share(first, -sum(share.tenths for share in others if share.rule == "sinking_uma"), "sinking_uma", "B4.7"),
        Share(first, _rounded(oka), "oka", "B4.6"),
    )
    rest = -sum(share.tenths for share in (*shares, *others))
    yield from (share for share in (*shares, Share(first, rest, "left_over", "B5.12")) if share.tenths)


def _rounded(points: int) -> int:
    """Convert points to tenths of a thousand, with halves rounded away from zero."""
    tenths = (2 * abs(points) + POINTS) // (2 * POINTS)
    return tenths if points >= 0 else -tenths


def scheme(house: HonshuHouseRules) -> Scheme:
    """The settlement of a match as a tournament scheme. Return points below the starting points are raised to them."""
    return Scheme(
        uma=values(*house.uma),
        sinking=Fraction(house.sinking_uma),
        start_points=house.start_points,
        return_points=max(house.return_points, house.start_points),
        divisor=POINTS * TENTHS,
        tie="book",
    )
