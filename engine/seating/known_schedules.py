"""The schedules that are known to be best: nobody meets twice, or meetings as even as possible. Searches nothing."""

from functools import lru_cache

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.seating.assignment.winds import balanced
from engine.seating.data.base_rounds import STARTERS
from engine.seating.data.full_schedules import ROUNDS
from engine.seating.data.small_groups import CLUBS
from engine.seating.schedule import Round, Schedule

FEWEST, MOST, MOST_ROUNDS = 8, 99, 60
DIGITS = "0123456789ab"


def longest(players: int) -> int:
    """How many rounds nobody meets anybody twice in: the mathematical maximum, but one short for 49, 73 and 97."""
    if players < 3 or players > MOST:
        return 0
    return len(_rounds(players)) if players >= FEWEST else 1


def refuse_size(players: int, rounds: int) -> None:
    """RuleViolation for what no tournament has."""
    if not 3 <= players <= MOST:
        raise RuleViolation("players", _("A tournament takes 3 to %(most)s players."), most=MOST)
    if not 1 <= rounds <= MOST_ROUNDS:
        raise RuleViolation("rounds", _("A tournament has 1 to %(most)s rounds."), most=MOST_ROUNDS)


def no_repeat(players: int, rounds: int) -> Schedule:
    """`rounds` rounds in which nobody meets twice and nobody sits out twice; any prefix is as good.

    RuleViolation where no such schedule is known; players 3 to 99.
    """
    refuse_size(players, 1)
    most = longest(players)
    if not 1 <= rounds <= most:
        sentence = _("With %(players)s players nobody meets anybody twice for 1 to %(most)s rounds, not %(rounds)s.")
        raise RuleViolation("rounds", sentence, players=players, most=most, rounds=rounds)
    return Schedule(players, _seated(players)[:rounds])


def even(players: int, rounds: int) -> Schedule:
    """A small club's evening: meetings as even as possible, byes at most one apart. 4 to 12 players, 2 to 10 rounds.

    Fixed for its length: a prefix is not as even. RuleViolation for any other size.
    """
    if (players, rounds) not in CLUBS:
        raise RuleViolation("players", _("Even meetings are known for 4 to 12 players and 2 to 10 rounds."))
    points = [DIGITS.index(digit) for digit in CLUBS[players, rounds]]
    return Schedule(players, balanced(_tables(points, players)))


@lru_cache(maxsize=8)
def _seated(players: int) -> tuple[Round, ...]:
    if players < FEWEST:
        return (tuple((at, at + 1, at + 2) for at in range(0, players - 2, 3)),)
    return balanced(_rounds(players))


@lru_cache(maxsize=8)
def _rounds(players: int) -> tuple[Round, ...]:
    """The longest schedule, its tables not yet seated."""
    if players in ROUNDS:
        return _tables(_points(ROUNDS[players]), players)
    if players not in STARTERS:  # one more player, and the last one left out: the two others of each table sit out
        return tuple(tuple(table for table in one if players not in table) for one in _rounds(players + 1))
    g, written, shifts = STARTERS[players]
    bases = _tables(_points(written), players)
    moving = players // g * g
    developed = [
        tuple(tuple(_moved(point, step, g, moving) for point in table) for table in base)
        for base in bases
        for step in range(g)
    ]
    shifted = [tuple((x, g + (x + a) % g, 2 * g + (x + b) % g) for x in range(g)) for a, b in shifts]
    return (*developed, *shifted)


def _moved(point: int, step: int, g: int, moving: int) -> int:
    return point if point >= moving else point - point % g + (point + step) % g


def _points(written: str) -> list[int]:
    return [int(written[at : at + 2]) for at in range(0, len(written), 2)]


def _tables(points: list[int], players: int) -> tuple[Round, ...]:
    tables = [(points[at], points[at + 1], points[at + 2]) for at in range(0, len(points), 3)]
    each = players // 3
    return tuple(tuple(tables[at : at + each]) for at in range(0, len(tables), each))
