"""The players of a demonstration event and their hands, both reproducible from a seed.

Hands are like those at a club: mostly small wins, some draws, rarely a limit hand.
"""

import json
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from engine.match.ledger import Log, LoggedEvent
from engine.rulesets.rule_book import RuleBook
from tournaments.entries.entries import EntryDetails

CHAIRS = ("P1", "P2", "P3")
_DRAWN, _LIMIT, _WALL = 0.15, 0.03, 0.4  # probabilities of a drawn hand, a limit hand and a self-draw


def people(many: int, seed: str) -> list[EntryDetails]:
    """Entrants with different names, some of them long or in other scripts to show that pages can handle them."""
    data = json.loads(Path(__file__).with_name("names.json").read_text())
    chance = Random(f"{seed}/people")  # nosec B311 # names, no secrets
    names = [f"{first} {last}" for first, last in product(data["first_names"], data["last_names"])]
    chance.shuffle(names)
    chosen = [*data["whole_names"], *names][:many]
    chance.shuffle(chosen)
    entries = []
    for name in chosen:
        club, country = chance.choice(data["clubs"])
        entries.append(EntryDetails(name=name, club_name=club, country=country))
    return entries


def skill(seed: str, number: int) -> float:
    """The skill of an entrant: their weight in the draw of a winner."""
    return 1 + Random(f"{seed}/skill/{number}").random()  # nosec B311 # a game, no secrets


def game(book: RuleBook, skills: Sequence[float], seed: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the log entries (kind, payload) of a whole match. `skills`: of East, South, West."""
    chance, log, seq = Random(seed), Log(book), 0  # nosec B311
    while not log.now.state.finished:
        kind, payload = _hand(chance, skills)
        seq += 1
        log.take(LoggedEvent(seq, kind, payload))
        yield kind, payload


def totals(book: RuleBook, skills: Sequence[float], seed: str) -> tuple[tuple[int, ...], int]:
    """The totals of that match: the points of East, South, West, and the points left on the table."""
    log = Log(book)
    for seq, (kind, payload) in enumerate(game(book, skills, seed), start=1):
        log.take(LoggedEvent(seq, kind, payload))
    state = log.now.state
    return tuple(state.balances), state.sticks


def _hand(chance: Random, skills: Sequence[float]) -> tuple[str, dict[str, Any]]:
    if chance.random() < _DRAWN:
        return "draw", {"draw": True}
    (winner,) = chance.choices(CHAIRS, skills)
    wall = chance.random() < _WALL
    others = [chair for chair in CHAIRS if chair != winner]
    win = {"by": "wall"} if wall else {"by": "discard", "from": chance.choice(others)}
    if chance.random() < _LIMIT:
        return "hand", {"winner": winner, "win": win, "limit": "half"}
    points = chance.choice((3, 4, 4, 5, 5, 6, 7, 8, 10))
    bonus = chance.randint(3 if wall else 2, 9)
    return "hand", {"winner": winner, "win": win, "hand_points": points, "bonus_points": bonus}
