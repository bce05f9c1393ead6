"""Contexts of the activity pages: the history of a match, of a club, of an account."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from clubs.audit_pages.match_log import LogStep, steps
from clubs.audit_pages.rows import AuditLine, lines, readable
from clubs.audit_pages.wording import KINDS
from engine.hash_chain import stamp
from matches import wording
from matches.log.state import MatchState
from matches.models import MatchDevice
from matches.rights import looked_into
from people.actions.erasure import players_of
from people.audit.events import What
from people.audit.log import by_or_about, network_shown
from people.exports.table import Cell, ExportTable
from people.models import Audit, Club, User
from people.text.alphabetical_order import alphabetical

# Of the audit beside a match's events, which are 400 at most. What anybody can make many of, whoever knows the address,
# hides nothing else: it has a bound of its own.
MOST_ROWS, MOST_OTHERS = 300, 100
OF_OTHERS = (What.CHANGE_REFUSED, What.MATCH_EXPORTED)
CHUNK = 500
COLUMNS = ("at", "what", "refused", "who", "account", "phone", "match", "about", "before", "after", "said")


@dataclass(frozen=True, slots=True)
class HistoryItem:
    """One thing that happened at a table: an event of its log (`seq`), or a row of the audit beside it."""

    at: datetime
    said: str
    seq: int | None = None
    row: int | None = None
    gone: str = ""
    note: str = ""
    phone: str = ""
    refused: bool = False


# ── a match ──────────────────────────────────────────────────────────────────


def history(reading: MatchState, *, whole: bool) -> list[HistoryItem]:
    """Everything about a match, the latest first. `whole`: for who scores or looks after it, with accounts, phones,
    links and what was refused; else the events alone, and of nobody."""
    phones = list(MatchDevice.objects.filter(match=reading.match.pk).select_related("user")) if whole else []
    devices = {f"d{each.number}": each for each in phones}
    told = [_event(reading, step, devices.get(step.event.by), whole) for step in steps(reading)]
    if whole:
        rows = readable(Audit.objects.filter(match=reading.match.code))
        done, others = rows.exclude(what__in=OF_OTHERS)[:MOST_ROWS], rows.filter(what__in=OF_OTHERS)[:MOST_OTHERS]
        beside = sorted([*done, *others], key=lambda row: row.pk)
        told += [_beside(line) for line in lines(beside, phones)]
    return sorted(told, key=lambda each: each.at)[::-1]


def _event(reading: MatchState, step: LogStep, device: MatchDevice | None, whole: bool) -> HistoryItem:
    number = step.event.by.removeprefix("d")
    who, phone = _("The table"), ""
    if whole:
        by_account = device.user if device else None
        who = wording.isolated(by_account.shown_name) if by_account else _("Phone %(no)s") % {"no": number}
        named = [_("phone %(no)s") % {"no": number}] if by_account else []
        phone = wording.listed([*named, *([device.label] if device and device.label else [])])
    return HistoryItem(
        at=step.event.at,
        said=step.said(who),
        seq=step.event.seq,
        row=step.row,
        gone=step.gone,
        note=reading.notes.get(step.event.seq, ""),
        phone=phone,
    )


def _beside(line: AuditLine) -> HistoryItem:
    return HistoryItem(at=line.row.at, said=line.said, phone=line.phone, refused=line.row.refused)


# ── a club ───────────────────────────────────────────────────────────────────


def of_club(club: Club, kind: str = "", person: User | None = None) -> QuerySet[Audit]:
    """What was done in a club, the latest first: of a kind (`KINDS`), by or about one account."""
    found = Audit.objects.filter(club=club)
    if kind == "refused":
        found = found.filter(refused=True)
    elif kind == "files":
        found = found.filter(what__endswith="_exported")
    elif kind in KINDS:
        begins = Q()
        for each in KINDS[kind][1]:
            begins |= Q(what__startswith=each)
        found = found.filter(begins)
    return readable(found.filter(by_or_about(person, players_of(person))) if person else found)


def people_in(club: Club) -> list[User]:
    """The accounts that are members, or have done something in the club."""
    did = Audit.objects.filter(club=club, user__isnull=False).order_by().values("user").distinct()
    found = User.objects.filter(Q(pk__in=did) | Q(memberships__club=club)).distinct()
    return sorted(found, key=lambda user: (alphabetical(user.shown_name), user.pk))


def audit_table(rows: QuerySet[Audit]) -> ExportTable:
    """The audit log as a table. Its rows can be read once."""
    return ExportTable("", COLUMNS, _table_rows(rows))


def _table_rows(rows: QuerySet[Audit]) -> Iterator[tuple[Cell, ...]]:
    found = rows.iterator(CHUNK)
    while chunk := list(islice(found, CHUNK)):
        yield from map(_cells, lines(chunk))


def _cells(line: AuditLine) -> tuple[Cell, ...]:
    row = line.row
    before, after = (json.dumps(each, ensure_ascii=False) if each else "" for each in (row.before, row.after))
    who = (line.who, row.user.username if row.user else "", line.phone)
    return (stamp(row.at), row.what, int(row.refused), *who, row.match, row.about, before, after, line.said)


# ── an account ───────────────────────────────────────────────────────────────


def of_account(user: User) -> QuerySet[Audit]:
    """What an account did, and what others did to it and to its entries on rosters; the latest first."""
    return readable(about_account(user))


def about_account(user: User) -> QuerySet[Audit]:
    """The same rows without what stands beside them. Whoever was refused at a match that is none of theirs was told
    that there is none, and learns no more here: neither that there is one nor what it is called."""
    elsewhere = ~Q(match="") & ~Q(match__in=looked_into(user).values("code"))
    rows = Audit.objects.filter(by_or_about(user, players_of(user)))
    return rows.exclude(elsewhere, what=What.CHANGE_REFUSED, after__why="right")


def with_networks(user: User, told: list[AuditLine]) -> list[dict[str, Any]]:
    """Lines for the account's own page: with the network address from which it was used, or was tried to be."""
    return [{**_shown(line), "network": network_shown(user, line.row)} for line in told]


def _shown(line: AuditLine) -> dict[str, Any]:
    return {name: getattr(line, name) for name in ("row", "said", "phone", "where", "address")}
