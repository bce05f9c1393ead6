"""The documents of events, made of those of the API, and who may get them.

Signed JSON holds what a token of an organiser can read, once it is published: the names are those that members see.
Messages for chats hold only what everybody can read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.urls import reverse

from api.endpoints import match_document, tournament_document
from clubs.season import files
from clubs.season.standings import Roster, Season
from engine.match.ledger import ENTRIES
from engine.match.settled_entries import SettledEntry
from matches.log.state import MatchState, fold_events
from matches.models import Event, Match
from people.models import Club
from tournaments.models import Round, Table, Tournament
from tournaments.snapshot import Day
from webhooks.models import EventType, WebhookEndpoint

RECORDED = (*ENTRIES, "undo", "redo", "correct")  # the kinds of events that change the ledger of a match


@dataclass(frozen=True, slots=True)
class Happening:
    """What was announced: its key, the club, the values that find the rows, and the time."""

    what: str
    club: int
    values: Mapping[str, Any]
    at: datetime


class Occasion:
    """An event of one type. What it tells is read from the database once, for all endpoints."""

    def __init__(self, happening: Happening, event_type: EventType) -> None:
        self.happening, self.type = happening, event_type
        self.values = happening.values

    def is_for(self, endpoint: WebhookEndpoint) -> bool:
        """Whether an endpoint may get the event: it is published, and for chats public."""
        subject = self.subject
        if subject is None or (endpoint.tournament_id and endpoint.tournament_id != subject.tournament_id):
            return False
        return subject.public or not endpoint.is_chat

    @cached_property
    def subject(self) -> MatchSubject | TournamentSubject | SeasonSubject | None:
        """What the event is about; None if it is no longer there, or not published."""
        if self.happening.what.startswith(("match_", "entry_")):
            match = Match.objects.filter(pk=self.values["match"], club=self.happening.club, purging_at=None)
            found = match.select_related("club").first()
            if found is None:
                return None
            if self.type == EventType.STANDINGS_CHANGED:
                return SeasonSubject(found)
            subject = MatchSubject(found, self.values.get("seq", 0))
            return subject if self.type != EventType.HAND_RECORDED or subject.is_recorded else None
        rows = Tournament.objects.filter(pk=self.values["tournament"], club=self.happening.club)
        tournament = rows.select_related("club").first()
        if tournament is None:
            return None
        of_round = None if self.type == EventType.STANDINGS_CHANGED else self.values.get("round")
        event = TournamentSubject(tournament, of_round, self.values.get("table"))
        return event if event.is_published else None


class MatchSubject:
    """A match as it was right after the event `seq`, or before the first one if it is 0."""

    def __init__(self, match: Match, seq: int) -> None:
        self.match, self.seq = match, seq
        self.public = match.public
        self.path = f"/m/{match.code}/"

    @cached_property
    def tournament_id(self) -> int | None:
        if not self.match.within:
            return None
        return Table.objects.filter(match=self.match).values_list("round__tournament", flat=True).first()

    @cached_property
    def reading(self) -> MatchState:
        """The match as it was right after the event: another hand may have been saved since."""
        now = MatchState(self.match)
        if self.seq >= now.version:
            return now
        folded = fold_events(now.book, now.events[: self.seq])
        self.match.version, self.match.closed = self.seq, folded.log.closed
        self.match.finished = folded.log.state.finished
        return MatchState(self.match, folded)

    @cached_property
    def event(self) -> Event | None:
        return self.reading.event(self.seq)

    @property
    def is_recorded(self) -> bool:
        return self.event is not None and self.event.kind in RECORDED

    @cached_property
    def entry(self) -> SettledEntry | None:
        """The entry that the event added or corrected, with what it pays; None if there is none that counts."""
        if self.event is None:
            return None
        target = self.event.payload.get("target") if self.event.kind == "correct" else self.seq
        return self.reading.log.row(target or self.seq)

    def data(self) -> dict[str, Any]:
        reading = self.reading
        document = match_document.summary(reading.match, reading.names, reading.log.state.balances)
        if self.event is None:
            return {"match": document}
        entry = self.entry and match_document.entry_document(reading, self.entry)
        return {"match": document, "event": {"seq": self.event.seq, "kind": self.event.kind}, "entry": entry}


class TournamentSubject:
    """A tournament, one of its rounds, or one of its tables."""

    def __init__(self, tournament: Tournament, of_round: int | None, table: int | None) -> None:
        self.tournament, self.of_round = tournament, of_round
        self.of_table = table if of_round is not None else None
        self.tournament_id = tournament.pk
        self.public = tournament.public
        where = [each for each in (self.of_round, self.of_table) if each is not None]
        name = ("standings", "round", "table")[len(where)]
        self.path = reverse(f"tournaments:{name}", args=[tournament.code, *where])

    @cached_property
    def inside(self) -> Day:
        """The tournament as members see it."""
        return Day(self.tournament, inside=True)

    @cached_property
    def outside(self) -> Day:
        """The tournament as everybody sees it."""
        return Day(self.tournament, inside=False)

    @property
    def is_published(self) -> bool:
        return self.of_round is None or self.round(self.inside) is not None

    def round(self, day: Day) -> Round | None:
        """The published round."""
        return next((each for each in day.shown if each.number == self.of_round), None)

    def table(self, day: Day) -> dict[str, Any] | None:
        """The document of the table."""
        drawn = self.round(day)
        tables = day.tables[drawn.pk] if drawn else []
        found = next((each for each in tables if each.number == self.of_table), None)
        return tournament_document.table_document(day, found) if found else None

    def data(self) -> dict[str, Any]:
        day, drawn = self.inside, self.round(self.inside)
        document: dict[str, Any] = {"tournament": tournament_document.summary(self.tournament)}
        if drawn is None:
            return {"of": "tournament", **document, "standings": tournament_document.standings_rows(day)}
        if self.of_table is None:
            return {**document, "round": tournament_document.round_document(day, drawn)}
        return {**document, "round": drawn.number, "table": self.table(day)}


class SeasonSubject:
    """The season of a club in the game of a match."""

    tournament_id = None

    def __init__(self, match: Match) -> None:
        self.club: Club = match.club  # type: ignore[assignment]  # matches without a club are not announced
        self.system = match.system
        self.public = self.club.public
        self.path = reverse("clubs:season", args=[self.club.code])

    def season(self, inside: bool) -> Season:
        return Season(Roster(self.club, inside), self.system)

    def data(self) -> dict[str, Any]:
        return {"of": "season", "club": self.club.code, "season": files.document(self.season(inside=True))}
