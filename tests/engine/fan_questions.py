"""Random hands of the Malaysian fan game for `manage.py score`: all kinds of hands, with jokers, and near misses.

`chance` is a `random.Random`: the same seed gives the same questions.
"""

from collections import Counter
from random import Random
from typing import Any

from tests.engine.fan_oracle import CIRCLES, DECK, DRAGONS, PLAYERS, WINDS

CHOWS = [[f"{first + step}p" for step in range(3)] for first in range(1, 8)]


def house_rules(chance: Random) -> dict[str, Any]:
    """Random house rules that don't contradict each other."""
    every = {
        "min_fan": chance.choice((0, 1, 3, 6)),
        "max_fan": chance.choice((6, 8, 10, 13, 20)),
        "payment": chance.choice(("discarder_double", "each")),
        "unit": chance.choice(("linear", "doubling")),
        "small_dragons_total": chance.random() < 0.5,
    }
    return {name: every[name] for name in every if chance.random() < 0.4}


def question(chance: Random) -> dict[str, Any]:
    """The input of a hand."""
    concealed, melds = of_sets(chance)
    winner = chance.choice(PLAYERS)
    asked: dict[str, Any] = {"winner": winner, "hand_no": chance.randint(1, 27), "concealed": concealed, "melds": melds}
    asked |= outside(chance)
    asked["win"] = how(chance, winner, concealed)
    if chance.random() < 0.2:
        spoil(chance, asked)
    return asked


def sets_of(chance: Random) -> list[list[str]]:
    """Four sets and a pair, of a theme; kongs have four tiles."""
    themes = [
        (CHOWS, DECK),
        ([], DECK),
        ([], [*WINDS, *WINDS, *DRAGONS, chance.choice(CIRCLES)]),
        (chance.sample(CHOWS, 2), [*DRAGONS, *chance.sample(WINDS, 2)]),
        (CHOWS[:2], CIRCLES[:5]),
        (CHOWS, CIRCLES),
        ([], CIRCLES),
        ([], WINDS),
    ]
    chows, kinds = chance.choice(themes)
    pongs, kongs = chance.random() if chows else 1, chance.choice((0, 0, 0.3, 0.9))
    sets = [
        [chance.choice(kinds)] * (4 if chance.random() < kongs else 3)
        if chance.random() < pongs
        else chance.choice(chows)
        for _set in range(4)
    ]
    return [*sets, [chance.choice(kinds)] * 2]


def with_jokers(chance: Random, sets: list[list[str]]) -> list[list[str]] | None:
    """The same sets with jokers where the deck has no tile left, and some more; None if four jokers aren't enough."""
    share = chance.choice((0, 0, 0.05, 0.2))
    left, jokers, found = Counter(dict.fromkeys(DECK, 4)), 4, []
    for each in sets:
        pieces = []
        for tile in each:
            joker = left[tile] == 0 or (jokers > 0 and chance.random() < share)
            jokers, left[tile] = jokers - joker, left[tile] - (not joker)
            pieces.append(f"J{tile}" if joker else tile)
        found.append(pieces)
    return None if jokers < 0 else found


def of_sets(chance: Random) -> tuple[list[str], list[dict]]:
    """(concealed, melds): some pongs exposed, kongs always melds."""
    sets = with_jokers(chance, sets_of(chance))
    while sets is None:
        sets = with_jokers(chance, sets_of(chance))
    open_share, concealed, melds = chance.choice((0, 0, 0.3, 0.9)), [], []
    for pieces in sets:
        kind, jokers = pieces[0].removeprefix("J"), sum(piece[0] == "J" for piece in pieces)
        pong = len(pieces) > 2 and len({piece.removeprefix("J") for piece in pieces}) == 1
        is_open, kong = chance.random() < open_share, len(pieces) == 4
        if pong and (kong or is_open or chance.random() < 0.1):
            meld: dict[str, Any] = {"type": "kong" if kong else "pong", "tile": kind, "exposed": is_open}
            melds.append({**meld, "jokers": jokers} if jokers or chance.random() < 0.1 else meld)
        else:
            concealed += pieces
    chance.shuffle(concealed)
    return concealed, melds


def outside(chance: Random) -> dict[str, Any]:
    """Flowers and other bonus tiles, often none."""
    if chance.random() < 0.3:
        return {}
    numbers = [chance.sample((1, 2, 3, 4), chance.choice((0, 0, 1, 2, 4))) for _kind in range(2)]
    counts = [chance.choice((0, 0, 1, 2, 4)) for _kind in range(2)]
    return dict(zip(("flowers", "seasons", "faces", "animals"), (*numbers, *counts), strict=True))


def how(chance: Random, winner: str, concealed: list[str]) -> dict[str, Any]:
    by = chance.choice(("wall", "wall", "discard", "rob_kong"))
    win: dict[str, Any] = {"by": by, "tile": chance.choice(concealed)}
    if by != "wall":
        win["from"] = chance.choice([player for player in PLAYERS if player != winner])
    drawn = ("replacement", "double_kong") if by == "wall" else ()
    for key in (chance.choice(("first_tile", "last_tile")), *drawn):
        if chance.random() < 0.1:
            win[key] = chance.random() < 0.8
    return win


def spoil(chance: Random, asked: dict[str, Any]) -> None:
    """Change a detail, so that the hand is often invalid."""
    place = chance.randrange(len(asked["concealed"]))
    tile = chance.choice([*DECK, *(f"J{kind}" for kind in DECK), "5m", "J1s"])
    what = chance.randrange(5)
    if what == 0:
        asked["concealed"][place] = tile
    elif what == 1:
        asked["win"]["tile"] = tile
    elif what == 2:
        asked["concealed"].pop(place)
    elif what == 3 and asked["melds"]:
        asked["melds"][0] = {**asked["melds"][0], "type": "chow", "exposed": True}
        asked["melds"][0].pop("jokers", None)
    elif asked["win"]["by"] == "rob_kong":
        asked["win"]["concealed_kong"] = True
    else:
        asked["concealed"] += [tile] * 3
