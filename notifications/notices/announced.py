"""The notices about saved changes, and their receivers. The functions expect an open transaction."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q

from notifications.models import Notice, NoticeKind, Receiver, Subscription, Topic
from people.announcements import Announcement
from tournaments.models import Round, Seat, Tournament
from tournaments.snapshot import Day

# How long a notice is useful.
USEFUL = {
    NoticeKind.SEATED: timedelta(hours=12),
    NoticeKind.CHANGED: timedelta(hours=12),
    NoticeKind.SOON: timedelta(minutes=5),  # after the planned start
    NoticeKind.STARTED: timedelta(minutes=20),
    NoticeKind.DISPUTED: timedelta(hours=2),
    NoticeKind.CALLED: timedelta(minutes=20),
    NoticeKind.ASKED: timedelta(days=2),
    NoticeKind.WAITS: timedelta(hours=1),
}
SEATING = {
    *("round_published", "round_hidden", "round_dropped", "round_swapped", "round_remade", "table_reseated"),
    *("tables_exchanged", "stage_redrawn", "stage_drawn"),
}
OF_PLAYERS = {*SEATING, "start_planned", "clock_started", "result_disputed"}
OF_DESKS = {"referee_called", "entrant_asked", "result_entered", "result_corrected", "result_disputed"}
ENDINGS = {"tournament_ended"}
_OF_TOPICS = {Topic.PLAYER: OF_PLAYERS | ENDINGS, Topic.DESK: OF_DESKS | ENDINGS}
ANNOUNCEMENTS = OF_PLAYERS | OF_DESKS | ENDINGS
# Most results are confirmed within a minute, so the desk is notified only about those that aren't.
DELAYS = {"result_entered": timedelta(minutes=5), "result_corrected": timedelta(minutes=5)}
AHEAD = timedelta(minutes=5)  # how long before its planned start players are notified of a round
NEARLY = timedelta(minutes=3)  # players aren't notified again of a start that moves by less than this
# Players notified of a planned start are notified of the clock's start only if that is later by more than this.
ON_TIME = timedelta(minutes=10)
_KINDS = {
    "clock_started": NoticeKind.STARTED,
    "referee_called": NoticeKind.CALLED,
    "entrant_asked": NoticeKind.ASKED,
    "result_entered": NoticeKind.WAITS,
    "result_corrected": NoticeKind.WAITS,
    "result_disputed": NoticeKind.DISPUTED,
}


def is_wanted(announcement: Announcement) -> bool:
    """Return whether anybody may have subscribed to this change. Makes a query only for changes with notices."""
    if announcement.what not in ANNOUNCEMENTS or "tournament" not in announcement.values:
        return False
    if announcement.what == "start_planned":
        return True
    wanted = Subscription.objects.filter(tournament=announcement.values["tournament"])
    topics = [topic for topic, whats in _OF_TOPICS.items() if announcement.what in whats]
    return wanted.filter(topic__in=topics).exists()


def forget_unused() -> None:
    """Delete receivers without subscriptions."""
    Receiver.objects.filter(subscriptions=None).delete()


def seats_of(day: Day, entrant: int) -> dict[str, Any]:
    """Return an entrant's published seats by round number: table, wind, and the entrant numbers at the table."""
    seats: dict[str, Any] = {}
    for round in day.shown:
        for table in day.tables[round.pk]:
            own = next((seat for seat in day.seats[table.pk] if seat.entrant_id == entrant), None)
            if own:
                others = sorted(seat.entrant.number for seat in day.seats[table.pk])
                seats[str(round.number)] = [table.number, own.wind, others]
        if any(each.pk == entrant for each in day.byes[round.pk]):
            seats[str(round.number)] = [0, "", []]
    return seats


def make_notices(what: str, tournament: Tournament, values: dict[str, Any], cause: str, now: datetime) -> list[Notice]:
    """Return the new notices about an announced change. Idempotent per `cause`."""
    subscribed = list(
        Subscription.objects.select_for_update(of=("self",))
        .filter(tournament=tournament)
        .exclude(confirmed_at=None)
        .select_related("receiver")
    )
    players = [row for row in subscribed if row.topic == Topic.PLAYER]
    if what in ENDINGS:
        Subscription.objects.filter(tournament=tournament).delete()
        forget_unused()
        return []
    if what in SEATING:
        return _about_seats(players, tournament, cause, now)
    seated = _seated(players, tournament, values) if what in OF_PLAYERS else []
    if what == "start_planned":
        return _about_start(seated, tournament, values, cause, now)
    if what == "clock_started":
        seated = _without_notified(seated, values["round"], Q(expires_at__gt=now - ON_TIME + USEFUL[NoticeKind.SOON]))
    desks = [row for row in subscribed if row.topic == Topic.DESK and what in OF_DESKS]
    return create_notices(_KINDS[what], [*seated, *desks], _values_for_text(values), cause, now)


def _about_seats(players: list[Subscription], tournament: Tournament, cause: str, now: datetime) -> list[Notice]:
    """Compare the seats with those that each subscriber knows; return one notice for each round that differs."""
    day, made = Day(tournament), []
    open_rounds = [round.number for round in day.shown if round.closed_at is None]
    for row in players:
        seats, known = seats_of(day, row.entrant_id or 0), row.known_seats
        if seats != known:
            Subscription.objects.filter(pk=row.pk).update(known_seats=seats)
        for number in open_rounds:
            seat, before = seats.get(str(number)), known.get(str(number))
            if seat and seat != before:
                kind = NoticeKind.CHANGED if before else NoticeKind.SEATED
                made += create_notices(kind, [row], {"round": number}, f"{cause} {number}", now)
    return made


def _about_start(
    seated: list[Subscription], tournament: Tournament, values: dict[str, Any], cause: str, now: datetime
) -> list[Notice]:
    """Return the notices about a planned start.

    There are none if it was moved or cancelled, the clock was started, or the round is hidden.
    """
    starts_at = datetime.fromisoformat(values["starts_at"])
    round = Round.objects.filter(tournament=tournament, number=values["round"]).first()
    until = starts_at + USEFUL[NoticeKind.SOON]
    if round is None or round.planned_start != starts_at or until <= now:
        return []
    about = Q(expires_at__range=(until - NEARLY, until + NEARLY))
    rows = _without_notified(seated, round.number, about)
    return create_notices(
        NoticeKind.SOON, rows, {**_values_for_text(values), "starts_at": values["starts_at"]}, cause, now, until
    )


def _without_notified(rows: list[Subscription], round: int, about: Q) -> list[Subscription]:
    """Return the subscribers not yet notified of a planned start of the round. `about`: which starts count."""
    sent = Notice.objects.filter(about, subscription__in=rows, kind=NoticeKind.SOON, values__round=round)
    notified = set(sent.exclude(sent_at=None).values_list("subscription", flat=True))
    return [row for row in rows if row.pk not in notified]


def _seated(players: list[Subscription], tournament: Tournament, values: dict[str, Any]) -> list[Subscription]:
    """Return the subscriptions to entrants with a seat in the round or, if one is named, at the table."""
    seats = Seat.objects.filter(round__tournament=tournament, round__number=values["round"]).exclude(table=None)
    if "table" in values:
        seats = seats.filter(table__number=values["table"])
    entrants = set(seats.values_list("entrant", flat=True))
    return [row for row in players if row.entrant_id in entrants]


def _values_for_text(values: dict[str, Any]) -> dict[str, Any]:
    return {name: values[name] for name in ("round", "table", "entrant", "state") if name in values}


def create_notices(
    kind: NoticeKind,
    rows: Iterable[Subscription],
    values: dict[str, Any],
    cause: str,
    now: datetime,
    until: datetime | None = None,
) -> list[Notice]:
    """Return the new notices for these subscriptions, except those that have had a notice for this cause.

    `until`: when they expire, None for the usual time.
    """
    made = []
    for row in rows:
        details = {"kind": kind, "values": values, "made_at": now, "expires_at": until or now + USEFUL[kind]}
        notice, new = Notice.objects.get_or_create(subscription=row, cause=cause, defaults=details)
        if new:
            made.append(notice)
    return made
