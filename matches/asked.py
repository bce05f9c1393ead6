"""What every page and every entry asks the database. The ORM writes each query once and not with every request:
it takes longer to put such a query together than the database to answer it. Knows no rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from django.db import connection
from django.db.models import Expression, OuterRef, QuerySet, Subquery, TextField
from django.db.models.sql import UpdateQuery

from matches.models import Event, Match, MatchDevice, Sitting


class Blank(Expression):
    """A place in a query whose value comes when the query is asked."""

    def __init__(self, name: str) -> None:
        super().__init__(output_field=TextField())
        self.name = name

    def as_sql(self, compiler: Any, connection: Any, **_extra: Any) -> tuple[str, list[Any]]:
        return "%s", [self]


class Written:
    """A query for rows of values, as the ORM writes it; asked with a value for each `Blank` in it."""

    def __init__(self, query: QuerySet[Any, Any]) -> None:
        self._query = query.query

    @cached_property
    def _compiled(self) -> tuple[str, tuple[Any, ...], dict[int, Any]]:
        compiler = self._query.get_compiler(connection.alias)
        sql, values = compiler.as_sql()
        return sql, values, compiler.get_converters([column for column, _sql, _alias in compiler.select])

    def rows(self, **values: Any) -> list[list[Any]]:
        """The rows that are there now."""
        sql, places, converters = self._compiled
        with connection.cursor() as cursor:
            cursor.execute(sql, _filled(places, values))
            rows = [list(row) for row in cursor.fetchall()]
        for at, (functions, column) in converters.items():
            for row in rows:
                for function in functions:
                    row[at] = function(row[at], column, connection)
        return rows


class WrittenUpdate:
    """An update of the columns `names` of what a query finds; asked with a value for each, and for each `Blank`."""

    def __init__(self, query: QuerySet[Any, Any], *names: str) -> None:
        update: Any = query.query.chain(UpdateQuery)
        update.add_update_values({name: Blank(f"new_{name}") for name in names})
        self._query = update

    @cached_property
    def _compiled(self) -> tuple[str, tuple[Any, ...]]:
        sql, places = self._query.get_compiler(connection.alias).as_sql()
        return sql, places

    def count(self, new: Mapping[str, Any], **values: Any) -> int:
        """Put `new` in; how many rows were there."""
        sql, places = self._compiled
        values |= {f"new_{name}": value for name, value in new.items()}
        with connection.cursor() as cursor:
            cursor.execute(sql, _filled(places, values))
            count: int = cursor.rowcount
        return count


def _filled(places: Iterable[Any], values: Mapping[str, Any]) -> list[Any]:
    return [values[each.name] if isinstance(each, Blank) else each for each in places]


_FIELDS = [field.attname for field in Match._meta.concrete_fields]
_TIP = Event.objects.filter(seq=OuterRef("version"), match=OuterRef("pk")).order_by().values("hash")
_SCORER = MatchDevice.objects.filter(device=Blank("device"), match=OuterRef("pk")).order_by().values("number")
_THERE = Match.objects.filter(purging_at=None).annotate(scorer=Subquery(_SCORER), tip_hash=Subquery(_TIP))
_WHOLE = _THERE.values_list(*_FIELDS, "scorer", "tip_hash")
_CALLED = Written(_WHOLE.filter(code=Blank("code")))
_NOW = Written(_WHOLE.filter(pk=Blank("pk")))
_LOCKED = Written(_THERE.filter(pk=Blank("pk")).select_for_update().values_list("version", "scorer", "tip_hash"))
_SUMMARY = WrittenUpdate(
    Match.objects.filter(pk=Blank("pk"), version=Blank("version")),
    *("version", "closed", "finished", "hand_no", "length", "b1", "b2", "b3", "pot"),
)
_SITTINGS = Written(
    Sitting.objects.filter(match=Blank("pk"))
    .order_by("chair", "from_hand")
    .values_list("pk", "chair", "name", "from_hand")
)


def match_called(code: str, device: str | None) -> Match:
    """The match with this code, with `tip` and `asked_for`. Raises `Match.DoesNotExist`."""
    return _match(_CALLED.rows(code=code, device=device or ""), device)


def match_now(pk: int) -> Match:
    """The match as it is by now, with its `tip`. Raises `Match.DoesNotExist`."""
    return _match(_NOW.rows(pk=pk, device=""), None)


def _match(rows: list[list[Any]], device: str | None) -> Match:
    if not rows:
        raise Match.DoesNotExist
    *values, scorer, tip = rows[0]
    match: Match = Match.from_db(connection.alias, _FIELDS, values)
    match.tip = tip
    match.asked_for = (device, scorer) if device else None
    return match


def locked_place(pk: int, device: str) -> tuple[int, int | None, str | None] | None:
    """The match's version, the phone's number if it may score, and the last hash; locks the match."""
    for version, number, tip in _LOCKED.rows(pk=pk, device=device):
        return version, number, tip
    return None


def sittings(pk: int) -> list[list[Any]]:
    """Who sat where: rows of (id, chair, name, from_hand)."""
    return _SITTINGS.rows(pk=pk)


def sum_up(pk: int, version: int, summary: Mapping[str, Any]) -> bool:
    """Write what a match's row says of its log; False where the match is not at `version` any more."""
    return _SUMMARY.count(summary, pk=pk, version=version) == 1
