"""Contexts of the activity pages of a match, a club and an account."""

import json
from collections.abc import Sequence
from datetime import datetime
from functools import reduce
from itertools import islice
from operator import or_
from typing import NamedTuple

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from clubs.audit_pages.match_log import LogStep, log_steps
from clubs.audit_pages.rows import AuditLine, lines, readable
from clubs.audit_pages.wording import KINDS
from engine.hash_chain import stamp
from matches import wording
from matches.log.state import MatchState
from matches.models import Event, MatchDevice
from matches.rights import visible_matches
from people.actions.erasure import players_of
from people.audit.events import What
from people.audit.log import by_or_about
from people.exports import Cell, ExportTable
from people.models import Audit, Club, User
from people.text.names import alphabetical

# Limits for audit rows, in addition to a match's events, of which there are at most 400. Anyone with the URL can cause
# the rows in `OF_OTHERS`, so these have their own limit and can't hide other rows.
MOST_ROWS, MOST_OTHERS = 300, 100
OF_OTHERS = (What.CHANGE_REFUSED, What.MATCH_EXPORTED)
CHUNK = 500
COLUMNS = ("at", "what", "refused", "who", "account", "phone", "match", "about", "before", "after", "said")


class HistoryItem(NamedTuple):
    """One line of a match's history: an event of its log (with a `seq`) or an audit row."""

    at: datetime
    sentence: str
    seq: int | None = None
    row: int | None = None
    gone: str = ""
    note: str = ""
    phone: str = ""
    refused: bool = False


# ── a match ──────────────────────────────────────────────────────────────────


def history(reading: MatchState, *, whole: bool) -> list[Event | Audit]:
    """Return the records about a match, latest first. `whole`: include links, phones and refused changes."""
    rows: list[Audit] = []
    if whole:
        audit = readable(Audit.objects.filter(match=reading.match.code))
        rows = [*audit.exclude(what__in=OF_OTHERS)[:MOST_ROWS], *audit.filter(what__in=OF_OTHERS)[:MOST_OTHERS]]
    rows.sort(key=lambda row: row.pk)
    records: list[Event | Audit] = [*reading.events, *rows]
    return sorted(records, key=lambda record: record.at)[::-1]


def history_items(reading: MatchState, records: Sequence[Event | Audit], *, whole: bool) -> list[HistoryItem]:
    """Return the items for these records of a match, in the same order. `whole`: include accounts and phones."""
    phones = list(MatchDevice.objects.filter(match=reading.match.pk).select_related("user", "match")) if whole else []
    devices = {f"d{each.number}": each for each in phones}
    steps = log_steps(reading, [record.seq for record in records if isinstance(record, Event)])
    items: dict[Event | Audit, HistoryItem] = {
        step.event: _event(reading, step, devices.get(step.event.by), whole) for step in steps
    }
    for line in lines([record for record in records if isinstance(record, Audit)], phones):
        items[line.row] = HistoryItem(line.row.at, line.sentence, phone=line.phone, refused=line.row.refused)
    return [items[record] for record in records]


def _event(reading: MatchState, step: LogStep, device: MatchDevice | None, whole: bool) -> HistoryItem:
    number = step.event.by.removeprefix("d")
    actor, phone = _("The table"), ""
    if whole:
        user = device.user if device else None
        actor = wording.isolated(user.shown_name) if user else _("Phone %(no)s") % {"no": number}
        parts = (_("phone %(no)s") % {"no": number} if user else "", device.label if device else "")
        phone = wording.listed(part for part in parts if part)
    return HistoryItem(
        at=step.event.at,
        sentence=step.text % {**step.values, "who": actor},
        seq=step.event.seq,
        row=step.row,
        gone=step.gone,
        note=reading.notes.get(step.event.seq, ""),
        phone=phone,
    )


# ── a club ───────────────────────────────────────────────────────────────────


def of_club(club: Club, kind: str = "", person: User | None = None) -> QuerySet[Audit]:
    """Return a club's audit rows, latest first, filtered by `kind` (a key of `KINDS`) and by `person`, if given."""
    rows = Audit.objects.filter(club=club)
    if kind == "refused":
        rows = rows.filter(refused=True)
    elif kind == "files":
        rows = rows.filter(what__endswith="_exported")
    elif kind in KINDS:
        rows = rows.filter(reduce(or_, (Q(what__startswith=beginning) for beginning in KINDS[kind][1].split())))
    return readable(rows.filter(by_or_about(person, players_of(person))) if person else rows)


def people_in(club: Club) -> list[User]:
    """Return the accounts that are members of the club or have audit rows in it, in alphabetical order."""
    actors = Audit.objects.filter(club=club, user__isnull=False).order_by().values("user").distinct()
    users = User.objects.filter(Q(pk__in=actors) | Q(memberships__club=club)).distinct()
    return sorted(users, key=lambda user: (alphabetical(user.shown_name), user.pk))


def audit_table(rows: QuerySet[Audit]) -> ExportTable:
    """Return audit rows as an export table, whose rows can be iterated only once."""
    remaining = rows.iterator(CHUNK)
    chunks = iter(lambda: list(islice(remaining, CHUNK)), [])
    return ExportTable("", COLUMNS, (_cells(line) for chunk in chunks for line in lines(chunk)))


def _cells(line: AuditLine) -> tuple[Cell, ...]:
    row = line.row
    before, after = (json.dumps(each, ensure_ascii=False) if each else "" for each in (row.before, row.after))
    actor = (line.actor, row.user.username if row.user else "", line.phone)
    return (stamp(row.at), row.what, int(row.refused), *actor, row.match, row.about, before, after, line.sentence)


# ── an account ───────────────────────────────────────────────────────────────


def about_account(user: User) -> QuerySet[Audit]:
    """Return the audit rows by an account, about it, and about its roster entries."""
    # A refused request for somebody else's match got a 404: the list must not reveal its name or that it exists.
    elsewhere = ~Q(match="") & ~Q(match__in=visible_matches(user).values("code"))
    rows = Audit.objects.filter(by_or_about(user, players_of(user)))
    return rows.exclude(elsewhere, what=What.CHANGE_REFUSED, after__why="right")
