"""Queries that the ORM writes once and not with every request: it takes longer to put such a query together than the
database to answer it. Knows no tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from django.db import connection
from django.db.models import (
    BooleanField,
    CharField,
    Expression,
    IntegerField,
    JSONField,
    Model,
    QuerySet,
    TextField,
)
from django.db.models.constants import OnConflict
from django.db.models.sql import InsertQuery, UpdateQuery


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


class WrittenInsert:
    """New rows of a model. Nobody else is told of them: it sends no signals. `instead`: the columns that a row which is
    there already, by its columns `same`, gets of the new one."""

    def __init__(self, model: type[Model], same: Iterable[str] = (), instead: Iterable[str] = ()) -> None:
        self._model, self._same, self._instead = model, list(same), list(instead)
        self._fields = [field for field in model._meta.concrete_fields if not field.primary_key]
        self._plain = [_plain(field) for field in self._fields]

    def _sql(self, *returned: Any) -> str:
        insert = InsertQuery(self._model, **self._conflict())
        blanks = {field.attname: Blank(field.attname) for field in self._fields}
        insert.insert_values(self._fields, [self._model(**blanks)])
        compiler: Any = insert.get_compiler(connection.alias)
        compiler.returning_fields = returned
        ((sql, _places),) = compiler.as_sql()
        return str(sql)

    def _conflict(self) -> dict[str, Any]:
        if not self._same:
            return {}
        field = self._model._meta.get_field
        same, instead = [field(name) for name in self._same], [field(name) for name in self._instead]
        return {"on_conflict": OnConflict.UPDATE, "unique_fields": same, "update_fields": instead}

    @cached_property
    def _one(self) -> str:
        return self._sql(self._model._meta.pk)

    @cached_property
    def _many(self) -> str:
        return self._sql()

    def add(self, row: Model) -> None:
        """Put one in, which learns its id."""
        with connection.cursor() as cursor:
            cursor.execute(self._one, self._values(row))
            (row.pk,) = cursor.fetchone()
        row._state.adding, row._state.db = False, connection.alias

    def add_all(self, rows: Iterable[Model]) -> None:
        """Put many in, by one statement that is read once."""
        with connection.cursor() as cursor:
            cursor.executemany(self._many, [self._values(row) for row in rows])

    def _values(self, row: Model) -> list[Any]:
        return [
            value if type(value) in plain else field.get_db_prep_save(value, connection)
            for field, plain in zip(self._fields, self._plain, strict=True)
            for value in (getattr(row, field.attname),)
        ]


def _plain(field: Any) -> frozenset[type]:
    """The types of values that both databases take for `field` as they are; any other is made ready by the field."""
    if isinstance(field, JSONField):
        return frozenset()
    target = field.target_field if field.is_relation else field
    kinds = ((IntegerField, int), (CharField, str), (TextField, str), (BooleanField, bool))
    return frozenset((type(None), *(plain for kind, plain in kinds if isinstance(target, kind))))


def _filled(places: Iterable[Any], values: Mapping[str, Any]) -> list[Any]:
    return [values[each.name] if isinstance(each, Blank) else each for each in places]
