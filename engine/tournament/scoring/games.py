"""The result of one match from the points at the table, with each of its terms. Independent of rounds and rankings."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.tournament.scoring.fractions import NOTHING, mean
from engine.tournament.scoring.scheme import Scheme

Group = tuple[int, ...]  # seats, counted from 0, that share their places
TERMS = ("table", "pot", "oka", "uma", "sinking", "chips", "extras")  # in the order in which they are added


@dataclass(frozen=True, slots=True)
class GameScore:
    """One player's result in a match.

    `place`: 1 is best, and players with equal points can share it; `average_place`: the mean of shared places.
    `points`, `chip_count`: as counted at the table. All other values are in points of the result: `table` is the points
    minus the return points, `pot` the points left on the table, `placement` the placement points. `total`: the sum of
    the terms or, if placement counts, of placement and extras (docs/standings.md).
    """

    place: int
    average_place: Fraction
    points: int
    table: Fraction = NOTHING
    pot: Fraction = NOTHING
    oka: Fraction = NOTHING
    uma: Fraction = NOTHING
    sinking: Fraction = NOTHING
    chips: Fraction = NOTHING
    extras: Fraction = NOTHING
    placement: Fraction = NOTHING
    total: Fraction = NOTHING
    chip_count: int = 0

    def terms(self, basis: str) -> tuple[tuple[str, Fraction], ...]:
        """(name, value) pairs of the terms that add up to `total`; zeros are left out, except in the first term."""
        names = TERMS if basis == "points" else ("placement", "extras")
        terms: list[tuple[str, Fraction]] = [(name, getattr(self, name)) for name in names]
        return tuple(each for at, each in enumerate(terms) if each[1] or not at)


def score_game(
    scheme: Scheme,
    points: Sequence[int],
    *,
    pot: int = 0,
    order: Sequence[int] | None = None,
    extras: Sequence[Fraction] | None = None,
    chips: Sequence[int] | None = None,
) -> tuple[GameScore, ...]:
    """The result of each seat, in seat order: three seats, or four at a rotation table. Raises `RuleViolation`.

    `points`: each seat's points at the end; `pot`: points that nobody won. `order`: seats from 0, in order of
    precedence for the tie rule "book"; by default, seat order. `extras`: added to the results, in points of the result.
    `chips`: each seat's chips, which sum to 0.
    """
    _check(scheme, points, pot)
    if chips is not None and (len(chips) != len(points) or sum(chips) != 0):
        raise RuleViolation(
            "chips", _("chips must have a number for each player at the table, and they must add up to 0.")
        )
    if extras is not None and len(extras) != len(points):
        raise RuleViolation("extras", _("extras must have a number for each player at the table."))
    groups = grouped(points, _precedence(scheme, len(points), order))
    terms = {**_terms(scheme, points, pot, groups), "extras": extras or [NOTHING] * len(points)}
    terms["chips"] = [Fraction(each * scheme.chip_points, scheme.divisor) for each in chips or [0] * len(points)]
    counted = TERMS if scheme.basis == "points" else ("placement", "extras")
    average = shared(groups, [Fraction(at) for at in range(1, len(points) + 1)])
    place = {seat: 1 + sum(map(len, groups[:at])) for at, group in enumerate(groups) for seat in group}
    return tuple(
        GameScore(
            place[seat],
            average[seat],
            mine,
            **{name: each[seat] for name, each in terms.items()},
            total=sum((terms[name][seat] for name in counted), NOTHING),
            chip_count=chips[seat] if chips else 0,
        )
        for seat, mine in enumerate(points)
    )


def _terms(scheme: Scheme, points: Sequence[int], pot: int, groups: Sequence[Group]) -> dict[str, Sequence[Fraction]]:
    players = len(points)
    above = sum(each >= scheme.start_points for each in points)
    return {
        "table": [Fraction(each - scheme.return_points, scheme.divisor) for each in points],
        "pot": _to_first(groups, Fraction(pot, scheme.divisor) if scheme.pot == "first" else NOTHING),
        "oka": _to_first(groups, oka(scheme, players)),
        "uma": shared(groups, scheme.uma_of(players, above)),
        "sinking": _sinking(scheme, points, groups),
        "placement": shared(groups, scheme.placement_of(players)),
    }


def oka(scheme: Scheme, players: int) -> Fraction:
    """The bonus for first place, in points of the result: (return points − starting points) × number of players."""
    return Fraction((scheme.return_points - scheme.start_points) * players, scheme.divisor)


def _check(scheme: Scheme, points: Sequence[int], pot: int) -> None:
    if len(points) not in (3, 4):
        raise RuleViolation("points", _("A table has three players, or four with one sitting out each hand."))
    if pot < 0:
        raise RuleViolation("pot", _("The points left on the table can’t be negative."))
    there = len(points) * scheme.start_points
    if sum(points) + pot != there:
        sentence = _("The points don’t add up: with those left on the table, the sum is %(sum)s, not %(all)s.")
        raise RuleViolation("points", sentence, sum=sum(points) + pot, all=there)


def _precedence(scheme: Scheme, players: int, order: Sequence[int] | None) -> Sequence[int] | None:
    """The seats in order of precedence for equal points; None if equal points share the place."""
    if order is not None and sorted(order) != list(range(players)):
        raise RuleViolation("order", _("order must list every seat at the table exactly once."))
    if scheme.tie == "share":
        return None
    return order if order is not None and scheme.tie == "book" else range(players)


def grouped(points: Sequence[int], precedence: Sequence[int] | None = None) -> tuple[Group, ...]:
    """The seats from first to last: those with equal points together, or one by one in the order of `precedence`."""
    if precedence is not None:
        return tuple((seat,) for seat in sorted(precedence, key=lambda seat: -points[seat]))
    best_first = sorted(set(points), reverse=True)
    return tuple(tuple(seat for seat, mine in enumerate(points) if mine == each) for each in best_first)


def shared(groups: Sequence[Group], by_place: Sequence[Fraction]) -> list[Fraction]:
    """The value for each seat from the values by place; seats that share places get the average."""
    shares = [NOTHING] * len(by_place)
    at = 0
    for group in groups:
        value = mean(by_place[at : at + len(group)])
        at += len(group)
        for seat in group:
            shares[seat] = value
    return shares


def _to_first(groups: Sequence[Group], amount: Fraction) -> list[Fraction]:
    return shared(groups, [amount] + [NOTHING] * (sum(map(len, groups)) - 1))


def _sinking(scheme: Scheme, points: Sequence[int], groups: Sequence[Group]) -> list[Fraction]:
    """The change in each seat's result by payments for too few points, which all go to first place."""
    due = [scheme.sinking * (mine < scheme.return_points) + scheme.bust * (mine < scheme.bust_below) for mine in points]
    return [got - paid for got, paid in zip(_to_first(groups, sum(due, NOTHING)), due, strict=True)]
