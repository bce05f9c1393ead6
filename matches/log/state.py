"""A match as it is read: its rows from the database, folded by the engine. Writes nothing."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from django.db.models import QuerySet

from engine.match.ledger import LoggedEvent, MatchLog
from engine.rulesets import rule_book
from engine.rulesets.rule_book import RuleBook, TableState
from engine.seats import PerSeat, Seat
from matches.log import cache, queries
from matches.log.cache import KeptLog
from matches.models import Event, Match, chairs, stand


class SeatedPlayer(NamedTuple):
    """Who sits on a chair from a hand on (`Row.nth`): a row of `Sitting`, which is read with every page. `player`: the
    id of their entry on the club's roster."""

    pk: int
    chair: str
    name: str
    from_hand: int
    player: int | None = None


class MatchState:
    """One match, read once. Each table is asked at most once, and only if something of it is needed:
    sittings for names, devices for `may_score`, events for the log, notes for notes.
    """

    def __init__(self, match: Match, told: KeptLog | None = None) -> None:
        """`told`: the log, where an action has it at hand already."""
        self.match = match
        if told is not None:
            self.told = told

    @property
    def version(self) -> int:
        """The seq of the last event; the next one gets one more."""
        return self.match.version

    @cached_property
    def book(self) -> RuleBook:
        """The rule book with this table's house rules."""
        return book_of(self.match)

    @cached_property
    def told(self) -> KeptLog:
        """The log up to `version` and what it comes to: as kept, or else from the database."""
        found = cache.find(self.match.tip)
        if found is None:
            events = Event.objects.filter(match_id=self.match.pk, seq__lte=self.version).order_by("seq")
            found = cache.of(self.book, tuple(events) if self.version else ())
        return found

    @property
    def events(self) -> tuple[Event, ...]:
        """The log, by seq: up to `version`."""
        return self.told.events

    @cached_property
    def facts(self) -> list[LoggedEvent]:
        """The log as the engine reads it."""
        return [event.fact for event in self.events]

    @property
    def log(self) -> MatchLog:
        """What the log comes to."""
        return self.told.log

    @cached_property
    def sittings(self) -> list[SeatedPlayer]:
        """Who sat where, by chair and hand."""
        return [SeatedPlayer(*row) for row in queries.sittings(self.match.pk)]

    @cached_property
    def names(self) -> PerSeat[str]:
        """Who sits on each chair now (a replacement that was announced counts)."""
        return PerSeat.read({sitting.chair: sitting.name for sitting in self.sittings}, "")

    @property
    def guests(self) -> list[SeatedPlayer]:
        """Who sat there, in a match of a club, without being linked to its roster. Tournaments link players
        themselves."""
        alone = self.match.club_id is None or self.match.within
        return [] if alone else [sitting for sitting in self.sittings if sitting.player is None]

    @property
    def declared(self) -> frozenset[Seat]:
        """Who has said, in the hand that is played, what the book asks early; nobody where none is."""
        over = self.match.finished or self.match.closed
        return frozenset() if over else chairs(self.match.declared)

    @property
    def table(self) -> TableState:
        """The table before the hand in play, with what was declared in it."""
        return self.book.declared(self.log.state, self.declared)

    @property
    def title(self) -> str:
        """What the match is called: its name, or who plays."""
        return self.match.name or ", ".join(self.names)

    def name_at(self, seat: Seat, nth: int) -> str:
        """Who sat on a chair in a hand: the first, second … of those played, repeats counted."""
        name = ""
        for sitting in self.sittings:
            if sitting.chair == seat.value and (not name or sitting.from_hand <= nth):
                name = sitting.name
        return name

    @cached_property
    def devices(self) -> dict[str, int]:
        """The devices that may score, each with its number."""
        return dict(self.match.devices.filter(revoked_at=None).values_list("device", "number"))

    def may_score(self, device: str | None) -> bool:
        """Whether this device may change the match."""
        if self.match.asked_for and self.match.asked_for.device == device:
            return self.match.asked_for.number is not None
        return device is not None and device in self.devices

    @cached_property
    def notes(self) -> dict[int, str]:
        """Free text to events, by seq."""
        return dict(self.match.notes.order_by("seq").values_list("seq", "text"))

    def event(self, seq: int) -> Event | None:
        """The event `seq`, if there is one."""
        return self.events[seq - 1] if 0 < seq <= len(self.events) else None


def open_match(code: str, device: str | None = None, token: str = "") -> MatchState:  # nosec B107 # none
    """The match with this code, whoever asks. Raises `Match.DoesNotExist`, also for one that is being removed.

    With `device`, the phone that is asking, and `token`, the hash of the watching link's token that it holds, the
    same query tells of its rights (`Match.asked_for`).
    """
    return MatchState(queries.match_by_code(code, device, token))


def stand_of(code: str, token: str) -> tuple[str, int] | None:
    """How far the match with this code has come (`Match.stand`), for everybody where it is public, else for who has
    the watching link (`token`, its hash); None for others, and where there is no match. Asks for nothing else.
    With it the id of a match that is a part of something, else 0.
    """
    found = queries.watched_version(code, token)
    return (stand(*found[:2]), found[2]) if found else None


def book_of(match: Match) -> RuleBook:
    """The rule book that `match` is played by."""
    return rule_book(match.system, match.options, match.rules_version)


def matches_of(device: str) -> QuerySet[Match]:
    """The matches that a device may score, the newest first."""
    return (
        Match.objects.filter(devices__device=device, devices__revoked_at=None, purging_at=None)
        .prefetch_related("sittings")
        .order_by("-created_at", "-pk")
    )
