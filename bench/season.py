"""A club's season over a long history: rows inserted in bulk, then the season's single query compared with plain SQL
over all ledger rows; and every hand as CSV compared with the simplest way to write one. Run in the app's environment:
`stage MATCHES`, `rounds N` or `hands N`; prints JSON."""

from __future__ import annotations

import csv
import io
import json
import random
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from typing import Any

import django

HANDS, PLAYERS, SEASON = 10, 60, 100  # hands per match, players, and matches of the season shown by a page
FILE_ROWS = 100_000
SYSTEM = "korean_japanese"
THIS_YEAR, EARLIER = date(2026, 1, 1), date(2000, 1, 1)
CODE = "club-of-the-bench-00000"[:22]
# The season is compared with the points and hands of each player, straight from the ledger, and with the smallest
# possible GROUP BY over all rows, which gives no player's points.
SAME = """SELECT s.player_id, COUNT(*), SUM(CASE s.chair WHEN 'P1' THEN l.d1 WHEN 'P2' THEN l.d2 ELSE l.d3 END)
    FROM matches_ledgerrow l JOIN matches_match m ON m.id = l.match_id
    JOIN matches_sitting s ON s.match_id = l.match_id AND s.from_hand <= l.hand_no
    WHERE m.club_id = %s AND m.system = %s GROUP BY s.player_id"""
LEAST = "SELECT match_id, COUNT(*), SUM(d1), SUM(d2), SUM(d3) FROM matches_ledgerrow GROUP BY match_id"


def stage(many: int) -> None:
    """Create a public club with `many` matches over 25 years, the last hundred of them in this year."""
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
    """The sittings as `matches.actions.append.update_season_totals` would have stored them."""
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
    """Print the CPU milliseconds of the whole season, the same from the ledger, and the smallest GROUP BY, in turn."""
    from django.db import connection

    from clubs.season.standings import Roster, Season
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
        raise SystemExit("the season does not match the ledger")
    asked_in_turn = (season, lambda: asked(SAME, club.pk, SYSTEM), lambda: asked(LEAST))
    told = [[_cpu(each) for each in asked_in_turn] for _round in range(many)]
    sys.stdout.write(json.dumps({"rounds": told}))


def hands(many: int) -> None:
    """Print the CPU milliseconds of about 100,000 rows as the file that a club exports, of the same file by
    `values_list` and csv.writer, and of only the ledger's rows in that way, in turn."""
    from clubs.season.hands_file import COLUMNS, pieces
    from clubs.season.standings import Roster, Season
    from matches.models import Match
    from people.models import Club

    club = Club.objects.get(code=CODE)
    share = FILE_ROWS // HANDS / Match.objects.count()
    days = (THIS_YEAR - EARLIER).days + 90 if share >= 1 else round(9000 * share) - 1
    last = EARLIER + timedelta(days=days)

    def ours() -> bytes:
        return b"".join(pieces(Season(Roster(club, True), SYSTEM, None, last)))

    def plain() -> bytes:
        return _written([COLUMNS, *_plain_rows(club, last)])

    def least() -> bytes:
        return _written(_ledger_rows(club, last))

    if (file := ours()) != plain():
        raise SystemExit("the file differs from what values_list and csv.writer give")
    told = [[_cpu(each) for each in (ours, plain, least)] for _round in range(many)]
    sys.stdout.write(json.dumps({"rows": file.count(b"\n") - 1, "rounds": told}))


def _ledger_rows(club: Any, last: date) -> Iterator[tuple[Any, ...]]:
    from matches.models import LedgerRow

    until = _moment(last + timedelta(days=1))
    asked = LedgerRow.objects.filter(match__club=club, match__system=SYSTEM, match__created_at__lt=until)
    columns = ("match", "match__code", "hand_no", "seq", "d1", "d2", "d3", "b1", "b2", "b3", "b0")
    return asked.order_by("match__created_at", "match", "position").values_list(*columns).iterator()


def _plain_rows(club: Any, last: date) -> Iterator[tuple[Any, ...]]:
    """The rows with date, players and names, looked up by match, because here no players change seats or hide names."""
    from matches.models import Sitting

    asked = Sitting.objects.filter(match__club=club, system=SYSTEM, played_on__lte=last).order_by("chair")
    days, players, names = {}, defaultdict(list), defaultdict(list)
    for match, day, player, name in asked.values_list("match", "played_on", "player", "player__name").iterator():
        days[match] = day
        players[match].append(player)
        names[match].append(name)
    for match, code, *numbers in _ledger_rows(club, last):
        yield code, days[match], *numbers, *players[match], *names[match]


def _written(rows: Iterable[Sequence[Any]]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows(rows)
    return text.getvalue().encode()


def _cpu(do: Any) -> float:
    before = time.process_time()
    do()
    return 1000 * (time.process_time() - before)


if __name__ == "__main__":
    django.setup()
    {"stage": stage, "rounds": rounds, "hands": hands}[sys.argv[1]](int(sys.argv[2]))
