"""The texts of notices, created when they are read, with what the reader may see at that moment."""

from datetime import UTC, datetime
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from matches.wording import wind_name
from notifications.models import Notice, NoticeKind, Subscription, Topic
from notifications.notices.announced import NEARLY
from people.clubs.rights import role_of
from people.models import ClubNight
from people.text.lists import isolated, listed
from tournaments.models import Entrant, Round, Table
from tournaments.pages.tables.table_view import planned_start
from tournaments.rights import TournamentRights, rights_of
from tournaments.snapshot import Day


class NoticeText(NamedTuple):
    """The text of a notification, and the path of the page that it opens."""

    title: str
    body: str
    path: str


def is_allowed(subscription: Subscription) -> bool:
    """Return whether the subscriber may still see what they have subscribed to."""
    if subscription.topic == Topic.NIGHTS:
        return role_of(subscription.user, subscription.club) is not None
    rights = rights_in(subscription)
    return rights.referee if subscription.topic == Topic.DESK else rights.read


def rights_in(subscription: Subscription) -> TournamentRights:
    """Return the subscriber's current rights in the tournament."""
    assert subscription.tournament is not None
    user = subscription.user if subscription.user and subscription.user.is_active else None
    return rights_of(subscription.tournament, subscription.phone or None, user)


def general_texts() -> dict[str, str]:
    """Return the texts that a phone stores in the current language: a fallback notification, and *Stop*."""
    return {
        "title": _("News from Scorekeeper"),
        "body": _("The text couldn’t be loaded. Tap to open the page."),
        "stop": _("Stop these"),
    }


def subject_of(subscription: Subscription) -> str:
    """Return the subject of a subscription in words, for lists and e-mails."""
    if subscription.topic == Topic.NIGHTS:
        assert subscription.club is not None
        return _("Club nights of %(club)s") % {"club": subscription.club.name}
    assert subscription.tournament is not None
    if subscription.entrant is None:
        return _("The desk of %(tournament)s") % {"tournament": subscription.tournament.name}
    rights = rights_in(subscription)
    if not rights.read:
        return subscription.tournament.name
    name = isolated(subscription.entrant.shown_name(rights.inside))
    return _("%(name)s in %(tournament)s") % {"name": name, "tournament": subscription.tournament.name}


def text_of(notice: Notice) -> NoticeText | None:
    """Return the text of a notice in the current language; None if its reader may not see it, or if it is outdated."""
    subscription = notice.subscription
    if not is_allowed(subscription):
        return None
    if notice.kind == NoticeKind.NIGHT:
        return _night(notice)
    assert subscription.tournament is not None
    day = Day(subscription.tournament, rights_in(subscription).inside)
    if notice.kind == NoticeKind.ASKED:
        return _asked(notice, day)
    round = day.round(notice.values["round"])
    if round is None or round.published_at is None or round.closed_at:
        return None
    if notice.kind == NoticeKind.SOON and not _is_soon(notice, round):
        return None
    if notice.kind in NoticeKind.about_seats():
        return _seat(notice, day, round)
    table = next((table for table in day.tables[round.pk] if table.number == notice.values["table"]), None)
    return _table(notice, day, round, table) if table else None


def _is_soon(notice: Notice, round: Round) -> bool:
    """Return whether the round still starts about when the notice says, or has started since the notice was sent."""
    starts_at = round.planned_start
    if starts_at is None:
        return bool(notice.sent_at and round.started_at)
    return abs(starts_at - datetime.fromisoformat(notice.values["starts_at"])) <= NEARLY


def _seat(notice: Notice, day: Day, round: Round) -> NoticeText | None:
    entrant = notice.subscription.entrant
    assert entrant is not None
    path = reverse("tournaments:player", args=[day.tournament.code, entrant.number])
    event = day.tournament.name
    for table in day.tables[round.pk]:
        own = next((seat for seat in day.seats[table.pk] if seat.entrant_id == entrant.pk), None)
        if own:
            names = {
                seat.pk: isolated(day.substitutes.get(seat.pk) or day.names[seat.entrant_id])
                for seat in day.seats[table.pk]
            }
            others = [name for pk, name in names.items() if pk != own.pk]
            body = _("%(name)s plays with %(others)s. %(tournament)s") % {
                "name": names[own.pk],
                "others": listed(others, "and"),
                "tournament": event,
            }
            return NoticeText(_seat_title(notice, round, table, own.wind), body, path)
    if entrant not in day.byes[round.pk] or notice.kind in (NoticeKind.SOON, NoticeKind.STARTED):
        return None
    title = _("Round %(round)s: bye") % {"round": round.number}
    body = _("%(name)s doesn’t play in this round. %(tournament)s") % {
        "name": isolated(day.names[entrant.pk]),
        "tournament": event,
    }
    return NoticeText(title, body, path)


def _seat_title(notice: Notice, round: Round, table: Table, wind: str) -> str:
    at = {"round": round.number, "table": table.number, "wind": wind_name(wind)}
    if notice.kind == NoticeKind.CHANGED:
        return _("New seat in round %(round)s: table %(table)s, %(wind)s") % at
    if starts := planned_start(round, datetime.now(UTC)) if notice.kind == NoticeKind.SOON else None:
        return _soon_title(starts.minutes, at)
    if notice.kind in (NoticeKind.SOON, NoticeKind.STARTED):
        return _("Round %(round)s has started: table %(table)s, %(wind)s") % at
    return _("Round %(round)s: table %(table)s, %(wind)s") % at


def _soon_title(minutes: int, at: dict[str, Any]) -> str:
    if not minutes:
        return _("Round %(round)s starts now: table %(table)s, %(wind)s") % at
    if minutes == 5:
        return _("Round %(round)s starts in five minutes: table %(table)s, %(wind)s") % at
    text = ngettext(
        "Round %(round)s starts in %(minutes)s minute: table %(table)s, %(wind)s",
        "Round %(round)s starts in %(minutes)s minutes: table %(table)s, %(wind)s",
        minutes,
    )
    return text % {**at, "minutes": minutes}


def _table(notice: Notice, day: Day, round: Round, table: Table) -> NoticeText | None:
    at = {"table": table.number, "round": round.number, "tournament": day.tournament.name}
    result = day.results.get(table.pk)
    if notice.kind == NoticeKind.CALLED:
        if not any(call.table_id == table.pk for call in day.calls):
            return None
        title = _("Table %(table)s calls the referee") % at
    elif notice.kind == NoticeKind.DISPUTED:
        if not day.disputed(table):
            return None
        title = _("The result of table %(table)s is disputed") % at
    else:
        if result is None or day.confirmed(table) or day.disputed(table):
            return None
        title = _("Table %(table)s: result not confirmed yet") % at
    path = reverse("tournaments:table", args=[day.tournament.code, round.number, table.number])
    return NoticeText(title, _("Round %(round)s of %(tournament)s") % at, path)


def _asked(notice: Notice, day: Day) -> NoticeText | None:
    waiting = [entrant for entrant in day.entrants if entrant.state == Entrant.State.ASKED]
    new = day.by_number.get(notice.values["entrant"])
    asked = notice.values["state"] == Entrant.State.ASKED
    if new is None or (asked and new not in waiting):
        return None  # the registration has been decided meanwhile
    path = reverse("tournaments:entries", args=[day.tournament.code])
    if not rights_in(notice.subscription).organise:
        path = reverse("tournaments:desk", args=[day.tournament.code])
    title = _("Registration: %(name)s") % {"name": isolated(day.names[new.pk])}
    if not asked:
        return NoticeText(title, day.tournament.name, path)
    many = len(waiting)
    body = ngettext("%(many)s request to decide. %(tournament)s", "%(many)s requests to decide. %(tournament)s", many)
    return NoticeText(title, body % {"many": many, "tournament": day.tournament.name}, path)


def _night(notice: Notice) -> NoticeText | None:
    night = ClubNight.objects.select_related("club").filter(pk=notice.values["night"], cancelled=False).first()
    if night is None or night.on.isoformat() != notice.values["on"]:
        return None
    day = date_format(night.on, "DATE_FORMAT")
    title = _("Club night: %(day)s") % {"day": day}
    if night.begins:
        at = {"day": day, "time": time_format(night.begins, "TIME_FORMAT")}
        title = pgettext("title of a notification", "Club night: %(day)s, %(time)s") % at
    body = (
        _("%(club)s, %(place)s") % {"club": night.club.name, "place": night.place} if night.place else night.club.name
    )
    return NoticeText(title, body, reverse("people:night", args=[night.club.code, night.pk]))
