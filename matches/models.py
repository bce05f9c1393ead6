"""The tables of a match: its events, which are authoritative, and rows derived from them.

Models contain no rules and never write by themselves: matches.actions is the only writer.
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import Any, NamedTuple

from django.db import models
from django.db.models import F, Q

from engine.hash_chain import stamp
from engine.match.ledger import LoggedEvent
from engine.seats import PerSeat, Seat
from people.models import KEY_LENGTH, NAME_LENGTH, Club, Player, User
from people.text.lists import isolated, listed


def chairs(declared: str) -> frozenset[Seat]:
    """Return the chairs named in a text in the format of `Match.declared`, e.g. "P1 P3"."""
    return frozenset(map(Seat, declared.split()))


def declared_by(seats: Iterable[Seat]) -> str:
    """Return these chairs in the format of `Match.declared`."""
    return " ".join(sorted(seat.value for seat in seats))


def poll_state(version: int, declared: str) -> str:
    """Return a short text that changes with every event and declaration. Pages poll with the one that they show."""
    return "-".join([str(version), *declared.split()])


class Requester(NamedTuple):
    """The device that asked for a match, its number if it may score, and whether it has the current watch link."""

    device: str | None
    number: int | None
    watches: bool = False


class HouseRules(models.Model):
    """A named profile of house rules. Its content is in its versions; `latest` is the number of the newest."""

    code = models.CharField(max_length=KEY_LENGTH, unique=True)
    system = models.CharField(max_length=40)
    owner = models.CharField(max_length=KEY_LENGTH, db_index=True)
    club = models.ForeignKey(Club, models.PROTECT, null=True, related_name="house_rules")
    start_key = models.CharField(max_length=KEY_LENGTH, unique=True)
    created_at = models.DateTimeField()
    hidden_at = models.DateTimeField(null=True)
    latest = models.PositiveIntegerField(default=1)

    class Meta:
        verbose_name_plural = "house rules"

    def __str__(self) -> str:
        return self.code


class HouseRulesVersion(models.Model):
    """The content of a profile from `saved_at` on. It never changes, because matches refer to it."""

    rules = models.ForeignKey(HouseRules, models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    key = models.CharField(max_length=KEY_LENGTH)
    name = models.CharField(max_length=NAME_LENGTH)
    note = models.CharField(max_length=600, blank=True)
    rules_version = models.PositiveIntegerField()
    options: models.JSONField[Any, Any] = models.JSONField(default=dict)
    saved_at = models.DateTimeField()

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["rules", "number"], name="house_rules_version_once"),
            models.UniqueConstraint(fields=["rules", "key"], name="house_rules_key_once"),
            models.CheckConstraint(condition=~Q(name=""), name="house_rules_have_a_name"),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.number}"


class Match(models.Model):
    """One table's match. `version` is the seq of its last event."""

    code = models.CharField(max_length=KEY_LENGTH, unique=True)
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    system = models.CharField(max_length=40)
    rules_version = models.PositiveIntegerField()
    options: models.JSONField[Any, Any] = models.JSONField(default=dict)
    # The profile version with these `options`. The match is played by `options`.
    house_rules = models.ForeignKey(HouseRulesVersion, models.PROTECT, null=True, related_name="matches")
    # None: the match belongs to the phone that started it.
    club = models.ForeignKey(Club, models.PROTECT, null=True, related_name="matches")
    created_at = models.DateTimeField()
    started_by = models.CharField(max_length=KEY_LENGTH)
    # Whether anyone with the address may watch, without a link.
    public = models.BooleanField(default=False)
    start_key = models.CharField(max_length=KEY_LENGTH, unique=True)
    version = models.PositiveIntegerField(default=0)
    point_value = models.DecimalField(max_digits=9, decimal_places=4, null=True)
    point_unit = models.CharField(max_length=20, blank=True)
    archived_at = models.DateTimeField(null=True)
    purging_at = models.DateTimeField(null=True)
    is_demo = models.BooleanField(default=False)
    # The path of the page of the containing event; empty without one.
    within = models.CharField(max_length=120, blank=True, default="")
    # Derived, for lists of matches; updated in the transaction of each event.
    closed = models.BooleanField(default=False)
    finished = models.BooleanField(default=False)
    hand_no = models.PositiveIntegerField(default=1)
    # The `honba` of the table, which distinguishes repeated deals in some rule books.
    repeats = models.PositiveIntegerField(default=0)
    length = models.PositiveIntegerField(default=9)
    b1 = models.IntegerField(default=0)
    b2 = models.IntegerField(default=0)
    b3 = models.IntegerField(default=0)
    # Deposits on the table. Together with the balances they always sum to `total`, the points at the start.
    pot = models.IntegerField(default=0)
    # Who has declared in the hand in play (see `chairs`). The log stores it with the hand.
    declared = models.CharField(max_length=8, blank=True, default="")
    total = models.PositiveIntegerField(default=0)
    # The chips of each player, where the table plays chips.
    c1 = models.IntegerField(default=0)
    c2 = models.IntegerField(default=0)
    c3 = models.IntegerField(default=0)

    # Not columns, but extra results of a query. `tip`: the hash of the event `version`.
    tip: str | None = None
    # The requester that `matches.log.state.open_match` was called for.
    asked_for: Requester | None = None

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(b1=F("total") - F("pot") - F("b2") - F("b3")), name="match_balances_sum_to_total"
            ),
            models.CheckConstraint(condition=Q(c1=-F("c2") - F("c3")), name="match_chips_sum_to_zero"),
        ]

    def __str__(self) -> str:
        return self.name or self.code

    @property
    def poll_state(self) -> str:
        return poll_state(self.version, self.declared)

    @property
    def balances(self) -> PerSeat[int]:
        return PerSeat(self.b1, self.b2, self.b3)

    @property
    def chips(self) -> PerSeat[int]:
        return PerSeat(self.c1, self.c2, self.c3)

    @property
    def title(self) -> str:
        """The name of the match, or else the players. Lists of matches prefetch `sittings`."""
        now = {sitting.chair: sitting.name for sitting in self.sittings.all()}
        return self.name or listed(map(isolated, now.values()), "names")

    def worth(self, points: int | Decimal) -> Decimal | None:
        return None if self.point_value is None else points * self.point_value


class Sitting(models.Model):
    """A player on a chair, starting with hand `from_hand`, counting repeats. Names are stored here, never in events."""

    match = models.ForeignKey(Match, models.PROTECT, related_name="sittings")
    chair = models.CharField(max_length=2)
    name = models.CharField(max_length=NAME_LENGTH)
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="sittings")
    from_hand = models.PositiveIntegerField(default=1)
    # Derived, for seasons: the totals of this sitting (engine.match_totals). `played_on` is the day on which the match
    # began, or None while it is in progress; the other columns count only for a finished match.
    played_on = models.DateField(null=True)
    system = models.CharField(max_length=40, blank=True, default="")
    hands = models.PositiveIntegerField(default=0)
    points = models.IntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    dealt_in = models.PositiveIntegerField(default=0)
    drawn = models.PositiveIntegerField(default=0)
    received = models.IntegerField(default=0)
    best = models.IntegerField(default=0)
    values: models.JSONField[list[int], list[int]] = models.JSONField(default=list)
    rank = models.PositiveSmallIntegerField(null=True)
    halves = models.PositiveSmallIntegerField(null=True)
    # None if the table has no chips.
    chips = models.IntegerField(null=True)
    broken = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["chair", "from_hand"]
        indexes = [
            # Covers the query for standings: all sittings of a player in one game, without reading the table.
            models.Index(
                fields=["player", "system", "played_on", "hands", "points", "won", "dealt_in", "drawn", "received"]
                + ["best", "rank", "halves", "chips"],
                condition=Q(played_on__isnull=False),
                name="sitting_season",
            )
        ]
        constraints = [
            models.UniqueConstraint(fields=["match", "chair", "from_hand"], name="sitting_one_a_hand"),
            models.CheckConstraint(condition=Q(chair__in=["P1", "P2", "P3"]), name="sitting_on_a_chair"),
            models.CheckConstraint(condition=~Q(name=""), name="sitting_has_a_name"),
        ]

    def __str__(self) -> str:
        return f"{self.chair} {self.name}"


class MatchDevice(models.Model):
    """A phone that may score this match, unless revoked. Events call it d1, d2 … (`number`)."""

    match = models.ForeignKey(Match, models.PROTECT, related_name="devices")
    number = models.PositiveIntegerField()
    device = models.CharField(max_length=KEY_LENGTH, db_index=True)
    joined_at = models.DateTimeField()
    label = models.CharField(max_length=80, blank=True)
    user = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "device"], name="device_joins_once"),
            models.UniqueConstraint(fields=["match", "number"], name="device_number_is_its_own"),
        ]

    def __str__(self) -> str:
        return f"d{self.number}"


class MatchLink(models.Model):
    """A link that gives access to a match (`role`: "scoring" or "watching").

    The token of the link is derived from `generation` when it is shown (see matches.links); only its hash is stored, by
    which the link is found.
    """

    match = models.ForeignKey(Match, models.PROTECT, related_name="links")
    role = models.CharField(max_length=8)
    generation = models.PositiveIntegerField(default=1)
    token_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "role"], name="link_one_a_role"),
            models.CheckConstraint(condition=Q(role__in=["scoring", "watching"]), name="link_has_a_role"),
        ]

    def __str__(self) -> str:
        return f"{self.role} {self.generation}"


class Event(models.Model):
    """One event in a match's log. Database triggers (matches/log/append_only.py) prevent changes and deletion."""

    match = models.ForeignKey(Match, models.PROTECT, related_name="events")
    seq = models.PositiveIntegerField()
    key = models.CharField(max_length=KEY_LENGTH)
    kind = models.CharField(max_length=20)
    payload: models.JSONField[Any, Any] = models.JSONField()
    at = models.DateTimeField()
    by = models.CharField(max_length=12)
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["seq"]
        constraints = [
            models.UniqueConstraint(fields=["match", "seq"], name="event_seq_once"),
            models.UniqueConstraint(fields=["match", "key"], name="event_key_once"),
            models.CheckConstraint(condition=Q(seq__gte=1), name="event_seq_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"

    @property
    def fact(self) -> LoggedEvent:
        return LoggedEvent(self.seq, self.kind, self.payload)

    def as_dict(self) -> dict[str, Any]:
        """Return the event as it is hashed and written to a match file, with the keys in the order of the format."""
        names = ("seq", "key", "kind", "payload", "at", "by", "previous_hash", "hash")
        return {name: getattr(self, name) for name in names} | {"at": stamp(self.at)}


class EventNote(models.Model):
    """A note on an event, e.g. the reason for a penalty. It is outside the hash chain, so that it can be erased."""

    match = models.ForeignKey(Match, models.PROTECT, related_name="notes")
    seq = models.PositiveIntegerField()
    text = models.CharField(max_length=600)

    class Meta:
        ordering = ["seq"]
        constraints = [models.UniqueConstraint(fields=["match", "seq"], name="note_one_an_event")]

    def __str__(self) -> str:
        return f"{self.seq} {self.text}"


class LedgerRow(models.Model):
    """An entry's payments (d1 to d3) and the balances after it (b1 to b3), derived from the log.

    `position`: the place of the entry in the order of hands. `d0`: the change in deposits on the table; `b0`: their
    sum. `total`: the sum of all points. `c1` to `c3`: each player's chips after the entry.
    """

    match = models.ForeignKey(Match, models.PROTECT, related_name="ledger")
    seq = models.PositiveIntegerField()
    position = models.PositiveIntegerField()
    hand_no = models.PositiveIntegerField()
    d1 = models.IntegerField()
    d2 = models.IntegerField()
    d3 = models.IntegerField()
    b1 = models.IntegerField()
    b2 = models.IntegerField()
    b3 = models.IntegerField()
    d0 = models.IntegerField(default=0)
    b0 = models.IntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    c1 = models.IntegerField(default=0)
    c2 = models.IntegerField(default=0)
    c3 = models.IntegerField(default=0)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["match", "seq"], name="row_one_an_entry"),
            models.UniqueConstraint(fields=["match", "position"], name="row_position_once"),
            models.CheckConstraint(condition=Q(d1=-F("d2") - F("d3") - F("d0")), name="row_payments_sum_to_zero"),
            models.CheckConstraint(
                condition=Q(b1=F("total") - F("b0") - F("b2") - F("b3")), name="row_balances_sum_to_total"
            ),
            models.CheckConstraint(condition=Q(c1=-F("c2") - F("c3")), name="row_chips_sum_to_zero"),
        ]

    def __str__(self) -> str:
        return f"{self.position} {self.b1} {self.b2} {self.b3}"
