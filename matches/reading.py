"""A match as it is read: its rows from the database, folded by the engine. Writes nothing."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from engine.ledger import Fact, MatchLog
from engine.rulesets import rule_book
from engine.rulesets.base import RuleBook
from engine.seats import PerSeat, Seat
from matches import asked, kept
from matches.kept import KeptLog
from matches.models import Event, Match


class Sat(NamedTuple):
    """Who sits on a chair from a hand on: a row of `Sitting`, which is read with every page."""

    pk: int
    chair: str
    name: str
    from_hand: int


class Reading:
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
        found = kept.find(self.match.tip)
        if found is None:
            events = Event.objects.filter(match_id=self.match.pk, seq__lte=self.version).order_by("seq")
            found = kept.of(self.book, tuple(events) if self.version else ())
        return found

    @property
    def events(self) -> tuple[Event, ...]:
        """The log, by seq: up to `version`."""
        return self.told.events

    @cached_property
    def facts(self) -> list[Fact]:
        """The log as the engine reads it."""
        return [event.fact for event in self.events]

    @property
    def log(self) -> MatchLog:
        """What the log comes to."""
        return self.told.log

    @cached_property
    def sittings(self) -> list[Sat]:
        """Who sat where, by chair and hand."""
        return [Sat(*row) for row in asked.sittings(self.match.pk)]

    @cached_property
    def names(self) -> PerSeat[str]:
        """Who sits on each chair now (a replacement that was announced counts)."""
        return PerSeat.read({sitting.chair: sitting.name for sitting in self.sittings}, "")

    @property
    def title(self) -> str:
        """What the match is called: its name, or who plays."""
        return self.match.name or ", ".join(self.names)

    def name_at(self, seat: Seat, hand_no: int) -> str:
        """Who sat on a chair in a hand."""
        name = ""
        for sitting in self.sittings:
            if sitting.chair == seat.value and (not name or sitting.from_hand <= hand_no):
                name = sitting.name
        return name

    @cached_property
    def devices(self) -> dict[str, int]:
        """The devices that may score, each with its number."""
        return dict(self.match.devices.values_list("device", "number"))

    def may_score(self, device: str | None) -> bool:
        """Whether this device may change the match."""
        if self.match.asked_for and self.match.asked_for[0] == device:
            return self.match.asked_for[1] is not None
        return device is not None and device in self.devices

    @cached_property
    def notes(self) -> dict[int, str]:
        """Free text to events, by seq."""
        return dict(self.match.notes.order_by("seq").values_list("seq", "text"))

    def event(self, seq: int) -> Event | None:
        """The event `seq`, if there is one."""
        return self.events[seq - 1] if 0 < seq <= len(self.events) else None


def open_match(code: str, device: str | None = None) -> Reading:
    """The match with this code. Raises `Match.DoesNotExist`, also for one that is being removed.

    With `device`, the phone that is asking, `may_score` is answered by the same query.
    """
    return Reading(asked.match_called(code, device))


def version_of(code: str) -> int | None:
    """How far the match with this code has come; None if there is none. Asks for nothing else."""
    found: int | None = Match.objects.filter(code=code, purging_at=None).values_list("version", flat=True).first()
    return found


def book_of(match: Match) -> RuleBook:
    """The rule book that `match` is played by."""
    return rule_book(match.system, match.options, match.rules_version)


def matches_of(device: str) -> Iterable[Match]:
    """The matches that a device may score, the newest first."""
    return (
        Match.objects.filter(devices__device=device, purging_at=None)
        .prefetch_related("sittings")
        .order_by("-created_at", "-pk")
    )
