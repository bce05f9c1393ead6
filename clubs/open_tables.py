"""The open tables of a club, read together: as many queries for thirty tables as for one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from matches.log import cache
from matches.log.state import MatchState, SeatedPlayer, book_of
from matches.models import Event, Match, Sitting, stand
from people.models import Club

MOST = 60  # tables that the page of a club shows
A_DAY = timedelta(hours=24)


def open_tables(club: Club, *, public: bool) -> QuerySet[Match]:
    """Matches that are not closed and on which something was done within a day, the first begun first.

    `public`: only those that everybody may watch.
    """
    since = datetime.now(UTC) - A_DAY
    lately = Event.objects.filter(match=OuterRef("pk"), seq=OuterRef("version"), at__gte=since)
    found = Match.objects.filter(Q(created_at__gte=since) | Exists(lately))
    found = found.filter(club=club, closed=False, archived_at=None, purging_at=None)
    return (found.filter(public=True) if public else found).order_by("created_at", "pk")


def stand_of_tables(tables: QuerySet[Match]) -> str:
    """How far these tables have come, in one short word: another as soon as one of them has news, comes or goes."""
    rows = tables.values_list("code", "version", "declared")[:MOST]
    said = " ".join(f"{code}:{stand(version, declared)}" for code, version, declared in rows)
    return sha256(said.encode()).hexdigest()[:16]


def readings(tables: QuerySet[Match], most: int | None = None) -> list[MatchState]:
    """The states of these tables (the first `most`), each with its log and players: at most three queries."""
    tip = Event.objects.filter(match=OuterRef("pk"), seq=OuterRef("version")).values("hash")
    rows = tables.annotate(last_hash=Subquery(tip))[:most]
    found = []
    for match in rows:
        match.tip = match.last_hash
        found.append(match)
    logs, sittings = _logs(found), _sittings(found)
    told = []
    for match in found:
        reading = MatchState(match, logs[match.pk])
        reading.sittings = sittings[match.pk]
        told.append(reading)
    return told


def _logs(matches: Sequence[Match]) -> dict[int, cache.KeptLog]:
    """Each match's log: as kept, or all that are not together from the database."""
    found = {match.pk: cache.find(match.tip) for match in matches}
    missing = [match for match in matches if found[match.pk] is None]
    events: dict[int, list[Event]] = defaultdict(list)
    if missing:
        for event in Event.objects.filter(match__in=missing).order_by("seq"):
            events[event.match_id].append(event)
    read = {
        match.pk: cache.of(book_of(match), tuple(e for e in events[match.pk] if e.seq <= match.version))
        for match in missing
    }
    return {pk: log for pk, log in {**found, **read}.items() if log is not None}


def _sittings(matches: Sequence[Match]) -> dict[int, list[SeatedPlayer]]:
    found: dict[int, list[SeatedPlayer]] = defaultdict(list)
    rows: Any = Sitting.objects.filter(match__in=matches).order_by("chair", "from_hand")
    for match, *sat in rows.values_list("match_id", "pk", "chair", "name", "from_hand", "player"):
        found[match].append(SeatedPlayer(*sat))
    return found
