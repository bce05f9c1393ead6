"""The players of a demonstration event and their hands (mostly small wins), reproducible from a seed."""

import json
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from engine.match.ledger import Log, LoggedEvent
from engine.rulesets.rule_book import RuleBook
from engine.rulesets.scoring_types import TableState
from tournaments.entries.entries import EntryDetails

Entry = tuple[str, dict[str, Any]]  # kind and payload
CHAIRS = ("P1", "P2", "P3")
_DRAWN, _LIMIT, _WALL = 0.15, 0.03, 0.4  # probabilities of a drawn hand, a limit hand and a self-draw


def people(many: int, seed: str) -> list[EntryDetails]:
    """Make up entrants, no two with the same name. Some names are long or in other scripts, to test the pages."""
    data = json.loads(Path(__file__).with_name("names.json").read_text())
    chance = Random(f"{seed}/people")  # nosec B311 # names, no secrets
    names = [f"{first} {last}" for first, last in product(data["first_names"], data["last_names"])]
    chance.shuffle(names)
    chosen = [*data["whole_names"], *names][:many]
    chance.shuffle(chosen)
    clubs = ((name, chance.choice(data["clubs"])) for name in chosen)
    return [EntryDetails(name=name, club_name=club, country=country) for name, (club, country) in clubs]


def skill(seed: str, number: int) -> float:
    """Return an entrant's skill: their weight in the random choice of a winner."""
    return 1 + Random(f"{seed}/skill/{number}").random()  # nosec B311 # a game, no secrets


def game(book: RuleBook, skills: Sequence[float], seed: str) -> tuple[list[Entry], TableState]:
    """Play a whole match; return its log entries and final state. `skills`: the skills of East, South and West."""
    chance, log, entries = Random(seed), Log(book), list[Entry]()  # nosec B311
    while not log.now.state.finished:
        entries.append(_hand(chance, skills))
        log.take(LoggedEvent(len(entries), *entries[-1]))
    return entries, log.now.state


def _hand(chance: Random, skills: Sequence[float]) -> Entry:
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
