"""A club's season over a long history: the rows put in at once, then the season's one query against plain SQL over all
rows of the ledger. Run in the app's environment: `stage MATCHES`, or `rounds N`; says in JSON what it found.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import django

HANDS, PLAYERS, SEASON = 10, 60, 100  # hands a match, players, matches of the season that a page shows
SYSTEM = "korean_japanese"
THIS_YEAR, EARLIER = date(2026, 1, 1), date(2000, 1, 1)
CODE = "club-of-the-bench-00000"[:22]
# What the season is held against: points, hands and wins of each player, straight from the ledger. And the least that
# a GROUP BY over all rows can be, which tells nobody's points.
SAME = """SELECT s.player_id, COUNT(*), SUM(CASE s.chair WHEN 'P1' THEN l.d1 WHEN 'P2' THEN l.d2 ELSE l.d3 END)
    FROM matches_ledgerrow l JOIN matches_match m ON m.id = l.match_id
    JOIN matches_sitting s ON s.match_id = l.match_id AND s.from_hand <= l.hand_no
    WHERE m.club_id = %s AND m.system = %s GROUP BY s.player_id"""
LEAST = "SELECT match_id, COUNT(*), SUM(d1), SUM(d2), SUM(d3) FROM matches_ledgerrow GROUP BY match_id"


def stage(many: int) -> None:
    """A public club with `many` matches over a quarter of a century, the last hundred of them in this year."""
    from django.db import transaction

    from matches.models import LedgerRow, Match, Sitting
    from people.models import Club, Player

    now = _moment(THIS_YEAR)
    club = Club.objects.create(code=CODE, name="Friday club", start_key=CODE, created_at=now, public=True)
    players = Player.objects.bulk_create(
        Player(club=club, name=f"Player {no}", created_at=now) for no in range(PLAYERS)
    )
    lots = random.Random(7)
    for first in range(0, many, 5000):
        numbers = range(first, min(first + 5000, many))
        with transaction.atomic():
            matches = Match.objects.bulk_create(_match(club, no, many) for no in numbers)
            rows = [_ledger(match, lots) for match in matches]
            LedgerRow.objects.bulk_create(row for each in rows for row in each)
            Sitting.objects.bulk_create(_sittings(matches, rows, players, lots))
    sys.stdout.write(json.dumps({"page": f"/c/{CODE}/season/?system={SYSTEM}&from={THIS_YEAR}&to=2026-12-31"}))


def _match(club: Any, no: int, many: int) -> Any:
    from matches.models import Match

    left = many - no
    day = THIS_YEAR + timedelta(days=left % 90) if left <= SEASON else EARLIER + timedelta(days=no % 9000)
    told = {"name": "Friday table", "system": SYSTEM, "rules_version": 1, "started_by": "x" * 22, "closed": True}
    return Match(code=f"m{no:021}", start_key=f"m{no:021}", club=club, created_at=_moment(day), **told)


def _moment(day: date) -> Any:
    from datetime import UTC, datetime

    return datetime(day.year, day.month, day.day, 12, tzinfo=UTC)


def _ledger(match: Any, lots: random.Random) -> list[Any]:
    from matches.models import LedgerRow

    rows, balance = [], [0, 0, 0]
    for no in range(1, HANDS + 1):
        winner, points = lots.randrange(3), lots.randrange(5, 30)
        changes = [2 * points if chair == winner else -points for chair in range(3)]
        balance = [old + new for old, new in zip(balance, changes, strict=True)]
        told = dict(zip(("d1", "d2", "d3", "b1", "b2", "b3"), (*changes, *balance), strict=True))
        rows.append(LedgerRow(match=match, seq=no, position=no, hand_no=no, **told))
    return rows


def _sittings(matches: list[Any], rows: list[list[Any]], players: list[Any], lots: random.Random) -> Iterator[Any]:
    """What write.tell_season would have put down."""
    from matches.models import Sitting

    for match, ledger in zip(matches, rows, strict=True):
        ends = (ledger[-1].b1, ledger[-1].b2, ledger[-1].b3)
        for chair, player in enumerate(lots.sample(players, 3)):
            changes = [(row.d1, row.d2, row.d3)[chair] for row in ledger]
            won = [points for points in changes if points > 0]
            rank = 1 + sum(end > ends[chair] for end in ends)
            told = {"hands": HANDS, "points": sum(changes), "won": len(won), "received": sum(won), "values": won}
            yield Sitting(
                match=match,
                chair=f"P{chair + 1}",
                name=player.name,
                player=player,
                played_on=match.created_at.date(),
                system=SYSTEM,
                best=max(won, default=0),
                rank=rank,
                halves=2 * rank + ends.count(ends[chair]) - 1,
                **told,
            )


def rounds(many: int) -> None:
    """CPU-milliseconds of the whole season, of the same from the ledger, and of the least GROUP BY, in turn."""
    from django.db import connection

    from matches.season.standings import Roster, Season
    from people.models import Club

    club = Club.objects.get(code=CODE)

    def season() -> list[tuple[int, int, int]]:
        standings = Season(Roster(club, True), SYSTEM).standings
        return sorted((each.player, each.sums.hands, each.sums.points) for each in standings)

    def asked(sql: str, *values: object) -> list[Any]:
        with connection.cursor() as cursor:
            cursor.execute(sql, values)
            return cursor.fetchall()

    if season() != sorted(asked(SAME, club.pk, SYSTEM)):
        raise SystemExit("the season is not what the ledger comes to")
    asked_in_turn = (season, lambda: asked(SAME, club.pk, SYSTEM), lambda: asked(LEAST))
    told = [[_cpu(each) for each in asked_in_turn] for _round in range(many)]
    sys.stdout.write(json.dumps({"rounds": told}))


def _cpu(do: Any) -> float:
    before = time.process_time()
    do()
    return 1000 * (time.process_time() - before)


if __name__ == "__main__":
    django.setup()
    {"stage": stage, "rounds": rounds}[sys.argv[1]](int(sys.argv[2]))
