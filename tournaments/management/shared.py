"""Helpers for the commands: progress reports, error messages, and writing archives."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO, TypeVar

from django.core.management.base import CommandError

from engine.errors import RuleViolation
from people.db.transactions import Unavailable
from people.models import Club
from tournaments.files.archive.write import archive_bytes
from tournaments.models import Series, Tournament

Row = TypeVar("Row", Club, Series, Tournament)
_WIDE = 24


class Progress:
    """A progress report to `out`: one line, rewritten by each step, on a terminal; otherwise a line for every 10%."""

    def __init__(self, out: TextIO) -> None:
        self.out, self.live, self._shown = out, out.isatty(), -1

    def report(self, done: int, of: int, what: str) -> None:
        """Report that `done` of `of` steps are finished and `what` is next."""
        percent, full = 100 * done // max(of, 1), _WIDE * done // max(of, 1)
        if self.live:
            self.out.write(f"\r\x1b[K[{'█' * full}{'·' * (_WIDE - full)}] {percent:3} %  {what}")
        elif percent // 10 != self._shown:
            self._shown = percent // 10
            self.out.write(f"{percent:3} %  {what}\n")
        self.out.flush()

    def end(self, what: str) -> None:
        """Report that everything is finished, with the message `what`."""
        self.out.write(f"\r\x1b[K{what}\n" if self.live else f"100 %  {what}\n")
        self.out.flush()


@contextmanager
def command_errors() -> Iterator[None]:
    """Turn the errors of an action into a `CommandError` with one sentence."""
    try:
        yield
    except RuleViolation as violation:
        raise CommandError(str(violation)) from violation
    except Unavailable as error:
        raise CommandError("Cannot write to the database right now. Try again.") from error


def by_code(model: type[Row], code: str) -> Row:
    """Return the row with this code. Raises `CommandError` if there is none."""
    row = model.objects.filter(code=code).first()
    if row is None:
        raise CommandError(f"No {model._meta.verbose_name} has the code {code}.")
    return row


def write_archive(tournament: Tournament, path: Path) -> str:
    """Write the archive to a new file and return a success message. Raises `CommandError`."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("xb") as file:
            file.write(archive_bytes(tournament))
    except OSError as error:
        raise CommandError(f"Cannot write {path}: {error.strerror}.") from error
    return f"Exported {tournament.name} to {path}."
