"""The course and the settlement of a match, where other riichi books differ (docs/rules, E2, E12, E13)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.match.entries import Draw, Entry
from engine.match.payments import Final, Share
from engine.rulesets.riichi import progression
from engine.rulesets.riichi.settlement import POINTS, TENTHS, check_total, tenths_of
from engine.rulesets.riichi_sanma.house import RiichiSanmaHouseRules
from engine.rulesets.scoring_types import Settlement, TableState
from engine.seats import Points, Seat
from engine.tournament.scoring.scheme import Scheme, values

LENGTHS = {"east": 3, "east_south": 6, "east_south_west": 9}


@dataclass(frozen=True, slots=True)
class SanmaDraw(Draw):
    """A drawn hand. `nagashi`: the players with a nagashi mangan (E11.2); `abort`: the kind of abortive draw, or ""."""

    nagashi: frozenset[Seat] = frozenset()
    abort: str = ""


def advance(house: RiichiSanmaHouseRules, state: TableState, entry: Entry, settled: Settlement) -> TableState:
    """The table after `entry`."""
    aborted = isinstance(entry, SanmaDraw) and entry.abort != ""
    return progression.advance(house, state, entry, settled, aborted=aborted, end_points=house.cold_points)


# ── the final settlement, from points to thousands (E13) ─────────────────────


def settle(house: RiichiSanmaHouseRules, points: Points, order: Sequence[Seat], chips: Points) -> Final:
    """The result of a match. First place also gets the remainder that makes the sum 0, e.g. from sticks on the table.

    `order` decides between equal points. Raises `RuleViolation` if the points exceed the total at the start.
    """
    check_total(house, points)
    ranked = sorted(order, key=lambda seat: (-points[seat], order.index(seat)))
    winners = [seat for seat in ranked if points[seat] == points[ranked[0]] and shares_places(house)] or ranked[:1]
    rest = [share for seat in ranked if seat not in winners for share in _shares(house, points, ranked, seat, chips)]
    first, second, third = ranked
    return Final((first, second, third), (*_shares_of_first(house, points, winners, chips, rest), *rest))


def shares_places(house: RiichiSanmaHouseRules) -> bool:
    """Whether equal players share their places (E13.3)."""
    return house.ties == "share"


def _own(house: RiichiSanmaHouseRules, points: Points, seat: Seat, chips: Points, fixed: int) -> Iterator[Share]:
    """Yield what a player's own points and chips are worth. `fixed`: the sum of all other shares, in tenths.

    Only the sum of all shares is rounded to tenths, so the rounding errors of points and chips can't add up (E13.2).
    """
    exact = rounded(house, points[seat]) - house.return_points + POINTS * fixed
    yield Share(seat, tenths_of(exact) - fixed, "return_points", "E13.1")
    if chips[seat] and house.chip_points:
        chip_tenths = tenths_of(exact + chips[seat] * house.chip_points) - tenths_of(exact)
        yield Share(seat, chip_tenths, "chips", "E13.1")


def _shares(
    house: RiichiSanmaHouseRules, points: Points, ranked: Sequence[Seat], seat: Seat, chips: Points
) -> Iterator[Share]:
    """Yield the shares of a player who isn't first."""
    equal = [place for place, other in enumerate(ranked) if points[other] == points[seat] and shares_places(house)]
    places = equal or [ranked.index(seat)]
    uma = TENTHS * sum(house.uma[place] for place in places) // len(places)  # exact: at most two share it
    sinking = -TENTHS * house.sinking_uma if points[seat] < house.return_points and len(places) == 1 else 0
    yield from _own(house, points, seat, chips, uma + sinking)
    if uma:
        yield Share(seat, uma, "uma", "E13.1")
    if sinking:
        yield Share(seat, sinking, "sinking_uma", "E13.1")


def _shares_of_first(
    house: RiichiSanmaHouseRules, points: Points, winners: Sequence[Seat], chips: Points, rest: Sequence[Share]
) -> Iterator[Share]:
    """Yield the shares of first place, or of the players who share it, including the remainder that makes the sum 0."""
    pools = {
        "uma": TENTHS * sum(house.uma[: len(winners)]),
        "sinking_uma": -sum(share.tenths for share in rest if share.rule == "sinking_uma"),
        "oka": tenths_of(3 * (house.return_points - house.start_points)),
    }
    uma = pools["uma"] // len(winners)
    own = [share for seat in winners for share in _own(house, points, seat, chips, uma)]
    pools["left_over"] = -sum(share.tenths for share in (*own, *rest)) - sum(pools.values())
    left = 0
    shares = list(own)
    for rule, tenths in pools.items():
        each = tenths // len(winners)
        left += tenths - each * len(winners)
        shares += [Share(seat, each, rule, "E13.1") for seat in winners]
    more, odd = divmod(left, len(winners))
    shares += [Share(seat, more + (odd if seat is winners[0] else 0), "left_over", "E13.3") for seat in winners]
    yield from (share for share in shares if share.tenths)


def rounded(house: RiichiSanmaHouseRules, points: int) -> int:
    """The points rounded as the house rules say (E13.2)."""
    hundreds = (abs(points) + POINTS // 2) // POINTS
    if house.rounding == "tenth":
        size = POINTS * hundreds
    elif house.rounding == "thousand":
        size = (abs(points) + 500) // 1000 * 1000
    else:
        size = (abs(points) // POINTS + 4) // 10 * 1000
    return size if points >= 0 else -size


def scheme(house: RiichiSanmaHouseRules) -> Scheme:
    """The settlement of a match as a tournament scheme.

    If the return points are lower than the starting points, the scheme uses the starting points instead. Unlike a
    match, the scheme doesn't round to whole thousands, and players who share a place pay the sinking uma too.
    """
    return Scheme(
        uma=values(*house.uma),
        sinking=Fraction(house.sinking_uma),
        start_points=house.start_points,
        return_points=max(house.return_points, house.start_points),
        divisor=POINTS * TENTHS,
        tie="share" if shares_places(house) else "book",
        chip_points=house.chip_points,
    )
