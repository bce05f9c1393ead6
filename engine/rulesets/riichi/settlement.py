"""The parts of the final settlement that riichi books share, from points to thousands (B4.6, B5.12, E13)."""

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.rulesets.riichi.house import RiichiHouseRules
from engine.seats import Points

TENTHS = 10  # tenths in a thousand points
POINTS = 100  # points in a tenth of a thousand


def check_total(house: RiichiHouseRules, points: Points) -> None:
    """Raise `RuleViolation` if the points exceed the total at the start. If sticks are left over, there are fewer."""
    most = 3 * house.start_points
    if sum(points) > most:
        raise RuleViolation("points", _("points can add up to at most %(most)s, the total at the start."), most=most)


def tenths_of(points: int) -> int:
    """Convert points to tenths of a thousand, with halves rounded away from zero."""
    tenths = (2 * abs(points) + POINTS) // (2 * POINTS)
    return tenths if points >= 0 else -tenths
