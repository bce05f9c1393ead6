"""A club for tests of seasons: its players, finished matches, and a slow reference count."""

import random
import secrets
from collections import defaultdict
from datetime import UTC, datetime

import pytest

from engine.errors import RuleViolation
from engine.match.entries import Draw, Hand
from engine.match.ledger import LoggedEvent, check, replay
from engine.rulesets import BOOKS, rule_book
from matches import actions
from matches.log.state import open_match
from matches.models import Match, Sitting
from people.models import Club, Player
from tests.matches.table import at, discard, new_key, start, wall

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
CHAIRS = ("P1", "P2", "P3")
# Parameters: `make test` runs one game without a settlement and one with it.
GAMES = [
    pytest.param(system, marks=() if system in ("korean_japanese", "riichi_sanma") else pytest.mark.thorough)
    for system in BOOKS
]


def club(**changes):
    """A public club."""
    told = {"name": "Friday club", "code": secrets.token_urlsafe(16), "start_key": new_key(), "created_at": NOON}
    return Club.objects.create(**(told | {"public": True} | changes))


def players(club, *names, **changes):
    """Entries of the roster."""
    return [Player.objects.create(club=club, name=name, created_at=NOON, **changes) for name in names]


def match(club, three, *entries, began=NOON, close=True, **changes):
    """A match of these players (None: a seat without a player) with these entries, closed by default."""
    new = start(**changes)
    Match.objects.filter(pk=new.pk).update(club=club, created_at=began)
    for chair, player in zip(CHAIRS, three, strict=True):
        Sitting.objects.filter(match=new, chair=chair).update(player=player)
    new.refresh_from_db()
    for kind, payload in entries:
        actions.record_entry(**at(new), kind=kind, payload=payload)
    if close and entries:
        actions.close_match(balances=open_match(new.code).log.state.balances, **at(new))
    return new


def hand(winner="P1", source=None, points=5):
    """One entry: a hand by numbers."""
    return "hand", discard(winner, source, points) if source else wall(winner, points)


# ── random matches of every rule book ─────────────────────────────────────────


def _counts(system, lots):
    """A random count of a hand by numbers in this game."""
    counts = {
        "riichi_sanma": lambda: {"han": lots.randint(5, 8)},
        "honshu": lambda: {"han": lots.randint(2, 6)},
        "malaysian_fan": lambda: {"fan": lots.randint(5, 9)},
    }
    return counts.get(system, lambda: {"hand_points": lots.randint(3, 12), "bonus_points": lots.randint(3, 8)})()


def random_entry(system, lots):
    """A random entry, which the rules may refuse."""
    what = lots.random()
    if what < 0.2:
        return "draw", {"draw": True}
    if what < 0.27:
        paid = lots.choice([10, 200])
        return "penalty", {"penalty": {"P1": paid, "P2": -2 * paid, "P3": paid}, "ends_hand": lots.random() < 0.5}
    winner = lots.choice(CHAIRS)
    source = lots.choice([chair for chair in CHAIRS if chair != winner])
    by = {"by": BOOKS[system].by_wall}
    if lots.random() < 0.6:
        by = {"by": BOOKS[system].by_discard, "from": source}
    return "hand", {"winner": winner, "win": by, **_counts(system, lots)}


def random_entries(system, seed, most=14):
    """Random entries that the rules accept, with occasional corrections of earlier ones."""
    lots, book, facts = random.Random(seed), rule_book(system, {}), []
    for _each in range(most):
        kind, payload = random_entry(system, lots)
        log = replay(book, facts)
        if log.rows and lots.random() < 0.15:
            target = lots.choice(log.rows).seq
            kind, payload = "correct", {"target": target, "replace": {"kind": kind, "payload": payload}}
        try:
            check(book, facts, LoggedEvent(len(facts) + 1, kind, payload))
        except RuleViolation:
            continue
        facts.append(LoggedEvent(len(facts) + 1, kind, payload))
    return [(fact.kind, dict(fact.payload)) for fact in facts]


# ── the reference count ───────────────────────────────────────────────────────


def counted(club, system, first=None, last=None):
    """{player: expected sums of a season}, calculated from the replayed logs entry by entry."""
    told = defaultdict(lambda: defaultdict(int))
    for each in Match.objects.filter(club=club, system=system):
        day, log, reading = each.created_at.date(), open_match(each.code).log, open_match(each.code)
        if not (log.closed or log.state.finished) or (first and day < first) or (last and day > last):
            continue
        for row in log.rows:
            for number, chair in enumerate(CHAIRS):
                mine = told[_sitter(each, chair, row.hand_no)]
                change = list(row.changes)[number]
                mine["points"] += change
                mine["hands"] += row.ends_hand
                mine["drawn"] += isinstance(row.entry, Draw)
                wins = row.entry.wins if isinstance(row.entry, Hand) else ()
                mine["dealt_in"] += any(win.source and win.source.value == chair for win in wins)
                if any(win.winner.value == chair for win in wins):
                    mine["won"] += 1
                    mine["received"] += change
                    mine["best"] = max(mine["best"], change)
        if log.rows:
            _place(reading, told)
    return {player: dict(mine) for player, mine in told.items() if player}


def _sitter(match, chair, hand_no):
    sittings = match.sittings.filter(chair=chair, from_hand__lte=hand_no).order_by("-from_hand")
    player = sittings[0].player
    while player and player.merged_into:
        player = player.merged_into
    return player and player.pk


def _place(reading, told):
    """The places: from the settlement, otherwise by points with the average of shared places."""
    points = list(reading.log.state.balances)
    final = reading.book.settle_match(reading.log.state.balances, chips=reading.log.state.chips)
    for number, chair in enumerate(CHAIRS):
        if final:
            better, same = [seat.value for seat in final.places].index(chair), 1
        else:
            better, same = sum(p > points[number] for p in points), points.count(points[number])
        last = max((row.hand_no for row in reading.log.rows), default=1)
        mine = told[_sitter(reading.match, chair, last)]
        mine["matches"] += 1
        mine[("firsts", "seconds", "thirds")[better]] += 1
        mean = sum(range(better + 1, better + same + 1)) / same
        mine["halves"] += round(2 * mean)
        mine["squares"] += round(2 * mean) ** 2
