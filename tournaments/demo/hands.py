"""Random hands as in a club: mostly small wins, some draws, rarely a limit hand. They depend only on the seed."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from engine.match.ledger import Log, LoggedEvent
from engine.rulesets.rule_book import RuleBook

CHAIRS = ("P1", "P2", "P3")
_DRAWN, _LIMIT, _WALL = 0.15, 0.03, 0.4  # how often nobody wins; a limit hand is won; a hand is won from the wall


def skill(seed: str, number: int) -> float:
    """How well an entrant plays, the whole day long: the weight with which they win."""
    return 1 + Random(f"{seed}/skill/{number}").random()  # nosec B311 # a game, no secrets


def game(book: RuleBook, skills: Sequence[float], seed: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The entries (kind, payload) of one match from its first hand to its end. `skills`: of East, South, West."""
    lots, log, seq = Random(seed), Log(book), 0  # nosec B311
    while not log.now.state.finished:
        kind, payload = _hand(lots, skills)
        seq += 1
        log.take(LoggedEvent(seq, kind, payload))
        yield kind, payload


def totals(book: RuleBook, skills: Sequence[float], seed: str) -> tuple[tuple[int, ...], int]:
    """What the same match comes to: the points of East, South, West, and what is left on the table."""
    log = Log(book)
    for seq, (kind, payload) in enumerate(game(book, skills, seed), start=1):
        log.take(LoggedEvent(seq, kind, payload))
    state = log.now.state
    return tuple(state.balances), state.sticks


def _hand(lots: Random, skills: Sequence[float]) -> tuple[str, dict[str, Any]]:
    if lots.random() < _DRAWN:
        return "draw", {"draw": True}
    (winner,) = lots.choices(CHAIRS, skills)
    wall = lots.random() < _WALL
    others = [chair for chair in CHAIRS if chair != winner]
    win = {"by": "wall"} if wall else {"by": "discard", "from": lots.choice(others)}
    if lots.random() < _LIMIT:
        return "hand", {"winner": winner, "win": win, "limit": "half"}
    points = lots.choice((3, 4, 4, 5, 5, 6, 7, 8, 10))
    bonus = lots.randint(3 if wall else 2, 9)
    return "hand", {"winner": winner, "win": win, "hand_points": points, "bonus_points": bonus}
