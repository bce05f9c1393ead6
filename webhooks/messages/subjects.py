"""The subjects of events (a match, a tournament, a season), their documents, and which endpoints may get them.

Signed JSON contains the data that an organiser's token can read, once it is published, with the names that members see.
Messages for chats contain only public data.
"""

from __future__ import annotations

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
from webhooks.models import TEST, EventMessage, EventType, WebhookEndpoint

RECORDED = (*ENTRIES, "undo", "redo", "correct")  # the kinds of events that change the ledger of a match


def subject_of(message: EventMessage) -> Subject | None:
    """Return the subject of a message; None if it was deleted or is no longer published."""
    if message.type == TEST:
        return TestSubject(message.club)
    if message.type == EventType.STANDINGS_CHANGED and message.tournament is None:
        return SeasonSubject(message.club, message.system)
    if message.match:
        found = message.match.club_id == message.club_id and message.match.purging_at is None
        return MatchSubject(message.match, message.seq) if found else None
    if message.tournament is None:
        return None
    event = TournamentSubject(message.tournament, message.round, message.table)
    return event if event.is_published else None


def may_get(endpoint: WebhookEndpoint, subject: Subject) -> bool:
    """Return whether an endpoint may get a message about this subject. Chats only get what is public."""
    if isinstance(subject, TestSubject):
        return True
    if endpoint.tournament_id and endpoint.tournament_id != subject.tournament_id:
        return False
    return subject.public or not endpoint.is_chat


class TestSubject:
    """The club of a test event."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.path = reverse("clubs:club", args=[club.code])

    def data(self) -> dict[str, Any]:
        return {"club": self.club.code}


class MatchSubject:
    """A match in the state right after the event `seq`, or before the first event if it is 0."""

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
        """The match right after the event; later hands are ignored."""
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

    def is_reportable(self, event_type: str) -> bool:
        """Return whether the event is worth a message: not every event changes the ledger."""
        return event_type != EventType.HAND_RECORDED or (self.event is not None and self.event.kind in RECORDED)

    @cached_property
    def entry(self) -> SettledEntry | None:
        """The entry that the event added or corrected, with its payments; None if there is none that counts."""
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
        """The tournament with the names that members see."""
        return Day(self.tournament, inside=True)

    @cached_property
    def outside(self) -> Day:
        """The tournament with the names that everybody sees."""
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
    """The season of a club in one game."""

    tournament_id = None

    def __init__(self, club: Club, system: str) -> None:
        self.club, self.system = club, system
        self.public = club.public
        self.path = reverse("clubs:season", args=[club.code])

    def season(self, inside: bool) -> Season:
        return Season(Roster(self.club, inside), self.system)

    def data(self) -> dict[str, Any]:
        """The standings only; the head-to-head table would be far longer."""
        season = self.season(inside=True)
        standings = {"system": self.system, "standings": files.standings_table(season).objects()}
        return {"of": "season", "club": self.club.code, "season": standings}


Subject = MatchSubject | TournamentSubject | SeasonSubject | TestSubject
