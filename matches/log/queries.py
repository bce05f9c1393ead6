"""Queries that pages and entries share, each prepared once (`people.db.prepared_queries`). Knows no rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import Exists, OuterRef, Q, Subquery

from engine.match_totals import Tally
from matches.links import WATCHING
from matches.models import Event, LedgerRow, Match, MatchDevice, MatchLink, Requester, Sitting
from people.db.prepared_queries import Blank, Written, WrittenInsert, WrittenUpdate

_FIELDS = [field.attname for field in Match._meta.concrete_fields]
_TIP = Event.objects.filter(seq=OuterRef("version"), match=OuterRef("pk")).order_by().values("hash")
_SCORER = (
    MatchDevice.objects.filter(device=Blank("device"), match=OuterRef("pk"), revoked_at=None)
    .order_by()
    .values("number")
)
_LINK = MatchLink.objects.filter(token_hash=Blank("token"), match=OuterRef("pk"), role=WATCHING).order_by()
_THERE = Match.objects.filter(purging_at=None).annotate(scorer=Subquery(_SCORER), tip_hash=Subquery(_TIP))
_WHOLE = _THERE.values_list(*_FIELDS, "scorer", "tip_hash")
_CALLED = Written(
    _THERE.annotate(link=Subquery(_LINK.values("pk")))
    .filter(code=Blank("code"))
    .values_list(*_FIELDS, "scorer", "tip_hash", "link")
)
_STAND = Written(
    Match.objects.filter(Q(public=True) | Q(is_demo=True) | Exists(_LINK), code=Blank("code"), purging_at=None)
    .order_by()
    .values_list("version", "declared", "pk", "within")
)
_NOW = Written(_WHOLE.filter(pk=Blank("pk")))
_LOCKED = Written(
    _THERE.filter(pk=Blank("pk"))
    .select_for_update()
    .values_list("version", "declared", "archived_at", "scorer", "tip_hash")
)
_SUMMARY = WrittenUpdate(
    Match.objects.filter(pk=Blank("pk"), version=Blank("version")),
    *("version", "closed", "finished", "hand_no", "repeats", "length", "b1", "b2", "b3", "pot", "declared"),
)
_EVENTS = WrittenInsert(Event)
_LEDGER = WrittenInsert(LedgerRow)
_TALLIED = ("system", "played_on", *(field.name for field in fields(Tally)))
# An insert of rows that are all there already, and so are updated.
_TALLIES = WrittenInsert(Sitting, same=("match", "chair", "from_hand"), instead=_TALLIED)
_SITTINGS = Written(
    Sitting.objects.filter(match=Blank("pk"))
    .order_by("chair", "from_hand")
    .values_list("pk", "chair", "name", "from_hand", "player")
)


def match_called(code: str, device: str | None, token: str = "") -> Match:  # nosec B107 # none
    """The match with this code, with `tip` and `asked_for`; `token`: the hash of a watching link's.

    Raises `Match.DoesNotExist`.
    """
    rows = _CALLED.rows(code=code, device=device or "", token=token)
    if not rows:
        raise Match.DoesNotExist
    *values, scorer, tip, link = rows[0]
    match = _match(values, tip)
    match.asked_for = Requester(device, scorer, link is not None)
    return match


def match_now(pk: int) -> Match:
    """The match as it is by now, with its `tip`. Raises `Match.DoesNotExist`."""
    for *values, _scorer, tip in _NOW.rows(pk=pk, device=""):
        return _match(values, tip)
    raise Match.DoesNotExist


def _match(values: list[Any], tip: str | None) -> Match:
    match: Match = Match.from_db(connection.alias, _FIELDS, values)
    match.tip = tip
    return match


def watched_stand(code: str, token: str) -> tuple[int, str, int] | None:
    """Version, what is declared and the id, 0 for a match that is a part of nothing; where everybody may watch the
    match, or who has the watching link (its hash)."""
    for version, declared, pk, within in _STAND.rows(code=code, token=token):
        return version, declared, pk if within else 0
    return None


def locked_place(pk: int, device: str) -> tuple[int, str, datetime | None, int | None, str | None] | None:
    """The match's version, what is declared, since when it is archived, the phone's number if it may score, and the
    last hash; locks the match. Who had to wait for the lock has the last two as they were before."""
    for version, declared, archived, number, tip in _LOCKED.rows(pk=pk, device=device):
        return version, declared, archived, number, tip
    return None


def sittings(pk: int) -> list[list[Any]]:
    """Who sat where: rows of (id, chair, name, from_hand, player)."""
    return _SITTINGS.rows(pk=pk)


def sum_up(pk: int, version: int, summary: Mapping[str, Any]) -> bool:
    """Write what a match's row says of its log; False where the match is not at `version` any more."""
    return _SUMMARY.count(summary, pk=pk, version=version) == 1


def add_event(event: Event) -> None:
    """Put an event at the end of its log."""
    _EVENTS.add(event)


def add_to_ledger(rows: Iterable[LedgerRow]) -> None:
    """Put rows into the ledger."""
    _LEDGER.add_all(rows)


def put_down(tallied: Iterable[Sitting]) -> None:
    """Write what a match came to for each of its sittings, which are there."""
    _TALLIES.add_all(tallied)
