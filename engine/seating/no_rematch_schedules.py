"""The best known schedules: without rematches, or with meetings as even as possible. No search."""

import json
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.seating.assignment import balanced
from engine.seating.schedule import Round, Schedule

FEWEST, MOST, MOST_ROUNDS = 8, 99, 60


@cache
def known(table: str) -> dict[str, Any]:
    """The schedules in a file in data/, keyed by player count as text. The file states its source and notation."""
    text = files("engine.seating").joinpath(f"data/{table}.json").read_text(encoding="utf-8")
    schedules: dict[str, Any] = json.loads(text)["schedules"]
    return schedules


def longest(players: int) -> int:
    """The length of the longest known schedule without rematches.

    It is the maximum possible, or one less for 49, 73 and 97 players; 0 for a number of players outside the limits.
    """
    if players < 3 or players > MOST:
        return 0
    return len(_rounds(players)) if players >= FEWEST else 1


def refuse_size(players: int, rounds: int) -> None:
    """Raise `RuleViolation` for a number of players or rounds outside the limits of a tournament."""
    if not 3 <= players <= MOST:
        raise RuleViolation("players", _("A tournament can have 3 to %(most)s players."), most=MOST)
    if not 1 <= rounds <= MOST_ROUNDS:
        raise RuleViolation("rounds", _("A tournament can have 1 to %(most)s rounds."), most=MOST_ROUNDS)


def no_repeat(players: int, rounds: int) -> Schedule:
    """A schedule of 3 to 99 players in which no two meet twice and nobody sits out twice.

    It can be cut short after any round. Raises `RuleViolation` if no such schedule with this many rounds is known.
    """
    refuse_size(players, 1)
    most = longest(players)
    if not 1 <= rounds <= most:
        sentence = _(
            "With %(players)s players, a schedule without rematches can have 1 to %(most)s rounds, not %(rounds)s."
        )
        raise RuleViolation("rounds", sentence, players=players, most=most, rounds=rounds)
    return Schedule(players, _seated(players)[:rounds])


def has_even(players: int, rounds: int) -> bool:
    """Whether `even` has a schedule of this size."""
    return str(rounds) in known("small_groups").get(str(players), {})


def even(players: int, rounds: int) -> Schedule:
    """A schedule for a small club, 4 to 12 players and 2 to 10 rounds, with meetings and byes shared evenly.

    The numbers of byes differ by at most one between players. The first rounds alone are less even. Raises
    `RuleViolation` for any other size.
    """
    if not has_even(players, rounds):
        raise RuleViolation("players", _("Balanced schedules exist for 4 to 12 players and 2 to 10 rounds."))
    digits = known("small_groups")[str(players)][str(rounds)]
    return Schedule(players, balanced(_tables([int(digit, 16) for digit in digits], players)))


@lru_cache(maxsize=8)
def _seated(players: int) -> tuple[Round, ...]:
    if players < FEWEST:
        return _tables(list(range(players // 3 * 3)), players)
    return balanced(_rounds(players))


@lru_cache(maxsize=8)
def _rounds(players: int) -> tuple[Round, ...]:
    """The longest schedule, before winds are assigned."""
    size = str(players)
    if size in known("full_schedules"):
        return _tables(_numbers(known("full_schedules")[size]), players)
    if size not in known("base_rounds"):  # with one more player, who is then left out: the others at that table sit out
        return tuple(tuple(table for table in tables if players not in table) for tables in _rounds(players + 1))
    g, digits, shifts = known("base_rounds")[size]
    moving = players // g * g
    developed = [
        tuple(tuple(_moved(point, step, g, moving) for point in table) for table in base)
        for base in _tables(_numbers(digits), players)
        for step in range(g)
    ]
    shifted = [tuple((x, g + (x + a) % g, 2 * g + (x + b) % g) for x in range(g)) for a, b in shifts]
    return (*developed, *shifted)


def _moved(point: int, step: int, g: int, moving: int) -> int:
    return point if point >= moving else point - point % g + (point + step) % g


def _numbers(digits: str) -> list[int]:
    return [int(digits[at : at + 2]) for at in range(0, len(digits), 2)]


def _tables(players_in_a_row: list[int], players: int) -> tuple[Round, ...]:
    row = iter(players_in_a_row)
    tables = list(zip(row, row, row, strict=True))
    count = players // 3
    return tuple(tuple(tables[at : at + count]) for at in range(0, len(tables), count))
