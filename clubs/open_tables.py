"""The open tables of a club. The number of queries does not depend on the number of tables."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from matches.log.state import FoldedLog, MatchState, SeatedPlayer, book_of, cached_log, fold_events
from matches.models import Event, Match, Sitting, poll_state
from people.models import Club

MOST = 60  # tables shown on a club's page
A_DAY = timedelta(hours=24)


def open_tables(club: Club, *, public: bool) -> QuerySet[Match]:
    """Return open matches started or continued in the last 24 hours, oldest first; if `public`, only public ones."""
    since = datetime.now(UTC) - A_DAY
    recent_event = Event.objects.filter(match=OuterRef("pk"), seq=OuterRef("version"), at__gte=since)
    matches = Match.objects.filter(Q(created_at__gte=since) | Exists(recent_event))
    matches = matches.filter(club=club, closed=False, archived_at=None, purging_at=None)
    return (matches.filter(public=True) if public else matches).order_by("created_at", "pk")


def poll_state_of_tables(tables: QuerySet[Match]) -> str:
    """Return a short hash that changes whenever a table changes, is added or is removed."""
    rows = tables.values_list("code", "version", "declared")[:MOST]
    versions = " ".join(f"{code}:{poll_state(version, declared)}" for code, version, declared in rows)
    return sha256(versions.encode()).hexdigest()[:16]


def readings(tables: QuerySet[Match], most: int | None = None) -> list[MatchState]:
    """Return the states of the first `most` tables, with logs and players. Makes at most three queries."""
    tip = Event.objects.filter(match=OuterRef("pk"), seq=OuterRef("version")).values("hash")
    matches = list(tables.annotate(last_hash=Subquery(tip))[:most])
    for match in matches:
        match.tip = match.last_hash
    logs, sittings = _logs(matches), _sittings(matches)
    states = []
    for match in matches:
        state = MatchState(match, logs[match.pk])
        state.sittings = sittings[match.pk]
        states.append(state)
    return states


def _logs(matches: Sequence[Match]) -> dict[int, FoldedLog]:
    """Return the logs by match id. All logs that aren't cached are read in one query."""
    logs = {match.pk: folded for match in matches if (folded := cached_log(match.tip))}
    missing = [match for match in matches if match.pk not in logs]
    events: dict[int, list[Event]] = defaultdict(list)
    if missing:
        for event in Event.objects.filter(match__in=missing).order_by("seq"):
            events[event.match_id].append(event)
    for match in missing:
        logs[match.pk] = fold_events(book_of(match), tuple(e for e in events[match.pk] if e.seq <= match.version))
    return logs


def _sittings(matches: Sequence[Match]) -> dict[int, list[SeatedPlayer]]:
    sittings: dict[int, list[SeatedPlayer]] = defaultdict(list)
    rows: Any = Sitting.objects.filter(match__in=matches).order_by("chair", "from_hand")
    for match, *sitting in rows.values_list("match_id", "pk", "chair", "name", "from_hand", "player"):
        sittings[match].append(SeatedPlayer(*sitting))
    return sittings
