"""The site without its locks, for the control of the races: no queue, no row locks, no write lock before reading."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.db.models.query import QuerySet

QuerySet.select_for_update = lambda self, *words, **told: self  # type: ignore[method-assign]
if "transaction_mode" in settings.DATABASES["default"]["OPTIONS"]:
    settings.DATABASES["default"]["OPTIONS"]["transaction_mode"] = "DEFERRED"

from scorekeeper.wsgi import application  # noqa: E402  (reads the settings changed above)

__all__ = ["application"]

from matches.log import queries  # noqa: E402
from people.db import transactions  # noqa: E402


@contextmanager
def _no_queue() -> Iterator[None]:
    yield


transactions.write_queue = _no_queue
queries.ROW_LOCK = ""
