"""The current state of a match: its rows from the database, replayed by the engine. Writes nothing."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.db.models import QuerySet

from engine.match.ledger import Log, LoggedEvent, MatchLog
from engine.rulesets import rule_book
from engine.rulesets.rule_book import RuleBook, TableState
from engine.seats import PerSeat, Seat
from matches.log import queries
from matches.models import Event, Match, chairs, poll_state
from people.text.lists import isolated, listed
from people.web.cache import Cache

MAX_CACHED_EVENTS = 60  # a longer log is read from the database each time


@dataclass(frozen=True)
class FoldedLog:
    """The events of a match in the order of `seq`, and `fold`, the log replayed from them.

    The fold is cached and shared, so `with_event` extends a copy.
    """

    events: tuple[Event, ...]
    fold: Log

    @cached_property
    def log(self) -> MatchLog:
        return self.fold.now

    @property
    def tip(self) -> str | None:
        return self.events[-1].hash if self.events else None

    @property
    def tip_before(self) -> str | None:
        """The hash of the event before the last one, or of the rules if there is only one event."""
        return self.events[-1].previous_hash if self.events else None

    def with_event(self, fact: LoggedEvent) -> Log:
        """Return a copy of the fold with one more event. Raises `RuleViolation` if the event doesn't fit."""
        fold = self.fold.copy()
        fold.take(fact)
        return fold


LOGS: Cache[str, FoldedLog] = Cache(256)


def cached_log(tip: str | None) -> FoldedLog | None:
    return LOGS.find(tip) if tip else None


def fold_events(book: RuleBook, events: tuple[Event, ...]) -> FoldedLog:
    return cache_log(FoldedLog(events, Log(book, [event.fact for event in events])))


def cache_log(folded: FoldedLog) -> FoldedLog:
    """Cache a log, unless it is empty or very long, and return it."""
    if folded.tip and len(folded.events) <= MAX_CACHED_EVENTS:
        LOGS.put(folded.tip, folded)
    return folded


class SeatedPlayer(NamedTuple):
    """A row of `Sitting`: a player on a chair, starting with hand `from_hand` (`SettledEntry.nth`)."""

    pk: int
    chair: str
    name: str
    from_hand: int
    player: int | None = None


class MatchState:
    """A match, read from the database when needed, each table at most once. `folded`: the log, if already known."""

    def __init__(self, match: Match, folded: FoldedLog | None = None) -> None:
        self.match = match
        if folded is not None:
            self.folded = folded

    @property
    def version(self) -> int:
        return self.match.version

    @property
    def next_seq(self) -> int:
        return self.match.version + 1

    @cached_property
    def book(self) -> RuleBook:
        return book_of(self.match)

    @cached_property
    def folded(self) -> FoldedLog:
        """The log up to `version` and its fold, from the cache or else the database."""
        folded = cached_log(self.match.tip)
        if folded is None:
            events = Event.objects.filter(match_id=self.match.pk, seq__lte=self.version).order_by("seq")
            folded = fold_events(self.book, tuple(events) if self.version else ())
        return folded

    @property
    def events(self) -> tuple[Event, ...]:
        return self.folded.events

    @cached_property
    def facts(self) -> list[LoggedEvent]:
        return [event.fact for event in self.events]

    @property
    def log(self) -> MatchLog:
        return self.folded.log

    @property
    def over(self) -> bool:
        """Whether no more hands can be played: the match is finished or closed."""
        return self.log.state.finished or self.log.closed

    @cached_property
    def sittings(self) -> list[SeatedPlayer]:
        return [SeatedPlayer(*row) for row in queries.sittings(self.match.pk)]

    @cached_property
    def names(self) -> PerSeat[str]:
        """The name of the latest player on each chair."""
        return PerSeat.read({sitting.chair: sitting.name for sitting in self.sittings}, "")

    @property
    def guests(self) -> list[SeatedPlayer]:
        """Players of a club's match without a link to its roster. Tournaments link players themselves."""
        no_roster = self.match.club_id is None or self.match.within
        return [] if no_roster else [sitting for sitting in self.sittings if sitting.player is None]

    @property
    def declared(self) -> frozenset[Seat]:
        """The players who have made the early declaration in the hand in play."""
        over = self.match.finished or self.match.closed
        return frozenset() if over else chairs(self.match.declared)

    @property
    def table(self) -> TableState:
        """The table before the hand in play, with the declarations of that hand."""
        return self.book.declared(self.log.state, self.declared)

    @property
    def title(self) -> str:
        return self.match.name or listed(map(isolated, self.names), "names")

    def name_at(self, seat: Seat, nth: int) -> str:
        """Return the player on a chair in the `nth` hand played, repeats included."""
        name = ""
        for sitting in self.sittings:
            if sitting.chair == seat.value and (not name or sitting.from_hand <= nth):
                name = sitting.name
        return name

    @cached_property
    def devices(self) -> dict[str, int]:
        return dict(self.match.devices.filter(revoked_at=None).values_list("device", "number"))

    def may_score(self, device: str | None) -> bool:
        if self.match.asked_for and self.match.asked_for.device == device:
            return self.match.asked_for.number is not None
        return device is not None and device in self.devices

    @cached_property
    def notes(self) -> dict[int, str]:
        return dict(self.match.notes.order_by("seq").values_list("seq", "text"))

    def event(self, seq: int) -> Event | None:
        return self.events[seq - 1] if 0 < seq <= len(self.events) else None


def open_match(code: str, device: str | None = None, token: str = "") -> MatchState:  # nosec B107 # none
    """Return the match with this code. Raises `Match.DoesNotExist`, also while the match is being deleted.

    `token`: the hash of a watching token. The same query reads what the device and this token may do
    (`Match.asked_for`).
    """
    return MatchState(queries.match_by_code(code, device, token))


def poll_state_of(code: str, token: str) -> tuple[str, int] | None:
    """Return (`Match.poll_state`, id) of a match that may be watched, with one query; None for any other match.

    A match may be watched if it is public, if it is a demo, or if its watching token has the hash `token`. The id is 0
    for a match outside an event.
    """
    row = queries.watched_version(code, token)
    return (poll_state(*row[:2]), row[2]) if row else None


def book_of(match: Match) -> RuleBook:
    return rule_book(match.system, match.options, match.rules_version)


def matches_of(device: str) -> QuerySet[Match]:
    """Return the matches that a device may score, newest first."""
    return (
        Match.objects.filter(devices__device=device, devices__revoked_at=None, purging_at=None)
        .prefetch_related("sittings")
        .order_by("-created_at", "-pk")
    )
